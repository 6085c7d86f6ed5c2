"""From the events of the YAML parser to nodes.

The events are folded with a stack of our own: no recursion, so depth is a number that
can be refused; no resolver, so every scalar stays the text that was written.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from interpreter.document import colons, traps, unseen
from interpreter.document.keys import Keys, written_with_mark
from interpreter.document.nodes import Mapping, Node, Scalar, Sequence
from interpreter.document.places import places
from interpreter.problems import LimitExceeded, Problem, problem
from interpreter.source import Source, Span

DEPTH = 64
NODES = 200_000
ENTRIES = 10_000  # of one map or list
PROBLEMS = 1000  # of one file, after which no more of it is read


class Enough(Exception):
    """So much is wrong with a text that its author has enough to do."""


_HALF = re.compile("[\ud800-\udfff]")  # surrogates, which only escapes can write


@dataclass(slots=True)
class _Frame:
    """A list or map that is still open."""

    start: int
    is_map: bool
    flow: bool
    values: list[Node] = field(default_factory=list)
    entries: list[tuple[Scalar, Node]] = field(default_factory=list)
    keys: Keys = field(default_factory=Keys)
    key: Scalar | None = None
    key_wanted: bool = True
    end: int = 0


class Composer:
    """Folds events into one node and collects the problems on the way."""

    def __init__(
        self, source: Source, problems: list[Problem], most: int = PROBLEMS
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

    def feed(self, events: Iterable[Any]) -> None:
        """Fold all events; raises what the parser raises, LimitExceeded and Enough."""
        handlers = {
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

    def _say(self, code: str, span: Span, message: str, **more: Any) -> None:
        self.problems.append(problem(code, span, message, **more))

    def _span(self, start: int, end: int) -> Span:
        return Span(self.source, start, end)

    def _document(self, event: Any) -> None:
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

    def _decorations(self, event: Any) -> None:
        """Report an anchor or a tag."""
        start = event.start_mark.index
        if event.anchor is not None:
            span = self._span(start, start + 1 + len(event.anchor))
            message = "anchors are not used here"
            hint = "quote the text if it begins with '&'; else write the value again"
            self._say("R004", span, message, hint=hint)
        tag = event.tag
        if tag is not None and str(tag) != "!":
            text = self.source.text  # a tag may stand before its anchor
            at = text.find("!", start)
            at = max(text.rfind("!", 0, start), 0) if at < 0 else at
            end = at
            while end < event.end_mark.index and not self.source.text[end].isspace():
                end += 1
            message = "tags are not used here"
            hint = "quote the text if it begins with '!'; 'not' negates"
            self._say("R005", self._span(at, max(end, at + 1)), message, hint=hint)

    def _scalar(self, event: Any) -> None:
        self._count()
        text: str = event.value
        style: str = event.style or ""
        start, end = event.start_mark.index, event.end_mark.index
        if style == '"' and _HALF.search(text):
            message = "half of a character is written here, which stands for nothing"
            hint = "write the character itself"
            self._say("R015", self._span(start, end), message, hint=hint)
        if event.anchor is not None or event.tag is not None:
            self._decorations(event)
            # the mark and the text are one text for all who read on: one problem only
            written = self._span(start, end)
            scalar = Scalar(written.text, written, "'")
        else:
            if style in ("|", ">"):
                end = start + len(self.source.text[start:end].rstrip())
            where = places(self.source.text, start, end, text, style)
            scalar = Scalar(text, self._span(start, end), style, where)
        self._add(scalar)

    def _alias(self, event: Any) -> None:
        self._count()
        span = self._span(event.start_mark.index, event.end_mark.index)
        message = "aliases are not used here"
        hint = "quote the text if it begins with '*'; else write the value again"
        self._say("R004", span, message, hint=hint)
        self._add(Scalar(span.text, span, "'"))

    def _open(self, event: Any) -> None:
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

    def _close(self, event: Any) -> None:
        frame = self._stack.pop()
        if frame.flow and event.end_mark.index > event.start_mark.index:
            frame.end = event.end_mark.index
        span = self._span(frame.start, frame.end)
        node: Node
        if frame.is_map:
            entries = frame.entries
            if frame.flow:
                entries = traps.mend_map(entries, span, self.problems)
            node = Mapping(tuple(self._checked(entries, frame.keys)), span)
        else:
            values = frame.values
            if frame.flow:
                values = traps.mend_list(values, span, self.problems)
            for value in values:
                self._check_item(value)
            node = Sequence(tuple(values), span)
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
        self, entries: list[tuple[Scalar, Node]], keys: Keys
    ) -> list[tuple[Scalar, Node]]:
        """Report what is wrong with each entry; drop the second of two equal keys."""
        kept = []
        for key, value in entries:
            if not keys.accept(key, self.problems):
                continue
            if (odd := unseen.in_key(key)) is not None:
                self.problems.append(odd)
                kept.append((key, value))
                continue
            kept.append((key, value))
            if isinstance(value, Scalar):
                if _nothing(value) and value.span.text[1:2].isdigit():
                    # '>5' is a block of lines indented by five, without any
                    message = f"a text that begins with '{value.style}' is a block"
                    hint = "write a condition as '5 or more', or quote it"
                    self._say("R010", value.span, message, hint=hint)
                elif _nothing(value):
                    self._empty(key)
                else:
                    traps.check_value(value, self.problems)
        return kept

    def _empty(self, key: Scalar) -> None:
        message = f"nothing stands behind '{key.text}'"
        hint = "write the value, or indent what belongs to it"
        if not key.style and (meant := colons.meant(key.text)) is not None:
            message = f"a ': ' is missing behind '{meant[0]}'"
            hint = f"write '{meant[0]}: {meant[1]}'"
        self._say("R007", key.span, message, expected="key: value", hint=hint)

    def _check_item(self, value: Node) -> None:
        if not isinstance(value, Scalar):
            return
        if _nothing(value):
            span = self._span(max(value.span.start - 1, 0), value.span.start)
            message = "nothing stands in this place of the list"
            self._say("R007", span, message, hint="write the item or remove the dash")
        elif (odd := unseen.behind_key(value)) is not None:
            self.problems.append(odd)
        else:
            traps.check_value(value, self.problems)

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


def _nothing(value: Scalar) -> bool:
    if value.style in ("|", ">"):
        return not value.text.strip()
    return not value.style and not value.text
