"""`umpire packs`: the packs that are there."""

from argparse import Namespace
from pathlib import Path

from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import Diagnostic, UmpireError
from interpreter.reports.colour import clean
from interpreter.reports.text_layout import columns
from interpreter.ruleset.finding import pack_folders, seen
from interpreter.yaml import MappingNode, ScalarNode, read_file

KEYS = ("name", "title", "edition", "source")


def configure(parser: Parser) -> None:
    """Add nothing: there is nothing to choose."""


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """List name, title and folder, also of a pack that cannot be read."""
    found = [_described(folder) for folder in pack_folders()]
    if arguments.json:
        terminal.show_json({"format": 1, "packs": found})
        return 0
    if not found:
        terminal.say("no packs are there")
        return 0
    rows = [["pack", "title", "folder"]]
    rows += [
        [
            clean(each["name"]),
            clean(each["title"]),
            clean(str(seen(Path(each["folder"])))),
        ]
        for each in found
    ]
    terminal.show("\n".join(columns(rows, indent="", cells=terminal.cells)))
    return 0


def _described(folder: Path) -> dict[str, str]:
    """Return what the first file of a pack says of it, without reading the rest."""
    said = {"name": folder.name, "folder": str(folder)}
    problems: list[Diagnostic] = []
    try:
        node = read_file(folder / "ruleset.yaml", folder.name, problems)
    except UmpireError:
        node = None
    for key in KEYS:
        value = node.get(key) if isinstance(node, MappingNode) else None
        said.setdefault(key, value.text if isinstance(value, ScalarNode) else "")
    return said
