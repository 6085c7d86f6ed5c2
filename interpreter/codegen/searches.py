"""Searches for where a walk leads, as Python source.

What a search reads at a hex is read of the state in which the piece stands there. To
make a state for each hex, and to compare what is memoised with it, is most of what a
search costs. Code for simulation takes the place and the facing of the piece from the
locals of the search instead, and needs no such states where nothing else reads places.
"""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from interpreter.codegen.source import local, several
from interpreter.expressions.typed import (
    Apply,
    Constant,
    FieldRead,
    Local,
    ReachSearch,
    Typed,
)
from interpreter.ir.effects import Fields, RuleName, reads_of
from interpreter.ir.walking import nodes, rewritten_inside_out
from interpreter.values.types import present

Emit = Callable[[Typed], str]

_INSIDE = ("moves", "where", "cost", "free", "must", "may", "turns", "turn_cost")


def places_as_locals(node: ReachSearch) -> ReachSearch:
    """Return a search in which where the piece is and faces at a hex is read of the
    locals that the search binds to that; itself where another search is inside."""
    is_plain = isinstance(node.of, (Local, Constant))
    if not is_plain or any(
        isinstance(each, ReachSearch) for each in nodes(*node.inside)
    ):
        return node
    locals_of = {node.name: node.names[0]}
    if node.facing:
        locals_of[node.facing] = node.names[4]

    def as_local(part: Typed) -> Typed:
        match part:
            case FieldRead(of=node.of, kind=node.kind, name=name) if name in locals_of:
                return Local(locals_of[name], present(part.type), part.span)
            case Apply(name="present", arguments=(Local(name=name) as known,)) if (
                name in locals_of.values()
            ):
                return known
        return part

    parts = {
        name: rewritten_inside_out(getattr(node, name), as_local) for name in _INSIDE
    }
    return replace(node, **parts)


def reads_places(node: ReachSearch, declared: Mapping[RuleName, Fields]) -> bool:
    """Tell whether what is read at a hex depends on where pieces of the kind are;
    `declared`: what declarations read."""
    if any(isinstance(each, ReachSearch) for each in nodes(*node.inside)):
        return True
    places = {(node.kind, node.name), (node.kind, node.facing)}
    return not places.isdisjoint(reads_of(declared, *node.inside))


def reached(
    emit: Emit, node: ReachSearch, standing: str | None, some: str | None
) -> str:
    """Return the source of a search.

    `standing` is the source of what gives the state in which the piece stands at a hex,
    which is `W` in what is read there; None: that is the state before. `some` is the
    source of a place, or of None: the search is over with the first other place where a
    way may end.
    """
    stand = ", ".join([local(each) for each in node.names])
    to = local(node.to)
    moves, where, cost, free, must, may, turns, turn_cost = map(emit, node.inside)
    new = local(node.new_facing)
    veers = f"[({new}, {turn_cost}) for {new} in _walk({turns})]"
    goes = f"[({to}, {cost}, {free}) for {to} in _walk({moves}) if {where}]"
    at_a_hex = [goes, f"({must}, {may})", veers]
    if standing is not None:
        there = f"s({local(node.names[0])}, {local(node.names[4])})"
        at_a_hex = [f"(lambda W: {each})({there})" for each in at_a_hex]
    given = [
        several([emit(each) for each in node.begin]),
        str(node.turned),
        emit(node.budget),
        *[f"lambda {stand}: {each}" for each in at_a_hex],
        str(node.tracks),
        *([] if some is None else ["True", some]),
    ]
    search = f"{emit(node.chart)}.ends({', '.join(given)})"
    if standing is not None:
        search = f"(lambda s: {search})({standing})"
    for name, value in reversed(node.held):
        search = f"(lambda {local(name)}: {search})({emit(value)})"
    return search
