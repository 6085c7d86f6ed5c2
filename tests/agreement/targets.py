"""What the ways of running must agree on: every entry point of every pack.

A target is an entry point or procedure in the state of a scenario, under options, with
arguments. Arguments are those of the cases, and a spread made from the types: every
value of an enumeration, corners of ranges, entities of the scenario.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import islice, product
from pathlib import Path
from random import Random
from typing import Any

from interpreter.app.opening.values import value_of
from interpreter.app.testing.case_comparisons import case_of
from interpreter.boards.areas import AreaLayout
from interpreter.boards.layout import HexLayout
from interpreter.diagnostics import UmpireError
from interpreter.engine.once import initial
from interpreter.ir.effects import Analysis, analyse
from interpreter.ir.instructions import Program
from interpreter.pipeline.loading import Loaded, load, usable
from interpreter.pipeline.opening import Pack
from interpreter.semantics.declarations import CHARTS
from interpreter.source import normalised
from interpreter.values.types import (
    Boolean,
    Cell,
    Entity,
    Enumeration,
    EnumerationPart,
    ListOf,
    MapOf,
    Maybe,
    Nothing,
    Number,
    Record,
    Seat,
    Text,
    Type,
)

ROOT = Path(__file__).resolve().parents[2]
SPREAD = 7  # combinations of arguments made from the types, for each entry and state
GIVEN = 6  # of the cases, for each entry and state
Options = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Target:
    """A call that can be run; `options` are by name as on the command line."""

    pack: str
    options: Options
    scenario: str
    entry: str
    arguments: tuple[Any, ...]

    @property
    def program(self) -> Program:
        """The program of the pack under the options."""
        return program(self.pack, self.options)

    @property
    def game_state(self) -> tuple[Any, ...]:
        """The state in which it begins."""
        return initial(self.program, self.scenario)


def packs() -> list[str]:
    """Return the folder of every pack, from the root of the project."""
    found = [
        each.parent
        for place in ("rulesets", "tests/packs", "tests/pieces")
        for each in sorted((ROOT / place).glob("*/ruleset.yaml"))
    ]
    return [str(each.relative_to(ROOT)) for each in found]


@cache
def loaded(pack: str, options: Options = ()) -> Loaded:
    """Return a pack under options, loaded once."""
    return load(ROOT / pack, dict(options))


def program(pack: str, options: Options = ()) -> Program:
    """Return the program of a pack under options."""
    return usable(loaded(pack, options))


@cache
def analysis(pack: str, options: Options = ()) -> Analysis:
    """Return what is known of the program of a pack under options."""
    return analyse(program(pack, options))


def every_setting(pack: str) -> list[Options]:
    """Return the default, and all in which one option has another of its values.

    An option may need another beside it; such a setting cannot stand alone.
    """
    ruleset = loaded(pack).ruleset
    others = [
        ((option.name, _written(value)),)
        for option in (ruleset.options if ruleset else {}).values()
        for value in option.values
        if value != option.value
    ]
    return [(), *others]


def _written(value: object) -> str:
    """Return a value of an option as people write it; 0 and 1 are no truths."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def settings(pack: str, most: int) -> list[Options]:
    """Return the default, and some others that can stand alone."""
    own, *others = every_setting(pack)
    Random(pack).shuffle(others)
    alone = (each for each in others if loaded(pack, each).program is not None)
    return [own, *islice(alone, most)]


def targets(pack: str, options: Options = ()) -> Iterator[Target]:
    """Yield every call of a pack: each entry, in each state in which it has values."""
    made = program(pack, options)
    given, known = cases(pack, options), analysis(pack, options)
    for name, entry in made.entries.items():
        for scenario in made.initial_states:
            kinds = [each.type for each in entry.takes]
            if scenario == "" and any(map(_needs_entities, kinds)):
                continue
            if scenario and not kinds and not known.reads[entry.procedure]:
                continue
            spread = product(*(values(each, made, scenario) for each in kinds))
            rows = [*given.get((name, scenario), ())[:GIVEN], *thinned(spread, SPREAD)]
            for arguments in dict.fromkeys(rows):
                yield Target(pack, options, scenario, name, arguments)


