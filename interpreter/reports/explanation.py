"""A run as text and JSON; explained, it is read from top to bottom like the rule.

A procedure is a block. Its main points come first, in order: dice, answers, sums, table
rows, conditions that held, changes. Other calculations are below them. In brief
conditions and other calculations are left out, and of rows that did not apply only the
names are said.
"""

from collections.abc import Iterator, Sequence
from itertools import count, groupby
from shlex import quote

from msgspec.structs import replace

from interpreter.ir.instructions import Program
from interpreter.reports.calculations import (
    added_up,
    here,
    row_read,
    sum_lines,
    table_lines,
    why,
)
from interpreter.reports.claims import seats_claims_output, seats_claims_text
from interpreter.reports.colour import PLAIN, Paint, clean
from interpreter.reports.outputs.encoding import ABSENT, Absent, PackValue
from interpreter.reports.outputs.runs import (
    AnswerOutput,
    FieldChangeOutput,
    RunOutput,
    StepOutput,
    ThrowOutput,
)
from interpreter.reports.runs import (
    Answer,
    Look,
    Note,
    Run,
    StepChange,
    StepNote,
    SumNote,
    TableNote,
    Throw,
    TypedValue,
)
from interpreter.reports.source_text import StepPlaces, reference
from interpreter.reports.text_layout import WIDTH, folded, referred
from interpreter.reports.values import (
    Refusal,
    ValueNames,
    signed,
    spaced,
    to_json,
    to_text,
    total,
)
from interpreter.semantics.declarations import (
    ENTRY,
    Declarations,
    LookupTable,
    RollTable,
)
from interpreter.values.types import Nothing, Value

# A run as a table wants to hear it: what fell, what was added to it, what changed.


def run_text(
    run: Run, declared: Declarations, names: ValueNames, paint: Paint = PLAIN
) -> str:
    """Return dice, answers, changed table reads, changes and the result; a choice left
    at its default is only named."""
    lines = [f"  {line}" for line in _points(run, declared, names)]
    defaulted = [
        answer
        for answer in run.notes
        if isinstance(answer, Answer) and _is_left(answer)
    ]
    if defaulted:
        asked = ", ".join(dict.fromkeys(spaced(answer.name) for answer in defaulted))
        lines.append(f"  left at the default: {asked} (or --answer NAME=VALUE)")
    return "\n".join([*lines, result_text(run, names, paint), *ending(run, paint)])


def _points(run: Run, declared: Declarations, names: ValueNames) -> Iterator[str]:
    fell: Value = None  # the sum of the last dice: a table read with it is plain
    for note in run.notes:
        if isinstance(note, Throw):
            yield f"{spaced(note.name)}: {thrown(note, names)}"
            fell = _sum(note)
        elif isinstance(note, Answer):
            yield from [] if _is_left(note) else [answered(note, names)]
        else:
            yield from _read(note, fell, declared, names)
            yield from _changed(note, names)
            yield from [clean(note.own_names)] if note.own_names else []


def _is_left(answer: Answer) -> bool:
    return answer.by == "default"


def _sum(throw: Throw) -> Value:
    numbers = [face for face in throw.faces if isinstance(face, int)]
    return sum(numbers) if throw.sides else None


def _read(
    step: StepNote, fell: Value, declared: Declarations, names: ValueNames
) -> Iterator[str]:
    """Yield the rows of roll tables that were read with more than the dice, or with a
    labelled sum."""
    for look in step.inside:
        table = declared.tables.get(getattr(look, "table", ""))
        if not isinstance(look, TableNote) or not isinstance(table, RollTable):
            continue
        added = table.plus or len(look.terms) > 1
        moved = added and look.given and look.given[0].value != fell
        if moved or look.labelled:
            yield row_read(look, table, names)


