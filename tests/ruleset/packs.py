"""Packs of the tests: written from texts, read, and shown again as plain data."""

from collections.abc import Mapping as Map
from pathlib import Path
from typing import Any

from interpreter.diagnostics import Diagnostic
from interpreter.ruleset.reading import read_ruleset
from interpreter.ruleset.ruleset import Ruleset
from interpreter.yaml import MappingNode, Node, ScalarNode


def write(folder: Path, files: Map[str, str]) -> Path:
    """Write the files of a pack; the head is made when there is none."""
    texts = {"ruleset.yaml": f"name: {folder.name}\n", **files}
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def read(
    folder: Path, options: Map[str, str] | None = None
) -> tuple[Ruleset, list[Diagnostic]]:
    """Read a pack; the packs that it extends stand beside it."""
    problems: list[Diagnostic] = []

    def find(name: str) -> Path | None:
        found = folder.parent / name
        return found if (found / "ruleset.yaml").is_file() else None

    ruleset = read_ruleset(folder, find, options or {}, problems)
    assert ruleset is not None
    return ruleset, problems


def data(node: Node) -> Any:
    """Return a node as texts, lists and dicts."""
    if isinstance(node, ScalarNode):
        return node.text
    if isinstance(node, MappingNode):
        return {key.text: data(value) for key, value in node.entries}
    return [data(each) for each in node.items]


def held(ruleset: Ruleset, section: str) -> dict[str, Any]:
    """Return a section as plain data."""
    return {key: data(each.node) for key, each in ruleset.sections[section].items()}


def said(problems: list[Diagnostic]) -> list[str]:
    """Return `CODE what the span shows` of each problem."""
    return [f"{each.code} {each.span.text}" for each in problems]
