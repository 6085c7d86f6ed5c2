"""Boards of named areas joined by links: point-to-point maps.

An area is the pair (number, 0), numbered in the order in which a ruleset writes them,
so that it is a `Cell` like a hex. A link leads from one area to another at a cost
above 0, in both directions unless it is one way. Distances count links; costs are
added along a path. Both are found by search at each call: a board has at most 500
areas and 2,000 links, so an answer costs at most some thousand steps.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from msgspec import Struct, field

from interpreter.boards import paths
from interpreter.boards.paths import WalkedBoard
from interpreter.boards.protocol import Cell, Exact, Misfit, PlaceContents
from interpreter.source import normalised
from interpreter.values.faults import Fault
from interpreter.values.types import places

MOST_AREAS = 500
MOST_LINKS = 2_000
_FEW = 8  # names that a message lists


class Link(Struct, frozen=True):
    """A link between two areas, by their numbers."""

    start: int
    goal: int
    cost: Exact = 1
    one_way: bool = False


class AreaMap(Struct, frozen=True, dict=True):
    """The areas of a board by name, and the links between them."""

    name: str
    names: tuple[str, ...]
    links: tuple[Link, ...] = ()

    @cached_property
    def _leading(self) -> tuple[Mapping[int, Exact], ...]:
        """The cost of a step from each area to each that a link leads to; of several
        links the cheapest counts."""
        leading: list[dict[int, Exact]] = [{} for _ in self.names]
        for link in self.links:
            for start, goal in self._ends(link):
                known = leading[start].get(goal, link.cost)
                leading[start][goal] = min(known, link.cost)
        return tuple(dict(sorted(steps.items())) for steps in leading)

    @staticmethod
    def _ends(link: Link) -> Iterator[tuple[int, int]]:
        yield link.start, link.goal
        if not link.one_way:
            yield link.goal, link.start

    def __contains__(self, cell: Cell) -> bool:
        return cell[1] == 0 and 0 <= cell[0] < len(self.names)

    def steps(self, cell: Cell) -> Mapping[int, Exact]:
        """Return the numbers of the areas to which a link leads, ascending, with the
        cost of the cheapest link; nothing for what is no area."""
        return self._leading[cell[0]] if cell in self else {}

    def label(self, cell: Cell) -> str | None:
        """Return the name of an area."""
        return self.names[cell[0]] if cell in self else None

    def order(self, cell: Cell) -> tuple[int, int]:
        """Return the pair: areas sort as they are written."""
        return cell

    def place_of(self, text: str) -> Cell | Misfit:
        """Return the area of that name, or what is wrong with the name."""
        number = places(self.names).get(normalised(text))
        if number is not None:
            return number, 0
        some = ", ".join(self.names[:_FEW])
        more = ", ..." if len(self.names) > _FEW else ""
        board = self.name.replace("_", " ")
        message = f"'{text}' is no area of {board}"
        return Misfit(message, f"an area: {some}{more}", self.names)

    def touch(self, a: Cell, b: Cell) -> bool:
        """Tell whether a link leads from the first to the second."""
        return b[0] in self.steps(a)

    def listed(self, text: str) -> list[str]:
        """Return the names in a text, with commas or blanks between them; a name may
        have several words, and the longest that fits is taken."""
        if "," in text:
            return [part.strip() for part in text.split(",") if part.strip()]
        known = places(self.names)
        words, found = text.split(), list[str]()
        while words:
            lengths = range(len(words), 0, -1)
            fits = (n for n in lengths if normalised(" ".join(words[:n])) in known)
            count = next(fits, 1)
            found.append(" ".join(words[:count]))
            del words[:count]
        return found


class AreaLayout(WalkedBoard, Struct, frozen=True):
    """A board of areas in one scenario: the ground of each area by its number, named
    regions, and where areas are drawn (to the right, away), None where the ruleset
    gives no position."""

    map: AreaMap
    grounds: tuple[int | None, ...] = ()
    regions: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)
    positions: tuple[tuple[Exact, Exact] | None, ...] = ()

    def __eq__(self, other: object) -> bool:
        """Tell whether a map is alike, also in the order of its regions."""
        return isinstance(other, AreaLayout) and self._compared == other._compared

    @property
    def _compared(self) -> tuple[object, ...]:
        return (self.map, self.grounds, self.positions, *self.regions.items())

    def __hash__(self) -> int:
        """Return a hash without the maps, which have none."""
        return hash((self.map, self.grounds, self.positions))

    @property
    def name(self) -> str:
        """The name of the board in its ruleset."""
        return self.map.name

    @property
    def is_bounded(self) -> bool:
        """Whether all of the board can be drawn: always."""
        return True

    def __contains__(self, cell: Cell) -> bool:
        return cell in self.map

    def label_of(self, cell: Cell) -> str:
        """Return the name of an area."""
        return self.map.label(cell) or f"{cell[0]},{cell[1]}"

    def place_of(self, label: str) -> Cell | Misfit:
        """Return the area of that name, or what is wrong with the name."""
        return self.map.place_of(label)

    def contents(self, cell: Cell) -> PlaceContents:
        """Return the ground of an area and the regions that hold it."""
        ground = self.grounds[cell[0]] if cell in self else None
        within = (name for name, held in self.regions.items() if cell in held)
        return PlaceContents(ground, tuple(within))

    def order(self, cell: Cell | None) -> tuple[int, int]:
        """Return the key by which areas sort; Fault for none."""
        if cell is None:
            raise Fault("R704", "there is none where a value is needed")
        return self.map.order(cell)

    def every(self) -> tuple[Cell, ...]:
        """Return every area, as written."""
        return tuple((number, 0) for number in range(len(self.map.names)))

    def ground(self, cell: Cell) -> int:
        """Return the ground of an area; Fault where none is given."""
        found = self.contents(cell).ground
        if found is None:
            message = f"the board does not say what ground {self.label_of(cell)} is"
            raise Fault("R709", message)
        return found

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the areas to which a link leads, as written."""
        return tuple((number, 0) for number in self.map.steps(cell))

    def distance(self, a: Cell, b: Cell) -> int:
        """Return the fewest links from one area to another; Fault if none lead
        there."""
        for radius, areas in enumerate(self._rings(a)):
            if b in areas:
                return radius
        start, goal = self.label_of(a), self.label_of(b)
        raise Fault("R709", f"no links lead from {start} to {goal}")

    def within(self, cell: Cell, radius: int) -> tuple[Cell, ...]:
        """Return the areas up to a distance, ring after ring, each ring as written."""
        rings = zip(range(radius + 1), self._rings(cell), strict=False)
        return tuple(area for _, areas in rings for area in areas)

    def ring(self, cell: Cell, radius: int) -> tuple[Cell, ...]:
        """Return the areas at just that distance, as written."""
        rings = enumerate(self._rings(cell))
        return next((areas for at, areas in rings if at == radius), ())

    def _rings(self, cell: Cell) -> Iterator[tuple[Cell, ...]]:
        """Yield the areas at distance 0, 1, 2 and so on, until there are no more."""
        seen: set[Cell] = {cell}
        ring: tuple[Cell, ...] = (cell,) if cell in self else ()
        while ring:
            yield ring
            beyond = {goal for area in ring for goal in self.neighbours(area)} - seen
            seen |= beyond
            ring = tuple(sorted(beyond))

    def link_cost(self, a: Cell, b: Cell) -> Exact | None:
        """Return the cost of the cheapest link from one area to another; None without
        one."""
        return self.map.steps(a).get(b[0])

    def path_cost(self, a: Cell, b: Cell) -> Exact | None:
        """Return the least cost of a path from one area to another; None without
        one."""
        found = self._search(a).get(b)
        return None if found is None else found.cost

    def cheapest_path(self, a: Cell, b: Cell) -> tuple[Cell, ...]:
        """Return the areas of a cheapest path from one area to another, both included,
        the first one first; nothing without a path."""
        return paths.way(self._search(a), b)

    def _search(self, start: Cell) -> Mapping[Cell, paths.SearchNode[Cell]]:
        """Return the least cost of every area that can be reached."""

        def moves(at: Cell, _spent: paths.Cost) -> Iterable[tuple[Cell, paths.Cost]]:
            return (((goal, 0), cost) for goal, cost in self.map.steps(at).items())

        return paths.search(start, moves)
