"""Finds which procedures may be called later, before any step is read.

The kind of waiting calls must be known when steps are lowered, and must not depend on
options; so the uncut source is searched.
"""

from collections.abc import Iterator, Mapping

from interpreter.diagnostics import problem
from interpreter.expressions.typed import Apply, Constant, Local, Typed, applied
from interpreter.ruleset.ruleset import Declaration
from interpreter.semantics.audience import EVERYONE, JUDGE_ALONE, Audience, rewritten
from interpreter.semantics.declarations import WAITING, Field, Kind
from interpreter.semantics.expressions.conditions import plain as without_places
from interpreter.semantics.names import Names, ProcedureSignature
from interpreter.semantics.sections.audiences import NOWHERE, read_audience, shown_in
from interpreter.semantics.sections.parameters import scope_of
from interpreter.semantics.sections.waiting_calls import (
    CALL,
    DUE,
    ON,
    flag,
    is_call,
    read,
    slot,
    waits_on,
    wanted,
    wanted_type,
)
from interpreter.values.types import Boolean, Entity, Text, maybe
from interpreter.yaml.nodes import MappingNode as Map
from interpreter.yaml.nodes import Node, ScalarNode, SequenceNode

_TRUTH = Boolean()
_IT = Local("it", Entity(WAITING))

DeclaredSections = Mapping[str, Mapping[str, Declaration]]


def find_waiting(
    names: Names, uncut: DeclaredSections, left: DeclaredSections, default: Node | None
) -> None:
    """Find the procedures that are called later and the events they wait for, under any
    option.

    Signatures of procedures must be known. `left` are the sections under the current
    options; wrong calls in them are reported when their step is read.
    """
    steps = [step for each in _with_steps(uncut) for step in _later(each.node)]
    if not steps:
        return
    _check_names(names, uncut)
    called = {_called(step.get("later")) for step in steps}
    names.misread_later = any(
        _called(step.get("later")) not in names.procedures
        for each in _with_steps(left)
        for step in _later(each.node)
    )
    procedures = uncut["procedures"]
    for name in sorted(called & names.procedures.keys()):
        node = procedures[name].node
        own = node.get("seen_by") if isinstance(node, Map) else None
        names.put_off[name] = _audience(names, names.procedures[name], own, default)
    names.awaited |= {_called(step.get("on")) for step in steps} & names.events.keys()


def _check_names(names: Names, uncut: DeclaredSections) -> None:
    taken = uncut["entities"].get(WAITING)
    if taken is not None:
        message = f"'{taken.name}' is what the engine calls a call that waits"
        hint = "choose another name"
        names.problems.append(problem("R305", taken.span, message, hint=hint))


def _with_steps(uncut: DeclaredSections) -> Iterator[Declaration]:
    for section in ("procedures", "triggers"):
        yield from uncut.get(section, {}).values()


def calls_later(node: Node) -> bool:
    """Return whether a step of a procedure or trigger calls something later."""
    return any(True for _ in _later(node))


def _later(node: Node) -> Iterator[Map]:
    if isinstance(node, Map):
        if "later" in node:
            yield node
        for _, value in node.entries:
            yield from _later(value)
    elif isinstance(node, SequenceNode):
        for each in node.items:
            yield from _later(each)


def _called(node: Node | None) -> str:
    """Return the name in a call or a pattern."""
    return node.called if isinstance(node, ScalarNode) else ""


def _audience(
    names: Names, heading: ProcedureSignature, own: Node | None, default: Node | None
) -> tuple[Audience, Typed]:
    """Return the audience of the steps of a procedure, also as a condition; its
    problems are reported where the procedure is read."""
    node, scope = (default, NOWHERE) if own is None else (own, scope_of(heading.takes))
    with names.problems.apart():
        audience = JUDGE_ALONE if node is None else read_audience(names, node, scope)
    shown = Constant(False, _TRUTH) if node is None else shown_in(names, node, scope)
    return audience, shown


def concerned(names: Names, procedure: str, given: tuple[Typed, ...]) -> Audience:
    """Return who may know that a call with these arguments waits."""
    takes = names.procedures[procedure].takes
    words = {each.name: value for each, value in zip(takes, given, strict=True)}
    return _said(names.put_off[procedure][0], words)


def _said(audience: Audience, words: Mapping[str, Typed]) -> Audience:
    return rewritten(audience, lambda term: without_places(applied(term, words)))


def waiting_kind(names: Names) -> Kind | None:
    """Return the kind whose rows are waiting calls; None if there are none.

    Its fields: for each procedure whether the row is a call of it, and its arguments;
    for each event the required arguments, none or an empty list for any.
    """
    if not names.put_off:
        return None
    span = next(iter(names.events.values())).span
    no = Constant(False, _TRUTH)
    fields = [
        Field(DUE, _TRUTH, EVERYONE, no, span),
        Field(CALL, Text(), EVERYONE, None, span, shown=_any_of(names)),
        Field(ON, Text(), EVERYONE, None, span, shown=_any_of(names)),
    ]
    for name, (audience, shown) in names.put_off.items():
        takes = names.procedures[name].takes
        words: dict[str, Typed] = {p.name: read(_IT, name, p) for p in takes}
        audience = _said(audience, words)
        fields.append(Field(flag(name), _TRUTH, audience, no, span))
        for each in takes:
            own = Apply("and", (is_call(_IT, name), applied(shown, words)), _TRUTH)
            kind = maybe(each.type)
            field = slot(name, each)
            fields.append(Field(field, kind, audience, None, span, shown=own))
    for event in sorted(names.awaited):
        for each in names.events[event].takes:
            kind = wanted_type(each)
            seen = Apply("and", (waits_on(_IT, event), _any_of(names)), _TRUTH)
            field = wanted(event, each)
            fields.append(Field(field, kind, EVERYONE, None, span, shown=seen))
    return Kind(WAITING, tuple(fields), {}, False, span, seen_by=EVERYONE)


def _any_of(names: Names) -> Typed:
    """Return whether a seat may know of a call of any procedure."""
    found: Typed = Constant(False, _TRUTH)
    for name, (_, shown) in names.put_off.items():
        takes = names.procedures[name].takes
        words: dict[str, Typed] = {p.name: read(_IT, name, p) for p in takes}
        own = Apply("and", (is_call(_IT, name), applied(shown, words)), _TRUTH)
        found = Apply("or", (found, own), _TRUTH)
    return found
