"""Simulation: the same for any number of workers, near the exact law, interruptible."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import accumulate
from math import sqrt
from multiprocessing import parent_process
from multiprocessing.context import SpawnProcess
from subprocess import run
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.cli.main import exit_code
from interpreter.diagnostics import LimitExceeded, OpenStop
from interpreter.engine.dice import Stream
from interpreter.engine.exact.model import (
    CHOOSE,
    DRAW,
    GO,
    ROLL,
    ExactModel,
    ResumePoint,
)
from interpreter.engine.exact.program import distribution_of
from interpreter.engine.policies import Answers, Policy
from interpreter.engine.simulation import estimates
from interpreter.engine.simulation.direct import Loading, segments
from interpreter.engine.simulation.estimates import (
    CHUNK,
    FIRST,
    Begin,
    Broken,
    Count,
    copies,
    one_by_one,
    served,
    simulate,
    sizes,
    wilson,
)


def two_dice(sides: int) -> Begin:
    """Load the sum of two dice."""

    def begin(stream: Stream) -> Count:
        die = stream.die(sides)
        return one_by_one(lambda: die() + die())

    return begin


def failing(at: int) -> Begin:
    """Load a trial that exceeds a limit when a die of 10,000 shows `at` or less."""

    def begin(stream: Stream) -> Count:
        die = stream.die(10_000)

        def trial() -> Hashable:
            if die() <= at:
                raise LimitExceeded("steps of a run", 7, "shorter")
            return None

        return one_by_one(trial)

    return begin


def listing(each: int) -> Begin:
    """Load a list of dice that hardly ever falls twice, in a list."""

    def begin(stream: Stream) -> Count:
        return one_by_one(lambda: (stream.dice(each, 100), 1))

    return begin


TWO = Loading("two", "direct", two_dice, (6,))


def test_the_same_for_any_number_of_workers() -> None:
    trials = 5 * CHUNK + 77
    alone = simulate(TWO, trials, seed="s")
    for workers in (2, 3):
        assert simulate(TWO, trials, seed="s", workers=workers, large=0) == alone
    assert alone.trials == sum(each.count for each in alone.outcomes) == trials
    assert [each.value for each in alone.outcomes] == list(range(2, 13))
    assert not alone.interrupted


def test_seed_and_procedure_key_the_dice_and_the_strategy_does_not() -> None:
    first = simulate(TWO, 1000, seed="s").outcomes
    assert simulate(TWO, 1000, seed="t").outcomes != first
    other = Loading("other", "direct", two_dice, (6,))
    assert simulate(other, 1000, seed="s").outcomes != first
    segmented = Loading("two", "resumable", two_dice, (6,))
    assert simulate(segmented, 1000, seed="s").outcomes == first


def test_near_the_exact_distribution() -> None:
    trials = 200_000
    found = {each.value: each for each in simulate(TWO, trials, seed="z").outcomes}
    for total in range(2, 13):
        share = (6 - abs(total - 7)) / 36
        z = (found[total].share - share) / sqrt(share * (1 - share) / trials)
        assert abs(z) < 3.5


def test_an_interrupt_keeps_what_was_done() -> None:
    def stop(done: int, asked: int) -> None:
        if done == 2 * CHUNK:
            raise KeyboardInterrupt

    found = simulate(TWO, 9 * CHUNK, seed="s", progress=stop)
    assert (found.trials, found.asked, found.interrupted) == (
        2 * CHUNK,
        9 * CHUNK,
        True,
    )
    assert found.outcomes == simulate(TWO, 2 * CHUNK, seed="s").outcomes
    again = simulate(TWO, 9 * CHUNK, seed="s", workers=2, large=0, progress=stop)
    assert again == found


def test_an_interrupt_before_anything_goes_on() -> None:
    def never() -> Begin:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(Loading("x", "direct", never, ()), 10, seed="s")


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    simulate(TWO, CHUNK + 1, seed="s", progress=lambda *each: told.append(each))
    assert told[0] == (FIRST, CHUNK + 1)
    assert told[-2:] == [(CHUNK, CHUNK + 1), (CHUNK + 1, CHUNK + 1)]
    assert told == [(done, CHUNK + 1) for done in accumulate(sizes(CHUNK + 1))]


@given(st.integers(1, 10**6), st.integers(1, 10**6))
def test_chunks_of_fewer_trials_are_the_first_of_more(one: int, other: int) -> None:
    """So an interrupted simulation is that of fewer trials; little is done at once."""
    few, many = sorted((one, other))
    short, long = list(sizes(few)), list(sizes(many))
    assert sum(short) == few
    assert short[:-1] == long[: len(short) - 1]
    done = 0
    for size in long:
        assert 0 < size <= min(max(FIRST, done // FIRST), CHUNK)
        done += size


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_of_a_worker_is_its_own(workers: int) -> None:
    # Not in the first chunk, which is done here, but in one of the next.
    rare = Loading("rare", "direct", failing, (1,))
    seed = next(s for s in "abcdefgh" if passes_a_chunk(rare, s))
    with pytest.raises(LimitExceeded) as caught:
        simulate(rare, 60 * CHUNK, seed=seed, workers=workers, large=0)
    assert (caught.value.allowed, caught.value.hint) == (7, "shorter")


def killed(sides: int) -> Begin:
    """Load two dice, in whoever started; a worker is killed."""

    def begin(stream: Stream) -> Count:
        if parent_process() is not None:
            os.kill(os.getpid(), signal.SIGKILL)
        return two_dice(sides)(stream)

    return begin


def test_a_worker_that_is_killed() -> None:
    plan = Loading("killed", "direct", killed, (6,))
    with pytest.raises(Broken, match="ended by signal 9") as caught:
        simulate(plan, 9 * CHUNK, seed="s", workers=2, large=0)
    assert exit_code(caught.value) == 70
    assert "--workers" in caught.value.hint


def passes_a_chunk(plan: Loading, seed: str) -> bool:
    """Tell whether the first chunk ends without an error."""
    try:
        simulate(plan, CHUNK, seed=seed)
    except LimitExceeded:
        return False
    return True


def test_pieces_come_in_order() -> None:
    pieces = [(number,) for number in range(7)]
    assert list(served(adding, (100,), pieces, 3)) == list(range(100, 107))


COPIED = """
from interpreter.engine.simulation import estimates

