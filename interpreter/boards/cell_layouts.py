"""What boards with separate places have in common: walks over them, named regions."""

from collections.abc import Callable, Hashable, Iterable, Mapping

from interpreter.boards import paths
from interpreter.boards.protocol import Cell
from interpreter.values.faults import Fault

Cells = tuple[Cell, ...]


class WalkedBoard:
    """A board with separate places and `regions` of them, over which pieces walk."""

    __slots__ = ()

    regions: Mapping[str, Cells]

    def length(self, path: Cells) -> int:
        """Return the steps of a path, one less than its places."""
        return paths.steps(path)

    def named(self, name: str) -> Cells:
        """Return a named region; Fault where the map has none of that name."""
        found = self.regions.get(name)
        if found is None:
            said = name.replace("_", " ")
            raise Fault("R705", f"the map of this scenario has no region '{said}'")
        return found

    def ends(
        self,
        begin: tuple[Cell, Cell, int, paths.Cost, Hashable],
        turned: bool,
        budget: paths.Cost,
        moves: Callable[..., Iterable[tuple[Cell, paths.Cost, bool]]],
        rests: Callable[..., tuple[bool, bool]],
        turns: Callable[..., Iterable[tuple[Hashable, paths.Cost]]],
        told: tuple[bool, bool, bool],
    ) -> Cells:
        """Return the places where a walk may end that goes on from where a piece
        is, cheapest first; see `paths.ends`. Each callback is given the place, the one
        before, the steps so far, their cost, and where the piece faces."""
        return paths.ends(
            paths.PathState(*begin, turned),
            budget,
            lambda state: moves(*state[:5]),
            lambda state: rests(*state[:5]),
            told,
            lambda state: turns(*state[:5]),
        )
