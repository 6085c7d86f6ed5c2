"""`umpire verify GAME`: it is whole, it follows the rules, and so fell each roll."""

from argparse import Namespace
from dataclasses import asdict, dataclass
from pathlib import Path
from string import hexdigits

from interpreter.commands.games import configure as configure_game
from interpreter.commands.games import opened_of, tell_torn
from interpreter.commands.parser import Misused, Parser
from interpreter.commands.replay import replayed
from interpreter.commands.terminal import Terminal
from interpreter.games.course import DRAW, ROLL
from interpreter.journal import journal as journals

LEAST = 12  # digits of a hash that are enough to tell lines apart


def configure(parser: Parser) -> None:
    """Add the game, and what was noted of it."""
    configure_game(parser)
    parser.add_argument(
        "--holds",
        metavar="HASH",
        help="the last line as it was told before, or its first digits: still there?",
    )
    parser.epilog = (
        "A last line that was torn was never acknowledged: it is said, and ends with "
        "0. Whether whole lines were cut off only --holds can tell."
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Work out the chain, every answer and every roll again, and change nothing.

    A line that does not hold is damage (5). Ends with 1 where something does not follow
    from the rules or the secret, or where the secret is not there. A last line that was
    torn was never acknowledged, so nothing of the game is missing: it is a warning (0),
    and `torn` counts its bytes. Whole lines that were cut off the end leave a shorter
    game that is as sound: only who noted a hash before can tell, with `--holds`.
    """
    path, noted = Path(arguments.game), _noted(arguments.holds)
    lines = journals.sound(path, journals.read(path))
    tell_torn(lines, terminal)
    found = opened_of(path, lines.events, arguments.pack, ("own", "no secret"))
    course, fault = replayed(found, len(found.events) - 1)
    falls = [e.event for e in course.passed if e.event["event"] in (ROLL, DRAW)]
    has_secret = found.beginning.secret is not None
    wrong = "" if fault is None else fault.message
    if not wrong and not any(each.startswith(noted) for each in lines.hashes):
        wrong = f"no line has the hash {noted}: it was cut off, or this is another game"
    told = Verified(
        len(found.events) - 1,
        len(falls),
        sum(bool(each.get("typed")) for each in falls),
        has_secret,
        wrong,
        str(found.header.get("secret", "")),
        lines.head,
    )
    if arguments.json:
        terminal.show_json({"format": 1, "torn": len(lines.torn), **asdict(told)})
    else:
        terminal.show(_text(told))
    return 0 if has_secret and not told.fault else 1


@dataclass(frozen=True, slots=True)
class Verified:
    """What was found: how much there is, and the first that does not follow ("")."""

    events: int
    rolls: int
    typed: int
    secret: bool
    fault: str
    commitment: str
    last: str


def _noted(given: str | None) -> str:
    """Return the digits of a hash as it was noted, none where nothing was."""
    digits = "" if given is None else given.strip().lower()
    if given is not None and (len(digits) < LEAST or not {*digits} <= {*hexdigits}):
        hint = "'umpire verify' tells it of the last line: note it, and give it later"
        raise Misused(f"'{given}' is no hash of at least {LEAST} digits", hint)
    return digits


def _text(told: Verified) -> str:
    said = [told.fault] if told.fault else []
    if not told.fault:
        said.append(f"{told.events:,} events follow each other and the rules")
        said.append(f"{told.rolls:,} rolls and draws, {told.typed:,} of them typed in")
        said.append(f"the last line has the hash {told.last}")
    if not told.secret:
        said.append("the secret of the dice is not there: no roll was worked out again")
    return "\n".join(said)
