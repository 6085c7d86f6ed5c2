"""What may be written at a place: keys of the language, names, values that fit.

A word that nobody has is put where the cursor is, and the pack is read again as far as
that reaches: the names known there, the type wanted there and the type before a dot are
what the check itself found. Half an expression is closed first. If the rest of the file
cannot be read, the line of the cursor is put into the file as it was read last.
"""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from msgspec import Struct

from interpreter.app.editing.hovers import detail_of, rules_in_words
from interpreter.app.editing.meanings import MeaningIndex, plain
from interpreter.app.editing.mentions_in_yaml import AFTER, Symbol
from interpreter.app.editing.schema_places import (
    Way,
    inner,
    keys_at,
    kind_of_file,
    texts_at,
    way_to,
)
from interpreter.diagnostics import LimitExceeded, UmpireError
from interpreter.expressions import tree
from interpreter.expressions.functions import NAMES
from interpreter.expressions.parsing import Unreadable, parse
from interpreter.pipeline.edit_readings import read_edit
from interpreter.ruleset.paths import names_in, parts_of
from interpreter.ruleset.rule_index import every_section
from interpreter.ruleset.ruleset import SECTIONS, Ruleset
from interpreter.semantics.expressions.scope import Scope, words_that_fit
from interpreter.semantics.names import BoundNode, Names
from interpreter.source import Source, Span, normalised, printed
from interpreter.values.conversions import fit
from interpreter.values.types import (
    Entity,
    Enumeration,
    ListOf,
    Record,
    RowOf,
    Type,
    enumeration_of,
    present,
    spoken,
)
from interpreter.yaml.composing import read
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode

MARK = "zz_here_zz"
"""The word that is put where the cursor is; it is no name of a pack."""
LONGEST = 200_000
"""Letters of a text in which words are completed."""
MOST = 500
"""Words that are offered."""
_WORD = re.compile(r"[A-Za-z0-9_]*\Z")
_NAME = re.compile(r"[A-Za-z]\w*", re.ASCII)
_KEY = re.compile(r"[ ]*(?:- +)*\Z|.*[{,] *\Z")
_CHAIN = re.compile(r"[A-Za-z0-9_.]*\Z")
_RULE = re.compile(r"[^\s,\[\]{}]*\Z")
_CLOSERS = MappingProxyType({"(": ")", "[": "]"})
_IF, _ELSE = re.compile(r"\bif\b"), re.compile(r"\belse\b")


class Completion(Struct, frozen=True):
    """A word that may be written: what kind of thing it is (a section, or `keys`), its
    type, more about it as Markdown, and how near it is to what is wanted (0 nearest).
    `text` is written in place of the characters from `start` to the cursor."""

    label: str
    section: str
    start: int
    text: str
    detail: str = ""
    about: str = ""
    rank: int = 5

    def is_meant(self, before: str) -> bool:
        """Tell whether the letters typed before the cursor are in the word, in their
        order."""
        letters = iter(self.label.lower())
        return all(letter in letters for letter in before[self.start :].lower())


class EditedFile(Struct, frozen=True):
    """A file as it is typed: its name, its path in the pack, its text; `good` is its
    text as the pack was read last, None if it was not there."""

    file: str
    path: str
    text: str
    good: str | None


def completions(
    meanings: MeaningIndex, edited: EditedFile, offset: int, texts: Mapping[str, str]
) -> list[Completion]:
    """Return what may be written at an offset of a file, the nearest first; nothing
    where nothing is known. `texts` are the open texts of the pack, by their names."""
    if len(edited.text) > LONGEST:
        return []
    found: dict[str, Completion] = {}
    place = _Place(meanings, edited, offset, texts)
    for each in place.offered():
        known = found.get(each.label)
        if known is None or each.rank < known.rank:
            found[each.label] = each
    fitting = [each for each in found.values() if each.is_meant(edited.text[:offset])]
    return sorted(fitting, key=lambda each: (each.rank, each.label.lower()))[:MOST]


