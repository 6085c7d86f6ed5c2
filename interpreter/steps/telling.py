"""The verb that tells: a claim for a seat, true or false in the same shape."""

from collections.abc import Mapping as Map

from interpreter.checked.declared import ClaimKind
from interpreter.checked.figures import figure
from interpreter.checked.place import spoken
from interpreter.checked.scope import Scope
from interpreter.document.nodes import Mapping, Node, Scalar
from interpreter.language.typed import Apply, Constant, FieldRead, Invalid, Local, Typed
from interpreter.problems import did_you_mean
from interpreter.program.instructions import HIDDEN, Instruction, Let, Tell
from interpreter.steps.chance import seat
from interpreter.steps.lowering import Lowered, Lowering
from interpreter.steps.lying import lied
from interpreter.steps.projecting import projected
from interpreter.steps.shown_facts import NONE, ShownFacts, facts_shown
from interpreter.steps.step import Step
from interpreter.values.claims import STORE
from interpreter.values.fit import fit
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
    if isinstance(as_node, Scalar):
        kind = Claim(claim.name)
        name, scope = lowering.bind(scope, lowering.named(as_node, scope), kind)
    else:
        name = lowering.unique(f"{HIDDEN}claim")
    return (*made, Tell(step.site, name, claim.name, to, *parts)), scope


def _kind(lowering: Lowering, step: Step) -> ClaimKind | None:
    claims = lowering.names.claims
    name = plain(step.value.text) if isinstance(step.value, Scalar) else ""
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
    if node is not None and not isinstance(node, Mapping):
        lowering.say("R103", node.span, "facts are a map", "fact: expression")
    for key, value in node.entries if isinstance(node, Mapping) else ():
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
