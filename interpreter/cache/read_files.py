"""The files of a pack as they were read, kept from one process to the next.

Most files are the same after an edit, and reading YAML takes several times as long as
this. A file is known by its path in the pack and its text, until any change of the
engine; only one without a problem is kept. Its nodes are kept as JSON lists, told apart
by their length and by what is first in them: a list with two numbers is a text that
stands in the file as it is, from the one to the other; see `_encoded`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from interpreter.cache.codec import Damaged, Json
from interpreter.cache.engine_files import EngineFile
from interpreter.cache.folder import Bundle
from interpreter.source import Source, Span
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode


class ReadFiles:
    """Files that were read before, and those that are met now."""

    def __init__(self, kept: Bundle | None = None) -> None:
        """Begin with what was kept, if anything was."""
        self._kept = kept
        self.met: dict[str, Json] = {}
        self.added = False

    def find(self, path: str, source: Source) -> Node | None:
        """Return what a file says, if it is known."""
        digest = _digest(path, source)
        if self._kept is None or digest not in self._kept:
            return None
        try:
            data = self._kept.part(digest)
            found = _decoded(data, source)
        except (Damaged, TypeError, ValueError, LookupError, RecursionError):
            return None
        self.met[digest] = data
        return found

    def add(self, path: str, node: Node) -> None:
        """Note what a file says, in which no problem was found."""
        self.met[_digest(path, node.span.source)] = _encoded(node)
        self.added = True


@contextmanager
def kept_files(pack: Path) -> Iterator[ReadFiles | None]:
    """Give the files that were read of a pack before, and keep those that are now; None
    without a cache."""
    file = EngineFile(pack, "files")
    if not file.is_kept:
        yield None
        return
    files = ReadFiles(file.find())
    yield files
    if files.added:
        file.keep(files.met)


def _digest(path: str, source: Source) -> str:
    said = f"{path}\n{source.text}".encode("utf-8", "surrogatepass")
    return sha256(said).hexdigest()


def _encoded(node: Node) -> Json:
    """Return a node as a list: what is in it, and where it begins and ends; of a text
    also its style and the places of its letters, where it has them."""
    start, end = node.span.start, node.span.end
    match node:
        case SequenceNode():
            return [[_encoded(item) for item in node.items], start, end]
        case MappingNode():
            keys = [_encoded(key) for key, _ in node.entries]
            return [keys, [_encoded(value) for _, value in node.entries], start, end]
    if node.style or node.places:
        return [node.text, start, end, node.style, list(node.places)]
    return [start, end] if node.span.text == node.text else [node.text, start, end]


def _decoded(data: Json, source: Source) -> Node:
    text = source.text

    def node(data: Json) -> Node:
        match data:
            case [int(start), end]:
                return ScalarNode(text[start:end], Span(source, start, end), "")
            case [str(said), start, end]:
                return ScalarNode(said, Span(source, start, end), "")
            case [str(said), start, end, style, places]:
                span = Span(source, start, end)
                return ScalarNode(said, span, style, tuple(places))
            case [list(items), start, end]:
                return SequenceNode(tuple(map(node, items)), Span(source, start, end))
            case [list(keys), list(values), start, end]:
                entries = zip(map(scalar, keys), map(node, values), strict=True)
                return MappingNode(tuple(entries), Span(source, start, end))
        raise ValueError("no node")

    def scalar(data: Json) -> ScalarNode:
        found = node(data)
        if not isinstance(found, ScalarNode):
            raise TypeError("a key that is no text")
        return found

    return node(data)
