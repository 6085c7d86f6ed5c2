"""A closed procedure in columns, and how far what it counts is from its exact law."""

from collections.abc import Mapping
from math import sqrt
from typing import Any

from interpreter.codegen.generating import emit
from interpreter.codegen.source import GeneratedCode
from interpreter.engine.exact.program import ExactResult
from interpreter.engine.once import initial
from interpreter.engine.simulation.vectorised import VectorisedPlan
from interpreter.ir.instructions import Program
from interpreter.semantics.state_view import kind_fields

_EXPECTED = 5  # least count expected in a cell of a chi-square
_FAR = 4.5  # deviations: with thousands of laws one of them, perhaps


def columns_of(
    program: Program,
    procedure: str,
    arguments: tuple[Any, ...],
    scenario: str,
    emitted: GeneratedCode | None = None,
) -> VectorisedPlan:
    """Return the plan in columns, whether trials meet or not; `emitted` is the exact
    code of the procedure, if there is any yet."""
    if emitted is None:
        emitted = emit(program, "exact", observed=frozenset(), asked=procedure)
    kinds, state = kind_fields(program.declared), initial(program, scenario)
    return VectorisedPlan(emitted, kinds, {}, procedure, arguments, state)


def far_off(law: ExactResult, counts: Mapping[Any, int]) -> bool:
    """Tell whether counts are not those of a law: by chi-square, its cells at least 5.

    What cannot be, or should be and never came, counts as far off too. The cube root of
    a chi-square over its degrees is nearly normal (Wilson and Hilferty).
    """
    trials = sum(counts.values())
    weights = {value: weight for (value, _), weight in law.outcomes.items() if weight}
    if not counts.keys() <= weights.keys():
        return True
    square, cells, rest = 0.0, 0, [0.0, 0]
    for value, weight in weights.items():
        expected = trials * weight / law.denominator
        if expected >= _EXPECTED:
            square += (counts.get(value, 0) - expected) ** 2 / expected
            cells += 1
        else:
            rest = [rest[0] + expected, rest[1] + counts.get(value, 0)]
    if rest[0] >= _EXPECTED:
        square += (rest[1] - rest[0]) ** 2 / rest[0]
        cells += 1
    if cells < 2:
        return False
    degrees, spread = cells - 1, 2 / (9 * (cells - 1))
    return ((square / degrees) ** (1 / 3) - (1 - spread)) / sqrt(spread) > _FAR
