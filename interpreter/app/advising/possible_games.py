"""Games that look to a seat as the true one does, up to where it is asked.

A seat remembers its views where the game paused, its questions and its answers, and
what all seats may know of rolls, draws and choices (`Memory`). A `PossibleGame` is
played from a supposed beginning: what the seat remembers happens again, the rest is
left to chance, and one that looks different is given up. From one question of the seat
to the next as many are looked for as are wanted, each a fork of one that came so far (a
particle filter). What seats may not know of the true game is not read, so the possible
games are the same for every game that looks to the seat like this one.
"""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import replace as with_changes
from functools import partial
from hashlib import sha256
from itertools import count, islice, repeat
from typing import Any, NamedTuple, TypeAlias, TypeVar

from msgspec.structs import replace

from interpreter.app.advising.supposed import Supposition, Unlike, entities_in
from interpreter.app.advising.ways import (
    EACH,
    Answerer,
    Places,
    Typed,
    places_of,
    values_at,
)
from interpreter.app.opening.session import Session
from interpreter.diagnostics import UmpireError, Unusable
from interpreter.engine.dice import KeyedDice, Stream
from interpreter.engine.once import Engine, initial
from interpreter.engine.stops import (
    ChoiceStop,
    DrawStop,
    Finished,
    RollStop,
    Waiting,
)
from interpreter.games.corrections import SEEN
from interpreter.games.disclosures import is_correction, view_asked, view_of
from interpreter.games.journal_values import from_data
from interpreter.games.questions import Given, Question, seat_texts, spoken_of
from interpreter.games.state import (
    CHOICE,
    AnsweredStop,
    GameProgress,
    GameStart,
    JournalEvent,
    drawn_type,
)
from interpreter.reports.claims import names_of
from interpreter.reports.questions import Posed, posed
from interpreter.reports.values import spaced, to_text
from interpreter.semantics.audience import EVERYONE
from interpreter.semantics.declarations import ClaimKind, Declarations, Kind
from interpreter.semantics.state_view import StateView
from interpreter.values.log import ABOUT, FACTS, KIND, LABEL, shape
from interpreter.values.types import (
    GameState,
    Number,
    StateRow,
    Type,
    Value,
    speaks_of,
)
from interpreter.views.views import AskedValue, View
from interpreter.views.visibility import AssignedLabels, Ids, Masks, Visibility

MOST_TRIES = 40
"""How many games are played for one that is wanted."""
MOST_ANSWERS = 100_000
"""Of a game from one question of the seat to the next."""


class ContentMasks(Masks):
    """Labels that tell masked things by what everyone sees of them, and no more: those
    of a game follow from its key and from true numbers, and no other game has them.

    Of two things that look alike it is not remembered which is which.
    """

    def assigned(self, declared: Declarations, state: GameState) -> AssignedLabels:
        """Return the labels of a game state."""
        known = super().assigned(declared, state)
        given = (self, declared, known.given, known.changes)
        return _ContentLabels(*given, masked=True, state=state)


class _ContentLabels(AssignedLabels, frozen=True):
    """The labels of a game state by content."""

    state: GameState = ()

    def number(self, kind: Kind, entity: int, when: int) -> int:
        """Return a number that is the same for things which look alike to all."""
        now = StateView(self.declared, self.state).row(kind.name, entity)
        row = self.row(kind, entity, when, now)
        seats = self.declared.seat_kind
        kinds = [name for name in self.declared.kinds if name != seats]
        content = [
            row[slot]
            for slot, field in enumerate(kind.fields)
            if row is not None
            and field.audience == EVERYONE
            and shape(field.type) is None
            and not speaks_of(field.type, kinds)
        ]
        digest = sha256(repr(content).encode()).hexdigest()
        return int(digest[:8], 16)


def has_masks(declared: Declarations) -> bool:
    """Tell whether anything is masked from seats that do not own it."""
    return any(kind.masks for kind in declared.kinds.values())


class Seen(NamedTuple):
    """What a seat saw where the game paused."""

    view: View


class Asked(NamedTuple):
    """A question of the seat as it reads it, with its answer, which is where that
    stands among what was offered (`Places`); None for the one that waits."""

    path: str
    posed: Posed
    places: Places | None


