"""What the public API returns: immutable records with figures, text, JSON and HTML.

A value of a ruleset is shown to Python as an `Outcome` where it is a key (a number by
itself, yes and no as a bool, none as None, all else by its printed text) and as a
`PlainValue` where it is a result (records and maps as dicts, lists as tuples). In a
printed text that is looked up a blank and an underscore are the same letter.

What prints a result is imported in functions: nobody who reads its figures waits for
it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from msgspec import Struct

from interpreter.diagnostics import Diagnostic, UnknownName
from interpreter.reports.distributions import percent
from interpreter.reports.html import bars_html, table_html, text_html
from interpreter.reports.odds import OddsReport, distribution_text, odds_output, ordered
from interpreter.reports.outputs.encoding import encoded
from interpreter.reports.simulation import (
    SimulationReport,
    estimate_picture,
    estimate_text,
    frequencies,
    simulation_output,
)
from interpreter.reports.sweep_statistics import Measured
from interpreter.reports.values import ValueNames, to_text
from interpreter.reports.values import total as total_of
from interpreter.source import same_name
from interpreter.values.exact_numbers import numbers_of_any_length
from interpreter.values.types import (
    ListOf,
    MapOf,
    Number,
    Record,
    SumOf,
    Type,
    Value,
    present,
)

if TYPE_CHECKING:
    from interpreter.app.running.once import CompletedRun
    from interpreter.app.seat_pages import SeatView
    from interpreter.reports.cases import CaseResult
    from interpreter.reports.mutation import MutationReport
    from interpreter.reports.outputs.sheets import SheetOutput
    from interpreter.reports.rulebook import RuleStatus

Outcome: TypeAlias = "int | Fraction | bool | str | tuple[Outcome, ...] | None"
PlainValue: TypeAlias = (
    "int | Fraction | bool | str | tuple[PlainValue, ...] | PlainMap | None"
)
PlainMap: TypeAlias = "Mapping[Outcome, PlainValue]"
Figure = TypeVar("Figure")


class UnknownOutcome(UnknownName, KeyError):
    """A value that is no outcome; a KeyError too, so that `get` works."""


def outcome_of(value: Value, kind: Type, names: ValueNames) -> Outcome:
    """Return a value as a key."""
    inner = present(kind)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(inner, Number) and isinstance(value, int | Fraction):
        return value
    return to_text(value, kind, names)


def plain_value(value: Value, kind: Type, names: ValueNames) -> PlainValue:
    """Return a value as a result; a labelled sum as its total."""
    inner = present(kind)
    if isinstance(inner, SumOf) and value is not None:
        return total_of(value)
    if not isinstance(value, tuple):
        return outcome_of(value, kind, names)
    if isinstance(inner, ListOf):
        return tuple(plain_value(item, inner.item, names) for item in value)
    if isinstance(inner, Record) and inner.fields:
        pairs = zip(inner.fields, value, strict=True)
        return {name: plain_value(item, of, names) for (name, of), item in pairs}
    if isinstance(inner, MapOf):
        return {
            outcome_of(key, inner.key, names): plain_value(item, inner.value, names)
            for key, item in _pairs(value)
        }
    return to_text(value, kind, names)


def _pairs(value: tuple[Value, ...]) -> Iterator[tuple[Value, Value]]:
    for pair in value:
        assert isinstance(pair, tuple)
        yield pair[0], pair[1]


def _look_up(figures: Mapping[Outcome, Figure], key: Outcome) -> Figure:
    """Return the figure of an outcome; a text need not be written as it is printed."""
    if key in figures:
        return figures[key]
    if isinstance(key, str):
        for name, figure in figures.items():
            if isinstance(name, str) and same_name(name, key):
                return figure
    raise UnknownOutcome("outcome", str(key), map(str, figures))


def _mean(weighted: Iterable[tuple[Outcome, int]], weight: int) -> Fraction | None:
    """Return the mean of numbers; None where an outcome is none."""
    total = Fraction(0)
    for value, count in weighted:
        if isinstance(value, bool) or not isinstance(value, int | Fraction):
            if count:
                return None
            continue
        total += Fraction(value) * count
    return total / weight if weight else None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Distribution(Mapping[Outcome, Fraction]):
    """An exact probability distribution: the probability of each outcome.

    A mapping in the order of the outcomes; of an enumeration all its values are there,
    also with probability 0. With observed fields an outcome is a tuple: the result,
    then a text for each field. What is no outcome raises `UnknownOutcome`.
    """

    _report: OddsReport
    _names: ValueNames
    _figures: Mapping[Outcome, Fraction]

    @classmethod
    def of(cls, report: OddsReport, names: ValueNames) -> Distribution:
        """Return the distribution of a report, whose values have these names."""
        figures: dict[Outcome, Fraction] = {}
        for outcome in ordered(report):
            key = outcome_of(outcome.value, report.gives, names)
            if report.observed:
                pairs = zip(report.observed, outcome.observed, strict=True)
                value_texts = (
                    to_text(value, kind, names) for (_, kind), value in pairs
                )
                key = (key, *value_texts)
            weight = Fraction(outcome.weight, report.denominator)
            figures[key] = figures.get(key, Fraction(0)) + weight
        return cls(report, names, figures)

    def __getitem__(self, key: Outcome) -> Fraction:
        """Return the probability of an outcome."""
        return _look_up(self._figures, key)

    def __iter__(self) -> Iterator[Outcome]:
        """Yield the outcomes in order."""
        return iter(self._figures)

    def __len__(self) -> int:
        """Return how many outcomes there are."""
        return len(self._figures)

    @property
    def denominator(self) -> int:
        """The smallest number of equally likely cases over which the probabilities can
        be counted."""
        return self._report.denominator

    @property
    def truncated(self) -> Fraction:
        """The probability mass that was not followed; 0 unless it was asked for. With
        it, each probability is a lower bound."""
        return self._report.left_over

    @property
    def mean(self) -> Fraction | None:
        """The expected value; None where outcomes are no numbers, or mass is
        truncated."""
        if self._report.observed or self.truncated:
            return None
        if not isinstance(present(self._report.gives), Number):
            return None
        pairs = [
            (outcome_of(each.value, self._report.gives, self._names), each.weight)
            for each in self._report.outcomes
        ]
        return _mean(pairs, self.denominator)

    @property
    def measured(self) -> Measured:
        """What it is made of, for who compares it."""
        return Measured(self._report, self._names)

    @property
    def observed(self) -> tuple[str, ...]:
        """The names of the fields that are reported beside the result in an outcome."""
        return tuple(name for name, _ in self._report.observed)

    def text(self, *, every: bool = False) -> str:
        """Return the table that the command line prints; with `every` each outcome."""
        with numbers_of_any_length():
            return distribution_text(self._report, self._names, every=every)

    def to_json(self) -> dict[str, object]:
        """Return what `umpire odds --json` prints."""
        with numbers_of_any_length():
            return encoded(odds_output(self._report, self._names))

    def __repr__(self) -> str:
        """Return the outcomes with their percentages."""
        figures = ", ".join(f"{k}: {percent(v)}" for k, v in self._figures.items())
        return f"Distribution({figures})"

    def _repr_html_(self) -> str:
        with numbers_of_any_length():
            rows = [
                ((_key_text(key), str(figure), percent(figure)), float(figure))
                for key, figure in self._figures.items()
            ]
            mean = "" if self.mean is None else f"expected value {self.mean}"
        cut = f"truncated mass {float(self.truncated):.3g}" if self.truncated else ""
        note = "; ".join(filter(None, (mean, cut)))
        return bars_html(("outcome", "probability", "percent"), rows, note)


def _key_text(key: Outcome) -> str:
    if isinstance(key, tuple):
        return ", ".join(map(_key_text, key))
    if isinstance(key, bool):
        return "yes" if key else "no"
    return "none" if key is None else str(key)


class Frequency(Struct, frozen=True):
    """How often an outcome came: its count, its relative frequency, and the ends of
    Wilson's interval of 95 % for its probability."""

    count: int
    frequency: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Simulation(Mapping[Outcome, Frequency]):
    """An estimate from many trials: the frequency of each outcome.

    A mapping in the order of the outcomes, as a `Distribution` is. `policy` is the name
    of who answered choices ("" where none was needed); the same `seed`, the same
    counts, with any number of workers.
    """

    title: str
    policy: str
    _report: SimulationReport
    _names: ValueNames
    _figures: Mapping[Outcome, Frequency]

    @classmethod
    def of(
        cls, report: SimulationReport, names: ValueNames, title: str, policy: str
    ) -> Simulation:
        """Return the estimate of a report, whose values have these names."""
        figures = {
            outcome_of(each.value, report.gives, names): Frequency(
                each.count, each.frequency, each.low, each.high
            )
            for each in frequencies(report)
        }
        return cls(title, policy, report, names, figures)

    def __getitem__(self, key: Outcome) -> Frequency:
        """Return the frequency of an outcome."""
        return _look_up(self._figures, key)

    def __iter__(self) -> Iterator[Outcome]:
        """Yield the outcomes in order."""
        return iter(self._figures)

    def __len__(self) -> int:
        """Return how many outcomes there are."""
        return len(self._figures)

    @property
    def trials(self) -> int:
        """How many trials were made; fewer than asked after an interrupt."""
        return self._report.trials

    @property
    def interrupted(self) -> bool:
        """Whether fewer trials were made than asked."""
        return self._report.interrupted

    @property
    def seed(self) -> str:
        """The seed from which all dice followed."""
        return self._report.seed

    @property
    def mean(self) -> Fraction | None:
        """The exact mean of the numbers that came; None where they are no numbers."""
        if not isinstance(present(self._report.gives), Number):
            return None
        pairs = ((key, figure.count) for key, figure in self._figures.items())
        return _mean(pairs, self.trials)

    @property
    def measured(self) -> Measured:
        """What it is made of, for who compares it."""
        return Measured(self._report, self._names)

    def text(self) -> str:
        """Return the table that the command line prints."""
        return estimate_text(self._report, self._names)

    def to_json(self) -> dict[str, object]:
        """Return what `umpire simulate --json` prints."""
        return encoded(simulation_output(self._report, self._names))

    def svg(self) -> str:
        """Return the frequencies as a picture with bars."""
        return estimate_picture(self.title, self._report, self._names)

    def __repr__(self) -> str:
        """Return the outcomes with their frequencies."""
        figures = (f"{key}: {f.frequency:.2%}" for key, f in self._figures.items())
        return f"Simulation({', '.join(figures)}, trials={self.trials})"

    def _repr_html_(self) -> str:
        rows = [
            (
                (_key_text(key), f"{f.count:,}", f"{f.low:.2%} to {f.high:.2%}"),
                f.frequency,
            )
            for key, f in self._figures.items()
        ]
        note = f"{self.trials:,} trials, seed {self.seed}; an estimate, not exact"
        return bars_html(("outcome", "count", "95 % interval"), rows, note)


