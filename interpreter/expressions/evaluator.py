"""The plain evaluator: slow, short, and the oracle of the generator."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from interpreter.expressions.functions import FUNCTIONS, OPERATORS
from interpreter.expressions.typed import (
    Apply,
    ClaimsTo,
    Collect,
    Constant,
    Every,
    FieldRead,
    IfElse,
    Invalid,
    Local,
    Now,
    ReachSearch,
    RecordRead,
    Remembered,
    SumPart,
    Typed,
    Use,
)
from interpreter.values.faults import Fault, Steps
from interpreter.values.log import BEGINNING, STORE, Log, happened, moment_of, told_to
from interpreter.values.types import Value

Uses = Callable[[Use, tuple[Any, ...], "Environment"], Any]
"""How a declaration of the pack is called, from a setting in whose state it is read;
passed down, since this room knows none."""


MOST_EVALUATED = 100_000  # steps, each about five microseconds


class NotReadable(Fault):
    """An expression that could not be read has no value."""

    def __init__(self) -> None:
        """Name no place: the problem of the expression does."""
        super().__init__("R701", "it could not be read")


def _some() -> Steps:
    return Steps(MOST_EVALUATED)


class Environment(Struct, frozen=True, eq=False):
    """The locals, the rows of each kind, the slots of each kind's fields, the
    declarations, the log, and the steps that are left: a use and each element that is
    looked at is one."""

    locals: Mapping[str, Any]
    rows: Mapping[str, tuple[tuple[Any, ...] | None, ...]]
    slots: Mapping[tuple[str, str], int]
    uses: Uses
    log: Log = BEGINNING
    steps: Steps = field(default_factory=_some)


def evaluate(node: Typed, setting: Environment) -> Any:  # noqa: C901 - a case a form
    """Return the value of a typed expression; raises Fault as running does."""
    match node:
        case Constant():
            return node.value
        case Invalid():
            raise NotReadable
        case Local():
            return setting.locals[node.name]
        case FieldRead():
            row = setting.rows[node.kind][evaluate(node.of, setting)]
            if row is None:
                raise Fault("R704", "that entity was removed")
            return row[setting.slots[node.kind, node.name]]
        case RecordRead():
            return evaluate(node.of, setting)[node.index]
        case IfElse():
            chosen = node.then if evaluate(node.condition, setting) else node.other
            return evaluate(chosen, setting)
        case Apply():
            return _apply(node, setting)
        case Use():
            setting.steps.step()
            given = tuple(evaluate(each, setting) for each in node.arguments)
            return setting.uses(node, given, setting)
        case Collect():
            return _collect(node, setting)
        case Every():
            return tuple(
                i for i, row in enumerate(setting.rows[node.kind]) if row is not None
            )
        case Now():
            return moment_of(setting.log)
        case Remembered():
            since = evaluate(node.since, setting)
            until = None if node.until is None else evaluate(node.until, setting)
            return happened(setting.log, node.event, since, until)
        case ClaimsTo():
            seat = evaluate(node.seat, setting)
            return told_to(setting.rows[STORE], node.kind, seat)
        case SumPart():
            return _sum_part(node, evaluate(node.of, setting))
        case ReachSearch():
            return _reach(node, setting)


def _apply(node: Apply, setting: Environment) -> Value:
    if node.name in ("and", "or"):
        one = evaluate(node.arguments[0], setting)
        if one is (node.name == "or"):
            return one
        return evaluate(node.arguments[1], setting)
    values = [evaluate(each, setting) for each in node.arguments]
    if node.name[0] == ".":
        return getattr(values[0], node.name[1:])(*values[1:])
    called = OPERATORS.get(node.name) or FUNCTIONS[node.name]
    return called.python(*values)


def _reach(node: ReachSearch, setting: Environment) -> Value:
    for name, value in node.held:
        bound = {**setting.locals, name: evaluate(value, setting)}
        setting = replace(setting, locals=bound)
    number, slot = evaluate(node.of, setting), setting.slots[node.kind, node.name]
    faced = setting.slots[node.kind, node.facing] if node.facing else None

    def there(state: tuple[Value, ...]) -> Environment:
        """Return the setting in which the piece is at that hex of its way."""
        every, row = setting.rows[node.kind], setting.rows[node.kind][number]
        assert row is not None
        row = (*row[:slot], state[0], *row[slot + 1 :])
        if faced is not None:
            row = (*row[:faced], state[4], *row[faced + 1 :])
        rows = {**setting.rows, node.kind: (*every[:number], row, *every[number + 1 :])}
        known = dict(zip(node.names, state, strict=True))
        return replace(setting, locals={**setting.locals, **known}, rows=rows)

    def moves(*state: Value) -> Iterator[tuple[Value, Value, Value]]:
        here = there(state)
        for to in setting.steps.walk(evaluate(node.moves, here)):
            inner = replace(here, locals={**here.locals, node.to: to})
            if evaluate(node.where, inner):
                yield to, evaluate(node.cost, inner), evaluate(node.free, inner)

    def rests(*state: Value) -> tuple[bool, bool]:
        here = there(state)
        return evaluate(node.must, here), evaluate(node.may, here)

    def turns(*state: Value) -> Iterator[tuple[Value, Value]]:
        here = there(state)
        for facing in setting.steps.walk(evaluate(node.turns, here)):
            known = {**here.locals, node.new_facing: facing}
            yield facing, evaluate(node.turn_cost, replace(here, locals=known))

    begin = tuple(evaluate(each, setting) for each in node.begin)
    budget = evaluate(node.budget, setting)
    return evaluate(node.chart, setting).ends(
        begin, node.turned, budget, moves, rests, turns, node.tracks
    )


def _sum_part(node: SumPart, values: tuple[Any, ...]) -> Value:
    if node.name == "applied":
        return any(values[row] is not None for row in node.rows)
    if node.name == "without":
        return tuple(each if i in node.rows else None for i, each in enumerate(values))
    return sum(values[row] for row in node.rows if values[row] is not None)


def _collect(node: Collect, setting: Environment) -> Value:
    found: list[tuple[tuple[Any, ...], Any]] = []
    for item in setting.steps.walk(evaluate(node.source, setting)):
        inner = replace(setting, locals={**setting.locals, node.variable: item})
        if node.where is None or evaluate(node.where, inner):
            keys = tuple(evaluate(each, inner) for each in node.by)
            value = evaluate(node.body, inner)
            found.append((keys, (item, value) if node.reducer == "map" else value))
    if node.reducer == "groups":
        grouped: dict[tuple[Any, ...], list[Any]] = {}
        for keys, value in found:
            grouped.setdefault(keys, []).append(value)
        return tuple(tuple(each) for each in grouped.values())
    if node.by:
        found.sort(key=lambda pair: pair[0])
    values = tuple(value for _, value in found)
    return _reduced(node, values)


def _reduced(node: Collect, values: tuple[Any, ...]) -> Value:
    if node.reducer == "list" or (node.reducer == "sorted" and node.by):
        return values
    if node.reducer == "map":
        return tuple(dict(values).items())
    return FUNCTIONS[node.reducer].python(values)
