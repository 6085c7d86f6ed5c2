"""Brute force: every sequence of answers to a procedure, one run each, nothing joined.

It imports nothing of ours: `start()` gives a stop, `answer(stop, value)` the next, and
`look(stop)` gives (kind, payload, result) in the form of the protocol, kind None for
the end. `Resumable` drives functions of the protocol in the plainest way. Only for
small procedures.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import permutations, product
from typing import Any

MOST_RUNS = 2_000_000
Chance = tuple[Any, Fraction]


def brute(
    start: Callable[[], Any],
    answer: Callable[[Any, Any], Any],
    look: Callable[[Any], tuple[str | None, Any, Any]],
    choose: Callable[[Any], Any] | None = None,
    deepest: int = 60,
) -> tuple[dict[Any, Fraction], Fraction]:
    """Return the chance of each result, and of what was cut off at `deepest` stops."""
    law: dict[Any, Fraction] = {}
    cut = Fraction(0)
    runs = 0
    waiting: list[tuple[Any, Fraction, int]] = [(start(), Fraction(1), 0)]
    while waiting:
        stop, share, depth = waiting.pop()
        kind, payload, result = look(stop)
        if kind is None:
            law[result] = law.get(result, Fraction(0)) + share
            runs += 1
            assert runs <= MOST_RUNS, "too many runs for brute force"
            continue
        if depth == deepest:
            cut += share
            continue
        for value, chance in chances(kind, payload, choose):
            waiting.append((answer(stop, value), share * chance, depth + 1))
    return law, cut


def chances(
    kind: str, payload: Any, choose: Callable[[Any], Any] | None
) -> Iterator[Chance]:
    """Yield every answer to a stop with its chance."""
    if kind == "roll":
        _, number, sides, single, *_ = payload
        for faces in product(range(1, sides + 1), repeat=number):
            yield (sum(faces) if single else faces), Fraction(1, sides**number)
    elif kind == "draw":
        yield from draws(*payload[1:4])
    elif kind == "pool":
        yield from readings(*payload[1:])
    elif kind == "dice":
        _, number, sides = payload
        for faces in product(range(1, sides + 1), repeat=number):
            yield tuple(sorted(faces)), Fraction(1, sides**number)
    elif kind == "choose" and choose is not None:
        yield choose(payload), Fraction(1)
    else:
        raise AssertionError(f"brute force has no answer to {kind}")


def draws(items: Any, weights: Any, how_many: int | None) -> Iterator[Chance]:
    """Yield every order of places in which elements can be drawn."""
    given = weights or (1,) * len(items)
    number = 1 if how_many is None else min(how_many, len(items))
    for order in permutations(range(len(items)), number):
        share, left = Fraction(1), sum(given)
        for place in order:
            share *= Fraction(given[place], left) if left else 0
            left -= given[place]
        if share:
            drawn = tuple(items[place] for place in order)
            yield (drawn[0] if how_many is None else drawn), share


def readings(
    number: int, contributions: Any, operators: Any, selections: Any, again: Any
) -> Iterator[Chance]:
    """Yield the readings of every throw of a pool, no die of which is rolled again."""
    assert not again
    joins = {"+": sum, "min": min, "max": max, "any": any, "all": all}
    chosen = selections or (("all", 0),) * len(operators)
    for thrown in product(range(len(contributions)), repeat=number):
        columns = [
            [contributions[face][i] for face in selected(each, thrown)]
            for i, each in enumerate(chosen)
        ]
        pairs = zip(operators, columns, strict=True)
        share = Fraction(1, len(contributions) ** number)
        yield tuple(joins[operator](column) for operator, column in pairs), share


def selected(selection: tuple[str, int], dice: Iterable[int]) -> list[int]:
    """Return the dice that a reading counts."""
    which, wanted = selection
    if which == "distinct":
        return sorted(set(dice))
    ascending = sorted(dice)
    if which == "lowest":
        return ascending[: max(wanted, 0)]
    return ascending[::-1][: max(wanted, 0)] if which == "highest" else ascending


class Resumable:
    """A stop is (kind, state, payload, frames below), resumed by name."""

    def __init__(
        self,
        functions: Mapping[Any, Callable[..., Any]],
        entries: Mapping[str, Any],
        read: Callable[[Any, Any], Any] = lambda result, state: result,
    ) -> None:
        self.functions = functions
        self.entries = entries
        self.read = read

    def distribution(
        self, procedure: str, arguments: Any, state: Any, **more: Any
    ) -> tuple[dict[Any, Fraction], Fraction]:
        """Return the chance of each result, and of what was cut off."""

        def start() -> Any:
            out = self.functions[self.entries[procedure]](state, *arguments)
            return self.on(out, ())

        return brute(start, self.answer, self.look, **more)

    def answer(self, stop: Any, value: Any) -> Any:
        """Resume the innermost frame."""
        _, state, _, ((name, live), *below) = stop
        return self.on(self.functions[name](state, *live, value), tuple(below))

    def look(self, stop: Any) -> tuple[str | None, Any, Any]:
        """Say what is wanted, or what came out."""
        kind, state, payload, _ = stop
        if kind is None:
            return None, None, self.read(payload, state)
        return kind, payload, None

    def on(self, out: Any, below: Any) -> Any:
        """Run on until an answer is wanted."""
        while True:
            kind, state, payload, frames = out
            below = (*frames, *below)
            if kind == "go":
                out = self.functions[payload[0]](state, *payload[1])
            elif kind == "call":
                out = self.functions[self.entries[payload[0]]](state, *payload[1])
            elif kind is None and below:
                (name, live), *rest = below
                below = tuple(rest)
                out = self.functions[name](state, *live, payload)
            else:
                return kind, state, payload, below
