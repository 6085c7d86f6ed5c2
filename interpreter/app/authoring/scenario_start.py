"""The file of an overlay with a scenario of one's own, copied from one of a pack.

The scenario is the text that its author wrote, with its comments and its layout, under
another name; above the first entity of each kind a comment says which fields it may
have, and above a board which ground. Only a scenario that no file holds as it is (an
overlay changed it, or it is written on one line with others) is written anew.
"""

from collections.abc import Iterator, Mapping, Sequence
from shlex import quote
from textwrap import wrap

from msgspec import Struct

from interpreter.diagnostics import UnknownName
from interpreter.pipeline.loading import Loaded
from interpreter.reports.colour import clean
from interpreter.ruleset.ruleset import Declaration
from interpreter.semantics.declarations import Declarations, Field, Kind
from interpreter.source import normalised, printed
from interpreter.values.types import Enumeration, ListOf, Maybe, Moment, Type, spoken
from interpreter.yaml import MappingNode, Node, ScalarNode, name_of
from interpreter.yaml.writing import block, scalar

COLUMNS = 100
"""Where a comment is folded."""
FEW = 12
"""Values of an enumeration that are listed; of more, a command that lists them."""
INDENT = "  "
HEAD_TEXT = """\
# yaml-language-server: $schema=.umpire/overlay.schema.json
# A scenario of your own for {base}, begun as a copy of '{copied}'.
# Rename, add and remove what you like. What does not fit is said by:
#   umpire check {folder}
# Above the first entity of a kind a comment lists its fields and what each may be; a
# field with a * must be given, the others may be left out.
name: {name}
title: {title}
extends: {extends}
scenarios:
"""


class ScenarioStart(Struct, frozen=True):
    """A scenario as it is copied: what it is called there and here, its lines under its
    new name, not indented, and whether it can be played."""

    copied: str
    name: str
    lines: tuple[str, ...]
    is_played: bool


def scenario_start(
    loaded: Loaded, like: str | None, name: str, command: str
) -> ScenarioStart:
    """Return a copy of a scenario of a pack: the one called `like`, or the first that
    is played and not built on another. Its new name is `name`, or if a scenario of the
    pack has that name another one. `command` is how the pack is named on a command
    line. Raises UnknownName."""
    assert loaded.ruleset is not None
    assert loaded.program is not None
    own, merged = loaded.ruleset.own_scenarios, loaded.ruleset.sections["scenarios"]
    key = normalised(like) if like is not None else _first_played(own)
    if key not in own:
        known = [declaration.name for declaration in own.values()]
        raise UnknownName("scenario", like or "", known)
    scenario, whole = own[key], merged[key]
    if normalised(name) in own:
        name = f"my {name}"
    changed = {(origin.section, origin.key) for origin in loaded.ruleset.origins}
    copied = None if ("scenarios", key) in changed else _copied(scenario, name)
    anew = [f"{scalar(name)}:", *(f"{INDENT}{line}" for line in block(whole.node))]
    notes = _notes(scenario, whole.node, loaded.program.declared, command)
    if copied is None:
        notes = _at_its_head(notes)
    lines = _noted(copied or anew, notes)
    is_played = isinstance(whole.node, MappingNode) and "main" in whole.node
    return ScenarioStart(scenario.name, name, tuple(lines), is_played)


def scenario_text(start: ScenarioStart, head: Mapping[str, str]) -> str:
    """Return the text of the file; `head` has what stands in its head."""
    lines = [f"{INDENT}{line}" if line.strip() else "" for line in start.lines]
    text = HEAD_TEXT.format_map({**head, "copied": clean(start.copied)})
    return "\n".join((text + lines[0], *lines[1:], ""))


def _first_played(scenarios: Mapping[str, Declaration]) -> str:
    """Return the key of the first scenario that has a `main` and is not like another;
    without such the first of all, "" if there is none."""
    for key, scenario in scenarios.items():
        node = scenario.node
        if isinstance(node, MappingNode) and "main" in node and "like" not in node:
            return key
    return next(iter(scenarios), "")


# The text of its author. Lines are counted from that of the scenario's name.


