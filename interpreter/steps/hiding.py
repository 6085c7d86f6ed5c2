"""What changes hide from a seat that saw it: told as it was, where a kind says so.

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

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from typing import Any, get_args

from interpreter.checked.declared import SEAT, ClaimKind, Field, Formula, Kind
from interpreter.checked.names import Names
from interpreter.language.typed import (
    Apply,
    Constant,
    Every,
    FieldRead,
    IfElse,
    Local,
    Typed,
    Use,
    applied,
)
from interpreter.problems import LimitExceeded
from interpreter.program.instructions import (
    HIDDEN,
    Change,
    ForEach,
    Instruction,
    Let,
    Site,
    Tell,
    When,
)
from interpreter.program.walking import nodes
from interpreter.steps.lowering import Lowering
from interpreter.steps.shown_facts import NONE, ShownFacts, facts_shown
from interpreter.values.types import Entity, ListOf, Truth, whole

MOST_PARTS = 10_000
DEEPEST = 16

_FORMS = get_args(Typed)
_TRUTH = Truth()


def parting(
    lowering: Lowering, site: Site, changes: Sequence[Change]
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
    changes: Sequence[Change],
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
    changes: Sequence[Change],
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
    lowering: Lowering, site: Site, changes: Iterable[Change]
) -> tuple[list[Instruction], list[Change]]:
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


def _changed(node: Typed, changes: Sequence[Change]) -> Typed:
    """Return an expression as it will be after changes: each field that they set reads
    as its new value, of the things of which it is set."""

    def inside(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple([inside(each) for each in value])
        return _changed(value, changes) if isinstance(value, _FORMS) else value

    now = {each.name: getattr(node, each.name) for each in fields(node)}
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

        def inside(value: Any) -> Any:
            if isinstance(value, tuple):
                return tuple([inside(each) for each in value])
            return self.plainly(value, depth) if isinstance(value, _FORMS) else value

        now = {each.name: getattr(node, each.name) for each in fields(node)}
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
