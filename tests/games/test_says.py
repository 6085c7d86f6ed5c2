"""A sentence is said wherever it stands; `end` leaves a loop with all its rounds."""

from pathlib import Path

from interpreter.pipeline.checking import check
from tests.games.playing import data, done

SAYS = """
name: says
seats: side
seen_by: everyone
entities:
  side: {fields: {gold: {type: integer, seen_by: everyone, start: 3}}}
types:
  mood: [calm, angry]
formulas:
  mood of: {is: if 1 > 2 then calm else angry, gives: mood}
procedures:
  opens:
    steps:
      - say: A step alone
      - say: "Of {s}"
        for_each: s in every(side)
      - say: Never
        if: 1 > 2
        else: [{say: But this}]
      - do: []
        say: With nothing in it
      - do: [{call: other(2), say: Before a call}]
        say: Before a block
      - {roll: {die: d6}, say: Before a roll}
      - {draw: lot, from: "[1, 2]", say: Before a draw}
      - {match: mood_of(), say: Before a match, rows: {calm: [], angry: []}}
      - {return: none, say: With a return}
  other:
    takes: {n: integer}
    steps:
      - say: "Other says {n}"
  rounds:
    steps:
      - id: rounds
        do:
          - {say: A round, id: sentence}
          - end: rounds
        times: 3
      - id: sides
        do:
          - id: side
            do:
              - {if: s.gold is 3, end: side}
              - say: "{s} is rich"
          - {if: s.gold is 5, end: sides}
        for_each: s in every(side)
      - say: The end
scenarios:
  one:
    main: opens
    entities: {north_side: {kind: side}, south_side: {kind: side}}
  two:
    main: rounds
    entities:
      a_side: {kind: side}
      b_side: {kind: side, gold: 4}
      c_side: {kind: side, gold: 5}
      d_side: {kind: side, gold: 4}
"""


def pack(place: Path, text: str = SAYS) -> Path:
    """Write the pack, of which nothing is wrong."""
    folder = place / "says"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    assert not check(folder).problems
    return folder


def said(folder: Path, scenario: str, *who: str) -> list[str]:
    """Return what the log of a game has of sentences."""
    game = folder.parent / f"{scenario}.game"
    if not game.exists():
        done("play", folder, scenario, "--game", game, "--seed", "one")
    events = data("log", game, *who)["events"]
    return [each["text"] for each in events if each["event"] == "said"]


def test_every_step_says_its_sentence(tmp_path: Path) -> None:
    """On a step of its own, and on steps that bind, call or do nothing."""
    folder = pack(tmp_path)
    wanted = [
        "A step alone",
        "Of north side",
        "Of south side",
        "But this",
        "With nothing in it",
        "Before a block",
        "Before a call",
        "Other says 2",
        "Before a roll",
        "Before a draw",
        "Before a match",
        "With a return",
    ]
    assert said(folder, "one") == wanted
    assert said(folder, "one", "--as", "south_side") == wanted


def test_explain_shows_what_is_said(tmp_path: Path) -> None:
    """In its order, each as a step of its own."""
    folder = pack(tmp_path)
    words = ("run", folder, "opens", "--scenario", "one", "--seed", "1", "--explain")
    lines = [line.partition("  ")[0] for line in done(*words).splitlines()]
    numbered = [line.partition(". ")[2] for line in lines if ". " in line]
    assert numbered[:4] == [
        "A step alone",
        "Of north side",
        "Of south side",
        "But this",
    ]


def test_end_leaves_a_loop_with_all_its_rounds(tmp_path: Path) -> None:
    """A block of its own inside the loop is left for the next round."""
    assert said(pack(tmp_path), "two") == [
        "A round", "b side is rich", "c side is rich", "The end",
    ]  # fmt: skip


def test_a_sentence_alone_has_no_other_clauses(tmp_path: Path) -> None:
    """Who misspells a verb beside it, or adds to it, is told."""
    folder = pack(tmp_path)
    file = folder / "ruleset.yaml"
    for wrong, code in (("rol: {die: d6}", "R104"), ("by: side", "R101")):
        text = SAYS.replace("- say: A step alone", f"- {{say: A step alone, {wrong}}}")
        file.write_text(text, encoding="utf-8")
        assert [each.code for each in check(folder).problems] == [code]


def test_what_a_sentence_alone_shows_must_be_known(tmp_path: Path) -> None:
    """A secret in it, or a condition on it, is a leak as in any other step."""
    field = "{gold: {type: integer, seen_by: everyone, start: 3}"
    secret = "purse: {type: integer, seen_by: judge, start: 1}"
    text = SAYS.replace(field, f"{field}, {secret}")
    for old, new, code in (
        ("Of {s}", "Of {s.purse}", "R603"),
        ("if: 1 > 2", "if: any(s.purse > 1 for s in every(side))", "R601"),
    ):
        folder = tmp_path / code
        folder.mkdir()
        file = folder / "ruleset.yaml"
        file.write_text(text.replace(old, new), encoding="utf-8")
        assert {each.code for each in check(folder).problems} == {code}
