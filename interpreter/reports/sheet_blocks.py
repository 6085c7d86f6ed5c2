"""Tables and modifiers as blocks of a quick reference: words, chances, changes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from interpreter.expressions.typed import Apply, Constant, Typed
from interpreter.ir.dice_sums import DiceSums
from interpreter.reports.colour import clean
from interpreter.reports.outputs.encoding import ExactNumber
from interpreter.reports.outputs.sheets import (
    BlockKind,
    SheetBlockOutput,
    SheetRowOutput,
)
from interpreter.reports.plain_words import PlainWords
from interpreter.reports.sheet_chances import (
    PointWorth,
    exact_number,
    row_worth,
    table_chances,
)
from interpreter.reports.sheet_changes import RowChanges, row_name
from interpreter.reports.sheet_words import NEW
from interpreter.reports.values import (
    ValueNames,
    in_words,
    signed,
    spaced,
    to_text,
)
from interpreter.semantics.declarations import (
    CrossTable,
    DecisionTable,
    LookupTable,
    ModifierGroup,
    ModifierRow,
    Modifiers,
    RollBand,
    RollTable,
    Table,
    WeightedTable,
)
from interpreter.source import Name
from interpreter.values.types import (
    Boolean,
    ListOf,
    Number,
    Record,
    Type,
    Value,
    present,
    spoken,
)

NO_VALUE = "–"
ELSE = "otherwise"
HIT_POLICIES: Mapping[str, str] = MappingProxyType(
    {"first": "the first that holds", "any": "any that holds"}
)
LONG_ROW = 160
"""Letters of an expression in a cell."""


class BlockSource(Struct, frozen=True):
    """What blocks are made from: names and words, the dice, what the rulebook says of
    rules (an empty text for what is not said to this reader), the changes of a
    declaration by its section and name, with what tables are read, and by which
    options groups of modifiers are."""

    names: ValueNames
    words: PlainWords
    sums: DiceSums
    says: Callable[[Sequence[str]], str]
    titles: Mapping[tuple[str, str], str]
    changes: Callable[[str, str], RowChanges]
    uses: Mapping[tuple[str, str], int]
    measures: Mapping[str, str]
    options: Mapping[tuple[str, Name, Name], str]


def table_block(table: Table, source: BlockSource) -> SheetBlockOutput:
    """Return a table as a block."""
    cells = _Cells(source)
    match table:
        case RollTable():
            return _rolled(table, source, cells)
        case LookupTable():
            head = [_type_head(table.key), *(spaced(name) for name, _ in table.columns)]
            rows = []
            for number, (key, values) in enumerate(table.rows):
                first = to_text(key, table.key, source.names)
                pairs = zip(values, table.columns, strict=True)
                texts = (cells.of(value, kind) for value, (_, kind) in pairs)
                rule = table.rules[number] if number < len(table.rules) else ""
                rows.append(_Row(first, (first, *texts), rule))
            return _block("looked up", table, source, _record_heads(table, head), rows)
        case CrossTable():
            return _crossed(table, source, cells)
        case DecisionTable():
            return _decided(table, source, cells)
        case WeightedTable():
            whole = sum(weight for _, weight in table.weights)
            drawn = [
                _Row(
                    to_text(value, table.gives, source.names),
                    (to_text(value, table.gives, source.names), f"{weight} in {whole}"),
                    chances=(exact_number(Fraction(weight, whole)),),
                )
                for value, weight in table.weights
            ]
            head = [_type_head(table.gives), "drawn"]
            return _block("drawn", table, source, head, drawn, ("chance",))


class _Row(Struct, frozen=True):
    """A row that is made: its key in the pack, its cells and rules."""

    key: str
    cells: tuple[str, ...]
    rule: str = ""
    group: str = ""
    chances: tuple[ExactNumber, ...] = ()
    worth: ExactNumber | None = None
    when: str = ""
    parent: str = ""


class _Cells:
    """Expressions of cells in words."""

    def __init__(self, source: BlockSource) -> None:
        self._source = source

    def of(self, node: Typed, kind: Type) -> str:
        """Return a cell; what has no words is what the rules work out."""
        match node:
            case Constant():
                return self.value(node.value, kind)
            case Apply(name="list") if node.arguments:
                return "; ".join(self.of(each, each.type) for each in node.arguments)
            case Apply(name="list"):
                return NO_VALUE
            case Apply(name="record"):
                return " ".join(self.of(each, each.type) for each in node.arguments)
            case _:
                return self._source.words.of(node, LONG_ROW) or "worked out"

    def value(self, value: Value, kind: Type) -> str:
        """Return a value; of a list of records only what they hold, for the heading
        says what that is."""
        inner = present(kind)
        if value is None or value == ():
            return NO_VALUE
        if isinstance(inner, ListOf) and isinstance(inner.item, Record):
            items = value if isinstance(value, tuple) else ()
            fields = [of for _, of in inner.item.fields]
            return "; ".join(
                " ".join(
                    in_words(part, of, self._source.names)
                    for part, of in zip(item, fields, strict=True)
                )
                for item in items
                if isinstance(item, tuple)
            )
        return in_words(value, kind, self._source.names)


def _record_heads(table: LookupTable, head: Sequence[str]) -> list[str]:
    """Return the headings, with the names of what lists of records hold."""
    heads = [head[0]]
    for text, (_, kind) in zip(head[1:], table.columns, strict=True):
        inner = present(kind)
        if isinstance(inner, ListOf) and isinstance(inner.item, Record):
            parts = " ".join(spaced(name) for name, _ in inner.item.fields)
            text = f"{text} ({parts})"
        heads.append(text)
    return heads


def _type_head(kind: Type) -> str:
    """Return a heading for values of a type: its name, or what they are."""
    inner = present(kind)
    if isinstance(inner, Number):
        return "number"
    if isinstance(inner, Boolean):
        return "yes or no"
    text = clean(spoken(inner).partition(" (")[0])
    return "result" if text.startswith("[") else text


def _result_head(kind: Type) -> str:
    return "result" if isinstance(present(kind), Number | Boolean) else _type_head(kind)


def band_words(key: str) -> str:
    """Return the key of a band in words: `2-` is "2 or less"."""
    text = spaced(key)
    if text.endswith("-") and text[:-1].lstrip("-").isdecimal():
        return f"{text[:-1]} or less"
    if text.endswith("+") and text[:-1].lstrip("-").isdecimal():
        return f"{text[:-1]} or more"
    low, dots, high = text.partition("..")
    if dots and low.lstrip("-").isdecimal() and high.lstrip("-").isdecimal():
        return f"{low} to {high}"
    low, dash, high = text.rpartition("-")
    if dash and low.lstrip("-").isdecimal() and high.isdecimal():
        return f"{low}–{high}"
    return text


def _rolled(table: RollTable, source: BlockSource, cells: _Cells) -> SheetBlockOutput:
    chances = table_chances(table, source.sums)
    if chances is None:
        first = source.measures.get(table.name, "") or _type_head(table.of)
    else:
        dice = chances.dice
        first = f"{'' if dice.number == 1 else dice.number}d{dice.sides}"
        first += "" if len(chances.shifts) == 1 else " and modifiers"
    heads = () if chances is None else chances.heads
    rows = [
        _Row(
            row.key,
            (band_words(row.key), _band_result(row, table, cells)),
            row.rule,
            chances=()
            if chances is None
            else tuple(map(exact_number, chances.of(row))),
        )
        for row in table.rows
    ]
    head = [first, _result_head(table.gives)]
    return _block("rolled", table, source, head, rows, heads)


def _band_result(row: RollBand, table: RollTable, cells: _Cells) -> str:
    rolls = row.rolls
    if rolls is None:
        return cells.of(row.gives, table.gives)
    tables = " and ".join(spaced(each) for each in rolls.tables)
    times = "" if rolls.times == 1 else f", {rolls.times} times"
    apart = ", until they differ" if rolls.distinct else ""
    return f"roll on {tables}{times}{apart}"


def _crossed(table: CrossTable, source: BlockSource, cells: _Cells) -> SheetBlockOutput:
    names = source.names
    keys = list(dict.fromkeys(row for row, _, _ in table.cells))
    columns = list(dict.fromkeys(column for _, column, _ in table.cells))
    known = {(row, column): cell for row, column, cell in table.cells}
    empty = NO_VALUE if table.missing is None else cells.of(table.missing, table.gives)
    head = [_type_head(table.row)]
    head += [to_text(column, table.column, names) for column in columns]
    rows = []
    for key in keys:
        first = to_text(key, table.row, names)
        texts = (
            cells.of(known[key, column], table.gives)
            if (key, column) in known
            else empty
            for column in columns
        )
        rows.append(_Row(first, (first, *texts)))
    return _block("crossed", table, source, head, rows)


def _decided(
    table: DecisionTable, source: BlockSource, cells: _Cells
) -> SheetBlockOutput:
    """Return what a table of conditions gives: of a row whose condition has no words,
    its name."""
    rows = []
    for row in table.rows:
        when = ELSE if row.condition is None else source.words.of(row.condition)
        gives = cells.of(row.gives, table.gives)
        key = spaced(row.key)
        rows.append(_Row(row.key, (when or key, gives), row.rule))
    which = HIT_POLICIES.get(table.hit)
    head = [f"if ({which})" if which else "if", "then"]
    figures = sum(isinstance(row.gives, Constant) for row in table.rows)
    block = _block("decided", table, source, head, rows)
    return replace(block, is_code=2 * figures < len(table.rows))


def modifiers_block(
    modifiers: Modifiers, tables: Iterable[RollTable], source: BlockSource
) -> SheetBlockOutput:
    """Return modifiers as a block, group after group."""
    worth = row_worth(modifiers.name, tables, source.sums)
    changes = source.changes("modifiers", modifiers.name)
    headed = []
    for group in modifiers.groups:
        option = source.options.get((modifiers.name, *row_name(group.name)), "")
        is_new = changes.of_group(group.name).was == NEW
        headed.append((_group_heading(group, source, option, is_new), group))
    # what has no heading comes first: below one it would belong to that group
    headed.sort(key=lambda pair: bool(pair[0]))
    rows = []
    for heading, group in headed:
        rows_left = [row for row in group.rows if not _never(row.condition)]
        for number, row in enumerate(rows_left):
            made = _modifier_row(group, row, source, worth)
            rows.append(
                _Row(
                    row.key,
                    made.cells,
                    row.rule or group.rule,
                    heading if number == 0 else "",
                    worth=made.worth,
                    when=made.when,
                    parent=group.name,
                )
            )
    text = "" if worth is None else worth.text
    return _block("modifiers", modifiers, source, ["", ""], rows, (), text)


def _never(condition: Typed | None) -> bool:
    """Tell whether a condition cannot hold, as one on an option that is off."""
    return isinstance(condition, Constant) and condition.value is False


def _modifier_row(
    group: ModifierGroup,
    row: ModifierRow,
    source: BlockSource,
    worth: PointWorth | None,
) -> _Row:
    """Return the figure and the name of a row, and what the name leaves out."""
    words = source.words
    name = band_words(row.key) if group.on is not None else spaced(row.key)
    notes: list[str] = []
    if isinstance(row.add, Constant):
        figure = _figure(row.add.value, row.add.type, source.names)
    else:
        measure = words.measure(row.add)
        figure = "-" if measure.startswith("-") else "+"
        notes.append(measure.lstrip("-"))
    said = () if row.say is None else row.say.parts
    if said and all(isinstance(part, str) for part in said):
        notes.append("".join(clean(str(part)) for part in said))
    elif row.times is not None:
        measure = words.measure(row.times)
        notes.append(f"× {measure}" if measure else "for each")
    elif row.condition is not None:
        notes.append(words.of(row.condition))
    when = "; ".join(note for note in notes if note and spaced(note) != name)
    change = None if worth is None or row.times is not None else worth.of(row)
    exact = None if change is None else exact_number(change)
    return _Row(row.key, (figure, name), worth=exact, when=when)


def _figure(value: Value, kind: Type, names: ValueNames) -> str:
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return signed(value)
    return in_words(value, kind, names)


def _group_heading(
    group: ModifierGroup, source: BlockSource, option: str, is_new: bool
) -> str:
    """Return the name of a group, with what holds for all of it (`option`: the one by
    which it is read); a group of one row has none unless it `is_new`."""
    notes = [option] if option else []
    if group.on is not None and not option:
        measure = source.words.measure(group.on)
        if measure and spaced(measure) != spaced(group.name):
            notes.append(f"by {measure}")
    if group.condition is not None:
        condition = source.words.of(group.condition)
        notes += [f"only if {condition}"] if condition else []
    if group.hit != "collect" and len(group.rows) > 1 and group.on is None:
        notes.append("one of them")
    name = spaced(group.name)
    only = group.rows[0] if len(group.rows) == 1 else None
    if only is not None and not notes and not is_new:
        return ""
    return f"{name} ({'; '.join(notes)})" if notes else name


def _block(
    kind: BlockKind,
    rule: Table | Modifiers,
    source: BlockSource,
    head: Sequence[str],
    rows: Sequence[_Row],
    chance_heads: Sequence[str] = (),
    worth: str = "",
) -> SheetBlockOutput:
    """Return a block with what the rulebook says of its rows, each said once, and with
    what was changed."""
    section = "modifiers" if isinstance(rule, Modifiers) else "tables"
    name = (section, rule.name)
    changes = source.changes(section, rule.name)
    own = tuple(rule.rule.split())
    note = source.says(own)
    said = {note}
    last: tuple[str, ...] = ()
    made = []
    for row in rows:
        rules = tuple(each for each in row.rule.split() if each not in own)
        text = source.says(rules)
        change = changes.of(row.parent, row.key)
        made.append(
            SheetRowOutput(
                group=row.group,
                cells=tuple(clean(cell) for cell in row.cells),
                when=clean(row.when),
                note="" if text in said else text,
                is_explained=bool(text),
                rules=() if rules == last else rules,
                chances=row.chances,
                worth=row.worth,
                was=change.was,
                by=change.by,
                is_house_figure=changes.is_house_figure(row.parent, row.key),
            )
        )
        said.add(text)
        last = rules
    whole = changes.whole
    return SheetBlockOutput(
        section="modifiers" if section == "modifiers" else "tables",
        name=rule.name,
        kind=kind,
        title=source.titles.get(name) or spaced(rule.name),
        note=note,
        rules=own,
        uses=source.uses.get(name, 0),
        head=tuple(clean(text) for text in head),
        chance_heads=tuple(chance_heads),
        worth=worth,
        rows=tuple(made),
        was=whole.was,
        by=whole.by,
        is_code=False,
    )
