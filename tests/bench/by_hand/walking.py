"""By hand: how men of Rencounter go on foot over the table of `patrol`."""

from tests.bench.by_hand.ground import in_brush, slowed
from tests.bench.by_hand.men import (
    INCH,
    ROUTED,
    STEP,
    TURN,
    Heading,
    Man,
    Side,
    enemies,
)
from tests.bench.by_hand.places import (
    BASE,
    gap,
    gone,
    on_table,
    root_up,
    touches_any,
    toward,
    turned,
    turns_between,
)

_TURNS = 6  # of 45 degrees, in a move
_MEETS = (BASE * STEP) ** 2  # grains, of the middles of two who meet
_IN_THE_WAY = 3 * INCH  # aside of a way
_ROOM = (BASE - 2) ** 2
_WHOLE = INCH * STEP


def pace(man: Man) -> int:
    """Return the inches that a man goes in a turn."""
    return 0 if man.down else max(6 - 2 * man.points, 0)


def toward_enemy(man: Man) -> Heading:
    """Return the way to the nearest enemy, or his front where there is none."""
    nearest = min(enemies(man), key=lambda each: gap(man, each), default=None)
    return man.facing if nearest is None else toward(man, nearest.x, nearest.y)


def on_foot(side: Side) -> list[Man]:
    """Return all who stand or lie on the table and are not out of the fight."""
    return [
        each
        for men in (side.men, side.enemy.men)
        for each in men
        if each.condition <= ROUTED
    ]


def share_for(man: Man, x: int, y: int) -> int:
    """Return what a straight way takes of a turn, in its parts."""
    to = root_up((x - man.x) ** 2 + (y - man.y) ** 2)
    inches, rough = 6 - 2 * man.points, slowed(man.x, man.y, x, y)
    found = 12 * to // inches
    if rough:
        # A third of the pace is lost there before the wounds count, to 1/12 inch.
        slow = 4 - 2 * man.points
        found += rough * ((12 // slow if slow > 0 else 144) - 12 // inches)
    return found


def _met(man: Man, x: int, y: int, other: Man) -> int | None:
    """Return after how many steps a man on his way to a place meets another."""
    to = (other.x - man.x) * STEP, (other.y - man.y) * STEP

    def free(by: tuple[int, int]) -> bool:
        """Return whether he is clear of the other until he is so far, in grains."""
        length = by[0] * by[0] + by[1] * by[1]
        along = by[0] * to[0] + by[1] * to[1]
        if along <= 0:
            return to[0] * to[0] + to[1] * to[1] >= _MEETS
        if along >= length:
            return (to[0] - by[0]) ** 2 + (to[1] - by[1]) ** 2 >= _MEETS
        return (by[0] * to[1] - by[1] * to[0]) ** 2 >= _MEETS * length

    way = x - man.x, y - man.y
    if free((way[0] * STEP, way[1] * STEP)):
        return None
    low, high = 0, root_up(way[0] * way[0] + way[1] * way[1])
    while low + 1 < high:
        middle = (low + high) // 2
        if free(gone(0, 0, way, middle * STEP, 1)):
            low = middle
        else:
            high = middle
    return low


def _room_ahead(man: Man, heading: Heading, grains: int, about: list[Man]) -> int:
    """Return how far a man can go before he meets one of another unit, in grains."""
    x, y = gone(man.x, man.y, heading, grains)
    right, up = heading
    square = (right * right + up * up) * _IN_THE_WAY * _IN_THE_WAY
    found, reach = grains, (grains // STEP + 2 * BASE + 1) ** 2
    for other in about:
        if other.unit is man.unit:
            continue
        to_x, to_y = other.x - man.x, other.y - man.y
        if to_x * to_x + to_y * to_y > reach or right * to_x + up * to_y <= 0:
            continue
        if (right * to_y - up * to_x) ** 2 <= square:
            met = _met(man, x, y, other)
            if met is not None:
                found = min(found, met * STEP)
    return found


def _straight_on(man: Man, heading: Heading, share: int) -> tuple[int, int]:
    """Put a man as far on as he can go in that share of his turn, and stand.

    Returns the grains that he went and the share that they took.
    """
    inches = 6 - 2 * man.points
    about = on_foot(man.unit.side)
    room = _room_ahead(man, heading, inches * share, about)
    for grains in (room, *range((room - 1) // _WHOLE * _WHOLE, 0, -_WHOLE)):
        x, y = gone(man.x, man.y, heading, grains)
        used = share_for(man, x, y)
        if (used - share) * inches <= TURN // 6 and _stands_free(man, x, y, about):
            if grains:
                man.x, man.y, man.facing = x, y, heading
                man.moved += grains
            return grains, used
    return 0, 0


def _stands_free(man: Man, x: int, y: int, about: list[Man]) -> bool:
    """Return whether a man could stand there."""
    if not on_table(x, y):
        return False
    for each in about:
        right, up = each.x - x, each.y - y
        if right * right + up * up < _ROOM and each is not man:
            return False
    return True


def walk(man: Man) -> None:
    """Go at the nearest enemy, leg after leg, while there is half an inch left."""
    inches, left, turns_made = pace(man), TURN, 0
    while True:
        heading = toward_enemy(man)
        turns = turns_between(man.facing, heading)
        if turns_made + turns > _TURNS:
            raise NotImplementedError(f"{man.name} has no turn left and goes forward")
        turns_made += turns
        man.facing = heading
        grains, used = _straight_on(man, heading, left)
        left -= min(left, used)
        if not grains or left * inches < TURN // 2:
            return
        if touches_any(man, enemies(man)):
            return


def go_with_the_unit(man: Man, heading: Heading) -> None:
    """Go straight as all do, as far as he can."""
    if pace(man):
        _straight_on(man, heading, TURN)


def cover_place(man: Man) -> tuple[int, int] | None:
    """Return the nearest place in cover that is not toward the enemy, if any is."""
    away = turned(toward_enemy(man), 4)
    for inches in range(1, 7):
        for eighths in (0, 1, -1, 2, -2):
            at = gone(man.x, man.y, turned(away, eighths), inches * INCH * STEP)
            if in_brush(*at) and on_table(*at):
                return at
    return None


def flee(man: Man) -> None:
    """Go to the nearest cover, else straight away from the enemy."""
    inches = pace(man)
    if not inches:
        return
    goal = cover_place(man)
    if goal is None:
        away = turned(toward_enemy(man), 4)
        goal = gone(man.x, man.y, away, inches * INCH * STEP)
    _straight_on(man, toward(man, *goal), min(TURN, share_for(man, *goal)))
