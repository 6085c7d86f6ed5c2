"""From a folder to a program; the only module that wires step kinds into the passes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType

from interpreter.checked.audience import Audience
from interpreter.checked.audiences import read_audience
from interpreter.checked.declared import WAITING, Declared, Entry
from interpreter.checked.expressions import embedded
from interpreter.checked.figures import printed_on_board
from interpreter.checked.from_boards import charts_kind, complete_boards, head_boards
from interpreter.checked.from_charts import declare_charts
from interpreter.checked.from_claims import (
    claim_store,
    complete_claims,
    head_claims,
    type_claims,
)
from interpreter.checked.from_entities import (
    complete_kind,
    declare_kind,
    head_kinds,
    seat_kind,
    type_fields,
)
from interpreter.checked.from_events import declare_event, keep_event
from interpreter.checked.from_formulas import declare_formula
from interpreter.checked.from_modifiers import declare_modifiers
from interpreter.checked.from_options import read_option
from interpreter.checked.from_scenarios import (
    Scenario,
    constant,
    declare_scenario,
    empty_world,
)
from interpreter.checked.from_tables import declare_table
from interpreter.checked.from_triggers import head_triggers
from interpreter.checked.from_types import declare_types
from interpreter.checked.from_waiting import waiting_kind
from interpreter.checked.from_walks import declare_walk
from interpreter.checked.marked import marked
from interpreter.checked.names import Names
from interpreter.checked.place import Place
from interpreter.checked.rulebook import indexed
from interpreter.checked.scope import Scope
from interpreter.checked.takes import not_an_engine_name
from interpreter.document.nodes import Mapping as Map
from interpreter.document.nodes import Scalar
from interpreter.problems import Problem, Unusable
from interpreter.program.endless import endless
from interpreter.program.instructions import Procedure
from interpreter.program.program import Policy, Program
from interpreter.program.secrets import Proof, secrets
from interpreter.program.unused import unused
from interpreter.ruleset.blame import blamed, problems_of
from interpreter.ruleset.choices import check_settings
from interpreter.ruleset.drift import unexpecting
from interpreter.ruleset.finding import called, find_pack, known_pack, pack_folders
from interpreter.ruleset.layers import Layer, merged, read_layers
from interpreter.ruleset.only import pruned
from interpreter.ruleset.reading import options_under, resolved
from interpreter.ruleset.ruleset import Declaration, Ruleset
from interpreter.ruleset.trials import Trial
from interpreter.source import Source, Span
from interpreter.steps.entries import declared_entry, implied_entries
from interpreter.steps.hearing import hearing
from interpreter.steps.policies import Policies
from interpreter.steps.procedures import head_procedures, lower_procedure, lower_trigger
from interpreter.values.names import plain
from interpreter.values.types import Text, Type, Value, present

_LOWERED = MappingProxyType({"procedures": lower_procedure, "triggers": lower_trigger})
_OF_SCENARIOS = frozenset("types boards entities tables scenarios".split())


@dataclass(frozen=True, slots=True)
class Loaded:
    """A pack as far as it could be understood; `program` is None when there are
    errors. `layers` are its files as they were read, with the problems of `read`;
    `proof` is why the program tells nobody too much."""

    name: str
    folder: Path
    ruleset: Ruleset | None
    program: Program | None
    problems: tuple[Problem, ...]
    names: Names
    scenarios: Mapping[str, Scenario] = field(default_factory=dict)
    layers: tuple[Layer, ...] = ()
    read: tuple[Problem, ...] = ()
    proof: Proof | None = None

    def under(self, options: Mapping[str, str]) -> "Loaded":
        """Return it under other options; no file is read again."""
        return loaded_from(list(self.layers), options, list(self.read))


def load(folder: Path, options: Mapping[str, str] | None = None) -> Loaded:
    """Read, check and lower a pack; what its author did wrong is listed, never
    raised."""
    problems: list[Problem] = []
    layers = read_layers(folder, known_pack, problems)
    if layers is None:
        return unread(folder, problems)
    return loaded_from(layers, dict(options or {}), problems)


def unread(folder: Path, problems: list[Problem]) -> Loaded:
    """Return a pack of which one below is not there."""
    return Loaded(folder.name, folder, None, None, in_order(problems), Names(problems))


def loaded_from(
    layers: list[Layer], options: Mapping[str, str], read: list[Problem]
) -> Loaded:
    """Return a pack that was read with these problems, each at whose fault it is."""
    loaded = _understood(layers, options, list(read))

    def below() -> tuple[Problem, ...]:
        known = merged(layers[:-1], [])["options"]
        given = {each: options[each] for each in options if plain(each) in known}
        return loaded_from(layers[:-1], given, problems_of(layers[:-1], read)).problems

    problems = in_order(blamed(loaded.problems, layers, below))
    return replace(loaded, problems=problems, layers=tuple(layers), read=tuple(read))


def _understood(
    layers: list[Layer], options: Mapping[str, str], problems: list[Problem]
) -> Loaded:
    folder = layers[-1].folder
    names = Names(problems)
    ruleset = resolved(layers, folder, options, problems)
    if _wrong(problems):
        return Loaded(folder.name, folder, ruleset, None, in_order(problems), names)
    declared = _declare(names, ruleset)
    scenarios = _scenarios(names, ruleset)
    program = _program(names, ruleset, declared, scenarios)
    problems += [*marked(ruleset), *indexed(ruleset)]
    proof = None
    if not _wrong(problems):
        problems += endless(program.procedures)
        proof = secrets(program)
        problems += proof.problems
        problems += unused(ruleset, program, names.used, names.walks)
        problems += unexpecting(ruleset.origins, layers)
    usable = None if _wrong(problems) else program
    found = in_order(problems)
    return Loaded(
        ruleset.name, folder, ruleset, usable, found, names, scenarios, proof=proof
    )


def _wrong(problems: list[Problem]) -> bool:
    return any(each.severity == "error" for each in problems)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A pack read under a setting of its options; no program where that went wrong."""

    problems: tuple[Problem, ...]
    names: Names
    program: Program | None


