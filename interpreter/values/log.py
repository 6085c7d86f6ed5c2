"""The log of a game: what time it is, what is remembered, births, and labels put off.

A moment counts how often something has happened. An event takes place at the moment
that was, and then it is the next: what was `now` before an event is not after it.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from interpreter.diagnostics import LimitExceeded
from interpreter.values.types import (
    GameState,
    ListOf,
    MapOf,
    Maybe,
    Moment,
    Record,
    Type,
    Value,
)

LONGEST_LOG = 10_000

Entry: TypeAlias = tuple[int, str, tuple[Any, ...]]
"""An event that is remembered: its moment, its name, the values that it took."""


class Birth(NamedTuple):
    """An entity was created while running; `where` is the place of the run at that
    time (`codegen`), which does not depend on how many others there are."""

    kind: str
    number: int
    where: tuple[Any, ...]


class Label(NamedTuple):
    """From here on a masked entity has another label.

    `before` is the game state as it was, without births and labels; () if the entity is
    created now. `claims` is the number of claims that were sent before.
    """

    kind: str
    number: int
    before: GameState
    claims: int


Log: TypeAlias = tuple[int, tuple[Entry, ...], tuple[Birth, ...], tuple[Label, ...]]
"""The moment that it is, the events, the births and the labels, the oldest first.

