"""Operators of other languages: signs, words and fixed words for values."""

import re
import unicodedata
from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from interpreter.foreign.idioms import (
    BOOKS,
    DICE,
    LUA,
    PYTHON,
    SCRIPT,
    SHEETS,
    SQL,
    TEMPLATES,
    Idiom,
)

CHOICE, OR, AND, NOT, COMPARISON, RANGE, SUM, PRODUCT, SIGN, ATOM = range(10)
"""How tightly an expression binds, from the loosest."""
LEVELS: Mapping[str, int] = MappingProxyType(
    {
        name: level
        for level, name in enumerate(
            "choice or and not comparison range sum product sign atom".split()
        )
    }
)
"""The same by their names in `calls.table`."""

_C = f"{SCRIPT}, C"


def _row(
    typed: str, origin: str, meaning: str, here: str, level: int, *, safe: bool = True
) -> Idiom:
    return Idiom(typed, origin, meaning, here, level, safe)


def _and(typed: str, origin: str) -> Idiom:
    return _row(typed, origin, "'and'", "{0:2} and {1:3}", AND)


def _or(typed: str, origin: str) -> Idiom:
    return _row(typed, origin, "'or'", "{0:1} or {1:2}", OR)


def _is(typed: str, origin: str) -> Idiom:
    return _row(typed, origin, "'is'", "{0:5} is {1:5}", COMPARISON)


def _is_not(typed: str, origin: str) -> Idiom:
    return _row(typed, origin, "'is not'", "{0:5} is not {1:5}", COMPARISON)


def _order(typed: str, origin: str, here: str) -> Idiom:
    return _row(typed, origin, f"'{here}'", f"{{0:5}} {here} {{1:5}}", COMPARISON)


def _remainder(typed: str, origin: str) -> Idiom:
    return _row(typed, origin, "what a division leaves", "remainder({0}, {1})", ATOM)


def _sum(typed: str, origin: str, here: str) -> Idiom:
    return _row(typed, origin, f"'{here}'", f"{{0:6}} {here} {{1:7}}", SUM)


def _product(typed: str, origin: str, here: str) -> Idiom:
    return _row(typed, origin, f"'{here}'", f"{{0:7}} {here} {{1:8}}", PRODUCT)


def _down(typed: str, origin: str) -> Idiom:
    meaning = "a quotient, rounded down"
    return _row(typed, origin, meaning, "down({0:7} / {1:8})", ATOM)


OWN: Mapping[str, Idiom] = MappingProxyType(
    {
        "or": _or("or", ""),
        "and": _and("and", ""),
        "is": _is("is", ""),
        "==": _is("==", ""),
        "=": _is("=", ""),
        "is not": _is_not("is not", ""),
        "!=": _is_not("!=", ""),
        "<": _order("<", "", "<"),
        "<=": _order("<=", "", "<="),
        ">": _order(">", "", ">"),
        ">=": _order(">=", "", ">="),
        "in": _order("in", "", "in"),
        "not in": _order("not in", "", "not in"),
        "..": _row("..", "", "", "{0:6}..{1:6}", RANGE),
        "+": _sum("+", "", "+"),
        "-": _sum("-", "", "-"),
        "*": _product("*", "", "*"),
        "/": _product("/", "", "/"),
    }
)
"""The operators of rulesets, as the tolerant grammar writes them again."""

