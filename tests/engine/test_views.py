"""Pairs of states that differ only in what a seat may not know look alike to it.

What the seat gets is compared letter by letter, as JSON and as text, and the whole view
besides. The second half of the tests asks that what it may know does differ, so that an
engine which tells nothing fails too.
"""

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from interpreter.engine.once import Engine, play_out
from interpreter.engine.stops import DrawStop, RollStop
from interpreter.pipeline.loading import load, usable
from interpreter.reports.claims import claims_output, claims_text
from interpreter.reports.outputs.encoding import encoded_rows
from interpreter.values.log import BEGINNING, STORE, TO
from interpreter.views.views import ClaimReader, ReceivedClaim, View, view

PACK = Path(__file__).parents[1] / "packs" / "sightings"
PROGRAM = usable(load(PACK))
ENGINE = Engine.of(PROGRAM)
DECLARED = PROGRAM.declared
IDS = PROGRAM.initial_states["valley"].ids
KINDS = list(DECLARED.kinds)
RED, BLUE = 0, 1
RIDERS, WALKERS, NOBODY = 0, 1, 2
FEW, MANY, HOST = "few", "many", "a host"
TRUE_SOME, TRUE_ALL, FAILURE, FALSE = (4, 3), (5, 5), (2, 2), (1, 1)


@dataclass(frozen=True)
class Secrets:
    """What red may not know of the state in which it looks."""

    men: int = 60
    heading: int = 1
    supplies: int = 9
    banner: str = "plain"
    of: int = RIDERS
    before: int = 0
    seized: int = 0


SECRETS = some.builds(
    Secrets,
    supplies=some.integers(0, 50),
    banner=some.text(max_size=3),
    of=some.integers(0, 2),
    before=some.integers(0, 3),
    seized=some.integers(0, 3),
)


def state(secrets: Secrets) -> Any:
    """Return the valley with other secrets."""
    rows = {kind: list(PROGRAM.initial_states["valley"].rows[kind]) for kind in IDS}
    change(rows, "band", RIDERS, "men", secrets.men)
    change(rows, "band", RIDERS, "heading", secrets.heading)
    change(rows, "band", RIDERS, "banner", secrets.banner)
    change(rows, "side", BLUE, "supplies", secrets.supplies)
    change(rows, "side", RED, "supplies", secrets.supplies)
    change(rows, "captive", 0, "of", secrets.of)
    return (*(tuple(rows.get(kind, ())) for kind in KINDS), BEGINNING)


def change(rows: Any, kind: str, number: int, name: str, value: Any) -> None:
    """Set a field."""
    row = list(rows[kind][number])
    row[DECLARED.kinds[kind].slot(name)] = value
    rows[kind][number] = tuple(row)


def look(
    secrets: Secrets, dice: tuple[int, int], lie: Any = None, fact: int = 0
) -> Any:
    """Return the state after red looked for the riders, among what else happened."""

    def chance(stop: RollStop | DrawStop) -> Any:
        if isinstance(stop, RollStop):
            return dice
        if stop.instruction.label == "lies":
            return (fact,)
        assert lie in stop.items
        return lie

    given = (RIDERS, RED, 0, secrets.before, BLUE, secrets.seized)
    return play_out(
        ENGINE, "in_between", given, state(secrets), chance, nobody
    ).game_state


def nobody(_: Any) -> Any:
    """Choose nothing: nobody is asked here."""
    raise AssertionError("nobody is asked")


def seen(end: Any, seat: int = RED) -> View:
    """Return the view of a seat."""
    return view(DECLARED, IDS, end, seat)


def letters(found: View) -> str:
    """Return all that a seat gets, letter by letter."""
    return (
        json.dumps(encoded_rows(claims_output(found)))
        + "\n"
        + "\n".join(claims_text(found))
    )


