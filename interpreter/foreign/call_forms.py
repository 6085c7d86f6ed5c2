"""What calls of other languages become where a template cannot say it."""

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from interpreter.foreign.dice_notations import WrittenDice
from interpreter.foreign.idioms import Idiom
from interpreter.foreign.operators import (
    ATOM,
    CHOICE,
    COMPARISON,
    LEVELS,
    PRODUCT,
    SUM,
)
from interpreter.foreign.pieces import (
    At,
    Findings,
    Gathering,
    Literal,
    NamelessFunction,
    NotForeign,
    Piece,
)

Build = Callable[[Findings, Idiom, At, Sequence[Piece]], Piece]


def chained(word: str) -> Build:
    """Operands with a word between them."""
    level = LEVELS[word]

    def build(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
        parts = [
            piece.within(level + (number > 0)) for number, piece in enumerate(given)
        ]
        return f.foreign(idiom, at, text=f" {word} ".join(parts))

    return build


def rounded(function: str) -> Build:
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


def rounded_to(function: str) -> Build:
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


def powered(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    """A power as a call."""
    return power(f, idiom, at, given[0], given[1])


MOST_FACTORS = 4


def power(f: Findings, idiom: Idiom, at: At, base: Piece, exponent: Piece) -> Piece:
    """Return a small whole power as a product; raises NotForeign for another."""
    if exponent.text not in ("2", "3", "4"):
        raise NotForeign
    here = " * ".join(["{0:7}", *["{0:8}"] * (int(exponent.text) - 1)])
    return f.foreign(_at_level(idiom, PRODUCT), at, base, here=here)


def conditions(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
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


def switched(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    """A choice by a value; nothing is said of other values."""
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


def summed(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    """A sum of arguments or of a list."""
    if len(given) == 1:
        return over(f, idiom, at, "sum", given[0])
    text = " + ".join(piece.within(SUM + (n > 0)) for n, piece in enumerate(given))
    return f.foreign(_at_level(idiom, SUM), at, text=text)


def averaged(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    """A mean of arguments or of a list."""
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


def of_list(function: str) -> Build:
    """A function of a list."""

    def build(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
        return over(f, idiom, at, function, given[0])

    return build


def same_function(function: str) -> Build:
    """A function that is here too, under the same name in small letters."""

    def build(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
        if len(given) == 1:
            return over(f, idiom, at, function, given[0])
        return f.foreign(idiom, at, *given, here=f"{function}({{*}})")

    return build


_CRITERION = re.compile(r"(>=|<=|<>|>|<|=)?\s*(.*)\Z", re.DOTALL)
_SIGNS: Mapping[str, str] = MappingProxyType({"": "is", "=": "is", "<>": "is not"})


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


def counted_if(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    """How many of a list meet conditions."""
    source = given[0]
    if len(given) % 2 or any(part.text != source.text for part in given[2::2]):
        raise NotForeign
    variable = f.variable(*given)
    tests = [_criterion(part, variable) for part in given[1::2]]
    here = f"count({variable} in {source.within(5)} where {' and '.join(tests)})"
    return f.foreign(idiom, at, text=here)


def summed_if(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    """The sum of those of a list that meet a condition."""
    if len(given) > 2 and given[2].text != given[0].text:
        raise NotForeign
    variable = f.variable(*given)
    test = _criterion(given[1], variable)
    here = f"sum({variable} in {given[0].within(5)} where {test})"
    return f.foreign(idiom, at, text=here)


def looked_up(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    """A column of a table by its number."""
    columns = f.known.columns(given[1].text)
    place = given[2].text
    column = "column"
    if place.isdigit() and 2 <= int(place) <= len(columns) + 1:
        column = columns[int(place) - 2]
    else:
        f.whole = False
    f.safe &= len(given) > 3 and given[3].text in ("no", "0")
    return f.foreign(idiom, at, *given, here=f"{{1:9}}[{{0}}].{column}")


def cell(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    """An element by its place, a cell by its keys."""
    keys = ", ".join(piece.text for piece in given[1:])
    f.safe &= "position(" not in keys  # which may be none
    return f.foreign(idiom, at, text=f"{given[0].within(ATOM)}[{keys}]")


def matched(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    """The place of a value."""
    f.safe &= len(given) > 2 and given[2].text == "0"
    return f.foreign(idiom, at, given[1], given[0], here="position({0}, {1})")


def looked_up_by_place(
    f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]
) -> Piece:
    """What is at the place of a value in another list."""
    here = "{2:9}[position({1}, {0})]"
    if len(given) > 3:
        here = "if {0:5} in {1:5} then {2:9}[position({1}, {0})] else {3}"
        return f.foreign(_at_level(idiom, CHOICE), at, *given, here=here)
    return f.foreign(idiom, at, *given, here=here)


def random_number(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    """A number at random, which is a die."""
    if not given:
        f.whole = False
        return f.rolled(WrittenDice(0, 1, "d100", "{0}", idiom), at)
    low, high = ("1", given[0].text) if len(given) == 1 else (p.text for p in given[:2])
    if high.isdigit() and low.lstrip("-").isdigit() and int(high) >= int(low):
        less = int(low) - 1
        value = "{0}" + (f" + {less}" if less > 0 else f" - {-less}" if less else "")
        sides = int(high) - less
        return f.rolled(WrittenDice(0, 1, f"d{sides}", value, idiom), at)
    if low == "1":
        return f.rolled(WrittenDice(0, 1, f"die({high})", "{0}", idiom), at)
    faces = f"die({high} - {given[0].within(7)} + 1)"
    value = f"{{0}} + {given[0].within(7)} - 1"
    return f.rolled(WrittenDice(0, 1, f"'{faces}'", value, idiom), at)


def drawn(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    """An element of a list at random."""
    return f.rolled(WrittenDice(0, 1, "", "{0}", idiom, draws=given[0].text), at)


def dice_thrown(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    """`roll(2, 6)`, `d(6)`; dice in the brackets were read already."""
    if len(given) == 1 and given[0].text.isdigit():
        return f.rolled(WrittenDice(0, 1, f"d{given[0].text}", "{0}", idiom), at)
    if len(given) == 2 and all(piece.text.isdigit() for piece in given):
        number, sides = (int(piece.text) for piece in given)
        faces = f"{number}d{sides}"
        value = "sum({0})" if number > 1 else "{0}"
        return f.rolled(WrittenDice(0, number, faces, value, idiom), at)
    if len(given) == 1 and f.rolls:
        f.note(idiom, at)
        return Piece(given[0].text, at, given[0].level).foreign
    raise NotForeign


def whole_numbers(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    """Whole numbers up to the one before the last."""
    low, high = (None, given[0]) if len(given) == 1 else given[:2]
    first = "0" if low is None else low.within(SUM)
    last = str(int(high.text) - 1) if high.text.isdigit() else f"{high.within(SUM)} - 1"
    if len(given) > 2:
        raise NotForeign
    return f.foreign(_at_level(idiom, 5), at, text=f"{first}..{last}")


def _picked(f: Findings, source: Piece, test: Piece, at: At) -> Gathering:
    """Return a source with only those for which a function is true."""
    before = source.form if isinstance(source.form, Gathering) else None
    if isinstance(test.form, NamelessFunction):
        variable, where = test.form.variables[0], test.form.body
    else:
        variable = f.variable(source, test)
        where = Piece(f"{test.within(ATOM)}({variable})", at)
    if before is not None and before.where is None and before.body.text == variable:
        source = before.source
    return Gathering(Piece(variable, at), variable, source, where)


def filtered(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    """Those of a list that meet a condition."""
    source, test = _source_first(given)
    f.note(idiom, at)
    return gathered("list", _picked(f, source, test, at), at)


def tested(function: str) -> Build:
    """`xs.some(v => ...)`: a function of what meets a condition."""

    def build(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
        if len(given) == 1:
            return over(f, idiom, at, function, given[0])
        f.note(idiom, at)
        form = _picked(f, given[0], given[1], at)
        if function in ("any", "all") and form.where is not None:
            form = Gathering(form.where, form.variable, form.source)
        return gathered(function, form, at)

    return build


def mapped(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    """A value of each element."""
    source, to = _source_first(given)
    f.note(idiom, at)
    before = source.form if isinstance(source.form, Gathering) else None
    if isinstance(to.form, NamelessFunction):
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
    return (
        (second, first) if isinstance(first.form, NamelessFunction) else (first, second)
    )


def in_order(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    """A list in order, perhaps by a key."""
    if len(given) == 1:
        return over(f, idiom, at, "sorted", given[0])
    key = given[1].form
    if not isinstance(key, NamelessFunction) or len(key.variables) != 1:
        raise NotForeign
    variable = key.variables[0]
    here = f"list({variable} in {given[0].within(5)} by {key.body.text})"
    return f.foreign(idiom, at, text=here)


def text_joined(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    """Texts and values in one text."""
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


def as_list(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    """A list of what is one already."""
    (only,) = given
    f.note(idiom, at)
    if isinstance(only.form, Gathering):
        return gathered("list", only.form, at)
    return Piece(only.text, at, only.level, only.form).foreign


def appended(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    """A list with one more element."""
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


def nth_highest(function: str) -> Build:
    """`LARGE(xs, 1)`, the nth from one end."""

    def build(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
        other, how = ("min", "highest") if function == "max" else ("max", "lowest")
        if given[1].text == "1":
            return f.foreign(idiom, at, given[0], here=f"{function}({{0}})")
        return f.foreign(idiom, at, given[1], given[0], here=f"{other}({how}({{*}}))")

    return build


def multiplied(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    """A product of arguments."""
    factors = (piece.within(PRODUCT + (n > 0)) for n, piece in enumerate(given))
    return f.foreign(idiom, at, text=" * ".join(factors))


def reduced(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    """A sum of values, which is what a list is mostly reduced to."""
    form = given[1].form
    if not isinstance(form, NamelessFunction) or len(form.variables) != 2:
        raise NotForeign
    total, variable = form.variables
    value = form.body.text.removeprefix(f"{total} + ")
    if value == form.body.text or re.search(rf"\b{total}\b", value):
        raise NotForeign
    source = given[0].within(COMPARISON + 1)
    body = "" if value == variable else f"{value} for "
    text = f"sum({body}{variable} in {source})" if body else f"sum({given[0].text})"
    if len(given) > 2 and given[2].text != "0":
        text = f"{given[2].within(SUM)} + {text}"
        return f.foreign(_at_level(idiom, SUM), at, text=text)
    return f.foreign(idiom, at, text=text)


def sliced(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    """A part of a list by its first index, from 0, and the index after its last."""
    last = given[2].text if len(given) > 2 else ""
    return f.foreign(idiom, at, text=slice_of(given[0].text, given[1].text, last))


def slice_of(text: str, low: str, last: str) -> str:
    """Return a slice of a list; `last` is "" for one that goes to the end."""
    if low.startswith("-"):
        text = f"last_of({text}, {low[1:]})"
    elif low not in ("0", ""):
        text = f"last_of({text}, count({text}) - {low})"
    if not last:
        return text
    if last.startswith("-"):
        last = f"count({text}) - {last[1:]}"
    elif low not in ("0", ""):
        are_figures = (last + low).isdigit()
        last = str(int(last) - int(low)) if are_figures else f"{last} - {low}"
    return f"first_of({text}, {last})"


def nth_of_these(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    """`CHOOSE(n; a; b)`."""
    values = ", ".join(piece.text for piece in given[1:])
    return f.foreign(idiom, at, text=f"[{values}][{given[0].text}]")


def row_of_column(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    """`HLOOKUP(a; t; 2)`, whose row has a name here."""
    return f.foreign(idiom, at, *given, here="{1:9}[row, {0}]")


def how_often(f: Findings, idiom: Idiom, at: At, given: Sequence[Piece]) -> Piece:
    """`xs.count(a)`, or with a function in place of the value."""
    if isinstance(given[1].form, NamelessFunction):
        return tested("count")(f, idiom, at, given)
    return f.foreign(idiom, at, *given, here="matches({0}, {1})")
