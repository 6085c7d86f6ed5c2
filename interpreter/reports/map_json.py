"""Plans of maps as JSON: what the picture shows, hex by hex or figure by figure."""

from collections.abc import Iterable

from interpreter.boards.hexes import Hex
from interpreter.maps import words
from interpreter.maps.plan import (
    AreaPlan,
    CellPlan,
    HexPlan,
    PlacedPiece,
    ReportedPlace,
)
from interpreter.maps.plane import text_map
from interpreter.maps.plane.plan import Plan, ReportedArea, TablePiece, TablePlan
from interpreter.reports.values import fraction_text


def map_json(seat: str, plans: Iterable[Plan]) -> dict[str, object]:
    """Return maps as JSON; hexes by their labels, places in inches as printed."""
    every = list(plans)
    areas = [_area_map(each) for each in every if isinstance(each, AreaPlan)]
    return {
        "seat": seat,
        "maps": [_plan(each) for each in every if isinstance(each, HexPlan)],
        "tables": [_table(each) for each in every if isinstance(each, TablePlan)],
        **({"area_maps": areas} if areas else {}),
    }


def _area_map(plan: AreaPlan) -> dict[str, object]:
    """Return what every map has, and the links between the areas."""
    return {
        **_plan(plan),
        "links": [
            {
                "from": plan.label((link.start, 0)),
                "to": plan.label((link.goal, 0)),
                "cost": fraction_text(link.cost),
                "one_way": link.one_way,
            }
            for link in plan.chart.map.links
        ],
    }


def _plan(plan: CellPlan) -> dict[str, object]:
    one, many = plan.nouns
    return {
        "board": plan.board,
        "across": plan.across[0],
        "things": [_piece(plan, each) for each in plan.pieces],
        "reports": [_report(plan, each) for each in plan.reports],
        "areas": [
            {
                "name": each.name,
                "role": each.role,
                "is_way": each.is_way,
                many: _labels(plan, each.hexes),
            }
            for each in words.lettered(plan)
        ],
        "ranges": [
            {
                "name": each.name,
                "role": each.role,
                "from": plan.label(each.centre),
                many: each.hexes,
            }
            for each in plan.reaches
        ],
        "zones": [
            {"name": each.name, "role": each.role, many: _labels(plan, each.hexes)}
            for each in plan.zones
        ],
        "offered": _labels(plan, plan.offered),
        "places": [
            {one: plan.label(each), "is": words.where(plan, each)}
            for each in sorted(plan.matters(), key=plan.order)
        ],
    }


def _piece(plan: CellPlan, piece: PlacedPiece) -> dict[str, object]:
    facing = piece.facing
    return {
        **_thing(plan, piece),
        plan.nouns[0]: plan.label(piece.at),
        "role": piece.role,
        "faces": None if facing is None else plan.way(facing),
        "badges": [each.said for each in piece.badges],
    }


def _report(plan: CellPlan, report: ReportedPlace) -> dict[str, object]:
    many = plan.nouns[1]
    return {
        **_claim(report),
        "places" if many == "areas" else many: _labels(plan, report.spots),
        "areas": [_labels(plan, each) for each in report.areas],
    }


def _labels(plan: CellPlan, hexes: Iterable[Hex]) -> list[str]:
    return [plan.label(each) for each in hexes]


def _table(plan: TablePlan) -> dict[str, object]:
    return {
        "board": plan.board,
        "size": text_map.size(plan),
        "things": [_figure(plan, each) for each in plan.figures],
        "reports": [_rumour(each) for each in plan.rumours],
        "areas": list(text_map.areas(plan)),
        "ways": list(text_map.stretches(plan)),
        "ranges": list(text_map.circles(plan)),
    }


def _figure(plan: TablePlan, figure: TablePiece) -> dict[str, object]:
    facing = figure.facing
    return {
        **_thing(plan, figure),
        "at": text_map.place(figure.at),
        "role": figure.role,
        "base": None if figure.base is None else text_map.shape(figure.base),
        "faces": None if facing is None else text_map.way(facing),
    }


def _rumour(rumour: ReportedArea) -> dict[str, object]:
    return {
        **_claim(rumour),
        "places": [text_map.place(each) for each in rumour.spots],
        "areas": [text_map.shape(each) for each in rumour.areas],
    }


def _thing(plan: Plan, one: PlacedPiece | TablePiece) -> dict[str, object]:
    """Return what is said of a thing on every kind of map."""
    return {
        "name": one.name,
        "kind": one.kind,
        "mark": one.mark,
        "of": None if one.owner is None else plan.owners[one.owner],
        "state": "" if one.state is None else one.state.name,
    }


def _claim(one: ReportedPlace | ReportedArea) -> dict[str, object]:
    """Return what is said of a claim on every kind of map."""
    return {
        "number": one.number,
        "to": one.to or None,
        "mark": one.mark,
        "says": one.said,
        "is_old": one.is_old,
    }
