"""An answer that a seat gave back: matched with its open question, read and taken."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from interpreter.app.answering.paths import RemainingPath, next_of, path_of
from interpreter.app.answering.replies import offered, split, value_of_reply
from interpreter.app.explaining.offers import unmet_hint
from interpreter.app.explaining.refusals import (
    explaining_refusals,
    refusal_for_seat,
)
from interpreter.app.opening.games import (
    LATER,
    AnswerSource,
    Notify,
    OpenGame,
    ResumableGame,
    answerers,
)
from interpreter.app.playing.handouts import open_questions
from interpreter.app.playing.playing import PlaySession
from interpreter.diagnostics import GameFileError, UmpireError, Unusable, did_you_mean
from interpreter.engine.policies import Policy
from interpreter.games.questions import ConditionUnmet, IllegalAnswer, Question
from interpreter.reports.colour import clean
from interpreter.reports.questions import Posed
from interpreter.reports.values import spaced
from interpreter.source import normalised, same_name
from interpreter.values.types import JUDGE, Value

Reply: TypeAlias = str | Sequence[str]
"""The text of what is chosen, or a text each where several are."""
ReturnedAnswer: TypeAlias = Reply | Mapping[str, Reply]
"""A reply, or one for each part of the question by the name of what it is for."""

TOGETHER = "what was chosen does not go together; all choose again"
STALE = "the answer belongs to no question that is open"
STALE_HINT = (
    "it was answered already, or was never asked so; hand the question out anew"
)


def take_answer(
    found: ResumableGame,
    token: str,
    seat: str,
    answer: ReturnedAnswer,
    by: str,
    notify: Notify,
    *,
    judge: bool = False,
    is_private: bool = False,
) -> str:
    """Write an answer into the game and return whose it was; of a path that is given
    at once, as much as can be taken.

    `token` is that of the open question, `seat` ("" if not given) must be its; `by`
    is written into the game, `notify` hears what of a path is left out. What does not
    fit is Unusable and leaves the game as it was. With `judge` the judge's own
    questions are open too. What the rules refuse is explained as to the judge, or, if
    the answer `is_private`, as far as its seat may know it.
    """
    opened, game = found.opened, found.game
    asked = open_questions(opened, game.course, judge=judge).get(token)
    if asked is None:
        raise Unusable(STALE, hint=STALE_HINT)
    question, shown = asked
    if seat and not same_name(seat, shown.seat):
        raise Unusable(STALE, hint=STALE_HINT)
    first, rest = path_of(question.stop, _line(answer), opened.session.edge)
    values = (
        (_leg(opened, question, shown, first),)
        if rest
        else _values(opened, question, shown, answer)
    )
    hears_all = not is_private or question.seat == JUDGE
    try:
        _chosen(found, question, values, by, hears_all=hears_all)
    except ConditionUnmet as fault:
        hint = unmet_hint(opened.session, question, shown, fault.value)
        raise IllegalAnswer(fault.message, hint=hint) from None
    if game.course.refused and hears_all:
        raise Unusable(TOGETHER, hint="hand the question out anew")
    if game.course.refused:
        notify(TOGETHER)  # it is in the game, and the seat is asked again
    elif rest:
        path = RemainingPath.after(question, values[0], rest, shown.view)
        dropped = _gone_on(found, path, by, hears_all=hears_all)
        if dropped:
            notify(dropped)
    return shown.seat


def _chosen(
    found: ResumableGame,
    question: Question,
    values: tuple[Value, ...],
    by: str,
    *,
    hears_all: bool,
) -> None:
    """Let a seat choose; what the rules refuse is explained as to the judge to who
    `hears_all`, else as far as the seat may know it."""
    if not hears_all:
        _chosen_in_private(found, question, values, by)
        return
    with explaining_refusals(found.opened.session):
        found.game.choose(question, values, by, found.opened.falls)


def _chosen_in_private(
    found: ResumableGame, question: Question, values: tuple[Value, ...], by: str
) -> None:
    opened, game = found.opened, found.game
    try:
        game.choose(question, values, by, opened.falls)
    except (ConditionUnmet, GameFileError):
        raise
    except UmpireError as error:
        course = game.course
        raise refusal_for_seat(opened.session, course, question, error) from None


def take_following(
    found: ResumableGame,
    seat: str,
    answers: Sequence[tuple[str, ReturnedAnswer]],
    by: str,
    notify: Notify,
) -> int:
    """Take answers to the questions that follow for a seat, each given with the name of
    its question, as long as they fit; return how many. Those taken stay in the game,
    and `notify` is told why the next one is not."""
    for count, (name, answer) in enumerate(answers):
        let_policies(found, notify)
        asked = [
            (token, question.stop.instruction.label)
            for token, (question, shown) in open_questions(
                found.opened, found.game.course
            ).items()
            if shown.seat == seat
        ]
        if not asked or asked[0][1] != name:
            now = f", but for '{spaced(asked[0][1])}'" if asked else ""
            text = f"{spaced(seat)} is not asked for '{spaced(name)}'{now}"
            notify(f"umpire: {clean(text)}")
            return count
        try:
            take_answer(found, asked[0][0], seat, answer, by, notify)
        except Unusable as fault:
            text = f"'{spaced(name)}' is not taken: {fault.message}"
            notify(f"umpire: {clean(text)}")
            return count
    return len(answers)


def let_policies(found: ResumableGame, notify: Notify) -> None:
    """Let the policies that the game keeps answer what is asked now; that they cannot
    is reported to `notify`, because earlier answers are in the game all the same."""
    every = answerers({}, found.opened, LATER)
    newcomers = AnswerSource(LATER, Policy())
    playing = PlaySession(found.opened, found.game, every, {}, None, newcomers)
    try:
        playing.through()
    except GameFileError:
        raise
    except UmpireError as fault:
        notify(f"umpire: the game cannot go on: {clean(fault.message)}")


def _values(
    opened: OpenGame, question: Question, shown: Posed, answer: ReturnedAnswer
) -> tuple[Value, ...]:
    return tuple(
        value_of_reply(opened.session, question, shown, at, _reply(shown, at, part))
        for at, part in enumerate(_parts(answer, shown))
    )


def _leg(opened: OpenGame, question: Question, shown: Posed, text: str) -> Value:
    return value_of_reply(opened.session, question, shown, 0, (text,))


def _line(answer: ReturnedAnswer) -> str:
    """Return an answer as a person would type it on one line; "" for a map."""
    if isinstance(answer, Mapping):
        return ""
    return answer if isinstance(answer, str) else " ".join(answer)


def _gone_on(
    found: ResumableGame, ahead: RemainingPath, by: str, *, hears_all: bool
) -> str:
    """Take what is left of a path hex by hex; return what is left out, and why, as
    `_chosen` explains it."""
    opened, game = found.opened, found.game
    while ahead.rest:
        asked = next_of(game.course, ahead)
        if isinstance(asked, str):
            return ahead.left_out(asked)
        question, shown = asked
        try:
            value = _leg(opened, question, shown, ahead.rest[0])
            _chosen(found, question, (value,), by, hears_all=hears_all)
        except Unusable as fault:
            return ahead.left_out(fault.message)
        rest = ahead.rest[1:]
        ahead = RemainingPath.after(question, value, rest, shown.view)
    return ""


def _parts(answer: ReturnedAnswer, shown: Posed) -> list[Reply]:
    """Return what is answered for each part of a question."""
    if len(shown.parts) == 1 and not isinstance(answer, Mapping):
        return [answer]
    names = [part.of for part in shown.parts]
    if shown.default and _is_nothing(answer, shown):
        return [""] * len(names)
    if names == [""]:
        hint = offered(shown, 0)
        raise Unusable("one answer is needed, and a map is given", hint=hint)
    known: dict[str, list[int]] = {}
    for at, part in enumerate(shown.parts):
        for text in {_typeable(part.of_id), _typeable(part.of)}:
            known.setdefault(text, []).append(at)
    replies: dict[int, Reply] = {}
    for name, reply in answer.items() if isinstance(answer, Mapping) else ():
        places = known.get(_typeable(name))
        if places is None:
            hint = f"{did_you_mean(name, names)} it is asked for {', '.join(names)}"
            raise Unusable(f"nothing is asked for '{clean(name)}'", hint=hint.strip())
        if replies.keys() & {*places}:
            raise Unusable(f"'{clean(name)}' is answered twice", hint="leave one out")
        replies |= dict.fromkeys(places, reply)
    takes_defaults = isinstance(answer, Mapping) and shown.default
    if len(replies) < len(names) and not takes_defaults:
        listed = ", ".join(names)
        raise Unusable("an answer is needed for each", hint=f"they are {listed}")
    return [replies.get(at, "") for at in range(len(names))]


def _is_nothing(answer: ReturnedAnswer, shown: Posed) -> bool:
    """Tell whether an answer leaves everything to the default."""
    if not isinstance(answer, str):
        return not answer
    return normalised(answer) in ("", normalised(shown.default))


def _typeable(name: str) -> str:
    """Return a name as it is compared; programs for mail write another apostrophe."""
    return normalised(name.replace("\u2019", "'"))


def _reply(shown: Posed, at: int, reply: Reply) -> tuple[str, ...]:
    if isinstance(reply, str):
        return split(shown, at, reply)
    if shown.how_many is not None:
        return tuple(reply)
    return split(shown, at, f"[{', '.join(reply)}]")
