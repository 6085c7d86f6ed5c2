"""`umpire undo GAME`: takes back the last choice, or all after an event."""

from argparse import Namespace
from pathlib import Path

from interpreter.app.opening.games import standing_text, status_of, written
from interpreter.cli.arguments import configure_game, from_zero
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import OpenStop, UsageError
from interpreter.reports.outputs.games import UndoOutput
from interpreter.reports.values import spaced
from interpreter.ruleset.finding import known_pack

OUTPUT = UndoOutput


def configure(parser: Parser) -> None:
    """Add the game, how far back, and the consent of the judge."""
    configure_game(parser)
    parser.add_argument(
        "--to",
        metavar="EVENT",
        help="the last event that stays, by its number in 'umpire log'; 0: none",
    )
    parser.add_argument(
        "--consent",
        action="store_true",
        help="the judge consents that what other seats could have seen is taken back",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Write an undo, unless a person at another seat could have seen what it takes
    back."""
    if known_pack(arguments.game) is not None:
        raise UsageError(
            f"'{arguments.game}' is a ruleset, and 'undo' takes back what was done in "
            "a game",
            "to undo a house rule take its lines out of your ruleset: 'umpire diff' "
            "lists what it changes, and 'umpire whence' names the line of a change",
        )
    with written(Path(arguments.game), arguments.pack, terminal.say) as found:
        game = found.game
        to = game.back_to() if arguments.to is None else from_zero("--to", arguments.to)
        asked = game.who_must_consent(to)
        if asked and not arguments.consent:
            who = ", ".join(map(spaced, asked))
            raise OpenStop(
                f"others could have seen what came after event {to:,}: {who}",
                "with --consent the judge takes it back all the same; "
                "that is written into the game",
            )
        seen = game.undo(to)
        if arguments.json:
            status = status_of(found.opened, game.course)
            output = UndoOutput(
                to=to,
                seen_by=tuple(seen),
                finished=status.finished,
                waiting=status.waiting,
            )
            terminal.show_json(output)
        else:
            terminal.show(f"back to event {to:,}")
            terminal.show(standing_text(found.opened, game.course))
    return 0
