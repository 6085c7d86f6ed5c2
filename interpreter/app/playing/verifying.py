"""A recorded game gone through once more: replayed for people, or verified."""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from interpreter.app.opening.answers import single_policy
from interpreter.app.opening.games import (
    BY_PEOPLE,
    KEYED,
    LATER,
    POLICY,
    REAL,
    RULINGS,
    UNASKED,
    WORDS,
    OpenGame,
    answerers,
    is_optional_ruling,
    prepared_answer,
)
from interpreter.app.playing.handouts import LOG, QUESTION, REPORT, handed_out
from interpreter.diagnostics import UmpireError, Unusable
from interpreter.engine.stops import DrawStop, Finished, RollStop, Stop
from interpreter.files.single_file import open_file, read_all
from interpreter.games.corrections import CORRECTION, SEEN, correction_of
from interpreter.games.dice_words import WORD, DiceWords, is_digest
from interpreter.games.disclosures import seeing_correction, witnesses
from interpreter.games.game import counting, folded, meaning_of, number_for_chance
from interpreter.games.journal_values import to_data
from interpreter.games.questions import Given
from interpreter.games.receipts import last_known, receipt_of
from interpreter.games.state import (
    BY_DEFAULT,
    CHOICE,
    DRAW,
    ROLL,
    SEATS,
    UNDO,
    Diverged,
    GameProgress,
    JournalEvent,
    token_of,
)
from interpreter.journal.journal import KIND, KNOWN
from interpreter.reports.colour import clean
from interpreter.reports.game_log import lines_output, lines_text, log_lines
from interpreter.reports.outputs.games import (
    DivergenceOutput,
    HeldOutput,
    ReplayOutput,
    VerifyOutput,
)
from interpreter.reports.values import in_words, spaced, to_json
from interpreter.source import printed
from interpreter.values.types import Value
from interpreter.views.visibility import ALL_SEATS

NAMES = frozenset(
    (KIND, "pack", "chain", "files", "meaning", "options", "scenario", "entry")
) | {"with", "dice", SEATS, "secret"}


def header_fault(opened: OpenGame) -> str:
    """Return the first entry in the first line of a game that is not as this program
    writes it for these rules; "" for none."""
    for name, why in _header_faults(opened):
        return f"the first line does not fit: '{name}' {why}"
    return ""


def _header_faults(opened: OpenGame) -> Iterator[tuple[str, str]]:
    header, session = opened.header, opened.session
    for name in header.keys() - NAMES - {WORDS, RULINGS}:
        yield name, "is not a known entry"
    for name in NAMES - header.keys():
        yield name, "is missing"
    yield from _shape_faults(header)
    entry, ids = session.entry, session.initial_state.ids
    pairs = zip(session.values, entry.takes, strict=True)
    texts = {
        "pack": session.pack.name,
        "meaning": meaning_of(session.pack),
        "scenario": session.scenario,
        "entry": entry.name,
        "with": [to_data(value, takes.type, ids) for value, takes in pairs],
    }
    for name, value in texts.items():
        if not same(header.get(name), value):
            yield name, "does not match these rules"
    yield from _seat_faults(opened)


def _shape_faults(header: JournalEvent) -> Iterator[tuple[str, str]]:
    if type(header.get(KIND)) is not int or header[KIND] not in KNOWN:
        yield KIND, "is not a known format"
    if header.get("dice") not in (KEYED, REAL):
        yield "dice", f"is neither {KEYED} nor {REAL}"
    if header.get(RULINGS, True) is not True:
        yield RULINGS, "is not true"
    for name in ("secret", "files"):
        if not is_digest(header.get(name)):
            yield name, "is not a SHA-256"
    for folder in header.get("chain", ()):
        if not (len(folder) == 2 and all(isinstance(text, str) for text in folder)):
            yield "chain", "is not a list of folders"