def whole_under(loaded: Loaded, layers: list[Layer], trial: Trial) -> Attempt:
    """Read a pack again under other options."""
    problems: list[Problem] = []
    # What options do not touch reads as it did.
    touched = {section for section, _ in trial.places}
    world = touched & _OF_SCENARIOS or trial.cases
    same = ["cases"] if world else ["cases", "scenarios"]
    ruleset = resolved(layers, loaded.folder, trial.texts, problems, same)
    names = Names(problems)
    program = None
    if not _wrong(problems):
        if "scenarios" in same:
            names.charts = dict(loaded.names.charts)
            names.tabletops = dict(loaded.names.tabletops)
        declared = _declare(names, ruleset)
        program = _program(names, ruleset, declared, _scenarios(names, ruleset))
    return Attempt(tuple(problems), names, None if _wrong(problems) else program)


def readers_under(loaded: Loaded, layers: list[Layer], trial: Trial) -> Attempt:
    """Read the declarations that read options, or lose steps, under other values."""
    problems: list[Problem] = []
    ruleset = loaded.ruleset
    assert ruleset is not None
    assert loaded.program is not None
    values = options_under(layers, ruleset.sections, trial.texts, problems)
    names = replace(
        loaded.names,
        problems=problems,
        options={name: read_option(each) for name, each in values.items()},
        formulas=dict(loaded.names.formulas),
        tables=dict(loaded.names.tables),
        modifiers=dict(loaded.names.modifiers),
        walks=dict(loaded.names.walks),
    )
    procedures, worlds = dict(loaded.program.procedures), dict(loaded.program.worlds)
    for section, key in () if _wrong(problems) else sorted(trial.places):
        each = ruleset.sections[section].get(key)
        if each is None:  # an overlay removed it
            continue
        if section in _LOWERED:
            node = pruned(ruleset.uncut[section][key].node, values, problems)
            each = each if node is None else replace(each, node=node)
            made = _LOWERED[section](names, each, _default_audience(names, ruleset))
            procedures |= {} if made is None else {key: made}
        elif section == "scenarios":
            placed = declare_scenario(names, each)
            worlds |= {} if placed is None else {key: placed.world}
        else:
            _store(names, section, key, each, dict(_LAZY)[section])
    policies = _policies(names, ruleset, procedures)
    declared = replace(
        loaded.program.declared,
        formulas=names.formulas, tables=names.tables, modifiers=names.modifiers,
        options={key: value for key, (value, _) in names.options.items()},
    )  # fmt: skip
    program = Program(declared, procedures, loaded.program.entries, worlds, policies)
    return Attempt(tuple(problems), names, None if _wrong(problems) else program)


