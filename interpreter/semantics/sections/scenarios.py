"""Reads scenarios: the entities and their fields at the start of a game."""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from typing import cast

from msgspec import Struct, field
from msgspec.structs import replace

from interpreter.diagnostics import did_you_mean, nearest, problem, there_are
from interpreter.expressions.evaluator import Environment, NotReadable, evaluate
from interpreter.expressions.typed import Constant, Typed, Use
from interpreter.ruleset.ruleset import Declaration
from interpreter.semantics.boards.planes import off_table, plane_of
from interpreter.semantics.declarations import (
    CHARTS,
    EVERYONE_READS,
    Field,
    InitialState,
    Kind,
)
from interpreter.semantics.expressions.yaml_values import figure, naming_rule, text_of
from interpreter.semantics.names import KnownRow, Names
from interpreter.values.faults import Fault
from interpreter.values.types import WRITABLE, Maybe, Nothing, Value, writable
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, name_of

OWN = ("kind", "title", "rule", "status", "say")

EVERYONE = "everyone"  # the word of a briefing for the text that all read
NOT_SEATS = ("judge", EVERYONE)

_Placed = tuple[ScalarNode, MappingNode] | None
"""The name of an entity and its fields; None where a scenario does not name it."""


class Scenario(Struct, frozen=True):
    """A scenario as read: initial state, main procedure, option settings as written."""

    name: str
    title: str
    initial_state: InitialState
    main: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)


def empty_state(names: Names) -> InitialState:
    """Return the state without a scenario: the single entities alone."""
    return _initial_state(names, {})


def declare_scenario(names: Names, each: Declaration) -> Scenario | None:
    """Read a scenario; entities refer to each other by id."""
    node = each.node
    if not isinstance(node, MappingNode):
        return None
    entities = node.get("entities")
    entries = entities.entries if isinstance(entities, MappingNode) else ()
    placed: dict[str, list[tuple[ScalarNode, MappingNode]]] = {}
    seen: dict[str, ScalarNode] = {}
    lost: set[str] = set()
    for key, value in entries:
        if not isinstance(value, MappingNode):
            continue
        kind_node = value.get("kind")
        kind = name_of(kind_node)
        if kind not in names.kinds:
            at = kind_node.span if kind_node is not None else key.span
            hint = did_you_mean(kind, names.kinds) or there_are(names.kinds)
            names.problems.append(
                problem("R307", at, f"'{kind}' is no kind of entity", hint=hint)
            )
            lost.add(key.name)
            continue
        if key.name in seen:
            continue
        if not writable(key.text):
            message = f"expressions cannot write the name '{key.text}'"
            names.problems.append(problem("R203", key.span, message, expected=WRITABLE))
            continue
        seen[key.name] = key
        placed.setdefault(kind, []).append((key, value))
    main = name_of(node.get("main"))
    if main and main not in names.procedures:
        main_node = node.get("main")
        hint = did_you_mean(main, names.procedures)
        span = main_node.span if main_node is not None else each.span
        names.problems.append(
            problem("R301", span, f"unknown procedure '{main}'", hint=hint)
        )
    seats = [key for key, _ in placed.get(names.seat_kind, ())]
    _check_seats(names, node.get("seats"), seats, lost)
    for key in seats:
        if key.name in NOT_SEATS:
            message = f"'{key.text}' is no name for a seat: commands mean others by it"
            hint = "choose another name"
            names.problems.append(problem("R305", key.span, message, hint=hint))
    briefings = _briefings(names, node.get("briefing"), seats, lost)
    names.scenario, names.lost = each.key, frozenset(lost)
    initial_state = replace(_initial_state(names, placed), briefings=briefings)
    names.scenario, names.lost = None, frozenset()
    return Scenario(
        each.key, text_of(node.get("title")), initial_state, main, settings_of(node)
    )


