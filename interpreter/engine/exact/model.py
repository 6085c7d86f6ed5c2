"""What is solved exactly: the points of a run, and the answers with their weights.

Distributions are memoised per query, and equal ones are one object, so that states that
wait for the same answers compare by identity.

The protocol is that of `codegen`: `f(state, *live)`, or `f(state, *live, answer)` to
resume after a stop, returns `(kind, state, payload, frames)`. The kind "go" calls the
function that the payload names; joins use it too, but only a loop or an entry can close
a cycle. Points are numbered so that a join follows its branches and the point after a
loop follows the loop's body.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from math import lcm, perm
from typing import Any, TypeAlias

from msgspec import Struct, field

from interpreter.diagnostics import LimitExceeded
from interpreter.engine.policies import PolicyQuestion, asked
from interpreter.engine.stops import Payload
from interpreter.semantics.state_view import KindFields
from interpreter.values.faults import Fault
from interpreter.values.pools import INSTEAD, multisets, ordered, pool, span_of
from interpreter.values.types import GameState, Value

MAX_DRAW_ORDERS = 1_000_000
_Dice = tuple[int, int, bool]
_Drawn = tuple[Hashable, ...]
_Group = tuple[Hashable, Any]


class AnswerDistribution:
    """Answers with their weights; equal only to itself.

    `total` exceeds the sum of the weights by the truncated mass.
    """

    __slots__ = ("items", "total")

    def __init__(self, items: Iterable[tuple[Any, int]], total: int) -> None:
        """Keep the pairs (answer, weight), in their order."""
        self.items = tuple(items)
        self.total = total


class EndNumbers:
    """Numbers the ends (result, number of the game state) of one procedure's calls:
    they are added up often, and a number is hashed faster."""

    __slots__ = ("_numbers", "known")

    def __init__(self) -> None:
        """Start without ends."""
        self._numbers: dict[tuple[Any, int], int] = {}
        self.known: list[tuple[Any, int]] = []

    def number(self, end: tuple[Any, int]) -> int:
        """Return the number of an end, equal for equal ends."""
        number = self._numbers.get(end)
        if number is None:
            number = self._numbers[end] = len(self.known)
            self.known.append(end)
        return number


class CallDistribution(AnswerDistribution):
    """The ends of a call with their weights: (result, number of the game state)."""

    __slots__ = ("by_weight", "ends")

    def __init__(
        self, items: Iterable[tuple[Any, int]], total: int, ends: EndNumbers
    ) -> None:
        """Keep the pairs (end, weight); `ends` are those of all calls of the procedure,
        whose results are of one type."""
        super().__init__(items, total)
        self.ends = ends
        self.by_weight: tuple[tuple[int, list[int]], ...] = ()

    def weighed(self) -> tuple[tuple[int, list[int]], ...]:
        """Return the numbers of the ends by their weight, kept as `by_weight`: weights
        grow long in a loop, and a product with one is expensive."""
        alike: dict[int, list[int]] = {}
        for end, weight in self.items:
            alike.setdefault(weight, []).append(self.ends.number(end))
        self.by_weight = tuple(alike.items())
        return self.by_weight


class AnswerDistributions:
    """The memoised distributions of one query."""

    __slots__ = ("_by_key", "_rolls", "no_answer")

    def __init__(self) -> None:
        """Start with `no_answer`: None with probability 1."""
        self.no_answer = AnswerDistribution(((None, 1),), 1)
        self._by_key: dict[Hashable, AnswerDistribution] = {}
        self._rolls: dict[_Dice, AnswerDistribution] = {}

    def uniform(
        self, where: Hashable, values: tuple[Hashable, ...]
    ) -> AnswerDistribution:
        """Return the uniform distribution of values.

        `where` is the resumed function: it separates equal values of different types
        (True == 1).
        """
        key = ("even", where, values)
        distribution = self._by_key.get(key)
        if distribution is None:
            pairs = [(value, 1) for value in values]
            distribution = self._by_key[key] = AnswerDistribution(pairs, len(values))
        return distribution

    def roll(self, payload: Payload) -> AnswerDistribution:
        """Return the distribution of a roll: faces in order, or the sum if `single`."""
        dice = payload[1:4]
        distribution = self._rolls.get(dice)
        if distribution is None:
            number, sides, single = dice
            if single:
                faces = tuple((face,) for face in span_of(sides))
                sums = pool(faces, ("+",), number)
                items = [(total, ways) for (total,), ways in sums.items()]
                distribution = AnswerDistribution(items, sides**number)
            else:
                distribution = AnswerDistribution(
                    ((each, 1) for each in ordered(number, sides)), sides**number
                )
            self._rolls[dice] = distribution
        return distribution

    def pool(self, payload: Payload) -> AnswerDistribution:
        """Return the distribution of the readings of a dice pool."""
        key = ("pool", payload[1:])
        distribution = self._by_key.get(key)
        if distribution is None:
            _, number, contributions, operators, selections, again = payload
            readings = pool(contributions, operators, number, selections, again)
            distribution = self._by_key[key] = AnswerDistribution(
                readings.items(), sum(readings.values())
            )
        return distribution

    def unordered(self, payload: Payload) -> AnswerDistribution:
        """Return the distribution of the sorted faces of dice."""
        key = ("dice", payload[1:])
        distribution = self._by_key.get(key)
        if distribution is None:
            _, number, sides = payload
            distribution = self._by_key[key] = AnswerDistribution(
                multisets(number, sides), sides**number
            )
        return distribution

    def draw(self, where: Hashable, payload: Payload) -> AnswerDistribution:
        """Return the distribution of a draw: one element, or several in order."""
        key = ("draw", where, payload[1:4])
        distribution = self._by_key.get(key)
        if distribution is None:
            distribution = self._by_key[key] = draw_distribution(*payload[1:4])
        return distribution


def draw_distribution(
    items: tuple[Hashable, ...],
    weights: tuple[int | Fraction, ...] | None,
    how_many: int | None,
) -> AnswerDistribution:
    """Return the distribution of a draw without replacement.

    The probability of the next element is its weight (default 1) over the weight of the
    remaining elements. Equal elements of equal weight form a group. If more are wanted
    than there are, all are drawn. Raises ValueError for a negative weight or too few
    elements with a weight, LimitExceeded for more than 1,000,000 possible orders.
    """
    number = 1 if how_many is None else max(0, min(how_many, len(items)))
    item_weights: tuple[Any, ...] = (1,) * len(items) if weights is None else weights
    groups: dict[_Group, int] = {}
    for group in zip(items, item_weights, strict=True):
        if group[1] < 0:
            raise ValueError(f"a weight is below 0: {group[1]}")
        if group[1]:
            groups[group] = groups.get(group, 0) + 1
    remaining = sum(groups.values())
    if not 0 <= number <= remaining:
        raise ValueError(f"cannot draw {number} of {remaining}")
    if min(perm(remaining, number), len(groups) ** number) > MAX_DRAW_ORDERS:
        raise LimitExceeded("orders of what is drawn", MAX_DRAW_ORDERS, INSTEAD)
    distribution: dict[_Drawn, int] = {}
    if weights is None:
        distribution, total = _uniform_draws(groups, number), perm(remaining, number)
    elif number == 1 and all(isinstance(each, int) for each in item_weights):
        total = sum(item_weights)
        for (item, weight), count in groups.items():
            distribution[(item,)] = distribution.get((item,), 0) + int(weight) * count
    else:
        distribution, total = _weighted_draws(groups, number)
    if how_many is None:
        return AnswerDistribution(
            [(order[0], ways) for order, ways in distribution.items()], total
        )
    return AnswerDistribution(distribution.items(), total)


def _uniform_draws(groups: dict[_Group, int], number: int) -> dict[_Drawn, int]:
    partial_draws: list[tuple[_Drawn, dict[_Group, int], int]] = [((), groups, 1)]
    for _ in range(number):
        partial_draws = [
            ((*order, group[0]), {**left, group: count - 1}, ways * count)
            for order, left, ways in partial_draws
            for group, count in left.items()
            if count
        ]
    return {order: ways for order, _, ways in partial_draws}


def _weighted_draws(
    groups: dict[_Group, int], number: int
) -> tuple[dict[_Drawn, int], int]:
    partial_draws: list[tuple[_Drawn, dict[_Group, int], Fraction]] = []
    partial_draws.append(((), groups, Fraction(1)))
    for _ in range(number):
        partial_draws = [
            (
                (*order, group[0]),
                {**left, group: count - 1},
                probability * count * group[1],
            )
            for order, left, before in partial_draws
            for probability in (
                before / sum([g[1] * count for g, count in left.items()]),
            )
            for group, count in left.items()
            if count
        ]
    distribution: dict[_Drawn, Fraction] = {}
    for order, _, probability in partial_draws:
        distribution[order] = distribution.get(order, Fraction(0)) + probability
    total = lcm(*[probability.denominator for probability in distribution.values()])
    return {
        order: int(probability * total) for order, probability in distribution.items()
    }, total


Live: TypeAlias = tuple[Any, ...]
Frame: TypeAlias = tuple[Any, Live]
Outcome: TypeAlias = tuple[str | None, GameState, Any, tuple[Frame, ...]]

ROLL, POOL, DRAW, CALL, CHOOSE, GO = "roll", "pool", "draw", "call", "choose", "go"
DICE = "dice"


class ResumePoint(Struct, frozen=True, eq=False):
    """A resumable function of the program.

    `title` names its position in the pack, for messages; `names` are those of the live
    values, in order. `head`: a loop or an entry. `procedure` is set for entries only.
    `bucket` runs all states of a bucket (`codegen.buckets`), if there is such code.
    """

    number: int
    function: Callable[..., Outcome]
    title: str
    names: tuple[str, ...] = ()
    head: bool = False
    procedure: str = ""
    bucket: Callable[..., None] | None = None


def _site_path(site: object) -> tuple[str, str]:
    return str(site), ""


def _no_reset() -> None:
    """Do nothing."""


def _unlocated(place: object, fault: Exception) -> Exception:
    return fault


def _no_rule(name: str, state: GameState, given: tuple[Value, ...]) -> Value:
    raise KeyError(name)


class ExactModel(Struct, frozen=True):
    """A program compiled for exact odds.

    `points` by the names in frames, `entries` by procedure; no two points share a
    number. For choices: `site` returns (path, label) of a site, `seat` the name of the
    deciding seat. `kinds` names the kinds of a game state and the fields of their rows,
    for messages. `reset` restarts the step counter. `settle` maps game states with
    equal futures to one of them. `rule` evaluates a named policy rule in a game state;
    `fault_at` returns the error to raise for a fault or limit at a site, `limit_in`
    that for a limit in a function. `same_answers` are the distributions of a few dice
    that no question changes, by the function that they resume.
    """

    points: Mapping[Any, ResumePoint]
    entries: Mapping[str, ResumePoint]
    site: Callable[[Any], tuple[str, str]] = _site_path
    seat: Callable[[int | None], str] = str
    kinds: KindFields = ()
    reset: Callable[[], None] = _no_reset
    settle: Callable[[GameState], GameState] | None = None
    rule: Callable[[str, GameState, tuple[Any, ...]], Any] = _no_rule
    fault_at: Callable[[Any, Fault | LimitExceeded], Exception] = _unlocated
    limit_in: Callable[[Any, LimitExceeded], Exception] = _unlocated
    same_answers: dict[str, AnswerDistribution] = field(default_factory=dict)

    def asked(self, state: GameState, payload: Payload) -> PolicyQuestion:
        """Read the payload of a "choose"."""
        path, label = self.site(payload[0])
        check = payload[5]
        legal: Callable[[Any], bool] | None = None
        if check is not None:
            function, live = self.points[check[0]].function, check[1]

            def legal(answer: Value) -> bool:
                return bool(function(state, *live, answer))

        def rule(name: str, given: tuple[Value, ...]) -> Value:
            return self.rule(name, state, given)

        return asked(path, label, self.seat, payload, legal, rule)


FunctionDescription: TypeAlias = tuple[str, int, str, tuple[str, ...]]
"""Of a generated function: procedure, number, kind, names of the live values."""

_FUNCTIONS_PER_PROCEDURE = 1_000_000  # each procedure gets a range of so many numbers


class _Points(dict[Any, ResumePoint]):
    """Points, created lazily: a function is compiled when its point is first used."""

    def __init__(
        self,
        functions: Mapping[Value, FunctionDescription],
        compiled: Callable[[Value], Callable[..., Outcome]],
        first: Mapping[str, int],
        bucket: Callable[[Any], Callable[..., None] | None],
    ) -> None:
        super().__init__()
        self._functions = functions
        self._compiled = compiled
        self._first = first
        self._bucket = bucket

    def __missing__(self, name: object) -> ResumePoint:
        procedure, number, kind, names = self._functions[name]
        point = self[name] = ResumePoint(
            self._first[procedure] + number,
            self._compiled(name),
            f"{procedure} ({kind} {number})" if number else procedure,
            names,
            head=kind in ("entry", "loop"),
            procedure=procedure if kind == "entry" else "",
            bucket=self._bucket(name),
        )
        return point


class _Entries(dict[str, ResumePoint]):
    """The entry of each procedure, created lazily."""

    def __init__(self, points: _Points, names: Mapping[str, Value]) -> None:
        super().__init__()
        self._points = points
        self._names = names

    def __missing__(self, procedure: str) -> ResumePoint:
        point = self[procedure] = self._points[self._names[procedure]]
        return point


def _no_bucket(name: object) -> None:
    """Return that a function runs states one by one."""


def exact_model(
    functions: Mapping[Any, FunctionDescription],
    compiled: Callable[[Any], Callable[..., Outcome]],
    bucket: Callable[[Any], Callable[..., None] | None] = _no_bucket,
    **more: Any,
) -> ExactModel:
    """Return a model of generated functions; `more` is passed to `ExactModel`.
    `bucket` gives for a function's name what runs whole buckets, or None.

    Procedures are numbered in the order of `functions`: callers should precede callees.
    """
    names: dict[str, Any] = {}
    first: dict[str, int] = {}
    for name, (procedure, _, kind, _) in functions.items():
        first.setdefault(procedure, len(first) * _FUNCTIONS_PER_PROCEDURE)
        if kind == "entry":
            names[procedure] = name
    points = _Points(functions, compiled, first, bucket)
    return ExactModel(points, _Entries(points, names), **more)
