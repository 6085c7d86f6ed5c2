"""Plans of maps as JSON: what the picture shows, hex by hex."""

from collections.abc import Iterable

from interpreter.boards.hexes import Hex
from interpreter.drawing import words
from interpreter.drawing.plan import Piece, Plan, Report


def map_json(seat: str, plans: Iterable[Plan]) -> dict[str, object]:
    """Return maps as JSON; hexes by their labels."""
    return {"seat": seat, "maps": [_plan(each) for each in plans]}


def _plan(plan: Plan) -> dict[str, object]:
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
                "hexes": _labels(plan, each.hexes),
            }
            for each in words.lettered(plan)
        ],
        "ranges": [
            {
                "name": each.name,
                "role": each.role,
                "from": plan.label(each.centre),
                "hexes": each.hexes,
            }
            for each in plan.reaches
        ],
        "places": [
            {"hex": plan.label(each), "is": words.where(plan, each)}
            for each in sorted(plan.matters(), key=plan.order)
        ],
    }


def _piece(plan: Plan, piece: Piece) -> dict[str, object]:
    facing = piece.facing
    return {
        "name": piece.name,
        "kind": piece.kind,
        "mark": piece.mark,
        "of": None if piece.owner is None else plan.owners[piece.owner],
        "hex": plan.label(piece.at),
        "role": piece.role,
        "faces": None if facing is None else words.way(plan, facing),
    }


def _report(plan: Plan, report: Report) -> dict[str, object]:
    return {
        "number": report.number,
        "to": report.to or None,
        "mark": report.mark,
        "says": report.said,
        "is_old": report.is_old,
        "hexes": _labels(plan, report.spots),
        "areas": [_labels(plan, each) for each in report.areas],
    }


def _labels(plan: Plan, hexes: Iterable[Hex]) -> list[str]:
    return [plan.label(each) for each in hexes]