def _check_seats(
    names: Names, node: Node | None, ids: Sequence[ScalarNode], lost: Collection[str]
) -> None:
    """Report seats of a scenario that are none of its entities."""
    kind = names.seat_kind.replace("_", " ")
    seats = [key.text for key in ids]
    known = {*(key.name for key in ids), *lost}
    for key, value in node.entries if isinstance(node, MappingNode) else ():
        entity = text_of(value)
        if kind and name_of(value) in known:
            continue
        where = value.span if kind else key.span
        message = f"no '{entity}' of the kind '{kind}' is in this scenario"
        expected = f"the id of an entity of the kind '{kind}'"
        hint = did_you_mean(entity, seats) or there_are(seats)
        if not kind:
            message = f"'{key.text}' is no seat, for nobody has said what the seats are"
            expected = "a ruleset with seats"
            hint = "'seats: KIND' in ruleset.yaml names the kind of entity that plays"
        names.problems.append(
            problem("R301", where, message, expected=expected, hint=hint)
        )


def _briefings(
    names: Names,
    node: Node | None,
    seats: Sequence[ScalarNode],
    lost: Collection[str],
) -> dict[str, str]:
    """Read what seats read before they play, by their ids; a text is for all."""
    if not isinstance(node, MappingNode):
        text = text_of(node)
        return {EVERYONE_READS: text} if text else {}
    found = {}
    ids = {key.name: key.text for key in seats}
    for key, value in node.entries:
        if key.name in ids or key.name == EVERYONE:
            found[ids.get(key.name, EVERYONE_READS)] = text_of(value)
        elif key.name not in lost:
            known = [*ids.values(), EVERYONE]
            message = f"'{key.text}' is no seat of this scenario"
            hint = did_you_mean(key.text, known) or there_are(known)
            names.problems.append(problem("R301", key.span, message, hint=hint))
    return found


def settings_of(scenario: Node) -> dict[str, str]:
    """Return the option settings of a scenario as written."""
    held = scenario.get("options") if isinstance(scenario, MappingNode) else None
    entries = held.entries if isinstance(held, MappingNode) else ()
    return {key.name: text_of(node) for key, node in entries}


def _initial_state(
    names: Names, placed: dict[str, list[tuple[ScalarNode, MappingNode]]]
) -> InitialState:
    ids: dict[str, tuple[str, ...]] = {}
    for kind in names.kinds.values():
        given = tuple(key.text for key, _ in placed.get(kind.name, []))
        ids[kind.name] = given or ((kind.name,) if kind.single else ())
    before, names.initial_state = names.initial_state, InitialState({}, ids)
    layouts = names.layouts.get(names.scenario or "", {})
    around = (tuple(ids.items()), tuple(layouts.values()))
    rows = {
        kind.name: _rows(names, kind, placed.get(kind.name, []) or _lone(kind), around)
        for kind in names.kinds.values()
    }
    names.initial_state = before
    charts = _held(names)
    if charts:
        rows[CHARTS] = (tuple(charts.values()),)
    return InitialState(rows, ids)


def _lone(kind: Kind) -> Sequence[_Placed]:
    return [None] if kind.single else []


def _rows(
    names: Names, kind: Kind, placed: Sequence[_Placed], around: Hashable
) -> tuple[tuple[Value, ...], ...]:
    """Return the rows of the entities of a kind; `around` is what there is beside.

    An initial value is the same for all of them and is evaluated once.
    """
    starts = {
        field.name: field.start.value
        for field in kind.fields
        if isinstance(field.start, Constant)
    }
    return tuple(_known_row(names, kind, pair, starts, around) for pair in placed)


_ROW = ("scenarios", "\0row")
"""The reader of a row that is being read; no scenario can have that name."""


