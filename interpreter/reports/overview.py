"""The overview of a pack: what can be run, options, scenarios, all names."""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import dedent
from typing import get_args

from interpreter.expressions.typed import Constant
from interpreter.ir.instructions import Program
from interpreter.reports.colour import Paint, clean
from interpreter.reports.declarations import Shown, headline, rule_of, typed_value
from interpreter.reports.outputs.encoding import ABSENT
from interpreter.reports.outputs.packs import (
    ParameterOutput,
    RunnableOutput,
    RunnableSection,
)
from interpreter.reports.text_layout import columns, folded
from interpreter.reports.values import ValueNames, takes_text, to_json
from interpreter.ruleset.ruleset import Declaration, OptionValue, Ruleset
from interpreter.semantics.declarations import EntryPoint, Parameter
from interpreter.source import normalised
from interpreter.values.types import spoken
from interpreter.yaml import MappingNode as Node
from interpreter.yaml import ScalarNode

Sections = Mapping[str, Sequence[str]]


def overview(
    ruleset: Ruleset,
    program: Program,
    sections: Sections,
    typed: str,
    paint: Paint,
    cells: int,
) -> str:
    """Return the overview of a pack, beginning with what a newcomer can run.

    `typed` is the name of the pack on the command line.
    """
    title, name = _text(ruleset.head, "title"), clean(typed)
    head = paint.bold(clean(ruleset.name))
    lines = [f"{head}{f': {title}' if title else ''}"]
    for key in ("edition", "source"):
        text = _text(ruleset.head, key)
        lines += [f"  {key}: {text}"] if text else []
    lines += ["", f"To run (umpire run {name} NAME --with ARGUMENT=VALUE):"]
    for entry in _first(ruleset, program):
        lines += _signature(entry, cells)
    lines += _options(ruleset, cells)
    lines += _scenarios(ruleset, name, cells)
    for section, names in sections.items():
        if names and section not in ("entry_points", "options", "scenarios"):
            lines += ["", f"{section.capitalize()}:"]
            lines += folded(
                ", ".join(clean(normalised(each)) for each in names), cells, "  "
            )
    more = "Procedures, formulas, modifiers and tables can be run by name, too."
    return "\n".join([*lines, "", more, f"To read one: umpire show {name} NAME"])


def _first(ruleset: Ruleset, program: Program) -> Sequence[EntryPoint]:
    """Return the entry points; if there are none the procedures, else all that can
    run."""
    for section in ("entry_points", "procedures"):
        declared = ruleset.sections.get(section, {})
        found = [program.entries[key] for key in declared if key in program.entries]
        if found:
            return found
    return tuple(program.entries.values())


# Where a name is run from, in this order; a table is a roll table.
RUN: tuple[RunnableSection, ...] = get_args(RunnableSection)


def runnable_output(
    ruleset: Ruleset, program: Program, names: ValueNames
) -> tuple[RunnableOutput, ...]:
    """Return all that `run` accepts, with parameters and result types, as records for
    JSON."""
    found = [
        RunnableOutput(
            name=entry.name,
            section=next(e for e in RUN if name in ruleset.sections.get(e, {})),
            takes=tuple(_parameter_output(taken, names) for taken in entry.takes),
            gives=spoken(entry.gives),
        )
        for name, entry in program.entries.items()
    ]
    return tuple(sorted(found, key=lambda output: RUN.index(output.section)))


def _parameter_output(parameter: Parameter, names: ValueNames) -> ParameterOutput:
    default, kind = parameter.default, parameter.type
    return ParameterOutput(
        name=parameter.name,
        type=spoken(kind),
        default=to_json(default.value, kind, names)
        if isinstance(default, Constant)
        else ABSENT,
    )


def _signature(entry: EntryPoint, cells: int) -> Iterator[str]:
    takes = f"({takes_text(entry.takes)})" if entry.takes else ""
    first, *more = folded(f"{clean(entry.name)}{takes}", cells - 6, "  ")
    yield first
    yield from (f"    {line}" for line in more)
    gives = clean(spoken(entry.gives))
    if entry.writes is not None:
        reader = clean(entry.writes.pack)
        gives += f"; umpire export writes {entry.writes.form} for {reader}"
    yield from folded(f"gives {gives}", cells, "      ")


def _options(ruleset: Ruleset, cells: int) -> list[str]:
    if not ruleset.options:
        return []
    rows = []
    for option in ruleset.options.values():
        node = ruleset.sections.get("options", {}).get(option.key)
        title = _text(node.node, "title") if node else ""
        rows.append([clean(option.key), _values(option), title])
    head = "Options (--option NAME=VALUE; what is set is in brackets):"
    return ["", head, *columns(rows, heading=False, cells=cells)]


def _values(option: OptionValue) -> str:
    if len(option.values) > 8:
        return f"[{typed_value(option.value)}] of {clean(option.listed)}"
    same = type(option.value)
    return " ".join(
        f"[{typed_value(each)}]"
        if each == option.value and type(each) is same
        else typed_value(each)
        for each in option.values
    )


