"""`umpire show PACK [NAME]`: whatever a pack declares, as on a printed page; what a
rule of its source says, and what carries it."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.cli.arguments import configure_pack, pack_of
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import UnknownName, did_you_mean
from interpreter.ir.instructions import Program
from interpreter.reports.colour import Paint, clean
from interpreter.reports.declarations import (
    Shown,
    address,
    claim_kind_shown,
    options_json,
    options_sheet,
    shown_json,
    shown_option,
    shown_source,
    with_changes,
)
from interpreter.reports.overview import overview, runs_json, scenario_shown
from interpreter.reports.rulebook import (
    RulePage,
    rule_in,
    rule_json,
    rule_names,
    rule_shown,
    rules_with,
)
from interpreter.reports.tables import modifiers_shown, table_shown
from interpreter.reports.text_layout import folded
from interpreter.reports.values import ValueNames, edge, takes_text
from interpreter.ruleset.ruleset import Ruleset
from interpreter.values.names import plain
from interpreter.values.types import spoken

if TYPE_CHECKING:
    from interpreter.pipeline.loading import Loaded

# Sections that are shown as their author wrote them.
SOURCES = (
    "procedures", "triggers", "formulas", "walks", "types", "boards", "entities",
    "events", "policies", "entry_points",
)  # fmt: skip
FEW = 12
"""Rules that are named where a name is unknown."""
SECTIONS = (
    "entry_points", "options", "scenarios", "procedures", "triggers", "tables",
    "modifiers", "formulas", "walks", "types", "boards", "entities", "events", "claims",
    "policies",
)  # fmt: skip


def configure(parser: Parser) -> None:
    """Add the pack and the name."""
    configure_pack(parser)
    parser.add_argument(
        "name",
        nargs="?",
        metavar="NAME",
        help="of a table, modifiers, a procedure, an option, a scenario, a kind of "
        "claim or a type; or the id of a rule, such as a refusal names; 'options' "
        "prints all options on a sheet",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Print what stands under the name, in every section; without one, all names."""
    pack = pack_of(arguments)
    loaded, program = pack.loaded(), pack.program
    if arguments.name is None:
        return _overview(arguments, loaded, program, terminal)
    paint, cells = terminal.paint, terminal.cells
    found = _found(plain(arguments.name), loaded, program, paint, cells)
    rules = _rules(arguments.name, loaded)
    if not found and not rules and plain(arguments.name) == "options":
        return _sheet(arguments, loaded, terminal)
    if not found and not rules:
        raise _unknown(arguments, loaded)
    if arguments.json:
        data = [shown_json(each) for each in found]
        said = {"format": 1, "pack": loaded.name, "shown": data}
        more = {"rules": [rule_json(each) for each in rules]} if rules else {}
        terminal.show_json(said | more)
    else:
        pages = [each.text for each in found]
        pages += [rule_shown(each, paint, cells) for each in rules]
        terminal.show("\n\n".join(pages))
    return 0


def _rules(name: str, loaded: Loaded) -> list[RulePage]:
    """Return the rule of the source that is called so; capitals are all one."""
    ruleset = loaded.ruleset
    if ruleset is None:
        return []
    known = rule_names(ruleset).get(name.strip().casefold())
    return [] if known is None else [rule_in(ruleset, known)]


def _unknown(arguments: Namespace, loaded: Loaded) -> UnknownName:
    """Return the error of a name under which nothing stands: which is near."""
    rules = rule_names(loaded.ruleset).values() if loaded.ruleset else ()
    known = [*_names(loaded), *rules, "options"]
    error = UnknownName("name", arguments.name, known)
    if not did_you_mean(arguments.name, known):
        error.hint = f"'umpire show {arguments.pack}' lists every name"
    speaking = rules_with(loaded.ruleset, arguments.name) if loaded.ruleset else []
    if speaking:
        some = ", ".join(speaking[:FEW])
        more = f" and {len(speaking) - FEW} more" if speaking[FEW:] else ""
        near = did_you_mean(arguments.name, [*_names(loaded), "options"])
        error.hint = f"{near} rules with it: {some}{more}".strip()
    if plain(arguments.name) in SECTIONS:
        under = f"lists what stands under {arguments.name}"
        error.hint = f"'umpire show {arguments.pack}' {under}"
    return error


