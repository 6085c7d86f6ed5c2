"""What the marks of a picture mean: samples of them, with words."""

from collections.abc import Iterator, Sequence

from interpreter.maps import counters, words
from interpreter.maps.counters import ALSO, OLD, REPORTED, CounterSymbol, Pile
from interpreter.maps.grounds import fill
from interpreter.maps.hex_shapes import HexPaper, Point
from interpreter.maps.panel import OFFERED, reach_styles, zone_styles
from interpreter.maps.plan import STAR, CellPlan, HexPlan, states_of
from interpreter.maps.svg import element, path, text, width
from interpreter.maps.windows import HexWindow

SIZE, LINE = 8.5, 16.0  # of letters, from line to line
SAMPLE = 30.0  # room for a sample
GAP = 12.0

LegendEntry = tuple[str, str]
"""A sample drawn about the point (0, 0), and what it means."""


def entries(plan: HexPlan, shown: Sequence[HexWindow]) -> list[LegendEntry]:
    """Return a sample and its meaning for each mark that the picture may have."""
    return [*things(plan), *_lines(plan), *_grounds(plan, shown)]


def things(plan: CellPlan) -> Iterator[LegendEntry]:
    """Yield samples of what may be at a place."""
    owners = sorted(
        {each.owner for each in plan.pieces},
        key=lambda each: (each is None, each),
    )
    for owner in owners:
        name = "of nobody" if owner is None else plan.owners[owner]
        yield _sample(Pile(owner, "", (CounterSymbol("Ab", name),))), name
    if any(each.role for each in plan.pieces):
        role = ", ".join(dict.fromkeys(e.role for e in plan.pieces if e.role))
        owner = next(each.owner for each in plan.pieces if each.role)
        yield _sample(Pile(owner, ALSO, (CounterSymbol(f"Ab{STAR}", role),))), role
    for state in states_of(e.state for e in plan.pieces):
        token = CounterSymbol(f"Ab{state.sign}", state.name)
        yield _sample(Pile(None, "", (token,))), state.name
    badges = {b.said.rstrip("-0123456789 "): b for e in plan.pieces for b in e.badges}
    carried = [name for name in badges if name.startswith("with ")]
    for name in sorted(badges.keys() - set(carried)):
        sign = badges[name].sign
        yield counters.disc((0.0, 0.0), 5.5, sign), name
    if carried:
        yield counters.disc((0.0, 0.0), 5.5, badges[carried[0]].sign), "who is with it"
    arrows = [each.arrow for each in plan.pieces if each.facing is not None]
    arrows += ["reported direction" for e in plan.reports if e.facing is not None]
    if arrows:
        head = [(-4.0, -4.5), (4.0, 0.0), (-4.0, 4.5), (-4.0, -4.5)]
        yield path([head], fill="#000000"), ", ".join(dict.fromkeys(arrows))
    if any(not each.is_old for each in plan.reports):
        yield (
            _sample(Pile(None, REPORTED, (CounterSymbol("?2", "report"),))),
            "reported, and when",
        )
    if any(each.is_old for each in plan.reports):
        yield _sample(Pile(None, OLD, (CounterSymbol("?1", "report"),))), "older report"


def _sample(pile: Pile) -> str:
    return counters.pile((0.0, 0.0), 24.0, 11.0, pile)


def _lines(plan: HexPlan) -> Iterator[LegendEntry]:
    line: list[Point] = [(-13.0, 0.0), (13.0, 0.0)]
    if plan.coarser:
        size = f" ({plan.across[1]})" if plan.across[1] else ""
        drawn = path([line], stroke="#5b4a2f", stroke_width="1.8")
        yield drawn, f"border of {plan.coarser}{size}"
    if plan.chart.board.sheet is not None:
        yield path([line], stroke="#000000", stroke_width="2.6"), "edge of the map"
    for said, style in reach_styles(plan).items():
        yield path([line], **style), f"{said}, blocked or not"
    for said, style in zone_styles(plan).items():
        yield path([line], **style), said
    if plan.offered:
        yield path([line], **OFFERED), "to choose from"
    if any(each.areas for each in plan.reports):
        dashes = {"stroke": "#7a3b00", "stroke_width": "1.6"}
        drawn = path([line], **dashes, stroke_dasharray="5 1.6 1 1.6")
        yield drawn, "reported somewhere inside"
    lettered = words.lettered(plan)
    if any(each.is_way for each in lettered):
        dashes = {"stroke": "#000000", "stroke_width": "1"}
        yield path([line], **dashes, stroke_dasharray="3 2"), "way"
    if any(not each.is_way for each in lettered):
        dots = {"stroke": "#2e5a2e", "stroke_width": "1.1"}
        drawn = path([line], **dots, stroke_dasharray="0.4 2.2", stroke_linecap="round")
        yield drawn, "rim of a lettered area"


def _grounds(plan: HexPlan, shown: Sequence[HexWindow]) -> Iterator[LegendEntry]:
    found = {plan.ground(each) for window in shown for each in window.hexes}
    orientation = plan.chart.board.orientation
    shape = HexPaper(orientation, 8.0).corners((0, 0))
    for ground, name in enumerate(plan.grounds):
        if ground in found:
            style = {"stroke": "#77776e", "stroke_width": "0.6"}
            yield (
                path([[*shape, shape[0]]], fill=fill(plan.looks[ground]), **style),
                name,
            )


def flowed(found: Sequence[LegendEntry], left: float, room: float) -> tuple[str, float]:
    """Return the entries side by side in as many lines as they need, drawn from the
    height 0 on, and how high they are."""
    drawn = []
    x, y = left, LINE / 2
    most = int((room - SAMPLE - GAP) / width("m", SIZE))
    for sample, meaning in found:
        said = meaning if len(meaning) <= most else f"{meaning[: most - 3]}..."
        wide = SAMPLE + width(said, SIZE) + GAP
        if x > left and x + wide > left + room:
            x, y = left, y + LINE
        drawn.append(
            element("g", sample, transform=f"translate({x + SAMPLE / 2:.1f} {y:.1f})")
        )
        drawn.append(text((x + SAMPLE + 2, y + SIZE * 0.36), said, SIZE))
        x += wide
    return "".join(drawn), y + LINE / 2 if found else 0.0
