"""Whether a name is among the words of what was written.

This is for what was never resolved: sections that are read only when something is run,
and what another value of an option brings back. It finds every use of a name and may
find more, such as another name with the same words in it.
"""

import re
from collections.abc import Iterator

from interpreter.yaml.nodes import Node, ScalarNode, SequenceNode

PROSE = frozenset({"title", "rule", "status", "says", "discloses"})
TEMPLATES = frozenset({"say", "for", "needs"})
_BRACES = re.compile(r"\{([^{}]*)\}")
_WORD = re.compile(r"[A-Za-z0-9]+")


def words(node: Node) -> str:
    """Return all words that may be part of a name, without prose; each with its own
    blanks, so that words in a row are found by plain search."""
    return _spaced("\n".join(_texts(node)))


def is_mentioned(name: str, text: str) -> bool:
    """Return whether a name is among the `words` of a node, as words of its own."""
    return _spaced(name) in text


def _spaced(text: str) -> str:
    return "".join(f" {word} " for word in _WORD.findall(text))


def _texts(node: Node, key: str = "") -> Iterator[str]:
    if isinstance(node, ScalarNode):
        yield from _BRACES.findall(node.text) if key in TEMPLATES else (node.text,)
    elif isinstance(node, SequenceNode):
        for item in node.items:
            yield from _texts(item, key)
    else:
        for name, value in node.entries:
            if name.text not in PROSE:
                yield name.text
                yield from _texts(value, name.text)