class _Place:
    """A place where something is to be written."""

    def __init__(
        self,
        meanings: MeaningIndex,
        edited: EditedFile,
        offset: int,
        texts: Mapping[str, str],
    ) -> None:
        self.meanings, self.edited, self.texts = meanings, edited, texts
        self.offset = min(max(offset, 0), len(edited.text))
        self.names: Names = meanings.loaded.names
        before = edited.text[: self.offset]
        word = _WORD.search(before)
        self.start = self.offset if word is None else word.start()

    def offered(self) -> Iterator[Completion]:
        """Yield what may be written, from the first reading that tells anything."""
        for text, mark in self._texts():
            root = _read(self.edited.file, text)
            if root is None:
                continue
            way, scalar, is_key = way_to(root, mark)
            if scalar is None or MARK not in scalar.text:
                continue
            if not is_key and _is_run_on(scalar, mark):
                continue  # a line without a colon was taken for more of a text
            some = list(self._at(text, root, way, scalar, mark, is_key=is_key))
            if some:
                yield from some
                return

    def _texts(self) -> Iterator[tuple[str, int]]:
        """Yield the file with the mark in it, and where that is: as it is typed, with
        the mark as a key, then the file as it was with the line of the cursor."""
        text, good = self.edited.text, self.edited.good
        yield from self._marked(text, self.start, self.offset)
        if good is None or good == text:
            return
        begin = text.rfind("\n", 0, self.offset) + 1
        end = text.find("\n", self.offset)
        end = len(text) if end < 0 else end
        spliced = _spliced(text, good, begin, end)
        if spliced is not None:
            changed, first = spliced
            shift = first - begin
            yield from self._marked(changed, self.start + shift, self.offset + shift)

    def _marked(self, text: str, start: int, end: int) -> Iterator[tuple[str, int]]:
        """Yield a text with the mark in place of the word of the cursor: as a word; as
        a key, if the line may hold one."""
        before, after = text[:start], text[end:]
        tail = re.match(r"[A-Za-z0-9_]*", after)
        after = after[tail.end() :] if tail is not None else after
        yield before + MARK + after, start
        line = before[before.rfind("\n") + 1 :]
        rest = after.partition("\n")[0].strip()
        if (_KEY.match(line) or ":" not in line) and (not rest or rest[0] in "},"):
            yield f"{before}{MARK}: x{after}", start

    def _at(
        self,
        text: str,
        root: Node,
        way: Way,
        scalar: ScalarNode,
        mark: int,
        *,
        is_key: bool,
    ) -> Iterator[Completion]:
        kind = kind_of_file(self.edited.path, root)
        if is_key:
            yield from self._keys(kind, root, way[:-1], scalar)
        else:
            after_key = list(self._after_key(kind, root, way, scalar))
            yield from after_key
            if after_key and "(" not in scalar.text:
                return
        yield from self._in_expression(text, scalar, mark)

    def _keys(
        self, kind: str, root: Node, way: Way, mark: ScalarNode
    ) -> Iterator[Completion]:
        """Yield the keys that a map may have and has not."""
        if way and way[-1] == "change":
            yield from self._paths(mark.text)
            return
        node: Node | None = root
        for step in way:
            node = inner(node, step)
        there = (
            {key.text for key, _ in node.entries}
            if isinstance(node, MappingNode)
            else set()
        )
        line = self.edited.text[: self.offset].rpartition("\n")[2]
        start = self.offset - len(line) + len(line) - len(line.lstrip(" -"))
        start = start if line[: start - self.offset].strip(" -") == "" else self.start
        for key in keys_at(kind, root, way):
            if key.name not in there:
                yield Completion(
                    key.name,
                    "keys",
                    min(start, self.start),
                    f"{key.name}: ",
                    f"such as {key.example}" if key.example else "",
                    key.description,
                    1,
                )

    def _paths(self, typed: str) -> Iterator[Completion]:
        """Yield the next part of the path of a change."""
        ruleset = self.meanings.loaded.ruleset
        done = typed.partition(MARK)[0]
        path = ScalarNode(done, Span(Source("", done), 0, len(done)), "")
        parts = parts_of(path)[: done.count(".")]
        if ruleset is None:
            return
        sections = every_section(ruleset)
        if not parts:
            for section in SECTIONS:
                yield self._plain(section, "keys", "")
            return
        held = sections.get(parts[0].name, {})
        if len(parts) == 1:
            for declaration in held.values():
                yield self._plain(declaration.name, parts[0].name, "")
            return
        begun = held.get(parts[1].name)
        node: Node | None = None if begun is None else begun.node
        for part in parts[2:]:
            node = node.get(part.name) if isinstance(node, MappingNode) else None
        for name in () if node is None else names_in(node):
            yield self._plain(name, "keys", "")

    def _plain(
        self, label: str, section: str, detail: str, rank: int = 2
    ) -> Completion:
        return Completion(label, section, self.start, label, detail, "", rank)

    def _after_key(
        self, kind: str, root: Node, way: Way, scalar: ScalarNode
    ) -> Iterator[Completion]:
        """Yield what the key before a text wants: a word of a list, names of a section,
        ids of rules."""
        for text in texts_at(kind, root, way):
            yield self._plain(text, "values", "", 1)
        keys = [step for step in way if isinstance(step, str)]
        key = normalised(keys[-1]) if keys else ""
        ruleset = self.meanings.loaded.ruleset
        if ruleset is None:
            return
        if key in ("rule", "discloses"):
            yield from self._rules(ruleset)
            return
        sections = AFTER.get(key, ())
        in_types = len(keys) > 1 and keys[-2] in (
            "takes",
            "fields",
            "record",
            "columns",
        )
        for section in AFTER["type"] if in_types and not sections else sections:
            for declaration in every_section(ruleset).get(section, {}).values():
                yield self._declared(section, declaration.key, 2)

    def _rules(self, ruleset: Ruleset) -> Iterator[Completion]:
        typed = _RULE.search(self.edited.text[: self.offset])
        start = self.start if typed is None else typed.start()
        for rule in ruleset.sections.get("rulebook", {}).values():
            about = "".join(rules_in_words(ruleset, [rule.name]))
            yield Completion(rule.name, "rulebook", start, rule.name, "", about, 1)

    def _declared(self, section: str, name: str, rank: int) -> Completion:
        detail = detail_of(self.meanings, Symbol(section, "", name))
        is_name = section in ("types", "entities", "scenarios", "policies", "options")
        text = printed(name) if is_name else name
        return Completion(text, section, self.start, text, detail, "", rank)

    def _in_expression(
        self, text: str, scalar: ScalarNode, mark: int
    ) -> Iterator[Completion]:
        """Yield the names that are known at the mark in an expression."""
        for changed in _closed(text, scalar, mark):
            note = self._bound(changed)
            if note is not None:
                yield from self._known_at(*note)
                return

    def _bound(self, text: str) -> tuple[BoundNode, BoundNode | None] | None:
        """Return the node at the mark in this text as it was bound, and what is before
        its dot, if it has one; None if it was not."""
        bound: list[BoundNode] = []
        now = {**self.texts, self.edited.file: text}
        try:
            attempt = read_edit(self.meanings.loaded, now, bound)
        except UmpireError:
            return None
        if attempt is None:
            return None
        found: tuple[BoundNode, BoundNode | None] | None = None
        for number, note in enumerate(bound):
            node = note.node
            if isinstance(node, tree.Word) and node.name == MARK:
                found = note, None
            elif isinstance(node, tree.Dot) and node.name.name == MARK:
                base = next(
                    (e for e in reversed(bound[:number]) if e.node == node.base), None
                )
                found = note, base
        return found

    def _known_at(
        self, note: BoundNode, base: BoundNode | None
    ) -> Iterator[Completion]:
        if isinstance(note.node, tree.Dot):
            yield from self._after_dot(note.node, base)
            return
        scope, wanted = note.scope, note.wanted
        if isinstance(scope, Scope):
            yield from self._locals(scope, wanted)
        if wanted is not None:
            yield from self._values_of(wanted)
        for word in words_that_fit(wanted):
            yield self._plain(word, "values", "", 1)
        yield from self._rules_of_pack(wanted)
        for name in sorted(NAMES):
            yield self._plain(name, "functions", "of the language", 4)

    def _locals(self, scope: Scope, wanted: Type | None) -> Iterator[Completion]:
        for name, local in scope.locals:
            yield self._typed(name, "locals", local.type, wanted, 1)
        it = scope.find("it")
        if it is not None and isinstance(it.type, Entity):
            yield from self._fields(it.type.kind, wanted)

    def _rules_of_pack(self, wanted: Type | None) -> Iterator[Completion]:
        """Yield what any expression may name."""
        yield self._plain("option", "options", "an option of the pack", 4)
        for name, formula in self.names.formulas.every().items():
            if "." not in name:
                yield self._typed(name, "formulas", formula.gives, wanted, 2)
        for section in ("tables", "modifiers"):
            for name in getattr(self.names, section).every():
                yield self._declared(section, name, 3)
        for name, kind in self.names.kinds.items():
            if kind.single:
                yield self._typed(name, "entities", Entity(name), wanted, 3)

    def _values_of(self, wanted: Type) -> Iterator[Completion]:
        kind = enumeration_of(wanted)
        item = present(wanted)
        if kind is not None:
            yield from self._values(kind, 0)
        elif isinstance(item, ListOf) and isinstance(item.item, Enumeration):
            yield from self._values(item.item, 1)

    def _values(self, kind: Enumeration, rank: int) -> Iterator[Completion]:
        """Yield the values of an enumeration as they are written in an expression."""
        for value in kind.values:
            name = normalised(value)
            text = name if _NAME.fullmatch(name) else f"'{value}'"
            yield self._plain(text, "values", f"of {printed(kind.name)}", rank)

    def _after_dot(
        self, node: tree.Dot, base: BoundNode | None
    ) -> Iterator[Completion]:
        if isinstance(node.base, tree.Word) and node.base.name == "option":
            for name, (_, of) in self.names.options.every().items():
                yield self._typed(name, "options", of, None, 1)
            return
        kind = None if base is None else present(plain(base.typed).type)
        match kind:
            case Entity():
                yield from self._fields(kind.kind, None)
            case Record():
                for name, each in kind.fields:
                    yield self._typed(name, "fields", each, None, 1)
            case RowOf():
                table = self.names.tables.every().get(kind.table)
                for name, each in getattr(table, "columns", ()):
                    yield self._typed(name, "columns", each, None, 1)

    def _fields(self, kind: str, wanted: Type | None) -> Iterator[Completion]:
        for name, each in self.names.fields.get(kind, {}).items():
            yield self._typed(name, "fields", each, wanted, 1)
        for owner, name in sorted(self.names.derived):
            formula = self.names.formulas.every().get(f"{kind}.{name}")
            if owner == kind and formula is not None:
                yield self._typed(name, "fields", formula.gives, wanted, 1)

    def _typed(
        self, name: str, section: str, kind: Type, wanted: Type | None, rank: int
    ) -> Completion:
        """Return a name with its type; what does not fit comes later."""
        fits = wanted is None or fit(kind, wanted) != "no"
        rank = rank if fits else rank + 4
        return Completion(name, section, self.start, name, spoken(kind), "", rank)


