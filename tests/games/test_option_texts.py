"""What stands beside each value that is offered from a list."""

import re
from pathlib import Path

import pytest

from interpreter.reports.questions import FAILED
from tests.games.playing import answered, call, data, done, hand, question
from tests.games.test_masks import BLUE, RED, game_of, labels

HEAD = """
name: harbour
seats: side
seen_by: everyone
entities:
  side:
    owner: it
    seen_by: everyone
    fields: {coins: {type: integer, seen_by: owner, start: 4}}
  ship:
    seen_by: everyone
    fields:
      tons: {type: integer, seen_by: everyone}
      price: {type: integer, seen_by: everyone}
formulas:
  dear: {takes: {s: ship}, is: "if s.price > 5 then 'dear' else 'cheap'"}
procedures:
  day:
    steps:
"""
TAIL = """
scenarios:
  one:
    main: day
    entities:
      ann: {kind: side}
      bob: {kind: side, coins: 7}
      swan: {kind: ship, tons: 30, price: 3}
      gull: {kind: ship, tons: 80, price: 9}
"""
BOUGHT = """\
      - choose: bought
        by: every(side)[1]
        from: every(ship)
        or: none
        option_says: "{bought.tons} tons, {dear(bought)} at {bought.price}"
"""
FLEET = BOUGHT.replace("or: none", "how_many: 0..2").replace("bought", "fleet")
TO_EACH = """\
      - choose: paid
        for_each: s in every(side)
        by: s
        from: 0..2
        option_says: "leaves {s.coins - paid} of {s.coins}"
"""


TURNS = """
name: turns
seats: side
seen_by: everyone
boards: {field: {cells: hexes}}
entities:
  side:
    owner: it
    seen_by: everyone
    fields: {faces: {type: direction or none, seen_by: everyone, start: none}}
procedures:
  day:
    steps:
      - choose: turn
        by: every(side)[1]
        from: values(direction)
        or: none
        option_says: "way {count(d in values(direction) where d < turn)}"
      - set: {s.faces: turn}
        for_each: s in every(side)
scenarios:
  one:
    main: day
    boards: {field: {columns: 01..03, rows: 01..03}}
    entities: {ann: {kind: side}}
"""


def begun(folder: Path, steps: str, *more: str, text: str = "") -> tuple[Path, str]:
    """Begin a game of these steps; return its file, and what was printed."""
    pack, game = folder / "harbour", folder / "a.game"
    pack.mkdir()
    (pack / "ruleset.yaml").write_text(HEAD + steps + TAIL, encoding="utf-8")
    done("check", pack)
    _, out, talk = call("play", pack, "one", "--game", game, *more, text=text)
    return game, out + talk


def test_each_option_has_its_text_and_nothing_has_none(tmp_path: Path) -> None:
    """At the keys and on paper."""
    game, shown = begun(tmp_path, BOUGHT)
    assert "1. swan: 30 tons, cheap at 3\n" in shown
    assert "2. gull: 80 tons, dear at 9\n" in shown
    assert re.search(r"3\. none\n", shown)
    (part,) = question(game, "ann")["parts"]
    assert part["options"] == ["swan", "gull", "none"]
    assert part["says"] == ["30 tons, cheap at 3", "80 tons, dear at 9", ""]
    assert "80 tons, dear at 9" in hand(game, "ann")["letter.txt"]
    answered(game, "ann", "gull")


def test_of_several_each_has_its_own(tmp_path: Path) -> None:
    """The text speaks of one ship, although the name is bound to a list of them."""
    game, shown = begun(tmp_path, FLEET)
    assert "1. swan: 30 tons, cheap at 3\n" in shown
    answered(game, "ann", ["swan", "gull"])


def test_of_seats_asked_at_once_each_reads_its_own(tmp_path: Path) -> None:
    """What the one has is nothing that the other may read."""
    game, _ = begun(tmp_path, TO_EACH, "--seat", "ann=later", "--seat", "bob=later")
    for seat, says in (
        ("ann", ["leaves 4 of 4", "leaves 3 of 4", "leaves 2 of 4"]),
        ("bob", ["leaves 7 of 7", "leaves 6 of 7", "leaves 5 of 7"]),
    ):
        (part,) = question(game, seat)["parts"]
        assert part["says"] == says


FOR_EACH_SHIP = """\
      - choose: berth
        for_each: s in every(ship)
        by: every(side)[1]
        from: 1..2
        say: "Where {s} of {s.tons} tons lies"
        option_says: "pier {berth} for {s.price}"
"""
FOR_EACH_SIDE = (
    TO_EACH
    + """\
        say: "What {s} pays, who has {s.coins}"
"""
)


def test_a_sentence_about_each_is_said_of_each(tmp_path: Path) -> None:
    """One stop asks for all of them; each has its own sentence and texts."""
    game, shown = begun(tmp_path, FOR_EACH_SHIP, text="1\n")
    for each in (
        "swan: Where swan of 30 tons lies",
        "gull: Where gull of 80 tons lies",
    ):
        assert f"for {each}:\n" in shown
    parts = question(game, "ann")["parts"]
    assert [each["sentence"] for each in parts] == [
        "Where swan of 30 tons lies", "Where gull of 80 tons lies",
    ]  # fmt: skip
    assert [each["says"][1] for each in parts] == ["pier 2 for 3", "pier 2 for 9"]
    assert "Where gull of 80 tons lies" in hand(game, "ann")["letter.txt"]
    answered(game, "ann", {"swan": 1, "gull": 2})


