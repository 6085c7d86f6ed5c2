"""Who may know a value: labels, and what a branch adds to them.

`ValueLabels.of` maps a typed expression to an `Audience` by structural recursion: the
label of an operation is the meet of the labels of its operands. A branch of a
conditional counts only under the facts that its condition establishes. A formula, a
table or a derived field has a summary, computed once: the label of all that it reads,
in terms of its parameters, and which parameters it uses; a call substitutes the
arguments.

An audience may name terms, such as `unit.side`. Terms are comparable only if they are
written alike, so `with_aliases` takes a function that gives the canonical term, and
`ElementFacts` infers equalities that hold for every element of a list: in
`list(x in L where x.side is s)` the term `x.side` equals `s`, also where a formula or a
derived field returns the list.

A guard is a condition on which reaching a point depends, with the audience of its value
(the implicit flow of an information-flow analysis). Structured code gives the guards of
a point without a dominator tree: the conditions of the enclosing blocks, and the guards
of each earlier exit (`end`, `return`, `require`) from a block that is still open, since
the point is reached only if that exit was not taken.

Guard sets shrink to an antichain: a guard is left out if another admits no more seats.
Each source condition adds at most one guard, so a set is bounded by their number.
"""

from collections.abc import Callable, Iterable, Mapping
from copy import copy

from msgspec import Struct, field

from interpreter.expressions.typed import (
    Apply,
    ClaimsTo,
    Collect,
    Constant,
    Every,
    FieldRead,
    IfElse,
    Local,
    ReachSearch,
    Remembered,
    Typed,
    Use,
    children,
)
from interpreter.ir.effects import RuleName, parts
from interpreter.ir.instructions import HIDDEN
from interpreter.ir.walking import exchanged, free, translation
from interpreter.semantics.audience import (
    EVERYONE,
    JUDGE_ALONE,
    THE_JUDGE,
    Audience,
    Audiences,
    assuming,
    forgetting,
    join,
    meet,
    rewritten,
    seat,
)
from interpreter.semantics.declarations import (
    DecisionTable,
    Declarations,
    Formula,
    Modifiers,
)
from interpreter.semantics.expressions.conditions import Facts, hull, plain, split
from interpreter.source import Span
from interpreter.values.log import STORE
from interpreter.values.types import (
    Claim,
    Entity,
    ListOf,
    Seat,
    Type,
    Unknown,
    holds_claims,
    present,
)

Equalities = Mapping[Typed, Typed]
"""Terms of the elements of a list, each with the term that it always equals."""

_SELECTING_REDUCERS = frozenset({"list", "first", "sorted", "distinct"})
_SUBSET_FUNCTIONS = frozenset(
    {"distinct", "first", "first_of", "highest", "last_of", "lowest", "without"}
)


class ElementFacts:
    """Infers the equalities that hold for every element of a list."""

    def __init__(self, declared: Declarations) -> None:
        """Read the bodies of formulas and derived fields from the declarations."""
        self._declared = declared

    def of(self, source: Typed, element_name: Local) -> Equalities:
        """Return the equalities of the elements of `source`, in terms of a local."""
        match source:
            case Collect() if (
                source.reducer in _SELECTING_REDUCERS and _selects_elements(source)
            ):
                source_element = element(source.source, source.variable)
                facts_here = {
                    **self.of(source.source, source_element),
                    **equalities(source.where, source_element),
                }
                return {
                    exchanged(
                        plain(subject), {source_element: element_name}
                    ): facts_here[subject]
                    for subject in facts_here
                }
            case Apply() if source.name in _SUBSET_FUNCTIONS:
                return self.of(source.arguments[0], element_name)
            case IfElse() if _is_empty(source.other):
                return self.of(source.then, element_name)
            case IfElse():
                other_facts = self.of(source.other, element_name)
                if _is_empty(source.then):
                    return other_facts
                then_facts = self.of(source.then, element_name).items()
                return {
                    subject: value
                    for subject, value in then_facts
                    if other_facts.get(subject) == value
                }
            case Use():
                return self._in_call_terms(source, element_name)
        return {}

    def _in_call_terms(self, source: Use, element_name: Local) -> Equalities:
        """Return the equalities of a declaration's result in terms of its call."""
        if source.section == "derived":
            owner, _, field = source.name.partition(".")
            declaration = self._declared.kinds[owner].derived[field]
            takes = [Local("it", Entity(owner))]
        elif source.section == "formulas":
            declaration = self._declared.formulas[source.name]
            takes = [
                Local(parameter.name, parameter.type) for parameter in declaration.takes
            ]
        else:
            return {}
        arguments = map(plain, source.arguments)
        translate = translation(dict(zip(takes, arguments, strict=False)))
        facts_inside = self.of(declaration.body, element_name).items()
        translated = (
            (subject, translate(plain(other))) for subject, other in facts_inside
        )
        return {subject: value for subject, value in translated if value is not None}


