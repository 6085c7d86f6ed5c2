"""Exact laws of the entry points of a published pack, many times over.

The command line reads a pack anew each time; a grid of arguments asks an open one.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from interpreter.engine.exact.program import ExactProgram
from interpreter.engine.once import initial
from interpreter.ir.instructions import Program
from interpreter.pipeline.loading import load, usable
from interpreter.pipeline.option_readings import loaded_under
from interpreter.reports.values import edge, to_json
from interpreter.ruleset.finding import find_pack

Law = Mapping[Any, Fraction]


@cache
def opened(pack: str, options: tuple[tuple[str, str], ...] = ()) -> Program:
    """Return the program of a pack under options; its files are read once, and of its
    rules those alone that the options change."""
    first = load(find_pack(pack))
    return usable(loaded_under(first, dict(options)) if options else first)


def asking(
    pack: str, entry: str, options: Mapping[str, str] | None = None
) -> Callable[..., Law]:
    """Return what gives the law of an entry point for numbers, truths and None.

    Outcomes are as in JSON, a record as the tuple of its fields.
    """
    program = opened(pack, tuple((options or {}).items()))
    state, asked = initial(program, ""), program.entries[entry]
    exact = ExactProgram.of(program, asked=asked.procedure)
    names = edge(program.declared, program.initial_states[""])

    def law(*values: Any) -> Law:
        found = exact.odds(entry, values, state)
        return {
            _told(to_json(value, asked.gives, names)): Fraction(n, found.denominator)
            for (value, _), n in found.outcomes.items()
        }

    return law


def _told(value: Any) -> Any:
    return tuple(value.values()) if isinstance(value, dict) else value


def possible(law: Law) -> Law:
    """Return what has a chance at all."""
    return {value: share for value, share in law.items() if share}
