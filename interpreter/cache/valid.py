"""The files whose shape is known to be right, kept from one process to the next.

A file is known by its content alone, wherever it is: packs that extend one another,
copies and worktrees share what was found. It is forgotten with any change of the
engine or its schemas, and when many others were met since.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from itertools import islice
from pathlib import Path

from interpreter.cache.codec import Damaged
from interpreter.cache.content_hashes import engine
from interpreter.cache.folder import Folder, user_folder
from interpreter.yaml.schemas import ValidFiles

MOST = 4_000
"""Files that are known, the ones met last."""
_MADE = "made from"
_DIGESTS = "digests"


@contextmanager
def known_to_be_valid() -> Iterator[ValidFiles]:
    """Give the files that were valid before, and keep those that are valid now."""
    place = user_folder()
    if place is None:
        yield ValidFiles()
        return
    folder, made = Folder(place), engine()
    where = str(Path(__file__).resolve()).encode("utf-8", "surrogateescape")
    name = f"{sha256(where).hexdigest()[:32]}.valid"
    valid = ValidFiles(_kept(folder, name, made))
    yield valid
    if valid.added:
        digests = list(islice(valid.digests, MOST))
        folder.keep(name, {_MADE: made, _DIGESTS: digests})


def _kept(folder: Folder, name: str, made: str) -> list[str]:
    bundle = folder.find(name)
    try:
        if bundle is None or bundle.part(_MADE) != made:
            return []
        return [str(digest) for digest in bundle.part(_DIGESTS)]
    except (Damaged, TypeError):
        return []
