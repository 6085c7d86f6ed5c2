"""Colour when it is wanted, and texts without characters that move a cursor."""

import re
from dataclasses import dataclass

# Controls, lone surrogates, and what turns the direction of writing.
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff"
    "\ud800-\udfff]"
)


def clean(text: str) -> str:
    """Return the text on one line, fit for a terminal; a tab is a space."""
    return _UNSEEN.sub(_shown, text)


def _shown(found: re.Match[str]) -> str:
    letter = found.group()
    return " " if letter in "\t\n\r" else f"<U+{ord(letter):04X}>"


@dataclass(frozen=True, slots=True)
class Paint:
    """Wraps texts in colour; without `on` it returns them as they are."""

    on: bool = False

    def _in(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.on and text else text

    def bold(self, text: str) -> str:
        """Return the text in bold."""
        return self._in("1", text)

    def faint(self, text: str) -> str:
        """Return the text paler than its surroundings."""
        return self._in("2", text)

    def good(self, text: str) -> str:
        """Return the text in green."""
        return self._in("32", text)

    def bad(self, text: str) -> str:
        """Return the text in bold red."""
        return self._in("1;31", text)

    def odd(self, text: str) -> str:
        """Return the text in yellow."""
        return self._in("33", text)

    def mild(self, text: str) -> str:
        """Return the text in cyan."""
        return self._in("36", text)


PLAIN = Paint()
