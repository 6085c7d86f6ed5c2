"""A game with its journal: answers are written before they take effect."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter.cache.content_hashes import Chain, prints_of
from interpreter.codegen.loading import RunForbidden
from interpreter.diagnostics import GameFileError, UmpireError, Unusable
from interpreter.engine.stops import Stop
from interpreter.games.corrections import CORRECTION, Correction
from interpreter.games.dice_words import WORD
from interpreter.games.disclosures import seeing_correction, witnesses
from interpreter.games.questions import Given, Question
from interpreter.games.state import (
    BY_DEFAULT,
    BY_POLICY,
    CHOICE,
    SEATS,
    UNDO,
    WAITED,
    AnsweredStop,
    Diverged,
    GameProgress,
    GameStart,
    JournalEvent,
    follows_pause,
)
from interpreter.journal.journal import Journal
from interpreter.pipeline.opening import Pack
from interpreter.values.types import Value

if TYPE_CHECKING:
    from interpreter.yaml import Node


Falls = Callable[[Stop], bool]
"""Whether a roll or draw is answered from the secret; otherwise it is typed."""


def counting(events: Sequence[JournalEvent]) -> list[tuple[int, JournalEvent]]:
    """Return the events of a journal that count, as (number, event), without those
    that were undone; number 0 is the first line. Words of seats come before all events
    and are left out."""
    found: list[tuple[int, JournalEvent]] = []
    for number, event in enumerate(events):
        if event.get("event") == UNDO:
            to, seen = event.get("to"), event.get("consent", [])
            if type(to) is not int:
                raise Unusable(f"event {number:,} says not where it goes back to")
            if not isinstance(seen, list) or not all(isinstance(e, str) for e in seen):
                raise Unusable(f"event {number:,} says not who could have seen it")
            found = [each for each in found if each[0] <= to]
        elif number and event.get("event") != WORD:
            found.append((number, event))
    return found


def folded(
    beginning: GameStart, events: Sequence[JournalEvent], last: int | None = None
) -> GameProgress:
    """Return the progress of a game, up to the event number `last` (None: all); an
    event that does not fit is Diverged."""
    until = len(events) if last is None else last + 1
    course = GameProgress(beginning)
    for number, event in counting(events[:until]):
        course.take(number, event)
    return course


class JournalledGame:
    """A game to be answered: an answer is in the journal before it takes effect."""

    def __init__(
        self,
        journal: Journal,
        beginning: GameStart,
        course: GameProgress | None = None,
        *,
        is_new: bool = False,
    ) -> None:
        """Fold the journal, unless its `course` is known, which goes on then; one that
        does not fit is a GameFileError. A game that `is_new` was shown to nobody
        yet."""
        self.journal = journal
        self.beginning = beginning
        self._was_resumed = not is_new
        self._together: list[JournalEvent] | None = None
        self.course = self._folded() if course is None else course

    @property
    def unwritten(self) -> Sequence[JournalEvent]:
        """The events that wait for the end of `together`."""
        return self._together or ()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Write what is answered within at once, at its end; where anything is raised
        out of it, nothing of it counts."""
        self._together, was_resumed = [], self._was_resumed
        try:
            yield
            written, self._together = self._together, None
            self.journal.append(written)
        except BaseException:
            self._together, self._was_resumed = None, was_resumed
            self.course = self._folded()
            raise

    def go(self, falls: Falls) -> None:
        """Answer rolls and draws that wait for nobody."""
        self._write(self.course.fallen(falls))

    def choose(self, question: Question, answer: Given, by: str, falls: Falls) -> None:
        """Let a seat answer, and answer rolls up to the next stop.

        An answer that is not legal, or that the rules refuse, is raised and not
        written.
        """
        course = self.course

        def events() -> Iterable[JournalEvent]:
            yield course.choose(question, answer, by)
            yield from course.fallen(falls)

        self._write(events())

    def fall(self, typed: tuple[Value, ...] | None, falls: Falls) -> None:
        """Answer a roll or draw for which the game has waited, typed (None: from the
        secret), and run on."""
        course = self.course

        def events() -> Iterable[JournalEvent]:
            yield course.fall(typed)
            yield from course.fallen(falls)

        self._write(events(), has_waited=True)

    def correct(self, correction: Correction, falls: Falls) -> tuple[str, ...]:
        """Let the judge change the game where it waits, answer rolls up to the next
        stop, and return the seats that see a change.

        What does not fit is Unusable and not written.
        """
        course = self.course
        seen = () if course.is_finished else seeing_correction(course, correction)

        def events() -> Iterable[JournalEvent]:
            yield course.correct(correction, seen)
            yield from course.fallen(falls)

        self._write(events())
        return seen

    def back_to(self) -> int:
        """Return the number of the event before the last that a person chose, or the
        judge corrected; where policies and defaults have chosen alone, before the last
        choice. Without any it is Unusable.

        What policies chose since goes with it: they would choose the same again, and
        nobody else could go on.
        """
        act = act_to_undo(self.course)
        if act is None:
            message = "nobody has chosen or corrected anything that could be taken back"
            raise Unusable(message)
        numbers = (e.number for e in self.course.passed if e.number < act.number)
        return max(numbers, default=0)

    def who_must_consent(self, to: int) -> tuple[str, ...]:
        """Return the seats that could have seen what comes after an event and that a
        person may play: not those for which policies have always chosen."""
        self._check_back(to)
        return tuple(
            seat
            for seat in witnesses(self.course, to)
            if not _is_played_by_policies(self.journal.events, seat)
        )

    def undo(self, to: int) -> tuple[str, ...]:
        """Undo all events after an event, and return the seats that have seen them,
        which the journal notes."""
        self._check_back(to)
        seen = witnesses(self.course, to)
        event: dict[str, Any] = {"event": UNDO, "to": to}
        self.journal.append([event | ({"consent": list(seen)} if seen else {})])
        self.course = self._folded()
        return seen

    def _check_back(self, to: int) -> None:
        """Raise Unusable unless all events after this one can be undone."""
        numbers = [0, *(answered.number for answered in self.course.passed)]
        if to not in numbers and 0 < to < numbers[-1]:
            before = max(number for number in numbers if number < to)
            message = f"event {to:,} is a word, an undo, or was taken back"
            hint = f"the last event before it that counts is {before:,}"
            raise Unusable(message, hint=hint)
        if to not in numbers[:-1]:
            hint = "'umpire log' numbers what there is"
            raise Unusable(f"there is nothing behind event {to:,} to undo", hint=hint)

    def _write(
        self, events: Iterable[JournalEvent], *, has_waited: bool = False
    ) -> None:
        """Write events, of which the first says if the game has waited for it and
        nothing else in it does; where one is refused, none of them is written."""
        course, made = self.course, list[AnsweredStop]()
        waiting = self._together or []
        before, number = course.stop, len(self.journal.events) + len(waiting)
        try:
            for event in events:
                if not made and (has_waited or self._waited_for(event)):
                    event = event if follows_pause(event) else {**event, WAITED: True}
                at, after = number + len(made), course.stop
                made.append(
                    AnsweredStop(at, event, before, after, course.new_messages())
                )
                before = after
            if self._together is not None:
                self._together += (each.event for each in made)
            elif made:
                self.journal.append([each.event for each in made])
        except UmpireError as error:
            self.course = self._folded()
            if isinstance(error, RunForbidden):
                error.at_once = not made
            raise
        self._was_resumed = self._was_resumed and not made
        course.passed.extend(made)

    def _waited_for(self, event: JournalEvent) -> bool:
        """Return whether the game lay there waiting for a choice when it was opened:
        for what does not play the seat of itself. It never waits for the policies that
        it keeps; a game that was killed goes on with them as if nothing had been."""
        keeps = self.journal.events[0].get(SEATS, {}).get(event.get("seat"))
        is_others = event["event"] == CHOICE and event["by"] not in (BY_DEFAULT, keeps)
        return self._was_resumed and is_others

    def _folded(self) -> GameProgress:
        events = (*self.journal.events, *(self._together or ()))
        return whole(self.journal.path, self.beginning, events)