SIGNS: Mapping[str, Idiom] = MappingProxyType(
    {
        "&&": _and("&&", _C),
        "&": _and("&", _C),
        "\u2227": _and("\u2227", BOOKS),
        "||": _or("||", _C),
        "|": _or("|", _C),
        "\u2228": _or("\u2228", BOOKS),
        "===": _is("===", SCRIPT),
        "!==": _is_not("!==", SCRIPT),
        "<>": _is_not("<>", f"{SHEETS}, {SQL}"),
        "~=": _is_not("~=", LUA),
        "\u2260": _is_not("\u2260", BOOKS),
        "=>": _order("=>", BOOKS, ">="),
        "=<": _order("=<", BOOKS, "<="),
        "\u2265": _order("\u2265", BOOKS, ">="),
        "\u2264": _order("\u2264", BOOKS, "<="),
        "\u2208": _order("\u2208", BOOKS, "in"),
        "\u2209": _order("\u2209", BOOKS, "not in"),
        "\u2026": _row("\u2026", BOOKS, "'..'", "{0:6}..{1:6}", RANGE),
        "...": _row("...", BOOKS, "'..'", "{0:6}..{1:6}", RANGE),
        "\u2212": _sum("\u2212", BOOKS, "-"),
        "\u2013": _sum("\u2013", BOOKS, "-"),
        "\u2014": _sum("\u2014", BOOKS, "-"),
        "\u00d7": _product("\u00d7", BOOKS, "*"),
        "\u00b7": _product("\u00b7", BOOKS, "*"),
        "\u00f7": _product("\u00f7", BOOKS, "/"),
        "%": _remainder("%", f"{PYTHON}, C"),
        "//": _down("//", PYTHON),
        "\\": _down("\\", "Basic"),
        "??": _row(
            "??", SCRIPT, "a value where there is none", "or_else({0}, {1})", ATOM
        ),
    }
)
"""Signs between two expressions."""

WORDS: Mapping[tuple[str, ...], Idiom] = MappingProxyType(
    {
        ("mod",): _remainder("mod", BOOKS),
        ("modulo",): _remainder("modulo", BOOKS),
        ("rem",): _remainder("rem", BOOKS),
        ("div",): _down("div", BOOKS),
        ("plus",): _sum("plus", BOOKS, "+"),
        ("minus",): _sum("minus", BOOKS, "-"),
        ("times",): _product("times", BOOKS, "*"),
        ("multiplied", "by"): _product("multiplied by", BOOKS, "*"),
        ("divided", "by"): _product("divided by", BOOKS, "/"),
        ("xor",): _is_not("xor", "C"),
        ("equals",): _is("equals", BOOKS),
        ("isn't",): _is_not("isn't", BOOKS),
        ("isn\u2019t",): _is_not("isn't", BOOKS),
        ("eq",): _is("eq", "shells"),
        ("ne",): _is_not("ne", "shells"),
        ("gt",): _order("gt", "shells", ">"),
        ("ge",): _order("ge", "shells", ">="),
        ("lt",): _order("lt", "shells", "<"),
        ("le",): _order("le", "shells", "<="),
        ("is", "equal", "to"): _is("is equal to", BOOKS),
        ("equal", "to"): _is("equal to", BOOKS),
        ("is", "not", "equal", "to"): _is_not("is not equal to", BOOKS),
        ("is", "greater", "than", "or", "equal", "to"): _order(
            "is greater than or equal to", BOOKS, ">="
        ),
        ("is", "less", "than", "or", "equal", "to"): _order(
            "is less than or equal to", BOOKS, "<="
        ),
        ("is", "greater", "than"): _order("is greater than", BOOKS, ">"),
        ("greater", "than"): _order("greater than", BOOKS, ">"),
        ("is", "more", "than"): _order("is more than", BOOKS, ">"),
        ("more", "than"): _order("more than", BOOKS, ">"),
        ("exceeds",): _order("exceeds", BOOKS, ">"),
        ("is", "less", "than"): _order("is less than", BOOKS, "<"),
        ("less", "than"): _order("less than", BOOKS, "<"),
        ("is", "at", "least"): _order("is at least", BOOKS, ">="),
        ("at", "least"): _order("at least", BOOKS, ">="),
        ("is", "at", "most"): _order("is at most", BOOKS, "<="),
        ("at", "most"): _order("at most", BOOKS, "<="),
        ("is", "in"): _order("is in", BOOKS, "in"),
        ("is", "not", "in"): _order("is not in", BOOKS, "not in"),
        ("is", "one", "of"): _order("is one of", BOOKS, "in"),
        ("is", "none", "of"): _order("is none of", BOOKS, "not in"),
        ("contains",): _row(
            "contains",
            f"{SQL}, {BOOKS}",
            "whether the second is in the first",
            "{1:5} in {0:5}",
            COMPARISON,
        ),
        ("includes",): _row(
            "includes",
            BOOKS,
            "whether the second is in the first",
            "{1:5} in {0:5}",
            COMPARISON,
        ),
        ("otherwise",): _row(
            "otherwise",
            BOOKS,
            "a value where there is none",
            "or_else({0}, {1})",
            ATOM,
            safe=False,
        ),
    }
)
"""Words between two expressions; the longest that fits is taken."""


