"""The files whose shape is known to be right, kept from one process to the next.

A file is known by its content alone, wherever it is: packs that extend one another,
copies and worktrees share what was found. It is forgotten with any change of the
engine or its schemas, and when many others were met since.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from interpreter.cache.codec import Damaged
from interpreter.cache.engine_files import EngineFile
from interpreter.yaml.schemas import ValidFiles

MOST = 4_000
"""Files that are known, the ones met last."""
_DIGESTS = "digests"


@contextmanager
def known_to_be_valid() -> Iterator[ValidFiles]:
    """Give the files that were valid before, and keep those that are valid now."""
    file = EngineFile(Path(__file__), "valid")
    valid = ValidFiles(_kept(file))
    yield valid
    if valid.added:
        file.keep({_DIGESTS: list(islice(valid.digests, MOST))})


def _kept(file: EngineFile) -> list[str]:
    bundle = file.find()
    try:
        return [] if bundle is None else [str(each) for each in bundle.part(_DIGESTS)]
    except (Damaged, TypeError):
        return []
