"""Games opened, and who answers what is asked in them.

A policy that was given when the game began answers for its seat until another word is
given, which holds for one command: who plays is said once, when a game begins.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any
from weakref import WeakValueDictionary

from msgspec import Struct
from msgspec.structs import replace

from interpreter.app.answering.chance import is_settled
from interpreter.app.answering.choices import pending_choice
from interpreter.app.invitations import Invitations
from interpreter.app.opening.answers import single_policy
from interpreter.app.opening.session import Session, entry_of, scenario_of
from interpreter.app.running.once import engine_of
from interpreter.diagnostics import (
    GameFileError,
    OpenStop,
    UnknownName,
    Unusable,
    UsageError,
)
from interpreter.engine.dice import KeyedDice
from interpreter.engine.once import Engine
from interpreter.engine.policies import Answers, PendingChoice, Policy, PolicyQuestion
from interpreter.engine.stops import DrawStop, Finished, RollStop, Stop
from interpreter.games.corrections import removes_any
from interpreter.games.dice_words import DiceWords, words_of
from interpreter.games.game import JournalledGame, fits, pinned, whole
from interpreter.games.journal_values import from_data, to_data
from interpreter.games.questions import Given, Question, questions
from interpreter.games.receipts import Proof, proof_of
from interpreter.games.state import (
    BY_DEFAULT,
    BY_GIVEN,
    BY_POLICY,
    CHOICE,
    DRAW,
    EVERYONE_NAME,
    ROLL,
    SEATS,
    Diverged,
    GameProgress,
    GameStart,
    JournalEvent,
)
from interpreter.journal import journal as journals
from interpreter.journal import secret as secrets
from interpreter.journal.journal import Journal, JournalContents
from interpreter.pipeline.opening import open_pack
from interpreter.reports.colour import clean
from interpreter.reports.values import in_words, spaced
from interpreter.ruleset.finding import find_pack
from interpreter.source import normalised, same_name, written_names
from interpreter.values.types import JUDGE, JUDGE_NAME, Nothing, Value
from interpreter.views.visibility import ALL_SEATS

AT_ITS_END = "the game is at its end"
REAL, KEYED = "real", "keyed"
POLICY = "policy"
SEED, WORDS, RULINGS = "seed", "words", "rulings"
UNASKED = Policy(BY_DEFAULT)
"""Answers rulings by their defaults."""


class OpenGame(Struct, frozen=True):
    """A game file with the rules by which it is played; `hashes` are those of its
    lines (none: to be worked out from the events)."""

    path: Path
    header: JournalEvent
    events: tuple[JournalEvent, ...]
    session: Session
    beginning: GameStart
    hashes: tuple[str, ...] = ()

    @property
    def is_real(self) -> bool:
        """Tell whether the dice of this game fall on a table."""
        return self.header.get("dice") == REAL

    @property
    def asks_rulings(self) -> bool:
        """Tell whether the judge is asked for rulings that have a default."""
        return self.header.get(RULINGS) is True

    @property
    def kept(self) -> Mapping[str, str]:
        """The policies that answer for seats, as was said when the game began."""
        found: Mapping[str, str] = self.header.get(SEATS, {})
        return found

    @property
    def policies(self) -> dict[str, str]:
        """The seats that policies play, and the names of those, as was said when the
        game began."""
        return {
            self.beginning.seat_name(seat): source.policy.name
            for seat, source in answerers({}, self, LATER).items()
            if source.who == POLICY
        }

    def falls(self, stop: Stop) -> bool:
        """Tell whether chance waits for nobody; what a judge may write does where he is
        asked for rulings, and more than one value is possible."""
        if isinstance(stop, DrawStop):
            is_asked = self.asks_rulings and stop.instruction.written
            return not is_asked or is_settled(stop)
        return isinstance(stop, RollStop) and not self.is_real

    def course(self) -> GameProgress:
        """Return the progress of the game."""
        return whole(self.path, self.beginning, self.events)

    def proof(self, course: GameProgress, seat: int) -> Proof:
        """Return what a seat is given to hold against the umpire."""
        return proof_of(course, seat, self.events, self.hashes)

    def seat(self, name: str) -> int:
        """Return the number of a seat by its name; raises UnknownName."""
        found = self.beginning.seat_called(name)
        if found is None:
            raise UnknownName("seat", name, self.beginning.seats)
        return found

    def viewer(self, name: str) -> int:
        """Return who looks: a seat by its name, or all that everyone knows."""
        found = self.beginning.seat_called(name)
        if found is None and same_name(name, EVERYONE_NAME):
            return ALL_SEATS
        if found is None:
            seats = [*self.beginning.seats, EVERYONE_NAME, JUDGE_NAME]
            raise UnknownName("seat", name, seats)
        return found


def is_judge(name: str) -> bool:
    """Tell whether a seat is named that is the judge."""
    return same_name(name, JUDGE_NAME)


Notify = Callable[[str], None]
"""Takes a message for the caller who opens a game."""


def unheard(_: str) -> None:
    """Take a message that nobody wants to hear."""


def looked_at(path: Path, pack: str | None, notify: Notify = unheard) -> OpenGame:
    """Open a game without touching it; damage is a GameFileError."""
    lines = journals.sound(path, journals.read(path))
    tell_torn(lines, notify)
    return opened_of(path, lines.events, pack, ("own",), lines.hashes)


@contextmanager
def written(
    path: Path,
    pack: str | None,
    notify: Notify = unheard,
    patience: float = 0.0,
    removes: bool = False,
    rules: "GameRules | None" = None,
    known: "tuple[OpenGame, GameProgress] | None" = None,
    lines: journals.JournalContents | None = None,
) -> Iterator["ResumableGame"]:
    """Open a game to go on with it; another command may not at the same time, and is
    waited for so many seconds. `removes`: a correction will remove an entity. A game
    that is `known` as its file has it is not folded again, and `lines` of the file that
    were read before are not read again."""
    needs = ("own", "private", *(("removable",) if removes else ()))
    with journals.opened(path, patience=patience, known=lines) as journal:
        tell_kept(journal, notify)
        if known is not None and known[0].hashes == journal.hashes and not removes:
            found, course = known
            _secret(path, found.header, needs)  # raises where others may read it by now
        else:
            given = (path, journal.events, pack, needs, journal.hashes)
            found, course = opened_of(*given, rules), None
        yield ResumableGame(found, JournalledGame(journal, found.beginning, course))
    found.session.pack.keep_byte_code()


class ResumableGame(Struct, frozen=True):
    """A game that this command may take on."""

    opened: OpenGame
    game: JournalledGame

    def now(self) -> tuple[OpenGame, GameProgress]:
        """Return the game as it is, and its progress."""
        journal = self.game.journal
        opened = replace(self.opened, events=journal.events, hashes=journal.hashes)
        return opened, self.game.course


class NewGame(Struct, frozen=True):
    """What a game is begun with: what is played, the options as they were given, the
    policies that answer for seats by name (`policy:NAME`), whether each seat gives a
    word first, whether real dice fall, whether the judge is asked for `rulings` that
    have a default; `seed` None: a secret nobody can guess."""

    session: Session
    options: Mapping[str, str]
    players: Mapping[str, str]
    seed: bytes | None = None
    words: bool = False
    real_dice: bool = False
    rulings: bool = False


@contextmanager
def begun(
    new: NewGame, path: Path, allow: Callable[[OpenGame], None]
) -> Iterator[ResumableGame]:
    """Begin a game: the secret of its dice first, then the file itself. What `allow`
    raises of the game to be leaves no file."""
    session = new.session
    session.pack.loaded()
    entry = session.entry
    ids = session.initial_state.ids
    pairs_of = zip(session.values, entry.takes, strict=True)
    kept = {
        name: who for name, who in new.players.items() if who.startswith(f"{POLICY}:")
    }
    seats = ids.get(session.program.declared.seat_kind, ())
    known = written_names(seats).items()
    words = tuple(seat for name, seat in known if new.words and name not in kept)
    if new.words and not words:
        raise UsageError("there is no seat that could give a word", "leave --words out")
    private = secrets.fresh()
    key = secrets.fresh() if new.seed is None else new.seed
    header: dict[str, Any] = {
        **pinned(session.pack),
        "options": dict(new.options),
        "scenario": session.scenario,
        "entry": entry.name,
        "with": [to_data(value, takes.type, ids) for value, takes in pairs_of],
        "dice": REAL if new.real_dice else KEYED,
        SEATS: kept,
        **({WORDS: [*words]} if words else {}),
        **({RULINGS: True} if new.rulings else {}),
        "secret": secrets.commitment(key + private),
    }
    played = (session.scenario, entry.name, session.values, key, private)
    engine = engine_of(session.pack, explains=False)
    beginning = GameStart(session.program, engine, *played, DiceWords(words))
    allow(OpenGame(path, header, (), session, beginning))
    # links of a game that was deleted and had this name would open the new one
    ends_links = Invitations(path).end
    with journals.begun(path, header, key + private, prepare=ends_links) as journal:
        events = journal.events
        found = OpenGame(path, events[0], events, session, beginning, journal.hashes)
        yield ResumableGame(found, JournalledGame(journal, beginning, is_new=True))
    session.pack.keep_byte_code()


def is_begun(path: Path) -> bool:
    """Tell whether a file has a game; a first line that was torn is none yet."""
    if not os.path.lexists(path):
        return False
    return bool(journals.sound(path, journals.read(path)).events)


def unbegun_text(path: Path) -> str:
    """Return the end of a sentence on a file in which no game was begun: why it is
    there; "" where it is not."""
    if not os.path.lexists(path):
        return ""
    return f": no game was begun in '{path}', because its creation was interrupted"


def opened_of(
    path: Path,
    events: tuple[JournalEvent, ...],
    pack: str | None,
    needs: tuple[str, ...],
    hashes: tuple[str, ...] = (),
    rules: "GameRules | None" = None,
) -> OpenGame:
    """Return a game with its rules; `needs`: "own" the very rules with which it was
    begun, "no secret" it is not asked for the secret of its dice, "private" others may
    not read that, "removable" any of its entities may be missing. With `rules` they are
    read once, and are its own."""
    if not events:
        raise GameFileError(f"game file '{path}': no game was begun in it")
    header = events[0]
    removable = "removable" in needs or removes_any(events)
    if rules is not None:
        session, engine = rules.of(path, header, pack, removable)
    else:
        if "own" in needs:
            session = own_session(path, header, pack)
        else:
            session = session_of(path, header, pack, same_pack=False)
        engine = engine_of(session.pack, explains=False, removable=removable)
    try:
        words = words_of(events)
    except Unusable as fault:
        raise GameFileError(f"game file '{path}': {fault.message}") from None
    secret = _secret(path, header, needs)
    key, private = (None, None) if secret is None else secrets.keys_of(secret)
    if key is not None and not words.missing:
        key = words.mixed(key)
    found = (session.scenario, session.entry.name, session.values, key, private)
    beginning = GameStart(session.program, engine, *found, words)
    return OpenGame(path, header, events, session, beginning, hashes)


def gone_on(
    found: OpenGame, course: GameProgress, lines: JournalContents
) -> OpenGame | None:
    """Take what has come into the file of a game since its course was folded onto that
    course, and return the game as it is now. None where it must be opened and folded
    anew, and its course is of no use any more: in another file, or after anything but
    answers and what fell."""
    known = len(found.hashes)
    since = lines.events[known:]
    is_same = lines.hashes[:known] == found.hashes
    if not is_same or any(each.get("event") not in _GOES_ON for each in since):
        return None
    try:
        for number, event in enumerate(since, known):
            course.take(number, event)
    except Diverged:
        return None
    if course.false:
        return None
    return replace(found, events=lines.events, hashes=lines.hashes)


_GOES_ON = (CHOICE, ROLL, DRAW)


def own_session(path: Path, header: JournalEvent, pack: str | None) -> Session:
    """Return the session of a game under the very rules with which it was begun, as
    their files are now; others are Unusable."""
    session = session_of(path, header, pack, same_pack=True)
    if not fits(header, session.pack):
        raise Unusable(
            f"the ruleset '{session.pack.name}' is not the one with which "
            f"'{path}' was begun",
            hint="bring that one back, or name it with --pack; "
            "'umpire replay' shows where the game departs from this one",
        )
    return session


class SharedRules:
    """The rules of games that one process serves, read once for all games that began
    alike. Games go on by them though files of a ruleset change; what is read from the
    files again asks `own_session` whether they are the same."""

    def __init__(self) -> None:
        """Begin with none."""
        # those of closed games are given up
        self._sessions = WeakValueDictionary[str, Session]()
        self._lock = Lock()

    def session(self, path: Path, header: JournalEvent, pack: str | None) -> Session:
        """Return the session of a game; raises what opening the game alone does."""
        said = [pack, *(header.get(name) for name in _SAYS_WHAT_IS_PLAYED)]
        key = json.dumps(said, sort_keys=True)
        with self._lock:
            session = self._sessions.get(key)
            if session is None:
                session = self._sessions[key] = own_session(path, header, pack)
            return session


_SAYS_WHAT_IS_PLAYED = (
    *("pack", "chain", "files", "meaning", "options"),
    *("scenario", "entry", "with", SEATS),
)
"""What the first line of a game says on which its session depends."""


class GameRules:
    """The rules of one game that is opened again and again, by one thread at a time:
    a session that other games may share, and code of its own, since running changes
    what counts the steps."""

    def __init__(self, shared: SharedRules) -> None:
        """Read nothing yet."""
        self._shared = shared
        self._session: Session | None = None
        self._engines: dict[bool, Engine] = {}

    def of(
        self, path: Path, header: JournalEvent, pack: str | None, removable: bool
    ) -> tuple[Session, Engine]:
        """Return the session of the game and its code, where it is `removable` that for
        a game of which any entity may be missing; raises what opening it does."""
        session = self._shared.session(path, header, pack)
        if self._session is not session:
            self._session, self._engines = session, {}
        if removable not in self._engines:
            self._engines[removable] = engine_of(
                session.pack, explains=False, removable=removable
            )
        return session, self._engines[removable]


def _secret(path: Path, header: JournalEvent, needs: tuple[str, ...]) -> bytes | None:
    committed = header.get("secret")
    if "no secret" in needs and not os.path.exists(secrets.secret_file(path)):
        return None
    commitment = committed if isinstance(committed, str) else ""
    return secrets.find(path, commitment, private="private" in needs)


def session_of(
    path: Path, header: JournalEvent, pack: str | None, same_pack: bool
) -> Session:
    """Open the pack of a game as its first line says; `same_pack`: one of the same
    name."""
    try:
        options: Mapping[str, str] = header["options"]
        chain = [(folder, extends) for folder, extends in header["chain"]]
        folder = chain[0][0]
        scenario, name, arguments = header["scenario"], header["entry"], header["with"]
        seats: Mapping[str, str] = header.get(SEATS, {})
        texts = (*options, *options.values(), *seats, *seats.values())
        texts += (scenario, name, *(each for pair in chain for each in pair))
        is_text = all(isinstance(text, str) for text in texts)
        if not is_text or not isinstance(arguments, list):
            raise TypeError
    except (AttributeError, LookupError, TypeError, ValueError):
        message = "its first line does not say what is played"
        raise GameFileError(f"game file '{path}': {message}") from None
    found = open_pack(find_pack(pack if pack is not None else folder), options)
    if same_pack and found.name != header.get("pack"):
        raise another_game(path, f"the ruleset '{header.get('pack')}'")
    known = scenario_of(scenario, found.program)
    found = found.under(known)
    entry = entry_of(name, known, found)
    if len(arguments) != len(entry.takes):
        raise Unusable(f"'{entry.name}' takes other arguments than it did")
    ids = found.program.initial_states[known].ids
    values = tuple(
        from_data(each, takes.type, ids)
        for each, takes in zip(arguments, entry.takes, strict=True)
    )
    return Session(found, known, entry, values)


def refuse_other(
    found: OpenGame,
    scenario: str | None,
    procedure: str | None,
    options: Mapping[str, str],
) -> None:
    """Refuse names and options of another game than the file holds; None says
    nothing."""
    for asked, recorded, what in (
        (scenario, found.session.scenario, "scenario"),
        (procedure, found.session.entry.name, "procedure"),
    ):
        if asked is not None and not same_name(asked, recorded):
            raise another_game(found.path, f"the {what} '{recorded}'")
    began = found.header["options"].items()
    kept: dict[str, str] = {normalised(name): text for name, text in began}
    known = written_names(found.session.pack.options)
    for name, text in options.items():
        if normalised(name) not in known:
            raise UnknownName("option", spaced(name), map(spaced, known))
        if kept.get(name) != text:
            hint = "leave --option out; a game keeps the options it was begun with"
            raise Unusable(f"the option '{name}' cannot change in mid-game", hint=hint)


def another_game(path: Path, what: str) -> Unusable:
    """Return the error for a game file that holds another game than was meant."""
    return Unusable(
        f"'{path}' was begun with {what}",
        hint="give another --game, or the words with which it was begun",
    )


def tell_torn(lines: JournalContents, notify: Notify) -> None:
    """Report that something after the last line was never acknowledged."""
    if lines.torn:
        count = len(lines.torn)
        notify(
            f"umpire: the last line was torn while it was written ({count:,} bytes) "
            "and is ignored"
        )


def tell_kept(journal: Journal, notify: Notify) -> None:
    """Say where a torn end was put."""
    if journal.kept is not None:
        notify(
            "umpire: the last line was torn while it was written and is ignored; "
            f"it is kept in '{journal.kept}'"
        )


def tell_aside(journal: Journal, notify: Notify) -> None:
    """Report where the secret of another game was moved that was in the way."""
    if journal.aside is not None:
        notify(
            f"umpire: a new game begins in '{journal.path}'; the secret of another "
            f"game was found there and is kept in '{journal.aside}'"
        )


class GameStatus(Struct, frozen=True):
    """Whether a game is at its end, and who is asked something now."""

    finished: bool
    waiting: tuple[str, ...]


def status_of(game: OpenGame, course: GameProgress) -> GameStatus:
    """Return the status of a game, with nothing in it that a seat may not know."""
    name = game.beginning.seat_name
    if game.beginning.words.missing:
        return GameStatus(False, tuple(game.beginning.words.missing))
    waiting = tuple(name(question.seat) for question in course.open())
    if isinstance(course.stop, RollStop | DrawStop):
        waiting = (JUDGE_NAME,)
    return GameStatus(course.is_finished, waiting)


def standing_text(game: OpenGame, course: GameProgress) -> str:
    """Return the same as a sentence."""
    status = status_of(game, course)
    if status.finished:
        return AT_ITS_END
    whose = "the words of " if game.beginning.words.missing else ""
    return f"the game waits for {whose}{', '.join(map(spaced, status.waiting))}"


def ended_text(game: OpenGame, course: GameProgress) -> str:
    """Return the status of a game, for the judge alone: at its end also what it gave,
    which no seat may know."""
    standing, stop, entry = standing_text(game, course), course.stop, game.session.entry
    if not isinstance(stop, Finished) or isinstance(entry.gives, Nothing):
        return standing
    names = game.session.names_in(course.game_state)
    result = in_words(stop.result, entry.gives, names)
    return f"{standing}: {spaced(entry.name)} gives {result}"


def seat_rests_text(course: GameProgress, seat: str) -> str:
    """Return the last line for a seat that is asked nothing more for now; it does not
    say for whom the game waits, which the seat may not know."""
    if course.is_finished:
        return AT_ITS_END
    return f"{spaced(seat)} is asked nothing now; the game waits for others"


def words_wanted_text(found: OpenGame, file: str) -> str:
    """Return how a game goes on that was begun for words; `file` is the game file as
    it is written in commands."""
    lines = [
        f"the dice are committed to: {found.header['secret']}",
        "nothing is rolled before each seat has given a word, or none:",
    ]
    for seat in found.beginning.words.missing:
        lines.append(f"  umpire word {clean(file)} --as {clean(seat)} WORD")
    return "\n".join(lines)


PERSON, LATER = "person", "later"
BY_PEOPLE = (PERSON, "file", BY_GIVEN)
"""What an event says of an answer that no policy and no default gave: at the keys, in a
file, in a command."""


class AnswerSource(Struct, frozen=True):
    """Who answers for a seat: a person, nobody for now, or a policy."""

    who: str
    policy: Policy


def answerers(
    seat_texts: Mapping[str, str], found: OpenGame, rest: str, here: int | None = None
) -> dict[int, AnswerSource]:
    """Return who answers, by the number of the seat: whom `seat_texts` names, else
    `here` a person, else a policy that the game keeps, else `rest`."""
    every = {*found.beginning.seats.values(), JUDGE}
    known = dict.fromkeys(every, AnswerSource(rest, Policy()))
    known |= _named(found.kept, found)
    if here is not None:
        known[here] = AnswerSource(PERSON, Policy())
    return known | _named(seat_texts, found)


def _named(seat_texts: Mapping[str, str], found: OpenGame) -> dict[int, AnswerSource]:
    """Return who answers by what is written for the names of seats."""
    return {
        JUDGE if name == JUDGE_NAME else found.seat(name): _answerer(name, text, found)
        for name, text in seat_texts.items()
    }


def _answerer(name: str, text: str, found: OpenGame) -> AnswerSource:
    who, _, policy = text.partition(":")
    if who == POLICY and policy:
        return AnswerSource(POLICY, single_policy(policy, found.session))
    if text in (PERSON, LATER):
        return AnswerSource(text, Policy())
    hint = f"write --seat {name}=person, {name}=later or {name}=policy:NAME"
    raise UsageError(f"'{text}' is not a possible answerer", hint)


def is_optional_ruling(question: Question) -> bool:
    """Tell whether the judge is asked for any value of a type, and has a default."""
    made = question.stop.instruction
    is_ruling = question.seat == JUDGE and made.open_type is not None
    return is_ruling and question.stop.default is not None


def prepared_answer(
    found: OpenGame,
    number: int,
    question: Question,
    fixed: Mapping[str, Value],
    policy: Policy,
) -> tuple[Given, str] | None:
    """Return what fixed answers or a policy say to a question, and which of them; None
    when a person is to be asked. What they say and was not offered is Unusable.

    What a policy leaves to chance follows from the `number` (`number_for_chance`) and
    the secret.
    """
    stop, several = question.stop, question.stop.instruction.each is not None
    alone = len(questions(stop)) == 1
    policy = policy.of(question.seat)
    name = policy.name or policy.default or ""
    default = stop.default if name else None  # a person is asked all the same
    choices = tuple(
        _choosing(found, question, part.offered, default) for part in question.parts
    )
    elements = tuple(part.element for part in question.parts) if several else None
    alone = alone or stop.instruction.is_apart
    legal = stop.legal if several and alone and stop.check is not None else None
    asked: Any = PolicyQuestion(choices, elements, legal)  # elements can be hashed
    try:
        candidates = Answers(dict(fixed), policy).answers_to(asked)
    except OpenStop:
        if name:
            raise
        return None
    at = _picked(found, number, len(candidates))
    values: Any = candidates[at]
    names = {stop.instruction.site.path, stop.instruction.label}
    by = BY_DEFAULT if policy is UNASKED else f"{BY_POLICY}{name}"
    by = BY_GIVEN if names & fixed.keys() else by
    return tuple(each for _, each in values) if several else (values,), by


def _picked(found: OpenGame, number: int, count: int) -> int:
    if count == 1:
        return 0
    secret = found.beginning.secret
    if secret is None:
        raise Unusable("the policy leaves this to chance, but there is no secret")
    # no path of a roll begins so: theirs begin with a step, which has a dot
    return KeyedDice(secret).pick(("policy", number), (1,) * count)


def _choosing(
    found: OpenGame, question: Question, offered: Any, default: Any
) -> PendingChoice:
    beginning = found.beginning
    return pending_choice(
        question.stop,
        question.seat,
        offered,
        lambda _: spaced(beginning.seat_name(question.seat)),
        beginning.engine.compiled.rule,
        with_default=default is not None,
    )