def number_for_chance(course: GameProgress, events: Sequence[JournalEvent]) -> int:
    """Return the number from which follows what a policy leaves to chance in its next
    answer: that of the event, had nothing been taken back. So nobody has it drawn anew
    by an undo."""
    first = (at for at, event in enumerate(events) if at and event.get("event") != WORD)
    return next(first, len(events)) + len(course.passed)


def act_to_undo(course: GameProgress) -> AnsweredStop | None:
    """Return what an undo takes back, with all that came after it: the last choice or
    correction of a person; where policies and defaults have chosen alone, the last
    choice. None where nobody has done anything yet."""
    last: AnsweredStop | None = None
    for each in reversed(course.passed):
        if is_act_of_person(each.event):
            return each
        if last is None and each.event["event"] == CHOICE:
            last = each
    return last


def is_act_of_person(event: JournalEvent) -> bool:
    """Return whether a person chose something, or corrected the game."""
    by = str(event.get("by"))
    is_choice = event["event"] == CHOICE and by != BY_DEFAULT
    return event["event"] == CORRECTION or (is_choice and not by.startswith(BY_POLICY))


def _is_played_by_policies(events: Iterable[JournalEvent], seat: str) -> bool:
    """Return whether policies have chosen for a seat, and nobody else ever has, also
    where that was taken back."""
    chose = [
        str(event.get("by"))
        for event in events
        if event.get("event") == CHOICE and event.get("seat") == seat
    ]
    return bool(chose) and all(by.startswith(BY_POLICY) for by in chose)


