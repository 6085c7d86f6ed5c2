"""People who answer on lines, one seat at a time; others are to look away meanwhile."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from interpreter.app.answering.paths import OVER, RemainingPath, ahead_of
from interpreter.app.answering.prompt import Prompt, input_ended
from interpreter.app.answering.prompted_dice import DiceRequest, ask
from interpreter.app.answering.replies import split, value_of_reply
from interpreter.app.explaining.forbidden import in_short, required
from interpreter.app.opening.games import OpenGame
from interpreter.app.opening.session import Session
from interpreter.app.opening.values import value_of
from interpreter.app.playing.handouts import token_for
from interpreter.codegen.loading import RunForbidden
from interpreter.diagnostics import UmpireError, Unusable
from interpreter.engine.stops import DrawStop, RollStop
from interpreter.games.disclosures import view_asked, view_of, views_of
from interpreter.games.questions import ConditionUnmet, Given, IllegalAnswer, Question
from interpreter.games.state import JUDGE_NAME, GameProgress, drawn_type
from interpreter.ir.walking import in_template
from interpreter.reports.claims import names_of, seats_claims_text
from interpreter.reports.colour import clean
from interpreter.reports.game_log import meanwhile, meanwhile_text
from interpreter.reports.questions import Posed, lines, posed
from interpreter.reports.source_text import filled
from interpreter.reports.views import (
    JudgeView,
    news_text,
    sees_text,
    truth_view,
    view_text,
)
from interpreter.semantics.audience import EVERYONE
from interpreter.values.types import JUDGE, Value
from interpreter.views.block_labels import labels_in
from interpreter.views.views import AskedValue, View, knowing

# What a seat hears of a refusal: the rule and what it says, where all may know it.


def heard(
    session: Session, course: GameProgress, one: Question, error: RunForbidden
) -> str:
    """Return why an answer is refused, in the seat's own names.

    "" where that may tell more than the answer did: not all see the step, others chose
    at the same time, or dice fell that the seat has not seen. That whoever sees the
    step may know what it compares and says, the checker has proved.
    """
    made, rule = required(session, error.unmet)
    alone = one.stop.instruction.each is None
    if made.site.seen_by != EVERYONE or not alone or not error.at_once:
        return ""
    kinds = [each.type for each in in_template(made.sentence)]
    pairs = zip(error.unmet.figures, kinds, strict=True)
    named = [AskedValue(*each) for each in pairs]
    view, values = view_asked(course, error.unmet.world, one.seat, named)
    names = names_of(view, session.program.declared)
    return in_short(rule, filled(made.sentence, values, names))


# What a judge at the keys is shown beside his question: all at first, then what is
# new. Who knows what of it `umpire view --as judge` tells.


def truth(found: OpenGame, course: GameProgress) -> JudgeView:
    """Return all that is there, and who knows what of it."""
    declared, name = found.beginning.program.declared, found.beginning.seat_name
    views = views_of(course, course.world)
    known = knowing(declared, course.world, views)
    named = {key: tuple(map(name, seats)) for key, seats in known.items()}
    edge = found.session.edge
    labels = labels_in(declared, course.world, found.beginning.masks)
    return JudgeView(declared, course.world, edge, named, tuple(views.values()), labels)


class JudgeConsole:
    """Remembers what the judge was shown last."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.before: JudgeView | None = None
        self.sketch = ""

    def shown(self, found: OpenGame, course: GameProgress) -> Iterator[str]:
        """Yield what the judge did not see yet, and the map where it changed."""
        before, now = self.before, truth(found, course)
        self.before = now
        if before is None:
            yield "\n".join([sees_text(truth_view(now)), *seats_claims_text(now.views)])
        elif news := _news(before, now):
            yield news
        sketch = _sketch(now)
        if sketch != self.sketch:
            yield f"\n{sketch}\n"
        self.sketch = sketch


def _news(before: JudgeView, now: JudgeView) -> str:
    """Return what is otherwise than before, and what seats were told since."""
    said = [news_text(truth_view(before), truth_view(now))]
    known = {each.seat: each for each in before.views}
    for each in now.views:
        old = known.get(each.seat, replace(each, claims=()))
        said.append(news_text(replace(old, things=()), replace(each, things=())))
    return "\n".join(filter(None, said))


def _sketch(now: JudgeView) -> str:
    """Return the map; drawing is imported only where there are boards."""
    if not truth_view(now).charts:
        return ""
    from interpreter.maps.text_map import sketch
    from interpreter.reports.maps import plans_of_truth

    return sketch(plans_of_truth(now))


