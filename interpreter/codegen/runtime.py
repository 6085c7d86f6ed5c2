"""What emitted code may call: helpers on values, and the count of steps."""

import builtins
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import islice
from operator import itemgetter
from typing import Any, NoReturn, TypeVar

from interpreter.diagnostics import LimitExceeded, UmpireError
from interpreter.expressions.functions import FUNCTIONS
from interpreter.expressions.functions.operators import (
    LONGEST_LIST,
    at,
    divide,
    enough,
    in_steps,
    item,
    of_kind,
    rank_in,
    span,
    text_of,
    there,
    tidy,
    untrue,
    with_entry,
    within,
)
from interpreter.ir.explained import BEATEN
from interpreter.values.exact_numbers import Rational, quotient
from interpreter.values.faults import Fault, Steps, Unmet
from interpreter.values.log import (
    Log,
    born,
    happened,
    labelled,
    next_claim,
    ranked,
    recorded,
    relabelled,
    told_to,
)
from interpreter.values.pools import span_of
from interpreter.values.search import Counts, answers, first, joint
from interpreter.values.types import GameState, StateRow, Value

Item = TypeVar("Item")
MOST_WAITING = 1_000
MOST_ENTITIES = 4_000
"""Of one kind, with those that were removed: states and reports hold all of them."""
_MOST_BITS = 1 << 16
# What an expression may end with when it is evaluated after a guard that failed.
_UNKNOWN = (Fault, UmpireError, ArithmeticError, LookupError, TypeError, RecursionError)
Shown = Callable[[], tuple[Value, ...]]
"""Gives what an explanation shows: the values of some expressions."""
RowParts = tuple[Shown, Sequence[Shown], Shown, Shown, Mapping[int, Shown]]
RowValues = tuple[Any, int | None, tuple[Any, ...], tuple[Any, ...]]
"""What a row adds or would add (None: not known), the code of what failed, the values
that failed or that the row was read with, those by which it counts."""
_BUILTINS = "tuple len sum min max sorted any all next range enumerate".split()


class Counted(Steps):
    """The steps left to a run; the driver sets them, emitted code counts down."""

    __slots__ = ()

    def feasible(
        self,
        path: str,
        offered: tuple[Any, ...],
        counts: Counts,
        in_order: bool,
        together: bool,
        legal: Callable[[Value], bool] | None,
    ) -> bool:
        """Tell whether a choice has a legal answer; each that is tried is a step."""
        every = answers(offered, counts, in_order)
        if together:
            choices = [partial(answers, some, counts, in_order) for *_, some in offered]
            names = [element for element, *_ in offered]
            every = (tuple(zip(names, each, strict=True)) for each in joint(choices))

        def fits(answer: Value) -> bool:
            self.step()
            return legal is None or legal(answer)

        return bool(first(every, fits, f"at {path}"))

    def happened(self, log: Log, event: str, since: int, until: int | None) -> Value:
        """Count a step for each event remembered, and return what some took."""
        self.walk(log[1])
        return happened(log, event, since, until)

    def shown(self, values: Callable[[], Item]) -> Item | tuple[()]:
        """Return what an explanation shows; () where that cannot be worked out, as
        after a guard that failed. No step of the run is counted."""
        left, self.left = self.left, self.allowed
        try:
            return values()
        except _UNKNOWN:
            return ()
        finally:
            self.left = left

    def row_values(
        self, rows: Sequence[tuple[Value, int | None]], parts: Sequence[RowParts]
    ) -> tuple[RowValues, ...]:
        """Return what is shown of the rows of modifiers, from (value, failed) of each
        as `codegen.modifiers` codes it."""
        return tuple(
            self._row(worth, failed, part)
            for (worth, failed), part in zip(rows, parts, strict=True)
        )

    def _row(self, worth: Value, failed: int | None, part: RowParts) -> RowValues:
        adds, own, read, holding, failing = part
        if failed is None:
            return worth, None, self.shown(read), self.shown(holding)
        would = self.shown(adds)
        if failed == BEATEN:
            failed = self._own_reason(own)
        found = self.shown(failing.get(failed, read))
        return would[0] if would else None, failed, found, ()

    def _own_reason(self, own: Sequence[Shown]) -> int:
        """Return which operand of a beaten row is false anyway, else BEATEN."""
        for number, operand in enumerate(own):
            found = self.shown(operand)
            if not found:
                break
            if found[0] is False:
                return number
        return BEATEN

    def unmet(
        self,
        site: int,
        state: GameState,
        figures: tuple[Value, ...],
        *parts: tuple[Shown, Shown],
    ) -> None:
        """Refuse the run: what a step requires does not hold. `parts` are functions of
        each operand of the condition, and of what that operand compares."""
        for number, (holds, compared) in enumerate(parts):
            if self.shown(holds) == (False,):
                raise Unmet(site, state, figures, (number, self.shown(compared)))
        raise Unmet(site, state, figures)

    def told_to(
        self, rows: tuple[StateRow, ...], kind: str, seat: Value
    ) -> tuple[int, ...]:
        """Count a step for each claim, and return those of a kind to a seat."""
        self.walk(rows)
        return told_to(rows, kind, seat)


