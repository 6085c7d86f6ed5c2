"""An entry point opened for one command: its arguments, options, seat and seed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from interpreter.app.opening.values import value_of
from interpreter.diagnostics import UnknownName, Unusable, UsageError, did_you_mean
from interpreter.ir.instructions import Program
from interpreter.pipeline.opening import Pack
from interpreter.reports.colour import clean
from interpreter.reports.values import ValueNames, edge, takes_text
from interpreter.semantics.declarations import EntryPoint, InitialState, Parameter
from interpreter.source import normalised
from interpreter.values.types import (
    Boolean,
    Entity,
    EnumerationPart,
    GameState,
    ListOf,
    MapOf,
    Maybe,
    Record,
    Type,
    Value,
    enumeration_of,
    present,
    spoken,
)

if TYPE_CHECKING:
    from interpreter.yaml import Node


GivenValue: TypeAlias = (
    "str | int | Fraction | Sequence[GivenValue] | Mapping[str, GivenValue] | None"
)
"""A text is read as it would be typed (a name, a number, an expression without dice);
a number is exact, so no float; a list is a sequence, a record or a map a mapping."""


def value_of_given(
    pack: Pack, value: GivenValue, kind: Type, scenario: str, source: str
) -> Value:
    """Return a value of a type; raises Unusable for one that does not fit.

    `source` names the value in messages. Nothing is imported for it that a warm start
    must not import, but for a text that nests.
    """
    _require_exact(value, source)
    inner = present(kind)
    if isinstance(value, str):
        return value_of(pack, value, kind, scenario, source)
    if value is None:
        if isinstance(kind, Maybe):
            return None
        raise Unusable(f"{source}: none does not fit", hint=_expected(kind))
    if isinstance(value, bool) and not isinstance(inner, Boolean):
        raise Unusable(f"{source}: {value} does not fit", hint=_expected(kind))
    if isinstance(value, int | Fraction):
        text = ("no", "yes")[value] if isinstance(value, bool) else str(value)
        return value_of(pack, text, kind, scenario, source)
    if isinstance(value, Mapping):
        return _of_mapping(pack, value, kind, scenario, source)
    return _of_sequence(pack, value, kind, scenario, source)


def _require_exact(value: object, source: str) -> None:
    """Raise Unusable for what only a caller without a type checker gives."""
    if not isinstance(value, str | int | Fraction | Sequence | Mapping | None):
        hint = "give a Fraction, or a text such as '1/2'"
        name = type(value).__name__
        raise Unusable(f"{source}: a {name} is no exact value", hint=hint)


def _of_sequence(
    pack: Pack, items: Sequence[GivenValue], kind: Type, scenario: str, source: str
) -> Value:
    inner = present(kind)
    if isinstance(inner, ListOf):
        return tuple(
            value_of_given(pack, item, inner.item, scenario, source) for item in items
        )
    if isinstance(inner, Record) and len(items) == len(inner.fields):
        pairs = zip(items, inner.fields, strict=True)
        return tuple(
            value_of_given(pack, item, of, scenario, source) for item, (_, of) in pairs
        )
    raise Unusable(f"{source}: a list does not fit", hint=_expected(kind))


def _of_mapping(
    pack: Pack,
    entries: Mapping[str, GivenValue],
    kind: Type,
    scenario: str,
    source: str,
) -> Value:
    inner = present(kind)
    if isinstance(inner, MapOf):
        return tuple(
            (
                value_of_given(pack, key, inner.key, scenario, source),
                value_of_given(pack, value, inner.value, scenario, source),
            )
            for key, value in entries.items()
        )
    if not isinstance(inner, Record):
        raise Unusable(f"{source}: a map does not fit", hint=_expected(kind))
    values: dict[str, GivenValue] = {
        normalised(name): value for name, value in entries.items()
    }
    names = [name for name, _ in inner.fields]
    hint = f"it has the fields {', '.join(names)}"
    for name in values:
        if name not in names:
            raise Unusable(f"{source}: '{name}' is no field of it", hint=hint)
    for name, of in inner.fields:
        if name not in values and not isinstance(of, Maybe):
            raise Unusable(f"{source}: '{name}' is missing", hint=hint)
    return tuple(
        value_of_given(pack, values.get(name), of, scenario, source)
        for name, of in inner.fields
    )


def value_of_answer(
    pack: Pack, answer: GivenValue | Node, kind: Type, scenario: str, source: str
) -> Value:
    """Return an answer to a question, from a value or a node of YAML; a text may be a
    map or a record written on one line."""
    # they read YAML, for which no run without answers has to wait
    from interpreter.app.opening.yaml_values import value_at, value_in_line
    from interpreter.yaml import MappingNode, ScalarNode, SequenceNode

    if isinstance(answer, str):
        return value_in_line(pack, answer, kind, scenario, source)
    if isinstance(answer, MappingNode | ScalarNode | SequenceNode):
        return value_at(answer, kind, pack, scenario)
    return value_of_given(pack, answer, kind, scenario, source)


def _expected(kind: Type) -> str:
    return f"expected {spoken(kind)}"


# What a procedure takes, for the message about a missing argument.


TYPED = "--with "
"""What is written before an argument on the command line."""


def missing(
    entry: EntryPoint,
    name: Parameter,
    initial_state: InitialState,
    scenario: str,
    prefix: str = TYPED,
) -> UsageError:
    """Return the error for an argument without a value: all that are taken, and an
    example that could be typed."""
    takes = ", ".join(map(_taken, entry.takes))
    needed = [parameter for parameter in entry.takes if parameter.default is None]
    used: set[str] = set()
    example = (" " if prefix else ", ").join(
        f"{prefix}{_example(each, initial_state, used)}" for each in needed
    )
    hint = f"'{entry.name}' takes {takes}; give {example}"
    if not scenario and any(
        _kind(each.type) and not _some_values(each, initial_state) for each in needed
    ):
        hint += "; a scenario has the entities: --scenario NAME"
    return UsageError(f"the argument '{name.name}' is missing", hint)


def _taken(parameter: Parameter) -> str:
    parameter_text = takes_text([parameter])
    return (
        parameter_text
        if parameter.default is None
        else f"{parameter_text} (may be left out)"
    )


def _kind(kind: Type) -> str:
    inner = kind.item if isinstance(kind, Maybe) else kind
    return inner.kind if isinstance(inner, Entity) else ""


def _some_values(parameter: Parameter, initial_state: InitialState) -> tuple[str, ...]:
    return initial_state.ids.get(_kind(parameter.type), ())


def _example(takes: Parameter, initial_state: InitialState, used: set[str]) -> str:
    """Return an argument as it could be typed, with an entity that is not used yet."""
    fresh = [each for each in _some_values(takes, initial_state) if each not in used]
    value = fresh[0] if fresh else _like(takes.type)
    used.add(value)
    return f"{takes.name}={value}"


def _like(kind: Type) -> str:
    """Return a value of a type as it could be typed."""
    inner = kind.item if isinstance(kind, Maybe) else kind
    if isinstance(inner, Entity):
        return "ID"
    words = enumeration_of(inner)
    if words is not None and words.values:
        rank = (
            inner.ranks[0] if isinstance(inner, EnumerationPart) and inner.ranks else 0
        )
        return words.values[rank].replace(" ", "_")
    low = getattr(inner, "low", None)
    if isinstance(inner, Boolean):
        return "yes"
    return str(low) if low is not None else "1" if spoken(inner) in _NUMBERS else "..."


_NUMBERS = ("integer", "number")


FEW = 8  # names of what can be run, when none was given


class Session(Struct, frozen=True, weakref=True):
    """What is run: an entry with its values in a scenario; `changed` are the entities
    with which it begins where some of their fields were set."""

    pack: Pack
    scenario: str
    entry: EntryPoint
    values: tuple[Value, ...]
    changed: InitialState | None = None

    @property
    def program(self) -> Program:
        """The program of the pack."""
        return self.pack.program

    @property
    def initial_state(self) -> InitialState:
        """The entities with which it begins."""
        return self.changed or self.program.initial_states[self.scenario]

    def briefing(self, seat: str) -> tuple[str, ...]:
        """Return what a seat reads before it plays, by paragraphs, ready to print."""
        return _paragraphs(self.initial_state.briefing(seat))

    def briefings(self) -> dict[str, tuple[str, ...]]:
        """Return what each seat alone reads, by its id, and what all do, by ""."""
        read_by = self.initial_state.briefings.items()
        return {seat: _paragraphs([text]) for seat, text in read_by}

    @property
    def edge(self) -> ValueNames:
        """The names of its values, as everything is called at the beginning."""
        return edge(self.program.declared, self.initial_state)

    def names_in(self, state: GameState) -> ValueNames:
        """Return the names of its values, as everything is called in a game state."""
        return edge(self.program.declared, self.initial_state, state=state)


def opened(
    pack: Pack,
    scenario: str,
    procedure: str | None,
    arguments: Mapping[str, GivenValue],
    prefix: str = TYPED,
) -> Session:
    """Return what is to be run of a pack, under the options that the scenario sets;
    raises the error of what does not fit."""
    name = scenario_of(scenario, pack.program)
    return entered(pack.under(name), name, procedure, arguments, prefix)


def entered(
    pack: Pack,
    scenario: str,
    procedure: str | None,
    arguments: Mapping[str, GivenValue],
    prefix: str = TYPED,
) -> Session:
    """Return what is to be run of a pack under a scenario, with its arguments by name;
    `prefix` is what messages write before the name of one."""
    entry = entry_of(procedure, scenario, pack)
    values_by_name: dict[str, GivenValue] = {
        normalised(name): value for name, value in arguments.items()
    }
    names = [takes.name for takes in entry.takes]
    for name in values_by_name:
        if name not in names:
            raise _no_argument(name, entry, prefix)
    values = tuple(
        _value(entry, takes, values_by_name, pack, scenario, prefix)
        for takes in entry.takes
    )
    return Session(pack, scenario, entry, values)


def _no_argument(name: str, entry: EntryPoint, prefix: str) -> UnknownName:
    """Return the error for an argument that is not taken: which are."""
    names = [each.name for each in entry.takes]
    error = UnknownName("argument", name, names)
    error.message += f" of '{entry.name}'"
    near = did_you_mean(name, names)
    takes = f"'{entry.name}' takes {takes_text(entry.takes) or 'no argument'}"
    typed = " ".join(f"{prefix}{each}=..." for each in names)
    takes += f": {typed}" if typed and prefix else ""
    error.hint = f"{near} {takes}".strip()
    return error


def scenario_of(name: str, program: Program) -> str:
    """Return a scenario's name as the program has it; "" is that without entities."""
    if not name:
        return ""
    known = [scenario for scenario in program.initial_states if scenario]
    found = normalised(name)
    if found not in known:
        raise UnknownName("scenario", name, known)
    return found


