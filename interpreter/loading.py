"""From a folder to a program; the only module that wires step kinds into the passes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from pathlib import Path

from interpreter.boards.chart import Chart
from interpreter.checked.audiences import read_audience
from interpreter.checked.declared import Audience, Declared, Entry
from interpreter.checked.expressions import embedded
from interpreter.checked.from_boards import charts_kind, complete_boards, head_boards
from interpreter.checked.from_charts import declare_charts
from interpreter.checked.from_entities import (
    complete_kind,
    declare_kind,
    head_kinds,
    type_fields,
)
from interpreter.checked.from_events import declare_event, keep_event
from interpreter.checked.from_formulas import declare_formula
from interpreter.checked.from_modifiers import declare_modifiers
from interpreter.checked.from_scenarios import (
    Scenario,
    constant,
    declare_scenario,
    empty_world,
)
from interpreter.checked.from_tables import declare_table
from interpreter.checked.from_types import declare_types
from interpreter.checked.hexes import hex_figure
from interpreter.checked.marked import marked
from interpreter.checked.names import Names
from interpreter.checked.place import Place
from interpreter.checked.scope import Scope
from interpreter.checked.takes import not_an_engine_name
from interpreter.document.nodes import Scalar
from interpreter.problems import Problem, UnknownName, Unusable
from interpreter.program.instructions import Procedure
from interpreter.program.program import Program
from interpreter.ruleset.layers import Layer, read_layers
from interpreter.ruleset.reading import resolved
from interpreter.ruleset.ruleset import Declaration, OptionValue, Ruleset
from interpreter.ruleset.trials import Plan, Trial, planned
from interpreter.source import Source, Span
from interpreter.steps.entries import declared_entry, implied_entries
from interpreter.steps.procedures import head_procedure, lower_procedure
from interpreter.values.names import plain
from interpreter.values.types import (
    Enumeration,
    Number,
    Text,
    Truth,
    Type,
    Value,
    present,
)

Progress = Callable[[int, int], None]
_APART = frozenset({"R803", "R804"})  # what is said of options that do not go together
_OF_SCENARIOS = frozenset("types boards entities tables scenarios".split())


@dataclass(frozen=True, slots=True)
class Loaded:
    """A pack as far as it could be understood; `program` is None when there are
    errors."""

    name: str
    folder: Path
    ruleset: Ruleset | None
    program: Program | None
    problems: tuple[Problem, ...]
    names: Names
    scenarios: Mapping[str, Scenario] = field(default_factory=dict)


def pack_folders() -> tuple[Path, ...]:
    """Return every folder of a pack that comes with the program, by name."""
    here = Path(__file__).resolve().parent
    for root in (here.parent / "rulesets", here / "_data" / "rulesets"):
        if root.is_dir():
            return tuple(sorted(path.parent for path in root.glob("*/ruleset.yaml")))
    return ()


def find_pack(name_or_path: str) -> Path:
    """Return the folder of a pack by name or path; raises UnknownName."""
    path = Path(name_or_path)
    if (path / "ruleset.yaml").is_file():
        return path
    known = {each.name: each for each in pack_folders()}
    if name_or_path in known:
        return _short(known[name_or_path])
    if path.is_dir():
        raise UnknownName(
            "pack",
            name_or_path,
            [f"a folder with a ruleset.yaml (there is none in {name_or_path})"],
        )
    raise UnknownName("pack", name_or_path, known)


def _short(folder: Path) -> Path:
    """Return the folder as seen from here, where that is shorter to read."""
    here = Path.cwd()
    return folder.relative_to(here) if folder.is_relative_to(here) else folder


def _find(name: str) -> Path | None:
    try:
        return find_pack(name)
    except UnknownName:
        return None


def load(
    folder: Path, options: Mapping[str, str] | None = None, scenario: str = ""
) -> Loaded:
    """Read, check and lower a pack; what its author did wrong is listed, never
    raised."""
    problems: list[Problem] = []
    layers = read_layers(folder, _find, problems)
    return _loaded(folder, layers, dict(options or {}), problems)


def _loaded(
    folder: Path,
    layers: list[Layer] | None,
    options: Mapping[str, str],
    problems: list[Problem],
) -> Loaded:
    names = Names(problems)
    ruleset = None
    if layers is not None:
        ruleset = resolved(layers, folder, options, problems)
    if ruleset is None or _wrong(problems):
        return Loaded(folder.name, folder, ruleset, None, _sorted(problems), names)
    declared = _declare(names, ruleset)
    scenarios = _scenarios(names, ruleset)
    program = _program(names, ruleset, declared, scenarios)
    problems += marked(ruleset)
    if _wrong(problems):
        return Loaded(
            ruleset.name, folder, ruleset, None, _sorted(problems), names, scenarios
        )
    return Loaded(
        ruleset.name, folder, ruleset, program, _sorted(problems), names, scenarios
    )


def _wrong(problems: list[Problem]) -> bool:
    return any(each.severity == "error" for each in problems)


@dataclass(frozen=True, slots=True)
class Checked:
    """A pack with all options at their default, and the problems of every setting that
    was tried; `plan` is None where the default has errors, which come first."""

    loaded: Loaded
    problems: tuple[Problem, ...]
    plan: Plan | None


def check(folder: Path, progress: Progress | None = None) -> Checked:
    """Check a pack under its options; `progress` hears (settings done, of all)."""
    problems: list[Problem] = []
    layers = read_layers(folder, _find, problems)
    loaded = _loaded(folder, layers, {}, problems)
    if layers is None or loaded.program is None:
        return Checked(loaded, loaded.problems, None)
    plan = planned(layers)
    seen = {(each.code, str(each.span)) for each in loaded.problems}
    found = list(loaded.problems)
    for done, trial in enumerate(plan.trials):
        for each in _under(folder, layers, trial, loaded.names.charts):
            if (each.code, str(each.span)) not in seen:
                seen.add((each.code, str(each.span)))
                found.append(_when(each, trial, plan))
        if progress is not None:
            progress(done + 1, len(plan.trials))
    return Checked(loaded, _sorted(found), plan)


def _under(
    folder: Path,
    layers: list[Layer],
    trial: Trial,
    charts: Mapping[str, dict[str, Chart]],
) -> list[Problem]:
    """Return the errors under a setting; none when it does not go together.

    `charts` are those of the default, which stand when no scenario is touched.
    """
    problems: list[Problem] = []
    # What options do not touch reads as it did; cases are tried by `umpire test`.
    same = ["cases"] if trial.sections & _OF_SCENARIOS else ["cases", "scenarios"]
    ruleset = resolved(layers, folder, trial.texts, problems, same)
    if _wrong(problems):
        apart = all(each.code in _APART for each in problems)
        return [] if apart else [e for e in problems if e.severity == "error"]
    names = Names(problems)
    if "scenarios" in same:
        names.charts = dict(charts)
    _program(names, ruleset, _declare(names, ruleset), _scenarios(names, ruleset))
    return [each for each in problems if each.severity == "error"]


def _when(found: Problem, trial: Trial, plan: Plan) -> Problem:
    """Return a problem that says under which options it is one."""
    texts = [
        f"'{plan.options[key].name}' is {value}" for key, value in trial.texts.items()
    ]
    spans = [(plan.options[key].span, "the option") for key in trial.values]
    message = f"{found.message} (when {' and '.join(texts)})"
    return replace(found, message=message, related=(*found.related, *spans))


def _scenarios(names: Names, ruleset: Ruleset) -> dict[str, Scenario]:
    return {
        key: made
        for key, each in ruleset.sections.get("scenarios", {}).items()
        if (made := declare_scenario(names, each)) is not None
    }


def _sorted(problems: list[Problem]) -> tuple[Problem, ...]:
    once = {(each.code, str(each.span), each.message): each for each in problems}
    return tuple(sorted(once.values(), key=lambda each: each.order))


def _declare(names: Names, ruleset: Ruleset) -> Declared:
    sections = ruleset.sections
    seats = ruleset.head.get("seats")
    names.seat_kind = plain(seats.text) if isinstance(seats, Scalar) else ""
    for name, option in ruleset.options.items():
        names.options[name] = _option(option)
    kinds = sections.get("entities", {})
    head_kinds(names, kinds)
    _declare_types(names, sections)
    for key, each in sections.get("events", {}).items():
        names.events[key] = declare_event(names, each)
    type_fields(names, kinds)
    for section, read in _LAZY:
        for key, each in sections.get(section, {}).items():
            _check_name(names, each, section)
            names.lazy[section, key] = partial(_store, names, section, key, each, read)
    for key, each in kinds.items():
        names.kinds[key] = declare_kind(names, each)
    for key, each in kinds.items():
        names.kinds[key] = complete_kind(names, each)
    for each in sections.get("events", {}).values():
        keep_event(names, each)
    for each in sections.get("procedures", {}).values():
        _check_name(names, each, "procedures")
        head_procedure(names, each)
    for section, key in list(names.lazy):
        names.need(section, key)
    return Declared(
        ruleset.name, {**names.kinds, **charts_kind(names)}, names.formulas,
        names.tables, names.modifiers, names.events,
        names.seat_kind, {key: value for key, (value, _) in names.options.items()},
        names.boards,
    )  # fmt: skip


def _declare_types(
    names: Names, sections: Mapping[str, Mapping[str, Declaration]]
) -> None:
    """Read types and boards, which need each other, and what lies on the boards."""
    boards, types = sections.get("boards", {}), sections.get("types", {})
    head_boards(names, boards, types)
    declare_types(names, types, sections.get("tables", {}))
    complete_boards(names, boards)
    if not names.charts:
        declare_charts(names, sections.get("scenarios", {}))


def _check_name(names: Names, each: Declaration, section: str) -> None:
    not_an_engine_name(names, Scalar(each.name, each.span, "", ()), section)


Read = Callable[[Names, Declaration], object]
_LAZY: tuple[tuple[str, Read], ...] = (
    ("tables", declare_table),
    ("formulas", declare_formula),
    ("modifiers", declare_modifiers),
)


def _store(names: Names, section: str, key: str, each: Declaration, read: Read) -> None:
    found = read(names, each)
    if found is not None:
        getattr(names, section)[key] = found


def _option(option: OptionValue) -> tuple[Value, Type]:
    """Return an option's value inside and its type; a name is one of an enumeration."""
    value, values = option.value, option.values
    if isinstance(value, bool):
        return value, Truth()
    if isinstance(value, (int, Fraction)):
        numbers = [each for each in values if isinstance(each, (int, Fraction))]
        whole = all(isinstance(each, int) for each in numbers)
        return value, Number(min(numbers), max(numbers), whole)
    kind = Enumeration("", tuple(str(each) for each in values))
    return kind.values.index(str(value)), kind


