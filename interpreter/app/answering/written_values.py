"""What may be written where a step draws: the value of a false claim, or a card.

A draw is `written` where a judge may choose the value himself. The value must be one of
those offered, and not the truth; where its type holds a text he may make one up.
"""

from interpreter.diagnostics import Unusable
from interpreter.engine.stops import DrawStop
from interpreter.reports.source_text import filled
from interpreter.reports.values import ValueNames, listed, to_text
from interpreter.values.types import (
    ListOf,
    MapOf,
    Maybe,
    Record,
    Text,
    Type,
    Unknown,
    Value,
)

MOST_LISTED = 12  # values in a question or a hint


def drawn_type(stop: DrawStop) -> Type:
    """Return the type of one element that is drawn."""
    kind = stop.instruction.source.type
    return kind.item if isinstance(kind, ListOf) else Unknown()


def drawn_texts(stop: DrawStop, names: ValueNames) -> list[str]:
    """Return the elements from which is drawn, as a person reads them."""
    return [to_text(item, drawn_type(stop), names) for item in stop.items]


def purpose_of(stop: DrawStop, names: ValueNames) -> str:
    """Return what a draw is for, "" where the pack does not say."""
    return filled(stop.instruction.purpose, (*stop.texts, ())[0], names)


def answer_of(stop: DrawStop, drawn: tuple[Value, ...]) -> Value:
    """Return drawn elements as the answer to their stop: one, or a tuple."""
    return drawn[0] if stop.how_many is None else drawn


def is_settled(stop: DrawStop) -> bool:
    """Return whether only one answer is possible, so that nobody has to be asked."""
    if stop.how_many is not None:
        return stop.how_many == len(stop.items)
    return len(stop.items) == 1


def check_written(
    stop: DrawStop, written: tuple[Value, ...], names: ValueNames
) -> tuple[Value, ...]:
    """Return written values if they are allowed; otherwise Unusable with the reason."""
    label, kind = stop.instruction.label, drawn_type(stop)
    text = listed([to_text(value, kind, names) for value in written])
    texts = drawn_texts(stop, names)
    more = " ..." if texts[MOST_LISTED:] else ""
    hint = f"it may be {listed(texts[:MOST_LISTED])}{more}"
    if stop.how_many is not None:
        if len(set(written)) != stop.how_many or not set(written) <= set(stop.items):
            message = f"'{label}': {text} is not {stop.how_many} of those that may be"
            raise Unusable(message, hint=hint)
    elif written[0] == _truth(stop):
        raise Unusable(f"'{label}': {text} is the truth, and is to be false", hint=hint)
    elif written[0] not in stop.items and not holds_text(kind):
        raise Unusable(f"'{label}': {text} may not be told", hint=hint)
    return written


def check_drawn(
    stop: DrawStop, drawn: tuple[Value, ...], number: int, names: ValueNames
) -> tuple[Value, ...]:
    """Return typed elements if so many could be drawn; otherwise Unusable."""
    weights = stop.weights or (1,) * len(stop.items)
    pairs = zip(stop.items, weights, strict=True)
    available = [item for item, weight in pairs if weight]
    label, kind = stop.instruction.label, drawn_type(stop)
    if len(drawn) != number:
        message = f"'{label}': {len(drawn)} are typed, and {number} are drawn"
        raise Unusable(message)
    for item in drawn:
        if item not in available:
            text = to_text(item, kind, names)
            raise Unusable(f"'{label}': {text} is not there to be drawn")
        available.remove(item)
    return drawn


def holds_text(kind: Type) -> bool:
    """Return whether values of a type hold a text, which a judge may make up."""
    match kind:
        case Text():
            return True
        case ListOf(item=item) | Maybe(item=item):
            return holds_text(item)
        case MapOf(key=key, value=value):
            return holds_text(key) or holds_text(value)
        case Record(fields=fields):
            return any(holds_text(field) for _, field in fields)
        case _:
            return False


def _truth(stop: DrawStop) -> Value:
    """Return the true value; a written draw of one value has it as its only text."""
    ((truth,),) = stop.texts
    return truth
