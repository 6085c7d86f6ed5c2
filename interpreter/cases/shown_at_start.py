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
        parts = [_of_kind(program, kind, facts) for kind, facts in partly.items()]
        if named:
            parts.append(f"names of hidden things: {_listed(named)}")
        worked_out = [name for name in computed if name.partition(".")[0] in there]
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
        unseen = {thing for thing in unseen if thing[0] != declared.seat_kind}
        for (name, number), fields in seen.items():
            kind = declared.kinds[name]
            visible = {field_.name for field_ in fields}
            hidden = someones[name] - visible
            if hidden and fields:
                facts = partly.setdefault(name, _Shown())
                facts.shown |= visible
                facts.hidden |= hidden
            for field_ in fields:
                value = rows[name][number][kind.slot(field_.name)]
                if not unseen.isdisjoint(_things(value, field_.type)):
                    named[f"{_spaced(name)}.{_spaced(field_.name)}"] = None
    there = {_spaced(name) for name, some in rows.items() if some}
    return partly, list(named), there


def _by_audience(kind: Kind) -> list[tuple[Field, int]]:
    """Return the fields of a kind that may be shown, each with the number of its
    audience: many fields have the same."""
    numbers: dict[Typed, int] = {}
    return [
        (field_, numbers.setdefault(field_.shown, len(numbers)))
        for field_ in kind.fields
        if field_.shown is not None and shape(field_.type) is None
    ]


def _seen(
    looking: Looking, kind: Kind, number: int, asked: list[tuple[Field, int]]
) -> list[Field]:
    """Return the fields of a thing that a seat sees; each audience is asked once."""
    answers: dict[int, bool] = {}
    visible = []
    for field_, audience in asked:
        if audience not in answers:
            answers[audience] = looking.sees(kind, number, field_)
        if answers[audience]:
            visible.append(field_)
    return visible


def _is_someones(field_: Field) -> bool:
    """Tell whether any seat may ever see a field, but not all always."""
    condition = () if field_.shown is None else nodes(field_.shown)
    return any(isinstance(node, Local) and node.name == SEAT for node in condition)


def _things(value: Value, kind: Type) -> Iterator[tuple[str, int]]:
    """Yield the things that a value speaks of, by kind and number."""
    match kind:
        case Maybe():
            if value is not None:
                yield from _things(value, kind.item)
        case Entity() if isinstance(value, int):
            yield kind.kind, value
        case ListOf() if isinstance(value, tuple):
            for item in value:
                yield from _things(item, kind.item)
        case MapOf() if isinstance(value, tuple):
            for key, item in value:
                yield from (*_things(key, kind.key), *_things(item, kind.value))
        case Record() if isinstance(value, tuple):
            for item, (_, item_kind) in zip(value, kind.fields, strict=True):
                yield from _things(item, item_kind)
        case _:
            pass


def _computed(program: Program) -> list[str]:
    """Return the numbers that everyone sees and that a step works out from what not
    everyone may know."""
    knowledge = Knowledge(program.declared)
    names: dict[str, None] = {}
    for procedure in program.procedures.values():
        for step in instructions(procedure.body):
            for change in step.changes if isinstance(step, Assign) else ():
                kind = program.declared.kinds[change.kind]
                target = kind.fields[kind.slot(change.field)]
                name = f"{_spaced(kind.name)}.{_spaced(target.name)}"
                public = target.audience == EVERYONE and kind.name not in _OURS
                if not public or name in names or not _is_number(target.type):
                    continue
                if not knowledge.of(change.value, {}).includes(EVERYONE):
                    names[name] = None
    return list(names)


def _is_number(kind: Type) -> bool:
    return isinstance(kind.item if isinstance(kind, Maybe) else kind, Number)


def _of_kind(program: Program, name: str, facts: _Shown) -> str:
    """Return the fields of a kind that are shown: them, or the others if fewer."""
    order = [field_.name for field_ in program.declared.kinds[name].fields]
    shown = [field_name for field_name in order if field_name in facts.shown]
    hidden = [
        field_name for field_name in order if field_name in facts.hidden - facts.shown
    ]
    if hidden and len(hidden) < len(shown):
        return f"{_spaced(name)}: all but {_listed(hidden)}"
    return f"{_spaced(name)}: {_listed(shown)}"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(_spaced, names))


def _spaced(name: str) -> str:
    return name.replace("_", " ")
