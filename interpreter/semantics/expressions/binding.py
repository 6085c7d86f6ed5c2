"""Binds the names of an expression and types it.

A bidirectional type checker in one recursive descent. The expected type (`wanted`) is
passed down, so that a bare word is found in the enumeration that is expected; the type
found is passed up and compared with it (`values.conversions.fit`): it fits, or it fits
after a check at run time (`_watched`), or it is a diagnostic.

Types are flow-sensitive in one respect: an expression of type Maybe counts as present
where a condition proved it (`Scope.knows`, `presence.facts`).

After an error the expression is `Invalid` with the type Unknown, which fits everything,
so one mistake gives one diagnostic.

Termination: the tree is finite; declarations that an expression names are read on
demand, and cycles among them are detected in `names`. Cost: linear in the tree. A form
that must know the type of an operand before reading it (`type_of`) memoises it by tree
and scope; without that, nested calls would take exponential time.
"""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from fractions import Fraction
from functools import partial

from msgspec.structs import replace

from interpreter.diagnostics import did_you_mean, problem, there_are
from interpreter.expressions import tree
from interpreter.expressions.functions import FUNCTIONS, REDUCERS, Mismatch
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
from interpreter.semantics.boards.hexes import in_label_order
from interpreter.semantics.expressions import arithmetic, calls, words
from interpreter.semantics.expressions.foreign_hints import (
    meant,
    say_unreadable,
    touches,
)
from interpreter.semantics.expressions.presence import facts, of_each
from interpreter.semantics.expressions.scope import (
    Binder,
    Scope,
    TextLocation,
    entities_that_fit,
    spoken,
)
from interpreter.semantics.names import BoundNode, Names
from interpreter.source import Span, normalised, written_names
from interpreter.values.conversions import fit, join
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
    maybe,
    present,
    whole,
    writable,
)
from interpreter.yaml.nodes import ScalarNode


def gather(
    reading: Binder, node: tree.Gather, scope: Scope, wanted: Type | None
) -> Typed:
    """Read `reducer(body for variable in source where condition by keys)`."""
    reducer = node.name.name
    if reducer not in REDUCERS:
        hint = did_you_mean(reducer, REDUCERS)
        return reading.lost(
            "R302",
            node.name.at,
            f"'{reducer}' does not gather",
            ", ".join(sorted(REDUCERS)),
            hint,
        )
    if node.body is None and reducer == "all":
        return reading.lost(
            "R201",
            node.at,
            "this says nothing of what must be true",
            hint="write all(C for x in L)",
        )
    if node.body is None and reducer == "map":
        message = "this says nothing of what belongs to each"
        return reading.lost("R201", node.at, message, hint="write map(E for x in L)")
    source = reading.read(node.source, scope)
    if isinstance(source.type, Unknown):
        return source
    if not isinstance(source.type, ListOf):
        return reading.lost(
            "R401", node.source.at, f"this is {spoken(source.type)}", "a list"
        )
    if not writable(node.variable.name):
        message = f"'{node.variable.name}' is a word of the language"
        return reading.lost("R203", node.variable.at, message, "another name")
    plainly = node.body is None and node.where is None and not node.by
    if plainly and scope.find(node.variable.name) is not None:
        message = f"'{node.variable.name}' is a local already: that one, or each?"
        hint = f"'{node.variable.name} in list' tells whether that one is there"
        return reading.lost("R303", node.variable.at, message, "another name", hint)
    variable = f"{node.variable.name}_{node.at[0]}"
    inner = scope.bind(node.variable.name, source.type.item, variable)
    each = Local(variable, source.type.item)
    inner = inner.knowing(*of_each(reading.names, source, each))
    where = (
        reading.read(node.where, inner, Boolean()) if node.where is not None else None
    )
    within = (
        inner.knowing(*facts(reading.names, where, True))
        if where is not None
        else inner
    )
    keys = tuple(in_label_order(reading.read(each, within)) for each in node.by)
    own = (
        node.body
        if node.body is not None
        else tree.Word(node.variable.at, node.variable.name)
    )
    body = _body(reading, own, within, reducer, wanted, node.body is None)
    gives = _reduced(reading, node, reducer, body, keys)
    if reducer == "map" and not isinstance(gives, Unknown):
        gives = MapOf(source.type.item, gives)
    if isinstance(gives, Unknown):
        return Invalid(reading.place.span(node.at))
    return Collect(
        reducer, body, variable, source, where, keys, gives, reading.place.span(node.at)
    )


