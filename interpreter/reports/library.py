"""Packs that are installed, and what came of installing one, as text."""

from collections.abc import Sequence
from pathlib import Path

from interpreter.diagnostics import Diagnostic
from interpreter.reports.colour import PLAIN, Paint, clean
from interpreter.reports.diagnostics import summary
from interpreter.reports.outputs.library import InstallOutput
from interpreter.reports.outputs.packs import PackOutput
from interpreter.reports.text_layout import columns
from interpreter.ruleset.finding import seen

SHOWN = 8  # files that are left out
NOT_STATED = "not stated"
SHORT_HASH = 12  # digits that are shown in a table


def packs_text(packs: Sequence[PackOutput], cells: int) -> str:
    """Return a table of packs: name, title and folder; and one of those that the user
    has installed."""
    rows = [["pack", "title", "folder"]]
    rows += [
        [clean(pack.name), clean(pack.title), clean(str(seen(Path(pack.folder))))]
        for pack in packs
    ]
    lines = columns(rows, indent="", cells=cells)
    stored = [(pack, pack.library) for pack in packs if pack.library is not None]
    if not stored:
        return "\n".join(lines)
    rows = [["installed", "version", "licence", "hash", "files", "from"]]
    for pack, known in stored:
        rows.append(
            [
                clean(pack.name),
                clean(known.version) or NOT_STATED,
                clean(known.licence) or NOT_STATED,
                known.hash[:SHORT_HASH] or "lost",
                "intact" if known.intact else "CHANGED",
                clean(known.installed_from),
            ]
        )
    return "\n".join([*lines, "", *columns(rows, indent="", cells=cells)])


def install_text(
    found: InstallOutput, problems: Sequence[Diagnostic], paint: Paint = PLAIN
) -> str:
    """Return what a pack states of itself, its hash, and what the check says."""
    title = f": {clean(found.title)}" if found.title else ""
    rows = [
        ("version", found.version or NOT_STATED),
        ("licence", found.licence or NOT_STATED),
        ("credits", found.credits or NOT_STATED),
        ("source", found.source or NOT_STATED),
        ("from", found.installed_from),
        ("hash", found.hash),
        ("files", f"{found.files:,}"),
        ("check", f"{summary(problems)} under the default options"),
    ]
    if found.left_out:
        more = " ..." if found.left_out[SHOWN:] else ""
        listed = ", ".join(found.left_out[:SHOWN])
        rows.append(("left out", f"{len(found.left_out):,}: {listed}{more}"))
    lines = [f"{paint.bold(clean(found.name))}{title}"]
    lines += [f"  {paint.mild(name.ljust(8))}  {clean(text)}" for name, text in rows]
    where = f"'{clean(found.name)}' is {found.outcome}"
    if found.outcome != "not installed":
        where += f": {clean(found.folder)}"
    return "\n".join([*lines, where])