def element(source: Typed, name: str) -> Local:
    """Return the local of that name for an element of a list."""
    kind = source.type.item if isinstance(source.type, ListOf) else Unknown()
    return Local(name, kind)


def equalities(where: Typed | None, element_name: Local) -> dict[Typed, Typed]:
    """Return the equalities that a condition states of a local: `x.side is s`."""
    if not isinstance(where, Apply):
        return {}
    if where.name == "and":
        equal: dict[Typed, Typed] = {}
        for condition in where.arguments:
            equal |= equalities(condition, element_name)
        return equal
    if where.name != "is" or not isinstance(where.arguments[0].type, (Entity, Seat)):
        return {}
    left, right = where.arguments
    if element_name.name in free(right):
        left, right = right, left
    return {left: right} if element_name.name in free(left) - free(right) else {}


def _is_empty(source: Typed) -> bool:
    """Return whether a list is empty: every equality holds for its elements."""
    return (isinstance(source, Constant) and source.value == ()) or (
        isinstance(source, Apply) and source.name == "list" and not source.arguments
    )


def _selects_elements(source: Collect) -> bool:
    """Return whether a collection gathers the elements themselves."""
    return isinstance(source.body, Local) and source.body.name == source.variable


class Summary(Struct, frozen=True):
    """The label of all that a declaration reads, and the parameters that it uses."""

    reads: Audience
    takes: tuple[tuple[str, Type], ...]
    used: frozenset[str]


class UseFacts(Struct, frozen=True):
    """All of a declaration on which the labels of an expression that uses it depend:
    its summary, the audience that it declares, and the equalities of the elements of
    the list that it gives, in terms of a local that no pack can name."""

    summary: Summary
    declared: Audience
    equalities: tuple[tuple[Typed, Typed], ...]


