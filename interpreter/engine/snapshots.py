"""States of a run as its reports keep them: what two of them share is kept once.

A report is made after each step, and holds the state as it then was. A state is a tuple
of rows for each kind, and a step replaces one of these tuples; so reports of n steps
over n rows would take memory with the square of n. Here long tuples are cut into pieces
of PIECE elements, and a piece that is equal to that of the report before is that very
piece. A step then costs one piece, and a pointer for each of the other pieces.
"""

from collections.abc import Sequence
from typing import Any

from interpreter.engine.stops import GameState

PIECE = 64


class Pieces(tuple[tuple[Any, ...], ...]):
    """A long tuple, cut; it is no value of a pack."""

    __slots__ = ()


class Snapshots:
    """Packs states, one after the other; `packed` and `unpacked` undo each other.

    A function may own the rows that it is about to change, as a list; what is kept is
    what stands there now.
    """

    def __init__(self) -> None:
        """Begin with no state before; `pieces` counts those that were looked at."""
        self.pieces = 0
        self._before: GameState = ()
        self._packed: GameState = ()

    def packed(self, world: GameState) -> GameState:
        """Return a state as it is kept."""
        *kinds, log = world
        before, packed = self._before, self._packed
        whole = (*kinds, *log[1:])
        if len(whole) != len(before):
            before = packed = (None,) * len(whole)
        parts = tuple(
            [
                old if rows is known and type(rows) is tuple else self._cut(rows, old)
                for rows, known, old in zip(whole, before, packed, strict=True)
            ]
        )
        self._before, self._packed = whole, parts
        return (log[0], *parts)

    def _cut(self, rows: Sequence[Any], before: Any) -> tuple[Any, ...]:
        if len(rows) <= PIECE:
            return tuple(rows)
        pieces = [tuple(rows[at : at + PIECE]) for at in range(0, len(rows), PIECE)]
        self.pieces += len(pieces)
        if isinstance(before, Pieces):
            for at, (piece, known) in enumerate(zip(pieces, before, strict=False)):
                if piece == known:  # rows that are the same object are not compared
                    pieces[at] = known
        return Pieces(pieces)


def unpacked(kept: GameState, logs: int = 3) -> GameState:
    """Return a state as it was; its log has `logs` tuples after the moment."""
    now, *parts = kept
    whole = [_joined(each) for each in parts]
    return (*whole[:-logs], (now, *whole[-logs:]))


def _joined(part: tuple[Any, ...]) -> tuple[Any, ...]:
    if not isinstance(part, Pieces):
        return part
    return tuple([row for piece in part for row in piece])
