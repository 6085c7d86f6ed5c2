"""The parser of replies: values for a question, found by the text or the number of an
option. It is the only one: terminals of `play` and `run`, and files of `answer`.

A seat's reply is compared only with the texts that the seat was shown, so a name that
does not exist and one that the seat may not know are refused in the same words.
"""

from collections.abc import Sequence

from interpreter.app.opening.session import Session
from interpreter.diagnostics import Unusable, did_you_mean
from interpreter.games.questions import Question
from interpreter.reports.colour import clean
from interpreter.reports.questions import (
    Posed,
    has_comma,
    ruled_by,
    separator_word,
    split_outside,
)
from interpreter.reports.values import listed
from interpreter.source import normalised
from interpreter.values.types import Text, Type, Value, enumeration_of, places, present

MOST_LISTED = 12  # options in a hint
NOTHING = "nothing was answered"


class NotOffered(Unusable):
    """A text that is none of the options; `ruled` names the rules of the offer."""

    def __init__(self, text: str, hint: str, ruled: str) -> None:
        """Make the message from the text."""
        super().__init__(f"'{clean(text)}' is not offered", hint=hint)
        self.text = text
        self.ruled = ruled

    def because(self, why: str) -> Unusable:
        """Return the error with a reason ("" for none) before the hint."""
        hints = filter(None, (why, self.hint, self.ruled))
        return Unusable(self.message, hint="; ".join(hints))

    def misspelt(self, options: Sequence[str]) -> Unusable:
        """Return the error of a text that is no word of the type, with suggestions."""
        hints = filter(None, (did_you_mean(self.text, options), self.hint))
        return Unusable(self.message, hint=" ".join(hints))


def value_of_reply(
    session: Session,
    question: Question,
    posed: Posed,
    at: int,
    reply: Sequence[str],
    expressions: bool = False,
) -> Value:
    """Return the value of a reply to part `at` of a question: one text, or several
    where several are chosen; Unusable for what is not offered. An empty one takes the
    default of the step, if what is wanted is free input.

    With `expressions`, for a person who may know everything, a text that is no option
    is read as an expression whose value has to be offered.
    """
    part, shown = question.parts[at], posed.parts[at]
    if part.offered is None or shown.options is None:
        text, kind = ", ".join(reply).strip(), question.stop.instruction.type
        is_text = isinstance(present(kind), Text)
        is_default = not is_text and normalised(text) == normalised(posed.default)
        if posed.default and (not text or is_default):
            return question.stop.default
        return _typed(session, text, kind)
    try:
        values = [
            _option(session, question, posed, at, text, expressions) for text in reply
        ]
    except NotOffered as fault:
        words = enumeration_of(present(question.stop.instruction.type))
        if words is not None and words.rank(normalised(fault.text)) is None:
            raise fault.misspelt(shown.options) from None
        # imported late: it recomputes rules, which no valid answer needs
        from interpreter.app.explaining.offers import why_not

        why = why_not(session, question, posed.view, fault.text)
        raise fault.because(why) from None
    if posed.how_many is None or (values == [None] and None in part.offered):
        if len(values) != 1:
            raise Unusable("one answer is needed", hint=offered(posed, at))
        return values[0]
    least, most = posed.how_many
    if not least <= len(values) <= most:
        needed = f"{least}" if least == most else f"{least} to {most}"
        raise Unusable(f"{needed} are needed", hint=offered(posed, at))
    return tuple(values)


def _typed(session: Session, text: str, kind: Type) -> Value:
    """Return a typed value of a type; Unusable where it is none."""
    # imported late: it brings the YAML reader, which a choice of options does not need
    from interpreter.app.opening.yaml_values import value_in_line

    return value_in_line(session.pack, text, kind, session.scenario, "the answer")


def _option(
    session: Session,
    question: Question,
    posed: Posed,
    at: int,
    text: str,
    expressions: bool,
) -> Value:
    """Return the option that a text means; NotOffered where there is none."""
    values = question.parts[at].offered or ()
    try:
        return values[_place(posed, at, text)]
    except NotOffered:
        if not expressions:
            raise
        try:
            value = _typed(session, text, question.offers)
        except Unusable:
            value = None
        if value is None or (type(value), value) not in [(type(v), v) for v in values]:
            raise
        return value


def split(posed: Posed, at: int, text: str) -> tuple[str, ...]:
    """Return the parts of a line: several only where several are chosen."""
    text, options = text.strip(), posed.parts[at].options
    if posed.how_many is None or options is None:
        return (text,)
    inner = text[1:-1] if text.startswith("[") and text.endswith("]") else text
    return tuple(items_of(inner, options)) if inner.strip() else ()


def items_of(line: str, options: Sequence[str]) -> list[str]:
    """Return the values in a line: between semicolons where it has any, or where an
    option has a comma outside of brackets; otherwise between such commas."""
    items = [line]
    if not any(";" in option for option in options):
        items = split_outside(line, ";")
    if len(items) > 1 or any(map(has_comma, options)):
        return items
    return split_outside(line, ",")


def _place(posed: Posed, at: int, text: str) -> int:
    """Return the index of the option with a text, an id or a number."""
    shown = posed.parts[at]
    options = shown.options or ()
    name = normalised(text)
    place = places(options).get(name, places(shown.by_ids).get(name))
    if place is not None:
        return place
    if not text:
        raise Unusable(NOTHING, hint=offered(posed, at))
    number = int(text) if text.isdecimal() and len(text) < 9 else 0
    if shown.is_numbered and 1 <= number <= len(options):
        return number - 1
    if hint := _with_commas(posed, at, text):
        raise NotOffered(text, hint, "")
    raise NotOffered(text, options_hint(posed, at), ruled_by(posed.rules))


def _with_commas(posed: Posed, at: int, text: str) -> str:
    """Return the hint for several options without commas between; "" for others."""
    options = posed.parts[at].options or ()
    words, known = text.split(), {**places(options), **places(posed.parts[at].by_ids)}
    if posed.how_many is None or not all(normalised(word) in known for word in words):
        return ""
    word = separator_word(options)
    between = "; " if word == "semicolons" else ", "
    return f"write {word} between: {clean(between.join(words))}" if words else ""


def offered(posed: Posed, at: int) -> str:
    """Return the hint with the options of a part, and the rules of the offer."""
    return "; ".join(filter(None, (options_hint(posed, at), ruled_by(posed.rules))))


def options_hint(posed: Posed, at: int) -> str:
    """Return the hint with the first options of a part."""
    options = posed.parts[at].options or ()
    count = len(options) - MOST_LISTED
    more = f" and {count} more" if count > 0 else ""
    return f"offered is {listed(options[:MOST_LISTED]) or 'nothing'}{more}"
