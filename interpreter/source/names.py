"""Names in their normal form.

A name of a pack may be written with spaces, with underscores or with both; it is one
name. `normalised` makes it a `Name` where text enters: in a YAML file, a quoted name of
an expression, an argument, an answer, a journal. From there on names are compared as
they are, and what is printed is the text as written, which a record keeps beside the
`Name`. `tests/architecture/test_names.py` lists who may normalise.
"""

from collections.abc import Iterable
from typing import NewType

Name = NewType("Name", str)
"""A name with one underscore between its words."""


def normalised(text: str) -> Name:
    """Return a text as a name, with one underscore between words."""
    if text.isalnum():  # one word, as most names are
        return Name(text)
    return Name("_".join(text.replace("_", " ").split()))


def written_names(written: Iterable[str]) -> dict[Name, str]:
    """Return names as they are written, each by its name; the last of equals."""
    return {normalised(text): text for text in written}


def same_name(one: str, other: str) -> bool:
    """Tell whether two texts are one name."""
    return normalised(one) == normalised(other)


def printed(name: str) -> str:
    """Return a name as it is printed: with spaces between its words."""
    return name.replace("_", " ")


def rule_names(rules: str) -> list[Name]:
    """Return ids of rules, with blanks between them, as names."""
    return [normalised(rule) for rule in rules.split()]
