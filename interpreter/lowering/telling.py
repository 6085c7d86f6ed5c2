"""Steps that tell a seat something, true or false.

A tell that may lie becomes, in instructions that every driver knows: the truth of each
fact that is shown; then, when something is to be false, a draw of which facts are, and
for each of these a draw among the values that are not true. So false content is chance
like any other: keyed, exact in odds, drawn once and kept in the claim. The truth is
found out before it is known whether it will be told; so a fault tells nothing.

A fact whose `may_be` reads an earlier one follows it: it is false wherever that one is,
among the values that go with what is told of that one. So no report gives itself away
by facts that cannot be true together. Where the truth alone goes with it, that is told
(2026-11-21): a judge may write a place that lies just as far away.
"""

from collections.abc import Callable, Mapping
from collections.abc import Mapping as Map

from msgspec import Struct
from msgspec.structs import replace

from interpreter.diagnostics import did_you_mean
from interpreter.expressions.typed import (
    Apply,
    Collect,
    Constant,
    FieldRead,
    IfElse,
    Invalid,
    Local,
    RecordRead,
    Template,
    Typed,
    Use,
    applied,
    substituted,
)
from interpreter.ir.instructions import (
    HIDDEN,
    Choice,
    Draw,
    Instruction,
    Let,
    Site,
    Tell,
    When,
)
from interpreter.ir.walking import free
from interpreter.lowering.blocks import Lowered, Lowering, Step
from interpreter.lowering.chance import seat
from interpreter.lowering.hiding import NONE, ShownFacts, facts_shown, inside
from interpreter.semantics.audience import JUDGE_ALONE
from interpreter.semantics.declarations import ClaimKind, Fact, Formula
from interpreter.semantics.expressions.scope import Scope, spoken
from interpreter.semantics.expressions.yaml_values import figure
from interpreter.semantics.names import Names
from interpreter.values.conversions import fit
from interpreter.values.log import STORE
from interpreter.values.types import (
    JUDGE,
    Boolean,
    Claim,
    ListOf,
    MapOf,
    Nothing,
    Record,
    Seat,
    Text,
    Type,
    Unknown,
    whole,
)
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode

WHICH_ARE_FALSE = Template(("which facts are false",))


def lied(
    lowering: Lowering,
    step: Step,
    scope: Scope,
    claim: ClaimKind,
    shown: ShownFacts,
    given: Mapping[int, Typed],
    about: Typed,
) -> tuple[tuple[Instruction, ...], dict[int, Typed]]:
    """Return what finds out what is said of each fact, and where it then stands."""
    exact, most = step.clause("lies"), step.clause("lies_at_most")
    if exact is not None and most is not None:
        message = "'lies' says already how many facts are false"
        lowering.say("R101", most.span, message, "'lies' or 'lies_at_most'")
    node = most if exact is None else exact
    number = lowering.read(node, scope, whole(0))
    by = seat(lowering, step, scope, "lies_by")
    if by is None and not any(claim.facts[place].may_be for place in given):
        span = step.verb.span if node is None else node.span
        message = f"nothing says what a false '{claim.title}' may say"
        lowering.say("R102", span, message, "may_be of a fact, or lies_by: judge")
    judge = Constant(JUDGE, Seat(lowering.names.seat_kind))
    lying = _Lying(
        *(lowering, step.site, claim, shown, about),
        *(by or judge, by is not None, exact is None),
    )
    return lying.told(given, number)


