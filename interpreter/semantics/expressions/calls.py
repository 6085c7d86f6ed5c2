"""Calls: functions of the language, declarations of the pack, tables and claims."""

from collections.abc import Mapping

from interpreter.diagnostics import did_you_mean
from interpreter.expressions import tree
from interpreter.expressions.functions import (
    FUNCTIONS,
    HEX_FUNCTIONS,
    REDUCERS,
    Mismatch,
)
from interpreter.expressions.typed import (
    Apply,
    ClaimsTo,
    Collect,
    Constant,
    Every,
    FieldRead,
    IfElse,
    Invalid,
    Local,
    Remembered,
    SumPart,
    Typed,
    Use,
)
from interpreter.semantics.boards import hexes
from interpreter.semantics.boards.hexes import of_boards
from interpreter.semantics.boards.planes import is_of_hexes, of_planes
from interpreter.semantics.declarations import (
    ClaimKind,
    CrossTable,
    DecisionTable,
    Fact,
    LookupTable,
    Parameter,
    RollTable,
    WeightedTable,
)
from interpreter.semantics.expressions.scope import (
    CYCLE_HINT,
    Binder,
    Scope,
    arguments,
    miscalled,
    spoken,
)
from interpreter.semantics.expressions.words import no_field
from interpreter.semantics.sections import waiting_calls
from interpreter.source import Span
from interpreter.values.conversions import ranks
from interpreter.values.log import OWN, STORE
from interpreter.values.types import (
    INTEGER,
    Boolean,
    Claim,
    Entity,
    Enumeration,
    ListOf,
    MapOf,
    Maybe,
    Moment,
    Nothing,
    Number,
    Record,
    RowOf,
    Seat,
    SumOf,
    Type,
    Unknown,
    enumeration_of,
    maybe,
    whole,
)

# --- Claims: `claims_to`, `told`, parts of a claim ---

CLAIM_FUNCTIONS: Mapping[str, str] = {
    "claims_to": "claims_to(seat, kind of claim)",
    "told": "told(seat, fact, about)",
}


def known_by(reading: Binder, node: tree.Call, scope: Scope) -> Typed:
    """Read a call of one of FUNCTIONS."""
    wanted = CLAIM_FUNCTIONS[node.name.name]
    count = 2 if node.name.name == "claims_to" else _count(reading, node)
    if len(node.arguments) != count:
        message = f"'{node.name.name}' takes {count}, not {len(node.arguments)}"
        return reading.lost("R309", node.at, message, wanted)
    wanted_seat = Seat(reading.names.seat_kind)
    seat = reading.read(node.arguments[0], scope, wanted_seat)
    if node.name.name == "claims_to":
        return _claims_to(reading, node, seat)
    return _told(reading, node, seat, scope)


def _count(reading: Binder, node: tree.Call) -> int:
    """Return the number of arguments of `told`: two if the kind of claim has no
    subject."""
    name = tree.name_of(node.arguments[1]) if len(node.arguments) > 1 else ""
    found = _owners(reading, name)
    return 2 if found and all(kind.about is None for kind, _ in found) else 3


def _claims_to(reading: Binder, node: tree.Call, seat: Typed) -> Typed:
    name = tree.name_of(node.arguments[1])
    claims = reading.names.claims
    if name not in claims:
        at, hint = node.arguments[1].at, did_you_mean(name, claims)
        message = f"'{name}' is no kind of claim"
        return reading.lost("R301", at, message, ", ".join(claims), hint)
    span = reading.place.span(node.at)
    return ClaimsTo(seat, name, ListOf(Claim(name)), span)


def _owners(reading: Binder, name: str) -> list[tuple[ClaimKind, Fact]]:
    every = reading.names.claims.values()
    return [(kind, fact) for kind in every for fact in kind.facts if fact.name == name]


