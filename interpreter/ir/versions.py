"""What was found of single declarations and procedures, for programs that share most of
them: those of one pack under other options."""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

_Key = TypeVar("_Key", bound=Hashable)
_Version = TypeVar("_Version")
_Found = TypeVar("_Found")

MOST = 3
"""How many versions of a name are known beside the first."""


class KnownVersions(Generic[_Key, _Version, _Found]):
    """What a function finds of things, by their names: a version is known by its
    identity, and another object is looked through anew. Of each name the first version
    is known and the last few: most programs have one of those."""

    def __init__(self, find: Callable[[_Version], _Found]) -> None:
        """Begin with nothing known."""
        self._find = find
        self._known: dict[_Key, list[tuple[_Version, _Found]]] = {}

    def of(self, name: _Key, version: _Version) -> _Found:
        """Return what is found of a version."""
        known = self._known.setdefault(name, [])
        for other, found in known:
            if other is version:
                return found
        found = self._find(version)
        known.append((version, found))
        del known[1:-MOST]
        return found
