"""The records of this package: an idiom, and what a text becomes."""

from typing import Protocol

from msgspec import Struct

BOOKS = "printed books"
DICE = "dice rollers"
ANYDICE = "AnyDice"
SHEETS = "spreadsheets"
PYTHON = "Python"
SCRIPT = "JavaScript"
LUA = "Lua"
SQL = "SQL"
TEMPLATES = "templates"


class Idiom(Struct, frozen=True):
    """A row of a table: what is `typed`, where it is from (`origin`), what it means
    there, and how it is written `here`.

    `here` has parts of what was typed in braces, by their place: `{0}`, or `{0:6}`
    where a part that binds less tightly than level 6 needs brackets. `level` is how
    tightly the whole binds (`operators.ATOM` by default). `safe`: it means exactly the
    same; otherwise an author should look at it. `whole`: nothing is left to fill in.
    """

    typed: str
    origin: str
    meaning: str
    here: str
    level: int = 9
    safe: bool = True
    whole: bool = True


class Rewriting(Struct, frozen=True):
    """A text in the notation of rulesets.

    `text` stands for the characters `at` of the original, `line` is all of it.
    `rolls` are the dice of which it reads the faces, as clauses of a step.
    """

    at: tuple[int, int]
    text: str
    line: str
    idioms: tuple[Idiom, ...]
    rolls: tuple[str, ...] = ()
    places: tuple[tuple[int, int], ...] = ()
    safe: bool = True
    whole: bool = True

    @property
    def hint(self) -> str:
        """What it means there, and what to write here."""
        sentences = (
            f"{idiom.typed} is {idiom.meaning} ({idiom.origin})"
            for idiom in self.idioms
            if idiom.meaning
        )
        means = "; ".join(list(dict.fromkeys(sentences))[:MOST_TOLD])
        line = f": {self.line}" if "'" in self.line else f" '{self.line}'"
        if self.rolls:
            steps = " and ".join(self.rolls)
            write = f"a step throws dice: {steps}, then{line}"
        else:
            write = f"write{line}"
        return f"{write}; {means}" if means else write


MOST_TOLD = 2
"""Idioms of one text that a hint explains."""


class KnownNames(Protocol):
    """The names of a pack that are known at a place."""

    def knows(self, name: str) -> bool:
        """Return whether a name, with spaces or underscores, is declared there."""

    def is_function(self, name: str) -> bool:
        """Return whether a name is a function of the ruleset language."""

    def columns(self, table: str) -> tuple[str, ...]:
        """Return the columns of a look-up table as they are written; () if it is none
        or not known."""

    def holder(self, field: str) -> str:
        """Return the local whose entity has that field, "" for none."""


class NoNames:
    """Names where none are known."""

    def knows(self, name: str) -> bool:
        """Return False."""
        return False

    def is_function(self, name: str) -> bool:
        """Return False."""
        return False

    def columns(self, table: str) -> tuple[str, ...]:
        """Return no columns."""
        return ()

    def holder(self, field: str) -> str:
        """Return no local."""
        return ""
