"""Plans of maps as records for JSON: what the picture shows, cell by cell or figure by
figure."""

from collections.abc import Iterable
from typing import Any, TypedDict

from interpreter.boards.protocol import Place
from interpreter.maps import words
from interpreter.maps.plan import (
    AnyPiece,
    AnyPlan,
    AnyReport,
    AreaPlan,
    BoardPlan,
    CellPiece,
    CellReport,
    HexPlan,
)
from interpreter.maps.plane import text_map
from interpreter.maps.plane.plan import Plan, TablePiece, TablePlan, TableReport
from interpreter.reports.outputs import maps as outputs
from interpreter.reports.outputs.encoding import ABSENT
from interpreter.reports.values import fraction_text


def map_output(seat: str, plans: Iterable[Plan]) -> outputs.MapOutput:
    """Return maps as the record for JSON; cells by their labels, places in inches as
    printed."""
    every = list(plans)
    areas = tuple(_area_map(plan) for plan in every if isinstance(plan, AreaPlan))
    return outputs.MapOutput(
        seat=seat,
        maps=tuple(_hex_map(plan) for plan in every if isinstance(plan, HexPlan)),
        tables=tuple(_plane_map(plan) for plan in every if isinstance(plan, TablePlan)),
        area_maps=areas or ABSENT,
    )


def _hex_map(plan: HexPlan) -> outputs.HexMapOutput:
    return outputs.HexMapOutput(
        board=plan.board,
        across=plan.across[0],
        things=tuple(_hex_thing(plan, piece) for piece in plan.pieces),
        reports=tuple(_hex_report(plan, report) for report in plan.reports),
        areas=tuple(
            outputs.HexRegionOutput(
                name=region.name,
                role=region.role,
                is_way=region.is_way,
                hexes=_labels(plan, region.hexes),
            )
            for region in words.lettered(plan)
        ),
        ranges=tuple(
            outputs.HexRangeOutput(
                name=reach.name,
                role=reach.role,
                from_=plan.label(reach.centre),
                hexes=reach.far,
            )
            for reach in plan.reaches
        ),
        pointers=_pointers(plan),
        zones=tuple(
            outputs.HexZoneOutput(
                name=zone.name, role=zone.role, hexes=_labels(plan, zone.hexes)
            )
            for zone in plan.zones
        ),
        offered=_labels(plan, plan.offered),
        places=tuple(
            outputs.HexPlaceOutput(hex=plan.label(hex_), is_=words.where(plan, hex_))
            for hex_ in sorted(plan.matters(), key=plan.order)
        ),
    )


def _hex_thing(plan: HexPlan, piece: CellPiece) -> outputs.HexThingOutput:
    return outputs.HexThingOutput(
        **_thing(plan, piece),
        hex=plan.label(piece.at),
        role=piece.role,
        faces=None if piece.facing is None else plan.way(piece.facing),
        badges=tuple(badge.text for badge in piece.badges),
    )


def _hex_report(plan: HexPlan, report: CellReport) -> outputs.HexReportOutput:
    return outputs.HexReportOutput(
        **_report(report),
        hexes=_labels(plan, report.spots),
        areas=tuple(_labels(plan, area) for area in report.areas),
    )


