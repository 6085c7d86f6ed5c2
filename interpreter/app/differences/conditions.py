"""What changed rules compare with: where a change shows, if anywhere.

A condition such as `man.experience >= 6` is met by few of the values that would be
tried without it. Its constants are, with the numbers next to them, among the values of
arguments that are tried; and where a condition reads a field of an entity, the entities
of the scenario that are given, and those of which there is one, get such values too.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from interpreter.app.opening.session import Session
from interpreter.expressions.typed import Apply, Constant, FieldRead, Use
from interpreter.ir.effects import RuleName
from interpreter.ir.instructions import Program
from interpreter.ir.reachability import PROCEDURES, declaration
from interpreter.reports.values import spaced, to_text
from interpreter.semantics.declarations import ModifierRow, RollBand
from interpreter.source import Source, Span
from interpreter.values.types import (
    Boolean,
    Entity,
    Maybe,
    Number,
    Seat,
    Type,
    Value,
    enumeration_of,
    present,
)

MOST_RULES = 50  # changed ones that are looked through
MOST_VALUES = 8  # of a field that are tried
SECTIONS = ("formulas", "tables", "modifiers", PROCEDURES, "walks", "derived")
FieldName = tuple[str, str]


class Setting(Struct, frozen=True):
    """A field of an entity, by kind and number, and the value that it is given."""

    kind: str
    number: int
    field: str
    value: Value


class ComparedValues(Struct, frozen=True):
    """What rules compare with: whole numbers, and values of fields by (kind, field),
    those with which the field itself is compared first."""

    numbers: frozenset[int] = frozenset()
    fields: Mapping[FieldName, tuple[Value, ...]] = {}


NOTHING_COMPARED = ComparedValues()


def parts_of(value: object) -> Iterator[object]:
    """Yield a part of a program and all that it is made of, but places in files."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        yield part
        if isinstance(part, Span | Source):
            continue
        if isinstance(part, Struct):
            waiting += [getattr(part, name) for name in part.__struct_fields__]
        elif isinstance(part, Mapping):
            waiting += part.values()
        elif isinstance(part, tuple | list | frozenset):
            waiting += part


def numbers_in(value: object) -> set[int]:
    """Return the whole numbers in a part of a program: bounds of rows and constants."""
    found: set[int] = set()
    for part in parts_of(value):
        if isinstance(part, RollBand | ModifierRow):
            found |= {bound for bound in (part.low, part.high) if bound is not None}
        elif isinstance(part, Constant) and type(part.value) is int:
            found.add(part.value)
    return found


def compared_by(
    programs: Sequence[Program], changed: Iterable[RuleName]
) -> ComparedValues:
    """Return what rules of some programs, and those that they read, compare with."""
    names = [
        (part, name.replace(" ", "_")) for part, name in changed if part in SECTIONS
    ]
    numbers: set[int] = set()
    fields: dict[FieldName, dict[Value, None]] = {}
    for rule in (rule for program in programs for rule in _rules(program, names)):
        edges = _with_neighbours(numbers_in(rule))
        numbers |= edges
        compared = _compared_fields(rule)
        for read in parts_of(rule):
            if isinstance(read, FieldRead):
                key = read.kind, read.name
                values = fields.setdefault(key, {})
                own = compared.get(key, ())
                values |= dict.fromkeys(_values_of(read.type, own, edges))
    few = {key: tuple(islice(values, MOST_VALUES)) for key, values in fields.items()}
    return ComparedValues(
        frozenset(numbers), {key: some for key, some in few.items() if some}
    )


def _rules(program: Program, names: Sequence[RuleName]) -> list[object]:
    """Return rules by name, then the formulas that they read themselves: what a
    condition compares may be worked out there."""
    rules = {name: declaration(program, name) for name in names[:MOST_RULES]}
    for rule in [*rules.values()]:
        for use in parts_of(rule):
            if isinstance(use, Use) and use.section in ("formulas", "derived"):
                name = use.section, use.name
                rules.setdefault(name, declaration(program, name))
    return [rule for rule in rules.values() if rule is not None]