def _body(
    reading: Binder,
    node: tree.Tree,
    scope: Scope,
    reducer: str,
    wanted: Type | None,
    itself: bool,
) -> Typed:
    if reducer in ("any", "all"):
        if itself:  # whether there is one
            return Constant(True, Boolean(), reading.place.span(node.at))
        return reading.read(node, scope, Boolean())
    item = wanted.item if isinstance(wanted, ListOf) and reducer == "list" else None
    if isinstance(wanted, MapOf) and reducer == "map":
        item = wanted.value
    if item is not None and not enumeration_of(item):
        item = None
    return reading.read(node, scope, item)


def _reduced(
    reading: Binder,
    node: tree.Gather,
    reducer: str,
    body: Typed,
    keys: tuple[Typed, ...],
) -> Type:
    kind = body.type
    if isinstance(kind, Unknown):
        return kind
    if reducer == "groups" and not keys:
        reading.place.say("R201", node.at, "groups need a key", "groups(x in L by K)")
        return Unknown()
    if reducer in ("any", "all", "count"):
        return Boolean() if reducer != "count" else whole(0)
    if reducer == "map":
        return kind
    if reducer in ("list", "sorted", "distinct"):
        return ListOf(kind)
    if reducer == "groups":
        return ListOf(ListOf(kind))
    if reducer in ("first", "last"):
        return maybe(kind)
    try:
        gives = FUNCTIONS[reducer].typing((ListOf(kind),))
    except Mismatch:
        message = f"'{reducer}' cannot gather {spoken(kind)}"
        reading.place.say("R401", node.at, message)
        return Unknown()
    return gives


CODES = frozenset({"R301", "R302", "R308", "R402"})
"""Codes of diagnostics about an unknown word."""

_NEAR = re.compile(r"did you mean '(.+)'\?")
_ALMOST = 0.85  # the likeness of a name of several words with one wrong letter or two
_JOINED = re.compile(r"[A-Za-z_]\w*(?:-[A-Za-z_]\w*)+")


