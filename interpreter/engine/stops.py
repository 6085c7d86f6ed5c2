"""Stops of a run, and the answers that they can take.

These are named tuples and no Structs: drivers unpack them, and one is made at every
stop of a run.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, TypeAlias

from interpreter.diagnostics import Unusable
from interpreter.ir.instructions import Choice, Draw, Roll, Site
from interpreter.ir.walking import option_values
from interpreter.values.faults import Fault
from interpreter.values.types import (
    Boolean,
    Cell,
    Entity,
    Enumeration,
    EnumerationPart,
    ListOf,
    MapOf,
    Maybe,
    Moment,
    Number,
    Record,
    Seat,
    Text,
    Type,
    Value,
)
from interpreter.values.types import (
    GameState as GameState,  # drivers of a run import it from here
)

Payload: TypeAlias = tuple[Any, ...]
"""What generated code says of a stop: the number of its site, then what the stop holds
after its site, in that order."""

Stack: TypeAlias = "tuple[tuple[str, tuple[Value, ...]], Stack] | None"
"""Linked frames, the innermost first: (function, live values)."""

Where = tuple[Any, ...]
"""Where a run stands, for the keys of dice: that of the call that it is in (or ()), the
number of a site, the values of the locals that its `among` names."""

Check = tuple[str, tuple[Value, ...]]
"""A condition on an answer: (function, live values)."""

OptionTexts = tuple[str, tuple[Value, ...]]
"""What stands beside the options and is said of each element, worked out when it is
wanted: (function, live values)."""


Posing = tuple[str, tuple[Value, ...]]
"""What works out anew what a stop asks, from another game state: (function, live
values). Only traced runs have it."""


class PartTexts(NamedTuple):
    """The values of the texts of a choice, of one element if it has several: those of
    what is said of the element, and by the option those of what stands beside it.
    `failed`: a rule fails in them, or exceeds a limit."""

    said: tuple[Value, ...] = ()
    beside: Mapping[Value, tuple[Value, ...]] = MappingProxyType({})
    failed: bool = False


class RunState(NamedTuple):
    """All that determines how a run goes on, but the answers."""

    game_state: GameState
    stack: Stack


class Resuming(Protocol):
    """The engine of a run, as its stops need it."""

    def reset(self) -> None:
        """Allow a run all its steps again."""

    def site(self, number: int) -> Site:
        """Return what is known of the place of a step."""

    def resumed(
        self,
        state: GameState,
        stack: Stack,
        value: Value,
        answering: Any = None,
    ) -> "Stop":
        """Run on with an answer to the next stop; to the end where all is answered
        (`once.Answering`)."""

    def meets(self, value: Value, check: Check, state: GameState) -> bool:
        """Tell whether an answer meets a condition."""

    def posed(self, stop: "Waiting", state: GameState) -> "Waiting":
        """Return the stop with what it asks worked out anew from another state."""

    def texts_of(
        self, texts: OptionTexts, state: GameState, element: tuple[Value, ...]
    ) -> tuple[Any, ...]:
        """Return the values of what stands beside the options, as `option_values`
        of a choice lists them, and of what is said of the element."""


class RollStop(NamedTuple):
    """Dice are wanted: a face when `single`, else a tuple of `number` faces."""

    engine: Resuming
    game_state: GameState
    stack: Stack
    instruction: Roll
    site: int
    number: int
    sides: int
    single: bool
    by: int | None
    texts: tuple[tuple[Value, ...], ...]
    where: Where
    posing: Posing | None

    @property
    def state(self) -> RunState:
        """The state in which it waits."""
        return RunState(self.game_state, self.stack)


class DrawStop(NamedTuple):
    """Elements of a list are wanted: one, or a tuple of `how_many`."""

    engine: Resuming
    game_state: GameState
    stack: Stack
    instruction: Draw
    site: int
    items: tuple[Value, ...]
    weights: tuple[int, ...] | None
    how_many: int | None
    by: int | None
    texts: tuple[tuple[Value, ...], ...]
    where: Where
    posing: Posing | None

    @property
    def state(self) -> RunState:
        """The state in which it waits."""
        return RunState(self.game_state, self.stack)


class ChoiceStop(NamedTuple):
    """A choice is wanted, of one seat or of several at once.

    With several, `by` is None and `offered` holds (element, seat, offered); the answer
    is a map ((element, answer), ...). `how_many` is (least, most) or None. `texts` are
    the values of what the step says, where a run is traced, then those of its options.
    `option_texts` works out what stands beside the values of a list.
    """

    engine: Resuming
    game_state: GameState
    stack: Stack
    instruction: Choice
    site: int
    by: int | None
    offered: tuple[Any, ...] | None
    how_many: tuple[int, int] | None
    default: Value
    check: Check | None
    texts: tuple[tuple[Value, ...], ...]
    option_texts: OptionTexts | None
    where: Where
    posing: Posing | None

    @property
    def state(self) -> RunState:
        """The state in which it waits."""
        return RunState(self.game_state, self.stack)

    def legal(self, value: Value) -> bool:
        """Tell whether an answer, as a whole, meets the condition of the choice."""
        if self.check is None:
            return True
        return self.engine.meets(value, self.check, self.game_state)

    def part_texts(self, at: int = 0) -> PartTexts:
        """Return the values of the texts of the choice, or of its element `at`; an
        UmpireError where a rule in them fails."""
        one, offered = self.instruction, self.offered
        element: tuple[Value, ...] = ()
        if self.option_texts is None:
            return PartTexts()
        if one.each is not None and self.offered is not None:
            named, _, offered = self.offered[at]
            element = (named,)
        found = self.engine.texts_of(self.option_texts, self.game_state, element)
        many = len(option_values(one))
        return PartTexts(tuple(found[many:]), _beside(offered or (), found[:many]))

    def try_texts(self) -> None:
        """Work out all texts; an UmpireError where a rule in them fails."""
        elements = 1 if self.instruction.each is None else len(self.offered or ())
        for at in range(elements):
            self.part_texts(at)


def _beside(
    offered: Sequence[Value], lists: Sequence[Sequence[Value]]
) -> dict[Value, tuple[Value, ...]]:
    """Return the values of the text beside each option; nothing beside the none that
    may be answered, which comes last."""
    return dict(zip(offered, zip(*lists, strict=True), strict=False))


class Finished(NamedTuple):
    """The end of a run."""

    result: Value
    game_state: GameState


Waiting = RollStop | DrawStop | ChoiceStop
"""What needs an answer."""

Stop = Waiting | Finished
"""What a run comes to next."""


def checked(stop: RollStop | DrawStop | ChoiceStop, value: Value) -> Value:
    """Return an answer as the run takes it; an impossible one is Unusable."""
    if isinstance(stop, RollStop):
        if stop.single and type(value) is int and 1 <= value <= stop.sides:
            return value
        return _checked_faces(stop, value)
    if isinstance(stop, DrawStop):
        return _checked_draw(stop, value)
    return _checked_choice(stop, value)


def _checked_faces(stop: RollStop, value: Value) -> Value:
    """Return faces that the dice can show; else Unusable."""
    given = (value,) if stop.single else value
    wanted = 1 if stop.single else stop.number
    if not isinstance(given, tuple) or len(given) != wanted:
        raise Unusable(f"the roll needs {wanted} dice")
    for face in given:
        if type(face) is not int or not 1 <= face <= stop.sides:
            raise Unusable(f"a die of {stop.sides} sides cannot show {face}")
    return value


def _checked_draw(stop: DrawStop, value: Value) -> Value:
    """Return elements that can be drawn; else Unusable."""
    some = stop.items
    if stop.weights is not None:
        pairs = zip(stop.items, stop.weights, strict=True)
        some = tuple(item for item, weight in pairs if weight > 0)
    if stop.how_many is None:
        if not _in(value, some) and not _written(stop, value):
            raise Unusable("this cannot be drawn")
        return value
    wanted = max(0, min(stop.how_many, len(stop.items)))
    if not isinstance(value, tuple) or len(value) != wanted:
        raise Unusable(f"the draw needs {wanted} elements")
    _places(value, some)
    return value


def _written(stop: DrawStop, value: Value) -> bool:
    """Tell whether a value may be written where others are drawn."""
    kind = stop.instruction.source.type
    if not stop.instruction.written or not isinstance(kind, ListOf):
        return False
    return belongs(value, kind.item, stop.state.game_state)


def _checked_choice(stop: ChoiceStop, value: Value) -> Value:
    """Return a legal answer, sets in the order offered; else Unusable."""
    one = stop.instruction
    if one.each is None or stop.offered is None:
        found = checked_one(stop, stop.offered, value)
    else:
        if not isinstance(value, tuple) or len(value) != len(stop.offered):
            raise Unusable(f"{len(stop.offered)} answers are needed")
        answers = []
        for triple, pair in zip(stop.offered, value, strict=True):
            if not isinstance(pair, tuple) or len(pair) != 2 or pair[0] != triple[0]:
                raise Unusable("each answer stands with its element, in order")
            answers.append((triple[0], checked_one(stop, triple[2], pair[1])))
        found = tuple(answers)
    if not stop.legal(found):
        raise Unusable("the answer does not meet the condition of the choice")
    return found


def checked_one(
    stop: ChoiceStop, offered: tuple[Value, ...] | None, value: Value
) -> Value:
    """Return an answer of one seat, or for one element, without the condition on the
    whole; what was not offered is Unusable."""
    one = stop.instruction
    if offered is None:
        kind = one.open_type if one.open_type is not None else one.type
        if not belongs(value, kind, stop.game_state):
            raise Unusable("the answer is of another type")
        return value
    if stop.how_many is None or (value is None and one.optional):  # none is offered
        if not _in(value, offered):
            raise Unusable("this is not offered")
        return value
    least, most = stop.how_many
    if not isinstance(value, tuple) or not least <= len(value) <= most:
        raise Unusable(f"from {least} to {most} are needed")
    places = _places(value, offered)
    return value if one.in_order else tuple(offered[place] for place in sorted(places))


def _in(value: Value, offered: Iterable[Value]) -> bool:
    return any(type(each) is type(value) and each == value for each in offered)


def _places(given: tuple[Value, ...], offered: tuple[Value, ...]) -> list[int]:
    """Return a place in the list for each element given, none twice."""
    free = list(range(len(offered)))
    found = []
    for value in given:
        place = next((at for at in free if _in(value, (offered[at],))), None)
        if place is None:
            raise Unusable("this is not offered, or not so often")
        free.remove(place)
        found.append(place)
    return found


def belongs(  # noqa: C901 - a case a type
    value: Value, kind: Type, state: GameState
) -> bool:
    """Tell whether a value is one of a type; entities only as numbers from 0."""
    match kind:
        case Maybe():
            return value is None or belongs(value, kind.item, state)
        case Boolean():
            return isinstance(value, bool)
        case Number():
            return _number(value, kind)
        case Text():
            return isinstance(value, str)
        case Enumeration():
            return type(value) is int and 0 <= value < len(kind.values)
        case EnumerationPart():
            return type(value) is int and value in kind.ranks
        case Entity() | Moment():
            return type(value) is int and value >= 0
        case Seat():
            return type(value) is int and value >= -1
        case Cell():
            return (
                isinstance(value, tuple)
                and len(value) == 2
                and all(type(n) is int for n in value)
            )
        case ListOf() | Record() | MapOf():
            return isinstance(value, tuple) and _parts(value, kind, state)
        case _:
            return False


def _parts(
    value: tuple[Value, ...], kind: ListOf | Record | MapOf, state: GameState
) -> bool:
    if isinstance(kind, MapOf):
        return _entries(value, kind, state)
    kinds = (
        [own for _, own in kind.fields]
        if isinstance(kind, Record)
        else [kind.item] * len(value)
    )
    return len(kinds) == len(value) and all(
        belongs(each, own, state) for each, own in zip(value, kinds, strict=True)
    )


def _entries(value: tuple[Value, ...], kind: MapOf, state: GameState) -> bool:
    """Tell whether a value is a map: pairs of key and value, no key twice."""
    pairs = [each for each in value if isinstance(each, tuple) and len(each) == 2]
    return len({key for key, _ in pairs}) == len(value) and all(
        belongs(key, kind.key, state) and belongs(each, kind.value, state)
        for key, each in pairs
    )


def _number(value: Value, kind: Number) -> bool:
    if isinstance(value, bool) or not isinstance(value, (int, Fraction)):
        return False
    if value.denominator == 1 and not isinstance(value, int):
        return False
    if kind.whole and not isinstance(value, int):
        return False
    if kind.step is not None and value % kind.step:
        return False
    return (kind.low is None or value >= kind.low) and (
        kind.high is None or value <= kind.high
    )


# Chance and choices that cannot be: what every driver says of them alike.

_INSTEAD = "say with 'or: none', 'if_none' or an 'if' around it what happens then"


def roll_fault(number: int, sides: int) -> Fault | None:
    """Return what is wrong with a roll, or None."""
    if number < 0 or sides < 1:
        return Fault("R701", f"no roll of {number} d{sides}")
    return None


def draw_fault(
    items: Sequence[object], weights: Sequence[object] | None, how_many: int | None
) -> Fault | None:
    """Return what is wrong with a draw, or None; too many wanted are all that are."""
    number = 1 if how_many is None else max(0, min(how_many, len(items)))
    given = [1] * len(items) if weights is None else list(weights)
    if any(each < 0 for each in given):  # type: ignore[operator]
        return Fault("R701", "a weight is below 0")
    left = sum(1 for each in given if each)
    if number > left:
        return Fault("R705", f"cannot draw {number} of {left}")
    return None


def choice_fault(
    by: int | None,
    offered: Sequence[Any] | None,
    how_many: tuple[int, int] | None,
) -> Fault | None:
    """Return what is wrong with what a choice offers, or None.

    Without `by`, several seats choose, and `offered` holds (element, seat, offered).
    None is offered where anything of a type may be answered.
    Whether an answer meets the condition of the choice is not tried here.
    """
    if offered is None:
        return None
    least = 1 if how_many is None else how_many[0]
    every = [offered] if by is not None else [some for *_, some in offered]
    fewest = min((len(some) for some in every if some is not None), default=least)
    if least <= fewest:
        return None
    if fewest == 0:
        return Fault("R712", "nothing is offered", _INSTEAD)
    are = "is" if fewest == 1 else "are"
    message = f"{least} must be chosen, and {fewest} {are} offered"
    return Fault("R712", message, _INSTEAD)
