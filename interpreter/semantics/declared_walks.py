"""A walk, as it is known once it is read: how a piece may go from hex to hex."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from interpreter.expressions.typed import Apply, Constant, FieldRead, Local, Typed
from interpreter.semantics.declarations import DeclaredRule, Parameter
from interpreter.source import Span
from interpreter.values.types import Boolean, Type, present, whole

if TYPE_CHECKING:  # a warm start reads no YAML
    from interpreter.yaml.nodes import MappingNode

FROM, TO, STEPS, SPENT = "from", "to", "steps", "spent"
"""What the expressions of a walk may read besides what it takes."""

NEW_FACING = "new_facing"
"""A further local of `turn_cost`: the facing after the turn."""


COUNT = whole(0)
NOTHING_SPENT = Constant(0, COUNT)
YES, NO = Constant(True, Boolean()), Constant(False, Boolean())
FIRST = Apply("is", (Local(STEPS, COUNT), Constant(0, COUNT)), Boolean())
"""Whether a step is the first of its path."""


class Walk(DeclaredRule, frozen=True):
    """How a piece may move: expressions over the parameters of the walk and the state
    of the path.

    `place` is the field of `piece` with its hex. `budget` and `piece` are evaluated
    once. The others read `steps` and `spent` so far and `from`, the hex of the piece;
    `cost`, `may_enter`, `never`, `first_step` and `first_step_free` also `to`, the hex
    of the step. For `must_stop` and `may_stop` the piece is at `to` and came from
    `from`; before the first step both are its hex. `written` is the source of the walk
    and of the one it extends. A walk that turns has a `facing` field: before each step
    and at the end it may become one of `may_turn` at a `turn_cost`, which also reads
    `new_facing`. A call is replaced by the expressions of the walk, so all of them are
    in its signature.
    """

    SIGNATURE = (
        *("name", "takes", "piece", "place", "budget", "may_step", "cost"),
        *("conditions", "written", "facing", "may_turn", "turn_cost"),
    )

    name: str
    takes: tuple[Parameter, ...]
    piece: Typed
    place: FieldRead
    budget: Typed
    may_step: Typed
    cost: Typed
    conditions: tuple[tuple[str, Typed], ...]
    span: Span
    written: MappingNode
    rule: str = ""
    facing: FieldRead | None = None
    may_turn: Typed = NO
    turn_cost: Typed = NOTHING_SPENT

    @property
    def read(self) -> tuple[Typed, ...]:
        """Every expression of the walk."""
        conditions = (each for _, each in self.conditions)
        goes = (self.piece, self.budget, self.may_step, self.cost, *conditions)
        return goes if self.facing is None else (*goes, self.may_turn, self.turn_cost)

    @property
    def hex(self) -> Type:
        """The type of the hexes that it visits."""
        return present(self.place.type)

    @property
    def where(self) -> Typed:
        """The condition for a step, apart from its cost."""
        parts: list[Typed] = []
        for name in ("may_enter", "never", "first_step"):
            found = self.condition(name)
            if found is not None and name == "never":
                found = Apply("not", (found,), Boolean(), found.span)
            if found is not None and name == "first_step":
                later = Apply("not", (FIRST,), Boolean())
                found = Apply("or", (later, found), Boolean(), found.span)
            parts += () if found is None else (found,)
        return reduce(lambda a, b: Apply("and", (a, b), Boolean()), parts or [YES])

    @property
    def free(self) -> Typed:
        """The condition for a step at any cost."""
        found = self.condition("first_step_free")
        return NO if found is None else Apply("and", (FIRST, found), Boolean())

    def condition(self, name: str) -> Typed | None:
        """Return one of the conditions by its key; None if it is not declared."""
        return dict(self.conditions).get(name)
