"""`umpire schemas DIR`: the schemas for editors, with an index."""

from argparse import Namespace
from pathlib import Path

from msgspec.structs import replace

from interpreter.app.output import write_folder
from interpreter.app.schemas import INDEX, schema_files
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.reports.colour import clean
from interpreter.reports.outputs.packs import SchemasOutput

OUTPUT = SchemasOutput


def configure(parser: Parser) -> None:
    """Add the folder."""
    parser.add_argument(
        "folder",
        metavar="DIR",
        help="where to write them: `.umpire` beside the files of a pack",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Copy every schema; one that an earlier call wrote is replaced."""
    goal, (texts, output) = Path(arguments.folder), schema_files()
    write_folder(goal, texts, "the schemas", private=False)
    if arguments.json:
        terminal.show_json(replace(output, folder=str(goal)))
    else:
        count, place = len(output.schemas), clean(str(goal))
        terminal.show(f"{count} schemas and {INDEX} written to {place}")
    return 0
