"""A walk, as it is known once it is read: how a piece may go from hex to hex."""

from dataclasses import dataclass, field

from interpreter.checked.declared import Parameter
from interpreter.document.nodes import Mapping
from interpreter.language.typed import FieldRead, Typed
from interpreter.source import Span
from interpreter.values.types import Type, present

FROM, TO, STEPS, SPENT = "from", "to", "steps", "spent"
"""What the expressions of a walk may read besides what it takes."""


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

    @property
    def hex(self) -> Type:
        """The type of the hexes on which it goes."""
        return present(self.place.type)

    def condition(self, name: str) -> Typed | None:
        """Return one of the conditions; None where nothing is said."""
        return dict(self.conditions).get(name)
