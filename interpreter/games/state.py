"""The state of a game: the fold of the answers in its journal.

`GameProgress` runs the program to a stop, takes one event, and runs on. `take` folds an
event of a journal, `choose` and `fall` answer a stop and return the event.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from msgspec import Struct

from interpreter.diagnostics import UmpireError, Unusable
from interpreter.engine.dice import KeyedDice, RollPlace, SeededDice, drawn_by
from interpreter.engine.once import Engine, answer, initial, start
from interpreter.engine.stops import (
    ChoiceStop,
    DrawStop,
    Finished,
    GameState,
    RollStop,
    Stop,
)
from interpreter.expressions.typed import Template
from interpreter.games.corrections import (
    CORRECTION,
    Correction,
    corrected,
    correction_event,
    correction_of,
)
from interpreter.games.dice_words import NO_WORDS, DiceWords
from interpreter.games.journal_values import from_data, to_data
from interpreter.games.questions import (
    ConditionUnmet,
    Given,
    Question,
    element_type,
    own_part,
    questions,
    together,
)
from interpreter.ir.instructions import (
    Choice,
    Draw,
    Feasible,
    ForEach,
    Let,
    Program,
    Repeat,
    Require,
    Roll,
    Site,
    When,
)
from interpreter.ir.walking import is_hidden
from interpreter.semantics.audience import EVERYONE
from interpreter.source import normalised
from interpreter.values.types import (
    JUDGE,
    JUDGE_NAME,
    ListOf,
    Type,
    Unknown,
    Value,
    places,
)
from interpreter.views.block_labels import NO_LABELS, labels_of
from interpreter.views.views import AskableView, View
from interpreter.views.visibility import ALL_SEATS, KnownFields, Masks, Visibility

# --- Messages of steps between two stops ---
# Only the texts of steps count: clauses around them have none, and the text of a stop
# or a requirement is part of its question or refusal. The checker has proved that a
# seat that sees a step may know its text, and that the step is run.

SILENT = (Choice, Draw, Feasible, ForEach, Repeat, Require, Roll, When)


class StepMessage(NamedTuple):
    """A sentence with its values, and whether all seats see the step that says it."""

    sentence: Template
    values: tuple[Value, ...]
    is_public: bool


def step_messages(engine: Engine) -> list[StepMessage]:
    """Return the messages in the reports of an engine, in order; names that one step
    binds together have one message, and so has a loop with equal messages."""
    found: list[StepMessage] = []
    last: Site | None = None
    names: set[str] = set()  # bound by `last`; a name bound twice is a second run of it
    for kind, *rest in engine.reports:
        if kind != "step":
            continue
        number, _, _, values, _ = rest
        instruction = engine.emitted.sites[number][1]
        sentence = instruction.site.say
        again = False
        if isinstance(instruction, Let):
            again = instruction.site == last and instruction.name not in names
            names = {*names, instruction.name} if again else {instruction.name}
        last = instruction.site if isinstance(instruction, Let) else None
        silent = isinstance(instruction, SILENT) or is_hidden(instruction) or again
        if sentence is None or silent:
            continue
        saying = StepMessage(sentence, values, instruction.site.seen_by == EVERYONE)
        if found[-1:] != [saying]:
            found.append(saying)
    return found


JournalEvent = Mapping[str, Any]
CHOICE, ROLL, DRAW, UNDO = "choice", "roll", "draw", "undo"
EVERYONE_NAME = "everyone"
SEATS = "seats"
"""The entry of the first line with the policies that a game keeps, by seat."""
BY_POLICY, BY_DEFAULT = "policy:", "default"
"""What the `by` of a choice begins with for which a policy answered, its name follows;
and what it is where nobody answered and a default was taken."""
BY_GIVEN = "given"
"""What it is where the answer was in the command that played the game."""
WAITED = "waited"
"""The entry of an event before which the game lay there waiting, where neither a choice
of a person nor typed dice tell so: dice were left to the secret, or a policy took over
or a command answered when the game was opened again."""


def follows_pause(event: JournalEvent) -> bool:
    """Return whether the game paused before an event, so that seats could look: it
    waited for a person, or lay there when it was opened again. What policies choose one
    after the other is no pause, and nothing may tell a seat that they chose."""
    if event.get("typed") or event.get(WAITED) or event["event"] == CORRECTION:
        return True
    by = str(event.get("by"))
    is_unasked = by in (BY_DEFAULT, BY_GIVEN) or by.startswith(BY_POLICY)
    return bool(event["event"] == CHOICE and not is_unasked)


@dataclass(frozen=True, slots=True)
class GameStart:
    """The beginning of a game: a callable program (traced, so that stops have their
    texts), what is run, and the secret of the dice; None: not known.

    `secret` is the key of the dice, with the words of the seats mixed in; `private` is
    the key of labels, tokens and receipts (None: the same).
    """

    program: Program
    engine: Engine
    scenario: str
    entry: str
    values: tuple[Value, ...]
    secret: bytes | None = field(repr=False)
    private: bytes | None = field(default=None, repr=False)
    words: DiceWords = NO_WORDS
    labels: Masks | None = None
    masks: Masks = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Assign the labels of masked entities: by the key, unless there are others."""
        masks = self.labels or Masks(self.ids, self.key or b"")
        object.__setattr__(self, "masks", masks)

    @property
    def key(self) -> bytes | None:
        """The key of labels, tokens and receipts; None: not known."""
        return self.secret if self.private is None else self.private

    @property
    def ids(self) -> Mapping[str, tuple[str, ...]]:
        """The names of the entities of the scenario, by kind."""
        return self.program.initial_states[self.scenario].ids

    @property
    def seats(self) -> dict[str, int]:
        """The seats of the scenario by name."""
        names = self.ids.get(self.program.declared.seat_kind, ())
        return {name: number for number, name in enumerate(names)}

    def seat_called(self, name: str) -> int | None:
        """Return the number of the seat that a text names, or None."""
        names = self.ids.get(self.program.declared.seat_kind, ())
        return places(names).get(normalised(name))

    def seat_name(self, seat: int) -> str:
        """Return the true name of a seat."""
        kind = self.program.declared.seat_kind
        names = self.ids.get(kind, ())
        if seat == JUDGE:
            return JUDGE_NAME
        if seat == ALL_SEATS:
            return EVERYONE_NAME
        return names[seat] if seat < len(names) else f"{kind} {seat + 1}"


