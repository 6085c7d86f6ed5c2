"""The verb that tells: a claim for a seat, true or false in the same shape."""

from collections.abc import Callable
from collections.abc import Mapping as Map

from interpreter.diagnostics import did_you_mean
from interpreter.expressions.typed import (
    Apply,
    Constant,
    FieldRead,
    IfElse,
    Invalid,
    Local,
    RecordRead,
    Typed,
    Use,
    applied,
)
from interpreter.ir.instructions import HIDDEN, Instruction, Let, Site, Tell
from interpreter.lowering.blocks import Lowered, Lowering, Step
from interpreter.lowering.chance import seat
from interpreter.lowering.false_reports import lied
from interpreter.lowering.shown_facts import NONE, ShownFacts, facts_shown
from interpreter.semantics.declarations import ClaimKind, Formula
from interpreter.semantics.expressions.scope import Scope, spoken
from interpreter.semantics.expressions.yaml_values import figure
from interpreter.semantics.names import Names
from interpreter.values.conversions import fit
from interpreter.values.log import STORE
from interpreter.values.names import plain
from interpreter.values.types import (
    Claim,
    ListOf,
    MapOf,
    Nothing,
    Record,
    Seat,
    Text,
    Type,
    Unknown,
)
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode

# One part of a record without the others: only what is asked for is evaluated.


def projected(
    lowering: Lowering, site: Site, value: Typed
) -> tuple[list[Instruction], Callable[[int], Typed]]:
    """Return what is bound first, and the field of a record by its place.

    A formula is looked into, so that a field that is not wanted is not worked out; its
    arguments are worked out once.
    """
    made: list[Instruction] = []
    if isinstance(value, Use):
        given = []
        for each in value.arguments:
            if not isinstance(each, (Constant, Local)):
                name = lowering.unique(f"{HIDDEN}given")
                made.append(Let(site, name, each))
                each = Local(name, each.type)
            given.append(each)
        value = Use(value.section, value.name, tuple(given), value.type, value.span)
    return made, lambda index: _field(lowering.names, value, index)


def _body(formula: Formula, call: Use) -> Typed:
    """Return what a formula says of its arguments."""
    pairs = zip(formula.takes, call.arguments, strict=True)
    return applied(formula.body, {takes.name: given for takes, given in pairs})


def _field(names: Names, node: Typed, index: int) -> Typed:
    kind = node.type
    assert isinstance(kind, Record)
    name, own = kind.fields[index]
    match node:
        case Apply(name="record"):
            return node.arguments[index]
        case IfElse():
            then, other = (_field(names, e, index) for e in (node.then, node.other))
            return IfElse(node.condition, then, other, own, node.span)
        case Use(section="formulas") | Use(section="derived"):
            formula = names.formulas.get(node.name)
            if formula is not None and isinstance(formula.body.type, Record):
                return _field(names, _body(formula, node), index)
    return RecordRead(node, index, name, own, node.span)


_FRESH = (
    *("about", "label", "facts", "facts_from", "show"),
    *("lies", "lies_at_most", "lies_by"),
)


def tell(lowering: Lowering, step: Step, scope: Scope) -> Lowered:
    """Tell a seat something; `as` binds the claim."""
    claim = _kind(lowering, step)
    if claim is None:
        return (), scope
    to = seat(lowering, step, scope, "to") or Constant(
        None, Seat(lowering.names.seat_kind)
    )
    made: tuple[Instruction, ...]
    if step.clause("same") is None:
        made, parts = _fresh(lowering, step, scope, claim)
    else:
        made, parts = _again(lowering, step, scope, claim)
    as_node = step.clause("as")
    if isinstance(as_node, ScalarNode):
        kind = Claim(claim.name)
        name, scope = lowering.bind(scope, lowering.named(as_node, scope), kind)
    else:
        name = lowering.unique(f"{HIDDEN}claim")
    return (*made, Tell(step.site, name, claim.name, to, *parts)), scope


def _kind(lowering: Lowering, step: Step) -> ClaimKind | None:
    claims = lowering.names.claims
    name = plain(step.value.text) if isinstance(step.value, ScalarNode) else ""
    if name in claims:
        lowering.names.used.add(("claims", name))
        return claims[name]
    hint, expected = did_you_mean(name, claims), ", ".join(claims)
    message = f"'{name}' is no kind of claim"
    lowering.say("R301", step.value.span, message, expected, hint)
    return None


Parts = tuple[Typed, Typed, Typed]
"""What a claim is about, its label, its facts."""


def _again(
    lowering: Lowering, step: Step, scope: Scope, claim: ClaimKind
) -> tuple[tuple[Instruction, ...], Parts]:
    """Tell a claim again: the same in all but its moment."""
    for clause in _FRESH:
        node = step.clause(clause)
        if node is not None:
            message = f"a claim that is told again has no '{clause}' of its own"
            lowering.say("R101", node.span, message)
    old = lowering.read(step.clause("same"), scope, Claim())
    given = old.type
    if isinstance(given, Claim) and given.kind not in ("", claim.name):
        span = step.node.span if old.span is None else old.span
        lowering.say("R401", span, f"this is {spoken(given)}", claim.title)
    name = lowering.unique(f"{HIDDEN}same")
    own = Local(name, Claim(claim.name))
    wanted = Constant(claim.name, Text())
    checked = Apply("of_kind", (old, _part(old, "kind", Text()), wanted), own.type)
    facts = _part(own, "facts", MapOf(claim.fact, Unknown()))
    about = _part(own, "about", claim.about or Nothing())
    label = _part(own, "label", claim.label or Nothing())
    return (Let(step.site, name, checked),), (about, label, facts)