def _known_row(
    names: Names, kind: Kind, pair: _Placed, starts: dict[str, Value], around: Hashable
) -> tuple[Value, ...]:
    """Return the row of an entity.

    One with the same node, as a scenario has it from the one that it is like or as it
    was before an edit of another file, is read once, if there is the same beside it,
    nothing to say of it, and no option or rule in it.
    """
    if names.lost:
        return _row(names, kind, pair, starts)
    name, node = ("", None) if pair is None else (pair[0].name, pair[1])
    known = names.rows.setdefault((kind.name, name), [])
    for each in known:
        if (
            each.node is node
            and each.beside == around
            and _are_lacking(names, each.lacking)
        ):
            names.used |= each.uses
            return each.row
    dependencies = names.dependencies
    with (
        dependencies.reading(*_ROW),
        names.problems.part() as problems,
        names.noting_uses() as used,
    ):
        row = _row(names, kind, pair, starts)
        has_problems = bool(problems)
    dependencies.fresh.pop(_ROW, None)
    reads = dependencies.reads.pop(_ROW, {})
    for (section, read), whole in reads.items():
        dependencies.record(section, read, whole=whole)
    lacking = tuple(reads)
    if not has_problems and _are_lacking(names, lacking):
        known.append(KnownRow(node, around, row, frozenset(used), lacking))
    return row


_LOOKED_FOR = frozenset({"formulas", "tables", "modifiers", "walks", "options"})


def _are_lacking(names: Names, rules: Iterable[tuple[str, str]]) -> bool:
    """Look for rules and options, which is recorded; return whether none of them is
    declared."""
    lacking = True
    for section, name in rules:
        names.dependencies.record(section, name, whole=False)
        lacking &= section in _LOOKED_FOR and not names.has(section, name)
    return lacking


def _filled(
    names: Names,
    kind: Kind,
    pair: _Placed,
    starts: dict[str, Value],
    meant: set[str | None],
) -> dict[str, Value]:
    """Return field values from tables where the scenario gives none: the first table
    with a value wins; None if the cell is none.

    If the row is unknown after an error, the fields are added to `meant`.
    """
    if pair is None or kind.name not in names.fillings:
        return {}
    fillings = names.fillings[kind.name]
    if fillings is None:
        meant.update(field.name for field in kind.fields)
        return {}
    found: dict[str, Value] = {}
    for filling in fillings:
        by = next(field for field in kind.fields if field.name == filling.by)
        with names.problems.apart() as problems:  # reported when that field is read
            row = found.get(by.name)
            if row is None:
                row = _value(names, by, pair[1].get(by.name), starts)
        if problems:
            meant.update(field.name for field in kind.fields)
        for name, cell in filling.cells.get(row, {}).items():
            if pair[1].get(name) is not None or found.get(name) is not None:
                continue
            found[name] = constant(names, cell)
            if found[name] is None and not isinstance(cell.type, Nothing):
                meant.add(name)
    return found


def added_values(
    names: Names, kind: Kind, given: Mapping[str, Value]
) -> tuple[dict[str, Value], list[Field]]:
    """Return the field values of an entity that is added to a game, and the fields
    that lack one: what is not given is filled from the tables of the kind, else has its
    initial value, as in a scenario."""
    values = dict(given)
    for each in kind.fields:
        if each.name not in values and each.start is not None:
            values[each.name] = constant(names, each.start)
    filled: dict[str, Value] = {}
    for filling in names.fillings.get(kind.name) or ():
        key = filled.get(filling.by, values.get(filling.by))
        for name, cell in filling.cells.get(key, {}).items():
            if name not in given and filled.get(name) is None:
                filled[name] = constant(names, cell)
    values |= {name: value for name, value in filled.items() if value is not None}
    lacking = [
        each
        for each in kind.fields
        if values.get(each.name) is None and not isinstance(each.type, Maybe)
    ]
    return values, lacking


def _value(
    names: Names, field: Field, node: Node | None, starts: dict[str, Value]
) -> Value:
    """Return the value that a scenario gives a field, otherwise its initial value or
    None."""
    if node is not None:
        return _given(names, field, node)
    if field.start is None:
        return None
    if field.name not in starts:
        starts[field.name] = constant(names, field.start)
    return starts[field.name]


