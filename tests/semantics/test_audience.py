"""Audiences are a lattice: against the plain model, who is admitted in which world."""

from itertools import pairwise, product

from hypothesis import given
from hypothesis import strategies as st

from interpreter.expressions.typed import Apply, Constant, FieldRead, Local, Typed
from interpreter.semantics.audience import (
    EVERYONE,
    JUDGE_ALONE,
    NOBODY,
    THE_JUDGE,
    Audience,
    Grant,
    assuming,
    either,
    forgetting,
    join,
    meet,
    rewritten,
    seat,
)
from interpreter.semantics.expressions.conditions import (
    NO_FACTS,
    Facts,
    hull,
    meeting,
    split,
)
from interpreter.values.types import Boolean, Entity, Enumeration

SIDE = Entity("side")
STATE = Enumeration("state", ("hidden", "seen", "gone"))
UNIT = Local("u", Entity("unit"))
OWN, FOE = FieldRead(UNIT, "unit", "side", SIDE), Local("foe", SIDE)
STRANGER = Local("stranger", SIDE)  # named by no audience: only everyone admits him
LYING = FieldRead(UNIT, "unit", "state", STATE)
BRIGHT = Local("bright", Boolean())
SUBJECTS: dict[Typed, tuple[object, ...]] = {LYING: (0, 1, 2), BRIGHT: (True, False)}
WORLDS = [
    dict(zip(SUBJECTS, each, strict=True)) for each in product(*SUBJECTS.values())
]
WHO = (OWN, FOE, THE_JUDGE, STRANGER)


def _facts() -> st.SearchStrategy[Facts]:
    def some(values: tuple[object, ...]) -> st.SearchStrategy[frozenset[object]]:
        return st.frozensets(st.sampled_from(values), min_size=1)

    pairs = [st.tuples(st.just(s), some(values)) for s, values in SUBJECTS.items()]
    return st.lists(st.one_of(*pairs), max_size=2, unique_by=lambda p: p[0]).map(
        frozenset
    )


FACTS = _facts()
GRANTS = st.builds(Grant, st.sampled_from((None, OWN, FOE, THE_JUDGE)), FACTS)
AUDIENCES = st.frozensets(GRANTS, max_size=4).map(lambda each: join(Audience(each)))


def holds(facts: Facts, world: dict[Typed, object]) -> bool:
    """Tell whether facts are true in a world."""
    return all(world[subject] in allowed for subject, allowed in facts)


def model(audience: Audience) -> set[tuple[int, int]]:
    """Return every (who, world) that is admitted, by number."""
    return {
        (who, number)
        for who, one in enumerate(WHO)
        for number, world in enumerate(WORLDS)
        for g in audience.grants
        if g.who in (None, one) and holds(g.when, world)
    }


@given(AUDIENCES, AUDIENCES)
def test_meet_and_join_are_and_and_or(one: Audience, other: Audience) -> None:
    """Exactly those are admitted whom both, or one of both, admit."""
    assert model(meet(one, other)) == model(one) & model(other)
    assert model(join(one, other)) == model(one) | model(other)


@given(AUDIENCES, AUDIENCES, FACTS)
def test_includes_is_exact(one: Audience, other: Audience, facts: Facts) -> None:
    """It is true if and only if nobody of the other is missing, where facts hold."""
    worlds = {n for n, world in enumerate(WORLDS) if holds(facts, world)}
    missing = {pair for pair in model(other) - model(one) if pair[1] in worlds}
    assert one.includes(other, facts) == (not missing)


@given(AUDIENCES, AUDIENCES, AUDIENCES)
def test_the_axioms_of_a_lattice(a: Audience, b: Audience, c: Audience) -> None:
    """Order, bounds, absorption, distribution."""
    assert meet(a, b).includes(meet(b, a))
    assert meet(a, a) == a == join(a, a)
    assert meet(a, EVERYONE) == a == join(a, NOBODY)
    assert meet(a, NOBODY) == NOBODY
    assert join(a, EVERYONE) == EVERYONE
    assert a.includes(meet(a, b))
    assert join(a, b).includes(a)
    assert a.includes(join(a, meet(a, b)))
    assert join(a, meet(a, b)).includes(a)
    left, right = meet(a, join(b, c)), join(meet(a, b), meet(a, c))
    assert left.includes(right)
    assert right.includes(left)
    assert a.includes(b) == meet(a, b).includes(b)


@given(AUDIENCES, FACTS)
def test_assuming_changes_nothing_where_the_facts_hold(
    a: Audience, facts: Facts
) -> None:
    """And needs no condition there that the facts already say."""
    worlds = {n for n, world in enumerate(WORLDS) if holds(facts, world)}
    now = assuming(a, facts)
    assert {p for p in model(now) if p[1] in worlds} == {
        p for p in model(a) if p[1] in worlds
    }
    for who in (None, OWN):
        assert a.admits(who, facts) == now.admits(who)