def _before(typed: str, meaning: str, here: str, level: int = ATOM) -> Idiom:
    return _row(typed, BOOKS, meaning, here, level)


BEFORE: Mapping[tuple[str, ...], Idiom] = MappingProxyType(
    {
        ("half",): _before("half a", "a part", "{0:7} / 2", PRODUCT),
        ("half", "of"): _before("half of a", "a part", "{0:7} / 2", PRODUCT),
        ("twice",): _before("twice a", "a product", "2 * {0:8}", PRODUCT),
        ("double",): _before("double a", "a product", "2 * {0:8}", PRODUCT),
        ("thrice",): _before("thrice a", "a product", "3 * {0:8}", PRODUCT),
        ("number", "of"): _before("the number of xs", "how many", "count({0})"),
        ("count", "of"): _before("the count of xs", "how many", "count({0})"),
        ("sum", "of"): _before("the sum of xs", "a sum", "sum({0})"),
        ("total", "of"): _before("the total of xs", "a sum", "sum({0})"),
        ("average", "of"): _before(
            "the average of xs", "the mean", "sum({0}) / count({0})", PRODUCT
        ),
        **{
            (word, "of"): _before(
                f"the {word} of a and b", "the greatest", "max({0}, {1})"
            )
            for word in ("higher", "highest", "greater", "larger", "maximum", "best")
        },
        **{
            (word, "of"): _before(
                f"the {word} of a and b", "the least", "min({0}, {1})"
            )
            for word in ("lower", "lowest", "lesser", "smaller", "minimum", "worst")
        },
    }
)
"""Words before an expression, perhaps with `the`; the longest that fits is taken."""

AFTER: Mapping[tuple[str, ...], Idiom] = MappingProxyType(
    {
        ("squared",): _before("a squared", "a power", "{0:7} * {0:8}", PRODUCT),
        **{
            (word, where): _before(f"a / 2 {word} {where}", f"rounding {where}", here)
            for word in ("rounded", "rounding", "round")
            for where, here in (
                ("up", "up({0})"),
                ("down", "down({0})"),
                ("off", "nearest({0})"),
            )
        },
        ("is", "even"): _before(
            "a is even", "a remainder of 0", "remainder({0}, 2) is 0", COMPARISON
        ),
        ("is", "odd"): _before(
            "a is odd", "a remainder of 1", "remainder({0}, 2) is 1", COMPARISON
        ),
    }
)
"""Words after an expression."""

CAPITALS: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(("AND", "And"), "and")
    | dict.fromkeys(("OR", "Or"), "or")
    | dict.fromkeys(("NOT", "Not"), "not")
    | {"IN": "in", "IS": "is", "In": "in", "Is": "is"}
)
"""Words of rulesets in capitals, as SQL and Basic write them."""


def value_idiom(word: str) -> Idiom:
    """Return the idiom of a word for a value."""
    written, meaning = VALUES[word]
    is_safe = written != "it"  # which only an entity's own expressions have
    return _row(word, "other languages", meaning, written, ATOM, safe=is_safe)


def in_capitals(written: str, word: str) -> Idiom:
    """Return the idiom of a word of rulesets that is written in capitals."""
    return _row(written, SQL, f"'{word}'", "{0}", ATOM)


VALUES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(("true", "True", "TRUE", "Yes", "YES"), ("yes", "yes")),
        **dict.fromkeys(("false", "False", "FALSE", "No", "NO"), ("no", "no")),
        **dict.fromkeys(
            ("null", "None", "nil", "NULL", "undefined", "Nothing", "NONE", "Null"),
            ("none", "nothing there"),
        ),
        **dict.fromkeys(("self", "this"), ("it", "the entity itself")),
    }
)
"""Words for values: how each is written, and what it is."""

