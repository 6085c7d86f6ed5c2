"""A walk, as it is known once it is read: how a piece may go from hex to hex."""

from dataclasses import dataclass, field
from functools import reduce

from interpreter.checked.declared import Parameter
from interpreter.document.nodes import Mapping
from interpreter.language.typed import Apply, Constant, FieldRead, Local, Typed
from interpreter.source import Span
from interpreter.values.types import Truth, Type, present, whole

FROM, TO, STEPS, SPENT = "from", "to", "steps", "spent"
"""What the expressions of a walk may read besides what it takes."""

NEW_FACING = "new_facing"
"""What `turn_cost` may read besides: where the piece would face then."""


COUNT = whole(0)
NOTHING_SPENT = Constant(0, COUNT)
YES, NO = Constant(True, Truth()), Constant(False, Truth())
FIRST = Apply("is", (Local(STEPS, COUNT), Constant(0, COUNT)), Truth())
"""Whether a step is the first."""


@dataclass(frozen=True, slots=True)
class Walk:
    """How a piece may go: each expression reads what the walk takes, and where the
    piece stands then.

    `place` is the field of `piece` that holds its hex. `budget` and `piece` are read
    once. The others read `steps` and `spent` so far and `from`, the hex where the piece
    stands; `cost may_enter never first_step first_step_free` also the hex `to` of the
    step. For `must_stop` and `may_stop` the piece stands at `to` and came from `from`;
    before the first step both are where it stands. `written` is its text, that of the
    walk that it is like among it.

    A walk that turns has a `facing`, the field of `piece` that holds it: before each
    step and at the end it may become one of `may_turn`, at a `turn_cost` that also
    reads the `new_facing`.
    """

    name: str
    takes: tuple[Parameter, ...]
    piece: Typed
    place: FieldRead
    budget: Typed
    may_step: Typed
    cost: Typed
    conditions: tuple[tuple[str, Typed], ...]
    span: Span
    written: Mapping = field(compare=False)
    rule: str = ""
    facing: FieldRead | None = None
    may_turn: Typed = NO
    turn_cost: Typed = NOTHING_SPENT

    @property
    def read(self) -> tuple[Typed, ...]:
        """Every expression of it."""
        conditions = (each for _, each in self.conditions)
        goes = (self.piece, self.budget, self.may_step, self.cost, *conditions)
        return goes if self.facing is None else (*goes, self.may_turn, self.turn_cost)

    @property
    def hex(self) -> Type:
        """The type of the hexes on which it goes."""
        return present(self.place.type)

    @property
    def where(self) -> Typed:
        """Whether a step may be made, but for what it costs."""
        parts: list[Typed] = []
        for name in ("may_enter", "never", "first_step"):
            found = self.condition(name)
            if found is not None and name == "never":
                found = Apply("not", (found,), Truth(), found.span)
            if found is not None and name == "first_step":
                later = Apply("not", (FIRST,), Truth())
                found = Apply("or", (later, found), Truth(), found.span)
            parts += () if found is None else (found,)
        return reduce(lambda a, b: Apply("and", (a, b), Truth()), parts or [YES])

    @property
    def free(self) -> Typed:
        """Whether a step may be made whatever it costs."""
        found = self.condition("first_step_free")
        return NO if found is None else Apply("and", (FIRST, found), Truth())

    def condition(self, name: str) -> Typed | None:
        """Return one of the conditions; None where nothing is said."""
        return dict(self.conditions).get(name)
