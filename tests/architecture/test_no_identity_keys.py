"""Nothing is keyed by the identity of an object, but for speed where that is measured.

An identity says nothing after the object is gone, and two places that share an object
cannot be told apart by it. Instructions have numbers, declarations names.
"""

import ast
from collections.abc import Iterator

import pytest

from tests.architecture.engine import modules

FOR_SPEED = {
    "interpreter.cache.slice_hashes": "a declaration is hashed once for all options",
    "interpreter.cache.codec": "an object met before is not written again",
    "interpreter.engine.exact.forward_pass": "rows that nobody wrote are not hashed",
}
"""Modules that may, with the reason; each keeps the objects alive."""


def identities(tree: ast.Module) -> Iterator[int]:
    """Yield the lines in which the function `id` is named."""
    for node in ast.walk(tree):
        is_read = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
        if is_read and node.id == "id":
            yield node.lineno


def test_no_module_asks_for_an_identity() -> None:
    found = [
        f"{module}:{line}"
        for name, module in modules().items()
        if name not in FOR_SPEED
        for line in identities(module.tree)
    ]
    assert not found


@pytest.mark.parametrize("name", FOR_SPEED)
def test_each_exception_is_one(name: str) -> None:
    assert list(identities(modules()[name].tree))


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("known[id(one)] = 1", [1]),
        ("x = 1\ny = map(id, some)", [2]),
        ("names.id(kind, number)", []),
        ("def id(self): return self.id", []),
        ("class Task:\n    id: int", []),
    ],
)
def test_how_it_is_found(source: str, lines: list[int]) -> None:
    assert list(identities(ast.parse(source))) == lines
