"""What is reported of one run: dice, answers, steps, tables read, sums made."""

from dataclasses import dataclass

from interpreter.running.views import View
from interpreter.source import Span
from interpreter.values.types import Type, Value


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that fell, or elements drawn (`sides` 0); `typed`: given from outside."""

    at: str
    name: str
    sides: int
    faces: tuple[Value, ...]
    type: Type
    typed: bool = False
    by: str = ""
    purpose: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What was chosen or ruled, and who said so: given, default, policy or person."""

    at: str
    name: str
    value: Value
    type: Type
    by: str


@dataclass(frozen=True, slots=True)
class SumNote:
    """Modifiers as they stood: for each row what it was worth, or None and what failed.

    What failed is coded as `emission.modifiers` says.
    """

    modifiers: str
    rows: tuple[tuple[Value, int | None], ...]


@dataclass(frozen=True, slots=True)
class TableNote:
    """A table that was read: the number of its row, and what it gave."""

    table: str
    row: int
    gave: Value = None


@dataclass(frozen=True, slots=True)
class Step:
    """A step that was done: what it bound, and what was read on the way."""

    at: str
    span: Span
    rule: str = ""
    said: str = ""
    name: str = ""
    value: Value = None
    type: Type | None = None
    inside: tuple[SumNote | TableNote, ...] = ()


Note = Throw | Answer | Step


@dataclass(frozen=True, slots=True)
class Run:
    """One run from its procedure to its result; `told` are the views of the seats."""

    pack: str
    procedure: str
    gives: Type
    result: Value
    notes: tuple[Note, ...] = ()
    seed: str = ""
    told: tuple[View, ...] = ()
