"""Functions, methods and properties of other languages.

A row names the function in small letters; where another number of arguments means
something else, there is a row for each number. `build` makes of the arguments what no
template can (`call_forms`).
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from interpreter.foreign.call_forms import (
    Build,
    appended,
    as_list,
    averaged,
    cell,
    chained,
    conditions,
    counted_if,
    dice_thrown,
    drawn,
    filtered,
    how_often,
    in_order,
    looked_up,
    looked_up_by_place,
    mapped,
    matched,
    nth_highest,
    nth_of_these,
    of_list,
    powered,
    random_number,
    rounded,
    rounded_to,
    row_of_column,
    same_function,
    summed,
    summed_if,
    switched,
    tested,
    text_joined,
    whole_numbers,
)
from interpreter.foreign.idioms import PYTHON, SCRIPT, SHEETS, SQL, Idiom
from interpreter.foreign.operators import AND, ATOM, CHOICE, COMPARISON, OR, PRODUCT
from interpreter.foreign.pieces import At, Findings, Piece


class Call(Struct, frozen=True):
    """A row: which names with how many arguments, and what they become."""

    names: tuple[str, ...]
    least: int
    most: int
    idiom: Idiom
    build: Build | None = None


def made(findings: Findings, row: Call, at: At, given: Sequence[Piece]) -> Piece:
    """Return what a call becomes."""
    if row.build is not None:
        return row.build(findings, row.idiom, at, given)
    return findings.foreign(row.idiom, at, *given)


def _row(
    names: str,
    arity: tuple[int, int],
    typed: str,
    origin: str,
    meaning: str,
    here: str,
    *,
    build: Build | None = None,
    level: int = ATOM,
    safe: bool = True,
    whole: bool = True,
) -> Call:
    idiom = Idiom(typed, origin, meaning, here, level, safe, whole)
    return Call(tuple(names.split()), *arity, idiom, build)


_ALL = f"{SHEETS}, {PYTHON}, {SCRIPT}"

_ANY = 64
"""Arguments of a call that takes any number of them."""

# fmt: off
FUNCTIONS: tuple[Call, ...] = (
    _row("if iif", (3, 3), "IF(c; a; b)", SHEETS, "a choice",
         "if {0} then {1} else {2}", level=CHOICE),
    _row("if iif", (2, 2), "IF(c; a)", SHEETS, "a choice without an else",
         "if {0} then {1} else none", level=CHOICE, safe=False),
    _row("ifs", (2, _ANY), "IFS(c; a; d; b)", SHEETS, "the first that is true",
         "if c then a else if d then b else none", build=conditions, level=CHOICE),
    _row("switch decode", (3, _ANY), "SWITCH(a; 1; x; 2; y; z)", SHEETS,
         "a choice by a value", "if a is 1 then x else if a is 2 then y else z",
         build=switched, level=CHOICE),
    _row("choose", (2, _ANY), "CHOOSE(n; a; b)", SHEETS, "the nth of some values",
         "[a, b][n]",
         build=nth_of_these),
    _row("and", (1, _ANY), "AND(a; b)", SHEETS, "all of them", "a and b",
         build=chained('and', AND), level=AND),
    _row("or", (1, _ANY), "OR(a; b)", SHEETS, "one of them", "a or b",
         build=chained('or', OR), level=OR),
    _row("not", (1, 1), "NOT(a)", SHEETS, "'not'", "not {0:3}", level=3),
    _row("xor", (2, 2), "XOR(a; b)", SHEETS, "one of two, not both",
         "{0:5} is not {1:5}", level=COMPARISON),
    _row("isblank isnull isnone isna", (1, 1), "ISBLANK(a)", SHEETS,
         "whether nothing is there", "{0:5} is none", level=COMPARISON),
    _row("iferror ifna ifnull isnull nvl coalesce nz", (2, 2), "COALESCE(a, 0)",
         f'{SQL}, {SHEETS}', "a value where there is none", "or_else({0}, {1})"),
    _row("vlookup", (3, 4), "VLOOKUP(a; t; 2; FALSE)", SHEETS,
         "a column of the row that a names", "t[a].column", build=looked_up),
    _row("hlookup", (3, 4), "HLOOKUP(a; t; 2; FALSE)", SHEETS,
         "a row of the column that a names", "t[row, {0}]", safe=False, whole=False,
         build=row_of_column),
    _row("xlookup lookup", (3, 4), "XLOOKUP(a; xs; ys)", SHEETS,
         "what is at the place of a value", "ys[position(xs, a)]",
         build=looked_up_by_place, safe=False),
    _row("index", (2, 3), "INDEX(t; a; b)", SHEETS, "a cell or an element",
         "t[a, b]", build=cell),
    _row("match", (2, 3), "MATCH(a; xs; 0)", SHEETS, "the place of a value",
         "position(xs, a)", build=matched),
    _row("countif countifs", (2, _ANY), 'COUNTIF(xs; ">=5")', SHEETS,
         "how many meet a condition", "count(v in xs where v >= 5)", build=counted_if),
    _row("sumif", (2, 3), 'SUMIF(xs; ">=5")', SHEETS,
         "the sum of those that meet a condition", "sum(v in xs where v >= 5)",
         build=summed_if),
    _row("sum math.fsum", (1, _ANY), "SUM(a; b)", SHEETS, "a sum", "a + b",
         build=summed),
    _row("average avg mean statistics.mean", (1, _ANY), "AVERAGE(xs)", SHEETS,
         "the mean", "sum(xs) / count(xs)", build=averaged, level=PRODUCT),
    _row("min math.min", (1, _ANY), "MIN(a; b)", _ALL, "the least", "min(a, b)",
         build=same_function('min')),
    _row("max math.max", (1, _ANY), "MAX(a; b)", _ALL, "the greatest", "max(a, b)",
         build=same_function('max')),
    _row("large", (2, 2), "LARGE(xs; 2)", SHEETS, "the nth from the top",
         "min(highest(2, xs))", build=nth_highest('max')),
    _row("small", (2, 2), "SMALL(xs; 2)", SHEETS, "the nth from below",
         "max(lowest(2, xs))", build=nth_highest('min')),
    _row("abs math.abs math.fabs", (1, 1), "ABS(a)", _ALL, "the absolute value",
         "abs({0})"),
    _row("sign sgn math.sign", (1, 1), "SIGN(a)", SHEETS, "-1, 0 or 1",
         "if {0:5} > 0 then 1 else if {0:5} < 0 then -1 else 0", level=CHOICE),
    _row("roundup", (1, 2), "ROUNDUP(a; 0)", SHEETS, "rounding up (away from zero)",
         "up(a)", build=rounded('up'), safe=False),
    _row("rounddown", (1, 2), "ROUNDDOWN(a; 0)", SHEETS, "rounding toward zero",
         "toward_zero(a)", build=rounded('toward_zero')),
    _row("round math.round", (1, 2), "ROUND(a; 0)", _ALL,
         "rounding to the nearest, halves up here", "nearest(a)",
         build=rounded('nearest'), safe=False),
    _row("trunc fix math.trunc", (1, 2), "TRUNC(a)", _ALL, "rounding toward zero",
         "toward_zero(a)", build=rounded('toward_zero')),
    _row("ceiling ceil math.ceil ceiling.math roundup_to", (1, 2), "CEILING(a; 5)",
         _ALL, "rounding up, perhaps to a multiple", "up(a / 5) * 5",
         build=rounded_to('up')),
    _row("floor math.floor floor.math", (1, 2), "FLOOR(a; 5), Math.floor(a)", _ALL,
         "rounding down, perhaps to a multiple", "down(a / 5) * 5",
         build=rounded_to('down')),
    _row("mround", (2, 2), "MROUND(a; 5)", SHEETS, "rounding to a multiple",
         "nearest(a / 5) * 5", build=rounded_to('nearest')),
    _row("int", (1, 1), "INT(a), int(a)", f'{SHEETS}, {PYTHON}',
         "rounding down (Python: toward zero)", "down({0})", safe=False),
    _row("parseint", (1, 2), "parseInt(a)", SCRIPT, "rounding toward zero",
         "toward_zero({0})"),
    _row("float number parsefloat decimal fraction bool", (1, 1), "float(a)", PYTHON,
         "a number; all numbers are exact", "{0:9}"),
    _row("str string tostring text", (1, 1), "str(a)", PYTHON, "a text with a value",
         "'{a}'", build=text_joined),
    _row("concat concatenate textjoin", (1, _ANY), 'CONCATENATE(a; " men")', SHEETS,
         "texts joined", "'{a} men'", build=text_joined),
    _row("mod math.fmod math.mod modulo", (2, 2), "MOD(a; 2)", SHEETS,
         "what a division leaves", "remainder({0}, {1})"),
    _row("quotient", (2, 2), "QUOTIENT(a; b)", SHEETS, "a division toward zero",
         "toward_zero({0:7} / {1:8})"),
    _row("iseven even?", (1, 1), "ISEVEN(a)", SHEETS, "whether it is even",
         "remainder({0}, 2) is 0", level=COMPARISON),
    _row("isodd odd?", (1, 1), "ISODD(a)", SHEETS, "whether it is odd",
         "remainder({0}, 2) is 1", level=COMPARISON),
    _row("power pow math.pow", (2, 2), "POWER(a; 2)", _ALL, "a power", "a * a",
         build=powered, level=PRODUCT),
    _row("sqr square", (1, 1), "SQR(a)", "Basic", "the square", "{0:7} * {0:8}",
         level=PRODUCT),
    _row("clamp math.clamp median", (3, 3), "clamp(a, 1, 6)", SCRIPT,
         "a number within bounds", "max({1}, min({0}, {2}))", safe=False),
    _row("len length size counta rows card", (1, 1), "len(xs)",
         f'{PYTHON}, {SHEETS}', "how many", "count(xs)", build=of_list('count')),
    _row("count", (1, 1), "COUNT(xs)", f'{SHEETS}, {SQL}', "how many", "count(xs)",
         build=of_list('count')),
    _row("any", (1, 1), "any(v > 3 for v in xs)", PYTHON, "whether one is true",
         "any(v > 3 for v in xs)", build=of_list('any')),
    _row("all every", (1, 1), "all(v > 3 for v in xs)", PYTHON,
         "whether all are true", "all(v > 3 for v in xs)", build=of_list('all')),
    _row("sorted sort", (1, 2), "sorted(xs, key=lambda v: v.a)", PYTHON, "in order",
         "list(v in xs by v.a)", build=in_order),
    _row("set unique dict.fromkeys", (1, 1), "set(xs), UNIQUE(xs)",
         f'{PYTHON}, {SHEETS}', "each element once", "distinct(xs)",
         build=of_list('distinct')),
    _row("list tuple array.from", (1, 1), "list(xs)", PYTHON, "a list", "xs",
         build=as_list),
    _row("range", (1, 3), "range(1, 6)", PYTHON, "whole numbers, without the last",
         "1..5", build=whole_numbers, level=5),
    _row("filter", (2, 2), "filter(lambda v: v > 3, xs)", PYTHON,
         "those that meet a condition", "list(v in xs where v > 3)", build=filtered),
    _row("map", (2, 2), "map(lambda v: v + 1, xs)", PYTHON, "a value of each",
         "list(v + 1 for v in xs)", build=mapped),
    _row(
         "randbetween random.randint randint random.randrange math.random rand "
         "random rng random.random rnd", (0, 2), "RANDBETWEEN(1; 6)", _ALL, "a die",
         "roll: {die: d6}", build=random_number, safe=False),
    _row("random.choice choice random.pick pick sample random.sample", (1, 1),
         "random.choice(xs)", PYTHON, "one of a list at random",
         "draw: die, from: xs", build=drawn, safe=False),
    _row("roll d dice die throw rolldice roll_dice rolled", (1, 2), "roll(2, 6)",
         _ALL, "dice", "roll: {dice: 2d6}, then sum(dice)", build=dice_thrown,
         safe=False),
    _row("contains includes", (2, 2), "contains(xs, a)", SQL,
         "whether the second is in the first", "{1:5} in {0:5}", level=COMPARISON),
)
# fmt: on

"""Functions that are called with all their arguments in brackets."""

# fmt: off
METHODS: tuple[Call, ...] = (
    _row("filter where select", (2, 2), "xs.filter(v => v.lost)", SCRIPT,
         "those that meet a condition", "list(v in xs where v.lost)", build=filtered),
    _row("map collect", (2, 2), "xs.map(v => v.a)", SCRIPT, "a value of each",
         "list(v.a for v in xs)", build=mapped),
    _row("some any", (2, 2), "xs.some(v => v > 3)", SCRIPT, "whether one is so",
         "any(v > 3 for v in xs)", build=tested('any')),
    _row("every all", (2, 2), "xs.every(v => v > 3)", SCRIPT, "whether all are so",
         "all(v > 3 for v in xs)", build=tested('all')),
    _row("find detect", (2, 2), "xs.find(v => v > 3)", SCRIPT,
         "the first that is so, or none", "first(v in xs where v > 3)",
         build=tested('first')),
    _row("count", (2, 2), "xs.count(a)", PYTHON, "how often a list has a value",
         "matches(xs, a)",
         build=how_often),
    _row("includes contains has include?", (2, 2), "xs.includes(a)", SCRIPT,
         "whether a list has a value", "{1:5} in {0:5}", level=COMPARISON),
    _row("indexof index find_index", (2, 2), "xs.indexOf(a)", SCRIPT,
         "the place of a value, from 1 here", "position({0}, {1})", safe=False),
    _row("append push add", (2, 2), "xs.append(a)", PYTHON,
         "a change, which is a step: set: {xs: joined([xs, [a]])}",
         "joined([xs, [a]])", build=appended),
    _row("concat extend", (2, 2), "xs.concat(ys)", SCRIPT, "lists joined",
         "joined([{0}, {1}])"),
    _row("get", (3, 3), "m.get(k, 0)", PYTHON, "a value where there is none",
         "or_else({0:9}[{1}], {2})"),
    _row("get at", (2, 2), "m.get(k)", PYTHON, "the value of a key", "{0:9}[{1}]"),
    _row("length size len count", (1, 1), "xs.size()", SCRIPT, "how many",
         "count(xs)", build=of_list('count')),
    _row("sort sorted", (1, 2), "xs.sort()", SCRIPT, "in order", "sorted(xs)",
         build=in_order),
    _row("pop shift", (1, 1), "xs.pop()", PYTHON, "the last", "last({0})", safe=False),
    _row("floor", (1, 1), "a.floor()", SCRIPT, "rounding down", "down({0})"),
    _row("ceil", (1, 1), "a.ceil()", SCRIPT, "rounding up", "up({0})"),
    _row("round tofixed", (1, 2), "a.round()", SCRIPT, "rounding, halves up here",
         "nearest({0})", safe=False),
    _row("tostring lower upper trim strip tolowercase touppercase", (1, 1),
         "a.toString()", SCRIPT, "a text", "{0:9}", safe=False),
)
# fmt: on

"""Functions that follow their first argument and a dot."""

PROPERTIES: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(("length", "size", "count", "len", "Count", "Length"), "count")
)

"""Names after a dot that are a function here."""

OWN_NAMES = frozenset(
    "up down nearest abs remainder highest lowest matches count sum min max any all "
    "first last or_else without distinct position joined sorted repeated keys values "
    "map groups".split()
)

"""Functions that are here under the same name, so that only an odd way of writing or
of counting their arguments makes them foreign."""

OF_ONE_LIST = frozenset(
    (
        "sum count min max any all first last distinct sorted joined list map groups"
    ).split()
)

"""Those of them that take a list or a gathering."""


def _by_name(rows: Sequence[Call]) -> Mapping[str, tuple[Call, ...]]:
    found: dict[str, tuple[Call, ...]] = {}
    for row in rows:
        for name in row.names:
            found[name] = (*found.get(name, ()), row)
    return MappingProxyType(found)


_FUNCTIONS = _by_name(FUNCTIONS)

_METHODS = _by_name(METHODS)


def function(name: str, arguments: int) -> Call | None:
    """Return the row of a function with so many arguments, or None."""
    rows = _FUNCTIONS.get(name.lower(), ())
    return next((row for row in rows if row.least <= arguments <= row.most), None)


def method(name: str, arguments: int) -> Call | None:
    """Return the row of a method; the thing before the dot counts as an argument."""
    rows = _METHODS.get(name.lower(), ())
    return next((row for row in rows if row.least <= arguments <= row.most), None)


def listed() -> tuple[Idiom, ...]:
    """Return every row of these tables."""
    return tuple(row.idiom for row in (*FUNCTIONS, *METHODS))
