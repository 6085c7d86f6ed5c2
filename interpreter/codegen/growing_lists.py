"""Lists that grow by rolls, kept as what is read of them.

A roll with `again` binds one list that each further roll lengthens: `pool = joined
([pool, more])`. For exact odds every order of faces would be a state of its own. Where
all that is ever read of the list joins its dice (`count`, `sum`, `any` ...), a local
for each reading stands for the list: begun with the reading of the first dice, and
joined with that of each further roll. The rolls themselves are then fused as any other
(`emission.pools`), and a state is a few small numbers.

Nothing is changed where a reading could fail, reads the state of the game, or a local
that is not known, and the same, from before the list begins to its last read.
"""

from collections import Counter
from dataclasses import dataclass, replace

from interpreter.codegen.comparisons import EARLY
from interpreter.codegen.dice_pools import FACE, PoolUse, dice_readings
from interpreter.codegen.substitution import refilled, rewritten, substituted
from interpreter.expressions.typed import Apply, Local, Typed
from interpreter.ir.effects import Analysis, reads_of, safe
from interpreter.ir.instructions import HIDDEN, ForEach, Instruction, Let, Procedure
from interpreter.ir.walking import blocks, bound, free, instructions
from interpreter.values.types import INTEGER, Boolean

Body = tuple[Instruction, ...]


@dataclass(frozen=True, slots=True)
class _List:
    """A list that grows: how it begins, and how it is read."""

    begins: Let
    grows: Let
    more: Local
    readings: dict[Typed, PoolUse]


def accumulated(procedure: Procedure, analysis: Analysis) -> Procedure:
    """Return a procedure that keeps readings in the place of lists that grow."""
    for name in _growing(procedure):
        found = _found(name, procedure, analysis)
        if found is not None:
            procedure = replace(procedure, body=_kept(procedure.body, found))
    return procedure


def _growing(procedure: Procedure) -> list[str]:
    every = tuple(instructions(procedure.body))
    gathered = {i.gathers[1] for i in every if isinstance(i, ForEach) and i.gathers}
    lets = [each for each in every if isinstance(each, Let)]
    counts = Counter(each.name for each in lets)
    return [
        each.name
        for each in lets
        if _added(each) is not None
        and counts[each.name] == 2
        and each.name not in gathered
    ]


def _added(one: Let) -> Local | None:
    """Return the list by which a list is lengthened; None for any other binding."""
    match one.value:
        case Apply(
            name="joined",
            arguments=(
                Apply(name="list", arguments=(Local() as own, Local() as more)),
            ),
        ) if own.name == one.name != more.name:
            return more
    return None


def _found(name: str, procedure: Procedure, analysis: Analysis) -> _List | None:
    """Return a list that grows, if all that is read of it can be kept instead."""
    every = tuple(instructions(procedure.body))
    begins, grows = (i for i in every if isinstance(i, Let) and i.name == name)
    more = _added(grows)
    if more is None or _added(begins) is not None:
        return None
    others = tuple(one for one in every if one is not grows and one is not begins)
    readings = dice_readings(others, name)
    if not readings:
        return None
    times = Counter(each for one in every for each in bound(one))
    times.update(each.name for each in procedure.takes)
    known = _known_at(procedure.body, begins, {each.name for each in procedure.takes})
    steady = {each for each in known or () if times[each] == 1} | {FACE}
    for reading in readings.values():
        fixed = free(reading.gives) <= steady
        if not fixed or not safe(reading.gives, nested=True):
            return None
        if reads_of(analysis.declared_reads, reading.gives):
            return None
    return _List(begins, grows, more, readings)


def _known_at(body: Body, wanted: Instruction, known: set[str]) -> set[str] | None:
    """Return the locals that are bound when an instruction is come to."""
    for one in body:
        if one is wanted:
            return known
        for block in blocks(one):
            found = _known_at(block, wanted, known | bound(one))
            if found is not None:
                return found
        known = known | bound(one)
    return None


def _kept(body: Body, found: _List) -> Body:
    name = found.begins.name
    kept = {
        # the steps of a pack keep their numbers, so that one stands for the list
        node: Local(f"{EARLY if at else HIDDEN}grown_{name}_{at}", node.type)
        for at, node in enumerate(found.readings)
    }
    done: list[Instruction] = []
    for one in body:
        if one is found.begins:
            begun = found.begins.value
            done += (
                Let(one.site, own.name, substituted(node, name, begun))
                for node, own in kept.items()
            )
        elif one is found.grows:
            done += (
                Let(one.site, own.name, _joined(node, own, found))
                for node, own in kept.items()
            )
        else:
            inside = tuple(_kept(block, found) for block in blocks(one))
            whole = refilled(one, inside) if inside else one
            done.append(rewritten(whole, kept.get))
    return tuple(done)


def _joined(node: Typed, own: Local, found: _List) -> Typed:
    """Return a reading of the longer list, from those of its parts."""
    added = substituted(node, found.begins.name, found.more)
    operator = found.readings[node].operator
    if operator == "+":
        return Apply("+", (own, added), node.type)
    if operator in ("any", "all"):
        return Apply("or" if operator == "any" else "and", (own, added), Boolean())
    return Apply(operator, (own, added), INTEGER)
