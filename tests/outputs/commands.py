"""The command lines that are compared, made from what the packs of a checkout offer.

Every pack is shown, checked and covered; what it can run is run with a seed and with
arguments of the right type from one of its scenarios; its games are played by
policies and looked at by every seat. A command that fails is as good as one that
succeeds: its message and its exit code are compared too.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

PACKS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "acks-reconnaissance": {"elves-and-goblins": ("elf_side", "goblin_side")},
    "concealment": {"hedge and lane": ("patrol_side", "defence_side")},
    "domains-at-war": {
        "skirmish": ("men", "goblins"),
        "meeting in the fog": ("men", "goblins"),
    },
    "limited-intelligence": {"two wings meet": ("prussian_side", "austrian_side")},
    "rencounter": {"patrol": ("patrol", "bands"), "gunfight": ("law", "outlaws")},
    "tests/packs/hello": {},
    "tests/packs/answering": {"table": ("north_side", "south_side")},
}
"""Packs, with the scenarios that are played and their seats; arguments are taken from
the first of them."""
RUNS, ODDS, SHOWN = 45, 18, 12
"""How many commands of a kind there are for each pack, at most."""
FEW_STATES = "20000"

Line = TypeVar("Line")
Json = Callable[..., Any]
"""Calls the program with `--json` and returns what it prints; None if it fails."""


def commands(ask: Json) -> Iterator[tuple[str, ...]]:
    """Yield every command line but those of games, without `--json`."""
    yield ("packs",)
    yield ("explain",)
    for code in ("R101", "R301", "R401", "R524", "R701"):
        yield ("explain", code)
    for pack, scenarios in PACKS.items():
        yield ("show", pack)
        yield ("sheet", pack)
        yield ("sheet", pack, "--for", "judge", "--format", "markdown")
        yield ("find", pack, "seven", "--all")
        yield ("check", pack, "--quick")
        yield ("coverage", pack)
        yield from _shown(pack, ask)
        yield from _run(pack, next(iter(scenarios), ""), ask)
        for scenario in scenarios:
            yield ("map", pack, "--scenario", scenario)
            yield ("simulate", pack, "--scenario", scenario, "--trials", "4",
                   "--seed", "outputs", "--workers", "1")  # fmt: skip


def looks(game: str, seats: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the commands that look at a game file."""
    yield ("log", game)
    yield ("verify", game)
    for seat in (*seats, "everyone", "judge"):
        yield ("view", game, "--as", seat)
        yield ("map", game, "--as", seat)
        yield ("log", game, "--as", seat)


def _shown(pack: str, ask: Json) -> Iterator[tuple[str, ...]]:
    shown = ask("show", pack)
    names = [
        (section, name) for section, held in shown["sections"].items() for name in held
    ]
    for _, name in _some(names, SHOWN, pack):
        yield ("show", pack, name)


def _run(pack: str, scenario: str, ask: Json) -> Iterator[tuple[str, ...]]:
    there = _entities(pack, scenario, ask)
    lines = []
    for entry in ask("show", pack)["runs"]:
        values = [
            f"{takes['name']}={_value(takes['type'], there, number)}"
            for number, takes in enumerate(entry["takes"])
        ]
        given = [word for value in values for word in ("--with", value)]
        where = ("--scenario", scenario) if scenario else ()
        lines.append((pack, entry["name"], *where, *given))
    for line in _some(lines, RUNS, f"{pack} run"):
        yield ("run", *line, "--seed", "outputs", "--policy", "first")
    for line in _some(lines, ODDS, f"{pack} odds"):
        yield ("odds", *line, "--policy", "first", "--max-states", FEW_STATES)


def _entities(pack: str, scenario: str, ask: Json) -> dict[str, list[str]]:
    """Return the ids of a scenario by kind."""
    found: dict[str, list[str]] = {}
    shown = ask("show", pack, scenario) if scenario else None
    for kind, name, *_ in shown["shown"][0]["rows"] if shown else ():
        found.setdefault(kind.replace("_", " "), []).append(name)
    return found


def _value(kind: str, there: Mapping[str, Sequence[str]], number: int) -> str:
    """Return a value of a type as a person would type it; of one that is not known a
    word that is refused, whose message is compared then."""
    kind = kind.removesuffix(" or none")
    if kind.startswith("integer"):
        least = kind.removeprefix("integer").strip().partition("..")[0]
        return least or "2"
    if kind.startswith("list of "):
        return f"[{_value(kind.removeprefix('list of '), there, number)}]"
    if kind in there:
        return there[kind][number % len(there[kind])]
    known = {"yes or no": "yes", "number": "3", "text": "word"}
    return known.get(kind, "first")


def _some(lines: Sequence[Line], most: int, seed: str) -> Sequence[Line]:
    chosen = random.Random(seed).sample(range(len(lines)), min(most, len(lines)))
    return [lines[number] for number in sorted(chosen)]
