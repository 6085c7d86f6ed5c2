"""Calls as people write them: a name, and perhaps arguments in brackets."""

import re
from collections.abc import Iterator

from msgspec import Struct

from interpreter.source import Name, normalised

_CALL = re.compile(r"\s*([^()]+?)\s*(?:\((.*)\))?\s*\Z", re.DOTALL)


class CallPart(Struct, frozen=True):
    """A part of a call, and where it begins in the text."""

    text: str
    start: int

    @property
    def name(self) -> Name:
        """The text as a name."""
        return normalised(self.text)

    @property
    def end(self) -> int:
        """Where it ends in the text."""
        return self.start + len(self.text)


def call_in(text: str) -> tuple[CallPart, tuple[CallPart, ...]] | None:
    """Return the name and the arguments, with places; None for what is no call."""
    found = _CALL.match(text)
    if found is None:
        return None
    inside, start = found[2] or "", found.start(2)
    pieces = (CallPart(each.text, each.start + start) for each in _split(inside))
    return CallPart(found[1], found.start(1)), tuple(pieces)


def call_of(text: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the name and the texts of the arguments; None for what is no call."""
    found = call_in(text)
    return None if found is None else (found[0].text, tuple(e.text for e in found[1]))


class PoliciesBySeat(Struct, frozen=True):
    """Who answers: the policies of seats, and those named for all others, of which
    there should be one at most."""

    seats: tuple[tuple[CallPart, CallPart], ...]
    others: tuple[CallPart, ...]

    @property
    def names(self) -> tuple[Name, ...]:
        """The policies that are named, without what they take."""
        every = (*(policy for _, policy in self.seats), *self.others)
        calls = (call_in(policy.text) for policy in every)
        return tuple(call[0].name for call in calls if call is not None)


def policies_by_seat(text: str) -> PoliciesBySeat:
    """Return the policies of a text such as `red=bold, blue=cautious(2), first`.

    Where no seat is named, all of it is one policy, whose name may have commas; beside
    seats such a name stands in single quotes.
    """
    seats: list[tuple[CallPart, CallPart]] = []
    others: list[CallPart] = []
    for part in _split(text):
        head, mark, tail = part.text.partition("=")
        if mark and "(" not in head:
            after = part.start + len(head) + 1
            policy = _unquoted(_stripped(tail, after))
            seats.append((_stripped(head, part.start), policy))
        else:
            others.append(_unquoted(part))
    if not seats:
        return PoliciesBySeat((), (_unquoted(_stripped(text, 0)),))
    return PoliciesBySeat(tuple(seats), tuple(others))


def _unquoted(part: CallPart) -> CallPart:
    text = part.text
    is_quoted = len(text) > 1 and text[0] == text[-1] == "'"
    return CallPart(text[1:-1], part.start + 1) if is_quoted else part


def _split(text: str) -> Iterator[CallPart]:
    """Yield the texts between the commas that are in no bracket and no quotes."""
    depth, quoted, start = 0, False, 0
    for at, letter in enumerate(text):
        if letter == "'":
            quoted = not quoted
        elif not quoted:
            depth += (letter in "([") - (letter in ")]")
            if letter == "," and depth == 0:
                yield _stripped(text[start:at], start)
                start = at + 1
    if text[start:].strip():
        yield _stripped(text[start:], start)


def _stripped(text: str, start: int) -> CallPart:
    return CallPart(text.strip(), start + len(text) - len(text.lstrip()))
