"""Whoever comes to a limit is told at which rule: exit 4, and the place of it."""

import re
from pathlib import Path

import pytest

from interpreter.cli.main import main
from tests.games.playing import call

HEAD = """\
name: limits
seats: side
seen_by: everyone
entities:
  side:
    fields:
      purse: {type: integer, seen_by: everyone, start: 9}
scenarios:
  alone: {main: game, entities: {red: {kind: side}}}
procedures:
"""
FOREVER = """\
  game:
    takes: {s: side}
    steps:
      - until: s.purse is 0
        do:                                # odds simulate
          - set: {s.purse: s.purse - 2}
"""
LARGE = """\
  game:
    takes: {s: side}
    steps:
      - times: 40
        set: {s.purse: s.purse * s.purse}  # run odds simulate
"""
LONG = """\
  game:
    takes: {s: side}
    gives: integer
    steps:
      - let: {found: s.purse..20000}       # run odds simulate
      - return: count(found)
"""
DEEP = """\
  game:
    takes: {s: side}
    steps:
      - set: {s.purse: s.purse + 1}        # run odds
      - if: s.purse > 0
        call: game(s)                      # simulate
      - set: {s.purse: 0}
"""
DEEP_STOPS = """\
  game:
    takes: {s: side}
    gives: integer
    steps:
      - roll: {die: d6}                    # run odds
        by: judge
      - if: die > 6
        return: 0
      - call: game(s)                      # simulate
        as: more
      - return: die + more
"""
NO_WAY_OUT = """\
  game:
    takes: {s: side}
    steps:
      - until: s.purse is 0
        do:                                # odds
          - roll: {die: d6}
            by: judge
          - set: {s.purse: 1 + down(die / 7)}
"""
KNOTS = "".join(
    f"{'  ' * n}      - for_each: x{n} in every(side)\n{'  ' * n}        do:\n"
    for n in range(21)
)
LOOPS = f"""\
  game:
    takes: {{s: side}}
    steps:
{KNOTS}{"  " * 21}      - set: {{s.purse: 2}}                # run odds simulate
"""
EVERY = {
    "steps": FOREVER,
    "bits of a number": LARGE,
    "elements of a list": LONG,
    "calls inside calls": DEEP,
    "calls that stop": DEEP_STOPS,
    "a loop without an end": NO_WAY_OUT,
}


def marks(text: str) -> dict[str, int]:
    """Return the line at which each verb tells that a limit was exceeded."""
    lines = enumerate(text.splitlines(), 1)
    pairs = ((number, line.partition("#")[2]) for number, line in lines)
    return {verb: number for number, mark in pairs for verb in mark.split()}


@pytest.mark.parametrize(
    ("limit", "verb"),
    [(limit, verb) for limit, text in EVERY.items() for verb in marks(text)],
)
def test_a_limit_names_the_rule_that_ran(
    limit: str, verb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each way of running says where; the exit code is that of limits."""
    text = HEAD + EVERY[limit]
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    more = ["--trials", "10"] if verb == "simulate" else []
    given = [verb, str(tmp_path), "game", "--scenario", "alone", "--with", "s=red"]
    assert main([*given, *more]) == 4
    said = capsys.readouterr()
    assert said.out == ""
    assert "\numpire: limit exceeded: " in said.err
    found = re.findall(r"ruleset\.yaml:(\d+):\d+: R711 limit exceeded: ", said.err)
    assert found == [str(marks(text)[verb])], said.err


def test_loops_that_python_cannot_nest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is told when the procedure is first called, at a step inside."""
    (tmp_path / "ruleset.yaml").write_text(HEAD + LOOPS, encoding="utf-8")
    given = [str(tmp_path), "game", "--scenario", "alone", "--with", "s=red"]
    assert main(["run", *given]) == 4
    said = capsys.readouterr().err
    assert "R711 limit exceeded: loops inside loops, at most 20" in said
    assert "hint: give the inner steps a procedure of their own" in said


SECRET = """\
  game:
    steps:
      - for_each: s in every(side)
        do:
          - choose: way
            by: s
            options: {up: {}, down: {}}
          - times: 40
            set: {s.purse: s.purse * s.purse}
"""


def test_a_seat_is_not_told_which_limit(tmp_path: Path) -> None:
    """Which rule ran may be a secret: the game cannot go on, and that is all."""
    (tmp_path / "ruleset.yaml").write_text(HEAD + SECRET, encoding="utf-8")
    game = tmp_path / "a.game"
    begin = ("play", tmp_path, "alone", "--game", game)
    code, _, talk = call(*begin, "--as", "red", text="up\n")
    assert code == 4, talk
    assert talk.rstrip().splitlines()[-2:] == [
        "umpire: the game cannot go on",
        "  hint: 'umpire play' without --as tells the umpire why",
    ]
    assert "R711" not in talk
    code, _, talk = call("play", "--game", game, "--answer", "way=up")
    assert code == 4, talk
    assert "ruleset.yaml:19:13: R711 limit exceeded: bits of a number" in talk
