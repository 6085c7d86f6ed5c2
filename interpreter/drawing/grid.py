"""Plans as text: hexes in rows of letters, and what is where in words."""

import textwrap
from collections.abc import Iterator, Sequence

from interpreter.boards.compass import Orientation
from interpreter.boards.hexes import Hex
from interpreter.drawing import words
from interpreter.drawing.grounds import symbol
from interpreter.drawing.plan import Plan
from interpreter.drawing.windows import PANELS, Window, windows

CELLS = 80  # of a line
WIDEST = 6  # letters in a hex, so that a panel fits into a line


def map_text(plans: Sequence[Plan]) -> str:
    """Return maps as lines of at most 80 letters."""
    if not plans:
        return "there is no map here"
    return "\n\n".join("\n".join(_lines(each)) for each in plans)


def sketch(plans: Sequence[Plan]) -> str:
    """Return only the hexes of maps and what the marks mean: for who reads beside it
    what he knows."""
    return "\n\n".join(
        "\n".join([*_drawn(each), *_folded(_named(each))]) for each in plans
    )


def _lines(plan: Plan) -> Iterator[str]:
    yield from _drawn(plan)
    for head, lines in words.lists(plan):
        yield ""
        yield head
        for line in lines:
            yield from _folded(f"  {line}")


def _drawn(plan: Plan) -> Iterator[str]:
    shown = windows(plan)
    yield from _folded(words.heading(plan))
    yield from _folded(f"{words.extent(plan, shown)} North is up.")
    for each in shown[:PANELS]:
        yield ""
        if len(shown) > 1:
            yield f"{words.span(plan, each)}:"
        lines = grid(plan, each)
        fits = all(len(line) <= CELLS for line in lines)
        yield from lines if fits else ["  too wide to be drawn with letters"]
    yield ""
    yield from _folded(_key(plan, shown))


def _named(plan: Plan) -> str:
    """Return which mark is whose."""
    pairs = dict.fromkeys((each.mark, each.name) for each in plan.pieces)
    return ", ".join(f"{mark} {name}" for mark, name in pairs)


def grid(plan: Plan, window: Window) -> list[str]:
    """Return a window as lines: in each hex its label, and below what stands there, or
    else its ground; every other line is pushed by half a hex as on paper."""
    held = contents(plan, window)
    texts = [plan.label(each) for each in window.hexes]
    wide = max([len(each) for each in (*texts, *held.values())], default=0) + 2
    sides_up = plan.chart.board.orientation is Orientation.SIDES_UP
    step = wide if sides_up else (wide + 1) // 2
    spots = {
        each: (each[0], 2 * each[1] + each[0])
        if sides_up
        else (2 * each[0] + each[1], 2 * each[1])
        for each in window.hexes
    }
    left = min((x for x, _ in spots.values()), default=0)
    top = min((y for _, y in spots.values()), default=0)
    lines: dict[int, str] = {}
    for hex_, (x, y) in sorted(spots.items(), key=lambda each: each[1][0]):
        for down, said in enumerate((plan.label(hex_), held[hex_])):
            at = y - top + down
            lines[at] = lines.get(at, "").ljust(2 + (x - left) * step) + said
    return [lines.get(at, "").rstrip() for at in range(max(lines, default=-1) + 1)]


def contents(plan: Plan, window: Window) -> dict[Hex, str]:
    """Return what a map of text shows in each hex: the marks of what is there."""
    found: dict[Hex, list[str]] = {each: [] for each in window.hexes}
    for piece in plan.pieces:
        if piece.at in found:
            found[piece.at].append(piece.mark)
    for report in plan.reports:
        for spot in report.marked:
            if spot in found:
                found[spot].append(report.mark)
    return {at: _brief(marks) or _ground(plan, at) for at, marks in found.items()}


def _brief(marks: list[str]) -> str:
    """Return marks in as many letters as a hex has."""
    said = " ".join(marks)
    if len(said) <= WIDEST:
        return said
    more = f"+{len(marks) - 1}" if len(marks) > 1 else ""
    return f"{marks[0][: WIDEST - len(more)]}{more}"


def _ground(plan: Plan, at: Hex) -> str:
    ground = plan.ground(at)
    if ground is None or ground >= len(plan.looks):
        return "."
    return symbol(plan.looks[ground]) * 2


def _key(plan: Plan, shown: Sequence[Window]) -> str:
    """Return what the signs of the ground mean, and the marks."""
    found = {plan.ground(each) for window in shown for each in window.hexes}
    said = [
        f"{symbol(plan.looks[at]) * 2} {name}"
        for at, name in enumerate(plan.grounds)
        if at in found
    ]
    return "; ".join([*said, "?1 a report; +2 two more"])


def _folded(line: str) -> list[str]:
    indent = " " * (len(line) - len(line.lstrip()))
    more = f"{indent}  "
    return textwrap.wrap(
        line, CELLS, initial_indent="", subsequent_indent=more, break_long_words=False
    ) or [""]
