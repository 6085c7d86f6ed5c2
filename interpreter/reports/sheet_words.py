"""Sentences of a quick-reference sheet that every form of it has."""

from collections.abc import Mapping
from types import MappingProxyType

from interpreter.reports.outputs.sheets import (
    SheetAudience,
    SheetChangeOutput,
    SheetOutput,
)

FOR_WHOM: Mapping[SheetAudience, str] = MappingProxyType(
    {"players": "players", "judge": "the judge"}
)


NEW = "nothing"
"""What was there where something is new."""


def was_text(was: str, by: str) -> str:
    """Return what was there before, and who changed it."""
    if was == NEW:
        return f"new ({by})"
    return f"was {was} ({by})" if was else f"changed ({by})"


def change_text(change: SheetChangeOutput) -> str:
    """Return a change of a house rule on one line."""
    was = f"was {change.was}, " if change.was else ""
    now = f"now {change.now}" if change.now else "changed"
    return f"{change.what}: {was}{now} ({change.by})"


def set_otherwise(sheet: SheetOutput) -> list[str]:
    """Return a line for each option that is not at its default."""
    return [
        f"{option.title or option.name}: {option.value} (otherwise {option.default})"
        for option in sheet.options
        if option.value != option.default
    ]


def at_default(sheet: SheetOutput) -> str:
    """Return the other options on one line, or ""."""
    rest = [
        f"{option.name}: {option.value}"
        for option in sheet.options
        if option.value == option.default
    ]
    return f"As the rules have them: {'; '.join(rest)}." if rest else ""


def legend(sheet: SheetOutput) -> list[str]:
    """Return what the marks and figures mean, as far as the sheet has them."""
    blocks = [block for part in sheet.parts for block in part.blocks]
    rows = [row for block in blocks for row in block.rows]
    lines = []
    if any(block.chance_heads for block in blocks):
        text = "A percentage is the chance of a row on the dice alone"
        if any(len(block.chance_heads) > 1 for block in blocks):
            text += "; 'at -2' is the chance with -2 in all added to them"
        lines.append(f"{text}. Chances are exact and rounded here.")
    if any(block.worth for block in blocks):
        lines.append(
            "+14% beside a modifier: with this row alone, what is named above it "
            "happens 14 times more in a hundred."
        )
    if any(row.by for row in rows) or any(block.by for block in blocks):
        lines.append("▲ is changed by a house rule or an option.")
    return lines


def figures_note(sheet: SheetOutput) -> list[str]:
    """Return the sentence on figures that are not of the source, if there are any."""
    rows = [row for part in sheet.parts for block in part.blocks for row in block.rows]
    if any(row.is_house_figure for row in rows):
        return ["° is a figure of the author of these files, not of the book."]
    return []


def left_out_note(sheet: SheetOutput) -> list[str]:
    """Return what is not on the sheet and how to see it."""
    lines = []
    if sheet.left_out:
        names = "; ".join(block.title for block in sheet.left_out)
        first = sheet.left_out[0].name
        command = f"umpire show {sheet.typed} {first}"
        lines.append(
            "Not here, because few rules read it, it is long, or it works something "
            f"out: {names}. To see one: {command}"
        )
    if sheet.audience == "players":
        lines.append("What only the judge may know is not on this sheet.")
    return lines
