"""From what a viewer may know to plans of maps: made from a view alone, and for the
judge from the truth."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from interpreter.boards.hexes import Hex, Orientation, allow
from interpreter.diagnostics import LimitExceeded
from interpreter.maps.grounds import looks_of
from interpreter.maps.plan import (
    Extent,
    HexPlan,
    HexRange,
    PlacedPiece,
    ReportedPlace,
    Zone,
)
from interpreter.maps.plane.plan import TablePlan
from interpreter.reports.claims import claim_text, edge_of, parts_of
from interpreter.reports.colour import clean
from interpreter.reports.map_labels import (
    NOTHING,
    MapViewer,
    Naming,
    ReportedClaim,
    aged,
    fields_of,
)
from interpreter.reports.values import spaced
from interpreter.reports.views import JudgeView, truth_view
from interpreter.semantics.declarations import CHARTS, Declarations, HexBoard
from interpreter.values import types
from interpreter.values.names import plain
from interpreter.values.types import CORNER, DIRECTION, Type, Value, present
from interpreter.views.views import View

if TYPE_CHECKING:
    from interpreter.boards.layout import BoardLayout


Offered = tuple[Value, Type]
"""What a choice offers, and its type: of these only what lies on a board is drawn."""


def plans_of_view(
    view: View,
    declared: Declarations,
    asked: Iterable[str] = (),
    offered: Iterable[Offered] = (),
) -> list[HexPlan | TablePlan]:
    """Return the maps of a seat; of things `asked` for by name with their zones, and
    with the hexes that it is `offered`."""
    names = edge_of(view)
    owners = tuple(map(clean, names.ids.get(declared.seat_kind, ())))
    told = tuple(ReportedClaim(str(each.number), each, names) for each in view.claims)
    things = tuple(each for each in view.things if each.kind.name != CHARTS)
    viewer = clean(view.seat)
    sight = MapViewer(viewer, names, owners, things, told, view.charts)
    return _plans(sight, declared, asked, offered)


def plans_of_truth(
    truth: JudgeView, asked: Iterable[str] = (), offered: Iterable[Offered] = ()
) -> list[HexPlan | TablePlan]:
    """Return the maps of the judge: all that is there, and what each seat was told; of
    things `asked` for by name with their zones, and with the hexes that anybody is
    `offered`."""
    declared, names = truth.declared, truth.names
    seen = truth_view(truth)
    told = tuple(
        ReportedClaim(str(each.number), each, edge_of(view), clean(view.seat))
        for view in truth.views
        for each in view.claims
    )
    seats = dict(zip(declared.kinds, truth.world, strict=False))
    count = len(seats.get(declared.seat_kind, ()))
    owners = tuple(clean(names.id(declared.seat_kind, at)) for at in range(count))
    sight = MapViewer(seen.seat, names, owners, seen.things, told, seen.charts)
    return _plans(sight, declared, asked, offered)


def _plans(
    sight: MapViewer,
    declared: Declarations,
    asked: Iterable[str],
    offered: Iterable[Offered],
) -> list[HexPlan | TablePlan]:
    """Return a plan for each board on which something is; what lies on a coarse board
    is drawn on the finer one."""
    of_hexes = sight.charts[: len(declared.boards)]  # tables stand behind them
    charts = dict(zip(declared.boards, of_hexes, strict=True))
    coarse = {board.coarser for board in declared.boards.values()}
    found: list[HexPlan | TablePlan] = []
    every = tuple(offered)
    named = frozenset(map(plain, asked)) - {""}
    for board in declared.boards.values():
        if board.name in coarse:
            continue
        plan = _Planning(sight, declared, board, charts, named, every).plan()
        if plan.matters() or plan.chart.board.sheet is not None:
            found.append(plan)
    return [*found, *_tables(sight, declared)]


def _tables(sight: MapViewer, declared: Declarations) -> Iterable[TablePlan]:
    """Return the plans of planes; their geometry is imported only where there is
    one."""
    if not declared.planes:
        return ()
    from interpreter.reports.plane_maps import table_plans

    return table_plans(sight, declared)


class _Planning:
    """A plan of one board in the making."""

    def __init__(
        self,
        sight: MapViewer,
        declared: Declarations,
        board: HexBoard,
        charts: "Mapping[str, BoardLayout]",
        asked: frozenset[str],
        offered: Iterable[Offered],
    ) -> None:
        self.asked = asked
        self.offered = offered
        self.sight = sight
        self.declared = declared
        self.board = board
        self.charts = charts
        self.naming = Naming(sight, declared)

    def plan(self) -> HexPlan:
        """Return all that is known of the board."""
        board = self.board
        above = self.declared.boards.get(board.coarser)
        grounds = () if board.ground is None else board.ground.values
        return HexPlan(
            self.sight.viewer,
            spaced(board.name),
            self.charts[board.name],
            (clean(board.across), clean(above.across) if above else ""),
            tuple(map(clean, grounds)),
            looks_of(len(grounds), board.looks),
            spaced(board.coarser),
            self.sight.owners,
            tuple(self.pieces()),
            tuple(self.extents()),
            tuple(self.reaches()),
            tuple(self.reports()),
            tuple(self.zones()),
            tuple(dict.fromkeys(h for each in self.offered for h in self.spots(*each))),
        )

    def places(
        self, value: Value, of: Type, around: Value = None
    ) -> Iterator[tuple[Hex, tuple[Hex, ...]]]:
        """Yield each hex in a value that lies on the board: it and, of one on a
        coarser board, or with others `around` it, all of which it is the middle."""
        of = present(of)
        if value is None:
            return
        if isinstance(of, types.ListOf):
            for each in cast(tuple[Value, ...], value):
                yield from self.places(each, of.item, around)
        elif isinstance(of, types.Cell) and of.board in self.charts:
            middle, board = cast(Hex, value), self.charts[of.board].board
            far = min(around, FARTHEST) if isinstance(around, int) else 0
            try:
                every = board.within(middle, far) if far > 0 else (middle,)
                held = tuple(h for each in every for h in self._held(each, of.board))
            except LimitExceeded:  # too large to be drawn; the claim says it in words
                held = self._middle(middle, of.board)
            alone = of.board == self.board.name and far <= 0
            if held:
                yield held[0], () if alone else held

    def spots(self, value: Value, of: Type) -> Iterator[Hex]:
        """Yield each hex in a value that lies on the board, or in the middle."""
        yield from (at for at, _ in self.places(value, of))

    def _held(self, hex_: Hex, board: str) -> tuple[Hex, ...]:
        """Return the hexes of this board in one of its own or of a coarser board;
        LimitExceeded if they are more than a list may hold."""
        if board == self.board.name:
            return (hex_,)
        finer = self._finer(board)
        found: list[Hex] = []
        for each in self.charts[finer].members(hex_) if finer else ():
            found += self._held(each, finer)
            allow(len(found))
        return tuple(found)

    def _middle(self, hex_: Hex, board: str) -> tuple[Hex, ...]:
        """Return the hex of this board in the middle of one of a coarser board."""
        while board != self.board.name:
            board = self._finer(board)
            nesting = self.charts[board].board.nesting if board else None
            if nesting is None:
                return ()
            hex_ = nesting.centre(hex_)
        return (hex_,)

    def _finer(self, board: str) -> str:
        """Return the board of which hexes are grouped into those of another, or ""."""
        boards = self.declared.boards.values()
        return next((each.name for each in boards if each.coarser == board), "")

    def pieces(self) -> Iterator[PlacedPiece]:
        """Yield things where they stand, and what else of them is somewhere."""
        for thing in self.naming.things:
            drawn, said = thing.kind.drawn, fields_of(thing)
            facing = faced(*said.get(drawn.facing, NOTHING))
            for role in (*drawn.at, *drawn.also):
                for at, _ in self.places(*said.get(role, NOTHING)):
                    own = role in drawn.at
                    yield PlacedPiece(
                        self.naming.name(thing),
                        spaced(thing.kind.name),
                        self.naming.mark(thing, role),
                        self.naming.owner(thing),
                        at,
                        "" if own else spaced(role),
                        facing if own else None,
                        spaced(drawn.facing),
                        self.naming.others(thing),
                        self.naming.state(thing) if own else None,
                        tuple(self.naming.badges(thing)) if own else (),
                    )

    def extents(self) -> Iterator[Extent]:
        """Yield the ways and lands of things."""
        for thing in self.naming.things:
            drawn, said = thing.kind.drawn, fields_of(thing)
            for role in (*drawn.along, *drawn.over):
                spots = self.places(*said.get(role, NOTHING))
                hexes = [h for at, area in spots for h in area or (at,)]
                if hexes:
                    is_way = role in drawn.along
                    name = self.naming.name(thing)
                    yield Extent(name, spaced(role), tuple(hexes), is_way)

    def reaches(self) -> Iterator[HexRange]:
        """Yield how far things reach, of which the viewer knows all that it hangs
        on."""
        for thing, role, at, far in self.naming.ranges(self.spots):
            if isinstance(far, int) and far >= 0:
                name, owner = self.naming.name(thing), self.naming.owner(thing)
                yield HexRange(name, role, at, far, owner)

    def zones(self) -> Iterator[Zone]:
        """Yield the zones of things that were asked for by their name, or by that of
        the seat whose they are."""
        for thing in self.naming.things:
            name, owner = self.naming.name(thing), self.naming.owner(thing)
            whose = "" if owner is None else self.sight.owners[owner]
            if not {plain(name), plain(whose)} & self.asked:
                continue
            for role, value, of in self.naming.zones(thing):
                hexes = dict.fromkeys(self.spots(value, of))
                yield Zone(name, role, tuple(hexes))

    def reports(self) -> Iterator[ReportedPlace]:
        """Yield the claims that tell of places."""
        for told, is_old in aged(self.sight.told):
            report = self._report(told)
            if report is not None:
                yield replace(report, is_old=is_old)

    def _report(self, told: ReportedClaim) -> ReportedPlace | None:
        drawn, said = told.claim.kind.drawn, parts_of(told.claim)
        around = said.get(drawn.around, NOTHING)[0]
        found = [
            each
            for role in drawn.at
            for each in self.places(*said.get(role, NOTHING), around)
        ]
        if not found:
            return None
        spots = tuple(dict.fromkeys(at for at, area in found if not area))
        areas = tuple(area for _, area in found if area)
        text = claim_text(told.claim, told.names)
        facing = self.heading(*said.get(drawn.facing, NOTHING))
        said_of = (told.number, told.to, told.mark, text)
        return ReportedPlace(*said_of, spots, areas, facing=facing)

    def heading(self, value: Value, of: Type) -> float | None:
        """Return a direction or a compass point as a direction, perhaps between."""
        if not isinstance(value, int):
            return None
        if present(of) in (DIRECTION, CORNER):
            return faced(value, of)
        sides_up = self.board.orientation is Orientation.SIDES_UP
        return value * 0.75 - 1.5 - (0.5 if sides_up else 0)


def faced(value: Value, of: Type) -> float | None:
    """Return a direction, or a corner as what lies half-way between two; else None."""
    if not isinstance(value, int):
        return None
    return value + 0.5 if present(of) == CORNER else value


FARTHEST = 60  # hexes about a place that are drawn
