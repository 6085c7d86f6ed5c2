"""Many trials in several processes, and the estimates that they come to.

Worker i of n runs the chunks i, i + n, ... and writes each answer into its pipe; the
pipes are read in turn. So no queue decides anything, and who is fast waits.
Where a system can copy a process safely, a worker is a copy of this one and has what is
loaded here (`copies`); elsewhere it is spawned, receives the plan (source text, values)
and loads it. It ignores interrupts, which the parent process handles.

Chunk c reads a stream keyed by (procedure, reading, c) only, and chunks are counted in
order: the result is the same for any number of workers, and that of an interrupted run
is the result of fewer trials. A chunk is about a sixteenth of all before it, so little
is lost by an interrupt. The strategies direct and resumable run one trial after the
other (reading "trials") and request dice in the same order, so they count the same; the
vectorised one reads the dice of a chunk for all its trials at once.
"""

import gc
import signal
import sys
import threading
from collections import Counter
from collections.abc import (
    Callable,
    Generator,
    Hashable,
    Iterable,
    Iterator,
    Sequence,
)
from contextlib import closing, contextmanager
from itertools import repeat, starmap
from math import sqrt
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from msgspec import Struct

from interpreter.diagnostics import LimitExceeded, UmpireError
from interpreter.engine.dice import Stream, secret_of_seed, stream_keys

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess


Work = Callable[..., Any]
Make = Callable[..., Work]


class Failed(Struct, frozen=True):
    """An error in a worker, in parts: some errors cannot be pickled whole."""

    kind: type[BaseException]
    arguments: tuple[Any, ...]
    state: dict[str, Any]

    @classmethod
    def of(cls, error: Exception) -> "Failed":
        """Take an error apart."""
        return cls(type(error), error.args, dict(error.__dict__))

    def error(self) -> BaseException:
        """Return the error again."""
        error = self.kind.__new__(self.kind, *self.arguments)
        error.args = self.arguments
        error.__dict__.update(self.state)
        return error


class Broken(UmpireError):
    """A worker ended before its work was done: no result is known (exit 70)."""

    def __init__(self, code: int | None) -> None:
        """Say how it ended."""
        how = f"by signal {-code}" if code and code < 0 else f"with exit code {code}"
        hint = "perhaps the memory was used up: try fewer --workers"
        super().__init__(f"a worker process was ended {how}", hint)


class WorkerAnswers:
    """The answers of workers, in the order of their pieces, of which worker i of n does
    the pieces i, i + n, ...

    The last may be a `Failed`; a worker that was ended from outside is Broken.
    """

    def __init__(
        self, started: Sequence[tuple["BaseProcess", "Connection"]], count: int
    ) -> None:
        """Read nothing yet of so many answers."""
        self._started, self._count = started, count
        self._taken: list[list[Any]] = [[] for _ in started]

    def collect(self) -> None:
        """Take the answers that are there: who has done more than its pipe holds waits
        until it is read."""
        for (_, pipe), taken in zip(self._started, self._taken, strict=True):
            try:
                while pipe.poll():
                    taken.append(pipe.recv())
            except EOFError:
                pass  # told when its next answer is wanted

    def __iter__(self) -> Iterator[Any]:
        """Wait for each answer in turn."""
        for index in range(self._count):
            worker = index % len(self._started)
            (process, pipe), taken = self._started[worker], self._taken[worker]
            try:
                answer = taken.pop(0) if taken else pipe.recv()
            except EOFError:
                process.join()
                raise Broken(process.exitcode) from None
            yield answer
            if isinstance(answer, Failed):
                return


