"""Modules are short and functions fit a screen."""

import ast
from collections import Counter
from statistics import median

from tests.architecture.engine import ROOT, imports, modules

MEDIAN = 220
MODULE = 700
FUNCTION = 80

# Please do not add to these: split instead. Path (with :function), and the reason.
LONG_MODULES: dict[str, str] = {}
LONG_FUNCTIONS: dict[str, str] = {}

FRAGMENT = 80
"""Lines below which a module that one other imports belongs into that one."""
FRAGMENTS = {
    "interpreter.app.schemas": "needs no ruleset, and is imported without any",
    "interpreter.cache.board_records": "geometry, imported for packs with boards",
    "interpreter.cache.valid": "one kind of entry of the cache, as its neighbours",
    "interpreter.reports.imports": "what one verb prints, and no other",
    "interpreter.reports.plane_text": "geometry, imported for packs with boards",
    "interpreter.source.names": "what a Name is, and who may make one",
}


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


def fragments() -> set[str]:
    """Return the short modules that one module of the engine imports, but for what the
    command line loads by the name of a verb."""
    known = modules()
    importers = Counter(
        name
        for module in known.values()
        for name in {imported for _, imported in imports(module, known)}
    )
    return {
        name
        for name, module in known.items()
        if importers[name] == 1
        and module.room != "cli"
        and module.path.name != "__init__.py"
        and len(module.path.read_text(encoding="utf-8").splitlines()) < FRAGMENT
    }


def test_no_module_is_a_fragment() -> None:
    """What one module imports and is short stands in it, but for those listed."""
    assert fragments() == set(FRAGMENTS)


def test_no_module_escapes_the_formatter() -> None:
    """Lines are not packed to stay under a limit."""
    assert not [
        str(module)
        for module in modules().values()
        if "# fmt:" in module.path.read_text(encoding="utf-8")
    ]
