"""Colour, and removal of control characters.

Text of a pack or a command line passes `clean` where it is put into a line; `page` and
`json_text` clean whole outputs as a second guard.
"""

import json
import re

from msgspec import Struct

# Lone surrogates, what turns the direction of writing, and controls but for \t and \n.
_ODD = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff"
    "\ud800-\udfff"
)
_UNSEEN = re.compile(f"[\t\n{_ODD}]")
_ON_A_PAGE = re.compile(f"(\x1b\\[[0-9;]*m)|[{_ODD}]")
_IN_DATA = re.compile(f"[{_ODD}]")


def clean(text: str) -> str:
    """Return the text on one line without control characters; a tab becomes a space."""
    return _UNSEEN.sub(_shown, text)


def _shown(match: re.Match[str]) -> str:
    letter = match.group()
    return " " if letter in "\t\n\r" else f"<U+{ord(letter):04X}>"


def page(text: str) -> str:
    """Return lines that may have colour, without other control characters."""
    return _ON_A_PAGE.sub(lambda found: found[1] or _shown(found), text)


def json_text(data: object, ascii_only: bool = False) -> str:
    """Return data as JSON; control characters are written as JSON escapes."""
    text = json.dumps(data, ensure_ascii=ascii_only, indent=2)
    return _IN_DATA.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


class Paint(Struct, frozen=True):
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
