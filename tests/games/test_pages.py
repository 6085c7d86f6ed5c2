"""A page of orders: one file with answers to several questions, one after another."""

import json
from pathlib import Path

import jsonschema
import pytest

from tests.cli.calling import schema
from tests.games.playing import call, done
from tests.ruleset.packs import write

PACK = """
name: pages
seats: side
seen_by: everyone
entities:
  side: {fields: {kept: {type: integer 0.., seen_by: everyone, start: 0}}}
procedures:
  day:
    steps:
      - for_each: s in every(side)
        do:
          - choose: hue
            by: s
            options: {grey: {}, white: {}}
          - ask: {some: integer 0..9}
            of: s
          - ask: {more: integer 0..9}
            of: s
          - require: some + more < 10
            say: "{some} and {more} are too many"
          - set: {s.kept: some + more}
scenarios:
  plain:
    main: day
    entities: {red: {kind: side}, blue: {kind: side}}
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Return a game in which red is asked first."""
    path = tmp_path / "a.game"
    pack = write(tmp_path / "pages", {"ruleset.yaml": PACK})
    later = ("--seat", "red=later", "--seat", "blue=later")
    call("play", pack, "plain", "--game", path, "--seed", "one", *later)
    return path


def page(game: Path, seat: str, lines: str) -> Path:
    """Return a file with the token of a seat's question and further lines."""
    folder = game.parent / seat
    done("handout", game, "--as", seat, folder)
    token = json.loads((folder / "question.json").read_text())["token"]
    path = game.parent / f"{seat}.yaml"
    path.write_text(f"token: {token}\n{lines}")
    return path


def answers(game: Path) -> list[object]:
    """Return what was answered."""
    events = [json.loads(line) for line in game.read_text().splitlines()[1:]]
    return [each["values"][0][1] for each in events]


WHOLE = "answer: white\nthen:\n  - some: 3\n  - more: 4\n"


def test_all_are_taken_in_order(game: Path) -> None:
    told = done("answer", game, page(game, "red", WHOLE))
    assert "the answer of red and 2 more are taken" in told
    assert answers(game) == ["white", 3, 4]
    assert call("verify", game)[0] == 0
    done("answer", game, page(game, "blue", WHOLE))
    assert "end" in done("replay", game)


def test_a_page_is_taken_once(game: Path) -> None:
    file = page(game, "red", WHOLE)
    done("answer", game, file)
    before = game.read_bytes()
    assert call("answer", game, file)[0] == 3
    assert game.read_bytes() == before


@pytest.mark.parametrize(
    ("lines", "taken", "why"),
    [
        ("then: [{more: 3}]", 1, "is not asked for 'more', but for 'some'"),
        ("then: [{some: 3}, {more: 9}]", 2, "'more' is not taken"),
        ("then: [{some: 3}, {more: many}]", 2, "'more' is not taken"),
        ("then: [{some: 3}, {more: 4}, {hue: grey}]", 3, "is not asked for 'hue'"),
    ],
)
def test_what_does_not_fit_is_left(
    game: Path, lines: str, taken: int, why: str
) -> None:
    """What was taken before it stays; the exit code and the output say so."""
    file = page(game, "red", f"answer: white\n{lines}\n")
    code, out, talk = call("answer", game, file, "--json")
    output = json.loads(out)
    jsonschema.validate(output, schema("answer"), jsonschema.Draft202012Validator)
    assert (code, output["taken"], output["left"]) == (1, taken, 1)
    assert why in talk
    assert len(answers(game)) == taken


@pytest.mark.parametrize(
    "lines", ["then: 3", "then: [3]", "then: [{some: 3, more: 4}]", "than: []"]
)
def test_what_is_no_page_changes_nothing(game: Path, lines: str) -> None:
    file = page(game, "red", f"answer: white\n{lines}\n")
    before = game.read_bytes()
    code, _, talk = call("answer", game, file)
    assert code == 3
    assert "then" in talk
    assert game.read_bytes() == before


def test_a_map_is_a_page_of_one(game: Path) -> None:
    file = page(game, "red", "answer: white\nthen: {some: 3}\n")
    done("answer", game, file)
    assert answers(game) == ["white", 3]
