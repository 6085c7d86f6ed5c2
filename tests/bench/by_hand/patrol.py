"""By hand: the scenario `patrol` of Rencounter, played to its end by the policy `bold`.

The rules are those in force where nobody sets an option, and of them what this policy
can come to on this table; who could be helped by another unit is an error, since in
hundreds of games nobody was.
"""

from random import random
from typing import NamedTuple

from tests.bench.by_hand.fighting import (
    attack,
    behind,
    has_a_good_shot,
    opponent,
    shoot,
)
from tests.bench.by_hand.men import (
    ABLE,
    INCH,
    ROUTED,
    SURRENDERED,
    Dice,
    Man,
    Side,
    Unit,
    able,
    enemies,
    sides,
)
from tests.bench.by_hand.morale import (
    ACTS,
    checks_morale,
    fit,
    heed,
    read,
    retreat,
    rolls,
    to_add,
)
from tests.bench.by_hand.places import near, touches_any
from tests.bench.by_hand.walking import go_with_the_unit, pace, toward_enemy, walk

TURNS = 24
_LINK = (0, INCH, INCH, INCH, 2 * INCH, 3 * INCH, 4 * INCH)  # by experience


class Outcome(NamedTuple):
    """How a game ended: the side's number or none, the turn, the losses of each."""

    winner: int | None
    turns: int
    losses: tuple[int, int]


class Game:
    """One game, from its set-up on."""

    __slots__ = ("dice", "sides", "turn", "units")

    def __init__(self, dice: Dice) -> None:
        """Set it up."""
        self.dice = dice
        self.sides = sides()
        self.units = [unit for side in self.sides for unit in side.units]
        self.turn = 0

    def play(self, turns: int = TURNS) -> Outcome:
        """Play so many turns, or until a side breaks off."""
        while self.turn < turns and not self._is_over():
            self._take_turn()
        stand = [i for i, side in enumerate(self.sides) if not side.broken]
        patrol, bands = (
            sum(not fit(each) for each in side.men) for side in self.sides
        )
        winner = stand[0] if len(stand) == 1 else None
        return Outcome(winner, self.turn, (patrol, bands))

    def _is_over(self) -> bool:
        return any(side.broken for side in self.sides)

    def _take_turn(self) -> None:
        """Draw cards until the reshuffle card comes."""
        self.turn += 1
        deck: list[Unit | None] = [unit for unit in self.units if not unit.gone]
        deck.append(None)
        while deck:
            unit = deck.pop(self.dice.card(len(deck)))
            if unit is None:
                return
            if not unit.gone:
                self._activate(unit)
            if self._is_over():
                return

    def _activate(self, unit: Unit) -> None:
        """A unit goes; then all look at their losses."""
        unit.had_left, unit.left = unit.left, False
        for side in self.sides:
            for man in side.men:
                man.has_riposted = False
        for man in unit.men:
            foes = enemies(man)
            man.began_engaged = touches_any(man, foes)
            man.began_behind = [each for each in foes if behind(man, each)]
        for man in unit.men:
            man.moved = 0
            man.failed = man.waits = man.fired = False
        men = able(unit)
        if men:
            if unit.has_guns or len(men) < 2 or any(map(_engaged, men)):
                self._each_for_himself(unit, men)
            else:
                self._charge(unit, men)
        for man in [each for each in unit.men if each.condition == ROUTED]:
            retreat(man)
        unit.hit = unit.shaken = False
        for each in self.units:
            each.gone = all(man.condition >= SURRENDERED for man in each.men)
        for side in self.sides:
            side.broken = side.broken or _breaks(side)

    def _each_for_himself(self, unit: Unit, men: list[Man]) -> None:
        """All roll; then one after the other acts, who is in a fight first."""
        for man in men:
            got = rolls(man, self.dice)
            heed(man, got)
            man.waits = got == ACTS and man.condition == ABLE
        while True:
            waiting = [each for each in able(unit) if each.waits]
            if not waiting:
                return
            man = next(filter(_engaged, waiting), waiting[0])
            man.waits = False
            self._act(man)

    def _act(self, man: Man) -> None:
        """A man does what a bold man does, until his turn is over."""
        dice = self.dice
        if man.shock:
            man.shock = False  # that takes all of it
            return
        body = hands = 2  # half turns
        struck = busy = False
        while hands and man.condition == ABLE and not man.shock:
            foe = None if struck else opponent(man)
            engaged = _engaged(man)
            if foe is not None:
                hands -= 1
                struck = busy = True
                attack(man, foe, dice)
                continue
            aims = not engaged and has_a_good_shot(man)
            if aims:
                hands -= 1
                busy = True
                shoot(man, dice)
            elif man.down and body == hands == 2:
                man.down = False
                return
            elif body == 2 and not (busy or engaged) and _may_go(man):
                body = 0
                walk(man)
            elif man.gun and not man.loaded and body and not engaged:
                body, hands, busy = body - 1, hands - 1, True
                man.loading += 1
                if man.loading == man.gun.halves:
                    man.loading, man.loaded = 0, True
            else:
                return

    def _charge(self, unit: Unit, men: list[Man]) -> None:
        """One die for all; who acts goes at the enemy, and strikes who comes to him."""
        roller = min(men, key=lambda each: (each.experience, -each.points))
        reached = _linked(roller, men)
        checking = checks_morale(unit)
        natural = self.dice.d6()
        total = natural + to_add(roller, checking)
        rating, points = roller.experience, min(roller.points, 5)
        result = read(natural, total, rating, rating, points)
        frightened: list[Man] = []
        if roller is unit.leader and total >= 7:
            frightened = [each for each in men if each is not roller]
        others = [each for each in reached if each is not roller]
        others += [each for each in frightened if each not in others]
        for man in [roller, *others]:
            got = result
            if man is not roller:
                own = natural + to_add(man, checking)
                if man in frightened:
                    own = max(own, total)
                points = min(man.points, 5)
                got = read(natural, own, rating, man.experience, points)
            heed(man, got)
            man.waits = got == ACTS == result and man in reached
        if result == ACTS:
            self._close_in(unit, roller)
        for man in unit.men:
            man.waits = False

    def _close_in(self, unit: Unit, roller: Man) -> None:
        men = able(unit)
        inches = max(map(pace, men))
        if not inches:
            return
        heading = toward_enemy(roller)
        for man in [each for each in men if each.waits]:
            go_with_the_unit(man, heading, inches)
        for man in [each for each in able(unit) if each.waits and _engaged(each)]:
            foe = opponent(man)
            if foe is not None:
                attack(man, foe, self.dice)


