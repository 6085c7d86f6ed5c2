"""Walks: how a piece may go from hex to hex, one step after the other."""

from interpreter.diagnostics import did_you_mean, problem
from interpreter.expressions.typed import Constant, FieldRead, Invalid, Typed
from interpreter.ruleset.ruleset import Declaration
from interpreter.semantics.declarations import (
    FROM,
    NEW_FACING,
    NO,
    NOTHING_SPENT,
    SPENT,
    STEPS,
    TO,
    Walk,
)
from interpreter.semantics.expressions.binding import expression
from interpreter.semantics.expressions.scope import Scope, spoken
from interpreter.semantics.expressions.yaml_values import rule_of
from interpreter.semantics.names import Names
from interpreter.semantics.sections.parameters import parameters, scope_of
from interpreter.source import Span
from interpreter.values.names import plain
from interpreter.values.types import (
    Boolean,
    Entity,
    Hex,
    ListOf,
    Number,
    Type,
    Unknown,
    present,
    whole,
)
from interpreter.yaml.nodes import MappingNode, ScalarNode

_OWN = frozenset({"like", "title", "rule", "status", "only", "say"})
"""What a walk never has from another that it is like."""


_CONDITIONS = (
    "may_enter", "never", "first_step", "first_step_free", "must_stop", "may_stop",
)  # fmt: skip
_NUMBER = Number(0)
_ONE = Constant(1, whole(1, 1))


def declare_walk(names: Names, each: Declaration) -> Walk | None:
    """Read a walk; what it does not say itself it has from the one that it is like."""
    if not isinstance(each.node, MappingNode):
        return None
    node = _whole(names, each.node)
    if node is None or not _says(names, each, node):
        return None
    takes = parameters(names, node)
    facing = _facing(names, node, _read(names, node, "piece", scope_of(takes)))
    words = (FROM, TO, STEPS, SPENT, *([NEW_FACING] if facing is not None else []))
    for key in words:
        if any(one.name == key for one in takes):
            message = f"'{key}' is a word of every walk"
            names.problems.append(problem("R306", each.span, message))
            return None
    scope = scope_of(takes)
    piece = _read(names, node, "piece", scope)
    place = _place(names, node, piece)
    if place is None:
        return None
    hex_ = present(place.type)
    scope = scope.knowing(place)  # who goes stands somewhere; else it is a fault
    there = scope.bind(FROM, hex_).bind(STEPS, whole(0)).bind(SPENT, _NUMBER)
    going = there.bind(TO, hex_)
    conditions = tuple(
        (key, _read(names, node, key, going, Boolean()))
        for key in _CONDITIONS
        if node.get(key) is not None
    )
    priced = node.get("cost") is not None
    may_turn: Typed = NO
    turn_cost: Typed = NOTHING_SPENT
    if facing is not None:
        may_turn = _read(names, node, "may_turn", there, ListOf(facing.type))
        turning = there.bind(NEW_FACING, facing.type)
        if node.get("turn_cost") is not None:
            turn_cost = _read(names, node, "turn_cost", turning, _NUMBER)
    return Walk(
        each.key, takes, piece, place,
        _read(names, node, "budget", scope, _NUMBER),
        _read(names, node, "may_step", there, ListOf(hex_)),
        _read(names, node, "cost", going, _NUMBER) if priced else _ONE,
        conditions, each.span, node, rule_of(each.node), facing, may_turn, turn_cost,
    )  # fmt: skip


def _whole(names: Names, node: MappingNode) -> MappingNode | None:
    """Return the text of a walk with what it has from another; None: a problem."""
    like = node.get("like")
    if not isinstance(like, ScalarNode):
        return node
    key = plain(like.text)
    if not names.has("walks", key):
        hint = did_you_mean(key, names.listed("walks"))
        message = f"'{like.text}' is no walk"
        names.problems.append(problem("R301", like.span, message, hint=hint))
        return None
    names.used.add(("walks", key))
    if not names.need("walks", key):
        message = f"'{like.text}' is like itself in a circle"
        names.problems.append(problem("R506", like.span, message))
        return None
    other = names.walks.get(key)
    if other is None:
        return None
    own = {plain(name.text) for name, _ in node.entries}
    inherited = (
        (name, value)
        for name, value in other.written.entries
        if plain(name.text) not in own | _OWN
    )
    return MappingNode((*node.entries, *inherited), node.span)


def _says(names: Names, each: Declaration, node: MappingNode) -> bool:
    """Tell whether a walk says what every walk must."""
    missing = [key for key in ("piece", "budget", "may_step") if key not in node]
    for key in missing:
        message = f"the walk does not say its '{key}'"
        names.problems.append(problem("R102", each.span, message, expected=key))
    return not missing


def _read(
    names: Names, node: MappingNode, key: str, scope: Scope, wanted: Type | None = None
) -> Typed:
    value = node.get(key)
    if not isinstance(value, ScalarNode):
        return Invalid()
    return expression(names, value, scope, wanted)


def _place(names: Names, node: MappingNode, piece: Typed) -> FieldRead | None:
    """Return the field that says where a piece stands; None: a problem."""
    written = node.get("piece")
    span = node.span if written is None else written.span
    if not isinstance(piece.type, Entity):
        if not isinstance(piece.type, Unknown):
            message = f"this is {spoken(piece.type)}"
            names.problems.append(problem("R401", span, message, expected="an entity"))
        return None
    at = node.get("at")
    key = plain(at.text) if isinstance(at, ScalarNode) else "at"
    at_span = span if at is None else at.span
    found = _stored(names, piece.type.kind, key, at_span)
    if found is None:
        return None
    kind = piece.type.kind
    if not isinstance(present(found), Hex):
        message = f"'{key}' is {spoken(found)}"
        expected = "a field that holds a hex"
        names.problems.append(problem("R401", at_span, message, expected=expected))
        return None
    return FieldRead(piece, kind, key, found, at_span)


def _stored(names: Names, kind: str, key: str, span: Span) -> Type | None:
    """Return the type of a stored field of a kind; None: a problem."""
    found = names.fields[kind].get(key)
    if found is None or (kind, key) in names.derived:
        message = f"{kind} has no stored field '{key}'"
        hint = did_you_mean(key, names.fields[kind])
        names.problems.append(problem("R308", span, message, hint=hint))
        return None
    return found


def _facing(names: Names, node: MappingNode, piece: Typed) -> FieldRead | None:
    """Return the field that says where the piece of a walk faces; None where it does
    not turn, or a problem."""
    given = node.get("facing")
    may_turn = node.get("may_turn")
    if may_turn is None:
        for key in ("facing", "turn_cost"):
            value = node.get(key)
            if value is not None:
                message = f"'{key}' of a walk that does not turn"
                hint = "say in 'may_turn' where the piece may turn"
                names.problems.append(
                    problem("R514", value.span, message, expected="may_turn", hint=hint)
                )
        return None
    if not isinstance(piece.type, Entity):
        return None
    key = plain(given.text) if isinstance(given, ScalarNode) else "facing"
    span = may_turn.span if given is None else given.span
    found = _stored(names, piece.type.kind, key, span)
    if found is None:
        return None
    return FieldRead(piece, piece.type.kind, key, found, span)
