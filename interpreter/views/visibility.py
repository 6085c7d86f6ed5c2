"""Evaluates which fields a seat may see and what it owns, in a given game state.

An audience that raises a fault or exceeds a limit admits nobody, silently: the fields
that it reads are public, but whether the entity exists that they are read of is not.
"""

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

from interpreter.diagnostics import LimitExceeded
from interpreter.engine.stops import GameState
from interpreter.expressions.evaluator import Environment, evaluate
from interpreter.expressions.step_limit import Steps
from interpreter.expressions.typed import Apply, Constant, IfElse, Typed, Use
from interpreter.semantics.declarations import SEAT, Declarations, Field, Kind
from interpreter.values.faults import Fault
from interpreter.values.log import shape
from interpreter.values.types import speaks_of

ALL_SEATS = -2
"""In place of a seat: an observer who knows only what all seats know."""


class Visibility:
    """What one seat may see of a game state; `rows` are its entities, by kind."""

    def __init__(
        self,
        declared: Declarations,
        world: GameState,
        seat: int,
        of: Collection[str] = (),
    ) -> None:
        """Look at a state as a seat; if kinds `of` are given, only those and fields
        that may refer to them are evaluated."""
        self.declared = declared
        self.world = world
        self._seat = seat
        self.rows = dict(zip(declared.kinds, world, strict=False))
        self._log = world[-1]
        self._of = of
        self._fields: dict[str, tuple[Field, ...]] = {}
        self._steps = Steps()
        self._slots = {
            (kind.name, field.name): slot
            for kind in declared.kinds.values()
            for slot, field in enumerate(kind.fields)
        }

    def admitted(self, kind: Kind, number: int) -> list[Field]:
        """Return the fields of an entity that the seat may see."""
        if self.rows[kind.name][number] is None:
            return []
        return [
            field
            for field in self._candidates(kind)
            if shape(field.type) is None and self._admits(field, number)
        ]

    def _candidates(self, kind: Kind) -> tuple[Field, ...]:
        if not self._of or kind.name in self._of:
            return kind.fields
        fields = self._fields.get(kind.name)
        if fields is None:
            fields = tuple([f for f in kind.fields if speaks_of(f.type, self._of)])
            self._fields[kind.name] = fields
        return fields

    def sees(self, kind: Kind, number: int, field: Field) -> bool:
        """Return whether the seat may see a field of an entity."""
        return (
            self.rows[kind.name][number] is not None
            and shape(field.type) is None
            and self._admits(field, number)
        )

    def before(self, world: GameState) -> "Visibility":
        """Return the visibility of the same seat in an earlier state; both share one
        step limit."""
        earlier = Visibility(self.declared, world, self._seat)
        earlier._steps = self._steps
        return earlier

    def owns(self, kind: Kind, number: int, row: Any) -> bool:
        """Return whether the seat owns an entity whose current or earlier row is
        `row`."""
        if kind.owned is None or row is None:
            return False
        rows = self.rows[kind.name]
        if rows[number] is row:
            return self._holds(kind.owned, number)
        there = (*rows[:number], row, *rows[number + 1 :])
        before = Visibility(self.declared, self.world, self._seat)
        before.rows[kind.name] = there
        return before._holds(kind.owned, number)

    def _admits(self, field: Field, number: int) -> bool:
        return field.shown is not None and self._holds(field.shown, number)

    def _holds(self, shown: Typed, number: int) -> bool:
        """Return whether an audience admits the seat.

        Operands of `and` and `or` are evaluated separately: one that faults counts as
        false and does not affect the others.
        """
        match shown:
            case Constant():
                return shown.value is True
            case Apply(name="and"):
                return all(self._holds(operand, number) for operand in shown.arguments)
            case Apply(name="or"):
                return any(self._holds(operand, number) for operand in shown.arguments)
            case IfElse():
                answer = self._answer(shown.condition, number)
                if answer is None:
                    return False
                return self._holds(shown.then if answer else shown.other, number)
            case _:
                return self._answer(shown, number) is True

    def _answer(self, node: Typed, number: int) -> Any:
        try:
            return evaluate(node, self._environment({"it": number, SEAT: self._seat}))
        except Fault:
            return None
        except LimitExceeded:  # of one list; that of all views together is re-raised
            if self._steps.left < 0:
                raise
            return None

    def _environment(self, arguments: dict[str, Any]) -> Environment:
        return Environment(
            arguments, self.rows, self._slots, self._use, self._log, self._steps
        )

    def _use(
        self, use: Use, arguments: tuple[Any, ...], environment: Environment
    ) -> Any:
        section, _, field = use.name.partition(".")
        formula = self.declared.formulas.get(use.name)
        if use.section == "derived":
            formula = self.declared.kinds[section].derived[field]
        if formula is None:
            raise Fault("R702", f"'{use.name}' is not read by audiences")
        names = [parameter.name for parameter in formula.takes]
        known = dict(zip(names, arguments, strict=True))
        return evaluate(formula.body, replace(environment, locals=known))


class SharedVisibility(Visibility):
    """What all of some seats may see; it owns nothing."""

    def __init__(
        self,
        declared: Declarations,
        world: GameState,
        seats: Iterable[int],
        of: Collection[str] = (),
    ) -> None:
        """Look at a state as all of these seats."""
        super().__init__(declared, world, ALL_SEATS)
        self._all = [Visibility(declared, world, seat, of) for seat in seats]

    def admitted(self, kind: Kind, number: int) -> list[Field]:
        """Return the fields of an entity that all of the seats may see."""
        admitted = [seat.admitted(kind, number) for seat in self._all]
        first, others = admitted[:1], admitted[1:]
        return [
            field
            for fields in first
            for field in fields
            if all(field in other for other in others)
        ]

    def sees(self, kind: Kind, number: int, field: Field) -> bool:
        """Return whether all of the seats may see a field of an entity."""
        return all(visibility.sees(kind, number, field) for visibility in self._all)

    def before(self, world: GameState) -> "SharedVisibility":
        """Return the shared visibility in an earlier state."""
        earlier = SharedVisibility(self.declared, world, ())
        earlier._all = [visibility.before(world) for visibility in self._all]
        return earlier

    def owns(self, kind: Kind, number: int, row: Any) -> bool:
        """Return False: what all seats see has no owner."""
        return False
