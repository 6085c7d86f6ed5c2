"""Builds a program from a ruleset: every declaration is read by the pass of its
section.

The only module that connects sections to their passes. Order: names of kinds and
claims, types with boards, events, fields; then formulas, tables, modifiers and walks on
demand, since each may need another (`LAZY`); then kinds, claims, signatures of
procedures and triggers; at last steps are lowered, entry points and policies read.
`rechecking` calls single passes again under other options.
"""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from interpreter.diagnostics import Diagnostic, LimitExceeded
from interpreter.ir.instructions import DeclaredPolicy, Procedure, Program
from interpreter.lowering.event_effects import hearing
from interpreter.lowering.procedures import (
    Policies,
    declared_entry,
    head_procedure,
    implied_entries,
    lower_procedure,
    lower_trigger,
)
from interpreter.lowering.rolled_tables import procedures_of_tables
from interpreter.ruleset.option_values import check_settings
from interpreter.ruleset.ruleset import Declaration, Ruleset
from interpreter.semantics.audience import Audience
from interpreter.semantics.boards.boards import (
    charts_kind,
    complete_boards,
    declare_layouts,
    head_boards,
)
from interpreter.semantics.boards.walks import declare_walk, pieces_that_find_themselves
from interpreter.semantics.declarations import WAITING, Declarations, EntryPoint
from interpreter.semantics.names import Names
from interpreter.semantics.sections.audiences import read_audience
from interpreter.semantics.sections.claims import (
    claim_store,
    complete_claims,
    head_claims,
    type_claims,
)
from interpreter.semantics.sections.conditions import holdings
from interpreter.semantics.sections.entities import (
    complete_kind,
    declare_kind,
    head_kinds,
    own_scope,
    seat_kind,
    type_fields,
)
from interpreter.semantics.sections.events import (
    declare_event,
    head_triggers,
    keep_event,
)
from interpreter.semantics.sections.parameters import (
    check_name,
    declare_formula,
    read_option,
)
from interpreter.semantics.sections.scenarios import (
    Scenario,
    declare_scenario,
    empty_state,
)
from interpreter.semantics.sections.types import declare_types
from interpreter.semantics.sections.waiting import find_waiting, waiting_kind
from interpreter.semantics.tables.modifiers import declare_modifiers
from interpreter.semantics.tables.rolled_rows import check_rolling
from interpreter.semantics.tables.tables import declare_table
from interpreter.yaml.nodes import MappingNode as Map

Read = Callable[[Names, Declaration], object]
LAZY: Mapping[str, Read] = MappingProxyType(
    {
        "tables": declare_table,
        "formulas": declare_formula,
        "modifiers": declare_modifiers,
        "walks": declare_walk,
    }
)
"""Sections whose declarations are read when another declaration first needs them."""

LOWERED = MappingProxyType({"procedures": lower_procedure, "triggers": lower_trigger})
"""Sections whose declarations have steps, with the function that lowers one."""


def scenarios_of(names: Names, ruleset: Ruleset) -> dict[str, Scenario]:
    """Read every scenario and its option settings."""
    scenarios = ruleset.sections.get("scenarios", {})
    for declaration in scenarios.values():
        settings = (
            declaration.node.get("options")
            if isinstance(declaration.node, Map)
            else None
        )
        if isinstance(settings, Map):
            problems: list[Diagnostic] = []
            check_settings(settings, ruleset.options, problems)
            names.problems.extend(problems)
    read: dict[str, Scenario] = {}
    for key, declaration in scenarios.items():
        with names.dependencies.reading("scenarios", key):
            scenario = declare_scenario(names, declaration)
        if scenario is not None:
            read[key] = scenario
    return read


def declare(names: Names, ruleset: Ruleset) -> Declarations:
    """Read all declarations but the steps of procedures and triggers, of which only the
    signatures are read, and scenarios."""
    sections = ruleset.sections
    for name, option in ruleset.options.items():
        names.options[name] = read_option(option)
    names.sections = sections_of(ruleset)
    kinds, claims = sections.get("entities", {}), sections.get("claims", {})
    reading = names.dependencies.reading
    with reading("entities"):
        head_kinds(names, kinds)
        names.seat_kind = seat_kind(names, ruleset.head.get("seats"))
    with reading("claims"):
        head_claims(names, sections)
    with reading("types"):
        _declare_types(names, sections)
    for key, each in sections.get("events", {}).items():
        with reading("events", key):
            names.events[key] = declare_event(names, each)
    with reading("entities"):
        type_fields(names, kinds)
    with reading("claims"):
        type_claims(names, claims)
    for section, read in LAZY.items():
        for key, each in sections.get(section, {}).items():
            check_name(names, each, section, sections)
            later = partial(store, names, section, key, each, read)
            names.later(section, key, later)
    for each in sections.get("procedures", {}).values():
        head_procedure(names, each, ruleset)
    find_later(names, ruleset)
    for key, each in kinds.items():
        with reading("entities", key):
            names.kinds[key] = declare_kind(names, each)
    for key, each in kinds.items():
        with reading("entities", key):
            names.kinds[key] = complete_kind(names, each)
            names.holds[key] = holdings(names, each.node, own_scope(names, key))
    for key, each in sections.get("events", {}).items():
        with reading("events", key):
            keep_event(names, each, default_audience(names, ruleset))
    with reading("claims"):
        complete_claims(names, claims)
    head_triggers(names, sections.get("triggers", {}))
    for section, key in list(names.lazy):
        names.need(section, key)
    check_whole(names)
    with reading("entities"):
        stored = names.kinds | claim_store(names, claims) | charts_kind(names)
        names.waiting = waiting_kind(names)
    stored |= {} if names.waiting is None else {WAITING: names.waiting}
    return Declarations(
        ruleset.name,
        stored,
        dict(names.formulas),
        dict(names.tables),
        dict(names.modifiers),
        names.events,
        names.seat_kind,
        {key: value for key, (value, _) in names.options.items()},
        claims=names.claims,
        boards=names.boards,
    )