class _Lying(Struct, frozen=True):
    lowering: Lowering
    site: Site
    claim: ClaimKind
    shown: ShownFacts
    about: Typed
    by: Typed
    written: bool
    at_most: bool

    def told(
        self, given: Mapping[int, Typed], number: Typed
    ) -> tuple[tuple[Instruction, ...], dict[int, Typed]]:
        """Return the instructions and the local of each fact as it is told."""
        made: list[Instruction] = []
        truths: dict[int, Local] = {}
        for place, value in given.items():
            guarded = self._if_shown(place, value, Constant(None, value.type))
            truths[place] = self._let(made, f"truth_{place}", guarded)
        count = self._let(made, "lies", number)
        reported = {
            place: Local(self._name(f"said_{place}"), truth.type)
            for place, truth in truths.items()
        }
        true = tuple(self._true(reported[place], truths[place]) for place in truths)
        false = self._false(truths, reported, count)
        many = Apply(">", (count, Constant(0, whole(0, 0))), Boolean())
        made.append(When(self.site, many, false, true))
        return tuple(made), dict(reported)

    def _name(self, name: str) -> str:
        return self.lowering.unique(f"{HIDDEN}{name}")

    def _let(self, made: list[Instruction], name: str, value: Typed) -> Local:
        unique = self._name(name)
        made.append(Let(self.site, unique, value))
        return Local(unique, value.type)

    def _true(self, reported: Local, truth: Local) -> Instruction:
        return Let(self.site, reported.name, truth)

    def _if_shown(self, place: int, value: Typed, other: Typed) -> Typed:
        if self.shown.always is not None:
            return value
        test = inside(self.claim, place, self.shown.listed)
        return IfElse(test, value, other, value.type)

    def _false(
        self, truths: Mapping[int, Local], reported: Mapping[int, Local], count: Local
    ) -> tuple[Instruction, ...]:
        """Choose which facts are false, then what is said of each."""
        made: list[Instruction] = []
        others = {
            place: self._let(made, f"others_{place}", self._others(place, truths))
            for place in truths
            if self.claim.facts[place].may_be is not None
        }
        can = self._let(made, "can", self._liable(others))
        if self.at_most:
            count = self._let(made, "capped", _capped(count, can))
        which = Local(self._name("which"), ListOf(self.claim.fact))
        made += self._which(which, can, count)
        for place, truth in truths.items():
            other = others.get(place)
            if other is None and not self.written:
                made.append(self._true(reported[place], truth))
                continue
            test, before = inside(self.claim, place, which), self._before(place, truths)
            if before:
                fitting = self._others(place, {**reported, place: truth})
                other = self._let(made, f"fitting_{place}", fitting)
                follows = self._follows(place, before, truths, reported)
                could = Apply(
                    "or",
                    (_some(other), self._clashes(place, truth, reported)),
                    Boolean(),
                )
                if self.at_most:  # a chosen fact too: the truth may be all that goes
                    test = Apply("and", (test, could), Boolean())
                follows = Apply("and", (follows, could), Boolean())
                test = Apply("or", (test, follows), Boolean())
            untrue = self._untrue(
                self.claim.facts[place], reported[place], truth, other
            )
            true = (self._true(reported[place], truth),)
            made.append(When(self.site, test, untrue, true))
        return tuple(made)

    def _before(self, place: int, truths: Mapping[int, Local]) -> tuple[int, ...]:
        """Return the earlier facts that a fact follows."""
        may_be = self.claim.facts[place].may_be
        read = frozenset[str]() if may_be is None else free(may_be)
        return tuple(
            e for e in truths if e < place and self.claim.facts[e].name in read
        )

    def _follows(
        self,
        place: int,
        before: tuple[int, ...],
        truths: Mapping[int, Local],
        reported: Mapping[int, Local],
    ) -> Typed:
        """Return whether a fact is shown, and one that it follows false."""
        follows: Typed = Constant(False, Boolean())
        for each in before:
            differs = Apply("is_not", (reported[each], truths[each]), Boolean())
            follows = Apply("or", (follows, differs), Boolean())
        return self._if_shown(place, follows, Constant(False, Boolean()))

    def _clashes(
        self, place: int, truth: Local, reported: Mapping[int, Local]
    ) -> Typed:
        """Return whether the truth does not go with what is told of those before."""
        every = self._every(place, {**reported, place: truth})
        return Apply("not_in", (truth, every), Boolean())

    def _every(self, place: int, reported: Mapping[int, Local]) -> Typed:
        """Return all that a fact may be, its truth in `reported`, beside what is
        reported of those before it."""
        fact, truth = self.claim.facts[place], reported[place]
        assert fact.may_be is not None
        every = substituted(fact.may_be, "truth", truth)
        every = substituted(every, "about", self.about)
        for number, earlier in enumerate(self.claim.facts[:place]):
            value: Typed = reported.get(number, Constant(None, Nothing()))
            every = substituted(every, earlier.name, value)
        return every

    def _others(self, place: int, reported: Mapping[int, Local]) -> Typed:
        """Return the same but the truth."""
        fact, truth = self.claim.facts[place], reported[place]
        every = self._every(place, reported)
        each = Local(self._name("other"), fact.type)
        differs = Apply("is_not", (each, truth), Boolean())
        kind = ListOf(fact.type)
        found = Collect("list", each, each.name, every, differs, (), kind, every.span)
        return self._if_shown(place, found, Constant((), kind))

    def _liable(self, others: Mapping[int, Local]) -> Typed:
        """Return the facts of which something untrue could be said by chance."""
        kind = ListOf(self.claim.fact)
        none = Constant((), kind)
        parts = tuple(
            IfElse(_some(other), Constant((place,), kind), none, kind)
            for place, other in others.items()
        )
        return Apply("joined", (Apply("list", parts, ListOf(kind)),), kind)

    def _which(self, which: Local, can: Local, count: Local) -> list[Instruction]:
        site, by = self._at("lies"), self.by
        if not self.written:
            enough = Apply("enough", (can, count), can.type)
            rest = (None, count, None, by, WHICH_ARE_FALSE)
            return [Draw(site, which.name, "lies", enough, *rest)]
        given = (site, which.name, "lies", can, None, count, None)
        draw = Draw(*given, by, WHICH_ARE_FALSE, written=True)
        listed = self.shown.listed
        most = Apply("count", (listed,), whole(0))
        enough = Apply("enough", (listed, count), can.type)
        asked = replace(site, say=WHICH_ARE_FALSE)
        ask = Choice(
            asked, which.name, "lies", which.type, by, enough, how_many=(count, most)
        )
        fits = Apply("<=", (count, Apply("count", (can,), whole(0))), Boolean())
        return [When(self.site, fits, (draw,), (ask,))]

    def _untrue(
        self, fact: Fact, reported: Local, truth: Local, other: Local | None
    ) -> tuple[Instruction, ...]:
        """Draw something else, or have it written where a judge is there to do it."""
        label, by = f"false {fact.title}", self.by
        site = self._at(f"false_{fact.name}")
        purpose = Template(("what is told instead of ", truth))
        name = self._name("false") if self.written else reported.name
        made: list[Instruction] = []
        if other is not None:
            given = (site, name, label, other, None, None, None)
            made.append(Draw(*given, by, purpose, self.written))
        if not self.written:
            return tuple(made)
        kind: Type = fact.type
        differs = Apply("is_not", (Local(name, kind), truth), Boolean())
        ask = Choice(
            replace(site, say=purpose),
            name,
            label,
            kind,
            by,
            None,
            such_that=differs,
            open_type=kind,
        )
        if other is not None:
            made = [When(self.site, _some(other), tuple(made), (ask,))]
        else:
            made = [ask]
        checked = Apply("untrue", (Local(name, kind), truth), kind)
        return (*made, Let(self.site, reported.name, checked))

    def _at(self, name: str) -> Site:
        path = f"{self.site.path}.{name}"
        # Who sees the step that tells must not see that it lies.
        return replace(self.site, path=path, seen_by=JUDGE_ALONE)


def _capped(count: Local, can: Local) -> Typed:
    """Return a number of facts, at most as many as can be false and at least one."""
    possible = Apply("count", (can,), whole(0))
    enough = Apply("<=", (count, possible), Boolean())
    fewer = IfElse(_some(can), possible, Constant(1, whole(1, 1)), whole(0))
    return IfElse(enough, count, fewer, whole(0))


def _some(listed: Local) -> Typed:
    return Apply(
        ">", (Apply("count", (listed,), whole(0)), Constant(0, whole(0, 0))), Boolean()
    )


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
    name = step.value.name if isinstance(step.value, ScalarNode) else ""
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
        place = names.get(key.name)
        if place is None:
            hint = did_you_mean(key.name, names)
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