def _told(reading: Binder, node: tree.Call, seat: Typed, scope: Scope) -> Typed:
    """Read the last value of a fact that a seat was sent, or none."""
    name, where = tree.name_of(node.arguments[1]), node.arguments[1].at
    found = _owners(reading, name)
    if not found:
        known = [
            each.name for kind in reading.names.claims.values() for each in kind.facts
        ]
        message, hint = f"no claim has a fact '{name}'", did_you_mean(name, known)
        return reading.lost("R301", where, message, hint=hint)
    if len(found) > 1:
        kinds = ", ".join(kind.title for kind, _ in found)
        hint = "read the claims of one kind: claims_to(seat, kind)"
        message = f"'{name}' is a fact of several kinds of claims"
        return reading.lost("R303", where, message, kinds, hint)
    ((kind, fact),) = found
    at = reading.place.span(node.at)
    claims = ListOf(Claim(kind.name))
    each = Local(f"told_{node.at[0]}", Claim(kind.name))
    test = _shows(each, kind, fact)
    if kind.about is not None:
        about = reading.read(node.arguments[2], scope, kind.about)
        same = Apply("is", (_part(each, "about", kind.about), about), Boolean())
        test = Apply("and", (same, test), Boolean())
    value = _value(each, kind, fact)
    source = ClaimsTo(seat, kind.name, claims, at)
    received = Collect(
        "list", value, each.name, source, test, (), ListOf(fact.type), at
    )
    one = Constant(1, INTEGER)
    last = Apply("last_of", (received, one), ListOf(fact.type), at)
    return Apply("first", (last,), maybe(fact.type), at)


def part_of_claim(reading: Binder, base: Typed, kind: Claim, name: tree.Word) -> Typed:
    """Read a part of a claim: recipient, subject, label, or a fact (possibly none)."""
    at = reading.place.span(name.at)
    claim = reading.names.claims.get(kind.kind)
    if name.name == "moment":
        return _part(base, "moment", Moment(), at)
    if name.name == "to":
        return _part(base, "to", Seat(reading.names.seat_kind), at)
    if claim is None:
        hint = f"only a claim of a known kind has it: type it so, not '{spoken(kind)}'"
        return reading.lost("R308", name.at, f"a claim has no '{name.name}'", "", hint)
    own = {"about": claim.about, "label": claim.label}.get(name.name)
    if own is not None:
        return _part(base, name.name, own, at)
    for fact in claim.facts:
        if fact.name == name.name:
            absent = Constant(None, Nothing(), at)
            value = _value(base, claim, fact)
            shows = _shows(base, claim, fact)
            return IfElse(shows, value, absent, maybe(fact.type), at)
    known = [*OWN, *(fact.name for fact in claim.facts)]
    return no_field(reading, name, kind, known)


def _part(base: Typed, name: str, kind: Type, at: Span | None = None) -> FieldRead:
    return FieldRead(base, STORE, name, kind, at)


def facts_of(base: Typed, kind: ClaimKind) -> FieldRead:
    """Return the facts that a claim shows: a map by the index among all facts."""
    return _part(base, "facts", MapOf(kind.fact, INTEGER))


def _shows(base: Typed, kind: ClaimKind, fact: Fact) -> Typed:
    keys = Apply("keys", (facts_of(base, kind),), ListOf(kind.fact))
    return Apply("in", (_rank(kind, fact), keys), Boolean())


def _value(base: Typed, kind: ClaimKind, fact: Fact) -> Typed:
    return Apply("at", (facts_of(base, kind), _rank(kind, fact)), fact.type)


def _rank(kind: ClaimKind, fact: Fact) -> Constant:
    return Constant(kind.facts.index(fact), kind.fact)


SUM_FUNCTIONS = ("total", "part", "without", "applied")
SECTIONS = ("formulas", "tables", "modifiers")


