"""Plants many mistakes in one reading of a pack, each in another part of it.

A reading of a large pack takes seconds, and there are tens of thousands of mistakes.
A part is what can be read without what stands beside it: a formula, a procedure, a row
of a table or of modifiers, a field of a kind, an entity of a scenario. One group holds
no two mistakes of one part, and no two parts of which one mentions a name of the other.

A reading of a group settles a mistake only where these hold:

- an error stands within the text that was planted, which names nothing of the pack, so
  that no other mistake of the group is its cause;
- every other error of the reading stands within a planted text too, so that no mistake
  leads to an error elsewhere, before or after it.

All else is open: an error elsewhere, or no error at all (the checker may have stopped
at an earlier stage). What is open is read again in smaller groups, at last alone, and
what is open alone has the verdict of `planting.plant`. A fault is therefore always one
of a single mistake. What grouping could hide is an error that follows from one mistake
only in the very text that another one replaced, by way of a part that reports nothing;
the gate's sample, which is read one at a time, has those.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from interpreter.diagnostics import Diagnostic
from interpreter.pipeline.loading import load
from interpreter.yaml import Node
from interpreter.yaml import nodes as document
from interpreter.yaml.composing import read_file
from tests.planting import MISTAKES, Options, Planted, Spot, alone
from tests.trial import copy_of, reading_once

MOST = 40
"""Mistakes of a group."""
DEPTHS = {"entities": 4, "modifiers": 6, "scenarios": 4, "tables": 4}
"""How many keys lead to a part of a section; two lead to a declaration."""

Words = tuple[str, ...]


@dataclass(frozen=True, order=True)
class Part:
    """What can be read without what stands beside it: its file and the keys to it."""

    file: str
    path: tuple[str, ...]

    @property
    def declaration(self) -> tuple[str, tuple[str, ...]]:
        """What it is a part of."""
        return self.file, self.path[:2]

    @property
    def names(self) -> set[Words]:
        """The names by which other parts can mention it."""
        return {_words(self.path[-1]), _words(self.path[min(1, len(self.path) - 1)])}


@dataclass(frozen=True, order=True)
class Mistake:
    """A mistake at a spot, and the part in which it stands."""

    part: Part
    spot: Spot
    kind: str


@dataclass(frozen=True)
class _Stretch:
    """Where a planted text stands after all of a group are planted."""

    mistake: Mistake
    start: int
    end: int


class Parts:
    """The parts of the files of a pack, and which mention which."""

    def __init__(self, pack: Path, files: Sequence[str]) -> None:
        """Read the files."""
        self._starts: dict[str, list[tuple[int, Part]]] = {}
        texts: dict[Part, str] = {}
        for file in sorted(set(files)):
            node = read_file(pack / file, file, [])
            text = (pack / file).read_bytes().decode()
            starts = sorted(_parts(file, node, (), 0), key=lambda pair: pair[0])
            self._starts[file] = starts
            ends = [start for start, _ in starts[1:]] + [len(text)]
            for (start, part), end in zip(starts, ends, strict=True):
                texts[part] = text[start:end]
        self._number = {part: number for number, part in enumerate(texts)}
        self._linked = _links(texts, self._number)

    def at(self, file: str, place: int) -> Part:
        """Return the part in which a place of a file stands."""
        starts = self._starts.get(file, [])
        index = bisect_right(starts, place, key=lambda pair: pair[0]) - 1
        return starts[index][1] if index >= 0 else Part(file, ("",))

    def groups(self, mistakes: Sequence[Mistake], most: int) -> list[list[Mistake]]:
        """Return the mistakes in groups that can be read together."""
        left: dict[Part, list[Mistake]] = {}
        for mistake in sorted(mistakes, reverse=True):
            left.setdefault(mistake.part, []).append(mistake)
        groups = []
        while left:
            group: list[Mistake] = []
            excluded = 0
            for part in sorted(left, key=lambda part: -len(left[part])):
                number = self._number.get(part)
                if number is None and group:
                    continue  # it stands in no part, and is read alone
                if number is not None:
                    if excluded >> number & 1:
                        continue
                    excluded |= self._linked[number]
                group.append(left[part].pop())
                if not left[part]:
                    del left[part]
                if number is None or len(group) == most:
                    break
            groups.append(group)
        return groups


def _words(text: str) -> Words:
    return tuple(re.findall(r"[A-Za-z0-9]+", text))


def _parts(
    file: str, node: Node | None, path: tuple[str, ...], depth: int
) -> Iterator[tuple[int, Part]]:
    """Yield where each part begins; what leads to parts is one too."""
    if isinstance(node, document.MappingNode):
        inside = [(key.text, key.span.start, value) for key, value in node.entries]
    elif isinstance(node, document.SequenceNode):
        items = enumerate(node.items)
        inside = [(str(number), item.span.start, item) for number, item in items]
    else:
        return
    for key, start, value in inside:
        here = (*path, key)
        yield start, Part(file, here)
        wanted = depth or DEPTHS.get(key, 2)
        if len(here) < wanted:
            yield from _parts(file, value, here, wanted)


def _links(texts: Mapping[Part, str], number: Mapping[Part, int]) -> list[int]:
    """Return for each part, as bits, the parts that it mentions or that mention it."""
    named: dict[Words, int] = {}
    for part in texts:
        for name in part.names:
            named[name] = named.get(name, 0) | 1 << number[part]
    longest = max(map(len, named), default=0)
    links = [0] * len(texts)
    for part, text in texts.items():
        words = _words(text)
        own = 1 << number[part]
        mentioned = 0
        for length in range(1, longest + 1):
            for start in range(len(words) - length + 1):
                mentioned |= named.get(words[start : start + length], 0)
        mentioned &= ~own
        links[number[part]] |= mentioned
        while mentioned:
            lowest = mentioned & -mentioned
            links[lowest.bit_length() - 1] |= own
            mentioned ^= lowest
    return links


def grouped(
    pack: Path, places: Mapping[Spot, tuple[str, ...]], most: int = MOST
) -> list[tuple[Options, list[Mistake]]]:
    """Return mistakes in groups, each under the options under which it is read."""
    parts = Parts(pack, [spot.file for spot in places])
    by_options: dict[Options, list[Mistake]] = {}
    for spot, kinds in places.items():
        part = parts.at(spot.file, spot.start)
        own = by_options.setdefault(spot.options, [])
        own += [Mistake(part, spot, kind) for kind in kinds]
    return [
        (options, group)
        for options, mistakes in sorted(by_options.items())
        for group in parts.groups(mistakes, most)
    ]


@dataclass
class Readings:
    """How many readings there were, of groups and of single mistakes."""

    groups: int = 0
    single: int = 0


def plant_groups(
    pack: Path,
    groups: Sequence[tuple[Options, list[Mistake]]],
    readings: Readings | None = None,
) -> Iterator[Planted]:
    """Yield for each mistake of the groups what a reading of it reports."""
    counted = Readings() if readings is None else readings
    with copy_of(pack) as folder, reading_once():
        for options, group in groups:
            yield from _judged(folder, options, group, counted)


def _judged(
    folder: Path, options: Options, group: list[Mistake], counted: Readings
) -> Iterator[Planted]:
    if len(group) == 1:
        counted.single += 1
        yield from alone(folder, group[0].spot, group[0].kind)
        return
    counted.groups += 1
    try:
        found, astray, elsewhere = _read(folder, options, group)
    except Exception:  # a fault of the reader: which mistake leads to it is found alone
        found, astray, elsewhere = {}, set(), True
    if astray or elsewhere:
        blamed = [each for each in group if each.part.declaration in astray]
        rest = [each for each in group if each.part.declaration not in astray]
        if elsewhere or not rest:
            middle = len(group) // 2
            smaller = [group[:middle], group[middle:]]
        else:
            smaller = [*([each] for each in blamed), rest]
        for part in smaller:
            yield from _judged(folder, options, part, counted)
        return
    yield from (planted for planted in found.values() if planted.places)
    left = [each for each in group if not found[each].places]
    if len(left) == len(group):
        middle = len(group) // 2
        yield from _judged(folder, options, left[:middle], counted)
        left = left[middle:]
    if left:
        yield from _judged(folder, options, left, counted)


def _read(
    folder: Path, options: Options, group: list[Mistake]
) -> tuple[dict[Mistake, Planted], set[tuple[str, tuple[str, ...]]], bool]:
    """Return what a reading of a group reports within each planted text, the
    declarations of the group that have an error outside of it, and whether there is an
    error in any other place."""
    before = {each.spot.file: (folder / each.spot.file).read_bytes() for each in group}
    stretches: dict[str, list[_Stretch]] = {}
    for file, data in before.items():
        own = sorted(
            (each for each in group if each.spot.file == file),
            key=lambda each: each.spot.start,
        )
        text, stretches[file] = _planted_text(data.decode(), own)
        (folder / file).write_bytes(text.encode())
    try:
        problems = load(folder, dict(options)).problems
        inside: dict[Mistake, list[Diagnostic]] = {each: [] for each in group}
        astray: set[tuple[str, tuple[str, ...]]] = set()
        elsewhere = False
        parts: dict[str, Parts] = {}
        for problem in problems:
            if problem.severity != "error":
                continue
            file = _inside(folder, problem)
            mistake = _owner(stretches.get(file, ()), problem)
            if mistake is not None:
                inside[mistake].append(problem)
                continue
            if file in stretches:
                known = parts.setdefault(file, Parts(folder, [file]))
                declaration = known.at(file, problem.span.start).declaration
                if any(each.part.declaration == declaration for each in group):
                    astray.add(declaration)
                    continue
            elsewhere = True
    finally:
        for file, data in before.items():
            (folder / file).write_bytes(data)
    return _told(before, inside), astray, elsewhere


def _told(
    before: Mapping[str, bytes], inside: Mapping[Mistake, list[Diagnostic]]
) -> dict[Mistake, Planted]:
    """Return what was reported within the text of each mistake, at its own line."""
    found = {}
    for mistake, problems in inside.items():
        spot = mistake.spot
        line = before[spot.file].decode().count("\n", 0, spot.start) + 1
        places = tuple((spot.file, line) for _ in problems)
        found[mistake] = Planted(spot, mistake.kind, line, tuple(problems), places)
    return found


def _planted_text(text: str, own: Sequence[Mistake]) -> tuple[str, list[_Stretch]]:
    """Return a text with mistakes in their order, and where each stands in it."""
    written, stretches, done = "", [], 0
    for mistake in own:
        written += text[done : mistake.spot.start]
        planted = MISTAKES.get(mistake.kind, "17")
        stretches.append(_Stretch(mistake, len(written), len(written) + len(planted)))
        written += planted
        done = mistake.spot.end
    return written + text[done:], stretches


def _inside(folder: Path, problem: Diagnostic) -> str:
    file = Path(problem.span.source.name)
    return file.relative_to(folder).as_posix() if file.is_relative_to(folder) else ""


def _owner(stretches: Sequence[_Stretch], problem: Diagnostic) -> Mistake | None:
    """Return the mistake within whose text a problem stands."""
    for stretch in stretches:
        if stretch.start <= problem.span.start < stretch.end:
            return stretch.mistake
    return None
