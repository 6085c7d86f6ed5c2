"""A prompt at which a person types, and real dice typed there.

A person is asked again after an answer that is not valid; a script ends there, with the
number of its line.

Used by `run` and by `play` alike.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO, TypeVar

from msgspec import Struct

from interpreter.app.output import Console, ShownQuestion
from interpreter.diagnostics import OpenStop, UmpireError, Unusable
from interpreter.engine.stops import RollStop
from interpreter.reports.colour import clean
from interpreter.reports.source_text import filled
from interpreter.reports.values import ValueNames, spaced
from interpreter.semantics.declarations import ENTRY

Answered = TypeVar("Answered")


class OnlyAsked(Exception):
    """A line was no answer but a question about one: `args[0]` is what is said to it,
    and the same is asked again."""


class Prompt:
    """Asks on stderr, reads answers from stdin, and counts the lines.

    A line that is no answer may be a command: `obeys` carries it out, or returns that
    it is none. After a command the question is asked again.
    """

    def __init__(self, terminal: Console) -> None:
        """Begin before the first line, without commands."""
        self.terminal = terminal
        self.lines = 0
        self.obeys: Callable[[str], bool] = lambda line: False

    def asked(
        self,
        question: str,
        missing: UmpireError,
        every: str = "",
        shown: ShownQuestion | None = None,
    ) -> str:
        """Return the next line; raises `missing` where the input ends.

        Where the question could not list all, a `?` is answered with `every`. A console
        with panes shows `shown` instead of the text of the question.
        """
        while True:
            if self.terminal.panes is None:
                self.terminal.say(question)
            else:
                self.terminal.panes.pose(shown or ShownQuestion(question))
            line = self.terminal.source.readline()
            if not line:
                raise missing
            self.lines += 1
            if line.strip() != "?" or not every:
                return line.strip()
            self.terminal.say(f"  {every}")

    def until_valid(
        self,
        question: str,
        missing: UmpireError,
        read: Callable[[str], Answered],
        every: str = "",
        shown: ShownQuestion | None = None,
    ) -> Answered:
        """Return what `read` makes of a line, asking again as long as it raises an
        UmpireError or OnlyAsked; otherwise as `asked` and `refused`."""
        while True:
            line = self.asked(question, missing, every, shown)
            try:
                return read(line)
            except OnlyAsked as said:
                self.terminal.say(f"  {clean(said.args[0])}")
            except UmpireError as fault:
                if not self.obeys(line):
                    self.refused(fault)

    def refused(self, fault: UmpireError) -> None:
        """Report why an answer is not valid, with its hint; Unusable for a script."""
        hint = f" ({fault.hint})" if fault.hint else ""
        self.again(f"{fault.message}{hint}")

    def again(self, fault: str, wanted: str = "") -> None:
        """Report what is wrong at a terminal; for a script it is Unusable, with the
        number of the line and a hint what is `wanted`."""
        if not self.terminal.is_person():
            raise Unusable(f"line {self.lines} of stdin: {clean(fault)}", hint=wanted)
        self.terminal.say(f"  {clean(fault)}; please again")

    def rest(self) -> None:
        """Report the lines of a script that were not asked for; a terminal has none."""
        if self.terminal.is_person():
            return
        with _at_once(self.terminal.source) as source:
            left = [line.strip() for line in source if line.strip()]
        if left:
            first = f"line {self.lines + 1} of stdin: '{clean(left[0])}'"
            more = f", and {len(left) - 1:,} more" if left[1:] else ""
            self.terminal.say(f"umpire: {first}{more} was not used")


def input_ended(what: str, hint: str) -> OpenStop:
    """Return the error of an input that ended where `what` should happen."""
    return OpenStop(f"the input ended where {clean(what)}", hint)


@contextmanager
def _at_once(source: TextIO) -> Iterator[Iterator[str]]:
    """Give the lines that are there already, without waiting for the end of a pipe."""
    try:
        number = source.fileno()
        os.set_blocking(number, False)
    except (
        OSError,
        ValueError,
    ):  # text in memory, a closed file, or a system without it
        number = -1
    try:
        yield iter(_lines(source))
    finally:
        if number >= 0:
            os.set_blocking(number, True)


def _lines(source: TextIO) -> Iterator[str]:
    try:
        while line := source.readline():
            yield line
    except (OSError, ValueError):  # nothing is there, or it is closed
        return


class DiceRequest(Struct, frozen=True):
    """A roll that is wanted: how many dice of how many sides, and why.

    `path` is procedure.step, `by` the seat that rolls ("" for none).
    """

    path: str
    number: int
    sides: int
    by: str = ""
    purpose: str = ""
    needs: str = ""

    @classmethod
    def of(cls, stop: RollStop, names: ValueNames, seat_kind: str) -> "DiceRequest":
        """Return the request of a stop; `seat_kind` is the kind of entity of seats."""
        roll, (purpose, needs, *_) = stop.instruction, (*stop.texts, (), ())
        return cls(
            roll.site.path,
            stop.number,
            stop.sides,
            "" if stop.by is None else names.id(seat_kind, stop.by),
            filled(roll.purpose, purpose, names),
            filled(roll.needs, needs, names),
        )

    @property
    def sentence(self) -> str:
        """Who rolls which dice, for what, and what is needed."""
        text = (
            f"{spaced(self.by)} rolls {self.dice}" if self.by else f"roll {self.dice}"
        )
        return f"{text} for {self.reason}{self.need}"

    @property
    def clause(self) -> str:
        """The same as a clause, after "but" or "where"."""
        falls = f"a {self.dice} falls" if self.number == 1 else f"{self.dice} fall"
        dice = f"{spaced(self.by)} rolls {self.dice}" if self.by else falls
        return f"{dice} for {self.reason}{self.need}"

    @property
    def need(self) -> str:
        """What is needed, as the end of a sentence."""
        return f", needing {self.needs}" if self.needs else ""

    @property
    def dice(self) -> str:
        """The dice, as `d6` or `2d6`."""
        return f"{'' if self.number == 1 else self.number}d{self.sides}"

    @property
    def faces(self) -> str:
        """What has to be typed."""
        if self.number == 1:
            return f"one number from 1 to {self.sides}"
        return f"{self.number} numbers from 1 to {self.sides}"

    @property
    def reason(self) -> str:
        """What the roll is for; without a text of the pack, the name that it binds."""
        procedure, _, name = self.path.partition(".")
        where = procedure.removesuffix(ENTRY).replace("_", " ")
        return self.purpose or f"{where} ({name.rpartition('.')[2]})"


def counted(faces: int) -> str:
    """Return `no face`, `one face` or `3 faces`."""
    return {0: "no face", 1: "one face"}.get(faces, f"{faces} faces")


GIVEN = "give the faces on stdin, or with --dice"


def ask(wanted: DiceRequest, prompt: Prompt, ended: str = GIVEN) -> tuple[int, ...]:
    """Return the faces that a person types.

    Impossible faces are asked again at a terminal and are Unusable in a script; the end
    of the input is an OpenStop with the hint `ended`.
    """
    typed = "its face" if wanted.number == 1 else f"{wanted.number} faces"
    missing = input_ended(wanted.clause, ended)
    while True:
        line = prompt.asked(f"{clean(wanted.sentence)} (type {typed}):", missing)
        faces, fault = checked(line, wanted)
        if not fault:
            return faces
        if not prompt.obeys(line):
            prompt.again(fault, f"{clean(wanted.sentence)}: {wanted.faces}")


def checked(line: str, wanted: DiceRequest) -> tuple[tuple[int, ...], str]:
    """Return the faces in a line, and what is wrong with them or ""."""
    words = line.replace(",", " ").split()
    invalid = [word for word in words if not (word.isdecimal() and len(word) < 10)]
    if invalid:
        return (), f"'{invalid[0]}' is no number that falls on a die"
    faces = tuple(int(word) for word in words)
    if len(faces) != wanted.number:
        return (), f"{counted(len(faces))} for {wanted.dice}"
    impossible = [face for face in faces if not 1 <= face <= wanted.sides]
    if impossible:
        return (), f"a d{wanted.sides} shows no {impossible[0]}"
    return faces, ""
