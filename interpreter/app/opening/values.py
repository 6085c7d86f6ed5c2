"""Values as people write them: names need no quotes, whatever letters they have."""

import re
from typing import TYPE_CHECKING, cast

from interpreter.diagnostics import Unusable, did_you_mean
from interpreter.expressions.functions.plane import PLACE
from interpreter.pipeline.opening import Pack
from interpreter.semantics.declarations import CHARTS, PlaneBoard, boards_of
from interpreter.source import normalised
from interpreter.values.exact_numbers import exact
from interpreter.values.types import (
    RESERVED,
    Boolean,
    Cell,
    Entity,
    EnumerationPart,
    ListOf,
    Maybe,
    Number,
    Record,
    Seat,
    Text,
    Type,
    Value,
    enumeration_of,
    parts_of,
    places,
    spoken,
)

if TYPE_CHECKING:  # geometry is imported only where a pack has boards
    from interpreter.boards.protocol import CellLayout


_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,14})\Z")
OFF_THE_LATTICE = "R314"  # its problem names the nearest places
MOST_LISTED = 8  # values of an enumeration without a name
_FRACTION = re.compile(r"-?[0-9]{1,15}([./][0-9]{1,15})\Z")
_LABEL = re.compile(r"[0-9]{1,6}\Z")
_TWO = re.compile(r"-?[0-9./]+ +-?[0-9./]+\Z")
LEFT_OPEN = "..."
"""What stands for an answer in the form of a letter."""
_NAME = re.compile(r"(?!d[0-9])[A-Za-z][A-Za-z0-9_]*\Z")


def value_of(pack: Pack, text: str, kind: Type, scenario: str, source: str) -> Value:
    """Return a value of a type; raises Unusable for one that does not fit.

    A value of an enumeration is found by its name as written, such as `1/2 up`, which
    no expression could read without quotes. Whole numbers, yes and no, ids, labels
    of hexes and places on a plane are read here, for the parser takes longer to import
    than a run lasts, and reading the pack longer still; all else is an expression.
    """
    inner = kind.item if isinstance(kind, Maybe) else kind
    words = enumeration_of(inner)
    if words is not None:
        rank = words.rank(normalised(text))
        if rank is not None and (
            not isinstance(inner, EnumerationPart) or rank in inner.ranks
        ):
            return rank
    found = _plain(pack, text, inner, scenario)
    if found is not None:
        return found
    # imported late: it reads packs, and most values are a number or a name
    from interpreter.pipeline.loading import read_value

    try:
        return read_value(pack.loaded(), text, kind, scenario, source)
    except Unusable as error:
        raise _misfit(error, text, kind, pack, scenario, source) from None


def _misfit(
    error: Unusable, text: str, kind: Type, pack: Pack, scenario: str, source: str
) -> Unusable:
    """Return the error in one sentence, with a hint for what is wanted."""
    found = error.problems[0] if error.problems else None
    inner = kind.item if isinstance(kind, Maybe) else kind
    hint = _wanted(text, inner, pack, scenario)
    if isinstance(inner, Number):
        hint = f"expected {spoken(kind)}"
    is_off = found is not None and found.code == OFF_THE_LATTICE
    if isinstance(inner, Record) and inner.fields and not is_off:
        hint = f"expected {parts_of(inner)}"
    if not hint and found is not None:
        hint = found.hint or found.expected
    if isinstance(inner, ListOf) and not text.startswith("["):
        is_of_cells = isinstance(inner.item, Cell)
        is_hinted = found is not None and bool(found.hint) and not is_of_cells
        hint = hint if is_hinted else _as_a_list(inner)
    if not text:
        return Unusable(f"{source}: no value is given", hint=hint)
    message = _no_such(text, inner, pack, scenario)
    if not message and isinstance(inner, Record) and inner.name == "place":
        message = "" if is_off else "is no place"
    if message:
        return Unusable(f"{source}: '{text}' {message}", hint=hint)
    message = found.message if found else error.message
    if found and found.expected and found.expected not in hint:
        message += f", expected {found.expected}"
    return Unusable(f"{source}: '{text}' does not fit: {message}", hint=hint)


def _as_a_list(kind: ListOf) -> str:
    """Return how a list is typed."""
    if isinstance(kind.item, Cell):
        return "hexes are typed by their labels, with blanks between"
    return "write a list in brackets, with commas: [a, b]"


