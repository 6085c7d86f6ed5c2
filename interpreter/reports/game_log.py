"""The log of a game: everything for the judge; for a seat its own choices, its claims,
and public rolls and messages.
"""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeAlias, cast

from msgspec import Struct

from interpreter.engine.stops import ChoiceStop, DrawStop, GameState, RollStop
from interpreter.expressions.typed import Template
from interpreter.games.corrections import CORRECTION, SEEN
from interpreter.games.dice_words import SEALED, WORD
from interpreter.games.disclosures import (
    is_correction,
    is_public,
    view_asked,
)
from interpreter.games.journal_values import Ids, from_data
from interpreter.games.questions import element_type
from interpreter.games.state import (
    BY_DEFAULT,
    CHOICE,
    ROLL,
    UNDO,
    AnsweredStop,
    GameProgress,
    JournalEvent,
    StepMessage,
    drawn_type,
)
from interpreter.ir.walking import in_template
from interpreter.reports.claims import claim_text, names_of
from interpreter.reports.colour import clean
from interpreter.reports.corrections import correction_text
from interpreter.reports.outputs.games import LogEvent, LogLineOutput
from interpreter.reports.source_text import filled
from interpreter.reports.values import ValueNames, in_words, spaced, to_text
from interpreter.semantics.state_view import StateView
from interpreter.values.log import labels_given, log_of
from interpreter.values.types import JUDGE_NAME, Type, Unknown, Value
from interpreter.views.views import AskedValue, View, claims_sent_to

TypedValues = list[tuple[Value, Type]]
"""Values of which a line speaks, with their types."""

WHOLE: Final = slice(None)
"""All lines of a log."""

MESSAGE = "said"
"""The kind of a line that the rules say; its number is that of the line before it."""

SHORT = 80
"""Letters of a question that is printed whole everywhere."""
FIRST_WORDS = re.compile(r".+?(?=[,;:]\s|\s\()")
"""Of a question, before what it explains."""

TAKEN_BACK = "back: something that you could have seen no longer counts"
OWN_TAKEN_BACK = "back: what you chose no longer counts"
"""What a seat is told of an undo, however far it went."""

CORRECTED = "the judge corrected something that you see"
"""What a seat is told of a correction that changed its view: what, its view says."""


class EntryText(Struct, frozen=True):
    """What happened, and the question to which that was an answer, "" for none."""

    happened: str
    question: str = ""

    @property
    def whole(self) -> str:
        """Both, as a log prints them."""
        return f"{self.happened} ({self.question})" if self.question else self.happened

    @property
    def brief(self) -> "EntryText":
        """Both, with no more of a long question than its first words: it explains
        itself each time."""
        if len(self.question) <= SHORT:
            return self
        first = FIRST_WORDS.match(self.question)
        return EntryText(self.happened, first[0].rstrip() if first else self.question)


class LogLine(Struct, frozen=True):
    """A line of a log: its number, the kind of event, its seat, its text; `brief` is
    what happened and the question to which that was an answer, if it is long its first
    words."""

    number: int
    kind: str
    seat: str
    text: str
    brief: EntryText | None = None


class LogEntry(Struct, frozen=True):
    """An answered stop, or a message (`saying`) sent between two stops, with the state
    at that time.

    `passed` is None for messages before the first stop.
    """

    passed: AnsweredStop | None
    saying: StepMessage | None
    game_state: GameState

    @property
    def number(self) -> int:
        """The number of the event; 0 before the first."""
        return 0 if self.passed is None else self.passed.number


class LogPart(Struct, frozen=True):
    """Some lines of a log, and how many all of it has."""

    lines: tuple[LogLine, ...]
    count: int


def log_lines(
    course: GameProgress, names: ValueNames, events: tuple[JournalEvent, ...]
) -> list[LogLine]:
    """Return answers, rolls, messages, corrections and undos as the judge reads
    them."""
    return [*judge_log(course, names, events).lines]


