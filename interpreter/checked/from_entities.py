"""Entity kinds: fields with audiences, derived fields, seats."""

from collections.abc import Callable
from collections.abc import Mapping as Mappings

from interpreter.checked.audiences import audience_of
from interpreter.checked.declared import Field, Formula, Kind, Parameter
from interpreter.checked.expressions import expression
from interpreter.checked.figures import figure, rule_of, text_of
from interpreter.checked.from_types import type_of
from interpreter.checked.names import Names
from interpreter.checked.scope import Scope
from interpreter.document.nodes import Mapping, Node, Scalar, Sequence
from interpreter.problems import did_you_mean, problem
from interpreter.ruleset.ruleset import Declaration
from interpreter.values.names import WRITABLE, plain, writable
from interpreter.values.types import Entity, Type, Unknown


def head_kinds(names: Names, declarations: Mappings[str, Declaration]) -> None:
    """Make the kinds known by name, before any type is read."""
    for key, each in declarations.items():
        names.fields[key] = {}
        derived = each.node.get("derived") if isinstance(each.node, Mapping) else None
        for name, _ in derived.entries if isinstance(derived, Mapping) else ():
            names.derived.add((key, plain(name.text)))


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
            names.lazy["derived", full] = _derive_later(names, key, full, name, value)


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
    """Read a kind: audiences, starts, what ends its fields."""
    fields = []
    for name, value in _entries(each.node, "fields"):
        key = plain(name.text)
        kind = names.fields[each.key].get(key, Unknown())
        start_node = value.get("start") if isinstance(value, Mapping) else None
        start = None if start_node is None else figure(names, start_node, kind)
        audience = audience_of(names, each, name, value)
        ends = _ends(names, value)
        fields.append(
            Field(key, kind, audience, start, name.span, ends, rule_of(value))
        )
    derived = {
        name: names.formulas[f"{each.key}.{name}"]
        for owner, name in sorted(names.derived)
        if owner == each.key
        and names.need("derived", f"{each.key}.{name}")
        and f"{each.key}.{name}" in names.formulas
    }
    single = text_of(
        each.node.get("single") if isinstance(each.node, Mapping) else None
    )
    return Kind(each.key, tuple(fields), derived, single == "yes", each.span)


def _ends(names: Names, value: Node) -> tuple[str, ...]:
    found = value.get("ends_on") if isinstance(value, Mapping) else None
    if found is None:
        return ()
    patterns = found.items if isinstance(found, Sequence) else (found,)
    ends = []
    for each in patterns:
        event = plain(text_of(each).split("(")[0])
        if event not in names.events:
            hint = did_you_mean(event, names.events)
            names.problems.append(
                problem("R301", each.span, f"unknown event '{event}'", hint=hint)
            )
        else:
            ends.append(event)
    return tuple(ends)
