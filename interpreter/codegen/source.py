"""What an emission is: source in code units, one a procedure and one a declaration.

Apart from the generator, so that stored source can be run without it.
"""

import re
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from types import CodeType
from typing import Any

from msgspec import Struct, field

from interpreter.ir.instructions import HIDDEN, Instruction
from interpreter.source import Span

FORMS = ("once", "trace", "exact", "direct")
DECLARATIONS = ""
"""The name of the code unit of the entry points and what belongs to no declaration."""

CodeUnit = tuple[str, Sequence[tuple[str, int, int] | None]]
"""Source, and for each of its lines (name of a source, start, end) of the pack."""

FunctionFacts = tuple[str, int, str, tuple[str, ...]]
"""Procedure, number in it, kind and live names of a function."""


class StoredUnits(Mapping[str, CodeUnit]):
    """Code units that come from a place that has their byte code too."""

    @abstractmethod
    def byte_code(self, unit: str) -> CodeType | None:
        """Return the byte code of a unit, if it is known."""

    @abstractmethod
    def note(self, unit: str, code: CodeType) -> None:
        """Take the byte code of a unit that had none."""

    @abstractmethod
    def keep(self) -> None:
        """Write what was noted, for other processes."""


class UnitNeeds(Struct, frozen=True):
    """What a code unit reads that is not known before it is written: constant
    fractions, and functions that are units of their own, of the same name."""

    fractions: tuple[tuple[int, int], ...]
    functions: tuple[str, ...]


class UnitsOnDemand(Mapping[str, CodeUnit]):
    """Code units that are generated when they are first read.

    `compiled` is the byte code of units of this and of other programs, by name and
    source: under other options most are the same.
    """

    compiled: dict[tuple[str, str], CodeType]

    @abstractmethod
    def needs(self, unit: str) -> UnitNeeds:
        """Return what must be in the namespace before a unit is loaded."""


class GeneratedCode(Struct, frozen=True, dict=True):
    """Source by procedure and declaration; all of it but `sites` is plain JSON.

    `functions[name]` is (procedure, number in it, kind, live names). `entries[name]`,
    of an entry point or of a rule `policy.choice`, is (function, procedure): the
    function gives the value, or with a procedure its arguments. `sites[number]` is
    (procedure, instruction), the instruction as it is in the whole program, also where
    the code is of a slice: so a fault is told alike from fresh and from cached code.
    `declared` names the code unit of each function of a declaration.
    """

    form: str
    units: Mapping[str, CodeUnit]
    functions: Mapping[str, FunctionFacts]
    entries: Mapping[str, tuple[str, str]]
    fractions: tuple[tuple[int, int], ...]
    sites: Sequence[tuple[str, Instruction]]
    declared: Mapping[str, str]

    @cached_property
    def compiled(self) -> dict[str, CodeType]:
        """Code units that were compiled: a program that is loaded again, as for each
        simulation, need not compile them anew. They are not pickled."""
        return {}

    def as_json(self) -> dict[str, Any]:
        """Return what a cache keeps; sites are numbered alike in every emission."""
        return {
            "form": self.form,
            "units": dict(self.units),
            "functions": dict(self.functions),
            "entries": dict(self.entries),
            "fractions": list(self.fractions),
            "declared": dict(self.declared),
        }


# Lines of emitted source, each with the span of the pack that it stands for.  A line
# may belong to a part, which is compiled by itself.


class SourceLines(Struct):
    """Source being written."""

    texts: list[str] = field(default_factory=list)
    spans: list[Span | None] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    span: Span | None = None
    part: str = ""
    depth: int = 0

    def add(self, text: str) -> None:
        """Write a line at the present depth."""
        self.texts.append(" " * self.depth + text)
        self.spans.append(self.span)
        self.parts.append(self.part)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Write a head, then what follows inside it; an empty block passes."""
        self.add(head)
        self.depth += 1
        before = len(self.texts)
        yield
        if len(self.texts) == before:
            self.add("pass")
        self.depth -= 1

    def join(self, other: "SourceLines") -> None:
        """Append the lines of another piece."""
        self.texts += other.texts
        self.spans += other.spans
        self.parts += other.parts

    def split(self) -> dict[str, "SourceLines"]:
        """Return the lines of each part, in their order."""
        found: dict[str, SourceLines] = {}
        for text, span, part in zip(self.texts, self.spans, self.parts, strict=True):
            own = found.setdefault(part, SourceLines(part=part))
            own.texts.append(text)
            own.spans.append(span)
            own.parts.append(part)
        return found

    @property
    def functions(self) -> list[str]:
        """The names of the functions that the lines define."""
        heads = (each for each in self.texts if each.startswith("def "))
        return [each[4 : each.index("(")] for each in heads]

    @property
    def source(self) -> str:
        """The text of all lines."""
        return "".join(f"{each}\n" for each in self.texts)


# Names of emitted code: none is a name of the pack, and no two are alike.

SETTLE = "settle"
"""The function, in the exact form, that makes a state of its equals the same."""

BUCKET = "_all"
"""The ending of the name of the function that runs all states of a bucket at once."""

_PLAIN = re.compile(r"[a-z0-9_]{1,60}\Z")


def slug(name: str) -> str:
    """Return a part of a Python name; another for every name."""
    return f"_{name}" if _PLAIN.match(name) else f"u{name.encode('utf-8').hex()}"


def local(name: str) -> str:
    """Return the Python name of a local of the pack, or of a hidden one."""
    if name[:1] == HIDDEN:
        return f"h_{name[1:]}"
    return f"v{slug(name)}"


def point(procedure: str, number: int) -> str:
    """Return the name of a resumable function."""
    return f"s{slug(procedure)}__{number}"


def direct(procedure: str) -> str:
    """Return the name of a direct function."""
    return f"p{slug(procedure)}"


def trials(procedure: str) -> str:
    """Return the name of the function that makes trials."""
    return f"t{slug(procedure)}"


def declaration(number: int) -> str:
    """Return the name of a declaration's code unit; no procedure's holds a space."""
    return f"declaration {number}"


def several(given: Sequence[str]) -> str:
    """Return the source of a tuple."""
    return f"({', '.join(given)},)" if given else "()"