def whole(
    path: Path, beginning: GameStart, events: Sequence[JournalEvent]
) -> GameProgress:
    """Return the progress of a journal; one that does not fit its pack, or whose dice
    do not follow from its secret, is a GameFileError."""
    try:
        course = folded(beginning, events)
    except Diverged as error:
        raise GameFileError(f"game file '{path}': {error.message}") from None
    if course.false:
        message = f"what fell at event {course.false[0]:,} does not follow from the"
        hint = "'umpire verify' says more"
        raise GameFileError(f"game file '{path}': {message} secret of the dice", hint)
    return course


# --- The hash of the meaning of a pack: a game is played by one set of rules ---

NOT_PLAYED = frozenset({"cases"})
"""Sections that games do not use."""


def pinned(pack: Pack) -> dict[str, Value]:
    """Return the entries of a journal about its pack, as JSON: the hash of its meaning,
    and of its files for a quick comparison."""
    ruleset = pack.loaded().ruleset
    chain = ruleset.chain if ruleset is not None else ()
    return {
        "pack": pack.name,
        "chain": [[str(folder.resolve()), extends] for folder, extends in chain],
        "files": _files(chain),
        "meaning": meaning_of(pack),
    }


def fits(header: Any, pack: Pack) -> bool:
    """Return whether a pack has the meaning that a journal names; file hashes are
    compared first, because reading a pack takes longer than a game."""
    try:
        chain = tuple((Path(folder), extends) for folder, extends in header["chain"])
        is_there = bool(chain) and chain[0][0] == pack.folder.resolve()
        if is_there and header["files"] == _files(chain) != "":
            return True
        return bool(header["meaning"] == meaning_of(pack))
    except (LookupError, TypeError, ValueError):
        return False


def _files(chain: Chain) -> str:
    """Return a hash of the bytes of all files; "" where one cannot be read."""
    prints = prints_of(chain)
    if prints is None:
        return ""
    file_hashes = [each.files for each in prints]
    return sha256(json.dumps(file_hashes).encode("ascii")).hexdigest()


def meaning_of(pack: Pack) -> str:
    """Return a hash of all declarations, with the options applied; comments, spaces
    and how they are split over files do not count."""
    ruleset = pack.loaded().ruleset
    if ruleset is None:
        return ""
    head = [[key.text, _node_data(node)] for key, node in ruleset.head.entries]
    sections = [
        [name, [[key, _node_data(each.node)] for key, each in section.items()]]
        for name, section in sorted(ruleset.sections.items())
        if name not in NOT_PLAYED
    ]
    declared = [[each for each in head if each[0] not in ruleset.sections], sections]
    return sha256(json.dumps(declared).encode("ascii")).hexdigest()


def _node_data(node: "Node | None") -> object:
    # imported late: a game that is resumed does not need it
    from interpreter.yaml import MappingNode, ScalarNode

    if node is None or isinstance(node, ScalarNode):
        return None if node is None else node.text
    if isinstance(node, MappingNode):
        return {"map": [[key.text, _node_data(each)] for key, each in node.entries]}
    return [_node_data(each) for each in node.items]
