"""What explains a run reads its trace: it evaluates no expression of the pack again."""

import ast

import pytest

from tests.architecture.engine import Module, modules

EVALUATES = {
    "interpreter.app.explaining.stop_values": "answers that no step ran with",
    "interpreter.reports.map_labels": "measures of a map, from a viewer's knowledge",
}
"""Modules that may evaluate, each with what a trace cannot have."""
READERS = ("interpreter.reports", "interpreter.app.explaining")
EVALUATOR = "interpreter.expressions.evaluator"
COMPILING = {"CompiledCode", "compile_emitted", "namespace", "play_out", "start"}
COMPILED = {"compiled", "meets", "python", "resumed"}
"""Attributes by which functions of generated code, or of the language, are called."""


def readers() -> dict[str, Module]:
    """Return the modules that make explanations and reports."""
    return {
        name: module for name, module in modules().items() if name.startswith(READERS)
    }


def evaluations(tree: ast.Module) -> set[str]:
    """Return the ways in which a module evaluates something of a pack."""
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=module, names=names):
                imported = {alias.name for alias in names}
                if module == EVALUATOR or "evaluator" in imported:
                    found.add("imports the evaluator")
                found |= {f"imports {name}" for name in imported & COMPILING}
            case ast.Import(names=names):
                found |= {
                    f"imports {alias.name}"
                    for alias in names
                    if alias.name == EVALUATOR
                }
            case ast.Attribute(attr=attr) if attr in COMPILED:
                found.add(f"reads .{attr}")
            case ast.Call(func=ast.Subscript(value=ast.Attribute(attr="names"))):
                found.add("calls a function of a namespace")
    return found


def test_explanations_read_the_trace() -> None:
    """Only the exceptions evaluate; one that does no more leaves the list."""
    found = {name: evaluations(module.tree) for name, module in readers().items()}
    assert {name for name, ways in found.items() if ways} == set(EVALUATES), found


@pytest.mark.parametrize(
    "source",
    [
        "from interpreter.expressions.evaluator import evaluate",
        "from interpreter.expressions import evaluator",
        "import interpreter.expressions.evaluator",
        "from interpreter.codegen.loading import compile_emitted",
        "engine.names[f'd{number}w'](state)",
        "engine.compiled.steps.reset()",
        "engine.meets(value, check, state)",
    ],
)
def test_each_way_to_evaluate_is_seen(source: str) -> None:
    assert evaluations(ast.parse(source))
