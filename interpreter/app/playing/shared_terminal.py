"""What the players at one terminal see, one seat at a time."""

from collections.abc import Callable, Iterable, Iterator
from types import MappingProxyType

from msgspec.structs import replace

from interpreter.app.answering.prompted_choices import (
    REST,
    WHY,
    AskedPart,
    PromptedChoices,
)
from interpreter.app.answering.prompts import DiceRequest, Prompt, ask, input_ended
from interpreter.app.answering.writing import PromptedDraws
from interpreter.app.explaining.offers import unmet_hint
from interpreter.app.explaining.refusals import UNTAKEN, refusal_text
from interpreter.app.opening.games import OpenGame, is_optional_ruling
from interpreter.app.output import Panes, SeatPanes
from interpreter.app.playing.handouts import briefing_of, token_for
from interpreter.diagnostics import OpenStop, UmpireError
from interpreter.engine.stops import DrawStop, RollStop
from interpreter.games.disclosures import (
    made_names_of,
    offered_to,
    view_of,
    views_of,
)
from interpreter.games.questions import ConditionUnmet, Given, IllegalAnswer, Question
from interpreter.games.state import CHOICE, GameProgress
from interpreter.maps.renderers import map_text, sketch
from interpreter.maps.words import TextPage
from interpreter.reports.claims import seats_claims_text
from interpreter.reports.colour import clean
from interpreter.reports.game_log import (
    judge_news,
    last_choice_of_judge,
    lines_of_last_roll,
    lines_text,
    log_lines,
    meanwhile,
    meanwhile_text,
    seat_lines,
    story_text,
)
from interpreter.reports.maps import plans_of_truth, plans_of_view
from interpreter.reports.questions import (
    posed,
)
from interpreter.reports.text_layout import WIDTH, folded
from interpreter.reports.values import spaced
from interpreter.reports.views import (
    JudgeView,
    first_look,
    news_text,
    position_text,
    truth_text,
    truth_view,
    view_text,
)
from interpreter.values.types import JUDGE, JUDGE_NAME, Value
from interpreter.views.block_labels import labels_in
from interpreter.views.views import View, knowing
from interpreter.views.visibility import ALL_SEATS

# --- The judge's console: everything before his first question, later what is new ---


def truth(found: OpenGame, course: GameProgress) -> JudgeView:
    """Return the whole state, and which seats know what of it."""
    declared, name = found.beginning.program.declared, found.beginning.seat_name
    views = views_of(course, course.game_state)
    known = knowing(declared, course.game_state, views, course.known_fields)
    named = {key: tuple(map(name, seats)) for key, seats in known.items()}
    names = found.session.names_in(course.game_state)
    labels = labels_in(declared, course.game_state, found.beginning.masks)
    return JudgeView(
        declared, course.game_state, names, named, tuple(views.values()), labels
    )


def truth_with_names(found: OpenGame, course: GameProgress) -> JudgeView:
    """Return the same, and how each seat calls what was made while running: for a view
    that the judge asks for. That takes as long again as all views, so what is only
    compared with what was before goes without it."""
    name = found.beginning.seat_name
    made = {
        entity: {name(seat): text for seat, text in by_seat.items()}
        for entity, by_seat in made_names_of(course, course.game_state).items()
    }
    return replace(truth(found, course), made=made)


class JudgeConsole:
    """What the judge was shown last."""

    def __init__(self) -> None:
        """Begin before the first question."""
        self.before: JudgeView | None = None
        self.sketch = ""

    def shown(self, found: OpenGame, course: GameProgress, width: int) -> Iterator[str]:
        """Yield what is new for the judge, and the map where it changed, with lines of
        at most so many letters."""
        before, now = self.before, truth(found, course)
        self.before = now
        if before is None:
            position = position_text(truth_view(now))
            yield "\n".join([position, *seats_claims_text(now.views)])
        elif news := changes_text(before, now):
            yield news
        sketch = _sketch(now, width)
        if sketch != self.sketch:
            yield f"\n{sketch}\n"
        self.sketch = sketch


