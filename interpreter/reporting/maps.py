"""From what a viewer may know to plans of maps: made from a view alone, and for the
judge from the truth."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from interpreter.boards.hexes import Hex
from interpreter.checked.declared import CHARTS, HexBoard
from interpreter.drawing.grounds import looks_of
from interpreter.drawing.marks import distinct, short
from interpreter.drawing.plan import Extent, Piece, Plan, Report
from interpreter.reporting.claims import claim_text, edge_of, parts_of
from interpreter.reporting.judging import Truth
from interpreter.reporting.paint import clean
from interpreter.reporting.values import Edge, spaced, to_text
from interpreter.running.views import Thing, ToldClaim, View
from interpreter.values import types
from interpreter.values.claims import STORE
from interpreter.values.moments import shape
from interpreter.values.types import JUDGE, Type, Value, present

if TYPE_CHECKING:
    from interpreter.boards.chart import Chart


@dataclass(frozen=True, slots=True)
class Told:
    """A claim as a map shows it: its number, and the names of what it speaks of."""

    number: str
    claim: ToldClaim
    names: Edge


@dataclass(frozen=True, slots=True)
class Sight:
    """What is known to who looks at a map; `owners` are the seats by their number."""

    viewer: str
    names: Edge
    owners: tuple[str, ...]
    things: tuple[Thing, ...]
    told: tuple[Told, ...]
    boards: tuple[HexBoard, ...]
    charts: "tuple[Chart, ...]"


def plans_of_view(view: View, seat_kind: str) -> list[Plan]:
    """Return the maps of a seat."""
    names = edge_of(view)
    owners = tuple(map(clean, names.ids.get(seat_kind, ())))
    told = tuple(Told(str(each.number), each, names) for each in view.claims)
    things = tuple(each for each in view.things if each.kind.name != CHARTS)
    viewer = clean(view.seat)
    return _plans(Sight(viewer, names, owners, things, told, view.boards, view.charts))


def plans_of_truth(truth: Truth) -> list[Plan]:
    """Return the maps of the judge: all that is there, and what each seat was told."""
    declared, names = truth.declared, truth.names
    rows = dict(zip(declared.kinds, truth.world, strict=False))
    things = tuple(
        Thing(kind, number, _shown(kind.fields, row))
        for name, kind in declared.kinds.items()
        if name not in (STORE, CHARTS)
        for number, row in enumerate(rows[name])
        if row is not None
    )
    told = tuple(
        Told(f"{each.number} to {clean(view.seat)}", each, edge_of(view))
        for view in truth.views
        for each in view.claims
    )
    seats = rows.get(declared.seat_kind, ())
    owners = tuple(clean(names.id(declared.seat_kind, at)) for at in range(len(seats)))
    (charts,) = rows.get(CHARTS, ((),))
    boards = tuple(declared.boards.values())
    return _plans(Sight("judge", names, owners, things, told, boards, charts))


def _shown(fields: Sequence, row: Sequence) -> tuple:  # type: ignore[type-arg]
    pairs = zip(fields, row, strict=True)
    return tuple((f, value) for f, value in pairs if shape(f.type) is None)


def _plans(sight: Sight) -> list[Plan]:
    """Return a plan for each board on which something is; what lies on a coarse board
    is drawn on the finer one."""
    charts = {b.name: c for b, c in zip(sight.boards, sight.charts, strict=True)}
    coarse = {board.coarser for board in sight.boards}
    found = []
    for board in sight.boards:
        if board.name in coarse:
            continue
        plan = _Planning(sight, board, charts).plan()
        if plan.matters() or plan.chart.board.sheet is not None:
            found.append(plan)
    return found


class _Planning:
    """A plan of one board in the making."""

    def __init__(
        self, sight: Sight, board: HexBoard, charts: "Mapping[str, Chart]"
    ) -> None:
        self.sight = sight
        self.board = board
        self.charts = charts
        self.marks = self._marks()

    def plan(self) -> Plan:
        """Return all that is known of the board."""
        board = self.board
        above = next((b for b in self.sight.boards if b.name == board.coarser), None)
        grounds = () if board.ground is None else board.ground.values
        return Plan(
            self.sight.viewer,
            spaced(board.name),
            self.charts[board.name],
            (clean(board.across), clean(above.across) if above else ""),
            tuple(map(clean, grounds)),
            looks_of(len(grounds), ()),
            spaced(board.coarser),
            self.sight.owners,
            tuple(self.pieces()),
            tuple(self.extents()),
            (),
            tuple(self.reports()),
        )

    def places(self, value: Value, of: Type) -> Iterator[tuple[Hex, tuple[Hex, ...]]]:
        """Yield each hex in a value that lies on the board: it and, of one on a
        coarser board, the hexes in it, of which it is the middle."""
        of = present(of)
        if value is None:
            return
        if isinstance(of, types.ListOf):
            for each in cast(tuple[Value, ...], value):
                yield from self.places(each, of.item)
        elif isinstance(of, types.Hex):
            held = self._held(cast(Hex, value), of.board)
            if held and of.board == self.board.name:
                yield held[0], ()
            elif held:
                yield held[0], held

    def _held(self, hex_: Hex, board: str) -> tuple[Hex, ...]:
        """Return the hexes of this board in one of its own or of a coarser board."""
        if board == self.board.name:
            return (hex_,)
        finer = next((b for b in self.sight.boards if b.coarser == board), None)
        if finer is None:
            return ()
        members = self.charts[finer.name].members(hex_)
        return tuple(h for each in members for h in self._held(each, finer.name))

    def pieces(self) -> Iterator[Piece]:
        """Yield things where they stand, and what else of them is somewhere."""
        for thing in self.sight.things:
            drawn, said = thing.kind.drawn, _fields(thing)
            facing = cast("int | None", said.get(drawn.facing, _NOTHING)[0])
            for role in (drawn.at, *drawn.also):
                for at, _ in self.places(*said.get(role, _NOTHING)):
                    own = role == drawn.at
                    yield Piece(
                        self.name(thing),
                        spaced(thing.kind.name),
                        self.mark(thing),
                        self.owner(thing),
                        at,
                        "" if own else spaced(role),
                        facing if own else None,
                    )

    def extents(self) -> Iterator[Extent]:
        """Yield the ways and lands of things."""
        for thing in self.sight.things:
            drawn, said = thing.kind.drawn, _fields(thing)
            for role in (*drawn.along, *drawn.over):
                spots = self.places(*said.get(role, _NOTHING))
                hexes = [h for at, area in spots for h in area or (at,)]
                if hexes:
                    is_way = role in drawn.along
                    name = self.name(thing)
                    yield Extent(name, spaced(role), tuple(hexes), is_way)

    def reports(self) -> Iterator[Report]:
        """Yield the claims that tell of places."""
        made = [(told, self._report(told)) for told in self.sight.told]
        last = {_subject(told): at for at, (told, _) in enumerate(made)}
        for at, (told, report) in enumerate(made):
            if report is not None:
                yield replace(report, is_old=last[_subject(told)] > at)

    def _report(self, told: Told) -> Report | None:
        found = [
            each
            for value, of in parts_of(told.claim).values()
            for each in self.places(value, of)
        ]
        if not found:
            return None
        spots = tuple(dict.fromkeys(at for at, area in found if not area))
        areas = tuple(area for _, area in found if area)
        return Report(told.number, claim_text(told.claim, told.names), spots, areas)

    def name(self, thing: Thing) -> str:
        """Return what a thing is called."""
        return clean(self.sight.names.id(thing.kind.name, thing.number))

    def mark(self, thing: Thing) -> str:
        """Return what stands on a counter."""
        drawn, said = thing.kind.drawn, _fields(thing)
        if drawn.mark in said:
            value, of = said[drawn.mark]
            return short(to_text(value, of, self.sight.names))
        return self.marks[self.name(thing)]

    def owner(self, thing: Thing) -> int | None:
        """Return the seat whose a thing is; None of nobody."""
        value, _ = _fields(thing).get(thing.kind.drawn.owner, _NOTHING)
        return value if isinstance(value, int) and value != JUDGE else None

    def _marks(self) -> dict[str, str]:
        return distinct([self.name(e) for e in self.sight.things if _is_placed(e)])


_NOTHING: tuple[Value, Type] = (None, types.Nothing())


def _fields(thing: Thing) -> dict[str, tuple[Value, Type]]:
    return {field.name: (value, field.type) for field, value in thing.fields}


def _is_placed(thing: Thing) -> bool:
    drawn = thing.kind.drawn
    places = (drawn.at, *drawn.also)
    return any(f.name in places and value is not None for f, value in thing.fields)


def _subject(told: Told) -> tuple[str, str, Value]:
    """Return what tells two claims apart that are not about the same."""
    seat = told.number.partition(" ")[2]
    return seat, told.claim.kind.name, told.claim.about
