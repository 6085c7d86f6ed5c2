"""Words of a pack in expressions: names, texts and what they may mean.

Braces may hold only values that have one name for every reader: texts, numbers, yes and
no, words of enumerations. Entities are refused, since another seat may know them by a
label.
"""

import re

from interpreter.diagnostics import did_you_mean, there_are
from interpreter.expressions import tree
from interpreter.expressions.parsing import Unreadable, parse
from interpreter.expressions.typed import (
    Apply,
    Constant,
    FieldRead,
    IfElse,
    Invalid,
    Local,
    Now,
    RecordRead,
    Typed,
    Use,
)
from interpreter.semantics.boards.hexes import labelled
from interpreter.semantics.declarations import LookupTable
from interpreter.semantics.expressions.foreign_hints import underscored
from interpreter.semantics.expressions.scope import (
    Binder,
    Scope,
    called_as,
    entities_that_fit,
    locals_that_fit,
    number_fits,
    number_in_words,
    spoken,
    words_that_fit,
)
from interpreter.semantics.names import Names
from interpreter.source import Span
from interpreter.values.conversions import fit
from interpreter.values.types import (
    INTEGER,
    JUDGE,
    Boolean,
    Cell,
    Entity,
    Enumeration,
    EnumerationPart,
    ListOf,
    Maybe,
    Moment,
    Nothing,
    Number,
    RowOf,
    Seat,
    Text,
    Type,
    Unknown,
    enumeration_of,
    present,
)

_PART = re.compile(r"\{([^{}]*)\}")
EXPECTED = "a text, a number, yes or no, or a word of an enumeration"


def is_joined(text: str) -> bool:
    """Return whether a text has an expression in braces."""
    return "{" in text and _PART.search(text) is not None


def quoted_text(reading: Binder, start: int, text: str, scope: Scope) -> Typed:
    """Read a quoted text with braces; `start` is the index after its quote in the
    expression."""
    parts: list[Typed] = []
    done = 0
    for found in _PART.finditer(text):
        parts.append(Constant(text[done : found.start()], Text()))
        done = found.end()
        begins, ends = start + found.start(1), start + found.end(1)
        try:
            # so that each place, and each name made of one, is its own
            node = parse(" " * begins + found[1])
        except Unreadable as fault:
            at = (max(fault.at[0], begins), max(fault.at[1], begins))
            return reading.lost("R201", at, fault.message, fault.expected, fault.hint)
        value = reading.read(node, scope)
        part = as_text(value)
        if part is None:
            message = f"this is {spoken(value.type)}"
            return reading.lost("R401", (begins, ends), message, EXPECTED)
        parts.append(part)
    parts.append(Constant(text[done:], Text()))
    return joined(parts, reading.place.span((start, start + len(text))))


def joined(parts: list[Typed], span: Span) -> Typed:
    """Return the concatenation of texts and numbers."""
    if any(isinstance(each, Invalid) for each in parts):
        return Invalid(span)
    kept = tuple(e for e in parts if not (isinstance(e, Constant) and e.value == ""))
    return Apply("text", kept, Text(), span)


def as_text(node: Typed) -> Typed | None:
    """Return a value as a text expression; None if readers may have different names for
    it."""
    kind: Type = node.type
    enumeration = enumeration_of(kind)
    match kind:
        case Unknown():
            return Invalid(node.span)
        case Text() | Number():
            return node
        case Boolean():
            yes, no = (Constant(word, Text()) for word in ("yes", "no"))
            return IfElse(node, yes, no, Text(), node.span)
        case Nothing():
            return Constant("none", Text())
        case Maybe():
            there = as_text(Apply("present", (node,), kind.item, node.span))
            is_none = Apply("is", (node, Constant(None, Nothing())), Boolean())
            none = Constant("none", Text())
            return there and IfElse(is_none, none, there, Text(), node.span)
        case _ if enumeration is not None:
            words = Constant(enumeration.values, ListOf(Text()))
            place = Apply("+", (node, Constant(1, INTEGER)), INTEGER)
            return Apply("index", (words, place), Text(), node.span)
        case _:
            return None