class ValueLabels:
    """Computes labels of expressions; summaries of declarations are memoised."""

    def __init__(self, declared: Declarations) -> None:
        """Read the declared audiences; summaries are computed when first used."""
        self._seats = Seat(declared.seat_kind)
        self.element_facts = ElementFacts(declared)
        self._base: ValueLabels | None = None
        self._canonical: Callable[[Typed], Typed] | None = None
        self._bodies = dict(parts(declared))
        self._declared: dict[RuleName, object] = {
            (section, name): each
            for section in ("formulas", "tables", "modifiers")
            for name, each in getattr(declared, section).items()
        }
        # the parameters of an event are not terms of a list of its occurrences
        self._audiences: dict[tuple[str, str], Audience] = {
            ("", name): forgetting(
                each.seen_by or seat(THE_JUDGE), lambda term: bool(free(term))
            )
            for name, each in declared.events.items()
        }
        self.looked_up: dict[tuple[str, str], None] = {}
        """What `declared` was asked for."""
        for kind in declared.kinds.values():
            for fact in kind.fields:
                self._audiences[kind.name, fact.name] = fact.audience
            for name, derived in kind.derived.items():
                self._declared["derived", f"{kind.name}.{name}"] = derived
            shown = [field.audience for field in kind.fields] or [EVERYONE]
            self._audiences[kind.name, ""] = kind.seen_by or join(*shown)
        self._summaries: dict[RuleName, Summary] = {}
        self._use_facts: dict[RuleName, UseFacts] = {}

    def for_variant(
        self, declared: Declarations, differing: frozenset[RuleName]
    ) -> "ValueLabels":
        """Return labels for other declarations; reuse summaries of equal rules."""
        other = ValueLabels(declared)
        kept = self._summaries.items()
        other._summaries = {name: s for name, s in kept if name not in differing}
        return other

    def of(  # noqa: C901 - one case per node class
        self, node: Typed, known: Audiences
    ) -> Audience:
        """Return the label of an expression, given the labels of its locals."""
        match node:
            case Local():
                return known.get(node.name, EVERYONE)
            case FieldRead():
                known_to = self.declared(node.kind, node.name)
                field = _about(known_to, node.kind, node.of)
                field = self._in_canonical_terms(field)
                return meet(self.of(node.of, known), field, self._claim_holders(node))
            case IfElse():
                return self._if_else(node, known)
            case Apply():
                return self._apply(node, known)
            case Use():
                return self._use(node, known)
            case Collect():
                return self._collect(node, known)
            case Remembered():
                times = (self.of(child, known) for child in children(node))
                known_to = self.declared("", node.event)
                return meet(known_to, self._claim_holders(node), *times)
            case ClaimsTo():
                return meet(self.of(node.seat, known), seat(plain(node.seat)))
            case ReachSearch():
                return self._reach_search(node, known)
            case Every():
                return forgetting(self.declared(node.kind, ""), _reads("it"))
            case _:
                return meet(*(self.of(child, known) for child in children(node)))

    def with_aliases(self, canonical: Callable[[Typed], Typed]) -> "ValueLabels":
        """Return labels whose terms are rewritten by `canonical`; terms that are
        written differently afterwards count as different."""
        other = copy(self)
        other._base, other._canonical = self, canonical
        return other

    def _in_canonical_terms(self, audience: Audience) -> Audience:
        if self._canonical is None or audience == EVERYONE:
            return audience
        return rewritten(audience, self._canonical)

    def reads(self, name: RuleName) -> Audience:
        """Return the label of all that a declaration reads, without its arguments."""
        return self._summary(name).reads

    def declared(self, kind: str, name: str) -> Audience:
        """Return who may know a field of a kind, which entities of it there are (for
        the name ""), or of the kind "" that an event of this name has happened."""
        self.looked_up[kind, name] = None
        return self._audiences[kind, name]

    @property
    def audiences(self) -> Mapping[tuple[str, str], Audience]:
        """All that `declared` returns."""
        return self._audiences

    def has(self, name: RuleName) -> bool:
        """Return whether there is a declaration of this name."""
        return name in self._declared

    def use_facts(self, name: RuleName) -> UseFacts:
        """Return what the label of a use of a declaration depends on."""
        found = self._use_facts.get(name)
        if found is None:
            declaration = self._declared.get(name)
            equal: Equalities = {}
            if isinstance(declaration, Formula):
                equal = self.element_facts.of(
                    declaration.body, element(declaration.body, f"{HIDDEN}element")
                )
            declared = _declared_audience(declaration)
            found = UseFacts(self._summary(name), declared, tuple(equal.items()))
            self._use_facts[name] = found
        return found

    def _claim_holders(self, node: FieldRead | Remembered) -> Audience:
        """Return who may know the claims in a value. A single claim is in the view of
        its receiver only; the receivers of the claims in a list are not known here, so
        only the judge may know such a list."""
        if isinstance(node, FieldRead) and isinstance(present(node.type), Claim):
            return seat(plain(FieldRead(node, STORE, "to", self._seats)))
        return JUDGE_ALONE if holds_claims(node.type) else EVERYONE

    def _if_else(self, node: IfElse, known: Audiences) -> Audience:
        then = assuming(self.of(node.then, known), facts(node.condition, True))
        other = assuming(self.of(node.other, known), facts(node.condition, False))
        return meet(self.of(node.condition, known), then, other)

    def _apply(self, node: Apply, known: Audiences) -> Audience:
        first = node.arguments[0] if node.arguments else None
        if node.name == "count" and isinstance(first, FieldRead) and _deck(first.type):
            return self.of(first.of, known)  # the height of a deck is public
        audience = EVERYONE
        before: list[Typed] = []
        for argument in node.arguments:
            own_audience = self.of(argument, known)
            # `and` and `or` are short-circuiting: an operand is evaluated only if the
            # earlier ones did not decide
            if node.name in ("and", "or"):
                for earlier in before:
                    own_audience = assuming(
                        own_audience, facts(earlier, node.name == "and")
                    )
                before.append(argument)
            audience = meet(audience, own_audience)
        return audience

    def _use(self, node: Use, known: Audiences) -> Audience:
        name = (node.section, node.name)
        summary = self._summary(name)
        given = dict(zip(summary.takes, node.arguments, strict=False))
        audience = meet(summary.reads, _declared_audience(self._declared.get(name)))
        words: dict[Typed, Typed] = {
            Local(*parameter): argument for parameter, argument in given.items()
        }
        read = [e for (n, _), e in given.items() if n in summary.used]
        rest = node.arguments if not summary.takes else ()
        inside = (self.of(argument, known) for argument in (*read, *rest))
        return meet(
            self._in_canonical_terms(rewritten(audience, translation(words))), *inside
        )

    def _summary(self, name: RuleName) -> Summary:
        summary = self._summaries.get(name)
        if summary is None and self._base is not None:
            return self._base._summary(name)  # a summary has no terms of a caller
        if summary is None:
            takes = _takes(name, self._declared.get(name))
            body = self._bodies.get(name, ())
            reads = meet(*(self.of(node, {}) for node in body))
            summary = Summary(reads, takes, free(*body))
            self._summaries[name] = summary
        return summary

    def _collect(self, node: Collect, known: Audiences) -> Audience:
        existence = EVERYONE
        if isinstance(node.source, Every):
            kind = node.source.kind
            existence = _about(
                self.declared(kind, ""), kind, Local(node.variable, Entity(kind))
            )
            source = EVERYONE
        else:
            source = self.of(node.source, known)
        element_name = element(node.source, node.variable)
        equal = {
            **self.element_facts.of(node.source, element_name),
            **equalities(node.where, element_name),
        }

        def translate(node: Typed) -> Typed:
            node = exchanged(node, equal)
            return node if self._canonical is None else self._canonical(node)

        labels = self.with_aliases(translate) if equal else self
        # the element's own label is that of the source, which the result is met with
        inner = {**known, node.variable: EVERYONE}
        audience = meet(*(labels.of(node, inner) for node in (*node.by, node.body)))
        if node.where is not None:  # the existence of excluded elements does not matter
            sure = facts(node.where, True)
            existence = assuming(rewritten(assuming(existence, sure), translate), sure)
            audience = meet(assuming(audience, sure), labels.of(node.where, inner))
        audience = meet(audience, rewritten(existence, translate))
        return meet(source, forgetting(audience, _reads(node.variable)))

    def _reach_search(self, node: ReachSearch, known: Audiences) -> Audience:
        search_locals = {*node.own}
        outside = meet(*(self.of(node, known) for node in node.outside))
        inner = {**known, **dict.fromkeys(search_locals, outside)}
        inside = meet(*(self.of(node, inner) for node in node.inside))
        return forgetting(
            meet(outside, inside), lambda term: bool(search_locals & free(term))
        )


