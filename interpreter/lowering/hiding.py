"""Steps that hide and show facts.

A field's audience may depend on other fields, so setting these can take it from a seat.
No view may have been made since the seat came to see it: a thing that is shown and
hidden again within one run of steps would never be seen. For a kind with `last_seen`,
every change that can do so is preceded by steps of ours, in instructions that every
driver knows: for each seat (and, where the audience depends on another thing, for each
thing of the kind) the facts are listed that it sees now and would not see after the
change; if there are any, it is told them, with the label and the moment of now.

Both are the condition that views ask (`Field.shown`), once as it stands and once with
the new values in place of the fields that change, so what is told is never more than
the audience admits at this moment. A seat that saw it in earlier views is told too:
the claim then keeps what its view has no longer.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import replace

from interpreter.diagnostics import LimitExceeded
from interpreter.expressions.typed import (
    Apply,
    Constant,
    Every,
    FieldRead,
    IfElse,
    Local,
    Typed,
    Use,
    applied,
    substituted,
)
from interpreter.ir.instructions import (
    HIDDEN,
    Assign,
    FieldChange,
    ForEach,
    Instruction,
    Let,
    Site,
    Tell,
    When,
)
from interpreter.ir.walking import nodes
from interpreter.lowering.blocks import Lowering
from interpreter.semantics.declarations import (
    SEAT,
    ClaimKind,
    Event,
    Field,
    Formula,
    Kind,
    Pattern,
)
from interpreter.semantics.names import Names
from interpreter.values.types import (
    Boolean,
    Entity,
    ListOf,
    MapOf,
    Nothing,
    Unknown,
    whole,
)

NONE = Constant(None, Nothing())
"""A part that a claim has not."""


class ShownFacts(Struct, frozen=True):
    """The list of the facts shown; `always` when it is the same each time."""

    listed: Typed
    always: tuple[int, ...] | None


def inside(claim: ClaimKind, place: int, listed: Typed) -> Typed:
    """Return whether a fact is in a list of them."""
    return Apply("in", (Constant(place, claim.fact), listed), Boolean())


def facts_shown(
    claim: ClaimKind, shown: ShownFacts, given: Mapping[int, Typed]
) -> Typed:
    """Return the map of what is shown: what is not is not even evaluated."""
    kind = MapOf(claim.fact, Unknown())
    parts: list[Typed] = []
    for place, value in given.items():
        pair = Apply("record", (Constant(place, claim.fact), value), Unknown())
        if shown.always is None:
            one = Apply("list", (pair,), kind)
            parts.append(IfElse(inside(claim, place, shown.listed), one, _EMPTY, kind))
        else:
            parts.append(pair)
    found = Apply("list", tuple(parts), kind)
    return found if shown.always is not None else Apply("joined", (found,), kind)


_EMPTY = Constant((), ListOf(Unknown()))


MOST_PARTS = 10_000
DEEPEST = 16

_FORMS = get_args(Typed)
_TRUTH = Boolean()


def parting(
    lowering: Lowering, site: Site, changes: Sequence[FieldChange]
) -> tuple[Instruction, ...]:
    """Return what tells each seat, before changes, what they hide from it."""
    names = lowering.names
    made: list[Instruction] = []
    for kind in names.kinds.values():
        claim = names.claims.get(kind.last_seen)
        if claim is not None:
            made += _of_kind(lowering, replace(site, say=None), changes, kind, claim)
    return tuple(made)


def _of_kind(
    lowering: Lowering,
    site: Site,
    changes: Sequence[FieldChange],
    kind: Kind,
    claim: ClaimKind,
) -> tuple[Instruction, ...]:
    names = lowering.names
    conditions: dict[int, Typed] = {}
    reads: set[FieldRead] = set()
    changed = {(each.kind, each.field) for each in changes}
    for rank, fact in enumerate(claim.facts):
        condition = shown_plainly(names, _field(kind, fact.name))
        hanging = {
            node
            for node in nodes(condition)
            if isinstance(node, FieldRead) and (node.kind, node.name) in changed
        }
        if hanging:
            conditions[rank] = condition
            reads |= hanging
    if not conditions:
        return ()
    touching = [e for e in changes if (e.kind, e.field) in _named(reads)]
    bound, held = _held(lowering, site, touching)
    it = Local(lowering.unique(f"{HIDDEN}hidden"), Entity(kind.name))
    own = {node.of for node in reads} == {Local("it", Entity(kind.name))}
    whose = {each.of for each in held}
    alone = own and len(whose) == 1
    thing = next(iter(whose)) if alone else it
    body = _told(lowering, site, claim, kind, thing, conditions, held)
    if not alone:
        every = Every(kind.name, ListOf(it.type))
        body = (ForEach(site, it.name, every, body),)
    return (*bound, *body)


def _told(
    lowering: Lowering,
    site: Site,
    claim: ClaimKind,
    kind: Kind,
    thing: Typed,
    conditions: dict[int, Typed],
    changes: Sequence[FieldChange],
) -> tuple[Instruction, ...]:
    """Return what tells each seat which facts of a thing it will not see any more."""
    seats = Entity(lowering.names.seat_kind)
    seat = Local(lowering.unique(f"{HIDDEN}seat"), seats)
    listed = ListOf(claim.fact)
    none = Constant((), listed)
    parts: list[Typed] = []
    for rank, condition in conditions.items():
        now = applied(condition, {"it": thing, SEAT: seat})
        after = Apply("not", (_changed(now, changes),), _TRUTH)
        lost = Apply("and", (now, after), _TRUTH)
        one = Apply("list", (Constant(rank, claim.fact),), listed)
        parts.append(IfElse(lost, one, none, listed))
    joined = Apply("joined", (Apply("list", tuple(parts), ListOf(listed)),), listed)
    shown = Local(lowering.unique(f"{HIDDEN}lost"), listed)
    given: dict[int, Typed] = {
        rank: FieldRead(thing, kind.name, field.name, field.type)
        for rank in conditions
        for field in [_field(kind, claim.facts[rank].name)]
    }
    facts = facts_shown(claim, ShownFacts(shown, None), given)
    name = lowering.unique(f"{HIDDEN}claim")
    tell = Tell(site, name, claim.name, seat, thing, NONE, facts)
    some = Apply(">", (Apply("count", (shown,), whole(0)), _ZERO), _TRUTH)
    inside = (Let(site, shown.name, joined), When(site, some, (tell,), ()))
    every = Every(seats.kind, ListOf(seats))
    return (ForEach(site, seat.name, every, inside),)


_ZERO = Constant(0, whole(0))


def _held(
    lowering: Lowering, site: Site, changes: Iterable[FieldChange]
) -> tuple[list[Instruction], list[FieldChange]]:
    """Return changes on locals of ours, which no variable of an audience hides, and
    what binds these."""
    bound: list[Instruction] = []
    known: dict[Typed, Typed] = {}

    def local(value: Typed) -> Typed:
        if isinstance(value, Constant):
            return value
        if value not in known:
            found = Local(lowering.unique(f"{HIDDEN}new"), value.type)
            bound.append(Let(site, found.name, value))
            known[value] = found
        return known[value]

    made = [replace(e, of=local(e.of), value=local(e.value)) for e in changes]
    return bound, made


def _changed(node: Typed, changes: Sequence[FieldChange]) -> Typed:
    """Return an expression as it will be after changes: each field that they set reads
    as its new value, of the things of which it is set."""

    def inside(value: object) -> Any:
        if isinstance(value, tuple):
            return tuple([inside(each) for each in value])
        return _changed(value, changes) if isinstance(value, _FORMS) else value

    now = {name: getattr(node, name) for name in node.__struct_fields__}
    then = {key: inside(value) for key, value in now.items()}
    found: Typed = replace(node, **then)
    if not isinstance(node, FieldRead) or not isinstance(found, FieldRead):
        return found
    read: Typed = found
    for each in changes:
        if (each.kind, each.field) == (found.kind, found.name):
            if each.of == found.of:
                read = each.value
            else:
                same = Apply("is", (found.of, each.of), _TRUTH)
                read = IfElse(same, each.value, read, found.type)
    return read


def shown_plainly(names: Names, field: Field) -> Typed:
    """Return the condition under which a seat sees a field, with the formulas that it
    uses written out."""
    if field.shown is None:
        return Constant(False, _TRUTH)
    return _Writing(names, field).plainly(field.shown, 0)


class _Writing:
    """Writes formulas out in an audience, as far as that is not too much of it."""

    def __init__(self, names: Names, field: Field) -> None:
        self._names = names
        self._field = field
        self._left = MOST_PARTS

    def plainly(self, node: Typed, depth: int) -> Typed:
        """Return an expression without the formulas that it uses; `depth` is within how
        many of them it stands."""
        self._left -= 1
        if self._left < 0 or depth > DEEPEST:
            what = "parts of an audience with its formulas written out"
            raise LimitExceeded(what, MOST_PARTS).at(self._field.span)

        def inside(value: object) -> Any:
            if isinstance(value, tuple):
                return tuple([inside(each) for each in value])
            return self.plainly(value, depth) if isinstance(value, _FORMS) else value

        now = {name: getattr(node, name) for name in node.__struct_fields__}
        then = {key: inside(value) for key, value in now.items()}
        found: Typed = replace(node, **then)
        formula = None
        if isinstance(found, Use):
            formula = self._names.formulas.get(found.name)
        if not isinstance(found, Use) or not isinstance(formula, Formula):
            return found
        pairs = zip(formula.takes, found.arguments, strict=False)
        given = {takes.name: argument for takes, argument in pairs}
        return self.plainly(applied(formula.body, given), depth + 1)


def _field(kind: Kind, name: str) -> Field:
    return kind.fields[kind.slot(name)]


def _named(reads: Iterable[FieldRead]) -> set[tuple[str, str]]:
    return {(node.kind, node.name) for node in reads}


# What a change or an event ends: fields that go back to a value.

_YES = Constant(True, Boolean())


def held(
    lowering: Lowering, site: Site, given: Iterable[Typed]
) -> tuple[tuple[Instruction, ...], tuple[Typed, ...]]:
    """Return what binds values that changes might change, and the values as bound."""
    bound: list[Instruction] = []
    values: list[Typed] = []
    for each in given:
        if isinstance(each, (Local, Constant)):
            values.append(each)
            continue
        name = lowering.unique(f"{HIDDEN}held")
        bound.append(Let(site, name, each))
        values.append(Local(name, each.type))
    return tuple(bound), tuple(values)


def ended_by_change(
    lowering: Lowering, site: Site, entity: Typed, kind: str, written: Iterable[str]
) -> tuple[Instruction, ...]:
    """Return what ends, of an entity (a local), once fields of it are written."""
    changed = set(written)
    found: list[Instruction] = []
    for each in lowering.names.kinds[kind].endings:
        if changed & {each.field, *each.reads}:
            changed.add(each.field)
            condition, value = (
                substituted(part, "it", entity) for part in (each.condition, each.value)
            )
            changes = (FieldChange(entity, kind, each.field, value),)
            ends = (*parting(lowering, site, changes), Assign(site, changes))
            found.append(When(site, condition, ends, ()))
    return tuple(found)


def ended_by_event(
    lowering: Lowering, site: Site, event: Event, given: tuple[Typed, ...]
) -> tuple[Instruction, ...]:
    """Return what ends, of every entity, at an event; `given` are locals or constants.

    The fields of one entity end at once: none sees that another has ended.
    """
    found: list[Instruction] = []
    for kind in lowering.names.kinds.values():
        it = Local(lowering.unique(f"each_{kind.name}"), Entity(kind.name))
        ends = {
            field.name: condition
            for field in kind.fields
            if (condition := _hears(field, event, given, it)) is not None
        }
        if not ends:
            continue
        changes = tuple(_change(kind, field, it, ends[field]) for field in ends)
        body: tuple[Instruction, ...] = (
            *parting(lowering, site, changes),
            Assign(site, changes),
            *ended_by_change(lowering, site, it, kind.name, ends),
        )
        if _YES not in ends.values():
            some = reduce(lambda a, b: Apply("or", (a, b), Boolean()), ends.values())
            body = (When(site, some, body, ()),)
        every = Every(kind.name, ListOf(it.type))
        found.append(ForEach(site, it.name, every, body))
    return tuple(found)


def _change(kind: Kind, name: str, it: Local, condition: Typed) -> FieldChange:
    field = kind.fields[kind.slot(name)]
    end = field.ends_at or Constant(None, field.type)  # missing: a problem already
    value = substituted(end, "it", it)
    if condition != _YES:
        before = FieldRead(it, kind.name, name, field.type)
        value = IfElse(condition, value, before, field.type)
    return FieldChange(it, kind.name, name, value)


def _hears(
    field: Field, event: Event, given: tuple[Typed, ...], it: Local
) -> Typed | None:
    """Return the condition under which the event ends a field; None: never."""
    patterns = [each for each in field.ends_on if each.event == event.name]
    found = [_fits(each, given, it) for each in patterns]
    if not found or _YES in found:
        return _YES if found else None
    return reduce(lambda a, b: Apply("or", (a, b), Boolean()), found)


def _fits(pattern: Pattern, given: tuple[Typed, ...], it: Local) -> Typed:
    same: list[Typed] = [
        Apply("is", (substituted(wanted, "it", it), value), Boolean())
        for wanted, value in zip(pattern.arguments, given, strict=True)
        if wanted is not None
    ]
    return reduce(lambda a, b: Apply("and", (a, b), Boolean()), same) if same else _YES
