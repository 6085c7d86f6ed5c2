"""The record of one run: dice, answers, steps, table reads, labelled sums."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from interpreter.expressions.typed import Typed
from interpreter.source import Span
from interpreter.values.types import Type, Value
from interpreter.views.views import View


class TypedValue(Struct, frozen=True):
    """A value with its type."""

    value: Value
    type: Type


def typed_values(
    values: Sequence[Value], read: Sequence[Typed]
) -> tuple[TypedValue, ...]:
    """Return the values of expressions with their types; nothing where they are not
    known."""
    if not values:
        return ()
    pairs = zip(values, read, strict=True)
    return tuple(TypedValue(value, node.type) for value, node in pairs)


class Throw(Struct, frozen=True):
    """Dice rolled, or elements drawn (`sides` is 0).

    `typed`: the faces were typed in. `key` is the dice path: with the seed it
    determines the faces.
    """

    at: str
    name: str
    sides: int
    faces: tuple[Value, ...]
    type: Type
    typed: bool = False
    by: str = ""
    purpose: str = ""
    needs: str = ""
    rule: str = ""
    span: Span | None = None
    key: tuple[str | int, ...] = ()


By = Literal["given", "default", "policy", "person", "the only one"]
"""The source of an answer; "the only one": a single option was taken without asking."""


class Answer(Struct, frozen=True):
    """A choice or a ruling, and its source.

    `left_out` lists, for a step of a walk, which options were not offered, and why.
    """

    at: str
    name: str
    value: Value
    type: Type
    by: By
    text: str = ""
    rule: str = ""
    span: Span | None = None
    left_out: tuple[str, ...] = ()


class RowNote(Struct, frozen=True):
    """One row of modifiers in a sum.

    `worth` is what it added, or would have added (None: not shown). `failed` is None if
    the row counts, else the code of the condition that failed (`codegen.modifiers`).
    `found` are the values that the failed condition compared, or the number that the
    group was read with; `held` are those that the condition of a counted row compared.
    """

    worth: Value
    failed: int | None = None
    found: tuple[TypedValue, ...] = ()
    held: tuple[TypedValue, ...] = ()


class SumNote(Struct, frozen=True):
    """A labelled sum: the arguments of the modifiers, and every row."""

    modifiers: str
    rows: tuple[RowNote, ...]
    given: tuple[TypedValue, ...] = ()
    direct: bool = True

    @property
    def values(self) -> tuple[Value, ...]:
        """The labelled sum as a value."""
        return tuple(r.worth if r.failed is None else None for r in self.rows)


NO_ROW = -1


class TableNote(Struct, frozen=True):
    """A table read: its row, the result and the arguments.

    The row of a lookup or cross table is NO_ROW, since its arguments are its key. `sum`
    describes how the number was added up, such as `sum(dice) + 1`, and `terms` are the
    values of its terms; `labelled`: one of them is a labelled sum. `direct`: the step
    reads the table itself, not through a formula.
    """

    table: str
    row: int
    gave: Value = None
    given: tuple[TypedValue, ...] = ()
    sum: str = ""
    terms: tuple[TypedValue, ...] = ()
    direct: bool = True
    labelled: bool = False


Look = SumNote | TableNote


class StepChange(Struct, frozen=True):
    """A field of an entity that a step set; `before` is None if the entity is new."""

    entity: str
    field: str
    after: TypedValue
    before: TypedValue | None = None


StepKind = Literal[
    "let", "if", "require", "return", "call", "set", "create", "remove", "other"
]


class StepNote(Struct, frozen=True):
    """A step that was executed: what it bound, changed and read.

    `text` is the text of the step; of an `if` its condition, with the compared values
    in `found`. `sum` describes how a number was added up, with its `terms`. `own_names`
    lists the names in `text` that are a seat's own.
    """

    at: str
    span: Span
    rule: str = ""
    text: str = ""
    name: str = ""
    value: Value = None
    type: Type | None = None
    inside: tuple[Look, ...] = ()
    kind: StepKind = "other"
    found: tuple[TypedValue, ...] = ()
    changes: tuple[StepChange, ...] = ()
    sum: str = ""
    terms: tuple[TypedValue, ...] = ()
    own_names: str = ""


Note = Throw | Answer | StepNote


class Run(Struct, frozen=True):
    """One run from its procedure to its result.

    `views` are those of the seats; `packs` are the folders of the pack and of those
    it extends.
    """

    pack: str
    procedure: str
    gives: Type
    result: Value
    notes: tuple[Note, ...] = ()
    seed: str = ""
    views: tuple[View, ...] = ()
    scenario: str = ""
    given: tuple[tuple[str, TypedValue], ...] = ()
    packs: tuple[str, ...] = ()

    @property
    def is_idle(self) -> bool:
        """Return whether it rolled, asked, changed and returned nothing."""
        came = (not isinstance(e, StepNote) or e.changes for e in self.notes)
        return self.result in (None, ()) and not any(came)