@contextmanager
def working(
    make: Make,
    arguments: tuple[object, ...],
    pieces: Sequence[object],
    workers: int,
    made: Work | None = None,
) -> Iterator[WorkerAnswers]:
    """Have workers do `make(*arguments)(*piece)` for each piece, `make` once a worker,
    while the caller does something else; they are ended with the block.

    `made` is what `make` returned here: a worker that is a copy of this process does
    that.
    """
    if not pieces:
        yield WorkerAnswers((), 0)
        return
    # imported late: one process does most simulations
    from multiprocessing import get_context

    are_copies = copies()
    context: Any = get_context("fork" if are_copies else "spawn")
    if made is not None and are_copies:
        make, arguments = _already, (made,)
    workers = min(workers, len(pieces))
    started: list[tuple[BaseProcess, Connection]] = []
    try:
        for first in range(workers):
            mine, theirs = context.Pipe(duplex=False)
            share = pieces[first::workers]
            # a copy has our ends of all pipes too: its own would never be broken
            ours = [mine, *(pipe for _, pipe in started)] if are_copies else []
            given = (theirs, make, arguments, share, ours)
            process = context.Process(target=_serve, args=given, daemon=True)
            with _uninterrupted():
                process.start()
                started.append((process, mine))
            theirs.close()
        yield WorkerAnswers(started, len(pieces))
    finally:
        for worker, mine in started:
            worker.terminate()
            worker.join()
            mine.close()


def copies() -> bool:
    """Tell whether a worker that is started now is a copy of this process.

    A lock that another thread holds would stay locked in a copy; and macOS has
    libraries that do not bear it.
    """
    return sys.platform == "linux" and threading.active_count() == 1


def _already(made: Work) -> Work:
    return made


def served(
    make: Make,
    arguments: tuple[object, ...],
    pieces: Sequence[object],
    workers: int,
    made: Work | None = None,
) -> Generator[Any, None, None]:
    """Yield `make(*arguments)(*piece)` of each piece, in order, as `WorkerAnswers` has
    them. Closing it ends the workers."""
    with working(make, arguments, pieces, workers, made) as answers:
        yield from answers


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Let an interrupt and the alarm of `--max-time` wait, where the system can.

    A process that is half started would be known to nobody; and it inherits that it
    does not hear an interrupt, from before it could say so itself.
    The first process that is spawned starts Python's resource tracker, which ends with
    interrupts let through; so it is started before.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # imported late: one process does most simulations
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()
    waiting = {signal.SIGINT, signal.SIGALRM}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, waiting)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(
    pipe: "Connection",
    make: Make,
    arguments: tuple[object, ...],
    pieces: Sequence[Any],
    ours: Sequence["Connection"],
) -> None:
    """Do pieces and write the answers; `ours` are ends that only the caller uses."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for end in ours:
        end.close()
    try:
        work = make(*arguments)
        for each in pieces:
            pipe.send(work(*each))
    except BrokenPipeError:
        return  # who asked is gone
    except Exception as error:
        pipe.send(Failed.of(error))


TRIALS, COLUMNS = "trials", "columns"  # how a stream is read
FIRST, CHUNK = 16, 4096  # trials of the first chunk, and of the largest
GAME_CHUNK = 256  # the largest where choices are made: such trials may take a second
LANES = 1 << 20  # of every chunk in columns: the more trials, the more of them meet
_SHARE = 16  # a chunk is such a part of what lies before it
MOST_TRIALS = 1_000_000_000
MOST_WORKERS = 256
MOST_KEPT = 1_000_000  # values in all outcomes that differ, lists by their elements
_COLLECTED_AFTER = 50_000
"""Objects that may hold others, more made than gone, after which Python looks for
cycles of them."""

_BATCH = 512  # trials between two looks at what is kept
_LARGE = 1.0  # seconds of work from which on processes pay for their start
_SURE = 10  # how many times longer that is than what must be done to foresee it
_Z = 1.959963984540054  # 95 % of a normal distribution lie within

_SHORTEST = 1e-6  # seconds, of work that took none that a clock shows

Trial: TypeAlias = Callable[[], Hashable]
Count: TypeAlias = Callable[[int], Counter[Hashable]]
Begin: TypeAlias = Callable[[Stream], Count]
"""From the stream of a chunk to what counts the results of so many trials."""
Progress: TypeAlias = Callable[[int, int], None]
Chunk: TypeAlias = tuple[int, int]
"""The number of a chunk, and its trials."""
Counts: TypeAlias = Generator[Counter[Hashable], None, None]
Share: TypeAlias = Callable[[Make, tuple[object, ...], Sequence[Chunk], float], Counts]
"""What does `make(*arguments)(*chunk)` of chunks elsewhere, in order; this process does
so many trials a second."""


class SimulationPlan(Protocol):
    """What is tried; it must be picklable: sources and values, no functions."""

    @property
    def procedure(self) -> str:
        """The procedure's name: a part of the key of the dice."""

    @property
    def strategy(self) -> str:
        """How it is run: vectorised, direct, resumable."""

    @property
    def reading(self) -> str:
        """How it reads its stream: trials, columns; a part of the key too."""

    @property
    def chunk_bounds(self) -> tuple[int, int]:
        """The trials of its first chunk, and of the largest."""

    def loaded(self) -> Begin:
        """Return what counts so many trials of a stream; called once a process."""


