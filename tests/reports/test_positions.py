"""How things stand, as the pack says it: phrases, briefings, and what is left out."""

from pathlib import Path

import pytest

from tests.games.playing import call, done
from tests.ruleset.packs import write

PACK = """
name: ridge
seats: side
seen_by: everyone
entry_points: {wait: {call: wait()}}
entities:
  sky: {single: yes, fields: {hour: {type: integer, seen_by: everyone, start: 6,
    say: "{hour} o'clock"}}}
  side:
    owner: it
    seen_by: everyone
    fields: {marks: {type: integer, seen_by: owner, start: 3}}
  post:
    owner: side
    fields:
      side: {type: side, seen_by: everyone, say: "of {side}"}
      men: {type: integer, seen_by: owner, start: 0, say: {12: "{men} men"}}
      most: {type: integer, seen_by: judge, start: 40}
      room: {type: integer, seen_by: owner, start: 5, say: "room for {room} of {most}"}
      held by: {type: text or none, seen_by: owner, start: none,
        say: "held by {held by}"}
      awake: {type: yes or no, seen_by: owner, start: yes, say: {no: asleep}}
      torch: {type: text or none, seen_by: owner, start: none,
        say: {none: in the dark, other: "lit by {torch}"}}
      bells: {type: integer, seen_by: owner, start: 3,
        say: {3: "", 0: "", other: "{bells} bells"}}
      paces: {type: integer, seen_by: owner, start: 9}
procedures:
  wait:
    seen_by: everyone
    steps:
      - let: {who: "every(side)[1]", first: "every(post)[1]"}
      - choose: at first
        by: who
        seen_by: everyone
        say: What the red do
        options:
          sleep:
            do:
              - set: {first.awake: no, first.men: 0}
              - set: {first.paces: 4, first.held_by: none, first.bells: 0}
          pass: {}
      - choose: after that
        by: who
        seen_by: everyone
        say: What they do then
        options: {sleep: {}, pass: {}}
scenarios:
  night:
    main: wait
    briefing:
      everyone: It is night on the ridge.
      red: You hold the mill.
      blue: You are to find out who holds it.
    entities:
      red: {kind: side}
      blue: {kind: side}
      mill: {kind: post, side: red, men: 12, held by: the sergeant}
      barn: {kind: post, side: red, torch: a lantern}
      shed: {kind: post, side: red, torch: a lantern}
      sky: {kind: sky}
"""
LATER = ("--seat", "blue=later")


@pytest.fixture
def ridge(tmp_path: Path) -> str:
    """Return the folder of the pack."""
    return str(write(tmp_path / "ridge", {"ruleset.yaml": PACK}))


def played(ridge: str, text: str, *words: str) -> str:
    """Return what is said at the keys of a game that begins."""
    game = Path(ridge).parent / "a.game"
    return call("play", ridge, "night", "--game", game, *words, text=text)[2]


def test_what_stands_out_is_said_and_the_rest_is_not(ridge: str) -> None:
    talk = played(ridge, "", *LATER)
    assert "\n  6 o'clock\n" in talk
    assert "mill: of red; 12 men; held by the sergeant; in the dark\n" in talk
    assert "barn and shed: of red; lit by a lantern\n" in talk
    assert "room" not in talk  # no seat sees how much there is at most
    assert "paces" not in talk  # the pack has no words for it
    assert "marks 3" in talk  # a kind of which it says nothing at all


def test_others_read_what_they_see(ridge: str) -> None:
    talk = played(ridge, "", "--as", "blue")
    assert "mill, barn and shed: of red\n" in talk
    assert "sergeant" not in talk
    assert "dark" not in talk


def test_a_change_is_said_in_the_words_of_the_pack(ridge: str) -> None:
    talk = played(ridge, "sleep\n", *LATER)
    assert "post mill: men 0; held by the sergeant no more; asleep\n" in talk
    assert "paces" not in talk
    assert "bells" not in talk  # the pack has said that 0 of them are not worth a word


def test_all_is_shown_on_request(ridge: str) -> None:
    talk = played(ridge, "view\n", *LATER)
    assert "paces" in talk
    talk = played(ridge, "position\nbriefing\n", *LATER)
    assert talk.count("12 men") == 2
    assert talk.count("You hold the mill.") == 2


def test_a_briefing_is_for_its_seat(ridge: str) -> None:
    red = played(ridge, "", *LATER)
    assert red.index("night on the ridge") < red.index("You hold the mill.")
    assert red.index("You hold the mill.") < red.index("red sees")
    assert "find out" not in red
    blue = played(ridge, "", "--as", "blue")
    assert "find out who holds it" in blue
    assert "You hold" not in blue


def test_a_briefing_is_read_once(ridge: str) -> None:
    """Who has chosen something knows it, also where he sits down again."""
    assert "You hold" in played(ridge, "", *LATER)
    assert "You hold" in played(ridge, "sleep\n", *LATER)
    assert "You hold" not in played(ridge, "", *LATER)