def call(  # noqa: C901 - one way a kind of name
    reading: Binder, node: tree.Call, scope: Scope, wanted: Type | None
) -> Typed:
    """Read a call by what its name refers to."""
    name = node.name.name
    names = reading.names
    for section in SECTIONS:  # one that an engine function is called is R305 already
        if names.has(section, name):
            return _declared(reading, node, section, scope)
    if (of_plane := of_planes(reading, node, scope)) is not None:
        return of_plane
    shared = name in FUNCTIONS and name in HEX_FUNCTIONS
    of_hexes = not shared or is_of_hexes(reading, node, scope)
    if of_hexes and (found := of_boards(reading, node, scope, wanted)) is not None:
        return found
    if name == "every":
        return _every(reading, node)
    if name in hexes.FUNCTIONS:
        return hexes.reached(reading, node, scope)
    if name == "events":
        return _events(reading, node, scope)
    if name == waiting_calls.FUNCTION:
        return waiting_calls.awaited(reading, node, scope)
    if name in CLAIM_FUNCTIONS:
        return known_by(reading, node, scope)
    if name in ("values", "results", "keys") and len(node.arguments) == 1:
        listed = _listing(reading, node)
        if listed is not None:
            return listed
    if isinstance(names.types.get(name), Record):
        names.used.add(("types", name))
        return _record(reading, node, names.types[name], scope)
    if name in SUM_FUNCTIONS and node.arguments:
        first = reading.read(
            node.arguments[0], scope, wanted if name == "without" else None
        )
        if isinstance(first.type, SumOf):
            return _sum_part(reading, node, first, first.type)
        if name not in FUNCTIONS:
            return _no_sum(reading, node, first.type)
    if name in FUNCTIONS:
        return _function(reading, node, scope)
    known = [*FUNCTIONS, *HEX_FUNCTIONS, *REDUCERS, *SUM_FUNCTIONS]
    known += ["every", "events", waiting_calls.FUNCTION, *hexes.FUNCTIONS]
    known += [each for section in SECTIONS for each in names.listed(section)]
    hint = did_you_mean(name, known)
    if name == "list":
        hint = "write values in brackets: [a, b], or gather: list(E for x in L)"
    elif name in REDUCERS:
        hint = f"it gathers: {name}(E for x in L), or {name}(x in L)"
    if name in SUM_FUNCTIONS:
        message = f"'{name}' takes a labelled sum, not nothing"
        return reading.lost("R309", node.at, message, f"{name}(sum)")
    message = f"unknown function '{name}'"
    if (used := miscalled(names, name)) is not None:
        message, hint = used
    return reading.lost("R302", node.name.at, message, hint=hint)


def _every(reading: Binder, node: tree.Call) -> Typed:
    only = node.arguments[0] if len(node.arguments) == 1 else None
    name = only.name if isinstance(only, tree.Word) else ""
    if name not in reading.names.fields:
        hint = did_you_mean(name, reading.names.fields)
        at = only.at if only else node.at
        return reading.lost("R307", at, f"'{name}' is no kind of entity", hint=hint)
    return Every(name, ListOf(Entity(name)), reading.place.span(node.at))


def _events(reading: Binder, node: tree.Call, scope: Scope) -> Typed:
    names, given = reading.names, node.arguments
    if not 2 <= len(given) <= 3:
        message = f"'events' takes 2 or 3, not {len(given)}"
        return reading.lost("R309", node.at, message, "events(event, from, to)")
    kind = given[0]
    event = names.events.get(kind.name) if isinstance(kind, tree.Word) else None
    if event is None:
        named = kind.name if isinstance(kind, tree.Word) else ""
        message = f"'{named}' is no event" if named else "this is no event"
        hint = did_you_mean(named, names.events)
        return reading.lost("R301", kind.at, message, hint=hint)
    names.used.add(("events", event.name))
    if not event.kept:
        message = f"'{event.name}' is not remembered"
        hint = "say in the event since when: kept_since: a moment"
        return reading.lost("R310", kind.at, message, "kept_since", hint)
    since, *rest = (reading.read(each, scope, Moment()) for each in given[1:])
    until = rest[0] if rest else None
    at = reading.place.span(node.at)
    return Remembered(event.name, since, until, ListOf(event.record), at)


