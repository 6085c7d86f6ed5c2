"""What is said to a wrong word of a command line, and the small words of results."""

import json
from pathlib import Path

import pytest

from interpreter.cli.main import main
from tests.trial import ROOT

PACK = """
name: words
seats: side
seen_by: everyone
entities:
  side: {fields: {points: {type: integer, seen_by: everyone, start: 0}}}
  squad:
    owner: side
    fields:
      side: {type: side, seen_by: everyone}
      men: {type: integer 0.., seen_by: everyone, start: 5}
procedures:
  shoot:
    takes: {target: squad, reach: {type: integer 0.., default: 3}}
    gives: [hit, miss]
    steps:
      - ask: {way: [aimed, rapid]}
      - roll: {die: d6}
        by: target.side
      - if: die > 3
        set: {target.men: target.men - 1}
      - return: if die > 3 then hit else miss
  pool:
    gives: integer
    steps:
      - roll: {dice: 60d6}
      - return: min(dice)
scenarios:
  ford:
    entities:
      red: {kind: side}
      rifles: {kind: squad, side: red}
      guards: {kind: squad, side: red}
"""
SHOT = ("shoot", "--scenario", "ford", "--with", "target=guards")


@pytest.fixture
def pack(tmp_path: Path) -> str:
    """Return the folder of the pack above."""
    (tmp_path / "ruleset.yaml").write_text(PACK, encoding="utf-8")
    return str(tmp_path)


