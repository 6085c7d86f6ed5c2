"""`--real-dice`: a person rolls, the program asks what fell and checks it."""

from dataclasses import dataclass

from interpreter.app.answering.prompt import Prompt, input_ended
from interpreter.reports.colour import clean
from interpreter.semantics.declarations import ENTRY


@dataclass(frozen=True, slots=True)
class DiceRequest:
    """A roll that is wanted: how many dice of how many sides, and why."""

    at: str
    number: int
    sides: int
    by: str = ""
    purpose: str = ""
    needs: str = ""

    @property
    def sentence(self) -> str:
        """Who rolls what, for what, needing what."""
        text = f"{self.by} rolls {self.dice}" if self.by else f"roll {self.dice}"
        return f"{text} for {self.reason}{self.need}"

    @property
    def told(self) -> str:
        """The same as a part of a sentence that tells of it."""
        falls = f"a {self.dice} falls" if self.number == 1 else f"{self.dice} fall"
        dice = f"{self.by} rolls {self.dice}" if self.by else falls
        return f"{dice} for {self.reason}{self.need}"

    @property
    def need(self) -> str:
        """What it needs, as the end of a sentence."""
        return f", needing {self.needs}" if self.needs else ""

    @property
    def dice(self) -> str:
        """The dice, as `d6` or `2d6`."""
        return f"{'' if self.number == 1 else self.number}d{self.sides}"

    @property
    def faces(self) -> str:
        """What is to be typed."""
        if self.number == 1:
            return f"one number from 1 to {self.sides}"
        return f"{self.number} numbers from 1 to {self.sides}"

    @property
    def reason(self) -> str:
        """What it is for; without a word of the pack, the name that it binds."""
        procedure, _, name = self.at.partition(".")
        where = procedure.removesuffix(ENTRY).replace("_", " ")
        return self.purpose or f"{where} ({name.rpartition('.')[2]})"


def counted(faces: int) -> str:
    """Return `no face`, `one face` or `3 faces`."""
    return {0: "no face", 1: "one face"}.get(faces, f"{faces} faces")


GIVEN = "give the faces on stdin, or with --dice"


def ask(wanted: DiceRequest, person: Prompt, ended: str = GIVEN) -> tuple[int, ...]:
    """Return the faces that a person gives.

    An impossible roll is asked again at a terminal, else it is Unusable; when the
    input ends it is an OpenStop, with a hint what to do when it has `ended`.
    """
    typed = "its face" if wanted.number == 1 else f"{wanted.number} faces"
    missing = input_ended(wanted.told, ended)
    while True:
        line = person.asked(f"{clean(wanted.sentence)} (type {typed}):", missing)
        faces, fault = checked(line, wanted)
        if not fault:
            return faces
        person.again(fault, f"{clean(wanted.sentence)}: {wanted.faces}")


def checked(line: str, wanted: DiceRequest) -> tuple[tuple[int, ...], str]:
    """Return the faces in a line, and what is wrong with them or ""."""
    parts = line.replace(",", " ").split()
    wrong = [part for part in parts if not (part.isdecimal() and len(part) < 10)]
    if wrong:
        return (), f"'{wrong[0]}' is no number that falls on a die"
    faces = tuple(int(part) for part in parts)
    if len(faces) != wanted.number:
        return (), f"{counted(len(faces))} for {wanted.dice}"
    beyond = [face for face in faces if not 1 <= face <= wanted.sides]
    if beyond:
        return (), f"a d{wanted.sides} shows no {beyond[0]}"
    return faces, ""
