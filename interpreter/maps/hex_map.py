"""A plan of hexes, as SVG and as text."""

from collections.abc import Iterable, Iterator, Sequence

from interpreter.boards.hexes import Hex, Orientation
from interpreter.maps import words
from interpreter.maps.counters import symbol
from interpreter.maps.legend import flowed
from interpreter.maps.panel import entries, from_afar, height, largest, panel, paper_of
from interpreter.maps.panel import width_in_hexes as width
from interpreter.maps.parts import (
    ONLY_THE_FIRST,
    PANELS,
    lettered_parts,
    part_frame,
)
from interpreter.maps.plan import HexPlan
from interpreter.maps.svg import RIM, Page
from interpreter.maps.windows import (
    Framing,
    HexWindow,
    TextParts,
    overview,
    text_parts,
    whole,
    windows,
)
from interpreter.maps.words import CELLS, FILE_PAGE, TextPage, folded

WIDEST, NARROWEST = 12, 5  # letters in a hex, as many as a line of hexes has room for


def drawn_as_text(plan: HexPlan, page: TextPage = FILE_PAGE) -> Iterator[str]:
    """Yield the lines of a board of hexes, and what its signs mean."""
    cells = page.cells
    parts = text_parts(plan, _columns(plan, cells), is_whole=page.whole)
    printed = parts.shown if page.whole else parts.shown[:PANELS]
    crowded: dict[Hex, list[str]] = {}
    yield from folded(words.heading(plan), cells)
    yield from folded(f"{_shown(plan, parts, printed)} North is up.", cells)
    yield from (line for text in _left_out(plan, parts) for line in folded(text, cells))
    for window in printed:
        yield ""
        if len(parts.shown) + len(parts.empty) > 1:
            yield f"{words.span(plan, window)}:"
        lines = grid(plan, window, cells)
        crowded |= _crowded(plan, window, cells)
        fits = all(len(line) <= cells for line in lines)
        yield from lines if fits else ["  too wide to be drawn with letters"]
    yield ""
    yield from folded(_key(plan, printed, bool(crowded)), cells)
    if crowded:
        held = (f"{plan.label(at)} {', '.join(all_)}" for at, all_ in crowded.items())
        yield from folded(f"Full hexes: {'; '.join(held)}", cells)


def _columns(plan: HexPlan, cells: int) -> int:
    """Return how many columns of hexes a line has room for, if each hex has only as
    many letters as its label, and as its mark up to the least that is given to one."""
    places = [*plan.matters(), *Framing(plan).corners()]
    marks = [each.sign for each in plan.pieces] + [each.mark for each in plan.reports]
    least = min(max(map(len, marks), default=2), NARROWEST)
    letters = max([least, *(len(plan.label(each)) for each in places)])
    count = 1
    while _wide(plan, count + 1, letters) <= cells:
        count += 1
    return count


