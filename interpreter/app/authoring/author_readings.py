"""What the page of an author shows of a pack: its problems, what can be changed and
run, the odds of an example beside those of the pack below, what a save changed, a map.

Each function reads the pack as it is on the disk and returns plain records, so it may
run in a process of its own (`author_worker`). What a `WorkMemory` has is not worked out
again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from interpreter.app.authoring.form_edits import (
    FigureChange,
    TableForm,
    table_forms,
    with_figures,
    with_option,
)
from interpreter.app.maps import maps_of_scenario
from interpreter.app.opening.session import Session, entered, opened, scenario_of
from interpreter.app.running.odds import exact_odds, title_of
from interpreter.app.running.once import answering
from interpreter.app.type_values import type_values
from interpreter.app.watching import Stamps, stamps_of
from interpreter.cache.entries import text_in
from interpreter.cache.pack_verdicts import Verdict
from interpreter.diagnostics import Diagnostic, LimitExceeded, UmpireError, problem
from interpreter.expressions.typed import Constant
from interpreter.ir.instructions import Program
from interpreter.maps.renderers import picture
from interpreter.pipeline.loading import load_files, load_with
from interpreter.pipeline.opening import Pack, open_pack
from interpreter.pipeline.verdicts import LastReading, verdict_on
from interpreter.reports.declarations import options_output
from interpreter.reports.diagnostics import problems_output
from interpreter.reports.odds import OddsReport, distribution_picture
from interpreter.reports.outputs.checks import ProblemOutput
from interpreter.reports.outputs.packs import OptionOutput
from interpreter.reports.overview import runnable_output
from interpreter.reports.sweep_pictures import sweep_picture
from interpreter.reports.sweep_statistics import Measured
from interpreter.reports.sweep_text import foot_lines
from interpreter.reports.sweeps import SweepCell, SweepReport, difference
from interpreter.reports.text_edits import FileEdit
from interpreter.reports.values import ValueNames, edge, spaced, to_text
from interpreter.ruleset.finding import HEAD, pack_below, paths_below
from interpreter.ruleset.ruleset import Ruleset
from interpreter.semantics.declarations import Parameter
from interpreter.source import Source, Span
from interpreter.values.exact_numbers import numbers_of_any_length
from interpreter.values.types import Entity, Seat, present, spoken

if TYPE_CHECKING:
    from interpreter.pipeline.loading import Loaded

MOST_STATES = 250_000
"""States of the odds of one example; `umpire odds` may take more."""
MOST_CHOICES = 60
"""Values of an argument that are listed to be chosen; more are typed."""
READ = 3
"""Versions of a pack, as they were read, that one worker remembers."""
REMEMBERED = 40
"""Distributions that one worker remembers."""
MOST_CHANGES = 50
"""Changes that are listed of one save."""
JUDGE_SEES = "judge"

Texts: TypeAlias = Mapping[str, str]
"""Texts of the author's own files, by their paths in the pack."""


class AuthorExample(Struct, frozen=True):
    """What odds are shown of, by names as they are typed: what is run, the scenario
    ("" for none), the policy that chooses ("" for none), and arguments by name."""

    procedure: str
    scenario: str = ""
    policy: str = ""
    arguments: tuple[tuple[str, str], ...] = ()


class ExampleParameter(Struct, frozen=True):
    """What an example takes: `choices` are all its values where these are few, `kind`
    is that of the entities among which one is named, "" for other values."""

    name: str
    type: str
    default: str
    choices: tuple[str, ...] = ()
    kind: str = ""


class ExampleStart(Struct, frozen=True):
    """What an example can be of: its name, the section that declares it, what it takes,
    the type of its result."""

    name: str
    section: str
    takes: tuple[ExampleParameter, ...]
    gives: str


class AuthorReading(Struct, frozen=True):
    """A pack as its author sees it: its problems as `umpire check --quick` has them,
    and what can be changed and run, which is empty where an error keeps it from being
    read.

    `base` is the name of the folder of the pack below, "" for none; `folders` are those
    of the pack and of all below; `ids` are the entities of each scenario by kind.
    """

    title: str
    base: str
    folders: tuple[Path, ...]
    problems: tuple[ProblemOutput, ...]
    options: tuple[OptionOutput, ...] = ()
    tables: tuple[TableForm, ...] = ()
    starts: tuple[ExampleStart, ...] = ()
    scenarios: tuple[str, ...] = ()
    policies: tuple[str, ...] = ()
    ids: Mapping[str, Mapping[str, tuple[str, ...]]] = {}

    @property
    def has_error(self) -> bool:
        """Tell whether an error keeps the pack from being run."""
        return any(each.severity == "error" for each in self.problems)


