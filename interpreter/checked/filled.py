"""What the rows of a look-up table give the things of a kind, once it is read."""

from collections.abc import Mapping
from dataclasses import dataclass

from interpreter.language.typed import Typed
from interpreter.values.types import Value


@dataclass(frozen=True, slots=True)
class Filling:
    """What the rows of a look-up `table` give the fields of a kind: cells by the value
    of the field `by`, then by field; of the columns only those that a field is named
    after."""

    table: str
    by: str
    cells: Mapping[Value, Mapping[str, Typed]]