def test_the_first_letter_has_the_briefing(ridge: str, tmp_path: Path) -> None:
    played(ridge, "sleep\n", "--seat", "blue=later")
    game, folder = tmp_path / "a.game", tmp_path / "letters"
    done("handout", game, folder)
    red = (folder / "red" / "letter.md").read_text("utf-8")
    blue = (folder / "blue" / "letter.html").read_text("utf-8")
    assert "You hold the mill." in red
    assert "Mill: of red; asleep; in the dark." in red
    assert "Barn and shed: of red; lit by a lantern." in red
    assert "find out who holds it" in blue
    assert "You hold" not in blue
    played(ridge, "pass\n", "--seat", "blue=later")
    done("handout", game, folder)
    assert "You hold" not in (folder / "red" / "letter.md").read_text("utf-8")


def test_a_letter_says_changes_in_the_words_of_the_pack(
    ridge: str, tmp_path: Path
) -> None:
    game, folder = tmp_path / "a.game", tmp_path / "letters"
    played(ridge, "", *LATER)
    done("handout", game, folder)
    played(ridge, "sleep\n", *LATER)
    done("handout", game, folder)
    letter = (folder / "red" / "letter.md").read_text("utf-8")
    changed = letter[letter.index("What has changed") :]
    assert "Post mill: men 0 (12 before); held by the sergeant no more;" in changed
    assert "; asleep." in changed
    assert "paces" not in letter
    assert "bells" not in letter


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"{hour} o\'clock"', "dawn", "this says the same whatever 'hour' is"),
        ("{no: asleep}", "{nay: asleep}", "'nay' is no value of 'awake'"),
        ("blue: You are", "bleu: You are", "'bleu' is no seat of this scenario"),
        ("of {most}", "of {mast}", "'mast' stands for nothing here"),
    ],
)
def test_slips_are_named_with_their_place(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    assert old in PACK
    folder = write(tmp_path / "slip", {"ruleset.yaml": PACK.replace(old, new)})
    code, out, _ = call("check", folder)
    assert code == 3
    (line,) = [each for each in out.splitlines() if said in each]
    place = PACK.splitlines()[int(line.split(":")[1]) - 1]
    assert old.split(" ")[0].strip('"{}') in place


def test_a_kind_of_which_nothing_is_said_is_noted(ridge: str, tmp_path: Path) -> None:
    noted = [each for each in call("check", ridge)[1].splitlines() if "R526" in each]
    assert len(noted) == 1
    assert "'side'" in noted[0]
    marked = PACK.replace("start: 3}}", 'start: 3, say: "{marks} marks"}}')
    assert marked != PACK
    spoken = write(tmp_path / "spoken", {"ruleset.yaml": marked})
    assert "R526" not in call("check", spoken)[1]


def test_a_letter_tells_what_the_phrase_of_another_field_says(
    ridge: str, tmp_path: Path
) -> None:
    """The terminal and the letter agree: 'room for {room} of {most}' has changed."""
    pack = PACK.replace(
        "most: {type: integer, seen_by: judge", "most: {type: integer, seen_by: owner"
    ).replace("set: {first.awake: no,", "set: {first.most: 30, first.awake: no,")
    folder = write(tmp_path / "wide", {"ruleset.yaml": pack})
    game, letters = tmp_path / "b.game", tmp_path / "post"
    call("play", folder, "night", "--game", game, *LATER, text="")
    done("handout", game, letters)
    talk = call("play", "--game", game, *LATER, text="sleep\n")[2]
    assert "room for 5 of 30" in talk
    done("handout", game, letters)
    letter = (letters / "red" / "letter.md").read_text("utf-8")
    assert "room for 5 of 30" in letter[letter.index("What has changed") :]


def test_paragraphs_of_a_briefing_stay_apart(tmp_path: Path) -> None:
    pack = PACK.replace(
        "everyone: It is night on the ridge.",
        'everyone: "It is night on the ridge.\\n\\nNobody sees far.\\e[2J"',
    )
    folder = write(tmp_path / "long", {"ruleset.yaml": pack})
    game = tmp_path / "a.game"
    talk = call("play", folder, "night", "--game", game, *LATER, text="")[2]
    assert "ridge.\n\nNobody sees far." in talk
    assert "\x1b" not in talk


def test_a_briefing_comes_in_the_first_letter_alone(ridge: str, tmp_path: Path) -> None:
    """Also where the first had no news; written again unchanged it says the same."""
    game, folder = tmp_path / "a.game", tmp_path / "letters"
    played(ridge, "", *LATER)
    letter = folder / "red" / "letter.md"
    for _ in range(2):
        done("handout", game, folder)
        assert "You hold the mill." in letter.read_text("utf-8")
    played(ridge, "sleep\n", *LATER)
    done("handout", game, folder)
    assert "You hold the mill." not in letter.read_text("utf-8")
