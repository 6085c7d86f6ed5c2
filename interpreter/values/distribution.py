"""A finished law: what may come, in how many ways out of how many."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Generic, TypeVar

V = TypeVar("V", bound=Hashable)
W = TypeVar("W", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Distribution(Generic[V]):
    """Outcomes (value, ways) in the order they are shown, out of `denominator` ways.

    No value stands twice and no ways are below 0; some may be 0 (an outcome that has
    a name and never comes). What the ways lack of the denominator is left over: nobody
    knows where it falls, and it is never shared out.
    """

    outcomes: tuple[tuple[V, int], ...]
    denominator: int

    def __post_init__(self) -> None:
        """Refuse what is no law with a ValueError."""
        ways = [each for _, each in self.outcomes]
        if self.denominator < 1 or min(ways, default=0) < 0:
            raise ValueError("a law has a denominator above 0 and no ways below 0")
        if sum(ways) > self.denominator:
            raise ValueError(f"{sum(ways)} ways out of {self.denominator}")
        if len({value for value, _ in self.outcomes}) < len(ways):
            raise ValueError("a value stands twice in a law")

    @classmethod
    def of(cls, law: Mapping[V, int]) -> "Distribution[V]":
        """Return the distribution of a law whose weights sum to the denominator."""
        return cls(tuple(law.items()), sum(law.values()))

    @property
    def left_over(self) -> Fraction:
        """The share of the denominator that no outcome has: 0 when all is known."""
        known = sum(ways for _, ways in self.outcomes)
        return Fraction(self.denominator - known, self.denominator)

    def probability(self, value: V) -> Fraction:
        """Return the probability of a value, 0 if it is no outcome."""
        ways = next((ways for each, ways in self.outcomes if each == value), 0)
        return Fraction(ways, self.denominator)

    def scaled(self, denominator: int) -> "Distribution[V]":
        """Return the same law out of `denominator`, a multiple (else ValueError)."""
        factor, rest = divmod(denominator, self.denominator)
        if rest or factor < 1:
            raise ValueError(f"{denominator} is no multiple of {self.denominator}")
        outcomes = tuple((value, ways * factor) for value, ways in self.outcomes)
        return Distribution(outcomes, denominator)

    def mapped(self, change: Callable[[V], W]) -> "Distribution[W]":
        """Return the law of `change(value)`; values that become equal are one."""
        law: dict[W, int] = {}
        for value, ways in self.outcomes:
            new = change(value)
            law[new] = law.get(new, 0) + ways
        return Distribution(tuple(law.items()), self.denominator)


def merged(parts: Iterable[tuple[int, Distribution[V]]]) -> Distribution[V]:
    """Return the law of a draw among laws by integer weights, in the order given.

    The denominators are brought to their least common multiple, which times the sum of
    the weights is the new one; no weight above 0 is a ValueError.
    """
    chosen = tuple(parts)
    common = lcm(*[part.denominator for _, part in chosen])
    law: dict[V, int] = {}
    for weight, part in chosen:
        for value, ways in part.scaled(common).outcomes:
            law[value] = law.get(value, 0) + weight * ways
    return Distribution(
        tuple(law.items()), common * sum(weight for weight, _ in chosen)
    )
