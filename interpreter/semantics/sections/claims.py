"""Kinds of claims: messages to seats, true or false, of one format."""

from collections.abc import Mapping as Mappings
from collections.abc import Sequence

from msgspec.structs import replace

from interpreter.diagnostics import Diagnostic, problem
from interpreter.expressions.typed import Constant, Typed
from interpreter.ruleset.ruleset import Declaration
from interpreter.semantics.audience import EVERYONE, NOBODY
from interpreter.semantics.declarations import (
    ClaimKind,
    Fact,
    Field,
    Kind,
)
from interpreter.semantics.expressions.scope import Scope, spoken
from interpreter.semantics.expressions.yaml_values import figure, rule_of, text_of
from interpreter.semantics.names import Names
from interpreter.semantics.sections.drawing import claim_drawn
from interpreter.semantics.sections.sentences import says_of, sentence
from interpreter.semantics.sections.types import type_of
from interpreter.source import Span
from interpreter.values.conversions import ranks
from interpreter.values.log import OWN, STORE, shape
from interpreter.values.types import (
    Boolean,
    Claim,
    Enumeration,
    EnumerationPart,
    ListOf,
    MapOf,
    Maybe,
    Moment,
    Number,
    Record,
    Seat,
    Text,
    Type,
    Unknown,
    maybe,
)
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode

MOST_VALUES = 100

Declarations = Mappings[str, Declaration]


def head_claims(names: Names, sections: Mappings[str, Declarations]) -> None:
    """Register the kinds, and the enumeration of the facts of each."""
    for section in ("entities", "types"):
        found = sections.get(section, {}).get(STORE)
        if found is not None:
            message = f"'{found.name}' is a type of the engine"
            hint = "choose another name"
            names.problems.append(problem("R305", found.span, message, hint=hint))
    for key, each in sections.get("claims", {}).items():
        listed = tuple(name.text for name, _ in _facts(each))
        enumeration = Enumeration(f"{key}_fact", listed)
        for name, section in (
            (enumeration.name, "types"),
            (key, "types"),
            (key, "entities"),
        ):
            twin = sections.get(section, {}).get(name)
            if twin is not None:
                message = f"the kind of claim '{each.name}' declares '{twin.name}' too"
                names.problems.append(problem("R306", twin.span, message))
        names.types[enumeration.name] = enumeration
        names.claims[key] = ClaimKind(key, each.name, None, None, (), each.span)


def type_claims(names: Names, declarations: Declarations) -> None:
    """Read subjects, labels and types of facts."""
    for key, each in declarations.items():
        about, label = (_type(names, each, part) for part in ("about", "label"))
        facts = tuple(_fact(names, name, value) for name, value in _facts(each))
        rule = rule_of(each.node)
        named = [
            part
            for part, kind in (("about", about), ("label", label))
            if kind is not None
        ]
        said = each.node.get("say") if isinstance(each.node, MappingNode) else None
        says = "" if said is None else sentence(names, said, named)
        names.claims[key] = ClaimKind(
            key, each.name, about, label, facts, each.span, rule, says=says
        )
        if silent := _silent(each, says, facts, about is not None):
            names.problems.append(silent)


def _silent(
    each: Declaration, says: str, facts: Sequence[Fact], has_subject: bool
) -> Diagnostic | None:
    """Return what players would read of a kind of claims as a list of fields, because
    the pack has no sentence for it."""
    silent = [fact.title for fact in facts if not fact.says]
    if not says:
        message = f"'{each.name}' is told as a list of fields, not in a sentence"
        about = "{about} was seen" if has_subject else "something was seen"
        return problem("R526", each.span, message, hint=f'say: "{about}"')
    if not silent:
        return None
    listed = ", ".join(f"'{name}'" for name in silent)
    message = f"'{each.name}' has no sentence for {listed}"
    hint = f'{silent[0]}: {{say: "... {{{silent[0]}}}", type: ...}}'
    return problem("R526", each.span, message, hint=hint)


