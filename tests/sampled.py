"""Which values of a test the gate tries; `tools/check --long tests` tries all."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pytest

T = TypeVar("T")


def sampled(
    values: Iterable[T],
    in_gate: Callable[[T], bool],
    name: Callable[[T], str] = str,
) -> list[Any]:
    """Return the parameters of a test, one for each value; those that are not
    `in_gate` are marked long."""
    return [
        pytest.param(
            value, id=name(value), marks=() if in_gate(value) else pytest.mark.long
        )
        for value in values
    ]
