"""Functions, methods and properties of other languages.

A row names the function in small letters; where another number of arguments means
something else, there is a row for each number. `build` makes of the arguments what no
template can.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from interpreter.foreign.dice_notations import Dice
from interpreter.foreign.idioms import (
    PYTHON,
    SCRIPT,
    SHEETS,
    SQL,
    Idiom,
)
from interpreter.foreign.operators import (
    AND,
    ATOM,
    CHOICE,
    COMPARISON,
    OR,
    PRODUCT,
    SUM,
)
from interpreter.foreign.pieces import (
    At,
    Findings,
    Function,
    Gathering,
    Literal,
    NotForeign,
    Piece,
)

Build = Callable[[Findings, Idiom, At, Sequence[Piece]], Piece]


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


# --- what templates cannot say ---


def _chain(word: str, level: int) -> Build:
    def build(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
        parts = [
            piece.within(level + (number > 0)) for number, piece in enumerate(given)
        ]
        return f.foreign(idiom, at, text=f" {word} ".join(parts))

    return build


def _digits(function: str) -> Build:
    """Rounding to so many places, 0 if none are given."""

    def build(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
        places = given[1].text if len(given) > 1 else "0"
        if places == "0":
            return f.foreign(idiom, at, given[0], here=f"{function}({{0}})")
        if not re.fullmatch(r"-?\d", places):
            raise NotForeign
        by = 10 ** abs(int(places))
        here = (
            f"{function}({{0:7}} * {by}) / {by}"
            if int(places) > 0
            else f"{function}({{0:7}} / {by}) * {by}"
        )
        return f.foreign(_at_level(idiom, PRODUCT), at, given[0], here=here)

    return build


def _steps(function: str) -> Build:
    """Rounding to a multiple, of 1 if none is given."""

    def build(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
        if len(given) == 1 or given[1].text == "1":
            return f.foreign(idiom, at, given[0], here=f"{function}({{0}})")
        here = f"{function}({{0:7}} / {{1:8}}) * {{1:8}}"
        return f.foreign(_at_level(idiom, PRODUCT), at, *given[:2], here=here)

    return build


def _at_level(idiom: Idiom, level: int) -> Idiom:
    return Idiom(
        idiom.typed,
        idiom.origin,
        idiom.meaning,
        idiom.here,
        level,
        idiom.safe,
        idiom.whole,
    )


def _power(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    return power(f, idiom, at, given[0], given[1])


MOST_FACTORS = 4


def power(f: Findings, idiom: Idiom, at: At, base: Piece, exponent: Piece) -> Piece:
    """Return a small whole power as a product; raises NotForeign for another."""
    if exponent.text not in ("2", "3", "4"):
        raise NotForeign
    here = " * ".join(["{0:7}", *["{0:8}"] * (int(exponent.text) - 1)])
    return f.foreign(_at_level(idiom, PRODUCT), at, base, here=here)


def _conditions(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    """`IFS(c, a, d, b)`; what comes when none is true is not said there."""
    if len(given) % 2:
        raise NotForeign
    pairs = list(zip(given[::2], given[1::2], strict=True))
    last = given[-1] if given[-2].text in ("yes", "1") else None
    pairs = pairs[:-1] if last is not None else pairs
    parts = [f"if {test.text} then {value.text} else " for test, value in pairs]
    end = "none" if last is None else last.text
    f.safe &= last is not None
    return f.foreign(_at_level(idiom, CHOICE), at, text="".join(parts) + end)


def _switch(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    subject, *others = given
    end = others.pop().text if len(others) % 2 else "none"
    pairs = zip(others[::2], others[1::2], strict=True)
    tested = subject.within(COMPARISON + 1)
    parts = [
        f"if {tested} is {value.within(COMPARISON + 1)} then {result.text} else "
        for value, result in pairs
    ]
    f.safe &= len(given) % 2 == 0
    return f.foreign(_at_level(idiom, CHOICE), at, text="".join(parts) + end)


def _sums(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    if len(given) == 1:
        return over(f, idiom, at, "sum", given[0])
    text = " + ".join(piece.within(SUM + (n > 0)) for n, piece in enumerate(given))
    return f.foreign(_at_level(idiom, SUM), at, text=text)


def _average(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    by = _at_level(idiom, PRODUCT)
    if len(given) == 1:
        return f.foreign(by, at, given[0], here="sum({0}) / count({0})")
    text = " + ".join(piece.within(SUM + (n > 0)) for n, piece in enumerate(given))
    return f.foreign(by, at, text=f"({text}) / {len(given)}")


def over(f: Findings, idiom: Idiom, at: At, function: str, piece: Piece) -> Piece:
    """Return a function of a list, or of a gathering without making a list of it."""
    form = piece.form
    if isinstance(form, Gathering):
        f.note(idiom, at)
        return gathered(function, form, at)
    return f.foreign(_at_level(idiom, ATOM), at, piece, here=f"{function}({{0}})")


def gathered(function: str, form: Gathering, at: At) -> Piece:
    """Return a gathering under a function."""
    where = "" if form.where is None else f" where {form.where.text}"
    body = "" if form.body.text == form.variable else f"{form.body.text} for "
    source = form.source.within(COMPARISON + 1)
    text = f"{function}({body}{form.variable} in {source}{where})"
    is_list = function == "list"
    return Piece(text, at, ATOM, form if is_list else None).foreign


def _over(function: str) -> Build:
    def build(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
        return over(f, idiom, at, function, given[0])

    return build


def _same(function: str) -> Build:
    """A function that is here too, under the same name in small letters."""

    def build(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
        if len(given) == 1:
            return over(f, idiom, at, function, given[0])
        return f.foreign(idiom, at, *given, here=f"{function}({{*}})")

    return build


_CRITERION = re.compile(r"(>=|<=|<>|>|<|=)?\s*(.*)\Z", re.DOTALL)
_SIGNS = {"": "is", "=": "is", "<>": "is not"}


def _criterion(piece: Piece, variable: str) -> str:
    """Return a condition of a spreadsheet (`">=5"`) on a variable."""
    if not isinstance(piece.form, Literal) or not piece.form.quoted:
        return f"{variable} is {piece.within(COMPARISON + 1)}"
    found = _CRITERION.match(piece.form.text)
    assert found is not None, "the form fits any text"
    sign, value = found[1] or "", found[2]
    if not re.fullmatch(r"-?\d+(\.\d+)?|[A-Za-z_][\w ]*", value):
        raise NotForeign
    return f"{variable} {_SIGNS.get(sign, sign)} {value}"


def _count_if(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    source = given[0]
    if len(given) % 2 or any(part.text != source.text for part in given[2::2]):
        raise NotForeign
    variable = f.variable(*given)
    tests = [_criterion(part, variable) for part in given[1::2]]
    here = f"count({variable} in {source.within(5)} where {' and '.join(tests)})"
    return f.foreign(idiom, at, text=here)


def _sum_if(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    if len(given) > 2 and given[2].text != given[0].text:
        raise NotForeign
    variable = f.variable(*given)
    test = _criterion(given[1], variable)
    here = f"sum({variable} in {given[0].within(5)} where {test})"
    return f.foreign(idiom, at, text=here)


def _look_up(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    columns = f.known.columns(given[1].text)
    place = given[2].text
    column = "column"
    if place.isdigit() and 2 <= int(place) <= len(columns) + 1:
        column = columns[int(place) - 2]
    else:
        f.whole = False
    f.safe &= len(given) > 3 and given[3].text in ("no", "0")
    return f.foreign(idiom, at, *given, here=f"{{1:9}}[{{0}}].{column}")


def _index(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    keys = ", ".join(piece.text for piece in given[1:])
    return f.foreign(idiom, at, text=f"{given[0].within(ATOM)}[{keys}]")


def _matched(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    f.safe &= len(given) > 2 and given[2].text == "0"
    return f.foreign(idiom, at, given[1], given[0], here="position({0}, {1})")


def _x_look_up(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    here = "{2:9}[position({1}, {0})]"
    if len(given) > 3:
        here = "if {0:5} in {1:5} then {2:9}[position({1}, {0})] else {3}"
        return f.foreign(_at_level(idiom, CHOICE), at, *given, here=here)
    return f.foreign(idiom, at, *given, here=here)


def _random(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    if not given:
        f.whole = False
        return f.rolled(Dice(0, 1, "d100", "{0}", idiom), at)
    low, high = ("1", given[0].text) if len(given) == 1 else (p.text for p in given[:2])
    if high.isdigit() and low.lstrip("-").isdigit() and int(high) >= int(low):
        less = int(low) - 1
        value = "{0}" + (f" + {less}" if less > 0 else f" - {-less}" if less else "")
        sides = int(high) - less
        return f.rolled(Dice(0, 1, f"d{sides}", value, idiom), at)
    if low == "1":
        return f.rolled(Dice(0, 1, f"die({high})", "{0}", idiom), at)
    faces = f"die({high} - {given[0].within(7)} + 1)"
    value = f"{{0}} + {given[0].within(7)} - 1"
    return f.rolled(Dice(0, 1, f"'{faces}'", value, idiom), at)


def _drawn(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    return f.rolled(Dice(0, 1, "", "{0}", idiom, draws=given[0].text), at)


def _dice(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    """`roll(2, 6)`, `d(6)`; dice in the brackets were read already."""
    if len(given) == 1 and given[0].text.isdigit():
        return f.rolled(Dice(0, 1, f"d{given[0].text}", "{0}", idiom), at)
    if len(given) == 2 and all(piece.text.isdigit() for piece in given):
        number, sides = (int(piece.text) for piece in given)
        faces = f"{number}d{sides}"
        value = "sum({0})" if number > 1 else "{0}"
        return f.rolled(Dice(0, number, faces, value, idiom), at)
    if len(given) == 1 and f.rolls:
        f.note(idiom, at)
        return Piece(given[0].text, at, given[0].level).foreign
    raise NotForeign


def _range(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    low, high = (None, given[0]) if len(given) == 1 else given[:2]
    first = "0" if low is None else low.within(SUM)
    last = str(int(high.text) - 1) if high.text.isdigit() else f"{high.within(SUM)} - 1"
    if len(given) > 2:
        raise NotForeign
    return f.foreign(_at_level(idiom, 5), at, text=f"{first}..{last}")


def _filtered(f: Findings, source: Piece, test: Piece, at: At) -> Gathering:
    """Return a source with only those for which a function is true."""
    before = source.form if isinstance(source.form, Gathering) else None
    if isinstance(test.form, Function):
        variable, where = test.form.variables[0], test.form.body
    else:
        variable = f.variable(source, test)
        where = Piece(f"{test.within(ATOM)}({variable})", at)
    if before is not None and before.where is None and before.body.text == variable:
        source = before.source
    return Gathering(Piece(variable, at), variable, source, where)


def _filter(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    source, test = _source_first(given)
    f.note(idiom, at)
    return gathered("list", _filtered(f, source, test, at), at)


def _tested(function: str) -> Build:
    """`xs.some(v => ...)`: a function of what meets a condition."""

    def build(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
        if len(given) == 1:
            return over(f, idiom, at, function, given[0])
        f.note(idiom, at)
        form = _filtered(f, given[0], given[1], at)
        if function in ("any", "all") and form.where is not None:
            form = Gathering(form.where, form.variable, form.source)
        return gathered(function, form, at)

    return build


def _mapped(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    source, to = _source_first(given)
    f.note(idiom, at)
    before = source.form if isinstance(source.form, Gathering) else None
    if isinstance(to.form, Function):
        variable, body = to.form.variables[0], to.form.body
    else:
        variable = f.variable(source, to)
        body = Piece(f"{to.within(ATOM)}({variable})", at)
    where = None
    if before is not None and before.body.text == before.variable == variable:
        source, where = before.source, before.where
    return gathered("list", Gathering(body, variable, source, where), at)


def _source_first(given: Sequence[Piece]) -> tuple[Piece, Piece]:
    """Return (source, function), which Python has the other way round."""
    first, second = given
    return (second, first) if isinstance(first.form, Function) else (first, second)


def _sorted_by(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    if len(given) == 1:
        return over(f, idiom, at, "sorted", given[0])
    key = given[1].form
    if not isinstance(key, Function) or len(key.variables) != 1:
        raise NotForeign
    variable = key.variables[0]
    here = f"list({variable} in {given[0].within(5)} by {key.body.text})"
    return f.foreign(idiom, at, text=here)


def _joined(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    return f.foreign(idiom, at, text="'" + "".join(map(inside_text, given)) + "'")


def inside_text(piece: Piece) -> str:
    """Return a piece as it is written inside a quoted text."""
    if isinstance(piece.form, Literal) and piece.form.quoted:
        return piece.form.text
    if piece.text[:1] == piece.text[-1:] == "'" and "'" not in piece.text[1:-1]:
        return piece.text[1:-1]
    if "'" in piece.text:
        raise NotForeign
    return f"{{{piece.text}}}"


def _listed(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    (only,) = given
    f.note(idiom, at)
    if isinstance(only.form, Gathering):
        return gathered("list", only.form, at)
    return Piece(only.text, at, only.level, only.form).foreign


def _added(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    here = "joined([{0}, [{1}]])"
    idiom = Idiom(
        idiom.typed,
        idiom.origin,
        f"a change, which is a step: set: {{{given[0].text}: ...}}",
        here,
        ATOM,
        safe=False,
    )
    return f.foreign(idiom, at, *given)


def _highest(function: str) -> Build:
    """`LARGE(xs, 1)`, the nth from one end."""

    def build(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
        other, how = ("min", "highest") if function == "max" else ("max", "lowest")
        if given[1].text == "1":
            return f.foreign(idiom, at, given[0], here=f"{function}({{0}})")
        return f.foreign(idiom, at, given[1], given[0], here=f"{other}({how}({{*}}))")

    return build


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
_ANY = 64  # arguments of a call that takes any number of them

FUNCTIONS: tuple[Call, ...] = (
    _row(
        "if iif",
        (3, 3),
        "IF(c; a; b)",
        SHEETS,
        "a choice",
        "if {0} then {1} else {2}",
        level=CHOICE,
    ),
    _row(
        "if iif",
        (2, 2),
        "IF(c; a)",
        SHEETS,
        "a choice without an else",
        "if {0} then {1} else none",
        level=CHOICE,
        safe=False,
    ),
    _row(
        "ifs",
        (2, _ANY),
        "IFS(c; a; d; b)",
        SHEETS,
        "the first that is true",
        "if c then a else if d then b else none",
        build=_conditions,
        level=CHOICE,
    ),
    _row(
        "switch decode",
        (3, _ANY),
        "SWITCH(a; 1; x; 2; y; z)",
        SHEETS,
        "a choice by a value",
        "if a is 1 then x else if a is 2 then y else z",
        build=_switch,
        level=CHOICE,
    ),
    _row(
        "choose",
        (2, _ANY),
        "CHOOSE(n; a; b)",
        SHEETS,
        "the nth of some values",
        "[a, b][n]",
        build=lambda f, i, at, g: f.foreign(
            i, at, text=f"[{', '.join(p.text for p in g[1:])}][{g[0].text}]"
        ),
    ),
    _row(
        "and",
        (1, _ANY),
        "AND(a; b)",
        SHEETS,
        "all of them",
        "a and b",
        build=_chain("and", AND),
        level=AND,
    ),
    _row(
        "or",
        (1, _ANY),
        "OR(a; b)",
        SHEETS,
        "one of them",
        "a or b",
        build=_chain("or", OR),
        level=OR,
    ),
    _row("not", (1, 1), "NOT(a)", SHEETS, "'not'", "not {0:3}", level=3),
    _row(
        "xor",
        (2, 2),
        "XOR(a; b)",
        SHEETS,
        "one of two, not both",
        "{0:5} is not {1:5}",
        level=COMPARISON,
    ),
    _row(
        "isblank isnull isnone isna",
        (1, 1),
        "ISBLANK(a)",
        SHEETS,
        "whether nothing is there",
        "{0:5} is none",
        level=COMPARISON,
    ),
    _row(
        "iferror ifna ifnull isnull nvl coalesce nz",
        (2, 2),
        "COALESCE(a, 0)",
        f"{SQL}, {SHEETS}",
        "a value where there is none",
        "or_else({0}, {1})",
    ),
    _row(
        "vlookup",
        (3, 4),
        "VLOOKUP(a; t; 2; FALSE)",
        SHEETS,
        "a column of the row that a names",
        "t[a].column",
        build=_look_up,
    ),
    _row(
        "hlookup",
        (3, 4),
        "HLOOKUP(a; t; 2; FALSE)",
        SHEETS,
        "a row of the column that a names",
        "t[row, {0}]",
        safe=False,
        whole=False,
        build=lambda f, i, at, g: f.foreign(i, at, *g, here="{1:9}[row, {0}]"),
    ),
    _row(
        "xlookup lookup",
        (3, 4),
        "XLOOKUP(a; xs; ys)",
        SHEETS,
        "what is at the place of a value",
        "ys[position(xs, a)]",
        build=_x_look_up,
    ),
    _row(
        "index",
        (2, 3),
        "INDEX(t; a; b)",
        SHEETS,
        "a cell or an element",
        "t[a, b]",
        build=_index,
    ),
    _row(
        "match",
        (2, 3),
        "MATCH(a; xs; 0)",
        SHEETS,
        "the place of a value",
        "position(xs, a)",
        build=_matched,
    ),
    _row(
        "countif countifs",
        (2, _ANY),
        'COUNTIF(xs; ">=5")',
        SHEETS,
        "how many meet a condition",
        "count(v in xs where v >= 5)",
        build=_count_if,
    ),
    _row(
        "sumif",
        (2, 3),
        'SUMIF(xs; ">=5")',
        SHEETS,
        "the sum of those that meet a condition",
        "sum(v in xs where v >= 5)",
        build=_sum_if,
    ),
    _row(
        "sum math.fsum", (1, _ANY), "SUM(a; b)", SHEETS, "a sum", "a + b", build=_sums
    ),
    _row(
        "average avg mean statistics.mean",
        (1, _ANY),
        "AVERAGE(xs)",
        SHEETS,
        "the mean",
        "sum(xs) / count(xs)",
        build=_average,
        level=PRODUCT,
    ),
    _row(
        "min math.min",
        (1, _ANY),
        "MIN(a; b)",
        _ALL,
        "the least",
        "min(a, b)",
        build=_same("min"),
    ),
    _row(
        "max math.max",
        (1, _ANY),
        "MAX(a; b)",
        _ALL,
        "the greatest",
        "max(a, b)",
        build=_same("max"),
    ),
    _row(
        "large",
        (2, 2),
        "LARGE(xs; 2)",
        SHEETS,
        "the nth from the top",
        "min(highest(2, xs))",
        build=_highest("max"),
    ),
    _row(
        "small",
        (2, 2),
        "SMALL(xs; 2)",
        SHEETS,
        "the nth from below",
        "max(lowest(2, xs))",
        build=_highest("min"),
    ),
    _row(
        "abs math.abs math.fabs",
        (1, 1),
        "ABS(a)",
        _ALL,
        "the absolute value",
        "abs({0})",
    ),
    _row(
        "sign sgn math.sign",
        (1, 1),
        "SIGN(a)",
        SHEETS,
        "-1, 0 or 1",
        "if {0:5} > 0 then 1 else if {0:5} < 0 then -1 else 0",
        level=CHOICE,
    ),
    _row(
        "roundup",
        (1, 2),
        "ROUNDUP(a; 0)",
        SHEETS,
        "rounding up (away from zero)",
        "up(a)",
        build=_digits("up"),
        safe=False,
    ),
    _row(
        "rounddown",
        (1, 2),
        "ROUNDDOWN(a; 0)",
        SHEETS,
        "rounding toward zero",
        "toward_zero(a)",
        build=_digits("toward_zero"),
    ),
    _row(
        "round math.round",
        (1, 2),
        "ROUND(a; 0)",
        _ALL,
        "rounding to the nearest, halves up here",
        "nearest(a)",
        build=_digits("nearest"),
        safe=False,
    ),
    _row(
        "trunc fix math.trunc",
        (1, 2),
        "TRUNC(a)",
        _ALL,
        "rounding toward zero",
        "toward_zero(a)",
        build=_digits("toward_zero"),
    ),
    _row(
        "ceiling ceil math.ceil ceiling.math roundup_to",
        (1, 2),
        "CEILING(a; 5)",
        _ALL,
        "rounding up, perhaps to a multiple",
        "up(a / 5) * 5",
        build=_steps("up"),
    ),
    _row(
        "floor math.floor floor.math",
        (1, 2),
        "FLOOR(a; 5), Math.floor(a)",
        _ALL,
        "rounding down, perhaps to a multiple",
        "down(a / 5) * 5",
        build=_steps("down"),
    ),
    _row(
        "mround",
        (2, 2),
        "MROUND(a; 5)",
        SHEETS,
        "rounding to a multiple",
        "nearest(a / 5) * 5",
        build=_steps("nearest"),
    ),
    _row(
        "int",
        (1, 1),
        "INT(a), int(a)",
        f"{SHEETS}, {PYTHON}",
        "rounding down (Python: toward zero)",
        "down({0})",
        safe=False,
    ),
    _row(
        "parseint",
        (1, 2),
        "parseInt(a)",
        SCRIPT,
        "rounding toward zero",
        "toward_zero({0})",
    ),
    _row(
        "float number parsefloat decimal fraction bool",
        (1, 1),
        "float(a)",
        PYTHON,
        "a number; all numbers are exact",
        "{0:9}",
    ),
    _row(
        "str string tostring text",
        (1, 1),
        "str(a)",
        PYTHON,
        "a text with a value",
        "'{a}'",
        build=_joined,
    ),
    _row(
        "concat concatenate textjoin",
        (1, _ANY),
        'CONCATENATE(a; " men")',
        SHEETS,
        "texts joined",
        "'{a} men'",
        build=_joined,
    ),
    _row(
        "mod math.fmod math.mod modulo",
        (2, 2),
        "MOD(a; 2)",
        SHEETS,
        "what a division leaves",
        "remainder({0}, {1})",
    ),
    _row(
        "quotient",
        (2, 2),
        "QUOTIENT(a; b)",
        SHEETS,
        "a division toward zero",
        "toward_zero({0:7} / {1:8})",
    ),
    _row(
        "iseven even?",
        (1, 1),
        "ISEVEN(a)",
        SHEETS,
        "whether it is even",
        "remainder({0}, 2) is 0",
        level=COMPARISON,
    ),
    _row(
        "isodd odd?",
        (1, 1),
        "ISODD(a)",
        SHEETS,
        "whether it is odd",
        "remainder({0}, 2) is 1",
        level=COMPARISON,
    ),
    _row(
        "power pow math.pow",
        (2, 2),
        "POWER(a; 2)",
        _ALL,
        "a power",
        "a * a",
        build=_power,
        level=PRODUCT,
    ),
    _row(
        "sqr square",
        (1, 1),
        "SQR(a)",
        "Basic",
        "the square",
        "{0:7} * {0:8}",
        level=PRODUCT,
    ),
    _row(
        "clamp math.clamp median",
        (3, 3),
        "clamp(a, 1, 6)",
        SCRIPT,
        "a number within bounds",
        "max({1}, min({0}, {2}))",
        safe=False,
    ),
    _row(
        "len length size counta rows card",
        (1, 1),
        "len(xs)",
        f"{PYTHON}, {SHEETS}",
        "how many",
        "count(xs)",
        build=_over("count"),
    ),
    _row(
        "count",
        (1, 1),
        "COUNT(xs)",
        f"{SHEETS}, {SQL}",
        "how many",
        "count(xs)",
        build=_over("count"),
    ),
    _row(
        "any",
        (1, 1),
        "any(v > 3 for v in xs)",
        PYTHON,
        "whether one is true",
        "any(v > 3 for v in xs)",
        build=_over("any"),
    ),
    _row(
        "all every",
        (1, 1),
        "all(v > 3 for v in xs)",
        PYTHON,
        "whether all are true",
        "all(v > 3 for v in xs)",
        build=_over("all"),
    ),
    _row(
        "sorted sort",
        (1, 2),
        "sorted(xs, key=lambda v: v.a)",
        PYTHON,
        "in order",
        "list(v in xs by v.a)",
        build=_sorted_by,
    ),
    _row(
        "set unique dict.fromkeys",
        (1, 1),
        "set(xs), UNIQUE(xs)",
        f"{PYTHON}, {SHEETS}",
        "each element once",
        "distinct(xs)",
        build=_over("distinct"),
    ),
    _row(
        "list tuple array.from",
        (1, 1),
        "list(xs)",
        PYTHON,
        "a list",
        "xs",
        build=_listed,
    ),
    _row(
        "range",
        (1, 3),
        "range(1, 6)",
        PYTHON,
        "whole numbers, without the last",
        "1..5",
        build=_range,
        level=5,
    ),
    _row(
        "filter",
        (2, 2),
        "filter(lambda v: v > 3, xs)",
        PYTHON,
        "those that meet a condition",
        "list(v in xs where v > 3)",
        build=_filter,
    ),
    _row(
        "map",
        (2, 2),
        "map(lambda v: v + 1, xs)",
        PYTHON,
        "a value of each",
        "list(v + 1 for v in xs)",
        build=_mapped,
    ),
    _row(
        "randbetween random.randint randint random.randrange math.random rand random "
        "rng random.random rnd",
        (0, 2),
        "RANDBETWEEN(1; 6)",
        _ALL,
        "a die",
        "roll: {die: d6}",
        build=_random,
        safe=False,
    ),
    _row(
        "random.choice choice random.pick pick sample random.sample",
        (1, 1),
        "random.choice(xs)",
        PYTHON,
        "one of a list at random",
        "draw: die, from: xs",
        build=_drawn,
        safe=False,
    ),
    _row(
        "roll d dice die throw rolldice roll_dice rolled",
        (1, 2),
        "roll(2, 6)",
        _ALL,
        "dice",
        "roll: {dice: 2d6}, then sum(dice)",
        build=_dice,
        safe=False,
    ),
    _row(
        "contains includes",
        (2, 2),
        "contains(xs, a)",
        SQL,
        "whether the second is in the first",
        "{1:5} in {0:5}",
        level=COMPARISON,
    ),
)
"""Functions that are called with all their arguments in brackets."""

METHODS: tuple[Call, ...] = (
    _row(
        "filter where select",
        (2, 2),
        "xs.filter(v => v.lost)",
        SCRIPT,
        "those that meet a condition",
        "list(v in xs where v.lost)",
        build=_filter,
    ),
    _row(
        "map collect",
        (2, 2),
        "xs.map(v => v.a)",
        SCRIPT,
        "a value of each",
        "list(v.a for v in xs)",
        build=_mapped,
    ),
    _row(
        "some any",
        (2, 2),
        "xs.some(v => v > 3)",
        SCRIPT,
        "whether one is so",
        "any(v > 3 for v in xs)",
        build=_tested("any"),
    ),
    _row(
        "every all",
        (2, 2),
        "xs.every(v => v > 3)",
        SCRIPT,
        "whether all are so",
        "all(v > 3 for v in xs)",
        build=_tested("all"),
    ),
    _row(
        "find detect",
        (2, 2),
        "xs.find(v => v > 3)",
        SCRIPT,
        "the first that is so, or none",
        "first(v in xs where v > 3)",
        build=_tested("first"),
    ),
    _row(
        "count",
        (2, 2),
        "xs.count(a)",
        PYTHON,
        "how often a list has a value",
        "matches(xs, a)",
        build=lambda f, i, at, g: (
            _tested("count")(f, i, at, g)
            if isinstance(g[1].form, Function)
            else f.foreign(i, at, *g, here="matches({0}, {1})")
        ),
    ),
    _row(
        "includes contains has include?",
        (2, 2),
        "xs.includes(a)",
        SCRIPT,
        "whether a list has a value",
        "{1:5} in {0:5}",
        level=COMPARISON,
    ),
    _row(
        "indexof index find_index",
        (2, 2),
        "xs.indexOf(a)",
        SCRIPT,
        "the place of a value, from 1 here",
        "position({0}, {1})",
        safe=False,
    ),
    _row(
        "append push add",
        (2, 2),
        "xs.append(a)",
        PYTHON,
        "a change, which is a step: set: {xs: joined([xs, [a]])}",
        "joined([xs, [a]])",
        build=_added,
    ),
    _row(
        "concat extend",
        (2, 2),
        "xs.concat(ys)",
        SCRIPT,
        "lists joined",
        "joined([{0}, {1}])",
    ),
    _row(
        "get",
        (3, 3),
        "m.get(k, 0)",
        PYTHON,
        "a value where there is none",
        "or_else({0:9}[{1}], {2})",
    ),
    _row("get at", (2, 2), "m.get(k)", PYTHON, "the value of a key", "{0:9}[{1}]"),
    _row(
        "length size len count",
        (1, 1),
        "xs.size()",
        SCRIPT,
        "how many",
        "count(xs)",
        build=_over("count"),
    ),
    _row(
        "sort sorted",
        (1, 2),
        "xs.sort()",
        SCRIPT,
        "in order",
        "sorted(xs)",
        build=_sorted_by,
    ),
    _row("pop shift", (1, 1), "xs.pop()", PYTHON, "the last", "last({0})", safe=False),
    _row("floor", (1, 1), "a.floor()", SCRIPT, "rounding down", "down({0})"),
    _row("ceil", (1, 1), "a.ceil()", SCRIPT, "rounding up", "up({0})"),
    _row(
        "round tofixed",
        (1, 2),
        "a.round()",
        SCRIPT,
        "rounding, halves up here",
        "nearest({0})",
        safe=False,
    ),
    _row(
        "tostring lower upper trim strip tolowercase touppercase",
        (1, 1),
        "a.toString()",
        SCRIPT,
        "a text",
        "{0:9}",
        safe=False,
    ),
)
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
    "sum count min max any all first last distinct sorted joined list map groups".split()
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
