"""Kinds of claims: messages to seats, true or false, of one format."""

import re
from collections.abc import Iterator, Sequence
from collections.abc import Mapping as Mappings

from msgspec.structs import replace

from interpreter.diagnostics import Diagnostic, did_you_mean, problem, there_are
from interpreter.expressions.typed import Constant, Typed
from interpreter.ruleset.ruleset import Declaration
from interpreter.semantics.audience import EVERYONE, NOBODY
from interpreter.semantics.declarations import (
    IN_BRACES,
    ClaimKind,
    Fact,
    Field,
    Kind,
)
from interpreter.semantics.expressions.scope import Scope, spoken
from interpreter.semantics.expressions.yaml_values import figure, rule_of, text_of
from interpreter.semantics.names import Names
from interpreter.semantics.sections.drawing import claim_drawn
from interpreter.semantics.sections.types import type_of
from interpreter.source import Name, Span, normalised
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
    enumeration_of,
    maybe,
    present,
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
        says = "" if said is None else _sentence(names, said, named)
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
    says = () if said is None else tuple(_says(names, name, kind, said))
    return Fact(key, name.text, kind, None, name.span, words or name.text, says)


OTHER = "other"
_NONE, _YES, _NO = "none", "yes", "no"


def _says(
    names: Names, fact: ScalarNode, kind: Type, node: Node
) -> Iterator[tuple[str, str]]:
    """Yield the sentences of a fact by its value as text, "" for any other."""
    if not isinstance(node, MappingNode):
        text = _sentence(names, node, [fact.name])
        if not IN_BRACES.search(text):
            message = f"this says the same whatever '{fact.text}' is"
            hint = f"write {{{fact.text}}} where its value stands, or a map by value"
            names.problems.append(problem("R203", node.span, message, hint=hint))
        yield "", text
        return
    known, is_right = _values_told(kind), True
    for key, said in node.entries:
        text = _sentence(names, said, [fact.name])
        if key.name == OTHER:
            yield "", text
        elif key.name in known or _is_one_of(key.text, present(kind)):
            yield key.name, text
        else:
            hint = did_you_mean(key.text, known.values()) or _there_is(kind, known)
            message = f"'{key.text}' is no value of '{fact.text}'"
            names.problems.append(problem("R301", key.span, message, hint=hint))
            is_right = False
    left = [text for name, text in known.items() if name not in node and name != OTHER]
    if is_right and OTHER not in node and (left or not _is_listed(present(kind))):
        which = left[0] if left else "another"
        message = f"nothing says '{fact.text}' if it is {which}"
        names.problems.append(
            problem("R501", node.span, message, expected=OTHER, hint="or each value")
        )


def _values_told(kind: Type) -> Mappings[Name, str]:
    """Return the texts of the values of a type, if they can be listed; those of others
    are none, where it may be none, and any other."""
    texts: list[str] = []
    if isinstance(kind, Maybe | ListOf):
        texts.append(_NONE)
    one = present(kind)
    words = enumeration_of(one)
    if words is not None:
        texts += [words.values[rank] for rank in ranks(one)]
    elif isinstance(one, Boolean):
        texts += (_YES, _NO)
    return {normalised(each): each for each in (*texts, OTHER)}


def _is_listed(kind: Type) -> bool:
    """Tell whether all values of a type can be listed."""
    return isinstance(kind, Boolean) or enumeration_of(kind) is not None


def _is_one_of(text: str, kind: Type) -> bool:
    """Tell whether a text is that of a value of a type whose values are not listed."""
    if isinstance(kind, Text):
        return True
    if not isinstance(kind, Number) or not re.fullmatch(r"-?[0-9]{1,18}", text):
        return False
    low, high, number = kind.low, kind.high, int(text)
    return (low is None or low <= number) and (high is None or number <= high)


def _there_is(kind: Type, known: Mappings[Name, str]) -> str:
    if isinstance(present(kind), Number):
        return f"a single whole number, or {there_are(known.values())}"
    return there_are(known.values())


def _sentence(names: Names, node: Node, known: Sequence[str]) -> str:
    """Return a sentence in which only names that are known stand in braces, each as it
    is known."""
    text = text_of(node)
    for found in IN_BRACES.finditer(text):
        if _named(found) not in known:
            _say_unknown(names, node, found, known)
    if "{" in (left := IN_BRACES.sub("", text)) or "}" in left:
        message = "a brace stands by itself here"
        hint = "a name stands between { and }"
        names.problems.append(problem("R203", node.span, message, hint=hint))
    return IN_BRACES.sub(lambda found: f"{{{_named(found)}}}", text)


def _say_unknown(
    names: Names, node: Node, found: re.Match[str], known: Sequence[str]
) -> None:
    span = node.part(*found.span()) if isinstance(node, ScalarNode) else node.span
    written = [each.replace("_", " ") for each in known]
    listed = ", ".join(f"{{{each}}}" for each in written)
    hint = f"here may stand {listed}" if known else "write it without braces"
    hint = did_you_mean(found[1].strip(), written) or hint
    message = f"'{found[1]}' stands for nothing here"
    names.problems.append(problem("R301", span, message, hint=hint))


def _named(found: re.Match[str]) -> Name:
    return normalised(found[1].strip())


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