def seat(value: int) -> int:
    """Return a seat that is an entity; the judge has no fields."""
    if value < 0:
        raise Fault("R704", "the judge is no entity")
    return value


def near(one: int, by: int) -> int:
    """Round the quotient of whole numbers to the nearest, halves up."""
    return (2 * one + by) // (2 * by)


def times(one: Rational, other: Rational) -> Value:
    """Multiply numbers without bounds, within reason."""
    size = one.numerator.bit_length() + other.numerator.bit_length()
    size += one.denominator.bit_length() + other.denominator.bit_length()
    if size > _MOST_BITS:
        raise LimitExceeded("bits of a number", _MOST_BITS)
    return tidy(one * other)


def mapped(pairs: Iterable[tuple[Value, Value]]) -> tuple[tuple[Value, Value], ...]:
    """Return a map; of an element that comes again the last counts."""
    return tuple(dict(pairs).items())


def joined(lists: Iterable[tuple[Value, ...]]) -> tuple[Value, ...]:
    """Put lists in a row."""
    every = tuple(lists)
    if sum(map(len, every)) > LONGEST_LIST:
        raise LimitExceeded("elements of a list", LONGEST_LIST)
    return tuple(each for one in every for each in one)


def room_to_wait(rows: Sequence[Value]) -> None:
    """Check that one call more may wait."""
    if len(rows) >= MOST_WAITING:
        raise LimitExceeded("calls that wait", MOST_WAITING)


def room_to_create(rows: Sequence[Value]) -> None:
    """Check that one entity more of a kind may come to be."""
    if len(rows) >= MOST_ENTITIES:
        raise LimitExceeded("entities of a kind", MOST_ENTITIES)


def without_row(rows: list[Value], number: int) -> None:
    """Remove a row."""
    del rows[number]


def ordered(pairs: Iterable[tuple[Any, Value]]) -> tuple[Value, ...]:
    """Return the values of (key, value), least key first, equal keys as they stood."""
    return tuple([value for _, value in sorted(pairs, key=lambda pair: pair[0])])


def least(pairs: Sequence[tuple[Any, Value]]) -> Value:
    """Return the value with the least key, the first of equals; none of nothing."""
    return min(pairs, key=itemgetter(0))[1] if pairs else None


def most(pairs: Sequence[tuple[Any, Value]]) -> Value:
    """Return the value with the greatest key, the last of equals; none of nothing."""
    return max(reversed(pairs), key=itemgetter(0))[1] if pairs else None


def few(values: Iterable[Value], most: int) -> int:
    """Return how many values there are, or so many if there are more."""
    return len([*islice(values, most)])


