"""What a roll that a game waits for can lead to, and how likely each is.

Every fall of the dice is tried on the state of the game, which stays as it is, up to
where the game waits again. Falls after which the rules say the same, or of which they
say nothing and wait for the same, are one outcome. It is for the judge alone: what the
rules say has the true names and values of everything.
"""

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise, product
from time import monotonic

from interpreter.app.answering.prompts import DiceRequest
from interpreter.app.opening.games import OpenGame
from interpreter.diagnostics import UmpireError
from interpreter.engine.once import answer
from interpreter.engine.stops import ChoiceStop, DrawStop, RollStop, Stop
from interpreter.games.state import GameProgress, step_messages
from interpreter.reports.distributions import percent
from interpreter.reports.source_text import filled
from interpreter.reports.text_layout import WIDTH, columns
from interpreter.reports.values import ValueNames, spaced

MOST_FALLS = 2_000
"""More are not tried while a person waits."""
SECONDS = 3.0
"""For which falls are tried while he waits; the rules may take long after each."""
REFUSED = "the rules refuse to go on"
OVER = "the game is over"
NOTHING_SAID = "nothing is said, and the game goes on"


def roll_odds_text(found: OpenGame, course: GameProgress) -> str:
    """Return each outcome of the roll at which a game waits with its odds, or why there
    is none."""
    stop = course.stop
    if not isinstance(stop, RollStop):
        return "no dice are to be rolled now"
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
        return f"{spaced(stop.instruction.label)} is chosen"
    return NOTHING_SAID if isinstance(stop, DrawStop) else OVER


def _ranges(sums: Iterable[int]) -> str:
    """Return `2-5, 8`: the sums of dice, each once."""
    every = sorted(set(sums))
    pairs = enumerate(pairwise(every), 1)
    breaks = [at for at, (low, high) in pairs if high > low + 1]
    parts = [every[a:b] for a, b in pairwise((0, *breaks, len(every)))]
    return ", ".join(f"{p[0]}-{p[-1]}" if p[1:] else str(p[0]) for p in parts)
