"""By hand: twenty modifiers of one shot as plain ifs (pack `bench-table20`).

A figure is a row, as fast as Python reads one: skill, posture (0 standing, 1 kneeling,
2 prone, 3 mounted), screen (0 open ... 4 slit), shield (0..2), armour, moved, points,
aim, reach, shots, bow, trained, tangled, seen, acted.
"""

from collections.abc import Callable
from random import random

from tests.bench.by_hand.keyed import die

Row = tuple[
    int, int, int, int, int, int, int, int, int, int, bool, bool, bool, bool, bool
]

ARCHER: Row = (
    9, 1, 0, 0, 1, 0, 1, 3, 20, 1, True, True, False, True, False,
)  # fmt: skip
GUARD: Row = (
    7, 0, 1, 1, 2, 5, 0, 0, 20, 1, False, True, False, True, True,
)  # fmt: skip
_COVER = (0, -1, -2, -2, -4)
_SHIELD = (0, -1, -2)
_POSTURE = (0, -1, -2, 1)


def total(s: Row, t: Row) -> int:  # noqa: C901 - the table itself
    """Return the sum of the modifiers that apply."""
    (
        _,
        stance,
        _,
        _,
        _,
        s_moved,
        wounds,
        aim,
        reach,
        shots,
        bow,
        trained,
        held,
        _,
        s_acted,
    ) = s
    (
        _,
        posture,
        screen,
        shield,
        armour,
        moved,
        points,
        _,
        _,
        _,
        _,
        _,
        tangled,
        seen,
        acted,
    ) = t
    found = _COVER[screen]
    if reach <= 6:
        found -= 2
    elif reach >= 19:
        found -= 4 if reach >= 37 else 2
    if bow:
        found += _SHIELD[shield] - armour
        if stance == 2:
            found -= 3
    elif armour >= 3:
        found -= 1
    if tangled:
        found -= 2
    if reach > 2:
        found += _POSTURE[posture]
    if moved > 3:
        found -= 1 if moved <= 6 else 2 if moved <= 12 else 3
    if not seen:
        found -= 2
    if wounds:
        found -= wounds
    if not trained:
        found -= 2
    if shots > 1:
        found -= shots - 1
    if aim == 0 and s_acted:
        found -= 2
    if s_moved > 6 and stance == 3:
        found -= 4
    if held:
        found -= 1
    if posture == 3 and aim >= 2:
        found += 1
    if acted and moved > 6:
        found -= 1
    if points >= 2:
        found += 1
    if reach > 6 and aim >= 2:
        found += 2 if aim < 4 else 3
    return found


def exact(s: Row, t: Row) -> dict[str, int]:
    """Return the ways to hit and to miss, out of 12."""
    hit = min(11, max(0, s[0] + total(s, t)))
    return {"hit": hit, "miss": 12 - hit}


def once(s: Row, t: Row) -> str:
    """Return whether one shot hits."""
    die = int(random() * 12) + 1
    return "hit" if die <= s[0] + total(s, t) and die != 12 else "miss"


def keyed(secret: bytes) -> Callable[[Row, Row], tuple[str, list[int]]]:
    """Return one shot with keyed dice, which says whether it hit, and the face."""
    throw = die(secret, ("shoot__entry", "shoot.roll.die", "archer", "guard"), 12)

    def run(s: Row, t: Row) -> tuple[str, list[int]]:
        face = throw()
        hit = face <= s[0] + total(s, t) and face != 12
        return "hit" if hit else "miss", [face]

    return run


def simulate(s: Row, t: Row, trials: int) -> dict[str, int]:
    """Return how often it hits; each trial is a shot of its own."""
    hits, throw, add = 0, random, total
    for _ in range(trials):
        die = int(throw() * 12) + 1
        if die <= s[0] + add(s, t) and die != 12:
            hits += 1
    return {"hit": hits, "miss": trials - hits}


def simulate_summed_once(s: Row, t: Row, trials: int) -> dict[str, int]:
    """Return the same; whoever knows that the modifiers never change adds them once."""
    needed = min(11, max(0, s[0] + total(s, t)))
    hits, throw = 0, random
    for _ in range(trials):
        if int(throw() * 12) < needed:
            hits += 1
    return {"hit": hits, "miss": trials - hits}