class FigureRow(Struct, frozen=True):
    """A figure of a distribution on two sides, as it is printed: an outcome with its
    chance, or the mean; the difference in points of percent, or as a number. Of one
    side alone `before` and `difference` are ""."""

    name: str
    before: str
    after: str
    difference: str


class ExampleOdds(Struct, frozen=True):
    """The odds of an example: rows with the figure of the pack below before and its own
    after, a picture (SVG), and what is said below. Where there are none, `message`
    says why, with a hint; `note` says why there is nothing of the pack below."""

    title: str
    rows: tuple[FigureRow, ...] = ()
    sides: tuple[str, ...] = ()
    picture: str = ""
    notes: tuple[str, ...] = ()
    message: str = ""
    hint: str = ""


class SaveEffect(Struct, frozen=True):
    """What a save changed: each path with the texts before and after, then the figures
    of the example before and after; `message` says why these are not known."""

    changes: tuple[tuple[str, str, str], ...]
    more: int = 0
    rows: tuple[FigureRow, ...] = ()
    is_same: bool = False
    message: str = ""


class WorkMemory:
    """What one worker has read and worked out so far."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.last = LastReading()
        self._read: list[tuple[Loaded, Pack]] = []
        self._measured: dict[tuple[Path, Stamps, AuthorExample], Measured] = {}

    def verdict(self, folder: Path) -> Verdict:
        """Check a pack under its default options, and remember it as it was read."""
        before = self.last.loaded
        verdict = verdict_on(folder, quick=True, last=self.last)
        loaded = self.last.loaded
        if loaded is not None and loaded is not before:
            self._read.insert(0, (loaded, Pack.of(loaded)))
            del self._read[READ:]
        return verdict

    def files(self, folder: Path) -> Loaded:
        """Return the files of a pack as they are now, read again unless it was checked
        so."""
        pack = self._known(folder, {})
        return load_files(folder) if pack is None else pack.loaded()

    def pack(self, folder: Path) -> Pack:
        """Return a pack as it is now, opened again unless it was checked so."""
        return self._known(folder, {}) or open_pack(folder)

    def rules(self, folder: Path) -> Ruleset:
        """Return the declarations of a pack without errors as they are now."""
        pack = self._known(folder, {})
        loaded = None if pack is None else pack.loaded().ruleset
        return open_pack(folder).ruleset().ruleset if loaded is None else loaded

    def pack_with(self, folder: Path, texts: Texts) -> Pack:
        """Return a pack as it was when its own files had these texts; raises Unusable
        for one with errors."""
        named = {str(folder / path): text for path, text in texts.items()}
        return self._known(folder, named) or Pack.of(load_with(folder, named))

    def measured(
        self, folder: Path, folders: Sequence[Path], example: AuthorExample
    ) -> Measured:
        """Return the odds of an example in a pack with these folders as they are now;
        raises what does not fit."""
        key = folder, stamps_of(folders), example
        if key not in self._measured:
            session = _session(self.pack(folder), example)
            self._measured[key] = _measured(session, example.policy)
            while len(self._measured) > REMEMBERED:
                del self._measured[next(iter(self._measured))]
        return self._measured[key]

    def _known(self, folder: Path, texts: Texts) -> Pack | None:
        """Return a pack that was read when its files had these texts, and all others
        what they say now; None for none."""
        return next(
            (
                pack
                for loaded, pack in self._read
                if loaded.folder == folder and _says(loaded, texts)
            ),
            None,
        )


def _says(loaded: Loaded, texts: Texts) -> bool:
    """Tell whether a pack was read from these texts, by the names of files, and from
    what all other files of it say now."""
    assert loaded.ruleset is not None  # it has no error
    read = {source.name: source.text for source in loaded.ruleset.files}
    own = [str(loaded.folder / path) for path in paths_below(loaded.folder, [])]
    try:
        return {*own} <= read.keys() and all(
            (texts[name] if name in texts else text_in(Path(name).read_bytes())) == text
            for name, text in read.items()
        )
    except OSError:
        return False


def reading_of(memory: WorkMemory, folder: Path) -> AuthorReading:
    """Return a pack as its author sees it now."""
    problems: tuple[Diagnostic, ...]
    try:
        verdict = memory.verdict(folder)
        problems, folders = verdict.problems, verdict.folders or (folder,)
        is_right = not any(each.severity == "error" for each in problems)
        pack = memory.pack(folder) if is_right else None
        files = memory.files(folder)
    except UmpireError as error:
        found = _problems(folder, error)
        return AuthorReading("", "", (folder,), problems_output(found))
    except RecursionError:
        found = _problems(folder, LimitExceeded.of_nesting())
        return AuthorReading("", "", (folder,), problems_output(found))
    open_ones = tuple(each for each in problems if not each.allowed)
    begun = _reading(files, folders, problems_output(open_ones))
    if pack is None or files.ruleset is None:
        return begun
    return _with_examples(begun, pack.program, files.ruleset)


def odds_of(
    memory: WorkMemory, reading: AuthorReading, example: AuthorExample
) -> ExampleOdds:
    """Return the odds of an example in the pack of a reading, beside those of the pack
    below if there is one; what does not fit is the message."""
    folder, *below = reading.folders
    session: Session | None = None
    try:
        session = _session(memory.pack(folder), example)
        own = memory.measured(folder, reading.folders, example)
    except UmpireError as error:
        title = spaced(example.procedure) if session is None else title_of(session)
        return ExampleOdds(title, message=_sentence(error), hint=error.hint)
    title = title_of(session)
    if not below:
        return _alone(title, own)
    try:
        other = memory.measured(below[0], below, example)
    except UmpireError as error:
        note = f"{reading.base} has no odds beside these: {error.message}"
        return _alone(title, own, note)
    return _beside(title, other, own, (reading.base, session.pack.name))


def effect_of(
    memory: WorkMemory, reading: AuthorReading, before: Texts, example: AuthorExample
) -> SaveEffect:
    """Return what is otherwise since the author's own files had other texts."""
    # imported late: a page is shown before anything was saved
    from interpreter.app.differences.changes import rule_changes

    folder = reading.folders[0]
    try:
        old = memory.pack_with(folder, before)
    except UmpireError as error:
        why = "The pack had errors before this save"
        return SaveEffect((), message=f"{why}: {error.message}.")
    old_rules = old.loaded().ruleset
    assert old_rules is not None  # there is a program
    changes = [
        (change.path, change.before, change.after)
        for change in rule_changes(old_rules, memory.rules(folder))
        if not change.is_prose
    ]
    listed, more = tuple(changes[:MOST_CHANGES]), max(0, len(changes) - MOST_CHANGES)
    if not example.procedure or not changes:
        return SaveEffect(listed, more)
    try:
        after = memory.measured(folder, reading.folders, example)
        measured = _measured(_session_before(old, example), example.policy)
    except UmpireError as error:
        return SaveEffect(listed, more, message=_sentence(error))
    report = SweepReport("", (), (SweepCell((), after, measured),), ("now", "before"))
    rows = _rows(report)
    moved = tuple(row for row in rows if row.difference not in ("", "="))
    return SaveEffect(listed, more, moved, is_same=not moved)


