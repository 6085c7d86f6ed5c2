"""The declarations of a pack as they were read, in the cache: what `show` prints.

They are kept beside the program of an entry, in a file of their own that is made when
they are first asked for, and are valid for the same digest. A declaration is decoded
when it is used: to show one name decodes one declaration, and to show a rule those that
name it.

A node is a list of numbers, texts and lists. Its source is that of the node around it:

    [start, end]                        a scalar that the source has as it is
    [start, end, text, style, ...]      a scalar; then runs (first offset, length) that
                                        are the places of its characters
    [start, end, [node, ...]]           a list
    [start, end, [key, value, ...], 0]  a map
    [number, node]                      a node of another source
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import chain
from pathlib import Path

from interpreter.cache.codec import Damaged, Decoder, Encoder, Json, Unstorable
from interpreter.cache.entries import MADE, CacheEntry
from interpreter.cache.folder import Bundle, LazyMap
from interpreter.ruleset.rule_index import IndexedRuleset, RuleIndex
from interpreter.ruleset.ruleset import Declaration, OptionValue, Origin, Ruleset
from interpreter.source import Name, Source, Span
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

RULESET, ORIGINS, RULES = "ruleset", "origins", "rules"
OWN, UNCUT = "declared", "uncut"
_INVALID = (Damaged, IndexError, KeyError, RecursionError, TypeError, ValueError)


def kept_ruleset(entry: CacheEntry) -> IndexedRuleset | None:
    """Return the declarations of an entry; None for a cache miss."""
    bundle = entry.folder.find(f"{entry.name}.{RULESET}")
    try:
        if bundle is None or bundle.part(MADE) != entry.made:
            return None
        return _Reader(bundle, entry).indexed()
    except _INVALID:
        return None


def keep_ruleset(entry: CacheEntry, indexed: IndexedRuleset) -> None:
    """Write declarations, unless files have changed since they were read."""
    if not entry.is_of(indexed.ruleset.files):
        return
    try:
        parts = _Writer().parts(indexed, entry)
    except (Unstorable, RecursionError):
        return
    entry.folder.keep(f"{entry.name}.{RULESET}", parts | {MADE: entry.made})


class _Writer:
    """Makes JSON of declarations; numbers sources as it meets them."""

    def __init__(self) -> None:
        self._sources: dict[str, tuple[int, Source]] = {}

    def parts(self, indexed: IndexedRuleset, entry: CacheEntry) -> dict[str, object]:
        """Return the cached parts by name; raises Unstorable."""
        ruleset, rules = indexed.ruleset, indexed.rules
        parts: dict[str, object] = {}
        for section, declared in ruleset.sections.items():
            for key, declaration in declared.items():
                parts[f"{OWN}/{section}/{key}"] = self._declaration(declaration)
        for section, declared in ruleset.uncut.items():
            own = ruleset.sections.get(section, {})
            for key, declaration in declared.items():
                if own.get(key) is not declaration:
                    parts[f"{UNCUT}/{section}/{key}"] = self._declaration(declaration)
        parts[ORIGINS] = list(map(self._origin, ruleset.origins))
        parts[RULES] = [dict(rules.names), dict(rules.listed)]
        for rule, places in rules.places.items():
            parts[f"{RULES}/{rule}"] = places
        head: dict[str, object] = {
            "name": ruleset.name,
            "folder": str(ruleset.folder),
            "head": self._placed(ruleset.head),
            "options": [[key, *self._option(o)] for key, o in ruleset.options.items()],
            "chain": [(str(folder), extends) for folder, extends in ruleset.chain],
            "files": [file.name for file in ruleset.files],
            OWN: {section: list(each) for section, each in ruleset.sections.items()},
            UNCUT: {section: list(each) for section, each in ruleset.uncut.items()},
            "places": list(rules.places),
        }
        head["sources"] = list(self._sources)
        head["texts"] = {
            name: source.text
            for name, (_, source) in self._sources.items()
            if name not in entry.texts or entry.text(name) != source.text
        }
        return parts | {RULESET: head}

    def _source(self, source: Source) -> int:
        new = (len(self._sources), source)
        number, known = self._sources.setdefault(source.name, new)
        if known is not source and known.text != source.text:
            raise Unstorable(f"two texts are called {source.name}")
        return number

    def _span(self, span: Span) -> list[int]:
        return [self._source(span.source), span.start, span.end]

    def _declaration(self, declaration: Declaration) -> Json:
        return [
            declaration.name,
            declaration.key,
            self._placed(declaration.node),
            self._span(declaration.span),
            declaration.file,
            declaration.origin,
        ]

    def _origin(self, origin: Origin) -> Json:
        return [
            origin.path,
            origin.section,
            origin.key,
            origin.verb,
            origin.by,
            self._span(origin.span),
            self._placed(origin.before),
            self._placed(origin.after),
            origin.expects,
        ]

    def _option(self, option: OptionValue) -> Json:
        values = (option.value, option.values, option.default)
        encoded = Encoder().encode(values)
        return [option.name, option.key, encoded, self._span(option.span)]

    def _placed(self, node: Node | None) -> Json:
        """Return a node with its source; None where there is none."""
        if node is None:
            return None
        return [self._source(node.span.source), self._node(node, node.span.source)]

    def _node(self, node: Node, around: Source) -> Json:
        span = node.span
        if span.source is not around:
            return self._placed(node)
        if isinstance(node, ScalarNode):
            text, ends = node.text, [span.start, span.end]
            is_as_written = not node.style and not node.places and text == span.text
            if is_as_written:
                return ends
            return [*ends, text, node.style, *chain(*_runs(node.places))]
        if isinstance(node, SequenceNode):
            return [span.start, span.end, [self._node(n, around) for n in node.items]]
        parts = [self._node(part, around) for entry in node.entries for part in entry]
        return [span.start, span.end, parts, 0]


def _runs(places: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Yield (first, length) of every run of offsets that follow one another."""
    begin = 0
    for place in range(1, len(places) + 1):
        if place == len(places) or places[place] != places[place - 1] + 1:
            yield places[begin], place - begin
            begin = place