class RolledDice(Struct, frozen=True):
    """Dice that fell in a run: the name of the roll, who rolled ("" nobody in
    particular), the sides of each die, and the faces."""

    name: str
    by: str
    sides: int
    faces: tuple[int, ...]


class RunResult(Struct, frozen=True):
    """One run of a procedure, explained; it is the judge's, for it tells all.

    `seed` is "" where nothing was left to it; `unused_answers` are the names of answers
    that nothing asked for.
    """

    _run: CompletedRun

    @property
    def value(self) -> PlainValue:
        """What the procedure gives; None where it gives nothing."""
        entry, names = self._run.session.entry, self._run.session.edge
        return plain_value(self._run.outcome.result, entry.gives, names)

    @property
    def dice(self) -> tuple[RolledDice, ...]:
        """The dice in the order in which they fell."""
        return tuple(
            RolledDice(
                throw.name,
                throw.by,
                throw.sides,
                tuple(face for face in throw.faces if isinstance(face, int)),
            )
            for throw in self._run.chance.thrown
            if throw.sides
        )

    @property
    def seed(self) -> str:
        """The seed from which what was not given followed; "" where nothing did."""
        return self._run.report().seed

    @property
    def unused_answers(self) -> tuple[str, ...]:
        """The names of answers that nothing asked for, or not so often."""
        return self._run.unasked

    def text(self) -> str:
        """Return the short report: the dice, each table row read with its total, each
        field that changed, the result."""
        from interpreter.reports.explanation import run_text

        run, session = self._run.report(), self._run.session
        with numbers_of_any_length():
            return run_text(run, session.program.declared, session.edge)

    def explain(self, *, every: bool = True) -> str:
        """Return every roll, modifier, row and condition in order, with its rule and
        its place in the ruleset; without `every` only what counted."""
        from interpreter.reports.explanation import explained

        run, session = self._run.report(), self._run.session
        with numbers_of_any_length():
            return explained(run, session.program, session.edge, every=every)

    def to_json(self) -> dict[str, object]:
        """Return what `umpire run --explain --json` prints."""
        from interpreter.reports.explanation import run_output

        run, session = self._run.report(), self._run.session
        with numbers_of_any_length():
            output = run_output(run, session.program.declared, session.edge)
            return encoded(output)

    def view(self, seat: str) -> SeatView:
        """Return what a seat knows at the end; raises UnknownName."""
        view = self._run.view_of(seat)
        if view is None:
            session = self._run.session
            known = session.edge.ids.get(session.program.declared.seat_kind, ())
            raise UnknownName("seat", seat, known)
        # imported late, as what prints a result
        from interpreter.app.seat_pages import SeatView

        return SeatView(view.seat, view)

    def __repr__(self) -> str:
        """Return the procedure and what it gives."""
        with numbers_of_any_length():
            return f"RunResult({self._run.session.entry.name}: {self.value!r})"

    def _repr_html_(self) -> str:
        return text_html(self.text())


