"""What a YAML file is made of: texts, lists and maps, each with its place."""

from dataclasses import dataclass, field

from msgspec import Struct

from interpreter.source import Span


def alike(name: str) -> str:
    """Return the form under which two keys are the same key (space is underscore)."""
    if name.isalnum():  # one word, as most names are
        return name
    return "_".join(name.replace("_", " ").split())


class ScalarNode(Struct, frozen=True):
    """A text: exactly what was written, after unquoting and block processing.

    `style` is "" (plain), "'", '"', "|" or ">". `places` has the offset in the source
    of each character of `text` and one more for its end; it is empty when the text
    is in the source unchanged from `span.start`. A plain text "" is where
    nothing was written; that has been reported already.
    """

    text: str
    span: Span
    style: str
    places: tuple[int, ...] = ()

    def part(self, start: int, end: int) -> Span:
        """Return where `text[start:end]` is in the file."""
        last = len(self.text)
        start, end = min(max(start, 0), last), min(max(end, 0), last)
        if self.places:
            first = self.places[start]
            return Span(self.span.source, first, max(first, self.places[end]))
        origin = self.span.start
        return Span(self.span.source, origin + start, origin + max(start, end))


class SequenceNode(Struct, frozen=True):
    """A list."""

    items: tuple["Node", ...]
    span: Span


@dataclass(frozen=True, slots=True)
class MappingNode:
    """A map in the order of the file; in its keys a space and an underscore are one."""

    entries: tuple[tuple[ScalarNode, "Node"], ...]
    span: Span
    _index: dict[str, tuple[ScalarNode, "Node"]] = field(
        init=False, repr=False, compare=False, hash=False
    )

    def __post_init__(self) -> None:
        """Index the keys once, the first of equals wins."""
        index: dict[str, tuple[ScalarNode, Node]] = {}
        for entry in self.entries:
            index.setdefault(alike(entry[0].text), entry)
        object.__setattr__(self, "_index", index)

    def get(self, key: str) -> "Node | None":
        """Return what follows the key, or None."""
        found = self._index.get(alike(key))
        return found[1] if found else None

    def key(self, key: str) -> ScalarNode | None:
        """Return the key itself as it was written, or None."""
        found = self._index.get(alike(key))
        return found[0] if found else None

    def __contains__(self, key: str) -> bool:
        """Return whether the key is there."""
        return alike(key) in self._index


Node = ScalarNode | SequenceNode | MappingNode
