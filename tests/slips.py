"""Single mistakes of a human hand in a pack, by seed, and what `check` says of each.

A slip changes one thing in one file, as a hand, an eye or an editor would: a letter, a
sign, a line. `lines` are those where a person would look for it: for a row that is
missing also the rows beside it and the key above them.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from interpreter.diagnostics import Diagnostic
from interpreter.expressions.functions import NAMES
from interpreter.expressions.parsing import Unreadable, parse
from interpreter.pipeline.checking import check
from interpreter.pipeline.loading import Loaded
from interpreter.yaml import MappingNode as Map
from interpreter.yaml import Node, ScalarNode, SequenceNode
from interpreter.yaml.composing import read_file
from tests.planting import spots
from tests.trial import copy_of

KEYS = frozenset(
    "takes gives is steps if else do for_each until times roll by for choose from "
    "options let set call as seen_by type start kind rows columns key cells groups add "
    "happens create with match return tell about label facts require draw ask of "
    "only fields scenarios entities formulas procedures tables modifiers types".split()
)
NAMED = frozenset(
    "fields let set with derived columns types values formulas tables modifiers "
    "procedures entities rows cells options takes record groups events walks claims "
    "scenarios policies facts boards regions counters triggers areas".split()
)
"""Keys below which names of the author stand, and none of the language."""
_PROSE = frozenset("say title for label source edition".split())
"""Keys behind which a text stands that is printed as it is."""
PROPOSED = re.compile(r"(?:did you mean|write) (?:'(.+?)'(?:\?|\Z)|(\{.+\})\Z)")
"""How a hint says what stands in place of the text that a problem is about."""
LEFT_OUT = re.compile(r"rulebook|cases")
CASES = re.compile(r"(?m)^cases:")
WORD = re.compile(r"[A-Za-z][A-Za-z_]{3,}")
BAND = re.compile(r"(\d+)-(\d+)\Z")
BESIDE = dict(
    zip("qwertyuiopasdfghjklzxcvbnm", "wertyuiopqsdfghjklaxcvbnmz", strict=True)
)


@dataclass(frozen=True)
class Slip:
    """A change of one stretch of a file."""

    kind: str
    file: str
    start: int
    end: int
    new: str
    lines: frozenset[int]

    def apply(self, text: str) -> str:
        """Return the text of the file with the slip in it."""
        return text[: self.start] + self.new + text[self.end :]


@dataclass(frozen=True)
class Outcome:
    """A slip, the first error or warning of `check` ("" and 0: none), and whether what
    the pack means is as before.

    `works` tells whether what that problem says to write leaves no error and no
    warning; None where it does not say what to write.
    """

    slip: Slip
    told: str
    file: str
    line: int
    same: bool
    works: bool | None = None

    @property
    def exact(self) -> bool:
        """Tell whether the first problem stands where the slip is."""
        return self.file == self.slip.file and self.line in self.slip.lines

    @property
    def near(self) -> bool:
        """Tell whether it stands there, or on the line before or after."""
        beside = {line + by for line in self.slip.lines for by in (-1, 0, 1)}
        return self.file == self.slip.file and self.line in beside

    @property
    def silent(self) -> bool:
        """Tell whether nothing was said although the pack means another thing."""
        return not self.told and not self.same

    def __str__(self) -> str:
        """Return what a person needs to find it again."""
        lines = ", ".join(map(str, sorted(self.slip.lines)[:4]))
        told = self.told or (
            "nothing, and it means the same" if self.same else "nothing"
        )
        return (
            f"{self.slip.kind}: {self.slip.file}:{lines} {self.slip.new[:60]!r}: {told}"
        )


@dataclass(frozen=True)
class Entry:
    """A key with its value, what is above it, and its file."""

    file: str
    text: str
    path: tuple[str, ...]
    key: ScalarNode
    value: Node
    owner: Map
    above: ScalarNode | None

    def line(self, offset: int) -> int:
        """Return the line of an offset."""
        return self.text.count("\n", 0, offset) + 1


@dataclass(frozen=True)
class Ground:
    """A pack as slips are drawn from it."""

    files: Mapping[str, str]
    entries: tuple[Entry, ...]
    stretches: tuple[tuple[str, int, int], ...]
    words: frozenset[str]


@cache
def ground(pack: Path) -> Ground:
    """Read a pack's own files but its rulebook and its cases."""
    files, entries = {}, []
    for file in sorted(pack.rglob("*.yaml")):
        name = file.relative_to(pack).as_posix()
        text = file.read_bytes().decode()
        if LEFT_OUT.search(name) or CASES.search(text):
            continue
        files[name] = text
        node = read_file(file, name, [])
        if node is not None:
            entries += list(_entries(name, files[name], node, (), None))
    stretches = [(s.file, s.start, s.end) for s in spots(pack) if s.file in files]
    words = {word for text in files.values() for word in re.findall(r"\w+", text)}
    return Ground(files, tuple(entries), tuple(stretches), frozenset(words | NAMES))


