"""A process that works for the page of an author, so that it can be cut short.

Odds cannot be interrupted where they are worked out, but a process can be ended: when a
newer save makes its work useless, or when that takes too long. It is started anew with
the next piece of work, and remembers what it has read and worked out while it lives.
"""

from __future__ import annotations

import signal
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Concatenate, Generic, ParamSpec, TypeVar

from msgspec import Struct

from interpreter.app.authoring.author_readings import WorkMemory
from interpreter.diagnostics import UmpireError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

Result = TypeVar("Result")
Given = ParamSpec("Given")
Work = Callable[Concatenate[WorkMemory, Given], Result]
"""A function of a module, with what one worker remembers as its first argument."""


class WorkDone(Struct, Generic[Result], frozen=True):
    """What a piece of work gave, or why it gave nothing: the message and the hint of an
    error of a pack, or of our own."""

    result: Result | None
    message: str = ""
    hint: str = ""


class AuthorWorker:
    """One process, which does one piece of work at a time; not for several threads at
    once."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None

    def begin(
        self, work: Work[Given, Result], *given: Given.args, **named: Given.kwargs
    ) -> None:
        """Begin a piece of work; what was not finished before is given up."""
        if self._process is None or not self._process.is_alive():
            self.end()
            self._start()
        assert self._pipe is not None  # the process was started with it
        self._pipe.send((work, given, named))

    def done(self, seconds: float) -> WorkDone[object] | None:
        """Wait so long for what was begun; None where it is not done yet."""
        assert self._pipe is not None  # something was begun
        try:
            if not self._pipe.poll(seconds):
                return None
            found: WorkDone[object] = self._pipe.recv()
        except Exception:  # it ended, or what it sent cannot be read
            self.end()
            return WorkDone(None, "the work ended without a result")
        return found

    def end(self) -> None:
        """End the process, whatever it does."""
        process, self._process = self._process, None
        pipe, self._pipe = self._pipe, None
        if pipe is not None:
            pipe.close()
        if process is not None:
            process.kill()
            process.join()

    def _start(self) -> None:
        # imported late: most commands start no process
        from multiprocessing import get_context

        # a copy of a process with threads could inherit a lock that is held for ever
        context = get_context("spawn")
        pipe, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs,), daemon=True)
        with theirs:
            process.start()
        self._pipe, self._process = pipe, process


def _serve(pipe: Connection) -> None:
    """Do what comes through the pipe until the other side is gone."""
    with suppress(ValueError):  # Ctrl-C is for the server, which ends this process
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    memory = WorkMemory()
    while True:
        try:
            work, given, named = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            done = WorkDone(work(memory, *given, **named))
        except UmpireError as error:
            done = WorkDone(None, error.message, error.hint)
        except (RecursionError, MemoryError):
            done = WorkDone(None, "it needs more memory than there is")
        except Exception as error:
            # told on the page; the process of the server does not end of it
            done = WorkDone(None, f"the program failed: {type(error).__name__}")
        try:
            pipe.send(done)
        except (EOFError, OSError):
            return
