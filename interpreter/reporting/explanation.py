"""A run as text; explained, it is read from top to bottom like the rule itself.

A procedure is a block. Its points come first and in order: dice, answers, sums, rows of
tables, conditions that held, changes. What else was worked out stands below them.
"""

from collections.abc import Iterator, Sequence
from itertools import count, groupby

from interpreter.checked.declared import ENTRY, Declared, Lookup
from interpreter.program.program import Program
from interpreter.reporting.brief import answered, ending, result_text, thrown
from interpreter.reporting.layout import WIDTH, folded, referred
from interpreter.reporting.lookups import table_lines
from interpreter.reporting.paint import PLAIN, Paint, clean
from interpreter.reporting.places import StepPlaces, reference
from interpreter.reporting.run import (
    Answer,
    Given,
    Look,
    Note,
    Run,
    Step,
    SumNote,
    TableNote,
    Throw,
)
from interpreter.reporting.sums import added_up, here, sum_lines
from interpreter.reporting.values import Edge, signed, spaced, to_text, total

INDENT = "    "


def explained(
    run: Run, program: Program, names: Edge, paint: Paint = PLAIN, cells: int = WIDTH
) -> str:
    """Return every roll, row and condition in order, with its rule and its place."""
    telling = _Telling(run, program, names, paint, cells)
    lines = [*telling.heading(), ""]
    numbers = count(1)
    for procedure, notes in groupby(run.notes, _procedure):
        block = telling.block(procedure, list(notes), numbers)
        lines += [*block, ""] if block else []
    return "\n".join([*lines, *telling.result(), *ending(run, paint)])


def _procedure(note: Note) -> str:
    return note.at.partition(".")[0]


def _is_told(step: Step) -> bool:
    """Tell whether the story says already what a step binds."""
    return _is_look(step) or bool(step.terms)


def _is_look(step: Step) -> bool:
    """Tell whether a step binds just what it read in a table or added up."""
    direct = [look for look in step.inside if look.direct]
    if step.kind != "let" or len(direct) != 1:
        return False
    look = direct[0]
    return step.value == (look.gave if isinstance(look, TableNote) else look.values)


