"""Conditions under which a seat sees a field; views evaluate them."""

from interpreter.expressions import tree
from interpreter.expressions.parsing import Unreadable, parse
from interpreter.expressions.typed import Apply, Constant, IfElse, Local, Typed
from interpreter.ruleset.ruleset import Declaration
from interpreter.semantics.declarations import SEAT
from interpreter.semantics.expressions.binding import ExpressionBinder, expression
from interpreter.semantics.expressions.scope import Scope, TextLocation
from interpreter.semantics.names import Names
from interpreter.values.types import Boolean, Entity, ListOf, Seat, present
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

_NO = Constant(False, Boolean())
_YES = Constant(True, Boolean())


def shown(names: Names, kind: Declaration, node: Node) -> Typed:
    """Return the condition of a field's `seen_by`; False if it cannot be read.

    Problems are not reported here but in `audiences`.
    """
    value = node.get("seen_by") if isinstance(node, MappingNode) else None
    with names.problems.apart() as problems:
        found = _NO if value is None else _VisibilityCondition(names, kind).of(value)
    return _NO if problems else found


def shown_in(names: Names, node: Node, scope: Scope) -> Typed:
    """Return the condition of an audience outside entities, on the locals of a
    scope."""
    with names.problems.apart() as problems:
        found = _VisibilityCondition(names, None, scope).of(node)
    return _NO if problems else found


def owned(names: Names, kind: Declaration) -> Typed:
    """Return the condition for owning an entity of a kind."""
    with names.problems.apart() as problems:
        found = _VisibilityCondition(names, kind).owner()
    return _NO if problems else found


class _VisibilityCondition:
    def __init__(
        self, names: Names, kind: Declaration | None, scope: Scope | None = None
    ) -> None:
        self.names = names
        self.kind = kind
        it = Scope() if kind is None else Scope().bind("it", Entity(kind.key))
        self.scope = it if scope is None else scope
        self.seat = Local(SEAT, Seat(names.seat_kind))

    def of(self, node: Node) -> Typed:
        """Return the condition of an audience: a list admits whom one part admits."""
        if isinstance(node, SequenceNode):
            return _any([self.of(each) for each in node.items])
        if not isinstance(node, ScalarNode):
            return _NO
        try:
            parsed = parse(node.text)
        except Unreadable:
            return _NO
        return self.read(
            ExpressionBinder(self.names, TextLocation(node, self.names.problems)),
            parsed,
        )

    def read(self, reading: ExpressionBinder, node: tree.Tree) -> Typed:
        """Return the condition of an audience within an expression."""
        match node:
            case tree.Word(name="everyone"):
                return _YES
            case tree.Word(name="nobody" | "judge"):
                return _NO
            case tree.Word(name="owner"):
                return self.owner()
            case tree.Branch():
                asked = reading.read(node.condition, self.scope, Boolean())
                then, other = (self.read(reading, e) for e in (node.then, node.other))
                return IfElse(asked, then, other, Boolean())
            case tree.Series():
                return _any([self.read(reading, each) for each in node.items])
        return self.admits(reading.read(node, self.scope))

    def owner(self) -> Typed:
        """Return whether the seat is the owner of the entity."""
        if self.kind is None:
            return _NO
        node = self.kind.node
        found = node.get("owner") if isinstance(node, MappingNode) else None
        if found is None and "owner" in self.names.fields.get(self.kind.key, {}):
            found = ScalarNode("owner", node.span, "", ())
        if not isinstance(found, ScalarNode):
            return _NO
        return self.admits(expression(self.names, found, self.scope))

    def admits(self, who: Typed) -> Typed:
        """Return whether the seat is the one, or one of those, that a value names."""
        kind = present(who.type)
        if isinstance(kind, ListOf):
            return Apply("in", (self.seat, who), Boolean())
        if isinstance(kind, (Seat, Entity)) and kind.kind == self.names.seat_kind:
            return Apply("is", (who, self.seat), Boolean())
        return _NO


def _any(parts: list[Typed]) -> Typed:
    found: Typed = _NO
    for each in parts:
        found = each if found == _NO else Apply("or", (found, each), Boolean())
    return found
