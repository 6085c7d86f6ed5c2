"""What is answered to a question, found among what was offered, by text or number.

It is compared with the texts that the seat was shown and with nothing else, so a name
that does not exist and one that the seat may not know are refused in the same words.
"""

from collections.abc import Iterator, Sequence

from interpreter.app.opening.session import Session
from interpreter.diagnostics import Unusable, did_you_mean
from interpreter.games.questions import Question
from interpreter.reports.colour import clean
from interpreter.reports.questions import Posed, ruled_by
from interpreter.reports.values import listed
from interpreter.values.names import plain
from interpreter.values.types import Value, enumeration_of, present

FEW = 12  # options in a hint
NOTHING = "nothing was answered"


class NotOffered(Unusable):
    """A text that is none of those that were offered."""

    def __init__(self, text: str, hint: str, ruled: str) -> None:
        """Keep the text, and by which rules all that is offered is."""
        super().__init__(f"'{clean(text)}' is not offered", hint=hint)
        self.text = text
        self.ruled = ruled

    def because(self, why: str) -> Unusable:
        """Return it with the reason before the hint, if there is one."""
        parts = filter(None, (why, self.hint, self.ruled))
        return Unusable(self.message, hint="; ".join(parts))

    def misspelt(self, options: Sequence[str]) -> Unusable:
        """Return it for a text that is no word at all: no rule keeps it out."""
        parts = filter(None, (did_you_mean(self.text, options), self.hint))
        return Unusable(self.message, hint=" ".join(parts))


def value_of_reply(
    session: Session, question: Question, posed: Posed, at: int, reply: Sequence[str]
) -> Value:
    """Return what a reply means for a part of a question: one text, or several where
    several are chosen; what was not offered is Unusable."""
    part, shown = question.parts[at], posed.parts[at]
    if part.offered is None or shown.options is None:
        # it reads YAML, for which no game has to wait where all is offered
        from interpreter.app.opening.yaml_values import value_in_line

        kind = question.stop.instruction.type
        text = ", ".join(reply)
        return value_in_line(session.pack, text, kind, session.scenario, "the answer")
    try:
        found = [part.offered[_place(posed, at, each)] for each in reply]
    except NotOffered as fault:
        words = enumeration_of(present(question.stop.instruction.type))
        if words is not None and words.rank(fault.text) is None:
            raise fault.misspelt(shown.options) from None
        # it works rules out again, for which no answer that fits has to wait
        from interpreter.app.explaining.offers import why_not

        why = why_not(session, question, posed.view, fault.text)
        raise fault.because(why) from None
    if posed.how_many is None or (found == [None] and None in part.offered):
        if len(found) != 1:
            raise Unusable("one answer is needed", hint=offered(posed, at))
        return found[0]
    least, most = posed.how_many
    if not least <= len(found) <= most:
        needed = f"{least}" if least == most else f"{least} to {most}"
        raise Unusable(f"{needed} are needed", hint=offered(posed, at))
    return tuple(found)


def split(posed: Posed, at: int, text: str) -> tuple[str, ...]:
    """Return the parts of a line: several only where several are chosen."""
    text = text.strip()
    several = posed.how_many is not None and posed.parts[at].options is not None
    if not several:
        return (text,)
    inner = text[1:-1] if text.startswith("[") and text.endswith("]") else text
    return tuple(_items(inner)) if inner.strip() else ()


def _items(text: str) -> Iterator[str]:
    """Yield what stands between commas; those inside of brackets part nothing."""
    depth = start = 0
    for at, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth <= 0:
            yield text[start:at].strip()
            start = at + 1
    yield text[start:].strip()


def _place(posed: Posed, at: int, text: str) -> int:
    shown = posed.parts[at]
    options = shown.options or ()
    for place, each in enumerate(options):
        if plain(each) == plain(text):
            return place
    if not text:
        raise Unusable(NOTHING, hint=offered(posed, at))
    number = int(text) if text.isdecimal() and len(text) < 9 else 0
    if shown.is_numbered and 1 <= number <= len(options):
        return number - 1
    if hint := _with_commas(posed, at, text):
        raise NotOffered(text, hint, "")
    raise NotOffered(text, _options(posed, at), ruled_by(posed.rules))


def _with_commas(posed: Posed, at: int, text: str) -> str:
    """Return the hint for several answers between which only the commas are missing."""
    words, offered = text.split(), {plain(e) for e in posed.parts[at].options or ()}
    if posed.how_many is None or not all(plain(each) in offered for each in words):
        return ""
    return f"write commas between: {clean(', '.join(words))}" if words else ""


def offered(posed: Posed, at: int) -> str:
    """Return, for a hint, what is offered for a part, and by which rules."""
    return "; ".join(filter(None, (_options(posed, at), ruled_by(posed.rules))))


def _options(posed: Posed, at: int) -> str:
    options = posed.parts[at].options or ()
    more = f" and {len(options) - FEW} more" if options[FEW:] else ""
    return f"offered is {listed(options[:FEW]) or 'nothing'}{more}"
