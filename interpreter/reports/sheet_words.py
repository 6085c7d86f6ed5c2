"""Sentences of a quick-reference sheet that every form of it has."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from interpreter.reports.outputs.sheets import (
    SheetAudience,
    SheetChangeOutput,
    SheetNameOutput,
    SheetOptionOutput,
    SheetOutput,
)
from interpreter.source import printed

FOR_WHOM: Mapping[SheetAudience, str] = MappingProxyType(
    {"players": "players", "judge": "the judge"}
)


MOST_OPTIONS = 12
"""Options at their default that are listed."""
NEW = "nothing"
"""What was there where something is new."""


def was_text(was: str, by: str) -> str:
    """Return what was there before, and who changed it."""
    if was == NEW:
        return f"new ({by})"
    return f"was {was} ({by})" if was else f"changed ({by})"


def change_text(change: SheetChangeOutput) -> str:
    """Return a change of a house rule on one line."""
    if change.kind == "removed":
        was = f", was {change.was}" if change.was else ""
        return f"{change.what}: removed{was} ({change.by})"
    if change.kind == "new":
        return f"{change.what}, new: {change.now or 'see there'} ({change.by})"
    was = f"was {change.was}, " if change.was else ""
    now = f"now {change.now}" if change.now else "changed"
    return f"{change.what}: {was}{now} ({change.by})"


def set_otherwise(sheet: SheetOutput) -> list[str]:
    """Return a line for each option that is not at its default."""
    return [
        f"{option.title or option.name}: {option.value} (otherwise {option.default})"
        + (f", added by {option.by}" if option.by else "")
        for option in sheet.options
        if option.value != option.default
    ]


def at_default(sheet: SheetOutput) -> list[str]:
    """Return the other options: those that overlays added, one line for each of these,
    then the ruleset's own, or how many there are."""
    rest = [option for option in sheet.options if option.value == option.default]
    lines = []
    for by in dict.fromkeys(option.by for option in rest if option.by):
        listed = _listed(option for option in rest if option.by == by)
        lines.append(f"Added by {by}, as it has them: {listed}.")
    own = [option for option in rest if not option.by]
    if len(own) > MOST_OPTIONS:
        lines.append(
            f"{len(own)} options are as the rules have them. To see them: umpire show "
            f"{sheet.typed} options"
        )
    elif own:
        lines.append(f"As the rules have them: {_listed(own)}.")
    return lines


def _listed(options: Iterable[SheetOptionOutput]) -> str:
    return "; ".join(f"{option.name}: {option.value}" for option in options)


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
        names = "; ".join(map(_left_out, sheet.left_out))
        command = f"umpire show {sheet.typed} {sheet.left_out[0].name}"
        lines.append(
            "Not here, because few rules read it, it is long, or it works something "
            f"out: {names}. To see one: {command}"
        )
    if sheet.audience == "players":
        lines.append("What only the judge may know is not on this sheet.")
    return lines


def _left_out(name: SheetNameOutput) -> str:
    """Return a title with the name that `show` takes."""
    is_name = printed(name.name).casefold() == name.title.casefold()
    return name.name if is_name else f"{name.title} ({name.name})"
