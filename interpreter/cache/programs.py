"""A program in parts: each procedure and declaration is one, and is decoded alone."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeGuard

from interpreter.cache.codec import Decoder, Encoder
from interpreter.cache.lazy import Bundle, LazyMap
from interpreter.ir.instructions import Program
from interpreter.semantics.declarations import Declarations
from interpreter.source import Source

OF_DECLARED = tuple(each.name for each in fields(Declarations))
OF_PROGRAM = tuple(each.name for each in fields(Program) if each.name != "declared")
HEAD, TYPES = "program", "types"


@dataclass(frozen=True, slots=True)
class ReadyPack:
    """A pack as far as running needs it.

    `mains` is the procedure that a scenario plays, by the scenario; `sources` are the
    files of the pack by the name under which problems show them; `options` has the
    values that each may have, as they are written, and `settings` those that a
    scenario sets.
    """

    name: str
    program: Program
    mains: Mapping[str, str]
    sources: Mapping[str, Source]
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    settings: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


def parts_of(ready: ReadyPack, texts: Mapping[str, bytes]) -> dict[str, object]:
    """Return what is kept of a pack; raises Unstorable.

    `texts` are the bytes of its files by name: what they say is not kept again.
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
    parts[HEAD] = {
        "name": ready.name,
        "mains": dict(ready.mains),
        "options": {name: list(each) for name, each in ready.options.items()},
        "settings": {name: dict(each) for name, each in ready.settings.items()},
        "maps": {section: list(found) for section, found in maps.items()},
        "plain": {name: encoder.encode(each) for name, each in plain.items()},
        "shown": list(ready.sources),
    }
    parts["texts"] = {
        each.name: each.text for each in encoder.sources if not _is_file(each, texts)
    }
    parts["sources"] = [each.name for each in encoder.sources]
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
    head = bundle.part(HEAD)
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
