"""Corrections of a game as the judge reads them, as text and as records for JSON."""

from collections.abc import Iterator

from msgspec import Struct

from interpreter.games.corrections import Correction, correction_of
from interpreter.games.state import AnsweredStop, GameProgress
from interpreter.reports.colour import clean
from interpreter.reports.outputs.games import (
    CorrectedEntityOutput,
    CorrectedFieldOutput,
)
from interpreter.reports.values import ValueNames, in_words, spaced, to_json
from interpreter.semantics.declarations import Declarations, Field
from interpreter.semantics.state_view import StateView
from interpreter.values.types import Value


class ChangedField(Struct, frozen=True):
    """A field of an entity that was corrected, with its values before and after."""

    kind: str
    number: int
    field: Field
    before: Value
    after: Value


class ShownCorrection(Struct, frozen=True):
    """A correction with what it changed; entities by kind and number."""

    correction: Correction
    changes: tuple[ChangedField, ...]
    added: tuple[tuple[str, int], ...]

    @classmethod
    def of(cls, course: GameProgress, passed: AnsweredStop) -> "ShownCorrection":
        """Compare a correction with the state before it."""
        declared, ids = course.beginning.program.declared, course.beginning.ids
        correction, _ = correction_of(declared, ids, passed.event)
        before = StateView(declared, passed.stop.game_state)
        fields = _fields(declared)
        changes = tuple(
            ChangedField(
                change.kind,
                change.number,
                fields[change.kind, change.field],
                before.value(change.kind, change.number, change.field),
                change.value,
            )
            for change in correction.changes
        )
        return cls(correction, changes, tuple(_numbered(before, correction)))


def _fields(declared: Declarations) -> dict[tuple[str, str], Field]:
    return {
        (name, field.name): field
        for name, kind in declared.kinds.items()
        for field in kind.fields
    }


def _numbered(before: StateView, correction: Correction) -> Iterator[tuple[str, int]]:
    """Yield the kind and number of each entity that was added."""
    counts = {name: len(rows) for name, rows in before.rows_by_kind.items()}
    for addition in correction.added:
        yield addition.kind, counts[addition.kind]
        counts[addition.kind] += 1


def correction_text(
    course: GameProgress, passed: AnsweredStop, names: ValueNames
) -> str:
    """Return what was corrected and why, as the judge reads it."""
    shown = ShownCorrection.of(course, passed)
    texts = [
        f"{spaced(change.field.name)} of {names.name(change.kind, change.number)} "
        f"from {in_words(change.before, change.field.type, names)} "
        f"to {in_words(change.after, change.field.type, names)}"
        for change in shown.changes
    ]
    texts += [f"{names.name(*key)} removed" for key in shown.correction.removed]
    texts += [f"{names.name(*key)} added" for key in shown.added]
    return f"corrected: {'; '.join(texts)} (reason: {clean(shown.correction.reason)})"


def changes_output(
    shown: ShownCorrection, names: ValueNames
) -> tuple[CorrectedFieldOutput, ...]:
    """Return the fields that were corrected as records for JSON."""
    return tuple(
        CorrectedFieldOutput(
            kind=change.kind,
            id=names.id(change.kind, change.number),
            field=change.field.name,
            before=to_json(change.before, change.field.type, names),
            after=to_json(change.after, change.field.type, names),
        )
        for change in shown.changes
    )


def entities_output(
    keys: tuple[tuple[str, int], ...], names: ValueNames
) -> tuple[CorrectedEntityOutput, ...]:
    """Return entities that were added or removed as records for JSON."""
    return tuple(
        CorrectedEntityOutput(kind=kind, id=names.id(kind, number))
        for kind, number in keys
    )
