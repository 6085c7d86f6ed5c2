"""Parts of a text that is read again, each as it is written in a ruleset.

A piece is made from the pieces of its operands by a template of an idiom; brackets are
put round an operand that binds less tightly than its place in the template demands.
`edits` are the outermost parts of the original that another text replaces, so that a
long text can be changed where it must be and nowhere else.
"""

import re
from collections.abc import Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from interpreter.foreign.dice_notations import WrittenDice
from interpreter.foreign.idioms import Idiom, KnownNames
from interpreter.foreign.operators import ATOM, COMPARISON, SUM

At = tuple[int, int]
Edit = tuple[int, int, str]

_SLOT = re.compile(r"\{(?:(\d+)(?::(\d))?|\*)\}")


class NotForeign(Exception):
    """A text that not even the tolerant grammar can read."""


class Gathering(Struct, frozen=True):
    """A list of values of a variable over a source, perhaps filtered: `body` is the
    variable itself where nothing is computed from it."""

    body: "Piece"
    variable: str
    source: "Piece"
    where: "Piece | None" = None


class NamelessFunction(Struct, frozen=True):
    """A function without a name: `v => v.lost`."""

    variables: tuple[str, ...]
    body: "Piece"


class Literal(Struct, frozen=True):
    """A number, or a quoted text, as it was written."""

    text: str
    quoted: bool = False


class Items(Struct, frozen=True):
    """Values with commas between them, in brackets of some form."""

    items: tuple["Piece", ...]
    round: bool = False


class Compared(Struct, frozen=True):
    """A comparison without brackets: its sign and both sides."""

    sign: str
    left: "Piece"
    right: "Piece"


Form = Gathering | NamelessFunction | Literal | Items | Compared | None


class Piece(Struct, frozen=True):
    """A part of the original at these characters, as a ruleset writes it."""

    text: str
    at: At
    level: int = ATOM
    form: Form = None
    edits: tuple[Edit, ...] = ()
    is_name: bool = False

    def within(self, level: int) -> str:
        """Return the text for a place that wants so tight a binding."""
        return self.text if self.level >= level else f"({self.text})"

    @property
    def foreign(self) -> "Piece":
        """This piece as one that replaces its whole part of the original."""
        return replace(self, edits=((*self.at, self.text),))


class Findings(Struct):
    """What reading a text again has found: idioms, dice, and how sure it is."""

    known: KnownNames
    idioms: list[tuple[Idiom, At]] = field(default_factory=list)
    places: list[At] = field(default_factory=list)
    rolls: list[str] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    first_dice: str = ""
    safe: bool = True
    whole: bool = True

    def note(self, idiom: Idiom, at: At) -> None:
        """Note that an idiom was used there."""
        if idiom.origin:
            self.idioms.append((idiom, at))
        self.places.append(at)
        self.safe &= idiom.safe
        self.whole &= idiom.whole

    def foreign(
        self, idiom: Idiom, at: At, *operands: Piece, here: str = "", text: str = ""
    ) -> Piece:
        """Return what an idiom makes of its operands; `here` replaces its template, and
        `text` is all of it."""
        self.note(idiom, at)
        text = text or filled(here or idiom.here, operands)
        return Piece(text, at, idiom.level).foreign

    def own(self, idiom: Idiom, at: At, *operands: Piece) -> Piece:
        """Return an expression of the ruleset language with these operands."""
        text = filled(idiom.here, operands)
        needed = {int(m[1]): int(m[2] or 0) for m in _SLOT.finditer(idiom.here) if m[1]}
        edits = [
            edit
            for number, operand in enumerate(operands)
            for edit in enclosed(operand, needed.get(number, 0)).edits
        ]
        return Piece(text, at, idiom.level, None, tuple(edits))

    def variable(self, *pieces: Piece) -> str:
        """Return a name for a variable that none of these texts uses."""
        for name in ("v", "x", "e", "w", "y", "z"):
            used = any(re.search(rf"\b{name}\b", piece.text) for piece in pieces)
            if not used and not self.known.knows(name):
                return name
        return "element"

    def rolled(self, dice: WrittenDice, at: At) -> Piece:
        """Note a roll and return what reads its faces."""
        self.note(
            dice.idiom if dice.idiom.safe is False else replace(dice.idiom, safe=False),
            at,
        )
        name, number = self.first_dice or dice.name, 2
        self.first_dice = ""
        while name in self.names:
            name, number = f"{dice.name}_{number}", number + 1
        self.names.add(name)
        if dice.draws:
            self.rolls.append(f"draw: {name}, from: {dice.draws}")
        elif dice.faces:
            more = [part.replace("{0}", name) for part in dice.more]
            clauses = [f"'{part}'" for part in more if part.startswith("again")]
            steps = [part for part in more if not part.startswith("again")]
            roll = f"roll: {{{name}: {dice.faces}}}"
            self.rolls += [" with ".join([roll, *clauses]), *steps]
        else:
            self.rolls.append(", ".join(dice.more))
        value = dice.value.replace("{0}", name)
        if value.startswith("("):
            return Piece(value[1:-1], at, 6).foreign
        outside = re.sub(r"\(.*\)", "", value)
        level = SUM if re.search(r" [+-] ", outside) else ATOM
        level = COMPARISON if re.search(r" (?:is|[<>]=?) ", outside) else level
        return Piece(value, at, level).foreign


def filled(template: str, operands: Sequence[Piece]) -> str:
    """Return a template with its operands: `{0}`, `{1:6}`, or `{*}` for all."""

    def operand(slot: re.Match[str]) -> str:
        if slot[1] is None:
            return ", ".join(piece.text for piece in operands)
        return operands[int(slot[1])].within(int(slot[2] or 0))

    return _SLOT.sub(operand, template)


def enclosed(piece: Piece, level: int) -> Piece:
    """Return a piece in brackets where it binds less tightly than a place wants."""
    if piece.level >= level:
        return piece
    text = f"({piece.text})"
    whole = piece.edits == ((*piece.at, piece.text),)
    edits = ((*piece.at, text),) if whole else piece.edits
    return Piece(text, piece.at, ATOM, piece.form, edits)
