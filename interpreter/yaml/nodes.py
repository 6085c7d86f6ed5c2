"""What a YAML file is made of: texts, lists and maps, each with its place."""

from functools import cached_property

from msgspec import Struct

from interpreter.source import Name, Span, normalised


class ScalarNode(Struct, frozen=True, dict=True):
    """A text: exactly what was written, after unquoting and block processing.

    `style` is "" (plain), "'", '"', "|" or ">". `places` has the offset in the source
    of each character of `text` and one more for its end; it is empty when the text
    is in the source unchanged from `span.start`. A plain text "" is where
    nothing was written; that has been reported already. `name` is the text as a name.
    """

    text: str
    span: Span
    style: str
    places: tuple[int, ...] = ()

    @cached_property
    def name(self) -> Name:
        """The text as a name, normalised once."""
        return normalised(self.text)

    @property
    def called(self) -> Name:
        """The name before the bracket, where the text is a call or a pattern."""
        return normalised(self.text.partition("(")[0])

    @property
    def listed(self) -> list[tuple[Name, str]]:
        """The names that commas separate in the text, each with its own text."""
        return [(normalised(part), part.strip()) for part in self.text.split(",")]

    def part(self, start: int, end: int) -> Span:
        """Return where `text[start:end]` is in the file."""
        last = len(self.text)
        if not 0 <= start <= end <= last:
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


class MappingNode(Struct, frozen=True, dict=True):
    """A map in the order of the file; a key is looked up by its name."""

    entries: tuple[tuple[ScalarNode, "Node"], ...]
    span: Span

    @cached_property
    def _index(self) -> dict[str, tuple[ScalarNode, "Node"]]:
        """The entries by the names of their keys; the first of equals wins."""
        index: dict[str, tuple[ScalarNode, Node]] = {}
        for entry in self.entries:
            index.setdefault(entry[0].name, entry)
        return index

    def get(self, key: str) -> "Node | None":
        """Return what follows the key, or None."""
        found = self._index.get(key)
        return found[1] if found else None

    def key(self, key: str) -> ScalarNode | None:
        """Return the key itself as it was written, or None."""
        found = self._index.get(key)
        return found[0] if found else None

    def __contains__(self, key: str) -> bool:
        """Return whether the key is there."""
        return key in self._index


Node = ScalarNode | SequenceNode | MappingNode


def name_of(node: Node | None) -> Name:
    """Return the name that a scalar is, "" for anything else."""
    return node.name if isinstance(node, ScalarNode) else Name("")
