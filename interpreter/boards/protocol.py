"""The protocol of boards: what every kind of board answers about its places.

A place is a value of one type per kind: a hex and an area are pairs of whole numbers
(`Cell`), a place of a plane is a point. Labels, maps, plans and JSON are written once
over this protocol; a kind of board implements it in `boards`, declares itself in
`semantics.boards.boards` (what a ruleset and a scenario say of it) and in
`maps.renderers` (how it is drawn). The functions that a ruleset calls are methods of
the same class; `expressions.functions` lists them.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Protocol, TypeAlias, TypeVar

from msgspec import Struct

Cell: TypeAlias = tuple[int, int]
"""The value of a place of a board that has separate places."""

Exact: TypeAlias = int | Fraction

Place = TypeVar("Place")


class Misfit(Struct, frozen=True):
    """A text that names no place of a board: a sentence, what would fit, and the known
    labels where they are a list."""

    message: str
    expected: str
    known: tuple[str, ...] = ()


class PlaceContents(Struct, frozen=True):
    """What is printed at a place: its ground (None where none is given) and the named
    regions or areas that hold it, in their order."""

    ground: int | None
    within: tuple[str, ...] = ()


class Board(Protocol[Place]):
    """A board with what is on it in one scenario."""

    @property
    def name(self) -> str:
        """The name of the board in its ruleset."""

    @property
    def is_bounded(self) -> bool:
        """Whether the board ends somewhere, so that all of it can be drawn."""

    def label_of(self, place: Place) -> str:
        """Return the text printed for a place."""

    def place_of(self, label: str) -> Place | Misfit:
        """Return the place with a label, or what is wrong with the label."""

    def distance(self, a: Place, b: Place) -> Exact:
        """Return how far apart two places are: in steps, links or inches."""

    def neighbours(self, place: Place) -> tuple[Place, ...]:
        """Return the places one step away; none on a board without steps."""

    def contents(self, place: Place) -> PlaceContents:
        """Return what is printed at a place."""


class Labels(Protocol):
    """How a board with separate places names them, on every map of it."""

    def label(self, cell: Cell, /) -> str | None:
        """Return what is printed at a place; None if it has no label."""

    def order(self, cell: Cell, /) -> tuple[int, int]:
        """Return the key by which places sort in the order of their labels."""

    def place_of(self, text: str) -> Cell | Misfit:
        """Return the place with a label, or what is wrong with the label."""

    def touch(self, a: Cell, b: Cell, /) -> bool:
        """Tell whether one step leads from the first place to the second."""

    def listed(self, text: str) -> list[str]:
        """Return the labels in a text that lists several."""


class CellLayout(Board[Cell], Protocol):
    """A board with separate places and named regions of them."""

    @property
    def regions(self) -> Mapping[str, tuple[Cell, ...]]:
        """The named regions."""

    def __contains__(self, cell: Cell, /) -> bool:
        """Tell whether a place is on the board."""

    def order(self, cell: Cell | None) -> tuple[int, int]:
        """Return the key by which places sort in the order of their labels."""

    def within(self, cell: Cell, radius: int) -> tuple[Cell, ...]:
        """Return the places up to a distance, the place itself first."""
