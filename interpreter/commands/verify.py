"""`umpire verify GAME`: it is whole, it follows the rules, and so fell each roll."""

from argparse import Namespace
from dataclasses import asdict, dataclass
from pathlib import Path

from interpreter.commands.games import configure as configure_game
from interpreter.commands.games import opened_of, tell_torn
from interpreter.commands.parser import Parser
from interpreter.commands.replay import replayed
from interpreter.commands.terminal import Terminal
from interpreter.games.course import DRAW, ROLL
from interpreter.journal import journal as journals


def configure(parser: Parser) -> None:
    """Add the game."""
    configure_game(parser)


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Work out the chain, every answer and every roll again, and change nothing.

    A line that does not hold is damage (5). Ends with 1 where something does not follow
    from the rules or the secret, or where the secret is not there. A last line that was
    torn was never acknowledged, so nothing of the game is missing: it is a warning (0),
    and `torn` counts its bytes.
    """
    path = Path(arguments.game)
    lines = journals.sound(path, journals.read(path))
    tell_torn(lines, terminal)
    found = opened_of(path, lines.events, arguments.pack, ("own", "no secret"))
    course, fault = replayed(found, len(found.events) - 1)
    falls = [e.event for e in course.passed if e.event["event"] in (ROLL, DRAW)]
    has_secret = found.beginning.secret is not None
    told = Verified(
        len(found.events) - 1,
        len(falls),
        sum(bool(each.get("typed")) for each in falls),
        has_secret,
        "" if fault is None else fault.message,
        str(found.header.get("secret", "")),
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


def _text(told: Verified) -> str:
    said = [told.fault] if told.fault else []
    if not told.fault:
        said.append(f"{told.events:,} events follow each other and the rules")
        said.append(f"{told.rolls:,} rolls and draws, {told.typed:,} of them typed in")
    if not told.secret:
        said.append("the secret of the dice is not there: no roll was worked out again")
    return "\n".join(said)
