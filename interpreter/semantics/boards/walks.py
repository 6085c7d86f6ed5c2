"""Walks: how a piece may go from hex to hex, one step after the other."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from interpreter.diagnostics import Diagnostic, did_you_mean, problem
from interpreter.expressions.typed import (
    Apply,
    Collect,
    Constant,
    Every,
    FieldRead,
    IfElse,
    Invalid,
    Local,
    Typed,
    Use,
    applied,
)
from interpreter.ruleset.ruleset import Declaration
from interpreter.semantics.declared_walks import (
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
from interpreter.values.types import (
    Boolean,
    Cell,
    Entity,
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
    "may_enter",
    "never",
    "first_step",
    "first_step_free",
    "must_stop",
    "may_stop",
)
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
        each.key,
        takes,
        piece,
        place,
        _read(names, node, "budget", scope, _NUMBER),
        _read(names, node, "may_step", there, ListOf(hex_)),
        _read(names, node, "cost", going, _NUMBER) if priced else _ONE,
        conditions,
        each.span,
        node,
        rule_of(each.node),
        facing,
        may_turn,
        turn_cost,
    )


def _whole(names: Names, node: MappingNode) -> MappingNode | None:
    """Return the text of a walk with what it has from another; None: a problem."""
    like = node.get("like")
    if not isinstance(like, ScalarNode):
        return node
    key = like.name
    if not names.has("walks", key):
        hint = did_you_mean(key, names.listed("walks"))
        message = f"'{like.text}' is no walk"
        names.problems.append(problem("R301", like.span, message, hint=hint))
        return None
    names.used.add(("walks", key))
    if not names.need("walks", key):
        message = f"'{like.text}' is like itself, directly or through others"
        hint = "break the cycle: write one of these walks without 'like'"
        names.problems.append(problem("R506", like.span, message, hint=hint))
        return None
    other = names.walks.get(key)
    if other is None:
        return None
    own = {name.name for name, _ in node.entries}
    inherited = (
        (name, value)
        for name, value in other.written.entries
        if name.name not in own | _OWN
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
    key = at.name if isinstance(at, ScalarNode) else "at"
    at_span = span if at is None else at.span
    found = _stored(names, piece.type.kind, key, at_span)
    if found is None:
        return None
    kind = piece.type.kind
    if not isinstance(present(found), Cell):
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
    key = given.name if isinstance(given, ScalarNode) else "facing"
    span = may_turn.span if given is None else given.span
    found = _stored(names, piece.type.kind, key, span)
    if found is None:
        return None
    return FieldRead(piece, piece.type.kind, key, found, span)


# Walks whose piece is found where it stands itself (R525).  While a walk is searched
# the piece stands at each hex in turn. So `unit_in(p.at) is none` in `may_stop` is
# never true: what is found is the piece, no step is ever legal, and play offers
# nothing without a word.  Each condition is worked out in three truths (yes, no, not
# known), formulas and derived fields among it, where all that is known is that the
# piece is one of `every` of its kind. A problem is made only where that alone decides
# the condition against every step, so none is a false alarm. `_DEEPEST` calls of
# formulas inside each other are followed.

_DEEPEST = 16
_STOPPING = ("must_stop", "may_stop")
_AGAINST: Mapping[str, bool] = {
    "may_enter": False,
    "never": True,
    "must_stop": True,
    "may_stop": False,
}
"""The truth of each condition that leaves no way to go on."""
_SAID: Mapping[str, str] = {
    "may_enter": "is never so, and no step is offered",
    "never": "is always so, and no step is offered",
    "must_stop": "is always so, and each way ends after one step",
    "may_stop": "is never so, and no step is offered",
}
_SAME_LIST = frozenset({"sorted", "distinct", "list"})
_MIRRORED: Mapping[str, str] = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}

Ternary = bool | None


def pieces_that_find_themselves(names: Names) -> Iterator[Diagnostic]:
    """Yield R525 for each condition of a walk that its own piece decides."""
    seen = set()
    for walk in names.walks.values():
        for key, condition in walk.conditions:
            node = walk.written.get(key)
            if key not in _AGAINST or not isinstance(node, ScalarNode):
                continue
            if node.span in seen:  # of the walk that it is like
                continue
            seen.add(node.span)
            stopping = key in _STOPPING
            found, without = (
                _Scene(names, walk, stopping, known).truth(condition)
                for known in (True, False)
            )
            if found is _AGAINST[key] and without is None:
                yield _told(walk, key, node)


def _told(walk: Walk, key: str, node: ScalarNode) -> Diagnostic:
    piece = walk.piece.name if isinstance(walk.piece, Local) else "the piece"
    at = f"{piece}.{walk.place.name}"
    stands = f"while it is asked, {piece} stands at {at} and is found there itself"
    return problem(
        "R525",
        node.span,
        f"'{key}' {_SAID[key]}: {stands}",
        hint=f"leave it out of what is looked for: 'x is not {piece}'",
    )


class _Scene(Struct, frozen=True):
    """What is known while a condition of a walk is asked; with `known`, that its piece
    is one of its kind."""

    names: Names
    walk: Walk
    stopping: bool
    known: bool
    depth: int = 0

    def truth(self, node: Typed) -> Ternary:  # noqa: C901 - one case a form
        """Return what a condition is worth, None where that is not known."""
        match node:
            case Constant(value=bool() as value):
                return value
            case Apply(name="not", arguments=(one,)):
                found = self.truth(one)
                return None if found is None else not found
            case Apply(name="and" | "or" as name, arguments=parts):
                truths = [self.truth(each) for each in parts]
                decisive = name == "or"
                if decisive in truths:
                    return decisive
                return None if None in truths else not decisive
            case Apply(name="is_not", arguments=(one, other)):
                found = self._equal(one, other)
                return None if found is None else not found
            case Apply(name="is", arguments=(one, other)):
                return self._equal(one, other)
            case Apply(name="in" | "not_in" as name, arguments=(one, other)):
                inside = self._is_piece(one) and self.holds_piece(other)
                return (name == "in") if inside else None
            case Apply(name="<" | "<=" | ">" | ">=" as name, arguments=(one, other)):
                return self._ordered(name, one, other)
            case Collect(reducer="any" | "all" as name):
                decisive = name == "any"
                body = self.truth(self._of_piece(node, node.body))
                return decisive if self._takes(node) and body is decisive else None
            case IfElse():
                return self._either(node)
            case Use() if (inner := self._inside(node)) is not None:
                return inner[0].truth(inner[1])
        return None

    def holds_piece(self, node: Typed) -> bool:
        """Tell whether the piece is sure to be in a list."""
        match node:
            case Every():
                return self.known and node.kind == self.walk.place.kind
            case Collect() if node.reducer in _SAME_LIST:
                picks = isinstance(node.body, Local) and node.body.name == node.variable
                return picks and self._takes(node)
            case Apply(name="sorted" | "distinct", arguments=(one,)):
                return self.holds_piece(one)
            case Apply(name="list", arguments=items):
                return self.known and any(map(self._is_piece, items))
            case Use() if (inner := self._inside(node)) is not None:
                return inner[0].holds_piece(inner[1])
        return False

    def _takes(self, node: Collect) -> bool:
        """Tell whether the piece is sure to be among what is gathered from."""
        if not self.holds_piece(node.source):
            return False
        where = node.where
        return where is None or self.truth(self._of_piece(node, where)) is True

    def _of_piece(self, node: Collect, part: Typed) -> Typed:
        return applied(part, {node.variable: self.walk.piece})

    def _is_there(self, node: Typed) -> bool:
        """Tell whether a value is sure not to be none."""
        if self._bare(node) == self._bare(
            self.walk.place
        ):  # the piece stands somewhere
            return True
        match node:
            case Collect(reducer="first" | "last"):
                return self._takes(node)
            case Apply(name="first" | "last", arguments=(one,)):
                return self.holds_piece(one)
            case Use() if (inner := self._inside(node)) is not None:
                return inner[0]._is_there(inner[1])
        return False

    def _either(self, node: IfElse) -> Ternary:
        condition = self.truth(node.condition)
        if condition is not None:
            return self.truth(node.then if condition else node.other)
        then, other = self.truth(node.then), self.truth(node.other)
        return then if then is other else None

    def _equal(self, one: Typed, other: Typed) -> Ternary:
        none = next((e for e in (one, other) if _is_none(e)), None)
        if none is not None:
            return False if self._is_there(other if none is one else one) else None
        if self._bare(one) == self._bare(other):
            return True
        bounds = self._bounds(one), self._bounds(other)
        return _compared("is", *bounds)

    def _ordered(self, sign: str, one: Typed, other: Typed) -> Ternary:
        return _compared(sign, self._bounds(one), self._bounds(other))

    def _bounds(self, node: Typed) -> tuple[Fraction | None, Fraction | None]:
        """Return between what a number lies, as far as that is known."""
        match node:
            case Constant(value=int() | Fraction() as value, type=Number()):
                return Fraction(value), Fraction(value)
            case Apply(name="count", arguments=(one,)):
                return Fraction(int(self.holds_piece(one))), None
            case Collect(reducer="count"):
                return Fraction(int(self._takes(node))), None
            case Apply(name="distance" | ".distance", arguments=(*_, one, other)):
                same = self._bare(one) == self._bare(other)
                return (Fraction(0), Fraction(0)) if same else (Fraction(0), None)
            case Use() if (inner := self._inside(node)) is not None:
                return inner[0]._bounds(inner[1])
        return None, None

    def _is_piece(self, node: Typed) -> bool:
        return self._bare(node) == self.walk.piece

    def _bare(self, node: Typed) -> Typed:
        """Return an expression without what only checks it; the hex where the piece
        stands is its field."""
        if isinstance(node, Apply) and node.name == "present":
            return self._bare(node.arguments[0])
        if isinstance(node, FieldRead):
            return replace(node, of=self._bare(node.of))
        here = TO if self.stopping else FROM
        if isinstance(node, Local) and node.name == here:
            return self._bare(self.walk.place)
        return node

    def _inside(self, node: Use) -> "tuple[_Scene, Typed] | None":
        """Return the body of a formula with what it is given; None for what is none,
        or too deep."""
        formula = self.names.formulas.get(node.name)
        if node.section not in ("formulas", "derived") or formula is None:
            return None
        if self.depth >= _DEEPEST or len(formula.takes) != len(node.arguments):
            return None
        takes = (each.name for each in formula.takes)
        words = dict(zip(takes, node.arguments, strict=True))
        return replace(self, depth=self.depth + 1), applied(formula.body, words)


def _is_none(node: Typed) -> bool:
    return isinstance(node, Constant) and node.value is None


def _compared(
    sign: str,
    one: tuple[Fraction | None, Fraction | None],
    other: tuple[Fraction | None, Fraction | None],
) -> Ternary:
    """Compare two numbers of which only bounds may be known."""
    (low, high), (least, most) = one, other
    below = high is not None and least is not None and high < least
    above = low is not None and most is not None and low > most
    if sign == "is":
        return False if below or above else None
    if sign in (">", ">="):
        return _compared(_MIRRORED[sign], other, one)
    reached = high is not None and least is not None and high <= least
    passed = low is not None and most is not None and low >= most
    if sign == "<":
        return True if below else False if passed else None
    return True if reached else False if above else None