class Estimate(Struct, frozen=True):
    """How often a value came, its share, and the bounds of Wilson's 95 % interval."""

    value: Any
    count: int
    share: float
    low: float
    high: float


class SimulationResult(Struct, frozen=True):
    """Estimates, values in order if they have one; `trials` done of those `asked`."""

    outcomes: tuple[Estimate, ...]
    trials: int
    strategy: str
    seed: str
    asked: int

    @property
    def interrupted(self) -> bool:
        """Whether fewer were done than asked; what was done counts."""
        return self.trials < self.asked


def simulate(
    plan: SimulationPlan,
    trials: int,
    *,
    seed: str,
    workers: int = 1,
    share: Share | None = None,
    progress: Progress | None = None,
    large: float = _LARGE,
) -> SimulationResult:
    """Estimate how a procedure ends.

    With more than one worker, or where `share` has chunks counted elsewhere, that is
    done when the first chunks show that `large` seconds of work are left. An interrupt
    keeps the chunks that were done; one before the first was done goes on to the
    caller.
    """
    if not 0 < trials <= MOST_TRIALS:
        raise LimitExceeded("trials (and at least 1)", MOST_TRIALS)
    if workers > MOST_WORKERS:
        raise LimitExceeded("workers", MOST_WORKERS)
    secret = secret_of_seed(seed)
    counts = ResultCounts()
    done = 0
    try:
        with closing(_chunks(plan, secret, trials, workers, share, large)) as chunks:
            for more in chunks:
                counts.add(more)
                done += sum(more.values())
                if progress is not None:
                    progress(done, trials)
    except KeyboardInterrupt:
        if not done:
            raise
    return SimulationResult(
        _estimates(counts.found, done), done, plan.strategy, seed, trials
    )


def wilson(count: int, trials: int) -> tuple[float, float]:
    """Return the bounds of Wilson's 95 % interval of a share."""
    share, square = count / trials, _Z * _Z
    middle = share + square / (2 * trials)
    reach = _Z * sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    over = 1 + square / trials
    # The ends are exact where floats would miss them by a hair.
    low = 0.0 if count == 0 else max(0.0, (middle - reach) / over)
    high = 1.0 if count == trials else min(1.0, (middle + reach) / over)
    return low, high


def counted(
    plan: SimulationPlan, secret: bytes
) -> Callable[[int, int], Counter[Hashable]]:
    """Return what counts the results of a chunk: by its number and its trials."""
    begin = plan.loaded()
    key_of = stream_keys(secret, plan.procedure, plan.reading)

    def count(chunk: int, number: int) -> Counter[Hashable]:
        return begin(Stream(key_of(chunk)))(number)

    return count


def one_by_one(trial: Trial) -> Count:
    """Return what runs a trial so often, and counts the results."""
    return in_batches(lambda times: starmap(trial, repeat((), times)))


