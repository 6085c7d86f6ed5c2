"""Hexes by the text printed in them, such as 2114, and back."""

import re
from enum import Enum

from msgspec import Struct

from interpreter.boards.hexes import Hex, Orientation, distance
from interpreter.boards.protocol import Misfit

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MOST_DIGITS = 9
_MOST_LETTERS = 4


class Numbering(Enum):
    """How columns or rows are numbered."""

    DIGITS = "digits"
    LETTERS = "letters"  # after Z come AA, AB
    DOUBLED = "doubled letters"  # after Z come AA, BB


class Layout(Struct, frozen=True):
    """Columns and rows of a printed map, where every other line is pushed half a hex.

    With sides up the columns are straight and every other one is pushed down; with
    corners up the rows are, and every other one is pushed to the right. Those pushed
    have an odd number, or an even one when not `odd_pushed`.
    """

    orientation: Orientation
    odd_pushed: bool = True

    def at(self, column: int, row: int) -> Hex:
        """Return the hex where a column meets a row."""
        if self.orientation is Orientation.SIDES_UP:
            return column, row - self._slant(column)
        return column - self._slant(row), row

    def numbers(self, hex_: Hex) -> tuple[int, int]:
        """Return the column and the row of a hex."""
        q, r = hex_
        if self.orientation is Orientation.SIDES_UP:
            return q, r + self._slant(q)
        return q + self._slant(r), r

    def pushed(self, line: int) -> bool:
        """Return whether the column (sides up) or row (corners up) is pushed."""
        return bool(line % 2) is self.odd_pushed

    def _slant(self, line: int) -> int:
        """Return how far a line has moved against the slanted axis."""
        return line // 2 if self.odd_pushed else -(-line // 2)


class Axis(Struct, frozen=True):
    """How the number of a column or a row is printed.

    `digits` is the width to which it is filled up with zeros; 0 is as wide as needed.
    `first` is the number that the letter A means.
    """

    numbering: Numbering = Numbering.DIGITS
    digits: int = 2
    first: int = 1

    @property
    def pattern(self) -> str:
        """A regular expression for what this axis prints (it may match more)."""
        if self.numbering is Numbering.DIGITS:
            return f"[0-9]{{{self.digits or f'1,{_MOST_DIGITS}'}}}"
        return f"[A-Z]{{1,{_MOST_LETTERS}}}"

    @property
    def example(self) -> str:
        """What the number 7 above the first looks like."""
        return self.text(self.first + 7) or ""

    def text(self, number: int) -> str | None:
        """Return how a number is printed; None if it is too small or too large."""
        if self.numbering is Numbering.DIGITS:
            text = str(number).zfill(self.digits)
            fits = number >= 0 and len(text) <= (self.digits or _MOST_DIGITS)
            return text if fits else None
        if number < self.first:
            return None
        spelt = _doubled if self.numbering is Numbering.DOUBLED else _spelt
        text = spelt(number - self.first)
        return text if len(text) <= _MOST_LETTERS else None

    def number(self, text: str) -> int | None:
        """Return the number that is printed so; None if none is."""
        if self.numbering is Numbering.DIGITS:
            number = int(text)
        elif self.numbering is Numbering.DOUBLED:
            number = self.first + 26 * (len(text) - 1) + _LETTERS.index(text[0])
        else:
            number = self.first - 1
            for place, letter in enumerate(reversed(text)):
                number += 26**place * (_LETTERS.index(letter) + 1)
        return number if self.text(number) == text else None


def _spelt(index: int) -> str:
    """Return A for 0, Z for 25, AA for 26, AB for 27."""
    text, left = "", index + 1
    while left:
        left, letter = divmod(left - 1, 26)
        text = _LETTERS[letter] + text
    return text


def _doubled(index: int) -> str:
    """Return A for 0, Z for 25, AA for 26, BB for 27."""
    again, letter = divmod(index, 26)
    return _LETTERS[letter] * min(again + 1, _MOST_LETTERS + 1)