def judge_log(
    course: GameProgress,
    names: ValueNames,
    events: tuple[JournalEvent, ...],
    part: slice = WHOLE,
) -> LogPart:
    """Return the same, or a part of these lines."""
    log: list[tuple[int, LogEntry | LogLine]] = [
        (entry.number, entry) for entry in _entries(course)
    ]
    for number, event in enumerate(events):
        if event.get("event") == UNDO:
            seen = ", ".join(spaced(str(each)) for each in event.get("consent", ()))
            by = f"; {seen} could have seen what came after" if seen else ""
            text = f"back to {event['to']}{by}"
            log.append((number, LogLine(number, UNDO, "judge", text)))
        elif event.get("event") == WORD:
            line = LogLine(number, WORD, str(event["seat"]), _word(event))
            log.append((number, line))
    lines = (
        _of_judge(course, each, names) if isinstance(each, LogEntry) else each
        for _, each in sorted(log, key=lambda line: line[0])[part]
    )
    return LogPart(tuple(lines), len(log))


def _word(event: JournalEvent) -> str:
    """Return the text of a seat's word for the dice."""
    if SEALED in event:
        return f"its word for the dice, sealed: {event[SEALED]}"
    word = clean(str(event[WORD]))
    return f"its word for the dice: {word}" if word else "no word for the dice"


def _entries(course: GameProgress, since: int | None = None) -> Iterator[LogEntry]:
    """Yield the answered stops with the messages after each; all, or those from index
    `since` on."""
    first = course.passed[0].stop.game_state if course.passed else course.game_state
    for message in course.opening if since is None else ():
        yield LogEntry(None, message, first)
    for passed in course.passed[since:]:
        yield LogEntry(passed, None, passed.stop.game_state)
        for message in passed.messages:
            yield LogEntry(passed, message, passed.after.game_state)


def act_text(course: GameProgress, names: ValueNames, act: AnsweredStop) -> str:
    """Return an act, and whether more was chosen after it, as the judge reads it."""
    line = _of_judge(course, LogEntry(act, None, act.stop.game_state), names)
    later = (each for each in course.passed if each.number > act.number)
    goes_on = any(each.event["event"] == CHOICE for each in later)
    return f"{line.text}, and what was chosen since" if goes_on else line.text


def judge_news(
    course: GameProgress, names: ValueNames, since: int | None = None
) -> list[LogLine]:
    """Return what fell, was said and was chosen by others after so many answered stops,
    as the judge reads it; without a number since he last chose, or from the beginning.
    """
    since = last_choice_of_judge(course) if since is None else since
    lines = (_of_judge(course, entry, names) for entry in _entries(course, since))
    return [each for each in lines if each.seat != JUDGE_NAME]


def last_choice_of_judge(course: GameProgress) -> int | None:
    """Return the index of the stop at which the judge chose last; None: at none yet."""
    chose = [at for at, each in enumerate(course.passed) if _is_of_judge(each)]
    return chose[-1] if chose else None


def _is_of_judge(passed: AnsweredStop) -> bool:
    """Return whether the judge chose something; a default is taken without him."""
    return _is_of(passed, JUDGE_NAME) and passed.event["by"] != BY_DEFAULT


def seat_lines(
    course: GameProgress,
    seat: int,
    events: tuple[JournalEvent, ...],
    by_ids: bool = False,
) -> tuple[View, list[LogLine]]:
    """Return the view of a seat and its log.

    The log has what the seat chose and was sent, and public rolls and messages,
    numbered for the seat and named as in its view. Where something was taken back that
    it could have seen, a line says so. With `by_ids` nothing is called by the name that
    the pack gives it, which a later event may change.
    """
    seat_view, log = _seat_log(course, seat, events, WHOLE, by_ids)
    return seat_view, [*log.lines]


def seat_log(
    course: GameProgress,
    seat: int,
    events: tuple[JournalEvent, ...],
    part: slice = WHOLE,
) -> LogPart:
    """Return the log of a seat as `seat_lines` does, or a part of its lines, with the
    numbers and names that they have in all of it."""
    return _seat_log(course, seat, events, part)[1]


