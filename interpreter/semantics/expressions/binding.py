"""The pass from tree to typed expression: names bound, types known."""

import re
from collections.abc import Iterator
from fractions import Fraction

from interpreter.diagnostics import problem, there_are
from interpreter.expressions import tree
from interpreter.expressions.parsing import Unreadable, parse
from interpreter.expressions.tree import At, Tree
from interpreter.expressions.typed import (
    Apply,
    Collect,
    Constant,
    IfElse,
    Invalid,
    Local,
    RecordRead,
    Typed,
    number,
)
from interpreter.semantics.boards import hexes
from interpreter.semantics.expressions import arithmetic, calls, gathering, words
from interpreter.semantics.expressions.presence import facts
from interpreter.semantics.expressions.scope import Scope, TextLocation, spoken
from interpreter.semantics.expressions.suggestions import entities_that_fit
from interpreter.semantics.names import Names
from interpreter.source import Span
from interpreter.values.conversions import fit, join
from interpreter.values.names import plain
from interpreter.values.types import (
    Boolean,
    Cell,
    Claim,
    Entity,
    EnumerationPart,
    ListOf,
    MapOf,
    Maybe,
    Nothing,
    Number,
    Record,
    RowOf,
    Seat,
    Type,
    Unknown,
    enumeration_of,
    present,
)
from interpreter.yaml.nodes import ScalarNode

# Names of several words that were joined with hyphens: in an expression, a minus.

CODES = frozenset({"R301", "R302", "R308", "R402"})
"""What is said of a word whose meaning is not known."""

_JOINED = re.compile(r"[A-Za-z_]\w*(?:-[A-Za-z_]\w*)+")


def hyphenated(names: Names, text: str, at: At) -> tuple[At, str] | None:
    """Return where hyphens join the word at a place to a name that there is, and how
    that is written; None where they do not."""
    for found in _JOINED.finditer(text):
        if found.start() <= at[0] and at[1] <= found.end():
            name = plain(found[0].replace("-", "_"))
            known = {plain(each): each for each in _all(names)}
            return (found.span(), known[name]) if name in known else None
    return None


def _all(names: Names) -> Iterator[str]:
    for each in names.enumerations():
        yield from each.values
        yield from (name for name, _ in each.groups)
    for section in ("formulas", "tables", "modifiers", "kinds"):
        yield from names.listed(section)
    for fields in names.fields.values():
        yield from fields
    yield from (name for _, name in names.derived)


