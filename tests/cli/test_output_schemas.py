"""What verbs print for several packs follows the schemas of their outputs."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.cli.calling import HELLO, PIECE, RECON, call, schema, valid

PACKS = {
    RECON: "elves-and-goblins",
    HELLO: "",
    "tests/packs/answering": "table",
    "tests/packs/couriers": "plain",
    "tests/packs/hiding": "meadow",
    "tests/packs/outposts": "ridge",
    "tests/packs/tabletop": "field",
}
"""Packs with and without boards of each kind, and a scenario of each."""
GAMES = ("tests/packs/answering", "tests/packs/hiding", "tests/packs/outposts")
BAD = "tests/bad/R501-cell"
RUNS = 3
"""How many names of a pack are run, of those that need no argument."""


def follows(*words: str) -> Any:
    """Return the JSON of a verb, which follows its schema; of one that fails the line
    on stderr, which follows that of failures."""
    called = call(*words, "--json")
    if called.out:
        return valid(called, words[0])
    failure = json.loads(called.talk.splitlines()[-1])
    jsonschema.validate(failure, schema("failure"), jsonschema.Draft202012Validator)
    assert failure["exit"] == called.code
    return failure


@pytest.mark.parametrize("pack", PACKS)
def test_what_is_shown_and_run(pack: str) -> None:
    """A name of each section, and some of what can be run, once and exactly."""
    shown, scenario = follows("show", pack), PACKS[pack]
    for names in shown["sections"].values():
        for name in names[:1]:
            assert follows("show", pack, name)["shown"]
    if shown["sections"]["options"]:
        assert follows("show", pack, "options")["options"]
    where = ("--scenario", scenario) if scenario else ()
    free = [
        runnable["name"]
        for runnable in shown["runs"]
        if all("default" in taken for taken in runnable["takes"])
    ]
    for name in free[:RUNS]:
        given = (pack, name, *where, "--policy", "first")
        follows("run", *given, "--seed", "one")
        follows("odds", *given, "--max-states", "500")
    follows("check", pack, "--quick")
    if scenario:
        assert follows("map", pack, *where)["seat"] == "judge"


@pytest.mark.parametrize("pack", GAMES)
def test_what_is_said_of_a_game(pack: str, tmp_path: Path) -> None:
    """From its beginning to the first question of a person, for the judge and all."""
    game = str(tmp_path / "a.game")
    follows("play", pack, PACKS[pack], "--game", game, "--seed", "one")
    assert follows("verify", game)["fault"] == ""
    assert follows("replay", game)["departs"] is None
    for seat in ("judge", "everyone"):
        follows("view", game, "--as", seat)
        follows("log", game, "--as", seat)
        follows("map", game, "--as", seat)
    follows("handout", game, "--as", "everyone", str(tmp_path / "hand"))
    report = json.loads((tmp_path / "hand" / "report.json").read_text("utf-8"))
    jsonschema.validate(report, schema("view"), jsonschema.Draft202012Validator)
    log = json.loads((tmp_path / "hand" / "log.json").read_text("utf-8"))
    jsonschema.validate(log, schema("log"), jsonschema.Draft202012Validator)


@pytest.mark.parametrize(
    "words",
    [
        ("show", HELLO, "wether"),
        ("run", HELLO),
        ("run", HELLO, "weather", "--dice", "7,3"),
        ("odds", HELLO, "weather", "--max-states", "1"),
        ("view", "README.md", "--as", "judge"),
        ("check", "tests/packs"),
        ("show", BAD),
        ("no such verb",),
    ],
)
def test_failures(words: tuple[str, ...]) -> None:
    """Of each exit code of a verb; with the problems of a pack that cannot be read."""
    failure = follows(*words)
    assert failure["message"]
    assert len(failure["problems"]) == failure["count"]


def test_problems_and_cases() -> None:
    """Of a pack with an error, and cases with their coverage."""
    problems = follows("check", BAD)["problems"]
    assert "R501" in {problem["code"] for problem in problems}
    assert follows("test", PIECE, "--coverage")["coverage"]
    assert follows("coverage", PIECE)["rules"] is not None