class AnsweredStop(Struct, frozen=True):
    """An event of the journal with its number, the stop that it answered, the stop
    after it, and the messages between the two."""

    number: int
    event: JournalEvent
    stop: Stop
    after: Stop
    messages: tuple[StepMessage, ...] = ()


class Meeting(Struct):
    """The entities created while running that a seat has met, as (kind, number), in
    that order; so many `events` were examined, the last one in `game_state`."""

    met: tuple[tuple[str, int], ...] = ()
    events: int = 0
    game_state: GameState = ()


class Diverged(Unusable):
    """An event that does not fit the rules: its number, the stop at which it was taken,
    and why."""

    def __init__(self, number: int, stop: Stop, why: str) -> None:
        """Make the message."""
        super().__init__(f"event {number:,} does not fit: {why}")
        self.number = number
        self.stop = stop
        self.why = why


class GameProgress:
    """A game folded so far: `stop` is what it waits for, `given` the answers of seats
    to that stop so far, `false` the numbers of events whose dice do not follow from the
    secret, `meetings` the entities that each seat has met (`disclosures`),
    `known_fields` what seats see of a state, `known_views` their views of it after so
    many events, and `earlier_views` those with which these are compared, of an earlier
    state, all as far as they were looked at, `opening` the messages before the first
    event, `remade` the last event as this program writes it."""

    def __init__(self, beginning: GameStart) -> None:
        """Run to the first stop."""
        self.beginning = beginning
        self.passed: list[AnsweredStop] = []
        self._messages: list[StepMessage] = []
        self.given: dict[int, Given] = {}
        self.false: list[int] = []
        self.refused = False
        self.remade: JournalEvent = {}
        self.meetings: dict[int, Meeting] = {}
        self.known_fields = KnownFields()
        self.known_views: dict[int, tuple[GameState, int, AskableView]] = {}
        self.earlier_views: dict[int, tuple[GameState, View]] = {}
        self._seeded = SeededDice(beginning.secret or b"", beginning.ids)
        self._posed: tuple[Stop | None, tuple[Question, ...]] = (None, ())
        state = initial(beginning.program, beginning.scenario)
        beginning.engine.reports.clear()
        self.stop = start(beginning.engine, beginning.entry, beginning.values, state)
        self._hear()
        self._settle()
        self.opening = self.new_messages()

    def forked(self, secret: bytes) -> "GameProgress":
        """Return the same game, on which other dice fall from here on."""
        other = copy(self)
        other.beginning = replace(self.beginning, secret=secret)
        other.passed, other._messages = [*self.passed], [*self._messages]
        other.given, other.false = {**self.given}, [*self.false]
        other.meetings, other.known_fields = {}, KnownFields()
        other.known_views, other.earlier_views = {}, {}
        other._seeded = SeededDice(secret, self.beginning.ids)
        return other

    @property
    def game_state(self) -> GameState:
        """The state of the game."""
        return self.stop.game_state

    @property
    def is_finished(self) -> bool:
        """Whether the run has ended."""
        return isinstance(self.stop, Finished)

    def open(self) -> tuple[Question, ...]:
        """Return the questions without an answer, one a seat; none while words of seats
        are missing."""
        if self.beginning.words.missing:
            return ()
        return tuple([each for each in self._asked() if each.seat not in self.given])

    def take(self, number: int, event: JournalEvent) -> None:
        """Take an event of the journal; Diverged where it does not fit."""
        before = self.stop
        try:
            self._take(number, event)
        except (LookupError, TypeError, ValueError, AttributeError):
            why = "it is not written as events of this kind are"
            raise Diverged(number, before, why) from None
        except UmpireError as error:
            raise Diverged(number, before, error.message) from error
        if event.get(WAITED) is True and not follows_pause(self.remade):
            self.remade = {**self.remade, WAITED: True}
        self.passed.append(
            AnsweredStop(number, event, before, self.stop, self.new_messages())
        )

    def passing(self, answered: Callable[[], JournalEvent]) -> JournalEvent:
        """Answer by a call of `choose` or `fall`, and note it as passed: for games that
        are played on here and have no journal."""
        before = self.stop
        event = answered()
        number = len(self.passed) + 1
        self.passed.append(
            AnsweredStop(number, event, before, self.stop, self.new_messages())
        )
        return event

    def new_messages(self) -> tuple[StepMessage, ...]:
        """Return the messages since the last call."""
        found, self._messages = tuple(self._messages), []
        return found

    def choose(self, question: Question, values: Given, by: str) -> JournalEvent:
        """Let a seat answer, and return the event.

        What was not offered is an IllegalAnswer, what the condition of the choice
        refuses a ConditionUnmet.
        """
        stop, ids = question.stop, self.beginning.ids
        found = question.checked(values)
        asked = self._asked()
        if len(asked) == 1:
            whole = together(asked, {question.seat: found})
            if not stop.legal(whole):
                raise ConditionUnmet(whole)
        elif stop.instruction.is_apart:
            part = own_part(question, found)
            if not stop.legal(part):
                raise ConditionUnmet(part)
        kind, item = stop.instruction.type, element_type(stop)
        pairs = zip(question.parts, found, strict=True)
        event = {
            "event": CHOICE,
            "at": stop.instruction.site.path,
            "seat": self.beginning.seat_name(question.seat),
            "values": [
                [to_data(part.element, item, ids), to_data(value, kind, ids)]
                for part, value in pairs
            ],
            "by": by,
        }
        self.given[question.seat] = found
        self._settle()
        return event

    def fall(
        self, typed: tuple[Value, ...] | None = None, *, is_typed: bool = True
    ) -> JournalEvent:
        """Answer a roll or draw, with what is given or from the secret, and return the
        event; what is given was typed by people unless it is said not to be."""
        stop = self.stop
        by_people = typed is not None and is_typed
        if isinstance(stop, RollStop):
            place = self._seeded.reached(stop)
            faces: Any = place.roll(stop.number, stop.sides) if typed is None else typed
            event = self._event(ROLL, stop, place, by_people)
            event |= {"sides": stop.sides, "faces": list(faces)}
            self._go(faces[0] if stop.single and len(faces) == 1 else faces)
            return event
        assert isinstance(stop, DrawStop)
        place = self._seeded.reached(stop)
        drawn = drawn_by(place, stop) if typed is None else typed
        kind, ids = drawn_type(stop), self.beginning.ids
        event = self._event(DRAW, stop, place, by_people)
        event |= {"drawn": [to_data(each, kind, ids) for each in drawn]}
        self._go(drawn[0] if stop.how_many is None else drawn)
        return event

    def correct(self, correction: Correction, seen: Sequence[str]) -> JournalEvent:
        """Let the judge change the game where it waits, and return the event; `seen`
        are the seats that see a change (`disclosures.seeing_correction`).

        The open questions are worked out anew, from what the waiting step has bound;
        answers to them that still fit stay. What does not fit, and what leaves nothing
        to answer, is Unusable.
        """
        stop, declared = self.stop, self.beginning.program.declared
        if isinstance(stop, Finished):
            hint = "take back what ended it first"
            raise Unusable("the game is at its end", hint=hint)
        if self.beginning.words.missing:
            hint = "words of seats come before all events"
            raise Unusable("nothing can be corrected before all words", hint=hint)
        ids = self.beginning.ids
        state = corrected(declared, stop.game_state, correction, ids)
        try:
            posed = self.beginning.engine.posed(stop, state)
        except UmpireError as error:
            hint = "change it otherwise, or take back what led to the question"
            message = "what the game waits for could not be asked then: "
            raise Unusable(f"{message}{error.message}", hint=hint) from error
        path = stop.instruction.site.path
        event = correction_event(declared, ids, correction, path, seen)
        before, given = {each.seat: each for each in self._asked()}, self.given
        self.stop = posed
        self.given = {
            now.seat: given[now.seat]
            for now in self._asked()
            if now.seat in given and _fits(before[now.seat], now, given[now.seat])
        }
        self._settle()
        return event

    def fallen(self, falls: Callable[[Stop], bool]) -> Iterator[JournalEvent]:
        """Answer rolls and draws from the secret as long as `falls` is true for the
        stop, and yield the events; none while words of seats are missing."""
        if self.beginning.words.missing:
            return
        while isinstance(self.stop, RollStop | DrawStop) and falls(self.stop):
            yield self.fall()

    def questions(self, stop: ChoiceStop) -> tuple[Question, ...]:
        """Return the questions of a stop; options are in an order that discloses
        nothing of what is masked."""
        return tuple(self._masked(each) for each in questions(stop))

    def _asked(self) -> tuple[Question, ...]:
        """Return the questions of the current stop, answered or not (memoised)."""
        stop, found = self._posed
        if stop is not self.stop:
            now = self.stop
            found = self.questions(now) if isinstance(now, ChoiceStop) else ()
            self._posed = (now, found)
        return found

    def _masked(self, question: Question) -> Question:
        declared, stop = self.beginning.program.declared, question.stop
        if question.seat == JUDGE:
            return question
        visibility = Visibility(declared, stop.game_state, question.seat)
        labels = labels_of(visibility, self.beginning.masks)
        if labels is NO_LABELS:
            return question
        return question.sorted(labels, element_type(stop))

    def _event(
        self, kind: str, stop: RollStop | DrawStop, place: RollPlace, typed: bool
    ) -> dict[str, Value]:
        event: dict[str, Any] = {"event": kind, "at": stop.instruction.site.path}
        event["key"] = list(place.key)
        return event | ({"typed": True} if typed else {})

    def _take(self, number: int, event: JournalEvent) -> None:
        kind, stop = event["event"], self.stop
        if isinstance(stop, Finished):
            raise Unusable("the game was at its end")
        if kind == CORRECTION and event["at"] == stop.instruction.site.path:
            declared, ids = self.beginning.program.declared, self.beginning.ids
            self.remade = self.correct(*correction_of(declared, ids, event))
            return
        wanted = {RollStop: ROLL, DrawStop: DRAW, ChoiceStop: CHOICE}[type(stop)]
        at = stop.instruction.site.path
        if (kind, event["at"]) != (wanted, at):
            raise Unusable(f"it is a {kind} at {event['at']}, and asked is {at}")
        if isinstance(stop, ChoiceStop):
            self._chosen(stop, event)
        else:
            self._fell(number, stop, event)

    def _chosen(self, stop: ChoiceStop, event: JournalEvent) -> None:
        ids, kind, item = self.beginning.ids, stop.instruction.type, element_type(stop)
        for question in self.open():
            if self.beginning.seat_name(question.seat) != event["seat"]:
                continue
            elements = [from_data(each[0], item, ids) for each in event["values"]]
            if elements != [part.element for part in question.parts]:
                raise Unusable("it answers for others than are asked for")
            values = (from_data(each[1], kind, ids) for each in event["values"])
            self.remade = self.choose(question, tuple(values), event["by"])
            return
        raise Unusable(f"'{event['seat']}' is not asked")

    def _fell(
        self, number: int, stop: RollStop | DrawStop, event: JournalEvent
    ) -> None:
        place = self._seeded.reached(stop)
        typed = event.get("typed", False)
        remade = self._event(event["event"], stop, place, bool(typed))
        if remade["key"] != event["key"]:
            self.false.append(number)
        if isinstance(stop, RollStop):
            faces = tuple(event["faces"])
            known: Any = faces if typed else self._rolled(place, stop)
            value: Any = faces[0] if stop.single and len(faces) == 1 else faces
            fell = [int(face) for face in faces]
            self.remade = {**remade, "sides": stop.sides, "faces": fell}
        else:
            kind, ids = drawn_type(stop), self.beginning.ids
            faces = tuple(from_data(each, kind, ids) for each in event["drawn"])
            known = faces if typed else self._drawn(place, stop)
            value = faces[0] if stop.how_many is None else faces
            drawn = [to_data(item, kind, ids) for item in faces]
            self.remade = {**remade, "drawn": drawn}
        if known is not None and known != faces:
            self.false.append(number)
        self._go(value)

    def _rolled(self, place: RollPlace, stop: RollStop) -> tuple[int, ...] | None:
        if self.beginning.secret is None:
            return None
        return place.roll(stop.number, stop.sides)

    def _drawn(self, place: RollPlace, stop: DrawStop) -> tuple[Value, ...] | None:
        return None if self.beginning.secret is None else drawn_by(place, stop)

    def _go(self, value: Value) -> None:
        self._answer(value)
        self._settle()

    def _answer(self, value: Value) -> None:
        self.stop = answer(self.stop, value)
        self._hear()

    def _hear(self) -> None:
        self._messages += step_messages(self.beginning.engine)
        self.beginning.engine.reports.clear()

    def _settle(self) -> None:
        """Answer questions with one option, and run on when all seats have answered;
        answers that are not legal together are dropped, and all are asked again."""
        self.refused = False
        while isinstance(self.stop, ChoiceStop):
            asked = self._asked()
            only = {q.seat: q.only for q in asked}
            self.given |= {
                seat: settled for seat, settled in only.items() if settled is not None
            }
            if not all(each.seat in self.given for each in asked):
                return
            found = together(asked, self.given)
            if not self.stop.legal(found):
                self.given.clear()
                self.refused = True
                if all(settled is not None for settled in only.values()):
                    raise Unusable("no answer meets the condition of a choice")
                return
            self.given = {}
            self._answer(found)


def _fits(before: Question, now: Question, values: Given) -> bool:
    """Tell whether an answer to a question is one to the same worked out anew."""
    if [part.element for part in before.parts] != [part.element for part in now.parts]:
        return False
    try:
        return now.checked(values) == values
    except Unusable:
        return False


def drawn_type(stop: DrawStop) -> Type:
    """Return the type of what is drawn."""
    kind = stop.instruction.source.type
    return kind.item if isinstance(kind, ListOf) else Unknown()


# --- Tokens: which question an answer belongs to ---
# A token is an HMAC of the seat, how often the seat has answered, and the question as
# the seat reads it. So it does not depend on anything that the seat may not know, and
# changes as soon as the seat is asked something else.

LENGTH = 32  # letters


def token_of(
    secret: bytes, events: Sequence[JournalEvent], seat: str, question: str
) -> str:
    """Return the token of a question; answers that were taken back count too."""
    times = sum(e.get("event") == CHOICE and e.get("seat") == seat for e in events)
    # no path of a roll begins so: they begin with a step, which has a dot
    key = KeyedDice(secret).key(("question", seat, times, question))
    return key.hex()[:LENGTH]