def map_of_scenario(memory: WorkMemory, folder: Path, scenario: str) -> str:
    """Return the maps of a scenario as the judge sees it, as a picture (SVG); raises
    what does not fit."""
    del memory  # opening a pack again is quick
    notes: list[str] = []
    plans = maps_of_scenario(open_pack(folder), scenario, JUDGE_SEES, (), notes.append)
    return picture(plans, uncut=True, paper="board")


def prepare_of(memory: WorkMemory, folder: Path) -> str:
    """Do what makes the next check quick, while nobody waits; return ""."""
    memory.last.prepare(folder)
    return ""


def option_edits(
    memory: WorkMemory, folder: Path, name: str, before: str, after: str
) -> tuple[FileEdit, ...]:
    """Return the edits that set the default of an option, whose author saw another one
    `before`; raises what `with_option` does."""
    return with_option(memory.files(folder), name, before, after)


def figure_edits(
    memory: WorkMemory, folder: Path, changes: tuple[FigureChange, ...]
) -> tuple[FileEdit, ...]:
    """Return the edits that write figures; raises what `with_figures` does."""
    return with_figures(memory.files(folder), changes)


def _problems(folder: Path, error: UmpireError) -> tuple[Diagnostic, ...]:
    """Return what keeps a pack from being read at all as problems."""
    if error.problems:
        return tuple(error.problems)
    head = Span(Source(str(folder / HEAD), ""), 0, 0)
    return (problem("R001", head, error.message, hint=error.hint),)


def _reading(
    files: Loaded, folders: tuple[Path, ...], problems: tuple[ProblemOutput, ...]
) -> AuthorReading:
    """Return what can be said of the files of a pack."""
    ruleset = files.ruleset
    if ruleset is None:
        return AuthorReading(files.name, "", folders, problems)
    title = ruleset.head.get("title")
    text = getattr(title, "text", "") or ruleset.name
    own, extends = ruleset.chain[0] if ruleset.chain else (files.folder, "")
    below = pack_below(own, extends) if extends else None
    return AuthorReading(
        title=" ".join(str(text).split()),
        base="" if below is None else below.resolve().name,
        folders=folders if len(folders) > 1 or below is None else (*folders, below),
        problems=problems,
        options=options_output(ruleset),
        tables=table_forms(files),
    )


