"""`umpire schemas DIR`: the schemas for editors, with an index."""

import json
from argparse import Namespace
from pathlib import Path

from interpreter.commands.parser import Parser
from interpreter.commands.terminal import Terminal
from interpreter.document.schemas import schema_folder
from interpreter.problems import Unusable
from interpreter.reporting.paint import clean

INDEX = "index.json"


def configure(parser: Parser) -> None:
    """Add the folder."""
    parser.add_argument(
        "folder",
        metavar="DIR",
        help="where to write them: `.umpire` beside the files of a pack",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Copy every schema; what is there already under such a name is replaced."""
    goal, origin = Path(arguments.folder), schema_folder()
    files = sorted(origin.rglob("*.schema.json"))
    rows: list[dict[str, str]] = []
    try:
        for file in files:
            text = file.read_text(encoding="utf-8")
            name = file.relative_to(origin)
            (goal / name).parent.mkdir(parents=True, exist_ok=True)
            (goal / name).write_text(text, encoding="utf-8")
            rows.append(_row(name, text))
        data = {"format": 1, "schemas": rows}
        (goal / INDEX).write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "not a path"
        raise Unusable(f"cannot write to '{arguments.folder}': {why}") from None
    if arguments.json:
        terminal.show_json({**data, "folder": str(goal)})
    else:
        terminal.show(f"{len(rows)} schemas and {INDEX} written to {clean(str(goal))}")
    return 0


def _row(name: Path, text: str) -> dict[str, str]:
    schema = json.loads(text)
    return {
        "file": name.as_posix(),
        "title": schema.get("title", ""),
        "description": schema.get("description", ""),
    }
