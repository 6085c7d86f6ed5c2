"""`--real-dice`: a person rolls, the program asks for the faces and checks them.

Used by `run` and by `play` alike.
"""

from dataclasses import dataclass

from interpreter.app.answering.prompt import Prompt, input_ended
from interpreter.engine.stops import RollStop
from interpreter.reports.colour import clean
from interpreter.reports.source_text import filled
from interpreter.reports.values import ValueNames
from interpreter.semantics.declarations import ENTRY


@dataclass(frozen=True, slots=True)
class DiceRequest:
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
        text = f"{self.by} rolls {self.dice}" if self.by else f"roll {self.dice}"
        return f"{text} for {self.reason}{self.need}"

    @property
    def clause(self) -> str:
        """The same as a clause, after "but" or "where"."""
        falls = f"a {self.dice} falls" if self.number == 1 else f"{self.dice} fall"
        dice = f"{self.by} rolls {self.dice}" if self.by else falls
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