def _entries(
    file: str, text: str, node: Node, path: tuple[str, ...], above: ScalarNode | None
) -> Iterator[Entry]:
    if isinstance(node, SequenceNode):
        for item in node.items:
            yield from _entries(file, text, item, (*path, "-"), above)
    elif isinstance(node, Map):
        for key, value in node.entries:
            yield Entry(file, text, path, key, value, node, above)
            yield from _entries(file, text, value, (*path, key.text), key)


Draw = Callable[[Random, Ground], Slip | None]


def misspelt(random: Random, word: str, known: frozenset[str]) -> str | None:
    """Return a word with two letters changed over, one lost, doubled or its neighbour
    on the keyboard; None where that is another word of the pack."""
    at = random.randrange(len(word) - 1)
    ways = [
        word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        word[:at] + word[at + 1 :],
        word[:at] + word[at] + word[at:],
        word[:at] + BESIDE.get(word[at], "x") + word[at + 1 :],
    ]
    wrong = random.choice(ways)
    return None if wrong in known or wrong == word else wrong


def _slip(kind: str, entry: Entry, start: int, end: int, new: str) -> Slip:
    return Slip(kind, entry.file, start, end, new, frozenset({entry.line(start)}))


def name(random: Random, of: Ground) -> Slip | None:
    """Misspell a name in an expression."""
    file, start, end = random.choice(of.stretches)
    text = of.files[file]
    hits = [
        hit for hit in WORD.finditer(text, start, end) if not _quoted(text, start, hit)
    ]
    if not hits:
        return None
    hit = random.choice(hits)
    wrong = misspelt(random, hit[0], of.words)
    line = text.count("\n", 0, hit.start()) + 1
    lines = frozenset({line})
    if wrong is None:
        return None
    return Slip("misspelt name", file, hit.start(), hit.end(), wrong, lines)


def _quoted(text: str, start: int, hit: re.Match[str]) -> bool:
    return text.count("'", start, hit.start()) % 2 == 1


def _keys(of: Ground) -> list[Entry]:
    """Return the entries whose key is a word of the language."""
    return [
        entry
        for entry in of.entries
        if entry.key.text in KEYS
        and not entry.key.style
        and (not entry.path or entry.path[-1] not in NAMED)
    ]


def key(random: Random, of: Ground) -> Slip | None:
    """Misspell a word of the language before a colon."""
    entry = random.choice(_keys(of))
    span = entry.key.span
    if len(entry.key.text) < 2:
        return None
    wrong = misspelt(random, entry.key.text, of.words)
    if wrong is None:
        return None
    return _slip("misspelt key", entry, span.start, span.end, wrong)


def field(random: Random, of: Ground) -> Slip | None:
    """Misspell a field that is set, or that an entity of a scenario begins with."""
    found = [
        entry
        for entry in of.entries
        if entry.path
        and len(entry.key.text) > 3
        and (
            entry.path[-1] in ("set", "with")
            or (entry.path[0] == "scenarios" and entry.path[-2:-1] == ("entities",))
        )
    ]
    if not found:
        return None
    entry = random.choice(found)
    hit = random.choice(list(WORD.finditer(entry.key.text)) or [None])
    wrong = hit and misspelt(random, hit[0], of.words)
    if not hit or not wrong:
        return None
    start = entry.key.span.start + hit.start()
    return _slip("misspelt field", entry, start, start + len(hit[0]), wrong)


