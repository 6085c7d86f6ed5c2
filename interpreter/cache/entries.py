"""Cache entries of a pack: its program and its generated code.

An entry is found by the paths of the pack and of the engine, and by the options. It is
valid while nothing that it was made from has changed: every file of the pack and of
those that it extends, and the engine itself (`MADE`, one digest). Anything invalid or
damaged is treated as a cache miss and is written again.

`program_parts` and `ready_of` write and read a program, `unit_parts` and `emitted_of`
its generated code, as parts of a `Bundle`. Both readers decode a part when it is first
used, so that a warm start reads only what it runs.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Any, TypeGuard

from msgspec import Struct, field

from interpreter.cache.byte_code import CachedUnits
from interpreter.cache.codec import Damaged, Decoder, Encoder, Unstorable, text_of
from interpreter.cache.content_hashes import Chain, ContentHash, engine, prints_of
from interpreter.cache.folder import Bundle, Folder, LazyList, LazyMap, user_folder
from interpreter.codegen.source import CodeUnit, GeneratedCode
from interpreter.ir.effects import Fields
from interpreter.ir.instructions import Instruction, Program
from interpreter.ir.walking import instructions
from interpreter.semantics.declarations import Declarations
from interpreter.source import Source

OF_DECLARED = Declarations.__struct_fields__
OF_PROGRAM = tuple(name for name in Program.__struct_fields__ if name != "declared")
PROGRAM, TYPES = "program", "types"


class ReadyPack(Struct, frozen=True):
    """The parts of a pack that running needs.

    `mains` is the procedure that a scenario plays, by scenario; `sources` are the files
    of the pack by the name that diagnostics show; `options` has the possible values of
    each option, as they are written, and `settings` those that a scenario sets.
    """

    name: str
    program: Program
    mains: Mapping[str, str]
    sources: Mapping[str, Source]
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    settings: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


def program_parts(ready: ReadyPack, texts: Mapping[str, bytes]) -> dict[str, object]:
    """Return the cached parts of a pack, by name; raises Unstorable.

    `texts` are the bytes of its files by name; they are not stored a second time.
    """
    encoder = Encoder()
    program, declared = ready.program, ready.program.declared
    held = {f"program.{name}": getattr(program, name) for name in OF_PROGRAM}
    held |= {f"declared.{name}": getattr(declared, name) for name in OF_DECLARED}
    maps = {name: each for name, each in held.items() if _by_name(each)}
    parts: dict[str, object] = {
        f"{section}/{key}": encoder.encode(value)
        for section, found in maps.items()
        for key, value in found.items()
    }
    plain = {name: each for name, each in held.items() if name not in maps}
    parts[PROGRAM] = {
        "name": ready.name,
        "mains": dict(ready.mains),
        "options": {name: list(each) for name, each in ready.options.items()},
        "settings": {name: dict(each) for name, each in ready.settings.items()},
        "maps": {section: list(found) for section, found in maps.items()},
        "plain": {name: encoder.encode(each) for name, each in plain.items()},
        "shown": list(ready.sources),
    }
    parts["texts"] = {
        source.name: source.text
        for source in encoder.sources
        if not _is_file(source, texts)
    }
    parts["sources"] = [source.name for source in encoder.sources]
    parts[TYPES] = encoder.types
    return parts


def _by_name(value: object) -> TypeGuard[Mapping[str, object]]:
    return isinstance(value, Mapping) and all(type(key) is str for key in value)


def _is_file(source: Source, texts: Mapping[str, bytes]) -> bool:
    data = texts.get(source.name)
    return data is not None and text_in(data) == source.text


def text_in(data: bytes) -> str:
    """Return the text of a file, as it is read in a pack."""
    return data.decode("utf-8-sig", "replace")


def ready_of(bundle: Bundle, texts: Mapping[str, bytes]) -> ReadyPack:
    """Return a pack whose program is decoded as it is used; raises Damaged."""
    head = bundle.part(PROGRAM)
    kept: Mapping[str, str] = bundle.part("texts")
    numbered: list[str] = bundle.part("sources")

    def source(name: str) -> Source:
        return Source(name, kept[name] if name in kept else text_in(texts[name]))

    sources = LazyMap(list(dict.fromkeys([*numbered, *head["shown"]])), source)
    decoder = Decoder(bundle.part(TYPES), lambda number: sources[numbered[number]])
    maps: Mapping[str, list[str]] = head["maps"]

    def held(name: str) -> Any:
        if name not in maps:
            return decoder.decode(head["plain"][name])
        return LazyMap(
            maps[name], lambda key: decoder.decode(bundle.part(f"{name}/{key}"))
        )

    declared = Declarations(**{name: held(f"declared.{name}") for name in OF_DECLARED})
    program = Program(
        declared, **{name: held(f"program.{name}") for name in OF_PROGRAM}
    )
    shown = LazyMap[str, Source](head["shown"], sources.__getitem__)
    options = {name: tuple(each) for name, each in head["options"].items()}
    return ReadyPack(
        head["name"], program, head["mains"], shown, options, head["settings"]
    )


UNITS = "emission"
Site = tuple[str, Instruction]


def unit_parts(emitted: GeneratedCode) -> dict[str, object]:
    """Return the cached parts of generated code, by name."""
    head = emitted.as_json()
    units: dict[str, CodeUnit] = head.pop("units")
    parts: dict[str, object] = {}
    for name, (source, spans) in units.items():
        parts[f"unit/{name}"] = source
        parts[f"spans/{name}"] = list(spans)
    sites = groupby(emitted.sites, key=lambda each: each[0])
    parts[UNITS] = head | {
        "units": {name: len(spans) for name, (_, spans) in units.items()},
        "sites": [(name, sum(1 for _ in each)) for name, each in sites],
    }
    return parts


def emitted_of(
    bundle: Bundle, program: Program, folder: Folder, code_file: str
) -> GeneratedCode:
    """Return the generated code of a program, decoded as it is used; raises Damaged.

    `code_file` is where the folder has its byte code.
    """
    head = bundle.part(UNITS)
    lines: dict[str, int] = head["units"]

    def unit(name: str) -> CodeUnit:
        source = bundle.part(f"unit/{name}")
        spans = cache(lambda: bundle.part(f"spans/{name}"))  # only a fault asks
        return source, LazyList(lines[name], lambda line: _span(spans()[line]))

    return GeneratedCode(
        head["form"],
        CachedUnits(list(lines), unit, folder, code_file),
        {
            name: (*parts, tuple(live))
            for name, (*parts, live) in head["functions"].items()
        },
        {name: tuple(parts) for name, parts in head["entries"].items()},
        tuple(tuple(each) for each in head["fractions"]),
        _sites(head["sites"], program),
        head["declared"],
    )


def _span(data: list[Any] | None) -> tuple[str, int, int] | None:
    return None if data is None else (data[0], data[1], data[2])


def _sites(counts: list[tuple[str, int]], program: Program) -> LazyList[Site]:
    """Return the instructions of all procedures by number, as `sites_of` would."""
    places = [(name, place) for name, count in counts for place in range(count)]
    inside = cache(lambda name: tuple(instructions(program.procedures[name].body)))

    def site(number: int) -> Site:
        name, place = places[number]
        return name, inside(name)[place]

    return LazyList(len(places), site)


FORMAT = 1
MADE = "made from"


class CacheEntry(Struct, frozen=True):
    """The cache entry of a pack with options; `made` is the digest of its sources."""

    folder: Folder
    name: str
    made: str = ""
    texts: Mapping[str, bytes] = field(default_factory=dict)

    def kept(self) -> tuple["CacheEntry", ReadyPack] | None:
        """Return the valid entry and its program; None for a cache miss."""
        bundle = self.folder.find(f"{self.name}.program")
        if bundle is None:
            return None
        try:
            entry = self.current(bundle)
            return None if entry is None else (entry, ready_of(bundle, entry.texts))
        except (Damaged, KeyError, TypeError, ValueError):
            return None

    def current(self, bundle: Bundle) -> "CacheEntry | None":
        """Return the entry for the files that a bundle was made from, if they are still
        the same; raises Damaged, KeyError, TypeError or ValueError."""
        made = bundle.part(MADE)
        chain = tuple((Path(folder), extends) for folder, extends in made["chain"])
        entry = self.of(chain)
        return entry if entry is not None and entry.made == made["digest"] else None

    def of(self, chain: Chain) -> "CacheEntry | None":
        """Return the entry for the current files; None if they cannot be read."""
        prints = prints_of(chain)
        if prints is None:
            return None
        texts = {name: data for each in prints for name, data in each.texts.items()}
        return CacheEntry(self.folder, self.name, _digest(chain, prints), texts)

    def keep(self, chain: Chain, ready: ReadyPack) -> bool:
        """Write a program; return False if it cannot be stored, or if its files have
        changed since they were read."""
        if not self.is_of(ready.sources.values()):
            return False
        try:
            parts = program_parts(ready, self.texts)
        except Unstorable:
            return False
        parts[MADE] = made_from(chain, self.made)
        self.folder.keep(f"{self.name}.program", parts)
        return True

    def is_of(self, files: Iterable[Source]) -> bool:
        """Return whether these files were read as they are now."""
        read = {file.name: file.text for file in files}
        return read == {name: self.text(name) for name in self.texts}

    def text(self, name: str) -> str:
        """Return the text of a file by the name that diagnostics show."""
        return text_in(self.texts[name])

    def generated(self, form: str, program: Program) -> GeneratedCode | None:
        """Return the generated code for a target; None for a cache miss."""
        bundle = self.folder.find(f"{self.name}.{form}")
        try:
            if bundle is None or bundle.part(MADE) != self.made:
                return None
            return emitted_of(bundle, program, self.folder, f"{self.name}.{form}.code")
        except (Damaged, KeyError, TypeError, ValueError):
            return None

    def keep_generated(self, form: str, emitted: GeneratedCode) -> None:
        """Write generated code of the program."""
        self.folder.keep(f"{self.name}.{form}", unit_parts(emitted) | {MADE: self.made})


def entry_of(pack: Path, options: Mapping[str, str]) -> CacheEntry | None:
    """Return the entry of a pack with options; None where nothing is cached."""
    folder = user_folder()
    if folder is None:
        return None
    try:
        where = [str(pack), str(pack.resolve()), str(Path(__file__).resolve())]
        key = text_of([FORMAT, where, sorted(options.items())])
    except (OSError, RuntimeError, ValueError, Unstorable):
        return None
    return CacheEntry(Folder(folder), sha256(key.encode("ascii")).hexdigest()[:32])


def made_from(chain: Chain, digest: str) -> dict[str, object]:
    """Return the part `MADE` of an entry."""
    return {
        "chain": [(str(folder), extends) for folder, extends in chain],
        "digest": digest,
    }


def form_name(
    form: str,
    observed: Fields | None,
    marked: bool,
    asked: str = "",
    removable: bool = False,
) -> str:
    """Return the name of generated code: its target, whether it is marked, whether any
    entity may be missing, the fields that are observed, and the one procedure that is
    asked for."""
    name = f"{form}-marked" if marked else form
    name += "-removable" if removable else ""
    if observed is None:
        return name
    key = text_of([sorted(observed), asked])
    return f"{name}-{sha256(key.encode('ascii')).hexdigest()[:16]}"


def _digest(chain: Chain, prints: tuple[ContentHash, ...]) -> str:
    rows = [
        (str(folder), extends, each.files)
        for (folder, extends), each in zip(chain, prints, strict=True)
    ]
    return sha256(text_of([engine(), rows]).encode("ascii")).hexdigest()