def test_who_is_asked_for_one_thing_reads_the_sentence_as_the_question(
    tmp_path: Path,
) -> None:
    """And nothing of what the others are asked."""
    later = ("--seat", "ann=later", "--seat", "bob=later")
    game, _ = begun(tmp_path, FOR_EACH_SIDE, *later)
    for seat, coins in (("ann", 4), ("bob", 7)):
        asked = question(game, seat)
        said = f"What {seat} pays, who has {coins}"
        assert asked["question"] == f"{seat} chooses: {said}"
        assert "sentence" not in asked["parts"][0]


FAILING = BOUGHT.replace("{bought.price}", "{60 / (bought.price - 3)}")


def test_a_text_that_fails_keeps_nobody_from_answering(tmp_path: Path) -> None:
    """It says that it does; all that was played before is there, for all readers."""
    game, shown = begun(tmp_path, FAILING)
    assert f"2. gull: {FAILED}\n" in shown
    assert re.search(r"3\. none\n", shown)
    answered(game, "ann", "gull")
    for seat in ("ann", "judge"):
        done("view", game, "--as", seat)
    done("verify", game)


CASE = """\
cases:
  bought:
    rule: none
    from: our own
    scenario: one
    run: day()
    answers: {bought: gull}
    expect: {swan.tons: 30}
"""


def test_a_case_says_where_a_text_fails(tmp_path: Path) -> None:
    """By the line of the text, although players are not told."""
    begun(tmp_path, FAILING)
    file = tmp_path / "harbour" / "ruleset.yaml"
    file.write_text(HEAD + FAILING + TAIL + CASE, encoding="utf-8")
    lines = (HEAD + FAILING).splitlines()
    (line,) = [n for n, text in enumerate(lines, 1) if "option_says" in text]
    code, out, talk = call("test", tmp_path / "harbour")
    assert code != 0
    assert f"ruleset.yaml:{line}:" in out + talk


def test_a_limit_in_a_text_is_no_end_of_the_game(tmp_path: Path) -> None:
    """Texts have the steps of a run of their own."""
    heavy = BOUGHT.replace(
        "{bought.price}", "{sum(a * b * bought.price for a in 1..999 for b in 1..999)}"
    ).replace("for a in 1..999 for b in 1..999", "for a in 1..9999")
    slow = heavy.replace("a * b", "sum(b for b in 1..9999)")
    game, shown = begun(tmp_path, slow)
    assert FAILED in shown
    answered(game, "ann", "gull")


def test_nobody_learns_that_the_text_of_another_fails(tmp_path: Path) -> None:
    """What somebody has would follow from it."""
    own = TO_EACH.replace("{s.coins - paid}", "{12 / (s.coins - 7) + paid}")
    later = ("--seat", "ann=later", "--seat", "bob=later")
    game, _ = begun(tmp_path, own, *later)
    (part,) = question(game, "ann")["parts"]
    assert part["says"][0] == "leaves -4 of 4"
    (part,) = question(game, "bob")["parts"]
    assert part["says"] == [FAILED] * 3


def test_a_text_that_failed_before_hides_nothing_later(tmp_path: Path) -> None:
    """Also where entities were created since, whom a seat may have met in a text."""
    made = "      - create: ship\n        with: {tons: 5, price: 3}\n"
    game, _ = begun(tmp_path, made + FAILING + BOUGHT.replace("bought", "again"))
    answered(game, "ann", "gull")
    for verb in ("view", "log", "map"):
        done(verb, game, "--as", "ann")
    done("undo", game)


@pytest.mark.parametrize("answer", ["south-west", "D2"])
def test_a_direction_is_offered_by_the_compass(tmp_path: Path, answer: str) -> None:
    """With its own text; its letter is an answer too."""
    pack = tmp_path / "turns"
    pack.mkdir()
    (pack / "ruleset.yaml").write_text(TURNS, encoding="utf-8")
    game = tmp_path / "a.game"
    talk = call("play", pack, "one", "--game", game, text="")[2]
    assert "1. east: way 0\n" in talk
    assert re.search(r"none\n", talk)
    assert "none: " not in talk
    answered(game, "ann", answer)
    assert data("view", game, "--as", "ann")["sees"][0]["fields"]["faces"] == "D2"


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_a_masked_option_has_the_text_of_its_label(tmp_path: Path, seed: str) -> None:
    """Options are sorted by what they are called, and the texts go with them; who is
    named in a text has the label that the reader knows."""
    game = game_of(tmp_path, (RED, "alpha"), seed=seed)
    names = labels(game)
    (part,) = question(game, BLUE)["parts"]
    beside = dict(zip(part["options"], part["says"], strict=True))
    assert beside.pop("none") == ""
    assert set(beside) == {names[each] for each in ("alpha", "beta", "gamma")}
    for option, text in beside.items():
        assert text.startswith(f"{option.split()[0]}, left with ")
        others = set(re.findall(r"(?:round|square) \d\d", text))
        assert others == {name for name in beside if name != option}
