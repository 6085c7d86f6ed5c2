"""`umpire show PACK [NAME]`: a table, modifiers, a procedure or an option."""

import textwrap
from argparse import Namespace

from interpreter.commands.parser import Parser
from interpreter.commands.session import configure_pack, pack_of
from interpreter.commands.terminal import Terminal
from interpreter.loading import Loaded
from interpreter.problems import UnknownName
from interpreter.program.program import Program
from interpreter.reporting.layout import columns
from interpreter.reporting.listing import Shown, shown_json, shown_option, shown_source
from interpreter.reporting.paint import Paint, clean
from interpreter.reporting.tables import (
    modifiers_shown,
    table_shown,
    takes_text,
)
from interpreter.reporting.values import Edge, edge
from interpreter.ruleset.ruleset import Ruleset
from interpreter.values.names import plain
from interpreter.values.spoken import spoken

# Sections that are shown as their author wrote them.
SOURCES = ("procedures", "formulas", "types", "entities", "events", "entry_points")
SECTIONS = ("entry_points", "procedures", "tables", "modifiers", "formulas", "types")


def configure(parser: Parser) -> None:
    """Add the pack and the name."""
    configure_pack(parser)
    parser.add_argument("name", nargs="?", metavar="NAME", help="what is to be shown")


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Print what stands under the name, in every section; without one, all names."""
    pack = pack_of(arguments)
    loaded, program = pack.loaded(), pack.program
    if arguments.name is None:
        return _overview(arguments, loaded, program, terminal)
    found = _found(plain(arguments.name), loaded, program, terminal.paint)
    if not found:
        raise UnknownName("name", arguments.name, _names(loaded, program))
    if arguments.json:
        data = [shown_json(each) for each in found]
        terminal.show_json({"format": 1, "pack": loaded.name, "shown": data})
    else:
        terminal.show("\n\n".join(each.text for each in found))
    return 0


def _found(name: str, loaded: Loaded, program: Program, paint: Paint) -> list[Shown]:
    declared, names = program.declared, _edge(program)
    found: list[Shown] = []
    if name in declared.tables:
        found.append(table_shown(declared.tables[name], names, paint))
    if name in declared.modifiers:
        found.append(modifiers_shown(declared.modifiers[name], names, paint))
    ruleset = loaded.ruleset
    if ruleset is not None:
        found += _sources(name, ruleset, paint)
    return found


def _sources(name: str, ruleset: Ruleset, paint: Paint) -> list[Shown]:
    found: list[Shown] = []
    for section in SOURCES:
        each = ruleset.sections.get(section, {}).get(name)
        if each is not None:
            found.append(shown_source(section, each, paint))
    if name in ruleset.options:
        node = ruleset.sections.get("options", {}).get(name)
        found.append(shown_option(ruleset.options[name], node, paint))
    return found


def _edge(program: Program) -> Edge:
    return edge(program.declared, program.worlds[""])


def _names(loaded: Loaded, program: Program) -> list[str]:
    ruleset = loaded.ruleset
    sections = ruleset.sections if ruleset else {}
    known = [name for section in SOURCES for name in sections.get(section, {})]
    options = ruleset.options if ruleset else {}
    declared = program.declared
    return [*declared.tables, *declared.modifiers, *options, *known]


def _overview(
    arguments: Namespace, loaded: Loaded, program: Program, terminal: Terminal
) -> int:
    """Print every name that can be shown or run, by section."""
    ruleset = loaded.ruleset
    sections = ruleset.sections if ruleset else {}
    listed = {
        section: list(sections.get(section, {}))
        for section in (*SECTIONS, "scenarios", "options")
    }
    if arguments.json:
        terminal.show_json({"format": 1, "pack": loaded.name, "sections": listed})
        return 0
    lines = [terminal.paint.bold(clean(loaded.name))]
    rows = []
    for entry in program.entries.values():
        takes = f"({takes_text(entry.takes)})"
        rows.append([clean(entry.name), takes, clean(spoken(entry.gives))])
    head = [["can be run", "with", "gives"]]
    lines += ["", *columns([*head, *rows])]
    for section, names in listed.items():
        if names:
            lines += ["", f"  {section.replace('_', ' ')}:"]
            text = ", ".join(clean(each) for each in names)
            lines += textwrap.wrap(
                text, 84, initial_indent="    ", subsequent_indent="    ",
                break_long_words=False, break_on_hyphens=False,
            )  # fmt: skip
    terminal.show("\n".join(lines))
    return 0
