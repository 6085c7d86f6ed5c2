"""What `run` prints with `--json`, and the claims that views share with it."""

from collections.abc import Mapping

from msgspec import Struct

from interpreter.reports.outputs.encoding import (
    ABSENT,
    Absent,
    Count,
    Ordinal,
    PackValue,
    VerbOutput,
)
from interpreter.reports.runs import By, StepKind


class ClaimOutput(Struct, frozen=True, kw_only=True):
    """A claim: a message to a seat; the same keys whether it is true or false."""

    number: Ordinal
    """Its number among the claims of this seat."""
    kind: str
    """The kind of claim."""
    about: PackValue | None
    """What it is about, or null."""
    label: PackValue | None
    """Its label, or null."""
    text: str
    """The claim as it is told to a reader, on one line."""
    facts: Mapping[str, PackValue]
    """The facts that it shows, by name, in the order of the declaration."""


class FieldChangeOutput(Struct, frozen=True, kw_only=True):
    """A field that a step set."""

    entity: str
    """The id of the entity."""
    field: str
    """The field."""
    before: PackValue | None
    """Its value before; null for a new entity."""
    after: PackValue
    """Its value now."""


class StepOutput(Struct, frozen=True, kw_only=True):
    """A step that was executed."""

    at: str
    """Its address: procedure.step."""
    kind: StepKind
    """What it did."""
    rule: str
    """The rule that it names, or an empty text."""
    place: str
    """Its place in the source: file:line:column."""
    name: str
    """The name that it bound, or an empty text."""
    text: str
    """For people: what it says, the tables that it read, the modifiers that it added
    up."""
    changes: tuple[FieldChangeOutput, ...]
    """The fields that it set."""
    value: PackValue | Absent = ABSENT
    """What it gave; left out if it gives nothing."""


class ThrowOutput(Struct, frozen=True, kw_only=True):
    """Dice that were rolled, or elements that were drawn."""

    at: str
    """The address of the step: procedure.step."""
    name: str
    """The name that it binds."""
    by: str
    """Who rolled, or an empty text."""
    for_: str
    """The purpose, or an empty text."""
    needs: str
    """What was needed, or an empty text."""
    sides: Count
    """The sides of each die; 0 for a draw."""
    faces: tuple[PackValue, ...]
    """The faces that fell, or the elements that were drawn."""
    typed: bool
    """Whether they were typed in rather than rolled by the program."""
    key: tuple[str | int, ...]
    """The dice path: with the seed it determines the faces."""


class AnswerOutput(Struct, frozen=True, kw_only=True):
    """A choice or a ruling."""

    at: str
    """The address of the step: procedure.step."""
    name: str
    """Its name."""
    value: PackValue
    """The answer."""
    by: By
    """The source of the answer; `the only one` if there was a single option."""


class RunOutput(VerbOutput, frozen=True, kw_only=True):
    """One run of a procedure."""

    pack: str
    """The pack."""
    procedure: str
    """The procedure, table, formula or modifiers."""
    result: PackValue
    """The result; null if it gives nothing."""
    trace: tuple[StepOutput, ...]
    """The steps that were executed, in order."""
    told: Mapping[str, tuple[ClaimOutput, ...]]
    """The claims of each seat by its name, from its view; empty for a seat that was
    told nothing."""
    dice: tuple[ThrowOutput, ...]
    """All rolls and draws, in order."""
    answers: tuple[AnswerOutput, ...]
    """All choices and rulings, in order."""
    seed: str
    """The seed that gives the same dice again; empty if no die depended on it."""