def _changed(step: StepNote, names: ValueNames) -> Iterator[str]:
    """Yield the fields that changed; fields of new entities are left out."""
    for change in step.changes:
        if change.before is not None:
            yield f"{clean(change.entity)}.{spaced(change.field)}: " + " -> ".join(
                to_text(value.value, value.type, names)
                for value in (change.before, change.after)
            )


def result_text(run: Run, names: ValueNames, paint: Paint) -> str:
    """Return the procedure and its result."""
    nothing = isinstance(run.gives, Nothing)
    value = "done" if nothing else to_text(run.result, run.gives, names)
    return f"{spaced(run.procedure)}: {paint.bold(value)}"


def ending(run: Run, paint: Paint) -> list[str]:
    """Return the claims of the seats, and the seed."""
    seed = clean(quote(run.seed))
    seed_line = f"  seed {seed} (the same dice again: --seed {seed})"
    return [
        *seats_claims_text(run.views),
        *([paint.faint(seed_line)] if run.seed else []),
    ]


def dice_text(count_: int, sides: int) -> str:
    """Return `d6`, `2d6`."""
    return f"{'' if count_ == 1 else count_}d{sides}"


def thrown(throw: Throw, names: ValueNames) -> str:
    """Return a roll: seat, dice, purpose, need, faces."""
    faces = ", ".join(to_text(face, throw.type, names) for face in throw.faces)
    numbers = [face for face in throw.faces if isinstance(face, int)]
    what = (
        dice_text(len(throw.faces), throw.sides) if throw.sides else spaced(throw.name)
    )
    if throw.sides and len(numbers) > 1:
        faces += f" (sum {sum(numbers)})"
    verb = "rolls" if throw.sides else "draws"
    who = f"{spaced(throw.by)} {verb} " if throw.by else ""
    why = f" for {clean(throw.purpose)}" if throw.purpose else ""
    needs = f", needing {clean(throw.needs)}" if throw.needs else ""
    mark = " [typed in]" if throw.typed else ""
    return f"{who}{what}{why}{needs}: {faces}{mark}"


def answered(answer: Answer, names: ValueNames) -> str:
    """Return a choice or a ruling, and its source."""
    value = to_text(answer.value, answer.type, names)
    return f"{spaced(answer.name)} = {value} [{answer.by}]"


INDENT = "    "
ON_REQUEST = "--all says too why rows did not apply, and what else was worked out"


def explained(
    run: Run,
    program: Program,
    names: ValueNames,
    paint: Paint = PLAIN,
    cells: int = WIDTH,
    *,
    every: bool = True,
) -> str:
    """Return every roll, row and condition in order, with its rule and source line; in
    brief without `every`, with the option that shows the rest."""
    telling = _Explanation(run, program, names, paint, cells, every)
    lines = [*telling.heading(), "", *telling.blocks()]
    rest = [] if every else [paint.faint(f"  {ON_REQUEST}")]
    return "\n".join([*lines, *telling.result(), *ending(run, paint), *rest])


def explained_steps(
    run: Run,
    program: Program,
    names: ValueNames,
    paint: Paint = PLAIN,
    cells: int = WIDTH,
    *,
    every: bool = True,
) -> str:
    """Return the same without what was run and what it gave: a part of a run."""
    lines = [*_Explanation(run, program, names, paint, cells, every).blocks()]
    return "\n".join(lines).rstrip()


def _procedure(note: Note) -> str:
    return note.at.partition(".")[0]


def _is_shown(step: StepNote) -> bool:
    """Return whether the main points already show what a step binds."""
    return _is_read(step) or bool(step.terms)


def _is_read(step: StepNote) -> bool:
    """Return whether a step binds exactly what it read in a table or summed."""
    direct = [look for look in step.inside if look.direct]
    if step.kind != "let" or len(direct) != 1:
        return False
    look = direct[0]
    return step.value == (look.gave if isinstance(look, TableNote) else look.values)


