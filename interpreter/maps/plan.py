"""What a viewer knows of one board, of any kind, and words that are said of it.

`BoardPlan` and its parts are the same for every kind of board; plans of boards with
separate places are here, those of planes in `plane.plan`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct

from interpreter.boards.areas import AreaLayout
from interpreter.boards.hexes import AT_CORNERS, TO_SIDES, Hex
from interpreter.boards.layout import HexLayout
from interpreter.boards.protocol import Board, Cell, CellLayout, Place
from interpreter.source import same_name

Facing = TypeVar("Facing")
"""Where something faces: a direction of hexes, or a heading on a plane."""
Region = TypeVar("Region")
"""What holds a place that is not known exactly."""
Distance = TypeVar("Distance")

PLAIN = "plain"
"""The look of ground on which nothing is drawn."""
STAR = "*"
"""Follows the mark of what else of a thing is somewhere."""
SIGNS = "_!='"
"""Follows the mark of a thing in a state, by the place of that: one for each
of `semantics.declarations.MAX_STATES`."""


class PieceState(Struct, frozen=True):
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


class Badge(Struct, frozen=True):
    """A small mark beside a counter, and what it says."""

    sign: str
    text: str


class PlacedPiece(Struct, Generic[Place, Facing], frozen=True):
    """A thing on a board: the name it has for the viewer, what stands on its counter,
    whose it is (a place among the owners, None nobody's), where it is.

    `role` is "" where the thing itself stands, else what else of it is here; `facing`
    is where its arrow leads, `arrow` what that is called; `others` is how those know it
    who do not know what it is; `state` what has become of it.
    """

    name: str
    kind: str
    mark: str
    owner: int | None
    at: Place
    role: str = ""
    facing: Facing | None = None
    arrow: str = ""
    others: str = ""
    state: PieceState | None = None

    @property
    def sign(self) -> str:
        """Its mark in words, which tells a thing from what else of it is somewhere."""
        return signed(self.mark, self.role, self.state)

    @property
    def title(self) -> str:
        """What its counter says to who points at it."""
        role = f": {self.role}" if self.role else ""
        return f"{called(self.name, self.kind)}{stated(self.state)}{role}"


class ReportedPlace(Struct, Generic[Place, Region, Facing], frozen=True):
    """A claim about places: its number for whom it was sent to (`to` names him to
    the judge), what stands for it on the map, what it says, where.

    `areas` hold the place somewhere. `is_old`: a later one is about the same thing.
    """

    number: str
    to: str
    mark: str
    said: str
    spots: tuple[Place, ...]
    areas: tuple[Region, ...] = ()
    is_old: bool = False
    facing: Facing | None = None


class Reach(Struct, Generic[Place, Distance], frozen=True):
    """How far something goes from a place of a thing."""

    name: str
    role: str
    centre: Place
    far: Distance
    owner: int | None = None


class Move(Struct, Generic[Place], frozen=True):
    """A thing that stood elsewhere on the map before: its name and mark, and from where
    to where it moved."""

    name: str
    mark: str
    start: Place
    goal: Place


class Pointer(Struct, Generic[Place], frozen=True):
    """A thing that names another: its name and mark, the field in which it does so
    (`role`), the name of the other, and where the two stand."""

    name: str
    mark: str
    role: str
    to: str
    start: Place
    goal: Place


class BoardPlan(Struct, Generic[Place, Facing], frozen=True, kw_only=True):
    """All that is drawn of a board for a viewer.

    `grounds` are the names of the ground by number, `looks` how each is drawn;
    `owners` are the names of whom things may belong to; `moves` are empty unless a map
    before is known; `more_pointers` is how many there are beyond those that are drawn.
    `linked` are the labels of places and the names of things that lead to their option
    on the page around the picture (`#offer-LABEL`), each with what is said of it there;
    in a picture that `is_pointed_at` the ground of a table or of hexes says which part
    of it is where.
    """

    viewer: str
    board: str
    chart: Board[Place]
    grounds: tuple[str, ...] = ()
    looks: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()
    pieces: tuple[PlacedPiece[Place, Facing], ...] = ()
    reaches: tuple[Reach[Place, Any], ...] = ()
    reports: tuple[ReportedPlace[Place, Any, Facing], ...] = ()
    moves: tuple[Move[Place], ...] = ()
    pointers: tuple[Pointer[Place], ...] = ()
    more_pointers: int = 0
    linked: Mapping[str, str] = {}
    is_pointed_at: bool = False

    @property
    def measure(self) -> str:
        """What a heading says of the size of the board or of its places; "" where
        nothing is known of that."""
        return ""

    def label(self, place: Place) -> str:
        """Return what is printed at a place."""
        return self.chart.label_of(place)

    def ground(self, place: Place) -> int | None:
        """Return the ground of a place; None where none is given."""
        return self.chart.contents(place).ground

    def ground_name(self, ground: int | None) -> str:
        """Return what a ground is called; "" where none is given."""
        known = ground is not None and ground < len(self.grounds)
        return self.grounds[ground] if known and ground is not None else ""

    def look(self, ground: int | None) -> str:
        """Return how a ground is drawn."""
        known = ground is not None and ground < len(self.looks)
        return self.looks[ground] if known and ground is not None else PLAIN

    def owner_of(self, owned: "AnyPiece | AnyReach") -> str:
        """Return the name of whom something belongs to; "" of nobody."""
        return "" if owned.owner is None else self.owners[owned.owner]


AnyPlan: TypeAlias = BoardPlan[Any, Any]
"""A plan of any kind of board."""
AnyPiece: TypeAlias = PlacedPiece[Any, Any]
AnyReport: TypeAlias = ReportedPlace[Any, Any, Any]
AnyReach: TypeAlias = Reach[Any, Any]


# Boards with separate places.


class CellPiece(PlacedPiece[Cell, float], frozen=True):
    """A thing in a hex or an area; `badges` stand beside its counter."""

    badges: tuple[Badge, ...] = ()


class CellReport(ReportedPlace[Cell, tuple[Cell, ...], float], frozen=True):
    """A claim about hexes or areas; of each of its `areas` the middle is first."""

    @property
    def marked(self) -> tuple[Cell, ...]:
        """The places in which it is marked: those it names, the middles of areas."""
        return tuple(dict.fromkeys((*self.spots, *(e[0] for e in self.areas if e))))


class Extent(Struct, frozen=True):
    """Hexes that belong to a thing: a way from hex to hex, or what it covers; of a
    thing that is drawn as ground, what ground that is, and how it looks."""

    name: str
    role: str
    hexes: tuple[Hex, ...]
    is_way: bool = False
    ground: str = ""
    look: str = ""


class Zone(Struct, frozen=True):
    """Hexes that hang on where a thing is, of one for which somebody asked."""

    name: str
    role: str
    hexes: tuple[Hex, ...]


class CellPlan(BoardPlan[Cell, float], frozen=True, kw_only=True):
    """All that is drawn of a board with separate places for a viewer.

    `coarser` is the name of the board whose hexes hold those of this one, and `across`
    how large a hex is, and one of those. `offered` are the places among which the
    viewer is to choose. `laid` is the ground of things, by the places that they cover:
    it is drawn instead of that of the board.
    """

    chart: CellLayout
    across: tuple[str, str] = ("", "")
    coarser: str = ""
    pieces: tuple[CellPiece, ...] = ()
    extents: tuple[Extent, ...] = ()
    reaches: tuple[Reach[Cell, int], ...] = ()
    reports: tuple[CellReport, ...] = ()
    zones: tuple[Zone, ...] = ()
    offered: tuple[Cell, ...] = ()
    laid: Mapping[Cell, int] = {}

    def ground(self, place: Cell) -> int | None:
        """Return the ground of a place, and of several that lie there the last."""
        laid = self.laid.get(place)
        return super().ground(place) if laid is None else laid

    @property
    def measure(self) -> str:
        """How large one of its places is."""
        return f"{self.nouns[1]} of {self.across[0]}" if self.across[0] else ""

    @property
    def nouns(self) -> tuple[str, str]:
        """What one place of the board is called, and several."""
        return "hex", "hexes"

    def linked_places(self) -> Iterator[tuple[Cell, str]]:
        """Yield the places that lead to an option, each with its own label or the name
        of the first thing there that is one."""
        names = {cell: [self.label(cell)] for cell in self.offered}
        for piece in self.pieces:
            names.setdefault(piece.at, []).append(piece.name)
        for cell, known in names.items():
            for name in known:
                if name in self.linked:
                    yield cell, name
                    break

    def order(self, cell: Cell) -> tuple[int, int]:
        """Return the key by which places are in reading order."""
        return self.chart.order(cell)

    def coarser_words(self, _cell: Cell) -> str:
        """Return what the coarser hex is called that holds a place, or ""."""
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

    def told(self) -> frozenset[Cell]:
        """Return the places of those that are known to be one: not the middle of an
        area somewhere in which something was reported."""
        middles = {each[0] for report in self.reports for each in report.areas if each}
        exact = {each.at for each in self.pieces} | set(self.offered)
        exact.update(hex_ for e in self.extents if e.is_way for hex_ in e.hexes)
        exact.update(spot for report in self.reports for spot in report.spots)
        return frozenset(self.matters() - (middles - exact))


class HexPlan(CellPlan, frozen=True, kw_only=True):
    """All that is drawn of a board of hexes for a viewer."""

    chart: HexLayout

    def ground(self, hex_: Hex) -> int | None:
        """Return the ground of a hex; None where nothing is said of it."""
        below = self.chart.grounds.get(hex_, self.chart.elsewhere)
        return self.laid.get(hex_, below)

    def features(self) -> frozenset[Hex]:
        """Return the hexes whose ground is not plain: that of all that the ruleset does
        not name, or a ground that it draws as plain."""
        plain = {None, self.chart.elsewhere}
        plain |= {at for at, look in enumerate(self.looks) if look == PLAIN}
        grounds = {**self.chart.grounds, **self.laid}
        return frozenset(hex_ for hex_, at in grounds.items() if at not in plain)

    def group(self, hex_: Hex) -> Hex | None:
        """Return the coarse hex that holds a hex."""
        nesting = self.chart.board.nesting
        return None if nesting is None else nesting.group(hex_)

    def group_label(self, coarse: Hex) -> str:
        """Return what a coarse hex is called."""
        board = self.chart.coarser
        label = None if board is None else board.label(coarse)
        return label or f"{coarse[0]},{coarse[1]}"

    def coarser_words(self, hex_: Hex) -> str:
        """Return what the coarser hex is called that holds a hex, or ""; one without a
        label lies around the hex in its middle."""
        group, nesting = self.group(hex_), self.chart.board.nesting
        if not self.coarser or group is None or nesting is None:
            return ""
        label = self.group_label(group)
        if label != f"{group[0]},{group[1]}":
            return f"{label} of {self.coarser}"
        return f"the hex of {self.coarser} around {self.label(nesting.centre(group))}"

    def way(self, direction: float) -> str:
        """Return where a direction leads on paper, or the corner half-way to the
        next."""
        words = TO_SIDES if direction == int(direction) else AT_CORNERS
        return words[self.chart.board.orientation][int(direction)]


class AreaPlan(CellPlan, frozen=True, kw_only=True):
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