class Fell(NamedTuple):
    """What all seats may know of a roll or draw: its path, the faces or what was drawn
    as the seat calls it, and whether people rolled."""

    path: str
    known: tuple[Value, ...]
    is_typed: bool


class Chosen(NamedTuple):
    """What all seats may know of a choice of another seat: its path, who chose (by
    number), and what, as the seat calls it."""

    path: str
    seat: int
    known: tuple[Value, ...]


Tell: TypeAlias = Callable[[int, int], None]
"""Hears (possible games found, of all)."""
Memory: TypeAlias = Seen | Asked | Fell | Chosen
Remembered = TypeVar("Remembered", Seen, Asked, Fell, Chosen)


class Course(NamedTuple):
    """A game as one seat has lived it: all that possible games are made of."""

    session: Session
    beginning: GameStart
    seat: int
    memories: tuple[Memory, ...]
    supposition: Supposition
    question: Question
    texts: tuple[tuple[Value, ...], ...]


def lived(
    session: Session,
    course: GameProgress,
    seat: int,
    engine: Engine,
    more: Mapping[str, int],
) -> Course:
    """Return a game that waits for a seat as that seat has lived it, to be played by
    an engine; of each kind in `more` so many are supposed that it has not met. Unusable
    where it is asked nothing."""
    labels = ContentMasks({}, None)
    beginning = with_changes(course.beginning, engine=engine, labels=labels)
    again = _Lived(GameProgress(beginning), seat)
    for passed in course.passed:
        again.take(passed)
    question = own_question(again.course, seat)
    if question is None:
        name = spaced(beginning.seat_name(seat))
        raise Unusable(f"{name} is asked nothing now, so there is nothing to advise")
    again.look()
    again.memories.append(_asked(again.course, question, None))
    declared = beginning.program.declared
    state = initial(beginning.program, beginning.scenario)
    supposition = Supposition(declared, state, seat, again.met, beginning.ids, more)
    memories = tuple(again.memories)
    texts = texts_of(again.course, question, seat)
    return Course(session, beginning, seat, memories, supposition, question, texts)


def own_question(course: GameProgress, seat: int) -> Question | None:
    """Return what a game asks a seat now, or None."""
    return next((each for each in course.open() if each.seat == seat), None)


def is_known_to_all(stop: Waiting) -> bool:
    """Tell whether all seats may know what is answered at a stop."""
    return stop.instruction.site.seen_by == EVERYONE


def _asked(course: GameProgress, question: Question, values: Given | None) -> Asked:
    path = question.stop.instruction.site.path
    read = replace(posed(course, question), view=None)
    kinds = course.beginning.program.declared.kinds
    if values is None:
        return Asked(path, read, None)
    places = places_of(question, values, kinds)
    if has_masks(course.beginning.program.declared):
        places = _first_alike(texts_of(course, question, question.seat), places)
    return Asked(path, read, places)


def _first_alike(texts: Sequence[Sequence[Value]], places: Places) -> Places:
    """Return an answer by the first places with these texts: which of several is meant
    follows from true numbers."""
    found: list[Any] = []
    for words, place in zip(texts, places, strict=True):
        if isinstance(place, Typed):
            found.append(place)
        elif isinstance(place, tuple):
            found.append(tuple(words.index(words[at]) for at in place))
        else:
            found.append(words.index(words[place]))
    return tuple(found)


def known_as(
    course: GameProgress, seat: int, values: Sequence[Value], kind: Type
) -> tuple[Value, ...]:
    """Return values as a seat calls them: true numbers of entities count hidden ones
    too, so that they say more than the seat may know."""
    declared = course.beginning.program.declared
    if not speaks_of(kind, declared.kinds):
        return tuple(values)
    asked = [AskedValue(value, kind) for value in values]
    seen, named = view_asked(course, course.game_state, seat, asked)
    names = names_of(seen, declared)
    return tuple(to_text(value, kind, names) for value in named)


