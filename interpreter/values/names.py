"""When two names are one: a space and an underscore are the same letter."""

import re
from collections.abc import Mapping
from functools import lru_cache

_FORM = re.compile(r"(?!d[0-9]+\Z)[A-Za-z][A-Za-z0-9_]*(?:[ _]+[A-Za-z0-9_]+)*\Z")
RESERVED = frozenset(
    "and or not in is if then else for where by none yes no it now option".split()
)
WRITABLE = (
    "words of letters, digits and '_', a letter first, no dice such as d6 "
    "and no word of the language"
)
REFUSED = frozenset({"true", "false", "null"})


def plain(name: str) -> str:
    """Return the form under which a name is compared: one underscore between words."""
    if name.isalnum():  # one word, as most names are
        return name
    return "_".join(name.replace("_", " ").split())


def writable(name: str) -> bool:
    """Tell whether expressions can write the name without quotes."""
    return (
        bool(_FORM.match(name))
        and plain(name) not in RESERVED
        and plain(name) not in REFUSED
    )


@lru_cache(maxsize=256)
def places(names: tuple[str, ...]) -> Mapping[str, int]:
    """Return the index of each name, from 0, by its plain form; the first of equals."""
    return {plain(each): place for place, each in reversed([*enumerate(names)])}
