"""The chunks of a simulation on a Dask cluster: `simulate --cluster ADDRESS`.

A task is a run of consecutive chunks, long enough that the scheduler, which hands out
some thousand tasks a second however many cores there are, does not become what is
waited for. A chunk's dice depend on its number alone (`estimates`), and each task is
read once, in order: so the counts are those of one machine, whichever worker did a
task, and however often a task was begun because a worker was lost.

The plan goes to the workers once, as a plugin, which the scheduler also gives to
workers that come later. It is loaded once a thread, for generated code keeps memory of
its own. A worker whose Umpire is another one could count something else; it says so.
"""

import logging
import socket
from collections import Counter, deque
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from threading import local
from typing import Any, cast
from uuid import uuid4

from distributed import (
    CancelledError,
    Client,
    Future,
    KilledWorker,
    Worker,
    WorkerPlugin,
    get_worker,
)
from distributed.comm.addressing import parse_address, parse_host_port

from interpreter.diagnostics import Unavailable
from interpreter.engine.simulation.estimates import (
    Chunk,
    Counts,
    Failed,
    Make,
    ResultCounts,
)

SECONDS = 10.0  # of work in a task, as foreseen: a task costs 6 ms of one process
TASKS = 4  # at least so many a core, so that all end at about the same time
AHEAD = 3  # tasks a core that are handed out before their answers are read
TIMEOUT = 10  # seconds until an address without an answer, or workers, is given up


@contextmanager
def connected(address: str) -> Iterator[Client]:
    """Connect to the scheduler of a cluster that has a worker; raises Unavailable."""
    with _quiet():
        try:
            _reach(address)
            client = Client(address, timeout=TIMEOUT, set_as_default=False)
        except (OSError, ValueError) as error:
            message = f"no scheduler of a cluster answers at '{address}'"
            hint = "'dask scheduler' starts one and says its address"
            raise Unavailable(message, hint) from error
        except TypeError as error:  # what Dask says of tls:// without certificates
            message = f"the scheduler at '{address}' asks for certificates"
            hint = "name them in the configuration of Dask, under distributed.comm.tls"
            raise Unavailable(message, hint) from error
        with client:
            try:
                client.wait_for_workers(1, timeout=TIMEOUT)
            except TimeoutError as error:
                hint = f"start some: dask worker {address} --nworkers auto --nthreads 1"
                raise Unavailable("the cluster has no workers", hint) from error
            yield client


def _reach(address: str) -> None:
    """Raise OSError or ValueError where nobody listens at an address of the network: a
    client that cannot connect tries for long, and is closed for longer."""
    scheme, place = parse_address(address)
    if scheme in ("tcp", "tls"):
        socket.create_connection(parse_host_port(place), TIMEOUT).close()


@contextmanager
def _quiet() -> Iterator[None]:
    """Log nothing meanwhile: what a caller should know of the cluster is raised, and
    Dask and what it rests on would log the same with tracebacks."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


def clustered(
    client: Client,
    make: Make,
    arguments: tuple[object, ...],
    chunks: Sequence[Chunk],
    trials_a_second: float,
) -> Counts:
    """Yield the counts of consecutive chunks, in order: `make(*arguments)(*chunk)` of
    each. Closing it takes back what is not done.

    Raises what a task raised; Unavailable where the cluster is lost, or workers are
    ended again and again.
    """
    name = f"umpire-{uuid4().hex}"
    cores = sum(client.nthreads().values())
    plan = ClusterWork(name, program_digest(), make, arguments)
    client.register_plugin(plan, name=name)
    waiting: deque[Future[Any]] = deque()
    try:
        for number, task in enumerate(tasks_of(chunks, cores, trials_a_second)):
            waiting.append(
                client.submit(_counted, name, task, key=f"{name}-{number}", pure=False)
            )
            if len(waiting) > max(AHEAD * cores, AHEAD):
                yield _answer(waiting.popleft())
        while waiting:
            yield _answer(waiting.popleft())
    except KilledWorker as error:
        hint = "perhaps their memory was used up"
        raise Unavailable("workers of the cluster are ended", hint) from error
    except (CancelledError, OSError) as error:
        hint = "see whether the scheduler runs, then start again with the same seed"
        raise Unavailable("the connection to the cluster is lost", hint) from error
    finally:
        # a cluster that is lost has nothing to be taken back from
        with suppress(CancelledError, OSError, ValueError, RuntimeError):
            client.cancel(list(waiting), force=True)
            client.unregister_worker_plugin(name)


def tasks_of(
    chunks: Sequence[Chunk], cores: int, trials_a_second: float
) -> Iterator[tuple[Chunk, ...]]:
    """Yield chunks as tasks: of about SECONDS of work, but TASKS a core or more."""
    share = sum(number for _, number in chunks) / (TASKS * max(cores, 1))
    most = min(SECONDS * trials_a_second, share)
    task: list[Chunk] = []
    held = 0
    for chunk in chunks:
        if task and held + chunk[1] > most:
            yield tuple(task)
            task, held = [], 0
        task.append(chunk)
        held += chunk[1]
    if task:
        yield tuple(task)


def program_digest() -> str:
    """Return a digest of the source of this program, equal wherever it is installed."""
    root = Path(__file__).resolve().parents[2]
    found = sha256()
    for path in sorted(root.rglob("*.py"), key=lambda each: each.as_posix()):
        found.update(path.relative_to(root).as_posix().encode())
        found.update(path.read_bytes())
    return found.hexdigest()


class ClusterWork(WorkerPlugin):
    """What a worker needs for every task, as a plugin of Dask's workers."""

    def __init__(
        self, name: str, digest: str, make: Make, arguments: tuple[object, ...]
    ) -> None:
        """Begin; `digest` is that of the program that asks."""
        self.name = name
        self._digest, self._make, self._arguments = digest, make, arguments

    def setup(self, worker: Worker) -> None:
        """Begin on a worker."""
        self._loaded = local()
        self._is_same = program_digest() == self._digest
        self._where = worker.address

    def counted(self, chunks: Sequence[Chunk]) -> Counter[Hashable]:
        """Return the counts of chunks together."""
        if not self._is_same:
            hint = "install the same version on every machine of the cluster"
            raise Unavailable(f"the worker {self._where} has another Umpire", hint)
        count = getattr(self._loaded, "count", None)
        if count is None:
            count = self._loaded.count = self._make(*self._arguments)
        counts = ResultCounts()
        for chunk in chunks:
            counts.add(count(*chunk))
        return counts.found


def _counted(name: str, chunks: Sequence[Chunk]) -> Counter[Hashable] | Failed:
    """Do a task, on a worker."""
    try:
        plan = cast(ClusterWork, get_worker().plugins[name])
        return plan.counted(chunks)
    except Exception as error:
        return Failed.of(error)


def _answer(task: "Future[Any]") -> Counter[Hashable]:
    answer: Counter[Hashable] | Failed = task.result()
    if isinstance(answer, Failed):
        raise answer.error()
    return answer
