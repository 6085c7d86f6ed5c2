"""What an expression of a step was worth, worked out again for a report."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.language.evaluator import Setting, evaluate
from interpreter.language.typed import Local, SumPart, Typed, Use
from interpreter.problems import UmpireError
from interpreter.program.analysis import parts
from interpreter.program.program import Program
from interpreter.reporting.run import Given
from interpreter.running.once import Engine
from interpreter.values.faults import Fault

# What an expression may end with when it is evaluated behind a guard that failed.
_FAULTS = (Fault, UmpireError, ArithmeticError, LookupError, TypeError, RecursionError)


@dataclass(frozen=True, slots=True)
class Scene:
    """A world and the locals that a step or a declaration read in it."""

    program: Program
    engine: Engine
    world: tuple[Any, ...]
    locals: Mapping[str, Any]

    def value(self, node: Typed) -> Given | None:
        """Return what an expression is worth here, or None when that is not known."""
        self.engine.compiled.steps.reset()
        try:
            return Given(self._of(node), node.type)
        except _FAULTS:
            return None

    def values(self, nodes: Iterable[Typed]) -> tuple[Given, ...]:
        """Return what expressions are worth; nothing when one of them is not known."""
        found = tuple(self.value(each) for each in nodes)
        return tuple(each for each in found if each) if all(found) else ()

    def _of(self, node: Typed) -> Any:
        if isinstance(node, SumPart) and isinstance(node.of, Local):
            total = self.locals[node.of.name]
            if not isinstance(total, tuple):
                return total  # emitted code kept the only part that is ever read
        return evaluate(node, self._setting())

    def _setting(self) -> Setting:
        kinds = self.program.declared.kinds
        rows = {name: self.world[at] for at, name in enumerate(kinds)}
        slots = {
            (name, each.name): slot
            for name, kind in kinds.items()
            for slot, each in enumerate(kind.fields)
        }
        return Setting(self.locals, rows, slots, self._use)

    def _use(self, use: Use, given: tuple[Any, ...]) -> Any:
        return self.call(use.section, use.name, "", given)

    def call(self, section: str, name: str, form: str, given: tuple[Any, ...]) -> Any:
        """Call the emitted function of a declaration; KeyError when it has no such
        form."""
        numbers = {key: at for at, (key, _) in enumerate(parts(self.program.declared))}
        function = self.engine.names[f"d{numbers[section, name]}{form}"]
        return function(self.world, *given)