def alike(one: Any, other: Any, seat: int = RED) -> bool:
    """Tell whether two states, which do differ, look alike to a seat."""
    assert one != other
    left, right = seen(one, seat), seen(other, seat)
    assert (left == right) == (repr(left) == repr(right))
    return left == right and letters(left) == letters(right)


@given(SECRETS)
def test_a_claim_is_heard_as_it_is_seen(secrets: Secrets) -> None:
    """Claim by claim, with the numbers and names of the view; of what came to be, and
    of nothing else, the judge has the true number beside it."""
    end = look(secrets, TRUE_SOME)
    hearing = ClaimReader(DECLARED, IDS)
    heard: dict[int, list[ReceivedClaim]] = {RED: [], BLUE: []}
    for place, row in enumerate(end[KINDS.index(STORE)]):
        heard[row[TO]].append(hearing(place, row, end))
    for seat, told in heard.items():
        found = seen(end, seat)
        assert tuple(each.claim for each in told) == found.claims
        for one in told:
            for kind, names in one.ids.items():
                assert dict(found.ids)[kind][: len(names)] == names
    made = [each.made for each in heard[BLUE] if each.claim.kind.name == "capture"]
    at_first = len(IDS["captive"])
    true = [(("captive", at_first + n, f"captive {n + 1}"),) for n in range(len(made))]
    assert made == true
    assert len(made) == secrets.seized
    assert not any(each.made for each in heard[RED][:-1])


# What may not be told apart.


@given(SECRETS, SECRETS, some.sampled_from([TRUE_SOME, TRUE_ALL, FAILURE]))
def test_what_happens_elsewhere_shows_nowhere(
    one: Secrets, other: Secrets, dice: tuple[int, int]
) -> None:
    """Claims to the other side, its captives, time, supplies, hidden fields: none of
    them shifts a number, an order, an id or a key."""
    ends = look(one, dice), look(other, dice)
    if ends[0] != ends[1]:
        assert alike(*ends)


@given(SECRETS, some.integers(51, 200), some.integers(51, 200), some.integers(0, 2))
def test_a_fact_that_is_not_shown_is_not_there(
    secrets: Secrets, one: int, other: int, seized: int
) -> None:
    """Within one class of size a report without the wings says nothing of the men."""
    left = look(replace(secrets, men=one), TRUE_SOME)
    right = look(replace(secrets, men=other, seized=seized), TRUE_SOME)
    assert left == right or alike(left, right)


TRUTHS = {FEW: 20, MANY: 60, HOST: 300}


@given(SECRETS, SECRETS, some.permutations([FEW, MANY, HOST]))
def test_a_lie_looks_like_the_truth_that_it_feigns(
    one: Secrets, other: Secrets, sizes: list[str]
) -> None:
    """A catastrophe that says Y of X, and a marginal success that says Y of Y."""
    truth, feigned, _ = sizes
    lie = look(replace(one, men=TRUTHS[truth]), FALSE, feigned)
    told = look(replace(other, men=TRUTHS[feigned]), TRUE_SOME)
    assert alike(lie, told)


@given(SECRETS, some.permutations(range(4)))
def test_so_it_is_with_every_fact(secrets: Secrets, headings: list[int]) -> None:
    """The heading is false instead of the size."""
    truth, feigned, *_ = headings
    lie = look(replace(secrets, heading=truth), FALSE, feigned, fact=1)
    told = look(replace(secrets, heading=feigned), TRUE_SOME)
    assert alike(lie, told)


@given(SECRETS, some.integers(1, 500))
def test_a_failure_is_like_nobody_there(secrets: Secrets, men: int) -> None:
    """Whoever fails gets nothing, of any band, and not even a gap in his numbers."""
    failed = seen(look(replace(secrets, men=men), FAILURE))
    before = seen(look(replace(secrets, men=0), FAILURE))
    assert failed == before
    assert [each.number for each in failed.claims] == [1]  # the captive alone