def quoted(
    reading: Binder, node: tree.Quoted, scope: Scope, wanted: Type | None
) -> Typed:
    """Read a quoted text: a value of the expected enumeration, otherwise a text."""
    kind = present(wanted) if wanted else None
    if isinstance(kind, Cell):
        span = reading.place.span(node.at)
        return labelled(reading.names, node.text, kind.board, span)
    enumeration = enumeration_of(wanted) if wanted else None
    if enumeration is None and is_joined(node.text):
        return quoted_text(reading, node.at[0] + 1, node.text, scope)
    if enumeration is None:
        return Constant(node.text, Text(), reading.place.span(node.at))
    found = enumeration.rank(node.name)
    if found is None:
        return _no_value(reading, node.at, node.text, enumeration, [])
    return Constant(found, _exact(enumeration, found), reading.place.span(node.at))


def _exact(enumeration: Enumeration, rank: int) -> Type:
    return EnumerationPart(enumeration, (rank,))


def _no_value(
    reading: Binder, at: tree.At, name: str, kind: Enumeration, others: list[str]
) -> Typed:
    expected = ", ".join(kind.values)
    hint = did_you_mean(name, [*kind.values, *others])
    hint = hint or _as_option(reading.names, name)
    return reading.lost("R301", at, f"'{name}' is no {spoken(kind)}", expected, hint)


def word(reading: Binder, node: tree.Word, scope: Scope, wanted: Type | None) -> Typed:
    """Read a bare name as the declaration that exists and fits."""
    at = reading.place.span(node.at)
    fixed = _fixed(node.name)
    if fixed is not None:
        return Constant(fixed[0], fixed[1], at)
    if node.name == "it" and (own := scope.find("it")) is not None:
        return Local(own.name, own.type, at)
    if node.name == "now":
        return Now(Moment(), at)
    if node.name == "judge" and isinstance(present(wanted) if wanted else None, Seat):
        return Constant(JUDGE, wanted or Unknown(), at)
    return _candidate(reading, node, scope, wanted)


def _fixed(name: str) -> tuple[object, Type] | None:
    fixed: dict[str, tuple[object, Type]] = {
        "yes": (True, Boolean()),
        "no": (False, Boolean()),
        "none": (None, Nothing()),
    }
    return fixed.get(name)


def _candidate(
    reading: Binder, node: tree.Word, scope: Scope, wanted: Type | None
) -> Typed:
    at = reading.place.span(node.at)
    local = scope.find(node.name)
    enumeration = enumeration_of(wanted) if wanted else None
    rank = enumeration.rank(node.name) if enumeration else None
    field = None if local is not None else own_field(reading, node, scope)
    if rank is not None and enumeration is not None:
        other = local or field
        if other is not None:
            code = "R303" if fit(other.type, enumeration) != "no" else "R304"
            what = "a local" if local is not None else "a field of its own"
            message = f"'{node.name}' is {what} and a value of {spoken(enumeration)}"
            return reading.lost(code, node.at, message, hint="quote the value")
        return Constant(rank, _exact(enumeration, rank), at)
    entity = reading.names.entity(node.name)
    if local is not None:
        if entity is not None and fit(local.type, entity[1]) != "no":
            message = f"'{node.name}' is a local and {spoken(entity[1])} itself"
            return reading.lost("R303", node.at, message, hint="rename the local")
        return Local(local.name, local.type, at)
    if field is not None:
        return field
    if entity is not None:
        return Constant(entity[0], entity[1], at)
    if enumeration is not None:
        others = locals_that_fit(reading.names, scope, wanted)
        return _no_value(reading, node.at, node.name, enumeration, others)
    return _unknown(reading, node, scope, wanted)


def is_value(reading: Binder, node: tree.Word, scope: Scope) -> bool:
    """Return whether a name before brackets is a local or a field of the own entity."""
    if scope.find(node.name) is not None:
        return True
    if reading.names.has("tables", node.name):
        return False
    return own_field(reading, node, scope) is not None


def own_field(reading: Binder, node: tree.Word, scope: Scope) -> Typed | None:
    """Read a field of the entity being declared, if it has one of that name."""
    it = scope.find("it")
    if it is None or not isinstance(it.type, Entity):
        return None
    kind, names = it.type.kind, reading.names
    if node.name not in names.fields[kind] and (kind, node.name) not in names.derived:
        return None
    return entity_field(reading, it, it.type, node)


