"""Hexes of a board, and what lies there.

Each is called with the chart of its board in front of what the pack gives it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from interpreter.boards import facing, hexes, lines, placing
from interpreter.boards.chart import Chart
from interpreter.boards.compass import bearing
from interpreter.boards.hexes import Hex
from interpreter.values.faults import Fault


@dataclass(frozen=True, slots=True)
class HexFunction:
    """A function of hexes of one board, the `board`.

    `takes` and `gives` are `hex` or `hexes` of the board, `coarse` (a hex of the board
    into which it is grouped), `integer`, `steps` (an integer from 0), `reach` (an
    integer or none), `direction`, `point` (of the compass) or `truth`; a `?` behind
    what is given: or none.
    """

    name: str
    takes: tuple[str, ...]
    gives: str
    python: Callable[..., Any]
    says: str

    @property
    def called(self) -> str:
        """Its name among all that emitted code may call."""
        return f"hex_{self.name}"


def _rank_of_label(chart: Chart, hex_: Hex | None) -> Any:
    if hex_ is None:
        raise Fault("R704", "there is none where a value is needed")
    return chart.board.labels.order(hex_)


def _ground(chart: Chart, hex_: Hex) -> int:
    found = chart.ground_of(hex_)
    if found is None:
        name = chart.board.label(hex_)
        if hex_ in chart.board:
            raise Fault("R709", f"the scenario does not say what ground hex {name} is")
        raise Fault("R709", f"hex {name} is not on the map")
    return found


def _every(chart: Chart) -> tuple[Hex, ...]:
    found = chart.every()
    if found is None:
        raise Fault("R709", "the map of this scenario has no end")
    return found


def _region_named(chart: Chart, name: str) -> tuple[Hex, ...]:
    found = chart.regions.get(name)
    if found is None:
        said = name.replace("_", " ")
        raise Fault("R705", f"the map of this scenario has no region '{said}'")
    return found


def _clear(_: Chart, start: Hex, goal: Hex, blockers: tuple[Hex, ...]) -> bool:
    return lines.clear_line(start, goal, set(blockers).__contains__)


HEXES = (
    HexFunction(
        "distance",
        ("hex", "hex"),
        "steps",
        lambda _, a, b: hexes.distance(a, b),
        "steps from hex to hex",
    ),
    HexFunction(
        "neighbours",
        ("hex",),
        "hexes",
        lambda c, h: c.board.neighbours(h),
        "those beside it, D0 to D5",
    ),
    HexFunction(
        "neighbour",
        ("hex", "direction"),
        "hex?",
        lambda c, h, d: c.board.neighbour(h, d),
        "the one in a direction, or none",
    ),
    HexFunction(
        "direction",
        ("hex", "hex"),
        "direction?",
        lambda _, a, b: hexes.direction(a, b),
        "the way of a straight row, or none",
    ),
    HexFunction(
        "within",
        ("hex", "integer"),
        "hexes",
        lambda c, h, n: c.board.within(h, n),
        "up to that distance, the hex first",
    ),
    HexFunction(
        "ring",
        ("hex", "integer"),
        "hexes",
        lambda c, h, n: c.board.ring(h, n),
        "at just that distance",
    ),
    HexFunction(
        "group",
        ("hex",),
        "coarse",
        lambda c, h: c.group(h),
        "the hex of the coarser board that holds it",
    ),
    HexFunction(
        "members",
        ("coarse",),
        "hexes",
        lambda c, h: c.members(h),
        "the hexes of the finer board in it",
    ),
    HexFunction(
        "region",
        ("hex", "coarse", "reach"),
        "hexes",
        lambda c, h, centre, n: c.region(h, centre, n),
        "the members of all up to n from the centre; with none the hex alone",
    ),
    HexFunction(
        "line",
        ("hex", "hex"),
        "hexes",
        lambda c, a, b: c.board.kept(lines.line(a, b)),
        "what a straight line crosses, without its ends",
    ),
    HexFunction(
        "clear_line",
        ("hex", "hex", "hexes"),
        "truth",
        _clear,
        "whether none of those is on the line",
    ),
    HexFunction(
        "beyond",
        ("hex", "hex", "hex"),
        "truth",
        lambda _, a, over, b: placing.beyond(a, over, b),
        "whether the second is on a shortest way to the third",
    ),
    HexFunction(
        "away",
        ("hex", "hex"),
        "hexes",
        lambda c, a, at: c.board.kept(facing.away(a, at)),
        "those beside the second, straight away from the first",
    ),
    HexFunction(
        "away_all",
        ("hex", "hex"),
        "hexes",
        lambda c, a, at: c.board.kept(facing.away_all(a, at)),
        "all beside the second that are farther from the first",
    ),
    HexFunction(
        "whole",
        ("hex",),
        "truth",
        lambda c, h: c.board.whole(h),
        "whether the rim of the map does not cut it",
    ),
    HexFunction(
        "on_edge",
        ("hex",),
        "truth",
        lambda c, h: c.board.on_edge(h),
        "whether the map ends beside it",
    ),
    HexFunction(
        "bearing",
        ("hex", "hex"),
        "point?",
        lambda c, a, b: bearing(a, b, c.board.orientation),
        "the nearest of the eight points of the compass, or none",
    ),
)
HIDDEN_HEXES = (
    HexFunction("every", (), "hexes", _every, "every hex of the map"),
    HexFunction("ground", ("hex",), "ground", _ground, "what ground it is"),
    HexFunction("named", (), "hexes", _region_named, "a named set of the map"),
    HexFunction("order", ("hex",), "place", _rank_of_label, "where its label sorts"),
)
"""What expressions write in other ways: `every(board)`, `h.ground`, `region(name)`, and
the key of a `by`."""
