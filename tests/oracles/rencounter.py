"""Brute force of the single shots of `rulesets/rencounter`.

Imports nothing of ours; every table is typed in from the source, its line beside it.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

SIDES = range(1, 13)
CONFIRM = {0: 9, -1: 7, -2: 5, -3: 3, -4: 1}  # lines 390-395; below, never
WOUNDS = ("dead", "crippling", "serious", "minor", "nothing")
RESULTS = ("miss", *reversed(WOUNDS))


def wound(total: int) -> str:
    """What a D12 with its modifiers does (lines 502-506)."""
    for most, harm in ((2, "dead"), (4, "crippling"), (7, "serious"), (12, "minor")):
        if total <= most:
            return harm
    return "nothing"


def damage(modifier: int) -> dict[str, Fraction]:
    """The law of the wound of a hit."""
    odds = dict.fromkeys(reversed(WOUNDS), Fraction(0))
    for die in SIDES:
        odds[wound(die + modifier)] += Fraction(1, 12)
    return odds


def hits(needed: int, die: int, second: int) -> bool:
    """At or under, never with a 12 (384, 399); a 1 may be lucky (386-397)."""
    if die == 12:
        return False
    return die <= needed or (die == 1 and second <= CONFIRM.get(needed, 0))


def rolls(count: int) -> Iterator[tuple[int, ...]]:
    """Every throw of so many D12."""
    return product(SIDES, repeat=count)


def to_hit(needed: int) -> dict[str, Fraction]:
    """The law of one shot, hit or miss."""
    hit = sum(hits(needed, die, second) for die, second in rolls(2))
    return {"hit": Fraction(hit, 144), "miss": Fraction(144 - hit, 144)}


def shot(needed: int, modifier: int, cap: int = 99) -> dict[str, Fraction]:
    """The law of one shot and its wound; 3 or more under what is needed is -1 (508)."""
    odds = dict.fromkeys(RESULTS, Fraction(0))
    for die, second, harm in rolls(3):
        if not hits(needed, die, second):
            result = "miss"
        else:
            well = die <= needed and min(needed, cap) - die >= 3
            result = wound(harm + modifier - well)
        odds[result] += Fraction(1, 12**3)
    return odds


def succeeds(die: int, needed: int) -> bool:
    """Strike, parry or riposte: a 1 always, a 12 never, else at or under (593)."""
    return die == 1 or (die != 12 and die <= needed)


def depth(needed: int, die: int, other: int, reading: str) -> int:
    """A good stroke is -2 on the die of the wound (653; 585 for `both dice`)."""
    counted = {"own": needed, "capped": min(needed, 11), "both dice": other}[reading]
    return -2 if counted - die >= 3 else 0


def stroke(
    strike: int,
    parry: int,
    riposte: int | None,
    harm: int,
    back: int,
    reading: str = "own",
) -> dict[tuple[str, str], Fraction]:
    """The law of the wounds of attacker and defender (585-593, 641-653).

    The one die of the defender is read against his parry and his riposte (589).
    """
    odds: dict[tuple[str, str], Fraction] = {}
    for struck, parried, deep in rolls(3):
        hit, warded = succeeds(struck, strike), succeeds(parried, parry)
        wounds = ("nothing", "nothing")
        if hit and not warded:
            total = deep + harm + depth(strike, struck, parried, reading)
            wounds = ("nothing", wound(total))
        elif warded and not hit and riposte is not None and succeeds(parried, riposte):
            total = deep + back + depth(riposte, parried, struck, reading)
            wounds = (wound(total), "nothing")
        odds[wounds] = odds.get(wounds, Fraction(0)) + Fraction(1, 12**3)
    return odds


def breaks(raw: int, own: int, other: int) -> bool:
    """2 or less, with one's own damage figure added and the other's taken (617)."""
    return raw + own - other <= 2


ACTIONS = ("acts", "hesitates", "shaken", "routs", "incapacitated")
ROUTS = {1: 8, 2: 8, 3: 8, 4: 9, 5: 10, 6: 11}  # lines 276-278


def acts(die: int, experience: int, wounds: int, morale: int, reading: str = "") -> str:
    """What a man does with his D6 (179, 238-240, 268-278)."""
    total = die + wounds + morale
    if die == 1 and (wounds == 2 or (wounds < 2 and reading != "at two points")):
        return "acts"
    if total >= 8 and wounds >= 2:  # a serious wound or worse
        return "incapacitated"
    if total >= ROUTS[experience] and wounds < 2:
        return "routs"
    if total == 7 or (total > 7 and reading != "on a seven alone"):
        return "shaken"
    return "acts" if total <= experience else "hesitates"


def action_roll(
    experience: int, wounds: int, morale: int, reading: str = ""
) -> dict[str, Fraction]:
    """The law of an action roll; `confirms`: a master's 6 stands on a 1-3 (91)."""
    odds = dict.fromkeys(ACTIONS, Fraction(0))
    for die in range(1, 7):
        result = acts(die, experience, wounds, morale, reading)
        share = Fraction(1, 6)
        if reading == "confirms" and (die, experience, result) == (6, 6, "acts"):
            odds["hesitates"] += share / 2
            share /= 2
        odds[result] += share
    return odds


