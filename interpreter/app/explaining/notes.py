"""From the trace of a run to the notes that a report is made of."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from interpreter.codegen.runtime import RowValues
from interpreter.engine.once import Report, unpacked
from interpreter.engine.stops import GameState
from interpreter.expressions.typed import Constant, Local, SumPart, Use
from interpreter.ir.explained import (
    OWN,
    compared,
    failing,
    holding,
    look_ups,
    read_with,
    step_values,
)
from interpreter.ir.instructions import (
    Assign,
    Choice,
    Create,
    Draw,
    Instruction,
    Invoke,
    Let,
    Program,
    Remove,
    Require,
    Return,
    Roll,
    Tell,
    When,
)
from interpreter.ir.walking import is_hidden, nodes
from interpreter.reports.claims import own_names, received_text
from interpreter.reports.entities import waiting_text
from interpreter.reports.runs import (
    NO_ROW,
    Answer,
    Look,
    Note,
    RowNote,
    StepChange,
    StepKind,
    StepNote,
    SumNote,
    TableNote,
    Throw,
    TypedValue,
    typed_values,
)
from interpreter.reports.source_text import filled, written
from interpreter.reports.values import ValueNames, spaced
from interpreter.semantics.declarations import (
    ENTRY,
    HEARD,
    WAITING,
    CrossTable,
    DecisionTable,
    Declarations,
    LookupTable,
    ModifierGroup,
    ModifierRow,
    RollTable,
    Table,
    WeightedTable,
)
from interpreter.semantics.state_view import StateView
from interpreter.values.log import STORE, TO
from interpreter.values.types import Boolean, SumOf, Type, Value
from interpreter.views.views import ClaimReader
from interpreter.views.visibility import Masks

# Tables that a step read and modifiers that it added up, as notes of a report.


class LookupNotes(Struct, frozen=True):
    """Makes the notes of the look-ups that a traced run reported."""

    declared: Declarations
    names: ValueNames

    def of(
        self,
        reported: Sequence[Sequence[Any]],
        instruction: Instruction,
        shown: Mapping[str, tuple[TypedValue, ...]],
    ) -> tuple[Look, ...]:
        """Return the look-ups of a step in order, each once; `shown` are the terms of
        the numbers that it reads tables with, by table."""
        uses = look_ups(instruction)
        found: dict[Look, None] = {}
        for section, name, arguments, gave, values in reported:
            use = uses.get((section, name))
            note: Look | None
            if section == "modifiers":
                note = self._sum(name, arguments, values)
            else:
                note = self._table(name, arguments, gave, values)
            if note is None:
                continue
            if use is None:
                note = replace(note, direct=False)
            elif isinstance(note, TableNote):
                note = self._made(note, use, shown.get(name, ()))
            found[note] = None
        return tuple(found)

    def _made(
        self, note: TableNote, use: Use, made: tuple[TypedValue, ...]
    ) -> TableNote:
        """Say how the number that a table was read with was made, if that is sure."""
        if not made or not _add_up(made, note.given[0].value):
            return note  # nothing is added up, or the step reads the table twice
        (argument,) = use.arguments
        total = any(isinstance(node, SumPart) for node in nodes(argument))
        argument_text = written(argument, self.names)
        return replace(note, sum=argument_text, terms=made, labelled=total)

    def _table(
        self, name: str, arguments: tuple[Value, ...], gave: Value, row: Value
    ) -> TableNote | None:
        """Return the note of a table; `row` is the number of the row that was read, or
        () where its arguments are its row."""
        table = self.declared.tables[name]
        if not isinstance(table, (RollTable, DecisionTable)):
            row = NO_ROW
        elif not isinstance(row, int):
            return None
        kinds = _takes(table)
        typed_arguments = tuple(
            TypedValue(v, k) for v, k in zip(arguments, kinds, strict=False)
        )
        return TableNote(name, row, gave, typed_arguments)

    def _sum(
        self, name: str, arguments: tuple[Value, ...], rows: Sequence[RowValues]
    ) -> SumNote | None:
        """Return the note of a labelled sum; None where its rows are not shown."""
        found = self.declared.modifiers[name]
        if not rows:
            return None
        typed_arguments = tuple(
            TypedValue(value, each.type)
            for value, each in zip(arguments, found.takes, strict=True)
        )
        pairs = zip(rows, found.rows, strict=True)
        return SumNote(
            name, tuple(_row(*row, *place) for row, place in pairs), typed_arguments
        )


def _add_up(made: Sequence[TypedValue], value: object) -> bool:
    """Tell whether several values make a number together."""
    numbers = [each.value for each in made if isinstance(each.value, (int, Fraction))]
    return len(numbers) > 1 and sum(numbers) == value


def _takes(table: Table) -> tuple[Type, ...]:
    match table:
        case DecisionTable():
            return tuple(each.type for each in table.takes)
        case LookupTable():
            return (table.key,)
        case CrossTable():
            return (table.row, table.column)
        case RollTable():
            return (table.of,)
        case WeightedTable():
            return ()


def _row(
    worth: Value,
    failed: int | None,
    found: tuple[Value, ...],
    held: tuple[Value, ...],
    group: ModifierGroup,
    row: ModifierRow,
) -> RowNote:
    """Return the note of a row of modifiers from what a traced run reported of it."""
    read = read_with(group, row)
    if failed is None:
        compares = compared(holding(group, row))
        compared_values = typed_values(found, read), typed_values(held, compares)
        return RowNote(worth, None, *compared_values)
    condition = failing(failed, group, row)
    compares = read if condition is None else compared(condition)
    return RowNote(worth, failed, typed_values(found, compares))


_KINDS: tuple[tuple[type, StepKind], ...] = (
    (Let, "let"),
    (When, "if"),
    (Require, "require"),
    (Return, "return"),
    (Invoke, "call"),
    (Assign, "set"),
    (Create, "create"),
    (Remove, "remove"),
)
Placed = TypeVar("Placed", Throw, Answer)


class TraceNotes(Struct, frozen=True):
    """Reads the reports of a traced run that began in the state `start`; `sites` are
    the steps by number; seats know what is masked by the labels of `masks`."""

    program: Program
    sites: Sequence[tuple[str, Instruction]]
    names: ValueNames
    start: GameState
    masks: Masks

    def of(
        self,
        trace: Sequence[Report],
        given_answers: Sequence[Answer],
        thrown: Sequence[Throw],
    ) -> Iterator[Note]:
        """Yield steps in order; dice and answers stand where they were given."""
        answers, throws = iter(given_answers), iter(thrown)
        declared = self.program.declared
        before = StateView(declared, self.start)
        made = LookupNotes(declared, self.names)
        hearing = ClaimReader(declared, self.names.ids, self.masks)
        looks: list[list[Any]] = []
        for kind, *rest in trace:
            if kind == "look":
                looks.append(rest)
                continue
            number, kept, pairs, values, reported = rest
            state_view = StateView(declared, unpacked(kept))
            procedure, instruction = self.sites[number]
            if isinstance(instruction, (Roll, Draw)):
                yield from self._placed(throws, instruction, procedure)
            elif isinstance(instruction, Choice):
                asked = filled(instruction.site.say, values, self.names)
                for answer in self._placed(answers, instruction, procedure):
                    yield replace(answer, text=asked)
            elif isinstance(instruction, Tell):
                yield self._claim_step(
                    instruction, procedure, state_view, pairs, hearing
                )
            elif isinstance(instruction, Create) and instruction.kind == WAITING:
                yield self._put_off(instruction, procedure, state_view)
            elif (looks and not is_hidden(instruction)) or not _ours(
                instruction, procedure
            ):
                shown = _shown(instruction, reported)
                step = replace(
                    self._step(
                        instruction, procedure, pairs, values, shown.get(OWN, ())
                    ),
                    inside=made.of(looks, instruction, shown),
                    changes=self._changes(before, state_view),
                )
                yield _whole(step)
            before, looks = state_view, []

    def _claim_step(
        self,
        instruction: Tell,
        procedure: str,
        state_view: StateView,
        pairs: tuple[tuple[str, Value], ...],
        hearing: ClaimReader,
    ) -> StepNote:
        """Return the step that told a seat something, with what the claim says."""
        declared, ((_, place),) = self.program.declared, pairs
        rule = instruction.site.rule or declared.claims[instruction.claim].rule
        rule = rule or self._rule(instruction, procedure)
        assert isinstance(place, int)
        row = state_view.claims[place]
        heard = hearing(place, row, state_view.state)
        seat = self.names.id(declared.seat_kind, row[TO])
        message = f"{spaced(seat)} is told: {received_text(heard, declared)}"
        name_note = own_names(heard, seat, self.names)
        return StepNote(
            instruction.site.path,
            instruction.site.span,
            rule,
            message,
            own_names=name_note,
        )

    def _put_off(
        self, instruction: Create, procedure: str, state_view: StateView
    ) -> StepNote:
        """Return the step that put off a call: the last of those that wait."""
        row = state_view.waiting_calls[-1]
        assert row is not None
        fields = self.program.declared.kinds[WAITING].fields
        pairs = zip(fields, row, strict=True)
        call_text = waiting_text(
            ((f.name, f.type, each) for f, each in pairs), self.names
        )
        rule = self._rule(instruction, procedure)
        return StepNote(
            instruction.site.path,
            instruction.site.span,
            rule,
            f"is put off: {call_text}",
        )

    def _placed(
        self, notes: Iterator[Placed], instruction: Instruction, procedure: str
    ) -> Iterator[Placed]:
        """Yield the next note, if there is one, with the rule and place of its step."""
        for note in islice(notes, 1):
            rule = self._rule(instruction, procedure)
            yield replace(note, rule=rule, span=instruction.site.span)

    def _rule(self, instruction: Instruction, procedure: str) -> str:
        return instruction.site.rule or self.program.procedures[procedure].rule

    def _step(
        self,
        instruction: Instruction,
        procedure: str,
        pairs: tuple[tuple[str, Value], ...],
        values: tuple[Value, ...],
        shown: tuple[TypedValue, ...],
    ) -> StepNote:
        site = instruction.site
        name, value = pairs[0] if pairs else ("", None)
        step_text = filled(site.say, values, self.names)
        found: tuple[TypedValue, ...] = ()
        if isinstance(instruction, (When, Require)):
            step_text = step_text or written(instruction.condition, self.names)
            found = shown
        kind = self._type(instruction, procedure) if pairs else None
        total = ""
        made: tuple[TypedValue, ...] = ()
        if isinstance(instruction, (Let, Return)):
            made = shown if _add_up(shown, value) else ()
            total = written(instruction.value, self.names) if made else ""
        words = (word for form, word in _KINDS if isinstance(instruction, form))
        verb: StepKind = next(words, "other")
        return StepNote(
            site.path,
            site.span,
            self._rule(instruction, procedure),
            step_text,
            name,
            value,
            kind,
            kind=verb,
            found=found,
            terms=made,
            sum=total,
        )

    def _type(self, instruction: Instruction, procedure: str) -> Type | None:
        match instruction:
            case Let():
                return instruction.value.type
            case When() | Require():
                return Boolean()
            case Return():
                return self.program.procedures[procedure].gives
            case Invoke():
                return self.program.procedures[instruction.procedure].gives
            case _:
                return None

    def _changes(self, before: StateView, after: StateView) -> tuple[StepChange, ...]:
        """Return every field that is another than before, in the order of kinds."""
        found: list[StepChange] = []
        for kind in self.program.declared.kinds.values():
            old, new = before.rows(kind.name), after.rows(kind.name)
            if old is new or kind.name in (STORE, WAITING):
                continue
            for number, row in enumerate(new):
                past = old[number] if number < len(old) else None
                if row is past or row is None:
                    continue
                for slot, field in enumerate(kind.fields):
                    was = None if past is None else TypedValue(past[slot], field.type)
                    now = TypedValue(row[slot], field.type)
                    if was != now:
                        entity = self.names.id(kind.name, number)
                        found.append(StepChange(entity, field.name, now, was))
        return tuple(found)


def _shown(
    instruction: Instruction, reported: Sequence[tuple[Value, ...]]
) -> dict[str, tuple[TypedValue, ...]]:
    """Return the values that a trace has of a step, as `step_values` lists them."""
    if not reported:
        return {}
    pairs = zip(step_values(instruction).items(), reported, strict=True)
    return {name: typed_values(values, read) for (name, read), values in pairs}


def _ours(instruction: Instruction, procedure: str) -> bool:
    """Tell whether a step is ours, within another or around an entry point: nobody
    wrote it."""
    if is_hidden(instruction) or procedure.endswith(HEARD):
        return True
    if not procedure.endswith(ENTRY):
        return False
    if isinstance(instruction, Return):
        return isinstance(instruction.value, (Local, Constant))
    return isinstance(instruction, Invoke)


def _whole(step: StepNote) -> StepNote:
    """Return a step with the rows of a sum where emitted code kept the total alone."""
    kind = step.type
    if not isinstance(kind, SumOf) or isinstance(step.value, tuple):
        return step
    for note in reversed(step.inside):
        if isinstance(note, SumNote) and note.modifiers == kind.modifiers:
            return replace(step, value=note.values)
    return replace(step, value=(step.value,))
