"""`umpire schemas DIR`: the schemas for editors, with an index."""

import json
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

from interpreter.app.output import write_folder
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.reports.colour import clean
from interpreter.reports.outputs.encoding import encoded
from interpreter.reports.outputs.packs import SchemaFileOutput, SchemasOutput
from interpreter.yaml.schemas import schema_folder

OUTPUT = SchemasOutput
INDEX = "index.json"


def configure(parser: Parser) -> None:
    """Add the folder."""
    parser.add_argument(
        "folder",
        metavar="DIR",
        help="where to write them: `.umpire` beside the files of a pack",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Copy every schema; one that an earlier call wrote is replaced."""
    goal, origin = Path(arguments.folder), schema_folder()
    texts = {
        file.relative_to(origin).as_posix(): file.read_text(encoding="utf-8")
        for file in sorted(origin.rglob("*.schema.json"))
    }
    rows = tuple(_row(name, text) for name, text in texts.items())
    output = SchemasOutput(schemas=rows)
    index = json.dumps(encoded(output), indent=2) + "\n"
    write_folder(goal, {**texts, INDEX: index}, "the schemas", private=False)
    if arguments.json:
        terminal.show_json(replace(output, folder=str(goal)))
    else:
        terminal.show(f"{len(rows)} schemas and {INDEX} written to {clean(str(goal))}")
    return 0


def _row(name: str, text: str) -> SchemaFileOutput:
    schema = json.loads(text)
    return SchemaFileOutput(
        file=name,
        title=schema.get("title", ""),
        description=schema.get("description", ""),
    )