@pytest.mark.parametrize(
    ("given", "said", "hint"),
    [
        ((*SHOT, "--with", "reach=2.5"), "'2.5' is not a whole number", "integer 0.."),
        ((*SHOT, "--with", "reach=5/2"), "'5/2' is not a whole number", "integer 0.."),
        ((*SHOT, "--with", "reach="), "--with reach: no value is given", "integer 0.."),
        (
            ("shoot", "--scenario", "ford", "--with", "target=red"),
            "'red' is of kind side, expected squad",
            "entities of kind squad: rifles, guards",
        ),
        (
            (*SHOT, "--answer", "way=rpid"),
            "--answer way: 'rpid' is none of aimed, rapid",
            "did you mean 'rapid'?",
        ),
    ],
)
def test_a_value_that_does_not_fit(
    pack: str,
    given: tuple[str, ...],
    said: str,
    hint: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What it is not, in the words of a table, never those of an expression."""
    assert main(["run", pack, *given]) == 3
    told = capsys.readouterr().err
    assert said in told
    assert hint in told
    assert "this is" not in told
    assert "fraction" not in told


def test_an_option_that_is_not_near_is_not_meant(
    pack: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The dashes that all have in common make nothing near."""
    assert main(["odds", pack, "pool", "--seed", "x"]) == 2
    assert "did you mean" not in capsys.readouterr().err
    assert main(["odds", pack, "pool", "--observ", "x"]) == 2
    assert "did you mean '--observe'?" in capsys.readouterr().err


def test_what_is_observed_says_of_whom(
    pack: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of each entity by its id, in text and in JSON."""
    given = ("odds", pack, *SHOT, "--answer", "way=aimed", "--observe", "squad.men")
    assert main([*given]) == 0
    assert "{rifles: 5, guards: 4}" in capsys.readouterr().out
    assert main([*given, "--json"]) == 0
    outcomes = json.loads(capsys.readouterr().out)["outcomes"]
    found = {each["value"]: each["observed"]["squad.men"] for each in outcomes}
    assert found["hit"] == {"rifles": 5, "guards": 4}
    assert found["miss"] == {"rifles": 5, "guards": 5}


def test_ways_that_nobody_could_count(
    pack: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Are told by their size; their middle is never left out."""
    assert main(["odds", pack, "pool"]) == 0
    lines = capsys.readouterr().out.splitlines()
    (one,) = (line for line in lines if line.strip().startswith("1 "))
    assert "about 4.887e46" in one
    assert " long " in one
    assert "..." not in one


def test_a_seed_is_said_as_a_shell_reads_it(
    pack: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also when it is empty, or has a blank."""
    for seed, said in (("", "''"), ("of tuesday", "'of tuesday'"), ("one", "one")):
        given = (pack, "pool", "--seed", seed)
        assert main(["simulate", *given, "--trials", "10"]) == 0
        told = f"seed {said} (the same estimate again: --seed {said})"
        assert told in capsys.readouterr().out
        assert main(["run", *given]) == 0
        again = f"the same dice again: --seed {said})"
        assert (again in capsys.readouterr().out) == bool(seed)


@pytest.mark.parametrize("seed", ["a\nb", "a\tb", "\x1b[31m", "\u202eone", "\udcff"])
@pytest.mark.parametrize("verb", ["run", "simulate", "play"])
def test_a_seed_that_cannot_be_said_is_refused(
    verb: str,
    seed: str,
    pack: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What was printed for it gave other dice."""
    game = tmp_path / "a.game"
    words = ("play", str(ROOT / "tests/packs/answering"), "table", "--game", str(game))
    given = words if verb == "play" else (verb, pack, "pool")
    assert main([*given, "--seed", seed]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "umpire: --seed has characters that cannot be printed\n" in printed.err
    assert not game.exists()


@pytest.mark.parametrize(
    ("given", "code", "said"),
    [
        (("explain", "501"), 2, "hint: did you mean 'R501'?\n"),
        (("schemas",), 2, "umpire: DIR is missing\n"),
    ],
)
def test_one_sentence_is_enough(
    given: tuple[str, ...], code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """And it ends there."""
    assert main([*given]) == code
    assert said in capsys.readouterr().err


def test_files_that_are_nearly_a_pack(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An empty one says so; one of another ending says what to do."""
    head = tmp_path / "ruleset.yaml"
    head.write_text("# nothing yet\n", encoding="utf-8")
    assert main(["check", str(tmp_path)]) == 3
    assert "the file is empty, so 'name' is missing" in capsys.readouterr().out
    head.write_text("name: x\n", encoding="utf-8")
    head.with_name("more.yml").write_text("tables: {}\n", encoding="utf-8")
    assert main(["check", str(tmp_path)]) == 3
    assert "hint: rename it to end in .yaml" in capsys.readouterr().out
    head.rename(tmp_path / "ruleset.yml")
    assert main(["check", str(tmp_path)]) == 2
    assert "hint: rename ruleset.yml to ruleset.yaml" in capsys.readouterr().err


@pytest.mark.parametrize(
    "name", ["ruleset.yaml.txt", "ruleset.txt", "RULESET.YAML.txt", "rule set.yaml"]
)
def test_a_head_that_an_editor_named(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its name is said, and what it is to be."""
    (tmp_path / name).write_text("name: x\n", encoding="utf-8")
    assert main(["check", str(tmp_path)]) == 2
    assert f"hint: rename {name} to ruleset.yaml" in capsys.readouterr().err


def said(*given: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """Return exit code, stdout and stderr of a call."""
    code = main(list(given))
    told = capsys.readouterr()
    return code, told.out, told.err


@pytest.mark.parametrize("verb", ["show", "check", "run", "odds", "coverage"])
def test_who_names_no_pack_is_told_where_they_are_listed(
    verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever the verb."""
    code, out, talk = said(verb, capsys=capsys)
    assert (code, out) == (2, "")
    assert talk == "umpire: PACK is missing\n  hint: 'umpire packs' lists them\n"


IDLE = """
name: idle
seats: side
seen_by: everyone
entities:
  side: {fields: {points: {type: integer, seen_by: everyone, start: 0}}}
procedures:
  all of them:
    gives: list of integer
    steps: [{return: list(s.points for s in every(side))}]
  counting: {gives: integer, steps: [{return: count(every(side))}]}
scenarios:
  ford: {main: all of them, entities: {red: {kind: side}}}
  other: {entities: {red: {kind: side}}}
"""


def test_a_run_without_anybody_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where nothing came of it, and a scenario would have somebody."""
    (tmp_path / "ruleset.yaml").write_text(IDLE, encoding="utf-8")
    code, out, talk = said("run", str(tmp_path), "all of them", capsys=capsys)
    assert (code, out) == (0, "all of them: []\n")
    assert talk == (
        "umpire: nothing happened: without --scenario there are no entities; "
        "scenarios are ford\n"
    )
    for more in (("all of them", "--scenario", "ford"), ("counting",)):
        assert said("run", str(tmp_path), *more, capsys=capsys)[2] == ""
