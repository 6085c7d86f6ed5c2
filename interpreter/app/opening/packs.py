"""The packs that are installed or lie here."""

from pathlib import Path

from interpreter.diagnostics import Diagnostic, UmpireError
from interpreter.ruleset.finding import pack_folders
from interpreter.yaml import MappingNode, ScalarNode, read_file

KEYS = ("name", "title", "edition", "source")


def installed_packs() -> list[dict[str, str]]:
    """Return name, folder, title, edition and source of each pack, "" for what is not
    told; of one that cannot be read the name of its folder."""
    return [_described(folder) for folder in pack_folders()]


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
