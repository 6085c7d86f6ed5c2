"""YAML files to nodes with spans.

The events are folded with a stack of our own: no recursion, so depth is a number that
can be refused; no resolver, so every scalar stays the text that was written.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    ScalarEvent,
)

from interpreter.diagnostics import Diagnostic, Fix, LimitExceeded, problem
from interpreter.diagnostics.diagnostic import MOST_EXPLAINED
from interpreter.files.single_file import open_file, read_all
from interpreter.source import Source, Span
from interpreter.yaml import pitfalls
from interpreter.yaml.foreign_values import with_idioms
from interpreter.yaml.node_edits import is_equal, removal
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from interpreter.yaml.syntax_errors import broken

# Keys of maps: plain texts, each once.

_LONE_KEY = re.compile(r"[a-z_]+:[ \t]*(?:\n|\Z)")
_MARK = re.compile(r"(?:^|[\n{,\[])[ \t]*(?:- +)*\?\s+$")


class Keys(Struct):
    """The keys of one map so far."""

    seen: dict[str, ScalarNode] = field(default_factory=dict)

    def as_key(self, node: Node) -> ScalarNode | None:
        """Return the node if it can be a key: a text, not empty, on one line."""
        if not isinstance(node, ScalarNode) or node.style in ("|", ">"):
            return None
        return node if node.text or node.style else None

    def accept(self, key: ScalarNode, problems: list[Diagnostic]) -> bool:
        """Return whether the key is new and allowed; report why not."""
        if key.text == "<<" and not key.style:
            hint = "write the entries again"
            message = "merge keys are not used here"
            problems.append(problem("R004", key.span, message, hint=hint))
            return False
        first = self.seen.setdefault(key.name, key)
        if first is key:
            return True
        line = first.span.first[0]
        same = "" if first.text == key.text else f" (as '{first.text}')"
        problems.append(
            problem(
                "R003",
                key.span,
                f"'{key.text}' occurs twice in this map{same}",
                hint=f"it is in line {line} already; remove or rename one",
                related=((first.span, "the first"),),
            )
        )
        return False


def written_with_mark(source: str, last: int, start: int) -> bool:
    """Return whether a '?' introduces the key that begins at `start`."""
    if "?" not in source[last:start]:
        return False
    line = source.rfind("\n", 0, start) + 1
    return bool(_MARK.search(source[line:start]))


# Where each character of a text is in the file.  YAML joins lines, drops
# indentation and reads escapes, so a text that is not written on one plain line needs
# a table from its characters to the source. Blanks that were made of a line's end
# are at that end.

_BREAK = re.compile(r"[ \t]*(?:\r\n|[\n\r\x85\u2028\u2029])\s*")
_BLANKS = re.compile(r"[ \t]+")
_ESCAPED_BREAK = re.compile(r"\\(?:\r\n|[\n\r\x85\u2028\u2029])[ \t]*")
_ESCAPE = re.compile(
    r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.DOTALL
)


def places(source: str, start: int, end: int, text: str, style: str) -> tuple[int, ...]:
    """Return the offsets of each character of `text` and its end, () if contiguous."""
    if style == "":
        if source.startswith(text, start) and end - start == len(text):
            return ()
        return _flowing(source, start, end, text, style)
    if style in "|>":
        return _block(source, start, end, text)
    inside = start + 1
    if source.startswith(text, inside) and end - start == len(text) + 2:
        return tuple(range(inside, end))
    return _flowing(source, inside, end - 1, text, style)


def _flowing(source: str, at: int, end: int, text: str, style: str) -> tuple[int, ...]:
    """Walk a plain or quoted text that has folds or escapes next to its source."""
    found: list[int] = []
    size = len(text)
    while at < end and len(found) < size:
        if style == '"' and (gap := _ESCAPED_BREAK.match(source, at, end)):
            at = gap.end()
        elif fold := _BREAK.match(source, at, end):
            breaks = _count_breaks(fold.group())
            made = 1 if breaks == 1 else breaks - 1
            found.extend([at] * made)
            at = fold.end()
        elif style == '"' and (escape := _ESCAPE.match(source, at, end)):
            found.append(at)
            at = escape.end()
        elif blanks := _BLANKS.match(source, at, end):
            # all at once: each by itself would look on for the end of the line
            found.extend(range(*blanks.span()))
            at = blanks.end()
        else:
            found.append(at)
            at += 2 if style == "'" and source.startswith("''", at) else 1
    del found[size:]
    found.extend([min(at, end)] * (size + 1 - len(found)))
    return tuple(found)


def _count_breaks(text: str) -> int:
    return len(re.findall(r"\r\n|[\n\r\x85\u2028\u2029]", text))


def _block(source: str, start: int, end: int, text: str) -> tuple[int, ...]:
    """Find each line of a block text again: it is there without its indentation."""
    lines = re.split(r"(\r\n|[\n\r\x85\u2028\u2029])", source[start:end])
    indent = _indent(lines[2::2], text)
    found: list[int] = []
    at = start + len(lines[0])
    ends_at = at
    cursor = 0
    for number in range(2, len(lines), 2):
        at += len(lines[number - 1])
        content = lines[number][indent:]
        if content:
            index = text.find(content, cursor)
            if index >= 0:
                found.extend([ends_at] * (index - cursor))
                found.extend(range(at + indent, at + indent + len(content)))
                cursor = index + len(content)
                ends_at = at + len(lines[number])
        at += len(lines[number])
    found.extend([ends_at] * (len(text) + 1 - len(found)))
    return tuple(found)


def _indent(lines: list[str], text: str) -> int:
    """Return how many blanks were taken off each line."""
    written = next((line for line in lines if line.strip()), "")
    kept = next((line for line in text.split("\n") if line.strip()), "")
    return _leading(written) - _leading(kept)


def _leading(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


DEPTH = 64
NODES = 200_000
ENTRIES = 10_000  # of one map or list
PROBLEMS = 1000  # of one file, after which no more of it is read


class Enough(Exception):
    """So much is wrong with a text that its author has enough to do."""


_HALF = re.compile("[\ud800-\udfff]")  # surrogates, which only escapes can write


class _Frame(Struct):
    """A list or map that is still open."""

    start: int
    is_map: bool
    flow: bool
    values: list[Node] = field(default_factory=list)
    entries: list[tuple[ScalarNode, Node]] = field(default_factory=list)
    keys: Keys = field(default_factory=Keys)
    key: ScalarNode | None = None
    key_wanted: bool = True
    end: int = 0


class Composer:
    """Folds events into one node and collects the problems on the way."""

    def __init__(
        self, source: Source, problems: list[Diagnostic], most: int = PROBLEMS
    ) -> None:
        """Start with nothing read; after `most` problems there are Enough."""
        self.source = source
        self.problems = problems
        self.most = most
        self.root: Node | None = None
        self.last = 0
        self._stack: list[_Frame] = []
        self._nodes = 0
        self._documents = 0

    def feed(self, events: Iterable[Event]) -> None:
        """Fold all events; raises what the parser raises, LimitExceeded and Enough."""
        handlers: dict[str, Callable[..., None]] = {
            "DocumentStartEvent": self._document,
            "ScalarEvent": self._scalar,
            "AliasEvent": self._alias,
            "SequenceStartEvent": self._open,
            "MappingStartEvent": self._open,
            "SequenceEndEvent": self._close,
            "MappingEndEvent": self._close,
        }
        for event in events:
            handler = handlers.get(type(event).__name__)
            if handler is not None:
                handler(event)
                self.last = max(self.last, event.end_mark.index)
                if len(self.problems) >= self.most:
                    raise Enough

    def _say(
        self, code: str, span: Span, message: str, *, expected: str = "", hint: str = ""
    ) -> None:
        self.problems.append(problem(code, span, message, expected=expected, hint=hint))

    def _span(self, start: int, end: int) -> Span:
        return Span(self.source, start, end)

    def _document(self, event: DocumentStartEvent) -> None:
        self._documents += 1
        start, end = event.start_mark.index, event.end_mark.index
        if self._documents == 2:
            message = "a second document begins here"
            self._say("R002", self._span(start, end), message, expected="one document")
        if event.version is not None or event.tags:
            at = self.source.text.find("%")
            message = "directives are not used here"
            self._say("R002", self._span(at, at + 1), message, hint="remove the line")

    def _count(self) -> None:
        self._nodes += 1
        if self._nodes > NODES:
            raise LimitExceeded(f"nodes in {self.source.name}", NODES)

    def _decorations(self, event: ScalarEvent | CollectionStartEvent) -> None:
        """Report an anchor or a tag."""
        start = event.start_mark.index
        if event.anchor is not None:
            span = self._span(start, start + 1 + len(event.anchor))
            message = "anchors are not used here"
            hint = "quote the text if it begins with '&'; else write the value again"
            self._say("R004", span, message, hint=hint)
        tag = event.tag
        if tag is not None and str(tag) != "!":
            text = self.source.text  # a tag may be before its anchor
            at = text.find("!", start)
            at = max(text.rfind("!", 0, start), 0) if at < 0 else at
            end = at
            while end < event.end_mark.index and not self.source.text[end].isspace():
                end += 1
            message = "tags are not used here"
            hint = "quote the text if it begins with '!'; 'not' negates"
            self._say("R005", self._span(at, max(end, at + 1)), message, hint=hint)

    def _scalar(self, event: ScalarEvent) -> None:
        self._count()
        text: str = event.value
        style: str = event.style or ""
        start, end = event.start_mark.index, event.end_mark.index
        if style == '"' and _HALF.search(text):
            message = "half of a surrogate pair has no meaning"
            hint = "write the character itself"
            self._say("R015", self._span(start, end), message, hint=hint)
        if event.anchor is not None or event.tag is not None:
            self._decorations(event)
            # the mark and the text are one text for all who read on: one problem only
            written = self._span(start, end)
            scalar = ScalarNode(written.text, written, "'")
        else:
            if style in ("|", ">"):
                end = start + len(self.source.text[start:end].rstrip())
            where = places(self.source.text, start, end, text, style)
            scalar = ScalarNode(text, self._span(start, end), style, where)
        self._add(scalar)

    def _alias(self, event: AliasEvent) -> None:
        self._count()
        span = self._span(event.start_mark.index, event.end_mark.index)
        message = "aliases are not used here"
        hint = "quote the text if it begins with '*'; else write the value again"
        self._say("R004", span, message, hint=hint)
        self._add(ScalarNode(span.text, span, "'"))

    def _open(self, event: CollectionStartEvent) -> None:
        self._count()
        if len(self._stack) >= DEPTH:
            raise LimitExceeded(f"depth of {self.source.name}", DEPTH)
        if event.anchor is not None or event.tag is not None:
            self._decorations(event)
        is_map = type(event).__name__ == "MappingStartEvent"
        self._stack.append(
            _Frame(event.start_mark.index, is_map, bool(event.flow_style))
        )
        self._stack[-1].end = event.end_mark.index

    def _close(self, event: CollectionEndEvent) -> None:
        frame = self._stack.pop()
        if frame.flow and event.end_mark.index > event.start_mark.index:
            frame.end = event.end_mark.index
        span = self._span(frame.start, frame.end)
        node: Node
        if frame.is_map:
            entries = frame.entries
            if frame.flow:
                entries = pitfalls.mend_map(entries, span, self.problems)
            node = MappingNode(tuple(self._checked(entries, frame.keys)), span)
        else:
            values = frame.values
            if frame.flow:
                values = pitfalls.mend_list(values, span, self.problems)
            for value in values:
                self._check_item(value)
            node = SequenceNode(tuple(values), span)
        self._add(node)

    def abandon(self) -> None:
        """Report what is known of the maps and lists that no end was found of."""
        for frame in self._stack:
            if frame.is_map and not frame.flow:
                self._checked(frame.entries, frame.keys)
            elif not frame.flow:
                for value in frame.values:
                    self._check_item(value)

    def _checked(
        self, entries: list[tuple[ScalarNode, Node]], keys: Keys
    ) -> list[tuple[ScalarNode, Node]]:
        """Report what is wrong with each entry; drop the second of two equal keys."""
        kept = []
        first: dict[str, Node] = {}
        for number, (key, value) in enumerate(entries):
            if not keys.accept(key, self.problems):
                before = first.get(key.text)
                if before is not None and is_equal(before, value):
                    self._may_be_removed(entries, number)
                continue
            first[key.text] = value
            odd = pitfalls.in_key(key) or pitfalls.in_curly_quotes(key)
            if odd is not None:
                self.problems.append(odd)
                kept.append((key, value))
                continue
            kept.append((key, value))
            if isinstance(value, ScalarNode):
                if _nothing(value) and value.span.text[1:2].isdigit():
                    # '>5' is a block of lines indented by five, without any
                    message = f"a text that begins with '{value.style}' is a block"
                    hint = pitfalls.BANDS
                    self._say("R010", value.span, message, hint=hint)
                elif _nothing(value):
                    self._empty(key)
                else:
                    pitfalls.check_value(value, self.problems, key.text)
        return kept

    def _may_be_removed(
        self, entries: Sequence[tuple[ScalarNode, Node]], number: int
    ) -> None:
        """Add the fix that removes an entry which says what one before it says."""
        if len(self.problems) > MOST_EXPLAINED:
            return
        start, end = entries[0][0].span.start, entries[-1][1].span.end
        is_flow = self.source.text[:start].rstrip()[-1:] in ("{", ",")
        if is_flow:
            start = self.source.text.rfind("{", 0, start)
        whole = MappingNode(tuple(entries), self._span(start, end))
        edits = removal(whole, [number])
        if len(edits) == 1:
            span = self._span(edits[0].start, edits[0].end)
            fix = Fix(span, edits[0].text)
            self.problems[-1] = replace(self.problems[-1], fix=fix)

    def _empty(self, key: ScalarNode) -> None:
        message = f"nothing follows '{key.text}'"
        hint = "write the value, or indent what belongs to it"
        if not key.style and (meant := pitfalls.meant(key.text)) is not None:
            message = f"a ': ' is missing after '{meant[0]}'"
            hint = f"write '{meant[0]}: {meant[1]}'"
        found = problem("R007", key.span, message, expected="key: value", hint=hint)
        self.problems.append(replace(found, fix=self._without(key)))

    def _without(self, key: ScalarNode) -> Fix | None:
        """Return the fix that deletes a key at the left of the file, of which nothing
        is written but the key."""
        text, start = self.source.text, key.span.start
        line = _LONE_KEY.match(text, start)
        is_first = start == 0 or text[start - 1] == "\n"
        if line is None or not is_first:
            return None
        return Fix(Span(self.source, start, line.end()), "", safe=False)

    def _check_item(self, value: Node) -> None:
        if not isinstance(value, ScalarNode):
            return
        if _nothing(value):
            span = self._span(max(value.span.start - 1, 0), value.span.start)
            message = "this item of the list is empty"
            self._say("R007", span, message, hint="write the item or remove the dash")
        elif (odd := pitfalls.entry_after_key(value)) is not None:
            self.problems.append(odd)
        else:
            pitfalls.check_value(value, self.problems)

    def _add(self, node: Node) -> None:
        if not self._stack:
            if self.root is None:
                self.root = node
            return
        frame = self._stack[-1]
        if len(frame.entries if frame.is_map else frame.values) >= ENTRIES:
            what = f"entries of one list or map in {self.source.name}"
            raise LimitExceeded(what, ENTRIES)
        if not frame.is_map:
            frame.values.append(node)
        elif frame.key_wanted:
            frame.key_wanted = False
            marked = written_with_mark(self.source.text, self.last, node.span.start)
            frame.key = None if marked else frame.keys.as_key(node)
            if frame.key is None:
                self._say(
                    "R006",
                    node.span,
                    "a key must be plain text on one line",
                    expected="a name, a band or a word before ':'",
                    hint="" if marked else "quote the key if it begins with a bracket",
                )
        else:
            frame.key_wanted = True
            if frame.key is not None:
                frame.entries.append((frame.key, node))
        frame.end = max(frame.end, node.span.end)


def _nothing(value: ScalarNode) -> bool:
    if value.style in ("|", ">"):
        return not value.text.strip()
    return not value.style and not value.text


BYTES = 2 * 1024 * 1024
BREAKS = 20  # after so many the author has enough to do
BREAKS_IN = 200_000  # characters; each break costs another reading
_ODD = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\u2029\u202f-\u2065\u206a-\ud7ff"
    "\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)

# Where the two parsers disagree: tabs as blanks, and letters that break lines.
_DOUBTFUL = re.compile("[\t\r\x85\u2028\u2029\ufeff]")


def read_file(
    path: Path, name: str, problems: list[Diagnostic], *, links: bool = True
) -> Node | None:
    """Read a file; `name` is how problems show it. None when nothing is usable.

    It must be an ordinary file, without `links` also no link to one. Raises
    LimitExceeded for a file of more than 2 MiB; no more of it is read.
    """
    source = read_text(path, name, problems, links=links)
    return None if source is None else read(source, problems)


def read_text(
    path: Path, name: str, problems: list[Diagnostic], *, links: bool = True
) -> Source | None:
    """Return the text of a file as `read_file` reads it; None when it has none."""
    nowhere = Span(Source(name, ""), 0, 0)
    try:
        data = read_all(open_file(path, links=links), BYTES + 1)
    except OSError as error:
        why = error.strerror or "an input or output error"
        problems.append(problem("R001", nowhere, f"cannot read {name}: {why}"))
        return None
    if len(data) > BYTES:
        raise LimitExceeded(f"bytes in {name}", BYTES)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig", "replace")
        source = Source(name, data.decode("utf-8-sig", "replace"))
        span = Span(source, len(before), len(before) + 1)
        message = f"the byte {data[error.start]:#04x} is not UTF-8"
        hint = "save the file as UTF-8"
        problems.append(problem("R013", span, message, hint=hint))
        return None
    return Source(name, text)


def read(source: Source, problems: list[Diagnostic]) -> Node | None:
    """Read a text; appends problems, returns None when nothing is usable.

    A text without any entry is an empty map. Raises LimitExceeded.
    """
    text = source.text
    if len(text) > BYTES or len(text.encode("utf-8", "surrogatepass")) > BYTES:
        raise LimitExceeded(f"bytes in {source.name}", BYTES)
    if odd := _ODD.search(text, 1 if text.startswith("\ufeff") else 0):
        letter = f"U+{ord(odd.group()):04X}"
        span = Span(source, odd.start(), odd.end())
        message = f"the character {letter} is invisible and not allowed here"
        problems.append(problem("R015", span, message, hint="remove it"))
        return None
    node = _quickly(source)
    if node is None:
        found, node = _composed(source)
        if (blank := pitfalls.indenting(found)) is not None:
            found, node = [blank], None
        problems.extend(found)
    return node


def _quickly(source: Source) -> Node | None:
    """Compose by the parser in C; None where anything at all is to be said.

    It is some fifteen times faster, but its words and places for what is wrong are
    not those of the parser that authors hear: that one reads all doubtful texts.
    """
    return None if _DOUBTFUL.search(source.text) else read_with_tabs(source)


def read_with_tabs(source: Source) -> Node | None:
    """Read a text by the parser in C, which takes tabs for blanks between signs; None
    where anything at all is to be said."""
    found: list[Diagnostic] = []
    composer = Composer(source, found, most=1)
    try:
        composer.feed(YAML(typ="safe", pure=False).parse(source.text))
    except (YAMLError, ValueError, Enough):
        return None
    return None if found else composer.root


def _composed(source: Source) -> tuple[list[Diagnostic], Node | None]:
    """Compose; where the text breaks, leave that value out and look for more."""
    text = source.text
    breaks: list[Diagnostic] = []
    while True:
        found: list[Diagnostic] = []
        composer = Composer(source, found)
        try:
            composer.feed(YAML(typ="safe", pure=True).parse(text))
        except LimitExceeded:
            raise
        except Enough:
            return with_idioms(found + breaks), None
        except Exception as error:
            # whatever the parser stumbles over (also its own faults on odd escapes)
            # is a text that it cannot read, and the author must see where
            composer.abandon()
            one, cure = broken(source, error, composer.last)
            # what was read of the broken value says nothing: one mistake, one problem
            found = [each for each in found if each.span.start < one.span.start]
            breaks.append(one)
            if cure is None or len(breaks) == BREAKS or len(text) > BREAKS_IN:
                return with_idioms(found + breaks), None
            start, end = cure
            if text[start:end] != source.text[start:end] or start == end:
                return with_idioms(found + breaks[:-1]), None
            text = text[:start] + "x" * (end - start) + text[end:]
            continue
        break
    if breaks:
        return with_idioms(found + breaks), None
    root = composer.root
    if root is None or (isinstance(root, ScalarNode) and not (root.style or root.text)):
        return with_idioms(found), MappingNode((), Span(source, 0, 0))
    return with_idioms(found), root


__all__ = ["BYTES", "read", "read_file", "read_text", "read_with_tabs"]
