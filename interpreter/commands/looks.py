"""Tables that a step read and modifiers that it added up, as notes of a report."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from interpreter.checked.declared import (
    Cross,
    Decision,
    Lookup,
    ModifierGroup,
    ModifierRow,
    Modifiers,
    RollTable,
    Table,
    Weighted,
)
from interpreter.commands.scene import Emitted, Scene
from interpreter.emission.failures import BEATEN, conjuncts
from interpreter.language.typed import Apply, Constant, SumPart, Typed, Use
from interpreter.program.instructions import Instruction
from interpreter.program.walking import expressions, nodes
from interpreter.reporting.expressions import compared, written
from interpreter.reporting.run import (
    NO_ROW,
    Given,
    Look,
    RowNote,
    SumNote,
    TableNote,
)
from interpreter.reporting.sums import failing, holding
from interpreter.reporting.values import Edge
from interpreter.running.snapshots import unpacked
from interpreter.values.types import Type


@dataclass(frozen=True, slots=True)
class Looks:
    """Makes the notes of the look-ups that a traced run reported."""

    emitted: Emitted
    names: Edge

    def of(
        self, reported: Sequence[Sequence[Any]], one: Instruction, scene: Scene
    ) -> tuple[Look, ...]:
        """Return the look-ups of a step in order, each once."""
        uses = _uses(one)
        found: dict[Look, None] = {}
        for section, name, kept, given, gave in reported:
            there = Scene(self.emitted, unpacked(kept), {})
            use = uses.get((section, name))
            note: Look | None
            if section == "modifiers":
                note = self._sum(name, there, given)
            else:
                note = self._table(name, there, given, gave)
            if note is None:
                continue
            if use is None:
                note = replace(note, direct=False)
            elif isinstance(note, TableNote):
                note = self._made(note, use, scene)
            found[note] = None
        return tuple(found)

    def _made(self, note: TableNote, use: Use, scene: Scene) -> TableNote:
        """Say how the number that a table was read with was made, if that is sure."""
        if len(use.arguments) != 1 or isinstance(use.arguments[0], Constant):
            return note
        argument = use.arguments[0]
        made = scene.added_up(argument, note.given[0].value)
        if not made:
            return note  # nothing is added up, or the step reads the table twice
        total = any(isinstance(each, SumPart) for each in nodes(argument))
        said = written(argument, self.names)
        return replace(note, sum=said, terms=made, labelled=total)

    def _table(
        self, name: str, scene: Scene, given: tuple[Any, ...], gave: Any
    ) -> TableNote | None:
        table = self.emitted.program.declared.tables[name]
        if isinstance(table, (RollTable, Decision)):
            row = scene.call("tables", name, "r", given)
            if not isinstance(row, int):
                return None
        else:
            row = NO_ROW
        kinds = _takes(table)
        told = tuple(Given(v, k) for v, k in zip(given, kinds, strict=False))
        return TableNote(name, row, gave, told)

    def _sum(self, name: str, scene: Scene, given: tuple[Any, ...]) -> SumNote:
        found = self.emitted.program.declared.modifiers[name]
        rows = scene.call("modifiers", name, "w", given)
        names = [each.name for each in found.takes]
        there = replace(scene, locals=dict(zip(names, given, strict=True)))
        told = tuple(
            Given(value, each.type)
            for value, each in zip(given, found.takes, strict=True)
        )
        return SumNote(name, tuple(_rows(found, rows, there)), told)


def _uses(one: Instruction) -> dict[tuple[str, str], Use]:
    """Return the look-ups that stand in a step itself, by what they read."""
    return {
        (each.section, each.name): each
        for each in nodes(*expressions(one, texts=False))
        if isinstance(each, Use)
    }


def _takes(table: Table) -> tuple[Type, ...]:
    match table:
        case Decision():
            return tuple(each.type for each in table.takes)
        case Lookup():
            return (table.key,)
        case Cross():
            return (table.row, table.column)
        case RollTable():
            return (table.of,)
        case Weighted():
            return ()


def _rows(
    found: Modifiers, rows: Sequence[tuple[Any, int | None]], scene: Scene
) -> Iterator[RowNote]:
    for (worth, failed), (group, row) in zip(rows, found.rows, strict=True):
        if failed is None:
            condition = holding(group, row)
            held = () if condition is None else scene.values(compared(condition))
            yield RowNote(worth, None, _read_with(group, row, scene), held)
            continue
        would = scene.value(_worth(row))
        if failed == BEATEN:
            failed = _own_reason(row, scene)
        condition = failing(failed, group, row)
        if condition is not None:
            told = scene.values(compared(condition))
        else:
            told = _read_with(group, row, scene)
        yield RowNote(would.value if would else None, failed, told)


def _own_reason(row: ModifierRow, scene: Scene) -> int:
    """Return which operand of a beaten row is false anyway, else BEATEN."""
    for number, operand in enumerate(conjuncts(row.condition)):
        found = scene.value(operand)
        if found is None:
            break
        if found.value is False:
            return number
    return BEATEN


def _read_with(
    group: ModifierGroup, row: ModifierRow, scene: Scene
) -> tuple[Given, ...]:
    """Return the number of a banded group, and how often a row counts."""
    told = [group.on] if group.on is not None else []
    told += [row.times] if row.times is not None else []
    return scene.values(told)


def _worth(row: ModifierRow) -> Typed:
    if row.times is None:
        return row.add
    return Apply("*", (row.add, row.times), row.add.type)
