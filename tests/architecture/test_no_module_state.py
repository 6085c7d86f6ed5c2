"""Module state never changes."""

import ast
from collections.abc import Iterator

import pytest

from tests.architecture.engine import modules

MUTABLE = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
MAKERS = ("list", "dict", "set", "bytearray", "defaultdict", "deque", "Counter")
# A reader of such an annotation, and mypy, may not change what it names.
FROZEN = ("Mapping", "Final", "Sequence", "Set", "tuple", "frozenset")


def faults(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield (line, what) of everything in a module that could change while running."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            yield node.lineno, f"global {', '.join(node.names)}"
    for statement in tree.body:
        if isinstance(statement, ast.Assign):
            targets, value, annotation = statement.targets, statement.value, ""
        elif isinstance(statement, ast.AnnAssign) and statement.value:
            targets, value = [statement.target], statement.value
            annotation = ast.unparse(statement.annotation)
        else:
            continue
        for target in targets:
            name = ast.unparse(target)
            if name != "__all__" and changes(value) and not frozen(name, annotation):
                yield statement.lineno, f"{name}: {annotation or 'not annotated'}"


def changes(value: ast.expr) -> bool:
    """Return whether a value could be changed in place."""
    if isinstance(value, ast.Call):
        called = ast.unparse(value.func).split(".")[-1].split("[")[0]
        return called in MAKERS
    return isinstance(value, MUTABLE)


def frozen(name: str, annotation: str) -> bool:
    """Return whether it is a constant, by its name and by its annotation."""
    outermost = annotation.split("[")[0].split(".")[-1]
    return name == name.upper() and outermost in FROZEN


def test_no_module_holds_what_changes() -> None:
    """Tables are tuples, or constants annotated as Mapping and the like."""
    found = [
        f"{module}:{line}: {what}"
        for module in modules().values()
        for line, what in faults(module.tree)
    ]
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize(
    "text",
    [
        "def f():\n    global x",
        "cache = {}",
        "CODES = [1]",
        "CODES: dict[str, int] = {}",
        "waiting = collections.deque()",
        "codes: Mapping[str, int] = {}",
    ],
)
def test_the_test_sees_state(text: str) -> None:
    """A global statement and each kind of list or dict is found."""
    assert list(faults(ast.parse(text)))


@pytest.mark.parametrize(
    "text",
    [
        "CODES: Mapping[str, int] = {}",
        "NAMES: Final = ['a']",
        "NAMES = ('a', 'b')",
        "__all__ = ['a']",
        "def f():\n    found = []",
    ],
)
def test_the_test_lets_constants_be(text: str) -> None:
    """Tuples, annotated constants and locals are no state."""
    assert not list(faults(ast.parse(text)))
