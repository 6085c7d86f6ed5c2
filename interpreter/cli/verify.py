"""`umpire verify GAME`: checks a game file's integrity and recomputes every roll."""

from argparse import Namespace
from pathlib import Path
from string import hexdigits

from interpreter.app.opening.games import opened_of, tell_torn
from interpreter.app.playing.verifying import verified, verified_text, verify_output
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
        help="check that this commitment, receipt or line hash, or its first digits, "
        "is of this game; may be repeated",
    )
    parser.add_argument(
        "--held",
        action="append",
        default=[],
        metavar="DIR",
        help="check that the game shows exactly this handout of a seat: its folder, or "
        "one of its JSON files; may be repeated",
    )
    parser.epilog = (
        "A torn last line was never acknowledged; it is reported, with exit code 0. "
        "Anybody who can write the file can recompute all its hashes. Only --holds and "
        "--held show that this is the game that was played, up to the last event "
        "that they cover."
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
    report = verified(found, noted, arguments.held)
    if arguments.json:
        terminal.show_json(verify_output(report, len(lines.torn)))
    else:
        terminal.show(verified_text(report))
    return 0 if report.is_sound else 1


def _noted(text: str) -> str:
    """Return the digits of a hash as it was noted."""
    digits = text.strip().lower()
    if len(digits) < LEAST or not {*digits} <= {*hexdigits}:
        hint = "note one that 'umpire verify' or a handout prints, and give it later"
        raise UsageError(f"'{text}' is not a hash of at least {LEAST} digits", hint)
    return digits
