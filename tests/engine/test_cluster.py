"""A simulation on a cluster counts as one machine does, whatever is lost."""

import os
import signal
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from functools import partial
from time import sleep

import pytest
from distributed import Client, LocalCluster

from interpreter.app.opening.session import Session
from interpreter.app.ruleset import open_ruleset
from interpreter.app.running.odds import plan, segments_plan, trials_plan
from interpreter.cli import arguments as cli_arguments
from interpreter.diagnostics import LimitExceeded, Unavailable, UsageError
from interpreter.engine.dice import Stream
from interpreter.engine.policies import Answers
from interpreter.engine.simulation import cluster as on_cluster
from interpreter.engine.simulation.cluster import clustered, connected, tasks_of
from interpreter.engine.simulation.direct import Loading
from interpreter.engine.simulation.estimates import (
    CHUNK,
    Begin,
    Count,
    Progress,
    SimulationPlan,
    SimulationResult,
    one_by_one,
    simulate,
)
from tests.cli.calling import HELLO, call
from tests.engine.test_simulate import TWO, failing, passes_a_chunk


def slow(sides: int) -> Begin:
    """Load a die that takes a while to fall."""

    def begin(stream: Stream) -> Count:
        die = stream.die(sides)

        def trial() -> int:
            sleep(0.0005)
            return die()

        return one_by_one(trial)

    return begin


def there(
    address: str,
    made: SimulationPlan,
    trials: int,
    seed: str,
    progress: Progress | None = None,
) -> SimulationResult:
    """Simulate on a cluster, from the second chunk on."""
    with connected(address) as client:
        share = partial(clustered, client)
        given = {"share": share, "progress": progress, "large": 0}
        return simulate(made, trials, seed=seed, **given)


SLOW = Loading("slow", "direct", slow, (6,), 1024)


@pytest.fixture(name="local", scope="module")
def _local() -> Iterator[LocalCluster]:
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as made:
        yield made


@pytest.fixture(name="address", scope="module")
def _address(local: LocalCluster) -> str:
    return str(local.scheduler_address)


def test_the_counts_of_one_machine(address: str) -> None:
    for made, trials in ((TWO, 5 * CHUNK + 77), (SLOW, 3 * 1024)):
        alone = simulate(made, trials, seed="s")
        assert there(address, made, trials, "s") == alone


@pytest.mark.parametrize("make", [plan, trials_plan, segments_plan])
def test_plans_of_a_pack(
    address: str, make: Callable[[Session, Answers], SimulationPlan]
) -> None:
    """In columns, as plain functions, in segments: all go through a pickle."""
    given = {"pack": HELLO, "procedure": "weather", "scenario": ""}
    session = cli_arguments.opened(Namespace(**given, values=[], option=[]))
    made = make(session, {})
    alone = simulate(made, 2 * CHUNK, seed="s")
    assert there(address, made, 2 * CHUNK, "s") == alone


def test_the_command_line(address: str) -> None:
    words = ("simulate", HELLO, "weather", "--seed", "s", "--trials", "3000", "--json")
    alone = call(*words)
    assert alone.code == 0, alone.talk
    assert call(*words, "--cluster", address).out == alone.out


def test_a_worker_that_is_killed_loses_nothing(address: str) -> None:
    """In the middle: what it had done and not told is done again, and counted once."""
    trials = 8 * 1024
    killed: list[int] = []

    def kill(done: int, asked: int) -> None:
        if not killed and done > trials // 4:
            with Client(address, set_as_default=False) as client:
                pids = client.run(os.getpid)
            killed.append(next(iter(pids.values())))
            os.kill(killed[0], signal.SIGKILL)

    found = there(address, SLOW, trials, "s", kill)
    assert killed
    assert found == simulate(SLOW, trials, seed="s")


@pytest.mark.long
def test_a_cluster_that_is_lost() -> None:
    """In the middle: one sentence says so, and nothing of what follows hides it."""
    options = {"n_workers": 1, "threads_per_worker": 1, "dashboard_address": ":0"}
    with LocalCluster(processes=True, **options) as lost:

        def lose(done: int, asked: int) -> None:
            if done > 1024:
                lost.close()

        with pytest.raises(Unavailable, match="connection to the cluster is lost"):
            there(str(lost.scheduler_address), SLOW, 9 * 1024, "s", lose)


def test_an_interrupt_keeps_what_was_done(address: str) -> None:
    def stop(done: int, asked: int) -> None:
        if done >= 2 * 1024:
            raise KeyboardInterrupt

    found = there(address, SLOW, 9 * 1024, "s", stop)
    assert found.interrupted
    assert found.outcomes == simulate(SLOW, found.trials, seed="s").outcomes
    with Client(address, set_as_default=False) as client:  # nothing is left to do
        for _ in range(100):
            if not any(client.processing().values()):
                break
            sleep(0.1)
        assert not any(client.processing().values())


def test_an_error_of_a_task_is_its_own(address: str) -> None:
    rare = Loading("rare", "direct", failing, (1,))
    seed = next(s for s in "abcdefgh" if passes_a_chunk(rare, s))
    with pytest.raises(LimitExceeded) as caught:
        there(address, rare, 60 * CHUNK, seed)
    assert (caught.value.allowed, caught.value.hint) == (7, "shorter")


def test_another_umpire_on_a_worker(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It might count something else."""
    monkeypatch.setattr(on_cluster, "program_digest", lambda: "another")
    with pytest.raises(Unavailable, match="another Umpire"):
        there(address, TWO, 9 * CHUNK, "s")


def test_a_cluster_without_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_cluster, "TIMEOUT", 0.5)
    with LocalCluster(n_workers=0, processes=True, dashboard_address=":0") as empty:
        with pytest.raises(Unavailable, match="no workers") as caught:
            there(empty.scheduler_address, TWO, 9, "s")
    assert empty.scheduler_address in caught.value.hint


@pytest.mark.parametrize(
    "address",
    [
        *("tcp://127.0.0.1:9", "nonsense", "ftp://x:1", " ", "tcp://", "tcp://[::"),
        *("inproc://x", "tls://127.0.0.1:9", "tcp://a:b", "tcp://:99999999", "\t://"),
    ],
)
def test_no_scheduler(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_cluster, "TIMEOUT", 0.5)
    found = call("simulate", HELLO, "weather", "--cluster", address)
    assert found.code == 69
    assert "scheduler" in found.talk
    assert "Traceback" not in found.talk


def test_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "interpreter.engine.simulation.cluster", None)
    found = call("simulate", HELLO, "weather", "--cluster", "tcp://127.0.0.1:9")
    assert found.code == 69
    assert "wargame-umpire[cluster]" in found.talk


def test_processes_here_and_a_cluster_exclude_each_other() -> None:
    found = call("simulate", HELLO, "weather", "--cluster", "x", "--workers", "2")
    assert found.code == 2
    assert "not both" in found.talk
    with pytest.raises(UsageError):
        open_ruleset(HELLO).simulate(cluster="x", workers=2)


def test_tasks_are_long_enough_and_many_enough() -> None:
    chunks = [(number, CHUNK) for number in range(1000)]
    for cores, speed in ((1, 1e6), (10, 1e4), (1000, 10.0), (1000, 1e6)):
        tasks = list(tasks_of(chunks, cores, speed))
        assert [chunk for task in tasks for chunk in task] == chunks
        trials = max(sum(number for _, number in task) for task in tasks)
        assert trials <= max(on_cluster.SECONDS * speed, CHUNK)
        assert len(tasks) >= min(on_cluster.TASKS * cores, 1000)
    assert not list(tasks_of([], 4, 1.0))