def _with_neighbours(numbers: Iterable[int]) -> set[int]:
    return {near for number in numbers for near in (number - 1, number, number + 1)}


def _compared_fields(rule: object) -> Mapping[FieldName, Sequence[Value]]:
    """Return the constants that are operands beside a field."""
    found: dict[FieldName, list[Value]] = {}
    for part in parts_of(rule):
        if not isinstance(part, Apply):
            continue
        constants = [each for each in part.arguments if isinstance(each, Constant)]
        for read in part.arguments:
            if isinstance(read, FieldRead):
                for constant in constants:
                    value = constant.value
                    listed = value if isinstance(value, tuple) else (value,)
                    found.setdefault((read.kind, read.name), []).extend(listed)
    return found


def _values_of(
    kind: Type, own: Sequence[Value], edges: Iterable[int]
) -> Iterator[Value]:
    """Yield values of a type of field: those it is compared with first."""
    inner = present(kind)
    if isinstance(inner, Boolean):
        yield from (True, False)
    elif isinstance(inner, Number):
        whole = [value for value in own if type(value) is int]
        for number in (*whole, *sorted(_with_neighbours(whole)), *sorted(edges)):
            if fits(number, inner):
                yield number
    elif (words := enumeration_of(inner)) is not None:
        ranks = range(len(words.values))
        yield from (value for value in own if type(value) is int and value in ranks)
        yield from ranks
    else:
        return
    if isinstance(kind, Maybe):
        yield None


def fits(number: int, kind: Number) -> bool:
    """Tell whether a whole number is one of a type."""
    is_low = kind.low is None or kind.low <= number
    is_high = kind.high is None or number <= kind.high
    return is_low and is_high and number % (kind.step or 1) == 0


def axes_of(
    session: Session, compared: ComparedValues
) -> list[list[tuple[Setting, str, str]]]:
    """Return for each field that is compared, of each entity that a session is given
    and of each that is the only one of its kind, the settings that are tried: with the
    name of the field and the text of the value."""
    declared, ids = session.program.declared, session.initial_state.ids
    given = [
        (parameter.type.kind, value)
        for parameter, value in zip(session.entry.takes, session.values, strict=True)
        if isinstance(parameter.type, Entity | Seat) and isinstance(value, int)
    ]
    single = [(name, 0) for name, kind in declared.kinds.items() if kind.single]
    axes = []
    for kind_name, number in dict.fromkeys((*given, *single)):
        rows = session.initial_state.rows.get(kind_name, ())
        if kind_name not in ids or number >= len(rows):  # what no scenario has
            continue
        name = spaced(ids[kind_name][number])
        kind = declared.kinds[kind_name]
        for field in kind.fields:
            now = rows[number][kind.slot(field.name)]
            axis = [
                (
                    Setting(kind_name, number, field.name, value),
                    f"{name}.{spaced(field.name)}",
                    to_text(value, field.type, session.edge),
                )
                for value in compared.fields.get((kind_name, field.name), ())
                if value != now
            ]
            axes += [axis] if axis else []
    return axes


def with_settings(session: Session, settings: Sequence[Setting]) -> Session:
    """Return a session that begins with fields of entities set."""
    beginning = session.initial_state
    rows = {kind: list(table) for kind, table in beginning.rows.items()}
    for setting in settings:
        kind = session.program.declared.kinds[setting.kind]
        row, slot = rows[setting.kind][setting.number], kind.slot(setting.field)
        rows[setting.kind][setting.number] = (
            *row[:slot],
            setting.value,
            *row[slot + 1 :],
        )
    tables = {kind: tuple(table) for kind, table in rows.items()}
    return replace(session, changed=replace(beginning, rows=tables))
