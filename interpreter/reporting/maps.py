"""From what a viewer may know to plans of maps: made from a view alone, and for the
judge from the truth."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from interpreter.boards.compass import Orientation
from interpreter.boards.hexes import Hex, allow
from interpreter.checked.declared import CHARTS, Declared, Field, HexBoard
from interpreter.drawing.grounds import looks_of
from interpreter.drawing.marks import distinct, short
from interpreter.drawing.plan import Extent, Piece, Plan, Reach, Report
from interpreter.problems import LimitExceeded
from interpreter.reporting.claims import claim_text, edge_of, parts_of
from interpreter.reporting.judging import Truth
from interpreter.reporting.paint import clean
from interpreter.reporting.ranges import worked_out
from interpreter.reporting.values import Edge, spaced, to_text
from interpreter.running.views import Thing, ToldClaim, View
from interpreter.values import types
from interpreter.values.claims import STORE
from interpreter.values.moments import shape
from interpreter.values.types import DIRECTION, JUDGE, Type, Value, present

if TYPE_CHECKING:
    from interpreter.boards.chart import Chart


@dataclass(frozen=True, slots=True)
class Told:
    """A claim as a map shows it: its number, and the names of what it speaks of; for
    the judge also to whom it was told."""

    number: str
    claim: ToldClaim
    names: Edge
    to: str = ""


@dataclass(frozen=True, slots=True)
class Sight:
    """What is known to who looks at a map; `owners` are the seats by their number."""

    viewer: str
    names: Edge
    owners: tuple[str, ...]
    things: tuple[Thing, ...]
    told: tuple[Told, ...]
    charts: "tuple[Chart, ...]"


def plans_of_view(view: View, declared: Declared) -> list[Plan]:
    """Return the maps of a seat."""
    names = edge_of(view)
    owners = tuple(map(clean, names.ids.get(declared.seat_kind, ())))
    told = tuple(Told(str(each.number), each, names) for each in view.claims)
    things = tuple(each for each in view.things if each.kind.name != CHARTS)
    viewer = clean(view.seat)
    sight = Sight(viewer, names, owners, things, told, view.charts)
    return _plans(sight, declared)


def plans_of_truth(truth: Truth) -> list[Plan]:
    """Return the maps of the judge: all that is there, and what each seat was told."""
    declared, names = truth.declared, truth.names
    rows = dict(zip(declared.kinds, truth.world, strict=False))
    things = tuple(
        Thing(
            kind,
            number,
            _shown(kind.fields, row),
            truth.labels.get((name, number), ""),
        )
        for name, kind in declared.kinds.items()
        if name not in (STORE, CHARTS)
        for number, row in enumerate(rows[name])
        if row is not None
    )
    told = tuple(
        Told(str(each.number), each, edge_of(view), clean(view.seat))
        for view in truth.views
        for each in view.claims
    )
    seats = rows.get(declared.seat_kind, ())
    owners = tuple(clean(names.id(declared.seat_kind, at)) for at in range(len(seats)))
    (charts,) = rows.get(CHARTS, ((),))
    return _plans(Sight("judge", names, owners, things, told, charts), declared)


def _shown(
    fields: Iterable[Field], row: Iterable[Value]
) -> tuple[tuple[Field, Value], ...]:
    pairs = zip(fields, row, strict=True)
    return tuple((f, value) for f, value in pairs if shape(f.type) is None)


def _plans(sight: Sight, declared: Declared) -> list[Plan]:
    """Return a plan for each board on which something is; what lies on a coarse board
    is drawn on the finer one."""
    charts = dict(zip(declared.boards, sight.charts, strict=True))
    coarse = {board.coarser for board in declared.boards.values()}
    found = []
    for board in declared.boards.values():
        if board.name in coarse:
            continue
        plan = _Planning(sight, declared, board, charts).plan()
        if plan.matters() or plan.chart.board.sheet is not None:
            found.append(plan)
    return found


class _Planning:
    """A plan of one board in the making."""

    def __init__(
        self,
        sight: Sight,
        declared: Declared,
        board: HexBoard,
        charts: "Mapping[str, Chart]",
    ) -> None:
        self.sight = sight
        self.declared = declared
        self.board = board
        self.charts = charts
        self.marks = self._marks()

    def plan(self) -> Plan:
        """Return all that is known of the board."""
        board = self.board
        above = self.declared.boards.get(board.coarser)
        grounds = () if board.ground is None else board.ground.values
        return Plan(
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
        elif isinstance(of, types.Hex) and of.board in self.charts:
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

    def pieces(self) -> Iterator[Piece]:
        """Yield things where they stand, and what else of them is somewhere."""
        for thing in self.sight.things:
            drawn, said = thing.kind.drawn, _fields(thing)
            facing = cast("int | None", said.get(drawn.facing, _NOTHING)[0])
            for role in (*drawn.at, *drawn.also):
                for at, _ in self.places(*said.get(role, _NOTHING)):
                    own = role in drawn.at
                    yield Piece(
                        self.name(thing),
                        spaced(thing.kind.name),
                        self.mark(thing, role),
                        self.owner(thing),
                        at,
                        "" if own else spaced(role),
                        facing if own else None,
                        spaced(drawn.facing),
                        self.others(thing),
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

    def reaches(self) -> Iterator[Reach]:
        """Yield how far things reach, of which the viewer knows all that it hangs
        on."""
        for thing in self.sight.things:
            said, owner = _fields(thing), self.owner(thing)
            spots = [
                at
                for role in thing.kind.drawn.ranges_from
                for at, _ in self.places(*said.get(role, _NOTHING))
            ]
            for each in thing.kind.drawn.ranges if spots else ():
                hexes = worked_out(each, thing, self.declared)
                if hexes is not None:
                    role, name = spaced(each.name), self.name(thing)
                    yield from (Reach(name, role, at, hexes, owner) for at in spots)

    def reports(self) -> Iterator[Report]:
        """Yield the claims that tell of places."""
        made = [(told, self._report(told)) for told in self.sight.told]
        last = {_subject(told): at for at, (told, _) in enumerate(made)}
        for at, (told, report) in enumerate(made):
            if report is not None:
                yield replace(report, is_old=last[_subject(told)] > at)

    def _report(self, told: Told) -> Report | None:
        drawn, said = told.claim.kind.drawn, parts_of(told.claim)
        around = said.get(drawn.around, _NOTHING)[0]
        found = [
            each
            for role in drawn.at
            for each in self.places(*said.get(role, _NOTHING), around)
        ]
        if not found:
            return None
        spots = tuple(dict.fromkeys(at for at, area in found if not area))
        areas = tuple(area for _, area in found if area)
        text = claim_text(told.claim, told.names)
        facing = self.heading(*said.get(drawn.facing, _NOTHING))
        mark = f"?{told.number}{short(told.to) if told.to else ''}"
        return Report(told.number, told.to, mark, text, spots, areas, facing=facing)

    def heading(self, value: Value, of: Type) -> float | None:
        """Return a direction or a compass point as a direction, perhaps between."""
        if not isinstance(value, int):
            return None
        if present(of) == DIRECTION:
            return value
        sides_up = self.board.orientation is Orientation.SIDES_UP
        return value * 0.75 - 1.5 - (0.5 if sides_up else 0)

    def name(self, thing: Thing) -> str:
        """Return what a thing is called."""
        return clean(self.sight.names.id(thing.kind.name, thing.number))

    def others(self, thing: Thing) -> str:
        """Return the label by which others know a thing, "" for its own name."""
        label = clean(thing.label)
        return "" if label == self.name(thing) else label

    def mark(self, thing: Thing, role: str) -> str:
        """Return what stands on a counter: of a thing, and of what stands nowhere
        itself its role."""
        drawn, said = thing.kind.drawn, _fields(thing)
        if drawn.mark in said:
            value, of = said[drawn.mark]
            return short(to_text(value, of, self.sight.names))
        return self.marks[self.marked(thing, role)]

    def marked(self, thing: Thing, role: str) -> str:
        """Return the name that a mark is short for."""
        if thing.kind.drawn.at:
            return self.name(thing)
        alike = [e for e in self.sight.things if role in _places(e)]
        return spaced(role if len(alike) == 1 else f"{self.name(thing)} {role}")

    def owner(self, thing: Thing) -> int | None:
        """Return the seat whose a thing is; None of nobody."""
        if thing.kind.name == self.declared.seat_kind:
            return thing.number
        value, _ = _fields(thing).get(thing.kind.drawn.owner, _NOTHING)
        return value if isinstance(value, int) and value != JUDGE else None

    def _marks(self) -> dict[str, str]:
        named = [self.marked(e, role) for e in self.sight.things for role in _places(e)]
        return distinct(named)


FARTHEST = 60  # hexes about a place that are drawn

_NOTHING: tuple[Value, Type] = (None, types.Nothing())


def _fields(thing: Thing) -> dict[str, tuple[Value, Type]]:
    return {field.name: (value, field.type) for field, value in thing.fields}


def _places(thing: Thing) -> list[str]:
    """Return the fields that say where a thing, or what else of it, is."""
    drawn = thing.kind.drawn
    places = (*drawn.at, *drawn.also)
    return [
        f.name for f, value in thing.fields if f.name in places and value is not None
    ]


def _subject(told: Told) -> tuple[str, str, Value]:
    """Return what tells two claims apart that are not about the same."""
    return told.to, told.claim.kind.name, told.claim.about