FIXED: Mapping[str, Idiom] = MappingProxyType(
    {
        "!": _row("!", _C, "'not'", "not {0:3}", NOT),
        "~": _row("~", "C", "'not'", "not {0:3}", NOT),
        "\u00ac": _row("\u00ac", BOOKS, "'not'", "not {0:3}", NOT),
        "?": _row("c ? a : b", _C, "a choice", "if {0} then {1} else {2}", CHOICE),
        "if": _row(
            "a if c else b", PYTHON, "a choice", "if {0} then {1} else {2}", CHOICE
        ),
        "if:": _row(
            "if c: a else b", BOOKS, "a choice", "if {0} then {1} else {2}", CHOICE
        ),
        "case": _row(
            "CASE WHEN c THEN a ELSE b END",
            SQL,
            "a choice",
            "if {0} then {1} else {2}",
            CHOICE,
        ),
        "elif": _row(
            "if c then a elif d then b else 0",
            PYTHON,
            "'else if'",
            "if {0} then {1} else {2}",
            CHOICE,
        ),
        "power": _row(
            "a ** 2, a ^ 2, a\u00b2",
            f"{PYTHON}, {SHEETS}",
            "a power",
            "{0:7} * {0:8}",
            PRODUCT,
        ),
        "between": _row(
            "a BETWEEN 1 AND 6",
            SQL,
            "from one to the other",
            "{0:5} in {1:6}..{2:6}",
            COMPARISON,
            safe=False,
        ),
        "chain": _row(
            "1 <= a <= 6",
            PYTHON,
            "between two numbers",
            "{1:5} in {0:6}..{2:6}",
            COMPARISON,
            safe=False,
        ),
        "chained": _row("0 < a < 6", PYTHON, "two comparisons", "{0:2} and {1:3}", AND),
        "2n": _row("2n", BOOKS, "a product", "{0:7} * {1:8}", PRODUCT),
        "unit": _row(
            "6 inches",
            BOOKS,
            "a number: units are not written",
            "{0}",
            ATOM,
            safe=False,
        ),
        "percent": _row(
            "50%", f"{SHEETS}, {BOOKS}", "a part of a hundred", "{0:7} / 100", PRODUCT
        ),
        "percent of": _row(
            "50% of a", BOOKS, "a part of a hundred", "{1:7} * {0:8} / 100", PRODUCT
        ),
        "fraction": _row("\u00bd", BOOKS, "a fraction", "({0} / {1})", ATOM),
        "text": _row('"red"', "other languages", "a text or a value", "{0}", ATOM),
        "joined": _row("a .. ' men'", f"{LUA}, {SHEETS}", "texts joined", "{0}", ATOM),
        "template": _row(
            "f'{a}', `${a}`", f"{PYTHON}, {SCRIPT}", "a text with values", "{0}", ATOM
        ),
        "#": _row("#xs", LUA, "how many", "count({0})", ATOM),
        "@": _row(
            "@{field}, @field", DICE, "a field of who acts", "{0}", ATOM, safe=False
        ),
        "{{": _row("{{ a }}, ${a}, $a", "templates", "a value", "{0}", ATOM),
        "[[": _row("[[1d6+2]]", DICE, "a roll in a line", "{0}", ATOM),
        "/roll": _row("/roll 2d6", DICE, "a roll", "{0}", ATOM, safe=False),
        "=": _row("=a + b", SHEETS, "a formula", "{0}", CHOICE),
        "return": _row(
            "return a", "other languages", "the value of the formula", "{0}", CHOICE
        ),
        "output": _row(
            "output 2d6",
            "AnyDice",
            "the odds of it, which 'umpire odds' prints of any procedure",
            "{0}",
            CHOICE,
            safe=False,
        ),
        "let": _row(
            "let x = a",
            f"{SCRIPT}, {PYTHON}",
            "a value with a name; a step binds it: let: {x: a}",
            "{0}",
            CHOICE,
            safe=False,
        ),
        "+=": _row(
            "a += 1",
            f"{PYTHON}, {SCRIPT}",
            "a change, which is a step: set: {a: a + 1}",
            "{0:6} {1} {2:7}",
            SUM,
            safe=False,
        ),
        "[]": _row("x in (a, b)", PYTHON, "a list", "[{0}]", ATOM),
        "gather": _row(
            "[v for v in xs if v > 3]",
            PYTHON,
            "a list of those that meet a condition",
            "list(v in xs where v > 3)",
            ATOM,
        ),
        "first": _row(
            "xs[0]",
            f"{PYTHON}, {SCRIPT}",
            "the first; lists count from 1",
            "{0:9}[1]",
            ATOM,
        ),
        "last": _row("xs[-1]", PYTHON, "the last", "last({0})", ATOM),
        "end": _row(
            "xs[-2]", PYTHON, "counted from the end", "{0:9}[count({0}) - {1}]", ATOM
        ),
        "slice": _row(
            "xs[1:3]",
            PYTHON,
            "a part of a list",
            "first_of(last_of(xs, count(xs) - 1), 2)",
            ATOM,
        ),
        "?.": _row(
            "a?.b",
            SCRIPT,
            "a field of what may be none; ask 'is not none' before",
            "{0:9}.{1}",
            ATOM,
            safe=False,
        ),
        "length": _row(
            "xs.length, xs | length",
            f"{SCRIPT}, {TEMPLATES}",
            "how many",
            "count({0})",
            ATOM,
        ),
        "one of": _row(
            "a is 1 or 2", BOOKS, "one of these", "{0:5} in [{1}, {2}]", COMPARISON
        ),
        "like": Idiom(
            "a LIKE 'x%'",
            SQL,
            "whether a text is like a pattern, which "
            "nothing here can tell; compare with 'is'",
            "{0} is {1}",
            COMPARISON,
            safe=False,
            whole=False,
        ),
        "separator": _row("f(a; b)", SHEETS, "',' between arguments", "{0}", ATOM),
        ".5": _row(".5", SHEETS, "0.5", "{0}", ATOM),
        "2,5": _row("2,5", SHEETS, "2.5 with a decimal comma", "{0}", ATOM, safe=False),
        "1,000": _row(
            "1,000", BOOKS, "1000 with a comma in it", "{0}", ATOM, safe=False
        ),
    }
)
"""Forms that the grammar itself knows, by the names that it uses."""


