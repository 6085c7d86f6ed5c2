"""Changes as people write them who do not know how: `7 -> 5`, `(expect: 7, to: 5)`."""

import re
from typing import Final

LONGEST: Final = 200
"""Characters of a change that is read again."""
_OPENED: Final = r"[{(\[]?\s*"
_CLOSED: Final = r"\s*[})\]]?\Z"
_EXPECT_TO = re.compile(
    rf"{_OPENED}expect(?:ed|s)?\b\s*[:=;,]?\s*(?P<before>.+?)\s*[,;]?\s+to\b\s*[:=;,]?\s*"
    rf"(?P<after>.+?){_CLOSED}",
    re.DOTALL,
)
_WAS_NOW = re.compile(
    rf"{_OPENED}(?:was|old|before|from)\s*[:=]\s*(?P<before>.+?)\s*[,;]?\s+"
    rf"(?:now|new|after|becomes|to)\s*[:=]\s*(?P<after>.+?){_CLOSED}",
    re.DOTALL,
)
_ARROW = re.compile(
    rf"{_OPENED}(?P<before>[^-=>\u2192]+?)\s*(?:-+>|=+>|\u2192|>>)\s*(?P<after>.+?){_CLOSED}",
    re.DOTALL,
)


def loose_change(text: str) -> tuple[str, str] | None:
    """Return what a text says is there now, and what is to be there; None where it is
    no such text."""
    if len(text) > LONGEST:
        return None
    for form in (_EXPECT_TO, _WAS_NOW, _ARROW):
        if (found := form.match(text.strip())) is not None:
            return found["before"], found["after"]
    return None
