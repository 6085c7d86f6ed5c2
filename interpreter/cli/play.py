"""`umpire play PACK SCENARIO --game FILE`: begins or continues a game."""

from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from interpreter.app.opening.games import (
    GameStatus,
    NewGame,
    OpenGame,
    ResumableGame,
    is_begun,
    seat_rests_text,
    status_of,
    unbegun_text,
    words_wanted_text,
    written,
)
from interpreter.app.output import Console
from interpreter.app.playing.map_file import MapFile
from interpreter.app.playing.shared_file import PATIENCE, SharedFileSeat
from interpreter.app.playing.shared_terminal import KEPT
from interpreter.app.playing.sitting import (
    begun_here,
    played_here,
    reading_text,
    rests_text,
)
from interpreter.cli.arguments import (
    configure_answers,
    configure_option,
    configure_with,
    given_seed,
    opened,
    pairs,
    same_game,
    typed_answers,
)
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import Unavailable, UsageError
from interpreter.engine.dice import secret_of_seed
from interpreter.reports.outputs.games import PlayOutput
from interpreter.values.types import JUDGE_NAME, Value

OUTPUT = PlayOutput
PRACTICE = (
    "--seed is for practice: who tries seeds and meets this one knows all dice to come"
)


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
        help="the game file, which only the umpire may have; made if it does not exist",
    )
    parser.add_argument(
        "--seat",
        dest="players",
        action="append",
        default=[],
        metavar="NAME=WHO",
        help="who answers for a seat, or for 'judge': person, policy:NAME, later; "
        "may be repeated; the default is person, with --as later; a policy given when "
        "the game begins is kept for the whole game",
    )
    parser.add_argument(
        "--as",
        dest="sitting",
        metavar="SEAT",
        help="play as this seat alone: show its view and ask its questions; the "
        "command ends when it is the turn of others",
    )
    configure_option(parser)
    configure_with(parser)
    configure_answers(parser)
    parser.add_argument(
        "--seed",
        metavar="TEXT",
        help="for practice: the same text, the same dice; a seed can be guessed, and "
        "a player who guesses it knows all dice to come. Without it, nobody can",
    )
    parser.add_argument(
        "--words",
        action="store_true",
        help="begin the game and roll nothing before each seat has given a word, "
        "from which every roll is computed: 'umpire help word'",
    )
    parser.add_argument(
        "--real-dice",
        action="store_true",
        help="ask for the results of your own dice, for the whole game",
    )
    parser.add_argument(
        "--rulings",
        action="store_true",
        help="ask the judge for each ruling that has a default; given when the game "
        "begins, for the whole game",
    )
    parser.add_argument(
        "--map",
        metavar="FILE",
        help="keep a map in a file while you play: a picture (.svg), or a page (.html) "
        "that a browser reads again by itself; of players who share the terminal it "
        "shows what all know",
    )
    parser.add_argument(
        "--screen",
        action="store_true",
        help="play on the full screen: map, position, log and question side by side, "
        "with keys and mouse; line after line is better for pipes and screen readers",
    )


