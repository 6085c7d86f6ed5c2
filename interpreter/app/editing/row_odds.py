"""What the rows of tables and modifiers are worth, for hints beside them.

A row of a table that is rolled on has its chance. A row of modifiers has its worth in
an example: a case of the pack in whose run it counts. That is the change of the odds of
the example if the row added nothing, in points of the outcome that changes most, or of
the mean. Beside either stands what it was in the text that was saved last.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from time import monotonic

from msgspec import Struct

from interpreter.app.opening.session import Session
from interpreter.app.running.odds import exact_odds
from interpreter.app.running.sensitivity import reached_rules
from interpreter.app.testing.case_keys import Options
from interpreter.app.testing.case_runs import CaseRunner
from interpreter.coverage.elements import Mark, elements
from interpreter.diagnostics import UmpireError
from interpreter.engine.policies import Answers
from interpreter.expressions.typed import Constant
from interpreter.ir.effects import RuleName
from interpreter.ir.instructions import Program
from interpreter.ir.row_steps import RowStep, row_steps
from interpreter.pipeline.loading import Loaded
from interpreter.reports.distributions import percent
from interpreter.reports.sweep_statistics import Measured, Statistic
from interpreter.reports.sweeps import points, single
from interpreter.ruleset.ruleset import Declaration
from interpreter.semantics.declarations import (
    Modifiers,
    RollBand,
    RollTable,
    WeightedTable,
)
from interpreter.source import Span, printed
from interpreter.values.types import Value
from interpreter.yaml.nodes import MappingNode

MAX_STATES = 4_000
"""Of the odds of an example."""
MAX_DICE_WORK = 200_000
"""Additions for the chances of one table."""
SLOW = 1.0
"""Seconds after which an example is too slow to be run again for each row."""
BUDGET = 20.0
"""Seconds for the examples of one file."""
EXAMPLES = 25
"""Cases that are looked at for one file."""

RowName = tuple[str, str, str, str]
"""What is the same of a row after an edit: section, declaration, group, and the name of
a row of modifiers; of a table, whose bands may be edited, the number of the row."""


class RowWorth(Struct, frozen=True):
    """A row with its figure: a chance, or a change of a chance or a mean (`of` names
    it). `about` says what it is of, in a sentence."""

    row: RowName
    name: str
    span: Span
    figure: Fraction
    of: str
    about: str

    @property
    def text(self) -> str:
        """The figure as it is shown."""
        if self.of == CHANCE:
            return percent(self.figure)
        if self.of == MEAN:
            return f"mean {self.number}"
        return f"{self.number} points"

    @property
    def number(self) -> str:
        """The figure without what it is of."""
        if self.of == CHANCE:
            return f"{float(self.figure * 100):.1f}"
        return f"{float(self.figure):+.2f}" if self.of == MEAN else points(self.figure)


CHANCE, POINTS, MEAN = "chance", "points", "mean"


class RowHint(Struct, frozen=True):
    """What is shown at the end of a line, at most `WIDTH` letters, and more of it."""

    span: Span
    label: str
    tooltip: str


WIDTH = 25


def chances(loaded: Loaded, file: str) -> Iterator[RowWorth]:
    """Yield the chance of each row of the tables of a file that are rolled on."""
    declared = {} if loaded.program is None else loaded.program.declared.tables
    for table in declared.values():
        if table.span.source.name != file:
            continue
        if isinstance(table, RollTable) and table.dice is not None:
            yield from _of_roll_table(table, *table.dice)
        elif isinstance(table, WeightedTable):
            yield from _of_weighted_table(table)


def _of_roll_table(table: RollTable, number: int, sides: int) -> Iterator[RowWorth]:
    if number * sides * sides > MAX_DICE_WORK:
        return
    ways = {0: 1}
    for _ in range(number):
        ways = _with_die(ways, sides)
    more = ", with nothing added" if table.plus else ""
    rows: dict[int, list[RollBand]] = {}
    for band in table.rows:
        rows.setdefault(band.span.start, []).append(band)
    for order, bands in enumerate(rows.values()):
        count = sum(
            weight
            for total, weight in ways.items()
            if any(_holds(band, total) for band in bands)
        )
        row = bands[0]
        about = f"{count} of {sides**number} on {number}d{sides}{more}"
        name = ("tables", table.name, "", str(order))
        chance = Fraction(count, sides**number)
        yield RowWorth(name, row.key, row.span, chance, CHANCE, about)


def _with_die(ways: Mapping[int, int], sides: int) -> dict[int, int]:
    more: dict[int, int] = {}
    for total, weight in ways.items():
        for face in range(1, sides + 1):
            more[total + face] = more.get(total + face, 0) + weight
    return more


def _holds(band: RollBand, total: int) -> bool:
    above = band.low is None or band.low <= total
    return above and (band.high is None or total <= band.high)


def _of_weighted_table(table: WeightedTable) -> Iterator[RowWorth]:
    """Yield the chances of a weighted table together: its rows have no places."""
    total = sum(weight for _, weight in table.weights)
    most = max((weight for _, weight in table.weights), default=0)
    if total:
        name = ("tables", table.name, "", "")
        about = f"the likeliest has {most} of {total}"
        chance = Fraction(most, total)
        yield RowWorth(name, "", table.span, chance, CHANCE, about)


class _Example(Struct, frozen=True):
    """A case as it is run, with its odds, the figures that count, and the places of the
    rows of modifiers that its runs pass through."""

    name: str
    session: Session
    answers: Answers
    base: Measured
    statistics: tuple[Statistic, ...]
    rows: frozenset[str]

    def figures(self, program: Program) -> list[Fraction | None]:
        """Return the figures of the example under another program."""
        report = exact_odds(self.session, self.answers, (), MAX_STATES, program=program)
        other = Measured(report, self.session.edge)
        return [statistic.figure(other) for statistic in self.statistics]


class Examples:
    """The cases of a pack that can serve as examples, each opened when it is needed."""

    def __init__(self, loaded: Loaded) -> None:
        """Look at no case yet."""
        self._runner = CaseRunner(loaded)
        self._cases = sorted(self._runner.declared().values(), key=_is_of_no_odds)
        self._reached: dict[tuple[Options, str], frozenset[RuleName]] = {}

    def of(self, names: frozenset[RuleName]) -> Iterator[_Example]:
        """Yield the examples whose run can reach one of some rules, those of odds
        first."""
        for case in self._cases:
            example = self._example(case, names)
            if example is not None:
                yield example

    def _example(
        self, case: Declaration, names: frozenset[RuleName]
    ) -> _Example | None:
        """Return a case as an example; None for one that reaches none of the rules, is
        slow or has no odds."""
        touched: set[Mark] = set()

        def mark(what: str, name: Value, row: int) -> None:
            touched.add((what, name, row))

        try:
            session, answers = self._runner.begun(case)
            if not names & self._rules_of(self._runner.options(case), session):
                return None
            start = monotonic()
            report = exact_odds(session, answers, (), MAX_STATES, mark=mark)
        except UmpireError:
            return None
        # the odds of what is certain tell nothing
        if len(report.outcomes) < 2 or monotonic() - start > SLOW:
            return None
        base = Measured(report, session.edge)
        statistics = tuple(single(case.name, base).statistics(()))
        known = elements(session.program)
        rows = frozenset(known[each].at for each in touched if each[0] == "modifiers")
        return _Example(case.name, session, answers, base, statistics, rows)

    def _rules_of(self, options: Options, session: Session) -> frozenset[RuleName]:
        key = options, session.entry.name
        if key not in self._reached:
            self._reached[key] = reached_rules(session)
        return self._reached[key]


def _is_of_no_odds(case: Declaration) -> bool:
    """Tell whether a case is none of odds: those come first."""
    return not (isinstance(case.node, MappingNode) and "odds" in case.node)


def worths(
    loaded: Loaded, file: str, is_wanted: Callable[[], bool]
) -> Iterator[RowWorth]:
    """Yield the rows of modifiers of a file that count in an example, each with what it
    is worth there; ends when it is not wanted any more."""
    program = loaded.program
    modifiers = {} if program is None else program.declared.modifiers
    names = frozenset(
        ("modifiers", name)
        for name, each in modifiers.items()
        if each.span.source.name == file
    )
    if program is None or not names:
        return
    start = monotonic()
    waiting = {str(step.span): step for step in row_steps(program, names)}
    for number, example in enumerate(Examples(loaded).of(names)):
        if number >= EXAMPLES:
            return
        for place in sorted(example.rows & waiting.keys()):
            if not is_wanted() or monotonic() - start > BUDGET:
                return
            worth = _worth(waiting[place], example)
            if worth is not None:
                del waiting[place]
                yield worth
        if not waiting or not is_wanted():
            return


def _worth(step: RowStep, example: _Example) -> RowWorth | None:
    """Return what a row is worth in an example; None where it does nothing."""
    program = example.session.program
    modifiers = program.declared.modifiers.get(step.of[1])
    steps = None if modifiers is None else _to_nothing(modifiers, step)
    if steps is None:
        return None
    # the example may be under other options, with a program of its own
    rows = row_steps(program, [step.of])
    own = next((each for each in rows if each.path == step.path), None)
    return None if own is None else _changed(step, own, steps, example)


def _to_nothing(modifiers: Modifiers, step: RowStep) -> int | None:
    """Return the steps after which a row adds nothing; None if it adds no number that
    is written there, or none."""
    for group in modifiers.groups:
        for row in group.rows:
            if ("groups", group.name, "rows", row.key) == step.path:
                value = row.add.value if isinstance(row.add, Constant) else None
                return -value if isinstance(value, int) and value else None
    return None


def _changed(
    step: RowStep, own: RowStep, steps: int, example: _Example
) -> RowWorth | None:
    """Return what a row does to the odds of an example; None if it does nothing."""
    try:
        without = example.figures(own.applied(example.session.program, steps))
    except UmpireError:  # the rules refuse to run without it
        return None
    found: tuple[Fraction, Statistic, Fraction] | None = None
    for statistic, other in zip(example.statistics, without, strict=True):
        here = statistic.figure(example.base)
        if here is None or other is None or here == other:
            continue
        change = here - other
        is_first = found is None or found[1].unit != "chance"
        if is_first or (found is not None and abs(change) > abs(found[0])):
            found = change, statistic, other
    if found is None:
        return None
    change, statistic, other = found
    here_text = statistic.text(statistic.figure(example.base))
    about = (
        f"in the case '{example.name}' {statistic.title} is {here_text}, "
        f"without this row {statistic.text(other)}"
    )
    _, group, _, row = (str(part) for part in step.path)
    of = POINTS if statistic.unit == "chance" else MEAN
    return RowWorth((*step.of, group, row), row, step.span, change, of, about)


def hints(
    now: Mapping[RowName, RowWorth], saved: Mapping[RowName, RowWorth]
) -> list[RowHint]:
    """Return one hint for each line with rows, with what was saved where it differs."""
    lines: dict[tuple[str, int], list[RowWorth]] = {}
    for worth in now.values():
        line = (worth.span.source.name, worth.span.first[0])
        lines.setdefault(line, []).append(worth)
    found = []
    for worths_of_line in lines.values():
        ordered = sorted(worths_of_line, key=lambda worth: worth.span.start)
        former = [saved.get(worth.row, worth) for worth in ordered]
        tooltip = "\n".join(
            f"{printed(worth.name)}: {_shown(worth, was)} ({worth.about})".lstrip(": ")
            for worth, was in zip(ordered, former, strict=True)
        )
        label = _label(ordered, former)
        label = label if len(label) <= WIDTH else f"{label[: WIDTH - 1]}…"
        found.append(RowHint(ordered[0].span, label, tooltip))
    return found


def _label(now: Sequence[RowWorth], former: Sequence[RowWorth]) -> str:
    """Return the figures of the rows of a line; those of several chances shorter."""
    if len(now) == 1 or any(worth.of != CHANCE for worth in now):
        pairs = zip(now, former, strict=True)
        return " | ".join(_shown(worth, was) for worth, was in pairs)
    numbers, were = (" ".join(w.number for w in each) for each in (now, former))
    return f"{numbers}%" if numbers == were else f"{numbers} (was {were})"


def _shown(worth: RowWorth, former: RowWorth) -> str:
    is_same = former.figure == worth.figure
    return worth.text if is_same else f"{worth.text} (was {former.number})"


class OddsBesideRows:
    """The figures of the rows of the open files of a pack, as far as they are known:
    those of the text that is typed, and of the text that was saved last."""

    def __init__(self) -> None:
        """Begin with nothing known."""
        self._now: dict[str, dict[RowName, RowWorth]] = {}
        self._saved: dict[str, dict[RowName, RowWorth]] = {}
        self._is_saved: set[str] = set()

    def save(self, file: str) -> None:
        """Note that the text of a file is the saved one."""
        self._is_saved.add(file)

    def edit(self, file: str) -> None:
        """Note that the text of a file is not the saved one any more."""
        self._is_saved.discard(file)

    def take_chances(self, loaded: Loaded, file: str) -> None:
        """Work out the chances of tables, and keep of other rows what was known."""
        found = {worth.row: worth for worth in chances(loaded, file)}
        kept = {
            row: worth
            for row, worth in self._now.get(file, {}).items()
            if worth.of != CHANCE
        }
        self._now[file] = {**kept, **found}

    def take_worths(
        self, loaded: Loaded, file: str, is_wanted: Callable[[], bool]
    ) -> None:
        """Work out what rows of modifiers are worth, one after another; what is saved
        is noted at the end, unless it is not wanted any more."""
        found: dict[RowName, RowWorth] = {}
        for worth in worths(loaded, file, is_wanted):
            found[worth.row] = worth
            self._now[file] = {**self._now.get(file, {}), worth.row: worth}
        if not is_wanted():
            return
        now = self._now.get(file, {}).items()
        tables = {row: worth for row, worth in now if worth.of == CHANCE}
        self._now[file] = {**tables, **found}
        if file in self._is_saved:
            self._saved[file] = dict(self._now[file])

    def hints(self, file: str) -> list[RowHint]:
        """Return what is known of a file now."""
        return hints(self._now.get(file, {}), self._saved.get(file, {}))
