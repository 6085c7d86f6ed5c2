"""`umpire show PACK [NAME]`: whatever a pack declares, as on a printed page; what a
rule of its source says, and what carries it."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from interpreter.app.showing import (
    all_names,
    names_by_section,
    program_names,
    rule_called,
    shown_under,
    unknown_name,
)
from interpreter.cli.arguments import configure_pack, pack_of
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import UnknownName
from interpreter.ir.instructions import Program
from interpreter.reports.declarations import (
    options_output,
    options_sheet,
    shown_output,
)
from interpreter.reports.outputs.encoding import ABSENT
from interpreter.reports.outputs.packs import (
    ShowNameOutput,
    ShowOptionsOutput,
    ShowOutput,
    ShowPackOutput,
)
from interpreter.reports.overview import overview, runnable_output
from interpreter.reports.rulebook import rule_output, rule_shown
from interpreter.values.types import plain

if TYPE_CHECKING:
    from interpreter.pipeline.loading import Loaded

OUTPUT = ShowOutput


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
    """Print what has the name, in every section; without one, all names."""
    pack = pack_of(arguments)
    loaded, program = pack.loaded(), pack.program
    if arguments.name is None:
        return _overview(arguments, loaded, program, terminal)
    paint, cells = terminal.paint, terminal.cells
    found = shown_under(plain(arguments.name), loaded, program, paint, cells)
    rules = rule_called(arguments.name, loaded)
    if not found and not rules and plain(arguments.name) == "options":
        return _sheet(arguments, loaded, terminal)
    if not found and not rules:
        raise unknown_name(arguments.pack, arguments.name, loaded)
    if arguments.json:
        output = ShowNameOutput(
            pack=loaded.name,
            shown=tuple(map(shown_output, found)),
            rules=tuple(map(rule_output, rules)) if rules else ABSENT,
        )
        terminal.show_json(output)
    else:
        pages = [each.text for each in found]
        pages += [rule_shown(rule, paint, cells) for rule in rules]
        terminal.show("\n\n".join(pages))
    return 0


def _sheet(arguments: Namespace, loaded: Loaded, terminal: Terminal) -> int:
    """Print all options; a pack may have another thing of that name."""
    ruleset = loaded.ruleset
    if ruleset is None or not ruleset.options:
        raise UnknownName("name", arguments.name, all_names(loaded))
    if arguments.json:
        options = options_output(ruleset)
        terminal.show_json(ShowOptionsOutput(pack=loaded.name, options=options))
    else:
        terminal.show(options_sheet(ruleset, terminal.paint, terminal.cells))
    return 0


def _overview(
    arguments: Namespace, loaded: Loaded, program: Program, terminal: Terminal
) -> int:
    """Print every name that can be shown or run, by section."""
    listed, ruleset = names_by_section(loaded), loaded.ruleset
    if arguments.json:
        names = program_names(program)
        runs = runnable_output(ruleset, program, names) if ruleset else ()
        sections = {section: tuple(each) for section, each in listed.items()}
        output = ShowPackOutput(pack=loaded.name, runs=runs, sections=sections)
        terminal.show_json(output)
    elif ruleset is not None:
        paint, cells = terminal.paint, terminal.cells
        typed = arguments.pack
        terminal.show(overview(ruleset, program, listed, typed, paint, cells))
    return 0
