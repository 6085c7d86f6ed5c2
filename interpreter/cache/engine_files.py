"""A file of the cache that holds until any change of the engine or its schemas."""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from interpreter.cache.codec import Damaged
from interpreter.cache.content_hashes import engine
from interpreter.cache.folder import Bundle, Folder, user_folder

_MADE = "made from"


class EngineFile:
    """A file of the user's cache about something on the disk, such as a pack."""

    def __init__(self, about: Path, ending: str) -> None:
        """Name it by the path of what it is about; nothing is touched."""
        place = user_folder()
        where = str(about.resolve()).encode("utf-8", "surrogateescape")
        self._folder = None if place is None else Folder(place)
        self._name = f"{sha256(where).hexdigest()[:32]}.{ending}"

    @property
    def is_kept(self) -> bool:
        """Tell whether there is a cache."""
        return self._folder is not None

    def find(self) -> Bundle | None:
        """Return its parts, if this engine wrote them."""
        bundle = None if self._folder is None else self._folder.find(self._name)
        try:
            made = None if bundle is None else bundle.part(_MADE)
        except Damaged:
            return None
        return bundle if made == engine() else None

    def keep(self, parts: Mapping[str, object]) -> None:
        """Write it, if there is a cache."""
        if self._folder is not None:
            self._folder.keep(self._name, {_MADE: engine(), **parts})
