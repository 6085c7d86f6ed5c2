"""The layout of the files of packs: which there are, and what each would be.

Only paths are taken, not names of installed packs: files are written in place.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TextIO

from interpreter.app.output import replace_file
from interpreter.diagnostics import (
    Diagnostic,
    LimitExceeded,
    NoPack,
    UsageError,
    problem,
)
from interpreter.files.single_file import open_file, read_all
from interpreter.reports.text_edits import FileLayout
from interpreter.ruleset.finding import ENTRIES, pack_folders, seen
from interpreter.source import Source, Span
from interpreter.yaml.composing import BYTES, read_text
from interpreter.yaml.layout import formatted

ENDING = ".yaml"
STDIN = "-"
STDIN_NAME = "<stdin>"


def layout_files(paths: Sequence[str]) -> list[Path]:
    """Return the YAML files at paths, those of folders at any depth; each once.

    Hidden files and links are left out, unless they are named. Raises NoPack for a path
    at which nothing is, UsageError for a file that is no YAML.
    """
    found: dict[Path, None] = {}
    for text in paths:
        path = Path(text)
        if os.path.isdir(path):
            found.update(dict.fromkeys(_below(seen(path))))
        elif not os.path.lexists(path):
            raise _nothing(text)
        elif path.suffix not in (ENDING, ".yml"):
            hint = f"files of packs end in {ENDING}"
            raise UsageError(f"'{text}' is no YAML file", hint)
        else:
            found[path] = None
    return list(found)


def _nothing(text: str) -> NoPack:
    """Return the error for a path at which nothing is, perhaps the name of a pack."""
    installed = {folder.name: folder for folder in pack_folders()}
    hint = "name a file, a folder or '-'"
    if text in installed:
        hint = f"a pack is written in place, so name its folder: {installed[text]}"
    return NoPack(f"there is no '{text}'", hint)


def _below(folder: Path) -> Iterator[Path]:
    """Yield the YAML files of a folder, sorted."""
    entries = 0
    found: list[Path] = []
    for inside, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        entries += len(folders) + len(names)
        if entries > ENTRIES:
            raise LimitExceeded(f"files and folders below {folder}", ENTRIES)
        for name in names:
            path = Path(inside, name)
            is_hidden = name.startswith(".")
            if path.suffix == ENDING and not is_hidden and path.is_file():
                found += [] if path.is_symlink() else [path]
    yield from sorted(found)


def layouts(paths: Iterable[Path]) -> Iterator[FileLayout]:
    """Yield the layout of each file. Raises LimitExceeded."""
    for path in paths:
        name = str(path)
        problems: list[Diagnostic] = []
        try:
            data = read_all(open_file(path), BYTES + 1)
        except OSError as error:
            nowhere = Span(Source(name, ""), 0, 0)
            why = error.strerror or "an input or output error"
            cannot = problem("R001", nowhere, f"cannot read {name}: {why}")
            yield FileLayout(name, "", None, (cannot,))
            continue
        source = read_text(path, name, problems)
        if source is None:
            yield FileLayout(name, "", None, tuple(problems))
        else:
            yield _layout(source, data)


def layout_of_stdin(stdin: TextIO) -> FileLayout:
    """Return the layout of what a stream says. Raises LimitExceeded."""
    text = stdin.read(BYTES + 1)
    return _layout(Source(STDIN_NAME, text), text.encode("utf-8", "surrogatepass"))


def _layout(source: Source, data: bytes) -> FileLayout:
    problems: list[Diagnostic] = []
    after = formatted(source, problems)
    return FileLayout(source.name, source.text, after, tuple(problems), data)


def write_layout(layout: FileLayout) -> None:
    """Write a file in its new layout; Unusable where that cannot be done."""
    assert layout.after is not None
    replace_file(Path(layout.file), layout.data, layout.after.encode())