class ExpressionBinder:
    """One expression being read: its names, its scope, its place."""

    def __init__(self, names: Names, place: TextLocation) -> None:
        """Keep what every step needs."""
        self.names = names
        self.place = place
        self._types: dict[tuple[Tree, Scope], Type] = {}

    def lost(
        self, code: str, at: tree.At, message: str, expected: str = "", hint: str = ""
    ) -> Typed:
        """Append a problem and go on with a value of unknown type."""
        if code in CODES and self._hyphens(at):
            return Invalid(self.place.span(at))
        self.place.say(code, at, message, expected, hint)
        return Invalid(self.place.span(at))

    def _hyphens(self, at: tree.At) -> bool:
        """Return whether a word is one of several with hyphens between; said once."""
        text = self.place.scalar.text[self.place.offset :]
        found = hyphenated(self.names, text, at)
        if found is None:
            return False
        (start, end), right = found
        span = self.place.span((start, end))
        if all(str(each.span) != str(span) for each in self.place.problems):
            message = f"in an expression the '-' of '{text[start:end]}' takes away"
            self.place.say("R301", (start, end), message, hint=f"write '{right}'")
        return True

    def read(self, node: Tree, scope: Scope, wanted: Type | None = None) -> Typed:
        """Return the typed expression, fitting `wanted` where one is given.

        One in which an error was found is invalid, whatever its operator would give:
        so nothing is said of what follows from it.
        """
        errors = self.place.problems.errors
        found = self._read(node, scope, wanted)
        if self.place.problems.errors != errors:
            return Invalid(self.place.span(node.at))
        if scope.knows(found) and isinstance(found.type, Maybe):
            found = Apply(
                "present", (found,), present(found.type), self.place.span(node.at)
            )
        return found if wanted is None else self.fitted(found, node, wanted)

    def type_of(self, node: Tree, scope: Scope) -> Type:
        """Return the type of an expression that is read once more, which then reports
        what is wrong with it. Remembered, for else the time of nested calls doubles
        with each."""
        if (node, scope) not in self._types:
            with self.names.problems.apart():
                self._types[node, scope] = self.read(node, scope).type
        return self._types[node, scope]

    def fitted(self, found: Typed, node: Tree, wanted: Type) -> Typed:
        """Return the expression, checked while running where only running can tell."""
        verdict = fit(found.type, wanted)
        if verdict == "yes":
            return found
        if verdict == "check":
            return _watched(found, wanted, self.place.span(node.at))
        if isinstance(found.type, Maybe) and fit(found.type.item, wanted) != "no":
            hint = "ask 'is not none' before"
            return self.lost("R407", node.at, "this may be none", spoken(wanted), hint)
        if (
            isinstance(wanted, Number)
            and wanted.whole
            and isinstance(found.type, Number)
            and not found.type.whole
        ):
            whole = spoken(wanted)
            if isinstance(found, Constant):
                return self.lost("R405", node.at, "a whole number is wanted", whole)
            hint = "name the rounding: up(), down() or nearest()"
            return self.lost("R405", node.at, "this may be a fraction", whole, hint)
        if isinstance(wanted, Number) and isinstance(found.type, Number):
            said = spoken(found.type)
            if isinstance(found, Constant):
                said = str(found.value)
            hint = _beside(found, wanted.step)
            return self.lost(
                "R406", node.at, f"{said} is out of bounds", spoken(wanted), hint
            )
        hint = "" if self.names.world is None else _entities(self.names, wanted)
        message = f"this is {spoken(found.type)}"
        return self.lost("R401", node.at, message, spoken(wanted), hint)

    def _read(  # noqa: C901 - one case a form of the tree
        self, node: Tree, scope: Scope, wanted: Type | None
    ) -> Typed:
        at = self.place.span(node.at)
        match node:
            case tree.NumberLiteral():
                value = node.value
                return number(value, Number(value, value, isinstance(value, int)), at)
            case tree.Quoted():
                return words.quoted(self, node, scope, wanted)
            case tree.Word():
                return words.word(self, node, scope, wanted)
            case tree.Dice():
                return self.lost(
                    "R403",
                    node.at,
                    "dice are thrown by a roll, not in an expression",
                    hint="use the verb 'roll'",
                )
            case tree.Operation():
                return arithmetic.operation(self, node, scope, wanted)
            case tree.Branch():
                return self._branch(node, scope, wanted)
            case tree.Series():
                return self._series(node, scope, wanted)
            case tree.Dot():
                return self._dot(node, scope)
            case tree.Bracket():
                return self._bracket(node, scope, at)
            case tree.Call():
                return calls.call(self, node, scope, wanted)
            case tree.Gather():
                return gathering.gather(self, node, scope, wanted)

    def _branch(self, node: tree.Branch, scope: Scope, wanted: Type | None) -> Typed:
        condition = self.read(node.condition, scope, Boolean())
        yes, no = (
            scope.knowing(*facts(self.names, condition, True)),
            scope.knowing(*facts(self.names, condition, False)),
        )
        then = self.read(node.then, yes, wanted)
        other = self.read(
            node.other, no, wanted or (then.type if enumeration_of(then.type) else None)
        )
        kind = join(then.type, other.type)
        if kind is None:
            message = (
                f"one way gives {spoken(then.type)}, the other {spoken(other.type)}"
            )
            return self.lost("R401", node.at, message, "values of one type")
        return IfElse(condition, then, other, kind, self.place.span(node.at))

    def _series(self, node: tree.Series, scope: Scope, wanted: Type | None) -> Typed:
        wanted = present(wanted) if wanted else None
        item = wanted.item if isinstance(wanted, ListOf) else None
        items = [self.read(each, scope, item) for each in node.items]
        kind: Type = item or Unknown()
        if item is None:
            for each, part in zip(items, node.items, strict=True):
                joined = join(kind, each.type)
                if joined is None:
                    return self.lost(
                        "R401", part.at, f"this is {spoken(each.type)}", spoken(kind)
                    )
                kind = joined
        return Apply("list", tuple(items), ListOf(kind), self.place.span(node.at))

    def _dot(self, node: tree.Dot, scope: Scope) -> Typed:
        if isinstance(node.base, tree.Word) and node.base.name == "option":
            return words.option(self, node)
        base = self.read(node.base, scope)
        if isinstance(base.type, Maybe):  # whether it is there, running tells (R704)
            base = Apply(
                "present", (base,), base.type.item, self.place.span(node.base.at)
            )
        kind, name = base.type, node.name.name
        match kind:
            case Unknown():
                return base
            case Entity():
                return words.entity_field(self, base, kind, node.name)
            case Record():
                index = kind.index(name)
                known = [each for each, _ in kind.fields]
                if index is not None:
                    return RecordRead(
                        base,
                        index,
                        name,
                        kind.fields[index][1],
                        self.place.span(node.at),
                    )
            case RowOf():
                return words.column(self, base, kind, node.name)
            case Claim():
                return calls.part_of_claim(self, base, kind, node.name)
            case Cell():
                return hexes.field_of_hex(self, base, kind, node.name)
            case _:
                known = []
        return words.no_field(self, node.name, kind, known)

    def _bracket(self, node: tree.Bracket, scope: Scope, at: Span) -> Typed:
        if isinstance(node.base, tree.Word) and not words.is_value(
            self, node.base, scope
        ):
            return calls.table_cell(self, node, node.base, scope)
        base = self.read(node.base, scope)
        if isinstance(base.type, Unknown):
            return base
        if len(node.keys) != 1:
            return self.lost("R309", node.at, "one key is in these brackets")
        if isinstance(base.type, MapOf):
            key = self.read(node.keys[0], scope, base.type.key)
            return Apply("at", (base, key), base.type.value, at)
        if isinstance(base.type, ListOf):
            key = self.read(node.keys[0], scope, Number(1, None, whole=True))
            return Apply("index", (base, key), base.type.item, at)
        if isinstance(base.type, RowOf) and isinstance(
            node.keys[0], (tree.Word, tree.Quoted)
        ):
            key_node = node.keys[0]
            name = key_node.name if isinstance(key_node, tree.Word) else key_node.text
            return words.column(self, base, base.type, tree.Word(key_node.at, name))
        return self.lost(
            "R401",
            node.base.at,
            f"this is {spoken(base.type)}",
            "a list, a map or a table",
        )