def hyphenated(names: Names, text: str, at: At) -> tuple[At, str] | None:
    """Return (span, correct spelling) if hyphens join the word at `at` to a declared
    name; otherwise None."""
    for found in _JOINED.finditer(text):
        if found.start() <= at[0] and at[1] <= found.end():
            name = normalised(found[0].replace("-", "_"))
            known = written_names(_all(names))
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
    """Binds one expression; holds its names and its place in the file."""

    def __init__(self, names: Names, place: TextLocation) -> None:
        """Begin with an empty memo of types."""
        self.names = names
        self.place = place
        self._types: dict[tuple[Tree, Scope], Type] = {}
        self._scope = Scope()

    def lost(
        self, code: str, at: tree.At, message: str, expected: str = "", hint: str = ""
    ) -> Typed:
        """Append a problem and return an invalid expression of unknown type."""
        if code in CODES and self._hyphens(at):
            return Invalid(self.place.span(at))
        rewriting = None
        if self.place.problems.wants_hints:
            rewriting = meant(self.names, self._scope, self.place.text)
        if rewriting is not None and (
            not touches(rewriting, at) or self._is_misspelt(at, hint)
        ):
            rewriting = None
        if rewriting is not None and rewriting.safe:
            is_free = _is_free_of_errors(
                self.names, self.place, self._scope, rewriting.line
            )
            rewriting = replace(rewriting, safe=is_free)
        if rewriting is None or not self._is_said(rewriting.hint):
            self.place.say(code, at, message, expected, hint, rewriting)
        return Invalid(self.place.span(at))

    def _is_misspelt(self, at: tree.At, hint: str) -> bool:
        """Return whether a name of several words is almost one that is known, so that
        a word of it that is an operator elsewhere is a part of the name."""
        near = _NEAR.fullmatch(hint)
        written = normalised(self.place.text[slice(*at)])
        if near is None or "_" not in written:
            return False
        known = normalised(near[1])
        return SequenceMatcher(None, written, known).ratio() >= _ALMOST

    def _is_said(self, hint: str) -> bool:
        """Return whether a problem of this text has that hint already."""
        whole = self.place.scalar.span
        return any(
            each.hint == hint and whole.holds(each.span) for each in self.place.problems
        )

    def _hyphens(self, at: tree.At) -> bool:
        """Report a name written with hyphens, once; False if the word is no part of
        one."""
        text = self.place.text
        hyphens = hyphenated(self.names, text, at)
        if hyphens is None:
            return False
        (start, end), right = hyphens
        span = self.place.span((start, end))
        if all(str(each.span) != str(span) for each in self.place.problems):
            message = f"in an expression the '-' of '{text[start:end]}' takes away"
            self.place.say("R301", (start, end), message, hint=f"write '{right}'")
        return True

    def read(self, node: Tree, scope: Scope, wanted: Type | None = None) -> Typed:
        """Return the typed expression, fitted to `wanted` if given.

        If reading it gave an error, the result is `Invalid`, so that no error follows
        from it elsewhere.
        """
        errors = self.place.problems.errors
        self._scope = scope
        typed = self._read(node, scope, wanted)
        if (bound := self.names.bound) is not None:
            place = self.place
            note = BoundNode(place.scalar, place.offset, node, scope, wanted, typed)
            bound.append(note)
        if self.place.problems.errors != errors:
            return Invalid(self.place.span(node.at))
        if scope.knows(typed) and isinstance(typed.type, Maybe):
            typed = Apply(
                "present", (typed,), present(typed.type), self.place.span(node.at)
            )
        return typed if wanted is None else self.fitted(typed, node, wanted)

    def type_of(self, node: Tree, scope: Scope) -> Type:
        """Return the type of an expression that will be read again; its diagnostics are
        discarded here and reported then. Memoised."""
        if (node, scope) not in self._types:
            with self.names.problems.apart():
                self._types[node, scope] = self.read(node, scope).type
        return self._types[node, scope]

    def fitted(self, typed: Typed, node: Tree, wanted: Type) -> Typed:
        """Return the expression with a run-time check if its type requires one; report
        a type that cannot fit."""
        verdict = fit(typed.type, wanted)
        if verdict == "yes":
            return typed
        if verdict == "check":
            return _checked_at_run_time(typed, wanted, self.place.span(node.at))
        if isinstance(typed.type, Maybe) and fit(typed.type.item, wanted) != "no":
            hint = "ask 'is not none' before"
            return self.lost("R407", node.at, "this may be none", spoken(wanted), hint)
        if (
            isinstance(wanted, Number)
            and wanted.whole
            and isinstance(typed.type, Number)
            and not typed.type.whole
        ):
            whole = spoken(wanted)
            if isinstance(typed, Constant):
                return self.lost("R405", node.at, "a whole number is wanted", whole)
            hint = "name the rounding: up(), down() or nearest()"
            return self.lost("R405", node.at, "this may be a fraction", whole, hint)
        if isinstance(wanted, Number) and isinstance(typed.type, Number):
            actual = spoken(typed.type)
            if isinstance(typed, Constant):
                actual = str(typed.value)
            hint = _nearest_multiples(typed, wanted.step)
            return self.lost(
                "R406", node.at, f"{actual} is out of bounds", spoken(wanted), hint
            )
        hint = "" if self.names.initial_state is None else _entities(self.names, wanted)
        message = f"this is {spoken(typed.type)}"
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
                return gather(self, node, scope, wanted)

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
        if (option := words.option(self, node, scope)) is not None:
            return option
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
            return words.column(self, base, base.type, node.keys[0])
        return self.lost(
            "R401",
            node.base.at,
            f"this is {spoken(base.type)}",
            "a list, a map or a table",
        )