def _seat_log(
    course: GameProgress,
    seat: int,
    events: tuple[JournalEvent, ...],
    part: slice,
    by_ids: bool = False,
) -> tuple[View, LogPart]:
    name = course.beginning.seat_name(seat)
    every = _numbered(_lines_of_seat(course, seat, events))
    entries = [each for _, each in every if isinstance(each, LogEntry)]
    numbered = every[part]
    count = sum(isinstance(each, LogEntry) for _, each in numbered)
    before = every[: part.start] if part.start else []
    first = sum(isinstance(each, LogEntry) for _, each in before)
    shown = range(first, first + count)
    seat_view, texts = _texts(course, seat, entries, shown, by_ids)
    names = names_of(seat_view)
    names = names.by_ids() if by_ids else names
    remaining, lines = iter(texts), list[LogLine]()
    for number, each in numbered:
        if isinstance(each, LogEntry):
            lines.append(_of_seat(each, next(remaining), name, number))
        elif isinstance(each, str):
            lines.append(LogLine(number, UNDO, JUDGE_NAME, each))
        elif each < len(seat_view.claims):
            text = claim_text(seat_view.claims[each], names)
            lines.append(LogLine(number, "told", name, text))
    return seat_view, LogPart(tuple(lines), len(every))


LineSource: TypeAlias = "LogEntry | int | str"
"""Of what a line of a seat's log is made: what was chosen, fell or was said, the number
of a claim, or what is said of an undo."""


def _lines_of_seat(
    course: GameProgress, seat: int, events: tuple[JournalEvent, ...]
) -> Iterator[LineSource]:
    """Yield of what each line of the log of a seat is made."""
    name = course.beginning.seat_name(seat)
    claim_count = _claim_counter(course, seat)
    backs = deque(_taken_back(course, seat, events, claim_count))
    told = 0
    for each in (*_entries(course), None):
        if each is not None and not _is_for(each, name):
            continue
        while backs and (each is None or backs[0][0] < each.number):
            _, claims, text = backs.popleft()
            yield from range(told, claims)
            told = max(told, claims)
            yield text
        state = course.game_state if each is None else each.game_state
        claims = claim_count(state)
        yield from range(told, claims)
        told = max(told, claims)
        if each is not None:
            yield each


def _numbered(sources: Iterable[LineSource]) -> list[tuple[int, LineSource]]:
    """Return lines with their numbers; a message has that of the line before it."""
    found: list[tuple[int, LineSource]] = []
    number = 0
    for each in sources:
        is_message = isinstance(each, LogEntry) and each.saying is not None
        number += not is_message
        found.append((number, each))
    return found


def meanwhile(course: GameProgress, seat: int) -> list[LogLine]:
    """Return public rolls and messages since a seat last chose, named as in its
    view."""
    entries = _entries_for(course, course.beginning.seat_name(seat))
    chose = [at for at, each in enumerate(entries) if _is_choice(each)]
    first = chose[-1] if chose else 0
    shown = [at for at in range(first, len(entries)) if not _is_choice(entries[at])]
    return _lines_at(course, seat, entries, shown)


def lines_of_last_roll(course: GameProgress, seat: int) -> list[LogLine]:
    """Return how the last roll of which a seat may know came about: its choices and
    what was said and rolled since the choice before that roll, up to the choice after
    it, named as in its view; [] if there was none."""
    entries, rolls = _rolls_known_to(course, seat)
    if not rolls:
        return []
    chose = [at for at, each in enumerate(entries) if _is_choice(each)]
    first = max((at for at in chose if at < rolls[-1]), default=0)
    last = min((at for at in chose if at > rolls[-1]), default=len(entries))
    return _lines_at(course, seat, entries, range(first, last))


def last_roll(course: GameProgress, seat: int) -> tuple[LogLine, RollStop] | None:
    """Return the last roll of which a seat may know, and its line in the log of the
    seat; None if there was none."""
    entries, rolls = _rolls_known_to(course, seat)
    if not rolls:
        return None
    passed = entries[rolls[-1]].passed
    assert passed is not None
    assert isinstance(passed.stop, RollStop)
    (line,) = _lines_at(course, seat, entries, [rolls[-1]])
    return line, passed.stop