def _listing(reading: Binder, node: tree.Call) -> Typed | None:
    only = node.arguments[0]
    if not isinstance(only, tree.Word):
        return None
    kind = reading.names.types.get(only.name)
    at = reading.place.span(node.at)
    if node.name.name == "values" and isinstance(kind, Enumeration):
        reading.names.used.add(("types", only.name))
        return Constant(ranks(kind), ListOf(kind), at)
    reading.names.need("tables", only.name)
    reading.names.used.add(("tables", only.name))
    table = reading.names.tables.get(only.name)
    wanted = "keys" if isinstance(table, LookupTable) else "results"
    if table is None or node.name.name != wanted:
        return None
    reading.names.used.add(("tables", only.name))
    if isinstance(table, LookupTable):
        return Constant(tuple(key for key, _ in table.rows), ListOf(table.key), at)
    return Apply("list", _results(table), ListOf(table.gives), at)


def _results(
    table: RollTable | DecisionTable | CrossTable | WeightedTable,
) -> tuple[Typed, ...]:
    """Return the distinct results of a table."""
    if isinstance(table, WeightedTable):
        return tuple(Constant(value, table.gives) for value, _ in table.weights)
    if isinstance(table, CrossTable):
        missing = () if table.missing is None else (table.missing,)
        return tuple(dict.fromkeys((*(cell for *_, cell in table.cells), *missing)))
    if isinstance(table, RollTable):
        plainly = (row.gives for row in table.rows if row.rolls is None)
        return tuple(dict.fromkeys(plainly))
    return tuple(dict.fromkeys(row.gives for row in table.rows))


def _declared(reading: Binder, node: tree.Call, section: str, scope: Scope) -> Typed:
    names, name = reading.names, node.name.name
    names.used.add((section, name))
    at = reading.place.span(node.at)
    if not names.need(section, name):
        message = f"'{name}' calls itself, directly or through others"
        return reading.lost("R506", node.name.at, message, hint=CYCLE_HINT)
    found = getattr(names, section).signature(name)
    if found is None:
        return Invalid(at)
    if isinstance(found, (LookupTable, CrossTable)):
        hint = f"write {name}[...]"
        return reading.lost("R401", node.at, f"'{name}' is read by its key", hint=hint)
    if isinstance(found, RollTable) and isinstance(found.rolled, ListOf):
        message = f"rows of '{name}' roll, so that it has no value in an expression"
        hint = f"a step rolls on it: call: {name}()"
        return reading.lost("R403", node.at, message, hint=hint)
    takes = _takes(found)
    given = arguments(reading, node, takes, scope)
    gives = found.type if section == "modifiers" else found.gives
    if given is None:
        return Invalid(at)
    return Use(section, name, given, gives, at)


def _takes(found: object) -> tuple[Parameter, ...]:
    if isinstance(found, RollTable):
        return (Parameter("number", found.of),)
    takes: tuple[Parameter, ...] = getattr(found, "takes", ())
    return takes


def _record(reading: Binder, node: tree.Call, kind: Type, scope: Scope) -> Typed:
    assert isinstance(kind, Record)
    takes = tuple(Parameter(name, each) for name, each in kind.fields)
    given = arguments(reading, node, takes, scope)
    return Apply("record", given or (), kind, reading.place.span(node.at))


def _sum_part(reading: Binder, node: tree.Call, of: Typed, kind: SumOf) -> Typed:
    name = node.name.name
    at = reading.place.span(node.at)
    order = [(group, row) for group, rows in kind.groups for row in rows]
    chosen: list[int] = [] if name != "total" else list(range(len(order)))
    for each in node.arguments[1:]:
        word = each.name if isinstance(each, tree.Word) else getattr(each, "text", "")
        found = [
            index
            for index, (group, row) in enumerate(order)
            if tree.name_of(each) == (row if name == "applied" else group)
        ]
        if not found:
            known = [row if name == "applied" else group for group, row in order]
            what = "row" if name == "applied" else "group"
            message = f"{kind.modifiers} has no {what} '{word}'"
            return reading.lost(
                "R301", each.at, message, hint=did_you_mean(word, known)
            )
        chosen += found
    if name == "without":
        chosen = [index for index in range(len(order)) if index not in chosen]
    gives: Type = (
        kind if name == "without" else Boolean() if name == "applied" else Number()
    )
    if isinstance(gives, Number):
        gives = _sum_bounds(reading, kind, chosen)
    if isinstance(gives, Unknown):
        return Invalid(at)
    return SumPart(name, of, tuple(chosen), gives, at)


