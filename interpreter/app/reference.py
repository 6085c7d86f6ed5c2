"""The pages of the reference, by the names of steps, clauses and functions.

`tools/generate.py` writes them from the records of verbs and functions, with examples
that it runs; here they are only read.
"""

from pathlib import Path
from types import MappingProxyType
from typing import Final

from interpreter.diagnostics import did_you_mean
from interpreter.reports.outputs.checks import PageKind, ReferencePageOutput
from interpreter.source import printed, same_name

PAGES: Final = Path(__file__).resolve().parent.parent / "reference"
FOLDERS: Final = MappingProxyType[PageKind, str](
    {"step": "steps", "clause": "clauses", "function": "functions"}
)


BEGIN: Final = "A ruleset with it:"
"""Where the example of a problem begins on its page."""


def page_names() -> list[str]:
    """Return the names of all steps, clauses and functions that have a page."""
    return [file.stem for folder in FOLDERS.values() for file in _files(folder)]


def reference_pages(name: str) -> tuple[ReferencePageOutput, ...]:
    """Return the pages of a name, which is a step's, a clause's, a function's or of
    several; () for any other."""
    wanted = name.strip().replace(" ", "_")
    return tuple(
        ReferencePageOutput(
            kind=kind, name=printed(file.stem), text=file.read_text(encoding="utf-8")
        )
        for kind, folder in FOLDERS.items()
        for file in _files(folder)
        if file.stem == wanted
    )


def near_page(name: str) -> str:
    """Return which step, clause or function may be meant, or ""."""
    return did_you_mean(name, page_names())


def names_of_kind(name: str) -> tuple[str, ...]:
    """Return the names of all steps, clauses or functions, where that is asked for; ()
    for any other name."""
    return tuple(
        file.stem
        for folder in FOLDERS.values()
        for file in _files(folder)
        if same_name(folder, name)
    )


def example_of(code: str) -> str:
    """Return a ruleset that has a problem, and what the checker says of it, as lines of
    text; "" if the reference has none."""
    file = PAGES / "problems" / f"{code}.md"
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    _, mark, rest = text.partition(BEGIN)
    lines: list[str] = []
    inside = False
    for line in f"{mark}{rest}".splitlines()[:-1]:
        if line.startswith("```"):
            inside = not inside
        else:
            lines.append(f"    {line}".rstrip() if inside else line.replace("`", "'"))
    kept = [line for at, line in enumerate(lines) if line or lines[at - 1 : at] != [""]]
    return "\n".join(kept).strip()


def _files(folder: str) -> list[Path]:
    return sorted((PAGES / folder).glob("*.md"))
