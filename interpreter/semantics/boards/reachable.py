"""Where a walk leads: `reachable` and `can_walk`, and the calls of walks."""

from collections.abc import Mapping

from interpreter.diagnostics import did_you_mean
from interpreter.expressions import tree
from interpreter.expressions.typed import (
    Apply,
    Constant,
    FieldRead,
    Invalid,
    Local,
    ReachSearch,
    Typed,
    applied,
)
from interpreter.semantics.boards.hexes import chart_of
from interpreter.semantics.declarations import (
    COUNT,
    FROM,
    NEW_FACING,
    NO,
    NOTHING_SPENT,
    SPENT,
    STEPS,
    TO,
    YES,
    Walk,
)
from interpreter.semantics.expressions.scope import Binder, Scope, arguments, reads
from interpreter.values.types import Boolean, Cell, ListOf, Maybe, Number

FUNCTIONS = ("reachable", "can_walk")
_HIDDEN = "\0reach_"
"""Begins the names of the locals of a search; no name of a pack can."""


def reached(reading: Binder, node: tree.Call, scope: Scope) -> Typed:
    """Read `reachable(walk)`, `can_walk(walk)` or `can_walk(walk, hex)`."""
    at = reading.place.span(node.at)
    name, given = node.name.name, node.arguments
    most = 1 if name == "reachable" else 2
    if not 1 <= len(given) <= most or not isinstance(given[0], tree.Call):
        expected = f"{name}(walk(...){', hex' if most > 1 else ''})"
        message = f"'{name}' asks where a walk leads"
        return reading.lost("R309", node.at, message, expected)
    called = called_walk(reading, given[0], scope)
    if called is None:
        return Invalid(at)
    walk, values = called
    own = f"{_HIDDEN}{node.at[0]}_"
    names = [f"{own}given_{each.name}" for each in walk.takes]
    words = {
        takes.name: Local(local, takes.type)
        for takes, local in zip(walk.takes, names, strict=True)
    }
    place = applied(walk.place, words)
    assert isinstance(place, FieldRead)
    here = there(place)
    faces = None if walk.facing is None else applied(walk.facing, words)
    begin = (here, here, NOTHING_SPENT, NOTHING_SPENT, faces or NOTHING_SPENT)
    budget = applied(walk.budget, words)
    held = tuple(zip(names, values, strict=True))
    search = reach(walk, words, place, begin, budget, own, held)
    # it is nowhere new where it stands, even if it may come back there
    stands = applied(here, dict(held))
    hexes = Apply("without", (search, stands), search.type, at)
    if name == "reachable":
        return hexes
    if len(given) == 1:
        number = Apply("count", (hexes,), COUNT, at)
        return Apply(">", (number, Constant(0, COUNT)), Boolean(), at)
    to = reading.read(given[1], scope, walk.hex)
    return Apply("in", (to, hexes), Boolean(), at)


def called_walk(
    reading: Binder, node: tree.Call, scope: Scope
) -> tuple[Walk, tuple[Typed, ...]] | None:
    """Read the call of a walk; None: a problem."""
    names, name = reading.names, node.name.name
    if names.has("walks", name):
        names.used.add(("walks", name))
        if not names.need("walks", name):
            reading.lost("R506", node.name.at, f"'{name}' leads to itself in a circle")
            return None
    walk = names.walks.get(name)
    if walk is None:
        if ("walks", name) not in names.spoilt:
            hint = did_you_mean(name, names.listed("walks"))
            reading.lost("R301", node.name.at, f"unknown walk '{name}'", hint=hint)
        return None
    given = arguments(reading, node, walk.takes, scope)
    return None if given is None else (walk, given)


def reach(
    walk: Walk,
    words: Mapping[str, Typed],
    place: FieldRead,
    begin: tuple[Typed, Typed, Typed, Typed, Typed],
    budget: Typed,
    own: str,
    held: tuple[tuple[str, Typed], ...] = (),
    turned: bool = False,
) -> ReachSearch:
    """Return the search for where ways of a walk may end; see `Reach`.

    `words` are what the walk takes, `place` is where its piece stands; `own` begins the
    names of the search's own locals.
    """
    hex_ = walk.hex
    assert isinstance(hex_, Cell)
    at, came, to = (Local(f"{own}{each}", hex_) for each in ("at", "came", "to"))
    steps = Local(f"{own}{STEPS}", COUNT)
    spent = Local(f"{own}{SPENT}", Number(0))
    kind = COUNT if walk.facing is None else walk.facing.type
    faces, new = (Local(f"{own}{each}", kind) for each in ("faces", NEW_FACING))
    going = {**words, FROM: at, TO: to, STEPS: steps, SPENT: spent, NEW_FACING: new}
    standing = {**words, FROM: came, TO: at, STEPS: steps, SPENT: spent}
    must = walk.condition("must_stop") or NO
    may = walk.condition("may_stop") or YES
    asked = [walk.condition(each) for each in ("may_enter", "never")]
    read = [walk.may_step, walk.cost, must, may, *(e for e in asked if e is not None)]
    if walk.facing is not None:
        read += [walk.may_turn, walk.turn_cost]
    turns = walk.may_turn if walk.facing is not None else Constant((), ListOf(kind))
    told = (
        any(reads(each, FROM) for each in (must, may)),
        any(reads(each, STEPS) for each in read),
        any(reads(each, SPENT) for each in read),
    )
    return ReachSearch(
        chart_of(hex_.board, place.span),
        held,
        place.of,
        place.kind,
        place.name,
        begin,
        budget,
        (at.name, came.name, steps.name, spent.name, faces.name),
        to.name,
        applied(walk.may_step, going),
        applied(walk.where, going),
        applied(walk.cost, going),
        applied(walk.free, going),
        applied(must, standing),
        applied(may, standing),
        walk.facing.name if walk.facing is not None else "",
        turned,
        new.name,
        applied(turns, going),
        applied(walk.turn_cost, going),
        told,
        ListOf(hex_),
        walk.span,
    )


def there(place: FieldRead) -> Typed:
    """Return the hex where a piece stands; to stand nowhere is a fault."""
    kind = place.type
    if isinstance(kind, Maybe):
        return Apply("present", (place,), kind.item, place.span)
    return place