def _engaged(man: Man) -> bool:
    return touches_any(man, enemies(man))


def _may_go(man: Man) -> bool:
    """Return whether a man in no fight has a reason to close in."""
    return pace(man) >= 1 and (man.gun is None or man.loaded)


def _linked(roller: Man, men: list[Man]) -> list[Man]:
    """Return who hangs together with a man, from one to the next."""
    found, waiting = {id(roller)}, [roller]
    while waiting:
        one = waiting.pop()
        for other in men:
            link = _LINK[min(one.experience, other.experience)]
            if id(other) not in found and near(one, other, link):
                found.add(id(other))
                waiting.append(other)
    return [each for each in men if id(each) in found]


def _breaks(side: Side) -> bool:
    """Return whether a side is at its breakpoint: half of its men or units are gone."""
    if 2 * sum(map(fit, side.men)) < len(side.men):
        return True
    return all(2 * sum(map(fit, unit.men)) <= len(unit.men) for unit in side.units)


def _random_dice() -> Dice:
    return Dice(
        lambda: int(random() * 6) + 1,
        lambda: int(random() * 12) + 1,
        lambda cards: int(random() * cards),
    )


def once() -> Outcome:
    """Return how one game ended."""
    return Game(_random_dice()).play()


def simulate(dice: Dice, trials: int) -> dict[Outcome, int]:
    """Return how often games ended so."""
    counts: dict[Outcome, int] = {}
    for _ in range(trials):
        found = Game(dice).play()
        counts[found] = counts.get(found, 0) + 1
    return counts

