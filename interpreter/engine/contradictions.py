"""Chance and choices that cannot be: what every driver says of them alike."""

from collections.abc import Sequence
from typing import Any

from interpreter.values.faults import Fault

_INSTEAD = "say with 'or: none', 'if_none' or an 'if' around it what happens then"


def roll_fault(number: int, sides: int) -> Fault | None:
    """Return what is wrong with a roll, or None."""
    if number < 0 or sides < 1:
        return Fault("R701", f"no roll of {number} d{sides}")
    return None


def draw_fault(
    items: Sequence[object], weights: Sequence[object] | None, how_many: int | None
) -> Fault | None:
    """Return what is wrong with a draw, or None; too many wanted are all that are."""
    number = 1 if how_many is None else max(0, min(how_many, len(items)))
    given = [1] * len(items) if weights is None else list(weights)
    if any(each < 0 for each in given):  # type: ignore[operator]
        return Fault("R701", "a weight is below 0")
    left = sum(1 for each in given if each)
    if number > left:
        return Fault("R705", f"cannot draw {number} of {left}")
    return None


def choice_fault(
    by: int | None,
    offered: Sequence[Any] | None,
    how_many: tuple[int, int] | None,
) -> Fault | None:
    """Return what is wrong with what a choice offers, or None.

    Without `by`, several seats choose, and `offered` holds (element, seat, offered).
    Whether an answer meets the condition of the choice is not tried here.
    """
    if offered is None:
        return None
    least = 1 if how_many is None else how_many[0]
    every = [offered] if by is not None else [some for *_, some in offered]
    fewest = min((len(some) for some in every), default=least)
    if least <= fewest:
        return None
    if fewest == 0:
        return Fault("R712", "nothing is offered", _INSTEAD)
    are = "is" if fewest == 1 else "are"
    message = f"{least} must be chosen, and {fewest} {are} offered"
    return Fault("R712", message, _INSTEAD)