def kind_of_value(random: Random, of: Ground) -> Slip | None:
    """Misspell a type, an audience, a kind of entity or an option."""
    found = [
        entry
        for entry in of.entries
        if isinstance(entry.value, ScalarNode)
        and (
            entry.key.text in ("type", "gives", "seen_by", "kind", "only", "owner")
            or entry.path[-1:] in (("takes",), ("columns",))
        )
        and entry.path[-1:] != ("fields",)
        # a field of an entity that is called so may hold any text
        and not (entry.path[:1] == ("scenarios",) and entry.key.text == "type")
        and WORD.search(entry.value.text)
        and not entry.value.places
    ]
    entry = random.choice(found)
    assert isinstance(entry.value, ScalarNode)
    hit = random.choice(list(WORD.finditer(entry.value.text)))
    wrong = misspelt(random, hit[0], of.words)
    start = entry.value.span.start + hit.start()
    what = f"misspelt value of {entry.key.text}"
    if entry.path[-1:] in (("takes",), ("columns",)):
        what = "misspelt type"
    return (
        None if wrong is None else _slip(what, entry, start, start + len(hit[0]), wrong)
    )


def colon(random: Random, of: Ground) -> Slip | None:
    """Forget a colon."""
    entry = random.choice(_keys(of))
    end = entry.key.span.end
    if entry.text[end : end + 1] != ":":
        return None
    return _slip("forgotten colon", entry, end, end + 1, "")


def quote(random: Random, of: Ground) -> Slip | None:
    """Forget the quote before or after a text."""
    found = [
        entry
        for entry in of.entries
        if isinstance(entry.value, ScalarNode)
        and entry.value.style in ("'", '"')
        and entry.value.text
    ]
    entry = random.choice(found)
    assert isinstance(entry.value, ScalarNode)
    span = entry.value.span
    if random.random() < 0.5:
        return _slip("first quote forgotten", entry, span.start, span.start + 1, "")
    return _slip("last quote forgotten", entry, span.end - 1, span.end, "")


def bracket(random: Random, of: Ground) -> Slip | None:
    """Forget a bracket of an expression, or of a map or list on one line."""
    if random.random() < 0.5:
        file, start, end = random.choice(of.stretches)
    else:
        entry = random.choice(of.entries)
        file, start, end = entry.file, entry.value.span.start, entry.value.span.end
        if isinstance(entry.value, ScalarNode) or entry.text[start] not in "[{":
            return None
        end = entry.text.find("\n", start) if "\n" in entry.text[start:end] else end
    text = of.files[file]
    hits = [
        hit
        for hit in re.finditer(r"[\[\](){}]", text[start:end])
        if not _in_text(text[start:end], hit.start())
    ]
    if not hits:
        return None
    at = start + random.choice(hits).start()
    lines = frozenset({text.count("\n", 0, at) + 1})
    return Slip("forgotten bracket", file, at, at + 1, "", lines)


def _in_text(text: str, at: int) -> bool:
    return any(text.count(mark, 0, at) % 2 for mark in "'\"") or "#" in text[:at]


def indentation(random: Random, of: Ground) -> Slip | None:
    """Move a line to the left or right."""
    entry = random.choice(of.entries)
    start = entry.text.rfind("\n", 0, entry.key.span.start) + 1
    line = entry.text[start : entry.text.find("\n", start)]
    blanks = len(line) - len(line.lstrip(" "))
    by = random.choice((-2, -1, 1, 2))
    if blanks + by < 0:
        return None
    return _slip("indentation", entry, start, start + blanks, " " * (blanks + by))


def dash(random: Random, of: Ground) -> Slip | None:
    """Forget the dash of a step, or the blank after it."""
    file = random.choice(sorted(of.files))
    text = of.files[file]
    hits = list(re.finditer(r"(?m)^ *(- )\S", text))
    if not hits:
        return None
    hit = random.choice(hits)
    new = random.choice(("  ", "-"))
    lines = frozenset({text.count("\n", 0, hit.start(1)) + 1})
    kind = "forgotten dash" if new == "  " else "dash without blank"
    return Slip(kind, file, hit.start(1), hit.end(1), new, lines)


def _rows(of: Ground) -> list[Entry]:
    """Return the rows of tables for whose keys all must be there, and of `match`."""
    return [
        entry
        for entry in of.entries
        if len(entry.owner.entries) > 1
        and entry.path[-1:] == ("rows",)
        and (entry.path[0] == "tables" or "steps" in entry.path)
        and _is_complete(_beside(of, entry))
    ]


def _owned(of: Ground, entry: Entry) -> bool:
    """Tell whether a row's key is known from elsewhere: where `key` names no type of
    the pack, the rows themselves say which keys there are."""
    beside = _beside(of, entry)
    named = next((e.value for e in of.entries if e.key is beside.get("key")), None)
    types = {e.key.text for e in of.entries if e.path == ("types",)}
    return not isinstance(named, ScalarNode) or named.text in types


