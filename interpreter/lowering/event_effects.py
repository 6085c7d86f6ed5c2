"""What an event brings about: triggers, then the calls that wait for it.

For each event that something hears there is a procedure of ours, called where the event
has happened. The calls that wait are marked as due at once, and then made one after the
other, the oldest first; none is held in a local while another is made, so whatever that
does, one is made once at most.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from interpreter.expressions.typed import (
    Apply,
    Collect,
    Constant,
    FieldRead,
    Local,
    Typed,
)
from interpreter.ir.instructions import (
    HIDDEN,
    Assign,
    Block,
    Create,
    End,
    FieldChange,
    ForEach,
    Instruction,
    Invoke,
    Let,
    Procedure,
    Remove,
    Repeat,
    Site,
    When,
)
from interpreter.ir.walking import numbered
from interpreter.lowering.blocks import Lowered, Lowering, Step
from interpreter.lowering.calculating import read_call
from interpreter.semantics.declarations import HEARD, WAITING, Event
from interpreter.semantics.expressions.scope import Scope
from interpreter.semantics.names import Names
from interpreter.semantics.sections.events import patterns
from interpreter.semantics.sections.waiting import concerned
from interpreter.semantics.sections.waiting_calls import (
    DUE,
    about,
    every_row,
    is_call,
    is_due,
    is_met,
    read,
    row_values,
)
from interpreter.values.types import (
    Boolean,
    Entity,
    ListOf,
    Nothing,
    holds_entities,
    maybe,
    present,
)
from interpreter.yaml.nodes import ScalarNode

_TRUTH = Boolean()
_ROW = Entity(WAITING)
_NONE = Constant(None, Nothing())


def later(lowering: Lowering, step: Step, scope: Scope) -> Lowered:
    """Put off a call until an event happens; the seats that see the called procedure
    may know."""
    own, on = step.clause("seen_by"), step.clause("on")
    if own is not None:
        message = "what waits is known to the seats that see the called procedure"
        hint = "leave it out, and say 'seen_by' in the procedure that is called"
        lowering.say("R604", own.span, message, hint=hint)
    call = read_call(lowering, step.value, scope)
    found = patterns(lowering.names, on, scope)
    if call is None or not isinstance(on, ScalarNode) or len(found) != 1:
        return (), scope
    name, given, gives = call
    if not isinstance(gives, Nothing):
        message = f"nobody is there to take what '{name}' gives"
        hint = "call a procedure that gives nothing"
        lowering.say("R401", step.value.span, message, "no 'gives'", hint)
        return (), scope
    site = _concerning(lowering.names, step.site, name, given)
    kind = lowering.names.waiting
    assert kind is not None, "no call can be put off that was not found before"
    values = row_values(lowering.names, kind, name, given, found[0])
    unique = lowering.unique(f"{HIDDEN}waits")
    return (Create(site, unique, WAITING, values),), scope


def _concerning(
    names: Names, site: Site, procedure: str, given: tuple[Typed, ...]
) -> Site:
    return replace(site, seen_by=concerned(names, procedure, given))


def heard(
    names: Names, site: Site, event: Event, given: tuple[Typed, ...]
) -> tuple[Instruction, ...]:
    """Return what calls all that hears an event, where anything can."""
    if event.name not in names.triggers and event.name not in names.awaited:
        return ()
    return (Invoke(site, None, f"{event.name}{HEARD}", given),)


def hearing(names: Names) -> Iterator[Procedure]:
    """Yield for each event that something hears the procedure that calls it."""
    for event in names.events.values():
        triggers = names.triggers.get(event.name, ())
        if not triggers and event.name not in names.awaited:
            continue
        given = tuple(Local(each.name, each.type) for each in event.takes)
        among = tuple(each for each in given if holds_entities(present(each.type)))
        body: list[Instruction] = []
        own = f"{event.name}{HEARD}"
        for each in triggers:
            site = Site(f"{own}.{each.name}", each.span, among=among)
            body.append(Invoke(site, None, each.name, given))
        if event.name in names.awaited:
            body += _due(names, Site(own, event.span, discloses=True), event, given)
        made = Procedure(own, event.takes, Nothing(), tuple(body), event.span)
        yield numbered(made)


def _due(
    names: Names, site: Site, event: Event, given: tuple[Typed, ...]
) -> Iterator[Instruction]:
    """Yield what makes the calls that wait for an event.

    The steps of ours disclose nothing: what is known of a call is who may know that one
    is there, which alone guards each call.
    """
    row = Local(f"{HIDDEN}waits", _ROW)
    where = is_met(row, event, given)
    met = Collect("list", row, row.name, every_row(), where, (), ListOf(_ROW))
    due = FieldChange(row, WAITING, DUE, Constant(True, _TRUTH))
    yield ForEach(site, row.name, met, (Assign(site, (due,)),))
    found = Local(f"{HIDDEN}next", _ROW)
    calls: tuple[Instruction, ...] = ()
    for name in reversed(names.put_off):
        made = _made(names, site, found, name)
        calls = (When(site, is_call(found, name), made, calls),)
    yield _emptied(site, found.name, is_due(row, event.name), row, calls)


def _emptied(
    site: Site, name: str, where: Typed, row: Local, body: tuple[Instruction, ...]
) -> Instruction:
    """Return a body for the first row for which a condition holds, bound to a name, and
    again until there is none; the body removes the row."""
    first = Collect("first", row, row.name, every_row(), where, (), maybe(_ROW))
    none_left = Apply("is", (Local(name, maybe(_ROW)), _NONE), _TRUTH)
    label = f"{HIDDEN}none left"
    leave = When(site, none_left, (End(site, label),), ())
    again = Repeat(site, (Let(site, name, first), leave, *body), None, None)
    return Block(site, label, (again,))


def _made(
    names: Names, site: Site, row: Local, procedure: str
) -> tuple[Instruction, ...]:
    """Return what takes a call from those that wait, and makes it."""
    takes = names.procedures[procedure].takes
    number = list(names.put_off).index(procedure)
    bound = tuple(
        Let(site, f"{HIDDEN}given{number}_{place}", read(row, procedure, each))
        for place, each in enumerate(takes)
    )
    given = tuple(
        Local(let.name, each.type) for let, each in zip(bound, takes, strict=True)
    )
    among = tuple(each for each in given if holds_entities(present(each.type)))
    path = f"{site.path}.{procedure}"
    own = replace(site, path=path, discloses=False, among=among)
    known = is_call(row, procedure)
    due = Let(site, f"{HIDDEN}call{number}", known)
    call = Invoke(own, None, procedure, given)
    guarded = When(own, Local(due.name, _TRUTH), (call,), ())
    return (*bound, due, Remove(site, WAITING, row), guarded)


def cancelled(lowering: Lowering, site: Site, entity: Typed) -> tuple[Instruction, ...]:
    """Return what takes away the calls that wait for an entity, or that it is given to,
    since it will be gone."""
    kind = entity.type.kind if isinstance(entity.type, Entity) else ""
    names = about(lowering.names, kind)
    if not names:
        return ()
    subject = Local(lowering.unique(f"{HIDDEN}gone"), entity.type)
    row = Local(lowering.unique(f"{HIDDEN}waits"), _ROW)
    same: Typed = Constant(False, _TRUTH)
    for each in names:
        held = FieldRead(row, WAITING, each, maybe(entity.type))
        alike = Apply("is", (held, subject), _TRUTH)
        same = Apply("or", (same, alike), _TRUTH)
    ours = replace(site, discloses=True)
    found = Local(lowering.unique(f"{HIDDEN}idle"), _ROW)
    gone = (Remove(ours, WAITING, found),)
    emptied = _emptied(ours, found.name, same, row, gone)
    return (Let(ours, subject.name, entity), emptied)
