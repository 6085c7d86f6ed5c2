"""A formula worked out in the forms that never stop."""

from typing import Any

from interpreter.codegen.loading import CompiledCode
from interpreter.codegen.source import direct
from interpreter.engine.exact.program import ExactProgram


def run_directly(
    compiled: CompiledCode, name: str, arguments: tuple[Any, ...], state: Any
) -> Any:
    """Run a formula in the direct form."""
    *kinds, log = state
    rows = [[row and [*row] for row in kind] for kind in kinds]
    try:
        return compiled.names[direct(f"{name}__entry")]([*rows, log], *arguments)
    except Exception as error:
        raise compiled.explained(error) from None


def worked_out(
    exact: ExactProgram, name: str, arguments: tuple[Any, ...], state: Any
) -> Any:
    """Work out the exact law of a formula, which is sure."""
    found = exact.distribution(f"{name}__entry", arguments, state)
    ((result, _),) = found.outcomes
    return result
