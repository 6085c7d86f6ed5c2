"""Faces that a case gives by the element of a loop for which they fall."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.engine.stops import RollStop
from interpreter.values.types import Type, Value

if TYPE_CHECKING:  # documents bring the YAML reader, for which no run has to wait
    from interpreter.yaml import Node, ScalarNode

Waiting = list[tuple[int, ...]]


@dataclass(slots=True)
class ElementFaces:
    """What one map gives to a roll: its faces for each element, taken in order.

    `read` gives the value of a type that a key stands for, None where it is none.
    """

    given: Sequence[tuple[ScalarNode, Waiting]]
    read: Callable[[Node, Type], Value | None]
    _values: dict[tuple[str, Type], Value | None] = field(default_factory=dict)

    def waiting(self, stop: RollStop) -> Waiting | None:
        """Return the faces that wait for this passing of a roll; of several elements
        that tell it from others the innermost counts."""
        for kind, value in self._telling(stop):
            for key, faces in self.given:
                if faces and self._value(key, kind) == value:
                    return faces
        return None

    def element(self, stop: RollStop) -> tuple[Value, Type] | None:
        """Return the element for which the roll falls, where any is of its type."""
        return next(((value, kind) for kind, value in self._telling(stop)), None)

    def left(self) -> Iterator[tuple[ScalarNode, tuple[int, ...]]]:
        """Yield what nobody rolled yet, with its element."""
        return ((key, each) for key, faces in self.given for each in faces)

    def _telling(self, stop: RollStop) -> Iterator[tuple[Type, Value]]:
        """Yield what tells this passing of a roll from others, the innermost first, as
        far as a key is of its type."""
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
