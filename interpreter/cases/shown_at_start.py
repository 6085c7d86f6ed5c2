"""What the beginning of a scenario shows of things that are hidden from a seat."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from interpreter.checked.audience import EVERYONE
from interpreter.checked.declared import CHARTS, SEAT, WAITING, Field, Kind
from interpreter.language.typed import Local, Typed
from interpreter.problems import LimitExceeded, Problem, problem
from interpreter.program.instructions import Assign
from interpreter.program.knowledge import Knowledge
from interpreter.program.program import Program
from interpreter.program.walking import instructions, nodes
from interpreter.ruleset.ruleset import Declaration
from interpreter.running.looking import Looking
from interpreter.running.once import initial
from interpreter.values.claims import STORE
from interpreter.values.moments import shape
from interpreter.values.types import (
    Entity,
    ListOf,
    MapOf,
    Maybe,
    Number,
    Record,
    Type,
    Value,
)

MOST_QUESTIONS = 50_000
_OURS = frozenset({CHARTS, WAITING, STORE})


@dataclass(slots=True)
class _Shown:
    """Of the things of a kind that hide something from a seat, by field: what is shown
    of at least one, and what is hidden."""

    shown: set[str] = field(default_factory=set)
    hidden: set[str] = field(default_factory=set)


def shown_at_start(
    program: Program, scenarios: Iterable[Declaration]
) -> Iterator[Problem]:
    """Yield a note for each of these scenarios that shows a seat something of what is
    hidden from it: fields of things of which others are hidden, fields that name a
    thing of which nothing may be seen, and numbers that steps work out from what not
    everyone may know. A scenario with too many things and seats is passed over."""
    computed = _computed(program)
    for scenario in scenarios:
        if _questions(program, scenario.key) > MOST_QUESTIONS:
            continue
        try:
            partly, named, there = _looked_at(program, scenario.key)
        except LimitExceeded:  # views say so, and nothing is shown by them
            continue
        parts = [_of_kind(program, kind, found) for kind, found in partly.items()]
        if named:
            parts.append(f"names of hidden things: {_listed(named)}")
        worked_out = [each for each in computed if each.partition(".")[0] in there]
        if parts and worked_out:
            parts.append(f"worked out from hidden things: {_listed(worked_out)}")
        if parts:
            message = (
                f"'{scenario.name}' begins with hidden things of which others see "
                f"{'; '.join(parts)}"
            )
            yield problem("R524", scenario.span, message)


def _questions(program: Program, scenario: str) -> int:
    """Return of how many things of a scenario how many seats would be asked."""
    ids = program.worlds[scenario].ids
    seats = len(ids.get(program.declared.seat_kind, ()))
    return seats * sum(map(len, ids.values()))


def _looked_at(
    program: Program, scenario: str
) -> tuple[dict[str, _Shown], list[str], set[str]]:
    """Return what is shown and hidden by kind, the fields that name a thing of which
    the seat sees nothing, and the kinds that there are."""
    declared = program.declared
    world = initial(program, scenario)
    rows = dict(zip(declared.kinds, world, strict=False))
    partly: dict[str, _Shown] = {}
    named: dict[str, None] = {}
    someones = {
        name: {each.name for each in kind.fields if _is_someones(each)}
        for name, kind in declared.kinds.items()
    }
    asked = {name: _by_audience(kind) for name, kind in declared.kinds.items()}
    for seat in range(len(rows.get(declared.seat_kind, ()))):
        looking = Looking(declared, world, seat)
        seen = {
            (kind.name, number): _seen(looking, kind, number, asked[kind.name])
            for kind in declared.kinds.values()
            if kind.name not in _OURS
            for number in range(len(rows[kind.name]))
        }
        unseen = {thing for thing, fields in seen.items() if not fields}
        # who plays is printed on the scenario
        unseen = {each for each in unseen if each[0] != declared.seat_kind}
        for (name, number), fields in seen.items():
            kind = declared.kinds[name]
            hidden = someones[name] - {each.name for each in fields}
            if hidden and fields:
                found = partly.setdefault(name, _Shown())
                found.shown |= {each.name for each in fields}
                found.hidden |= hidden
            for each in fields:
                value = rows[name][number][kind.slot(each.name)]
                if not unseen.isdisjoint(_things(value, each.type)):
                    named[f"{_spaced(name)}.{_spaced(each.name)}"] = None
    there = {_spaced(name) for name, some in rows.items() if some}
    return partly, list(named), there


def _by_audience(kind: Kind) -> list[tuple[Field, int]]:
    """Return the fields of a kind that may be shown, each with the number of its
    audience: many fields have the same."""
    numbers: dict[Typed, int] = {}
    return [
        (each, numbers.setdefault(each.shown, len(numbers)))
        for each in kind.fields
        if each.shown is not None and shape(each.type) is None
    ]


def _seen(
    looking: Looking, kind: Kind, number: int, asked: list[tuple[Field, int]]
) -> list[Field]:
    """Return the fields of a thing that a seat sees; each audience is asked once."""
    answers: dict[int, bool] = {}
    found = []
    for each, audience in asked:
        if audience not in answers:
            answers[audience] = looking.sees(kind, number, each)
        if answers[audience]:
            found.append(each)
    return found


def _is_someones(each: Field) -> bool:
    """Tell whether any seat may ever see a field, but not all always."""
    asked = () if each.shown is None else nodes(each.shown)
    return any(isinstance(node, Local) and node.name == SEAT for node in asked)


def _things(value: Value, kind: Type) -> Iterator[tuple[str, int]]:
    """Yield the things that a value speaks of, by kind and number."""
    match kind:
        case Maybe():
            if value is not None:
                yield from _things(value, kind.item)
        case Entity() if isinstance(value, int):
            yield kind.kind, value
        case ListOf() if isinstance(value, tuple):
            for each in value:
                yield from _things(each, kind.item)
        case MapOf() if isinstance(value, tuple):
            for key, each in value:
                yield from (*_things(key, kind.key), *_things(each, kind.value))
        case Record() if isinstance(value, tuple):
            for each, (_, own) in zip(value, kind.fields, strict=True):
                yield from _things(each, own)
        case _:
            pass


def _computed(program: Program) -> list[str]:
    """Return the numbers that everyone sees and that a step works out from what not
    everyone may know."""
    knowledge = Knowledge(program.declared)
    found: dict[str, None] = {}
    for procedure in program.procedures.values():
        for one in instructions(procedure.body):
            for each in one.changes if isinstance(one, Assign) else ():
                kind = program.declared.kinds[each.kind]
                target = kind.fields[kind.slot(each.field)]
                name = f"{_spaced(kind.name)}.{_spaced(target.name)}"
                public = target.audience == EVERYONE and kind.name not in _OURS
                if not public or name in found or not _is_number(target.type):
                    continue
                if not knowledge.of(each.value, {}).includes(EVERYONE):
                    found[name] = None
    return list(found)


def _is_number(kind: Type) -> bool:
    return isinstance(kind.item if isinstance(kind, Maybe) else kind, Number)


def _of_kind(program: Program, name: str, found: _Shown) -> str:
    """Return the fields of a kind that are shown: them, or the others if fewer."""
    order = [each.name for each in program.declared.kinds[name].fields]
    shown = [each for each in order if each in found.shown]
    hidden = [each for each in order if each in found.hidden - found.shown]
    if hidden and len(hidden) < len(shown):
        return f"{_spaced(name)}: all but {_listed(hidden)}"
    return f"{_spaced(name)}: {_listed(shown)}"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(_spaced, names))


def _spaced(name: str) -> str:
    return name.replace("_", " ")
