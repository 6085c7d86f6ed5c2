"""Searches for where a walk leads, as Python source."""

from collections.abc import Callable

from interpreter.emission.names import local, several
from interpreter.language.typed import Reach, Typed

Emit = Callable[[Typed], str]


def reached(
    emit: Emit, node: Reach, piece: str, place: tuple[int, int], faced: int | None
) -> str:
    """Return the source of a search; `piece` is that of the number of who goes, `place`
    its kind and the slot of its hex, `faced` that of where it faces.

    In what is read at a hex, `W` is the world in which the piece stands there.
    """
    kind, slot = place
    there = f"_standing(W, {kind}, p, {slot}, {local(node.names[0])})"
    if faced is not None:
        there = f"_standing({there}, {kind}, p, {faced}, {local(node.names[4])})"
    stand = ", ".join([local(each) for each in node.names])
    to = local(node.to)
    moves, where, cost, free, must, may, turns, turn_cost = map(emit, node.inside)
    new = local(node.new_facing)
    veers = f"[({new}, {turn_cost}) for {new} in _walk({turns})]"
    goes = f"[({to}, {cost}, {free}) for {to} in _walk({moves}) if {where}]"
    given = [
        several([emit(each) for each in node.begin]),
        str(node.turned),
        emit(node.budget),
        f"lambda {stand}: (lambda W: {goes})({there})",
        f"lambda {stand}: (lambda W: ({must}, {may}))({there})",
        f"lambda {stand}: (lambda W: {veers})({there})",
        str(node.told),
    ]
    search = f"(lambda p: {emit(node.chart)}.ends({', '.join(given)}))({piece})"
    for name, value in reversed(node.held):
        search = f"(lambda {local(name)}: {search})({emit(value)})"
    return search
