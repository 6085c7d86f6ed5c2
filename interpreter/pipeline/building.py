"""Builds a program from a ruleset: every declaration is read by the pass of its
section.

The only module that connects sections to their passes. Order: names of kinds and
claims, types with boards, events, fields; then formulas, tables, modifiers and walks on
demand, since each may need another (`LAZY`); then kinds, claims, signatures of
procedures and triggers; at last steps are lowered, entry points and policies read.
`rechecking` calls single passes again under other options.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from types import MappingProxyType

from msgspec.structs import replace

from interpreter.diagnostics import Diagnostic, LimitExceeded
from interpreter.ir.instructions import DeclaredPolicy, Invoke, Procedure, Program
from interpreter.ir.walking import instructions
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
from interpreter.ruleset.mentions import is_mentioned
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
from interpreter.semantics.declarations import (
    WAITING,
    Declarations,
    EntryPoint,
    InitialState,
)
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


def scenarios_of(
    names: Names, ruleset: Ruleset, only: str | None = None
) -> dict[str, Scenario]:
    """Read every scenario and its option settings, or `only` the one of a name."""
    scenarios = ruleset.sections.get("scenarios", {})
    if only is not None:
        scenarios = {key: each for key, each in scenarios.items() if key == only}
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
    declare_things(names, ruleset)
    for section, key in list(names.lazy):
        names.need(section, key)
    check_whole(names)
    return declarations_of(names, ruleset)


def declare_things(names: Names, ruleset: Ruleset) -> None:
    """Read all declarations but scenarios and rules: of procedures and triggers only
    the signatures are read, of what is `LAZY` only what the others need."""
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
    with reading("entities"):
        names.waiting = waiting_kind(names)


def declarations_of(names: Names, ruleset: Ruleset) -> Declarations:
    """Return what was read until now."""
    claims = ruleset.sections.get("claims", {})
    with names.dependencies.reading("entities"):
        stored = names.kinds | claim_store(names, claims) | charts_kind(names)
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
    """Report what is wrong with tables and walks together, of those that are read."""
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
    default = _read_default_audience(names, ruleset)
    procedures = {each.name: each for each in hearing(names)}
    for section in LOWERED:
        for key, each in ruleset.sections.get(section, {}).items():
            procedure = known.get(key)
            if procedure is None:
                procedure = _lowered(names, section, each, default)
            if procedure is not None:
                procedures[key] = procedure
    entry_points = ruleset.sections.get("entry_points", {})
    read = [_entry(names, each) for each in entry_points.values()]
    policies = policies_of(names, ruleset, procedures)
    states = _initial_states(names, scenarios)
    made = Program(declared, procedures, {}, states, policies)
    return _with_entries(names, made, read, default)


def part_of_program(
    names: Names, ruleset: Ruleset, scenario: str, text: str
) -> tuple[Program, dict[str, Scenario]]:
    """Read what a scenario, if one is named, and a text can reach, given by its words
    (`ruleset.mentions`), and nothing else of formulas, tables, modifiers, procedures
    and triggers; return the program, and the scenario.

    A rule is reached if its name is in the text, or what is reached needs it: binding
    an expression reads the rules in it, and a procedure is lowered when one that calls
    it was.
    """
    declare_things(names, ruleset)
    scenarios = scenarios_of(names, ruleset, only=scenario)
    for section, key in list(names.lazy):
        if is_mentioned(key, text):
            names.need(section, key)
    default = _read_default_audience(names, ruleset)
    entry_points = _mentioned(ruleset, "entry_points", text)
    read = [_entry(names, each) for each in entry_points.values()]
    heard = {each.name: each for each in hearing(names)}
    waiting = [name for name in names.procedures if is_mentioned(name, text)]
    for entry in read:
        waiting += () if entry is None else _called(entry[1])
    procedures: dict[str, Procedure] = {}
    while waiting:
        key = waiting.pop()
        procedure = procedures.get(key) or heard.get(key)
        for section in LOWERED if procedure is None else ():
            each = ruleset.sections.get(section, {}).get(key)
            if each is not None:
                procedure = _lowered(names, section, each, default)
                break
        if procedure is not None and key not in procedures:
            procedures[key] = procedure
            waiting += _called(procedure)
    check_whole(names)
    named = _mentioned(ruleset, "policies", text)
    policies = _policies(names, Policies(names, procedures, None), named)
    states = _initial_states(names, scenarios)
    declared = declarations_of(names, ruleset)  # when all that is needed was read
    made = Program(declared, procedures, {}, states, policies)
    return _with_entries(names, made, read, default), scenarios


def _mentioned(ruleset: Ruleset, section: str, text: str) -> dict[str, Declaration]:
    declared = ruleset.sections.get(section, {})
    return {key: each for key, each in declared.items() if is_mentioned(key, text)}


def _lowered(
    names: Names, section: str, each: Declaration, default: Audience | None
) -> Procedure | None:
    with names.dependencies.reading(section, each.key):
        return LOWERED[section](names, each, default)


def _called(procedure: Procedure) -> Iterator[str]:
    for each in instructions(procedure.body):
        if isinstance(each, Invoke):
            yield each.procedure


def _entry(names: Names, each: Declaration) -> tuple[EntryPoint, Procedure] | None:
    with names.dependencies.reading("entry_points", each.key):
        return declared_entry(names, each)


def _read_default_audience(names: Names, ruleset: Ruleset) -> Audience | None:
    with names.dependencies.reading("", "seen_by"):
        return default_audience(names, ruleset)


def _initial_states(
    names: Names, scenarios: Mapping[str, Scenario]
) -> dict[str, InitialState]:
    states = {key: each.initial_state for key, each in scenarios.items()}
    return {"": empty_state(names), **states}


def _with_entries(
    names: Names,
    program: Program,
    read: Iterable[tuple[EntryPoint, Procedure] | None],
    default: Audience | None,
) -> Program:
    """Return a program with its entry points, those that were read and those that each
    rule is, and with the procedures of them and of tables."""
    with names.dependencies.reading("entry_points"):
        implied, more = implied_entries(names, program.declared)
    declared = [each for each in read if each is not None]
    made = (*more, *(procedure for _, procedure in declared))
    procedures = {**program.procedures, **{each.name: each for each in made}}
    entries: dict[str, EntryPoint] = {}
    for entry in implied:
        if entry.procedure in procedures:
            entries.setdefault(entry.name, entry)
    entries |= {entry.name: entry for entry, _ in declared}
    tables = program.declared.tables
    rolled = list(procedures_of_tables(tables, procedures.values(), default))
    procedures |= {table.name: table for table in rolled}
    return replace(program, procedures=procedures, entries=entries)


def policies_of(
    names: Names, ruleset: Ruleset, procedures: Mapping[str, Procedure]
) -> dict[str, DeclaredPolicy]:
    """Read the policies for the choices of these procedures."""
    whole = {k: e for section in LOWERED for k, e in ruleset.uncut[section].items()}
    reader = Policies(names, procedures, whole)
    return _policies(names, reader, ruleset.sections.get("policies", {}))


def _policies(
    names: Names, reader: Policies, declared: Mapping[str, Declaration]
) -> dict[str, DeclaredPolicy]:
    found: dict[str, DeclaredPolicy] = {}
    for key, each in declared.items():
        with names.dependencies.reading("policies", key):
            policy = reader.read(each)
        if policy is not None:
            found[key] = policy
    return found


def default_audience(names: Names, ruleset: Ruleset) -> Audience | None:
    """Return the audience of steps that name none; None if the ruleset does not set
    it."""
    node = ruleset.head.get("seen_by")
    return None if node is None else read_audience(names, node)