def _sheet(arguments: Namespace, loaded: Loaded, terminal: Terminal) -> int:
    """Print all options; a pack may have another thing of that name."""
    ruleset = loaded.ruleset
    if ruleset is None or not ruleset.options:
        raise UnknownName("name", arguments.name, _names(loaded))
    if arguments.json:
        said = options_json(ruleset)
        terminal.show_json({"format": 1, "pack": loaded.name, "options": said})
    else:
        terminal.show(options_sheet(ruleset, terminal.paint, terminal.cells))
    return 0


def _found(
    name: str, loaded: Loaded, program: Program, paint: Paint, cells: int
) -> list[Shown]:
    declared, names = program.declared, _edge(program)
    found: list[Shown] = []
    if name in declared.tables:
        found.append(table_shown(declared.tables[name], names, paint, cells))
    if name in declared.modifiers:
        found.append(modifiers_shown(declared.modifiers[name], names, paint, cells))
    if name in declared.claims:
        found.append(claim_kind_shown(declared.claims[name], paint))
    ruleset = loaded.ruleset
    if ruleset is not None:
        found = [_addressed(each, ruleset, cells) for each in found]
        found += _sources(name, ruleset, program, paint)
        scenario = ruleset.sections.get("scenarios", {}).get(name)
        if scenario is not None:
            found.append(scenario_shown(scenario, paint, cells))
        found = [with_changes(each, ruleset.origins, cells) for each in found]
    return found


def _addressed(shown: Shown, ruleset: Ruleset, cells: int) -> Shown:
    """Return tables and modifiers with what a house rule writes to change them."""
    each = ruleset.sections.get(shown.section, {}).get(plain(shown.name))
    path = "" if each is None else address(each, shown.section)
    if not path:
        return shown
    lines = folded(f"to change its first row: {clean(path)}", cells, "  ")
    return replace(shown, text="\n".join([shown.text, "", *lines]))


def _sources(
    name: str, ruleset: Ruleset, program: Program, paint: Paint
) -> list[Shown]:
    found: list[Shown] = []
    changes = {(each.section, each.key) for each in ruleset.origins}
    for section in SOURCES:
        each = ruleset.sections.get(section, {}).get(name)
        if each is not None:
            takes = _takes(section, name, program)
            changed = (section, each.key) in changes
            found.append(shown_source(section, each, paint, takes, changed))
    if name in ruleset.options:
        node = ruleset.sections.get("options", {}).get(name)
        found.append(shown_option(ruleset.options[name], node, paint))
    return found


def _takes(section: str, name: str, program: Program) -> str:
    """Return what a formula takes and gives; procedures say so in their lines."""
    formula = program.declared.formulas.get(name) if section == "formulas" else None
    if formula is None:
        return ""
    takes = f" of {takes_text(formula.takes)}" if formula.takes else ""
    return f"{takes}, gives {spoken(formula.gives)}"


def _edge(program: Program) -> ValueNames:
    return edge(program.declared, program.worlds[""])


def _listed(loaded: Loaded) -> dict[str, list[str]]:
    """Return the names of every section that can be shown."""
    ruleset = loaded.ruleset
    if ruleset is None:
        return {}
    sections = {each: list(ruleset.sections.get(each, {})) for each in SECTIONS}
    return sections | {"options": list(ruleset.options)}


def _names(loaded: Loaded) -> list[str]:
    return [name for names in _listed(loaded).values() for name in names]


def _overview(
    arguments: Namespace, loaded: Loaded, program: Program, terminal: Terminal
) -> int:
    """Print every name that can be shown or run, by section."""
    listed, ruleset = _listed(loaded), loaded.ruleset
    if arguments.json:
        runs = runs_json(ruleset, program, _edge(program)) if ruleset else []
        said = {"format": 1, "pack": loaded.name, "runs": runs, "sections": listed}
        terminal.show_json(said)
    elif ruleset is not None:
        paint, cells = terminal.paint, terminal.cells
        typed = arguments.pack
        terminal.show(overview(ruleset, program, listed, typed, paint, cells))
    return 0