def test_the_other_side_learns_nothing() -> None:
    """The outcomes of a roll, and whether it was made, look alike to the one sought."""
    ends = [look(Secrets(), dice, MANY) for dice in (TRUE_SOME, TRUE_ALL, FAILURE)]
    ends.append(look(Secrets(), FALSE, FEW))
    assert all(alike(ends[0], each, BLUE) for each in ends[1:])


def test_a_view_does_not_follow_the_truth() -> None:
    """What was told stays as it was told."""
    end = look(Secrets(), TRUE_ALL)
    rows = {kind: list(spine) for kind, spine in zip(KINDS, end[:-1], strict=True)}
    change(rows, "band", RIDERS, "men", 7)
    later = (*(tuple(rows[kind]) for kind in KINDS), end[-1])
    assert alike(end, later)


# What must be told apart.


def test_another_truth_is_another_report() -> None:
    """An engine that tells nothing would fail here."""
    few = look(Secrets(men=20), TRUE_SOME)
    host = look(Secrets(men=300), TRUE_SOME)
    assert letters(seen(few)) != letters(seen(host))
    assert "few" in letters(seen(few))


def test_a_success_says_more_than_a_marginal_one() -> None:
    """It differs in its label and by the fact that it shows besides."""
    most, some_ = (seen(look(Secrets(), dice)) for dice in (TRUE_ALL, TRUE_SOME))
    facts = [[f for f, _ in each.claims[0].facts] for each in (most, some_)]
    assert facts == [[0, 1, 2], [0, 1]]
    assert most.claims[0].label != some_.claims[0].label


def test_the_wings_differ_where_they_are_shown() -> None:
    """The same class of size, but another number of men."""
    ends = (look(Secrets(men=men), TRUE_ALL) for men in (60, 61))
    assert len({letters(seen(end)) for end in ends}) == 2


def test_a_failure_differs_from_a_report() -> None:
    """There is a report, or there is none."""
    assert len(seen(look(Secrets(), TRUE_SOME)).claims) == 2
    assert len(seen(look(Secrets(), FAILURE)).claims) == 1


# Fields of entities.


def fields(found: View, kind: str, name: str) -> dict[str, Any]:
    """Return what a view shows of an entity."""
    ids = dict(found.ids)[kind]
    for thing in found.things:
        if thing.kind.name == kind and ids[thing.number] == name:
            return {field.name: value for field, value in thing.fields}
    return {}


@pytest.mark.parametrize(
    ("seat", "band", "names"),
    [
        (RED, "riders", {"side", "raised"}),
        (BLUE, "riders", {"side", "raised", "men", "heading", "banner"}),
        (RED, "walkers", {"side", "raised", "men", "heading", "banner"}),
        (BLUE, "walkers", {"side", "raised", "banner"}),  # it is raised
    ],
)
def test_a_field_is_seen_by_its_audience(seat: int, band: str, names: set[str]) -> None:
    """Everyone, the owner, and everyone while the banner is raised."""
    assert set(fields(seen(state(Secrets()), seat), "band", band)) == names


def test_what_the_judge_knows_is_in_no_view() -> None:
    """Neither supplies nor whose man a captive is."""
    for seat in (RED, BLUE):
        found = seen(state(Secrets()), seat)
        assert set(fields(found, "side", "blue")) == {"colour"}
        assert "captive" not in dict(found.ids)


def test_what_came_to_be_is_named_as_it_is_first_met() -> None:
    """Red's captive is its first, however many there are elsewhere and before."""
    end = look(Secrets(seized=3), TRUE_SOME)
    assert '"captive 1"' in letters(seen(end))
    assert [row[0] for row in end[KINDS.index("captive")][1:]] == [BLUE] * 3 + [RED]


def test_of_what_is_hidden_nothing_is_seen() -> None:
    """A kind's audience covers its fields, even those that everyone may see."""
    kinds = [
        {each.kind.name for each in seen(state(Secrets()), seat).things}
        for seat in (RED, BLUE)
    ]
    assert kinds[BLUE] - kinds[RED] == {"hoard"}
