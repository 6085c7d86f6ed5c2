"""Procedures that roll on tables: what a step calls as `call: goals()`, and what rows
that roll lead to.

A row that rolls on its own table rolls again whatever of its rows would roll: so it
gives as many results as it says, and its odds have an end.
"""

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from interpreter.expressions.typed import (
    Apply,
    Constant,
    DiceExpression,
    Local,
    Template,
    Typed,
    Use,
)
from interpreter.ir.instructions import (
    HIDDEN,
    Instruction,
    Invoke,
    Let,
    Procedure,
    Repeat,
    Return,
    Roll,
    Say,
    Site,
    When,
)
from interpreter.ir.walking import instructions, numbered
from interpreter.semantics.audience import EVERYONE, Audience
from interpreter.semantics.declarations import (
    ENTRY,
    Parameter,
    RollBand,
    RollTable,
    Table,
)
from interpreter.values.types import INTEGER, Boolean, ListOf, whole

ROLLED, PLAINLY = f"__rolled{ENTRY}", f"__plainly{ENTRY}"
"""End the names of procedures that roll on a table; plainly: on rows that give."""

_NUMBER = f"{HIDDEN}number"


def procedures_of_tables(
    tables: Mapping[str, Table],
    procedures: Iterable[Procedure],
    default: Audience | None,
) -> Iterator[Procedure]:
    """Yield the procedures of tables that others call, and those that they call."""
    seen_by = default or EVERYONE
    waiting = list(_called(procedures))
    made: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in made:
            continue
        made.add(name)
        plainly = name.endswith(PLAINLY)
        table = tables.get(name.removesuffix(PLAINLY if plainly else ROLLED))
        if isinstance(table, RollTable) and table.dice is not None:
            found = (
                _plainly(table, seen_by) if plainly else _rolled(table, seen_by, tables)
            )
            waiting += _called((found,))
            yield found


def _called(procedures: Iterable[Procedure]) -> Iterator[str]:
    for each in procedures:
        for one in instructions(each.body):
            if isinstance(one, Invoke) and one.procedure.endswith((ROLLED, PLAINLY)):
                yield one.procedure


def _rolled(
    table: RollTable, seen_by: Audience, tables: Mapping[str, Table]
) -> Procedure:
    own = f"{table.name}{ROLLED}"
    rolling = [row for row in table.rows if row.rolls is not None]
    takes = (Parameter("modifier", INTEGER),) if table.plus else ()
    site, thrown = _thrown(table, own, seen_by)
    number = Local(_NUMBER, INTEGER)
    value: Typed = Use("tables", table.name, (number,), table.gives, table.span)
    if rolling:
        value = Apply("list", (value,), table.rolled)
    rest: tuple[Instruction, ...] = (Return(site, value),)
    for at, row in reversed([*enumerate(rolling)]):
        inside = Site(f"{own}.row_{at + 1}", row.span, row.rule, None, seen_by)
        steps = _row(table, row, inside, tables)
        rest = (When(inside, _lies_in(number, row), steps, rest),)
    return numbered(
        Procedure(
            own, takes, table.rolled, (*thrown, *rest), table.span, seen_by=seen_by
        )
    )


def _plainly(table: RollTable, seen_by: Audience) -> Procedure:
    """Return a roll on the rows that give something: any other is rolled again."""
    own = f"{table.name}{PLAINLY}"
    site, thrown = _thrown(table, own, seen_by)
    number = Local(_NUMBER, INTEGER)
    gives: Typed = Constant(True, Boolean())
    for row in table.rows:
        if row.rolls is not None:
            is_other = Apply("not", (_lies_in(number, row),), Boolean())
            gives = Apply("and", (gives, is_other), Boolean())
    value = Use("tables", table.name, (number,), table.gives, table.span)
    body = (
        Let(site, number.name, Constant(0, INTEGER)),  # what a loop binds ends with it
        Repeat(site, thrown, gives, None),
        Return(site, value),
    )
    made = Procedure(own, (), table.gives, body, table.span, seen_by=seen_by)
    return numbered(made)


def _thrown(
    table: RollTable, own: str, seen_by: Audience
) -> tuple[Site, tuple[Instruction, ...]]:
    """Return the roll on a table, which binds the number that fell."""
    assert table.dice is not None
    count, sides = table.dice
    site = Site(f"{own}.{table.name}", table.span, table.rule, None, seen_by)
    single = count == 1
    dice = DiceExpression(Constant(count, whole()), Constant(sides, whole()), single)
    face = whole(1, sides)
    fell = Local(f"{HIDDEN}fell", face if single else ListOf(face))
    number: Typed = fell if single else Apply("sum", (fell,), whole())
    if table.plus:
        number = Apply("+", (number, Local("modifier", INTEGER)), INTEGER)
    purpose = Template((table.name.replace("_", " "),))
    roll = Roll(site, fell.name, table.name, dice, None, purpose, None)
    return site, (roll, Let(site, _NUMBER, number))


def _lies_in(number: Typed, row: RollBand) -> Typed:
    parts = [
        Apply(sign, (number, Constant(bound, whole())), Boolean())
        for sign, bound in ((">=", row.low), ("<=", row.high))
        if bound is not None
    ]
    both = Apply("and", tuple(parts), Boolean()) if len(parts) == 2 else None
    return both or (parts[0] if parts else Constant(True, Boolean()))


def _row(
    table: RollTable, row: RollBand, site: Site, tables: Mapping[str, Table]
) -> tuple[Instruction, ...]:
    """Return what a row that rolls does: it gathers what came of each table."""
    rolls = row.rolls
    assert rolls is not None
    kind = ListOf(table.gives)
    came = Local(f"{HIDDEN}came", kind)
    report = Say(replace(site, say=Template((_said(row),))))
    made: list[Instruction] = [report, Let(site, came.name, Apply("list", (), kind))]
    for at, name in enumerate(rolls.tables, 1):
        path = f"{site.path}.{name}_{at}"
        inside = Site(path, row.span, row.rule, None, site.seen_by)
        part = Local(f"{HIDDEN}part_{at}", kind)
        callee = f"{name}{PLAINLY if name == table.name else ROLLED}"
        other = tables[name]
        assert isinstance(other, RollTable)
        gives = table.gives if name == table.name else other.rolled
        result = Local(f"{HIDDEN}result_{at}", gives)
        several = isinstance(gives, ListOf)
        more = result if several else Apply("list", (result,), kind)
        longer = _joined(part, more, kind)
        if rolls.distinct:
            longer = Apply("distinct", (longer,), kind)
        body = (
            Invoke(inside, result.name, callee, ()),
            Let(inside, part.name, longer),
        )
        number = Constant(rolls.times, whole())
        count = Apply("count", (part,), whole())
        enough = Apply(">=", (count, number), Boolean()) if rolls.distinct else None
        made += (
            Let(inside, part.name, Apply("list", (), kind)),
            Repeat(inside, body, enough, None if rolls.distinct else number),
            Let(inside, came.name, _joined(came, part, kind)),
        )
    return (*made, Return(site, came))


def _said(row: RollBand) -> str:
    rolls = row.rolls
    assert rolls is not None
    tables = " and on ".join(name.replace("_", " ") for name in rolls.tables)
    times = f", {rolls.times} times" if rolls.times > 1 else ""
    return f"row {row.key} rolls on {tables}{times}"


def _joined(one: Typed, other: Typed, kind: ListOf) -> Typed:
    return Apply("joined", (Apply("list", (one, other), ListOf(kind)),), kind)
