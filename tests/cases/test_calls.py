"""Calls as people write them, and where each part of one stands."""

import pytest

from interpreter.cases.calls import call_in, call_of


@pytest.mark.parametrize(
    ("text", "name", "arguments"),
    [
        ("sky", "sky", ()),
        (" far sky ( red , [1, 2] )", "far sky", ("red", "[1, 2]")),
        ("say('a, b)', f(1, 2))", "say", ("'a, b)'", "f(1, 2)")),
    ],
)
def test_a_call_and_its_places(
    text: str, name: str, arguments: tuple[str, ...]
) -> None:
    """Each part is cut where it stands in the text."""
    assert call_of(text) == (name, arguments)
    found = call_in(text)
    assert found is not None
    for each in (found[0], *found[1]):
        assert text[each.start : each.end] == each.text


def test_what_is_no_call() -> None:
    """Brackets that do not close make no call."""
    assert call_of("sky(2") is None
