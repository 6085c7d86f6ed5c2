"""Files whose shape is known to be right, so that none is validated twice."""

from collections.abc import Iterable
from hashlib import sha256


class ValidFiles:
    """Contents of files, by digest: those that were known before, and those met now."""

    def __init__(self, known: Iterable[str] = ()) -> None:
        """Begin with the digests that are `known`, the latest first."""
        self._known = dict.fromkeys(known)
        self._met: dict[str, None] = {}
        self.added = False

    @property
    def digests(self) -> list[str]:
        """All digests, those of files that were met before the others."""
        return list(self._met | self._known)

    def has(self, kind: str, text: str) -> bool:
        """Return whether a file of this kind and content is known to be valid."""
        digest = _digest(kind, text)
        if digest in self._known:
            self._met[digest] = None
        return digest in self._met

    def add(self, kind: str, text: str) -> None:
        """Note that a file of this kind and content is valid."""
        self._met[_digest(kind, text)] = None
        self.added = True


def _digest(kind: str, text: str) -> str:
    told = f"{kind}\n{text}".encode("utf-8", "surrogatepass")
    return sha256(told).hexdigest()[:32]