def _with_examples(
    reading: AuthorReading, program: Program, ruleset: Ruleset
) -> AuthorReading:
    """Return a reading with what can be run of the pack."""
    names = edge(program.declared, program.initial_states[""])
    sections = {
        runnable.name: runnable.section
        for runnable in runnable_output(ruleset, program, names)
    }
    every = {entry.name: entry for entry in program.entries.values()}
    starts = tuple(
        ExampleStart(
            name,
            section,
            tuple(_parameter(parameter, names) for parameter in every[name].takes),
            spoken(every[name].gives),
        )
        for name, section in sections.items()
    )
    kinds = {takes.kind for start in starts for takes in start.takes if takes.kind}
    return replace(
        reading,
        starts=starts,
        scenarios=tuple(spaced(name) for name in program.initial_states if name),
        policies=tuple(policy.name for policy in program.policies.values()),
        ids={
            spaced(name): {kind: state.ids.get(kind, ()) for kind in sorted(kinds)}
            for name, state in program.initial_states.items()
        },
    )


def _parameter(parameter: Parameter, names: ValueNames) -> ExampleParameter:
    kind, default = present(parameter.type), ""
    if isinstance(parameter.default, Constant):
        default = to_text(parameter.default.value, parameter.type, names)
    name, type_text = parameter.name, spoken(parameter.type)
    if isinstance(kind, Entity | Seat):
        return ExampleParameter(name, type_text, default, kind=kind.kind)
    values = type_values(parameter.type, {})
    is_short = values is not None and values.is_whole
    every = tuple(values.values) if values is not None and is_short else ()
    choices = every if len(every) <= MOST_CHOICES else ()
    return ExampleParameter(name, type_text, default, choices)


def _session(pack: Pack, example: AuthorExample) -> Session:
    """Return what is run of a pack as it is on the disk."""
    arguments = dict(example.arguments)
    return opened(pack, example.scenario, example.procedure, arguments, "")


def _measured(session: Session, policy: str) -> Measured:
    answers = answering({}, policy or None, session)
    report = exact_odds(session, answers, max_states=MOST_STATES)
    return Measured(report, session.edge)


def _session_before(pack: Pack, example: AuthorExample) -> Session:
    """Return what is run of a pack that is not on the disk any more, under the options
    that the scenario sets."""
    scenario = scenario_of(example.scenario, pack.program)
    loaded = pack.loaded()
    settings = loaded.scenarios[scenario].settings if scenario else {}
    if settings:
        pack = Pack.of(loaded.under(settings), settings)
    return entered(pack, scenario, example.procedure, dict(example.arguments), "")


def _alone(title: str, own: Measured, note: str = "") -> ExampleOdds:
    assert isinstance(own.report, OddsReport)
    with numbers_of_any_length():
        report = SweepReport(title, (), (SweepCell((), own),))
        drawn = distribution_picture(title, own.report, own.names)
        notes = (*filter(None, [note]), *foot_lines(report, report.statistics()))
    return ExampleOdds(title, _rows(report), ("",), drawn, notes)


def _beside(
    title: str, other: Measured, own: Measured, sides: tuple[str, str]
) -> ExampleOdds:
    """Return the odds of two packs, that below first."""
    report = SweepReport(title, (), (SweepCell((), own, other),), sides[::-1])
    with numbers_of_any_length():
        drawn = sweep_picture(report)
        notes = tuple(foot_lines(report, report.statistics()))
    return ExampleOdds(title, _rows(report), sides, drawn, notes)


def _rows(report: SweepReport) -> tuple[FigureRow, ...]:
    """Return the figures of a distribution, or of two, the second side as before."""
    (cell,) = report.cells
    rows = []
    with numbers_of_any_length():
        for statistic in report.statistics():
            found = difference(cell, statistic)
            other = cell.against
            rows.append(
                FigureRow(
                    statistic.title,
                    "" if other is None else statistic.text(statistic.figure(other)),
                    statistic.text(statistic.figure(cell.measured)),
                    "" if found is None else found.text(statistic),
                )
            )
    return tuple(rows)


def _sentence(error: UmpireError) -> str:
    """Return what went wrong as a sentence; of a limit, what it is for."""
    text = f"{error.message[:1].upper()}{error.message[1:]}."
    if isinstance(error, LimitExceeded):
        text += " The page works out small examples; 'umpire odds' may take more."
    return text
