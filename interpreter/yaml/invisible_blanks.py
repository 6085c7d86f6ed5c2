"""Blanks that look like ordinary ones and are letters of a text to YAML.

They come along when a text is copied from a book or a page. In prose they may stand;
where a file wants a blank or a name, they are named with their place.
"""

import re
from collections.abc import Iterable
from typing import Final

from ruamel.yaml import YAML

from interpreter.diagnostics import Diagnostic, problem
from interpreter.source import Span
from interpreter.yaml.nodes import ScalarNode
from interpreter.yaml.parser_errors import Break

_BLANKS: Final = re.compile("[\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_LARGEST = 200_000  # characters; a longer text is not read once more
_BEHIND_KEY = re.compile(rf"(?:[A-Za-z_][\w .+-]*:|-){_BLANKS.pattern}")
_HINT = "write an ordinary blank"


def _said(letter: str) -> str:
    """Return the message for such a blank."""
    return f"U+{ord(letter):04X} is no ordinary blank, though it looks like one"


def breaks(it: Break) -> Diagnostic | None:
    """Name such a blank where the parser broke off on its line, or on the line above,
    and reads on past it once the blanks of that line are ordinary ones."""
    if len(it.text) > _LARGEST:
        return None
    begun = it.text.rfind("\n", 0, it.begun) + 1
    above = it.text.rfind("\n", 0, max(it.line_start - 1, 0)) + 1
    for start in dict.fromkeys((it.line_start, begun, above)):
        end = it.text.find("\n", start)
        end = len(it.text) if end < 0 else end
        found = _BLANKS.search(it.text, start, end)
        if found is None:
            continue
        ordinary = _BLANKS.sub(" ", it.text[start:end])
        if _breaks_at(it.text[:start] + ordinary + it.text[end:]) > it.line_end:
            first, last = found.span()
            return it.made("R015", first, last, _said(found[0]), "a blank", _HINT)
    return None


def in_key(key: ScalarNode) -> Diagnostic | None:
    """Name such a blank in a key without quotes, which is a name or a band."""
    found = _BLANKS.search(key.text) if not key.style else None
    return None if found is None else _at(key.part(*found.span()), found[0])


def behind_key(item: ScalarNode) -> Diagnostic | None:
    """Name such a blank after the colon or dash with which an item of a list begins,
    which is a text for that."""
    found = _BEHIND_KEY.match(item.text) if not item.style else None
    if found is None:
        return None
    return _at(item.part(found.end() - 1, found.end()), found[0][-1])


def indenting(problems: Iterable[Diagnostic]) -> Diagnostic | None:
    """Return the first of these that names such a blank in the indentation of a line:
    all that is below it belongs elsewhere, so nothing else is to be said."""
    found = [
        each
        for each in problems
        if each.code == "R015" and _BLANKS.match(each.span.text) and _indents(each.span)
    ]
    return min(found, key=lambda each: each.span.start, default=None)


def _indents(span: Span) -> bool:
    text = span.source.text
    before = text[text.rfind("\n", 0, span.start) + 1 : span.start]
    return not _BLANKS.sub(" ", before).strip(" ")


def _at(span: Span, letter: str) -> Diagnostic:
    return problem("R015", span, _said(letter), expected="a blank", hint=_HINT)


def _breaks_at(text: str) -> int:
    """Return where the parser breaks off; after the end where it does not."""
    try:
        for _ in YAML(typ="safe", pure=True).parse(text):
            pass
    except Exception as error:  # as in reading: whatever the parser stumbles over
        mark = getattr(error, "problem_mark", None)
        return mark.index if mark is not None else 0
    return len(text) + 1
