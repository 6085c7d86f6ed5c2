"""A sample of odd command lines and odd journals: never the program's fault.

The long jobs `argv` and `headers` run 5,000 of each.
"""

import os
from importlib import import_module

import pytest

from interpreter.cli.main import VERBS
from interpreter.cli.parser import Parser, module_of
from tests.long.inputs import OPTIONS, command_lines, journals

SAMPLE = 120

posix = pytest.mark.skipif(os.name != "posix", reason="it needs pipes and links")


@posix
def test_odd_command_lines() -> None:
    codes, faults = command_lines(range(SAMPLE))
    assert not faults, faults[0]
    assert len(codes) >= 4


@posix
def test_odd_journals() -> None:
    codes, faults = journals(range(SAMPLE))
    assert not faults, faults[0]
    assert len(codes) >= 4


@pytest.mark.parametrize("verb", [name for name, _ in VERBS])
def test_every_option_of_a_verb_is_tried(verb: str) -> None:
    """`--trials`, `--max-time` and `--json` are given to the verbs that take them;
    `--watch` is not tried, for it never ends, nor is `--cluster`, which waits for an
    answer: `tests/engine/test_cluster.py` gives it odd addresses."""
    parser = Parser(verb, "")
    import_module(module_of(verb)).configure(parser)
    options = {
        option
        for action in parser._actions
        for option in action.option_strings
        if option.startswith("--")
    }
    assert options - {"--help", "--trials", "--watch", "--cluster"} == {*OPTIONS[verb]}