def _entities(names: Names, wanted: Type) -> str:
    """Return which entities of a wanted kind there are, or ""."""
    asked = isinstance(present(wanted), (Entity, Seat))
    return there_are(entities_that_fit(names, wanted)) if asked else ""


def _beside(found: Typed, step: Fraction | int | None) -> str:
    """Return which multiples of a step are on both sides of a constant, or ""."""
    value = found.value if isinstance(found, Constant) else None
    if step is None or not isinstance(value, (int, Fraction)) or value % step == 0:
        return ""
    below = value // step * step
    return f"the nearest are {below} and {below + step}"


def _watched(found: Typed, wanted: Type, at: Span) -> Typed:
    """Wrap an expression in the check that running does."""
    match wanted:
        case Maybe() if isinstance(found.type, Maybe):
            none = Constant(None, Nothing())
            missing = Apply("is", (found, none), Boolean(), at)
            return IfElse(missing, none, _watched(found, wanted.item, at), wanted, at)
        case Maybe():
            return _watched(found, wanted.item, at)
        case Number():
            return _watched_number(found, wanted, at)
        case EnumerationPart():
            ranks = Constant(wanted.ranks, ListOf(wanted))
            return Apply("rank_in", (found, ranks), wanted, at)
        case ListOf() if isinstance(found.type, ListOf):
            name = f"each_of_{at.start}"
            body = _watched(Local(name, found.type.item), wanted.item, at)
            return Collect("list", body, name, found, None, (), wanted, at)
        case Record() if isinstance(found.type, Record):
            parts = tuple(
                _watched(RecordRead(found, index, name, own, at), kind, at)
                for index, ((_, own), (name, kind)) in enumerate(
                    zip(found.type.fields, wanted.fields, strict=True)
                )
            )
            return Apply("record", parts, wanted, at)
        case _:
            return found


def _watched_number(found: Typed, wanted: Number, at: Span) -> Typed:
    if wanted.low is not None or wanted.high is not None:
        low, high = Constant(wanted.low, wanted), Constant(wanted.high, wanted)
        found = Apply("within", (found, low, high), wanted, at)
    if wanted.step is not None:
        step = Constant(wanted.step, Number())
        found = Apply("in_steps", (found, step), wanted, at)
    return found


def expression(
    names: Names, scalar: ScalarNode, scope: Scope, wanted: Type | None = None
) -> Typed:
    """Read an expression of a file; problems go to the list of `names`."""
    place = TextLocation(scalar, names.problems)
    if scalar.style == ">":
        message = "folded text loses the places of an expression"
        names.problems.append(problem("R014", scalar.span, message, hint="use '|'"))
        return Invalid(scalar.span)
    return embedded(names, place, scalar.text, scope, wanted)


def embedded(
    names: Names,
    place: TextLocation,
    text: str,
    scope: Scope,
    wanted: Type | None = None,
) -> Typed:
    """Read an expression that is part of a text."""
    try:
        node = parse(text)
    except Unreadable as fault:
        place.say("R201", fault.at, fault.message, fault.expected, fault.hint)
        return Invalid(place.scalar.span)
    return ExpressionBinder(names, place).read(node, scope, wanted)


__all__ = ["ExpressionBinder", "embedded", "expression"]