LEAVING = "what is offered stands below; Ctrl-C leaves the game as it is"
KEPT = "the game is kept; the same command goes on with it"
UNTAKEN = "the rules do not go on from this answer; the umpire is told why by 'answer'"


class SharedTerminal:
    """Shows each seat its view and its question, and nothing of what others saw.

    Who stays at the keys is shown only what is new.
    """

    def __init__(self, person: Prompt, found: OpenGame, sitting: str = "") -> None:
        """Begin with nobody at the keys, or with the seat that has sat down."""
        self.person = person
        self.found = found
        self.sitting = sitting
        self.seen: View | None = None
        self.ahead: RemainingPath | None = None
        self.sketch = ""
        self.told: tuple[int, int] | None = None
        self.judged = False
        self.judges = JudgeConsole()

    def asked(self, course: GameProgress, question: Question) -> Given:
        """Return what a seat answers; when the input ends it is an OpenStop."""
        shown = posed(course, question)
        found = self._gone_on(question, shown)
        if found is not None:
            return found
        self.sits(shown.seat)
        if shown.view is not None:
            self._tells(course, question.seat)
            self._shows(shown.view)
        else:
            self._judges(course)
        places = range(len(question.parts))
        return tuple(self._part(question, shown, at) for at in places)

    def _gone_on(self, question: Question, shown: Posed) -> Given | None:
        """Return the next hex of a way that was given at once; None where there is
        none, or it is cut."""
        ahead, self.ahead = self.ahead, None
        if ahead is None:
            return None
        why = ahead.cut(question.stop, question.seat, shown.view)
        if not why:
            try:
                return (self._leg(question, shown, ahead.rest),)
            except UmpireError as fault:
                why = fault.message
        self._says_left_out(ahead.left_out(why))
        return None

    def _leg(self, question: Question, shown: Posed, words: tuple[str, ...]) -> Value:
        """Return the first of some answers, and keep those behind it."""
        session, first = self.found.session, words[:1]
        value = value_of_reply(session, question, shown, 0, first)
        if words[1:]:
            here = (question.stop, question.seat, words[1:], value, shown.view)
            self.ahead = RemainingPath(*here)
        return value

    def token(self, course: GameProgress, question: Question) -> str:
        """Return what tells a question from all others of this game."""
        return token_for(self.found, posed(course, question))

    def looks(self, course: GameProgress, seat: int) -> None:
        """Show a seat, that sits here and is asked nothing, how things stand."""
        self._leaves()
        if seat == JUDGE:
            self._judges(course)
            return
        self._tells(course, seat)
        self._shows(view_of(course, seat))

    def _tells(self, course: GameProgress, seat: int) -> None:
        """Say what fell and was said since a seat last chose, once."""
        at = (seat, len(course.passed))
        text = "" if at == self.told else meanwhile_text(meanwhile(course, seat))
        self.told = at
        if text:
            self.person.terminal.say(text)

    def _says(self, course: GameProgress) -> None:
        """Say to the judge what the rules say on the way to what he is asked, once."""
        if not self.judged:
            game = clean(str(self.found.path))
            said = f"'umpire view {game} --as judge' shows all, and who knows it"
            self.person.terminal.say(said)
        self.judged = True
        at, before = (JUDGE, len(course.passed)), self.told
        self.told = at
        if at == before:
            return
        for each in course.passed[-1].said if course.passed else course.opening:
            said = filled(each.sentence, each.values, self._names())
            self.person.terminal.say(said)

    def _judges(self, course: GameProgress) -> None:
        """Say to the judge what led to his question, and show him what is new."""
        self._says(course)
        for each in self.judges.shown(self.found, course):
            self.person.terminal.say(each)

    def _shows(self, now: View) -> None:
        text = view_text(now) if self.seen is None else news_text(self.seen, now)
        if text:
            self.person.terminal.say(text)
        sketch = self._sketch(now)
        if sketch != self.sketch:
            self.person.terminal.say(f"\n{sketch}\n")
        self.seen, self.sketch = now, sketch

    def _sketch(self, now: View) -> str:
        """Return the map of a seat; drawing is imported only where there are boards."""
        if not now.charts:
            return ""
        from interpreter.maps.text_map import sketch
        from interpreter.reports.maps import plans_of_view

        return sketch(plans_of_view(now, self.found.beginning.program.declared))

    def rest(self) -> None:
        """Say what was given that nobody asked for."""
        self._leaves()
        self.person.rest()

    def _leaves(self) -> None:
        ahead, self.ahead = self.ahead, None
        if ahead is not None:
            self._says_left_out(ahead.left_out(OVER))

    def _says_left_out(self, text: str) -> None:
        if text:
            self.person.terminal.say(text)

    def again(self, fault: UmpireError) -> None:
        """Say why an answer was refused."""
        self.person.again(f"{fault.message}{f' ({fault.hint})' if fault.hint else ''}")

    def refused(
        self, course: GameProgress, question: Question, fault: UmpireError
    ) -> None:
        """Say to who sits here that the game did not take an answer: why, if that
        follows from the question, or from a rule that speaks to all; else the judge
        alone hears what the rules said."""
        self.ahead = None
        if isinstance(fault, ConditionUnmet):
            # it works the condition out again, for which no other answer has to wait
            from interpreter.app.explaining.offers import unmet_hint

            shown = posed(course, question)
            hint = unmet_hint(self.found.session, question, shown, fault.value)
            fault = IllegalAnswer(fault.message, hint=hint)
        if isinstance(fault, IllegalAnswer) or question.seat == JUDGE:
            self.again(fault)
            return
        why = ""
        if isinstance(fault, RunForbidden):
            why = heard(self.found.session, course, question, fault)
        self.person.again(why or UNTAKEN)

    def sits(self, seat: str) -> None:
        """Clear a terminal when another seat comes to the keys."""
        terminal = self.person.terminal
        if seat != self.sitting:
            self.seen, self.sketch = None, ""
        if seat != self.sitting and terminal.is_person():
            missing = input_ended(f"{seat} was to come to the keys", KEPT)
            terminal.clear()
            self.person.asked(f"{clean(seat)} sits down and presses Enter:", missing)
        self.sitting = seat

    def rolled(self, course: GameProgress, stop: RollStop) -> tuple[int, ...]:
        """Return what fell on the table, as the judge types it, who hears first what
        the rules say on the way there."""
        self.sits(JUDGE_NAME)
        self._says(course)
        beginning = self.found.beginning
        values, one, names = [*stop.texts, (), ()], stop.instruction, self._names()
        by = "" if stop.by is None else beginning.seat_name(stop.by)
        purpose = filled(one.purpose, values[0], names)
        needs = filled(one.needs, values[1], names)
        place = (one.site.path, stop.number, stop.sides)
        return ask(DiceRequest(*place, by, purpose, needs), self.person, KEPT)

    def written(self, stop: DrawStop) -> tuple[Value, ...] | None:
        """Return what a judge writes instead of drawing; None leaves it to chance."""
        self.sits(JUDGE_NAME)
        one, names = stop.instruction, self._names()
        purpose = filled(one.purpose, (*stop.texts, ())[0], names)
        about = f" for {purpose}" if purpose else ""
        question = f"judge writes {clean(one.label)}{about} (nothing: it is drawn):"
        missing = input_ended(f"'{one.site.path}' is to be written", KEPT)
        while True:
            line = self.person.asked(question, missing)
            if not line:
                return None
            try:
                return self._read(stop, line)
            except UmpireError as fault:
                self.again(fault)

    def _read(self, stop: DrawStop, line: str) -> tuple[Value, ...]:
        session, kind = self.found.session, drawn_type(stop)
        texts = (
            [line]
            if stop.how_many is None
            else [each.strip() for each in line.split(",")]
        )
        what = "what is written"
        given = (session.scenario, what)
        return tuple(value_of(session.pack, each, kind, *given) for each in texts)

    def _part(self, question: Question, shown: Posed, at: int) -> Value:
        part = shown.parts[at]
        text = "\n".join([shown.sentence, *lines(shown, part)])
        default = f"; nothing: {shown.default}" if shown.default else ""
        missing = input_ended(f"{shown.sentence} was to be answered", KEPT)
        while True:
            line = self.person.asked(f"{text}\n  answer{default}:", missing)
            if not line and shown.default:
                return question.stop.default
            try:
                first, rest = ahead_of(question.stop, line, self._names())
                if rest:
                    return self._leg(question, shown, (first, *rest))
                reply = split(shown, at, line)
                return value_of_reply(self.found.session, question, shown, at, reply)
            except UmpireError as fault:
                if not line and self.person.terminal.is_person():
                    fault = Unusable(fault.message, hint=LEAVING)
                self.again(fault)

    def _names(self) -> Any:
        return self.found.session.edge
