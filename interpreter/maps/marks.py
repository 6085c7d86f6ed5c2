"""What things are called on maps, and short names that fit on a counter."""

import re
from collections.abc import Sequence

from interpreter.values.names import plain

MOST = 5  # letters of one

_PARTS = re.compile(r"[0-9]+|[^\W\d_]+")


def short(text: str) -> str:
    """Return a text as its initials and numbers: `north_tower_2` is NT2, a single
    word its first letters."""
    parts = _PARTS.findall(text)
    names = [each for each in parts if not each.isdigit()]
    if len(names) == 1:
        begun = names[0][:3].capitalize() if len(names[0]) > MOST else names[0]
        parts = [begun if each == names[0] else each for each in parts]
    else:
        parts = [each if each.isdigit() else each[0].upper() for each in parts]
    return "".join(parts)[:MOST] or "?"


def called(name: str, kind: str, owner: str = "") -> str:
    """Return the name of a thing, with its kind, and whose it is; what would be the
    same word twice is said once."""
    words = [] if plain(name) == plain(kind) else [kind]
    words += [f"of {owner}"] if owner not in ("", name) else []
    return f"{name} ({' '.join(words)})" if words else name


def distinct(names: Sequence[str]) -> dict[str, str]:
    """Return a short name for each; those that would be alike are numbered."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in dict.fromkeys(names):
        first = mark = short(name)
        count = 1
        while mark in taken:
            count += 1
            mark = f"{first[: MOST - len(str(count))]}{count}"
        taken.add(mark)
        found[name] = mark
    return found
