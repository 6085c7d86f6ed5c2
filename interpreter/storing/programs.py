"""A program in parts: each procedure and declaration is one, and is decoded alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.checked.declared import Declared
from interpreter.program.program import Program
from interpreter.source import Source
from interpreter.storing.bundle import Bundle
from interpreter.storing.codec import Decoder, Encoder
from interpreter.storing.lazily import LazyMap

OF_PROGRAM = ("procedures", "entries", "worlds")
OF_DECLARED = ("kinds", "formulas", "tables", "modifiers", "events")
HEAD, TYPES = "program", "types"


@dataclass(frozen=True, slots=True)
class Ready:
    """A pack as far as running needs it.

    `mains` is the procedure that a scenario plays, by the scenario; `sources` are the
    files of the pack by the name under which problems show them.
    """

    name: str
    program: Program
    mains: Mapping[str, str]
    sources: Mapping[str, Source]


def parts_of(ready: Ready, texts: Mapping[str, bytes]) -> dict[str, object]:
    """Return what is kept of a pack; raises Unstorable.

    `texts` are the bytes of its files by name: what they say is not kept again.
    """
    encoder = Encoder()
    program, declared = ready.program, ready.program.declared
    held = {name: getattr(program, name) for name in OF_PROGRAM}
    held |= {name: getattr(declared, name) for name in OF_DECLARED}
    parts: dict[str, object] = {
        f"{section}/{key}": encoder.encode(value)
        for section, found in held.items()
        for key, value in found.items()
    }
    head = [ready.name, declared.name, declared.seat_kind, declared.options]
    parts[HEAD] = {
        "head": [encoder.encode(each) for each in head],
        "mains": dict(ready.mains),
        "names": {section: list(found) for section, found in held.items()},
        "shown": list(ready.sources),
    }
    parts["texts"] = {
        each.name: each.text for each in encoder.sources if not _is_file(each, texts)
    }
    parts["sources"] = [each.name for each in encoder.sources]
    parts[TYPES] = encoder.types
    return parts


def _is_file(source: Source, texts: Mapping[str, bytes]) -> bool:
    data = texts.get(source.name)
    return data is not None and text_in(data) == source.text


def text_in(data: bytes) -> str:
    """Return the text of a file, as it is read in a pack."""
    return data.decode("utf-8-sig", "replace")


def ready_of(bundle: Bundle, texts: Mapping[str, bytes]) -> Ready:
    """Return a pack whose program is decoded as it is used; raises Damaged."""
    head = bundle.part(HEAD)
    kept: Mapping[str, str] = bundle.part("texts")
    numbered: list[str] = bundle.part("sources")

    def source(name: str) -> Source:
        return Source(name, kept[name] if name in kept else text_in(texts[name]))

    sources = LazyMap(list(dict.fromkeys([*numbered, *head["shown"]])), source)
    decoder = Decoder(bundle.part(TYPES), lambda number: sources[numbered[number]])
    names: Mapping[str, list[str]] = head["names"]

    def held(section: str) -> LazyMap[str, Any]:
        return LazyMap(
            names[section], lambda key: decoder.decode(bundle.part(f"{section}/{key}"))
        )

    name, declared, seat_kind, options = map(decoder.decode, head["head"])
    found = {section: held(section) for section in OF_DECLARED}
    made = Declared(declared, **found, seat_kind=seat_kind, options=options)
    program = Program(made, **{section: held(section) for section in OF_PROGRAM})
    shown = LazyMap[str, Source](head["shown"], sources.__getitem__)
    return Ready(name, program, head["mains"], shown)
