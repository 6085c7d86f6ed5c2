"""Which declarations each declaration read while it was bound or lowered.

An edge leads from a reader to what it looked up, whether that was there or not, and
says whether the reader saw more of it than its signature. What was made of a reader is
the same as long as all that it read is the same: the signature, or the whole value.
`pipeline.rechecking` reads a pack again under other options by this rule.

Lookups while no declaration is open are not recorded: they belong to passes over the
whole pack, which are done for every reading. Nor are iterations over a section, from
which only suggestions in diagnostics are made.
"""

from collections.abc import Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from typing import TypeVar

from msgspec import Struct, field

Place = tuple[str, str]
"""(section, name) of a declaration; "" as name is the section as a whole."""

FACTS = "facts"
"""The section of what is derived from a formula (`Names.sure`, `Names.claim_seats`):
that reads the whole formula, and who uses the facts need not read the formula itself.
"""

HANDLERS = "handlers"
"""The section of the handlers of an event, by the event: a trigger may have its name,
and is another reader."""

T = TypeVar("T")


class Dependencies(Struct):
    """What each reader read, and whether as a whole.

    `open` are the readers whose declaration is being read, the innermost last. `fresh`
    are those that have read something since this record was made, in order; what the
    others read is shared with the record that this one began as, and never changed.
    """

    reads: dict[Place, dict[Place, bool]] = field(default_factory=dict)
    fresh: dict[Place, None] = field(default_factory=dict)
    open: list[Place] = field(default_factory=list)
    _readers: dict[Place, list[Place]] | None = None

    @contextmanager
    def reading(self, section: str, name: str = "") -> Iterator[None]:
        """Record what is looked up as read by this declaration."""
        self.open.append((section, name))
        try:
            yield
        finally:
            self.open.pop()

    def record(self, section: str, name: str, *, whole: bool) -> None:
        """Record that the innermost reader read a declaration."""
        if not self.open:
            return
        reader, read = self.open[-1], (section, name)
        if reader == read:
            return
        if reader not in self.fresh:
            self.fresh[reader] = None
            self.reads[reader] = dict(self.reads.get(reader, {}))
        reads = self.reads.setdefault(reader, {})
        reads[read] = whole or reads.get(read, False)

    def readers(self, read: Place) -> list[Place]:
        """Return who read a declaration; to be asked when all is recorded."""
        if self._readers is None:
            self._readers = {}
            for reader, reads in self.reads.items():
                for each in reads:
                    self._readers.setdefault(each, []).append(reader)
        return self._readers.get(read, [])

    def read_by(self, reader: Place) -> frozenset[Place]:
        """Return what a reader read, and what that read, and so on."""
        found: set[Place] = set()
        waiting = [reader]
        while waiting:
            for read in self.reads.get(waiting.pop(), {}):
                if read not in found:
                    found.add(read)
                    waiting.append(read)
        return frozenset(found)


class NameTable(MutableMapping[str, T]):
    """The declarations of a section by name; lookups by name are recorded."""

    __slots__ = ("_declared", "_dependencies", "_section")

    def __init__(self, section: str, declared: Mapping[str, T] | None = None) -> None:
        """Copy what is declared."""
        self._section = section
        self._declared = dict(declared or {})
        self._dependencies = Dependencies()

    def record_in(self, dependencies: Dependencies) -> None:
        """Record lookups there from now on."""
        self._dependencies = dependencies

    def __getitem__(self, name: str) -> T:
        """Return a declaration, of which the reader may see everything."""
        self._dependencies.record(self._section, name, whole=True)
        return self._declared[name]

    def every(self) -> Mapping[str, T]:
        """Return all that is declared; who looks into one records that (`[...]`)."""
        return self._declared

    def signature(self, name: str) -> T | None:
        """Return a declaration of which the reader sees nothing but the signature."""
        self._dependencies.record(self._section, name, whole=False)
        return self._declared.get(name)

    def __contains__(self, name: object) -> bool:
        """Return whether a name is declared."""
        self._dependencies.record(self._section, str(name), whole=False)
        return name in self._declared

    def __setitem__(self, name: str, declaration: T) -> None:
        """Declare a name."""
        self._declared[name] = declaration

    def __delitem__(self, name: str) -> None:
        """Remove a name; raises KeyError."""
        del self._declared[name]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names, in the order in which they were declared."""
        return iter(self._declared)

    def __len__(self) -> int:
        """Return how many names are declared."""
        return len(self._declared)
