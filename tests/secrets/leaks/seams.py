"""What a leak is, by which channel it shows, and how it is installed.

A leak replaces a function or a method of the engine, its seam, by one that lets through
what a seat may not know. That a seam still exists and takes the same parameters is
asked when the leak is installed, so a leak never silently does nothing.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from enum import Enum
from inspect import signature
from sys import modules
from types import ModuleType
from typing import Any
from unittest.mock import patch

Function = Callable[..., Any]
BOUND_BY = ("interpreter", "tests")  # packages that import functions of the engine


class Channel(Enum):
    """A way by which secrets leaked in other programs, each with a case that happened;
    the value is its row in the table of the README."""

    LOG = "log text, arguments of moves"
    UNDO = "undo, what was before"
    COUNTS = "counts and ids"
    SECOND_VIEW = "a second view, such as a map"
    OFFERS = "what is offered, and in which order"
    QUESTIONS = "a question to somebody who may not be known"
    AUDIENCES = "who sees whom"
    FILES = "names and sizes of files, what a file loads"
    FIELDS = "a field in an object that others see"
    PROBES = "asking for what one may not know"
    GROUPING = "grouping and order by what is hidden"
    STALE = "events that are stale or out of sight"
    LEFT_BEHIND = "what is saved, handed out and left behind"
    INTENT = "what others intend"
    TALK = "talk beside the data"
    DICE = "dice and what else follows from the secret"
    NEW_OBSERVER = "an audience that a new way to look forgets"
    CONSEQUENCES = "consequences that betray the cause"
    TIMING = "order and timing of lines"
    ACTIVE = "active content"


class Seams:
    """Replaces functions of the engine until the stack is closed; `replaced` names
    them."""

    def __init__(self, stack: ExitStack) -> None:
        """Restore all that is replaced when `stack` is closed."""
        self._stack = stack
        self.replaced: list[str] = []

    def replace(
        self, owner: ModuleType | type, name: str, leaking: Function
    ) -> Function:
        """Replace a function of a module, or a method of a class; return the original.

        A function is replaced in every loaded module that has imported it, if `owner`
        is the module that defines it, and else in `owner` alone. Raises AttributeError
        where `owner` has nothing of that name, and TypeError where it takes other
        parameters than the leaking one.
        """
        original: Function = getattr(owner, name)
        seam = f"{owner.__name__}.{name}"
        takes, wanted = (list(signature(f).parameters) for f in (original, leaking))
        if takes != wanted:
            raise TypeError(f"{seam} takes {takes}, and its leak {wanted}")
        self._stack.enter_context(patch.object(owner, name, leaking))
        if isinstance(owner, ModuleType) and original.__module__ == owner.__name__:
            _rebind(original, leaking)
            self._stack.callback(_rebind, leaking, original)  # in new modules too
        self.replaced.append(seam)
        return original


def _rebind(old: Function, new: Function) -> None:
    """Let every module of ours that holds a function hold another."""
    for name, module in list(modules.items()):
        if name.partition(".")[0] in BOUND_BY:
            held = [key for key, value in vars(module).items() if value is old]
            for key in held:
                setattr(module, key, new)


@dataclass(frozen=True)
class Leak:
    """A leak by its number and name, with the sentence that says what it shows."""

    number: int
    name: str
    shows: str
    channels: frozenset[Channel]
    install: Callable[[Seams], None]

    @property
    def title(self) -> str:
        """The number and the name, as reports and command lines write them."""
        return f"{self.number:02}-{self.name}"


def leak(number: int, *channels: Channel) -> Callable[[Callable[[Seams], None]], Leak]:
    """Make a leak of a function that installs it; its docstring says what it shows."""

    def made(install: Callable[[Seams], None]) -> Leak:
        name = install.__name__.replace("_", "-")
        shows = " ".join((install.__doc__ or "").split())
        return Leak(number, name, shows, frozenset(channels), install)

    return made


@contextmanager
def installed(leak: Leak) -> Iterator[None]:
    """Let a leak in, in this process, and take it out again."""
    with ExitStack() as stack:
        leak.install(Seams(stack))
        yield