def make(base):
    raise AssertionError("a copy of this process has it already")

base = 100
with estimates.working(make, (0,), [(n,) for n in range(5)], 2, lambda n: base + n) as (
    answers
):
    print(estimates.copies(), *answers)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="others are spawned there")
def test_a_copy_has_what_is_made() -> None:
    """In a process of its own: this one may have other threads."""
    line = [sys.executable, "-c", COPIED]
    found = run(line, check=False, capture_output=True, text=True)
    assert (found.stdout, found.stderr) == ("True 100 101 102 103 104\n", "")


KILLED = """
import os
from interpreter.engine.simulation import estimates

def work(_):
    return "x" * 1_000_000

with estimates.working(None, (), [(n,) for n in range(100)], 2, work):
    os.kill(os.getpid(), 9)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="others are spawned there")
def test_a_copy_ends_when_who_asked_is_gone() -> None:
    """It waits until its answers are read, and this call until it has ended."""
    line = [sys.executable, "-c", KILLED]
    found = run(line, check=False, capture_output=True, text=True, timeout=60)
    assert (found.returncode, found.stdout, found.stderr) == (-9, "", "")


def test_beside_a_thread_nothing_is_copied() -> None:
    """Its locks would stay locked."""
    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    thread.start()
    try:
        assert not copies()
    finally:
        done.set()
        thread.join()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGALRM])
def test_a_worker_is_ended_whenever_a_signal_comes(
    number: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also one that has just been started, and that nobody has written down yet."""
    monkeypatch.setattr(estimates, "copies", lambda: False)
    started: list[SpawnProcess] = []
    start = SpawnProcess.start

    def interrupted(process: SpawnProcess) -> None:
        start(process)
        started.append(process)
        signal.raise_signal(number)

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise Rung

    monkeypatch.setattr(SpawnProcess, "start", interrupted)
    before = signal.signal(number, ring)
    try:
        with pytest.raises(Rung):
            list(served(adding, (100,), [(1,), (2,)], 2))
        assert [process.is_alive() for process in started] == [False]
    finally:
        signal.signal(number, before)
        for process in started:
            process.kill()


