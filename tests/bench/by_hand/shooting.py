"""By hand: a shot of Rencounter, and at whom."""

from tests.bench.by_hand.ground import leaves_between
from tests.bench.by_hand.men import (
    ABLE,
    INCH,
    STEP,
    TOO_CLOSE,
    Dice,
    Gun,
    Man,
    enemies,
    friends,
)
from tests.bench.by_hand.morale import wound
from tests.bench.by_hand.places import (
    BASE,
    TOUCHING,
    gap,
    hidden_parts,
    root_up,
    squared,
    toward,
)

_BESIDE = 2 * BASE
_IMPOSSIBLE = -5
_LUCKY = {0: 9, -1: 7, -2: 5, -3: 3, -4: 1}
_HALF_INCH = STEP * INCH // 2


def _beside_the_line(man: Man, target: Man) -> list[Man]:
    """Return the friends who stand before a target, near the line to it."""
    x, y = toward(man, target.x, target.y)
    square, far = (x * x + y * y) * _BESIDE * _BESIDE, gap(man, target)
    found = []
    for each in man.unit.side.men:
        if each.condition != ABLE or each is man:
            continue
        to_x, to_y = each.x - man.x, each.y - man.y
        if x * to_x + y * to_y <= 0 or (x * to_y - y * to_x) ** 2 > square:
            continue
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


def shoot(man: Man, gun: Gun, dice: Dice) -> None:
    """A man shoots at the first enemy whom he can hit; there must be one."""
    target, hidden = _target(man, gun)
    far = gap(man, target)
    tangle = [each for each in friends(man) if squared(each, target) <= TOUCHING]
    past = man.fire + _modifiers(man, gun, target, far)
    needed = past + hidden - 2 * bool(tangle)
    man.loaded, man.fired = False, True
    if needed <= _IMPOSSIBLE and past < 1:  # nor can a friend in the way be hit
        return
    die = dice.d12()
    well = 0
    if die != 12 and die <= needed:
        well = needed - die >= 3
    elif die == 1 and needed in _LUCKY and dice.d12() <= _LUCKY[needed]:
        pass
    elif die != 12 and die <= past and (between := _friend_hit(man, target, tangle)):
        target = between
    else:
        return
    wound(target, dice.d12() + gun.damage - well + (far > gun.long))


def _target(man: Man, gun: Gun) -> tuple[Man, int]:
    for each in enemies(man):
        if gap(man, each) <= gun.extreme:
            hidden = _hidden(man, each)
            if hidden is not None:
                return each, hidden
    raise ValueError(f"{man.name} has nobody to shoot at")


def _modifiers(man: Man, gun: Gun, target: Man, far: int) -> int:
    """Return what is added to the skill, but for friends in the way."""
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
    found -= man.points
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