def _lines_at(
    course: GameProgress, seat: int, entries: list[LogEntry], shown: Sequence[int]
) -> list[LogLine]:
    """Return the lines of entries of the log of a seat at some places, without
    numbers."""
    _, texts = _texts(course, seat, entries, shown)
    name = course.beginning.seat_name(seat)
    pairs = zip(shown, texts, strict=True)
    return [_of_seat(entries[at], text, name, 0) for at, text in pairs]


def _entries_for(course: GameProgress, name: str) -> list[LogEntry]:
    return [each for each in _entries(course) if _is_for(each, name)]


def _rolls_known_to(
    course: GameProgress, seat: int
) -> tuple[list[LogEntry], list[int]]:
    """Return the entries in the log of a seat, and which of them are rolls."""
    entries = _entries_for(course, course.beginning.seat_name(seat))
    return entries, [at for at, each in enumerate(entries) if _is_event(each, ROLL)]


def _texts(
    course: GameProgress,
    seat: int,
    entries: list[LogEntry],
    shown: Sequence[int],
    by_ids: bool = False,
) -> tuple[View, list[EntryText]]:
    """Return the view of a seat, and the texts of those entries of its log, as the seat
    reads them, at the places that are `shown`.

    What was made while the game ran has names by the order in which the seat learns of
    it, so where there is such a thing it is asked for what all entries say.
    """
    wanted = {*shown}
    state = StateView(course.beginning.program.declared, course.game_state)
    read = range(len(entries)) if state.births else sorted(wanted)
    every = [(at, _spoken(entries[at], course.beginning.ids)) for at in read]
    asked = [typed_value for _, each in every for typed_value in each]
    seat_view, values = view_asked(course, course.game_state, seat, asked)
    remaining, names = (
        iter(values),
        names_of(seat_view, course.beginning.program.declared),
    )
    names = names.by_ids() if by_ids else names
    texts = []
    for at, spoken in every:
        typed = [(next(remaining), typed_value.type) for typed_value in spoken]
        if at in wanted:
            texts.append(_entry_text(entries[at], typed, names))
    return seat_view, texts


def _is_for(entry: LogEntry, name: str) -> bool:
    """Return whether an entry is in the log of a seat."""
    if entry.saying is not None:
        return entry.saying.is_public
    assert entry.passed is not None
    if is_correction(entry.passed):
        return name in entry.passed.event[SEEN]
    return _is_of(entry.passed, name) or is_public(entry.passed.stop)


def _is_choice(entry: LogEntry) -> bool:
    return _is_event(entry, CHOICE)


def _is_event(entry: LogEntry, kind: str) -> bool:
    passed = None if entry.saying is not None else entry.passed
    return passed is not None and passed.event["event"] == kind


def _of_seat(entry: LogEntry, text: EntryText, name: str, number: int) -> LogLine:
    if entry.saying is not None:
        return LogLine(number, MESSAGE, "", text.whole)
    assert entry.passed is not None
    kind = entry.passed.event["event"]
    seat = {CHOICE: name, CORRECTION: JUDGE_NAME}.get(kind, "")
    return LogLine(number, kind, seat, text.whole, text.brief)


def _taken_back(
    course: GameProgress,
    seat: int,
    events: tuple[JournalEvent, ...],
    claim_count: Callable[[GameState], int],
) -> list[tuple[int, int, str]]:
    """Return the undos of what a seat chose or could have seen: (number, how many
    claims the seat had at that time, what is said of it)."""
    name = course.beginning.seat_name(seat)
    undos = []
    chosen: list[int] = []  # the numbers of its choices that count
    for number, event in enumerate(events):
        kind = event.get("event")
        if kind == CHOICE and event["seat"] == name:
            chosen.append(number)
        if kind != UNDO:
            continue
        left = [each for each in chosen if each <= event["to"]]
        is_own, chosen = left != chosen, left
        if is_own or name in event.get("consent", ()):
            later = (e.stop.game_state for e in course.passed if e.number > number)
            claims = claim_count(next(later, course.game_state))
            text = OWN_TAKEN_BACK if is_own else TAKEN_BACK
            undos.append((number, claims, text))
    return undos


def meanwhile_text(lines: list[LogLine]) -> str:
    """Return public lines under a heading, "" if there are none."""
    texts = [f"  {line.text}" for line in lines]
    return "\n".join(["meanwhile", *texts] if texts else [])


