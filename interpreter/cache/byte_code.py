"""Byte code of generated code, so that a warm run compiles nothing.

Compiling what a run calls takes up to a quarter of a warm run, reading its byte code a
fiftieth of that. A file holds the units that some warm run has compiled; a cold run
keeps none, since it would have to compile units that nobody may ever run.

`marshal` may crash on damaged data and makes code that is then executed. It is only
called on bytes whose seal was checked, which nobody can make without this user's key;
with the key, the source that is executed could be written as well. Byte code is of a
unit whose source has the same hash, for the same magic number and level of
optimisation, so it never depends on what an entry was made from; its file name is that
of the unit, and its lines are those of the source, so faults find their places.
"""

import marshal
import sys
from binascii import a2b_base64, b2a_base64
from collections.abc import Callable, Sequence
from hashlib import sha256
from importlib.util import MAGIC_NUMBER
from types import CodeType

from interpreter.cache.codec import Damaged
from interpreter.cache.folder import Bundle, Folder, LazyMap
from interpreter.codegen.source import CodeUnit, StoredUnits

MADE = "made by"


class CachedUnits(LazyMap[str, CodeUnit], StoredUnits):
    """Code units that are decoded when they are used, with their byte code."""

    def __init__(
        self,
        names: Sequence[str],
        unit: Callable[[str], CodeUnit],
        folder: Folder,
        file: str,
    ) -> None:
        """`file` is where the folder has the byte code."""
        super().__init__(names, unit)
        self._folder = folder
        self._file = file
        self._bundle: Bundle | None = None
        self._is_open = False
        self._new: dict[str, CodeType] = {}

    def byte_code(self, unit: str) -> CodeType | None:
        """Return the byte code of a unit; None for a cache miss."""
        bundle = self._opened()
        if bundle is None or unit not in bundle:
            return None
        try:
            digest, text = bundle.part(unit)
            if digest != self._digest(unit):
                return None
            code = marshal.loads(a2b_base64(text))
        except (Damaged, EOFError, TypeError, ValueError):
            return None
        return code if isinstance(code, CodeType) else None

    def note(self, unit: str, code: CodeType) -> None:
        """Take the byte code of a unit that had none."""
        self._new[unit] = code

    def keep(self) -> None:
        """Write the byte code that was noted, beside what is there of other units."""
        if not self._new:
            return
        bundle = self._read()  # read anew: what was written meanwhile stays
        parts: dict[str, object] = {
            unit: bundle.part(unit)
            for unit in self
            if bundle is not None and unit in bundle
        }
        noted = self._new.copy()  # another thread may note more meanwhile
        for unit, code in noted.items():
            text = b2a_base64(marshal.dumps(code), newline=False).decode("ascii")
            parts[unit] = [self._digest(unit), text]
        for unit in noted:
            self._new.pop(unit, None)
        self._folder.keep(self._file, parts | {MADE: _made_by()})

    def _opened(self) -> Bundle | None:
        if not self._is_open:
            self._bundle = self._read()
            self._is_open = True
        return self._bundle

    def _read(self) -> Bundle | None:
        bundle = self._folder.find(self._file)
        return bundle if bundle is not None and _is_ours(bundle) else None

    def _digest(self, unit: str) -> str:
        return sha256(self[unit][0].encode("utf-8")).hexdigest()


def _is_ours(bundle: Bundle) -> bool:
    return MADE in bundle and bundle.part(MADE) == _made_by()


def _made_by() -> list[object]:
    """Return what byte code depends on but for its source."""
    return [MAGIC_NUMBER.hex(), sys.implementation.cache_tag, sys.flags.optimize]
