"""What the marks of a map of a table mean: samples of them, with words."""

from collections.abc import Iterator
from types import MappingProxyType

from interpreter.boards.plane.areas import disc
from interpreter.boards.plane.points import INCH
from interpreter.maps.grounds import fill
from interpreter.maps.hex_shapes import Point as Spot
from interpreter.maps.legend import LegendEntry
from interpreter.maps.plan import states_of
from interpreter.maps.plane.plan import ReportedArea, TablePiece, TablePlan
from interpreter.maps.plane.scale import TablePaper
from interpreter.maps.plane.symbols import spot_of, token
from interpreter.maps.plane.windows import TableWindow
from interpreter.maps.svg import element, path

_SAMPLE = TablePaper(TableWindow(0, 0, 0, 0), 16.0, (0.0, 0.0))
_CIRCLES = (("7 2", "#1d2b4a"), ("2.6 2", "#8c1d18"), ("7 2 2 2", "#111111"))
_LINE: tuple[Spot, ...] = ((-13.0, 0.0), (13.0, 0.0))
WAY = MappingProxyType(
    {"stroke": "#000000", "stroke_width": "1", "stroke_dasharray": "3 2"}
)
COVERED = MappingProxyType(
    {"stroke": "#2e5a2e", "stroke_width": "1.1", "stroke_dasharray": "0.4 2.2"}
)
SOMEWHERE = MappingProxyType({"stroke": "#7a3b00", "stroke_dasharray": "5 1.6 1 1.6"})


def circle_style(owner: int | None) -> dict[str, object]:
    """Return how what a thing reaches is drawn, so that owners are told apart."""
    dashes, stroke = _CIRCLES[(owner or 0) % len(_CIRCLES)]
    return {"stroke": stroke, "stroke_width": "1", "stroke_dasharray": dashes}


def entries(plan: TablePlan) -> list[LegendEntry]:
    """Return a sample and its meaning for each mark that the picture may have."""
    return [*_figures(plan), *_lines(plan), *_grounds(plan)]


def _figures(plan: TablePlan) -> Iterator[LegendEntry]:
    owners = {each.owner for each in plan.figures if not each.role}
    base = disc((0, 0), INCH * 3 // 8)
    for owner in sorted(owners, key=lambda each: (each is None, each)):
        number = owner is not None and owner > 3
        name = "of nobody" if owner is None else plan.owners[owner]
        sample = TablePiece("", "", "", owner, (0, 0), base=base)
        said = f"{name} ({owner + 1})" if number and owner is not None else name
        yield token(plan, sample, _SAMPLE).drawn, said
    if any(each.base is None and not each.role for each in plan.figures):
        sample = TablePiece("", "", "", None, (0, 0))
        yield token(plan, sample, _SAMPLE).drawn, "no base is said"
    for role in dict.fromkeys(each.role for each in plan.figures if each.role):
        sample = TablePiece("", "", "", None, (0, 0), role)
        yield token(plan, sample, _SAMPLE).drawn, role
    for state in states_of(e.state for e in plan.figures):
        sample = TablePiece("", "", "", None, (0, 0), base=base, state=state)
        yield token(plan, sample, _SAMPLE).drawn, f"{state.name} ({state.sign})"
    arrows = [each.arrow for each in plan.figures if each.facing is not None]
    arrows += ["reported direction" for e in plan.rumours if e.facing is not None]
    if arrows:
        head = [(-4.0, -4.5), (4.0, 0.0), (-4.0, 4.5), (-4.0, -4.5)]
        yield path([head], fill="#000000"), ", ".join(dict.fromkeys(arrows))
    for old in sorted({each.is_old for each in plan.rumours}):
        rumour = ReportedArea("", "", "", "", (), is_old=old)
        said = "older report" if old else "reported"
        yield spot_of(rumour, (0, 0), _SAMPLE).drawn, said


def _lines(plan: TablePlan) -> Iterator[LegendEntry]:
    if plan.top.wide:
        yield path([_LINE], stroke="#000000", stroke_width="2.2"), "edge of the table"
    for each in {e.owner: e for e in plan.circles}.values():
        owner = "" if each.owner is None else f" of {plan.owners[each.owner]}"
        yield path([_LINE], **circle_style(each.owner)), f"reach{owner}, blocked or not"
    if any(each.areas for each in plan.rumours):
        drawn = path([_LINE], **SOMEWHERE, stroke_width="1.6")
        yield drawn, "reported somewhere inside"
    if any(each.way for each in plan.stretches):
        yield path([_LINE], **WAY), "way"
    if any(each.areas for each in plan.stretches):
        yield path([_LINE], **COVERED, stroke_linecap="round"), "covered by a thing"


def _grounds(plan: TablePlan) -> Iterator[LegendEntry]:
    found = {each.ground for each in plan.top.pieces.values()} | {plan.top.elsewhere}
    rim = {"stroke": "#77776e", "stroke_width": "0.6"}
    box: dict[str, object] = {"x": -12.0, "y": -6.0, "width": 24.0, "height": 12.0}
    for ground, name in enumerate(plan.grounds):
        if ground in found:
            yield element("rect", **box, fill=fill(plan.look(ground)), **rim), name
    if any(each.ground is None for each in plan.top.pieces.values()):
        dots = {"stroke": "#55554e", "stroke_dasharray": "0.4 2"}
        yield path([_LINE], **dots, stroke_linecap="round"), "area without ground"
