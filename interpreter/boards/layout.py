"""The layout of a board of hexes: what lies on the board, and what a rule may ask.

Each public method is a function of the language, or implements a way of writing one:
`every(board)`, `h.ground`, `region(name)`, and the key of a `by`.
"""

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache

from msgspec import Struct, field

from interpreter.boards import hexes, paths, sight
from interpreter.boards import hexes as compass
from interpreter.boards.board import HexMap, Nesting
from interpreter.boards.hexes import MOST_HEXES, Hex, allow, ball_size
from interpreter.boards.paths import WalkedBoard
from interpreter.boards.protocol import Misfit, PlaceContents
from interpreter.source import Name
from interpreter.values.faults import Fault
from interpreter.values.types import SIDE_MET

Hexes = tuple[Hex, ...]


class HexLayout(WalkedBoard, Struct, frozen=True, dict=True):
    """A board, the ground of its hexes, and its named regions.

    Ground is a number; a hex that is not in `grounds` has `elsewhere`. `coarser` is the
    board into which this one is grouped by its nesting.
    """

    board: HexMap
    coarser: HexMap | None = None
    grounds: Mapping[Hex, int] = field(default_factory=dict)
    elsewhere: int | None = None
    regions: Mapping[str, Hexes] = field(default_factory=dict)

    def __eq__(self, other: object) -> bool:
        """Tell whether a map is alike, also in the order of its regions."""
        return isinstance(other, HexLayout) and self._compared == other._compared

    @property
    def _compared(self) -> tuple[object, ...]:
        return (
            self.board,
            self.coarser,
            self.grounds,
            self.elsewhere,
            *self.regions.items(),
        )

    def __hash__(self) -> int:
        """Return a hash without the maps, which have none."""
        return hash((self.board, self.coarser, self.elsewhere))

    @property
    def name(self) -> str:
        """The name of the board in its ruleset."""
        return self.board.name

    @property
    def is_bounded(self) -> bool:
        """Whether the map ends somewhere."""
        return self.board.sheet is not None

    def __contains__(self, hex_: Hex) -> bool:
        return hex_ in self.board

    def label_of(self, hex_: Hex) -> str:
        """Return what is printed in a hex, else its pair."""
        return self.board.label(hex_) or f"{hex_[0]},{hex_[1]}"

    def place_of(self, label: str) -> Hex | Misfit:
        """Return the hex with a label, or what is wrong with the label."""
        return self.board.place_of(label)

    def contents(self, hex_: Hex) -> PlaceContents:
        """Return the ground of a hex and the regions that hold it."""
        within = (name for name, held in self.regions.items() if hex_ in held)
        return PlaceContents(self.grounds.get(hex_, self.elsewhere), tuple(within))

    distance = staticmethod(hexes.distance)

    def neighbours(self, hex_: Hex) -> Hexes:
        """Return those beside it, D0 to D5."""
        return self.board.neighbours(hex_)

    def neighbour(self, hex_: Hex, direction: int) -> Hex | None:
        """Return the one in a direction, or None."""
        return self.board.neighbour(hex_, direction)

    direction = staticmethod(hexes.direction)

    def within(self, hex_: Hex, radius: int) -> Hexes:
        """Return the hexes up to that distance, the hex first."""
        return self.board.within(hex_, radius)

    def ring(self, hex_: Hex, radius: int) -> Hexes:
        """Return the hexes at just that distance."""
        return self.board.ring(hex_, radius)

    def group(self, hex_: Hex) -> Hex:
        """Return the hex of the coarser board to which a hex belongs."""
        return self._nesting.group(hex_)

    def members(self, coarse: Hex) -> Hexes:
        """Return the hexes of the map in a hex of the coarser board, from its centre
        outwards."""
        found = self.board.kept(self._nesting.members(coarse))
        allow(len(found))
        return found

    def region(self, hex_: Hex, centre: Hex, reach: int | None) -> Hexes:
        """Return the hexes of the map in all coarse hexes up to `reach` from `centre`,
        coarse hex after coarse hex; without a reach only the hex itself."""
        if reach is None:
            return self.board.kept((hex_,))
        if self.board.sheet is None:
            allow(ball_size(reach) * self._nesting.side**2)
        assert self.coarser is not None, "the checker has proved it"
        found: list[Hex] = []
        for coarse in self.coarser.within(centre, reach):
            found += self.members(coarse)
            allow(len(found))
        return tuple(found)

    def line(self, a: Hex, b: Hex) -> Hexes:
        """Return what a straight line crosses, without its ends."""
        return self.board.kept(sight.line(a, b))

    def clear_line(self, a: Hex, b: Hex, blockers: Hexes) -> bool:
        """Return whether none of those is on the line."""
        return sight.clear_line(a, b, set(blockers).__contains__)

    def beyond(self, a: Hex, over: Hex, b: Hex) -> bool:
        """Return whether the second is on a shortest way to the third."""
        return paths.beyond(a, over, b)

    def past(self, a: Hex, over: Hex, b: Hex) -> bool:
        """Return whether the third lies past a line through the second, which stands
        square to the straight way from the first."""
        return paths.past(a, over, b)

    def moved_along(self, given: Hexes, a: Hex, b: Hex) -> Hexes:
        """Return hexes moved as something that went from the first to the second."""
        return self.board.kept(paths.moved_along(given, a, b))

    def beside(self, path: Hexes) -> Hexes:
        """Return the hexes on the left of a path, then those on its right."""
        left, right = paths.beside(path)
        return self.board.kept((*left, *right))

    def away(self, a: Hex, at: Hex) -> Hexes:
        """Return those beside the second, straight away from the first."""
        return self.board.kept(sight.away(a, at))

    def away_all(self, a: Hex, at: Hex) -> Hexes:
        """Return all beside the second that are farther from the first."""
        return self.board.kept(sight.away_all(a, at))

    def directions_toward(self, a: Hex, b: Hex) -> tuple[int, ...]:
        """Return the ways nearest to the straight line there, none to itself."""
        return sight.toward(a, b)

    @cached_property
    def front(self) -> Callable[[Hex, int], Hexes]:
        """From a hex and a corner to the two hexes ahead, the left one first.

        Who moves asks for them at every step, of few hexes again and again.
        """

        @lru_cache(6 * MOST_HEXES)
        def ahead(hex_: Hex, corner: int) -> Hexes:
            return self.board.kept(sight.front(hex_, corner))

        return ahead

    def flanks(self, hex_: Hex, corner: int) -> Hexes:
        """Return the hex on the right, then the one on the left."""
        return self.board.kept(sight.flanks(hex_, corner))

    def rear(self, hex_: Hex, corner: int) -> Hexes:
        """Return the two hexes behind, the right one first."""
        return self.board.kept(sight.rear(hex_, corner))

    in_arc = staticmethod(sight.in_arc)

    def facings_toward(self, hex_: Hex, goal: Hex) -> tuple[int, ...]:
        """Return the corners in whose arc the other hex lies, ascending."""
        return sight.facings_toward(hex_, goal)

    def entry_side(self, start: Hex, goal: Hex, corner: int) -> int | None:
        """Return by which side of `goal` a line from `start` comes in, or None."""
        found = sight.entry_side(start, goal, corner)
        return None if found is None else SIDE_MET.rank(Name(found.value))

    def whole(self, hex_: Hex) -> bool:
        """Return whether the rim of the map does not cut it."""
        return self.board.whole(hex_)

    def on_edge(self, hex_: Hex) -> bool:
        """Return whether the map ends beside it."""
        return self.board.on_edge(hex_)

    def bearing(self, a: Hex, b: Hex) -> int | None:
        """Return the nearest of the eight points of the compass, or None."""
        return compass.bearing(a, b, self.board.orientation)

    def every(self) -> Hexes:
        """Return every hex of the map by q, then by r; Fault if it has no edge."""
        sheet = self.board.sheet
        if sheet is None:
            raise Fault("R709", "the map of this scenario has no end")
        allow(len(sheet))
        return sheet.hexes

    def ground(self, hex_: Hex) -> int:
        """Return the ground of a hex; Fault where nothing is said of it."""
        found = self.grounds.get(hex_, self.elsewhere)
        if found is not None and hex_ in self.board:
            return found
        name = self.board.label(hex_)
        if hex_ in self.board:
            raise Fault("R709", f"the scenario does not say what ground hex {name} is")
        raise Fault("R709", f"hex {name} is not on the map")

    def order(self, hex_: Hex | None) -> tuple[int, int]:
        """Return where the label of a hex sorts; Fault for none."""
        if hex_ is None:
            raise Fault("R704", "there is none where a value is needed")
        return self.board.labels.order(hex_)

    @property
    def _nesting(self) -> Nesting:
        nesting = self.board.nesting
        assert nesting is not None, "the checker has proved it"
        return nesting