class _Explanation:
    """Writes the explanation of one run."""

    def __init__(
        self,
        run: Run,
        program: Program,
        names: ValueNames,
        paint: Paint,
        cells: int,
        every: bool,
    ) -> None:
        self.run = run
        self.every = every
        self.program = program
        self.declared: Declarations = program.declared
        self.names = names
        self.paint = paint
        self.cells = cells
        self.place = StepPlaces(program, run.packs)
        steps = [note for note in run.notes if isinstance(note, StepNote)]
        gave = bool(steps) and steps[-1].kind == "return"
        self.last = steps[-1] if gave else None  # what gave the result

    def heading(self) -> list[str]:
        """Return what was run, with its arguments."""
        arguments = [
            f"{spaced(name)}: {self._value(each)}" for name, each in self.run.given
        ]
        if self.run.scenario:
            arguments.append(f"scenario: {clean(self.run.scenario)}")
        pack, name = clean(self.run.pack), spaced(self.run.procedure)
        lines = [self.paint.bold(f"{pack}: {name}")]
        return lines + folded(", ".join(arguments), self.cells, "  ")

    def result(self) -> list[str]:
        """Return the result, with the place of the step that returned it."""
        result_line = result_text(self.run, self.names, self.paint)
        place = self.place(self.last) if self.last else ""
        return referred(result_line, place, self.cells, self.paint)

    def blocks(self) -> Iterator[str]:
        """Yield the procedures in the order in which they were run, each with an empty
        line after it."""
        numbers = count(1)
        for procedure, notes in groupby(self.run.notes, _procedure):
            if block := self.block(procedure, list(notes), numbers):
                yield from [*block, ""]

    def block(
        self, procedure: str, notes: Sequence[Note], numbers: Iterator[int]
    ) -> list[str]:
        """Return a procedure: its main points, then its other calculations."""
        points: list[str] = []
        rest: dict[
            tuple[str, ...], None
        ] = {}  # a block that came twice is printed once
        for note in notes:
            point = list(self._point(note))
            if point:
                points += self._numbered(next(numbers), point)
            if self.every:
                rest.update(dict.fromkeys(map(tuple, self._details(note))))
        if rest:
            points += [*([""] if points else []), f"{INDENT}worked out on the way:"]
            points += [f"{INDENT}  {line}" for block in rest for line in block]
        return [*self._title(procedure), *points] if points else []

    def _numbered(self, number: int, point: Sequence[str]) -> list[str]:
        first, *others = point
        return [
            f"{number:>2}. {first}",
            *(f"{INDENT}{line}".rstrip() for line in others),
        ]

    def _title(self, procedure: str) -> list[str]:
        found = self.program.procedures.get(procedure)
        if found is None or procedure.endswith(ENTRY):
            return []
        title = f": {clean(found.title)}" if found.title else ""
        heading = f"{self.paint.bold(spaced(found.name))}{title}"
        place = reference(found.rule, found.span)
        return referred(heading, place, self.cells, self.paint)

    def _point(self, note: Note) -> Iterator[str]:
        """Yield the lines of a note that is a main point; nothing for others."""
        cells = self.cells - len(INDENT)
        if isinstance(note, Throw):
            sentence = thrown(note, self.names)
            yield from self._referred(sentence, note)
        elif isinstance(note, Answer):
            if note.by != "default":
                yield from self._answer(note, cells)
        else:
            prefix = f"{spaced(note.name)} = " if _is_read(note) else ""
            for look in note.inside:
                if look.direct:
                    yield from self._look(look, cells, prefix)
            yield from self._done(note)

    def _done(self, step: StepNote) -> Iterator[str]:
        """Yield the effect of a step that is a main point."""
        if step.kind in ("if", "require") and step.value is True:
            if not self.every:
                return
            sentence = f"it is so: {self._asked(step)}"
            yield from self._referred(sentence, step)
        elif step.terms:
            sentence = added_up(step.sum, step.terms, self._of(step), self.names)
            name = f"{spaced(step.name)} = " if step.name else ""
            yield from self._referred(f"{name}{sentence}", step)
        elif step.kind == "return" and step is not self.last and step.value is not None:
            sentence = f"gives {self._of(step)}"
            yield from self._referred(sentence, step)
        elif step.changes:
            made = dict.fromkeys(c.entity for c in step.changes if c.before is None)
            for entity in made if not self.every else ():
                yield from self._referred(f"{clean(entity)} is new", step)
            for change in step.changes:
                if change.entity in made and not self.every:
                    continue
                was = f" (was {self._value(change.before)})" if change.before else ""
                sentence = f"{clean(change.entity)}.{spaced(change.field)} = "
                sentence += f"{self._value(change.after)}{was}"
                yield from self._referred(sentence, step)
        elif step.text and step.kind != "if":
            yield from self._referred(clean(step.text), step)
            yield from folded(clean(step.own_names), self.cells - len(INDENT), "  ")

    def _details(self, note: Note) -> Iterator[Sequence[str]]:
        """Yield the blocks of lines of a note that are below the main points."""
        cells = self.cells - len(INDENT) - 2
        if isinstance(note, Answer) and note.by == "default":
            yield list(self._answer(note, cells))
        if not isinstance(note, StepNote):
            return
        for look in note.inside:
            if not look.direct and not self._trivial(look):
                yield list(self._look(look, cells))
        sentence = ""
        if note.kind == "if" and note.value is False:
            sentence = f"not so: {self._asked(note)}"
        elif note.kind in ("let", "call") and note.type and not _is_shown(note):
            sentence = f"{spaced(note.name)} = {self._of(note)}"
        if sentence:
            yield referred(sentence, self.place(note), cells, self.paint)

    def _trivial(self, look: Look) -> bool:
        """Return whether a table read inside a formula adds no information."""
        if isinstance(look, SumNote):
            return False
        return isinstance(self.declared.tables.get(look.table), LookupTable)

    def _answer(self, note: Answer, cells: int) -> Iterator[str]:
        asked = f": {clean(note.text)}" if note.text else ""
        answer_text = f"{answered(note, self.names)}{asked}"
        place = self.place(note)
        yield from referred(answer_text, place, cells, self.paint)
        if note.left_out:
            yield "not offered:"
        for each in note.left_out:
            yield from folded(clean(each), cells, "  ")

    def _asked(self, step: StepNote) -> str:
        compared_text = here(step.found, self.names)
        condition_text = clean(step.text)
        if len(step.found) == 1 and condition_text.endswith(
            f" is {self._value(step.found[0])}"
        ):
            compared_text = (
                compared_text if step.value is False else ""
            )  # it is just what is asked
        return f"{condition_text}{compared_text}"

    def _of(self, step: StepNote) -> str:
        return self._value(TypedValue(step.value, step.type)) if step.type else ""

    def _value(self, typed_value: TypedValue) -> str:
        return to_text(typed_value.value, typed_value.type, self.names)

    def _referred(self, text: str, note: Note) -> list[str]:
        cells = self.cells - len(INDENT)
        return referred(text, self.place(note), cells, self.paint)

    def _look(self, look: Look, cells: int, prefix: str = "") -> Iterator[str]:
        if isinstance(look, TableNote):
            table = self.declared.tables.get(look.table)
            if table is not None:
                names, paint = self.names, self.paint
                yield from table_lines(look, table, names, paint, cells, prefix)
            return
        found = self.declared.modifiers.get(look.modifiers)
        if found is None:
            return
        worth = self.paint.bold(signed(total(look.values)))
        heading = f"{prefix}{spaced(found.name)}: {worth}"
        yield from referred(
            heading, reference(found.rule, found.span), cells, self.paint
        )
        pairs = zip(found.takes, look.given, strict=False)
        arguments = [f"{spaced(p.name)}: {self._value(each)}" for p, each in pairs]
        yield from folded(", ".join(arguments), cells, "  ")
        yield from sum_lines(
            look, found, self.names, self.paint, cells, every=self.every
        )


