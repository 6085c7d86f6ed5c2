"""What a viewer knows of one board: hexes, and words that are said of them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from interpreter.boards.areas import AreaLayout
from interpreter.boards.hexes import AT_CORNERS, TO_SIDES, Hex
from interpreter.boards.layout import HexLayout
from interpreter.boards.protocol import Cell, CellLayout
from interpreter.source import same_name

STAR = "*"
"""Follows the mark of what else of a thing is somewhere."""
SIGNS = "_!='"
"""Follows the mark of a thing in a state, by the place of that: one for each
of `semantics.declarations.MAX_STATES`."""


@dataclass(frozen=True, slots=True)
class PieceState:
    """What has become of a thing: its name, and its place among those that the kind
    has."""

    name: str
    place: int

    @property
    def sign(self) -> str:
        """What follows the mark."""
        return SIGNS[self.place]


def signed(mark: str, role: str, state: PieceState | None) -> str:
    """Return a mark as it is written: that of what else of a thing is somewhere, and of
    a thing in a state, has a sign after it."""
    return mark + (STAR if role else "" if state is None else state.sign)


def states_of(found: Iterable[PieceState | None]) -> list[PieceState]:
    """Return the states that some things are in, each once."""
    states = {each for each in found if each is not None}
    return sorted(states, key=lambda each: (each.place, each.name))


def stated(state: PieceState | None) -> str:
    """Return what is said of a state after the name of a thing."""
    return "" if state is None else f", {state.name}"


@dataclass(frozen=True, slots=True)
class Badge:
    """A small mark beside a counter, and what it says."""

    sign: str
    said: str


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A thing in a hex: the name it has for the viewer, what stands on its counter,
    whose it is (a place among the owners, None nobody's), where it faces.

    `role` is "" where the thing itself stands, else what else of it is here; `facing`
    is the direction of its arrow, `arrow` what that is called; `others` is how those
    know it who do not know what it is; `state` what has become of it; `badges` stand
    beside its counter.
    """

    name: str
    kind: str
    mark: str
    owner: int | None
    at: Hex
    role: str = ""
    facing: float | None = None
    arrow: str = ""
    others: str = ""
    state: PieceState | None = None
    badges: tuple[Badge, ...] = ()

    @property
    def sign(self) -> str:
        """Its mark in words, which tells a thing from what else of it is somewhere."""
        return signed(self.mark, self.role, self.state)


@dataclass(frozen=True, slots=True)
class Extent:
    """Hexes that belong to a thing: a way from hex to hex, or what it covers."""

    name: str
    role: str
    hexes: tuple[Hex, ...]
    is_way: bool = False


@dataclass(frozen=True, slots=True)
class HexRange:
    """How far something goes from a hex of a thing, in hexes."""

    name: str
    role: str
    centre: Hex
    hexes: int
    owner: int | None = None


@dataclass(frozen=True, slots=True)
class Zone:
    """Hexes that hang on where a thing is, of one for which somebody asked."""

    name: str
    role: str
    hexes: tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class ReportedPlace:
    """A claim about places: its number for whom it was sent to (`to` names him to
    the judge), what stands for it on the map, what it says, where.

    `areas` are hexes that hold the place somewhere, the middle first.
    `is_old`: a later one is about the same thing.
    """

    number: str
    to: str
    mark: str
    said: str
    spots: tuple[Hex, ...]
    areas: tuple[tuple[Hex, ...], ...] = ()
    is_old: bool = False
    facing: float | None = None

    @property
    def marked(self) -> tuple[Hex, ...]:
        """The hexes in which it is marked: those it names, the middles of areas."""
        return tuple(dict.fromkeys((*self.spots, *(e[0] for e in self.areas if e))))