def _is_complete(beside: Mapping[str, ScalarNode]) -> bool:
    """Tell whether the keys of a table are known, so that one may be missing, and the
    order of its rows counts for nothing; those of a table without `key` are its own."""
    return bool({"of", "key", "match"} & {*beside}) and "takes" not in beside


def _beside(of: Ground, entry: Entry) -> dict[str, ScalarNode]:
    """Return the keys beside the `rows` in which an entry stands."""
    rows = entry.above
    owners = (each.owner for each in of.entries if each.key is rows)
    return {key.text: key for owner in owners for key, _ in owner.entries}


def _whole(entry: Entry) -> tuple[int, int]:
    """Return the stretch of an entry: its lines, or its part of a map on one line."""
    start, end = entry.key.span.start, max(entry.key.span.end, entry.value.span.end)
    first = entry.text.rfind("\n", 0, start) + 1
    if not entry.text[first:start].strip():
        last = entry.text.find("\n", end)
        return first, len(entry.text) if last < 0 else last + 1
    while entry.text[end : end + 1] in (",", " "):
        end += 1
    return start, end


def _around(entry: Entry) -> frozenset[int]:
    """Return the lines of a row, of those beside it, and of the key above them."""
    spans = [each.span for each, _ in entry.owner.entries]
    at = next(i for i, span in enumerate(spans) if span.start == entry.key.span.start)
    near = [entry.line(span.start) for span in spans[max(at - 1, 0) : at + 2]]
    near += [entry.line(entry.above.span.start)] if entry.above is not None else []
    return frozenset(near)


def missing_row(random: Random, of: Ground) -> Slip | None:
    """Leave out a row of a table, or of a `match`."""
    entry = random.choice(_rows(of))
    if not _owned(of, entry):
        return None
    start, end = _whole(entry)
    beside = _beside(of, entry).values()
    lines = _around(entry) | {entry.line(key.span.start) for key in beside}
    return Slip("missing row", entry.file, start, end, "", lines)


def swapped_rows(random: Random, of: Ground) -> Slip | None:
    """Write two neighbouring rows of a table in the wrong order."""
    entry = random.choice(_rows(of))
    keys = [each for each, _ in entry.owner.entries]
    at = next(i for i, each in enumerate(keys) if each is entry.key)
    other = next(
        (
            each
            for each in of.entries
            if at + 1 < len(keys) and each.key is keys[at + 1]
        ),
        None,
    )
    if other is None:
        return None
    (a, b), (c, d) = _whole(entry), _whole(other)
    text = entry.text
    if b > c or text[a:b].endswith("\n") != text[c:d].endswith("\n"):
        return None
    one, two = text[a:b], text[c:d]
    if not one.endswith("\n"):  # on one line the comma stays between them
        stripped = one.rstrip(", ")
        two, one = (
            two.rstrip(", ") + one[len(stripped) :],
            stripped + two[len(two.rstrip(", ")) :],
        )
    new = two + text[b:c] + one
    return Slip("swapped rows", entry.file, a, d, new, _around(entry) | _around(other))


def row_twice(random: Random, of: Ground) -> Slip | None:
    """Write a row twice."""
    entry = random.choice(_rows(of))
    start, end = _whole(entry)
    text = entry.text[start:end]
    if not text.endswith(("\n", " ")):
        return None
    lines = _around(entry) | {entry.line(end)}
    return Slip("row twice", entry.file, end, end, text, lines)


def band(random: Random, of: Ground) -> Slip | None:
    """Write the wrong end of a band."""
    found = [entry for entry in _rows(of) if BAND.match(entry.key.text)]
    if not found:
        return None
    entry = random.choice(found)
    hit = BAND.match(entry.key.text)
    assert hit is not None
    which, by = random.choice((1, 2)), random.choice((-1, 1))
    new = str(int(hit[which]) + by)
    start = entry.key.span.start + hit.start(which)
    end = entry.key.span.start + hit.end(which)
    return Slip("wrong end of a band", entry.file, start, end, new, _around(entry))


DRAWS: tuple[Draw, ...] = (
    name, name, key, field, kind_of_value, colon, quote, bracket, indentation, dash,
    missing_row, swapped_rows, row_twice, band,
)  # fmt: skip


