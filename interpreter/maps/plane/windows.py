"""Which parts of a table are shown, so that marks can be read on a phone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor

from interpreter.boards.plane.points import INCH, Point
from interpreter.maps.plane.plan import Box, TablePlan

MOST = 12  # inches of a part each way, so that bases have room for their marks
MARGIN = 1
SMALL = 6  # inches of a part at least, where the table has them
WHOLE = 1_000  # inches of a table, or of what is known, that are drawn as one
PANELS = 16  # more are not drawn, and it is said


@dataclass(frozen=True, slots=True)
class TableWindow:
    """A part of the table, in whole inches: from `left` to `right`, `low` to `high`."""

    left: int
    low: int
    right: int
    high: int

    @property
    def wide(self) -> int:
        """How many inches it is wide."""
        return self.right - self.left

    @property
    def deep(self) -> int:
        """How many inches it is deep."""
        return self.high - self.low

    @property
    def box(self) -> Box:
        """Its rim, in grains."""
        left, low, right, high = self.left, self.low, self.right, self.high
        return left * INCH, low * INCH, right * INCH, high * INCH

    def holds(self, at: Point) -> bool:
        """Tell whether a place lies in it."""
        across = self.left * INCH <= at[0] <= self.right * INCH
        return across and self.low * INCH <= at[1] <= self.high * INCH


def whole(plan: TablePlan) -> TableWindow | None:
    """Return all of a table, without an edge all that is known of it; None where that
    is nothing, or too large to be drawn."""
    if plan.top.wide:
        return TableWindow(0, 0, ceil(plan.top.wide / INCH), ceil(plan.top.deep / INCH))
    corners = [each for *_, box in plan.pieces for each in (box[:2], box[2:])]
    places = [*plan.matters(), *corners]
    found = _around(places, MARGIN) if places else None
    fits = found is not None and max(found.wide, found.deep) <= WHOLE
    return found if fits else None


def windows(plan: TablePlan) -> list[TableWindow]:
    """Return the parts that hold all that matters, each small enough for marks; at
    most `PANELS` and one: then not all is in them. All of a small table is one."""
    table = whole(plan)
    places = sorted(set(plan.matters()))
    if table is not None and (not places or max(table.wide, table.deep) <= MOST):
        return [table]
    found: list[TableWindow] = []
    room = (MOST - 2 * MARGIN) * INCH
    while places and len(found) <= PANELS:
        lane = [each for each in places if each[0] <= places[0][0] + room]
        first = min(each[1] for each in lane)
        held = [each for each in lane if each[1] <= first + room]
        found.append(_inside(plan, _around(held, MARGIN)))
        places = [each for each in places if not found[-1].holds(each)]
    return found


def overview(plan: TablePlan, panels: Sequence[TableWindow]) -> TableWindow | None:
    """Return all of the table, where the panels do not show it."""
    table = whole(plan)
    return None if table is None or [table] == list(panels) else table


def _around(places: Iterable[Point], margin: int) -> TableWindow:
    across, along = zip(*places, strict=True)
    return TableWindow(
        floor(min(across) / INCH) - margin,
        floor(min(along) / INCH) - margin,
        ceil(max(across) / INCH) + margin,
        ceil(max(along) / INCH) + margin,
    )


def _inside(plan: TablePlan, window: TableWindow) -> TableWindow:
    """Return a part no smaller than it should be, and inside the edge of the table
    unless what it shows lies outside."""
    left, right = _grown(window.left, window.right, plan.top.wide)
    low, high = _grown(window.low, window.high, plan.top.deep)
    return TableWindow(left, low, right, high)


def _grown(start: int, stop: int, size: int) -> tuple[int, int]:
    edge = ceil(size / INCH)
    is_on = edge > 0 and start >= -MARGIN and stop <= edge + MARGIN
    more = max(SMALL - (stop - start), 0)
    start, stop = start - more // 2, stop + more - more // 2
    if not is_on:
        return start, stop
    over = max(-start, 0) - max(stop - edge, 0)
    return max(start + over, 0), min(stop + over, edge)
