"""Imports are at the top of a module; one in a function says why it is late.

The reason is nearly always the start of a command, which must not pay for what it does
not need (`tests/cli/test_warm.py`). A comment at the import says it, or the docstring
of a module that does so throughout.
"""

import ast
from collections.abc import Iterator

from tests.architecture.engine import modules

THROUGHOUT = "imported in functions"
"""In the docstring of a module: it says the reason for all its imports in functions."""
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def unexplained(text: str) -> Iterator[int]:
    """Yield the line of each import in a function without a comment. One that follows
    another import needs none of its own."""
    lines = ["", *text.splitlines()]
    tree = ast.parse(text)
    if THROUGHOUT in " ".join((ast.get_docstring(tree) or "").split()):
        return
    late = {
        node.lineno
        for function in ast.walk(tree)
        if isinstance(function, FUNCTIONS)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    for line in sorted(late - {line + 1 for line in late}):
        if "#" not in lines[line] and "#" not in lines[line - 1]:
            yield line


def test_an_import_in_a_function_says_why() -> None:
    assert [
        f"{module}:{line}"
        for module in modules().values()
        for line in unexplained(module.path.read_text(encoding="utf-8"))
    ] == []


def test_the_test_sees_them() -> None:
    assert list(unexplained("def f():\n    '''Do.'''\n    import os\n")) == [3]
    assert not list(unexplained("def f():\n    import os  # rarely\n"))
    assert not list(unexplained("def f():\n    # rarely\n    import os\n"))