class _Lived:
    """Plays the true game again, and notes what the seat remembers and whom it met."""

    def __init__(self, course: GameProgress, seat: int) -> None:
        self.course = course
        self.memories: list[Memory] = []
        self.met: set[tuple[str, int]] = set()
        self._seat = seat
        self._ids = course.beginning.ids
        self._view: View | None = None
        self._others: list[Chosen] = []

    def take(self, passed: AnsweredStop) -> None:
        """Take the next event; Unusable for a correction of which the seat knows."""
        stop, event = self.course.stop, passed.event
        if is_correction(passed):
            name = self.course.beginning.seat_name(self._seat)
            if name in event[SEEN]:
                message = "the judge corrected what this seat sees, and no play of the "
                raise Unusable(f"{message}rules leads there, so there is no advice")
            self.course.take(passed.number, event)
            return
        assert not isinstance(stop, Finished)
        path = stop.instruction.site.path
        if event["event"] == CHOICE:
            self.look()
            self._choose(passed, path)
            return
        assert not isinstance(stop, ChoiceStop)
        if is_known_to_all(stop):
            fell, kind = _fallen(stop, event, self._ids)
            known = known_as(self.course, self._seat, fell, kind)
            self.memories.append(Fell(path, known, bool(event.get("typed"))))
        self.course.take(passed.number, event)

    def _choose(self, passed: AnsweredStop, path: str) -> None:
        stop, name = self.course.stop, self.course.beginning.seat_name
        event = passed.event
        question = next(
            each for each in self.course.open() if name(each.seat) == event["seat"]
        )
        kind = question.stop.instruction.type
        values = tuple(from_data(each[1], kind, self._ids) for each in event["values"])
        if question.seat == self._seat:
            self.memories.append(_asked(self.course, question, values))
        elif is_known_to_all(question.stop):
            known = known_as(self.course, self._seat, values, kind)
            self._others.append(Chosen(path, question.seat, known))
        self.course.take(passed.number, event)
        if self.course.refused:  # all choose again
            self._others = []
        if self.course.stop is not stop:  # all have answered
            self.memories += self._others
            self._others = []

    def look(self) -> None:
        """Note what the seat sees now, if it is something new."""
        view = view_of(self.course, self._seat)
        self._meet()
        if view != self._view:
            self._view = view
            self.memories.append(Seen(view))

    def _meet(self) -> None:
        """Note the entities that the seat sees, or that something speaks of that it
        sees."""
        course, declared = self.course, self.course.beginning.program.declared
        sees = Visibility(declared, course.game_state, self._seat)
        there = StateView(declared, course.game_state)
        for kind in declared.kinds.values():
            for number, row in there.entities(kind.name):
                for field in sees.admitted(kind, number):
                    self.met.add((kind.name, number))
                    value = row[kind.slot(field.name)]
                    self.met.update(entities_in(value, field.type))
        for _, row in there.received(self._seat):
            self._hear(declared.claims[row[KIND]], row)
        question = own_question(course, self._seat)
        if question is not None:
            for value, of in spoken_of(question, seat_texts(question)):
                self.met.update(entities_in(value, of))

    def _hear(self, claim: ClaimKind, row: StateRow) -> None:
        """Note the entities of which the seat was told."""
        told = [(row[ABOUT], claim.about), (row[LABEL], claim.label)]
        told += [(value, claim.facts[at].type) for at, value in row[FACTS]]
        for value, kind in told:
            if kind is not None:
                self.met.update(entities_in(value, kind))


def _fallen(
    stop: RollStop | DrawStop, event: JournalEvent, ids: Ids
) -> tuple[tuple[Value, ...], Type]:
    """Return what fell, and of which type."""
    if isinstance(stop, RollStop):
        return tuple(event["faces"]), Number(whole=True)
    kind = drawn_type(stop)
    return tuple(from_data(each, kind, ids) for each in event["drawn"]), kind


