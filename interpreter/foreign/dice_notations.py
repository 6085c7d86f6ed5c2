"""Dice as dice rollers and books write them."""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from interpreter.foreign.idioms import ANYDICE, BOOKS, DICE, Idiom

PLAIN = Idiom("2d6 + a", DICE, "", "roll: {dice: 2d6}, then sum(dice) + a", safe=False)


class WrittenDice(Struct, frozen=True):
    """Dice at a place of a text, which end before the character `end`.

    `faces` is how the roll writes them (`4d6`); `value` reads the name `{0}` that is
    bound to them; `more` are other clauses or steps of the roll. `plain`: they are
    dice as a roll takes them, however written (`2W6`), so that `faces` replaces them.
    """

    end: int
    number: int
    faces: str
    value: str
    idiom: Idiom
    more: tuple[str, ...] = ()
    plain: bool = False
    draws: str = ""

    @property
    def name(self) -> str:
        """What the roll calls them."""
        return "die" if self.number == 1 else "dice"


class _Pool(Struct, frozen=True):
    """Dice while their suffixes are read: which are kept, which count."""

    number: int
    sides: int
    kept: str = "{0}"
    listed: bool = False
    alone: str = ""
    test: str = ""
    less: str = ""
    each: str = ""
    more: tuple[str, ...] = ()
    idiom: Idiom = PLAIN


_Apply = Callable[[_Pool, re.Match[str]], _Pool]


def _best(pool: _Pool, how: str, kept: int) -> _Pool:
    function = "max" if how == "highest" else "min"
    return replace(
        pool,
        kept=f"{how}({kept}, {{0}})",
        alone=f"{function}({{0}})" if kept == 1 else "",
    )


def _keep(pool: _Pool, found: re.Match[str]) -> _Pool:
    how = "lowest" if "l" in found[1].lower() else "highest"
    return _best(pool, how, int(found[2] or 1))


def _drop(pool: _Pool, found: re.Match[str]) -> _Pool:
    how = "lowest" if "h" in found[1].lower() else "highest"
    return _best(pool, how, max(pool.number - int(found[2] or 1), 1))


_COMPARED: Mapping[str, str] = MappingProxyType(
    {"\u2265": ">=", "\u2264": "<=", "=": "is", "": "is", "==": "is", "=>": ">="}
)


def _compared(found: re.Match[str], sign: int, number: int, default: str) -> str:
    written = found[sign] or ""
    if not found[number]:
        return default
    return f"{_COMPARED.get(written, written)} {found[number]}"


def _again(pool: _Pool, found: re.Match[str]) -> _Pool:
    test = _compared(found, 1, 2, f"is {pool.sides}")
    sign, _, number = test.partition(" ")
    low, high = {
        "is": (int(number), int(number)),
        ">": (int(number) + 1, pool.sides),
        ">=": (int(number), pool.sides),
        "<": (1, int(number) - 1),
        "<=": (1, int(number)),
    }[sign]
    faces = f"{low}" if low == high else f"{low}..{high}"
    return replace(pool, listed=True, more=(*pool.more, f"again: {faces}"))


def _rerolled(pool: _Pool, found: re.Match[str]) -> _Pool:
    test = _compared(found, 1, 2, "is 1")
    more = f"roll: {{more: 'dice(count(d in {{0}} where d {test}), {pool.sides})'}}"
    kept = f"joined([list(d in {{0}} where not d {test}), more])"
    return replace(pool, kept=kept, listed=True, more=(*pool.more, more))


def _counted(pool: _Pool, found: re.Match[str]) -> _Pool:
    return replace(pool, test=_compared(found, 1, 2, f"is {pool.sides}"))


def _failing(pool: _Pool, found: re.Match[str]) -> _Pool:
    return replace(pool, less=_compared(found, 1, 2, "is 1"))


def _floored(pool: _Pool, found: re.Match[str]) -> _Pool:
    function = "max" if found[1].lower() == "i" else "min"
    return replace(pool, each=f"{function}(d, {found[2]})")


