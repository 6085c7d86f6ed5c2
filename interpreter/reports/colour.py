"""Colour when it is wanted, and texts without characters that move a cursor.

What comes from a pack or a command line is made `clean` where it enters a line; `page`
and `json_text` see to what was forgotten, where lines are printed.
"""

import json
import re
from dataclasses import dataclass

# Lone surrogates, what turns the direction of writing, and controls but for \t and \n.
_ODD = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff"
    "\ud800-\udfff"
)
_UNSEEN = re.compile(f"[\t\n{_ODD}]")
_ON_A_PAGE = re.compile(f"(\x1b\\[[0-9;]*m)|[{_ODD}]")
_IN_DATA = re.compile(f"[{_ODD}]")


def clean(text: str) -> str:
    """Return the text on one line, fit for a terminal; a tab is a space."""
    return _UNSEEN.sub(_shown, text)


def _shown(found: re.Match[str]) -> str:
    letter = found.group()
    return " " if letter in "\t\n\r" else f"<U+{ord(letter):04X}>"


def page(text: str) -> str:
    """Return lines, perhaps in colour, fit for a terminal: what was not made clean is
    so now."""
    return _ON_A_PAGE.sub(lambda found: found[1] or _shown(found), text)


def json_text(data: object, ascii_only: bool = False) -> str:
    """Return data as JSON, names as they are written; what a terminal must not see
    is there as JSON escapes it."""
    text = json.dumps(data, ensure_ascii=ascii_only, indent=2)
    return _IN_DATA.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


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
