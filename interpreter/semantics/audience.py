"""The lattice of audiences: which seats may know a value, and under which conditions.

An `Audience` is a set of grants; a `Grant` admits one seat expression, or everyone,
while its conditions hold. A condition restricts a subject (an expression) to a set of
values; a conjunction of them is a `Facts`. The order is inclusion
(`Audience.includes`): `EVERYONE` is top, `NOBODY` bottom, `join` is union, `meet` is
intersection.

Soundness: the analyses may narrow an audience, never widen it. Two different seat
expressions count as different seats even if they may be equal at run time, more than
MAX_GRANTS grants become `NOBODY`, and a condition that cannot be proved does not hold.
`outward` alone rounds the other way, for callers that need an upper bound.

Termination of the analyses that iterate over audiences: they only narrow, and a program
has finitely many seat expressions, subjects and values of closed types. Cost: `meet`
compares all pairs of grants (at most MAX_GRANTS each); inclusion is a case split over
at most four subjects (`semantics.expressions.conditions.covered`).
"""

from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct

from interpreter.expressions.typed import Constant, Invalid, Typed
from interpreter.semantics.expressions.conditions import (
    NO_FACTS,
    Facts,
    covered,
    meeting,
    split,
)
from interpreter.values.types import JUDGE, Seat

MAX_GRANTS = 64
"""A larger audience is narrowed to NOBODY."""

THE_JUDGE = Constant(JUDGE, Seat(""))


class Grant(Struct, frozen=True):
    """Admits a seat (None: everyone) while each subject has one of its values."""

    who: Typed | None
    when: Facts = NO_FACTS

    def covers(self, other: "Grant") -> bool:
        """Return whether every seat that the other admits is admitted here."""
        if self.who is not None and self.who != other.who:
            return False
        mine, theirs = dict(self.when), dict(other.when)
        return all(each in theirs and theirs[each] <= mine[each] for each in mine)


class Audience(Struct, frozen=True):
    """The seats that at least one grant admits."""

    grants: frozenset[Grant]

    def admits(self, who: Typed | None, facts: Facts = NO_FACTS) -> bool:
        """Return whether a seat (None: everyone) is provably admitted where the facts
        hold."""
        open_to = [g.when for g in self.grants if g.who is None or g.who == who]
        return covered(open_to, dict(facts))

    def includes(self, other: "Audience", facts: Facts = NO_FACTS) -> bool:
        """Return whether every seat that the other admits, the judge included, is
        provably admitted here."""
        for grant in other.grants:
            both = meeting(facts, grant.when)
            if both is not None and not self.admits(grant.who, both):
                return False
        return True

    @property
    def terms(self) -> frozenset[Typed]:
        """Every expression that it depends on: seats and subjects of conditions."""
        seat_terms = {g.who for g in self.grants if g.who is not None}
        return frozenset(
            seat_terms | {subject for g in self.grants for subject, _ in g.when}
        )

    @property
    def seats(self) -> "Audience":
        """The audience without the grants to the judge."""
        return Audience(frozenset(g for g in self.grants if g.who != THE_JUDGE))


EVERYONE = Audience(frozenset({Grant(None)}))
NOBODY = Audience(frozenset())
UNREADABLE = Audience(frozenset({Grant(Invalid())}))
"""The audience of a declaration with an error; it admits no seat."""
JUDGE_ALONE = Audience(frozenset({Grant(THE_JUDGE)}))


def seat(who: Typed) -> Audience:
    """Return the audience of one seat and the judge, who knows what any seat knows."""
    return Audience(frozenset({Grant(who), Grant(THE_JUDGE)}))


def join(*audiences: Audience) -> Audience:
    """Return the least audience that includes all of these."""
    return _simple(each for audience in audiences for each in audience.grants)


def meet(*audiences: Audience) -> Audience:
    """Return the greatest audience that all of these include."""
    intersection = EVERYONE
    for audience in audiences:
        if audience != intersection and audience != EVERYONE:
            intersection = (
                audience if intersection == EVERYONE else _met(intersection, audience)
            )
    return intersection


