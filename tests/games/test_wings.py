"""V-LI-01, 09, 10, 16 and 20 in whole games: hidden wings, piles, and who looks on."""

import re
from collections.abc import Sequence
from pathlib import Path
from shutil import copy2
from typing import Any

import pytest

from interpreter.views.visibility import Masks
from tests.games.playing import answered, call, data, done, question, reply
from tests.games.test_prompts import got

PACK = "rulesets/limited-intelligence"
PRUSSIAN, AUSTRIAN = "prussian_side", "austrian_side"
STACKS = {
    "wing 1": ("1202", ["1201", "1203"]),
    "wing 2": ("1802", ["1801", "1803"]),
    "wing 3": ("1612", ["1611", "1613"]),
    "austrian_foot": ("2008", ["2007", "2009"]),
}
"""Where the Austrian's leaders stand, and their markers: three stacks, and a wing."""
MASKS = ("repl_inf", "repl_cav_1", "repl_cav_2")
"""The counters on the stacks, of the same faces however many of them are real."""
CAVALRY = ("seydlitz_wing", "empty_saddles")
"""A wing, and a counter with nothing behind it, that look alike."""
IN_SIGHT = ("--option", "piles=in sight")


def begun(game: Path, scenario: str, *more: str) -> None:
    """Begin a game in which the Austrian is elsewhere."""
    game.parent.mkdir(parents=True, exist_ok=True)
    there = ("--game", game, "--seed", "one", "--seat", f"{AUSTRIAN}=later")
    done("play", PACK, scenario, *there, "--seat", f"{PRUSSIAN}=later", *more)
    for seat in (PRUSSIAN, AUSTRIAN):
        answered(game, seat, "yes")


def set_up(game: Path, seat: str, places: Any) -> None:
    """Let a seat say where its leaders and their markers are, as long as it is asked;
    `places` are by their names."""
    pattern = "Where (?:the two markers of )?(.+?) (?:is set up|go)"
    if question(game, seat)["name"] == "lie":
        answered(game, seat, "as you say")
    while (asked := question(game, seat)) and asked["name"] in ("spot", "places"):
        found = re.search(pattern, asked["question"])
        assert found is not None
        spot, markers = places.get(found[1], ("none", []))
        code, _, talk = reply(
            game, asked["token"], spot if asked["name"] == "spot" else markers
        )
        assert code == 0, talk


def torgau(folder: Path, piles: tuple[int, ...], height: int, *more: str) -> list[str]:
    """Divide the Austrian's three units among `piles` detachments, of three stacks in
    all, and set up; what the Prussian gets at some moments of it, and at the end, and
    what the judge sees then."""
    first, game = folder / "a.game", folder / f"{piles}-{height}" / "a.game"
    if not first.exists():  # what the Prussian sets up is the same in all of them
        stacks = ("--option", "dummies without a detachment=stacks too")
        begun(first, "torgau", *more, *stacks)
        spots = {"prussian_horse": ("0103", ["0102", "0104"])}
        set_up(first, PRUSSIAN, spots | {"prussian_foot": ("0112", ["0111", "0113"])})
    game.parent.mkdir()
    for part in folder.glob("a.game*"):
        if part.is_file():
            copy2(part, game.parent)
    number = len(set(piles))
    answered(game, AUSTRIAN, number)
    seen = [got(game, PRUSSIAN)]
    if number > 1:
        units = dict(zip(("croats", "drg_31", "drg_6"), piles, strict=True))
        answered(game, AUSTRIAN, units)
    if number:
        answered(game, AUSTRIAN, height)
    for mask in MASKS[:number]:
        answered(game, AUSTRIAN, mask)
    if number:
        seen.append(got(game, PRUSSIAN))
    while (asked := question(game, AUSTRIAN)) and asked["name"] == "use":
        is_mask = any(f"counter {each} " in asked["question"] for each in MASKS)
        answered(game, AUSTRIAN, "dummy stack" if is_mask else "nothing")
    seen.append(got(game, PRUSSIAN))
    set_up(game, AUSTRIAN, STACKS)
    assert question(game, PRUSSIAN)["name"] == "mover"
    return [*seen, got(game, PRUSSIAN), done("view", game, "--as", "judge")]


WAYS = (((), 0), ((1, 2, 3), 9), ((1, 1, 1), 4), ((1, 1, 2), 6))
"""Which units go to which pile, and how high the piles are."""


@pytest.mark.parametrize("ways", [pytest.param(WAYS, marks=pytest.mark.long)], ids=len)
def test_how_many_stacks_are_real_shows_nowhere(
    tmp_path: Path, ways: Sequence[tuple[tuple[int, ...], int]]
) -> None:
    """V-LI-09 and 10: three stacks, of which none, one, two or three are detachments,
    of one unit or three, in piles of any height. While the Austrian divides them, which
    is asked of him more often or less, and behind it, the Prussian gets the same:
    nothing until the counters are set up, then all of them at once."""
    seen, judged = set(), set()
    for piles, height in ways:
        *moments, judge = torgau(tmp_path, piles, height)
        seen.add(tuple(dict.fromkeys(moments)))
        judged.add(judge)
    assert len(seen) == 1
    assert len(seen.pop()) == 2
    assert len(judged) == len(ways)


@pytest.mark.long
def test_piles_that_stand_in_sight_are_seen(tmp_path: Path) -> None:
    """V-LI-10 the other way: by the other reading (R-LI-21) they are counted."""
    high = [torgau(tmp_path, (1, 1, 1), each, *IN_SIGHT)[-2] for each in (4, 9)]
    assert high[0] != high[1]


