"""The code speaks the language of its field: one name has one meaning, and words of an
older, private language do not come back."""

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator

import pytest

from tests.architecture.engine import Module, modules

RETIRED = {
    "law": "distribution",
    "laws": "distributions",
    "waist": "intermediate representation",
    "rung": "strategy",
    "rungs": "strategies",
    "reckon": "compute",
    "reckons": "computes",
    "reckoned": "computed",
    "mingle": "shuffle",
    "mingled": "shuffled",
    "dear": "expensive",
    "dearer": "more expensive",
    "dearest": "most expensive",
    "spine": "call path",
    "spines": "call paths",
}
"""A word that is not written any more, and what is written instead."""
WORD = re.compile(rf"\b({'|'.join(RETIRED)})\b", re.IGNORECASE)


def prose(source: str) -> Iterator[tuple[int, str]]:
    """Yield (line, text) of each docstring, comment and message of a source."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(source)):
        # a text without a blank is a name, such as a key of JSON, not prose
        if isinstance(node, ast.Constant) and " " in str(node.value):
            yield node.lineno, str(node.value)


def retired(module: Module) -> list[str]:
    """Return the retired words of a module, with what to write."""
    return [
        f"{module}:{line}: '{word[0]}', write '{RETIRED[word[0].lower()]}'"
        for line, text in prose(module.path.read_text(encoding="utf-8"))
        for word in WORD.finditer(text)
    ]


def classes() -> dict[str, list[str]]:
    """Return the modules of each public class, by its name."""
    places: dict[str, list[str]] = defaultdict(list)
    for module in modules().values():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(str(module))
    return places


def test_no_public_class_is_defined_twice() -> None:
    """Who searches for a class finds one."""
    twice = {name: places for name, places in classes().items() if len(places) > 1}
    assert not twice


def test_retired_words_stay_away() -> None:
    """In docstrings, comments and messages; names of code are found by these."""
    assert not [line for module in modules().values() for line in retired(module)]


@pytest.mark.parametrize("text", ['"""The law of a die."""', "x = 1  # reckoned once"])
def test_the_test_sees_words(text: str) -> None:
    """In docstrings and comments alike."""
    assert [word for _, words in prose(text) for word in WORD.findall(words)]
