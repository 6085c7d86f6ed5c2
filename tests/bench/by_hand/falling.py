"""By hand: where the dice of a look fall, keyed or with Python's own random numbers."""

from functools import cache
from random import random

from tests.bench.by_hand.armies import SIDES
from tests.bench.by_hand.keyed import Path, dice, die, picks, pool
from tests.bench.by_hand.told import Captive, Chance, Telling

_FACTS = (
    *("place", "area", "hexes off", "toward", "size", "march"),
    *("divisions", "division sizes", "unit scales"),
)


def keyed_chance(secret: bytes, begun: Path) -> Chance:
    """Return keyed dice; `begun` is the path of the call of the look."""
    return Chance(
        dice(secret, (*begun, "make_look.roll.dice"), 2, 6),
        _keyed(secret, (*begun, "make_look.call_2.report")),
        _keyed(secret, (*begun, "make_look.call.report")),
    )


def _keyed(secret: bytes, begun: Path) -> Telling:
    tell = "report.tell.reconnaissance_report"

    @cache  # the captor belongs to the path; -2 says that he is no perpetrator
    def captive(side: int) -> Captive:
        who = (SIDES[side], -2)
        taking = (*begun, "report.call.take_prisoner")
        known = (*taking, "take_prisoner.call.prisoner_knowledge", *who)
        return Captive(
            die(secret, (*known, "prisoner_knowledge.roll.pieces"), 3),
            pool(secret, (*known, "prisoner_knowledge.roll.topics"), 8),
            picks(secret, (*taking, "take_prisoner.draw.likely", *who)),
        )

    return Telling(
        picks(secret, (*begun, "report.draw.centre")),
        picks(secret, (*begun, f"{tell}.lies")),
        {
            fact: picks(secret, (*begun, f"{tell}.false_{fact.replace(' ', '_')}"))
            for fact in _FACTS
        },
        captive,
    )


def _plain() -> Chance:
    def pick(number: int) -> int:
        return int(random() * number)

    def pair() -> tuple[int, ...]:
        return int(random() * 6) + 1, int(random() * 6) + 1

    def some(number: int) -> tuple[int, ...]:
        return tuple([int(random() * 8) + 1 for _ in range(number)])

    anyone = Captive(lambda: int(random() * 3) + 1, some, pick)
    telling = Telling(pick, pick, dict.fromkeys(_FACTS, pick), lambda *_: anyone)
    return Chance(pair, telling, telling)


PLAIN = _plain()
"""Python's own random numbers."""
