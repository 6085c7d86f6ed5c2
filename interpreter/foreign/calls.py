"""Functions, methods and properties of other languages.

The rows are in `calls.table`, whose head says what its columns are. It is read when the
first text is read again, which is only where a pack has an error.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct

from interpreter.foreign import call_forms
from interpreter.foreign.call_forms import Build
from interpreter.foreign.idioms import Idiom
from interpreter.foreign.operators import LEVELS
from interpreter.foreign.pieces import At, Findings, Piece

_BUILDS: Mapping[str, Build] = MappingProxyType(
    {
        "appended": call_forms.appended,
        "as_list": call_forms.as_list,
        "averaged": call_forms.averaged,
        "cell": call_forms.cell,
        "conditions": call_forms.conditions,
        "counted_if": call_forms.counted_if,
        "dice_thrown": call_forms.dice_thrown,
        "drawn": call_forms.drawn,
        "filtered": call_forms.filtered,
        "how_often": call_forms.how_often,
        "in_order": call_forms.in_order,
        "looked_up": call_forms.looked_up,
        "looked_up_by_place": call_forms.looked_up_by_place,
        "mapped": call_forms.mapped,
        "matched": call_forms.matched,
        "multiplied": call_forms.multiplied,
        "reduced": call_forms.reduced,
        "sliced": call_forms.sliced,
        "nth_of_these": call_forms.nth_of_these,
        "powered": call_forms.powered,
        "random_number": call_forms.random_number,
        "row_of_column": call_forms.row_of_column,
        "summed": call_forms.summed,
        "summed_if": call_forms.summed_if,
        "switched": call_forms.switched,
        "text_joined": call_forms.text_joined,
        "whole_numbers": call_forms.whole_numbers,
    }
)
"""What makes the text of a row."""
_BUILDS_WITH: Mapping[str, Callable[[str], Build]] = MappingProxyType(
    {
        "chained": call_forms.chained,
        "nth_highest": call_forms.nth_highest,
        "of_list": call_forms.of_list,
        "rounded": call_forms.rounded,
        "rounded_to": call_forms.rounded_to,
        "same_function": call_forms.same_function,
        "tested": call_forms.tested,
    }
)
"""The same for what takes a word, the second one of `made by`."""
_ANY = 64  # arguments of a call that takes any number of them


class ForeignCall(Struct, frozen=True):
    """A row: which names with how many arguments, and what they become."""

    names: tuple[str, ...]
    least: int
    most: int
    idiom: Idiom
    build: Build | None = None


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


class CallTable(Struct, frozen=True):
    """The rows of both tables, also by name."""

    functions: tuple[ForeignCall, ...]
    methods: tuple[ForeignCall, ...]
    functions_of: Mapping[str, tuple[ForeignCall, ...]]
    methods_of: Mapping[str, tuple[ForeignCall, ...]]


@lru_cache(maxsize=1)
def call_table() -> CallTable:
    """Return the rows, read once."""
    text = Path(__file__).with_name("calls.table").read_text(encoding="utf-8")
    _, functions, methods = text.split("\n[")
    both = tuple(_rows(functions)), tuple(_rows(methods))
    return CallTable(*both, *map(_by_name, both))


def _rows(section: str) -> Iterator[ForeignCall]:
    for line in section.splitlines()[2:]:
        columns = [column.strip() for column in line.split(" | ")]
        typed, origin, meaning, here, maker, number, binds, marks, names = columns
        least, _, most = number.removesuffix("+").partition("-")
        level = LEVELS[binds or "atom"]
        safe, whole = "look" not in marks, "fill" not in marks
        yield ForeignCall(
            tuple(names.split()),
            int(least),
            _ANY if number.endswith("+") else int(most or least),
            Idiom(typed, origin, meaning, here, level, safe, whole),
            _build(maker),
        )


def _build(maker: str) -> Build | None:
    name, _, word = maker.partition(" ")
    if word:
        return _BUILDS_WITH[name](word)
    return _BUILDS[name] if name else None


def _by_name(rows: Sequence[ForeignCall]) -> Mapping[str, tuple[ForeignCall, ...]]:
    found: dict[str, tuple[ForeignCall, ...]] = {}
    for row in rows:
        for name in row.names:
            found[name] = (*found.get(name, ()), row)
    return MappingProxyType(found)


def made(findings: Findings, row: ForeignCall, at: At, given: Sequence[Piece]) -> Piece:
    """Return what a call becomes."""
    if row.build is not None:
        return row.build(findings, row.idiom, at, given)
    return findings.foreign(row.idiom, at, *given)


def function(name: str, arguments: int) -> ForeignCall | None:
    """Return the row of a function with so many arguments, or None."""
    return _with(call_table().functions_of.get(name.lower(), ()), arguments)


def is_only_foreign(name: str) -> bool:
    """Return whether functions of other languages have that name, and none here."""
    return name.lower() in call_table().functions_of and name not in OWN_NAMES


def method(name: str, arguments: int) -> ForeignCall | None:
    """Return the row of a method; the thing before the dot counts as an argument."""
    return _with(call_table().methods_of.get(name.lower(), ()), arguments)


def _with(rows: Sequence[ForeignCall], arguments: int) -> ForeignCall | None:
    return next((row for row in rows if row.least <= arguments <= row.most), None)


def listed() -> tuple[Idiom, ...]:
    """Return every row of these tables."""
    table = call_table()
    return tuple(row.idiom for row in (*table.functions, *table.methods))
