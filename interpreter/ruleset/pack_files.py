"""The files of a pack: found below its folder, never outside it."""

import os
from dataclasses import dataclass
from pathlib import Path

from interpreter.diagnostics import Diagnostic, LimitExceeded, Unusable, nearest
from interpreter.ruleset import signatures
from interpreter.ruleset.finding import BYTES, FILES, HEAD, INDEX, paths_below
from interpreter.yaml import (
    MappingNode,
    Node,
    ValidFiles,
    check_file,
    is_known,
    read_file,
)


@dataclass(frozen=True, slots=True)
class PackFile:
    """A file of a pack: its path within the pack, as problems show it, what it says."""

    path: str
    file: str
    node: Node | None


def read_parts(
    folder: Path, problems: list[Diagnostic], valid: ValidFiles
) -> list[PackFile]:
    """Read every file of a pack, the head first; raises Unusable and LimitExceeded.

    Files that are among the `valid` are not validated again, others may join them.
    """
    if not folder.is_dir():
        raise Unusable(f"there is no folder '{folder}'")
    if not (folder / HEAD).exists():
        near = (folder / "ruleset.yml").exists()
        hint = f"rename ruleset.yml to {HEAD}" if near else ""
        raise Unusable(f"'{folder}' is no pack: it holds no {HEAD}", hint=hint)
    paths = sorted(paths_below(folder, problems), key=_order)
    if len(paths) > FILES:
        raise LimitExceeded(f"files in {folder}", FILES)
    if sum(os.path.getsize(folder / each) for each in paths) > BYTES:
        raise LimitExceeded(f"bytes in {folder}", BYTES)
    return [_read(folder, each, problems, valid) for each in paths]


def _read(
    folder: Path, path: str, problems: list[Diagnostic], valid: ValidFiles
) -> PackFile:
    file = str(folder / path)
    found: list[Diagnostic] = []
    node = read_file(folder / path, file, found)
    if node is not None:
        node = node if path == INDEX else signatures.unfold(node, found)
        check_file(node, _kind(path, node), found, valid)
    problems.extend(found)
    return PackFile(path, file, node)


def _kind(path: str, node: Node) -> str:
    if path == INDEX:
        return "rulebook"
    if path != HEAD:
        return "part"
    return "overlay" if isinstance(node, MappingNode) and _extends(node) else "ruleset"


def _extends(node: MappingNode) -> bool:
    """Return whether a head is meant to extend another pack, perhaps misspelt."""
    if "extends" in node or "change" in node:
        return True
    strange = (key.text for key, _ in node.entries if not is_known("ruleset", key.text))
    return any(nearest(each, ["extends"]) for each in strange)


def _order(path: str) -> tuple[bool, bool, list[str]]:
    return (path != HEAD, path != INDEX, path.split("/"))
