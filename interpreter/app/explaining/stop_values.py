"""Evaluates conditions at a stop: why an answer is not offered there, or is refused.

The only module here that evaluates: no step ran with such an answer, so no trace has
its values. The state is that of the stop, which nothing changes before the answer.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from interpreter.diagnostics import UmpireError
from interpreter.engine.once import Engine
from interpreter.expressions.evaluator import Environment, evaluate
from interpreter.expressions.typed import Constant, Local, SumPart, Typed, Use
from interpreter.ir.effects import names_of
from interpreter.ir.instructions import Program
from interpreter.reports.runs import TypedValue
from interpreter.semantics.state_view import StateView, game_state
from interpreter.values.faults import Fault
from interpreter.values.types import GameState, Value

# What an expression may end with when it is evaluated after a guard that failed.
_FAULTS = (Fault, UmpireError, ArithmeticError, LookupError, TypeError, RecursionError)


Slots = Mapping[tuple[str, str], int]
Numbers = Mapping[tuple[str, str], int]


class GeneratedFunctions(Struct, frozen=True):
    """The functions of a program's declarations, and the slots of its fields."""

    program: Program
    engine: Engine
    numbers: Numbers
    slots: Slots

    @classmethod
    def of(cls, program: Program, engine: Engine) -> "GeneratedFunctions":
        """Number the declarations as the emitter does."""
        declared = program.declared
        numbers = {name: at for at, name in enumerate(names_of(declared))}
        slots = {
            (name, each.name): slot
            for name, kind in declared.kinds.items()
            for slot, each in enumerate(kind.fields)
        }
        return cls(program, engine, numbers, slots)


class StopValues(Struct, frozen=True):
    """The game state at a stop, and the locals that a condition reads there."""

    emitted: GeneratedFunctions
    game_state: GameState
    locals: Mapping[str, Any]

    def value(self, node: Typed) -> TypedValue | None:
        """Return what an expression is worth here, or None when that is not known."""
        if isinstance(node, Constant):
            return TypedValue(node.value, node.type)
        self.emitted.engine.compiled.steps.reset()
        try:
            return TypedValue(self._of(node), node.type)
        except _FAULTS:
            return None

    def values(self, nodes: Iterable[Typed]) -> tuple[TypedValue, ...]:
        """Return what expressions are worth; nothing when one of them is not known."""
        found = tuple(self.value(each) for each in nodes)
        return tuple(each for each in found if each) if all(found) else ()

    def _of(self, node: Typed) -> Value:
        if isinstance(node, SumPart) and isinstance(node.of, Local):
            total = self.locals[node.of.name]
            if not isinstance(total, tuple):
                return total  # emitted code kept the only part that is ever read
        state_view = StateView(self.emitted.program.declared, self.game_state)
        rows, log, slots = state_view.rows_by_kind, state_view.log, self.emitted.slots
        return evaluate(node, Environment(self.locals, rows, slots, self._use, log))

    def _use(
        self, use: Use, arguments: tuple[Value, ...], setting: Environment
    ) -> Value:
        declared = self.emitted.program.declared
        state = game_state(declared, setting.rows, setting.log)
        number = self.emitted.numbers[use.section, use.name]
        return self.emitted.engine.names[f"d{number}"](state, *arguments)
