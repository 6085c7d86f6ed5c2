"""Values by their type as text and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, cast

from msgspec import Struct, field
from msgspec.structs import replace

from interpreter.reports.colour import clean
from interpreter.reports.outputs.encoding import (
    ModifierRowOutput,
    PackValue,
    SumOutput,
    encoded,
)
from interpreter.semantics.declarations import (
    CHARTS,
    BoardDeclaration,
    CellBoard,
    Declarations,
    HexBoard,
    InitialState,
    ModifierGroup,
    ModifierRow,
    Modifiers,
    Parameter,
)
from interpreter.semantics.state_view import Rows, StateView, name_of
from interpreter.source import printed
from interpreter.values.exact_numbers import mixed
from interpreter.values.log import STORE
from interpreter.values.types import (
    CORNER,
    DIRECTION,
    JUDGE,
    RESERVED,
    Cell,
    Claim,
    Entity,
    Enumeration,
    GameState,
    ListOf,
    MapOf,
    Maybe,
    Number,
    Record,
    RowOf,
    Seat,
    SumOf,
    Type,
    Value,
    enumeration_of,
    present,
    spoken,
)

if TYPE_CHECKING:  # geometry is imported only where a pack has boards
    from interpreter.boards.board import Nesting
    from interpreter.boards.layout import HexLayout
    from interpreter.boards.protocol import Labels


class Refusal(Struct, frozen=True):
    """Why a row of modifiers did not apply ("" if it did), and what it is worth."""

    why: str
    worth: Value


PLANE_NAMES = ("", "place", "heading")
"""The names of records that a plane prints in a form of its own; corners of areas have
none."""
RowRefusals = Mapping[tuple[str, int], Refusal]
"""Refusals by (name of the modifiers, index of the row)."""
NOT_KNOWN = Refusal("", None)
NOT_NAMES = RESERVED | {"none", "judge", "yes", "no", "all", "nothing"}
"""What an answer may mean besides an entity."""
NOTHING = "none"
"""What `in_words` says of a value that is none, and of an empty list."""


NO_FINER_BOARD: tuple[str, Nesting | None] = ("", None)


class ValueNames(Struct, frozen=True):
    """The names that values need: ids of entities, rows of modifiers, labels of
    boards; `called` are the names that people read instead of ids, by (kind,
    number); `headings` the points of the compass of corners and directions, by type;
    `centres` of coarse boards by name: the finer board, and where the middle of one of
    their hexes is on it.
    """

    ids: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    modifiers: Mapping[str, Modifiers] = field(default_factory=dict)
    refusals: RowRefusals = field(default_factory=dict)
    labels: Mapping[str, Labels] = field(default_factory=dict)
    called: Mapping[tuple[str, int], str] = field(default_factory=dict)
    headings: Mapping[Enumeration, tuple[str, ...]] = field(default_factory=dict)
    centres: Mapping[str, tuple[str, Nesting]] = field(default_factory=dict)

    def hex(self, board: str, value: tuple[int, int]) -> str:
        """Return the label of a hex, or its coordinates if the board has no label for
        it."""
        label = self._label(board, value)
        return f"{value[0]},{value[1]}" if label is None else label

    def hex_in_words(self, board: str, value: tuple[int, int]) -> str:
        """Return the same for a reader: of a coarse hex without a label, around which
        hex of the finer board it lies."""
        own = self.hex(board, value)
        finer, nesting = self.centres.get(board, NO_FINER_BOARD)
        is_pair = own == f"{value[0]},{value[1]}"
        if nesting is None or not is_pair:
            return own
        label = self._label(finer, nesting.centre(value))
        return own if label is None else f"around {label}"

    def _label(self, board: str, value: tuple[int, int]) -> str | None:
        known = self.labels.get(board)
        return None if known is None else known.label(value)

    def id(self, kind: str, number: int) -> str:
        """Return the id of an entity; of one made while running `kind number`."""
        known = self.ids.get(kind, ())
        if number == JUDGE:
            return "judge"
        return known[number] if number < len(known) else f"{kind} {number + 1}"

    def name(self, kind: str, number: int) -> str:
        """Return the name by which people read of an entity: the one that the pack
        gives it, else its id with spaces."""
        return self.called.get((kind, number)) or spaced(self.id(kind, number))

    def by_ids(self) -> ValueNames:
        """Return these names without those that the pack gives."""
        return replace(self, called={})


def edge(
    declared: Declarations,
    initial_state: InitialState,
    refusals: RowRefusals | None = None,
    state: GameState | None = None,
) -> ValueNames:
    """Return the value names of a pack and a scenario, as everything is called in a
    game state (None: at the beginning)."""
    labels, ids = labels_of(declared.boards.values()), initial_state.ids
    kinds = [kind for kind in declared.kinds.values() if kind.called]
    called: Mapping[tuple[str, int], str] = {}
    if kinds:
        rows: Mapping[str, Rows] = initial_state.rows
        if state is not None:
            rows = StateView(declared, state).rows_by_kind
        names = {
            (kind.name, number): name_of(kind, row)
            for kind in kinds
            for number, row in enumerate(rows.get(kind.name, ()))
        }
        called = names_called(names, ids)
    boards = declared.boards.values()
    charts = initial_state.rows[CHARTS][0] if boards else None
    return ValueNames(
        ids,
        declared.modifiers,
        refusals or {},
        labels,
        called,
        headings_of(boards),
        centres_of(boards, charts or ()),
    )


def names_called(
    called: Mapping[tuple[str, int], str], ids: Mapping[str, tuple[str, ...]]
) -> dict[tuple[str, int], str]:
    """Return names by (kind, number) as they are printed: one that another entity has
    too, or that is a word of an answer, has the id in parentheses.

    That may make it the name of a third, so it is looked at again until no two of a
    kind share one; each round makes names longer, and ids of a kind differ.
    """
    by_id = ValueNames(ids)
    texts = {
        named: text
        for named, name in called.items()
        if (text := spaced(name).strip()) and text != by_id.name(*named)
    }
    if not texts:
        return {}
    known = [spaced(name) for names in ids.values() for name in names]
    while True:
        used = Counter([*texts.values(), *known])
        unclear = [
            named
            for named, text in texts.items()
            if used[text] > 1 or text in NOT_NAMES or text.isdecimal()
        ]
        kinds = Counter((kind, texts[kind, number]) for kind, number in unclear)
        marked = {named: f"{texts[named]} ({by_id.name(*named)})" for named in unclear}
        is_marked = (texts[n].endswith(f"({by_id.name(*n)})") for n in marked)
        if all(is_marked) and all(count == 1 for count in kinds.values()):
            return texts
        texts |= marked


def labels_of(boards: Iterable[BoardDeclaration]) -> dict[str, Labels]:
    """Return how each board with separate places names them, by its name."""
    return {each.name: each.labels for each in boards if isinstance(each, CellBoard)}


def headings_of(
    boards: Iterable[BoardDeclaration],
) -> dict[Enumeration, tuple[str, ...]]:
    """Return where corners and directions lie on paper; {} without boards of hexes, or
    where these lie in different ways."""
    lying = {board.orientation for board in boards if isinstance(board, HexBoard)}
    if len(lying) != 1:
        return {}
    # imported late: geometry, which packs without hexes do not have
    from interpreter.boards.hexes import AT_CORNERS, TO_SIDES

    (orientation,) = lying
    return {CORNER: AT_CORNERS[orientation], DIRECTION: TO_SIDES[orientation]}


def centres_of(
    boards: Iterable[BoardDeclaration], charts: Iterable[object]
) -> dict[str, tuple[str, Nesting]]:
    """Return of each board whose hexes hold those of a finer one which that is, and how
    they lie on it; `charts` are in the order of the boards."""
    return {
        board.coarser: (board.name, nesting)
        for board, chart in zip(boards, charts, strict=False)
        if isinstance(board, HexBoard) and board.coarser
        if (nesting := cast("HexLayout", chart).board.nesting) is not None
    }


def spaced(name: str) -> str:
    """Return a name with spaces instead of underscores, on one line."""
    return clean(printed(name))


def fraction_text(value: int | Fraction) -> str:
    """Return `3` or `5/4`."""
    return str(Fraction(value))


def between(texts: Sequence[str]) -> str:
    """Return the separator of a list: a semicolon if a value contains a comma."""
    return ";" if any("," in each for each in texts) else ","


def listed(texts: Sequence[str]) -> str:
    """Return values joined by a separator that none of them contains."""
    return f"{between(texts)} ".join(texts)


def enumerated(texts: Sequence[str]) -> str:
    """Return `a, b and c`; values that contain a comma are joined like `listed`."""
    if len(texts) < 2 or between(texts) != ",":
        return listed(texts)
    return f"{', '.join(texts[:-1])} and {texts[-1]}"


def to_text(  # noqa: C901 - a case a type
    value: Value, kind: Type, names: ValueNames
) -> str:
    """Return a value as text on one line."""
    if isinstance(kind, Maybe):
        kind = kind.item
    if value is None:
        return "none"
    words = enumeration_of(kind)
    if words is not None and isinstance(value, int):
        return clean(words.values[value])
    match kind:
        case Entity() | Seat() | Claim():
            return names.name(kind.kind or STORE, cast(int, value))
        case Cell():
            return clean(names.hex(kind.board, cast(tuple[int, int], value)))
        case ListOf():
            items = [to_text(item, kind.item, names) for item in _items(value)]
            return f"[{', '.join(items)}]"
        case Record():
            return _record_text(_items(value), kind, names)
        case MapOf():
            texts = [
                f"{to_text(k, kind.key, names)}: {to_text(v, kind.value, names)}"
                for k, v in _pairs(value)
            ]
            return f"{{{', '.join(texts)}}}"
        case RowOf():
            return to_text(value, kind.key, names)
        case SumOf():
            return signed(total(value))
        case _:
            return _plain_text(value)


def in_words(value: Value, kind: Type, names: ValueNames) -> str:
    """Return a value as it is said to a reader, who need not write it: lists and maps
    without brackets."""
    kind = present(kind)
    if value is None:
        return NOTHING
    match kind:
        case ListOf():
            items = [in_words(item, kind.item, names) for item in _items(value)]
            return enumerated(items) or NOTHING
        case Number():
            return mixed(cast("int | Fraction", value))
        case Record() if kind.name in PLANE_NAMES:
            # imported late: geometry, which packs without a plane do not have
            from interpreter.reports.plane_text import plane_words

            said = plane_words(value, kind)
            return to_text(value, kind, names) if said is None else said
        case Record():
            pairs = zip(kind.fields, _items(value), strict=True)
            parts = [f"{spaced(n)} {in_words(v, t, names)}" for (n, t), v in pairs]
            return f"({listed(parts)})"
        case MapOf():
            texts = [
                f"{in_words(k, kind.key, names)} {in_words(v, kind.value, names)}"
                for k, v in _pairs(value)
            ]
            return enumerated(texts) or NOTHING
        case Cell():
            return names.hex_in_words(kind.board, cast("tuple[int, int]", value))
        case Enumeration() if kind in names.headings:
            return names.headings[kind][cast(int, value)]
        case _:
            return to_text(value, kind, names)


def _record_text(values: tuple[Value, ...], kind: Record, names: ValueNames) -> str:
    if kind.name in PLANE_NAMES:
        # imported late: geometry, which packs without a plane do not have
        from interpreter.reports.plane_text import plane_text

        found = plane_text(values, kind)
        if found is not None:
            return found
    pairs = zip(kind.fields, values, strict=True)
    field_texts = [f"{clean(n)}: {to_text(v, t, names)}" for (n, t), v in pairs]
    return f"{{{', '.join(field_texts)}}}"


def signed(value: int | Fraction) -> str:
    """Return a number with its sign; 0 has none."""
    return f"+{fraction_text(value)}" if value > 0 else fraction_text(value)


def total(value: Value) -> int | Fraction:
    """Return the total of a labelled sum."""
    rows = cast(tuple[int | Fraction | None, ...], value)
    return sum((each for each in rows if each is not None), 0)


def _plain_text(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (int, Fraction)):
        return fraction_text(value)
    return clean(str(value))


def to_json(value: Value, kind: Type, names: ValueNames) -> PackValue:
    """Return a value as JSON (interpreter/COMMANDS.md, "JSON")."""
    return PackValue(_json(value, kind, names))


def _json(  # noqa: C901 - a case a type
    value: Value, kind: Type, names: ValueNames
) -> object:
    if isinstance(kind, Maybe):
        kind = kind.item
    if value is None:
        return None
    words = enumeration_of(kind)
    if words is not None and isinstance(value, int):
        return words.values[value]
    match kind:
        case Entity() | Seat() | Claim():
            number, name = cast(int, value), kind.kind or STORE
            return {"kind": name, "id": names.id(name, number)}
        case Cell():
            return names.hex(kind.board, cast(tuple[int, int], value))
        case ListOf():
            return [_json(each, kind.item, names) for each in _items(value)]
        case Record():
            pairs = zip(kind.fields, _items(value), strict=True)
            return {name: _json(each, of, names) for (name, of), each in pairs}
        case MapOf():
            return {
                _json_key(k, kind.key, names): _json(v, kind.value, names)
                for k, v in _pairs(value)
            }
        case RowOf():
            return _json(value, kind.key, names)
        case SumOf():
            return encoded(sum_output(value, kind, names))
        case _:
            return _plain_json(value)


def _json_key(value: Value, kind: Type, names: ValueNames) -> str:
    """Return the key of a map as JSON has it: an entity by its id."""
    found = _json(value, kind, names)
    if isinstance(found, dict) and {*found} == {"kind", "id"}:
        return str(found["id"])
    return to_text(value, kind, names)


def _plain_json(value: Value) -> object:
    if isinstance(value, (bool, str)):
        return value
    if isinstance(value, (int, Fraction)):
        return _number_json(value)
    if isinstance(value, tuple):  # its type is unknown
        return [_plain_json(each) for each in value]
    return str(value)


def _number_json(value: int | Fraction) -> int | str:
    whole = value.denominator == 1
    return value.numerator if whole else fraction_text(value)


def sum_text(value: Value, kind: SumOf, names: ValueNames) -> str:
    """Return a labelled sum with its rows, `-3 (range -2, haste -1)`; the total alone
    if no row is worth anything or is known."""
    rows = cast(tuple[int | Fraction | None, ...], value)
    declared = names.modifiers.get(kind.modifiers)
    label_texts = [
        f"{_row_label(group, row)} {signed(worth)}"
        for worth, (group, row) in zip(
            rows, declared.rows if declared else (), strict=False
        )
        if worth
    ]
    whole = signed(total(value))
    return f"{whole} ({', '.join(label_texts)})" if label_texts else whole


def _row_label(group: ModifierGroup, row: ModifierRow) -> str:
    """Return what stands before what a row is worth: what it says, if that is the same
    in each sum; otherwise its group and its name."""
    parts = () if row.say is None else row.say.parts
    said = "".join(part for part in parts if isinstance(part, str))
    is_plain = bool(said) and len(parts) == 1
    return clean(said) if is_plain else _row_name(group.name, row.key)


def _row_name(group: str, row: str) -> str:
    return spaced(group if group == row else f"{group} {row}")


def sum_output(value: Value, kind: SumOf, names: ValueNames) -> SumOutput:
    """Return a labelled sum: its total and every row, applied or refused."""
    rows = cast(tuple[int | Fraction | None, ...], value)
    declared = names.modifiers.get(kind.modifiers)
    pairs = zip(rows, declared.rows if declared else (), strict=False)
    outputs: list[ModifierRowOutput] = []
    for number, (worth, (group, row)) in enumerate(pairs):
        refusal = names.refusals.get((kind.modifiers, number), NOT_KNOWN)
        output = refusal.worth if worth is None else worth
        outputs.append(
            ModifierRowOutput(
                group=group.name,
                row=row.key,
                value=None
                if output is None
                else _number_json(cast("int | Fraction", output)),
                applied=worth is not None,
                why=refusal.why if worth is None else "",
                rule=row.rule or group.rule,
                at=str(row.span),
            )
        )
    return SumOutput(total=_number_json(total(value)), rows=tuple(outputs))


def _items(value: Value) -> tuple[Value, ...]:
    return cast(tuple[Value, ...], value)


def _pairs(value: Value) -> tuple[tuple[Value, Value], ...]:
    return cast(tuple[tuple[Value, Value], ...], value)


def takes_text(takes: Sequence[Parameter]) -> str:
    """Return parameters as `a: type, b: type`."""
    typed = (f"{clean(taken.name)}: {clean(spoken(taken.type))}" for taken in takes)
    return ", ".join(typed)
