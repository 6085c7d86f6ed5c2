"""No path and no condition, however odd, is more than a problem."""

from hypothesis import given
from hypothesis import strategies as st

from interpreter.diagnostics import Diagnostic
from interpreter.ruleset.option_values import holds
from interpreter.ruleset.options import OptionValue, alike, worth
from interpreter.ruleset.paths import find, parts_of
from interpreter.source import Name, Source, Span
from interpreter.yaml import ScalarNode
from interpreter.yaml.composing import read

SPAN = Span(Source("x", "option"), 0, 6)
OPTIONS = {
    "way": OptionValue("way", Name("way"), "a b", ("a b", "c"), "c", SPAN),
    "n": OptionValue("n", Name("n"), 2, (1, 2, 3), 1, SPAN),
    "on": OptionValue("on", Name("on"), True, (True, False), False, SPAN),
}
WORDS = "way n on a_b c yes no 1 2 9 is not in and or ( ) [ ] , .. < - . 'c' option +"


def scalar(text: str) -> ScalarNode:
    """Return a text as it would stand in a file."""
    return ScalarNode(text, Span(Source("x", text), 0, len(text)), "")


@given(st.text(alphabet="ab.'\" 1-", max_size=20))
def test_paths(text: str) -> None:
    parts = parts_of(scalar(text))
    assert all(part.span.text == part.text for part in parts)
    node = read(Source("x", "a: {b: [a, {id: b, do: [1]}], 'a.b': 1}\n"), [])
    assert node is not None
    found = find(node, parts)
    assert isinstance(found, list) or 0 <= found < len(parts)


@given(st.lists(st.sampled_from(WORDS.split()), max_size=8).map(" ".join))
def test_conditions(text: str) -> None:
    problems: list[Diagnostic] = []
    value = holds(scalar(text), OPTIONS, problems)
    assert (value is None) == (len(problems) == 1)
    assert len(problems) <= 1


@given(st.text(alphabet="0123456789+-./yesno _", max_size=25))
def test_values(text: str) -> None:
    assert alike(worth(text), worth(f" {text} "))
