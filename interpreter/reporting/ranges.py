"""How far things reach, and on what they stand, worked out from what a viewer knows."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from interpreter.checked.declared import CHARTS, Declared
from interpreter.checked.drawn import Measure
from interpreter.language.evaluator import Setting, evaluate
from interpreter.language.typed import Use
from interpreter.problems import LimitExceeded
from interpreter.running.views import Thing
from interpreter.values.faults import Fault
from interpreter.values.types import Value


class Known:
    """The world as far as a viewer knows it: a field that he lacks cannot be read, so
    whatever is worked out here hangs on nothing else."""

    def __init__(
        self, things: Iterable[Thing], declared: Declared, charts: Sequence[Value] = ()
    ) -> None:
        """Keep what is known of each thing, and what lies on the boards."""
        self._declared = declared
        self._rows: Any = {name: {} for name in declared.kinds}
        self._slots: dict[tuple[str, str], int] = {}
        for name, kind in declared.kinds.items():
            self._slots |= {(name, e.name): at for at, e in enumerate(kind.fields)}
        for at, board in enumerate((*declared.boards, *declared.planes)[: len(charts)]):
            self._slots[CHARTS, board] = at
        self._rows[CHARTS] = (tuple(charts),)
        for each in things:
            if each.kind.name == CHARTS:
                continue
            self._rows[each.kind.name][each.number] = {
                self._slots[each.kind.name, field.name]: value
                for field, value in each.fields
            }

    def worked_out(self, one: Measure, thing: Thing) -> Value:
        """Return the value of a measure of a thing; None if the viewer lacks a field on
        which it hangs, or it comes to none."""
        known = {field.name for field, _ in thing.fields}
        if not one.reads <= known:
            return None
        setting = Setting({"it": thing.number}, self._rows, self._slots, self._used)
        try:
            found: Value = evaluate(one.value, setting)
        except (Fault, LimitExceeded, KeyError):  # a KeyError is what is not known
            return None
        return found

    def _used(self, use: Use, given: tuple[Any, ...], within: Setting) -> Any:
        formula = self._declared.formulas.get(use.name)
        if use.section == "derived":
            kind, _, name = use.name.partition(".")
            formula = self._declared.kinds[kind].derived[name]
        assert formula is not None, "the checker has proved it"
        names = [each.name for each in formula.takes]
        inside = dict(zip(names, given, strict=True))
        return evaluate(formula.body, replace(within, locals=inside))
