"""What becomes of the log: `forget` drops what is too old, `settle` ranks moments."""

from interpreter.codegen.expressions import ExpressionWriter
from interpreter.codegen.signatures import head
from interpreter.codegen.source import SETTLE, SourceLines
from interpreter.expressions.typed import Local
from interpreter.ir.effects import CLOCK, Fields
from interpreter.ir.instructions import (
    Choice,
    Draw,
    ForEach,
    Instruction,
    Invoke,
    Procedure,
)
from interpreter.ir.walking import LocalNames, bound, expressions, instructions, nodes
from interpreter.values.moments import shape


def emit_forgetting(to: ExpressionWriter, lines: SourceLines) -> None:
    """Emit `forget(W)`: the log without the events before their `kept_since`."""
    kept = [each for each in to.declared.events.values() if each.since is not None]
    if not kept:
        return
    with lines.block("def forget(W):"):
        lines.add(f"now, entries, births, labels = {to.log}")
        lines.add("left = []")
        with lines.block("for at, name, took in _walk(entries):"):
            for each in kept:
                lines.span = each.span
                start, given = head(to, "events", each.name, each.takes)
                world = "W, " if given.startswith("W") else ""
                with lines.block(f"if name == {each.name!a}:"):
                    lines.add(
                        f"if at >= {start}({world}*took): left += ((at, name, took),)"
                    )
        lines.add("return (now, _tuple(left), births, labels)")


def emit_settling(to: ExpressionWriter, lines: SourceLines) -> None:
    """Emit `settle(W)`, for a program whose moments all lie in the world."""
    fields = tuple(
        (to.kind(kind.name), slot, where)
        for kind in to.declared.kinds.values()
        for slot, each in enumerate(kind.fields)
        if (where := shape(each.type)) is not None
    )
    events = tuple(
        (each.name, where)
        for each in to.declared.events.values()
        if (where := shape(each.record)) is not None
    )
    with lines.block(f"def {SETTLE}(W):"):
        lines.add(f"return _ranked(W, {to.literal(fields)}, {to.literal(events)})")


def settles(to: ExpressionWriter, observed: Fields) -> bool:
    """Tell whether moments are read at all, and none is observed."""
    types = {
        (kind.name, each.name): each.type
        for kind in to.declared.kinds.values()
        for each in kind.fields
    }
    seen = any(shape(types[each]) is not None for each in observed if each in types)
    return CLOCK in to.analysis.read and not seen


def holds(procedure: Procedure, live: LocalNames) -> bool:
    """Tell whether a moment is held outside the world where the procedure stops.

    `live` are the locals that its functions take. What is drawn, chosen or returned is
    held between the stop and the answer.
    """
    if shape(procedure.gives) is not None:
        return True
    every = tuple(instructions(procedure.body))
    reads = (n for one in every for n in nodes(*expressions(one)))
    held = {n.name for n in reads if isinstance(n, Local) and shape(n.type) is not None}
    return bool(held & live) or any(_answered(one, held) for one in every)


def _answered(one: Instruction, held: set[str]) -> bool:
    if isinstance(one, ForEach):
        return shape(one.source.type) is not None
    return isinstance(one, (Draw, Choice, Invoke)) and bool(held & bound(one))