class PossibleGame:
    """A game that looks to a seat like the true one as far as it came: `course`, and
    whether in it anything was left to chance of which the seat may not know."""

    def __init__(self, lived: Course, course: GameProgress, is_certain: bool) -> None:
        """Begin before the first memory."""
        self.course = course
        self.is_certain = is_certain
        self._lived = lived
        self._at = 0
        self._view: View | None = None

    @classmethod
    def supposed(cls, lived: Course, key: bytes) -> "PossibleGame":
        """Return a game at its beginning; its dice, and what is supposed, follow from
        a key. Unlike where nothing that can be supposed looks so."""
        begun = lived.beginning
        rows, was_used = lived.supposition.drawn(Stream(key))
        program, scenario = begun.program, begun.scenario
        ids = {**begun.ids, **lived.supposition.ids}
        first: Any = replace(program.initial_states[scenario], rows=rows, ids=ids)
        states = {**program.initial_states, scenario: first}
        beginning = with_changes(
            begun,
            program=replace(program, initial_states=states),
            secret=key,
            private=None,
        )
        is_certain = not was_used and not has_masks(program.declared)
        return cls(lived, GameProgress(beginning), is_certain)

    def forked(self, key: bytes) -> "PossibleGame":
        """Return the same game, in which other dice fall from here on."""
        other = copy(self)
        other.course = self.course.forked(key)
        return other

    def go_on(self) -> None:
        """Play up to the next question of the seat, answered as the seat did; to that
        which waits without an answer. Unlike where it looks different."""
        for _ in range(MOST_ANSWERS):
            stop = self._choice()
            question = own_question(self.course, self._lived.seat)
            if question is None:
                self._others_choose(stop)
                continue
            found = self._next(Asked)
            if found[:2] != _asked(self.course, question, None)[:2]:
                raise Unlike("the seat is asked something else")
            self._at += 1
            if found.places is not None:
                dice = KeyedDice(self.course.beginning.secret or b"")
                key = dice.key(("alike", len(self.course.passed)))
                places = self.any_of_alike(question, found.places, Stream(key))
                self._answer(question, values_at(question, places))
            return
        raise Unlike("the seat is never asked")

    def any_of_alike(
        self, question: Question, places: Places, stream: Stream
    ) -> Places:
        """Return an answer in which masked options that look alike are exchanged by
        chance: which of them stands first follows from true numbers."""
        if not has_masks(self.course.beginning.program.declared):
            return places
        found: list[Any] = []
        texts = texts_of(self.course, question, self._lived.seat)
        for words, place in zip(texts, places, strict=True):
            if isinstance(place, Typed):
                found.append(place)
                continue
            left = list(range(len(words)))
            several = place if isinstance(place, tuple) else (place,)
            drawn = [_drawn_alike(words, at, left, stream) for at in several]
            found.append(tuple(drawn) if isinstance(place, tuple) else drawn[0])
        return tuple(found)

    def _choice(self) -> ChoiceStop:
        """Let dice fall up to the next choice, and look there."""
        for _ in range(MOST_ANSWERS):
            stop = self.course.stop
            if isinstance(stop, Finished):
                raise Unlike("the game is over")
            if isinstance(stop, ChoiceStop):
                self._look()
                return stop
            self._fall(stop)
        raise Unlike("dice fall for ever")

    def _answer(self, question: Question, values: Given) -> None:
        self.course.passing(partial(self.course.choose, question, values, ""))

    def _next(self, kind: type[Remembered]) -> Remembered:
        """Return what the seat remembers next, if it is of a kind; else Unlike."""
        found = self._lived.memories[self._at]
        if not isinstance(found, kind):
            raise Unlike("the seat remembers something else")
        return found

    def _look(self) -> None:
        view = view_of(self.course, self._lived.seat)
        if view == self._view:
            return
        if view != self._next(Seen).view:
            raise Unlike("the seat sees something else")
        self._view = view
        self._at += 1

    def _fall(self, stop: RollStop | DrawStop) -> None:
        if not is_known_to_all(stop):
            self.is_certain = False
            self.course.passing(self.course.fall)
            return
        found = self._next(Fell)
        if found.path != stop.instruction.site.path:
            raise Unlike("something else was rolled")
        self._at += 1
        values = self._called_so(stop, found.known)
        fall = partial(self.course.fall, values, is_typed=found.is_typed)
        self.course.passing(fall)

    def _called_so(
        self, stop: RollStop | DrawStop, known: tuple[Value, ...]
    ) -> tuple[Value, ...]:
        """Return the faces, or the elements that the seat calls so."""
        if isinstance(stop, RollStop):
            return known
        kind, left = drawn_type(stop), list(stop.items)
        names = list(known_as(self.course, self._lived.seat, left, kind))
        found = []
        for name in known:
            if name not in names:
                raise Unlike("this is not there to be drawn")
            at = names.index(name)
            del names[at]
            found.append(left.pop(at))
        return tuple(found)

    def _others_choose(self, stop: ChoiceStop) -> None:
        """Let one other seat choose: as all may know that it did, else by chance."""
        question = self.course.open()[0]
        if is_known_to_all(stop):
            found = self._next(Chosen)
            if found[:2] != (stop.instruction.site.path, question.seat):
                raise Unlike("somebody else chose")
            self._at += 1
            self._suppose_choice(question, found.known)
            return
        self.is_certain = False
        self._suppose_choice(question)

    def _suppose_choice(
        self, question: Question, known: tuple[Value, ...] | None = None
    ) -> None:
        """Let a seat choose what the seat that is advised knows by `known`; None: by
        chance, but so that what is seen at the next choice is what was seen: one that
        looks different is taken back. So a choice is found that one can see, such as a
        move, among many."""
        kind, seat = question.stop.instruction.type, self._lived.seat
        declared = self.course.beginning.program.declared
        if known is not None and not speaks_of(kind, declared.kinds):
            self._answer(question, known)
            return
        beginning = self.course.beginning
        rule = beginning.engine.compiled.rule
        answerer = Answerer(self._lived.session, EACH, rule)
        every = list(answerer.possible(question))
        secret = beginning.secret or b""
        number = len(self.course.passed) + self._at
        stream = Stream(KeyedDice(secret).key(("suppose", number)))
        while every:
            values = every.pop(stream.die(len(every))() - 1)
            if known not in (None, known_as(self.course, seat, values, kind)):
                continue
            tried = self.forked(secret)
            try:
                tried._answer(question, values)
                if not tried.course.given:  # all who were asked have answered
                    tried._choice()
            except (Unlike, UmpireError):
                continue
            self.course, self._at = tried.course, tried._at
            self._view = tried._view
            return
        raise Unlike("no choice looks so")