class CheckResult(Struct, frozen=True):
    """What is wrong with a ruleset, as far as it shows without playing: the problems in
    the order in which they are shown (errors, warnings, notes)."""

    name: str
    problems: tuple[Diagnostic, ...]

    @property
    def ok(self) -> bool:
        """Whether there is no error; warnings and notes there may be."""
        return not any(problem.severity == "error" for problem in self.problems)

    def text(self) -> str:
        """Return the problems with the lines that they speak of, and their number."""
        from interpreter.reports.diagnostics import listed, summary

        problems = f"{listed(self.problems)}\n\n" if self.problems else ""
        return f"{problems}{self.name}: {summary(self.problems)}"

    def to_json(self) -> dict[str, object]:
        """Return what `umpire check --json` prints."""
        from interpreter.reports.diagnostics import check_output

        return encoded(check_output(self.problems))

    def _repr_html_(self) -> str:
        return text_html(self.text())


class CaseOutcome(Struct, frozen=True):
    """A test case that was run; `differences` and `error` are empty where it passed."""

    name: str
    file: str
    line: int
    passed: bool
    error: str
    differences: tuple[str, ...]


class CaseResults(Struct, frozen=True):
    """The test cases of a ruleset that were run."""

    _results: tuple[CaseResult, ...]

    @property
    def cases(self) -> tuple[CaseOutcome, ...]:
        """Every case, in the order of the files."""
        return tuple(map(_case, self._results))

    @property
    def ok(self) -> bool:
        """Whether all cases passed."""
        return all(result.passed for result in self._results)

    @property
    def failed(self) -> tuple[CaseOutcome, ...]:
        """The cases that failed."""
        return tuple(_case(each) for each in self._results if not each.passed)

    def text(self) -> str:
        """Return the cases that failed with their differences, and how many passed."""
        from interpreter.reports.cases import cases_text

        return cases_text(self._results)

    def to_json(self) -> dict[str, object]:
        """Return what `umpire test --json` prints."""
        from interpreter.reports.cases import cases_output

        return encoded(cases_output(self._results))

    def __repr__(self) -> str:
        """Return how many passed and failed."""
        failed = len(self.failed)
        return f"CaseResults({len(self._results) - failed} passed, {failed} failed)"

    def _repr_html_(self) -> str:
        return text_html(self.text())


