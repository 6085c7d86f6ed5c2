"""How likely dice are to fall, and what a roll that a game waits for can lead to.

For the judge every fall of the dice is tried on the state of the game, which stays as
it is, up to where the game waits again. Falls after which the rules say the same, or of
which they say nothing and wait for the same, are one outcome. It is for the judge
alone: what the rules say has the true names and values of everything, and how likely it
is depends on them.

A seat is told how likely each sum of dice is, which is nobody's secret: of the last
roll that it may know, with what it was for and what it needed, and of any other dice.
"""

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, pairwise, product
from time import monotonic

from interpreter.app.answering.prompts import DiceRequest
from interpreter.app.opening.games import OpenGame
from interpreter.diagnostics import UmpireError
from interpreter.engine.once import answer
from interpreter.engine.stops import ChoiceStop, DrawStop, RollStop, Stop
from interpreter.games.state import GameProgress, step_messages
from interpreter.reports.colour import clean
from interpreter.reports.distributions import percent
from interpreter.reports.game_log import last_roll
from interpreter.reports.source_text import filled
from interpreter.reports.text_layout import WIDTH, columns
from interpreter.reports.values import ValueNames, spaced
from interpreter.values.pools import pool, span_of

MOST_FALLS = 2_000
"""More are not tried while a person waits."""
SECONDS = 3.0
"""For which falls are tried while he waits; the rules may take long after each."""
MOST_SUMS = 60
"""More are not listed."""
MOST_WEIGHT = 1_000_000
"""Odds out of more are said as percents alone."""
DICE = re.compile(r"(\d*)d(\d+)", re.ASCII | re.IGNORECASE)
MOST_DIGITS = 4
NO_DICE = "'{}' are no dice; '2d6' are two of six sides"
ANY_DICE = "'odds 2d6' says how likely each sum of these dice is"
TOO_MANY = "these dice have too many sums to list"
EACH = "each of these dice alone:"
REFUSED = "the rules refuse to go on"
OVER = "the game is over"
NOTHING_SAID = "nothing is said, and the game goes on"


def last_roll_text(course: GameProgress, seat: int) -> str:
    """Return the last roll of which a seat may know, as its log has it, and the odds of
    its dice; "" if there was none."""
    roll = last_roll(course, seat)
    if roll is None:
        return ""
    line, stop = roll
    return f"{line.text}\n{_rolled_text(stop.number, stop.sides)}"


@lru_cache(64)
def _rolled_text(number: int, sides: int) -> str:
    """Return the odds of dice that fell in a game, once for all its pages; not those
    that a seat asks for, or how fast they come would tell others that it has."""
    return sums_text(number, sides)


def dice_text(written: str) -> str:
    """Return the odds of dice that are written as `2d6`, or why there are none."""
    dice = DICE.fullmatch(written)
    if dice and max(map(len, dice.groups())) > MOST_DIGITS:
        return TOO_MANY
    number, sides = (int(dice[1] or 1), int(dice[2])) if dice else (0, 0)
    if not number or not sides:
        return NO_DICE.format(clean(written))
    return sums_text(number, sides)


def sums_text(number: int, sides: int) -> str:
    """Return how likely each sum of so many dice is, and to fall no further or no less
    far; of several dice the same of each, for what is needed may be meant so."""
    if number * (sides - 1) >= MOST_SUMS:
        return TOO_MANY
    every = _table(number, sides)
    return every if number == 1 else f"{every}\n{EACH}\n{_table(1, sides)}"


def _table(number: int, sides: int) -> str:
    found = pool(tuple((face,) for face in span_of(sides)), ("+",), number)
    weights = [found[(fallen,)] for fallen in range(number, number * sides + 1)]
    whole = sides**number
    below, above = accumulate(weights), [*accumulate(reversed(weights))][::-1]
    heads = ["face" if number == 1 else "sum", "just that", "that or less"]
    rows = [[*heads, "that or more"]]
    for fallen, each in enumerate(zip(weights, below, above, strict=True), number):
        rows.append([str(fallen), *(_odds(weight, whole) for weight in each)])
    return "\n".join(columns(rows, right=frozenset(range(4)), cells=WIDTH))


def _odds(weight: int, whole: int) -> str:
    """Return odds as a fraction, if it is one to read, and as percents."""
    odds = Fraction(weight, whole)
    fraction = f"{odds}  " if whole <= MOST_WEIGHT and 0 < odds < 1 else ""
    return f"{fraction}{percent(odds)}"


def roll_odds_text(found: OpenGame, course: GameProgress) -> str:
    """Return each outcome of the roll at which a game waits with its odds, or why there
    is none."""
    stop = course.stop
    if not isinstance(stop, RollStop):
        return f"no dice are to be rolled now; {ANY_DICE}"
    falls = 1
    for _ in range(stop.number):  # not a power: of many dice it has no end
        falls *= stop.sides
        if falls > MOST_FALLS:
            return "these dice fall in too many ways to try each"
    outcomes: dict[str, list[int]] = {}
    until = monotonic() + SECONDS
    for faces in product(range(1, stop.sides + 1), repeat=stop.number):
        if monotonic() > until:
            return "it takes too long to try each fall of these dice"
        outcomes.setdefault(_outcome(found, course, stop, faces), []).append(sum(faces))
    rows = [["on", "odds", "", "then"]]
    for text, sums in outcomes.items():
        odds = Fraction(len(sums), falls)
        rows.append([_ranges(sums), str(odds), percent(odds), text])
    return "\n".join(columns(rows, right=frozenset({1, 2}), cells=WIDTH))


def _outcome(
    found: OpenGame, course: GameProgress, stop: RollStop, faces: tuple[int, ...]
) -> str:
    """Return what the rules say when these faces have fallen, else what they wait
    for."""
    engine = course.beginning.engine
    names = found.session.names_in(stop.game_state)
    try:
        after = answer(stop, faces[0] if stop.single and len(faces) == 1 else faces)
        said = [filled(m.sentence, m.values, names) for m in step_messages(engine)]
    except UmpireError:
        return REFUSED
    finally:
        engine.reports.clear()
    return "; ".join(said) or _waits(found, after, names)


def _waits(found: OpenGame, stop: Stop, names: ValueNames) -> str:
    if isinstance(stop, RollStop):
        seats = found.session.program.declared.seat_kind
        wanted = DiceRequest.of(stop, names, seats)
        return f"{wanted.dice} for {wanted.reason}{wanted.need}"
    if isinstance(stop, ChoiceStop):
        made = stop.instruction
        asked = filled(made.site.say, (*stop.texts, ())[0], names)
        return f"it is asked: {asked}" if asked else f"{spaced(made.label)} is chosen"
    return NOTHING_SAID if isinstance(stop, DrawStop) else OVER


def _ranges(sums: Iterable[int]) -> str:
    """Return `2-5, 8`: the sums of dice, each once."""
    every = sorted(set(sums))
    pairs = enumerate(pairwise(every), 1)
    breaks = [at for at, (low, high) in pairs if high > low + 1]
    parts = [every[a:b] for a, b in pairwise((0, *breaks, len(every)))]
    return ", ".join(f"{p[0]}-{p[-1]}" if p[1:] else str(p[0]) for p in parts)