def _program(
    names: Names,
    ruleset: Ruleset,
    declared: Declared,
    scenarios: Mapping[str, Scenario],
) -> Program:
    sections = ruleset.sections
    default = _default_audience(names, ruleset)
    procedures: dict[str, Procedure] = {}
    for key, each in sections.get("procedures", {}).items():
        made = lower_procedure(names, each, default)
        if made is not None:
            procedures[key] = made
    entries: dict[str, Entry] = {}
    implied, more = implied_entries(names, declared)
    for entry in implied:
        entries.setdefault(entry.name, entry)
    procedures.update({each.name: each for each in more})
    for each in sections.get("entry_points", {}).values():
        read = declared_entry(names, each)
        if read is not None:
            entries[read[0].name] = read[0]
            procedures[read[1].name] = read[1]
    worlds = {
        "": empty_world(names),
        **{key: each.world for key, each in scenarios.items()},
    }
    return Program(declared, procedures, entries, worlds)


def _default_audience(names: Names, ruleset: Ruleset) -> Audience | None:
    node = ruleset.head.get("seen_by")
    return None if node is None else read_audience(names, node)


def usable(loaded: Loaded) -> Program:
    """Return the program; raises Unusable with the problems when there is none."""
    if loaded.program is None:
        raise Unusable(f"the pack '{loaded.name}' has problems", loaded.problems)
    return loaded.program


def read_value(
    loaded: Loaded, text: str, kind: Type, scenario: str, source: str
) -> Value:
    """Read a value of a type as the command line gives it; raises Unusable (exit 3).

    `source` names where the text came from, such as `--with grade`.
    """
    problems: list[Problem] = []
    place_of = Scalar(text, Span(Source(source, text), 0, len(text)), "", ())
    world = usable(loaded).worlds[scenario]
    names = loaded.names.outside(problems, scenario, world)
    if isinstance(present(kind), Text):
        return text
    read = hex_figure(names, place_of, kind, Scope())
    if read is None:
        read = embedded(names, Place(place_of, problems), text, Scope(), kind)
    value = constant(names, read) if not problems else None
    if problems:
        raise Unusable(f"'{text}' does not fit {source}", tuple(problems))
    return value
