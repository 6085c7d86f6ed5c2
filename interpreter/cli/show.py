"""`umpire show PACK [NAME]`: whatever a pack declares, as on a printed page; what a
rule of its source says, and what carries it."""

from argparse import Namespace

from interpreter.app.showing import page_of, tables_page
from interpreter.cli.arguments import configure_pack, pack_of
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.reports.colour import clean
from interpreter.reports.outputs.packs import ShowOutput
from interpreter.reports.table_files import FORMATS

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
    parser.add_argument(
        "--format",
        choices=FORMATS,
        help="print the table for other programs; without NAME, all tables",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Print what has the name, in every section; without one, all names. With a format,
    print tables and say which of them it cannot have."""
    pack, paint, cells = pack_of(arguments), terminal.paint, terminal.cells
    if arguments.format is not None:
        tables = tables_page(arguments.pack, arguments.name, pack, arguments.format)
        if arguments.json:
            terminal.show_json(tables.output())
            return 0
        terminal.show(tables.written.rstrip("\n"))
        for name, reason in tables.left_out.items():
            terminal.say(f"{clean(name)} is left out: {clean(reason)}")
        return 0
    page = page_of(arguments.pack, arguments.name, pack, paint, cells)
    if arguments.json:
        terminal.show_json(page.output())
    else:
        terminal.show(page.text(paint, cells))
    return 0