def changes_text(before: JudgeView, now: JudgeView) -> str:
    """Return what has changed, and the claims that seats received since."""
    texts = [news_text(truth_view(before), truth_view(now))]
    known = {view.seat: view for view in before.views}
    for view in now.views:
        old = known.get(view.seat, replace(view, claims=()))
        texts.append(news_text(replace(old, things=()), replace(view, things=())))
    return "\n".join(filter(None, texts))


def _sketch(now: JudgeView, width: int) -> str:
    """Return the map, or "" without boards."""
    if not truth_view(now).charts:
        return ""
    return sketch(plans_of_truth(now), TextPage(width))


LEAVING = "the options are listed below; 'help' lists what else may be typed"
KEPT = "the game is kept; the same command goes on with it"


HELP, VIEW, MAP, LOG, ODDS = "help", "view", "map", "log", "odds"
BRIEFING, POSITION = "briefing", "position"
TAKE_BACK, BACK, QUIT = "undo", "back", "quit"
COMMANDS = MappingProxyType(
    {
        HELP: "lists these commands",
        BRIEFING: "says again what you were told before the game",
        POSITION: "says how things stand, as you see them",
        VIEW: "shows all that you may know, field by field",
        MAP: "shows the map",
        LOG: "says what has happened, as far as you may know it",
        WHY: "tells how the last roll came about, the judge with each modifier and "
        "rule; 'why dragon' tells why 'dragon' is not offered",
        ODDS: "says how likely the last roll of which you know was to fall so, and to "
        "the judge what the dice that he is to roll can lead to; 'odds 2d6' says it of "
        "any dice",
        REST: "takes the default of this ruling and of those that follow at once; "
        "'rest 2' answers 2 to all that ask the same",
        TAKE_BACK: "takes back your last answer, and all that came of it",
        BACK: "goes back to the question of yours from which this one followed",
        QUIT: "leaves the game as it is; the same command goes on with it",
    }
)
"""What may be typed at a prompt of a game beside answers; an answer of that name goes
first."""
NO_MAP = "there is no map here"
NO_BRIEFING = "nobody was told anything before this game"
NO_ROLL = "no dice fell openly; what you were told of others stands in 'log'"
NO_RULING = "this is no ruling of the judge that has a default"
LEFT = "you have left the game"
TAKEN = "taken back"


def why_text(found: OpenGame, course: GameProgress, since: int | None = None) -> str:
    """Return for the judge what counted since an index of the answered stops, or since
    he last chose something."""
    # imported late: few ask, and a prompt waits for nobody
    from interpreter.app.explaining.explained_games import explained_run
    from interpreter.reports.explanation import explained_steps

    if since is None:
        since = last_choice_of_judge(course) or 0
    run = explained_run(found, course, since)
    names = found.session.names_in(course.game_state)
    text = explained_steps(run, found.beginning.program, names, every=False)
    return text or "nothing was worked out yet"


def odds_text(found: OpenGame, course: GameProgress, seat: int, dice: str) -> str:
    """Return how likely these dice are to fall; without any, for the judge what those
    at hand can lead to, for a seat how likely the last that it knows of were."""
    # imported late: as above
    from interpreter.app.playing.roll_odds import (
        dice_text,
        last_roll_text,
        roll_odds_text,
    )

    if dice:
        return dice_text(dice)
    if seat == JUDGE:
        return roll_odds_text(found, course)
    return last_roll_text(course, seat) or NO_ROLL


class TookBack(Exception):
    """What was asked is asked no more: an answer before it was taken back."""


