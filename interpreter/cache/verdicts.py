"""The cases that are known to pass, by the content hash of all that they depend on.

Only passes are kept: what fails is run again, so that its message has the places of
today. A file of passes belongs to a pack and to this engine; a key that is not in it is
a cache miss.
"""

from collections.abc import Iterable
from hashlib import sha256
from itertools import islice
from pathlib import Path

from msgspec import Struct, field

from interpreter.cache.codec import Damaged
from interpreter.cache.content_hashes import engine
from interpreter.cache.folder import Folder, user_folder

MOST = 20_000
"""Keys that are kept of a pack, the ones met last."""
_MADE = "made from"
_PASSED = "passed"

Touched = tuple[str, ...] | None
"""The rules that a case ran through, by name; None where that was not noted."""


class Verdicts(Struct):
    """The passes of the cases of a pack; `keep` writes those that were added."""

    _folder: Folder | None
    _name: str
    _made: str
    _passed: dict[str, Touched]
    _used: dict[str, Touched] = field(default_factory=dict)

    @classmethod
    def of(cls, pack: Path) -> "Verdicts":
        """Read what is kept of the cases of a pack; nothing where nothing is cached."""
        place = user_folder()
        if place is None:
            return cls(None, "", "", {})
        where = [str(pack.resolve()), str(Path(__file__).resolve())]
        told = "\0".join(where).encode("utf-8", "surrogateescape")
        folder, name = Folder(place), f"{sha256(told).hexdigest()[:32]}.cases"
        made = engine()
        return cls(folder, name, made, _kept(folder, name, made))

    @property
    def on(self) -> bool:
        """Tell whether anything can be kept."""
        return self._folder is not None

    def passed(self, key: str) -> bool:
        """Tell whether a case with this key has passed."""
        if key not in self._passed:
            return False
        self._used[key] = self._passed[key]
        return True

    def touched(self, key: str) -> Touched:
        """Return the rules that the case with this key ran through, if it passed."""
        return self._passed.get(key)

    def add(self, keys: Iterable[str], touched: Touched = None) -> None:
        """Note that a case has passed, under each of its keys."""
        for key in keys:
            known = self._passed.get(key)
            self._passed[key] = known if touched is None else touched
            self._used[key] = self._passed[key]

    def taken(self) -> tuple[str, ...]:
        """Return the keys that were used since this was asked last."""
        keys = tuple(self._used)
        self._used.clear()
        return keys

    def keep(self) -> None:
        """Write the keys that were used, and then the others, as far as there is
        room."""
        if self._folder is None or not self._used:
            return
        order = {**self._used, **self._passed}
        passed = [
            [key, None if rules is None else list(rules)]
            for key, rules in islice(order.items(), MOST)
        ]
        self._folder.keep(self._name, {_MADE: self._made, _PASSED: passed})


def _kept(folder: Folder, name: str, made: str) -> dict[str, Touched]:
    bundle = folder.find(name)
    try:
        if bundle is None or bundle.part(_MADE) != made:
            return {}
        return {
            str(key): None if rules is None else tuple(map(str, rules))
            for key, rules in bundle.part(_PASSED)
        }
    except (Damaged, TypeError, ValueError):
        return {}
