"""Brackets that nobody wrote, beside a line that fits no indentation."""

from interpreter.diagnostics import Diagnostic
from interpreter.source import Source
from interpreter.yaml.broken_lines import DEEPEST_BRACKETS, _parses
from interpreter.yaml.composing import read


def test_deep_brackets_are_not_read_again_and_again() -> None:
    """A proposal is tried only on what somebody may have written."""
    assert _parses("a: " + "[" * 50 + "]" * 50 + "\n")
    assert not _parses("a: " + "[" * (DEEPEST_BRACKETS + 1) + "\n")


def test_a_broken_line_beside_them_is_reported() -> None:
    """Without a fix, and with the line."""
    deep = "[" * 3_000 + "]" * 3_000
    problems: list[Diagnostic] = []
    read(
        Source("x.yaml", f"name: x\ntables:\n  a: 1\n   b: 2\n  c: {deep}\n"), problems
    )
    assert any(problem.span.first[0] in (3, 4) for problem in problems)
