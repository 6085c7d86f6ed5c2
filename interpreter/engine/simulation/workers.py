"""Processes that do numbered pieces of work; the answers come back in order.

Worker i of n does the pieces i, i + n, ... and writes each answer into its pipe; the
pipes are read in turn. So no queue decides anything, and who is fast waits.
Processes are spawned: the same on every system, and safe beside threads.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from interpreter.diagnostics import UmpireError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Make = Callable[..., Callable[..., Any]]


@dataclass(frozen=True, slots=True)
class Failed:
    """An error in a worker, in parts: some errors cannot be pickled whole."""

    kind: type[BaseException]
    arguments: tuple[Any, ...]
    state: dict[str, Any]

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


def served(
    make: Make, arguments: tuple[Any, ...], pieces: Sequence[Any], workers: int
) -> Generator[Any, None, None]:
    """Yield `make(*arguments)(*piece)` of each piece, in order; `make` once a worker.

    The last may be a `Failed`; a worker that was ended from outside is Broken. Closing
    it ends the workers.
    """
    from multiprocessing import get_context

    context = get_context("spawn")
    workers = min(workers, len(pieces))
    started = []
    try:
        for first in range(workers):
            mine, theirs = context.Pipe(duplex=False)
            share = pieces[first::workers]
            process = context.Process(
                target=_serve, args=(theirs, make, arguments, share), daemon=True
            )
            with _uninterrupted():
                process.start()
                started.append((process, mine))
            theirs.close()
        for index in range(len(pieces)):
            process, mine = started[index % workers]
            try:
                answer = mine.recv()
            except EOFError:
                process.join()
                raise Broken(process.exitcode) from None
            yield answer
            if isinstance(answer, Failed):
                return
    finally:
        for process, mine in started:
            process.terminate()
            process.join()
            mine.close()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Let an interrupt and the alarm of `--max-time` wait, where the system can.

    A process that is half started would be known to nobody; and it inherits that it
    does not hear an interrupt, from before it could say so itself.
    The first process that is spawned starts Python's resource tracker, which ends with
    interrupts let through; so it is started before.
    """
    import signal

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()
    waiting = {signal.SIGINT, signal.SIGALRM}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, waiting)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(
    pipe: "Connection", make: Make, arguments: tuple[Any, ...], pieces: Sequence[Any]
) -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        work = make(*arguments)
        for each in pieces:
            pipe.send(work(*each))
    except Exception as error:
        pipe.send(Failed(type(error), error.args, dict(error.__dict__)))