class Closing(Struct, frozen=True):
    """What is printed when nobody here plays on: the last line, how to read what has
    happened ("" for nothing), and the status for JSON."""

    text: str
    reading: str
    status: GameStatus


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Play until it is at its end, or waits for somebody who is not here."""
    try:
        closing = _on_screen(arguments, terminal) or _played(
            arguments, terminal, terminal
        )
    except KeyboardInterrupt:
        if Path(arguments.game).exists():
            terminal.say(f"\numpire: {KEPT}")
        raise
    if closing.reading:
        terminal.say(closing.reading)
    if arguments.json:
        terminal.show_json(_output(arguments, closing.status))
    else:
        terminal.show(closing.text)
    return 0


def _on_screen(arguments: Namespace, terminal: Terminal) -> Closing | None:
    """Play on the full screen if that is wanted."""
    if not arguments.screen:
        return None
    try:
        # imported late: an extra, of which lines have no need
        from interpreter.cli import full_screen
    except ImportError as error:
        hint = 'pip install "wargame-umpire[screen]"'
        raise Unavailable("--screen needs the library Textual", hint) from error
    full_screen.check(terminal)
    return full_screen.on_screen(
        terminal,
        lambda console: _played(arguments, terminal, console),
        lambda closing: closing.text,
    )


def _played(arguments: Namespace, terminal: Terminal, console: Console) -> Closing:
    """Play on a console; what is said before there is a game goes to the terminal."""
    if arguments.sitting not in (None, JUDGE_NAME):
        return _seated(arguments, terminal, console)
    map_file, fixed = _map_file(arguments), dict[str, Value]()

    def read_answers(opened: OpenGame) -> None:
        fixed.update(typed_answers(arguments, terminal).fixed(opened.session))

    with _opened(arguments, terminal, read_answers) as found:
        reading = ""
        if arguments.words:
            text = words_wanted_text(found.opened, arguments.game)
        else:
            alone = arguments.sitting is not None
            players = pairs(arguments.players, "--seat")
            playing = played_here(
                found,
                players,
                fixed,
                console,
                judge_alone=alone,
                rulings=arguments.rulings,
                map_file=map_file,
            )
            text = rests_text(playing)
            reading = reading_text(playing, arguments.game)
        return Closing(text, reading, status_of(found.opened, found.game.course))


def _map_file(arguments: Namespace) -> MapFile | None:
    return None if arguments.map is None else MapFile(arguments.map)


def _output(arguments: Namespace, status: GameStatus) -> PlayOutput:
    return PlayOutput(
        game=arguments.game, finished=status.finished, waiting=status.waiting
    )


def _seated(arguments: Namespace, terminal: Terminal, console: Console) -> Closing:
    """Play for one seat; what is printed says nothing of the others."""
    for option in ("answer", "answers"):
        if getattr(arguments, option):
            hint = "answer on lines, or with 'umpire answer'"
            raise UsageError(f"--as and --{option} exclude each other", hint)
    path, players = Path(arguments.game), pairs(arguments.players, "--seat")
    place = (path, arguments.pack, players)
    map_file = _map_file(arguments)
    seated = SharedFileSeat(arguments.sitting, *place, console, map_file)
    found = seated.through(_opened(arguments, terminal, seated.check))
    seated.person.rest()
    text = seat_rests_text(found.game.course, arguments.sitting)
    return Closing(text, "", GameStatus(found.game.course.is_finished, ()))


@contextmanager
def _opened(
    arguments: Namespace, terminal: Terminal, check: Callable[[OpenGame], None]
) -> Iterator[ResumableGame]:
    """Begin a game, or open one; what `check` raises leaves no new game."""
    path = Path(arguments.game)
    if is_begun(path):
        patience = 0.0 if arguments.sitting is None else PATIENCE
        with written(path, arguments.pack, terminal.say, patience) as found:
            same_game(arguments, found.opened)
            check(found.opened)
            yield found
        return
    for what, value in (("PACK", arguments.pack), ("SCENARIO", arguments.scenario)):
        if value is None:
            hint = "a game that begins needs both: umpire play PACK SCENARIO --game ..."
            raise UsageError(f"{what} is missing{unbegun_text(path)}", hint)
    if arguments.real_dice and arguments.seed is not None:
        raise UsageError("--real-dice and --seed exclude each other", "leave one out")
    if arguments.words and arguments.sitting is not None:
        raise UsageError("--words and --as exclude each other", "leave --as out")
    seed = given_seed(arguments)
    if seed is not None:
        terminal.say(f"umpire: {PRACTICE}")
    secret = None if seed is None else secret_of_seed(seed)

    new = NewGame(
        opened(arguments),
        options=pairs(arguments.option, "--option"),
        players=pairs(arguments.players, "--seat"),
        seed=secret,
        words=arguments.words,
        real_dice=arguments.real_dice,
        rulings=arguments.rulings,
    )
    with begun_here(new, path, arguments.sitting, check, terminal.say) as found:
        yield found
