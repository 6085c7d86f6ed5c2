"""What is kept of packs: a program by pack and options, an emission by form.

An entry is found by where its pack and engine lie, and by the options; it holds when
nothing it was made from has changed since: each file of the pack and of those that it
extends, and the engine itself. One that does not hold is written anew in its place.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from interpreter.cache import code_units, programs
from interpreter.cache.codec import Damaged, Unstorable, text_of
from interpreter.cache.content_hashes import Chain, ContentHash, engine, prints_of
from interpreter.cache.folder import Folder, user_folder
from interpreter.cache.programs import ReadyPack
from interpreter.codegen.source import GeneratedCode
from interpreter.ir.effects import Fields
from interpreter.ir.instructions import Program

FORMAT = 1
MADE = "made from"


@dataclass(frozen=True, slots=True)
class CacheEntry:
    """A pack with options, as a cache knows it; `made` says what it was made from."""

    folder: Folder
    name: str
    made: str = ""
    texts: Mapping[str, bytes] = field(default_factory=dict, repr=False)

    def kept(self) -> tuple["CacheEntry", ReadyPack] | None:
        """Return the program that holds, or None."""
        bundle = self.folder.find(f"{self.name}.program")
        if bundle is None:
            return None
        try:
            told = bundle.part(MADE)
            chain = tuple((Path(folder), extends) for folder, extends in told["chain"])
            entry = self.of(chain)
            if entry is None or entry.made != told["digest"]:
                return None
            return entry, programs.ready_of(bundle, entry.texts)
        except (Damaged, KeyError, TypeError, ValueError):
            return None

    def of(self, chain: Chain) -> "CacheEntry | None":
        """Return the entry as its files are now; None where they cannot be read."""
        prints = prints_of(chain)
        if prints is None:
            return None
        texts = {name: data for each in prints for name, data in each.texts.items()}
        return CacheEntry(self.folder, self.name, _digest(chain, prints), texts)

    def keep(self, chain: Chain, ready: ReadyPack) -> bool:
        """Keep a program; False when its files have changed since they were read."""
        read = {name: each.text for name, each in ready.sources.items()}
        if read != {name: programs.text_in(data) for name, data in self.texts.items()}:
            return False
        try:
            parts = programs.parts_of(ready, self.texts)
        except Unstorable:
            return False
        told = [(str(folder), extends) for folder, extends in chain]
        parts[MADE] = {"chain": told, "digest": self.made}
        self.folder.keep(f"{self.name}.program", parts)
        return True

    def emission(self, form: str, program: Program) -> GeneratedCode | None:
        """Return the emission of a form, or None."""
        bundle = self.folder.find(f"{self.name}.{form}")
        try:
            if bundle is None or bundle.part(MADE) != self.made:
                return None
            return code_units.emitted_of(bundle, program)
        except (Damaged, KeyError, TypeError, ValueError):
            return None

    def keep_emission(self, form: str, emitted: GeneratedCode) -> None:
        """Keep an emission of the program."""
        self.folder.keep(
            f"{self.name}.{form}", code_units.parts_of(emitted) | {MADE: self.made}
        )


def entry_of(pack: Path, options: Mapping[str, str]) -> CacheEntry | None:
    """Return the entry of a pack with options; None where nothing is to be kept."""
    folder = user_folder()
    if folder is None:
        return None
    try:
        where = [str(pack), str(pack.resolve()), str(Path(__file__).resolve())]
        told = text_of([FORMAT, where, sorted(options.items())])
    except (OSError, RuntimeError, ValueError, Unstorable):
        return None
    return CacheEntry(Folder(folder), sha256(told.encode("ascii")).hexdigest()[:32])


def form_name(form: str, observed: Fields | None, marked: bool, asked: str = "") -> str:
    """Return the name of an emission: its form, whether it is marked, what is observed
    of the world, and the one procedure that is asked for."""
    name = f"{form}-marked" if marked else form
    if observed is None:
        return name
    told = text_of([sorted(observed), asked])
    return f"{name}-{sha256(told.encode('ascii')).hexdigest()[:16]}"


def _digest(chain: Chain, prints: tuple[ContentHash, ...]) -> str:
    told = [
        (str(folder), extends, each.files)
        for (folder, extends), each in zip(chain, prints, strict=True)
    ]
    return sha256(text_of([engine(), told]).encode("ascii")).hexdigest()
