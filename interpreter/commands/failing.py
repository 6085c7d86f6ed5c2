"""The part of a condition that does not hold, in the words of the pack."""

from interpreter.commands.scene import Scene
from interpreter.emission.failures import conjuncts
from interpreter.language.typed import Typed
from interpreter.reporting.expressions import compared, written
from interpreter.reporting.sums import here
from interpreter.reporting.values import Edge


def first_failed(scene: Scene, condition: Typed, names: Edge) -> str:
    """Return the first part that does not hold, and what it compared; "" for none."""
    for each in conjuncts(condition):
        found = scene.value(each)
        if found is not None and found.value is False:
            told = here(scene.values(compared(each)), names)
            return f"not so: {written(each, names)}{told}"
    return ""
