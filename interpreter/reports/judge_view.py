"""All that is there, for the judge: each field with the seats that see it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from interpreter.engine.stops import GameState
from interpreter.reports.claims import claims_json, told_text
from interpreter.reports.colour import clean
from interpreter.reports.entities import listed
from interpreter.reports.values import ValueNames, spaced, to_json, to_text
from interpreter.reports.views import TO_OTHERS
from interpreter.reports.waiting import CALL, Said, of_the_call, waiting_text
from interpreter.semantics.declarations import CHARTS, WAITING, Declarations
from interpreter.values.claims import STORE
from interpreter.values.moments import shape
from interpreter.views.views import View, ViewedEntity

JUDGE_NAME = "judge"
Knowing = Mapping[tuple[str, int, str], tuple[str, ...]]
"""Who sees a field, by (kind, number, field)."""


@dataclass(frozen=True, slots=True)
class JudgeView:
    """What is true in a game, and who knows what of it; `labels` are those by which
    others know what is masked, by (kind, number)."""

    declared: Declarations
    world: GameState
    names: ValueNames
    knowing: Knowing
    views: tuple[View, ...]
    labels: Mapping[tuple[str, int], str]


def truth_view(truth: JudgeView) -> View:
    """Return all that is there as one who is told nothing sees it; moments count what
    happened and are said to nobody."""
    rows = dict(zip(truth.declared.kinds, truth.world, strict=False))
    things = tuple(
        ViewedEntity(
            kind,
            number,
            tuple(
                (field, value)
                for field, value in zip(kind.fields, row, strict=True)
                if shape(field.type) is None
            ),
            truth.labels.get((name, number), ""),
        )
        for name, kind in truth.declared.kinds.items()
        if name not in (STORE, CHARTS)
        for number, row in enumerate(rows[name])
        if row is not None
    )
    boards, (charts,) = tuple(truth.declared.boards.values()), rows.get(CHARTS, ((),))
    return View(JUDGE_NAME, (), things, tuple(truth.names.ids.items()), boards, charts)


def truth_text(truth: JudgeView) -> str:
    """Return it as lines."""
    lines: list[str] = []
    for kind, number, fields in _things(truth):
        if kind == WAITING:
            lines += _waiting(truth, number, fields)
            continue
        label = truth.labels.get((kind, number))
        others = "" if label is None else f", {TO_OTHERS} {clean(label)}"
        name = clean(truth.names.id(kind, number))
        lines.append(f"{name} ({spaced(kind)}){others}")
        by: dict[str, dict[str, str]] = {}
        for name, of, value in fields:
            known = truth.knowing.get((kind, number, name), ())
            seats = " and ".join(map(clean, known))
            said = by.setdefault(
                f"known to {seats}" if known else "hidden from all", {}
            )
            said[spaced(name)] = to_text(value, of, truth.names)
        lines += [
            line for seats, said in by.items() for line in listed(f"  {seats}", said)
        ]
        lines.append("")
    return "\n".join([*lines, *told_text(truth.views)])


def _waiting(truth: JudgeView, number: int, fields: list[Said]) -> list[str]:
    seats = truth.knowing.get((WAITING, number, CALL), ())
    known = f"known to {' and '.join(map(clean, seats))}"
    said = waiting_text(fields, truth.names)
    return [f"waiting: {said}", f"  {known if seats else 'hidden from all'}", ""]


def truth_json(truth: JudgeView) -> dict[str, object]:
    """Return it as JSON."""
    return {
        "sees": [
            {
                "kind": kind,
                "id": truth.names.id(kind, number),
                **_label(truth, kind, number),
                "fields": {
                    name: {
                        "value": to_json(value, of, truth.names),
                        "known_to": list(truth.knowing.get((kind, number, name), ())),
                    }
                    for name, of, value in fields
                },
            }
            for kind, number, fields in _things(truth)
        ],
        "told": {each.seat: claims_json(each) for each in truth.views},
    }


def _label(truth: JudgeView, kind: str, number: int) -> dict[str, str]:
    found = truth.labels.get((kind, number))
    return {} if found is None else {"label": found}


def _things(truth: JudgeView) -> Iterator[tuple[str, int, list[Said]]]:
    """Yield what is there; moments count what happened and are said to nobody."""
    rows = dict(zip(truth.declared.kinds, truth.world, strict=False))
    for name, kind in truth.declared.kinds.items():
        if name in (STORE, CHARTS):
            continue
        for number, row in enumerate(rows[name]):
            if row is not None:
                pairs = zip(kind.fields, row, strict=True)
                said = [(f.name, f.type, v) for f, v in pairs if shape(f.type) is None]
                yield name, number, of_the_call(said) if name == WAITING else said
