"""The code speaks the language of its field: one name has one meaning, and words of an
older, private language do not come back, neither in prose nor in identifiers."""

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
    "world": "game state",
    "worlds": "game states",
}
"""A word that is not written any more, and what is written instead."""
RETIRED_NAMES = RETIRED | {
    "behind": "after",
    "circle": "cycle",
    "circles": "cycles",
    "emission": "code",
    "emissions": "code",
    "face": "signature",
    "looking": "visibility",
    "sayings": "messages",
}
"""The same for the words of an identifier; prose may say of a piece that it is looking
at another, or is behind it."""
ALLOWED = {
    "behind": {
        "boards": "the side of a piece that its front is not",
        "maps": "the same, as it is drawn",
    },
    "circle": {
        "boards": "the shape",
        "maps": "the shape, and the element of SVG",
    },
    "face": {
        "app": "of a die",
        "cases": "of a die",
        "codegen": "of a die",
        "engine": "of a die",
        "games": "of a die",
        "lowering": "of a die",
        "maps": "of a counter",
        "reports": "of a die",
        "values": "of a die",
    },
}
"""The packages in which a word has another meaning, and which."""
WORD = re.compile(rf"\b({'|'.join(RETIRED)})\b", re.IGNORECASE)
PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
"""A word of an identifier, such as `exact`, `Trace` and `MOST`."""


def prose(source: str) -> Iterator[tuple[int, str]]:
    """Yield (line, text) of each docstring, comment and message of a source."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(source)):
        # a text without a blank is a name, such as a key of JSON, not prose
        if isinstance(node, ast.Constant) and " " in str(node.value):
            yield node.lineno, str(node.value)


def identifiers(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield (line, name) of each function, class, argument, attribute and local that a
    module defines; what it only uses is found where it is defined."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.lineno, node.name
            case ast.arg():
                yield node.lineno, node.arg
            case ast.Name(ctx=ast.Store()):
                yield node.lineno, node.id
            case ast.Attribute(ctx=ast.Store()):
                yield node.lineno, node.attr
            case ast.alias(asname=str(name)):
                yield node.lineno, name
            case ast.ExceptHandler(name=str(name)):
                yield node.lineno, name
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield node.lineno, name


def retired_words(name: str) -> list[str]:
    """Return the retired words of an identifier, in lower case."""
    return [
        part for part in map(str.lower, PART.findall(name)) if part in RETIRED_NAMES
    ]


def retired(module: Module) -> list[str]:
    """Return the retired words in the prose of a module, with what to write."""
    return [
        f"{module}:{line}: '{word[0]}', write '{RETIRED[word[0].lower()]}'"
        for line, text in prose(module.path.read_text(encoding="utf-8"))
        for word in WORD.finditer(text)
    ]


def retired_identifiers(module: Module) -> list[str]:
    """Return the identifiers of a module with a retired word, with what to write."""
    return [
        f"{module}:{line}: '{name}', write '{RETIRED_NAMES[word]}'"
        for line, name in identifiers(module.tree)
        for word in retired_words(name)
        if module.room not in ALLOWED.get(word, ())
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
    """In docstrings, comments and messages."""
    assert not [line for module in modules().values() for line in retired(module)]


def test_retired_words_stay_out_of_identifiers() -> None:
    """In functions, classes, arguments, attributes and locals."""
    found = [line for each in modules().values() for line in retired_identifiers(each)]
    assert not found


def test_every_exception_is_needed() -> None:
    """A package in which a word is allowed uses it."""
    used = {
        (word, module.room)
        for module in modules().values()
        for _, name in identifiers(module.tree)
        for word in retired_words(name)
    }
    assert {(word, each) for word, where in ALLOWED.items() for each in where} <= used


@pytest.mark.parametrize("text", ['"""The law of a die."""', "x = 1  # reckoned once"])
def test_the_test_sees_words(text: str) -> None:
    """In docstrings and comments alike."""
    assert [word for _, words in prose(text) for word in WORD.findall(words)]


@pytest.mark.parametrize(
    "text",
    [
        "def exact_law(): ...",
        "class LawOfDice: ...",
        "def f(the_law): ...",
        "LAWS = 1",
        "self.law = 1",
        "import a as law",
        "for law in []: ...",
        "match 1:\n    case law: ...",
    ],
)
def test_the_test_sees_identifiers(text: str) -> None:
    """Wherever a name is defined; `flaws` is another word."""
    names = [name for _, name in identifiers(ast.parse(text))]
    assert [word for name in names for word in retired_words(name)]
    assert not retired_words("flaws")