class Rung(BaseException):
    """A signal came."""


def adding(base: int) -> Callable[[int], int]:
    """Return what adds a number."""
    return lambda more: base + more


@pytest.mark.parametrize("trials", [0, -1, 10**9 + 1])
def test_too_few_and_too_many(trials: int) -> None:
    with pytest.raises(LimitExceeded):
        simulate(TWO, trials, seed="s")


def test_too_many_workers() -> None:
    with pytest.raises(LimitExceeded, match="workers"):
        simulate(TWO, 10, seed="s", workers=257)


@pytest.mark.parametrize(("each", "trials"), [(5000, CHUNK), (400, 2 * CHUNK)])
def test_outcomes_that_would_fill_the_memory(each: int, trials: int) -> None:
    """Their values are counted within a chunk, and over all of them."""
    plan = Loading("listing", "direct", listing, (each,))
    with pytest.raises(LimitExceeded, match="values in outcomes that differ"):
        simulate(plan, trials, seed="s")
    assert simulate(plan, 50, seed="s").trials == 50


def test_wilson() -> None:
    # Wilson's score interval as solved by hand: |p - 8/10| = z sqrt(p (1 - p) / 10).
    for bound in wilson(8, 10):
        reach = 1.959963984540054 * sqrt(bound * (1 - bound) / 10)
        assert abs(abs(bound - 0.8) - reach) < 1e-12
    assert wilson(0, 10)[0] == 0.0
    assert wilson(10, 10)[1] == 1.0


# -- segments


def turn(state: Any) -> Any:
    return (ROLL, state, ("turn.roll", 1, 6, True, None, ()), (("turn_r0", ()),))


def turn_r0(state: Any, face: int) -> Any:
    if face == 1:
        return (GO, state, ("turn", ()), ())
    payload = ("turn.draw", ("a", "b", "c"), (1, 2, 3), 2, None, ())
    return (DRAW, state, payload, (("turn_r1", (face,)),))


def turn_r1(state: Any, face: int, drawn: Any) -> Any:
    payload = ("turn.side", 0, drawn, None, None, None, ())
    return (CHOOSE, state, payload, (("turn_r2", (face % 2,)),))


def turn_r2(state: Any, odd: int, chosen: str) -> Any:
    return (None, state, (odd, chosen), ())


POINTS = {
    each.__name__: ResumePoint(number, each, each.__name__, (), number == 0)
    for number, each in enumerate((turn, turn_r0, turn_r1, turn_r2))
}
TURN = ExactModel(POINTS, {"turn": POINTS["turn"]}, seat=lambda seat: f"seat {seat}")
RANDOM = Answers(policy=Policy("random", default="random"))


def test_segments_near_exact() -> None:
    exact = distribution_of(TURN, "turn", (), (), answers=RANDOM)
    assert sum(exact.outcomes.values()) == exact.denominator
    plan = Loading("turn", "resumable", segments, (TURN, "turn", (), (), RANDOM))
    trials = 40_000
    found = {
        each.value: each.share for each in simulate(plan, trials, seed="z").outcomes
    }
    assert len(found) == len(exact.outcomes) == 6
    for (value, _), weight in exact.outcomes.items():
        share = float(Fraction(weight, exact.denominator))
        z = (found[value] - share) / sqrt(share * (1 - share) / trials)
        assert abs(z) < 3.5


def test_segments_stop_at_an_open_choice() -> None:
    plan = Loading("turn", "resumable", segments, (TURN, "turn", (), (), Answers()))
    with pytest.raises(OpenStop, match=r"seat 0 must choose .*turn\.side"):
        simulate(plan, 10, seed="s")
