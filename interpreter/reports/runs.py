"""What is reported of one run: dice, answers, steps, tables read, sums made."""

from dataclasses import dataclass
from typing import Literal

from interpreter.source import Span
from interpreter.values.types import Type, Value
from interpreter.views.views import View


@dataclass(frozen=True, slots=True)
class TypedValue:
    """A value with its type."""

    value: Value
    type: Type


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that fell, or elements drawn (`sides` 0); `typed`: given from outside.

    `key` is what they are keyed by: anyone who has the seed can roll them again.
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
"""Who said what was chosen; where one entity was offered alone, nobody."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What was chosen or ruled, and who said so; `left_out` says of a step of a walk
    which others were not offered, and why."""

    at: str
    name: str
    value: Value
    type: Type
    by: By
    said: str = ""
    rule: str = ""
    span: Span | None = None
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RowNote:
    """A row of modifiers as it stood.

    `worth` is what it added, or would have added (None: not to be told); `failed` is
    coded as `emission.modifiers` says, None when it counts; `found` are the values that
    the failed condition compared, or the number that the group is read with; `held`
    those that the condition of a row that counts compared.
    """

    worth: Value
    failed: int | None = None
    found: tuple[TypedValue, ...] = ()
    held: tuple[TypedValue, ...] = ()


@dataclass(frozen=True, slots=True)
class SumNote:
    """Modifiers that were added up: what they were given, and every row."""

    modifiers: str
    rows: tuple[RowNote, ...]
    given: tuple[TypedValue, ...] = ()
    direct: bool = True

    @property
    def values(self) -> tuple[Value, ...]:
        """The labelled sum as a value."""
        return tuple(r.worth if r.failed is None else None for r in self.rows)


NO_ROW = -1


@dataclass(frozen=True, slots=True)
class TableNote:
    """A table that was read: the number of its row, what it gave, and with what.

    The row of a lookup or a cross table is NO_ROW: its key is what was given. `sum`
    says how a number was added up, such as `sum(dice) + 1`, and `terms` what each of
    its terms was; `labelled`: a labelled sum is one of them. `direct`: the step itself
    reads the table, not a formula in it.
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


@dataclass(frozen=True, slots=True)
class StepChange:
    """A field of an entity that a step set; `before` is None where it was made."""

    entity: str
    field: str
    after: TypedValue
    before: TypedValue | None = None


StepKind = Literal[
    "let", "if", "require", "return", "call", "set", "create", "remove", "other"
]


@dataclass(frozen=True, slots=True)
class StepNote:
    """A step that was done: what it bound, what it changed, and what was read.

    `said` is the text of the step; of an `if` its condition, with the values that were
    compared as `found`. `sum` says how a number was added up, with its `terms`. `own`
    says which names in `said` are a seat's own.
    """

    at: str
    span: Span
    rule: str = ""
    said: str = ""
    name: str = ""
    value: Value = None
    type: Type | None = None
    inside: tuple[Look, ...] = ()
    kind: StepKind = "other"
    found: tuple[TypedValue, ...] = ()
    changes: tuple[StepChange, ...] = ()
    sum: str = ""
    terms: tuple[TypedValue, ...] = ()
    own: str = ""


Note = Throw | Answer | StepNote


@dataclass(frozen=True, slots=True)
class Run:
    """One run from its procedure to its result; `told` are the views of the seats,
    `packs` the folders of the pack and of those that it extends."""

    pack: str
    procedure: str
    gives: Type
    result: Value
    notes: tuple[Note, ...] = ()
    seed: str = ""
    told: tuple[View, ...] = ()
    scenario: str = ""
    given: tuple[tuple[str, TypedValue], ...] = ()
    packs: tuple[str, ...] = ()

    @property
    def is_idle(self) -> bool:
        """Return whether it has no dice, no answer, no change and no result."""
        came = (not isinstance(e, StepNote) or e.changes for e in self.notes)
        return self.result in (None, ()) and not any(came)
