"""Maps of a table: to scale, readable, alone, the same in words, and no more than a
seat may know."""

import json
import re
import time
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from interpreter.app.maps import drawn_for
from interpreter.boards.plane.areas import disc
from interpreter.boards.plane.points import INCH, Point
from interpreter.boards.plane.tabletop import Tabletop
from interpreter.engine.once import initial
from interpreter.engine.stops import GameState
from interpreter.maps.parts import PANELS
from interpreter.maps.plane import text_map
from interpreter.maps.plane.plan import (
    MOST,
    TableExtent,
    TablePiece,
    TablePlan,
    TableReport,
    overview,
    windows,
)
from interpreter.maps.renderers import map_text, picture, sketch
from interpreter.maps.svg import PAGE
from interpreter.maps.words import CELLS
from interpreter.pipeline.opening import Pack, open_pack
from interpreter.reports.map_json import map_output
from interpreter.reports.outputs.encoding import encoded
from tests.maps.looking import ROOT, SVG, boxes, read, tables, titles

PACK = "tests/packs/tabletop"
seats = pytest.mark.parametrize("seat", ["judge", "red", "blue"])
Row = tuple[Any, ...]


@pytest.fixture(scope="module")
def pack() -> Pack:
    """A table, on which eva of blue hides from red."""
    return open_pack(ROOT / PACK, {}).under("field")


def plan_of(seat: str = "judge") -> TablePlan:
    """Return the table as a seat sees it."""
    (plan,) = tables(PACK, "field", seat)
    return plan


def flat(text: str) -> str:
    """Return a text without what folding and indents do to it."""
    return re.sub(r"\s+", "", text)


@seats
def test_it_stands_alone_and_says_what_it_is(seat: str) -> None:
    """XML that needs nothing else, with a title, and a description of all there is."""
    drawn = picture([plan_of(seat)])
    found = read(drawn)
    assert found[0].text == f"table, as {seat} knows it: 24 x 18 inches"
    assert found[1].tag == f"{SVG}desc"
    assert "ann: ann (man of red) at 5, 2 (open), facing north" in (found[1].text or "")
    assert not re.search(r"(href|src)=\"(?!#)|url\((?!#)|<script|@import|<!", drawn)
    assert drawn.count("http") == 1


@seats
def test_every_figure_is_drawn_where_it_stands_and_to_scale(seat: str) -> None:
    """On the map of all and in the part that holds it, each base three quarters of an
    inch wide."""
    plan = plan_of(seat)
    found = read(picture([plan]))
    said = Counter(titles(found))
    for each in plan.pieces:
        assert said[f"{each.name} ({each.kind})"] == 2
    scale, left, low = measured(found)
    spots = {
        (float(e.get("cx", "")), float(e.get("cy", "")))
        for group in found.iter(f"{SVG}g")
        for e in group.findall(f"{SVG}circle")
        if (group.findtext(f"{SVG}title") or "").endswith("(man)")
        and abs(float(e.get("r", "")) - scale * 3 / 8) < 0.1
    }
    assert len(spots) == len(plan.pieces)
    for each in plan.pieces:
        right, away = (float(part) / INCH for part in each.at)
        wanted = (left + right * scale, low - away * scale)
        assert any(max(abs(wanted[0] - x), abs(wanted[1] - y)) < 0.2 for x, y in spots)


def measured(found: Any) -> tuple[float, float, float]:
    """Return how large an inch is on the map of all, and where its near left corner
    lies, by the numbers of the scale."""
    first: dict[str, tuple[float, float]] = {}
    for each in found.iter(f"{SVG}text"):
        if each.get("text-anchor") == "middle" and each.get("font-weight") is None:
            at = float(each.get("x", "")), float(each.get("y", ""))
            first.setdefault(each.text or "", at)
    (left, down), (right, _) = first["0"], first["24"]
    return (right - left) / 24, left, down - 10


@seats
def test_no_words_collide(seat: str) -> None:
    """Marks, letters of areas, numbers of inches and the lists; all on the page."""
    found = boxes(read(picture([plan_of(seat)])))
    assert not meeting(found)
    assert all(each.left >= 0 and each.right <= PAGE for each in found)


