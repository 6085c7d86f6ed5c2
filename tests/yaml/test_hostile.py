"""Whatever the text, reading ends with problems or a limit, never with a traceback."""

import random
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.diagnostics import Diagnostic, LimitExceeded
from interpreter.source import Source
from interpreter.yaml.composing import read
from interpreter.yaml.shape import check_shape

ROOT = Path(__file__).resolve().parents[2]
PACK = ROOT / "rulesets" / "acks-reconnaissance" / "procedures.yaml"
PIECES = (
    "a", "b c", "1", ": ", ":", "- ", "\n", "\n  ", "\n    ", "{", "}", "[", "]", ", ",
    "'", '"', "|", ">-", "&x ", "*x", "!t ", "# c", " #", "? ", "<<: ", "---\n", "%Y",
    "\t", "\\", "~", "true", "f(", ")", "\u00e9", "\u2028", "\x85", "\r\n", "@", "`",
)  # fmt: skip


def survives(text: str) -> None:
    """Read and check; all places are within the text."""
    problems: list[Diagnostic] = []
    source = Source("x.yaml", text)
    try:
        node = read(source, problems)
    except LimitExceeded:
        return
    if node is None:
        assert any(each.severity == "error" for each in problems)
    else:
        for kind in ("part", "ruleset", "rulebook", "overlay"):
            check_shape(node, kind, problems)
    for each in problems:
        assert 0 <= each.span.start <= each.span.end <= len(text), each


SHUFFLED = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


@settings(max_examples=250, deadline=None)
@given(SHUFFLED)
def test_pieces_of_yaml_in_any_order(text: str) -> None:
    """The letters that mean something to YAML, shuffled."""
    survives(text)


@pytest.mark.long
@settings(max_examples=1000, deadline=None)
@given(SHUFFLED)
def test_many_more_pieces_of_yaml(text: str) -> None:
    survives(text)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    """All of Unicode, lone surrogates as well."""
    survives(text)


@pytest.mark.parametrize("seed", range(40))
def test_a_pack_with_faults(seed: int) -> None:
    """A real file with a few pieces put in, taken out or doubled."""
    rng = random.Random(seed)
    text = PACK.read_text(encoding="utf-8")
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text))
        cut = rng.choice((0, 0, 1, 5, 80))
        text = text[:at] + rng.choice(PIECES) + text[at + cut :]
    survives(text)


@pytest.mark.parametrize(
    "text",
    [
        "[" + "f(a, " * 30_000 + "]",
        "{" + "a: f(b, " * 20_000 + "}",
        "a: 'x\n" * 20_000,
        "a: {b} c\n" * 20_000,
        "a: [\n" * 60,
        "a: " + "x\n " * 50_000,
        "a: |\n" + "  x y\n" * 50_000,
        "a: b" + " " * 200_000 + "c\n  d",
        'a: "b' + " " * 200_000 + 'c\n  d"',
        "a: @" + " " * 200_000 + "b",
        "a: b" + " " * 200_000 + ": c",
        "a: {" + " " * 200_000,
        "a: [" + "b" * 200_000 + " [",
        "a: {b: c" + ", d" * 30_000 + "}",
    ],
    ids=[
        "calls", "maps", "quotes", "breaks", "open", "folded", "block", "blanks",
        "quoted blanks", "odd", "colon", "open and blank", "key", "bare words",
    ],
)  # fmt: skip
def test_a_hostile_file_takes_no_long_time(text: str) -> None:
    """No text makes reading more than linear."""
    start = time.process_time()
    survives(text)
    assert time.process_time() - start < 6
