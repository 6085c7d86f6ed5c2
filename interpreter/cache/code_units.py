"""An emission in parts: the source of each chunk is one, its spans another."""

from functools import cache
from itertools import groupby
from typing import Any

from interpreter.cache.lazy import Bundle, LazyList, LazyMap
from interpreter.codegen.source import Chunk, GeneratedCode
from interpreter.ir.instructions import Instruction, Program
from interpreter.ir.walking import instructions

HEAD = "emission"
Site = tuple[str, Instruction]


def parts_of(emitted: GeneratedCode) -> dict[str, object]:
    """Return what is kept of an emission."""
    told = emitted.as_json()
    chunks: dict[str, Chunk] = told.pop("chunks")
    parts: dict[str, object] = {}
    for name, (source, spans) in chunks.items():
        parts[f"chunk/{name}"] = source
        parts[f"spans/{name}"] = list(spans)
    sites = groupby(emitted.sites, key=lambda each: each[0])
    parts[HEAD] = told | {
        "chunks": {name: len(spans) for name, (_, spans) in chunks.items()},
        "sites": [(name, sum(1 for _ in each)) for name, each in sites],
    }
    return parts


def emitted_of(bundle: Bundle, program: Program) -> GeneratedCode:
    """Return an emission of a program; its parts are read as they are used."""
    head = bundle.part(HEAD)
    lines: dict[str, int] = head["chunks"]

    def chunk(name: str) -> Chunk:
        source = bundle.part(f"chunk/{name}")
        spans = cache(lambda: bundle.part(f"spans/{name}"))  # only a fault asks
        return source, LazyList(lines[name], lambda line: _span(spans()[line]))

    return GeneratedCode(
        head["form"],
        LazyMap(list(lines), chunk),
        {
            name: (*told, tuple(live))
            for name, (*told, live) in head["functions"].items()
        },
        {name: tuple(told) for name, told in head["entries"].items()},
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