def in_batches(batch: Callable[[int], Iterable[Hashable]]) -> Count:
    """Return what counts the results of trials; `batch` makes so many of them."""

    def count(number: int) -> Counter[Hashable]:
        counts = ResultCounts()
        with _rare_collections():
            for first in range(0, number, _BATCH):
                counts.add(Counter(batch(min(_BATCH, number - first))))
        return counts.found

    return count


def explaining(explained: Callable[[Exception], Exception], begin: Begin) -> Begin:
    """Return the same, but errors of generated code are told as problems of the pack,
    as `explained` has them."""

    def begun(stream: Stream) -> Count:
        count = begin(stream)

        def counted(number: int) -> Counter[Hashable]:
            try:
                return count(number)
            except Exception as error:
                raise explained(error) from None

        return counted

    return begun


@contextmanager
def _rare_collections() -> Iterator[None]:
    """Let Python look for cycles of objects seldom: trials make none to speak of, and
    each search goes through all that formulas keep."""
    before = gc.get_threshold()
    gc.set_threshold(max(before[0], _COLLECTED_AFTER) if before[0] else 0, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


class ResultCounts:
    """How often each result came; too many that differ are LimitExceeded."""

    def __init__(self) -> None:
        """Begin with none. What is counted first is taken over."""
        self.found: Counter[Hashable] = Counter()
        self._kept = 0

    def add(self, more: Counter[Hashable]) -> None:
        """Count more."""
        if not self.found:
            self._kept, self.found = sum(map(_size, more)), more
            self._check()
            return
        self._kept += sum(map(_size, more.keys() - self.found.keys()))
        self._check()
        self.found.update(more)

    def _check(self) -> None:
        if self._kept > MOST_KEPT:
            hint = "let what is simulated return less"
            raise LimitExceeded("values in outcomes that differ", MOST_KEPT, hint)


def _size(value: Hashable) -> int:
    return sum(map(_size, value)) + 1 if isinstance(value, tuple) else 1


def sizes(trials: int, first: int = FIRST, largest: int = CHUNK) -> Iterator[int]:
    """Yield how many trials each chunk has: those of fewer trials are the same."""
    done = 0
    while done < trials:
        share = 1 << max((done // _SHARE).bit_length() - 1, 0)
        size = min(max(share, first), largest, trials - done)
        yield size
        done += size


def _in_processes(
    workers: int,
    plan: SimulationPlan,
    secret: bytes,
    chunks: Sequence[Chunk],
    count: Work,
) -> Counts:
    """Yield what workers count; `count` is what counts a chunk here."""
    given = (plan, secret)
    with closing(served(counted, given, chunks, workers, count)) as results:
        for each in results:
            if isinstance(each, Failed):
                raise each.error()
            yield each


def _chunks(
    plan: SimulationPlan,
    secret: bytes,
    trials: int,
    workers: int,
    share: Share | None,
    large: float,
) -> Counts:
    is_shared = share is not None or workers > 1
    pieces = enumerate(sizes(trials, *plan.chunk_bounds))
    count = counted(plan, secret)
    start, spent, done = monotonic(), 0.0, 0
    for chunk, number in pieces:
        yield count(chunk, number)
        done += number
        spent = monotonic() - start
        left = spent * (trials - done) / done
        if is_shared and spent * _SURE >= large and left >= large:
            break
    rest = list(pieces)
    if not rest:
        return
    if share is None:
        results = _in_processes(workers, plan, secret, rest, count)
    else:
        speed = done / max(spent, _SHORTEST)
        results = share(counted, (plan, secret), rest, speed)
    with closing(results):
        yield from results


def _estimates(counts: Counter[Hashable], trials: int) -> tuple[Estimate, ...]:
    values: list[Any] = [each for each in counts if each is not None]
    try:
        values.sort()
    except TypeError:
        values.sort(key=repr)
    if None in counts:
        values.append(None)
    return tuple(
        [
            Estimate(
                each, counts[each], counts[each] / trials, *wilson(counts[each], trials)
            )
            for each in values
        ]
    )