def slip(pack: Path, seed: int) -> Slip:
    """Return the slip of a seed: equal seeds give equal slips."""
    random = Random(f"slip {pack.name} {seed}")
    of = ground(pack)
    while True:
        found = random.choice(DRAWS)(random, of)
        if (
            found is not None
            and found.apply(of.files[found.file]) != of.files[found.file]
        ):
            return found


def outcomes(pack: Path, seeds: range) -> Iterator[Outcome]:
    """Yield what `check` says of the slip of each seed. Where the quick check says
    nothing, the whole one is asked: a mistake may stand under an option."""
    of = ground(pack)
    with copy_of(pack) as folder:
        sound = check(folder, quick=True).loaded
        before = _meaning(sound)
        for seed in seeds:
            made = slip(pack, seed)
            file = folder / made.file
            file.write_bytes(made.apply(of.files[made.file]).encode())
            found = check(folder, quick=True, before=sound)
            first = _first(found.problems)
            same = first is None and same_meaning(_meaning(found.loaded), before)
            if first is None and not same:
                first = _first(check(folder, before=found.loaded).problems)
            told, inside, line = "", "", 0
            if first is not None:
                told = f"{first.span}: {first.code} {first.message}"
                inside = Path(first.span.source.name).relative_to(folder).as_posix()
                line = first.span.first[0]
            works = None if first is None else _works(folder, first, sound)
            yield Outcome(made, told, inside, line, same, works)
            file.write_bytes(of.files[made.file].encode())


def _works(folder: Path, first: Diagnostic, sound: Loaded) -> bool | None:
    """Tell whether a pack has no error and no warning once the text stands there that a
    problem proposes: by its fix, else by its hint."""
    span, text = first.span, ""
    if first.fix is not None:
        span, text = first.fix.span, first.fix.replacement
    elif proposed := PROPOSED.match(first.hint):
        text = proposed[1] or proposed[2]
    else:
        return None
    written = span.source.text[: span.start] + text + span.source.text[span.end :]
    texts = {span.source.name: written}
    after = check(folder, quick=True, before=sound, texts=texts)
    return _first(after.problems) is None


def _meaning(loaded: Loaded) -> object:
    """Return all declarations of a pack as they were read, but for places, and for the
    order of rows whose keys are all known."""
    ruleset = loaded.ruleset
    return (
        None
        if ruleset is None
        else {
            section: {key: _plainly(each.node) for key, each in known.items()}
            for section, known in ruleset.uncut.items()
        }
    )


def same_meaning(one: object, other: object, key: str = "") -> bool:
    """Tell whether declarations say the same: in an expression several underscores
    between two words are one, as a blank is; in prose, behind `key`, they are not."""
    if isinstance(one, str) and isinstance(other, str):
        named = "__" in one + other and key not in _PROSE
        return one == other or (named and _tree(one) == _tree(other) != "")
    if isinstance(one, dict) and isinstance(other, dict):
        return [*one] == [*other] and all(same_meaning(one[k], other[k]) for k in one)
    if isinstance(one, tuple) and isinstance(
        other, tuple
    ):  # a key and what it leads to
        return one[0] == other[0] and same_meaning(one[1], other[1], one[0])
    if isinstance(one, list) and isinstance(other, list):
        pairs = zip(one, other, strict=False)
        return len(one) == len(other) and all(same_meaning(*p, key) for p in pairs)
    return one == other


def _tree(text: str) -> str:
    """Return an expression as it is read, but for places; "" for what is none."""
    try:
        found = repr(parse(text))
    except Unreadable:
        return ""
    return re.sub("_+", "_", re.sub(r"at=\(\d+, \d+\)", "", found))


def _plainly(node: Node) -> object:
    if isinstance(node, ScalarNode):
        return node.text
    if isinstance(node, SequenceNode):
        return [_plainly(item) for item in node.items]
    pairs = [(key.text, _plainly(value)) for key, value in node.entries]
    if not _is_complete({key.text: key for key, _ in node.entries}):
        return pairs
    return [(k, _sorted(v) if k == "rows" else v) for k, v in pairs]


def _sorted(rows: object) -> object:
    return sorted(rows, key=repr) if isinstance(rows, list) else rows


def _first(problems: tuple[Diagnostic, ...]) -> Diagnostic | None:
    """Return the first problem that a person must see."""
    return next((each for each in problems if each.severity != "note"), None)