def _no_sum(reading: Binder, node: tree.Call, kind: Type) -> Typed:
    """Report a call like `total(n)` whose argument is no labelled sum."""
    at, name = node.arguments[0].at, node.name.name
    if isinstance(kind, Unknown):  # reported already
        return Invalid(reading.place.span(node.at))
    hint = "a list is added up by sum(L)" if isinstance(kind, ListOf) else ""
    message = f"'{name}' reads a labelled sum, and this is {spoken(kind)}"
    return reading.lost("R401", at, message, "what a set of modifiers gives", hint)


def _sum_bounds(reading: Binder, kind: SumOf, chosen: list[int]) -> Type:
    found = reading.names.modifiers.get(kind.modifiers)
    if found is None:
        return Number(whole=True)
    rows = found.rows
    parts = [(rows[i][1].add.type, rows[i][1].times) for i in chosen]
    figures = (add for add, _ in parts), (t.type for _, t in parts if t is not None)
    if any(isinstance(figure, Unknown) for each in figures for figure in each):
        return Unknown()
    is_whole = all(
        isinstance(add, Number)
        and add.whole
        and (times is None or (isinstance(times.type, Number) and times.type.whole))
        for add, times in parts
    )
    return Number(None, None, is_whole)


def _function(reading: Binder, node: tree.Call, scope: Scope) -> Typed:
    function = FUNCTIONS[node.name.name]
    count = len(node.arguments)
    if count < function.least or (function.most is not None and count > function.most):
        message = f"'{function.name}' takes {function.least}, not {count}"
        hint = f"it gives {function.says}"
        return reading.lost("R309", node.at, message, hint=hint)
    given: list[Typed] = []
    for index, each in enumerate(node.arguments):
        against = None
        if function.like is not None and index > function.like:
            kind = given[function.like].type
            item = kind.item if isinstance(kind, ListOf) else kind
            if enumeration_of(item) is not None:
                against = ListOf(item) if isinstance(each, tree.Series) else maybe(item)
        given.append(reading.read(each, scope, against))
    kinds = tuple(each.type for each in given)
    if any(isinstance(each, Unknown) for each in kinds):
        return Invalid(reading.place.span(node.at))
    try:
        gives = function.typing(kinds)
    except Mismatch as fault:
        at = node.arguments[fault.index].at
        hint = (
            "ask 'is not none' before" if isinstance(kinds[fault.index], Maybe) else ""
        )
        code = "R407" if hint else "R401"
        return reading.lost(
            code, at, f"this is {spoken(kinds[fault.index])}", fault.expected, hint
        )
    extra = function.extra(kinds) if function.extra else ()
    constants = tuple(Constant(each, whole()) for each in extra)
    return Apply(
        function.name, (*given, *constants), gives, reading.place.span(node.at)
    )


def table_cell(
    reading: Binder, node: tree.Bracket, name: tree.Word, scope: Scope
) -> Typed:
    """Read `table[key]` or `table[row, column]`."""
    names = reading.names
    at = reading.place.span(node.at)
    if not names.has("tables", name.name):
        known = [*(each for each, _ in scope.locals), *names.listed("tables")]
        hint = did_you_mean(name.name, known)
        return reading.lost("R301", name.at, f"unknown name '{name.name}'", hint=hint)
    names.used.add(("tables", name.name))
    if not names.need("tables", name.name):
        message = f"'{name.name}' reads itself, directly or through others"
        return reading.lost("R506", name.at, message, hint=CYCLE_HINT)
    table = names.tables.signature(name.name)
    if isinstance(table, LookupTable) and len(node.keys) == 1:
        key = reading.read(node.keys[0], scope, table.key)
        return Use("tables", name.name, (key,), RowOf(name.name, table.key), at)
    if isinstance(table, CrossTable) and len(node.keys) == 2:
        row = reading.read(node.keys[0], scope, table.row)
        column = reading.read(node.keys[1], scope, table.column)
        return Use("tables", name.name, (row, column), table.gives, at)
    if table is None:
        return Invalid(at)
    return reading.lost("R309", node.at, f"'{name.name}' is not read by so many keys")