def _seat_faults(opened: OpenGame) -> Iterator[tuple[str, str]]:
    seats = opened.header.get(SEATS)
    if not isinstance(seats, dict):
        yield SEATS, "does not say who answers"
        return
    if any(not str(who).startswith(f"{POLICY}:") for who in seats.values()):
        yield SEATS, "names something that is not a policy"
    try:
        answerers({}, opened, LATER)
    except UmpireError as fault:
        yield SEATS, f"does not fit: {fault.message}"
    words = opened.beginning.words.seats
    if len({*words}) < len(words) or not {*words} <= {*opened.beginning.seats}:
        yield WORDS, "names what are no seats"


def same(one: object, other: object) -> bool:
    """Return whether two values are equal as JSON; 1, 1.0 and true are not."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def replayed_strictly(opened: OpenGame) -> tuple[GameProgress, str]:
    """Return the progress of a game up to its first fault, and the fault ("" for none).

    Each event must be as this program writes it, in all its entries; so must those
    that were undone.
    """
    course = GameProgress(opened.beginning)
    for number, event in enumerate(opened.events):
        if not number or event.get("event") == WORD:
            continue
        if event.get("event") == UNDO:
            if fault := _undo_fault(course, event):
                return course, f"event {number:,} does not fit: {fault}"
            course = folded(opened.beginning, opened.events[: number + 1])
            continue
        try:
            fault = _policy_fault(opened, course, event)
            fault = fault or _correction_fault(course, event)
            stop = course.stop
            course.take(number, event)
        except Diverged as diverged:
            return course, diverged.message
        if not fault and course.false:
            fault = "the result does not follow from the secret"
        fault = fault or _event_fault(opened, stop, event, course.remade)
        if fault:
            return course, f"event {number:,} does not fit: {fault}"
    return course, ""


def _correction_fault(course: GameProgress, event: JournalEvent) -> str:
    """Return whether a correction does not name the seats that see a change; "" if it
    does, and for what is no correction or no written one, of which taking it says
    more."""
    if event.get("event") != CORRECTION:
        return ""
    beginning = course.beginning
    try:
        correction, seen = correction_of(
            beginning.program.declared, beginning.ids, event
        )
        is_same = seen == seeing_correction(course, correction)
    except (LookupError, TypeError, ValueError, AttributeError, UmpireError):
        return ""
    return "" if is_same else f"'{SEEN}' is not what the seats see"


def _undo_fault(course: GameProgress, event: JournalEvent) -> str:
    to = event.get("to")
    if to not in [0, *(passed.number for passed in course.passed)][:-1]:
        return "there is nothing to take back"
    seen = witnesses(course, to)
    remade = {"event": UNDO, "to": to} | ({"consent": [*seen]} if seen else {})
    return "" if same(event, remade) else "it is not written as an undo event"


def _event_fault(
    opened: OpenGame, stop: Stop, event: JournalEvent, remade: JournalEvent
) -> str:
    for name in sorted({*event} | {*remade}):
        if name not in remade:
            return f"'{name}' is not a known entry"
        if name not in event:
            return f"'{name}' is missing"
        if not same(event[name], remade[name]):
            return f"'{name}' is not what follows from the rules"
    if event["event"] == CORRECTION:
        return ""
    # where real dice fall, the judge may leave some to the secret
    if isinstance(stop, RollStop) and event.get("typed") and not opened.is_real:
        return "in this game dice are not typed"
    if isinstance(stop, DrawStop) and event.get("typed"):
        return "" if stop.instruction.written else "this draw may not be typed"
    return ""


def _policy_fault(opened: OpenGame, course: GameProgress, event: JournalEvent) -> str:
    """Return why an answer cannot come from the source that it names ("" if it can):
    the answers of policies are recomputed."""
    if event.get("event") != CHOICE:
        return ""
    by = event.get("by")
    kind, colon, name = by.partition(":") if isinstance(by, str) else ("", "", "")
    if by in BY_PEOPLE:
        return ""
    if by != BY_DEFAULT and (kind != POLICY or not colon):
        return "'by' is nobody who answers"
    asked = [
        question
        for question in course.open()
        if opened.beginning.seat_name(question.seat) == event.get("seat")
    ]
    if not asked or opened.beginning.secret is None:
        return ""  # the first is opened when the event is taken
    try:
        if by == BY_DEFAULT and not is_optional_ruling(asked[0]):
            return "it is not a ruling that has a default"
        policy = UNASKED if by == BY_DEFAULT else single_policy(name, opened.session)
        number = number_for_chance(course, opened.events)
        answered = prepared_answer(opened, number, asked[0], {}, policy)
    except UmpireError as fault:
        return f"'{by}' does not answer: {fault.message}"
    if answered is None or not _has_answer(opened, course, event, answered[0]):
        return f"'{by}' answers something else"
    return ""


def _has_answer(
    opened: OpenGame, course: GameProgress, event: JournalEvent, answer: Given
) -> bool:
    """Return whether an event has the values of an answer."""
    stop, ids = course.stop, opened.beginning.ids
    kind: Any = getattr(stop, "instruction").type  # noqa: B009 - a stop of a choice
    written = [to_data(value, kind, ids) for value in answer]
    try:
        return same([pair[1] for pair in event["values"]], written)
    except (LookupError, TypeError):
        return False


def known_hashes(opened: OpenGame) -> Mapping[str, str]:
    """Return a description for every hash of a game that a seat may have noted: those
    of the lines, the commitment, and the receipts of all seats."""
    hashes = {digest: f"line {line:,}" for line, digest in enumerate(opened.hashes, 1)}
    hashes[str(opened.header.get("secret"))] = "the commitment"
    key = opened.beginning.key
    if key is None:
        return hashes
    name = opened.beginning.seat_name
    for seat in (*opened.beginning.seats.values(), ALL_SEATS):
        for number, head in enumerate(opened.hashes):
            what = f"the receipt of {name(seat)} at event {number:,}"
            hashes[receipt_of(key, name(seat), head)] = what
    return hashes


# --- `verify --held`: a handout compared with the game ---
# A handout has the commitment, the words, a receipt, and what the seat was shown. The
# receipt identifies the event up to which nothing may have changed since; at some point
# between it and the next event of which the seat knew, the game must show the seat
# exactly what the handout shows. After an undo that event can be the last one of which
# the seat knew again; the game may show the same there, too.

HANDOUT_NAMES = tuple(f"{name}.json" for name in (REPORT, LOG, QUESTION))
PROOF, TOKEN = "proof", "token"
MOST_BYTES = 16 * 1024 * 1024


class HandoutCheck(Struct, frozen=True):
    """The result for one handout: its path and seat, the event up to which it proves
    that nothing changed, and the first fault ("" for none)."""

    path: str
    seat: str
    event: int
    fault: str


def held_of(found: OpenGame, path: Path) -> HandoutCheck:
    """Compare a handout, its folder or one of its files in JSON, with a game that
    follows its rules; Unusable where it is no handout."""
    return compared(found, str(path), _read(path))


def compared(found: OpenGame, path: str, files: Mapping[str, Any]) -> HandoutCheck:
    """Compare the files of a handout, by their names, with a game."""
    proofs = {name: data[PROOF] for name, data in files.items() if PROOF in data}
    proof: Any = next(iter(proofs.values()), None)
    try:
        seat, receipt = str(proof["seat"]), str(proof["receipt"])
        words = [
            (each["seat"], each["word"], each["sealed"]) for each in proof["words"]
        ]
        commitment = str(proof["commitment"])
    except (LookupError, TypeError):
        raise Unusable(f"'{path}' is no handout with a receipt") from None

    def wrong(fault: str, event: int = 0) -> HandoutCheck:
        return HandoutCheck(path, seat, event, fault)

    for name, other in proofs.items():
        if other != proof:
            return wrong(f"the proof in its {name} is not that of its other files")
    if commitment != found.header.get("secret"):
        return wrong("another secret was committed to")
    if fault := _words_fault(found.beginning.words, words):
        return wrong(fault)
    number = _seat(found, seat)
    key = found.beginning.key
    if number is None or key is None:
        return wrong("there is no such seat" if key else "the secret is missing")
    name = found.beginning.seat_name(number)
    lines = [
        line
        for line, head in enumerate(found.hashes)
        if receipt_of(key, name, head) == receipt
    ]
    if not lines:
        return wrong("its receipt is of no line of this game")
    return wrong(_shown(found, number, lines[0], files), lines[0])


def _words_fault(known: DiceWords, words: Iterable[tuple[Value, Value, Value]]) -> str:
    """Return the first word of a handout, given as (seat, word, seal), that is not that
    of the game; "" for none."""
    for name, word, sealed in words:
        if name not in known.seats:
            return f"'{name}' was asked for a word, and is not in this game"
        if word is not None and word != known.given.get(name):
            return f"the word of {spaced(name)} differs"
        if sealed is not None and sealed != known.sealed.get(name):
            return f"the sealed word of {spaced(name)} differs"
    return ""


def _seat(found: OpenGame, name: str) -> int | None:
    try:
        return found.viewer(name)
    except UmpireError:
        return None


def _read(path: Path) -> Mapping[str, Value]:
    """Return the files of a handout by name, as JSON."""
    is_folder = os.path.isdir(path)  # unlike `Path.is_dir`, no name is too long for it
    paths = [path / name for name in HANDOUT_NAMES] if is_folder else [path]
    found = {}
    for each in paths:
        try:
            data = json.loads(read_all(open_file(each), MOST_BYTES))
        except FileNotFoundError:
            if is_folder:
                continue
            raise Unusable(f"'{path}' does not exist") from None
        except OSError as error:
            reason = (error.strerror or "an input or output error").lower()
            raise Unusable(f"'{each}' cannot be read: {reason}") from None
        except (ValueError, RecursionError):
            raise Unusable(f"'{each}' is not JSON of a handout") from None
        if not isinstance(data, dict):
            raise Unusable(f"'{each}' is not JSON of a handout")
        found[each.name if is_folder else _kind_of(data)] = data
    if not found:
        raise Unusable(f"'{path}' has no handout")
    return found


def _kind_of(data: Mapping[str, Value]) -> str:
    """Return the name that a file has in a handout, by its content."""
    return f"{LOG}.json" if "events" in data else f"{REPORT}.json"


def _shown(found: OpenGame, seat: int, event: int, files: Mapping[str, Any]) -> str:
    """Return the first file of a handout that the game did not show its seat ("" for
    none) between an event and the next one of which the seat knew."""
    fault = ""
    for course, upto in _states(found, seat, event):
        shown = handed_out(upto, course, seat, drawn=False)
        differ = [
            name
            for name, data in files.items()
            if not _is_same(data, shown.get(name), upto)
        ]
        if not differ:
            return ""
        fault = fault or f"its {differ[0]} differs from what the game shows"
    return fault or "nothing was shown at the event of its receipt"


def _states(
    found: OpenGame, seat: int, event: int
) -> Iterator[tuple[GameProgress, OpenGame]]:
    """Yield the states in which an event was the last one of which a seat knew: from
    that event until the next one, and after undos that led back to it."""
    undos = [
        number
        for number, line in enumerate(found.events)
        if number > event and line.get("event") == UNDO
    ]
    for first in (event, *undos):
        for course, upto in _onwards(found, first):
            if last_known(course, seat, upto.events) != event:
                break
            yield course, upto


def _onwards(found: OpenGame, first: int) -> Iterator[tuple[GameProgress, OpenGame]]:
    """Yield the state at an event and after each one up to the next undo."""
    course = folded(found.beginning, found.events[: first + 1])
    for last in range(first, len(found.events)):
        kind = found.events[last].get("event")
        if last > first and kind == UNDO:
            return
        if last > first and kind != WORD:
            course.take(last, found.events[last])
        events, hashes = found.events[: last + 1], found.hashes[: last + 1]
        yield course, replace(found, events=events, hashes=hashes)


def _is_same(data: Mapping[str, Value], shown: str | None, found: OpenGame) -> bool:
    """Return whether a file is the same except for its proof, which is checked before:
    words may have been given since."""
    if shown is None:
        return False
    now = json.loads(shown)
    if (PROOF in data) != (PROOF in now):
        return False
    kept, known = {**data, PROOF: None}, {**now, PROOF: None}
    return kept == known or _is_older(kept, known, found)


# Before 2026-11-28 names were printed with underscores, and the token of a question was
# made from its words as they were printed.

_WORDS = frozenset(
    ("text", "question", "such_that", "of", "wanted", "options", "says", "sentence")
)
"""Entries of the files of a handout that hold what is printed."""


def _is_older(
    kept: Mapping[str, Value], known: Mapping[str, Value], found: OpenGame
) -> bool:
    """Return whether a file differs as one of before then does."""
    token, key = kept.get(TOKEN), found.beginning.key
    if TOKEN in known and key is not None:
        apart = ("format", TOKEN, PROOF)
        words = {name: value for name, value in kept.items() if name not in apart}
        made = token_of(key, found.events, str(kept.get("seat")), json.dumps(words))
        known = {**known, TOKEN: made}
    return token == known.get(TOKEN) and _printed(kept) == _printed(known)


def _printed(data: Any, *, is_text: bool = False) -> Any:
    """Return data with spaces instead of underscores in all that is printed."""
    if isinstance(data, dict):
        return {
            name: _printed(value, is_text=is_text or name in _WORDS)
            for name, value in data.items()
        }
    if isinstance(data, list):
        return [_printed(each, is_text=is_text) for each in data]
    return printed(data) if is_text and isinstance(data, str) else data


class Verified(Struct, frozen=True):
    """What was found: how much there is, the first that does not follow (""), what was
    noted with what it is, and the handouts that were kept."""

    events: int
    rolls: int
    typed: int
    secret: bool
    fault: str
    commitment: str
    last: str
    holds: dict[str, str]
    held: list[HandoutCheck]

    @property
    def is_sound(self) -> bool:
        """Tell whether nothing speaks against the game."""
        return self.secret and not self.fault and not any(e.fault for e in self.held)


def verified(found: OpenGame, noted: list[str], kept: list[str]) -> Verified:
    """Work out a game again, and compare it with what was noted and kept of it."""
    fault = header_fault(found)
    course, wrong = replayed_strictly(found)
    fault = fault or wrong
    falls = [e.event for e in course.passed if e.event["event"] in (ROLL, DRAW)]
    known = known_hashes(found) if noted else {}
    holds = {
        digits: next((what for it, what in known.items() if it.startswith(digits)), "")
        for digits in noted
    }
    for digits, what in holds.items():
        if not what and not fault:
            fault = (
                f"nothing in this game has the hash {digits}: something before it was "
            )
            fault += "changed or cut off, or this is another game"
    return Verified(
        len(found.events) - 1,
        len(falls),
        sum(bool(each.get("typed")) for each in falls),
        found.beginning.secret is not None,
        fault,
        str(found.header.get("secret", "")),
        found.hashes[-1],
        holds,
        [] if wrong else [held_of(found, Path(each)) for each in kept],
    )


def verified_text(report: Verified) -> str:
    """Return what was found, as lines."""
    lines = [report.fault] if report.fault else []
    if not report.fault:
        events = "event follows" if report.events == 1 else "events follow"
        lines.append(f"{report.events:,} {events} each other and the rules")
        lines.append(
            f"{report.rolls:,} rolls and draws, {report.typed:,} of them typed in"
        )
        lines.append(f"the dice were committed to by {report.commitment}")
        lines.append(f"the last line has the hash {report.last}")
    lines += [f"{digits} is {what}" for digits, what in report.holds.items() if what]
    for handout in report.held:
        good = f"nothing up to event {handout.event:,} was changed since"
        lines.append(
            f"{clean(handout.path)}, held by {spaced(handout.seat)}: "
            f"{handout.fault or good}"
        )
    if not report.secret:
        lines.append("the secret of the dice is missing: no roll was recomputed")
    return "\n".join(lines)


def verify_output(report: Verified, torn: int) -> VerifyOutput:
    """Return what was found as the record for JSON; `torn` are the bytes after the last
    line."""
    return VerifyOutput(
        torn=torn,
        events=report.events,
        rolls=report.rolls,
        typed=report.typed,
        secret=report.secret,
        fault=report.fault,
        commitment=report.commitment,
        last=report.last,
        holds=report.holds,
        held=tuple(
            HeldOutput(
                path=handout.path,
                seat=handout.seat,
                event=handout.event,
                fault=handout.fault,
            )
            for handout in report.held
        ),
    )


def replayed(found: OpenGame, to: int) -> tuple[GameProgress, Diverged | None]:
    """Return how far a game goes by these rules, and the event that does not fit."""
    course = GameProgress(found.beginning)
    for number, event in counting(found.events[: to + 1]):
        before = course.stop
        try:
            course.take(number, event)
        except Diverged as fault:
            return course, fault
        if course.false:
            why = "the result does not follow from the secret"
            return course, Diverged(number, before, why)
    return course, None


def replay_output(
    found: OpenGame, course: GameProgress, fault: Diverged | None, to: int, same: bool
) -> ReplayOutput:
    """Return the log up to an event, and where it departs from these rules."""
    stop, gives = course.stop, found.session.entry.gives
    names = found.session.names_in(course.game_state)
    departs = result = None
    if fault is not None:
        at, rule = place_of(found, fault.stop)
        departs = DivergenceOutput(event=fault.number, at=at, rule=rule, why=fault.why)
    if isinstance(stop, Finished):
        result = to_json(stop.result, gives, names)
    return ReplayOutput(
        to=to,
        same_rules=same,
        events=lines_output(log_lines(course, names, found.events[: to + 1])),
        departs=departs,
        finished=isinstance(stop, Finished),
        result=result,
    )


def replay_text(
    found: OpenGame,
    course: GameProgress,
    fault: Diverged | None,
    to: int,
    same: bool,
    steps: str = "",
) -> str:
    """Return the same as lines; `steps` are all that was worked out, instead of the
    log."""
    stop, names = course.stop, found.session.names_in(course.game_state)
    log = log_lines(course, names, found.events[: to + 1])
    paragraphs = [f"{steps}\n" if steps else lines_text(log)]
    if not same:
        paragraphs.append("these are not the rules with which the game was begun")
    if fault is not None:
        at, rule = place_of(found, fault.stop)
        by = f" ({rule})" if rule else ""
        paragraphs.append(f"event {fault.number:,} departs at {at}{by}: {fault.why}")
    elif isinstance(stop, Finished):
        gives = found.session.entry.gives
        paragraphs.append(f"the game ends with {in_words(stop.result, gives, names)}")
    else:
        at, rule = place_of(found, stop)
        paragraphs.append(f"the game waits at {at}{f' ({rule})' if rule else ''}")
    return "\n".join(paragraphs)


def place_of(found: OpenGame, stop: Stop) -> tuple[str, str]:
    """Return the step of a stop and the rule that it, or its procedure, carries."""
    if isinstance(stop, Finished):
        return "the end", ""
    site = stop.instruction.site
    procedure = found.session.program.procedures.get(site.path.partition(".")[0])
    return site.path, site.rule or (procedure.rule if procedure is not None else "")