def _scenarios(ruleset: Ruleset, typed: str, cells: int) -> list[str]:
    """Return the lines of the scenarios: first games (with `main`); those without a
    title are mostly used by cases."""
    found = ruleset.sections.get("scenarios", {}).values()
    games = [each for each in found if _text(each.node, "main")]
    rest = [each for each in found if not _text(each.node, "main")]
    others = [each for each in rest if _text(each.node, "title")]
    untitled = [clean(each.key) for each in rest if each not in others]
    lines: list[str] = []
    for head, some in (
        (f"Games (umpire play {typed} NAME --game FILE; or --scenario NAME):", games),
        ("Scenarios (--scenario NAME):", others),
    ):
        rows = [[clean(each.key), _text(each.node, "title")] for each in some]
        if rows:
            lines += ["", head, *columns(rows, heading=False, cells=cells)]
    if untitled:
        head = "More scenarios, without a title:"
        lines += ["", head, *folded(", ".join(untitled), cells, "  ")]
    return lines


def scenario_shown(scenario: Declaration, paint: Paint, cells: int) -> Shown:
    """Return a scenario: its description, and its entities as a table for each kind."""
    head = headline(
        scenario.name, "scenario", rule_of(scenario), scenario.span, paint, cells
    )
    lines = [head, ""]
    for key in ("title", "like", "main"):
        text = _text(scenario.node, key)
        lines += folded(f"{key}: {text}", cells, "  ") if text else []
    seats = scenario.node.get("seats") if isinstance(scenario.node, Node) else None
    if isinstance(seats, Node):
        pairs = [f"{_source_text(node)} ({key.text})" for key, node in seats.entries]
        lines += folded(f"seats: {clean(', '.join(pairs))}", cells, "  ")
    for board, map_text in _maps(scenario.node):
        lines += folded(f"map of {board}: {map_text}", cells, "  ")
    sentence = _text(scenario.node, "say")
    lines += ["", *folded(sentence, cells, "  ")] if sentence else []
    kinds = _by_kind(scenario.node)
    for kind, rows in kinds.items():
        lines += ["", *columns(_table(kind, rows), cells=cells)]
    lines += _written_boards(scenario.node)
    cells_ = tuple(
        (kind, name, *(f"{key}: {text}" for key, text in fields.items()))
        for kind, rows in kinds.items()
        for name, fields in rows.items()
    )
    text, rule = "\n".join(lines), rule_of(scenario)
    return Shown(
        "scenarios", scenario.name, "scenario", rule, scenario.span, text, cells_
    )


def _written_boards(node: object) -> list[str]:
    """Return the boards of a scenario as they are written, to be copied, where a part
    of one is a map, of which `_maps` says the keys alone; else nothing."""
    boards = node.get("boards") if isinstance(node, Node) else None
    if not isinstance(boards, Node):
        return []
    inner = [value for _, board in boards.entries for value in _parts(board)]
    if not any(isinstance(value, Node) for value in inner):
        return []
    source = boards.span.text.rstrip()
    if source.startswith("{"):
        return ["", f"boards: {clean(source)}"]
    source = dedent(" " * (boards.span.first[1] - 1) + source)
    return ["", "boards:", *(f"  {clean(line)}" for line in source.splitlines())]


def _parts(node: object) -> list[object]:
    return [value for _, value in node.entries] if isinstance(node, Node) else []


def _maps(node: object) -> Iterator[tuple[str, str]]:
    """Yield the boards of a scenario, and the value of each; of maps the keys."""
    boards = node.get("boards") if isinstance(node, Node) else None
    for name, board_node in boards.entries if isinstance(boards, Node) else ():
        parts = []
        for key, value in board_node.entries if isinstance(board_node, Node) else ():
            if isinstance(value, Node):
                within = ", ".join(inner.text for inner, _ in value.entries)
            else:
                within = _source_text(value)
            parts.append(f"{key.text} {within}")
        yield clean(name.text), clean("; ".join(parts))


def _by_kind(node: object) -> dict[str, dict[str, dict[str, str]]]:
    """Return the entities of a scenario: kind -> id -> field -> source text."""
    found: dict[str, dict[str, dict[str, str]]] = {}
    entities = node.get("entities") if isinstance(node, Node) else None
    for name, entity in entities.entries if isinstance(entities, Node) else ():
        fields = entity.entries if isinstance(entity, Node) else ()
        texts = {clean(key.text): _source_text(value) for key, value in fields}
        kind = texts.pop("kind", "")
        found.setdefault(kind, {})[clean(name.text)] = texts
    return found


def _table(kind: str, rows: Mapping[str, Mapping[str, str]]) -> list[list[str]]:
    keys = list(dict.fromkeys(key for texts in rows.values() for key in texts))
    lines = [
        [name, *(texts.get(key, "") for key in keys)] for name, texts in rows.items()
    ]
    return [[kind, *keys], *lines]


def _text(node: object, key: str) -> str:
    found = node.get(key) if isinstance(node, Node) else None
    return _source_text(found) if isinstance(found, ScalarNode) else ""


def _source_text(node: object) -> str:
    if isinstance(node, ScalarNode):
        return clean(" ".join(node.text.split()))
    return clean(" ".join(node.span.text.split())) if hasattr(node, "span") else ""