def meeting(found: list[Any]) -> list[tuple[str, str]]:
    """Return the words that cover each other."""
    return [
        (one.said, other.said)
        for at, one in enumerate(found)
        for other in found[at + 1 :]
        if one.meets(other)
    ]


@seats
def test_picture_and_text_say_the_same(seat: str) -> None:
    """Every line of the lists stands in both, and no line of text is too long."""
    plan = plan_of(seat)
    drawn = "".join(e.text or "" for e in read(picture([plan])).iter(f"{SVG}text"))
    written = map_text([plan])
    lines = [each for _, held in text_map.lists(plan) for each in held]
    assert len(lines) == len(plan.pieces) + len(plan.chart.pieces)
    for each in lines:
        assert flat(each) in flat(drawn)
        assert flat(each) in flat(written)
    assert all(len(line) <= CELLS for line in written.splitlines())


def test_what_stands_where_reads_as_it_is_laid_out() -> None:
    """Places as printed, ground and areas, the way it faces; areas as one builds
    them."""
    plan = plan_of()
    said = list(text_map.standing(plan))
    assert "bob: bob (man of red) at 5, 2 3/4 (open), facing north" in said
    assert "eva: eva (man of blue) at 6, 7 (wood, in copse), facing south" in said
    assert any(each.endswith("facing near west (252 degrees)") for each in said)
    areas = list(text_map.areas(plan))
    assert "a: hill, level 1: 6 across about 18, 12" in areas
    assert "d: wall: from 10, 2 to 10, 9, 1/4 wide" in areas


def test_text_shows_ground_and_marks_where_they_are() -> None:
    """The farthest line is first; marks of those who touch stand together."""
    drawn = sketch([plan_of()]).splitlines()
    assert next(at for at, e in enumerate(drawn) if "fay" in e) < next(
        at for at, e in enumerate(drawn) if "dan" in e
    )
    (line,) = [e for e in drawn if "dan" in e and "|" not in e and "," not in e]
    assert line.index("dan") - 5 == 16 * 3
    close = [TablePiece(n, "man", n, 0, (5 * INCH, 5 * INCH)) for n in ("ann", "bob")]
    both = sketch([replace(plan_of(), pieces=tuple(close))])
    assert "ann+1" in both
    assert "Several: ann+1: ann, bob" in both


def hidden(pack: Pack, **known: Any) -> Iterator[GameState]:
    """Yield the scenario with eva somewhere else, looking elsewhere."""
    declared, state = pack.program.declared, initial(pack.program, "field")
    place, kind = list(declared.kinds).index("man"), declared.kinds["man"]
    number = pack.program.initial_states["field"].ids["man"].index("eva")
    for at in ((6, 7), (17, 12), (Fraction(1, 2), Fraction(35, 2)), (23, 1)):
        row = list(state[place][number])
        for name, value in {"at": at, **known}.items():
            row[kind.slot(name)] = value
        men: list[Row | None] = list(state[place])
        men[number] = tuple(row)
        yield (*state[:place], tuple(men), *state[place + 1 :])


def all_of(pack: Pack, state: GameState, seat: str) -> tuple[str, str, str]:
    """Return the map of a seat in every form."""
    plans = drawn_for(seat, pack, "field", state)
    return picture(plans), map_text(plans), json.dumps(encoded(map_output(seat, plans)))


def test_where_a_hidden_figure_stands_changes_no_byte(pack: Pack) -> None:
    """For red; blue and the judge see each of its places."""
    every = list(hidden(pack))
    assert len({all_of(pack, each, "red") for each in every}) == 1
    for form, seat in product(range(3), ("blue", "judge")):
        assert len({all_of(pack, e, seat)[form] for e in every}) == len(every)


def test_one_that_is_not_hidden_is_on_the_map(pack: Pack) -> None:
    """Drawing nothing would pass the test above."""
    every = list(hidden(pack, hidden=False))
    assert len({all_of(pack, each, "red") for each in every}) == len(every)