class HexLabels(Struct, frozen=True):
    """How a printed map names its hexes: the column and the row, in either order.

    Of both axes, two in letters or two of no fixed width need something `between`
    them, which may hold no letter or digit; anything else is a ValueError.
    """

    layout: Layout
    columns: Axis = Axis()
    rows: Axis = Axis()
    rows_first: bool = False
    between: str = ""

    def __post_init__(self) -> None:
        """Refuse labels that could be read in two ways."""
        axes = (self.columns, self.rows)
        lettered = [each.numbering is not Numbering.DIGITS for each in axes]
        free = [
            not each.digits and not letters
            for each, letters in zip(axes, lettered, strict=True)
        ]
        if not self.between and (all(lettered) or all(free)):
            raise ValueError("where would the first number of a label end?")
        if any(each.isalnum() for each in self.between):
            raise ValueError("a letter or digit cannot stand between the numbers")
        if any(not 0 <= each.digits <= _MOST_DIGITS for each in axes):
            raise ValueError(f"a number has 0 to {_MOST_DIGITS} digits")

    def label(self, hex_: Hex) -> str | None:
        """Return what is printed in a hex; None if the axes cannot print it."""
        column, row = self.layout.numbers(hex_)
        return self._joined(self.columns.text(column), self.rows.text(row))

    def order(self, hex_: Hex) -> tuple[int, int]:
        """Return the numbers of a label in its order: hexes sort by them."""
        column, row = self.layout.numbers(hex_)
        return (row, column) if self.rows_first else (column, row)

    def place_of(self, text: str) -> Hex | Misfit:
        """Return the hex with that label, letters in either case, or what is wrong."""
        first, second = self.columns.pattern, self.rows.pattern
        if self.rows_first:
            first, second = second, first
        between = re.escape(self.between)
        plain = re.ASCII | re.IGNORECASE
        found = re.fullmatch(f"({first}){between}({second})", text, plain)
        if found:
            parts = found[1].upper(), found[2].upper()
            column, row = reversed(parts) if self.rows_first else parts
            numbers = self.columns.number(column), self.rows.number(row)
            if numbers[0] is not None and numbers[1] is not None:
                return self.layout.at(numbers[0], numbers[1])
        example = self._joined(self.columns.example, self.rows.example)
        return Misfit(f"'{text}' is not the label of a hex", f"a label like {example}")

    def touch(self, a: Hex, b: Hex) -> bool:
        """Tell whether two hexes have a side in common."""
        return distance(a, b) == 1

    def listed(self, text: str) -> list[str]:
        """Return the labels in a text, with blanks between them, or commas where none
        stands in a label."""
        return (text if "," in self.between else text.replace(",", " ")).split()

    def _joined(self, column: str | None, row: str | None) -> str | None:
        """Return both parts in their order, None if one is missing."""
        if column is None or row is None:
            return None
        first, second = (row, column) if self.rows_first else (column, row)
        return f"{first}{self.between}{second}"


class Axial(Struct, frozen=True):
    """Names hexes of a board without printed labels by their pair, such as 3,-2."""

    def label(self, hex_: Hex) -> str:
        """Return the pair."""
        return f"{hex_[0]},{hex_[1]}"

    def order(self, hex_: Hex) -> tuple[int, int]:
        """Return the pair: hexes sort by it."""
        return hex_

    def place_of(self, text: str) -> Hex | Misfit:
        """Return the hex of a pair (blanks around the comma are allowed), or what is
        wrong."""
        number = f"(-?[0-9]{{1,{_MOST_DIGITS}}})"
        found = re.fullmatch(f"{number} *, *{number}", text, re.ASCII)
        if found is None:
            return Misfit(f"'{text}' is not a pair of hex numbers", "a pair like 3,-2")
        return int(found[1]), int(found[2])

    def touch(self, a: Hex, b: Hex) -> bool:
        """Tell whether two hexes have a side in common."""
        return distance(a, b) == 1

    def listed(self, text: str) -> list[str]:
        """Return the labels in a text, with blanks between them."""
        return text.split()
