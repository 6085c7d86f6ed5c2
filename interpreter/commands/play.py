"""`umpire play PACK SCENARIO --game FILE`: a game, from where it stands."""

from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from interpreter.commands import answers, seed, session
from interpreter.commands.answerers import LATER, Answerer, answerers, said
from interpreter.commands.games import (
    Opened,
    Written,
    begun,
    is_begun,
    same_game,
    standing_json,
    standing_text,
    written,
)
from interpreter.commands.hot_seat import HotSeat
from interpreter.commands.parser import Misused, Parser
from interpreter.commands.person import Person
from interpreter.commands.terminal import Terminal
from interpreter.games.game import Game
from interpreter.games.questions import Question
from interpreter.problems import GameFileError, LimitExceeded, OpenStop, UmpireError
from interpreter.running.keyed_dice import secret_of_seed
from interpreter.running.policies import Policy
from interpreter.running.stops import ChoiceStop, DrawStop, RollStop, Stop
from interpreter.values.types import JUDGE, Value

STOPPING = (GameFileError, LimitExceeded, OpenStop)
"""What no other answer would mend."""


def configure(parser: Parser) -> None:
    """Add what is played, the game file, and who answers."""
    parser.add_argument("pack", metavar="PACK", nargs="?", help="a name or a path")
    parser.add_argument(
        "scenario", metavar="SCENARIO", nargs="?", help="a scenario of the pack"
    )
    parser.add_argument(
        "procedure",
        metavar="PROCEDURE",
        nargs="?",
        help="what is played; without one, the 'main' of the scenario",
    )
    parser.add_argument(
        "--game",
        required=True,
        metavar="FILE",
        help="the game file, the umpire's alone: begun here, or gone on with",
    )
    parser.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="NAME=WHO",
        help="who answers for a seat, or for 'judge': person, policy:NAME, later; "
        "may be given again",
    )
    session.configure_option(parser)
    session.configure_with(parser)
    answers.configure(parser)
    seed.configure(parser)
    parser.add_argument(
        "--real-dice",
        action="store_true",
        help="ask what fell on your own dice; for the whole game",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Play until it is at its end, or waits for somebody who is not here."""
    with _opened(arguments, terminal) as found:
        opened, game = found.opened, found.game
        fixed = answers.fixed(arguments, opened.session, terminal)
        every = answerers(arguments.seat, opened)
        table = HotSeat(Person(terminal), opened)
        Playing(opened, game, every, fixed, table).through()
        table.person.rest()
        if arguments.json:
            told = standing_json(opened, game.course)
            terminal.show_json({"format": 1, "game": arguments.game, **told})
        else:
            terminal.show(standing_text(opened, game.course))
    return 0


@contextmanager
def _opened(arguments: Namespace, terminal: Terminal) -> Iterator[Written]:
    path = Path(arguments.game)
    if is_begun(path):
        with written(path, arguments.pack, terminal) as found:
            same_game(arguments, found.opened)
            yield found
        return
    for what, given in (("PACK", arguments.pack), ("SCENARIO", arguments.scenario)):
        if given is None:
            hint = "a game that begins needs both: umpire play PACK SCENARIO --game ..."
            raise Misused(f"{what} is missing", hint)
    if arguments.real_dice and arguments.seed is not None:
        raise Misused("--real-dice and --seed exclude each other", "leave one out")
    secret = None if arguments.seed is None else secret_of_seed(arguments.seed)
    with begun(arguments, path, secret) as found:
        yield found


@dataclass(frozen=True, slots=True)
class Playing:
    """A game that is played here: who answers for whom, and what is answered anyway."""

    opened: Opened
    game: Game
    answerers: dict[int, Answerer]
    fixed: dict[str, Value]
    table: HotSeat

    def through(self) -> None:
        """Go on until the end, or until all who are asked answer later."""
        self.game.go(self._falls)
        while not self.game.course.is_finished:
            stop = self.game.course.stop
            if isinstance(stop, ChoiceStop):
                if not any(self._answered(each) for each in self.game.course.open()):
                    return
            elif self._is_away(JUDGE):
                return
            else:
                self._typed(stop)

    def _falls(self, stop: Stop) -> bool:
        """Tell whether chance waits for nobody: a policy writes nothing."""
        if isinstance(stop, DrawStop) and self.answerers[JUDGE].who == "policy":
            return True
        return self.opened.falls(stop)

    def _is_away(self, seat: int) -> bool:
        who = self.answerers.get(seat)
        return who is not None and who.who == LATER

    def _answered(self, question: Question) -> bool:
        """Let a seat answer; False when it does so later."""
        if self._is_away(question.seat):
            return False
        # a seat that came to be while running is a person's
        who = self.answerers.get(question.seat)
        policy = Policy() if who is None else who.policy
        number = len(self.game.journal.events)
        found = said(self.opened, number, question, self.fixed, policy)
        if found is not None:
            self.game.choose(question, *found, self._falls)
            return True
        while True:
            given = self.table.asked(question)
            try:
                self.game.choose(question, given, "person", self._falls)
            except STOPPING:
                raise
            except UmpireError as fault:
                self.table.again(fault)
                (question,) = [
                    each
                    for each in self.game.course.open()
                    if each.seat == question.seat
                ]
            else:
                self._tell_refused()
                return True

    def _tell_refused(self) -> None:
        if self.game.course.refused:
            message = "what was chosen does not go together; all choose again"
            self.table.person.terminal.say(message)

    def _typed(self, stop: Stop) -> None:
        if isinstance(stop, RollStop):
            self.game.fall(self.table.rolled(stop), self._falls)
        elif isinstance(stop, DrawStop):
            self.game.fall(self.table.written(stop), self._falls)
