"""Modules are short and functions fit a screen."""

import ast
from statistics import median

from tests.architecture.engine import ROOT, modules

MEDIAN = 220
MODULE = 700
FUNCTION = 80

# Please do not add to these: split instead. Path (with :function), and the reason.
LONG_MODULES: dict[str, str] = {}
LONG_FUNCTIONS: dict[str, str] = {}


def lines() -> dict[str, int]:
    """Return the number of lines of every module of the engine and of tools."""
    paths = [module.path for module in modules().values()]
    paths += (ROOT / "tools").glob("*.py")
    return {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in paths
    }


def functions() -> dict[str, int]:
    """Return the number of lines of every function of the engine."""
    return {
        f"{module}:{node.name}": (node.end_lineno or node.lineno) - node.lineno + 1
        for module in modules().values()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def test_the_median_module_is_short() -> None:
    """Half of all modules have fewer lines than this."""
    assert median(lines().values()) < MEDIAN


def test_no_module_is_long() -> None:
    """No module is longer than this, but for those listed."""
    long = {name: count for name, count in lines().items() if count > MODULE}
    assert not {name: long[name] for name in long.keys() - LONG_MODULES.keys()}


def test_functions_fit_a_screen() -> None:
    """No function is longer than this, but for those listed."""
    long = {name: count for name, count in functions().items() if count > FUNCTION}
    assert not {name: long[name] for name in long.keys() - LONG_FUNCTIONS.keys()}


def test_the_lists_are_not_stale() -> None:
    """What is listed is still long, and says why."""
    assert all(lines().get(name, 0) > MODULE for name in LONG_MODULES)
    assert all(functions().get(name, 0) > FUNCTION for name in LONG_FUNCTIONS)
    assert all([*LONG_MODULES.values(), *LONG_FUNCTIONS.values()])


def test_no_module_escapes_the_formatter() -> None:
    """Lines are not packed to stay under a limit."""
    assert not [
        str(module)
        for module in modules().values()
        if "# fmt:" in module.path.read_text(encoding="utf-8")
    ]
