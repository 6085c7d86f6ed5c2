"""The audience of a value: who may know all that it was computed from."""

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass

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
from interpreter.ir.effects import Name, parts
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

# What every element of a list is sure to have: in `list(x in L where x.side is s)`
# `x.side` is `s`, also where a formula or a derived field gives the list.

Same = Mapping[Typed, Typed]
"""An expression of an element, and what it is sure to be."""

_PICKING = frozenset({"list", "first", "sorted", "distinct"})
_KEEPING = frozenset(
    {"distinct", "first", "first_of", "highest", "last_of", "lowest", "without"}
)


class ElementFacts:
    """Asked for the elements of a list."""

    def __init__(self, declared: Declarations) -> None:
        """Keep what gives lists."""
        self._declared = declared

    def of(self, source: Typed, word: Local) -> Same:
        """Return what is sure of each element, which is called `word` there."""
        match source:
            case Collect() if source.reducer in _PICKING and _picks(source):
                here = element(source.source, source.variable)
                own = {**self.of(source.source, here), **stated(source.where, here)}
                return {exchanged(plain(each), {here: word}): own[each] for each in own}
            case Apply() if source.name in _KEEPING:
                return self.of(source.arguments[0], word)
            case IfElse() if _is_empty(source.other):
                return self.of(source.then, word)
            case IfElse():
                other = self.of(source.other, word)
                if _is_empty(source.then):
                    return other
                then = self.of(source.then, word).items()
                return {each: said for each, said in then if other.get(each) == said}
            case Use():
                return self._given(source, word)
        return {}

    def _given(self, source: Use, word: Local) -> Same:
        """Say of what a formula or a derived field gives, in the words of its call."""
        if source.section == "derived":
            owner, _, field = source.name.partition(".")
            found = self._declared.kinds[owner].derived[field]
            takes = [Local("it", Entity(owner))]
        elif source.section == "formulas":
            found = self._declared.formulas[source.name]
            takes = [Local(each.name, each.type) for each in found.takes]
        else:
            return {}
        given = map(plain, source.arguments)
        said = translation(dict(zip(takes, given, strict=False)))
        inside = self.of(found.body, word).items()
        now = ((each, said(plain(other))) for each, other in inside)
        return {each: other for each, other in now if other is not None}


def element(source: Typed, name: str) -> Local:
    """Return the word for an element of a list."""
    kind = source.type.item if isinstance(source.type, ListOf) else Unknown()
    return Local(name, kind)


def stated(where: Typed | None, word: Local) -> dict[Typed, Typed]:
    """Return what a condition says that something of a word is: `x.side is s`."""
    if not isinstance(where, Apply):
        return {}
    if where.name == "and":
        found: dict[Typed, Typed] = {}
        for each in where.arguments:
            found |= stated(each, word)
        return found
    if where.name != "is" or not isinstance(where.arguments[0].type, (Entity, Seat)):
        return {}
    one, other = where.arguments
    if word.name in free(other):
        one, other = other, one
    return {one: other} if word.name in free(one) - free(other) else {}


def _is_empty(source: Typed) -> bool:
    """Tell whether a list has no elements, of which everything is sure."""
    return (isinstance(source, Constant) and source.value == ()) or (
        isinstance(source, Apply) and source.name == "list" and not source.arguments
    )


def _picks(source: Collect) -> bool:
    """Tell whether the elements themselves are gathered."""
    return isinstance(source.body, Local) and source.body.name == source.variable


@dataclass(frozen=True, slots=True)
class Summary:
    """What a declaration reads in terms of its parameters, and which of them."""

    reads: Audience
    takes: tuple[tuple[str, Type], ...]
    used: frozenset[str]