def test_a_base_that_a_seat_cannot_work_out_is_not_drawn(pack: Pack) -> None:
    """Of what it reads the viewer must know all: the judge does."""
    known = {e.name: e.base for e in plan_of("red").pieces}
    assert known["ann"] == disc((5 * INCH, 2 * INCH), INCH * 3 // 8)
    plan = plan_of("red")
    bare = replace(plan.pieces[0], base=None)
    drawn = picture([replace(plan, pieces=(bare,))])
    assert "no base is said" in drawn
    assert "no base is said" not in picture([plan])


def crowd(*spots: Point) -> TablePlan:
    """Return a table on which figures of long names stand."""
    chart = Tabletop("table", 48 * INCH, 36 * INCH)
    base = INCH * 3 // 8
    pieces = tuple(
        TablePiece(
            f"m{n}", "man", f"Man{n:02}", n % 5, at, facing=(1, 1), base=disc(at, base)
        )
        for n, at in enumerate(spots)
    )
    return TablePlan(
        viewer="red",
        board="table",
        chart=chart,
        owners=tuple("abcde"),
        pieces=pieces,
    )


def test_marks_of_those_who_stand_close_do_not_cover_each_other() -> None:
    """They stand beside with a line, or it is said that there is no room."""
    ranks = crowd(
        *(
            (INCH * (10 + Fraction(3 * n, 4)), INCH * (9 + Fraction(3 * m, 4)))
            for n, m in product(range(6), range(3))
        )
    )
    drawn = picture([ranks])
    found = boxes(read(drawn))
    assert not meeting(found)
    marks = Counter(each.said for each in found)
    left = "".join(e.said for e in found if e.said.startswith("No room"))
    for n in range(18):
        sign = f"Man{n:02}" if n % 5 < 4 else f"5.Man{n:02}"
        assert marks[sign] == 1 or sign in left


def test_a_large_table_is_shown_in_parts_and_as_a_whole() -> None:
    """Each part small enough for marks, all figures in one, none off the table."""
    plan = crowd((INCH, INCH), (47 * INCH, 35 * INCH), (20 * INCH, 20 * INCH))
    shown = windows(plan)
    assert len(shown) == 3
    assert overview(plan, shown) is not None
    for each in shown:
        assert max(each.wide, each.deep) <= MOST
        assert 0 <= each.left < each.right <= 48
        assert 0 <= each.low < each.high <= 36
    for figure in plan.pieces:
        assert any(each.holds(figure.at) for each in shown)


def test_too_much_takes_no_time_and_is_said() -> None:
    """Thousands of figures, at one place or all over, and without an edge."""
    begun = time.perf_counter()
    spread = [(INCH * (n % 1000), INCH * (n * 37 % 1000)) for n in range(2000)]
    piled = [(INCH, INCH)] * 2000
    for spots, said in ((spread, "Only the first"), (piled, "+399<")):
        plan = crowd(*spots)
        drawn = picture([plan])
        read(drawn)
        assert len(windows(plan)) <= PANELS + 1
        assert said in drawn
        assert map_text([replace(plan, chart=Tabletop("table"))])
    assert time.perf_counter() - begun < 30


def test_letters_of_names_break_nothing() -> None:
    """Whatever a pack writes is text in a picture."""
    plan = plan_of()
    evil = "</text><script>alert(1)</script>&\"'\x00"
    figure = replace(plan.pieces[0], name=evil, mark="<b>")
    drawn = picture([replace(plan, pieces=(figure,), board=evil)])
    assert "<script" not in drawn
    assert "script>alert" in "".join(titles(read(drawn)))


def test_what_was_reported_and_what_things_cover_is_drawn() -> None:
    """Each with its sentence."""
    at = (6 * INCH, 5 * INCH)
    plan = replace(
        plan_of(),
        reports=(
            TableReport("1", "", "?1", "smoke", (at,), is_old=True),
            TableReport("2", "", "?2", "noise", (), (disc(at, INCH),), facing=(0, 1)),
        ),
        extents=(
            TableExtent("ann", "trail", (at, (8 * INCH, 5 * INCH))),
            TableExtent("bob", "post", (), (disc(at, 2 * INCH),)),
        ),
    )
    said = titles(read(picture([plan])))
    for each in ("?1: smoke", "?2: somewhere here", "ann: trail", "bob: post"):
        assert each in said
    written = map_text([plan])
    assert "?1 (older): smoke" in written
    assert "?2: noise; somewhere in 2 across about 6, 5" in written
    assert "ann (trail): 6, 5; 8, 5" in written
    assert "bob (post): 4 across about 6, 5" in written