def _wide(plan: HexPlan, count: int, letters: int) -> int:
    """Return how wide so many columns are, with so many letters in a hex: there are two
    spaces between two of them, and hexes with a corner up are pushed by half of it."""
    if plan.chart.board.orientation is Orientation.SIDES_UP:
        return 2 + (count - 1) * (letters + 2) + letters
    return 2 + (2 * count - 1) * ((letters + 3) // 2) + letters


def _shown(plan: HexPlan, parts: TextParts, printed: Sequence[HexWindow]) -> str:
    """Say which part of the map is printed."""
    if len(printed) < len(parts.shown):
        return ONLY_THE_FIRST
    if not parts.shown:
        return "Nothing is known but plain ground."
    if parts.empty:
        return "All that is known of the map."
    return words.extent(plan, parts.shown)


def _left_out(plan: HexPlan, parts: TextParts) -> Iterator[str]:
    """Say what is not printed, and why."""
    if parts.empty:
        spans = ", ".join(words.span(plan, each) for each in parts.empty)
        yield f"Left out, with nothing but plain ground: {spans}."
    if parts.apart:
        held = _held_at(plan, parts.apart)
        about = (
            f"{', '.join(held[at])} about {plan.label(at)}"
            for at in sorted(held, key=plan.order)
        )
        yield f"Left out, as only an area is known: {'; '.join(about)}."


def grid(plan: HexPlan, window: HexWindow, cells: int = CELLS) -> list[str]:
    """Return a window as lines: in each hex its label, and below what stands there, or
    else its ground; every other line is pushed by half a hex as on paper."""
    held = texts_of(plan, window, cells)
    texts = [plan.label(each) for each in window.hexes]
    wide = max([len(each) for each in (*texts, *held.values())], default=0) + 2
    sides_up = plan.chart.board.orientation is Orientation.SIDES_UP
    step = wide if sides_up else (wide + 1) // 2
    spots = {
        each: (each[0], 2 * each[1] + each[0])
        if sides_up
        else (2 * each[0] + each[1], 2 * each[1])
        for each in window.hexes
    }
    left = min((x for x, _ in spots.values()), default=0)
    top = min((y for _, y in spots.values()), default=0)
    lines: dict[int, str] = {}
    for hex_, (x, y) in sorted(spots.items(), key=lambda each: each[1][0]):
        for down, line in enumerate((plan.label(hex_), held[hex_])):
            at = y - top + down
            lines[at] = lines.get(at, "").ljust(2 + (x - left) * step) + line
    return [lines.get(at, "").rstrip() for at in range(max(lines, default=-1) + 1)]


def texts_of(plan: HexPlan, window: HexWindow, cells: int = CELLS) -> dict[Hex, str]:
    """Return what a map of text shows in each hex: the marks of what is there."""
    room = _room(plan, window, cells)
    return {
        at: _brief(marks, room) or _ground(plan, at)
        for at, marks in _held_at(plan, window.hexes).items()
    }


def _crowded(plan: HexPlan, window: HexWindow, cells: int) -> dict[Hex, list[str]]:
    """Return all marks of each hex that has no room for them."""
    shown = texts_of(plan, window, cells)
    found = _held_at(plan, window.hexes)
    full = [at for at, marks in found.items() if marks and " ".join(marks) != shown[at]]
    return {at: found[at] for at in sorted(full, key=plan.order)}


def _held_at(plan: HexPlan, hexes: Iterable[Hex]) -> dict[Hex, list[str]]:
    """Return the marks in each of some hexes, things first."""
    found: dict[Hex, list[str]] = {each: [] for each in hexes}
    for piece in plan.pieces:
        if piece.at in found:
            found[piece.at].append(piece.sign)
    for report in plan.reports:
        for spot in report.marked:
            if spot in found:
                found[spot].append(report.mark)
    return found


def _room(plan: HexPlan, window: HexWindow, cells: int) -> int:
    """Return how many letters a hex may have, so that a panel fits into a line."""
    count = len(window.columns)
    fitting = (e for e in range(WIDEST, 0, -1) if _wide(plan, count, e) <= cells)
    return next(fitting, 1)


def _brief(marks: list[str], room: int) -> str:
    """Return marks in as many letters as a hex has."""
    joined = " ".join(marks)
    if len(joined) <= room:
        return joined
    if len(marks) == 1:
        return marks[0][:room]
    more = f"{marks[0]}+{len(marks) - 1}"
    return more if len(more) <= room else f"+{len(marks)}"


def _ground(plan: HexPlan, at: Hex) -> str:
    ground = plan.ground(at)
    return symbol(plan.look(ground)) * 2 if plan.ground_name(ground) else "."


def _key(plan: HexPlan, shown: Sequence[HexWindow], is_crowded: bool) -> str:
    """Return what the signs of the ground mean, and the marks."""
    found = {plan.ground(hex_) for window in shown for hex_ in window.hexes}
    signs = [*words.ground_signs(plan, found, 2), *words.mark_signs(plan)]
    return "; ".join([*signs, *(["+2 two more"] if is_crowded else [])])


UNCUT = 20.0  # size of a hex of a board that is drawn in one piece
READABLE = 13.0  # size of a hex from which counters can be read


def described(plan: HexPlan) -> Iterator[str]:
    """Yield what the picture says to who hears it read."""
    yield f"{plan.board}: {words.extent(plan, windows(plan))}"
    for place, lines in words.places(plan):
        yield f"{place}: {'; '.join(lines)}."
    yield from (f"{words.MOVED}: {each}." for each in words.moved(plan))
    yield from (f"{each}." for each in words.all_pointed(plan))
    yield from (f"{each}." for each in words.reported(plan))


def page_width(plan: HexPlan) -> float:
    """Return how wide the page of a whole board is."""
    return 2 * RIM + UNCUT * width(plan, whole(plan))


def drawn(page: Page, plan: HexPlan, place: str, uncut: bool) -> None:
    """Draw a plan below what is on a page; no other has its name. `uncut`: in one
    piece."""
    shown = [whole(plan)] if uncut else windows(plan)
    page.words([words.heading(plan)], bold=True, size=11.0)
    page.words([f"{words.extent(plan, shown)} North is up."])
    above = overview(plan, shown)
    if above is not None:
        _overview(page, plan, above, shown, f"{place}-0")
    size = min((largest(plan, each, page.room) for each in shown), default=1.0)
    for at, (letter, window) in enumerate(lettered_parts(shown), 1):
        if len(shown) > 1:
            page.words([f"{letter}: {words.span(plan, window)}"], bold=True)
        paper = paper_of(plan, window, (RIM, page.y), page.room, size)
        page.put(panel(plan, window, paper, f"{place}-{at}"), height(paper, window))
    page.put_moved(*flowed(entries(plan, shown), RIM, page.room))


def _overview(
    page: Page,
    plan: HexPlan,
    all_of_it: HexWindow,
    shown: Sequence[HexWindow],
    name: str,
) -> None:
    """Draw a small map of where the panels lie."""
    size = largest(plan, all_of_it, page.room)
    paper = paper_of(plan, all_of_it, (RIM, page.y), page.room, size)
    inside = frozenset(all_of_it.hexes)
    if size >= READABLE:
        drawn = panel(plan, all_of_it, paper, name, bare=True)
    else:
        drawn = from_afar(plan, all_of_it, paper, name)
    for letter, window in lettered_parts(shown):
        lines = paper.outline(inside.intersection(window.hexes))
        drawn += part_frame(letter, lines, "1.4")
    page.put(drawn, height(paper, all_of_it))
