"""What became of the faults that were tried of a pack, while its files are the same.

A file belongs to a pack and to this engine; it holds the results for one content of the
pack and of those below it, without their cases. Another content is a cache miss.
"""

from hashlib import sha256
from pathlib import Path

from msgspec import Struct

from interpreter.cache.codec import Damaged
from interpreter.cache.content_hashes import engine
from interpreter.cache.folder import Folder, user_folder

_MADE, _PACK, _RESULTS = "made from", "pack", "results"


class KnownMutants(Struct):
    """The results of faults by their keys, each a list of texts and numbers."""

    _folder: Folder | None
    _name: str
    _pack: str
    _results: dict[str, list[object]]

    @classmethod
    def of(cls, pack: Path, digest: str) -> "KnownMutants":
        """Read what is known of a pack whose content has this digest; nothing where
        nothing is cached."""
        place = user_folder()
        if place is None:
            return cls(None, "", digest, {})
        key = str(pack.resolve()).encode("utf-8", "surrogateescape")
        folder, name = Folder(place), f"{sha256(key).hexdigest()[:32]}.mutants"
        return cls(folder, name, digest, _kept(folder, name, digest))

    def get(self, key: str) -> list[object] | None:
        """Return the result of a fault, None if it is not known."""
        return self._results.get(key)

    def keep(self, results: dict[str, list[object]]) -> None:
        """Write results of faults beside those that are known."""
        if self._folder is None or not results:
            return
        self._results |= results
        parts: dict[str, object] = {
            _MADE: engine(),
            _PACK: self._pack,
            _RESULTS: [[key, *result] for key, result in self._results.items()],
        }
        self._folder.keep(self._name, parts)


def _kept(folder: Folder, name: str, digest: str) -> dict[str, list[object]]:
    bundle = folder.find(name)
    try:
        if bundle is None:
            return {}
        if bundle.part(_MADE) != engine() or bundle.part(_PACK) != digest:
            return {}
        return {str(key): list(result) for key, *result in bundle.part(_RESULTS)}
    except (Damaged, TypeError, ValueError):
        return {}