def _needs_entities(kind: Type) -> bool:
    return isinstance(kind, Entity) or (
        isinstance(kind, ListOf) and _needs_entities(kind.item)
    )


def thinned(every: Any, most: int) -> list[Any]:
    """Return at most so many, from all over the first thousands."""
    found = list(islice(every, 4096))
    step = max(1, len(found) // most)
    return found[::step][:most]


@cache
def cases(pack: str, options: Options) -> dict[tuple[str, str], tuple[Any, ...]]:
    """Return the arguments that cases give, by entry and scenario."""
    known = loaded(pack, options)
    opened, made = Pack.of(known), usable(known)
    found: dict[tuple[str, str], list[Any]] = {}
    declared = known.ruleset.sections.get("cases", {}) if known.ruleset else {}
    for each in declared.values():
        case = case_of(each)
        entry = made.entries.get(normalised(case.name))
        if entry is None or len(entry.takes) != len(case.arguments):
            continue
        try:
            row = tuple(
                value_of(
                    opened, text, takes.type, normalised(case.scenario), takes.name
                )
                for text, takes in zip(case.arguments, entry.takes, strict=True)
            )
        except (UmpireError, KeyError):
            continue  # it means another setting of the options
        found.setdefault((entry.name, normalised(case.scenario)), []).append(row)
    return {key: tuple(dict.fromkeys(rows)) for key, rows in found.items()}


def values(kind: Type, made: Program, scenario: str) -> list[Any]:  # noqa: C901
    """Return values of a type: all of an enumeration, the corners of a range."""
    match kind:
        case Boolean():
            return [False, True]
        case Enumeration():
            return list(range(len(kind.values)))
        case EnumerationPart():
            return list(kind.ranks)
        case Number():
            return _numbers(kind)
        case Entity() | Seat():
            rows = made.initial_states[scenario].rows.get(kind.kind, ())
            return list(range(len(rows)))
        case Maybe():
            return [None, *values(kind.item, made, scenario)]
        case ListOf():
            items = values(kind.item, made, scenario)
            if not items:
                return [()]
            return [tuple(items[:3]), (items[-1],), tuple(items[:1]) * 2]
        case Record():
            parts = [values(each, made, scenario) for _, each in kind.fields]
            return [tuple(each) for each in thinned(product(*parts), 4)]
        case MapOf():
            keys, inside = (values(k, made, scenario) for k in (kind.key, kind.value))
            return [tuple((key, inside[0]) for key in keys)] if inside else [()]
        case Cell():
            return _hexes(kind, made, scenario)
        case Text():
            return ["words"]
        case Nothing():
            return [None]
        case _:
            raise AssertionError(f"no values of {kind} are made yet")


def _hexes(kind: Cell, made: Program, scenario: str) -> list[Any]:
    """Return places near each other and far apart; the last hex is on no map that
    ends."""
    slot = made.declared.kinds[CHARTS].slot(kind.board)
    chart = made.initial_states[scenario].rows[CHARTS][0][slot]
    if isinstance(chart, AreaLayout):
        return list(chart.every()[:4])
    assert isinstance(chart, HexLayout)
    sheet = chart.board.sheet
    every = ((0, 0), (1, -2), (5, 3)) if sheet is None else sheet.hexes
    middle = len(every) // 2
    return [every[middle], every[0], every[-1], every[middle - 1], (9_999, 9_999)]


def _numbers(kind: Number) -> list[Any]:
    low = -3 if kind.low is None else kind.low
    high = max(low, 3) if kind.high is None else kind.high
    corners: list[Any] = [low, high, 0, low + 1, high - 1]
    if not kind.whole:
        corners += [
            (Fraction(low) + Fraction(high)) / 2,
            Fraction(low) + Fraction(1, 3),
        ]
    fitting = [each for each in corners if low <= each <= high]
    return [int(each) if each == int(each) else each for each in dict.fromkeys(fitting)]
