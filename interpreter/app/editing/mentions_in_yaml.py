"""Names in the files of a pack outside of expressions: keys, rules, types, paths.

The key that a text follows says which sections its names are of: after `call` come
procedures, after `takes` types. A name that no such key announces is not looked for, so
what is found is what is meant; what is not found, the check after a renaming finds.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from interpreter.ruleset.layers import Layer
from interpreter.ruleset.pack_files import PackFile
from interpreter.ruleset.paths import parts_of
from interpreter.ruleset.rule_index import every_section
from interpreter.ruleset.ruleset import SECTIONS, Ruleset
from interpreter.source import Name, Span, normalised
from interpreter.values.types import Type
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from interpreter.yaml.schemas import binding_keys

_CALLED = ("entry_points", "procedures", "tables", "formulas", "modifiers", "walks")
_TYPED = ("types", "entities", "boards", "claims", "tables")
AFTER: Mapping[str, Sequence[str]] = MappingProxyType(
    {
        **dict.fromkeys(("call", "run", "odds", "simulate", "main"), _CALLED),
        **dict.fromkeys(("type", "gives", "of", "key", "row", "column"), _TYPED),
        **dict.fromkeys(("on", "happens"), ("events",)),
        **dict.fromkeys(("create", "kind"), ("entities",)),
        **dict.fromkeys(("like", "scenario"), ("scenarios",)),
        "seats": ("entities",),
        "only": ("options",),
        "later": ("procedures",),
        "policy": ("policies",),
    }
)
"""The sections of the names in the text after a key."""
_OF_TYPES = frozenset("takes fields record columns".split())
"""Keys of maps from names to types."""
_LOOPS = frozenset(("for_each", "if"))
_RULES = frozenset(("rule", "discloses"))
_WORD = re.compile(r"[^\W_][^\W_]*", re.ASCII)
_BINDS = re.compile(r" *([A-Za-z][A-Za-z0-9_ ]*?) +in ")
_AS = re.compile(r" as ([A-Za-z][A-Za-z0-9_ ]*?) *\Z")
MOST_WORDS = 6
"""Words of a name that is looked for in a text."""


class Symbol(Struct, frozen=True):
    """Something that has a name: of a section of the pack, or of `fields` (of a kind or
    record, the owner), `values` (of a type), `columns` (of a table), `locals` (of a
    declaration, as `SECTION.NAME`), `functions` (of the language)."""

    section: str
    owner: str
    name: str


class Mention(Struct, frozen=True):
    """A place where something is named; its type there, if it has one."""

    symbol: Symbol
    span: Span
    type: Type | None = None
    is_definition: bool = False


class Home(Struct, frozen=True):
    """A declaration, or a change of one, as it is written in a file."""

    section: str
    name: Name
    key: ScalarNode
    node: Node

    @property
    def text(self) -> str:
        """The section and the name."""
        return f"{self.section}.{self.name}"

    @property
    def start(self) -> int:
        """Where its key begins."""
        return self.key.span.start

    @property
    def end(self) -> int:
        """Where what follows its key ends."""
        return max(self.node.span.end, self.key.span.end) + 1


def homes_of(layers: Iterable[Layer]) -> dict[str, list[Home]]:
    """Return the declarations and changes of each file, in its order."""
    return {
        part.file: sorted(homes_in(part), key=lambda home: home.start)
        for layer in layers
        for part in layer.parts
    }


def homes_in(part: PackFile) -> Iterator[Home]:
    """Yield the declarations and changes of a file."""
    if not isinstance(part.node, MappingNode):
        return
    if part.path == "rulebook.yaml":
        for key, node in part.node.entries:
            yield Home("rulebook", key.name, key, node)
        return
    for section, held in part.node.entries:
        if isinstance(held, MappingNode):
            yield from _homes_of(section.name, held)


def _homes_of(section: str, held: MappingNode) -> Iterator[Home]:
    if section in SECTIONS:
        for key, node in held.entries:
            yield Home(section, key.name, key, node)
    elif section == "change":
        for path, node in held.entries:
            parts = parts_of(path)
            if len(parts) > 1:
                yield Home(parts[0].name, parts[1].name, path, node)


def mentions_of(layers: Iterable[Layer], ruleset: Ruleset) -> Iterator[Mention]:
    """Yield the names in all files of a pack, those in expressions left out."""
    declared = {s: frozenset(held) for s, held in every_section(ruleset).items()}
    declared["rulebook"] = frozenset(ruleset.sections.get("rulebook", {}))
    for layer in layers:
        for part in layer.parts:
            walk = _Walk(declared)
            for home in homes_in(part):
                yield from walk.home(home, is_head=bool(layer.extends))
            if isinstance(part.node, MappingNode):
                yield from walk.names(part.node.get("seats"), AFTER["seats"])


class _Walk:
    """Goes through the declarations of a file."""

    def __init__(self, declared: Mapping[str, frozenset[str]]) -> None:
        self.declared = declared
        self.owner = ""

    def home(self, home: Home, *, is_head: bool) -> Iterator[Mention]:
        """Yield the names in a declaration, its own first."""
        self.owner = home.text
        symbol = Symbol(home.section, "", home.name)
        parts = parts_of(home.key)
        if len(parts) > 1 and parts[0].name == home.section:
            yield Mention(symbol, parts[1].span)
        else:
            is_setting = home.section == "options" and isinstance(home.node, ScalarNode)
            is_definition = not (is_head and is_setting)
            yield Mention(symbol, home.key.span, None, is_definition)
        yield from self._own_parts(home)
        yield from self._inside(home.node)

    def _own_parts(self, home: Home) -> Iterator[Mention]:
        """Yield the fields, values and columns that a declaration has."""
        node, section = home.node, home.section
        if section == "types":
            values = node.get("values") if isinstance(node, MappingNode) else node
            for item in values.items if isinstance(values, SequenceNode) else ():
                if isinstance(item, ScalarNode):
                    symbol = Symbol("values", home.name, item.name)
                    yield Mention(symbol, item.span, None, True)
        held = {"entities": "fields", "types": "record", "tables": "columns"}
        inner = (
            node.get(held.get(section, "")) if isinstance(node, MappingNode) else None
        )
        kind = "columns" if section == "tables" else "fields"
        for key, _ in inner.entries if isinstance(inner, MappingNode) else ():
            yield Mention(Symbol(kind, home.name, key.called), _name(key), None, True)

    def _inside(self, node: Node) -> Iterator[Mention]:
        if isinstance(node, SequenceNode):
            for item in node.items:
                yield from self._inside(item)
        elif isinstance(node, MappingNode):
            for key, value in node.entries:
                yield from self._after(key, value)
                yield from self._inside(value)

    def _after(self, key: ScalarNode, value: Node) -> Iterator[Mention]:
        """Yield the names that are in the value of a key, not deeper."""
        if key.name in _RULES:
            yield from self._rules(value)
        elif key.name in AFTER:
            yield from self.names(value, AFTER[key.name])
        elif isinstance(value, MappingNode):
            yield from self._in_map(key.name, value)
        if key.name in binding_keys() or key.name in _LOOPS:
            yield from self._bound(key, value)

    def _in_map(self, key: str, held: MappingNode) -> Iterator[Mention]:
        """Yield what the keys of the map after a key name, and types in it."""
        for name, value in held.entries:
            if key == "takes":
                local = Symbol("locals", self.owner, name.name)
                yield Mention(local, name.span, None, True)
            if key in _OF_TYPES:
                yield from self.names(value, _TYPED)
            elif key == "options":  # that a scenario or a case sets
                yield from self.names(name, ("options",))
            elif key == "change":
                yield from self._path(name)

    def _path(self, path: ScalarNode) -> Iterator[Mention]:
        parts = parts_of(path)
        if len(parts) > 1 and parts[0].name in SECTIONS:
            yield Mention(Symbol(parts[0].name, "", parts[1].name), parts[1].span)

    def _rules(self, value: Node) -> Iterator[Mention]:
        texts = value.items if isinstance(value, SequenceNode) else (value,)
        for text in texts:
            for match in (
                re.finditer(r"\S+", text.text) if isinstance(text, ScalarNode) else ()
            ):
                assert isinstance(text, ScalarNode)
                symbol = Symbol("rulebook", "", normalised(match.group()))
                if symbol.name in self.declared["rulebook"]:
                    yield Mention(symbol, text.part(*match.span()))

    def _bound(self, key: ScalarNode, value: Node) -> Iterator[Mention]:
        """Yield the locals that a key of a step binds."""
        if key.name in _LOOPS:
            pattern = _BINDS if key.name == "for_each" else _AS
            found = (
                pattern.search(value.text) if isinstance(value, ScalarNode) else None
            )
            if found is not None and isinstance(value, ScalarNode):
                local = Symbol("locals", self.owner, normalised(found[1]))
                yield Mention(local, value.part(*found.span(1)), None, True)
            return
        bound = [value] if isinstance(value, ScalarNode) else []
        if isinstance(value, MappingNode):
            bound = [name for name, _ in value.entries]
        for name in bound:
            local = Symbol("locals", self.owner, name.name)
            yield Mention(local, name.span, None, True)

    def names(self, node: Node | None, sections: Sequence[str]) -> Iterator[Mention]:
        """Yield the names of sections in a text, or in the texts of a list, the longest
        first."""
        if isinstance(node, SequenceNode):
            for item in node.items:
                if isinstance(item, ScalarNode):
                    yield from self.names(item, sections)
        if not isinstance(node, ScalarNode):
            return
        words = list(_WORD.finditer(node.text))
        at = 0
        while at < len(words):
            found = self._longest(node.text, words[at : at + MOST_WORDS], sections)
            if found is None:
                at += 1
                continue
            symbol, count = found
            last = words[at + count - 1]
            yield Mention(symbol, node.part(words[at].start(), last.end()))
            at += count

    def _longest(
        self, text: str, words: Sequence[re.Match[str]], sections: Sequence[str]
    ) -> tuple[Symbol, int] | None:
        """Return what the longest name at the first word is, and its words."""
        for count in range(len(words), 0, -1):
            written = text[words[0].start() : words[count - 1].end()]
            name = normalised(written)
            for section in sections:
                if name in self.declared.get(section, ()):
                    return Symbol(section, "", name), count
        return None


def _name(key: ScalarNode) -> Span:
    """Return the place of the name in a key that may have arguments."""
    name = key.text.partition("(")[0].rstrip()
    return key.part(0, len(name))


__all__ = ["AFTER", "Home", "Mention", "Symbol", "homes_of", "mentions_of"]