def _read(file: str, text: str) -> Node | None:
    """Return what a text says, None if it cannot be read."""
    try:
        return read(Source(file, text), [])
    except LimitExceeded:
        return None


def _spliced(text: str, good: str, begin: int, end: int) -> tuple[str, int] | None:
    """Return a good text with the line of another in its place, and where that begins;
    None where all before and all after the line differ from it."""
    line = text[begin:end]
    if good.startswith(text[:begin]):
        first, last = begin, good.find("\n", begin)
        last = len(good) if last < 0 else last
    elif good.endswith(text[end:]):
        last = len(good) - (len(text) - end)
        first = good.rfind("\n", 0, last) + 1
    else:
        return None
    if good[first:last] and text[end + 1 :].startswith(good[first:last]):
        return good[:first] + line + "\n" + good[first:], first  # a line more
    return good[:first] + line + good[last:], first


def _is_run_on(scalar: ScalarNode, mark: int) -> bool:
    """Tell whether the mark is on a later line of a text without quotes."""
    before = scalar.span.source.text[scalar.span.start : mark]
    return scalar.style == "" and "\n" in before


def _closed(text: str, scalar: ScalarNode, mark: int) -> Iterator[str]:
    """Yield the file with the expression around the mark as it is, closed after the
    mark, and cut down to the names and dots before it; those that cannot be read are
    left out."""
    at = scalar.text.find(MARK)
    if at < 0:
        return
    end = mark + len(MARK)
    before = scalar.text[:at]
    brace = before.rfind("{")
    if brace > before.rfind("}"):  # an expression within a sentence
        yield text
        return
    is_called = text[end : end + 1] in ("(", "[")  # the mark would be a function
    if _is_expression(scalar.text) and not is_called:
        yield text
    rest = text[scalar.span.end :]
    closing = _closing(before)
    if _is_expression(before + MARK + closing) and scalar.style in ("", "|"):
        newline = "\n" if scalar.style == "|" else ""
        yield text[:end] + closing + newline + rest
    chain = _CHAIN.search(before)
    if chain is not None and _is_expression(chain.group() + MARK):
        yield (
            text[: scalar.span.start]
            + chain.group()
            + MARK
            + _break(text, scalar)
            + rest
        )


def _break(text: str, scalar: ScalarNode) -> str:
    return "\n" if text[scalar.span.start : scalar.span.end].endswith("\n") else ""


def _closing(before: str) -> str:
    """Return what closes half an expression: brackets, and the other ways of `if`."""
    waiting: list[str] = []
    for letter in before:
        if letter in _CLOSERS:
            waiting.append(_CLOSERS[letter])
        elif waiting and letter == waiting[-1]:
            waiting.pop()
    last = max(before.rfind("("), before.rfind("["))
    inner = before[last + 1 :]
    open_ifs = len(_IF.findall(inner)) - len(_ELSE.findall(inner))
    if open_ifs > 0:
        has_then = inner.rfind("then") > inner.rfind("if")
        waiting.insert(
            len(waiting), " else none" if has_then else " then none else none"
        )
    return "".join(reversed(waiting))


def _is_expression(text: str) -> bool:
    try:
        parse(text)
    except Unreadable:
        return False
    return True


__all__ = ["Completion", "EditedFile", "completions"]