class MutationScore(Struct, frozen=True):
    """How many single faults in rows of tables and modifiers were found, by the check
    or by a test case."""

    _report: MutationReport

    @property
    def score(self) -> float:
        """The percentage found of the faults that change anything."""
        return self._report.score

    @property
    def found(self) -> int:
        """How many faults were found."""
        return self._report.found

    @property
    def tried(self) -> int:
        """How many faults that change anything were tried; those that are proved to
        change nothing are left out."""
        return self._report.tried

    @property
    def survivors(self) -> tuple[str, ...]:
        """The place and the kind of each fault that was not found."""
        return tuple(
            f"{mutant.file}:{mutant.line}: {mutant.kind}: {mutant.path}"
            for mutant in self._report.mutants
            if mutant.verdict == "survived"
        )

    def text(self) -> str:
        """Return the faults that were not found, each with the case that is missing,
        and the score."""
        from interpreter.reports.mutation import mutation_text

        return mutation_text(self._report)

    def to_json(self) -> dict[str, object]:
        """Return what `umpire test --mutants --json` prints."""
        from interpreter.reports.mutation import mutation_output

        return encoded(mutation_output(self._report))

    def __repr__(self) -> str:
        """Return how many were found."""
        return f"MutationScore({self.found} of {self.tried} found)"

    def _repr_html_(self) -> str:
        return text_html(self.text())


