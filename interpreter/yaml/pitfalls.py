"""Spellings that YAML reads without an error, but not as they were meant.

Each function reports what it finds once and gives back what was meant, so that nothing
that reads the document later stumbles over the same mistake again.
"""

import re
from typing import Final

from interpreter.diagnostics import Diagnostic, problem
from interpreter.source import Source, Span
from interpreter.yaml import parser_errors
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode

KeyedNode = tuple[ScalarNode, Node]

_FOREIGN: Final = {
    "true": "yes",
    "false": "no",
    "null": "none",
    "~": "none",
}
_FOREIGN_FORMS = frozenset(
    form for word in _FOREIGN for form in (word, word.capitalize(), word.upper())
)
_AHEAD = 24  # how many commas a call may have; keeps hostile files linear
_QUOTES = ("'", '"')
_SIBILANTS = "sxzSXZ"
_COLON_NEXT = re.compile(r"\s*:")


def is_foreign(text: str) -> bool:
    """Return whether a text is a word of YAML for yes, no or none that is not ours."""
    return text in _FOREIGN_FORMS


def check_value(value: ScalarNode, problems: list[Diagnostic]) -> None:
    """Report foreign words of truth, a text that a '#' cut short, and a lone quote."""
    if value.style:
        return
    if mark := _lone_quote(value.text):
        place = value.part(len(value.text) - 1, len(value.text))
        hint = f"write {mark}{value.text}, or leave it out"
        if value.text[-2:-1].isnumeric():
            hint = "put the whole text in quotes of the other kind if it is a measure"
        message = f"a {mark} ends the text, and none begins it"
        expected = "quotes on both sides"
        told = problem("R016", place, message, expected=expected, hint=hint)
        problems.append(told)
    if is_foreign(value.text):
        word = _FOREIGN[value.text.lower()]
        problems.append(
            problem(
                "R012",
                value.span,
                f"'{value.text}' is not a word of the language",
                expected="yes, no or none",
                hint=f"write '{word}'",
            )
        )
    source, end = value.span.source, value.span.end
    if value.text and source.text.startswith(" #", end):
        problems.append(
            problem(
                "R008",
                Span(source, end + 1, _line_end(source, end)),
                "the text ends here: what follows a blank and '#' is a comment",
                expected="two blanks before '#' when it is a comment",
                hint="put the whole text in quotes if '#' belongs to it",
            )
        )


def _lone_quote(text: str) -> str:
    """Return the quote that ends a text and has no partner in it, "" for none; an
    apostrophe may end a plural."""
    mark, before = text[-1:], text[-2:-1]
    if mark not in _QUOTES or not before.strip():
        return ""
    if mark == '"':
        return mark if text.count(mark) % 2 else ""
    return mark if before not in _SIBILANTS and f" {mark}" not in f" {text}" else ""


def mend_map(
    entries: list[KeyedNode], span: Span, problems: list[Diagnostic]
) -> list[KeyedNode]:
    """Join what commas inside `{ }` split; at most one problem for the braces."""
    mended: list[KeyedNode] = []
    at = 0
    split: list[str] = []
    lone = ""
    while at < len(entries):
        key, value = entries[at]
        last = at
        if _plain(value) and value.span.text.count("(") > value.span.text.count(")"):
            last = _closing(entries, at, value.span)
            if last > at:
                value = _joined(value.span, entries[last])
                split.append(value.text)
        bare = last
        while bare + 1 < len(entries) and _plain(value) and _bare(entries[bare + 1]):
            bare += 1
        if bare > last:
            last, lone = bare, entries[bare][0].text
            value = _joined(value.span, entries[last])
            split.append(value.text)
        mended.append((key, value))
        at = last + 1
    if split:
        problems.append(_split("{ }", span, split[-1], parser_errors.asked(lone)))
    return mended


def mend_list(items: list[Node], span: Span, problems: list[Diagnostic]) -> list[Node]:
    """Join what commas inside `[ ]` split; at most one problem for the brackets."""
    mended: list[Node] = []
    at = 0
    split = ""
    while at < len(items):
        item = items[at]
        open_text = _open_text(item)
        if open_text is not None:
            open_ones = _balance(open_text.span.text)
            for last in range(at + 1, min(len(items), at + _AHEAD)):
                open_ones += _balance(items[last].span.text)
                if open_ones == 0:
                    whole = open_text.span.to(items[last].span)
                    joined = ScalarNode(whole.text, whole, "")
                    split = joined.text
                    item = _with_last(item, joined)
                    at = last
                    break
        mended.append(item)
        at += 1
    if split:
        problems.append(_split("[ ]", span, split))
    return mended


def _split(pair: str, span: Span, text: str, colon: str = "") -> Diagnostic:
    call = "(" in text
    quoted = f'quote the text: "{text}"'
    return problem(
        "R009",
        span,
        f"a comma inside {pair} ends the value",
        expected=(
            "an expression with a comma on a line of its own"
            if call
            else "a text with a comma in quotes"
        ),
        hint=(
            f"write '{text}' on a line of its own"
            if call
            else f"{quoted}; or {colon}"
            if colon
            else quoted
        ),
    )


def _plain(node: Node) -> bool:
    return isinstance(node, ScalarNode) and not node.style and bool(node.text)


def _bare(entry: KeyedNode) -> bool:
    """Return whether the entry is a lone text between commas, without a colon."""
    key, value = entry
    if not isinstance(value, ScalarNode) or value.style or value.text or key.style:
        return False
    if parser_errors.meant(key.text) is not None:
        return False
    return not _COLON_NEXT.match(key.span.source.text, key.span.end)


def _balance(text: str) -> int:
    return text.count("(") - text.count(")")


def _closing(entries: list[KeyedNode], at: int, start: Span) -> int:
    """Return the entry in which the open parenthesis is closed, or `at`."""
    open_ones = _balance(start.text)
    for last in range(at + 1, min(len(entries), at + _AHEAD)):
        key, value = entries[last]
        open_ones += _balance(key.span.text) + _balance(value.span.text)
        if open_ones == 0:
            return last
    return at


def _joined(start: Span, entry: KeyedNode) -> ScalarNode:
    key, value = entry
    whole = start.to(key.span).to(value.span)
    return ScalarNode(whole.text, whole, "")


def _open_text(item: Node) -> ScalarNode | None:
    """Return the plain text with an open parenthesis that an item ends with."""
    if isinstance(item, MappingNode) and not item.span.text.startswith("{"):
        item = item.entries[-1][1] if item.entries else item
    if isinstance(item, ScalarNode) and _plain(item) and _balance(item.span.text) > 0:
        return item
    return None


def _with_last(item: Node, joined: ScalarNode) -> Node:
    if isinstance(item, MappingNode):
        *before, (key, _) = item.entries
        return MappingNode((*before, (key, joined)), item.span.to(joined.span))
    return joined


def _line_end(source: Source, offset: int) -> int:
    end = source.text.find("\n", offset)
    return len(source.text) if end < 0 else end
