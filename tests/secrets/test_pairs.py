"""Pairs of worlds that differ only in what a seat may not know look alike to it.

A seeded sample of 1,000; `tests/long` plays 10,000 of each file.
"""

import pytest

from interpreter.semantics.declarations import CHARTS
from interpreter.views.views import view
from interpreter.views.visibility import Masks
from tests.sampled import sampled
from tests.secrets.__main__ import played
from tests.secrets.commands import loud
from tests.secrets.declared import jobs, names
from tests.secrets.pairs import Playing, playing_of

PAIRS = 1000  # of all packs together
EVERY = names()
SHARES = {
    **dict.fromkeys(("acks-reconnaissance", "acks-prisoners"), 20),
    **dict.fromkeys(("limited-intelligence-row", "limited-intelligence-stacks"), 24),
    **dict.fromkeys(("limited-intelligence", "concealment"), 40),
    **dict.fromkeys(("concealment-dusk", "concealment-march"), 40),
}
"""Of those whose worlds are large."""
LOUD = {"acks-reconnaissance", "acks-prisoners", "limited-intelligence"}
"""Those whose commands talk so much that the long run alone compares it."""
REST = -(-(PAIRS - sum(SHARES.values())) // (len(EVERY) - len(SHARES)))


@pytest.fixture(params=EVERY)
def playing(request: pytest.FixtureRequest) -> Playing:
    """Give each job in turn."""
    return playing_of(request.param)


def test_what_a_seat_may_not_know_shows_nowhere(playing: Playing) -> None:
    """What it is told, its view and every text are equal, letter by letter; where it
    must be told something, it is. For the judge each pair differs, half of them in
    three places or more."""
    many = some = total = 0
    name = playing.job.name
    for play, counts in played(playing, SHARES.get(name, REST), 1):
        assert not counts.faults, counts.faults[0]
        total += len(counts.places)
        some += sum(each >= 1 for each in counts.places)
        many += sum(each >= 3 for each in counts.places)
        assert len(counts.places) > 0, play.name
    print(f"{name}: {some}/{total} differ for the judge, {many} in three places")
    assert some == total
    assert many >= total / 2


def test_the_sample_is_large_enough() -> None:
    """A thousand pairs in the gate; every share is somebody's."""
    assert sum(SHARES.get(name, REST) for name in EVERY) >= PAIRS
    assert SHARES.keys() <= {job.name for job in jobs()}


def test_all_that_is_hidden_is_named(playing: Playing) -> None:
    """The audiences, asked anew, hide from the seats just what the file says."""
    assert playing.unnamed() == []


def test_views_show_all_that_is_not_hidden(playing: Playing) -> None:
    """Field by field a view has what the audiences, asked anew, give to the seat."""
    declared, world = playing.program.declared, playing.worlds.world
    rows = (*(world.rows.get(kind, ()) for kind in declared.kinds), (0, (), (), ()))
    every = {
        (kind.name, world.ids[kind.name][number], each.name)
        for kind in declared.kinds.values()
        if kind.name != CHARTS  # what lies on the map is known to everyone
        for number in range(len(world.rows.get(kind.name, ())))
        for each in kind.fields
    }
    for number, seat in enumerate(world.ids[declared.seat_kind]):
        seen = view(declared, world.ids, rows, number, Masks(world.ids, None))
        ids = dict(seen.ids)
        shown = {
            (each.kind.name, ids[each.kind.name][each.number], field.name)
            for each in seen.things
            for field, _ in each.fields
        }
        hidden = {
            (kind, world.ids[kind][at], declared.kinds[kind].fields[slot].name)
            for kind, at, slot in playing.worlds.hidden(seat)
        }
        assert shown == every - hidden


@pytest.mark.parametrize("name", sampled(EVERY, lambda name: name not in LOUD))
def test_no_exit_code_and_no_talk_tells_outcomes_apart(name: str) -> None:
    """As a command: all that is not said on stdout is the same, whatever happened."""
    assert loud(playing_of(name)) == []