def sections_of(ruleset: Ruleset) -> dict[str, str]:
    """Return the section of each declared name, the first that has it."""
    found: dict[str, str] = {}
    for section, declarations in ruleset.sections.items():
        found = dict.fromkeys(declarations, section) | found
    return found


def check_whole(names: Names) -> None:
    """Report what is wrong with tables and walks together, which are all read."""
    with names.dependencies.reading("tables"):
        check_rolling(names)
    with names.dependencies.reading("walks"):
        names.problems.extend(pieces_that_find_themselves(names))


def find_later(names: Names, ruleset: Ruleset) -> None:
    """Find what is called later; signatures of procedures must be known."""
    with names.dependencies.reading("", "later"):
        default = ruleset.head.get("seen_by")
        find_waiting(names, ruleset.uncut, ruleset.sections, default)


def _declare_types(
    names: Names, sections: Mapping[str, Mapping[str, Declaration]]
) -> None:
    """Read types and boards, which refer to each other, and the contents of boards."""
    boards, types = sections.get("boards", {}), sections.get("types", {})
    head_boards(names, boards, types)
    declare_types(names, types, sections.get("tables", {}))
    complete_boards(names, boards)
    if not names.layouts:
        with names.noting_uses() as used:
            declare_layouts(names, sections.get("scenarios", {}))
        names.used_by_layouts = frozenset(used)


def store(
    names: Names, section: str, key: str, declaration: Declaration, read: Read
) -> None:
    """Read a declaration into its section of the names; a failure is recorded in
    `spoilt`."""
    try:
        value = read(names, declaration)
    except RecursionError:  # declarations need each other in a long chain
        raise LimitExceeded.of_nesting().at(declaration.span) from None
    if value is None:
        names.spoilt.add((section, key))
    else:
        getattr(names, section)[key] = value


def program_of(
    names: Names,
    ruleset: Ruleset,
    declared: Declarations,
    scenarios: Mapping[str, Scenario],
    known: Mapping[str, Procedure] = MappingProxyType({}),
) -> Program:
    """Lower procedures and triggers, and read entry points and policies.

    Procedures in `known` are taken as they are.
    """
    sections = ruleset.sections
    with names.dependencies.reading("", "seen_by"):
        default = default_audience(names, ruleset)
    procedures = {each.name: each for each in hearing(names)}
    for section, lower in LOWERED.items():
        for key, each in sections.get(section, {}).items():
            procedure = known.get(key)
            if procedure is None:
                with names.dependencies.reading(section, key):
                    procedure = lower(names, each, default)
            if procedure is not None:
                procedures[key] = procedure
    entries: dict[str, EntryPoint] = {}
    with names.dependencies.reading("entry_points"):
        implied, more = implied_entries(names, declared)
    for entry in implied:
        entries.setdefault(entry.name, entry)
    procedures.update({each.name: each for each in more})
    for key, each in sections.get("entry_points", {}).items():
        with names.dependencies.reading("entry_points", key):
            read = declared_entry(names, each)
        if read is not None:
            entries[read[0].name] = read[0]
            procedures[read[1].name] = read[1]
    tables = procedures_of_tables(declared.tables, procedures.values(), default)
    procedures |= {table.name: table for table in list(tables)}
    initial_states = {
        "": empty_state(names),
        **{key: each.initial_state for key, each in scenarios.items()},
    }
    policies = policies_of(names, ruleset, procedures)
    return Program(declared, procedures, entries, initial_states, policies)


def policies_of(
    names: Names, ruleset: Ruleset, procedures: Mapping[str, Procedure]
) -> dict[str, DeclaredPolicy]:
    """Read the policies for the choices of these procedures."""
    whole = {k: e for section in LOWERED for k, e in ruleset.uncut[section].items()}
    reader = Policies(names, procedures, whole)
    found: dict[str, DeclaredPolicy] = {}
    for key, section in ruleset.sections.get("policies", {}).items():
        with names.dependencies.reading("policies", key):
            policy = reader.read(section)
        if policy is not None:
            found[key] = policy
    return found


def default_audience(names: Names, ruleset: Ruleset) -> Audience | None:
    """Return the audience of steps that name none; None if the ruleset does not set
    it."""
    node = ruleset.head.get("seen_by")
    return None if node is None else read_audience(names, node)
