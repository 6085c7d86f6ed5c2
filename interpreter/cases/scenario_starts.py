"""What must hold of things where a scenario begins, looked at in its state."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from interpreter.codegen.on_demand import CodeOnDemand
from interpreter.diagnostics import Diagnostic, LimitExceeded, Unusable, problem
from interpreter.engine.once import Engine, initial
from interpreter.expressions.evaluator import Environment, evaluate
from interpreter.expressions.typed import FieldRead, Local, Typed, Use
from interpreter.ir.effects import names_of
from interpreter.ir.instructions import Assign, Program
from interpreter.ir.walking import instructions, nodes
from interpreter.ruleset.ruleset import Declaration
from interpreter.secrecy.labels import ValueLabels
from interpreter.semantics.audience import EVERYONE
from interpreter.semantics.declarations import (
    CHARTS,
    SEAT,
    WAITING,
    EntityCondition,
    Field,
    Kind,
)
from interpreter.semantics.names import Names
from interpreter.semantics.state_view import StateView
from interpreter.source import Span, normalised
from interpreter.values.faults import Fault
from interpreter.values.log import STORE, shape
from interpreter.values.types import (
    Entity,
    ListOf,
    MapOf,
    Maybe,
    Number,
    Record,
    Type,
    Value,
)
from interpreter.views.visibility import Visibility
from interpreter.yaml.nodes import MappingNode as MapNode
from interpreter.yaml.nodes import Node

Meets = Callable[[Typed, int], bool]
"""Whether a condition holds of the thing of a number."""

_FAULTS = (Fault, Unusable, ArithmeticError, LookupError, TypeError)


def check_beginnings(
    names: Names, program: Program, scenarios: Iterable[Declaration]
) -> list[Diagnostic]:
    """Return what does not meet what must hold of it where these scenarios begin;
    raises LimitExceeded where that takes too long to find out."""
    rules = _Rules.of(program)
    return [
        found
        for scenario in scenarios
        for meets in [rules.asked_of(scenario.key)]
        for kind, held in names.holds.items()
        for each in held
        for found in _broken(
            scenario, program.initial_states[scenario.key].ids[kind], each, meets
        )
    ]


class _Rules(Struct, frozen=True):
    """The rules of a program as functions, by number, and the spans of fields."""

    program: Program
    engine: Engine
    numbers: Mapping[tuple[str, str], int]
    slots: Mapping[tuple[str, str], int]

    @classmethod
    def of(cls, program: Program) -> "_Rules":
        """Take the rules of a program, without its procedures; each is generated when
        it is first asked."""
        kinds, names = program.declared.kinds, names_of(program.declared)
        slots = {
            (name, each.name): slot
            for name, kind in kinds.items()
            for slot, each in enumerate(kind.fields)
        }
        rules = Program(program.declared, {}, {}, program.initial_states)
        numbers = {name: at for at, name in enumerate(names)}
        return cls(program, Engine(CodeOnDemand().code(rules)), numbers, slots)

    def asked_of(self, scenario: str) -> Meets:
        """Return how to ask whether a thing of a scenario meets a condition; all that
        is asked of one scenario is one work to do."""
        state = initial(self.program, scenario)
        rows: Any = StateView(self.program.declared, state).rows_by_kind
        self.engine.reset()

        def used(use: Use, arguments: tuple[Value, ...], within: Environment) -> Value:
            at = self.numbers[use.section, use.name]
            return self.engine.names[f"d{at}"](state, *arguments)

        setting = Environment({}, rows, self.slots, used)

        def meets(condition: Typed, number: int) -> bool:
            within = replace(setting, locals={"it": number})
            return bool(evaluate(condition, within))

        return meets


def _broken(
    scenario: Declaration, things: tuple[str, ...], held: EntityCondition, meets: Meets
) -> Iterator[Diagnostic]:
    """Yield a problem for each of some things that does not meet a condition."""
    for number, name in enumerate(things):
        at, written = _place(scenario, name)
        try:
            if not meets(held.condition, number):
                yield held.broken(name, at, written)
        except LimitExceeded as limit:
            raise limit.at(held.span) from None
        except _FAULTS as fault:
            why = getattr(fault, "message", "there is none where a value is needed")
            message = f"'{held.name}' comes to no answer for '{name}': {why}"
            related = ((at, "what it is asked of"),)
            yield problem("R521", held.span, message, related=related)
            return


def _place(
    scenario: Declaration, name: str
) -> tuple[Span, Callable[[Typed], Span | None]]:
    """Return the span of an entity in a scenario, and its values that a condition
    reads."""
    placed: Node | None = None
    if isinstance(scenario.node, MapNode):
        placed = scenario.node.get("entities")
    id_ = normalised(name)
    key = placed.key(id_) if isinstance(placed, MapNode) else None
    fields = placed.get(id_) if isinstance(placed, MapNode) else None

    def written(operand: Typed) -> Span | None:
        if not isinstance(operand, FieldRead) or not isinstance(operand.of, Local):
            return None
        field_node = fields.get(operand.name) if isinstance(fields, MapNode) else None
        return (
            field_node.span
            if field_node is not None and operand.of.name == "it"
            else None
        )

    return scenario.span if key is None else key.span, written


# What the beginning of a scenario shows of things that are hidden from a seat.

MOST_QUESTIONS = 50_000
MOST_NAMED = 3  # scenarios, of those that show the same
_OURS = frozenset({CHARTS, WAITING, STORE})


class _ShownFields(Struct):
    """Of the things of a kind that hide something from a seat, by field: what is shown
    of at least one, and what is hidden."""

    shown: set[str] = field(default_factory=set)
    hidden: set[str] = field(default_factory=set)


def notes_of_starts(shown: Iterable[tuple[Declaration, str]]) -> Iterator[Diagnostic]:
    """Yield a note for all scenarios that show the same (`shown_at_start`), at the
    first of them."""
    scenarios: dict[str, list[Declaration]] = {}
    for scenario, facts in shown:
        scenarios.setdefault(facts, []).append(scenario)
    for facts, alike in scenarios.items():
        names = [f"'{scenario.name}'" for scenario in alike[:MOST_NAMED]]
        more = len(alike) - len(names)
        *others, last = [*names, *([f"{more} more scenarios"] if more else [])]
        who = f"{', '.join(others)} and {last} begin" if others else f"{last} begins"
        message = f"{who} with hidden things of which others see {facts}"
        yield problem("R524", alike[0].span, message)


def shown_at_start(
    program: Program, scenarios: Iterable[Declaration]
) -> Iterator[tuple[Declaration, str]]:
    """Yield each of these scenarios that shows a seat something of what is hidden from
    it, and what: fields of things of which others are hidden, fields that name a
    thing of which nothing may be seen, and numbers that steps work out from what not
    everyone may know. A scenario with too many things and seats is passed over."""
    computed = _computed(program)
    for scenario in scenarios:
        if _questions(program, scenario.key) > MOST_QUESTIONS:
            continue
        try:
            partly, named, there = _looked_at(program, scenario.key)
        except LimitExceeded:  # views say so, and nothing is shown by them
            continue
        parts = [
            _of_kind(program, kind, partly[kind])
            for kind in program.declared.kinds
            if kind in partly
        ]
        if named:
            parts.append(f"names of hidden things: {_listed(named)}")
        worked_out = [name for name in computed if name.partition(".")[0] in there]
        if parts and worked_out:
            parts.append(f"worked out from hidden things: {_listed(worked_out)}")
        if parts:
            yield scenario, "; ".join(parts)


def _questions(program: Program, scenario: str) -> int:
    """Return of how many things of a scenario how many seats would be asked."""
    ids = program.initial_states[scenario].ids
    seats = len(ids.get(program.declared.seat_kind, ()))
    return seats * sum(map(len, ids.values()))


def _looked_at(
    program: Program, scenario: str
) -> tuple[dict[str, _ShownFields], list[str], set[str]]:
    """Return what is shown and hidden by kind, the fields that name a thing of which
    the seat sees nothing, and the kinds that there are."""
    declared = program.declared
    state_view = StateView(declared, initial(program, scenario))
    partly: dict[str, _ShownFields] = {}
    named: dict[str, None] = {}
    someones = {
        name: {each.name for each in kind.fields if _is_someones(each)}
        for name, kind in declared.kinds.items()
    }
    asked = {name: _by_audience(kind) for name, kind in declared.kinds.items()}
    for seat in range(len(state_view.rows(declared.seat_kind))):
        visibility = Visibility(declared, state_view.state, seat)
        seen = {
            (kind.name, number): _seen(visibility, kind, number, asked[kind.name])
            for kind in declared.kinds.values()
            if kind.name not in _OURS
            for number in range(len(state_view.rows(kind.name)))
        }
        unseen = {thing for thing, fields in seen.items() if not fields}
        # who plays is printed on the scenario
        unseen = {thing for thing in unseen if thing[0] != declared.seat_kind}
        for (name, number), fields in seen.items():
            visible = {field_.name for field_ in fields}
            hidden = someones[name] - visible
            if hidden and fields:
                facts = partly.setdefault(name, _ShownFields())
                facts.shown |= visible
                facts.hidden |= hidden
            for field_ in fields:
                value = state_view.value(name, number, field_.name)
                if not unseen.isdisjoint(_things(value, field_.type)):
                    named[f"{_spaced(name)}.{_spaced(field_.name)}"] = None
    there = {_spaced(name) for name, rows in state_view.rows_by_kind.items() if rows}
    return partly, sorted(named), there


def _by_audience(kind: Kind) -> list[tuple[Field, int]]:
    """Return the fields of a kind that may be shown, each with the number of its
    audience: many fields have the same."""
    numbers: dict[Typed, int] = {}
    return [
        (field_, numbers.setdefault(field_.shown, len(numbers)))
        for field_ in kind.fields
        if field_.shown is not None and shape(field_.type) is None
    ]


def _seen(
    visibility: Visibility, kind: Kind, number: int, asked: list[tuple[Field, int]]
) -> list[Field]:
    """Return the fields of a thing that a seat sees; each audience is asked once."""
    answers: dict[int, bool] = {}
    visible = []
    for field_, audience in asked:
        if audience not in answers:
            answers[audience] = visibility.sees(kind, number, field_)
        if answers[audience]:
            visible.append(field_)
    return visible


def _is_someones(field_: Field) -> bool:
    """Tell whether any seat may ever see a field, but not all always."""
    condition = () if field_.shown is None else nodes(field_.shown)
    return any(isinstance(node, Local) and node.name == SEAT for node in condition)


def _things(value: Value, kind: Type) -> Iterator[tuple[str, int]]:
    """Yield the things that a value speaks of, by kind and number."""
    match kind:
        case Maybe():
            if value is not None:
                yield from _things(value, kind.item)
        case Entity() if isinstance(value, int):
            yield kind.kind, value
        case ListOf() if isinstance(value, tuple):
            for item in value:
                yield from _things(item, kind.item)
        case MapOf() if isinstance(value, tuple):
            for key, item in value:
                yield from (*_things(key, kind.key), *_things(item, kind.value))
        case Record() if isinstance(value, tuple):
            for item, (_, item_kind) in zip(value, kind.fields, strict=True):
                yield from _things(item, item_kind)
        case _:
            pass


def _computed(program: Program) -> list[str]:
    """Return the numbers that everyone sees and that a step works out from what not
    everyone may know."""
    knowledge = ValueLabels(program.declared)
    names: dict[str, None] = {}
    for procedure in program.procedures.values():
        for step in instructions(procedure.body):
            for change in step.changes if isinstance(step, Assign) else ():
                kind = program.declared.kinds[change.kind]
                target = kind.fields[kind.slot(change.field)]
                name = f"{_spaced(kind.name)}.{_spaced(target.name)}"
                public = target.audience == EVERYONE and kind.name not in _OURS
                if not public or name in names or not _is_number(target.type):
                    continue
                if not knowledge.of(change.value, {}).includes(EVERYONE):
                    names[name] = None
    return list(names)


def _is_number(kind: Type) -> bool:
    return isinstance(kind.item if isinstance(kind, Maybe) else kind, Number)


def _of_kind(program: Program, name: str, facts: _ShownFields) -> str:
    """Return the fields of a kind that are shown: them, or the others if fewer."""
    order = [field_.name for field_ in program.declared.kinds[name].fields]
    shown = [field_name for field_name in order if field_name in facts.shown]
    hidden = [
        field_name for field_name in order if field_name in facts.hidden - facts.shown
    ]
    if hidden and len(hidden) < len(shown):
        return f"{_spaced(name)}: all but {_listed(hidden)}"
    return f"{_spaced(name)}: {_listed(shown)}"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(_spaced, names))


def _spaced(name: str) -> str:
    return name.replace("_", " ")