# A single sign, for a text that cannot be read again because something else is wrong
# with it too.

At = tuple[int, int]

_SLOT = re.compile(r"\{(\d)(?::\d)?\}")
_QUOTES = "\"'`\u2018\u2019\u201c\u201d"
_FORMS: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(("**", "^", "\u00b2", "\u00b3"), "power")
    | {sign: sign for sign in ("!", "~", "\u00ac", "?")}
)


def _hint(sign: str) -> str:
    """Return what a sign means elsewhere, or ""."""
    if sign == ";":
        return "write ',' between arguments"
    idiom = SIGNS.get(sign) or FIXED.get(_FORMS.get(sign, ""))
    if idiom is None:
        return ""
    here = _SLOT.sub(lambda slot: "abc"[int(slot[1])], idiom.here)
    return f"write '{here}'; {idiom.typed} is {idiom.meaning} ({idiom.origin})"


def doubled_at(text: str, at: int) -> tuple[At, str] | None:
    """Return where a sign of two characters stands that begins or ends there, with a
    hint."""
    for start in (at, at - 1):
        sign = text[max(start, 0) : start + 2]
        if len(sign) == 2 and (sign in SIGNS or sign in _FORMS):
            return (start, start + 2), _hint(sign)
    return None


def sign_at(text: str, at: int) -> tuple[At, str]:
    """Return where a character stands that no expression has, with a hint or ""."""
    doubled = doubled_at(text, at)
    if doubled is not None:
        return doubled
    sign, alone = text[at], (at, at + 1)
    if sign in _QUOTES and text[:at].rstrip()[-1:].isdigit():
        return alone, "leave it out: units are not written, a number is in its own"
    if sign in _QUOTES:
        return alone, "texts are in single quotes"
    if sign.isspace():
        return alone, "write an ordinary space"
    worth = Fraction(unicodedata.numeric(sign, 0)).limit_denominator(100)
    if worth.denominator > 1:
        return alone, f"write '({worth.numerator} / {worth.denominator})'"
    return alone, _hint(sign)