class ValueLabels:
    """Who may know what an expression gives; asked once a declaration."""

    def __init__(self, declared: Declarations) -> None:
        """Keep the declarations, and find out the rest when it is asked for."""
        self._seats = Seat(declared.seat_kind)
        self.members = ElementFacts(declared)
        self._plain: ValueLabels | None = None
        self._real: Callable[[Typed], Typed] | None = None
        self._bodies = dict(parts(declared))
        self._declared: dict[Name, object] = {
            (section, name): each
            for section in ("formulas", "tables", "modifiers")
            for name, each in getattr(declared, section).items()
        }
        # a list of them is known to whoever knows each, whatever it took
        self._events = {
            name: forgetting(
                each.seen_by or seat(THE_JUDGE), lambda term: bool(free(term))
            )
            for name, each in declared.events.items()
        }
        self._fields: dict[tuple[str, str], Audience] = {}
        self._there: dict[str, Audience] = {}
        for kind in declared.kinds.values():
            for field in kind.fields:
                self._fields[kind.name, field.name] = field.audience
            for name, derived in kind.derived.items():
                self._declared["derived", f"{kind.name}.{name}"] = derived
            shown = [each.audience for each in kind.fields] or [EVERYONE]
            self._there[kind.name] = kind.seen_by or join(*shown)
        self._summaries: dict[Name, Summary] = {}

    def beside(
        self, declared: Declarations, differing: frozenset[Name]
    ) -> "ValueLabels":
        """Return that of other declarations, of which only these rules differ."""
        other = ValueLabels(declared)
        kept = self._summaries.items()
        other._summaries = {name: s for name, s in kept if name not in differing}
        return other

    def of(  # noqa: C901 - a case a form
        self, node: Typed, known: Audiences
    ) -> Audience:
        """Return the audience of an expression; `known` has those of its locals."""
        match node:
            case Local():
                return known.get(node.name, EVERYONE)
            case FieldRead():
                field = _about(self._fields[node.kind, node.name], node.kind, node.of)
                field = self._said(field)
                return meet(self.of(node.of, known), field, self._held(node))
            case IfElse():
                return self._either(node, known)
            case Apply():
                return self._applied(node, known)
            case Use():
                return self._used(node, known)
            case Collect():
                return self._collected(node, known)
            case Remembered():
                times = (self.of(each, known) for each in children(node))
                return meet(self._events[node.event], self._held(node), *times)
            case ClaimsTo():
                return meet(self.of(node.seat, known), seat(plain(node.seat)))
            case ReachSearch():
                return self._reached(node, known)
            case Every():
                return forgetting(self._there[node.kind], _reads("it"))
            case _:
                return meet(*(self.of(each, known) for each in children(node)))

    def saying(self, real: Callable[[Typed], Typed]) -> "ValueLabels":
        """Return the same knowledge, of seats and entities as `real` says them: two
        that are said differently are two."""
        other = copy(self)
        other._plain, other._real = self, real
        return other

    def _said(self, audience: Audience) -> Audience:
        if self._real is None or audience == EVERYONE:
            return audience
        return rewritten(audience, self._real)

    def reads(self, name: Name) -> Audience:
        """Return who may know all that a declaration reads, whatever it is given."""
        return self._summary(name).reads

    def _held(self, node: FieldRead | Remembered) -> Audience:
        """Return who may know the claims in what is read: of one alone whoever it was
        told to, for nobody else's view has it; whose those in a list are nobody can
        say."""
        if isinstance(node, FieldRead) and isinstance(present(node.type), Claim):
            return seat(plain(FieldRead(node, STORE, "to", self._seats)))
        return JUDGE_ALONE if holds_claims(node.type) else EVERYONE

    def _either(self, node: IfElse, known: Audiences) -> Audience:
        then = assuming(self.of(node.then, known), facts(node.condition, True))
        other = assuming(self.of(node.other, known), facts(node.condition, False))
        return meet(self.of(node.condition, known), then, other)

    def _applied(self, node: Apply, known: Audiences) -> Audience:
        first = node.arguments[0] if node.arguments else None
        if node.name == "count" and isinstance(first, FieldRead) and _deck(first.type):
            return self.of(first.of, known)  # how high a deck is, the table shows
        found = EVERYONE
        before: list[Typed] = []
        for each in node.arguments:
            own = self.of(each, known)
            if node.name in ("and", "or"):  # it counts only where those before let it
                for one in before:
                    own = assuming(own, facts(one, node.name == "and"))
                before.append(each)
            found = meet(found, own)
        return found

    def _used(self, node: Use, known: Audiences) -> Audience:
        name = (node.section, node.name)
        summary = self._summary(name)
        given = dict(zip(summary.takes, node.arguments, strict=False))
        own = meet(summary.reads, _declared_audience(self._declared.get(name)))
        words: dict[Typed, Typed] = {Local(*one): each for one, each in given.items()}
        read = [e for (n, _), e in given.items() if n in summary.used]
        rest = node.arguments if not summary.takes else ()
        inside = (self.of(each, known) for each in (*read, *rest))
        return meet(self._said(rewritten(own, translation(words))), *inside)

    def _summary(self, name: Name) -> Summary:
        found = self._summaries.get(name)
        if found is None and self._plain is not None:
            return self._plain._summary(name)  # in no words but its own
        if found is None:
            takes = _takes(name, self._declared.get(name))
            body = self._bodies.get(name, ())
            reads = meet(*(self.of(each, {}) for each in body))
            found = Summary(reads, takes, free(*body))
            self._summaries[name] = found
        return found

    def _collected(self, node: Collect, known: Audiences) -> Audience:
        there = EVERYONE
        if isinstance(node.source, Every):
            kind = node.source.kind
            there = _about(self._there[kind], kind, Local(node.variable, Entity(kind)))
            source = EVERYONE
        else:
            source = self.of(node.source, known)
        word = element(node.source, node.variable)
        equal = {**self.members.of(node.source, word), **stated(node.where, word)}

        def said(each: Typed) -> Typed:
            each = exchanged(each, equal)
            return each if self._real is None else self._real(each)

        here = self.saying(said) if equal else self
        inner = {**known, node.variable: EVERYONE}  # it is met with the source at last
        found = meet(*(here.of(each, inner) for each in (*node.by, node.body)))
        if node.where is not None:  # what it leaves out, there or not, tells nothing
            sure = facts(node.where, True)
            there = assuming(rewritten(assuming(there, sure), said), sure)
            found = meet(assuming(found, sure), here.of(node.where, inner))
        found = meet(found, rewritten(there, said))
        return meet(source, forgetting(found, _reads(node.variable)))

    def _reached(self, node: ReachSearch, known: Audiences) -> Audience:
        own = {*node.own}
        outside = meet(*(self.of(each, known) for each in node.outside))
        inner = {**known, **dict.fromkeys(own, outside)}
        inside = meet(*(self.of(each, inner) for each in node.inside))
        return forgetting(meet(outside, inside), lambda term: bool(own & free(term)))


def facts(condition: Typed, truth: bool) -> Facts:
    """Return what is sure where the condition has that truth."""
    return hull(split(condition, truth))


def _about(audience: Audience, kind: str, of: Typed) -> Audience:
    """Return the audience of an entity's field: `it` is the entity."""
    if audience == EVERYONE:
        return audience
    return rewritten(audience, translation({Local("it", Entity(kind)): plain(of)}))


def _deck(kind: Type) -> bool:
    return isinstance(kind, ListOf) and kind.deck


def _reads(name: str) -> Callable[[Typed], bool]:
    return lambda node: name in free(node)


def _takes(name: Name, found: object) -> tuple[tuple[str, Type], ...]:
    if isinstance(found, (Formula, Modifiers, DecisionTable)):
        return tuple((each.name, each.type) for each in found.takes)
    return ()


def _declared_audience(found: object) -> Audience:
    own = found.seen_by if isinstance(found, (Formula, Modifiers)) else None
    return EVERYONE if own is None else own