def _area_map(plan: AreaPlan) -> outputs.AreaMapOutput:
    """Return what every map has, and the links between the areas."""
    return outputs.AreaMapOutput(
        board=plan.board,
        across=plan.across[0],
        things=tuple(_area_thing(plan, piece) for piece in plan.pieces),
        reports=tuple(_area_report(plan, report) for report in plan.reports),
        areas=tuple(
            outputs.AreaRegionOutput(
                name=region.name,
                role=region.role,
                is_way=region.is_way,
                areas=_labels(plan, region.hexes),
            )
            for region in words.lettered(plan)
        ),
        ranges=tuple(
            outputs.AreaRangeOutput(
                name=reach.name,
                role=reach.role,
                from_=plan.label(reach.centre),
                areas=reach.far,
            )
            for reach in plan.reaches
        ),
        pointers=_pointers(plan),
        zones=tuple(
            outputs.AreaZoneOutput(
                name=zone.name, role=zone.role, areas=_labels(plan, zone.hexes)
            )
            for zone in plan.zones
        ),
        offered=_labels(plan, plan.offered),
        places=tuple(
            outputs.AreaPlaceOutput(area=plan.label(cell), is_=words.where(plan, cell))
            for cell in sorted(plan.matters(), key=plan.order)
        ),
        links=tuple(
            outputs.AreaLinkOutput(
                from_=plan.label((link.start, 0)),
                to=plan.label((link.goal, 0)),
                cost=fraction_text(link.cost),
                one_way=link.one_way,
            )
            for link in plan.chart.map.links
        ),
    )


def _area_thing(plan: AreaPlan, piece: CellPiece) -> outputs.AreaThingOutput:
    return outputs.AreaThingOutput(
        **_thing(plan, piece),
        area=plan.label(piece.at),
        role=piece.role,
        faces=None if piece.facing is None else plan.way(piece.facing),
        badges=tuple(badge.text for badge in piece.badges),
    )


def _area_report(plan: AreaPlan, report: CellReport) -> outputs.AreaReportOutput:
    return outputs.AreaReportOutput(
        **_report(report),
        places=_labels(plan, report.spots),
        areas=tuple(_labels(plan, area) for area in report.areas),
    )


def _plane_map(plan: TablePlan) -> outputs.PlaneMapOutput:
    return outputs.PlaneMapOutput(
        board=plan.board,
        size=plan.measure,
        things=tuple(_figure(plan, piece) for piece in plan.pieces),
        reports=tuple(_plane_report(plan, report) for report in plan.reports),
        areas=tuple(text_map.areas(plan)),
        ways=tuple(text_map.extents(plan)),
        ranges=tuple(text_map.reaches(plan)),
        pointers=_pointers(plan),
    )


def _figure(plan: TablePlan, piece: TablePiece) -> outputs.FigureOutput:
    return outputs.FigureOutput(
        **_thing(plan, piece),
        at=plan.label(piece.at),
        role=piece.role,
        base=None if piece.base is None else text_map.shape(piece.base),
        faces=None if piece.facing is None else text_map.way(piece.facing),
    )


def _plane_report(plan: TablePlan, report: TableReport) -> outputs.PlaneReportOutput:
    return outputs.PlaneReportOutput(
        **_report(report),
        places=_labels(plan, report.spots),
        areas=tuple(text_map.shape(area) for area in report.areas),
    )


class _ThingKeys(TypedDict):
    name: str
    kind: str
    mark: str
    of: str | None
    state: str


class _ReportKeys(TypedDict):
    number: str
    to: str | None
    mark: str
    says: str
    is_old: bool


def _thing(plan: AnyPlan, piece: AnyPiece) -> _ThingKeys:
    """Return what is said of a thing on every kind of board."""
    return {
        "name": piece.name,
        "kind": piece.kind,
        "mark": piece.mark,
        "of": None if piece.owner is None else plan.owner_of(piece),
        "state": "" if piece.state is None else piece.state.name,
    }


def _report(report: AnyReport) -> _ReportKeys:
    """Return what is said of a claim on every kind of board."""
    return {
        "number": report.number,
        "to": report.to or None,
        "mark": report.mark,
        "says": report.said,
        "is_old": report.is_old,
    }


def _pointers(plan: AnyPlan) -> tuple[outputs.MapPointerOutput, ...]:
    return tuple(
        outputs.MapPointerOutput(name=pointer.name, role=pointer.role, to=pointer.to)
        for pointer in plan.pointers
    )


def _labels(plan: BoardPlan[Place, Any], places: Iterable[Place]) -> tuple[str, ...]:
    return tuple(plan.label(place) for place in places)