def _case(result: CaseResult) -> CaseOutcome:
    differences = tuple(
        each.sentence or f"{each.what}: expected {each.expected}, found {each.found}"
        for each in result.differences
    )
    span = result.span
    place = (span.source.name, span.first[0])
    return CaseOutcome(result.name, *place, result.passed, result.error, differences)


class RuleCoverage(Struct, frozen=True):
    """A rule of the source: its id, its status, and the cases that ran through it.

    `status` is "exercised" (implemented, and a passing case runs through it), "excused"
    or "excepted" (left out for a reason), else what is missing.
    """

    rule: str
    status: str
    covered: bool
    cases: tuple[str, ...]


class CoverageResult(Struct, frozen=True):
    """Which rules of its source a ruleset carries, and which cases try them."""

    name: str
    _rules: tuple[RuleStatus, ...]

    @property
    def rules(self) -> tuple[RuleCoverage, ...]:
        """Every rule of the source's index."""
        return tuple(
            RuleCoverage(
                rule.name, rule.standing.value, rule.standing.covered, rule.cases
            )
            for rule in self._rules
        )

    @property
    def ok(self) -> bool:
        """Whether there are rules, and all are covered."""
        return bool(self._rules) and all(each.standing.covered for each in self._rules)

    def text(self) -> str:
        """Return the counts, and what is missing with its place and a hint."""
        from interpreter.reports.rulebook import rules_text

        return rules_text(self.name, self._rules)

    def to_json(self) -> dict[str, object]:
        """Return what `umpire coverage --json` prints."""
        from interpreter.reports.rulebook import coverage_output

        return encoded(coverage_output(self.name, self._rules))

    def __repr__(self) -> str:
        """Return how many rules are covered."""
        covered = sum(rule.standing.covered for rule in self._rules)
        return f"CoverageResult({covered} of {len(self._rules)} rules)"

    def _repr_html_(self) -> str:
        rows = [(r.rule, r.status, f"{len(r.cases):,}") for r in self.rules]
        return table_html(("rule", "status", "cases"), rows)


class QuickReference(Struct, frozen=True):
    """A quick-reference sheet, for players or for the judge."""

    _sheet: SheetOutput

    @property
    def sides(self) -> int:
        """The sides of A4 for which it is laid out."""
        return self._sheet.sides

    @property
    def left_out(self) -> tuple[str, ...]:
        """The names of the tables and modifiers that are not on it."""
        return tuple(each.name for each in self._sheet.left_out)

    def html(self) -> str:
        """Return a page that prints; it fetches nothing and runs nothing."""
        from interpreter.reports.sheet_page import sheet_page

        return sheet_page(self._sheet)

    def markdown(self) -> str:
        """Return it as Markdown."""
        from interpreter.reports.sheet_markdown import sheet_markdown

        return sheet_markdown(self._sheet)

    def to_json(self) -> dict[str, object]:
        """Return what `umpire sheet --json` prints."""
        return encoded(self._sheet)

    def __repr__(self) -> str:
        """Return for whom it is."""
        return f"QuickReference({self._sheet.pack!r} for {self._sheet.audience})"