def story_text(lines: list[LogLine]) -> str:
    """Return lines of a seat as they are said to the seat itself, without numbers; ""
    if there are none."""
    return "\n".join(f"  {line_said(line)}" for line in lines)


def lines_text(lines: list[LogLine]) -> str:
    """Return a log as lines; an empty one says so."""
    if not lines:
        return "nothing yet"
    return "\n".join(
        f"      {line.text}"
        if line.kind == MESSAGE
        else f"{line.number:>4}. {_who(line)}{line.text}"
        for line in lines
    )


def line_said(line: LogLine) -> str:
    """Return a line of a seat's log as it is said to the seat itself."""
    own = {CHOICE: "you chose ", UNDO: "it was taken ", WORD: "you gave "}
    return f"{own.get(line.kind, '')}{line.brief.whole if line.brief else line.text}"


def lines_said(lines: Sequence[LogLine]) -> list[str]:
    """Return lines of a seat's log as `line_said` does; answers to one question after
    each other, as of a way step by step, are one."""
    said: list[str] = []
    asked = ""
    for line in lines:
        again = asked if line.kind == CHOICE else ""
        asked = line.brief.question if line.kind == CHOICE and line.brief else ""
        if again and again == asked and line.brief is not None:
            end = len(said[-1]) - len(f" ({asked})")
            said[-1] = f"{said[-1][:end]}, {line.brief.happened} ({asked})"
        else:
            said.append(line_said(line))
    return said


def lines_output(lines: list[LogLine]) -> tuple[LogLineOutput, ...]:
    """Return the lines of a log as records for JSON."""
    return tuple(
        LogLineOutput(
            number=line.number,
            event=cast(LogEvent, line.kind),
            seat=line.seat,
            text=line.text,
        )
        for line in lines
    )


def _who(line: LogLine) -> str:
    verbs = {CHOICE: "chose ", WORD: "gave "}
    if line.kind == "told":
        return "was told: "
    if line.kind == UNDO:  # by the umpire, or by a player against policies
        return "it was taken "
    return f"{spaced(line.seat)} {verbs[line.kind]}" if line.kind in verbs else ""


def _is_of(passed: AnsweredStop, name: str) -> bool:
    event = passed.event
    return bool(event["event"] == CHOICE and event["seat"] == name)


def _claim_counter(course: GameProgress, seat: int) -> Callable[[GameState], int]:
    """Return what tells how many claims a seat, or everyone, had in a state of a game.

    Claims are never removed, so that hangs on how many were sent to anybody, and on
    which seats there are: it is counted once for both.
    """
    declared = course.beginning.program.declared
    counts: dict[tuple[int, tuple[int, ...]], int] = {}

    def count(state: GameState) -> int:
        state_view = StateView(declared, state)
        key = len(state_view.claims), tuple(state_view.seats)
        if key not in counts:
            counts[key] = len(claims_sent_to(state_view, seat))
        return counts[key]

    return count


def _of_judge(course: GameProgress, entry: LogEntry, names: ValueNames) -> LogLine:
    if (
        entry.passed is not None
        and entry.saying is None
        and is_correction(entry.passed)
    ):
        text = correction_text(course, entry.passed, names)
        return LogLine(entry.number, CORRECTION, JUDGE_NAME, text)
    values = [(each.value, each.type) for each in _spoken(entry, names.ids)]
    text = _entry_text(entry, values, names).whole
    if entry.saying is not None:
        return LogLine(entry.number, MESSAGE, "", text)
    assert entry.passed is not None
    event = entry.passed.event
    kind = event["event"]
    if kind == CHOICE:
        by = f" ({clean(str(event['by']))})"
        return LogLine(entry.number, kind, event["seat"], f"{text}{by}")
    typed = " [typed in]" if event.get("typed") and kind == ROLL else ""
    return LogLine(entry.number, kind, "", f"{text}{typed}")