@dataclass(frozen=True, slots=True)
class CellPlan:
    """All that is drawn of a board with separate places for a viewer.

    `grounds` are the names of the ground by number, `looks` how each is drawn;
    `coarser` is the name of the board whose hexes hold those of this one, and `across`
    how large a hex is, and one of those; `owners` are the names of whom things may
    belong to. `offered` are the places among which the viewer is to choose.
    """

    viewer: str
    board: str
    chart: CellLayout
    across: tuple[str, str] = ("", "")
    grounds: tuple[str, ...] = ()
    looks: tuple[str, ...] = ()
    coarser: str = ""
    owners: tuple[str, ...] = ()
    pieces: tuple[PlacedPiece, ...] = ()
    extents: tuple[Extent, ...] = ()
    reaches: tuple[HexRange, ...] = ()
    reports: tuple[ReportedPlace, ...] = ()
    zones: tuple[Zone, ...] = ()
    offered: tuple[Cell, ...] = ()

    @property
    def nouns(self) -> tuple[str, str]:
        """What one place of the board is called, and several."""
        return "hex", "hexes"

    def label(self, cell: Cell) -> str:
        """Return what is printed at a place."""
        return self.chart.label_of(cell)

    def order(self, cell: Cell) -> tuple[int, int]:
        """Return the key by which places are in reading order."""
        return self.chart.order(cell)

    def ground(self, cell: Cell) -> int | None:
        """Return the ground of a place; None where none is given."""
        return self.chart.contents(cell).ground

    def coarser_label(self, _cell: Cell) -> str:
        """Return the label of the coarser hex that holds a place, or ""."""
        return ""

    def way(self, _direction: float) -> str:
        """Return where a direction leads on paper; "" on a board without any."""
        return ""

    def matters(self) -> frozenset[Cell]:
        """Return the places for which one looks at the map: where things stand and went
        and are reported; only where there are none, what they cover."""
        found = {each.at for each in self.pieces}
        for way in self.extents:
            found.update(way.hexes if way.is_way else ())
        for report in self.reports:
            found.update(report.marked)
        found.update(self.offered)
        return frozenset(found or {h for each in self.extents for h in each.hexes})


@dataclass(frozen=True, slots=True)
class HexPlan(CellPlan):
    """All that is drawn of a board of hexes for a viewer."""

    chart: HexLayout

    def ground(self, hex_: Hex) -> int | None:
        """Return the ground of a hex; None where nothing is said of it."""
        return self.chart.grounds.get(hex_, self.chart.elsewhere)

    def group(self, hex_: Hex) -> Hex | None:
        """Return the coarse hex that holds a hex."""
        nesting = self.chart.board.nesting
        return None if nesting is None else nesting.group(hex_)

    def group_label(self, coarse: Hex) -> str:
        """Return what a coarse hex is called."""
        board = self.chart.coarser
        label = None if board is None else board.label(coarse)
        return label or f"{coarse[0]},{coarse[1]}"

    def coarser_label(self, hex_: Hex) -> str:
        """Return the label of the coarser hex that holds a hex, or ""."""
        group = self.group(hex_) if self.coarser else None
        return "" if group is None else self.group_label(group)

    def way(self, direction: float) -> str:
        """Return where a direction leads on paper, or the corner half-way to the
        next."""
        words = TO_SIDES if direction == int(direction) else AT_CORNERS
        return words[self.chart.board.orientation][int(direction)]


@dataclass(frozen=True, slots=True)
class AreaPlan(CellPlan):
    """All that is drawn of a board of areas for a viewer."""

    chart: AreaLayout

    @property
    def nouns(self) -> tuple[str, str]:
        """What one place of the board is called, and several."""
        return "area", "areas"


# What things are called on maps, and short names that fit on a counter.

MOST = 5  # letters of one

_PARTS = re.compile(r"[0-9]+|[^\W\d_]+")


def short(text: str) -> str:
    """Return a text as its initials and numbers: `north_tower_2` is NT2, a single
    word its first letters."""
    parts = _PARTS.findall(text)
    names = [each for each in parts if not each.isdigit()]
    if len(names) == 1:
        begun = names[0][:3].capitalize() if len(names[0]) > MOST else names[0]
        parts = [begun if each == names[0] else each for each in parts]
    else:
        parts = [each if each.isdigit() else each[0].upper() for each in parts]
    return "".join(parts)[:MOST] or "?"


def called(name: str, kind: str, owner: str = "") -> str:
    """Return the name of a thing, with its kind, and whose it is; what would be the
    same word twice is said once."""
    words = [] if same_name(name, kind) else [kind]
    words += [f"of {owner}"] if owner not in ("", name) else []
    return f"{name} ({' '.join(words)})" if words else name


def distinct(names: Sequence[str]) -> dict[str, str]:
    """Return a short name for each; those that would be alike are numbered."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in dict.fromkeys(names):
        first = mark = short(name)
        count = 1
        while mark in taken:
            count += 1
            mark = f"{first[: MOST - len(str(count))]}{count}"
        taken.add(mark)
        found[name] = mark
    return found