def _as_is(pool: _Pool, _: re.Match[str]) -> _Pool:
    return pool


_SIGN = r"(>=|<=|=>|==|[<>=\u2265\u2264])?"


class _Suffix(Struct, frozen=True):
    """What may follow dice, and what it does to the pool."""

    form: str
    idiom: Idiom
    apply: _Apply


def _row(
    form: str, apply: _Apply, typed: str, origin: str, meaning: str, here: str
) -> _Suffix:
    return _Suffix(form, Idiom(typed, origin, meaning, here, safe=False), apply)


# the first form that fits is taken, so a longer one comes before a shorter one
_SUFFIXES = (
    _row(
        r"(kh?|kl)(\d*)(?![\w])",
        _keep,
        "4d6kh3",
        DICE,
        "the highest (kh) or lowest (kl) of several dice",
        "roll: {dice: 4d6}, then sum(highest(3, dice))",
    ),
    _row(
        r"(dl?|dh)(\d+)(?![\w])",
        _drop,
        "4d6dl1",
        DICE,
        "the dice without the lowest (dl) or highest (dh)",
        "roll: {dice: 4d6}, then sum(highest(3, dice))",
    ),
    _row(
        r"(dl|dh)()(?![\w])",
        _drop,
        "4d6dl",
        DICE,
        "the dice without the lowest (dl) or highest (dh)",
        "roll: {dice: 4d6}, then sum(highest(3, dice))",
    ),
    _row(
        r"\s+(?:and\s+)?keep(?:ing)?\s+(?:the\s+)?(high|low)(?:est)?(?:\s+(\d+))?\b",
        _keep,
        "4d6 keep highest 3",
        BOOKS,
        "the highest of several dice",
        "roll: {dice: 4d6}, then sum(highest(3, dice))",
    ),
    _row(
        r"\s*,?\s+(?:and\s+)?drop(?:ping)?\s+(?:the\s+)?(low|high)(?:est)?(?:\s+(\d+))?\b",
        _drop,
        "4d6 drop lowest",
        BOOKS,
        "the dice without the lowest",
        "roll: {dice: 4d6}, then sum(highest(3, dice))",
    ),
    _row(
        r"(?:!!|!p|!|[xe](?=[<>=]|\Z))" + _SIGN + r"(\d*)",
        _again,
        "d6!",
        DICE,
        "a die that is rolled again on its highest face, and all of it added up",
        "roll: {die: d6} with 'again: 6', then sum(die)",
    ),
    _row(
        r"(?:rr|ro|r)" + _SIGN + r"(\d*)(?!\w)",
        _rerolled,
        "2d6ro<2",
        DICE,
        "dice that are rolled once more on such faces",
        "roll: {dice: 2d6}, "
        "roll: {more: dice(count(d in dice where d < 2), 6)}, then "
        "sum(joined([list(d in dice where not d < 2), more]))",
    ),
    _row(
        r"m([ia])(\d+)(?!\w)",
        _floored,
        "8d6mi2",
        DICE,
        "dice that count at least (mi) or at most (ma) so much",
        "roll: {dice: 8d6}, then sum(max(d, 2) for d in dice)",
    ),
    _row(
        r"(?:cs|t)" + _SIGN + r"(\d+)(?!\w)",
        _counted,
        "6d6cs>4",
        DICE,
        "how many dice show it",
        "roll: {dice: 6d6}, then count(d in dice where d > 4)",
    ),
    _row(
        r"(?:cf|f)" + _SIGN + r"(\d+)(?!\w)",
        _failing,
        "6d6>=5f1",
        DICE,
        "how many dice fail, taken off",
        "roll: {dice: 6d6}, then "
        "count(d in dice where d >= 5) - count(d in dice where d is 1)",
    ),
    _row(
        r"\s*(>=|<=|=>|[<>\u2265\u2264])\s*(\d+)(?![A-Za-eg-z_])",
        _counted,
        "6d6>=5",
        DICE,
        "how many dice show it",
        "roll: {dice: 6d6}, then count(d in dice where d >= 5)",
    ),
    _row(
        r"s[ad]?(?!\w)",
        _as_is,
        "4d6s",
        DICE,
        "dice shown in their order",
        "roll: {dice: 4d6}, then sorted(dice)",
    ),
)
_COMPILED = tuple((re.compile(each.form, re.IGNORECASE), each) for each in _SUFFIXES)