def _entry_text(entry: LogEntry, typed: TypedValues, names: ValueNames) -> EntryText:
    if entry.saying is not None:
        values = tuple(value for value, _ in typed)
        return EntryText(filled(entry.saying.sentence, values, names))
    assert entry.passed is not None
    if is_correction(entry.passed):
        return EntryText(CORRECTED)
    return _text(entry.passed, typed, names)


def _text(passed: AnsweredStop, typed: TypedValues, names: ValueNames) -> EntryText:
    """Return what was chosen or rolled; `typed` are its values as named for the
    reader."""
    stop, event = passed.stop, passed.event
    if isinstance(stop, ChoiceStop):
        sentence = stop.instruction.site.say
        many = len(typed) - len(list(in_template(sentence)))
        pairs = zip(typed[:many:2], typed[1:many:2], strict=True)
        asked = filled(sentence, [value for value, _ in typed[many:]], names)
        chosen = "; ".join(_pair(*each, names) for each in pairs)
        return EntryText(chosen if asked else f"{_label(passed)}: {chosen}", asked)
    assert isinstance(stop, RollStop | DrawStop)
    if isinstance(stop, RollStop):
        faces = ", ".join(map(str, event["faces"]))
        dice = f"{'' if stop.number == 1 else stop.number}d{stop.sides}"
        made, values = stop.instruction, [value for value, _ in typed]
        many = len(list(in_template(made.purpose)))
        what = filled(made.purpose, values[:many], names)
        needs = filled(made.needs, values[many:], names)
        about = f", for {what}" if what else ""
        needing = f", needing {needs}" if needs else ""
        fell = f"{dice} fell {faces or 'nothing'}{about}{needing}"
        return EntryText(fell if what else f"{_label(passed)}: {fell}")
    purpose = stop.instruction.purpose
    many = len(typed) - len(list(in_template(purpose)))
    what = filled(purpose, [value for value, _ in typed[many:]], names)
    verb = "written" if event.get("typed") else "drawn"
    drawn = ", ".join(in_words(*each, names) for each in typed[:many])
    drawn = f"{verb} {drawn or 'nothing'}"
    return EntryText(f"{drawn}: {what}" if what else f"{_label(passed)}: {drawn}")


def _label(passed: AnsweredStop) -> str:
    instruction = getattr(passed.stop, "instruction", None)
    return spaced(getattr(instruction, "label", ""))


def _spoken(entry: LogEntry, ids: Ids) -> list[AskedValue]:
    """Return the values that a line names, named as they were at that time.

    Of a choice: elements, chosen values and the question; of a roll: purpose and need;
    of a draw: the elements and its purpose; of a message: its values.
    """
    when, passed = len(labels_given(log_of(entry.game_state))), entry.passed
    if entry.saying is not None:
        return list(_of(entry.saying.sentence, entry.saying.values, when))
    assert passed is not None
    stop, event, named = passed.stop, passed.event, list[AskedValue]()
    if is_correction(passed):
        return named
    if isinstance(stop, ChoiceStop):
        item, kind = element_type(stop), stop.instruction.type
        for element, value in event["values"]:
            named.append(AskedValue(from_data(element, item, ids), item, when, True))
            named.append(AskedValue(from_data(value, kind, ids), kind, when, True))
        named += _of(stop.instruction.site.say, (*stop.texts, ())[0], when)
    elif isinstance(stop, RollStop):
        made = stop.instruction
        templates = made.purpose, made.needs
        for values, template in zip(stop.texts, templates, strict=False):
            named += _of(template, values, when)
    elif isinstance(stop, DrawStop):
        item = drawn_type(stop)
        for each in event["drawn"]:
            named.append(AskedValue(from_data(each, item, ids), item, when, True))
        named += _of(stop.instruction.purpose, (*stop.texts, ())[0], when)
    return named


def _of(
    template: Template | None, values: tuple[Value, ...], when: int
) -> Iterator[AskedValue]:
    kinds = (node.type for node in in_template(template))
    for value, kind in zip(values, kinds, strict=False):
        yield AskedValue(value, kind, when)


def _pair(
    element: tuple[Value, Type], value: tuple[Value, Type], names: ValueNames
) -> str:
    text = in_words(*value, names)
    if isinstance(element[1], Unknown):
        return text
    return f"{to_text(*element, names)}: {text}"
