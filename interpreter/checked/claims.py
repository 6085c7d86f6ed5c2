"""Claims in expressions: `claims_to`, `told`, and the parts of a claim."""

from collections.abc import Mapping

from interpreter.checked.declared import ClaimKind, Fact
from interpreter.checked.place import spoken
from interpreter.checked.reader import Reader
from interpreter.checked.scope import Scope
from interpreter.checked.words import no_field
from interpreter.language import tree
from interpreter.language.typed import (
    Apply,
    ClaimsTo,
    Collect,
    Constant,
    FieldRead,
    IfElse,
    Local,
    Typed,
)
from interpreter.problems import did_you_mean
from interpreter.source import Span
from interpreter.values.claims import OWN, STORE
from interpreter.values.names import plain
from interpreter.values.types import (
    INTEGER,
    Claim,
    ListOf,
    MapOf,
    Moment,
    Nothing,
    Seat,
    Truth,
    Type,
    maybe,
)

FUNCTIONS: Mapping[str, str] = {
    "claims_to": "claims_to(seat, kind of claim)",
    "told": "told(seat, fact, about)",
}


def known_by(reading: Reader, node: tree.Call, scope: Scope) -> Typed:
    """Read a call of one of FUNCTIONS."""
    wanted = FUNCTIONS[node.name.name]
    count = 2 if node.name.name == "claims_to" else _count(reading, node)
    if len(node.arguments) != count:
        message = f"'{node.name.name}' takes {count}, not {len(node.arguments)}"
        return reading.lost("R309", node.at, message, wanted)
    wanted_seat = Seat(reading.names.seat_kind)
    seat = reading.read(node.arguments[0], scope, wanted_seat)
    if node.name.name == "claims_to":
        return _claims_to(reading, node, seat)
    return _told(reading, node, seat, scope)


def _count(reading: Reader, node: tree.Call) -> int:
    """Return how many `told` takes: of a kind that is about nothing only two."""
    name = _word(node.arguments[1]) if len(node.arguments) > 1 else ""
    found = _owners(reading, name)
    return 2 if found and all(kind.about is None for kind, _ in found) else 3


def _word(node: tree.Tree) -> str:
    if isinstance(node, tree.Word):
        return node.name
    return plain(node.text) if isinstance(node, tree.Quoted) else ""


def _claims_to(reading: Reader, node: tree.Call, seat: Typed) -> Typed:
    name = _word(node.arguments[1])
    claims = reading.names.claims
    if name not in claims:
        at, hint = node.arguments[1].at, did_you_mean(name, claims)
        message = f"'{name}' is no kind of claim"
        return reading.lost("R301", at, message, ", ".join(claims), hint)
    span = reading.place.span(node.at)
    return ClaimsTo(seat, name, ListOf(Claim(name)), span)


def _owners(reading: Reader, name: str) -> list[tuple[ClaimKind, Fact]]:
    every = reading.names.claims.values()
    return [(kind, fact) for kind in every for fact in kind.facts if fact.name == name]


def _told(reading: Reader, node: tree.Call, seat: Typed, scope: Scope) -> Typed:
    """Read what was told last of a fact: a value, or none."""
    name, where = _word(node.arguments[1]), node.arguments[1].at
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
        same = Apply("is", (_part(each, "about", kind.about), about), Truth())
        test = Apply("and", (same, test), Truth())
    value = _value(each, kind, fact)
    source = ClaimsTo(seat, kind.name, claims, at)
    told = Collect("list", value, each.name, source, test, (), ListOf(fact.type), at)
    one = Constant(1, INTEGER)
    last = Apply("last_of", (told, one), ListOf(fact.type), at)
    return Apply("first", (last,), maybe(fact.type), at)


def part_of_claim(reading: Reader, base: Typed, kind: Claim, name: tree.Word) -> Typed:
    """Read a part of a claim: to whom, about what, its label, a fact (or none)."""
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
    """Return the facts that a claim shows: a map from the place among all facts."""
    return _part(base, "facts", MapOf(kind.fact, INTEGER))


def _shows(base: Typed, kind: ClaimKind, fact: Fact) -> Typed:
    keys = Apply("keys", (facts_of(base, kind),), ListOf(kind.fact))
    return Apply("in", (_rank(kind, fact), keys), Truth())


def _value(base: Typed, kind: ClaimKind, fact: Fact) -> Typed:
    return Apply("at", (facts_of(base, kind), _rank(kind, fact)), fact.type)


def _rank(kind: ClaimKind, fact: Fact) -> Constant:
    return Constant(kind.facts.index(fact), kind.fact)