def groups(pairs: Iterable[tuple[Value, Value]]) -> tuple[tuple[Value, ...], ...]:
    """Return lists of the values with equal keys, as the keys first appear."""
    found: dict[Any, list[Any]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return tuple(map(tuple, found.values()))


def put(pairs: tuple[tuple[Value, Value], ...], key: Value, value: Value) -> Value:
    """Return a map with an entry more; the same key again replaces the last entry."""
    if pairs and pairs[-1][0] == key:
        pairs = pairs[:-1]
    if len(pairs) >= LONGEST_LIST:
        raise LimitExceeded("entries of a map", LONGEST_LIST)
    return (*pairs, (key, value))


def take(values: tuple[Value, ...], taken: Iterable[Value]) -> tuple[Value, ...]:
    """Return a list without one element for each of those taken."""
    left = list(values)
    for each in taken:
        left.remove(each)
    return tuple(left)


def no_row(table: str) -> NoReturn:
    """Say that no row of a table fits."""
    raise Fault("R702", f"no row of '{table}' fits")


def two_rows(where: str, one: str, other: str) -> NoReturn:
    """Say which two rows are true where one may be."""
    message = f"rows '{one}' and '{other}' of '{where}' are true where one may be"
    raise Fault("R706", message)


def the_row(table: str, found: tuple[tuple[Value, str], ...], same: bool) -> Value:
    """Return the value of the one row that is true, given (value, row) of each; with
    `same`, more may be true if all give the same."""
    value, row = found[0]
    for other, name in found[1:]:
        if not same or other != value:
            two_rows(table, row, name)
    return value


def part(values: tuple[Any, ...], rows: tuple[int, ...]) -> Value:
    """Add up some rows of a labelled sum."""
    return tidy(sum([values[row] for row in rows if values[row] is not None]))


def applied(values: tuple[Value, ...], rows: tuple[int, ...]) -> bool:
    """Tell whether one of some rows of a labelled sum counted."""
    return any(values[row] is not None for row in rows)


def without(values: tuple[Value, ...], rows: tuple[int, ...]) -> tuple[Value, ...]:
    """Keep only some rows of a labelled sum."""
    return tuple([each if i in rows else None for i, each in enumerate(values)])


def standing(
    state: GameState, kind: int, entity: int, slot: int, faced: int | None
) -> Callable[[Value, Value], GameState]:
    """Return what gives the state in which an entity stands at a place and faces a
    direction (in `faced`, if it has that), and all else is as in another state. Asked
    again it is the same object: what is read of it stays known."""
    rows = state[kind]
    before, row, after = rows[:entity], rows[entity], rows[entity + 1 :]
    others, more = state[:kind], state[kind + 1 :]
    made: dict[tuple[Value, Value], GameState] = {}

    def at(place: Value, facing: Value) -> GameState:
        found = made.get((place, facing))
        if found is None:
            fields = [*row]
            fields[slot] = place
            if faced is not None:
                fields[faced] = facing
            moved = (*before, tuple(fields), *after)
            found = made[place, facing] = (*others, moved, *more)
        return found

    return at


_HELPERS: tuple[Callable[..., Any], ...] = (
    *(
        tidy,
        divide,
        span,
        item,
        at,
        with_entry,
        text_of,
        within,
        in_steps,
        rank_in,
        there,
        seat,
        near,
        span_of,
        times,
    ),
    *(
        joined,
        mapped,
        ordered,
        least,
        most,
        few,
        groups,
        put,
        take,
        no_row,
        two_rows,
        the_row,
        part,
        applied,
        without,
    ),
    *(room_to_wait, room_to_create, without_row),
    *(recorded, born, labelled, relabelled, ranked),
    *(next_claim, untrue, enough, of_kind, standing),
)


def namespace(
    steps: Counted,
    fractions: Iterable[tuple[int, int]],
    given: Mapping[str, Callable[..., Value]],
) -> dict[str, Any]:
    """Return the globals of emitted code; `given` are the driver's own callables."""
    found: dict[str, Any] = {"__builtins__": {}}
    found |= {f"_{name}": getattr(builtins, name) for name in _BUILTINS}
    found |= {f"_{each.__name__}": each for each in _HELPERS}
    found |= {"_islice": islice, "_fromkeys": dict.fromkeys}
    found |= {
        "_step": steps.step,
        "_spend": steps.spend,
        "_steps": steps,
        "_walk": steps.walk,
        "_happened": steps.happened,
        "_feasible": steps.feasible,
        "_told_to": steps.told_to,
        "_row_values": steps.row_values,
        "_unmet": steps.unmet,
    }
    found |= {f"f_{name}": each.python for name, each in FUNCTIONS.items()}
    return (
        found
        | constants(fractions)
        | {f"_{name}": each for name, each in given.items()}
    )


def constants(fractions: Iterable[tuple[int, int]]) -> dict[str, Value]:
    """Return constant fractions by their names in emitted code."""
    return {fraction_name(*each): quotient(*each) for each in fractions}


def fraction_name(above: int, below: int) -> str:
    """Return the name of a constant fraction."""
    return f"q_{'m' if above < 0 else ''}{abs(above)}_{below}"
