"""From what a viewer may know to plans of maps: made from a view alone, and for the
judge from the truth."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeAlias, cast

from msgspec import Struct
from msgspec.structs import replace

from interpreter.boards.hexes import Hex, Orientation, allow
from interpreter.diagnostics import LimitExceeded
from interpreter.maps.plan import (
    AreaPlan,
    CellPiece,
    CellPlan,
    CellReport,
    Extent,
    HexPlan,
    Zone,
)
from interpreter.maps.plane.plan import Plan, TablePlan
from interpreter.reports.claims import names_of, parts_of
from interpreter.reports.colour import clean
from interpreter.reports.map_labels import (
    NOTHING,
    MapViewer,
    Naming,
    ReportedClaim,
    by_number,
    fields_of,
    located,
)
from interpreter.reports.map_parts import (
    aged,
    bare_plan,
    placed_pieces,
    reaches,
    reported_place,
    values_of,
    with_pointers,
)
from interpreter.reports.values import spaced
from interpreter.reports.views import JudgeView, truth_view
from interpreter.semantics.declarations import (
    CHARTS,
    BoardDeclaration,
    CellBoard,
    Declarations,
    HexBoard,
    PlaneBoard,
    boards_of,
)
from interpreter.semantics.state_view import StateView
from interpreter.source import written_names
from interpreter.values import types
from interpreter.values.types import (
    CORNER,
    DIRECTION,
    Type,
    Value,
    enumeration_of,
    present,
)
from interpreter.views.views import View, ViewedEntity

if TYPE_CHECKING:
    from interpreter.boards.areas import AreaLayout
    from interpreter.boards.layout import HexLayout
    from interpreter.boards.protocol import CellLayout


Offered = tuple[Value, Type]
"""What a choice offers, and its type: of these only what lies on a board is drawn."""


class PlanRequest(Struct, frozen=True):
    """What all maps of one viewer are made from: `layouts` by board, the names `asked`
    for with their zones, and what the viewer is `offered`."""

    sight: MapViewer
    declared: Declarations
    layouts: Mapping[str, Value]
    asked: frozenset[str]
    offered: tuple[Offered, ...]


Planner: TypeAlias = Callable[[PlanRequest, BoardDeclaration], Plan | None]


def plans_of_view(
    view: View,
    declared: Declarations,
    asked: Iterable[str] = (),
    offered: Iterable[Offered] = (),
) -> list[Plan]:
    """Return the maps of a seat; of things `asked` for by name with their zones, and
    with the hexes that it is `offered`."""
    names = names_of(view)
    owners = tuple(map(spaced, names.ids.get(declared.seat_kind, ())))
    things = tuple(each for each in view.things if each.kind.name != CHARTS)
    found = by_number(things)
    claims = tuple(
        ReportedClaim(str(each.number), each, names, found) for each in view.claims
    )
    viewer = spaced(view.seat)
    sight = MapViewer(viewer, names, owners, things, claims, view.charts)
    return _plans(sight, declared, asked, offered)


def plans_of_truth(
    truth: JudgeView, asked: Iterable[str] = (), offered: Iterable[Offered] = ()
) -> list[Plan]:
    """Return the maps of the judge: all that is there, and what each seat was told; of
    things `asked` for by name with their zones, and with the hexes that anybody is
    `offered`."""
    declared, names = truth.declared, truth.names
    seen = truth_view(truth)
    claims = tuple(
        ReportedClaim(
            str(claim.number), claim, names_of(view), found, spaced(view.seat)
        )
        for view in truth.views
        for found in [by_number(view.things)]
        for claim in view.claims
    )
    count = len(StateView(declared, truth.game_state).rows(declared.seat_kind))
    owners = tuple(spaced(names.id(declared.seat_kind, at)) for at in range(count))
    sight = MapViewer(seen.seat, names, owners, seen.things, claims, seen.charts)
    return _plans(sight, declared, asked, offered)


def _plans(
    sight: MapViewer,
    declared: Declarations,
    asked: Iterable[str],
    offered: Iterable[Offered],
) -> list[Plan]:
    """Return a plan for each board on which something is; what lies on a coarse board
    is drawn on the finer one."""
    request = PlanRequest(
        sight,
        declared,
        dict(zip(declared.boards, sight.charts, strict=True)),
        frozenset(written_names(asked)) - {""},
        tuple(offered),
    )
    plans = (
        next(make for kind, make in _PLANNERS if isinstance(board, kind))(
            request, board
        )
        for board in declared.boards.values()
    )
    return [plan for plan in plans if plan is not None]


def _cell_plan(request: PlanRequest, board: BoardDeclaration) -> CellPlan | None:
    """Return the plan of a board with separate places; None of one that is drawn on a
    finer board, or of which nothing is known."""
    boards = boards_of(CellBoard, request.declared.boards)
    if any(each.coarser == board.name for each in boards.values()):
        return None
    plan = _Planning(request, boards[board.name]).plan(request.layouts[board.name])
    return plan if plan.matters() or plan.chart.is_bounded else None


def _table_plan(request: PlanRequest, board: BoardDeclaration) -> TablePlan | None:
    """Return the plan of a plane."""
    # imported late: geometry, which packs without a plane do not have
    from interpreter.reports.plane_maps import table_plan

    return table_plan(request.sight, request.declared, board)


_PLANNERS: tuple[tuple[type[BoardDeclaration], Planner], ...] = (
    (CellBoard, _cell_plan),
    (PlaneBoard, _table_plan),
)


def _laid(plan: CellPlan) -> CellPlan:
    """Return a plan with the ground of things upon that of the board; a ground that the
    board has too is drawn as on the board."""
    grounds = dict(zip(plan.grounds, plan.looks, strict=True))
    for each in plan.extents:
        if each.ground:
            grounds.setdefault(each.ground, each.look)
    number = {name: at for at, name in enumerate(grounds)}
    laid = {
        cell: number[each.ground]
        for each in plan.extents
        if each.ground
        for cell in each.hexes
    }
    names, looks = tuple(grounds), tuple(grounds.values())
    return replace(plan, grounds=names, looks=looks, laid=laid) if laid else plan


class _Planning:
    """A plan of one board in the making."""

    def __init__(
        self,
        request: PlanRequest,
        board: CellBoard,
    ) -> None:
        self.asked = request.asked
        self.offered = request.offered
        self.sight = request.sight
        self.board = board
        self.layouts = {
            name: cast("CellLayout", request.layouts[name])
            for name in boards_of(CellBoard, request.declared.boards)
        }
        self.hex_boards = boards_of(HexBoard, request.declared.boards)
        self.naming = Naming(request.sight, request.declared)

    def plan(self, layout: Value) -> CellPlan:
        """Return all that is known of the board."""
        offered = dict.fromkeys(h for each in self.offered for h in self.spots(*each))
        plan = replace(
            self.empty_plan(layout),
            pieces=tuple(self.pieces()),
            extents=tuple(self.extents()),
            reaches=tuple(reaches(self.naming, self.spots, _steps)),
            reports=tuple(self.reports()),
            zones=tuple(self.zones()),
            offered=tuple(offered),
        )
        return with_pointers(_laid(plan), self.naming, self.spots)

    def empty_plan(self, layout: Value) -> CellPlan:
        """Return a plan of the board with nothing on it."""
        if not isinstance(self.board, HexBoard):
            areas = cast("AreaLayout", layout)
            return bare_plan(AreaPlan, self.sight, self.board, areas)
        above = self.hex_boards.get(self.board.coarser)
        hexes = cast("HexLayout", layout)
        return replace(
            bare_plan(HexPlan, self.sight, self.board, hexes),
            across=(clean(self.board.across), clean(above.across) if above else ""),
            coarser=spaced(self.board.coarser),
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
        elif isinstance(of, types.Cell) and of.board in self.layouts:
            middle, board = cast(Hex, value), self.layouts[of.board]
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

    def hexes(self, board: str) -> "HexLayout":
        """Return a board of hexes as it is in the scenario."""
        return cast("HexLayout", self.layouts[board])

    def _held(self, hex_: Hex, board: str) -> tuple[Hex, ...]:
        """Return the hexes of this board in one of its own or of a coarser board;
        LimitExceeded if they are more than a list may hold."""
        if board == self.board.name:
            return (hex_,)
        finer = self._finer(board)
        found: list[Hex] = []
        for each in self.hexes(finer).members(hex_) if finer else ():
            found += self._held(each, finer)
            allow(len(found))
        return tuple(found)

    def _middle(self, hex_: Hex, board: str) -> tuple[Hex, ...]:
        """Return the hex of this board in the middle of one of a coarser board."""
        while board != self.board.name:
            board = self._finer(board)
            nesting = self.hexes(board).board.nesting if board else None
            if nesting is None:
                return ()
            hex_ = nesting.centre(hex_)
        return (hex_,)

    def _finer(self, board: str) -> str:
        """Return the board of which hexes are grouped into those of another, or ""."""
        boards = self.hex_boards.values()
        return next((each.name for each in boards if each.coarser == board), "")

    def pieces(self) -> Iterator[CellPiece]:
        """Yield things where they stand, and what else of them is somewhere."""
        every = placed_pieces(CellPiece, self.naming, self.spots, self.faced)
        for thing, piece in every:
            badges = () if piece.role else tuple(self.naming.badges(thing))
            yield replace(piece, badges=badges)

    def extents(self) -> Iterator[Extent]:
        """Yield the ways and lands of things."""
        for thing in self.naming.things:
            drawn = thing.kind.drawn
            for role, value, of in values_of(thing, (*drawn.along, *drawn.over)):
                spots = self.places(value, of)
                hexes = [h for at, area in spots for h in area or (at,)]
                if hexes:
                    is_way = role in drawn.along
                    ground = ("", "") if is_way else self._ground(thing)
                    name = self.naming.name(thing)
                    yield Extent(name, spaced(role), tuple(hexes), is_way, *ground)

    def _ground(self, thing: ViewedEntity) -> tuple[str, str]:
        """Return as which ground a thing is drawn, and its look; ("", "") if as none,
        or if the viewer does not know as which."""
        drawn = thing.kind.drawn
        value, of = fields_of(thing).get(drawn.mark, NOTHING)
        words = enumeration_of(of)
        if not drawn.looks or words is None or not isinstance(value, int):
            return "", ""
        look = drawn.looks[value]
        return (clean(words.values[value]), look) if look else ("", "")

    def zones(self) -> Iterator[Zone]:
        """Yield the zones of things that were asked for by their name, or by that of
        the seat whose they are."""
        for thing in self.naming.things:
            name, owner = self.naming.name(thing), self.naming.owner(thing)
            whose = "" if owner is None else self.sight.owners[owner]
            if self.asked.isdisjoint(written_names((name, whose))):
                continue
            for role, value, of in self.naming.zones(thing):
                hexes = dict.fromkeys(self.spots(value, of))
                yield Zone(name, role, tuple(hexes))

    def reports(self) -> Iterator[CellReport]:
        """Yield the claims that tell of places."""
        for reported, is_old in aged(self.sight.claims):
            drawn, parts = reported.claim.kind.drawn, parts_of(reported.claim)
            around = parts.get(drawn.around, NOTHING)[0]
            found = [
                place
                for role in drawn.at
                for value, of in located(*parts.get(role, NOTHING), reported.things)
                for place in self.places(value, of, around)
            ]
            if found:
                yield reported_place(
                    CellReport,
                    reported,
                    is_old=is_old,
                    spots=tuple(dict.fromkeys(at for at, area in found if not area)),
                    areas=tuple(area for _, area in found if area),
                    facing=self.heading(*parts.get(drawn.facing, NOTHING)),
                )

    def heading(self, value: Value, of: Type) -> float | None:
        """Return a direction or a compass point as a direction, perhaps between."""
        if not isinstance(value, int):
            return None
        if present(of) in (DIRECTION, CORNER):
            return self.faced(value, of)
        if not isinstance(self.board, HexBoard):
            return None
        sides_up = self.board.orientation is Orientation.SIDES_UP
        return value * 0.75 - 1.5 - (0.5 if sides_up else 0)

    def faced(self, value: Value, of: Type) -> float | None:
        """Return a direction, or a corner as what is half-way between two; None on a
        board without directions."""
        if not isinstance(value, int) or not isinstance(self.board, HexBoard):
            return None
        return value + 0.5 if present(of) == CORNER else value


def _steps(value: Value) -> int | None:
    """Return a distance in steps; None where it is none."""
    return value if isinstance(value, int) and value >= 0 else None


FARTHEST = 60  # hexes about a place that are drawn
