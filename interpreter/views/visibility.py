"""What a seat may see of a state, and values that it may not.

An audience that raises a fault or exceeds a limit admits nobody, silently: the fields
that it reads are public, but whether the entity exists that they are read of is not.

A label is the text of the mask fields and a number (`round 37`). The numbers depend on
the secret of the run alone, in an order that nobody else can compute, and none is
assigned twice. They tell neither how many entities there are, nor which came first, nor
which label an entity had before. A game state records only when an entity got another
label, so a label is the same for every seat and every query.

Generation: all numbers of two digits, then of three and so on; within one length they
are sorted by the first block of the dice path ("mask", kind, number). The first length
is the least that has eight numbers for each entity of the scenario. A number that an id
of the kind ends with is skipped. Numbers are assigned to the entities of the scenario
in its order, then to each entity that is made or gets another label.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from interpreter.diagnostics import LimitExceeded
from interpreter.engine.dice import KeyedDice
from interpreter.engine.stops import GameState
from interpreter.expressions.evaluator import Environment, evaluate
from interpreter.expressions.typed import Apply, Constant, IfElse, Typed, Use
from interpreter.semantics.declarations import SEAT, Declarations, Field, Kind
from interpreter.semantics.state_view import StateView, name_of
from interpreter.values.faults import Fault, Steps
from interpreter.values.log import Label, shape
from interpreter.values.types import StateRow, Value, speaks_of

ALL_SEATS = -2
"""In place of a seat: an observer who knows only what all seats know."""

_Conditions = tuple[list[tuple[Field, int]], list[Typed]]
"""The fields of a kind, each with the place of its audience among these."""
AdmittedFields = dict[tuple[str, int], list[Field]]
"""The fields that a seat may see, by kind and number of the entity."""


class KnownFields:
    """The fields that seats may see of one state, as far as they were asked for: a page
    has several views of it, for each of which they are the same."""

    def __init__(self) -> None:
        """Begin with none."""
        self._state: GameState | None = None
        self._by_seat: dict[int, AdmittedFields] = {}

    def of(self, state: GameState, seat: int) -> AdmittedFields:
        """Return those of a state and a seat, to be read and added to; those of another
        state are forgotten."""
        if state is not self._state:
            self._state, self._by_seat = state, {}
        return self._by_seat.setdefault(seat, {})


class Visibility:
    """What one seat may see of a game state."""

    def __init__(
        self,
        declared: Declarations,
        state: GameState,
        seat: int,
        of: Collection[str] = (),
        known: KnownFields | None = None,
    ) -> None:
        """Look at a state as a seat; if kinds `of` are given, only those and fields
        that may refer to them are evaluated, otherwise what is `known` is not."""
        self.declared = declared
        self.state_view = StateView(declared, state)
        self._seat = seat
        self._of = of
        self._fields: dict[str, tuple[Field, ...]] = {}
        self._called: dict[tuple[str, int], str] = {}
        self._conditions: dict[str, _Conditions] = {}
        self._admitted: AdmittedFields = (
            {} if known is None or of else known.of(state, seat)
        )
        self._steps = Steps()
        self._slots = {
            (kind.name, field.name): slot
            for kind in declared.kinds.values()
            for slot, field in enumerate(kind.fields)
        }

    def admitted(self, kind: Kind, number: int) -> list[Field]:
        """Return the fields of an entity that the seat may see."""
        found = self._admitted.get((kind.name, number))
        if found is None:
            found = self._admitted[kind.name, number] = self._admits_of(kind, number)
        return found

    def _admits_of(self, kind: Kind, number: int) -> list[Field]:
        """Return the same, worked out: fields of one audience are shown together, so
        that each is evaluated once for an entity."""
        if self.state_view.row(kind.name, number) is None:
            return []
        known = self._conditions.get(kind.name)
        if known is None:
            places: dict[Typed, int] = {}
            fields = [
                (field, places.setdefault(field.shown, len(places)))
                for field in self.candidates(kind)
                if field.shown is not None
            ]
            known = self._conditions[kind.name] = fields, [*places]
        fields, conditions = known
        holds = [self._holds(shown, number) for shown in conditions]
        return [field for field, place in fields if holds[place]]

    def candidates(self, kind: Kind) -> tuple[Field, ...]:
        """Return the fields of a kind that are looked at: those that may be shown in
        some state, and that may refer to the kinds asked for."""
        if not self._of or kind.name in self._of:
            return kind.showable
        fields = self._fields.get(kind.name)
        if fields is None:
            fields = tuple([f for f in kind.showable if speaks_of(f.type, self._of)])
            self._fields[kind.name] = fields
        return fields

    def sees(self, kind: Kind, number: int, field: Field) -> bool:
        """Return whether the seat may see a field of an entity."""
        return (
            self.state_view.row(kind.name, number) is not None
            and shape(field.type) is None
            and self._admits(field, number)
        )

    def called(self, kind: str, number: int) -> str:
        """Return the name that the pack gives an entity, if the seat may see it; ""
        otherwise."""
        named = (kind, number)
        name = self._called.get(named)
        if name is None:
            name, declared = "", self.declared.kinds.get(kind)
            if declared is not None and declared.called:
                field = declared.fields[declared.slot(declared.called)]
                if self.sees(declared, number, field):
                    row = self.state_view.row(kind, number)
                    name = name_of(declared, row)
            self._called[named] = name
        return name

    def before(self, state: GameState) -> "Visibility":
        """Return the visibility of the same seat in an earlier state; both share one
        step limit."""
        earlier = Visibility(self.declared, state, self._seat)
        earlier._steps = self._steps
        return earlier

    def owns(self, kind: Kind, number: int, row: StateRow | None) -> bool:
        """Return whether the seat owns an entity whose current or earlier row is
        `row`."""
        if kind.owned is None or row is None:
            return False
        rows = self.state_view.rows(kind.name)
        if rows[number] is row:
            return self._holds(kind.owned, number)
        there = (*rows[:number], row, *rows[number + 1 :])
        before = self.state_view.with_rows(kind.name, there)
        earlier = Visibility(self.declared, before.state, self._seat)
        return earlier._holds(kind.owned, number)

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

    def _answer(self, node: Typed, number: int) -> Value:
        try:
            return evaluate(node, self._environment({"it": number, SEAT: self._seat}))
        except Fault:
            return None
        except LimitExceeded:  # of one list; that of all views together is re-raised
            if self._steps.left < 0:
                raise
            return None

    def _environment(self, arguments: dict[str, Value]) -> Environment:
        rows, log = self.state_view.rows_by_kind, self.state_view.log
        return Environment(arguments, rows, self._slots, self._use, log, self._steps)

    def _use(
        self, use: Use, arguments: tuple[Value, ...], environment: Environment
    ) -> Value:
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
        state: GameState,
        seats: Iterable[int],
        of: Collection[str] = (),
        known: KnownFields | None = None,
    ) -> None:
        """Look at a state as all of these seats."""
        super().__init__(declared, state, ALL_SEATS, of)
        self._all = [Visibility(declared, state, seat, of, known) for seat in seats]

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

    def before(self, state: GameState) -> "SharedVisibility":
        """Return the shared visibility in an earlier state."""
        earlier = SharedVisibility(self.declared, state, ())
        earlier._all = [visibility.before(state) for visibility in self._all]
        return earlier

    def owns(self, kind: Kind, number: int, row: StateRow | None) -> bool:
        """Return False: what all seats see has no owner."""
        return False


Ids = Mapping[str, tuple[str, ...]]
"""The names of the entities of a scenario, by kind."""

Seen = Callable[[int, GameState], bool]
"""Returns whether a seat could see a value in an earlier game state; the number is that
of the last label that was assigned in that state, and names it."""

NUMBERS_PER_ENTITY = 8  # so that a number says little about the count of entities


class Masks:
    """Assigns the labels of a run; without a secret entities are known by their ids, as
    to the judge."""

    def __init__(self, ids: Ids, secret: bytes | None) -> None:
        """Begin with nothing assigned; `ids` are the entities of the scenario."""
        self._ids = ids
        self._dice = None if secret is None else KeyedDice(secret)
        self._sequences: dict[str, tuple[list[int], Iterator[int]]] = {}

    def assigned(self, declared: Declarations, state: GameState) -> "AssignedLabels":
        """Return the labels assigned up to a game state."""
        changes: dict[tuple[str, int], list[tuple[int, int]]] = {}
        counts = {name: len(self._ids.get(name, ())) for name in declared.kinds}
        labels = StateView(declared, state).labels
        for at, label in enumerate(labels):
            entity = label.kind, label.number
            changes.setdefault(entity, []).append((at, counts[label.kind]))
            counts[label.kind] += 1
        return AssignedLabels(self, declared, labels, changes, self._dice is not None)

    def number(self, kind: str, place: int) -> int:
        """Return the number at a position (from 0) in the sequence of a kind."""
        if kind not in self._sequences:
            self._sequences[kind] = [], self._numbers(kind)
        known, more = self._sequences[kind]
        while len(known) <= place:
            known.append(next(more))
        return known[place]

    def _numbers(self, kind: str) -> Iterator[int]:
        ids, dice = self._ids.get(kind, ()), self._dice
        taken = {int(tail) for number in ids if (tail := _digits(number))}
        low = 10
        while 9 * low < NUMBERS_PER_ENTITY * len(ids):
            low *= 10
        while dice is not None:
            candidates = [
                number for number in range(low, 10 * low) if number not in taken
            ]
            yield from sorted(
                candidates, key=lambda number: dice.key(("mask", kind, number))
            )
            low *= 10


def _digits(name: str) -> str:
    """Return the digits at the end of a name."""
    return name[len(name.rstrip("0123456789")) :][-9:]


class AssignedLabels(Struct, frozen=True):
    """The labels of a game state.

    `given` are all labels assigned since the start, in order; `changes` holds for each
    entity which of them were its own, with the position of its number.
    """

    masks: Masks
    declared: Declarations
    given: tuple[Label, ...]
    changes: Mapping[tuple[str, int], list[tuple[int, int]]]
    masked: bool

    @property
    def now(self) -> int:
        """How many labels have been assigned."""
        return len(self.given)

    def before(self, claim: int) -> int:
        """Return how many labels had been assigned when a claim was sent."""
        return sum(label.claims <= claim for label in self.given)

    def since(
        self, kind: Kind, entity: int, slot: int, value: Value, seen: Seen
    ) -> int | None:
        """Return the least label count from which the seat is known to have seen the
        value.

        The search goes back over the label changes while the value was the same and
        `seen`. None: the value is newer than every label.
        """
        least, last = None, self.now
        earlier: StateView | None = None
        for at in range(self.now - 1, -1, -1):
            state = self.given[at].before
            if not state:
                continue
            if earlier is None or state is not earlier.state:
                last, earlier = at, StateView(self.declared, state)
            row = earlier.row(kind.name, entity)
            if row is None or row[slot] != value or not seen(last, state):
                break
            least = at
        return least

    def number(self, kind: Kind, entity: int, when: int) -> int:
        """Return the number in the label of an entity after `when` labels."""
        place = entity
        for at, position in self.changes.get((kind.name, entity), ()):
            if at < when:
                place = position
        return self.masks.number(kind.name, place)

    def row(
        self, kind: Kind, entity: int, when: int, now: StateRow | None
    ) -> StateRow | None:
        """Return the row of an entity at a time when it had a label; `now` is its
        current row."""
        known = self.changes.get((kind.name, entity), ())
        labels = [at for at, _ in known if self.given[at].before]
        later = [at for at in labels if at >= when]
        for at in (*later, *(labels[-1:] if now is None else ())):
            earlier = StateView(self.declared, self.given[at].before)
            return earlier.row(kind.name, entity)
        return now