def ordered(folder: Path, plan: str, known: str) -> str:
    """Order a real wing to march, and to stay where it is; what the Austrian gets."""
    game = folder / plan / known / "a.game"
    begun(game, "two wings meet", "--option", f"formation is known={known}")
    spots = {"seydlitz_wing": ("0103", ["0102", "0104"])}
    set_up(game, PRUSSIAN, spots | {"old_guard": ("0107", ["0106", "0108"])})
    places = {"mill_wing": ("1206", ["1205", "1207"])}
    set_up(game, AUSTRIAN, places | {"croats": ("1204", ["1203", "1205"])})
    for answer in ("seydlitz_wing", plan, "none"):
        answered(game, PRUSSIAN, answer)
    assert question(game, PRUSSIAN)["name"] == "mover"
    return got(game, AUSTRIAN)


@pytest.mark.parametrize(
    ("known", "many"),
    [
        pytest.param("to its owner", 1, marks=pytest.mark.long),
        pytest.param("to all", 2, marks=pytest.mark.long),
    ],
)
def test_who_knows_a_formation(tmp_path: Path, known: str, many: int) -> None:
    """R-LI-20: all see it of a hidden wing, or its owner alone; then a wing that stays
    where it is shows nothing of how it would march."""
    plans = ("marches deployed", "marches in column")
    assert len({ordered(tmp_path, each, known) for each in plans}) == many


def met(folder: Path, monkeypatch: pytest.MonkeyPatch, north: str) -> Path:
    """Set up a short encounter, of two cavalry counters the one named in the north."""
    order = (0, 1, 2) if north == "seydlitz_wing" else (2, 1, 0)
    dealt = [11 + each for each in order] + [14, 15, 16]
    dealt += [21 + each for each in order] + [24, 25, 26]
    monkeypatch.setattr(Masks, "_numbers", lambda *_: iter(dealt))
    game = folder / north / "a.game"
    begun(game, "two wings meet")
    (south,) = (each for each in CAVALRY if each != north)
    spots = {north: ("0103", ["0102", "0104"]), south: ("0107", ["0106", "0108"])}
    set_up(game, PRUSSIAN, spots | {"old_guard": ("0105", ["0104", "0106"])})
    places = {
        "mill_wing": ("1206", ["1205", "1207"]),
        "croats": ("1204", ["1203", "1205"]),
        "straw_men": ("1208", ["1207", "1209"]),
    }
    set_up(game, AUSTRIAN, places)
    for answer in (north, "marches deployed"):
        answered(game, PRUSSIAN, answer)
    if question(game, PRUSSIAN)["name"] == "pace":  # a dummy may pretend
        answered(game, PRUSSIAN, 5)
    for answer in ("0203", "none", "none"):
        answered(game, PRUSSIAN, answer)
    return game


@pytest.mark.long
def test_queries_tell_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """V-LI-01 and 16: whoever asks for the allowance, the rating or the state of an
    enemy's counter, by its label or by a name that he guessed, is refused in the same
    words; as is whoever asks for what is not there."""
    asked = [
        f"{counter}{what}"
        for counter in ("cavalry 21", "seydlitz_wing", "empty_saddles", "nobody")
        for what in (".left", ".rating", ".dummy", ".effective", "")
    ]
    found = []
    for north in CAVALRY:
        game = met(tmp_path, monkeypatch, north)
        token = question(game, AUSTRIAN)["token"]
        said = [reply(game, token, each) for each in asked]
        assert {code for code, *_ in said} == {3}
        for each, (_, out, talk) in zip(asked, said, strict=True):
            assert out == ""
            assert f"'{each}' is not offered" in talk
            assert talk.replace(each, "...") == said[0][2].replace(asked[0], "...")
        found.append(got(game, AUSTRIAN))
        judged = data("view", game, "--as", "judge")["sees"]
        labels = {each["id"]: each.get("label") for each in judged}
        assert labels[north] == "cavalry 21"
    assert found[0] == found[1]


@pytest.mark.long
def test_who_looks_on_sees_what_both_see(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """V-LI-20: of every thing the fields that both know, by the label that others have;
    so nothing of which counter is real, and where both stand."""
    texts = set()
    for north in CAVALRY:
        game = met(tmp_path, monkeypatch, north)
        texts.add(public(game))
    assert len(texts) == 1
    judged = data("view", game, "--as", "judge")["sees"]
    seen = data("view", game, "--as", "everyone")["sees"]
    both = {PRUSSIAN, AUSTRIAN}
    expected = {
        each.get("label", each["id"]): known
        for each in judged
        if (
            known := {
                name: told["value"]
                for name, told in each["fields"].items()
                if set(told["known_to"]) == both
            }
        )
    }
    assert {each["id"]: set(each["fields"]) for each in seen} == {
        name: set(fields) for name, fields in expected.items()
    }
    counters = {each["id"]: each["fields"] for each in seen if each["kind"] == "wing"}
    assert {each["at"] for each in counters.values()} == {
        *("0203", "0107", "0105", "1206", "1204", "1208"),
    }
    for name, fields in counters.items():
        assert fields == expected[name]
        assert fields.keys().isdisjoint({"dummy", "rating", "left", "led by", "led_by"})


def public(game: Path) -> str:
    """Return all that is printed for whoever looks on."""
    looks = [
        call(verb, game, "--as", "everyone", *form)
        for verb in ("view", "log", "map")
        for form in ((), ("--json",))
    ]
    return str(looks).replace(str(game.parent), "")
