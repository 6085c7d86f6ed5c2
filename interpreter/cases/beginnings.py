"""What must hold of things where a scenario begins, looked at in its world."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from interpreter.checked.holding import Holding
from interpreter.checked.names import Names
from interpreter.document.nodes import Mapping as MapNode
from interpreter.document.nodes import Node
from interpreter.language.evaluator import Setting, evaluate
from interpreter.language.typed import FieldRead, Local, Typed, Use
from interpreter.problems import LimitExceeded, Problem, Unusable, problem
from interpreter.program.analysis import names_of
from interpreter.program.program import Program
from interpreter.ruleset.ruleset import Declaration
from interpreter.running.once import Engine, initial
from interpreter.source import Span
from interpreter.values.faults import Fault

Meets = Callable[[Typed, int], bool]
"""Whether a condition holds of the thing of a number."""

_FAULTS = (Fault, Unusable, ArithmeticError, LookupError, TypeError)


def check_beginnings(
    names: Names, program: Program, scenarios: Iterable[Declaration]
) -> list[Problem]:
    """Return what does not meet what must hold of it where these scenarios begin;
    raises LimitExceeded where that takes too long to find out."""
    rules = _Rules.of(program)
    return [
        found
        for scenario in scenarios
        for meets in [rules.asked_of(scenario.key)]
        for kind, held in names.holds.items()
        for each in held
        for found in _broken(
            scenario, program.worlds[scenario.key].ids[kind], each, meets
        )
    ]


@dataclass(frozen=True, slots=True)
class _Rules:
    """The rules of a program as functions, by their numbers, and where fields stand."""

    program: Program
    engine: Engine
    numbers: Mapping[tuple[str, str], int]
    slots: Mapping[tuple[str, str], int]

    @classmethod
    def of(cls, program: Program) -> "_Rules":
        """Emit the rules of a program, without its procedures."""
        kinds, names = program.declared.kinds, names_of(program.declared)
        slots = {
            (name, each.name): slot
            for name, kind in kinds.items()
            for slot, each in enumerate(kind.fields)
        }
        rules = Program(program.declared, {}, {}, program.worlds)
        numbers = {name: at for at, name in enumerate(names)}
        return cls(program, Engine.of(rules, "trace"), numbers, slots)

    def asked_of(self, scenario: str) -> Meets:
        """Return how to ask whether a thing of a scenario meets a condition; all that
        is asked of one scenario is one work to do."""
        world = initial(self.program, scenario)
        rows: Any = dict(zip(self.program.declared.kinds, world, strict=False))
        self.engine.reset()

        def used(use: Use, given: tuple[Any, ...], within: Setting) -> Any:
            at = self.numbers[use.section, use.name]
            return self.engine.names[f"d{at}"](world, *given)

        setting = Setting({}, rows, self.slots, used)

        def meets(condition: Typed, number: int) -> bool:
            within = replace(setting, locals={"it": number})
            return bool(evaluate(condition, within))

        return meets


def _broken(
    scenario: Declaration, things: tuple[str, ...], held: Holding, meets: Meets
) -> Iterator[Problem]:
    """Yield a problem for each of some things that does not meet a condition."""
    for number, name in enumerate(things):
        at, written = _place(scenario, name)
        try:
            if not meets(held.condition, number):
                yield held.broken(name, at, written)
        except LimitExceeded as limit:
            raise limit.at(held.span) from None
        except _FAULTS as fault:
            why = getattr(fault, "message", "there is none where a value is needed")
            message = f"'{held.name}' comes to no answer for '{name}': {why}"
            related = ((at, "what it is asked of"),)
            yield problem("R521", held.span, message, related=related)
            return


def _place(
    scenario: Declaration, name: str
) -> tuple[Span, Callable[[Typed], Span | None]]:
    """Return where a thing stands in a scenario, and its values that a condition
    reads."""
    placed: Node | None = None
    if isinstance(scenario.node, MapNode):
        placed = scenario.node.get("entities")
    key = placed.key(name) if isinstance(placed, MapNode) else None
    fields = placed.get(name) if isinstance(placed, MapNode) else None

    def written(one: Typed) -> Span | None:
        if not isinstance(one, FieldRead) or not isinstance(one.of, Local):
            return None
        given = fields.get(one.name) if isinstance(fields, MapNode) else None
        return given.span if given is not None and one.of.name == "it" else None

    return scenario.span if key is None else key.span, written
