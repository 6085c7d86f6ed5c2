"""Exact distributions of dice pools, with integer weights.

A distribution maps each value to its weight; the denominator is the sum of the weights,
which is the number of faces to the power of the number of dice. Faces that contribute
the same value form one group. The method follows from the groups, cheapest first:

- one group: a single value; two groups: binomial;
- sums: the weights of a die are packed into one big integer, a field of fixed width for
  each total, and its power is the distribution (several sums share it in mixed radix);
- how many different faces: one die at a time, for the next die shows one of the k faces
  seen before, or one of the others;
- readings of some dice only (the highest, the lowest, one of each face): one face at a
  time (`_face_by_face`), or from every multiset of few dice with many faces;
- anything else: one die at a time, merging equal states;
- dice whose order nothing reads, but that no reading covers: multisets, each with the
  number of orders that it stands for.

Packing pays because the power of an integer runs in C: 40d6 is 78 times faster than
with dicts.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, groupby, product, repeat
from math import comb, gcd, lcm, prod
from operator import add, mul
from typing import Any, TypeVar

from msgspec import Struct

from interpreter.diagnostics import LimitExceeded
from interpreter.values.types import Value

V = TypeVar("V", bound=Hashable)
PoolDistribution = dict[V, int]

MOST_DICE = 10_000
INSTEAD = "fewer dice can be worked out; 'umpire simulate' estimates the rest"
FEWER = (
    "fewer dice, fewer of them kept, or fewer readings of one roll can be worked out; "
    "'umpire simulate' estimates the rest"
)
UNORDERED = (
    "read the dice only by what does not depend on their order (count, sum, highest, "
    "lowest, sorted), or take an estimate: 'umpire simulate'"
)
COVERED = (
    "read the dice only by count, sum, min, max, any, all or matches, of all of them, "
    "the highest or lowest n or distinct(), or take an estimate: 'umpire simulate'"
)
MAX_STATES = 1_000_000
MAX_FACES = 1 << 23
"""Of all multisets of a pool, held at the same time."""
_MOST_BITS = 1 << 24  # of a packed distribution: a second or two for its power
_MOST_WORK = 1 << 34  # bits times steps, one face at a time: the same
_STEP_BITS = 1 << 14  # what a step costs besides, as bits
_MOST_JOINS = 1 << 21  # of a state with a face: the same
_MOST_JOINS_AGAIN = 1 << 24  # where dice are rolled again, which have more values
_MOST_WAYS = 1 << 28  # bits of all weights of a binomial
MOST_SIDES = 100_000
"""Of a die whose faces are looked at one by one."""
_JOINS: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": add,
    "min": min,
    "max": max,
    "any": max,
    "all": min,
}
_NEUTRAL: Mapping[str, Any] = {"+": 0, "any": False, "all": True}
_Groups = tuple[tuple[tuple[Any, ...], int], ...]

Selection = tuple[str, int]
"""Which dice a reading counts: ("highest", n) or ("lowest", n), so many of them as they
are sorted by face; ("distinct", 0), one of each face that shows; or ALL_DICE."""

ALL_DICE: Selection = ("all", 0)


def pool(
    contributions: tuple[tuple[Hashable, ...], ...],
    operators: tuple[str, ...],
    number: int,
    selections: tuple[Selection, ...] = (),
    again: tuple[tuple[bool, ...], int] | tuple[()] = (),
) -> dict[tuple[Value, ...], int]:
    """Return the distribution of k readings of `number` equal, fair dice.

    `contributions[face]` holds what each of the k readings gets from that face, and
    `operators[i]` (`+ min max any all`) how reading i joins the dice; the contributions
    to `any` and `all` are yes or no, to `+` integers or Fractions. `selections[i]` says
    which dice reading i counts; without selections all do. There are never more dice
    than all and fewer than none. `again` says of each face whether such a die is rolled
    again, so that the new result counts too, and how many times at most; all dice count
    then. The weights sum to `len(contributions)` to the power of `number`, with `again`
    times the most rolls of a die. No dice: 0, no (any), yes (all); min and max of
    nothing are a ValueError. Too many dice or states are LimitExceeded.
    """
    _allow(number, len(contributions))
    if not number:
        if "min" in operators or "max" in operators:
            raise ValueError("the least or greatest of no dice")
        return {tuple([_NEUTRAL[each] for each in operators]): 1}
    chosen = tuple([_effective(selection, number) for selection in selections])
    if any(selection != ALL_DICE for selection in chosen):
        return _selected(contributions, operators, number, chosen)
    grouped = _rolled_again(contributions, operators, *(again or ((), 0)))
    if len(grouped) <= 2:
        return _binomial(tuple(grouped.items()), operators, number)
    joins = _MOST_JOINS_AGAIN if again else _MOST_JOINS
    if all(each == "+" for each in operators):
        kinds = {type(value) for given in grouped for value in given}
        if kinds == {int}:
            return dict(_sums(tuple(grouped.items()), number, joins))
        return _scaled_sums(grouped, number, joins)
    return _die_by_die(tuple(grouped.items()), operators, number, joins)


def _rolled_again(
    contributions: tuple[tuple[Any, ...], ...],
    operators: tuple[str, ...],
    again: tuple[bool, ...],
    most: int,
) -> dict[tuple[Any, ...], int]:
    """Return what one die gives, with its weight, if some faces are rolled again.

    A die with m rolls left gives what its face does, joined with what a die with m - 1
    rolls left gives if the face is one of `again`; every other face is as likely as
    all of these. Dice that are rolled again do not depend on each other, so that a pool
    has such dice. Cost: the faces of `again` times the values of a die times `most`.
    """
    faces: dict[tuple[Any, ...], int] = {}
    for each in contributions:
        faces[each] = faces.get(each, 0) + 1
    if not any(again) or not most:
        return faces
    joins = [_JOINS[each] for each in operators]
    repeated: dict[tuple[Any, ...], int] = {}
    for each, rolled in zip(contributions, again, strict=True):
        repeated[each] = repeated.get(each, 0) + rolled
    die, done, scale = faces, 0, 1
    for _ in range(most):
        done += len(die) * len(repeated)
        if done > _MOST_JOINS:
            raise LimitExceeded("states of dice rolled again", _MOST_JOINS, INSTEAD)
        scale *= len(contributions)
        after = {each: (faces[each] - repeated[each]) * scale for each in faces}
        for value, ways in die.items():
            for each, weight in repeated.items():
                parts = zip(joins, each, value, strict=True)
                key = tuple([join(one, other) for join, one, other in parts])
                after[key] = after.get(key, 0) + ways * weight
        die = after
    return {value: ways for value, ways in die.items() if ways}


def _effective(selection: Selection, number: int) -> Selection:
    which, wanted = selection
    if which not in ("highest", "lowest"):
        return selection
    return ALL_DICE if wanted >= number else (which, max(wanted, 0))


def ordered(number: int, sides: int) -> Iterator[tuple[int, ...]]:
    """Return all ordered faces of a pool, each as likely, the first die slowest.

    More than 1,000,000 are LimitExceeded, at once and not when they are read.
    """
    _allow(number, sides)
    if sides**number > MAX_STATES:
        raise LimitExceeded("ordered faces of a pool", MAX_STATES, UNORDERED)
    return product(range(1, sides + 1), repeat=number)


def multisets(number: int, sides: int) -> list[tuple[tuple[int, ...], int]]:
    """Return all sorted faces of a pool, each with the number of its orders.

    A die more, of a face no lower than the last, makes each multiset of m dice once;
    where r of them show that face already, its orders are m / (r + 1) times as many.
    The weights sum to `sides ** number`. There are comb(number + sides - 1, number)
    multisets, and the work is all their faces; too many are LimitExceeded.
    """
    _allow(number, sides)
    if not _few_multisets(number, sides):
        raise LimitExceeded("sorted faces of a pool", MAX_STATES, COVERED)
    unfinished: list[tuple[tuple[int, ...], int, int]] = [((), 1, 0)]
    for dice in range(1, number + 1):
        unfinished = [
            (
                (*faces, face),
                orders * dice // (run + 1 if same else 1),
                run + 1 if same else 1,
            )
            for faces, orders, run in unfinished
            for face in range(faces[-1] if faces else 1, sides + 1)
            for same in (bool(faces) and face == faces[-1],)
        ]
    return [(faces, orders) for faces, orders, _ in unfinished]


def _few_multisets(number: int, sides: int) -> bool:
    """Tell whether a pool has so few multisets that each can be looked at."""
    most, found = max(number, sides - 1), 1
    for less in range(1, min(number, sides - 1) + 1):  # comb(number + sides - 1, less)
        found = found * (most + less) // less
        if found > MAX_STATES or found * number > MAX_FACES:
            return False
    return found * number <= MAX_FACES


def span_of(sides: int) -> range:
    """Return the faces of a die, which are looked at one by one."""
    if sides > MOST_SIDES:
        raise LimitExceeded("sides of a die that is worked out", MOST_SIDES, INSTEAD)
    return range(1, sides + 1)


def _allow(number: int, faces: int) -> None:
    if number > MOST_DICE:
        raise LimitExceeded("dice in a pool", MOST_DICE)
    if number < 0 or faces < 1:
        raise ValueError(f"no pool has {number} dice of {faces} faces")


def _binomial(
    groups: _Groups, operators: tuple[str, ...], number: int
) -> dict[tuple[Value, ...], int]:
    """Return the distribution of dice whose faces have at most two values."""
    distribution: dict[tuple[Any, ...], int] = {}
    if len(groups) == 1:
        ((given, weight),) = groups
        joined = [
            number * value if each == "+" else value
            for each, value in zip(operators, given, strict=True)
        ]
        return {tuple(joined): weight**number}
    (one, weight), (other, rest) = groups
    if number * number * (weight + rest).bit_length() > _MOST_WAYS:
        raise LimitExceeded("bits of the weights of a pool", _MOST_WAYS, INSTEAD)
    columns = [
        [k * a + (number - k) * b for k in range(number + 1)]
        if each == "+"
        else [b, *[_JOINS[each](a, b)] * (number - 1), a]
        for each, a, b in zip(operators, one, other, strict=True)
    ]
    ones = list(accumulate(repeat(weight, number), mul, initial=1))
    rests = list(accumulate(repeat(rest, number), mul, initial=1))
    chosen = 1
    for k, key in enumerate(zip(*columns, strict=True)):
        distribution[key] = (
            distribution.get(key, 0) + chosen * ones[k] * rests[number - k]
        )
        chosen = chosen * (number - k) // (k + 1)
    return distribution


def _scaled_sums(
    grouped: dict[tuple[Any, ...], int], number: int, joins: int
) -> dict[tuple[Value, ...], int]:
    """Return the distribution of sums of Fractions, scaled to integers by their lcm."""
    columns = zip(*grouped, strict=True)
    scales = [lcm(*[Fraction(v).denominator for v in column]) for column in columns]
    whole = tuple(
        (tuple([int(v * s) for v, s in zip(given, scales, strict=True)]), weight)
        for given, weight in grouped.items()
    )
    return {
        tuple([Fraction(v, s) for v, s in zip(key, scales, strict=True)]): ways
        for key, ways in _sums(whole, number, joins)
    }


@lru_cache(maxsize=64)
def _sums(groups: _Groups, number: int, joins: int) -> _Groups:
    """Return the distribution of k sums of integers as a power of one integer, or die
    by die within so many joins."""
    ranges = []
    for column in zip(*[given for given, _ in groups], strict=True):
        low, high = min(column), max(column)
        step = gcd(*[value - low for value in column]) or 1
        ranges.append(range(number * low, number * high + 1, step))
    width = (sum([weight for _, weight in groups]) ** number).bit_length() // 8 + 1
    # Not len(), which a range as long as 2**63 refuses.
    lengths = [(each.stop - each.start - 1) // each.step + 1 for each in ranges]
    cells = prod(lengths)
    if cells > MAX_STATES or cells * width * 8 > _MOST_BITS:
        # Few totals may lie far apart, but n dice of g groups have n(g - 1) at least.
        if number * number * (len(groups) - 1) > 2 * MAX_STATES:
            what = "states of a pool, over all its dice"
            raise LimitExceeded(what, MAX_STATES, INSTEAD)
        operators = ("+",) * len(ranges)
        return tuple(_die_by_die(groups, operators, number, joins).items())
    packed = 0
    for given, weight in groups:
        cell = 0
        for value, totals, length in zip(given, ranges, lengths, strict=True):
            cell = cell * length + (value - totals.start // number) // totals.step
        packed += weight << (8 * width * cell)
    ways = _unpacked(packed**number, cells, width)
    return tuple([pair for pair in zip(product(*ranges), ways, strict=True) if pair[1]])


def _unpacked(packed: int, cells: int, width: int) -> list[int]:
    """Return the fields of `width` bytes of a packed distribution, lowest first."""
    data = packed.to_bytes(cells * width, "little")
    read = int.from_bytes
    return [read(data[at : at + width], "little") for at in range(0, len(data), width)]


def _die_by_die(
    groups: _Groups, operators: tuple[str, ...], number: int, most_joins: int
) -> dict[tuple[Value, ...], int]:
    """Return the distribution by adding one die at a time and merging states."""
    joins = [_JOINS[each] for each in operators]
    distribution, seen, done = dict(groups), 0, 0
    for _ in range(number - 1):
        seen += len(distribution)
        done += len(distribution) * len(groups)
        if seen > MAX_STATES or done > most_joins:
            what = "states of a pool, over all its dice"
            raise LimitExceeded(what, MAX_STATES, INSTEAD)
        after: dict[tuple[Any, ...], int] = {}
        for state, ways in distribution.items():
            for given, weight in groups:
                parts = zip(joins, state, given, strict=True)
                key = tuple([join(one, other) for join, one, other in parts])
                after[key] = after.get(key, 0) + ways * weight
        distribution = after
    return distribution


def _selected(
    contributions: tuple[tuple[Any, ...], ...],
    operators: tuple[str, ...],
    number: int,
    selections: tuple[Selection, ...],
) -> dict[tuple[Value, ...], int]:
    """Return the distribution of readings of which some count only some dice."""
    if selections == (("distinct", 0),) and operators == ("+",):
        worth = {value for (value,) in contributions if value}
        if len(worth) <= 1:
            matching = sum(1 for (value,) in contributions if value)
            different = _different(matching, len(contributions) - matching, number)
            value = worth.pop() if worth else 0
            return {(k * value,): ways for k, ways in enumerate(different) if ways}
    faces = contributions
    if any(which != "lowest" for which, _ in selections):
        faces = contributions[::-1]
    else:  # upside down, the lowest faces are the highest
        selections = tuple([("highest", wanted) for _, wanted in selections])
    groups = [(given, 1) for given in faces]
    if all(which != "distinct" for which, _ in selections):
        groups = [(given, len(list(same))) for given, same in groupby(faces)]
    layout = _Layout.of(groups, operators, selections, number)
    try:
        return layout.readings(_face_by_face(groups, layout))
    except LimitExceeded:
        if not _few_multisets(number, len(faces)):
            raise
    return _of_multisets(faces[::-1], operators, number, selections)


def _of_multisets(
    contributions: tuple[tuple[Any, ...], ...],
    operators: tuple[str, ...],
    number: int,
    selections: tuple[Selection, ...],
) -> dict[tuple[Value, ...], int]:
    """Return the distribution from every multiset of faces, for few dice of many."""
    joins: list[Any] = [sum if each == "+" else _JOINS[each] for each in operators]
    distribution: dict[tuple[Any, ...], int] = {}
    for dice, ways in multisets(number, len(contributions)):
        values = []
        for at, (which, wanted) in enumerate(selections):
            chosen: Sequence[int] = dice
            if which == "distinct":
                chosen = tuple(dict.fromkeys(dice))
            elif which != "all":
                chosen = dice[:wanted] if which == "lowest" else dice[number - wanted :]
            given = [contributions[face - 1][at] for face in chosen]
            if not given and operators[at] in ("min", "max"):
                raise ValueError("the least or greatest of no dice")
            values.append(joins[at](given) if given else _NEUTRAL[operators[at]])
        key = tuple(values)
        distribution[key] = distribution.get(key, 0) + ways
    return distribution


def _different(matching: int, others: int, number: int) -> list[int]:
    """Return the weights of how many of `matching` faces show at least once.

    Of k such faces that show, the next die shows one again in k ways, another one of
    them in `matching - k`, and none of them in `others`: `number` times `matching`
    products.
    """
    most = min(matching, number)
    bits = number * (matching + others).bit_length() + _STEP_BITS
    _charge(number * most * bits, number)
    ways = [1, *[0] * most]
    for _ in range(number):
        for k in range(most, 0, -1):
            ways[k] = ways[k] * (k + others) + ways[k - 1] * (matching - k + 1)
        ways[0] *= others
    return ways


class _Sum(Struct, frozen=True):
    """Where a sum is in a packed integer of `length` fields, `stride` apart.

    Its value in a field is `(base + step * field) / scale`; t counted dice of group g
    add `slopes[g] * t` fields, and `absent[g]` if there are none.
    """

    base: int
    step: int
    scale: int
    length: int
    stride: int
    slopes: list[int]
    absent: list[int]

    @classmethod
    def of(
        cls, column: list[Any], selection: Selection, number: int, stride: int
    ) -> "_Sum":
        """Lay out the sum of `column[g]` for each counted die of group g.

        No field is below 0: where the number of counted dice is known, each gives what
        it has above the least value; it is not known of distinct faces, and one with a
        negative value gives its amount where it does not show.
        """
        scale = lcm(*[Fraction(value).denominator for value in column])
        values = [int(value * scale) for value in column]
        which, wanted = selection
        if which == "distinct":
            step = gcd(*values) or 1
            slopes = [max(0, value // step) for value in values]
            absent = [max(0, -value // step) for value in values]
            length = sum(slopes) + sum(absent) + 1
            base = -step * sum(absent)
            return cls(base, step, scale, length, stride, slopes, absent)
        counted, low = number if which == "all" else wanted, min(values)
        step = gcd(*[value - low for value in values]) or 1
        slopes = [(value - low) // step for value in values]
        length, none = counted * max(slopes) + 1, [0] * len(values)
        return cls(low * counted, step, scale, length, stride, slopes, none)

    def value(self, field: int) -> int | Fraction:
        """Return the sum in a field of the integer."""
        found = self.base + self.step * (field // self.stride % self.length)
        return found if self.scale == 1 else Fraction(found, self.scale)


class _Layout(Struct, frozen=True):
    """How a state holds its readings: sums as the field of a weight in one integer of
    fields of `width` bytes, all other readings in a key.

    If the fields would be too many, sums are in the key too: `sums` is empty.
    """

    operators: tuple[str, ...]
    selections: tuple[Selection, ...]
    columns: list[list[Any]]
    sums: dict[int, _Sum]
    fields: int
    width: int
    number: int

    @classmethod
    def of(
        cls,
        groups: list[tuple[tuple[Any, ...], int]],
        operators: tuple[str, ...],
        selections: tuple[Selection, ...],
        number: int,
    ) -> "_Layout":
        """Lay out the readings of dice with some groups of faces."""
        given = [values for values, _ in groups]
        columns = [list(column) for column in zip(*given, strict=True)]
        width = (sum([many for _, many in groups]) ** number).bit_length() // 8 + 1
        sums, fields = {}, 1
        for at, operator in enumerate(operators):
            if operator == "+":
                sums[at] = _Sum.of(columns[at], selections[at], number, fields)
                fields *= sums[at].length
        if fields > MAX_STATES or fields * width * 8 > _MOST_BITS:
            sums, fields = {}, 1
        return cls(operators, selections, columns, sums, fields, width, number)

    def start(self) -> tuple[Any, ...]:
        """Return the key without any dice; None: nothing was counted yet."""
        every = enumerate(self.operators)
        return tuple([_NEUTRAL.get(each) for at, each in every if at not in self.sums])

    def counted(self, at: int, above: int, most: int) -> list[int]:
        """Return how many of 0, 1 ... `most` dice of one face a reading counts, when
        `above` dice show a higher face."""
        which, wanted = self.selections[at]
        if which == "highest":
            left = max(0, wanted - above)
            return [min(dice, left) for dice in range(most + 1)]
        if which == "lowest":
            low = self.number - above - wanted
            return [max(0, min(dice, dice - low)) for dice in range(most + 1)]
        return [*range(most + 1)] if which == "all" else [0, *[1] * most]

    def shifts(self, group: int) -> tuple[int, list[tuple[int, int]]]:
        """Return by how many bits a group shifts a weight if none of its dice show, and
        for each sum (its reading, by how many bits each counted die does)."""
        bits = 8 * self.width
        missing = sum(
            [bits * each.stride * each.absent[group] for each in self.sums.values()]
        )
        every = self.sums.items()
        return missing, [(at, bits * s.stride * s.slopes[group]) for at, s in every]

    def joined(
        self, key: tuple[Any, ...], group: int, counted: list[int]
    ) -> tuple[Any, ...]:
        """Return a key with dice of a group more, counted by reading."""
        parts, left = list[Any](), iter(key)
        for at, operator in enumerate(self.operators):
            if at in self.sums:
                continue
            part, value = next(left), self.columns[at][group]
            if not counted[at]:
                parts.append(part)
            elif operator == "+":
                parts.append(part + value * counted[at])
            else:
                parts.append(value if part is None else _JOINS[operator](part, value))
        return tuple(parts)

    def readings(
        self, weights: dict[tuple[Any, ...], int]
    ) -> dict[tuple[Value, ...], int]:
        """Return the distribution from the packed weights by key, sums ascending."""
        distribution: dict[tuple[Any, ...], int] = {}
        for key, packed in weights.items():
            if None in key:
                raise ValueError("the least or greatest of no dice")
            for field, ways in enumerate(_unpacked(packed, self.fields, self.width)):
                if ways:
                    left = iter(key)
                    values = tuple(
                        [
                            self.sums[at].value(field)
                            if at in self.sums
                            else next(left)
                            for at in range(len(self.operators))
                        ]
                    )
                    distribution[values] = ways
        return distribution


def _face_by_face(
    groups: list[tuple[tuple[Any, ...], int]], layout: _Layout
) -> dict[tuple[Any, ...], int]:
    """Return the packed weights of all dice, by key.

    The groups of equal faces come from the highest down. Of `left` dice that show no
    higher face, c show one of the w faces of a group in `comb(left, c) * w ** c` ways.
    So many dice are higher and so many lower: that says how many of the c are among the
    highest or the lowest n, whatever each shows, and a state needs only how many dice
    are higher already, and its readings.

    Once as many dice are higher as any reading counts (`horizon`: all dice, if some
    reading is not of the highest), the others may show any lower face (`_tails`), and
    the state is finished.

    Cost: for each group `horizon ** 2 / 2` products and shifts of an integer, times the
    number of different keys. What is certain is charged before any work, the keys
    before each group.
    """
    number, faces = layout.number, sum([many for _, many in groups])
    highest = all(which == "highest" for which, _ in layout.selections)
    horizon = max([n for _, n in layout.selections]) if highest else number
    if not horizon:
        return {layout.start(): faces**number}
    cost = layout.fields * layout.width * 8 + _STEP_BITS
    work = len(groups) * horizon * (horizon + 1) // 2 * cost
    _charge(work, number)
    every = range(len(layout.selections))
    counted = [
        [layout.counted(at, above, horizon - above) for at in every]
        for above in range(horizon)
    ]
    finished: dict[tuple[Any, ...], int] = {}
    states: list[dict[tuple[Any, ...], int]] = [{} for _ in range(horizon)]
    states[0][layout.start()] = 1
    lower, absent = faces, sum([layout.shifts(g)[0] for g in range(len(groups))])
    for group, (_, many) in enumerate(groups):
        keys = [max(0, len(weights) - 1) for weights in states]
        work += cost * sum([n * (horizon - above) for above, n in enumerate(keys)])
        _charge(work, number)
        missing, shifts = layout.shifts(group)
        lower, absent = lower - many, absent - missing  # of the groups that are lower
        tails = _tails(number, horizon, many, lower)
        after: list[dict[tuple[Any, ...], int]] = [{} for _ in range(horizon)]
        for above, weights in enumerate(states):
            if not weights:
                continue
            left, most, counts = number - above, horizon - above, counted[above]
            ways = [comb(left, dice) * many**dice for dice in range(most)]
            moves = [[bits * n for n in counts[at]] for at, bits in shifts]
            bits = [
                sum(each) for each in zip([missing, *[0] * most], *moves, strict=True)
            ]
            bits[most] += absent
            steps = zip(
                [*after[above:], finished], [*ways, tails[above]], bits, strict=True
            )
            for dice, (into, weight, by) in enumerate(steps):
                if not lower and dice < most:
                    continue  # those left would have no face
                for key, packed in weights.items():
                    if key:
                        key = layout.joined(key, group, [n[dice] for n in counts])
                    into[key] = into.get(key, 0) + (packed * weight << by)
        states = after
    return finished


def _tails(number: int, horizon: int, many: int, lower: int) -> list[int]:
    """Return by how many dice are above the ways that the others reach a horizon: at
    least so many of them show one of `many` faces, the rest one of the `lower`.

    Of all dice, `number - horizon` never count. That at most so many of left dice are
    lower is true of one die more, whatever it shows, unless it is the first too many.
    """
    never = number - horizon
    tail, tails = (many + lower) ** never, []
    for left in range(never, number):
        over = comb(left, never) * lower ** (never + 1) * many ** (left - never)
        tail = (many + lower) * tail - over
        tails.append(tail)
    return tails[::-1]


def _charge(work: int, number: int) -> None:
    if work > _MOST_WORK:
        what = f"work on the highest, lowest or distinct of {number:,} dice"
        raise LimitExceeded(what, None, FEWER)
