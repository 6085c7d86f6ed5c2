"""By hand: the scenario `patrol` of Rencounter, played to its end by the policy `bold`.

The rules are those in force where nobody sets an option, and of them what this policy
can come to on this table.
"""

from collections.abc import Callable
from random import random
from typing import NamedTuple

from tests.bench.by_hand.acting import activate
from tests.bench.by_hand.men import SURRENDERED, Dice, Side, Unit, sides
from tests.bench.by_hand.morale import fit

TURNS = 24


class Outcome(NamedTuple):
    """How a game ended: the side's number or none, the turn, the losses of each."""

    winner: int | None
    turns: int
    losses: tuple[int, ...]


class Game:
    """One game, from its set-up on."""

    __slots__ = ("dice", "sides", "turn", "units")

    def __init__(self, dice: Dice) -> None:
        """Set it up."""
        self.dice = dice
        self.sides = sides()
        self.units = [unit for side in self.sides for unit in side.units]
        self.turn = 0

    def play(self) -> Outcome:
        """Play until a side breaks off, or the time is over."""
        while self.turn < TURNS and not self._is_over():
            self._take_turn()
        stand = [number for number, side in enumerate(self.sides) if not side.broken]
        losses = [sum(not fit(each) for each in side.men) for side in self.sides]
        winner = stand[0] if len(stand) == 1 else None
        return Outcome(winner, self.turn, tuple(losses))

    def _is_over(self) -> bool:
        return any(side.broken for side in self.sides)

    def _take_turn(self) -> None:
        """Draw cards until the reshuffle card comes."""
        self.turn += 1
        deck: list[Unit | None] = [unit for unit in self.units if not unit.gone]
        deck.append(None)
        while deck and not self._is_over():
            unit = deck.pop(self.dice.card(len(deck)))
            if unit is None:
                return
            if not unit.gone:
                activate(unit, self.dice)
                self._look_at_the_losses()

    def _look_at_the_losses(self) -> None:
        for unit in self.units:
            unit.gone = all(man.condition >= SURRENDERED for man in unit.men)
        for side in self.sides:
            side.broken = side.broken or _breaks(side)


def _breaks(side: Side) -> bool:
    """Return whether a side is at its breakpoint: half of its men or units are gone."""
    if 2 * sum(map(fit, side.men)) < len(side.men):
        return True
    return all(2 * sum(map(fit, unit.men)) <= len(unit.men) for unit in side.units)


def thrown(die: Callable[[int], int]) -> Dice:
    """Return dice that a function of the sides throws."""
    return Dice(lambda: die(6), lambda: die(12), lambda cards: die(cards) - 1)


def once() -> Outcome:
    """Return how one game ended."""
    return Game(thrown(lambda sides: int(random() * sides) + 1)).play()


def simulate(trials: int, dice: Dice) -> dict[Outcome, int]:
    """Return how often games ended so."""
    counts: dict[Outcome, int] = {}
    for _ in range(trials):
        found = Game(dice).play()
        counts[found] = counts.get(found, 0) + 1
    return counts
