"""Who may know a field: audiences as written, and rules of what is visible."""

from interpreter.diagnostics import did_you_mean, problem
from interpreter.expressions import tree
from interpreter.expressions.parsing import Unreadable, parse
from interpreter.expressions.typed import Apply, Constant, IfElse, Local, Typed
from interpreter.ruleset.ruleset import Declaration
from interpreter.semantics.audience import (
    EVERYONE,
    JUDGE_ALONE,
    NOBODY,
    UNREADABLE,
    Audience,
    either,
    join,
    seat,
)
from interpreter.semantics.declarations import SEAT
from interpreter.semantics.expressions.binding import ExpressionBinder, expression
from interpreter.semantics.expressions.conditions import plain
from interpreter.semantics.expressions.foreign_hints import say_unreadable
from interpreter.semantics.expressions.scope import Scope, TextLocation, locals_that_fit
from interpreter.semantics.names import Names
from interpreter.source import Name
from interpreter.values.conversions import fit
from interpreter.values.types import Boolean, Entity, ListOf, Seat, Unknown, present
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

WORDS = ("everyone", "nobody", "owner", "judge")
NOWHERE = Scope()


def audience_of(
    names: Names, scope: Scope, owner: Typed | None, name: ScalarNode, value: Node
) -> Audience:
    """Read the `seen_by` of a field; if it is missing, report it and return the judge
    alone."""
    node = value.get("seen_by") if isinstance(value, MappingNode) else None
    if node is not None:
        return read_audience(names, node, scope, owner)
    message = f"the field '{name.text}' does not say who may know it"
    hint = "seen_by: everyone, owner, judge, nobody or an expression"
    names.problems.append(
        problem("R602", name.span, message, expected="seen_by", hint=hint)
    )
    return JUDGE_ALONE


def owner_of(names: Names, kind: str, node: Node, scope: Scope) -> Typed | None:
    """Read the owner of an entity: its `owner`, or its field of that name."""
    owner = node.get("owner") if isinstance(node, MappingNode) else None
    if isinstance(owner, ScalarNode):
        return plain(expression(names, owner, scope, Seat(names.seat_kind)))
    if "owner" not in names.fields.get(kind, {}):
        return None
    found = ScalarNode("owner", node.span, "", ())
    return plain(expression(names, found, scope, Seat(names.seat_kind)))


def read_audience(
    names: Names, node: Node, scope: Scope = NOWHERE, owner: Typed | None = None
) -> Audience:
    """Read an audience: a word, a seat, a list, or a conditional."""
    if isinstance(node, SequenceNode):
        return join(*(read_audience(names, each, scope, owner) for each in node.items))
    if not isinstance(node, ScalarNode):
        return UNREADABLE
    place = TextLocation(node, names.problems)
    try:
        parsed = parse(node.text)
    except Unreadable as fault:
        say_unreadable(names, place, fault, scope)
        return UNREADABLE
    return _read(ExpressionBinder(names, place), parsed, scope, owner)


def _read(
    reading: ExpressionBinder, node: tree.Tree, scope: Scope, owner: Typed | None
) -> Audience:
    if isinstance(node, tree.Branch):
        condition = reading.read(node.condition, scope, Boolean())
        then, other = (
            _read(reading, each, scope, owner) for each in (node.then, node.other)
        )
        readable = not isinstance(condition.type, Unknown)
        return either(condition, then, other) if readable else UNREADABLE
    if isinstance(node, tree.Series):
        return join(*(_read(reading, each, scope, owner) for each in node.items))
    if isinstance(node, tree.Word) and node.name in WORDS:
        return _word(reading, node, scope, owner)
    if isinstance(node, tree.Word) and not _known(reading.names, node.name, scope):
        expected = ", ".join(WORDS)
        wanted = Seat(reading.names.seat_kind)
        known = [each for each in WORDS if each != "owner" or owner is not None]
        known += locals_that_fit(reading.names, scope, wanted)
        hint = did_you_mean(node.name, known)
        message = f"'{node.name}' is no audience"
        reading.place.say("R604", node.at, message, expected, hint)
        return UNREADABLE
    who = reading.read(node, scope, Seat(reading.names.seat_kind))
    return UNREADABLE if isinstance(who.type, Unknown) else seat(plain(who))


def _word(
    reading: ExpressionBinder, node: tree.Word, scope: Scope, owner: Typed | None
) -> Audience:
    if node.name != "owner":
        known = {"everyone": EVERYONE, "nobody": NOBODY, "judge": JUDGE_ALONE}
        return known[node.name]
    if owner is not None:
        return seat(owner)
    it = scope.find("it")
    kind = it.type.kind if it is not None and isinstance(it.type, Entity) else ""
    if kind:
        message = f"'{kind.replace('_', ' ')}' does not say whose it is"
        reading.place.say("R602", node.at, message, "owner: field")
        return UNREADABLE
    message = "'owner' is whose an entity is, and this is in no entity"
    seats = _seats(reading.names, scope)
    expected = ", ".join(["everyone", "nobody", "judge", *seats])
    hint = f"name the seat: seen_by: {(*seats, 'spy.side')[0]}"
    reading.place.say("R602", node.at, message, expected, hint)
    return UNREADABLE


def _seats(names: Names, scope: Scope) -> list[str]:
    """Return how to write the seats in scope, as a hint: locals and their fields."""
    wanted = Seat(names.seat_kind)
    found = locals_that_fit(names, scope, wanted)
    for name, local in scope.locals:
        kind = local.type.kind if isinstance(local.type, Entity) else ""
        fields = names.fields.get(kind, {}).items()
        found += [f"{name}.{key}" for key, each in fields if fit(each, wanted) == "yes"]
    return found


def _known(names: Names, word: Name, scope: Scope) -> bool:
    it = scope.find("it")
    kind = it.type.kind if it is not None and isinstance(it.type, Entity) else ""
    return (
        scope.find(word) is not None
        or word in names.fields.get(kind, {})
        or (kind, word) in names.derived
        or names.entity(word) is not None
    )


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