_WRITTEN = Idiom("2W6", BOOKS, "dice", "2d6")
_HUNDRED = Idiom("d%", BOOKS, "a die of a hundred sides", "d100")
_FATE = Idiom(
    "4dF",
    DICE,
    "dice of -1, 0 and 1",
    "roll: {dice: 4d3}, then sum(dice) - 8",
    safe=False,
)
_FACES = Idiom(
    "d{1,1,2}",
    ANYDICE,
    "a die of these faces",
    "draw: die, from: [1, 1, 2]",
    safe=False,
)
_TWO = Idiom(
    "d20 with advantage",
    DICE,
    "the higher of two dice (the lower with disadvantage)",
    "roll: {dice: 2d20}, then max(dice)",
    safe=False,
)
_BEST = Idiom(
    "[highest 1 of 2d20]",
    ANYDICE,
    "the highest or lowest of several dice",
    "roll: {dice: 2d20}, then max(dice)",
    safe=False,
)
_COUNT = Idiom(
    "[count {5,6} in 3d6]",
    ANYDICE,
    "how many dice show one of these",
    "roll: {dice: 3d6}, then count(d in dice where d in [5, 6])",
    safe=False,
)
_EXPLODE = Idiom(
    "[explode d6]",
    ANYDICE,
    "a die that is rolled again on its highest face",
    "roll: {die: d6} with 'again: 6', then sum(die)",
    safe=False,
)
_AT = Idiom(
    "1@3d6",
    ANYDICE,
    "the first of the dice in descending order",
    "roll: {dice: 3d6}, then max(dice)",
    safe=False,
)
_TABLE = Idiom(
    "1t[name]", DICE, "a roll on a table", "call: name(), as: result", safe=False
)
_DIGITS = Idiom(
    "d66",
    BOOKS,
    "two dice, for tens and ones",
    "roll: {tens: d6, ones: d6}, then 10 * tens + ones",
    safe=False,
)
OTHER_DICE = (
    _WRITTEN,
    _DIGITS,
    _HUNDRED,
    _FATE,
    _FACES,
    _TWO,
    _BEST,
    _COUNT,
    _EXPLODE,
    _AT,
    _TABLE,
)

BY_DIGITS: Mapping[int, tuple[str, ...]] = MappingProxyType(
    {66: ("tens", "ones"), 666: ("hundreds", "tens", "ones")}
)
"""Dice whose name is read digit by digit: what each digit is."""


def digits_read(names: tuple[str, ...]) -> str:
    """Return what such dice are worth, from the names of their digits."""
    worths = [10**place for place in range(len(names) - 1, -1, -1)]
    pairs = zip(worths, names, strict=True)
    return " + ".join(
        name if worth == 1 else f"{worth} * {name}" for worth, name in pairs
    )


