"""Whether a call runs the same program under a setting as under the defaults.

Two calls are the same when all that a run of them can meet is equal: the procedures
that it reaches, as they were lowered and as they are emitted in every form that is run
here, the declarations that these use, what calls them, the kinds, and the state in
which they begin. Numbers of steps differ where a setting adds or takes away steps
elsewhere; they count from the first step of their procedure. Nothing is assumed of what
an option touches: what cannot be shown to be equal is not the same.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from interpreter.codegen.generating import emit
from interpreter.codegen.source import DECLARATIONS, GeneratedCode
from interpreter.ir.effects import reached_from
from interpreter.ir.instructions import Program
from interpreter.semantics.declarations import Declarations
from tests.agreement.targets import Target, analysis, program

NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
NAME = re.compile(r"[A-Za-z_]\w*")
ENTRY_FUNCTION = re.compile(r"^def (e\d+)\(.*\n(?: .*\n?)*", re.MULTILINE)


def every_field(declared: Declarations) -> frozenset[tuple[str, str]]:
    """Return every field of every kind."""
    return frozenset(
        (name, field.name)
        for name, kind in declared.kinds.items()
        for field in kind.fields
    )


def emissions(made: Program) -> Iterator[GeneratedCode]:
    """Yield a program in each form in which agreement runs it (`Ways`)."""
    for form in ("once", "trace", "direct"):
        yield emit(made, form)
    nothing = frozenset[Any]()
    for fusing, observed in (
        *((False, None), (True, None), (False, nothing), (True, nothing)),
        (True, every_field(made.declared)),
    ):
        yield emit(made, "exact", observed=observed, fusing=fusing)


@dataclass(frozen=True, eq=False)
class Numbered:
    """The source of a chunk, its numbers apart, and the numbers of its own steps.

    Two are equal when each number is, or is that of the same step. Which of its numbers
    are steps is not told by the source; that its other numbers are equal follows from
    the procedure, which is compared as it was lowered.
    """

    source: str
    numbers: tuple[int, ...]
    first: int
    count: int

    @classmethod
    def of(cls, text: str, first: int, count: int) -> "Numbered":
        """Take the numbers out of a text."""
        numbers = tuple(map(int, NUMBER.findall(text)))
        return cls(NUMBER.sub("#", text), numbers, first, count)

    def __eq__(self, other: object) -> bool:
        """Tell whether they say the same, each of its own steps."""
        return (
            isinstance(other, Numbered)
            and (self.source, self.count) == (other.source, other.count)
            and len(self.numbers) == len(other.numbers)
            and all(
                ours == theirs
                or (ours - self.first == theirs - other.first and self.has(ours))
                for ours, theirs in zip(self.numbers, other.numbers, strict=True)
            )
        )

    def has(self, number: int) -> bool:
        """Tell whether a number is one of its steps."""
        return 0 <= number - self.first < self.count

    __hash__ = None  # type: ignore[assignment]  # equal is not the same as its parts


@dataclass(frozen=True, eq=False)
class Reaching:
    """An emission, and what of it a run of a procedure can meet."""

    emitted: GeneratedCode

    @cached_property
    def _places(self) -> dict[str, tuple[int, int]]:
        """Return the number of the first step of each procedure and how many it has."""
        found: dict[str, tuple[int, int]] = {}
        for number, (name, _) in enumerate(self.emitted.sites):
            first, count = found.get(name, (number, 0))
            found[name] = first, count + 1
        return found

    @cached_property
    def _entry_functions(self) -> dict[str, str]:
        text = self.emitted.units[DECLARATIONS][0]
        return {each[1]: each[0] for each in ENTRY_FUNCTION.finditer(text)}

    @cached_property
    def _common(self) -> str:
        """Return what all runs share."""
        return ENTRY_FUNCTION.sub("", self.emitted.units[DECLARATIONS][0])

    @cached_property
    def _chunks(self) -> dict[str, tuple[Any, frozenset[str]]]:
        """Return what is known of chunks so far."""
        return {}

    @cached_property
    def _owners(self) -> dict[str, str]:
        """Return in which chunk each function stands."""
        owners = {name: told[0] for name, told in self.emitted.functions.items()}
        return owners | dict(self.emitted.declared)

    def chunk(self, name: str) -> tuple[Any, frozenset[str]]:
        """Return what a chunk is, but for where its steps are numbered from, and the
        names that it uses."""
        if name not in self._chunks:
            text = self.emitted.units[name][0]
            first, count = self._places.get(name, (0, 0))
            is_procedure = name not in self.emitted.declared.values()
            shown = Numbered.of(text, first, count) if is_procedure else text
            steps = tuple(one for _, one in self.emitted.sites[first : first + count])
            functions = tuple(
                (function, told)
                for function, told in self.emitted.functions.items()
                if told[0] == name
            )
            whole = (shown, steps, functions)
            self._chunks[name] = whole, frozenset(NAME.findall(text))
        return self._chunks[name]

    def met(self, entry: str, procedures: list[str]) -> dict[str, Any]:
        """Return all that a run of an entry point which reaches these can meet."""
        function, procedure = self.emitted.entries[entry]
        head = self._entry_functions[function].partition("(")[2]
        found: dict[str, Any] = {" entry": (head, procedure), " all": self._common}
        owners = self._owners
        left = list(procedures)
        names = set(NAME.findall(head)) | set(NAME.findall(self._common))
        while True:
            left += [owners[name] for name in names if name in owners]
            left = [name for name in left if name not in found]
            if not left:
                return found
            names = set()
            for name in left:
                if name in self.emitted.units:
                    found[name], used = self.chunk(name)
                    names |= used
                else:
                    found[name] = None


@cache
def reachings(pack: str) -> tuple[Reaching, ...]:
    """Return what runs of a pack under its defaults can meet, in every form."""
    return tuple(map(Reaching, emissions(program(pack))))


class Sameness:
    """Tells of calls of a pack under a setting whether they run the same program as
    under its defaults."""

    def __init__(self, pack: str, options: tuple[tuple[str, str], ...]) -> None:
        """Emit nothing yet."""
        self.pack = pack
        self.programs = program(pack), program(pack, options)
        self.known = analysis(pack), analysis(pack, options)
        self.reached = cache(self._reached)
        self.states = cache(self._states)

    @cached_property
    def _reachings(self) -> list[tuple[Reaching, Reaching]]:
        theirs = map(Reaching, emissions(self.programs[1]))
        return list(zip(reachings(self.pack), theirs, strict=True))

    @cached_property
    def _declared(self) -> bool:
        """Whether kinds, and what else types and values hang on, are equal."""
        ours, theirs = (made.declared for made in self.programs)
        return all(
            list(getattr(ours, part).items()) == list(getattr(theirs, part).items())
            for part in ("kinds", "claims", "boards")
        ) and (ours.seat_kind == theirs.seat_kind)

    def _states(self, scenario: str) -> bool:
        ours, theirs = (made.initial_states.get(scenario) for made in self.programs)
        return ours is not None and ours == theirs

    def _reached(self, entry: str) -> bool:
        ours, theirs = (made.entries.get(entry) for made in self.programs)
        if ours is None or theirs is None or ours != theirs:
            return False
        name = ours.procedure
        made = self.programs
        reached = [sorted(reached_from(each, name)) for each in made]
        if reached[0] != reached[1]:
            return False
        for each in reached[0]:
            if made[0].procedures[each] != made[1].procedures[each]:
                return False
        if any(
            (name in getattr(self.known[0], fact))
            != (name in getattr(self.known[1], fact))
            for fact in ("stops", "chooses")
        ):
            return False
        return all(
            ours.met(entry, reached[0]) == theirs.met(entry, reached[1])
            for ours, theirs in self._reachings
        )

    def same(self, target: Target) -> bool:
        """Tell whether a target under the setting is the same under the defaults."""
        return (
            self._declared
            and self.states(target.scenario)
            and self.reached(target.entry)
        )
