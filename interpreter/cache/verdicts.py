"""What is known of cases: which pass, and which faults in rows they find.

A case is known to pass by the content hash of all that it depends on.

Only passes are kept: what fails is run again, so that its message has the places of
today. A file of passes belongs to a pack and to this engine; a key that is not in it is
a cache miss.
"""

from collections.abc import Iterable
from hashlib import sha256
from itertools import islice
from pathlib import Path

from msgspec import Struct, field

from interpreter.cache.codec import Damaged, Json
from interpreter.cache.content_hashes import Chain, engine
from interpreter.cache.folder import Folder, user_folder

MOST = 20_000
"""Keys that are kept of a pack, the ones met last."""
_PACK, _RESULTS = "pack", "results"
_MADE = "made from"
_PASSED = "passed"
_LISTED = "listed"

Touched = tuple[str, ...] | None
"""The rules that a case ran through, by name; None where that was not noted."""


ListedCase = tuple[str, str, str, int, int, tuple[str, ...], str, str]
"""A case: its key among the cases, its name, its place (file, start, end), its rules,
the pack below that it belongs to, and its key as a pass."""


class Listing(Struct, frozen=True):
    """The cases of a pack as its files are: their digest, the pack and those below it,
    and its name; `is_whole`: the whole pack was read, and nothing is wrong with it."""

    digest: str
    chain: Chain
    pack: str
    cases: tuple[ListedCase, ...]
    is_whole: bool


class Verdicts(Struct):
    """The passes of the cases of a pack; `keep` writes those that were added.

    `listing` are all its cases when it was last read.
    """

    _folder: Folder | None
    _name: str
    _made: str
    _passed: dict[str, Touched]
    listing: Listing | None = None
    _used: dict[str, Touched] = field(default_factory=dict)
    _is_in_memory: bool = False

    @classmethod
    def in_memory(cls) -> "Verdicts":
        """Return verdicts that are kept as long as the process lives."""
        return cls(None, "", "", {}, _is_in_memory=True)

    @classmethod
    def of(cls, pack: Path) -> "Verdicts":
        """Read what is kept of the cases of a pack; nothing where nothing is cached."""
        place = user_folder()
        if place is None:
            return cls(None, "", "", {})
        where = [str(pack.resolve()), str(Path(__file__).resolve())]
        key = "\0".join(where).encode("utf-8", "surrogateescape")
        folder, name = Folder(place), f"{sha256(key).hexdigest()[:32]}.cases"
        made = engine()
        return cls(folder, name, made, *_kept(folder, name, made))

    @property
    def on(self) -> bool:
        """Tell whether anything can be kept."""
        return self._folder is not None or self._is_in_memory

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
        parts: dict[str, object] = {_MADE: self._made, _PASSED: passed, _LISTED: None}
        if self.listing is not None:
            chain = [(str(folder), extends) for folder, extends in self.listing.chain]
            listed = (
                *(self.listing.digest, chain, self.listing.pack, self.listing.cases),
                self.listing.is_whole,
            )
            parts[_LISTED] = listed
        self._folder.keep(self._name, parts)


def _kept(
    folder: Folder, name: str, made: str
) -> tuple[dict[str, Touched], Listing | None]:
    bundle = folder.find(name)
    try:
        if bundle is None or bundle.part(_MADE) != made:
            return {}, None
        passed = {
            str(key): None if rules is None else tuple(map(str, rules))
            for key, rules in bundle.part(_PASSED)
        }
        return passed, _listing(bundle.part(_LISTED))
    except (Damaged, TypeError, ValueError):
        return {}, None


def _listing(stored: Json) -> Listing | None:
    if stored is None:
        return None
    digest, chain, pack, cases, is_whole = stored
    return Listing(
        digest,
        tuple((Path(folder), extends) for folder, extends in chain),
        pack,
        tuple(
            (key, name, file, start, end, tuple(rules), below, passed)
            for key, name, file, start, end, rules, below, passed in cases
        ),
        bool(is_whole),
    )


MutantResult = tuple[str, str, str, str, str]
"""The hash of the cases on which a verdict rests, the verdict, what found the fault,
the case that is missing, and a note."""


class KnownMutants(Struct):
    """What became of the faults that were tried of a pack, by their keys, while its
    rules are the same.

    A file holds the results for one content of the pack and of those below it, without
    their cases. Another content is a cache miss.
    """

    _folder: Folder | None
    _name: str
    _pack: str
    _results: dict[str, MutantResult]

    @classmethod
    def of(cls, pack: Path, digest: str) -> "KnownMutants":
        """Read what is known of a pack whose content has this digest; nothing where
        nothing is cached."""
        place = user_folder()
        if place is None:
            return cls(None, "", digest, {})
        key = str(pack.resolve()).encode("utf-8", "surrogateescape")
        folder, name = Folder(place), f"{sha256(key).hexdigest()[:32]}.mutants"
        return cls(folder, name, digest, _kept_mutants(folder, name, digest))

    def of_fault(self, key: str) -> MutantResult | None:
        """Return the result of a fault, None if it is not known."""
        return self._results.get(key)

    def keep(self, results: dict[str, MutantResult]) -> None:
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


def _kept_mutants(folder: Folder, name: str, digest: str) -> dict[str, MutantResult]:
    bundle = folder.find(name)
    try:
        if bundle is None:
            return {}
        if bundle.part(_MADE) != engine() or bundle.part(_PACK) != digest:
            return {}
        results = {str(key): tuple(result) for key, *result in bundle.part(_RESULTS)}
        return {key: (a, b, c, d, e) for key, (a, b, c, d, e) in results.items()}
    except (Damaged, TypeError, ValueError):
        return {}
