"""Maps and lists of which each element is made when it is first asked for."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from hmac import compare_digest, digest
from typing import Any, TypeVar, overload

from interpreter.cache.codec import Damaged, read_text, text_of

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


# Many small JSON texts in one file, each read only when it is asked for.  The first
# line is the seal of all that follows: HMAC-SHA256 under the user's own key, over the
# file's name and the rest. The second is a JSON object: for each part its offset and
# length behind this line. Every further line is a part, itself JSON. Without the key
# nobody makes a file that is read, so what stands behind a good seal was written by
# us.

_SEAL = sha256().digest_size * 2 + 1  # letters of hexadecimal, and a line's end


class Bundle:
    """The parts of a file by name."""

    def __init__(self, index: Mapping[str, Any], body: bytes) -> None:
        """Keep the index (name -> offset and length) and all parts."""
        self._index = index
        self._body = body

    def __contains__(self, name: str) -> bool:
        """Tell whether there is such a part."""
        return name in self._index

    def part(self, name: str) -> Any:
        """Return a part as JSON data; raises Damaged when there is none."""
        try:
            offset, length = self._index[name]
            return read_text(self._body[offset : offset + length])
        except (KeyError, TypeError, ValueError) as error:
            raise Damaged(f"no part '{name}'") from error


def sealed(name: str, parts: Mapping[str, object], key: bytes) -> bytes:
    """Return the bytes of a file of that name; raises Unstorable."""
    index, lines, offset = {}, [], 0
    for part, data in parts.items():
        line = text_of(data).encode("ascii")
        index[part] = (offset, len(line))
        lines.append(line)
        offset += len(line) + 1
    rest = b"\n".join([text_of(index).encode("ascii"), *lines])
    return _seal(name, rest, key) + rest


def opened(name: str, data: bytes, key: bytes) -> Bundle:
    """Return the parts of a file; raises Damaged unless it was sealed so."""
    seal, rest = data[:_SEAL], memoryview(data)[_SEAL:]
    if not compare_digest(seal, _seal(name, rest, key)):
        raise Damaged("the seal is not ours")
    end = data.find(b"\n", _SEAL)
    if end < 0:
        end = len(data)
    index = read_text(data[_SEAL:end])
    if not isinstance(index, dict):
        raise Damaged("no index of parts")
    return Bundle(index, data[end + 1 :])


def _seal(name: str, rest: bytes | memoryview, key: bytes) -> bytes:
    made = digest(key, name.encode("utf-8") + b"\0" + rest, "sha256")
    return made.hex().encode("ascii") + b"\n"