def _copied(scenario: Declaration, name: str) -> list[str] | None:
    """Return the lines of a scenario as they were written, not indented, with another
    name; None if other things are on its lines."""
    source = scenario.span.source
    first, column = scenario.span.first
    last, end = source.place(scenario.node.span.end)
    before = source.line(first)[: column - 1]
    after = source.line(last)[end - 1 :].strip()
    if before.strip() or (after and not after.startswith("#")):
        return None
    head = source.line(first)[column - 1 + len(scenario.span.text) :]
    rest = (source.line(number) for number in range(first + 1, last + 1))
    return [scalar(name) + head, *(_dedented(line, column - 1) for line in rest)]


def _dedented(line: str, columns: int) -> str:
    return line[min(columns, len(line) - len(line.lstrip(" "))) :]


# Comments above the lines that they explain.


class _Note(Struct, frozen=True):
    """A comment above a line."""

    line: int
    text: str


def _noted(lines: Sequence[str], notes: Sequence[_Note]) -> Iterator[str]:
    """Yield lines with the comments above them, indented as they are."""
    for number, line in enumerate(lines):
        indent = line[: len(line) - len(line.lstrip(" "))]
        for note in notes:
            if note.line == number:
                width = max(COLUMNS - len(indent), COLUMNS // 2)
                head, more = f"{indent}# ", f"{indent}#   "
                yield from wrap(
                    clean(note.text),
                    width,
                    initial_indent=head,
                    subsequent_indent=more,
                    break_long_words=False,
                    break_on_hyphens=False,
                )
        yield line


def _at_its_head(notes: Sequence[_Note]) -> list[_Note]:
    """Return comments for lines that nobody wrote, all above the first of them."""
    return [_Note(1, note.text) for note in notes]


def _notes(
    scenario: Declaration, whole: Node, declared: Declarations, command: str
) -> list[_Note]:
    """Return a comment for each kind of entity and each board that a scenario names
    itself; `whole` is the scenario with all that it has from another one."""
    top = scenario.span.first[0]
    notes = []
    for board, _ in _entries(scenario.node, "boards"):
        known = declared.boards.get(board.name)
        if known is not None and known.ground is not None:
            about = f"ground of {board.text}:"
            text = f"{about} {_values(known.ground, command)}"
            notes.append(_Note(board.span.first[0] - top, text))
    kinds = {key.name: _kind_of(node) for key, node in _entries(whole, "entities")}
    explained = set()
    for entity, _ in _entries(scenario.node, "entities"):
        kind = declared.kinds.get(kinds.get(entity.name, ""))
        if kind is not None and kind.name not in explained:
            explained.add(kind.name)
            text = _kind_text(kind, command)
            notes.append(_Note(entity.span.first[0] - top, text))
    return notes


def _kind_of(entity: Node) -> str:
    return name_of(entity.get("kind")) if isinstance(entity, MappingNode) else ""


def _kind_text(kind: Kind, command: str) -> str:
    """Return the fields of a kind, those that must be given first."""
    fields = sorted(
        (each for each in kind.fields if not isinstance(each.type, Moment)),
        key=lambda each: each.start is not None,
    )
    listed = ", ".join(_field_text(each, command) for each in fields)
    return f"{printed(kind.name)}: {listed or 'no fields'}"


def _field_text(field: Field, command: str) -> str:
    mark = "*" if field.start is None else ""
    return f"{printed(field.name)}{mark} ({_type_text(field.type, command)})"


def _type_text(kind: Type, command: str) -> str:
    """Return a type as it is written, with the values of an enumeration."""
    inner = kind
    while isinstance(inner, Maybe | ListOf):
        inner = inner.item
    values = ""
    if isinstance(inner, Enumeration) and inner.name:
        values = f": {_values(inner, command)}"
    return f"{spoken(kind)}{values}"


def _values(kind: Enumeration, command: str) -> str:
    more = len(kind.values) - FEW
    if more <= 0 or not kind.name:
        return ", ".join(kind.values)
    shown = f"umpire show {command} {quote(printed(kind.name))}"
    return f"{', '.join(kind.values[:FEW])} and {more} more, see {shown}"


def _entries(node: Node, key: str) -> tuple[tuple[ScalarNode, Node], ...]:
    held = node.get(key) if isinstance(node, MappingNode) else None
    return held.entries if isinstance(held, MappingNode) else ()
