"""The law of the answers to one stop: whole weights over one total.

Laws are made once a query, and equal ones are one object, so that states that wait for
the same answers compare by identity.
"""

from collections.abc import Hashable, Iterable
from fractions import Fraction
from math import lcm, perm
from typing import Any

from interpreter.diagnostics import LimitExceeded
from interpreter.values.pools import INSTEAD, ordered, pool, span_of

MOST_DRAWS = 1_000_000
_Dice = tuple[int, int, bool]
_Drawn = tuple[Hashable, ...]
_Group = tuple[Hashable, Any]


class AnswerDistribution:
    """Answers with their weights; equal only to itself.

    `total` is more than the weights when some are left over. With `worlds` an answer is
    a pair (result, number of the world), otherwise the world stays as it was.
    """

    __slots__ = ("items", "total", "worlds")

    def __init__(
        self, items: Iterable[tuple[Any, int]], total: int, worlds: bool = False
    ) -> None:
        """Keep the pairs (answer, weight), in their order."""
        self.items = tuple(items)
        self.total = total
        self.worlds = worlds


class Chances:
    """The laws of one query, each made once."""

    __slots__ = ("_laws", "_rolls", "going")

    def __init__(self) -> None:
        """Begin with none but `going`: the answer None, surely."""
        self.going = AnswerDistribution(((None, 1),), 1)
        self._laws: dict[Hashable, AnswerDistribution] = {}
        self._rolls: dict[_Dice, AnswerDistribution] = {}

    def even(self, where: Hashable, values: tuple[Hashable, ...]) -> AnswerDistribution:
        """Return the law of values that are all as likely.

        `where` is what is resumed: True == 1, but not at one place.
        """
        key = ("even", where, values)
        found = self._laws.get(key)
        if found is None:
            law = [(each, 1) for each in values]
            found = self._laws[key] = AnswerDistribution(law, len(values))
        return found

    def roll(self, payload: tuple[Any, ...]) -> AnswerDistribution:
        """Return the law of a roll: the faces in order, or one number when `single`."""
        dice = payload[1:4]
        found = self._rolls.get(dice)
        if found is None:
            number, sides, single = dice
            if single:
                faces = tuple((face,) for face in span_of(sides))
                sums = pool(faces, ("+",), number)
                items = [(total, ways) for (total,), ways in sums.items()]
                found = AnswerDistribution(items, sides**number)
            else:
                found = AnswerDistribution(
                    ((each, 1) for each in ordered(number, sides)), sides**number
                )
            self._rolls[dice] = found
        return found

    def pool(self, payload: tuple[Any, ...]) -> AnswerDistribution:
        """Return the law of the readings of a pool."""
        key = ("pool", payload[1:])
        found = self._laws.get(key)
        if found is None:
            _, number, contributions, operators = payload
            law = pool(contributions, operators, number)
            found = self._laws[key] = AnswerDistribution(
                law.items(), len(contributions) ** number
            )
        return found

    def draw(self, where: Hashable, payload: tuple[Any, ...]) -> AnswerDistribution:
        """Return the law of what is drawn: one element, or some in the order drawn."""
        key = ("draw", where, payload[1:4])
        found = self._laws.get(key)
        if found is None:
            found = self._laws[key] = drawn(*payload[1:4])
        return found


def drawn(
    items: tuple[Hashable, ...],
    weights: tuple[int | Fraction, ...] | None,
    how_many: int | None,
) -> AnswerDistribution:
    """Return the law of a draw without replacement.

    Each time an element goes with a chance of its weight (even: 1) among those left.
    Equal elements of equal weight are one group. All are drawn when more are wanted;
    fewer with a weight than are drawn is a ValueError; more than 1,000,000 orders are
    LimitExceeded, at once.
    """
    number = 1 if how_many is None else max(0, min(how_many, len(items)))
    given: tuple[Any, ...] = (1,) * len(items) if weights is None else weights
    groups: dict[_Group, int] = {}
    for group in zip(items, given, strict=True):
        if group[1] < 0:
            raise ValueError(f"a weight is below 0: {group[1]}")
        if group[1]:
            groups[group] = groups.get(group, 0) + 1
    left = sum(groups.values())
    if not 0 <= number <= left:
        raise ValueError(f"cannot draw {number} of {left}")
    if min(perm(left, number), len(groups) ** number) > MOST_DRAWS:
        raise LimitExceeded("orders of what is drawn", MOST_DRAWS, INSTEAD)
    law: dict[_Drawn, int] = {}
    if weights is None:
        law, total = _even(groups, number), perm(left, number)
    elif number == 1 and all(isinstance(each, int) for each in given):
        total = sum(given)
        for (item, weight), count in groups.items():
            law[(item,)] = law.get((item,), 0) + int(weight) * count
    else:
        law, total = _weighted(groups, number)
    if how_many is None:
        return AnswerDistribution(
            [(order[0], ways) for order, ways in law.items()], total
        )
    return AnswerDistribution(law.items(), total)


def _even(groups: dict[_Group, int], number: int) -> dict[_Drawn, int]:
    begun: list[tuple[_Drawn, dict[_Group, int], int]] = [((), groups, 1)]
    for _ in range(number):
        begun = [
            ((*order, group[0]), {**left, group: count - 1}, ways * count)
            for order, left, ways in begun
            for group, count in left.items()
            if count
        ]
    return {order: ways for order, _, ways in begun}


def _weighted(groups: dict[_Group, int], number: int) -> tuple[dict[_Drawn, int], int]:
    begun: list[tuple[_Drawn, dict[_Group, int], Fraction]] = []
    begun.append(((), groups, Fraction(1)))
    for _ in range(number):
        begun = [
            ((*order, group[0]), {**left, group: count - 1}, share * count * group[1])
            for order, left, before in begun
            for share in (before / sum([g[1] * count for g, count in left.items()]),)
            for group, count in left.items()
            if count
        ]
    law: dict[_Drawn, Fraction] = {}
    for order, _, share in begun:
        law[order] = law.get(order, Fraction(0)) + share
    total = lcm(*[share.denominator for share in law.values()])
    return {order: int(share * total) for order, share in law.items()}, total