def facts(condition: Typed, truth: bool) -> Facts:
    """Return the facts that hold where the condition has that truth value."""
    return hull(split(condition, truth))


def _about(audience: Audience, kind: str, of: Typed) -> Audience:
    """Return the declared audience of a field for an entity instead of `it`."""
    if audience == EVERYONE:
        return audience
    return rewritten(audience, translation({Local("it", Entity(kind)): plain(of)}))


def _deck(kind: Type) -> bool:
    return isinstance(kind, ListOf) and kind.deck


def _reads(name: str) -> Callable[[Typed], bool]:
    return lambda node: name in free(node)


def _takes(name: RuleName, found: object) -> tuple[tuple[str, Type], ...]:
    if isinstance(found, (Formula, Modifiers, DecisionTable)):
        return tuple((each.name, each.type) for each in found.takes)
    return ()


def _declared_audience(declaration: object) -> Audience:
    declared = (
        declaration.seen_by if isinstance(declaration, (Formula, Modifiers)) else None
    )
    return EVERYONE if declared is None else declared


SourcePoint = tuple[str, Span]
"""The file and the span of a condition; spans of two files can be equal."""

Guards = dict[SourcePoint, Audience]
"""The audience of the value of each condition, without guards that another implies."""


def source_point(span: Span) -> SourcePoint:
    """Return a span with the name of its file."""
    return span.source.name, span


def narrow(guards: Guards, point: SourcePoint, audience: Audience) -> bool:
    """Meet a guard with an audience, in place; return whether the guards changed."""
    if audience == EVERYONE or any(audience.includes(a) for a in guards.values()):
        return False
    guards[point] = meet(guards.get(point, EVERYONE), audience)
    return True


def translated(guards: Guards, translate: Callable[[Typed], Typed | None]) -> Guards:
    """Return the guards with their terms rewritten for another procedure."""
    return {point: rewritten(audience, translate) for point, audience in guards.items()}


class ControlContext(Struct):
    """The guards of the current program point.

    `enclosing` is a stack, in the order of the open blocks. `exits` maps the label that
    an exit leaves ("" is the procedure) to the guards of all exits that may have been
    taken; they apply until the block of that label ends.
    """

    enclosing: list[tuple[SourcePoint, Audience]] = field(default_factory=list)
    exits: dict[str, Guards] = field(default_factory=dict)

    def enter(self, point: SourcePoint, audience: Audience) -> None:
        """Push a guard, unless everyone may know its condition."""
        if audience != EVERYONE:
            self.enclosing.append((point, audience))

    def guards(self) -> Guards:
        """Return all guards of the current point."""
        combined: Guards = {}
        for point, audience in self.enclosing:
            narrow(combined, point, audience)
        for guards in self.exits.values():
            for point, audience in guards.items():
                narrow(combined, point, audience)
        return combined

    @property
    def audience(self) -> Audience:
        """Who may know that the current point is reached."""
        enclosing: Iterable[Audience] = (audience for _, audience in self.enclosing)
        exits = (a for guards in self.exits.values() for a in guards.values())
        return meet(*dict.fromkeys([*enclosing, *exits]))

    def add_exit(self, label: str) -> None:
        """Record an exit: what follows is reached only if it was not taken."""
        guards = self.exits.setdefault(label, {})
        for point, audience in self.guards().items():
            narrow(guards, point, audience)

    def forget(self, is_stale: Callable[[Typed], bool]) -> None:
        """Narrow each guard to what it admits whatever the stale terms are now."""
        self.enclosing = [
            (point, forgetting(audience, is_stale))
            for point, audience in self.enclosing
        ]
        for guards in self.exits.values():
            for point, audience in guards.items():
                guards[point] = forgetting(audience, is_stale)
