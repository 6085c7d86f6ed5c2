"""Formulas and derived fields as functions; dear ones keep what they gave before."""

from interpreter.checked.declared import Formula, Parameter
from interpreter.emission.counting import count_uses
from interpreter.emission.expressions import Expressions
from interpreter.emission.heads import head, hoist, rows_of
from interpreter.emission.keeping import WHATEVER, WHICH
from interpreter.emission.lines import Lines
from interpreter.emission.names import local, several
from interpreter.language.functions import FUNCTIONS
from interpreter.language.typed import Apply, Collect, Reach, Typed, Use
from interpreter.program.analysis import Name
from interpreter.program.rows import ANY, Rows
from interpreter.program.walking import nodes
from interpreter.values.claims import STORE
from interpreter.values.types import (
    ListOf,
    MapOf,
    Maybe,
    Record,
    SumOf,
    Type,
    present,
)

_HOLDING = (ListOf, MapOf, Maybe, Record, SumOf)
"""Types whose values hold others, or may."""


def emit_formula(
    to: Expressions, lines: Lines, name: Name, found: Formula, rows: Rows
) -> None:
    """Emit one, named by its section and name; `rows` is what is known of what it
    reads, nothing where all is to be found out anew."""
    lines.span = found.span
    start, given = head(to, *name, found.takes)
    inner = hoist(to, found.takes, (found.body,))
    reads = _kept(to, found, rows)
    if reads:
        lines.add(f"{start}m = _found({several(reads)})")
    with lines.block(f"def {start}({given}):"):
        if reads:
            _ask(lines, start, found.takes)
        count_uses(lines, found.body)
        rows_of(inner, lines, found.takes)
        if reads:
            lines.add(f"r = {inner.of(found.body)}")
            _keep(lines, found)
        else:
            lines.add(f"{to.mark(*name)}return {inner.of(found.body)}")


def _ask(lines: Lines, start: str, takes: tuple[Parameter, ...]) -> None:
    """Write the return of what is kept, and note the steps that are left."""
    names = [local(each.name) for each in takes]
    key = names[0] if len(names) == 1 else several(names)
    lines.add("if _kept.world is not W: _kept.look(W)")
    lines.add(f"m, k = {start}m, {key}")
    lines.add("f = m.get(k)")
    lines.add("if f is not None: r, n = f; _spend(n); return r")
    lines.add("n = _steps.left")


def _keep(lines: Lines, found: Formula) -> None:
    """Write that what was found out is kept, and the return of it."""
    values = [(found.gives, "r"), *((e.type, local(e.name)) for e in found.takes)]
    size = " + ".join([_size(kind, source) for kind, source in values])
    lines.add(f"m.keep(k, r, n, {size})")
    lines.add("return r")


def _kept(to: Expressions, found: Formula, rows: Rows) -> list[str]:
    """Return the source of what a formula reads whose values are kept; nothing for
    others.

    Kept is what a formula does not find out by a few reads: where it gathers, measures
    the plane, or uses what reads the world.
    """
    if any(not kind for kind, *_ in rows):
        return []
    if not any(_is_dear(to, node) for node in nodes(found.body)):
        return []
    reads: dict[tuple[int, int], set[int]] = {}
    for kind, name, at in rows:
        reads.setdefault(_place(to, kind, name), set()).add(at)
    return [
        f"({kind}, {slot}, {tuple(sorted(at - {ANY}))})"
        for (kind, slot), at in sorted(reads.items())
    ]


def _is_dear(to: Expressions, node: Typed) -> bool:
    match node:
        case Collect() | Reach():
            return True
        case Use():
            return (node.section, node.name) in to.analysis.world
        case Apply():
            function = FUNCTIONS.get(node.name)
            return function is not None and function.later is not None
    return False


def _place(to: Expressions, kind: str, name: str) -> tuple[int, int]:
    """Return the kind and slot of what is read; of claims all is read at once."""
    if kind == STORE:
        return to.kind(kind), WHATEVER
    return to.kind(kind), to.slot(kind, name) if name else WHICH


def _size(kind: Type, source: str) -> str:
    """Return the source of how many values are in a value of a type."""
    match kind:
        case ListOf() if not isinstance(kind.item, _HOLDING):
            return f"_len({source})"
        case Record():
            parts = [(of, f"{source}[{i}]") for i, (_, of) in enumerate(kind.fields)]
            return " + ".join([_size(*each) for each in parts])
        case _ if isinstance(present(kind), _HOLDING):
            return f"_size({source})"
        case _:
            return "1"