_BASE = re.compile(r"(\d*)[dDwW]([1-9]\d*|%|00|[fF](?!\w))")
_GOES_ON = re.compile(r"(?![xX]\d)\w")
_HALF = re.compile(r"(\d+)D(?!\w)")
_BRACED = re.compile(r"\d*[dD]\{([^{}]*)\}")
_ADVANTAGE = re.compile(
    r"(?:with\s+)?\b(advantage|disadvantage|adv|dis)\b", re.IGNORECASE
)
_ON_DIE = re.compile(
    r"\s*(?:with\s+)?\b(advantage|disadvantage|adv|dis)\b", re.IGNORECASE
)
_OF = re.compile(
    r"\[?\s*(highest|lowest|best|worst)\s+(?:(\d+)\s+)?of\s+(\d+)d(\d+)\s*\]?", re.I
)
_IN = re.compile(r"\[\s*count\s+(?:\{([^{}]*)\}|(\d+))\s+in\s+(\d+)d(\d+)\s*\]", re.I)
_EXPLODED = re.compile(r"\[\s*explode\s+(\d*)d(\d+)\s*\]", re.I)
_PLACED = re.compile(r"(\d+)@(\d+)d(\d+)(?!\w)")
_ROLLED_TABLE = re.compile(r"\d+t\[([^\[\]]+)\]")


def dice_at(text: str, at: int) -> WrittenDice | None:
    """Return the dice that a text has at a place, in whatever notation, or None."""
    for special in (_of_phrase, _advantage, _braced, _table):
        if (dice := special(text, at)) is not None:
            return dice
    base = _BASE.match(text, at)
    if base is not None:
        return _after_base(text, base)
    half = _HALF.match(text, at)
    return None if half is None else _whole(half.end(), int(half[1]), 6, _WRITTEN)


def _after_base(text: str, base: re.Match[str]) -> WrittenDice | None:
    """Return dice of which the number and the sides were read."""
    number = int(base[1] or 1)
    if len(base[2]) > 7 or len(base[1]) > 5 or number == 0:
        return None
    if base[2] in ("F", "f"):
        value = f"sum({{0}}) - {2 * number}" if number > 1 else "{0} - 2"
        return WrittenDice(base.end(), number, f"{number}d3", value, _FATE)
    sides = 100 if base[2] in ("%", "00") else int(base[2])
    if advantage := _ON_DIE.match(text, base.end()):
        return _two(advantage.end(), sides, advantage[1])
    end, pool = _suffixed(text, base.end(), _Pool(number, sides))
    if _GOES_ON.match(text, end):
        return None  # `d6_result` is a name
    if end > base.end():
        return _of_pool(end, pool)
    if number == 1 and sides in BY_DIGITS:
        names = BY_DIGITS[sides]
        faces = ", ".join(f"{name}: d6" for name in names)
        more = (f"roll: {{{faces}}}",)
        return WrittenDice(end, 1, "", f"({digits_read(names)})", _DIGITS, more)
    if base[2] in ("%", "00"):
        return _whole(end, number, sides, _HUNDRED)
    return _whole(end, number, sides, PLAIN if "d" in base[0] else _WRITTEN)


def _whole(end: int, number: int, sides: int, idiom: Idiom) -> WrittenDice:
    faces = f"{number}d{sides}" if number > 1 else f"d{sides}"
    value = "sum({0})" if number > 1 else "{0}"
    return WrittenDice(end, number, faces, value, idiom, plain=True)


def _suffixed(text: str, end: int, pool: _Pool) -> tuple[int, _Pool]:
    """Apply the suffixes that follow dice; a die has few, each is read once."""
    for _ in _COMPILED:
        for form, suffix in _COMPILED:
            found = form.match(text, end)
            if found is not None and found.end() > end:
                pool = replace(suffix.apply(pool, found), idiom=suffix.idiom)
                end = found.end()
                break
        else:
            break
    return end, pool


def _of_pool(end: int, pool: _Pool) -> WrittenDice:
    many = pool.number > 1 or pool.listed
    if pool.test and not pool.less and not many:
        value = f"{{0}} {pool.test}"
    elif pool.test or pool.less:
        kept = pool.kept if many else "[{0}]"
        counted = f"count(d in {kept} where d {pool.test})" if pool.test else ""
        failed = f"count(d in {kept} where d {pool.less})" if pool.less else ""
        value = f"{counted or f'sum({kept})'} - {failed}" if failed else counted
    elif pool.each:
        value = f"sum({pool.each} for d in {pool.kept})"
    else:
        value = pool.alone or (f"sum({pool.kept})" if many else pool.kept)
    faces = f"{pool.number}d{pool.sides}" if pool.number > 1 else f"d{pool.sides}"
    return WrittenDice(end, pool.number, faces, value, pool.idiom, pool.more)