def _drawn_alike(
    words: Sequence[Value], place: int, left: list[int], stream: Stream
) -> int:
    """Draw one of the places `left` that has the same text."""
    alike = [at for at in left if words[at] == words[place]]
    drawn = alike[stream.die(len(alike))() - 1]
    left.remove(drawn)
    return drawn


def texts_of(
    course: GameProgress, question: Question, seat: int
) -> tuple[tuple[Value, ...], ...]:
    """Return the options of each part of a question as a seat calls them."""
    return tuple(
        known_as(course, seat, part.offered or (), question.offers)
        for part in question.parts
    )


def possible_games(
    lived: Course, wanted: int, seed: bytes, tell: Tell | None = None
) -> list[PossibleGame]:
    """Return games that look to the seat as its own does, up to the question that
    waits: as many as are wanted, or one, if nothing in it was left to chance.

    Unusable where none was found in MOST_TRIES times as many tries.
    """
    keys = map(KeyedDice(seed).key, zip(repeat("game"), count()))
    ahead: list[PossibleGame] = []
    questions = sum(isinstance(each, Asked) for each in lived.memories)
    for at in range(questions):
        before, ahead = ahead, []
        for number, key in enumerate(islice(keys, wanted * MOST_TRIES)):
            parent = before[number % len(before)] if at else None
            try:
                game = _next_possible(lived, parent, key)
            except (Unlike, UmpireError):  # what cannot be played did not happen
                continue
            ahead.append(game)
            if tell is not None and number > wanted:  # it takes more than most
                tell(at * wanted + len(ahead), questions * wanted + 1)
            if game.is_certain or len(ahead) == wanted:
                break
        if not ahead:
            raise _nothing_like_it(lived)
    return ahead


def _next_possible(
    lived: Course, parent: PossibleGame | None, key: bytes
) -> PossibleGame:
    """Return a game at the next question of the seat: a fork of a parent, or one from
    the beginning."""
    game = PossibleGame.supposed(lived, key) if parent is None else parent.forked(key)
    game.go_on()
    return game


def _nothing_like_it(lived: Course) -> Unusable:
    name = spaced(lived.beginning.seat_name(lived.seat))
    message = f"no game was found that looks to {name} as this one does"
    hint = (
        f"--suppose KIND=N supposes some that {name} has not met; else too much of it "
        "is hidden"
    )
    return Unusable(message, hint=hint)
