"""Plans of maps as records for JSON: what the picture shows, cell by cell or figure by
figure."""

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
                hexes=reach.hexes,
            )
            for reach in plan.reaches
        ),
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


def _hex_thing(plan: HexPlan, piece: PlacedPiece) -> outputs.HexThingOutput:
    return outputs.HexThingOutput(
        name=piece.name,
        kind=piece.kind,
        mark=piece.mark,
        of=_owner(plan, piece),
        state=_state(piece),
        hex=plan.label(piece.at),
        role=piece.role,
        faces=None if piece.facing is None else plan.way(piece.facing),
        badges=tuple(badge.said for badge in piece.badges),
    )


def _hex_report(plan: HexPlan, report: ReportedPlace) -> outputs.HexReportOutput:
    return outputs.HexReportOutput(
        number=report.number,
        to=report.to or None,
        mark=report.mark,
        says=report.said,
        is_old=report.is_old,
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
                areas=reach.hexes,
            )
            for reach in plan.reaches
        ),
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


def _area_thing(plan: AreaPlan, piece: PlacedPiece) -> outputs.AreaThingOutput:
    return outputs.AreaThingOutput(
        name=piece.name,
        kind=piece.kind,
        mark=piece.mark,
        of=_owner(plan, piece),
        state=_state(piece),
        area=plan.label(piece.at),
        role=piece.role,
        faces=None if piece.facing is None else plan.way(piece.facing),
        badges=tuple(badge.said for badge in piece.badges),
    )


def _area_report(plan: AreaPlan, report: ReportedPlace) -> outputs.AreaReportOutput:
    return outputs.AreaReportOutput(
        number=report.number,
        to=report.to or None,
        mark=report.mark,
        says=report.said,
        is_old=report.is_old,
        places=_labels(plan, report.spots),
        areas=tuple(_labels(plan, area) for area in report.areas),
    )


def _plane_map(plan: TablePlan) -> outputs.PlaneMapOutput:
    return outputs.PlaneMapOutput(
        board=plan.board,
        size=text_map.size(plan),
        things=tuple(_figure(plan, figure) for figure in plan.figures),
        reports=tuple(_plane_report(rumour) for rumour in plan.rumours),
        areas=tuple(text_map.areas(plan)),
        ways=tuple(text_map.stretches(plan)),
        ranges=tuple(text_map.circles(plan)),
    )


def _figure(plan: TablePlan, figure: TablePiece) -> outputs.FigureOutput:
    return outputs.FigureOutput(
        name=figure.name,
        kind=figure.kind,
        mark=figure.mark,
        of=_owner(plan, figure),
        state=_state(figure),
        at=text_map.place(figure.at),
        role=figure.role,
        base=None if figure.base is None else text_map.shape(figure.base),
        faces=None if figure.facing is None else text_map.way(figure.facing),
    )


def _plane_report(report: ReportedArea) -> outputs.PlaneReportOutput:
    return outputs.PlaneReportOutput(
        number=report.number,
        to=report.to or None,
        mark=report.mark,
        says=report.said,
        is_old=report.is_old,
        places=tuple(text_map.place(spot) for spot in report.spots),
        areas=tuple(text_map.shape(area) for area in report.areas),
    )


def _labels(plan: CellPlan, cells: Iterable[Hex]) -> tuple[str, ...]:
    return tuple(plan.label(cell) for cell in cells)


def _owner(plan: Plan, piece: PlacedPiece | TablePiece) -> str | None:
    return None if piece.owner is None else plan.owners[piece.owner]


def _state(piece: PlacedPiece | TablePiece) -> str:
    return "" if piece.state is None else piece.state.name
