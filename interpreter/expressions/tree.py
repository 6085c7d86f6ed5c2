"""An expression as it was written: one record a form, each with its stretch of the
text."""

from fractions import Fraction
from typing import TypeAlias

from msgspec import Struct

from interpreter.source import Name, normalised

At = tuple[int, int]
"""Start and end of the stretch, as character offsets in the expression's text."""


class NumberLiteral(Struct, frozen=True):
    """A number."""

    at: At
    value: Fraction | int


class Quoted(Struct, frozen=True):
    """A text in single quotes: a text, or a name with odd letters."""

    at: At
    text: str

    @property
    def name(self) -> Name:
        """The text as a name."""
        return normalised(self.text)


class Word(Struct, frozen=True):
    """A bare name, its words joined by underscores; `yes`, `no` and `none` too."""

    at: At
    name: Name


class Dice(Struct, frozen=True):
    """`2d6`: how many dice of how many sides."""

    at: At
    number: int
    sides: int


class Operation(Struct, frozen=True):
    """An operator (`+ - * / neg and or not is isnot < <= > >= in notin ..`) and its
    operands."""

    at: At
    operator: str
    operands: tuple["Tree", ...]


class Branch(Struct, frozen=True):
    """`if C then A else B`."""

    at: At
    condition: "Tree"
    then: "Tree"
    other: "Tree"


class Dot(Struct, frozen=True):
    """`base.name`."""

    at: At
    base: "Tree"
    name: Word


class Bracket(Struct, frozen=True):
    """`base[a, b]`."""

    at: At
    base: "Tree"
    keys: tuple["Tree", ...]


class Series(Struct, frozen=True):
    """`[a, b]`."""

    at: At
    items: tuple["Tree", ...]


class Call(Struct, frozen=True):
    """`name(a, b)`, also written `a.name(b)`."""

    at: At
    name: Word
    arguments: tuple["Tree", ...]


class Gather(Struct, frozen=True):
    """`name(body for variable in source where condition by keys)`; no body when it is
    the variable."""

    at: At
    name: Word
    body: "Tree | None"
    variable: Word
    source: "Tree"
    where: "Tree | None"
    by: tuple["Tree", ...]


Tree: TypeAlias = (
    NumberLiteral
    | Quoted
    | Word
    | Dice
    | Operation
    | Branch
    | Dot
    | Bracket
    | Series
    | Call
    | Gather
)


def name_of(node: Tree) -> Name:
    """Return the name that a bare or quoted word is, "" for anything else."""
    return node.name if isinstance(node, Word | Quoted) else Name("")