class _Reader:
    """Makes declarations of a bundle as they are used."""

    def __init__(self, bundle: Bundle, entry: CacheEntry) -> None:
        self._bundle = bundle
        self._head = head = bundle.part(RULESET)
        texts: Mapping[str, str] = head["texts"]

        def source(name: str) -> Source:
            return Source(name, texts[name] if name in texts else entry.text(name))

        names = list(dict.fromkeys([*head["sources"], *head["files"]]))
        self._by_name = LazyMap(names, source)
        self._numbered: list[str] = head["sources"]

    def indexed(self) -> IndexedRuleset:
        """Return all declarations, none of them decoded."""
        head, bundle = self._head, self._bundle
        ruleset = Ruleset(
            head["name"],
            Path(head["folder"]),
            self._map(head["head"]),
            _lazily(head[OWN], self._own),
            {key: self._option(*data) for key, *data in head["options"]},
            tuple(self._origin(*data) for data in bundle.part(ORIGINS)),
            _lazily(head[UNCUT], self._uncut),
            tuple((Path(folder), extends) for folder, extends in head["chain"]),
            tuple(self._by_name[name] for name in head["files"]),
        )
        names, listed = bundle.part(RULES)
        places = LazyMap(head["places"], self._places)
        return IndexedRuleset(ruleset, RuleIndex(names, listed, places))

    def _places(self, rule: str) -> tuple[tuple[str, str], ...]:
        found = self._bundle.part(f"{RULES}/{rule}")
        return tuple((section, key) for section, key in found)

    def _own(self, section: str, key: str) -> Declaration:
        return self._declaration(*self._bundle.part(f"{OWN}/{section}/{key}"))

    def _uncut(self, section: str, key: str) -> Declaration:
        part = f"{UNCUT}/{section}/{key}"
        if part not in self._bundle:  # nothing is cut away
            return self._own(section, key)
        return self._declaration(*self._bundle.part(part))

    def _source(self, number: int) -> Source:
        return self._by_name[self._numbered[number]]

    def _span(self, number: int, start: int, end: int) -> Span:
        return Span(self._source(number), start, end)

    def _declaration(
        self, name: str, key: str, node: Json, span: Json, file: str, origin: str
    ) -> Declaration:
        number, data = node
        made = self._node(data, self._source(number))
        return Declaration(name, Name(key), made, self._span(*span), file, origin)

    def _origin(
        self, path: str, section: str, key: str, verb: str, by: str, *data: Json
    ) -> Origin:
        span, before, after, expects = data
        place, was, now = self._span(*span), self._placed(before), self._placed(after)
        return Origin(path, section, key, verb, by, place, was, now, expects)

    def _option(self, name: str, key: str, values: Json, span: Json) -> OptionValue:
        value, every, default = Decoder([], self._source).decode(values)
        return OptionValue(name, Name(key), value, every, default, self._span(*span))

    def _placed(self, data: Json) -> Node | None:
        if data is None:
            return None
        number, node = data
        return self._node(node, self._source(number))

    def _map(self, data: Json) -> MappingNode:
        node = self._placed(data)
        if not isinstance(node, MappingNode):
            raise Damaged("no map")
        return node

    def _node(self, data: Json, source: Source) -> Node:
        # by length, and scalars first: most nodes are, and thousands are decoded
        length = len(data)
        if length == 2:
            start, end = data
            if type(end) is list:
                return self._node(end, self._source(start))
            return ScalarNode(source.text[start:end], Span(source, start, end), "")
        span, parts = Span(source, data[0], data[1]), data[2]
        if type(parts) is str:
            return ScalarNode(parts, span, data[3], _offsets(data[4:]))
        node = self._node
        nodes = [node(part, source) for part in parts]
        if length == 3:
            return SequenceNode(tuple(nodes), span)
        keys = [key for key in nodes[::2] if isinstance(key, ScalarNode)]
        return MappingNode(tuple(zip(keys, nodes[1::2], strict=True)), span)


def _lazily(
    keys: Mapping[str, list[str]], decode: Callable[[str, str], Declaration]
) -> Mapping[str, Mapping[str, Declaration]]:
    return {
        section: LazyMap(names, partial(decode, section))
        for section, names in keys.items()
    }


def _offsets(runs: list[int]) -> tuple[int, ...]:
    pairs = zip(runs[::2], runs[1::2], strict=True)
    return tuple(chain.from_iterable(range(at, at + count) for at, count in pairs))
