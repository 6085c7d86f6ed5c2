"""Movement in games: a way given at once, cut where its seat sees something new."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from interpreter.maps.words import MOVED
from tests.games.playing import call, data, done, question, reply

PATROLS = str(Path(__file__).parents[1] / "packs" / "patrols")
LATER = ("--seat", "red=later", "--seat", "blue=later")


def begin(game: Path) -> None:
    """Begin a game in which nobody is here."""
    done("play", PATROLS, "wood", "--game", game, "--seed", "one", *LATER)


def chosen(game: Path) -> list[str]:
    """Return the hexes that were chosen, in order."""
    events = [json.loads(each) for each in game.read_text("utf-8").splitlines()]
    found = [each for each in events if each.get("event") == "choice"]
    return [str(each["values"][0][1]) for each in found]


def at(game: Path, seat: str, thing: str) -> Any:
    """Return where a seat sees a thing."""
    sees = data("view", game, "--as", seat)["sees"]
    (found,) = (each for each in sees if each["id"] == thing)
    return found["fields"].get("at")


def test_a_way_is_taken_until_something_new_is_seen(tmp_path: Path) -> None:
    """Then the rest is left out and it is asked again; a secret roll cuts no way."""
    game = tmp_path / "g"
    text = "0203 0204 0205 0206\nnone\n0703 0804 none\n"
    given = ("play", PATROLS, "wood", "--game", game, "--seed", "one")
    code, _, talk = call(*given, text=text)
    assert code == 0
    assert talk.count("red chooses: ann goes on") == 2
    new = "something new is seen after 0205: ambush pit"
    assert f"1 step of the way left out: {new}" in talk
    assert talk.count("blue chooses: ") == 1
    assert talk.count("left out") == 1
    assert talk.count("one of them, or a whole way that begins so") == 3
    assert (at(game, "red", "ann"), at(game, "red", "bob")) == ("0205", "0804")
    assert at(game, "red", "pit") == "0306"


def test_each_step_says_what_it_costs_and_leaves(tmp_path: Path) -> None:
    game = tmp_path / "g"
    begin(game)
    (part,) = question(game, "red")["parts"]
    beside = dict(zip(part["options"], part["says"], strict=True))
    assert beside.pop("none") == ""
    for text in beside.values():
        assert re.fullmatch(r"costs \d+, leaves \d+", text)
    budgets = {sum(map(int, re.findall(r"\d+", text))) for text in beside.values()}
    assert len(budgets) == 1
    assert reply(game, question(game, "red")["token"], "0203")[0] == 0
    (part,) = question(game, "red")["parts"]
    beside = dict(zip(part["options"], part["says"], strict=True))
    cost, left = map(int, re.findall(r"\d+", beside["0204"]))
    assert cost + left < budgets.pop()


def test_a_file_gives_a_way_at_once(tmp_path: Path) -> None:
    """As one text or as a list; each hex is an answer of its own in the journal."""
    for name, way in (("text", "0203 0204 0205 0206"), ("list", ["0203", "0204"])):
        game = tmp_path / name
        begin(game)
        code, out, talk = reply(game, question(game, "red")["token"], way)
        assert code == 0
        assert "the answer of red is taken" in out
        assert ("something new is seen" in talk) is (name == "text")
        assert len(chosen(game)) == (3 if name == "text" else 2)
        assert at(game, "red", "ann") == ("0205" if name == "text" else "0204")
        done("verify", game)


def test_a_way_with_what_is_no_hex_is_not_gone_at_all(tmp_path: Path) -> None:
    """Wherever in it that stands; so is one whose first hex is not offered."""
    game = tmp_path / "g"
    begin(game)
    token = question(game, "red")["token"]
    before = game.read_bytes()
    assert reply(game, token, "0808 0203")[0] == 3
    assert game.read_bytes() == before
    told = "'hill' is not the label of a hex: no step of the path was taken"
    code, _, talk = reply(game, token, "0203 hill 0204")
    assert (code, told in talk) == (3, True)
    assert game.read_bytes() == before


def test_a_way_with_a_gap_is_not_gone_at_all(tmp_path: Path) -> None:
    """Neither in an answer nor at the keys: another way was meant."""
    game = tmp_path / "g"
    begin(game)
    token = question(game, "red")["token"]
    before = game.read_bytes()
    told = "'0203' and '0808' do not touch: no step of the path was taken"
    code, out, talk = reply(game, token, "0203 0808 0204")
    assert (code, out, told in talk) == (3, "", True)
    talk = call("play", "--game", game, "--as", "red", text="0203 0808\n")[2]
    assert told in talk
    assert game.read_bytes() == before


def test_a_way_does_not_go_on_with_another_piece(tmp_path: Path) -> None:
    """Behind `none` another movement begins."""
    game = tmp_path / "g"
    begin(game)
    talk = reply(game, question(game, "red")["token"], "0203 none 0204")[2]
    assert "1 step of the way left out: it is another question" in talk
    assert at(game, "red", "ann") == "0203"


@pytest.mark.parametrize(
    ("way", "left", "where"),
    [
        ("0203 0204 0205 0206", 2, "0204"),
        ("0203 none 0204", 1, "0203"),
        ("none 0203", 1, "0202"),
    ],
)
def test_a_way_does_not_go_on_with_the_next_movement_of_a_piece(
    tmp_path: Path, way: str, left: int, where: str
) -> None:
    """Not where the first one took all its pace, nor behind `none`."""
    game = tmp_path / "g"
    relay = ("play", PATROLS, "lane", "relay", "--with", "p=ann")
    given = (*relay, "--game", game, "--seed", "one")
    code, _, talk = call(*given, text=f"{way}\nnone\n")
    assert code == 0, talk
    assert f"{left} step{'s' * (left > 1)} of the way left out: it is another" in talk
    assert at(game, "red", "ann") == where


def test_a_way_that_has_ended_by_itself_leaves_nothing_out(tmp_path: Path) -> None:
    """Who says that it ends where its pace ends anyway has lost no step."""
    game = tmp_path / "g"
    relay = ("play", PATROLS, "lane", "relay", "--with", "p=ann")
    given = (*relay, "--game", game, "--seed", "one")
    code, _, talk = call(*given, text="0203 0204 none\nnone\n")
    assert code == 0, talk
    assert "left out" not in talk


def test_what_is_left_of_a_way_at_the_end_is_said(tmp_path: Path) -> None:
    """Of a whole game, and of a seat that plays alone."""
    relay = ("play", PATROLS, "lane", "relay", "--with", "p=ann")
    for name, more in (("a", ()), ("b", ("--as", "red"))):
        given = (*relay, "--game", tmp_path / name, "--seed", "one", *more)
        code, _, talk = call(*given, text="none\n0203 0204 0205\n")
        assert code == 0, talk
        assert "1 step of the way left out: nothing more is asked" in talk


@pytest.mark.parametrize("steps", [1, 2])
def test_steps_are_undone_and_played_again(tmp_path: Path, steps: int) -> None:
    """One at a time, with what fell between; the piece stands where it stood."""
    game = tmp_path / "g"
    begin(game)
    token = question(game, "red")["token"]
    reply(game, token, "0203 0204")
    for _ in range(steps):
        done("undo", game, "--consent")
    assert at(game, "red", "ann") == ("0203" if steps == 1 else "0202")
    other = "0304" if steps == 1 else "0103"
    code, _, _ = reply(game, question(game, "red")["token"], other)
    assert code == 0
    assert at(game, "red", "ann") == other
    done("verify", game)
    done("replay", game)


def test_what_a_movement_says_asks_where_and_not_how_it_turns(tmp_path: Path) -> None:
    """A turn is asked for as one, whatever the step says."""
    marches = Path(PATROLS).with_name("marches") / "ruleset.yaml"
    text = marches.read_text(encoding="utf-8")
    plain, more = "walk: wheel(p)\n", '        say: "Whither {p}"\n'
    assert text.count(plain) == 1
    (tmp_path / "marches").mkdir()
    (tmp_path / "marches" / "ruleset.yaml").write_text(
        text.replace(plain, plain + more), encoding="utf-8"
    )
    game = tmp_path / "g"
    wheel = ("play", tmp_path / "marches", "meadow", "wheel_about", "--with", "p=ann")
    talk = call(*wheel, "--game", game, "--seed", "one", text="1\n")[2]
    assert "red chooses: ann turns in" in talk
    assert "red chooses: Whither ann" in talk


def test_the_map_of_a_letter_shows_what_moved_since_the_last(tmp_path: Path) -> None:
    """To each seat what it saw both times; written again it shows the same, and then
    from there on. The pit that came to light has no place from where it moved."""
    game, folder = tmp_path / "g", tmp_path / "letters"
    begin(game)

    def moved(seat: str) -> list[str]:
        done("handout", game, folder)
        text = (folder / seat / "map.txt").read_text("utf-8")
        picture = (folder / seat / "map.svg").read_text("utf-8")
        told = text.partition(f"{MOVED}\n")[2].partition("\n\n")[0].splitlines()
        assert picture.count("<title>moved: ") == len(told)
        return [line.strip() for line in told]

    assert moved("red") == []
    reply(game, question(game, "red")["token"], "0203 0204 0205")
    for seat in ("red", "blue", "red", "blue"):
        assert moved(seat) == ["ann: ann: 0202 to 0205"]
    reply(game, question(game, "red")["token"], "0206")
    assert moved("red") == ["ann: ann: 0205 to 0206"]
    assert at(game, "red", "pit") == "0306"