def improve(value: int, sides: int) -> Fraction:
    """The chance to roll over what one has, with the die of the skill (909)."""
    return Fraction(sum(die > value for die in range(1, sides + 1)), sides)


MOST_POINTS = 100  # wound points that are rolled for, then he dies: house, UND-58
Recovery = tuple[int, int, bool]  # healed, permanent, died


def heal(wounds: int, modifier: int, care: bool) -> dict[Recovery, Fraction]:
    """The law of a man's recovery, a wound point after the other (911-927).

    A 1 is rolled again as two, a 2 stays, the rest heals; more than 5 that stay kill.
    Good care rolls a 1 or 2 once more.
    """
    ways = dict.fromkeys(("sepsis", "permanent", "healed"), 0)  # of 36
    for die, again in product(range(1, 7), repeat=2):
        total = (again if care and die + modifier <= 2 else die) + modifier
        fate = "sepsis" if total <= 1 else "permanent" if total == 2 else "healed"
        ways[fate] += 1
    odds: dict[Recovery, Fraction] = {}
    open_ones = {(wounds, 0, 0): 1}  # left to roll for, healed, permanent: ways
    for thrown in range(MOST_POINTS + 1):
        after: dict[tuple[int, int, int], int] = {}
        for (left, healed, stay), share in open_ones.items():
            if stay > 5 or left == 0 or thrown == MOST_POINTS:
                done = (healed, stay, left > 0 or stay > 5)
                odds[done] = odds.get(done, Fraction(0)) + Fraction(share, 36**thrown)
                continue
            for fate, key in (
                ("sepsis", (left + 1, healed, stay)),
                ("permanent", (left - 1, healed, stay + 1)),
                ("healed", (left - 1, healed + 1, stay)),
            ):
                after[key] = after.get(key, 0) + share * ways[fate]
        open_ones = after
    return {done: share for done, share in odds.items() if share}


MISFIRES = (  # lines 861-871, by the D12
    *("bursts", "bursts", "early two hurt", "early one hurt", "early"),
    *["one hurt"] * 3,
    *["loading fault"] * 4,
)


def misfire(quick: bool) -> dict[str, Fraction]:
    """The law of a misfire; after a quick loading that failed only on a 6 (855)."""
    odds = dict.fromkeys([*MISFIRES, "nothing amiss"], Fraction(0))
    for first, die in product(range(1, 7), range(12)):
        result = MISFIRES[die] if first == 6 or not quick else "nothing amiss"
        odds[result] += Fraction(1, 72)
    return odds