def _scenarios(names: Names, ruleset: Ruleset) -> dict[str, Scenario]:
    scenarios = ruleset.sections.get("scenarios", {})
    for each in scenarios.values():
        held = each.node.get("options") if isinstance(each.node, Map) else None
        if isinstance(held, Map):
            check_settings(held, ruleset.options, names.problems)
    return {
        key: made
        for key, each in scenarios.items()
        if (made := declare_scenario(names, each)) is not None
    }


def in_order(problems: list[Problem]) -> tuple[Problem, ...]:
    """Return problems as they are shown, each once."""
    once = {(each.code, str(each.span), each.message): each for each in problems}
    return tuple(sorted(once.values(), key=lambda each: each.order))


def _declare(names: Names, ruleset: Ruleset) -> Declared:
    sections = ruleset.sections
    for name, option in ruleset.options.items():
        names.options[name] = read_option(option)
    kinds, claims = sections.get("entities", {}), sections.get("claims", {})
    head_kinds(names, kinds)
    names.seat_kind = seat_kind(names, ruleset.head.get("seats"))
    head_claims(names, sections)
    _declare_types(names, sections)
    for key, each in sections.get("events", {}).items():
        names.events[key] = declare_event(names, each)
    type_fields(names, kinds)
    type_claims(names, claims)
    for section, read in _LAZY:
        for key, each in sections.get(section, {}).items():
            _check_name(names, each, section)
            names.lazy[section, key] = partial(_store, names, section, key, each, read)
    head_procedures(names, ruleset)
    for key, each in kinds.items():
        names.kinds[key] = declare_kind(names, each)
    for key, each in kinds.items():
        names.kinds[key] = complete_kind(names, each)
    for each in sections.get("events", {}).values():
        keep_event(names, each, _default_audience(names, ruleset))
    complete_claims(names, claims)
    head_triggers(names, sections.get("triggers", {}))
    for section, key in list(names.lazy):
        names.need(section, key)
    stored = names.kinds | claim_store(names, claims) | charts_kind(names)
    names.waiting = waiting_kind(names)
    stored |= {} if names.waiting is None else {WAITING: names.waiting}
    return Declared(
        ruleset.name, stored, names.formulas, names.tables, names.modifiers,
        names.events,
        names.seat_kind, {key: value for key, (value, _) in names.options.items()},
        claims=names.claims, boards=names.boards, planes=names.planes,
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
    ("walks", declare_walk),
)


def _store(names: Names, section: str, key: str, each: Declaration, read: Read) -> None:
    found = read(names, each)
    if found is None:
        names.spoilt.add((section, key))
    else:
        getattr(names, section)[key] = found


def _program(
    names: Names,
    ruleset: Ruleset,
    declared: Declared,
    scenarios: Mapping[str, Scenario],
) -> Program:
    sections = ruleset.sections
    default = _default_audience(names, ruleset)
    procedures = {each.name: each for each in hearing(names)}
    for section, lower in _LOWERED.items():
        for key, each in sections.get(section, {}).items():
            made = lower(names, each, default)
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
    policies = _policies(names, ruleset, procedures)
    return Program(declared, procedures, entries, worlds, policies)


def _policies(
    names: Names, ruleset: Ruleset, procedures: Mapping[str, Procedure]
) -> dict[str, Policy]:
    whole = {k: e for each in _LOWERED for k, e in ruleset.uncut[each].items()}
    reader = Policies(names, procedures, whole)
    read = {
        key: reader.read(each)
        for key, each in ruleset.sections.get("policies", {}).items()
    }
    return {key: policy for key, policy in read.items() if policy is not None}


def _default_audience(names: Names, ruleset: Ruleset) -> Audience | None:
    node = ruleset.head.get("seen_by")
    return None if node is None else read_audience(names, node)


def usable(loaded: Loaded) -> Program:
    """Return the program; raises Unusable with the problems when there is none."""
    if loaded.program is None:
        name = called(loaded.folder)
        raise Unusable(f"the pack '{name}' has problems", loaded.problems)
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
    read = printed_on_board(names, place_of, kind, Scope())
    if read is None:
        read = embedded(names, Place(place_of, problems), text, Scope(), kind)
    value = constant(names, read) if not problems else None
    if problems:
        raise Unusable(f"'{text}' does not fit {source}", tuple(problems))
    return value


__all__ = ["Loaded", "find_pack", "load", "pack_folders", "read_value", "usable"]