Births and labels are written by the forms that stop, for the keys of dice and for
views alone; nothing of a pack reads them.
"""

BEGINNING: Log = (0, (), (), ())


def log_of(state: GameState) -> Log:
    """Return the log of a game state."""
    log: Log = state[-1]
    return log


def moment_of(log: Log) -> int:
    """Return the present moment: how many events have happened."""
    return log[0]


def births_of(log: Log) -> tuple[Birth, ...]:
    """Return the births, the oldest first."""
    return log[2]


def labels_given(log: Log) -> tuple[Label, ...]:
    """Return the labels that were given, the oldest first."""
    return log[3]


def happened(log: Log, event: str, since: int, until: int | None) -> tuple[Value, ...]:
    """Return what the events of a name took that happened in [since, until)."""
    end = log[0] if until is None else until
    return tuple(
        [took for at, name, took in log[1] if name == event and since <= at < end]
    )


def recorded(log: Log, event: str, took: tuple[Value, ...]) -> Log:
    """Return the log after an event that is remembered."""
    now, entries, births, labels = log
    if len(entries) >= LONGEST_LOG:
        hint = "let 'kept_since' of the events forget more"
        raise LimitExceeded("events that are remembered", LONGEST_LOG, hint)
    return (now + 1, (*entries, (now, event, took)), births, labels)


def born(log: Log, kind: str, number: int, where: tuple[Value, ...]) -> Log:
    """Return the log after an entity came to be."""
    now, entries, births, labels = log
    return (now, entries, (*births, Birth(kind, number, where)), labels)


def relabelled(
    state: GameState, kind: str, at: int, numbers: Iterable[int], claims: int
) -> Log:
    """Return the log after entities of the kind at a position of the state got other
    labels. One that is not there any more gets none."""
    *kinds, log = state
    now, entries, *_ = log
    before = (*[tuple(rows) for rows in kinds], (now, entries, (), ()))
    found = [each for each in dict.fromkeys(numbers) if kinds[at][each] is not None]
    return _labelled(log, [Label(kind, each, before, claims) for each in found])


def labelled(log: Log, kind: str, number: int, claims: int) -> Log:
    """Return the log after a masked entity came to be, and got its first label."""
    return _labelled(log, [Label(kind, number, (), claims)])


def _labelled(log: Log, found: list[Label]) -> Log:
    now, entries, births, labels = log
    if len(labels) + len(found) > LONGEST_LOG:
        raise LimitExceeded("labels that were given", LONGEST_LOG)
    return (now, entries, births, (*labels, *found))


Shape: TypeAlias = tuple[Any, ...] | None
"""Where a value holds moments: None nowhere, () it is one (or none), ("list", shape),
("map", shape, shape) or ("record", shapes); plain data, so that it can be emitted."""


def shape(kind: Type) -> Shape:
    """Return where values of a type hold moments."""
    match kind:
        case Moment():
            return ()
        case Maybe():
            return shape(kind.item)
        case ListOf():
            inner = shape(kind.item)
            return None if inner is None else ("list", inner)
        case MapOf():
            pair = (shape(kind.key), shape(kind.value))
            return None if pair == (None, None) else ("map", *pair)
        case Record():
            parts = tuple(shape(each) for _, each in kind.fields)
            return ("record", parts) if any(p is not None for p in parts) else None
        case _:
            return None


def moved(where: Shape, value: Any, to: Callable[[int], int]) -> Value:
    """Return a value with every moment in it replaced."""
    if where is None or value is None:
        return value
    match where:
        case ("list", inner):
            return tuple([moved(inner, each, to) for each in value])
        case ("map", one, other):
            return tuple([(moved(one, k, to), moved(other, v, to)) for k, v in value])
        case ("record", parts):
            pairs = zip(parts, value, strict=True)
            return tuple([moved(part, each, to) for part, each in pairs])
        case _:
            return to(value)


def ranked(
    state: GameState,
    fields: tuple[tuple[int, int, Shape], ...],
    events: tuple[tuple[str, Shape], ...],
) -> GameState:
    """Return a state with its moments replaced by their ranks, in order.

    Nothing but their order is ever read of moments, so states that differ in no more
    go on alike. `fields` are (kind, slot, shape); the log follows the last kind.
    """
    shapes = dict(events)
    seen = {0, state[-1][0]}  # the beginning stays 0: fields start there

    def note(moment: int) -> int:
        seen.add(moment)
        return moment

    _replaced(state, fields, shapes, note)
    ranks = {moment: rank for rank, moment in enumerate(sorted(seen))}
    if all(moment == rank for moment, rank in ranks.items()):
        return state
    return _replaced(state, fields, shapes, ranks.__getitem__)


def _replaced(
    state: GameState,
    fields: tuple[tuple[int, int, Shape], ...],
    events: dict[str, Shape],
    to: Callable[[int], int],
) -> GameState:
    *kinds, (now, entries, births, labels) = state
    for kind, slot, where in fields:
        kinds[kind] = tuple(
            [
                row and (*row[:slot], moved(where, row[slot], to), *row[slot + 1 :])
                for row in kinds[kind]
            ]
        )
    log = [
        (to(at), name, moved(events.get(name), took, to)) for at, name, took in entries
    ]
    return (*kinds, (to(now), tuple(log), births, labels))


# The store of claims: rows of a kind of its own, appended and never changed.  A row
# is (kind, to, about, label, facts, moment). `facts` are pairs (place among all facts
# of the kind, value) in the order of the declaration, and only what is shown: nothing
# in a row tells whether a fact is true. Claims are numbered in the order in which
# they were sent, to any seat; no number of that count ever leaves the truth.

STORE = "claim"
"""The name of that kind."""

KIND, TO, ABOUT, LABEL, FACTS, MOMENT = range(6)
MOST_CLAIMS = 10_000

OWN = ("to", "about", "label", "moment")
"""What expressions read of any claim; no fact may be called so."""


def told_to(rows: Sequence[Any], kind: str, seat: Value) -> tuple[int, ...]:
    """Return the numbers of the claims of a kind to a seat, the oldest first."""
    return tuple(
        [i for i, row in enumerate(rows) if row[KIND] == kind and row[TO] == seat]
    )


def next_claim(rows: Sequence[Value]) -> int:
    """Return the number of the next claim."""
    if len(rows) >= MOST_CLAIMS:
        raise LimitExceeded("claims", MOST_CLAIMS)
    return len(rows)
