"""By hand: a stroke of Rencounter, its parry and riposte."""

from tests.bench.by_hand.men import ABLE, INCH, STEP, Dice, Man, able, enemies, friends
from tests.bench.by_hand.morale import in_time, wound
from tests.bench.by_hand.places import BASE, TOUCHING, ahead, squared

_IN_FILE = (BASE + 1) ** 2  # nearer than that
_REACH = (3 * BASE) ** 2  # nobody is struck past one man who is farther off


def past_his_file(man: Man, enemy: Man) -> int:
    """Return past how many men of his unit a man reaches an enemy, 0 if he does not."""
    if man.blade.ranks < 2:
        return 0
    file = [
        (square, each)
        for each in able(man.unit)
        if (square := squared(man, each)) < _IN_FILE and _meets(man, each)
    ]
    if not file:
        return 0
    before = min(file, key=lambda each: each[0])[1]
    return int(squared(before, enemy) <= TOUCHING)


def _meets(man: Man, other: Man) -> bool:
    """Return whether a man stands on the line ahead of another."""
    x, y = man.facing
    off = x * (other.y - man.y) - y * (other.x - man.x)
    if ahead(man, other) <= 0:
        return False
    return 4 * off * off <= BASE * BASE * (x * x + y * y)


def reaches(man: Man, enemy: Man) -> bool:
    """Return whether a man can strike at an enemy."""
    square = squared(man, enemy)
    return square <= TOUCHING or (square <= _REACH and past_his_file(man, enemy) > 0)


def opponent(man: Man) -> Man | None:
    """Return the first enemy at whom a man can strike."""
    at_x, at_y = man.x, man.y
    far = _REACH if man.blade.ranks > 1 else TOUCHING
    for each in enemies(man):
        x, y = each.x - at_x, each.y - at_y
        square = x * x + y * y
        if square <= TOUCHING or (square <= far and past_his_file(man, each)):
            return each
    return None


def behind(man: Man, other: Man) -> bool:
    """Return whether a man stands behind another."""
    x, y = other.facing
    return x * (man.x - other.x) + y * (man.y - other.y) < 0


def attack(man: Man, enemy: Man, dice: Dice) -> None:
    """A man strikes at another, who parries and perhaps strikes back."""
    gang = _gang(man, enemy, dice)
    answers = _ripostes(enemy, man, dice)
    needed = man.melee + _strike(man, enemy, gang)
    parried = enemy.melee + _parry(enemy, man, gang)
    back = enemy.melee + _strike(enemy, man, 1) if answers else None
    strike, parry = dice.d12(), dice.d12()
    met = _succeeds(parry, parried)
    if _succeeds(strike, needed):
        if not met:
            deep = -2 if needed - strike >= 3 else 0
            wound(enemy, dice.d12() + man.blade.damage + deep)
    elif met and back is not None and _succeeds(parry, back):
        deep = -2 if back - parry >= 3 else 0
        wound(man, dice.d12() + enemy.blade.damage + deep)


def _succeeds(die: int, needed: int) -> bool:
    return die == 1 or (die <= needed and die != 12)


def _gang(man: Man, enemy: Man, dice: Dice) -> int:
    """Return how many active attackers a man has against him."""
    others = [each for each in friends(man) if each.unit is not man.unit]
    for each in others:
        if each.tried or each.shock or each.cowers or each.helps is enemy:
            continue
        if squared(each, enemy) <= TOUCHING:
            each.tried = True
            if in_time(each, dice):
                each.helps = enemy
            break
    own = sum(
        _is_active(each) and each is not man and reaches(each, enemy)
        for each in man.unit.men
    )
    return 1 + own + sum(each.helps is enemy for each in others)


def _is_active(man: Man) -> bool:
    """Return whether a man who is in the fight acts with his unit."""
    idle = man.failed or man.shock or man.cowers
    return man.condition == ABLE and not idle


def _ripostes(man: Man, attacker: Man, dice: Dice) -> bool:
    """Return whether the parry of a man counts as a stroke too."""
    if man.condition != ABLE or man.shock or man.has_riposted:
        return False
    if behind(attacker, man) and man in attacker.began_behind:
        return False
    if not reaches(man, attacker):
        return False
    man.has_riposted = True
    return in_time(man, dice)


def _strike(man: Man, enemy: Man, gang: int) -> int:
    """Return what counts for a man who strikes."""
    found = man.blade.to_hit - man.points
    found += not man.down and enemy.down
    if man.blade.thrusts and not man.began_engaged and man.moved >= 4 * INCH * STEP:
        found += 1
    if enemy.shield and not behind(man, enemy):
        found -= 1
    if squared(man, enemy) > TOUCHING:
        found -= past_his_file(man, enemy)
    return found + gang - 1


def _parry(man: Man, attacker: Man, gang: int) -> int:
    """Return what counts for a man who parries."""
    found = man.blade.to_hit - man.points - 2 * behind(attacker, man)
    return found - (gang - 1)
