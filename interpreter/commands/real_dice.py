"""`--real-dice`: a person rolls, the program asks what fell and checks it."""

from dataclasses import dataclass

from interpreter.commands.terminal import Terminal
from interpreter.problems import OpenStop, Unusable
from interpreter.reporting.paint import clean


@dataclass(frozen=True, slots=True)
class Wanted:
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
        text += f" for {self.reason}"
        return text + (f", needing {self.needs}" if self.needs else "")

    @property
    def dice(self) -> str:
        """The dice, as `d6` or `2d6`."""
        return f"{'' if self.number == 1 else self.number}d{self.sides}"

    @property
    def reason(self) -> str:
        """What it is for; without a word of the pack, the name that it binds."""
        procedure, _, name = self.at.partition(".")
        where = procedure.removesuffix("__entry").replace("_", " ")
        return self.purpose or f"{where} ({name.rpartition('.')[2]})"


def ask(wanted: Wanted, terminal: Terminal) -> tuple[int, ...]:
    """Return the faces that a person gives.

    An impossible roll is asked again at a terminal, else it is Unusable; when the
    input ends it is an OpenStop.
    """
    while True:
        typed = "its face" if wanted.number == 1 else f"{wanted.number} faces"
        terminal.say(f"{clean(wanted.sentence)} (type {typed}):")
        line = terminal.source.readline()
        if not line:
            raise OpenStop(
                f"the input ended before {wanted.dice} fell for {clean(wanted.reason)}",
                "give the faces on stdin, or with --dice",
            )
        faces, fault = checked(line, wanted)
        if not fault:
            return faces
        if not terminal.is_person():
            raise Unusable(f"'{clean(line.strip())}' is no such roll: {fault}")
        terminal.say(f"  {fault}; please again")


def checked(line: str, wanted: Wanted) -> tuple[tuple[int, ...], str]:
    """Return the faces in a line, and what is wrong with them or ""."""
    parts = line.replace(",", " ").split()
    if not all(part.isdecimal() and len(part) < 10 for part in parts):
        return (), "only whole numbers fall on dice"
    faces = tuple(int(part) for part in parts)
    if len(faces) != wanted.number:
        dice = "die" if wanted.number == 1 else "dice"
        return (), f"{wanted.number} {dice} are rolled, {len(faces)} were given"
    wrong = [face for face in faces if not 1 <= face <= wanted.sides]
    if wrong:
        return (), f"a d{wanted.sides} shows no {wrong[0]}"
    return faces, ""
