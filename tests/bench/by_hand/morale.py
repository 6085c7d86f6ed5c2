"""By hand: the action die of Rencounter, what it does to a man, and his wounds."""

from tests.bench.by_hand.men import (
    ABLE,
    DEAD,
    INCAPACITATED,
    INCH,
    ROUTED,
    SURRENDERED,
    Dice,
    Man,
    Unit,
    enemies,
    friends,
)
from tests.bench.by_hand.places import near, touches_any
from tests.bench.by_hand.walking import cover_place, flee

ACTS, HESITATES, SHAKEN, ROUTS, FALLS = range(5)
_ROUT = (0, 8, 8, 8, 9, 10, 11)  # by experience
_DEPTH = (6, 6, 6, 3, 3, 2, 2, 2, 1, 1, 1, 1, 1)  # points of a wound, by its die


def read(natural: int, total: int, rating: int, experience: int, points: int) -> int:
    """Return what an action die means to a man."""
    if natural == 1 and points <= 2:
        return ACTS
    if total >= 8 and points >= 2:
        return FALLS
    if total >= _ROUT[experience] and points <= 1:
        return ROUTS
    if total >= 7:
        return SHAKEN
    return ACTS if total <= rating else HESITATES


def checks_morale(unit: Unit) -> bool:
    """Return whether the action rolls of a unit are checks of its morale."""
    return unit.hit or unit.shaken or unit.had_left


def to_add(man: Man, checking: bool) -> int:
    """Return what is added to the action die of a man."""
    unit, found = man.unit, man.points
    if checking:
        for each in unit.men:
            if each is not man and each.out_of_it:
                found += 2 if each is unit.leader else 1
        found += 2 * unit.lost_close + unit.lost_near
    return found


def rolls(man: Man, dice: Dice) -> int:
    """Return what the die of a man who rolls for himself means."""
    natural = dice.d6()
    total = natural + to_add(man, checks_morale(man.unit))
    return read(natural, total, man.experience, man.experience, man.points)


def in_time(man: Man, dice: Dice) -> bool:
    """Return whether a man passes a check out of his turn."""
    natural, rating = dice.d6(), man.experience
    return read(natural, natural + man.points, rating, rating, man.points) == ACTS


def heed(man: Man, got: int) -> None:
    """Do to a man what his die says, but for the turn that it may give him."""
    man.failed = got != ACTS
    man.cowers = got in (SHAKEN, ROUTS)
    if got == SHAKEN:
        lose_heart(man)
    elif got == ROUTS:
        man.condition, man.unit.left = ROUTED, True
        perish(man.unit)
        lose_heart(man)
    elif got == FALLS:
        man.condition, man.down, man.cowers = INCAPACITATED, True, False
        man.unit.left = True
        perish(man.unit)


def lose_heart(man: Man) -> None:
    """A man gives himself up if he must, else he runs."""
    if _threatened(man) and cover_place(man) is None:
        man.condition, man.cowers = SURRENDERED, False
    else:
        retreat(man)


def retreat(man: Man) -> None:
    """He runs from the enemy; who is badly hurt falls at the end."""
    man.cowers = True
    flee(man)
    if man.points >= 2:
        man.down = True


def _threatened(man: Man) -> bool:
    """Return whether a fit enemy has a man at his mercy, and no friend is by."""
    fit_foes = [
        foe for foe in enemies(man) if not (foe.out_of_it or foe.shock or foe.cowers)
    ]
    if not any(_menaces(foe, man) for foe in fit_foes):
        return False
    return not any(
        near(each, man, 6 * INCH) and not each.cowers for each in friends(man)
    )


def _menaces(enemy: Man, man: Man) -> bool:
    """Return whether a man is at the mercy of another, who is in no fight."""
    gun = enemy.gun
    close = gun is not None and enemy.loaded and near(enemy, man, gun.short)
    if not close and not (enemy.armed and near(enemy, man, 6 * INCH)):
        return False
    return not touches_any(enemy, enemies(enemy))


def wound(man: Man, die: int) -> None:
    """Give a man the wound of a D12 with what is added to it."""
    deep = 0 if die > 12 else _DEPTH[max(die, 0)]
    if deep == 0 or man.condition == DEAD:
        return
    before, unit = man.points, man.unit
    if before + deep >= 6:
        man.condition, man.down, man.shock = DEAD, True, False
        unit.hit = True
        perish(unit)
        return
    man.wounds += (min(deep, 3),)
    man.points += deep
    if before < 3 <= man.points:
        unit.hit = True
        perish(unit)
    if deep >= 2:
        man.shock = man.down = True


def perish(unit: Unit) -> None:
    """Tell its friends when none of a unit is left."""
    if unit.eliminated or not all(each.out_of_it for each in unit.men):
        return
    unit.eliminated = True
    for friend in unit.side.units:
        if friend is unit:
            continue
        if _units_near(friend, unit, 12 * INCH):
            friend.lost_close += 1
        elif _units_near(friend, unit, 24 * INCH):
            friend.lost_near += 1
        else:
            continue
        if any(each.condition != DEAD for each in friend.men):
            friend.shaken = True


def _units_near(one: Unit, other: Unit, steps: int) -> bool:
    return any(near(a, b, steps) for a in one.men for b in other.men)


def fit(man: Man) -> bool:
    """Return whether a man still counts for the spirit of his side."""
    return man.condition == ABLE and not man.cowers and man.points <= 1