class SharedTerminal:
    """Shows each seat its view and its question, and nothing that others saw.

    A seat that stays at the keys is shown only what is new.
    """

    def __init__(self, person: Prompt, found: OpenGame, sitting: str = "") -> None:
        """`sitting` is the seat at the keys; "" for nobody yet. `takes_back` takes
        back the last answer of the seat at the keys, or (True) the order
        that it has begun, or returns why it does not. Where the console has panes,
        `is_logged` says that the log of the seat at the keys begins with all that has
        happened."""
        self.person = person
        self._game = found
        session = found.session
        self.choices = PromptedChoices(person, session, False, LEAVING, self._keeps)
        self.for_the_rest: dict[str, Value] = {}
        self.takes_defaults = False
        self.draws = PromptedDraws(person, session, KEPT)
        self.sitting = sitting
        self.seen: View | None = None
        self.sketch = ""
        self.reported_at: tuple[int, int] | None = None
        self.judged = False
        self.briefed: set[str] = set()
        self.told_judge: int | None = None
        self.judges = JudgeConsole()
        self.is_logged = False
        self.is_judge_alone = sitting == JUDGE_NAME
        self.takes_back: Callable[[bool], str] | None = None
        self._asking: GameProgress | None = None
        person.obeys = self._obeys

    @property
    def found(self) -> OpenGame:
        """The game that is played."""
        return self._game

    @found.setter
    def found(self, game: OpenGame) -> None:
        """Go on with a game that was opened anew."""
        self._game = game
        self.choices.session = game.session
        self.draws = PromptedDraws(self.person, game.session, KEPT)

    def asked(self, course: GameProgress, question: Question) -> Given:
        """Return what a seat answers; the end of the input is an OpenStop."""
        shown, self._asking = posed(course, question), course
        if question.seat == JUDGE and not is_optional_ruling(question):
            self.for_the_rest, self.takes_defaults = {}, False
        parts = [
            AskedPart(question, shown, at, lambda: shown.view, lambda value: value)
            for at in range(len(question.parts))
        ]
        if step := self.choices.next_step(parts[0]):
            return step
        self.sits(shown.seat)
        if self._panes is not None:
            self._fills(self._panes, course, question.seat)
        elif shown.view is not None:
            self._opens(course, question.seat)
            self._tells(course, question.seat)
            self._shows(shown.view)
        else:
            self._judges(course)
        missing = input_ended(f"{shown.sentence} was to be answered", KEPT)
        return tuple(self.choices.ask(part, missing) for part in parts)

    def _keeps(self, question: Question, value: Value) -> None:
        """Remember the answer to all further rulings of the name of one, or that all
        take their defaults (None), until the judge is asked something else."""
        if value is None:
            self.takes_defaults = True
        else:
            self.for_the_rest[question.stop.instruction.label] = value

    def token(self, course: GameProgress, question: Question) -> str:
        """Return the token of a question, different from all others of this game."""
        return token_for(self.found, posed(course, question))

    def looks(self, course: GameProgress, seat: int) -> None:
        """Show the game to a seat at the keys that is asked nothing."""
        self.choices.end()
        if self._panes is not None:
            self._fills(self._panes, course, seat)
            return
        if seat == JUDGE:
            self._judges(course)
            return
        self._opens(course, seat)
        self._tells(course, seat)
        self._shows(view_of(course, seat))

    def _opens(self, course: GameProgress, seat: int) -> None:
        """Show a seat at the keys its briefing once, before it has chosen anything."""
        name = self.sitting
        chosen = (p.event for p in course.passed if p.event["event"] == CHOICE)
        if name in self.briefed or any(each["seat"] == name for each in chosen):
            return
        self.briefed.add(name)
        if text := self._briefing():
            self.person.terminal.say(f"{text}\n")

    def _briefing(self) -> str:
        """Return what the seat at the keys reads before it plays; the judge reads what
        each of them does."""
        return self._folded(briefing_of(self.found.session, self.sitting))

    def _folded(self, paragraphs: Iterable[str]) -> str:
        """Return paragraphs in lines; panes fold them as wide as they are."""
        if self._panes is not None:
            return "\n\n".join(paragraphs)
        return "\n\n".join("\n".join(folded(each, WIDTH)) for each in paragraphs)

    def _tells(self, course: GameProgress, seat: int) -> None:
        """Report the dice and messages since a seat last chose, once."""
        at = (seat, len(course.passed))
        text = "" if at == self.reported_at else meanwhile_text(meanwhile(course, seat))
        self.reported_at = at
        if text:
            self.person.terminal.say(text)

    def _obeys(self, line: str) -> bool:
        """Carry out a command of the seat at the keys; return whether it is one. Who
        quits is an OpenStop, as where the input ends; who takes an answer back is
        TookBack."""
        word, *others = line.lower().split(maxsplit=1) or [""]
        command = word if word == ODDS else line.strip().lower()
        if command not in COMMANDS or self._asking is None:
            return False
        if command == QUIT:
            raise OpenStop(LEFT, KEPT)
        if command in (TAKE_BACK, BACK):
            assert self.takes_back is not None  # set where the game is played
            why = self.takes_back(command == BACK)
            self.person.terminal.say(f"  {why or TAKEN}")
            if not why:
                self.choices.remaining = None
                raise TookBack
            return True
        panes = self._panes if self.is_logged else None
        if panes is None or not panes.reveal(command):
            output = self._output(command, self._asking, "".join(others).strip())
            self.person.terminal.say(f"\n{output}\n")
        return True

    def _output(self, command: str, course: GameProgress, dice: str = "") -> str:
        """Return what a command shows to the seat at the keys; `odds` of these
        dice."""
        if command == HELP:
            width, is_judge = max(map(len, COMMANDS)), self.sitting == JUDGE_NAME
            pairs = [
                (name, does)
                for name, does in COMMANDS.items()
                if is_judge or name != REST
            ]
            return "\n".join(f"  {name:<{width}}  {does}" for name, does in pairs)
        if command == REST:
            return NO_RULING
        if command == BRIEFING:
            return self._briefing() or NO_BRIEFING
        is_judge = self.sitting == JUDGE_NAME
        if command == ODDS:
            seat = JUDGE if is_judge else self.found.seat(self.sitting)
            return odds_text(self.found, course, seat, dice)
        if is_judge:
            return self._output_for_judge(command, course)
        seat = self.found.seat(self.sitting)
        if command == WHY:
            return story_text(lines_of_last_roll(course, seat)) or NO_ROLL
        if command == LOG:
            _, lines = seat_lines(course, seat, self.found.events)
            return lines_text(lines)
        now, declared = view_of(course, seat), self.found.beginning.program.declared
        if command == VIEW:
            return view_text(now)
        if command == POSITION:
            return position_text(now)
        plans = plans_of_view(now, declared, (), offered_to(course, seat))
        return map_text(plans, self._page) if plans else NO_MAP

    def _output_for_judge(self, command: str, course: GameProgress) -> str:
        if command == LOG:
            names = self.found.session.names_in(course.game_state)
            return lines_text(log_lines(course, names, self.found.events))
        if command == WHY:
            return why_text(self.found, course)
        if command == VIEW:
            return truth_text(truth_with_names(self.found, course))
        now = truth(self.found, course)
        if command == POSITION:
            return position_text(truth_view(now))
        plans = plans_of_truth(now)
        return map_text(plans, self._page) if plans else NO_MAP

    def _says(self, course: GameProgress) -> None:
        """Report to the judge what fell and was said since he was last asked."""
        if not self.judged:
            game = clean(str(self.found.path))
            hint = f"'umpire view {game} --as judge' shows all, and who knows it"
            self.person.terminal.say(hint)
        self.judged = True
        since, self.told_judge = self.told_judge, len(course.passed)
        if since == len(course.passed):
            return
        names = self.found.session.names_in(course.game_state)
        lines = judge_news(course, names, since)
        for line in lines:
            self.person.terminal.say(line.text)

    def _judges(self, course: GameProgress) -> None:
        """Report to the judge what led to his question, and show him what is new."""
        self._says(course)
        terminal = self.person.terminal
        for text in self.judges.shown(self.found, course, terminal.width):
            terminal.say(text)

    def _shows(self, now: View) -> None:
        text = first_look(now) if self.seen is None else news_text(self.seen, now)
        if text:
            self.person.terminal.say(text)
        sketch = self._sketch(now)
        if sketch != self.sketch:
            self.person.terminal.say(f"\n{sketch}\n")
        self.seen, self.sketch = now, sketch

    def _sketch(self, now: View) -> str:
        """Return the map of a seat, or "" without boards."""
        if not now.charts:
            return ""
        plans = plans_of_view(now, self.found.beginning.program.declared)
        return sketch(plans, self._page)

    @property
    def _page(self) -> TextPage:
        return TextPage(self.person.terminal.width)

    def rest(self) -> None:
        """Report what was typed and not asked for."""
        self.choices.end()
        self.person.rest()

    def refused(
        self, course: GameProgress, question: Question, fault: UmpireError
    ) -> None:
        """Report to the seat at the keys that the game did not take an answer: why, if
        that follows from the question, or from a rule whose text all seats may know;
        otherwise the messages of the rules are for the judge alone."""
        self.choices.remaining = None
        if isinstance(fault, ConditionUnmet):
            shown = posed(course, question)
            hint = unmet_hint(self.found.session, question, shown, fault.value)
            fault = IllegalAnswer(fault.message, hint=hint)
        if isinstance(fault, IllegalAnswer) or question.seat == JUDGE:
            self.person.refused(fault)
            return
        why = refusal_text(self.found.session, course, question, fault)
        self.person.again(why or f"{UNTAKEN}; 'answer' tells the umpire why")

    def sits(self, seat: str) -> None:
        """Clear a terminal when another seat comes to the keys."""
        terminal = self.person.terminal
        if seat != self.sitting:
            self.seen, self.sketch, self.is_logged = None, "", False
        if seat != self.sitting and terminal.is_person():
            missing = input_ended(f"{spaced(seat)} was to come to the keys", KEPT)
            terminal.clear()
            self.person.asked(f"{spaced(seat)} sits down and presses Enter:", missing)
        self.sitting = seat

    def rolled(self, course: GameProgress, stop: RollStop) -> tuple[int, ...]:
        """Return the faces of real dice, as the judge types them; the messages before
        the roll are reported to him first."""
        self.sits(JUDGE_NAME)
        if not self._fills_for_dice(course):
            self._says(course)
        self._asking = course
        seats = self.found.session.program.declared.seat_kind
        names = self.found.session.names_in(stop.game_state)
        request = DiceRequest.of(stop, names, seats)
        return ask(request, self.person, KEPT)

    def written(self, course: GameProgress, stop: DrawStop) -> tuple[Value, ...] | None:
        """Return what the judge writes instead of a draw; None leaves it to chance."""
        self.sits(JUDGE_NAME)
        self._fills_for_dice(course)
        self._asking = course
        return self.draws.written(stop)

    # --- A console with panes: what is always in view is not said ---

    @property
    def _panes(self) -> Panes | None:
        return self.person.terminal.panes

    def _fills(self, panes: Panes, course: GameProgress, seat: int) -> None:
        """Show the seat at the keys its position and map, and say in the log first all
        that has happened, later what is new."""
        self._hand(panes, self._output(POSITION, course), self._output(MAP, course))
        if seat != JUDGE:  # a console may appear only with what fills its panes
            self._opens(course, seat)
        news = self._news(course, seat)
        if not self.is_logged:
            self.person.terminal.say(self._output(LOG, course))
            self.is_logged, self.judged = True, True
            self.reported_at = (seat, len(course.passed))
            self.told_judge = len(course.passed) if seat == JUDGE else self.told_judge
        elif seat == JUDGE:
            self._says(course)
        else:
            self._tells(course, seat)
        if news:
            self.person.terminal.say(news)

    def _hand(self, panes: Panes, position: str, drawn: str) -> None:
        drawn = "" if drawn == NO_MAP else drawn
        panes.show(SeatPanes(spaced(self.sitting), position, drawn))

    def _news(self, course: GameProgress, seat: int) -> str:
        """Return how the position of a seat differs from the one it was shown last."""
        if seat == JUDGE:
            before, self.judges.before = self.judges.before, truth(self.found, course)
            return changes_text(before, self.judges.before) if before else ""
        seen, self.seen = self.seen, view_of(course, seat)
        return news_text(seen, self.seen) if seen else ""

    def _fills_for_dice(self, course: GameProgress) -> bool:
        """Show panes to the judge who types dice; return whether that told him what is
        new. Players who type their own dice in his place, for no judge was asked
        anything, are shown what all know; 'view' still prints all."""
        if self._panes is None:
            return False
        if self.is_judge_alone or self.judges.before is not None:
            self._fills(self._panes, course, JUDGE)
            return True
        known, declared = (
            view_of(course, ALL_SEATS),
            self.found.beginning.program.declared,
        )
        drawn = map_text(plans_of_view(known, declared)) if known.charts else NO_MAP
        self._hand(self._panes, position_text(known), drawn)
        return False
