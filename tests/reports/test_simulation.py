"""Estimates of records and maps: each field alone, in words, as JSON, as a picture."""

import xml.etree.ElementTree as ElementTree

from msgspec.structs import replace

from interpreter.reports.outputs.encoding import encoded
from interpreter.reports.simulation import (
    SimulationReport,
    estimate_picture,
    estimate_text,
    parts,
    simulation_output,
)
from interpreter.reports.values import ValueNames
from interpreter.values.types import INTEGER, Enumeration, MapOf, Maybe, Record, Value

NAMES = ValueNames()
SIDE = Enumeration("side", ("red", "blue"))
LOST = MapOf(SIDE, INTEGER)
END = Record(
    "end", (("winner", Maybe(SIDE)), ("turns_played", INTEGER), ("lost", LOST))
)
COUNTS: dict[Value, int] = {
    (0, 3, ((0, 1), (1, 4))): 5,
    (0, 4, ((0, 1), (1, 2))): 3,
    (1, 3, ((0, 3), (1, 2))): 1,
    (None, 9, ((0, 0),)): 1,
}
FOUND = SimulationReport(END, COUNTS, 10, "direct", "s")


def test_a_record_is_told_field_by_field() -> None:
    """Each with its own counts, of a map each key, none where a key is missing."""
    told = {name: dict(part.counts) for name, part in parts(FOUND, NAMES)}
    assert told == {
        "winner": {0: 8, 1: 1, None: 1},
        "turns played": {3: 6, 4: 3, 9: 1},
        "lost: red": {1: 8, 3: 1, 0: 1},
        "lost: blue": {4: 5, 2: 4, None: 1},
    }
    alone = SimulationReport(INTEGER, {1: 10}, 10, "direct", "s")
    assert parts(alone, NAMES) == [("", alone)]


def test_text_json_and_picture_say_the_same() -> None:
    """Shares of each field, with intervals; the mean of numbers."""
    text = estimate_text(FOUND, NAMES)
    lines = [" ".join(each.split()) for each in text.splitlines()]
    for head in ("winner", "turns played", "lost: red", "lost: blue"):
        assert head in lines
    assert any(each.startswith("red 8 80.00% 49.02% to 94.33%") for each in lines)
    assert any(each.startswith("mean 3.9 ") for each in lines)
    assert lines[-1].startswith("seed s")
    data = encoded(simulation_output(FOUND, NAMES))
    fields = data["fields"]
    assert isinstance(fields, list)
    assert [each["field"] for each in fields] == [
        name for name, _ in parts(FOUND, NAMES)
    ]
    assert [each["count"] for each in fields[0]["outcomes"]] == [8, 1, 1]
    assert isinstance(data["outcomes"], list)
    assert len(data["outcomes"]) == len(COUNTS)
    drawn = ElementTree.fromstring(estimate_picture("a <game>", FOUND, NAMES))
    desc = drawn[1].text or ""
    assert "winner: red: 80.00% (49.02% to 94.33%); blue: 10.00%" in desc
    assert "turns played: 3: 60.00%" in desc
    assert "seed s" in desc


def test_a_bar_is_as_long_as_its_share() -> None:
    """Of the room that all would have."""
    space = "{http://www.w3.org/2000/svg}"
    drawn = ElementTree.fromstring(estimate_picture("g", FOUND, NAMES))
    rows = {
        (group.findtext(f"{space}title") or ""): group.findall(f"{space}rect")
        for group in drawn.iter(f"{space}g")
        if group.find(f"{space}rect") is not None
    }
    whole, part = rows["red: 80.00% (49.02% to 94.33%)"]
    share = float(part.get("width", "")) / float(whole.get("width", ""))
    assert abs(share - 0.8) < 0.001


def test_what_was_interrupted_says_so_and_how_it_comes_again() -> None:
    """In words, as JSON and on the picture; what was not says nothing of it."""
    done = replace(FOUND, asked=10)
    assert estimate_text(done, NAMES) == estimate_text(FOUND, NAMES)
    data = encoded(simulation_output(FOUND, NAMES))
    assert (data["asked"], data["interrupted"]) == (10, False)
    cut = replace(FOUND, asked=6000)
    *_, told, again = estimate_text(cut, NAMES).splitlines()
    assert told.startswith("  10 of 6,000 trials, interrupted (direct);")
    assert again.endswith("(the same estimate again: --trials 10 --seed s)")
    data = encoded(simulation_output(cut, NAMES))
    assert (data["trials"], data["asked"], data["interrupted"]) == (10, 6000, True)
    assert "10 of 6,000 trials" in estimate_picture("g", cut, NAMES)