# A run as JSON (interpreter/COMMANDS.md, "JSON").

WIDE = 10_000  # a text in JSON is not folded


def run_output(run: Run, declared: Declarations, names: ValueNames) -> RunOutput:
    """Return a run as the record for JSON."""
    steps = _steps(run)
    throws = [note for note in run.notes if isinstance(note, Throw)]
    answers = [note for note in run.notes if isinstance(note, Answer)]
    every = [look for step in steps for look in step.inside]
    return RunOutput(
        pack=run.pack,
        procedure=run.procedure,
        result=to_json(run.result, run.gives, _edge(every, declared, names)),
        trace=steps_output(run, declared, names),
        told=seats_claims_output(run.views),
        dice=tuple(_throw_output(throw, names) for throw in throws),
        answers=tuple(_answer_output(answer, names) for answer in answers),
        seed=run.seed,
    )


def steps_output(
    run: Run, declared: Declarations, names: ValueNames
) -> tuple[StepOutput, ...]:
    """Return the steps of a run as records for JSON."""
    return tuple(_step_output(step, declared, names) for step in _steps(run))


def _steps(run: Run) -> list[StepNote]:
    return [note for note in run.notes if isinstance(note, StepNote)]


def _edge(
    looks: Sequence[Look], declared: Declarations, names: ValueNames
) -> ValueNames:
    """Return value names with the refusals of rows; of equal names the last sum
    counts."""
    found: dict[tuple[str, int], Refusal] = {}
    for note in looks:
        made = declared.modifiers.get(getattr(note, "modifiers", ""))
        if made is None or not isinstance(note, SumNote):
            continue
        for number, row_note in enumerate(note.rows):
            reason = why(note, number, made, names)
            found[note.modifiers, number] = Refusal(reason, row_note.worth)
    return replace(names, refusals=found)


