"""Chance that cannot be: what every driver says of it alike."""

from collections.abc import Sequence

from interpreter.values.faults import Fault


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
