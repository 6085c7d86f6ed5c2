"""Entity kinds: fields with audiences, derived fields, seats."""

from collections.abc import Callable
from collections.abc import Mapping as Mappings
from dataclasses import replace

from interpreter.checked.audience import Audience
from interpreter.checked.audiences import audience_of, owner_of, read_audience
from interpreter.checked.declared import Field, Formula, Kind, Parameter
from interpreter.checked.drawing import drawn
from interpreter.checked.endings import ending, ordered, with_end
from interpreter.checked.expressions import expression
from interpreter.checked.figures import figure, rule_of, text_of
from interpreter.checked.filling import fillings_of
from interpreter.checked.from_masks import masks_of
from interpreter.checked.from_types import type_of
from interpreter.checked.last_seen import last_seen_of
from interpreter.checked.names import Names
from interpreter.checked.scope import Scope
from interpreter.checked.showing import owned, shown
from interpreter.document.nodes import Mapping, Node, Scalar
from interpreter.language.typed import Apply, Constant, Typed
from interpreter.problems import did_you_mean, nearest, problem
from interpreter.ruleset.ruleset import Declaration
from interpreter.values.names import WRITABLE, plain, writable
from interpreter.values.types import Entity, MapOf, Moment, Truth, Type, Unknown


def head_kinds(names: Names, declarations: Mappings[str, Declaration]) -> None:
    """Make the kinds known by name, before any type is read."""
    for key, each in declarations.items():
        names.fields[key] = {}
        derived = each.node.get("derived") if isinstance(each.node, Mapping) else None
        for name, _ in derived.entries if isinstance(derived, Mapping) else ():
            names.derived.add((key, plain(name.text)))


def seat_kind(names: Names, node: Node | None) -> str:
    """Return the kind that are the seats, or ""; a misspelt one is told, then meant."""
    if not isinstance(node, Scalar):
        return ""
    found = plain(node.text)
    if found in names.fields:
        return found
    hint = did_you_mean(node.text, names.fields)
    message = f"'{node.text}' is no kind of entity"
    names.problems.append(problem("R307", node.span, message, hint=hint))
    return nearest(found, names.fields) or ""


def type_fields(names: Names, declarations: Mappings[str, Declaration]) -> None:
    """Read the types of all fields, and let derived ones wait until they are needed."""
    for key, each in declarations.items():
        for name, value in _entries(each.node, "fields"):
            kind_node = value.get("type") if isinstance(value, Mapping) else value
            kind: Type = Unknown()
            if kind_node is None:
                names.problems.append(
                    problem("R102", name.span, "the field has no type", expected="type")
                )
            else:
                kind = type_of(names, kind_node)
            if not writable(name.text):
                message = f"expressions cannot write the name '{name.text}'"
                names.problems.append(
                    problem("R203", name.span, message, expected=WRITABLE)
                )
            names.fields[key][plain(name.text)] = kind
        for name, value in _entries(each.node, "derived"):
            full = f"{key}.{plain(name.text)}"
            names.later("derived", full, _derive_later(names, key, full, name, value))


def _derive_later(
    names: Names, kind: str, full: str, name: Scalar, value: Node
) -> Callable[[], None]:
    def read() -> None:
        body_node = value.get("is") if isinstance(value, Mapping) else value
        if not isinstance(body_node, Scalar):
            names.problems.append(
                problem("R103", name.span, "an expression is needed here")
            )
            return
        declared = value.get("type") if isinstance(value, Mapping) else None
        wanted = type_of(names, declared) if declared is not None else None
        body = expression(names, body_node, own_scope(names, kind), wanted)
        takes = (Parameter("it", Entity(kind)),)
        names.formulas[full] = Formula(
            full, takes, wanted or body.type, body, name.span, rule_of(value)
        )

    return read


def own_scope(names: Names, kind: str) -> Scope:
    """The scope in which `it` is an entity of the kind; its fields are read as
    `it.field`."""
    return Scope().bind("it", Entity(kind))


def _entries(node: Node, key: str) -> tuple[tuple[Scalar, Node], ...]:
    found = node.get(key) if isinstance(node, Mapping) else None
    return found.entries if isinstance(found, Mapping) else ()


def declare_kind(names: Names, each: Declaration) -> Kind:
    """Read what a kind stores: fields with their audiences and starts."""
    fields = []
    scope = own_scope(names, each.key)
    owner = owner_of(names, each.key, each.node, scope)
    for name, value in _entries(each.node, "fields"):
        key = plain(name.text)
        kind = names.fields[each.key].get(key, Unknown())
        start_node = value.get("start") if isinstance(value, Mapping) else None
        start: Typed | None = None
        if start_node is not None:
            start = figure(names, start_node, kind)
        elif isinstance(kind, Moment):
            start = Constant(0, kind)  # the beginning of the game
        elif isinstance(kind, MapOf):
            start = Constant((), kind)
        audience = audience_of(names, scope, owner, name, value)
        fields.append(Field(key, kind, audience, start, name.span, rule=rule_of(value)))
    single = text_of(
        each.node.get("single") if isinstance(each.node, Mapping) else None
    )
    seen_by = _seen_by(names, each.node, scope, owner)
    return Kind(
        each.key, tuple(fields), {}, single == "yes", each.span, seen_by=seen_by,
        masks=masks_of(names, each, fields),
    )  # fmt: skip


def complete_kind(names: Names, each: Declaration) -> Kind:
    """Return a kind with its derived fields and what ends the others; these may read
    any kind."""
    derived = {
        name: names.formulas[f"{each.key}.{name}"]
        for owner, name in sorted(names.derived)
        if owner == each.key
        and names.need("derived", f"{each.key}.{name}")
        and f"{each.key}.{name}" in names.formulas
    }
    kind, scope = names.kinds[each.key], own_scope(names, each.key)
    _narrow(names, each, derived, scope)
    nodes = [value for _, value in _entries(each.node, "fields")]
    pairs = list(zip(kind.fields, nodes, strict=True))
    fields = tuple(
        replace(with_end(names, field, node, scope), shown=_shown(names, each, node))
        for field, node in pairs
    )
    endings = [
        found
        for field, node in zip(fields, nodes, strict=True)
        if (found := ending(names, field, node, scope)) is not None
    ]
    kind = replace(kind, fields=fields, derived=derived, endings=tuple(endings))
    if kind.masks:
        kind = replace(kind, owned=owned(names, each))
    kind = replace(kind, last_seen=last_seen_of(names, each, kind))
    if isinstance(each.node, Mapping) and "figures" in each.node:
        names.fillings[each.key] = fillings_of(names, each.node, kind)
    return ordered(names, replace(kind, drawn=drawn(names, kind, each.node, scope)))


def _shown(names: Names, each: Declaration, node: Node) -> Typed:
    """Return who sees a field: nobody sees one of a thing that he may not know of."""
    found = shown(names, each, node)
    if not isinstance(each.node, Mapping) or each.node.get("seen_by") is None:
        return found
    return Apply("and", (shown(names, each, each.node), found), Truth())


def _narrow(
    names: Names, each: Declaration, derived: dict[str, Formula], scope: Scope
) -> None:
    owner = owner_of(names, each.key, each.node, scope)
    for name, value in _entries(each.node, "derived"):
        found, key = _seen_by(names, value, scope, owner), plain(name.text)
        if found is not None and key in derived:
            derived[key] = replace(derived[key], seen_by=found)


def _seen_by(
    names: Names, node: Node, scope: Scope, owner: Typed | None
) -> Audience | None:
    said = node.get("seen_by") if isinstance(node, Mapping) else None
    return None if said is None else read_audience(names, said, scope, owner)
