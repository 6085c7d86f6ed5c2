"""A chart: a board with what lies on it in one scenario."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from interpreter.boards.board import Board
from interpreter.boards.hexes import Hex, allow, ball_size
from interpreter.boards.nesting import Nesting


@dataclass(frozen=True, slots=True)
class Chart:
    """A board, the ground of its hexes, and its named regions.

    Ground is a number; a hex that is not in `ground` has `elsewhere`. `coarser` is the
    board into which this one is grouped by its nesting.
    """

    board: Board
    coarser: Board | None = None
    ground: Mapping[Hex, int] = field(default_factory=dict, hash=False)
    elsewhere: int | None = None
    regions: Mapping[str, tuple[Hex, ...]] = field(default_factory=dict, hash=False)

    def ground_of(self, hex_: Hex) -> int | None:
        """Return the ground of a hex; None where the hex is not on the map, or where
        nothing is said of its ground."""
        if hex_ not in self.board:
            return None
        return self.ground.get(hex_, self.elsewhere)

    def every(self) -> tuple[Hex, ...] | None:
        """Return every hex of the map by q, then by r; None if it has no edge."""
        sheet = self.board.sheet
        if sheet is None:
            return None
        allow(len(sheet))
        return sheet.hexes

    def group(self, hex_: Hex) -> Hex:
        """Return the hex of the coarser board to which a hex belongs."""
        return self._nesting.group(hex_)

    def members(self, coarse: Hex) -> tuple[Hex, ...]:
        """Return the hexes of the map in a hex of the coarser board, from its centre
        outwards."""
        return self.board.kept(self._nesting.members(coarse))

    def region(self, hex_: Hex, centre: Hex, reach: int | None) -> tuple[Hex, ...]:
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

    @property
    def _nesting(self) -> Nesting:
        nesting = self.board.nesting
        assert nesting is not None, "the checker has proved it"
        return nesting