def _unknown(
    reading: Binder, node: tree.Word, scope: Scope, wanted: Type | None
) -> Typed:
    names = reading.names
    if node.name in names.lost:
        return Invalid(reading.place.span(node.at))
    owners = names.owners(node.name)
    is_text = wanted is not None and isinstance(present(wanted), Text)
    if owners and not is_text:
        hint = f"it is a value of {', '.join(owners)}: give the type"
        return reading.lost(
            "R402", node.at, f"the type of '{node.name}' is not known", hint=hint
        )
    near = locals_that_fit(names, scope, wanted)
    known = [*near, *entities_that_fit(names, wanted)]
    number = number_in_words(node.name)
    words = words_that_fit(wanted) if number is None else []
    hint = did_you_mean(node.name, [*known, *words])
    if number is not None and number_fits(number, wanted):
        hint = f"did you mean '{number}'?"
    hint = called_as(names, node.name) or _as_option(names, node.name, wanted) or hint
    if is_text and not hint:
        hint = f"a text is in quotes: write '{reading.place.text[slice(*node.at)]}'"
    expected = ", ".join(near[:8]) if wanted is None else spoken(wanted)
    hint = hint or (there_are(known) if wanted is not None else "")
    return reading.lost("R301", node.at, f"unknown name '{node.name}'", expected, hint)


def _as_option(names: Names, name: str, wanted: Type | None = None) -> str:
    """Return how an option of this name is read, as a hint, or "". People forget the
    `option.` before it, or write it otherwise."""
    without = re.sub("^options?_", "", name)
    tried = (name, without, without.lower())
    plain = next((each for each in tried if each in names.options), "")
    found = names.options.get(plain)
    if found is None:
        return ""
    written, kind = f"option.{plain}", enumeration_of(found[1])
    if kind is not None and isinstance(wanted, Boolean):
        written += f" is {kind.values[0]}"
    elif wanted is not None and fit(found[1], wanted) == "no":
        written = f"only: {plain}"
    return f"it is an option: write '{written}'"


def option(reading: Binder, node: tree.Dot, scope: Scope) -> Typed | None:
    """Read `option.name` as a constant: options are fixed when a pack is loaded. None
    where the name is not read from the options; `options.name` is reported."""
    base, name = node.base, node.name.name
    if not isinstance(base, tree.Word) or base.name not in ("option", "options"):
        return None
    found = reading.names.options.get(name)
    if base.name == "options":
        if scope.find("options") is not None or found is None:
            return None
        hint = f"write 'option.{name}'"
        return reading.lost("R301", node.at, "options are read one by one", hint=hint)
    if found is None:
        hint = did_you_mean(name, reading.names.options)
        return reading.lost("R301", node.name.at, f"unknown option '{name}'", hint=hint)
    return Constant(found[0], found[1], reading.place.span(node.at))


def entity_field(reading: Binder, base: Typed, kind: Entity, name: tree.Word) -> Typed:
    """Read a stored or derived field of an entity."""
    names = reading.names
    at = reading.place.span(name.at)
    if (kind.kind, name.name) in names.derived:
        key = f"{kind.kind}.{name.name}"
        if not names.need("derived", key):
            return reading.lost(
                "R506", name.at, f"'{name.name}' is derived from itself"
            )
        formula = names.formulas.signature(key)
        return Use("derived", key, (base,), formula.gives if formula else Unknown(), at)
    fields = names.fields.get(kind.kind, {})
    if name.name in fields:
        return FieldRead(base, kind.kind, name.name, fields[name.name], at)
    known = [*fields, *(each for owner, each in names.derived if owner == kind.kind)]
    return no_field(reading, name, kind, known)


def column(
    reading: Binder, base: Typed, kind: RowOf, name: tree.Word | tree.Quoted
) -> Typed:
    """Read a column of a row of a lookup table."""
    table = reading.names.tables.signature(kind.table)
    columns = table.columns if isinstance(table, LookupTable) else ()
    for index, (each, column_type) in enumerate(columns):
        if each == name.name:
            return RecordRead(
                base, index, each, column_type, reading.place.span(name.at)
            )
    return no_field(reading, name, kind, [each for each, _ in columns])


def no_field(
    reading: Binder, name: tree.Word | tree.Quoted, kind: Type, known: list[str]
) -> Typed:
    """Report that there is no such field."""
    written = name.text if isinstance(name, tree.Quoted) else name.name
    message = f"{spoken(kind)} has no field '{written}'"
    hint = did_you_mean(written, known)
    if any(each.startswith(f"{written}_") for each in known):
        hint = underscored(reading.names, reading.place.text) or hint
    return reading.lost("R308", name.at, message, ", ".join(known), hint)