def _throw_output(throw: Throw, names: ValueNames) -> ThrowOutput:
    return ThrowOutput(
        at=throw.at,
        name=throw.name,
        by=throw.by,
        for_=throw.purpose,
        needs=throw.needs,
        sides=throw.sides,
        faces=tuple(to_json(face, throw.type, names) for face in throw.faces),
        typed=throw.typed,
        key=throw.key,
    )


def _answer_output(answer: Answer, names: ValueNames) -> AnswerOutput:
    return AnswerOutput(
        at=answer.at,
        name=answer.name,
        value=to_json(answer.value, answer.type, names),
        by=answer.by,
    )


def _step_output(
    step: StepNote, declared: Declarations, names: ValueNames
) -> StepOutput:
    lookup_lines = [
        line for look in step.inside for line in _lookup_lines(look, declared, names)
    ]
    value: PackValue | Absent = ABSENT
    if step.type is not None:
        value = to_json(step.value, step.type, _edge(step.inside, declared, names))
    return StepOutput(
        at=step.at,
        kind=step.kind,
        rule=step.rule,
        place=str(step.span),
        name=step.name,
        text="\n".join([*([step.text] if step.text else []), *lookup_lines]),
        changes=tuple(_change_output(change, names) for change in step.changes),
        value=value,
    )


def _change_output(change: StepChange, names: ValueNames) -> FieldChangeOutput:
    before, after = change.before, change.after
    return FieldChangeOutput(
        entity=change.entity,
        field=change.field,
        before=to_json(before.value, before.type, names) if before else None,
        after=to_json(after.value, after.type, names),
    )


def _lookup_lines(
    look: Look, declared: Declarations, names: ValueNames
) -> Iterator[str]:
    if isinstance(look, TableNote):
        table = declared.tables.get(look.table)
        if table is not None:
            yield from table_lines(look, table, names, PLAIN, WIDE)
        return
    found = declared.modifiers.get(look.modifiers)
    if found is not None:
        yield from sum_lines(look, found, names, PLAIN, WIDE)
