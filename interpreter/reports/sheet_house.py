"""What house rules changed, one sentence each, for the top of a quick reference.

Players read each change that they may know, whether its table is on the sheet or not.
What they may not know is withheld, and its author hears of that: a sheet that leaves a
change out without a word would mislead those who play by it.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import TypeAlias

from msgspec import Struct

from interpreter.reports.colour import clean
from interpreter.reports.outputs.sheets import ChangeKind, SheetChangeOutput
from interpreter.reports.sheet_changes import (
    LONGEST,
    ON_SHEET,
    WITHIN,
    WORTHS,
    added_by,
    book_option,
    inner_parts,
    is_of_sheet,
    plain_text,
    title_of,
)
from interpreter.reports.values import spaced
from interpreter.ruleset.ruleset import Declaration, Origin, Ruleset
from interpreter.source import Name
from interpreter.yaml import MappingNode, Node, ScalarNode, SequenceNode

SPOKEN = ("tables", "modifiers", "formulas", "procedures", "triggers", "walks")
"""Sections whose changes are said to players."""
OF_OPTIONS = frozenset({"default", "title", "values"})
"""Parts of options that are on the sheet."""
MAY_BE_OPENED = ("tables", "modifiers")
"""Sections whose declarations may say `sheet: players`."""
UNSPOKEN = (*WITHIN, "add", "fields", "steps")
NO_CELLS = (
    *("if", "only", "times", "on", "between"),
    *("rule", "status", "title", "say", "seen_by", ON_SHEET),
)
"""Keys of a row or a table that are no cells."""
MOST_LETTERS = 160
"""Letters of what is new, as far as it is listed."""
_OPTION = re.compile(r"[\w ]+\Z")
Conditions: TypeAlias = Mapping[tuple[Name, Name, Name], str]
_LOGIC = re.compile(r"\b(?:and|or|not|is|in)\b")


class HouseChange(Struct, frozen=True):
    """A change of an overlay, and whether the readers of the sheet may know of it."""

    origin: Origin
    is_told: bool


def house_changes(
    ruleset: Ruleset, is_secret: Callable[[Origin], bool] | None
) -> Iterator[HouseChange]:
    """Yield what overlays changed; `is_secret` says of what players may not read (None:
    for the judge). Who reads a declaration on the sheet is no rule."""
    for origin in ruleset.origins:
        if book_option(ruleset, origin) is not None or origin.section == "cases":
            continue
        if is_of_sheet(origin):
            continue
        is_told = is_secret is None or (_is_spoken(origin) and not is_secret(origin))
        yield HouseChange(origin, is_told)
    added = {
        (origin.section, Name(origin.key))
        for origin in ruleset.origins
        if not inner_parts(origin)
    }
    for section in MAY_BE_OPENED:
        for key, declared in ruleset.sections[section].items():
            if added_by(declared) and (section, key) not in added:
                origin = _declared_anew(section, declared)
                yield HouseChange(origin, is_secret is None or not is_secret(origin))


def _is_spoken(origin: Origin) -> bool:
    """Tell whether players hear of changes of such a place if it is not secret: of
    options they read the list, but not what these change."""
    if origin.section == "options":
        return {part.name for part in inner_parts(origin)[:1]} <= OF_OPTIONS
    return origin.section in SPOKEN


def _declared_anew(section: str, declared: Declaration) -> Origin:
    """Return what an overlay declares beside its changes as a change."""
    return Origin(
        f"{section}.{declared.name}",
        section,
        declared.key,
        "add",
        declared.origin,
        declared.span,
        None,
        declared.node,
    )


def withheld_words(ruleset: Ruleset, changes: Sequence[HouseChange]) -> list[str]:
    """Return for each declaration of which a change is withheld from players what its
    author may do about it."""
    names: dict[tuple[str, Name], str] = {}
    for change in changes:
        origin = change.origin
        if not change.is_told:
            names.setdefault((origin.section, Name(origin.key)), origin.key)
    return [
        f"withheld from players: {section}.{spaced(name)}; "
        + _how_to_open(ruleset, section, key, spaced(name))
        for (section, key), name in names.items()
    ]


def _how_to_open(ruleset: Ruleset, section: str, key: Name, name: str) -> str:
    declared = ruleset.sections.get(section, {}).get(key)
    if section not in MAY_BE_OPENED or declared is None:
        return "only the sheet of the judge has it (--for judge)"
    node = declared.node
    has_word = isinstance(node, MappingNode) and node.get(ON_SHEET) is not None
    verb = "to" if has_word else "add"
    return (
        "to print it write in your changes "
        f"`{section}.{name}.{ON_SHEET}: {{{verb}: players}}`"
    )


def change_in_words(
    ruleset: Ruleset, origin: Origin, conditions: Conditions
) -> SheetChangeOutput:
    """Return a change in words; `conditions` has those of rows of modifiers that have
    words, by the modifiers, the group and the row."""
    declared = ruleset.sections.get(origin.section, {}).get(Name(origin.key))
    title = title_of(declared) or spaced(origin.key)
    inner = [
        "when it counts" if part.name in ("if", "only") else spaced(part.text)
        for part in inner_parts(origin)
        if part.name not in UNSPOKEN
    ]
    kind: ChangeKind = "changed"
    if origin.before is None:
        kind = "new"
    elif origin.after is None:
        kind = "removed"
    return SheetChangeOutput(
        kind=kind,
        what=clean(", ".join([title, *inner])),
        was=_value(origin.before) if kind != "new" else "",
        now=clean(_Now(origin, conditions).text) if kind != "removed" else "",
        by=clean(origin.by),
    )


def _value(node: Node | None) -> str:
    """Return what was there: a single value, or the figure of a row."""
    if isinstance(node, MappingNode):
        figures = [node.get(key) for key in WORTHS]
        node = next((figure for figure in figures if figure is not None), None)
    return plain_text(node)


class _Now:
    """Says what a change makes of its place."""

    def __init__(self, origin: Origin, conditions: Conditions) -> None:
        self._conditions = conditions
        self._key = Name(origin.key)
        # the folder of the overlay is enough, wherever that is on this machine
        file = "/".join(PurePath(origin.span.source.name).parts[-2:])
        place = f"{file}:{origin.span.first[0]}"
        self._formula = f"by a formula ({place})"
        path = tuple(part.name for part in inner_parts(origin))
        self._group = self._row_name = Name("")
        match path:
            case ["groups", group, "rows", row, *_]:
                self._group, self._row_name = group, row
            case ["groups", group, *_]:
                self._group = group
        is_condition = len(path) == 5 and path[-1] == "if"
        known = self._condition(self._row_name) if is_condition else ""
        self.text = f"if {known}" if known else self._of(origin.after, self._row_name)

    def _condition(self, row: Name) -> str:
        return self._conditions.get((self._key, self._group, row), "")

    def _of(self, node: Node | None, name: Name) -> str:
        match node:
            case ScalarNode():
                return plain_text(node) or self._formula
            case SequenceNode():
                texts = [plain_text(item) for item in node.items]
                whole = ", ".join(texts)
                is_short = all(texts) and len(whole) <= LONGEST
                return whole if is_short else self._formula
            case MappingNode() if any(node.get(key) is not None for key in WITHIN):
                return self._rows(node)
            case MappingNode():
                return self._row(node, name)
            case _:
                return ""

    def _rows(self, node: MappingNode) -> str:
        """Return the rows of a group or of a table, or how many there are."""
        rows = [
            (key, value)
            for within in WITHIN
            if isinstance(held := node.get(within), MappingNode)
            for key, value in held.entries
        ]
        whole = "; ".join(
            f"{spaced(key.text)}: {self._of(row, key.name)}" for key, row in rows
        )
        if len(whole) > MOST_LETTERS:
            whole = f"{len(rows)} rows"
        conditions = "; ".join(self._limits(node, ""))
        return "; ".join(part for part in (conditions, whole) if part)

    def _row(self, node: MappingNode, name: Name) -> str:
        """Return the figure of a row and when it counts, or its cells."""
        figures = [value for key in WORTHS if (value := node.get(key)) is not None]
        texts = [self._of(figure, name) for figure in figures]
        if not figures:
            cells = [
                (key, value) for key, value in node.entries if key.name not in NO_CELLS
            ]
            said = ", ".join(
                f"{spaced(key.text)} {plain_text(value) or '…'}" for key, value in cells
            )
            texts = [said if len(said) <= MOST_LETTERS else f"{len(cells)} figures"]
        limits = self._limits(node, self._condition(name))
        return ", ".join(part for part in (*texts, *limits) if part)

    def _limits(self, node: MappingNode, known: str) -> Iterator[str]:
        """Yield when something counts; `known` is its condition in words."""
        for key, words in (("if", "only"), ("times", "multiplied"), ("on", "read")):
            value = node.get(key)
            if not isinstance(value, ScalarNode):
                continue
            read = value.text.strip()
            option = read.removeprefix("option.")
            if key == "if" and known:
                yield f"only if {known}"
            elif option != read and _OPTION.match(option):
                yield f"{words} by the option {spaced(option)}"
            else:
                yield f"{words} {self._formula}"
        only = node.get("only")
        if isinstance(only, ScalarNode):
            text = spaced(only.text)
            is_name = _OPTION.match(text) and not _LOGIC.search(text)
            yield f"only with the option{'' if is_name else 's:'} {text}"