@given(AUDIENCES)
def test_forgetting_keeps_what_is_sure(a: Audience) -> None:
    """Who is admitted whatever the forgotten subject is, stays; nobody is added."""
    now = forgetting(a, lambda node: node == LYING)
    assert all(subject != LYING for g in now.grants for subject, _ in g.when)
    sure = {
        (who, number)
        for who, number in model(a)
        if all(
            (who, n) in model(a)
            for n, world in enumerate(WORLDS)
            if world[BRIGHT] == WORLDS[number][BRIGHT]
        )
    }
    assert model(now) == sure


@given(AUDIENCES)
def test_a_seat_forgotten_is_not_admitted_by_name(a: Audience) -> None:
    """A seat that may be another by now is worth nothing."""
    now = forgetting(a, lambda node: node == OWN)
    assert all(g.who != OWN for g in now.grants)
    assert model(a) >= model(now)


@given(AUDIENCES)
def test_rewriting_changes_the_words_alone(a: Audience) -> None:
    """Two subjects that become one are asked both."""
    there = {
        OWN: STRANGER,
        LYING: LYING,
        BRIGHT: BRIGHT,
        FOE: FOE,
        THE_JUDGE: THE_JUDGE,
    }
    swapped = rewritten(a, there.get)
    back = rewritten(swapped, lambda each: OWN if each == STRANGER else each)
    assert model(back) == model(a)


CONDITIONS = st.recursive(
    st.one_of(
        st.just(BRIGHT),
        st.builds(
            lambda name, rank: Apply(name, (LYING, Constant(rank, STATE)), Boolean()),
            st.sampled_from(("is", "is_not")),
            st.integers(0, 2),
        ),
        st.builds(
            lambda name, given: Apply(name, (LYING, Constant(given, STATE)), Boolean()),
            st.sampled_from(("in", "not_in")),
            st.lists(st.integers(0, 2), unique=True).map(tuple),
        ),
    ),
    lambda inner: st.one_of(
        inner.map(lambda one: Apply("not", (one,), Boolean())),
        st.builds(
            lambda name, a, b: Apply(name, (a, b), Boolean()),
            st.sampled_from(("and", "or")),
            inner,
            inner,
        ),
    ),
    max_leaves=4,
)


def truth(node: Typed, world: dict[Typed, object]) -> bool:
    """Evaluate a condition in a world, as the language says."""
    if node == BRIGHT:
        return bool(world[BRIGHT])
    assert isinstance(node, Apply)
    given = node.arguments
    if node.name in ("not", "and", "or"):
        found = [truth(each, world) for each in given]
        return {"not": not found[0], "and": all(found), "or": any(found)}[node.name]
    other = given[1]
    assert isinstance(other, Constant)
    value = world[LYING]
    if node.name in ("is", "is_not"):
        return (value == other.value) is (node.name == "is")
    assert isinstance(other.value, tuple)
    return (value in other.value) is (node.name == "in")


@given(CONDITIONS)
def test_split_is_what_the_condition_says(condition: Typed) -> None:
    """In each world one way holds if and only if the condition has that truth."""
    for wanted in (True, False):
        ways = split(condition, wanted)
        for world in WORLDS:
            said = any(holds(each, world) for each in ways)
            assert said == (truth(condition, world) is wanted)
            assert not said or holds(hull(ways), world)


@given(CONDITIONS, AUDIENCES, AUDIENCES)
def test_either_is_one_or_the_other(condition: Typed, a: Audience, b: Audience) -> None:
    """Where the condition holds it is the one, elsewhere the other."""
    found = model(either(condition, a, b))
    for number, world in enumerate(WORLDS):
        here = model(a if truth(condition, world) else b)
        assert {p for p in found if p[1] == number} == {
            p for p in here if p[1] == number
        }


@given(FACTS, FACTS)
def test_meeting_is_both(one: Facts, other: Facts) -> None:
    """None means that both cannot hold."""
    both = meeting(one, other)
    for world in WORLDS:
        said = both is not None and holds(both, world)
        assert said == (holds(one, world) and holds(other, world))


def test_the_words() -> None:
    """Nobody, the judge, a seat, everyone: each knows more than the one before."""
    chain = (NOBODY, JUDGE_ALONE, seat(OWN), EVERYONE)
    for low, high in pairwise(chain):
        assert high.includes(low)
        assert not low.includes(high)
    assert meet(seat(OWN), seat(FOE)) == JUDGE_ALONE
    assert seat(OWN).admits(OWN)
    assert not seat(OWN).admits(FOE)
    assert EVERYONE.admits(STRANGER)
    assert EVERYONE.admits(None, NO_FACTS)
