"""How likely the rows of a roll table are, and what a row of modifiers is worth.

All of it is exact, and follows from the dice alone: of a table that is read with more
than its dice, the chances are given for a few sums of what is added.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate

from msgspec import Struct

from interpreter.diagnostics import LimitExceeded
from interpreter.expressions.typed import Constant
from interpreter.ir.dice_sums import DiceSums, DieComparison, SummedDice
from interpreter.semantics.declarations import ModifierRow, RollBand, RollTable
from interpreter.values.pools import pool
from interpreter.values.types import Enumeration, EnumerationPart, present

SHIFTS = (-2, 0, 2)
"""What is added to the dice, where that varies."""
MOST_FACES = 10_000
"""Dice times sides; the chances of more dice are not printed."""
ONE = (0,)
MOST_AT_0 = Fraction(9, 10)
"""Where one row is likelier than that without what is added, far more than SHIFTS is
added in play, and chances for those would say nothing."""


class SumChances(Struct, frozen=True):
    """How many of `whole` equally likely throws give at most so much: `upto` holds it
    for each sum, beginning with `least`."""

    least: int
    upto: tuple[int, ...]

    @property
    def whole(self) -> int:
        """The number of throws."""
        return self.upto[-1]

    def between(self, low: int | None, high: int | None, added: int = 0) -> Fraction:
        """Return the chance of a sum between two bounds (None: open), with something
        added."""
        below = 0 if low is None else self._at_most(low - added - 1)
        through = self.whole if high is None else self._at_most(high - added)
        return Fraction(max(0, through - below), self.whole)

    def _at_most(self, most: int) -> int:
        at = most - self.least
        return 0 if at < 0 else self.upto[min(at, len(self.upto) - 1)]


class TableChances(Struct, frozen=True):
    """The dice with which a table is read, the chance of each sum of them, and the
    sums of what is added for which chances are printed."""

    dice: SummedDice
    of_sums: SumChances
    shifts: tuple[int, ...]

    @property
    def heads(self) -> tuple[str, ...]:
        """What is printed above the chances."""
        if self.shifts == ONE:
            return ("chance",)
        return tuple(f"at {shift:+d}" if shift else "at 0" for shift in self.shifts)

    def of(self, row: RollBand) -> tuple[Fraction, ...]:
        """Return the chance of a row at each of the shifts."""
        between = self.of_sums.between
        return tuple(between(row.low, row.high, shift) for shift in self.shifts)

    def reaching(self, least: int, added: int = 0) -> Fraction:
        """Return the chance of at least so much, with something added."""
        return self.of_sums.between(least, None, added)


class PointWorth(Struct, frozen=True):
    """What one point of modifiers changes: the chance of at least `least` on the dice
    of a table, or of one face of a single die (`chances` None)."""

    text: str
    sides: int
    chances: TableChances | None = None
    least: int = 0
    times: int = 1

    def of(self, row: ModifierRow) -> Fraction | None:
        """Return by how much a row changes the chance; None where what it adds is no
        figure."""
        add = row.add.value if isinstance(row.add, Constant) else None
        if not isinstance(add, int) or isinstance(add, bool):
            return None
        if self.chances is None:
            return Fraction(add * self.times, self.sides)
        chances = self.chances
        return chances.reaching(self.least, add * self.times) - chances.reaching(
            self.least
        )


def dice_chances(dice: SummedDice) -> SumChances | None:
    """Return the chance of each sum; None for more dice than are worked out here."""
    if not 0 < dice.number * dice.sides <= MOST_FACES:
        return None
    faces = tuple((face,) for face in range(1, dice.sides + 1))
    try:
        weights = pool(faces, ("+",), dice.number)
    except LimitExceeded:
        return None
    by_sum = {total: weight for (total,), weight in weights.items()}
    sums = range(dice.number, dice.number * dice.sides + 1)
    return SumChances(dice.number, tuple(accumulate(by_sum[total] for total in sums)))


def table_chances(table: RollTable, sums: DiceSums) -> TableChances | None:
    """Return the chances of a roll table; None if its dice are not the same each time,
    or nobody knows them."""
    if isinstance(present(table.of), Enumeration | EnumerationPart):
        return None
    known = sums.tables.get(table.name, ())
    dice = {each.dice for each in known}
    if table.dice is not None:
        dice = {SummedDice(*table.dice)}
    if len(dice) != 1:
        return None
    (thrown,) = dice
    chances = dice_chances(thrown)
    if chances is None:
        return None
    largest = max(chances.between(row.low, row.high) for row in table.rows)
    varies = table.plus or any(each.other or each.modifiers for each in known)
    if varies and largest > MOST_AT_0:
        return None
    return TableChances(thrown, chances, SHIFTS if varies else ONE)


def row_worth(
    modifiers: str, tables: Iterable[RollTable], sums: DiceSums
) -> PointWorth | None:
    """Return what the rows of modifiers are worth; None where they are not added to
    dice, or to those of several tables."""
    found = [
        (table, dict(each.modifiers)[modifiers])
        for table in tables
        for each in sums.tables.get(table.name, ())
        if modifiers in dict(each.modifiers)
    ]
    if len({(table.name, times) for table, times in found}) == 1:
        table, times = found[0]
        chances = table_chances(table, sums)
        return None if chances is None else _of_table(table, chances, times)
    return None if found else _of_die(sums.compared.get(modifiers, ()))


def _of_die(compared: Sequence[DieComparison]) -> PointWorth | None:
    """Return the worth of a point against one die; a test and its opposite are one."""
    low = [each for each in compared if each.low]
    high = [each for each in compared if not each.low]
    meant = low or high
    if len(meant) != 1:
        return None
    opposite = DieComparison(meant[0].sides, not meant[0].low, -meant[0].change)
    if low and high and high != [opposite]:
        return None
    enough = "low" if meant[0].low else "high"
    text = f"that one d{meant[0].sides} is {enough} enough, where that is open"
    return PointWorth(text, meant[0].sides, times=meant[0].change)


def _of_table(table: RollTable, chances: TableChances, times: int) -> PointWorth | None:
    """Return the worth of a point by the edge between rows that is most even."""
    edges = [row.low for row in table.rows if row.low is not None]
    open_edges = [edge for edge in edges if 0 < chances.reaching(edge) < 1]
    if not open_edges:
        return None
    even = min(
        open_edges,
        key=lambda edge: (abs(chances.reaching(edge) - Fraction(1, 2)), edge),
    )
    dice = chances.dice
    thrown = f"{'' if dice.number == 1 else dice.number}d{dice.sides}"
    text = f"of {even} or more on {thrown}, {percent(chances.reaching(even))} at 0"
    return PointWorth(text, dice.sides, chances, even, times)


def exact_number(share: Fraction) -> int | str:
    """Return a chance as JSON has it: a whole number, or `n/d`."""
    return share.numerator if share.denominator == 1 else str(share)


def percent(share: Fraction) -> str:
    """Return a chance as a whole percentage; one that is rounded away says so."""
    whole = int(share * 100 + Fraction(1, 2))
    if share > 0 and whole == 0:
        return "<1%"
    if share < 1 and whole == 100:
        return ">99%"
    return f"{whole}%"


def points(change: Fraction) -> str:
    """Return a change of a chance in points of a hundred, with its sign."""
    if change == 0:
        return "0"
    return f"{'+' if change > 0 else '-'}{percent(abs(change))}"
