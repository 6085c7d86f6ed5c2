"""How far things reach, worked out from what a viewer knows of them."""

from dataclasses import replace
from typing import Any

from interpreter.checked.declared import Declared
from interpreter.checked.drawn import Range
from interpreter.language.evaluator import Setting, evaluate
from interpreter.language.typed import Use
from interpreter.problems import LimitExceeded
from interpreter.running.views import Thing
from interpreter.values.faults import Fault


def worked_out(one: Range, thing: Thing, declared: Declared) -> int | None:
    """Return a number of hexes; None if the viewer lacks a field on which it hangs, or
    it comes to none."""
    known = {field.name: value for field, value in thing.fields}
    if not one.reads <= known.keys():
        return None
    kind = thing.kind
    row = tuple(known.get(each.name) for each in kind.fields)
    slots = {(kind.name, each.name): at for at, each in enumerate(kind.fields)}

    def uses(use: Use, given: tuple[Any, ...], within: Setting) -> Any:
        formula = declared.formulas.get(use.name)
        if use.section == "derived":
            formula = kind.derived[use.name.partition(".")[2]]
        assert formula is not None, "the checker has proved it"
        names = [each.name for each in formula.takes]
        inside = dict(zip(names, given, strict=True))
        return evaluate(formula.body, replace(within, locals=inside))

    try:
        found = evaluate(
            one.hexes, Setting({"it": 0}, {kind.name: (row,)}, slots, uses)
        )
    except (Fault, LimitExceeded):
        return None
    return found if isinstance(found, int) and found >= 0 else None
