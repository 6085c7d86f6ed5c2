"""Comparisons before stops: states keep what is asked of a number, not the number."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from interpreter.codegen.generating import emit
from interpreter.engine.exact.program import odds
from interpreter.engine.once import initial
from interpreter.ir.instructions import Program
from tests.codegen.building import again, ap, back, let, procedure, program, roll, when


def live(given: Program) -> Iterator[tuple[str, ...]]:
    """Yield what each function takes that a roll resumes."""
    for _, _, kind, names in emit(given, "exact").functions.values():
        if kind == "roll":
            yield names


def same(given: Program, *arguments: Any) -> None:
    """Assert that the law is that without anything fused or compared early."""
    state = initial(given)
    ours = odds(given, "p", arguments, state)
    plain = odds(given, "p", arguments, state, fusing=False)
    laws = [
        {end: Fraction(ways, each.denominator) for end, ways in each.outcomes.items()}
        for each in (ours, plain)
    ]
    assert laws[0] == laws[1]
    assert sum(laws[0].values()) == 1


def test_only_the_outcome_is_kept() -> None:
    given = program(
        procedure(
            "p",
            "n",
            roll("a", 12),
            let("lead", ap("-", "a", "n")),
            roll("b", 6),
            when(ap(">", "lead", 2), [back("b")], [back(0)]),
        )
    )
    assert list(live(given)) == [("v_n",), ("h_early0",)]
    same(given, 4)


def test_a_number_that_is_read_later_is_kept() -> None:
    given = program(
        procedure(
            "p",
            "",
            roll("a", 12),
            roll("b", 6),
            when(ap(">", "a", 2), [back("b")], [back("a")]),
        )
    )
    assert list(live(given)) == [(), ("v_a",)]
    same(given)


def test_before_a_stop_nothing_changes() -> None:
    body = (roll("a", 12), when(ap(">", "a", 2), [back(1)], [back(0)]))
    given = program(procedure("p", "", *body))
    assert "early" not in "".join(
        text for text, _ in emit(given, "exact").units.values()
    )
    same(given)


def test_within_loops_and_of_two_numbers() -> None:
    given = program(
        procedure(
            "p",
            "n",
            again(
                roll("a", 4),
                roll("b", 4),
                roll("c", 4),
                when(ap("<", "a", "b"), [back("c")]),
                times=3,
            ),
            back("n"),
        )
    )
    kept = [name for names in live(given) for name in names]
    assert "h_early0" in kept
    same(given, 9)