def _part(claim: Typed, name: str, kind: Type) -> Typed:
    return FieldRead(claim, STORE, name, kind, claim.span)


def _fresh(
    lowering: Lowering, step: Step, scope: Scope, claim: ClaimKind
) -> tuple[tuple[Instruction, ...], Parts]:
    made: list[Instruction] = []
    about = _clause(lowering, step, scope, "about", claim.about)
    label = _clause(lowering, step, scope, "label", claim.label)
    if not isinstance(about, (Constant, Local)):
        name = lowering.unique(f"{HIDDEN}about")
        made.append(Let(step.site, name, about))
        about = Local(name, about.type)
    lets, given = _given(lowering, step, scope, claim)
    made += lets
    shown = _shown(lowering, step, scope, claim, given)
    if shown.always is None:
        name = lowering.unique(f"{HIDDEN}shown")
        made.append(Let(step.site, name, shown.listed))
        shown = ShownFacts(Local(name, shown.listed.type), None)
    else:
        given = {rank: given[rank] for rank in shown.always if rank in given}
    if step.clause("lies") is not None or step.clause("lies_at_most") is not None:
        lies, given = lied(lowering, step, scope, claim, shown, given, about)
        made += lies
    return tuple(made), (about, label, facts_shown(claim, shown, given))


def _clause(
    lowering: Lowering, step: Step, scope: Scope, clause: str, wanted: Type | None
) -> Typed:
    node = step.clause(clause)
    if node is None:
        if wanted is not None:
            message = f"'{step.text('tell')}' needs '{clause}'"
            lowering.say("R102", step.verb.span, message, spoken(wanted))
        return NONE
    if wanted is None:
        message = f"'{step.text('tell')}' declares no '{clause}'"
        lowering.say("R101", node.span, message)
        return NONE
    return lowering.read(node, scope, wanted)


def _given(
    lowering: Lowering, step: Step, scope: Scope, claim: ClaimKind
) -> tuple[list[Instruction], dict[int, Typed]]:
    """Return the truth of each fact that is given, by its place."""
    node, whole = step.clause("facts"), step.clause("facts_from")
    if whole is not None:
        if node is not None:
            lowering.say("R101", node.span, "'facts_from' gives every fact already")
        return _from_record(lowering, step, scope, claim, whole)
    found: dict[int, Typed] = {}
    names = {fact.name: place for place, fact in enumerate(claim.facts)}
    if node is not None and not isinstance(node, MappingNode):
        lowering.say("R103", node.span, "facts are a map", "fact: expression")
    for key, value in node.entries if isinstance(node, MappingNode) else ():
        place = names.get(plain(key.text))
        if place is None:
            hint = did_you_mean(plain(key.text), names)
            message = f"'{claim.title}' has no fact '{key.text}'"
            lowering.say("R308", key.span, message, ", ".join(names), hint)
        else:
            found[place] = lowering.read(value, scope, claim.facts[place].type)
    return [], dict(sorted(found.items()))


def _from_record(
    lowering: Lowering, step: Step, scope: Scope, claim: ClaimKind, node: Node
) -> tuple[list[Instruction], dict[int, Typed]]:
    value = lowering.read(node, scope)
    kind = value.type
    if isinstance(kind, Unknown):  # a problem says why; nothing follows from it
        return [], dict.fromkeys(range(len(claim.facts)), Invalid(node.span))
    if not isinstance(kind, Record):
        lowering.say("R401", node.span, f"this is {spoken(kind)}", "a record")
        return [], {}
    lets, part = projected(lowering, step.site, value)
    found: dict[int, Typed] = {}
    for place, fact in enumerate(claim.facts):
        index = kind.index(fact.name)
        if index is None:
            continue
        given = kind.fields[index][1]
        if fit(given, fact.type) != "yes":
            message = f"'{fact.title}' is {spoken(given)}"
            lowering.say("R401", node.span, message, spoken(fact.type))
        found[place] = part(index)
    return lets, found


def _shown(
    lowering: Lowering,
    step: Step,
    scope: Scope,
    claim: ClaimKind,
    given: Map[int, Typed],
) -> ShownFacts:
    """Read which facts are shown; without `show` all that are given."""
    kind = ListOf(claim.fact)
    node = step.clause("show")
    if node is None:
        always = tuple(given)
        return ShownFacts(Constant(always, kind), always)
    read = figure(lowering.names, node, kind, scope)
    shown = ShownFacts(read, _ranks(read))
    wanted = range(len(claim.facts)) if shown.always is None else shown.always
    known = step.clause("facts") or step.clause("facts_from")
    for place in wanted:
        if place not in given and known is not None:
            message = f"'{claim.facts[place].title}' may be shown but is not given"
            lowering.say("R102", known.span, message, spoken(claim.facts[place].type))
    if known is None:
        lowering.say("R102", node.span, "what is shown is not given", "facts")
    return shown


def _ranks(node: Typed) -> tuple[int, ...] | None:
    """Return the facts of a list that is always the same, in their order."""
    if isinstance(node, Constant) and isinstance(node.value, tuple):
        return tuple(sorted(set(node.value)))
    if isinstance(node, Apply) and node.name == "list":
        ranks = [e.value for e in node.arguments if isinstance(e, Constant)]
        if len(ranks) == len(node.arguments):
            return tuple(sorted({each for each in ranks if isinstance(each, int)}))
    return None