def _row(
    names: Names, kind: Kind, pair: _Placed, starts: dict[str, Value]
) -> tuple[Value, ...]:
    entries = pair[1].entries if pair else ()
    known = [each.name for each in kind.fields]
    fields = {*known, *OWN}
    meant: set[str | None] = set()
    for key, _ in entries:
        if key.name not in fields:
            hint = did_you_mean(key.text, known)
            meant.add(nearest(key.text, known))
            message = f"{kind.name.replace('_', ' ')} has no field '{key.text}'"
            names.problems.append(
                problem("R308", key.span, message, expected=", ".join(known), hint=hint)
            )
    filled = _filled(names, kind, pair, starts, meant)
    row: list[Value] = []
    for each in kind.fields:
        node = pair[1].get(each.name) if pair else None
        value = filled.get(each.name)
        if value is None and node is None and _is_plain(each, starts):
            value = starts.get(each.name)
        elif value is None:
            with naming_rule(names, each.rule) if each.rule else nullcontext():
                if node is None and each.start is None:
                    _check_missing(names, each, pair, meant, each.name in filled)
                value = _value(names, each, node, starts)
        row.append(value)
    return tuple(row)


def _is_plain(field: Field, starts: Mapping[str, Value]) -> bool:
    """Tell whether there is nothing to read where a scenario does not give a field, as
    is so of most: it may be none, or its initial value is known."""
    if field.start is None:
        return isinstance(field.type, Maybe)
    return field.name in starts


def _given(names: Names, field: Field, node: Node) -> Value:
    """Read the value that a scenario gives a field."""
    value = constant(names, figure(names, node, field.type))
    if plane_of(names) is not None:
        off_table(names, node.span, value, field.type)
    return value


def _check_missing(
    names: Names, field: Field, pair: _Placed, meant: set[str | None], in_row: bool
) -> None:
    """Report a field without a value; one in `meant` was given under a wrong name.

    `in_row`: a table of `figures` has a cell for it, which is none.
    """
    if pair and not isinstance(field.type, Maybe) and field.name not in meant:
        message = f"'{pair[0].text}' has no {field.name.replace('_', ' ')}"
        expected = field.name
        hint = "the row of its figures has none: write it there, or here"
        found = problem(
            "R102",
            pair[0].span,
            message,
            expected=expected,
            hint=hint if in_row else "",
        )
        names.problems.append(found)


def _held(names: Names) -> dict[str, Value]:
    """Return each board as it is in the scenario, in the order of the boards."""
    layouts = names.layouts.get(names.scenario or "", {})
    return {board: cast(Value, layout) for board, layout in layouts.items()}


def _charts(
    names: Names,
) -> tuple[dict[str, tuple[tuple[Value, ...], ...]], dict[tuple[str, str], int]]:
    """Return the row with the contents of all boards, and its slots."""
    charts = _held(names)
    slots = {(CHARTS, board): slot for slot, board in enumerate(charts)}
    return {CHARTS: (tuple(charts.values()),)}, slots


def constant(names: Names, given: Typed) -> Value:
    """Evaluate an expression that reads no state; None and a problem if it does."""
    if isinstance(given, Constant):
        return given.value
    try:
        rows, slots = _charts(names)
        return evaluate(given, Environment({}, rows, slots, _no_use))
    except NotReadable:
        return None  # a problem says why
    except (Fault, KeyError, IndexError) as fault:
        if given.span is not None:
            message = (
                f"this cannot be known before the game: {getattr(fault, 'message', '')}"
            )
            names.problems.append(problem("R701", given.span, message.rstrip(": ")))
        return None


def _no_use(use: Use, arguments: tuple[Value, ...], setting: Environment) -> Value:
    raise Fault("R702", f"'{use.name}' is not read here")