class _Telling:
    """Tells one run."""

    def __init__(
        self, run: Run, program: Program, names: Edge, paint: Paint, cells: int
    ) -> None:
        self.run = run
        self.program = program
        self.declared: Declared = program.declared
        self.names = names
        self.paint = paint
        self.cells = cells
        self.place = StepPlaces(program, run.packs)
        steps = [note for note in run.notes if isinstance(note, Step)]
        gave = bool(steps) and steps[-1].kind == "return"
        self.last = steps[-1] if gave else None  # what gave the result

    def heading(self) -> list[str]:
        """Return what was run, with what."""
        given = [
            f"{spaced(name)}: {self._value(each)}" for name, each in self.run.given
        ]
        if self.run.scenario:
            given.append(f"scenario: {clean(self.run.scenario)}")
        pack, name = clean(self.run.pack), spaced(self.run.procedure)
        lines = [self.paint.bold(f"{pack}: {name}")]
        return lines + folded(", ".join(given), self.cells, "  ")

    def result(self) -> list[str]:
        """Return the result, with the place that gave it."""
        said = result_text(self.run, self.names, self.paint)
        place = self.place(self.last) if self.last else ""
        return referred(said, place, self.cells, self.paint)

    def block(
        self, procedure: str, notes: Sequence[Note], numbers: Iterator[int]
    ) -> list[str]:
        """Return what was done in a procedure: its points, and below them the rest."""
        points: list[str] = []
        rest: dict[tuple[str, ...], None] = {}  # what came twice is told once
        for note in notes:
            point = list(self._point(note))
            if point:
                points += self._numbered(next(numbers), point)
            rest.update(dict.fromkeys(map(tuple, self._beside(note))))
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
        said = f"{self.paint.bold(spaced(found.name))}{title}"
        place = reference(found.rule, found.span)
        return referred(said, place, self.cells, self.paint)

    def _point(self, note: Note) -> Iterator[str]:
        """Yield the lines of a note that belongs to the story; else nothing."""
        cells = self.cells - len(INDENT)
        if isinstance(note, Throw):
            said = thrown(note, self.names)
            yield from self._referred(said, note)
        elif isinstance(note, Answer):
            if note.by != "default":
                yield from self._answer(note, cells)
        else:
            prefix = f"{spaced(note.name)} = " if _is_look(note) else ""
            for look in note.inside:
                if look.direct:
                    yield from self._look(look, cells, prefix)
            yield from self._done(note)

    def _done(self, step: Step) -> Iterator[str]:
        """Yield what a step came to, where that moves the story on."""
        if step.kind in ("if", "require") and step.value is True:
            said = f"it is so: {self._asked(step)}"
            yield from self._referred(said, step)
        elif step.terms:
            said = added_up(step.sum, step.terms, self._of(step), self.names)
            name = f"{spaced(step.name)} = " if step.name else ""
            yield from self._referred(f"{name}{said}", step)
        elif step.kind == "return" and step is not self.last and step.value is not None:
            said = f"gives {self._of(step)}"
            yield from self._referred(said, step)
        elif step.changes:
            for each in step.changes:
                was = f" (was {self._value(each.before)})" if each.before else ""
                said = f"{clean(each.entity)}.{spaced(each.field)} = "
                said += f"{self._value(each.after)}{was}"
                yield from self._referred(said, step)
        elif step.said and step.kind != "if":
            yield from self._referred(clean(step.said), step)
            yield from folded(clean(step.own), self.cells - len(INDENT), "  ")

    def _beside(self, note: Note) -> Iterator[Sequence[str]]:
        """Yield the blocks of lines of a note that stand below the story."""
        cells = self.cells - len(INDENT) - 2
        if isinstance(note, Answer) and note.by == "default":
            yield list(self._answer(note, cells))
        if not isinstance(note, Step):
            return
        for look in note.inside:
            if not look.direct and not self._trivial(look):
                yield list(self._look(look, cells))
        said = ""
        if note.kind == "if" and note.value is False:
            said = f"not so: {self._asked(note)}"
        elif note.kind in ("let", "call") and note.type and not _is_told(note):
            said = f"{spaced(note.name)} = {self._of(note)}"
        if said:
            yield referred(said, self.place(note), cells, self.paint)

    def _trivial(self, look: Look) -> bool:
        """Tell whether a look-up inside a formula says nothing of its own."""
        if isinstance(look, SumNote):
            return False
        return isinstance(self.declared.tables.get(look.table), Lookup)

    def _answer(self, note: Answer, cells: int) -> Iterator[str]:
        asked = f": {clean(note.said)}" if note.said else ""
        said = f"{answered(note, self.names)}{asked}"
        place = self.place(note)
        yield from referred(said, place, cells, self.paint)
        if note.left_out:
            yield "not offered:"
        for each in note.left_out:
            yield from folded(clean(each), cells, "  ")

    def _asked(self, step: Step) -> str:
        told = here(step.found, self.names)
        said = clean(step.said)
        if len(step.found) == 1 and said.endswith(f" is {self._value(step.found[0])}"):
            told = told if step.value is False else ""  # it is just what is asked
        return f"{said}{told}"

    def _of(self, step: Step) -> str:
        return self._value(Given(step.value, step.type)) if step.type else ""

    def _value(self, each: Given) -> str:
        return to_text(each.value, each.type, self.names)

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
        said = f"{prefix}{spaced(found.name)}: {worth}"
        yield from referred(said, reference(found.rule, found.span), cells, self.paint)
        pairs = zip(found.takes, look.given, strict=False)
        told = [f"{spaced(p.name)}: {self._value(each)}" for p, each in pairs]
        yield from folded(", ".join(told), cells, "  ")
        yield from sum_lines(look, found, self.names, self.paint, cells)
