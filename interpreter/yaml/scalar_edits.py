"""Changes of a text in a YAML file that leave it one text.

What is written into a plain text may be a sign of YAML there (`: `, ` #`, a comma in
braces); then the whole text is written again in quotes.
"""

import re

from interpreter.diagnostics import Fix
from interpreter.foreign.idioms import Rewriting
from interpreter.source import Span
from interpreter.yaml.nodes import ScalarNode

_FIRST = re.compile(r"[\[\]{}#&*!|>'\"%@`,]|[-?:](?:\s|\Z)")
_INSIDE = re.compile(r":(?:\s|\Z)|\s#|\n")
_IN_FLOW = re.compile(r"[,\[\]{}]")
_SKIPPED = re.compile(r"'[^'\n]*'|\"(?:[^\"\\\n]|\\.)*\"|(?:^|\s)#[^\n]*", re.MULTILINE)
_TOP = re.compile(r"^\S", re.MULTILINE)


def fix_of(node: ScalarNode, rewriting: Rewriting, offset: int = 0) -> Fix | None:
    """Return the fix that writes a rewriting into its text, None if there is none.

    `offset` is where in the scalar the text begins that was rewritten.
    """
    if not rewriting.whole:
        return None
    start, end = (place + offset for place in rewriting.at)
    return edited(node, start, end, rewriting.text, safe=rewriting.safe)


def edited(
    node: ScalarNode, start: int, end: int, text: str, *, safe: bool = True
) -> Fix | None:
    """Return the fix that replaces `node.text[start:end]`, None in a folded text."""
    part = node.part(start, end)
    whole = node.text[:start] + text + node.text[end:]
    if node.style == "|":
        return Fix(part, text, safe)
    if node.style == "'":
        return Fix(part, text.replace("'", "''"), safe)
    if node.style == '"':
        return Fix(part, _escaped(text), safe)
    if node.style:
        return None
    if is_plain(whole, in_flow=in_flow(node.span)):
        return Fix(part, text, safe)
    return Fix(node.span, f'"{_escaped(whole)}"', safe)


def as_value(span: Span, text: str) -> str:
    """Return a text as it is written for the whole of a value there."""
    is_bare = is_plain(text, in_flow=in_flow(span))
    return text if is_bare else f'"{_escaped(text)}"'


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def is_plain(text: str, *, in_flow: bool) -> bool:
    """Return whether a text needs no quotes, outside or inside of `{ }` and `[ ]`."""
    if not text or _FIRST.match(text) or _INSIDE.search(text):
        return False
    return not (in_flow and _IN_FLOW.search(text))


def in_flow(span: Span) -> bool:
    """Return whether a place is in brackets or braces, which nothing has closed since
    the last line without indentation."""
    source = span.source.text
    tops = [top.start() for top in _TOP.finditer(source, 0, span.start)]
    before = source[tops[-1] if tops else 0 : span.start]
    before = _SKIPPED.sub("", before)
    return sum(before.count(c) for c in "[{") > sum(before.count(c) for c in "]}")
