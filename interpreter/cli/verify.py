"""`umpire verify GAME`: it is whole, it follows the rules, and so fell each roll."""

from argparse import Namespace
from pathlib import Path
from string import hexdigits

from interpreter.app.opening.games import opened_of, tell_torn
from interpreter.app.playing.verifying import (
    verified,
    verified_text,
    verify_output,
)
from interpreter.cli.arguments import configure_game
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import UsageError
from interpreter.journal import journal as journals
from interpreter.reports.outputs.games import VerifyOutput

OUTPUT = VerifyOutput
LEAST = 12  # digits of a hash that are enough to tell lines apart


def configure(parser: Parser) -> None:
    """Add the game, and what was noted and kept of it."""
    configure_game(parser)
    parser.add_argument(
        "--holds",
        action="append",
        default=[],
        metavar="HASH",
        help="a commitment, a receipt or the hash of a line as it was told before, or "
        "its first digits: is it of this game? May be given again",
    )
    parser.add_argument(
        "--held",
        action="append",
        default=[],
        metavar="DIR",
        help="a handout that a seat kept, its folder or one of its files in JSON: does "
        "the game show just that? May be given again",
    )
    parser.epilog = (
        "A last line that was torn was never acknowledged: it is said, and ends with "
        "0. Whoever writes the file can make all its hashes anew: that it is the game "
        "that was played only --holds and --held can tell, and only up to what they "
        "know of."
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Work out the chain, every answer and every roll again, and change nothing.

    A line that does not hold is damage (5). Ends with 1 where something does not follow
    from the rules or the secret, where what was noted or kept does not fit, or where
    the secret is not there. A last line that was torn was never acknowledged, so
    nothing of the game is missing: it is a warning (0), and `torn` counts its bytes.
    """
    path, noted = Path(arguments.game), [_noted(each) for each in arguments.holds]
    lines = journals.sound(path, journals.read(path))
    tell_torn(lines, terminal.say)
    needs = ("own", "no secret")
    found = opened_of(path, lines.events, arguments.pack, needs, lines.hashes)
    told = verified(found, noted, arguments.held)
    if arguments.json:
        terminal.show_json(verify_output(told, len(lines.torn)))
    else:
        terminal.show(verified_text(told))
    return 0 if told.is_sound else 1


def _noted(given: str) -> str:
    """Return the digits of a hash as it was noted."""
    digits = given.strip().lower()
    if len(digits) < LEAST or not {*digits} <= {*hexdigits}:
        hint = "'umpire verify' and every handout tell some: note one, give it later"
        raise UsageError(f"'{given}' is no hash of at least {LEAST} digits", hint)
    return digits
