"""What an emission is: source in chunks, one a procedure and one a declaration.

Apart from the generator, so that stored source can be run without it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from interpreter.program.instructions import Instruction

FORMS = ("once", "trace", "exact", "direct")
DECLARATIONS = ""
"""The name of the chunk of the entry points, and of what belongs to no declaration."""

Chunk = tuple[str, Sequence[tuple[str, int, int] | None]]
"""Source, and for each of its lines (name of a source, start, end) of the pack."""


@dataclass(frozen=True, slots=True)
class Emitted:
    """Source by procedure and declaration; all of it but `sites` is plain JSON.

    `functions[name]` is (procedure, number in it, kind, live names). `entries[name]`,
    of an entry point or of a rule `policy.choice`, is (function, procedure): the
    function gives the value, or with a procedure its arguments. `circles` are the
    functions whose calls count as depth. `sites[number]` is (procedure, instruction).
    `declared` names the chunk of each function of a declaration.
    """

    form: str
    chunks: Mapping[str, Chunk]
    functions: Mapping[str, tuple[str, int, str, tuple[str, ...]]]
    entries: Mapping[str, tuple[str, str]]
    fractions: tuple[tuple[int, int], ...]
    sites: Sequence[tuple[str, Instruction]]
    declared: Mapping[str, str]

    def as_json(self) -> dict[str, Any]:
        """Return what a cache keeps; sites are numbered alike in every emission."""
        return {
            "form": self.form,
            "chunks": dict(self.chunks),
            "functions": dict(self.functions),
            "entries": dict(self.entries),
            "fractions": list(self.fractions),
            "declared": dict(self.declared),
        }
