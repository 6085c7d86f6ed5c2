"""Maps and lists of which each element is made when it is first asked for."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar, overload

Key = TypeVar("Key")
Value = TypeVar("Value")


class LazyMap(Mapping[Key, Value]):
    """A map with all its keys; `make` gives the value of one."""

    def __init__(self, keys: Sequence[Key], make: Callable[[Key], Value]) -> None:
        """Begin with no value made."""
        self._keys = dict.fromkeys(keys)
        self._make = make
        self._made: dict[Key, Value] = {}

    def __getitem__(self, key: Key) -> Value:
        if key not in self._made:
            if key not in self._keys:
                raise KeyError(key)
            self._made[key] = self._make(key)
        return self._made[key]

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def __iter__(self) -> Iterator[Key]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        """Be pickled as what it holds, for other processes."""
        return dict, (dict(self),)


class LazyList(Sequence[Value]):
    """A list of known length; `make` gives the element at a place."""

    def __init__(self, length: int, make: Callable[[int], Value]) -> None:
        """Begin with no element made."""
        self._length = length
        self._make = make
        self._made: dict[int, Value] = {}

    @overload
    def __getitem__(self, index: int) -> Value: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Value]: ...
    def __getitem__(self, index: int | slice) -> Value | Sequence[Value]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(self._length))]
        place = range(self._length)[index]
        if place not in self._made:
            self._made[place] = self._make(place)
        return self._made[place]

    def __len__(self) -> int:
        return self._length

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (LazyList, tuple, list)):
            return NotImplemented
        return list(self) == list(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        """Be pickled as what it holds, for other processes."""
        return tuple, (tuple(self),)
