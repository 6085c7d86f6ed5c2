"""What is not the same in several game states is named."""

from typing import Any

import pytest

from interpreter.semantics.state_view import differing_fields

KINDS = (("unit", ("men", "leader")), ("marker", ()))
LOG = ()
UNIT = (3, None)


@pytest.mark.parametrize(
    ("first", "second", "names"),
    [
        (((UNIT,), ((),)), ((UNIT,), ((),)), []),
        (((UNIT,), ()), (((4, None),), ()), ["unit.men"]),
        (((UNIT,), ()), ((None,), ()), ["unit.men"]),
        ((((None, None),), ()), ((None,), ()), ["unit"]),
        (((), ()), ((), ((),)), ["marker"]),
        (((), ((), ())), ((), (None, ())), ["marker"]),
        (((UNIT,), ((),)), (((3, 0),), (None,)), ["unit.leader", "marker"]),
    ],
    ids=[
        "nothing",
        "a field",
        "an entity removed",
        "an entity without values removed",
        "an entity without fields created",
        "an entity without fields removed",
        "both kinds",
    ],
)
def test_each_difference_has_a_name(
    first: tuple[Any, ...], second: tuple[Any, ...], names: list[str]
) -> None:
    assert differing_fields(KINDS, [(*first, LOG), (*second, LOG)]) == names