def _no_such(text: str, kind: Type, pack: Pack, scenario: str) -> str:
    """Return what a single word or figure is not, where that is all there is to say."""
    words = enumeration_of(kind)
    if text == LEFT_OPEN:
        return "is what a letter leaves for the answer; nothing was written there"
    if isinstance(kind, Number) and kind.whole and _FRACTION.match(text):
        return "is not a whole number"
    if isinstance(kind, ListOf) and isinstance(kind.item, Cell):
        item = kind.item
        wrong = [
            word
            for word in text.replace(",", " ").split()
            if _LABEL.match(word) and _hex(pack, word, item.board, scenario) is None
        ]
        noun = f"no {item.noun} of {item.board.replace('_', ' ')}"
        if wrong:
            same = wrong == [text]
            return f"is {noun}" if same else f"has '{wrong[0]}', which is {noun}"
    if isinstance(kind, Record) and kind.name == "place" and _TWO.match(text):
        return "needs a comma between: inches from the left, and from the lower edge"
    if words is not None and words.values and _NAME.match(text):
        listed = words.values[:MOST_LISTED]
        return (
            f"is no {spoken(kind)}" if words.name else f"is none of {', '.join(listed)}"
        )
    if isinstance(kind, Entity):
        kinds = pack.program.initial_states[scenario].ids.items()
        other = next((k for k, ids in kinds if normalised(text) in places(ids)), "")
        wanted = spoken(kind)
        return f"is of kind {other}, expected {wanted}" if other else ""
    return ""


def _wanted(text: str, kind: Type, pack: Pack, scenario: str) -> str:
    """Return what a value of an entity or an enumeration looks like."""
    if isinstance(kind, Entity):
        ids = pack.program.initial_states[scenario].ids.get(kind.kind, ())
        if not ids and not scenario:
            return f"a scenario has the entities of kind {kind.kind}: --scenario NAME"
        more = f" and {len(ids) - 12} more" if len(ids) > 12 else ""
        listed = f"entities of kind {kind.kind}: {', '.join(ids[:12]) or 'none'}{more}"
        return did_you_mean(text, ids) or listed
    words = enumeration_of(kind)
    if words is not None:
        ranks = (
            kind.ranks
            if isinstance(kind, EnumerationPart)
            else range(len(words.values))
        )
        values = [words.values[rank] for rank in ranks]
        return did_you_mean(text, values) or f"it may be {', '.join(values)}"
    return ""


def _plain(pack: Pack, text: str, kind: Type, scenario: str) -> Value | None:
    """Return what a text means that is one word; None where an expression is read."""
    match kind:
        case Boolean() if text in ("yes", "no"):
            return text == "yes"
        case Number() if _WHOLE.match(text):
            return _within(int(text), kind)
        case Text():
            return text
        case Entity() | Seat():
            return _entity(pack, text, kind.kind, scenario)
        case Cell():
            return _hex(pack, text, kind.board, scenario)
        case ListOf(item=Cell(board=board)):
            return _hexes(pack, text, board, scenario)
        case Record(name="place") if _has_plane(pack):
            return _place(text, kind)
        case _:
            return None


def _has_plane(pack: Pack) -> bool:
    return bool(boards_of(PlaneBoard, pack.program.declared.boards))


def _within(number: int, kind: Number) -> int | None:
    if kind.low is not None and number < kind.low:
        return None
    if kind.high is not None and number > kind.high:
        return None
    return None if kind.step is not None and number % kind.step else number


def _hex(pack: Pack, text: str, board: str, scenario: str) -> tuple[int, int] | None:
    """Return the place that has this label on the board of the scenario."""
    slot = pack.program.declared.kinds[CHARTS].slot(board)
    layout = cast(
        "CellLayout", pack.program.initial_states[scenario].rows[CHARTS][0][slot]
    )
    found = layout.place_of(text)
    return found if isinstance(found, tuple) else None


def _hexes(pack: Pack, text: str, board: str, scenario: str) -> Value | None:
    """Return the hexes that are written by their labels alone, with blanks or commas
    between; None where one is none, or there is none."""
    labels = text.replace(",", " ").split()
    found = [_hex(pack, label, board, scenario) for label in labels]
    return tuple(found) if found and None not in found else None


def _place(text: str, kind: Record) -> tuple[Value, ...] | None:
    """Return the place on a plane that is written as it is printed; None for one
    between the points of the lattice, of which the checker says more."""
    if kind != PLACE:
        return None
    # imported late: geometry, which packs without a plane do not have
    from interpreter.boards.plane.tabletop import is_on_lattice, place_written

    place = place_written(text)
    if place is None or not is_on_lattice(place):
        return None
    return tuple(map(exact, place))


def _entity(pack: Pack, text: str, kind: str, scenario: str) -> int | None:
    """Return the number of the entity that a bare name means, as an expression would:
    the only one of a kind, or the first with this id."""
    name = normalised(text)
    if not _NAME.match(text) or name in RESERVED or name == "judge":
        return None
    kinds = pack.program.declared.kinds
    if name in kinds and kinds[name].single:
        return 0 if name == kind else None
    for each, ids in pack.program.initial_states[scenario].ids.items():
        number = places(ids).get(name)
        if number is not None:
            return number if each == kind else None
    return None
