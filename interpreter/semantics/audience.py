"""Audiences as a lattice: who may know an entity, and under which conditions.

An audience is a set of grants; a grant admits one seat, or everyone, as long as its
conditions hold. Two seats written differently may be one, but nothing proves it, so
each is taken for itself: what comes out is never wider than the truth. Facts are the
conditions that are known to hold at a place.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from interpreter.expressions.typed import Constant, Invalid, Typed
from interpreter.semantics.expressions.conditions import (
    NO_FACTS,
    Facts,
    covered,
    meeting,
    split,
)
from interpreter.values.types import JUDGE, Seat

MOST_GRANTS = 64
"""Beyond so many grants an audience is taken for nobody's."""

THE_JUDGE = Constant(JUDGE, Seat(""))


@dataclass(frozen=True, slots=True)
class Grant:
    """Who is admitted (None: everyone) while each subject has one of the values next to
    it."""

    who: Typed | None
    when: Facts = NO_FACTS

    def covers(self, other: "Grant") -> bool:
        """Return whether the other admits nobody whom this one does not."""
        if self.who is not None and self.who != other.who:
            return False
        mine, theirs = dict(self.when), dict(other.when)
        return all(each in theirs and theirs[each] <= mine[each] for each in mine)


@dataclass(frozen=True, slots=True)
class Audience:
    """Who may know: all whom one of the grants admits."""

    grants: frozenset[Grant]

    def admits(self, who: Typed | None, facts: Facts = NO_FACTS) -> bool:
        """Return whether a seat (None: everyone) is sure to be admitted where the facts
        hold."""
        open_to = [g.when for g in self.grants if g.who is None or g.who == who]
        return covered(open_to, dict(facts))

    def includes(self, other: "Audience", facts: Facts = NO_FACTS) -> bool:
        """Return whether all whom the other admits are admitted here; the judge counts
        too."""
        for each in other.grants:
            both = meeting(facts, each.when)
            if both is not None and not self.admits(each.who, both):
                return False
        return True

    @property
    def terms(self) -> frozenset[Typed]:
        """Every expression that it hangs on: seats and subjects of conditions."""
        whos = {g.who for g in self.grants if g.who is not None}
        return frozenset(whos | {subject for g in self.grants for subject, _ in g.when})

    @property
    def seats(self) -> "Audience":
        """The same audience without the judge where he is named."""
        return Audience(frozenset(g for g in self.grants if g.who != THE_JUDGE))


EVERYONE = Audience(frozenset({Grant(None)}))
NOBODY = Audience(frozenset())
UNREADABLE = Audience(frozenset({Grant(Invalid())}))
"""What stands for an audience in which an error was found; it admits no seat."""
JUDGE_ALONE = Audience(frozenset({Grant(THE_JUDGE)}))


def seat(who: Typed) -> Audience:
    """The audience of one seat; the judge knows whatever any seat knows."""
    return Audience(frozenset({Grant(who), Grant(THE_JUDGE)}))


def join(*given: Audience) -> Audience:
    """The least audience that includes all of these."""
    return _simple(each for audience in given for each in audience.grants)


def meet(*given: Audience) -> Audience:
    """The greatest audience that all of these include."""
    found = EVERYONE
    for each in given:
        if each != found and each != EVERYONE:
            found = each if found == EVERYONE else _met(found, each)
    return found


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
    """Drop what another grant covers; too many are narrowed, which is never wrong."""
    found = set(grants)
    if len(found) > MOST_GRANTS:
        return NOBODY
    kept = (g for g in found if not any(h != g and h.covers(g) for h in found))
    return Audience(frozenset(kept))


def either(condition: Typed, then: Audience, other: Audience) -> Audience:
    """`then` where the condition holds, else `other`."""
    yes = [meet(then, _while(each)) for each in split(condition, True)]
    no = [meet(other, _while(each)) for each in split(condition, False)]
    return join(*yes, *no)


def _while(facts: Facts) -> Audience:
    return Audience(frozenset({Grant(None, facts)}))


def assuming(audience: Audience, facts: Facts) -> Audience:
    """The audience as it is where the facts hold."""
    known = dict(facts)
    if not known or audience == EVERYONE:
        return audience
    found = []
    for each in audience.grants:
        left = {}
        for subject, allowed in each.when:
            real = known.get(subject, allowed)
            if subject not in known or not real <= allowed:
                left[subject] = real & allowed
        if all(left.values()):
            found.append(Grant(each.who, frozenset(left.items())))
    return _simple(found)


def forgetting(audience: Audience, forgotten: Callable[[Typed], bool]) -> Audience:
    """The audience that is sure whatever the forgotten expressions are now."""
    if audience == EVERYONE:
        return audience
    grants = [g for g in audience.grants if g.who is None or not forgotten(g.who)]
    left = Audience(frozenset(grants))
    subjects = {s for g in grants for s, _ in g.when if forgotten(s)}
    if not subjects:
        return left
    sure = []
    whos = {g.who for g in grants}
    rests = {
        frozenset(pair for pair in g.when if pair[0] not in subjects) for g in grants
    }
    for who in whos:
        for rest in rests:
            if left.admits(who, rest):
                sure.append(Grant(who, rest))
    return _simple(sure)


def rewritten(audience: Audience, change: Callable[[Typed], Typed | None]) -> Audience:
    """The audience in other words; what `change` cannot say (None) is forgotten."""
    if audience == EVERYONE:
        return audience
    plain = forgetting(audience, lambda each: change(each) is None)
    found = []
    for each in plain.grants:
        who = None if each.who is None else change(each.who)
        said: dict[Typed, frozenset[object]] = {}
        for subject, allowed in each.when:
            now = change(subject) or subject
            said[now] = said[now] & allowed if now in said else allowed
        if all(said.values()):
            found.append(Grant(who, frozenset(said.items())))
    return _simple(found)


def outward(change: Callable[[Typed], Typed | None], *given: Audience) -> Audience:
    """At least all of these, in other words and on no conditions: everyone where
    `change` cannot say who (None), or where they are too many."""
    whos = {grant.who for audience in given for grant in audience.grants}
    said = {None if who is None else change(who) for who in whos}
    if None in said or len(said) > MOST_GRANTS:
        return EVERYONE
    return Audience(frozenset(Grant(who) for who in said))


Audiences = Mapping[str, Audience]
"""The audience of each local; a name that is missing is known to everyone."""
