"""What a seat gets of a run, in every form, and what the judge knows of it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from interpreter.app.running.once import CompletedRun
from interpreter.maps.renderers import map_text, picture
from interpreter.reports.claims import seats_claims_output, seats_claims_text
from interpreter.reports.explanation import explained, run_output, run_text
from interpreter.reports.map_json import map_output
from interpreter.reports.maps import plans_of_view
from interpreter.reports.outputs.encoding import encoded, encoded_rows
from interpreter.semantics.declarations import Declarations
from interpreter.views.views import View

PARTS = ("number", "about", "label")


@dataclass(frozen=True)
class Side:
    """What one world came to: what the seat gets, what the judge knows; `told` is what
    the seat is told, as JSON, `seen` the fields that it sees, by thing and field."""

    heard: str
    known: Mapping[Any, Any]
    told: Sequence[Any]
    seen: Mapping[tuple[int, str], Any] = field(default_factory=dict)


def heard(played: CompletedRun, seen: View, whole: bool) -> str:
    """Return all that a seat gets of a run: what it is told and all that it sees; when
    `whole`, all else too that the commands print for it, in every form."""
    parts = [
        json.dumps(encoded_rows(seats_claims_output((seen,))[seen.seat])),
        "\n".join(seats_claims_text((seen,))),
        _written(seen),
    ]
    if whole:
        run, names = played.report(), played.session.edge
        program = played.session.program
        told: Any = encoded(run_output(run, program.declared, names))["told"]
        parts.append(json.dumps(told.get(seen.seat)))
        parts.append(_section(run_text(run, program.declared, names), seen.seat))
        parts.append(_section(explained(run, program, names), seen.seat))
        parts += _drawn(seen, program.declared)
    return "\n".join(parts)


def unlike_fields(one: Side, other: Side) -> frozenset[str]:
    """Return in what two sides see different fields: kind.field."""
    return frozenset(
        name
        for at, name in one.seen.keys() | other.seen.keys()
        if one.seen.get((at, name)) != other.seen.get((at, name))
    )


def unlike(one: Side, other: Side) -> frozenset[str]:
    """Return in what the claims of two sides differ: a claim, or a part of one."""
    found: set[str] = set()
    for a, b in zip_longest(one.told, other.told):
        if a is None or b is None or a["kind"] != b["kind"]:
            found |= {each["kind"].lower() for each in (a, b) if each is not None}
            continue
        parts = [{**each["facts"], **{k: each[k] for k in PARTS}} for each in (a, b)]
        found |= {
            f"{a['kind'].lower()}.{key}"
            for key in parts[0].keys() | parts[1].keys()
            if parts[0].get(key, a) != parts[1].get(key, b)
        }
    return frozenset(found)


def fields_seen(seen: View) -> dict[tuple[int, str], Any]:
    """Return the fields of a view by the place of a thing in it, and kind.field."""
    return {
        (at, f"{thing.kind.name}.{each.name}"): value
        for at, thing in enumerate(seen.things)
        for each, value in thing.fields
    }


def _section(text: str, seat: str) -> str:
    """Return what a text says that a seat is told: its heading and what is inside."""
    found: list[str] = []
    for line in text.splitlines():
        if found and (not line.startswith("  ") or line.startswith("  seed ")):
            break
        if found or line.startswith(f"{seat} is told"):
            found.append(line)
    return "\n".join(found)


def known(played: CompletedRun) -> dict[Any, Any]:
    """Return all that the judge knows at the end, by where it stands."""
    session, end = played.session, played.outcome.game_state
    found: dict[Any, Any] = {}
    for kind, rows in zip(session.program.declared.kinds.values(), end, strict=False):
        slots = range(len(kind.fields))
        for number, row in enumerate(rows):
            name = session.edge.id(kind.name, number)
            found |= {(kind.name, name, at): row[at] for at in slots if row}
    return found | {each.key: each.faces for each in played.chance.thrown}


def _drawn(seen: View, declared: Declarations) -> list[str]:
    """Return the maps of the seat in every form."""
    plans = plans_of_view(seen, declared)
    as_json = json.dumps(encoded(map_output(seen.seat, plans)))
    return [picture(plans), map_text(plans), as_json]


def _written(seen: View) -> str:
    """Return the whole view, a line for each claim, each thing and each kind."""
    claims = [
        (each.number, each.kind.name, each.about, each.label, each.facts)
        for each in seen.claims
    ]
    things = [
        (each.kind.name, each.number, [(one.name, value) for one, value in each.fields])
        for each in seen.things
    ]
    return "\n".join(map(repr, (seen.seat, *claims, *things, *seen.ids)))
