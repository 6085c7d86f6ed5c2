"""What something takes, in a line."""

from collections.abc import Sequence

from interpreter.checked.declared import Parameter
from interpreter.reporting.paint import clean
from interpreter.values.spoken import spoken


def takes_text(takes: Sequence[Parameter]) -> str:
    """Return `a: type, b: type`."""
    said = (f"{clean(each.name)}: {clean(spoken(each.type))}" for each in takes)
    return ", ".join(said)
