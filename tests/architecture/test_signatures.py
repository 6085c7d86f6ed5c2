"""Signatures say what they take and return."""

import ast
from collections import Counter
from collections.abc import Iterator

from tests.architecture.engine import modules

ANY = 150


def annotations(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield the annotations of the arguments and results of all functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            of = node.args
            arguments = [*of.posonlyargs, *of.args, *of.kwonlyargs, of.vararg, of.kwarg]
            written = [one.annotation for one in arguments if one is not None]
            yield from filter(None, [*written, node.returns])


def unsaid(tree: ast.AST) -> int:
    """Return the number of these annotations that name `Any`."""
    return sum(
        any(
            isinstance(part, ast.Name) and part.id == "Any"
            for part in ast.walk(annotation)
        )
        for annotation in annotations(tree)
    )


def test_few_signatures_name_any() -> None:
    """Fewer annotations than this name `Any`: a value that is passed through is a
    `Value`, a function that returns what it takes has a type variable."""
    found = Counter({str(each): unsaid(each.tree) for each in modules().values()})
    assert found.total() < ANY, found.most_common(5)


def test_every_kind_of_annotation_is_counted() -> None:
    """Arguments of every kind and results are, each once; fields are not."""
    source = """
field: Any = 0
def f(a: Any, /, b: list[Any], *c: Any, d: dict[Any, Any], **e: Any) -> Any: ...
async def g(a: int, b) -> Any: ...
"""
    assert unsaid(ast.parse(source)) == 7
