"""Asks which fields a seat may see, and what is its own, in a world as it is.

An audience that faults or exceeds a limit while it is asked admits nobody, without a
word: what it reads is known to everyone, but not always that there is something to read
it of.
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
"""Stands for a seat: whoever looks on, and knows only what all seats know."""


class Visibility:
    """What one seat may see of a world; `rows` are its entities, by kind."""

    def __init__(
        self,
        declared: Declarations,
        world: GameState,
        seat: int,
        of: Collection[str] = (),
    ) -> None:
        """Look through the eyes of a seat; when there are kinds `of` which it wants to
        know, only at those, and at fields that may speak of them."""
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
            for field in self._looked_at(kind)
            if shape(field.type) is None and self._admits(field, number)
        ]

    def _looked_at(self, kind: Kind) -> tuple[Field, ...]:
        if not self._of or kind.name in self._of:
            return kind.fields
        found = self._fields.get(kind.name)
        if found is None:
            found = tuple([f for f in kind.fields if speaks_of(f.type, self._of)])
            self._fields[kind.name] = found
        return found

    def sees(self, kind: Kind, number: int, field: Field) -> bool:
        """Return whether the seat may see a field of an entity."""
        return (
            self.rows[kind.name][number] is not None
            and shape(field.type) is None
            and self._admits(field, number)
        )

    def before(self, world: GameState) -> "Visibility":
        """Return how the seat looked on a world that was; both are one work to do."""
        found = Visibility(self.declared, world, self._seat)
        found._steps = self._steps
        return found

    def owns(self, kind: Kind, number: int, row: Any) -> bool:
        """Return whether the seat owns an entity that is, or was, this row."""
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
        """Return whether a part of an audience has the seat. Parts are for themselves:
        one that comes to no answer admits nobody, and leaves the others as they are."""
        match shown:
            case Constant():
                return shown.value is True
            case Apply(name="and"):
                return all(self._holds(each, number) for each in shown.arguments)
            case Apply(name="or"):
                return any(self._holds(each, number) for each in shown.arguments)
            case IfElse():
                asked = self._answer(shown.condition, number)
                if asked is None:
                    return False
                return self._holds(shown.then if asked else shown.other, number)
            case _:
                return self._answer(shown, number) is True

    def _answer(self, node: Typed, number: int) -> Any:
        try:
            return evaluate(node, self._setting({"it": number, SEAT: self._seat}))
        except Fault:
            return None
        except LimitExceeded:  # of one list; that of all views together stands
            if self._steps.left < 0:
                raise
            return None

    def _setting(self, given: dict[str, Any]) -> Environment:
        return Environment(
            given, self.rows, self._slots, self._use, self._log, self._steps
        )

    def _use(self, use: Use, given: tuple[Any, ...], setting: Environment) -> Any:
        section, _, field = use.name.partition(".")
        formula = self.declared.formulas.get(use.name)
        if use.section == "derived":
            formula = self.declared.kinds[section].derived[field]
        if formula is None:
            raise Fault("R702", f"'{use.name}' is not read by audiences")
        names = [each.name for each in formula.takes]
        known = dict(zip(names, given, strict=True))
        return evaluate(formula.body, replace(setting, locals=known))


class SharedVisibility(Visibility):
    """What all of some seats may see; nothing is its own."""

    def __init__(
        self,
        declared: Declarations,
        world: GameState,
        seats: Iterable[int],
        of: Collection[str] = (),
    ) -> None:
        """Look through the eyes of all of them."""
        super().__init__(declared, world, ALL_SEATS)
        self._all = [Visibility(declared, world, seat, of) for seat in seats]

    def admitted(self, kind: Kind, number: int) -> list[Field]:
        """Return the fields of an entity that all of them may see."""
        every = [each.admitted(kind, number) for each in self._all]
        first, rest = every[:1], every[1:]
        return [f for found in first for f in found if all(f in each for each in rest)]

    def sees(self, kind: Kind, number: int, field: Field) -> bool:
        """Return whether all of them may see a field of an entity."""
        return all(each.sees(kind, number, field) for each in self._all)

    def before(self, world: GameState) -> "SharedVisibility":
        """Return how all of them looked on a world that was."""
        found = SharedVisibility(self.declared, world, ())
        found._all = [each.before(world) for each in self._all]
        return found

    def owns(self, kind: Kind, number: int, row: Any) -> bool:
        """Tell that it owns nothing."""
        return False
