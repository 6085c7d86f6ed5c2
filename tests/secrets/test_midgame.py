"""A thousand pairs of games in mid-play, over all packs that have a scenario to play.

Each pack has its share; `python -m tests.long games` plays 20,000.
"""

from functools import cache

import pytest

from tests.sampled import sampled
from tests.secrets.midgame import Counts, looked
from tests.secrets.sittings import OPEN, played_in, table, tables

IN_GATE = (
    "rulesets/acks-reconnaissance pools",
    "rulesets/concealment keen_and_dull",
    "rulesets/domains-at-war meeting_in_the_fog",
    "rulesets/limited-intelligence two_wings_meet",
    "rulesets/rencounter night_ambush",
)
"""What the gate plays beside the packs of the tests; the job `games` plays all."""
LIGHT = 142  # pairs of a pack of the tests
HEAVY = 6  # of a scenario of the others


def in_gate(name: str) -> bool:
    """Tell whether the gate plays a table."""
    return name.startswith("tests/") or name in IN_GATE


@cache
def played(name: str) -> Counts:
    """Play the share of a table, once."""
    share = LIGHT if name.startswith("tests/") else HEAVY
    return looked(table(name), share, 1)


@pytest.mark.parametrize("name", sampled(tables(), in_gate))
def test_a_seat_gets_the_same_of_what_it_may_not_know(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Letter by letter: report, log, map, question, token, what is said of mistakes;
    and of what it may know nothing is missing in its view."""
    if name == OPEN:
        found = looked(table(name), 10, 1)
        assert not found.faults, found.faults[0]
        assert (found.pairs, found.granted > 100) == (0, True)
        return
    found = played(name)
    assert not found.faults, found.faults[0]
    assert found.share(1) == 1
    with capsys.disabled():
        print(
            f"\n{name}: {found.pairs} pairs in {found.states} states; the judge's "
            f"views differ in three places or more in {found.share(3):.0%}; "
            f"{found.granted:,} facts looked for"
        )


def test_every_scenario_of_a_published_pack_is_a_table() -> None:
    """As the packs themselves say."""
    published = {each for each in tables() if each.startswith("rulesets/")}
    assert published == set(played_in("rulesets"))


def test_there_are_a_thousand_and_half_of_them_differ_much() -> None:
    """Over all packs together."""
    every = [played(each) for each in tables() if in_gate(each) and each != OPEN]
    assert sum(each.pairs for each in every) >= 1000
    many = [each >= 3 for found in every for each in found.places]
    assert sum(many) * 2 >= len(many)
