"""By hand: a unit of Rencounter is activated, and does what the policy `bold` says."""

from tests.bench.by_hand.fighting import attack, behind, opponent
from tests.bench.by_hand.men import ABLE, INCH, ROUTED, Dice, Man, Unit, able, enemies
from tests.bench.by_hand.morale import (
    ACTS,
    checks_morale,
    heed,
    read,
    retreat,
    rolls,
    to_add,
)
from tests.bench.by_hand.places import near, touches_any
from tests.bench.by_hand.shooting import has_a_good_shot, shoot
from tests.bench.by_hand.walking import go_with_the_unit, pace, toward_enemy, walk

_LINK = (0, INCH, INCH, INCH, 2 * INCH, 3 * INCH, 4 * INCH)  # by experience


def activate(unit: Unit, dice: Dice) -> None:
    """A unit goes: what has no gun charges where it can, others go each for himself."""
    _begin(unit)
    men = able(unit)
    if unit.has_guns or len(men) < 2 or any(map(_engaged, men)):
        _each_for_himself(unit, men, dice)
    else:
        _together_or_not(unit, men, dice)
    for man in [each for each in unit.men if each.condition == ROUTED]:
        retreat(man)
    unit.hit = unit.shaken = False


def _begin(unit: Unit) -> None:
    """What lasts for an activation is over."""
    unit.had_left, unit.left = unit.left, False
    for men in (unit.side.men, unit.side.enemy.men):
        for man in men:
            man.has_riposted = man.tried = False
            man.helps = None
    for man in unit.men:
        foes = enemies(man)
        man.began_engaged = touches_any(man, foes)
        man.began_behind = [each for each in foes if behind(man, each)]
        man.failed = man.waits = man.fired = False
        man.moved = 0


def _engaged(man: Man) -> bool:
    return touches_any(man, enemies(man))


def _each_for_himself(unit: Unit, men: list[Man], dice: Dice) -> None:
    """All roll; then one after the other acts, who is in a fight first."""
    for man in men:
        got = rolls(man, dice)
        heed(man, got)
        man.waits = got == ACTS
    while waiting := [each for each in able(unit) if each.waits]:
        man = next(filter(_engaged, waiting), waiting[0])
        man.waits = False
        _act(man, dice)


def _act(man: Man, dice: Dice) -> None:
    """A man does what a bold man does, until the two halves of his turn are over."""
    if man.shock:
        man.shock = False  # which takes all of it
        return
    gun, body, hands = man.gun, 2, 2
    busy = False  # he has shot or loaded
    while hands and man.condition == ABLE and not man.shock:
        engaged = _engaged(man)
        foe = None if busy else opponent(man)
        if foe is not None:
            attack(man, foe, dice)
            return
        elif gun and not engaged and has_a_good_shot(man):
            hands, busy = hands - 1, True
            shoot(man, gun, dice)
        elif man.down and body == hands == 2:
            man.down = False
            return
        elif body == 2 and not busy and not engaged and _may_go(man):
            body = 0
            walk(man)
        elif gun and not man.loaded and body and not engaged:
            body, hands, busy = body - 1, hands - 1, True
            man.loading += 1
            if man.loading == gun.halves:
                man.loading, man.loaded = 0, True
        else:
            return


def _may_go(man: Man) -> bool:
    """Return whether a man in no fight has a reason to close in."""
    return pace(man) > 0 and (man.gun is None or man.loaded)


def _together_or_not(unit: Unit, men: list[Man], dice: Dice) -> None:
    """Most of a unit charge together; scattered, each goes by himself."""
    roller = _roller(unit, men)
    reached = _linked(roller, men)
    if 2 * len(reached) > len(men):
        _charge(unit, roller, reached, dice)
    else:
        _each_for_himself(unit, men, dice)


def _roller(unit: Unit, men: list[Man]) -> Man:
    """Return who rolls for a unit: its leader, else whom wounds hamper least."""
    if unit.leader in men:
        return unit.leader
    return min(men, key=lambda man: (man.points, -man.experience))


def _charge(unit: Unit, roller: Man, reached: list[Man], dice: Dice) -> None:
    """One die for all; who acts goes at the enemy, and strikes who comes to him."""
    checking = checks_morale(unit)
    natural, rating = dice.d6(), min(man.experience for man in able(unit))
    total = natural + to_add(roller, checking)
    result = read(natural, total, rating, roller.experience, roller.points)
    # On open ground all his men see a leader who loses heart, and lose it too.
    shaken = able(unit) if roller is unit.leader and total >= 7 else []
    others = [man for man in dict.fromkeys((*reached, *shaken)) if man is not roller]
    totals = [natural + to_add(man, checking) for man in others]
    heed(roller, result)
    roller.waits = result == ACTS
    for man, own in zip(others, totals, strict=True):
        worst = max(own, total) if shaken else own
        got = read(natural, worst, rating, man.experience, man.points)
        heed(man, got)
        man.waits = got == ACTS == result and man in reached
    if result == ACTS:
        _close_in(unit, roller, dice)
    for man in unit.men:
        man.waits = False


def _linked(roller: Man, men: list[Man]) -> list[Man]:
    """Return who hangs together with a man, from one to the next."""
    found, waiting = [roller], [roller]
    while waiting:
        one = waiting.pop()
        for other in men:
            link = _LINK[min(one.experience, other.experience)]
            if other not in found and near(one, other, link):
                found.append(other)
                waiting.append(other)
    return [each for each in men if each in found]


def _close_in(unit: Unit, roller: Man, dice: Dice) -> None:
    """Those who wait for it go one way; then they strike whom they have reached."""
    men = able(unit)
    heading = toward_enemy(roller)
    for man in men:
        if man.waits:
            go_with_the_unit(man, heading)
    for man in [each for each in men if each.waits and _engaged(each)]:
        foe = opponent(man)
        if foe is not None:
            attack(man, foe, dice)