def _entities(names: Names, wanted: Type) -> str:
    """Return the entities of the wanted kind as a hint, or ""."""
    asked = isinstance(present(wanted), (Entity, Seat))
    return there_are(entities_that_fit(names, wanted)) if asked else ""


def _nearest_multiples(found: Typed, step: Fraction | int | None) -> str:
    """Return the nearest multiples of a step around a constant as a hint, or ""."""
    value = found.value if isinstance(found, Constant) else None
    if step is None or not isinstance(value, (int, Fraction)) or value % step == 0:
        return ""
    below = value // step * step
    return f"the nearest are {below} and {below + step}"


def _checked_at_run_time(found: Typed, wanted: Type, at: Span) -> Typed:
    """Return the expression wrapped in a run-time check of its type."""
    match wanted:
        case Maybe() if isinstance(found.type, Maybe):
            none = Constant(None, Nothing())
            missing = Apply("is", (found, none), Boolean(), at)
            return IfElse(
                missing, none, _checked_at_run_time(found, wanted.item, at), wanted, at
            )
        case Maybe():
            return _checked_at_run_time(found, wanted.item, at)
        case Number():
            return _number_checked_at_run_time(found, wanted, at)
        case EnumerationPart():
            ranks = Constant(wanted.ranks, ListOf(wanted))
            return Apply("rank_in", (found, ranks), wanted, at)
        case ListOf() if isinstance(found.type, ListOf):
            name = f"each_of_{at.start}"
            body = _checked_at_run_time(Local(name, found.type.item), wanted.item, at)
            return Collect("list", body, name, found, None, (), wanted, at)
        case Record() if isinstance(found.type, Record):
            parts = tuple(
                _checked_at_run_time(RecordRead(found, index, name, own, at), kind, at)
                for index, ((_, own), (name, kind)) in enumerate(
                    zip(found.type.fields, wanted.fields, strict=True)
                )
            )
            return Apply("record", parts, wanted, at)
        case _:
            return found


def _number_checked_at_run_time(found: Typed, wanted: Number, at: Span) -> Typed:
    """Check bounds and step; what was a whole number before the check still is one."""
    if wanted.step is None and isinstance(found.type, Number) and found.type.whole:
        wanted = replace(wanted, whole=True)
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
    """Read an expression of a file; diagnostics are added to those of `names`."""
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
    """Read an expression that is a part of a text."""
    if place.offset + len(text) < len(place.scalar.text):
        place = replace(place, end=place.offset + len(text))
    try:
        node = parse(text)
    except Unreadable as fault:
        is_free = partial(_is_free_of_errors, names, place, scope)
        say_unreadable(names, place, fault, scope, is_free_of_errors=is_free)
        return Invalid(place.scalar.span)
    return ExpressionBinder(names, place).read(node, scope, wanted)


def _is_free_of_errors(
    names: Names, place: TextLocation, scope: Scope, text: str
) -> bool:
    """Return whether a text, in place of one that has errors, would have none."""
    written = ScalarNode(text, place.scalar.span, "'")
    noted = len(names.bound or ())
    with names.problems.apart() as found:
        at = TextLocation(written, names.problems)
        ExpressionBinder(names, at).read(parse(text), scope)
    if names.bound is not None:
        del names.bound[noted:]
    return all(each.severity != "error" for each in found)


__all__ = ["ExpressionBinder", "embedded", "expression"]
