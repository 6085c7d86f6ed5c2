"""By hand: a shot and a stroke of Rencounter, and at whom."""

from tests.bench.by_hand.men import (
    ABLE,
    INCH,
    STEP,
    TOO_CLOSE,
    Dice,
    Man,
    able,
    enemies,
    friends,
)
from tests.bench.by_hand.morale import in_time, wound
from tests.bench.by_hand.places import (
    BASE,
    TOUCHING,
    ahead,
    gap,
    hidden_parts,
    leaves_between,
    root_up,
    squared,
    touches_any,
    toward,
)

_BESIDE = 2 * BASE
_IN_FILE = (BASE + 1) ** 2  # nearer than that
_LUCKY = {0: 9, -1: 7, -2: 5, -3: 3, -4: 1}
_HALF_INCH = STEP * INCH // 2


def _beside_the_line(man: Man, target: Man) -> list[Man]:
    """Return the friends who stand before a target, near the line to it."""
    x, y = toward(man, target.x, target.y)
    square, far = (x * x + y * y) * _BESIDE * _BESIDE, gap(man, target)
    found = []
    for each in man.unit.side.men:
        if each.condition == ABLE and each is not man:
            to_x, to_y = each.x - man.x, each.y - man.y
            if x * to_x + y * to_y > 0 and (x * to_y - y * to_x) ** 2 <= square:
                if gap(man, each) < far:
                    found.append(each)
    return found


def _hidden(man: Man, target: Man) -> int | None:
    """Return what friends in the way take from a shot; None if they hide it all."""
    before = _beside_the_line(man, target)
    if not before:
        return 0
    parts = hidden_parts(man, target, before)
    if parts >= 144:
        return None
    return -((parts > 0) + (parts >= 54) + (parts >= 90) + (parts >= 126))


def has_a_good_shot(man: Man) -> bool:
    """Return whether a man with a loaded gun sees an enemy at medium range."""
    if man.gun is None or not man.loaded or man.fired:
        return False
    square = (man.gun.medium + BASE) ** 2
    return any(
        squared(man, each) <= square and _hidden(man, each) is not None
        for each in enemies(man)
    )


def shoot(man: Man, dice: Dice) -> None:
    """A man shoots at the first enemy whom he can hit."""
    gun = man.gun
    if gun is None:
        raise ValueError(f"{man.name} has no gun")
    for target in enemies(man):
        far, hidden = gap(man, target), None
        if far <= gun.extreme:
            hidden = _hidden(man, target)
        if hidden is not None:
            break
    else:
        raise ValueError(f"{man.name} has nobody to shoot at")
    man.loaded, man.fired = False, True
    tangle = [each for each in friends(man) if squared(each, target) <= TOUCHING]
    past = man.fire + _modifiers(man, target, far)
    needed = past + hidden - 2 * bool(tangle)
    die = dice.d12()
    margin = 0
    hits = die != 12 and die <= needed
    if hits:
        margin = needed - die
    elif die == 1 and needed > -5:
        hits = dice.d12() <= _LUCKY[needed]
    if not hits:
        if die == 12 or die > past:
            return
        found = _friend_hit(man, target, tangle)
        if found is None:
            return
        target = found
    harm = gun.damage - (margin >= 3) + (far > gun.long)
    wound(target, dice.d12() + harm)


def _modifiers(man: Man, target: Man, far: int) -> int:
    """Return what is added to the skill, but for friends in the way."""
    gun = man.gun
    assert gun is not None
    if far <= TOO_CLOSE:
        found = -2
    else:
        found = -2 * ((far > gun.short) + (far > gun.medium) + (far > gun.long))
    if leaves_between(man, target):
        found -= 2
    if target.down and far > TOO_CLOSE:
        found -= 2
    halves = -(-target.moved // _HALF_INCH)
    found -= (halves > 6) + (halves > 12) + (halves > 24) + (halves > 36)
    found -= min(man.points, 5)
    return found - (4 if man.moved > 3 * INCH * STEP else 2)


def _friend_hit(man: Man, target: Man, tangle: list[Man]) -> Man | None:
    """Return whom a shot hits that friends took from its target."""
    between = [
        (-parts, each)
        for each in _beside_the_line(man, target)
        if (parts := hidden_parts(man, target, [each]))
    ]
    if between:
        return min(between, key=lambda each: each[0])[1]
    x, y = toward(man, target.x, target.y)
    square = x * x + y * y

    def aside(friend: Man) -> int:
        across = x * (friend.y - man.y) - y * (friend.x - man.x)
        return root_up(-(-across * across // square))

    return min(tangle, key=aside, default=None)


def past_his_file(man: Man, enemy: Man) -> int:
    """Return past how many men of his unit a man reaches an enemy, 0 if he does not."""
    if man.blade.ranks < 2:
        return 0
    before = None
    for each in able(man.unit):
        if each is not man and squared(man, each) < _IN_FILE and _meets(man, each):
            if before is None or squared(man, each) < squared(man, before):
                before = each
    return int(before is not None and squared(before, enemy) <= TOUCHING)


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
    if square <= TOUCHING:
        return True
    # Past one man in front of him; farther he need not look.
    return square <= (3 * BASE) ** 2 and past_his_file(man, enemy) > 0


def opponent(man: Man) -> Man | None:
    """Return the first enemy at whom a man can strike."""
    return next((each for each in enemies(man) if reaches(man, each)), None)


def behind(man: Man, other: Man) -> bool:
    """Return whether a man stands behind another."""
    return ahead(other, man) < 0


def attack(man: Man, enemy: Man, dice: Dice) -> None:
    """A man strikes at another, who parries and perhaps strikes back."""
    if man.condition != ABLE or man.shock:
        return
    gang = _gang(man, enemy)
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


def _gang(man: Man, enemy: Man) -> int:
    """Return how many active attackers a man has against him."""
    if enemy.experience < 6:
        for each in friends(man):
            if each.unit is not man.unit and not each.shock and not each.cowers:
                if squared(each, enemy) <= TOUCHING:
                    raise NotImplementedError("help from another unit")
    found = 1
    for each in man.unit.men:
        if each is not man and each.condition == ABLE and not each.failed:
            if not each.shock and not each.cowers and reaches(each, enemy):
                found += 1
    return found


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
    return found + (gang - 1 if enemy.experience < 6 else 0)


def _parry(man: Man, attacker: Man, gang: int) -> int:
    """Return what counts for a man who parries."""
    found = man.blade.to_hit - man.points - 2 * behind(attacker, man)
    return found - (gang - 1 if man.experience < 6 else 0)