def _met(one: Audience, other: Audience) -> Audience:
    grants = []
    for mine in one.grants:
        for theirs in other.grants:
            if mine.who is None or theirs.who is None or mine.who == theirs.who:
                when = meeting(mine.when, theirs.when)
                if when is not None:
                    who = theirs.who if mine.who is None else mine.who
                    grants.append(Grant(who, when))
    return _simple(grants)


def _simple(grants: Iterable[Grant]) -> Audience:
    """Return the grants without those that another covers; NOBODY if there are too
    many."""
    distinct = set(grants)
    if len(distinct) > MAX_GRANTS:
        return NOBODY
    kept = (g for g in distinct if not any(h != g and h.covers(g) for h in distinct))
    return Audience(frozenset(kept))


def either(condition: Typed, then: Audience, other: Audience) -> Audience:
    """Return `then` where the condition holds and `other` where it does not, joined."""
    yes = [meet(then, _while(each)) for each in split(condition, True)]
    no = [meet(other, _while(each)) for each in split(condition, False)]
    return join(*yes, *no)


def _while(facts: Facts) -> Audience:
    return Audience(frozenset({Grant(None, facts)}))


def assuming(audience: Audience, facts: Facts) -> Audience:
    """Return the audience simplified by facts that are known to hold."""
    known = dict(facts)
    if not known or audience == EVERYONE:
        return audience
    narrowed = []
    for grant in audience.grants:
        left = {}
        for subject, allowed in grant.when:
            possible = known.get(subject, allowed)
            if subject not in known or not possible <= allowed:
                left[subject] = possible & allowed
        if all(left.values()):
            narrowed.append(Grant(grant.who, frozenset(left.items())))
    return _simple(narrowed)


def forgetting(audience: Audience, forgotten: Callable[[Typed], bool]) -> Audience:
    """Return the greatest audience that is sure whatever values the forgotten
    expressions have.

    Grants to forgotten seats are dropped. Conditions on forgotten subjects are removed
    where the other grants admit the seat for all values of the subject.
    """
    if audience == EVERYONE:
        return audience
    grants = [g for g in audience.grants if g.who is None or not forgotten(g.who)]
    kept = Audience(frozenset(grants))
    subjects = {s for g in grants for s, _ in g.when if forgotten(s)}
    if not subjects:
        return kept
    certain = []
    seats = {g.who for g in grants}
    conditions = {
        frozenset(pair for pair in g.when if pair[0] not in subjects) for g in grants
    }
    for who in seats:
        for remaining in conditions:
            if kept.admits(who, remaining):
                certain.append(Grant(who, remaining))
    return _simple(certain)


def rewritten(audience: Audience, change: Callable[[Typed], Typed | None]) -> Audience:
    """Return the audience with its expressions translated by `change`; those that have
    no translation (None) are forgotten."""
    if audience == EVERYONE:
        return audience
    translatable = forgetting(audience, lambda grant: change(grant) is None)
    translated = []
    for grant in translatable.grants:
        who = None if grant.who is None else change(grant.who)
        conditions: dict[Typed, frozenset[object]] = {}
        for subject, allowed in grant.when:
            translation = change(subject) or subject
            conditions[translation] = (
                conditions[translation] & allowed
                if translation in conditions
                else allowed
            )
        if all(conditions.values()):
            translated.append(Grant(who, frozenset(conditions.items())))
    return _simple(translated)


def outward(change: Callable[[Typed], Typed | None], *audiences: Audience) -> Audience:
    """Return an audience that includes all of these, translated and without conditions.

    EVERYONE if a seat has no translation or there are too many: an upper bound.
    """
    whos = {grant.who for audience in audiences for grant in audience.grants}
    seats = {None if who is None else change(who) for who in whos}
    if None in seats or len(seats) > MAX_GRANTS:
        return EVERYONE
    return Audience(frozenset(Grant(who) for who in seats))


Audiences = Mapping[str, Audience]
"""The audience of each local; a missing local is known to everyone."""