def complete_claims(names: Names, declarations: Declarations) -> None:
    """Read the values of false facts, which may use tables and formulas."""
    for key, each in declarations.items():
        kind = names.claims[key]
        pairs = zip(kind.facts, _facts(each), strict=True)
        facts = tuple(
            replace(fact, may_be=_may_be(names, kind, place, node))
            for place, (fact, (_, node)) in enumerate(pairs)
        )
        drawn = claim_drawn(names, kind, each.node)
        names.claims[key] = replace(kind, facts=facts, drawn=drawn)


def _facts(each: Declaration) -> tuple[tuple[ScalarNode, Node], ...]:
    found = each.node.get("facts") if isinstance(each.node, MappingNode) else None
    return found.entries if isinstance(found, MappingNode) else ()


def _type(names: Names, each: Declaration, part: str) -> Type | None:
    node = each.node.get(part) if isinstance(each.node, MappingNode) else None
    if node is None:
        return None
    found = type_of(names, node)
    _refuse(names, node.span, found)
    return found


def _fact(names: Names, name: ScalarNode, value: Node) -> Fact:
    key = name.name
    if key in OWN:
        message = f"every claim has '{name.text}' already"
        names.problems.append(
            problem("R306", name.span, message, hint="choose another name")
        )
    node = value.get("type") if isinstance(value, MappingNode) else value
    kind: Type = Unknown() if node is None else type_of(names, node)
    _refuse(names, name.span, kind)
    words = text_of(value.get("title") if isinstance(value, MappingNode) else None)
    said = value.get("say") if isinstance(value, MappingNode) else None
    says = () if said is None else tuple(says_of(names, name, kind, said))
    return Fact(key, name.text, kind, None, name.span, words or name.text, says)


def _refuse(names: Names, span: Span, kind: Type) -> None:
    if shape(kind) is not None or _holds_claims(kind):
        message = f"a claim may not hold {spoken(kind)}"
        hint = "tell a number or a text of your own, such as the week"
        names.problems.append(problem("R607", span, message, hint=hint))


def _holds_claims(kind: Type) -> bool:
    match kind:
        case Claim():
            return True
        case Maybe() | ListOf():
            return _holds_claims(kind.item)
        case MapOf():
            return _holds_claims(kind.key) or _holds_claims(kind.value)
        case Record():
            return any(_holds_claims(each) for _, each in kind.fields)
        case _:
            return False


def _may_be(names: Names, kind: ClaimKind, place: int, node: Node) -> Typed | None:
    """Read the values from which a false fact is drawn.

    A type with few values allows them all. Earlier facts of the claim may be read; they
    are none if not shown.
    """
    fact = kind.facts[place]
    given = node.get("may_be") if isinstance(node, MappingNode) else None
    listed = ListOf(fact.type)
    if given is None:
        values = _values(fact.type)
        return None if values is None else Constant(values, listed)
    scope = Scope()
    for each in kind.facts[:place]:
        scope = scope.bind(each.name, maybe(each.type))
    scope = scope.bind("truth", fact.type)
    if kind.about is not None:
        scope = scope.bind("about", kind.about)
    return figure(names, given, listed, scope)


def _values(kind: Type) -> tuple[object, ...] | None:
    match kind:
        case Boolean():
            return (True, False)
        case Enumeration() | EnumerationPart():
            found: tuple[object, ...] = ranks(kind)
        case Number(low=int() as low, high=int() as high, whole=True):
            found = tuple(range(low, min(high, low + MOST_VALUES) + 1))
        case _:
            return None
    return found if len(found) <= MOST_VALUES else None


def claim_store(names: Names, declarations: Declarations) -> dict[str, Kind]:
    """Return the kind whose rows are claims, if there are any; rows are only
    appended."""
    if not declarations:
        return {}
    span = next(iter(declarations.values())).span
    types: tuple[tuple[str, Type], ...] = (
        ("kind", Text()),
        ("to", Seat(names.seat_kind)),
        ("about", Unknown()),
        ("label", Unknown()),
        ("facts", MapOf(Number(whole=True), Unknown())),
        ("moment", Moment()),
    )
    # Who holds a claim may read all of it; which ones he holds, `claims_to` says.
    fields = tuple(Field(name, kind, EVERYONE, None, span) for name, kind in types)
    return {STORE: Kind(STORE, fields, {}, False, span, seen_by=NOBODY)}