def _two(end: int, sides: int, how: str) -> WrittenDice:
    value = "min({0})" if how.lower().startswith("dis") else "max({0})"
    return WrittenDice(end, 2, f"2d{sides}", value, _TWO)


def _advantage(text: str, at: int) -> WrittenDice | None:
    found = _ADVANTAGE.match(text, at)
    # alone it is a name like others; as all of a text it can only be this
    if found is None or text.strip() != found[0]:
        return None
    return _two(found.end(), 20, found[1])


def _of_phrase(text: str, at: int) -> WrittenDice | None:
    if found := _OF.match(text, at):
        how = "highest" if found[1].lower() in ("highest", "best") else "lowest"
        pool = _best(_Pool(int(found[3]), int(found[4])), how, int(found[2] or 1))
        return replace(_of_pool(found.end(), pool), idiom=_BEST)
    if found := _IN.match(text, at):
        number, sides = int(found[3]), int(found[4])
        listed = found[1] if found[1] is not None else found[2]
        faces = ", ".join(part.strip() for part in listed.split(","))
        value = f"count(d in {{0}} where d in [{faces}])"
        dice = f"{number}d{sides}"
        return WrittenDice(found.end(), max(number, 2), dice, value, _COUNT)
    if found := _EXPLODED.match(text, at):
        number, sides = int(found[1] or 1), int(found[2])
        again = (f"again: {sides}",)
        exploded = replace(_Pool(number, sides), listed=True, more=again)
        return replace(_of_pool(found.end(), exploded), idiom=_EXPLODE)
    if found := _PLACED.match(text, at):
        place, number, sides = (int(part) for part in found.groups())
        value = "max({0})" if place == 1 else f"min(highest({place}, {{0}}))"
        return WrittenDice(found.end(), max(number, 2), f"{number}d{sides}", value, _AT)
    return None


def _braced(text: str, at: int) -> WrittenDice | None:
    found = _BRACED.match(text, at)
    if found is None:
        return None
    faces = ", ".join(part.strip() for part in found[1].split(","))
    return WrittenDice(found.end(), 1, "", "{0}", _FACES, draws=f"[{faces}]")


def _table(text: str, at: int) -> WrittenDice | None:
    found = _ROLLED_TABLE.match(text, at)
    if found is None:
        return None
    name = found[1].strip()
    idiom = replace(_TABLE, here=f"call: {name}(), as: result")
    return WrittenDice(
        found.end(), 1, "", "result", idiom, (f"call: {name}()", "as: result")
    )


def listed() -> tuple[Idiom, ...]:
    """Return every row of this table."""
    return (PLAIN, *(each.idiom for each in _SUFFIXES), *OTHER_DICE)


_CROSSED = re.compile(r"(\d+)\s*[xX\u00d7]\s*(\d+)\Z")


def dice_written(text: str) -> str | None:
    """Return a whole text that is dice alone in some notation as a roll takes it."""
    text = text.strip()
    if crossed := _CROSSED.match(text):
        return f"{crossed[1]}d{crossed[2]}"
    dice = dice_at(text, 0)
    if dice is None or not dice.plain or dice.end < len(text):
        return None
    return dice.faces


def by_digits(number: int, sides: int) -> str:
    """Return how dice are written whose name is read digit by digit, or ""."""
    names = BY_DIGITS.get(sides, ())
    if number != 1 or not names:
        return ""
    low = "1" * len(names)
    dice = ", ".join(f"{name}: d6" for name in names)
    return (
        f"for dice read as {' and '.join(names)} write 'of: integer {low}..{sides}' "
        f"with bands that leave no gap, roll {{{dice}}}, and read the table at "
        f"{digits_read(names)}"
    )
