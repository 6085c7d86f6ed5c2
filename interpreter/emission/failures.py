"""Which condition of a row of modifiers failed, as the form `why` codes it.

Apart from the generator, so that a report can be read without it.
"""

from interpreter.language.typed import Apply, Constant, Typed

BEATEN = -1000
"""An earlier row counts where only one may."""


def conjuncts(given: Typed | None) -> tuple[Typed, ...]:
    """Return the operands of a condition's top-level `and`, in order."""
    if given is None or given == Constant(True, given.type):
        return ()
    if isinstance(given, Apply) and given.name == "and":
        return tuple(each for one in given.arguments for each in conjuncts(one))
    return (given,)
