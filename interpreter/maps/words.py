"""Words beside a map: what every kind of board says alike, then what boards with
separate places do, and lines of text folded to a width."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence, Set
from typing import TypeAlias

from msgspec import Struct

from interpreter.boards.hexes import Hex
from interpreter.maps.counters import symbol
from interpreter.maps.parts import ONLY_THE_FIRST, PANELS
from interpreter.maps.plan import (
    STAR,
    AnyPiece,
    AnyPlan,
    AnyReport,
    CellPiece,
    CellPlan,
    HexPlan,
    called,
    stated,
    states_of,
)
from interpreter.maps.windows import HexWindow

FAR = "How far at most: what may block the view is not counted"
REPORTED = "What was reported, the latest first"
MOVED = "Moved since the map before"
POINTED = "From one to another"
NOTHING_KNOWN = "nothing that is known"

Lists: TypeAlias = list[tuple[str, list[str]]]
"""Lines under headings."""


def heading(plan: AnyPlan) -> str:
    """Return what a map is of, and who looks at it."""
    title = f"{plan.board}, as {plan.viewer} knows it"
    return f"{title}: {plan.measure}" if plan.measure else title


def named(plan: AnyPlan, piece: AnyPiece) -> str:
    """Return the mark of a thing, its name, its kind, whose it is, and its state."""
    what = called(piece.name, piece.kind, plan.owner_of(piece))
    return f"{piece.sign}: {what}{stated(piece.state)}"


def others_text(piece: AnyPiece) -> str:
    """Return how others know a thing, where it stands itself."""
    known = piece.others and not piece.role
    return f", others call it {piece.others}" if known else ""


def report_text(report: AnyReport, areas: Iterable[str]) -> str:
    """Return what was reported; what a later one is about too is said to be older.
    `areas` are those that hold the place somewhere, in words."""
    old = " (older)" if report.is_old else ""
    to = f" to {report.to}" if report.to else ""
    somewhere = "".join(f"; somewhere in {area}" for area in areas)
    return f"{report.mark}{to}{old}: {report.said}{somewhere}"


def moved(plan: AnyPlan) -> list[str]:
    """Return what moved, from where to where."""
    return [
        f"{move.mark}: {move.name}: {plan.label(move.start)} to {plan.label(move.goal)}"
        for move in plan.moves
    ]


def pointed(plan: AnyPlan) -> list[str]:
    """Return which thing names which other, and in what role."""
    return [
        f"{pointer.mark}: {pointer.name}: {pointer.role} {pointer.to}"
        for pointer in plan.pointers
    ]


def all_pointed(plan: AnyPlan) -> list[str]:
    """Return the same, and how many are left out."""
    more = plan.more_pointers
    return [*pointed(plan), *([f"and {more:,} more, not drawn"] if more else [])]


def ground_signs(plan: AnyPlan, shown: Set[int | None], letters: int) -> list[str]:
    """Return what the signs of the grounds that are shown mean, each so many letters
    wide."""
    return [
        f"{symbol(plan.look(at)) * letters} {name}"
        for at, name in enumerate(plan.grounds)
        if at in shown
    ]


def mark_signs(plan: AnyPlan) -> list[str]:
    """Return what is added to marks: roles, states, and the sign of a report."""
    roles = dict.fromkeys(piece.role for piece in plan.pieces if piece.role)
    signs = [f"{STAR} {', '.join(roles)}"] if roles else []
    states = states_of(piece.state for piece in plan.pieces)
    signs += [f"{state.sign} {state.name}" for state in states]
    return [*signs, "?1 a report"] if plan.reports else signs


def filled(lists: Lists) -> Lists:
    """Return lists without what is empty."""
    return [(head, lines) for head, lines in lists if lines]


def spoken(lists: Lists) -> Iterator[str]:
    """Yield lists as sentences, for a reader who hears a picture."""
    for head, lines in lists:
        yield f"{head}: {'; '.join(lines)}."


# Boards with separate places.


def extent(plan: HexPlan, shown: Sequence[HexWindow]) -> str:
    """Say which part of the map is shown."""
    if len(shown) > PANELS:
        return ONLY_THE_FIRST
    sheet = plan.chart.board.sheet
    if len(shown) > 1:
        whole = sheet is not None and sum(len(w.hexes) for w in shown) >= len(sheet)
        what = "All of the map" if whole else "Where something is known"
        return f"{what}, in {len(shown)} parts."
    if sheet is None:
        return "The map has no edge; drawn is where something is known."
    if shown and len(shown[0].hexes) < len(sheet):
        return "Drawn is where something is known; the map goes on."
    return "All of the map."


def span(plan: HexPlan, window: HexWindow) -> str:
    """Say from which hex to which a panel goes."""
    return " to ".join(map(plan.label, window.ends)) or "no hex"


def places(plan: CellPlan) -> list[tuple[str, list[str]]]:
    """Return each hex where something is, in the order of the labels: what the hex is,
    and a line for each thing."""
    found: dict[Hex, list[str]] = {}
    for piece in plan.pieces:
        found.setdefault(piece.at, []).append(_piece(plan, piece))
    for report in plan.reports:
        for spot in report.marked:
            what = "reported here" if spot in report.spots else "the middle of an area"
            found.setdefault(spot, []).append(f"{report.mark}: {what}")
    ordered = sorted(found, key=plan.order)
    return [(where(plan, each), found[each]) for each in ordered]


def _piece(plan: CellPlan, piece: CellPiece) -> str:
    role = f": {piece.role}" if piece.role else ""
    faces = ""
    if piece.facing is not None:
        faces = f", {piece.arrow} {plan.way(piece.facing)}"
    badges = "".join(f", {each.text}" for each in piece.badges)
    return f"{named(plan, piece)}{role}{faces}{badges}{others_text(piece)}"


def where(plan: CellPlan, hex_: Hex) -> str:
    """Return a hex with its ground, what it lies in, and the regions it belongs to."""
    parts = [plan.label(hex_)]
    if ground := plan.ground_name(plan.ground(hex_)):
        parts.append(ground)
    if coarse := plan.coarser_words(hex_):
        parts.append(f"in {coarse}")
    for name in plan.chart.contents(hex_).within:
        parts.append(name.replace("_", " "))
    return ", ".join(parts)


def reported(plan: CellPlan) -> list[str]:
    """Return what was reported, the latest first."""
    return [
        report_text(report, (_few(plan, area) for area in report.areas))
        for report in reversed(plan.reports)
    ]


class Lettered(Struct, frozen=True):
    """Hexes that a letter names, beside their labels: a region of the map, or a
    way or land of a thing."""

    letter: str
    name: str
    role: str
    hexes: tuple[Hex, ...]
    is_way: bool = False


def lettered(plan: CellPlan) -> list[Lettered]:
    """Return the regions of a map, then the ways and lands of things."""
    regions = [
        (name.replace("_", " "), "region", hexes, False)
        for name, hexes in plan.chart.regions.items()
    ]
    things = [
        (e.name, e.role, e.hexes, e.is_way)
        for e in plan.extents
        if e.hexes and not e.ground
    ]
    every = zip(letters(), (*regions, *things), strict=False)
    return [Lettered(letter, *each) for letter, each in every]


def extents(plan: CellPlan) -> list[str]:
    """Return what the letters mean, and which hexes are the ground of a thing."""
    named = [(f"{e.letter}: {e.name}", e.role, e.hexes) for e in lettered(plan)]
    grounds = [(e.name, e.ground, e.hexes) for e in plan.extents if e.ground]
    return [
        f"{name} ({role}): {', '.join(map(plan.label, hexes))}"
        for name, role, hexes in (*named, *grounds)
    ]


def reaches(plan: CellPlan) -> list[str]:
    """Return how far things reach: of each the hexes from which it is so far."""
    found: dict[tuple[str, str, int], list[str]] = {}
    for each in plan.reaches:
        key = (each.name, each.role, each.far)
        found.setdefault(key, []).append(plan.label(each.centre))
    return [
        f"{name}: {role}: {far} from {', '.join(dict.fromkeys(spots))}"
        for (name, role, far), spots in found.items()
    ]


def zones(plan: CellPlan) -> list[str]:
    """Return the hexes of each zone that was asked for, in the order of the labels."""
    return [
        f"{each.name}: {each.role}: {listed(plan, each.hexes)}" for each in plan.zones
    ]


def listed(plan: CellPlan, hexes: Iterable[Hex]) -> str:
    """Return places in the order of their labels."""
    return ", ".join(map(plan.label, sorted(hexes, key=plan.order))) or "none"


def letters() -> Iterator[str]:
    """Yield a, b, ..., z, aa, ab, ..."""
    alphabet = "abcdefghijklmnopqrstuvwxyz"
    yield from alphabet
    for first in letters():
        yield from (first + each for each in alphabet)


def _few(plan: CellPlan, hexes: Iterable[Hex]) -> str:
    every = sorted(hexes, key=plan.order)
    if len(every) <= 4:
        return ", ".join(map(plan.label, every))
    first, last = plan.label(every[0]), plan.label(every[-1])
    return f"{len(every)} {plan.nouns[1]} from {first} to {last}"


def lists(plan: CellPlan) -> Lists:
    """Return all that a map says in words, under headings; what is empty is left
    out."""
    where_ = [
        line
        for place, held in places(plan)
        for line in (place, *(f"  {each}" for each in held))
    ]
    return filled(
        [
            ("What is where", where_ or [NOTHING_KNOWN]),
            (MOVED, moved(plan)),
            (POINTED, all_pointed(plan)),
            (REPORTED, reported(plan)),
            ("Ways and areas", extents(plan)),
            (FAR, reaches(plan)),
            ("What was asked for", zones(plan)),
            ("To choose from", [listed(plan, plan.offered)] if plan.offered else []),
        ]
    )


CELLS = 80  # of a line of what is written into a file, or to no terminal
PROSE = 120  # of a line of words at most: longer ones are hard to read


class TextPage(Struct, frozen=True):
    """For what a map of text is laid out: how many letters a line has, and whether a
    large board is printed in all its parts (`whole`), also those on which nothing is
    known."""

    cells: int = CELLS
    whole: bool = False


FILE_PAGE = TextPage()
"""The page of a file: what it holds depends on no terminal."""


def folded(line: str, cells: int = CELLS) -> list[str]:
    """Return a line as lines of at most so many letters, the later ones indented."""
    indent = " " * (len(line) - len(line.lstrip()))
    return textwrap.wrap(
        line,
        min(cells, PROSE),
        initial_indent="",
        subsequent_indent=f"{indent}  ",
        break_long_words=False,
    ) or [""]
