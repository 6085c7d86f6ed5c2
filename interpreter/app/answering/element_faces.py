"""Faces that a case gives for each element of the loop around a roll."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.engine.stops import RollStop
from interpreter.values.types import Type, Value

if TYPE_CHECKING:  # the YAML reader takes long to import
    from interpreter.yaml import Node, ScalarNode

Waiting = list[tuple[int, ...]]


@dataclass(slots=True)
class ElementFaces:
    """The faces of one map in a case, by element, taken in order.

    `read` returns the value of a type that a key names, None where it names none.
    """

    given: Sequence[tuple[ScalarNode, Waiting]]
    read: Callable[[Node, Type], Value | None]
    _values: dict[tuple[str, Type], Value | None] = field(default_factory=dict)

    def waiting(self, stop: RollStop) -> Waiting | None:
        """Return the faces for this pass of a roll; where several loops are around it,
        those for the element of the innermost one that has keys."""
        for kind, value in self._elements(stop):
            for key, faces in self.given:
                if faces and self._value(key, kind) == value:
                    return faces
        return None

    def element(self, stop: RollStop) -> tuple[Value, Type] | None:
        """Return the element of the roll; None where no key has its type."""
        return next(((value, kind) for kind, value in self._elements(stop)), None)

    def left(self) -> Iterator[tuple[ScalarNode, tuple[int, ...]]]:
        """Yield the faces that were not rolled yet, with the key of their element."""
        return ((key, each) for key, faces in self.given for each in faces)

    def _elements(self, stop: RollStop) -> Iterator[tuple[Type, Value]]:
        """Yield the loop elements of this pass of a roll, the innermost first, with
        their types, as far as a key is of that type."""
        pairs = zip(stop.instruction.site.among, stop.where[2:], strict=True)
        for local, value in reversed(list(pairs)):
            keys = (key for key, _ in self.given)
            if any(self._value(key, local.type) is not None for key in keys):
                yield local.type, value

    def _value(self, key: ScalarNode, kind: Type) -> Value | None:
        place = (key.text, kind)
        if place not in self._values:
            self._values[place] = self.read(key, kind)
        return self._values[place]