def entry_of(name: str | None, scenario: str, pack: Pack) -> EntryPoint:
    """Return what a name runs; without one, the `main` of the scenario."""
    if name is None:
        if not scenario:
            ruleset = pack.loaded().ruleset
            known_entries = ruleset.sections["entry_points"] if ruleset else {}
            raise UsageError(
                "neither a procedure nor a scenario is named",
                f"'{pack.name}' runs {_some(known_entries or pack.program.entries)}; "
                "or give --scenario NAME to run its 'main'",
            )
        name = pack.mains[scenario]
        if not name:
            hint = "name a procedure"
            raise UsageError(f"the scenario '{scenario}' has no 'main'", hint)
    found = pack.program.entries.get(normalised(name))
    if found is None:
        raise UnknownName("procedure", name, pack.program.entries)
    return found


def _some(names: Iterable[str]) -> str:
    """Return a few names, and how many more there are."""
    listed = list(names)
    more = f" and {len(listed) - FEW} more" if listed[FEW:] else ""
    return ", ".join(listed[:FEW]) + more


def _value(
    entry: EntryPoint,
    takes: Parameter,
    arguments: Mapping[str, GivenValue],
    pack: Pack,
    scenario: str,
    prefix: str,
) -> Value:
    name = takes.name
    if name in arguments:
        source = f"{prefix}{takes.name}"
        return value_of_given(pack, arguments[name], takes.type, scenario, source)
    if takes.default is None:
        raise missing(
            entry, takes, pack.program.initial_states[scenario], scenario, prefix
        )
    # a default is a constant, which the checker has proved
    return getattr(takes.default, "value", None)


def _paragraphs(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the lines of texts that are not blank, each on a line of its own."""
    lines = (line.strip() for text in texts for line in text.splitlines())
    return tuple(clean(line) for line in lines if line)
