"""Plants a mistake into each expression of a pack, one at a time, in this process.

The expressions of a pack are those that reading it comes upon, under its defaults or
under any combination of options that `check` tries. What stands where a text is
declared is none of them, though it may be read as one (`none`, a local): any words are
a value there. A mistake replaces the whole of one: it is a name or a function that
nobody declared, a value of the wrong type, or a call with the wrong number of
arguments.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from interpreter.diagnostics import Diagnostic
from interpreter.expressions.parsing import Unreadable, parse
from interpreter.expressions.typed import Typed
from interpreter.pipeline.loading import load, loaded_from
from interpreter.ruleset.option_combinations import planned
from interpreter.semantics.expressions import yaml_values
from interpreter.semantics.expressions.scope import Scope, TextLocation
from interpreter.semantics.names import Names
from interpreter.source import Span
from interpreter.values.types import Text, Type, present
from interpreter.yaml.nodes import ScalarNode
from tests.reading import ANEW
from tests.trial import copy_of, reading_once

MISTAKES: Mapping[str, str] = {
    "an undeclared name": "nowhere_declared",
    "an undeclared function": "nowhere_declared(1)",
    "a wrong type": "not 17",
    "a wrong number of arguments": "half()",
}
CONDITION = "a condition that is a number"

Options = tuple[tuple[str, str], ...]


@dataclass(frozen=True, order=True)
class Spot:
    """An expression of a pack: where it stands in which file, and under which options
    it is read (none: the defaults)."""

    file: str
    start: int
    end: int
    options: Options = ()


@dataclass(frozen=True)
class Planted:
    """A mistake at a spot, on which line, and what reading the pack reports; `places`
    are the file and line of each error, `raised` a fault of the reader itself."""

    spot: Spot
    mistake: str
    line: int
    problems: tuple[Diagnostic, ...]
    places: tuple[tuple[str, int], ...]
    raised: str = ""

    @property
    def fault(self) -> str:
        """Why this is not as it should be, or ""."""
        if self.raised:
            return self.raised
        if not self.places:
            return "nothing is reported"
        if self.places[0] != (self.spot.file, self.line):
            late = (self.spot.file, self.line) in self.places
            return f"it is not first but {'later' if late else 'missing'}"
        return ""

    def __str__(self) -> str:
        """Return what a person needs to try it again."""
        errors = [each for each in self.problems if each.severity != "note"]
        told = [f"  {p.span}: {p.code} {p.message}" for p in errors[:4]]
        under = " ".join(f"{name}={value}" for name, value in self.spot.options)
        where = f"{self.spot.file}:{self.line} {under}".rstrip()
        return "\n".join([f"{where}: {self.mistake}: {self.fault}", *told])


def spots(pack: Path, *, options: bool = False) -> list[Spot]:
    """Return every expression that reading a pack comes upon, those of its own files;
    `options`: also those that are read only under other options than the default."""
    with _noting() as noted, patch.dict(os.environ, {ANEW: "yes"}):
        loaded = load(pack)
    found = dict.fromkeys(_own(pack, noted), ())
    if options and loaded.ruleset is not None and loaded.program is not None:
        layers = list(loaded.layers)
        for trial in planned(layers, loaded.ruleset.sections["cases"]).trials:
            with _noting() as noted:
                loaded_from(layers, trial.texts, list(loaded.read))
            under = tuple(sorted(trial.texts.items()))
            for spot in _own(pack, noted):
                found.setdefault(spot, under)
    return sorted(Spot(*spot, under) for spot, under in found.items())


@contextmanager
def _noting() -> Iterator[list[Span]]:
    """Note each stretch of text that is read as an expression."""
    noted: list[Span] = []

    def note(scalar: ScalarNode, problems: Any, offset: int = 0) -> TextLocation:
        brace = scalar.text.find("}", offset) if offset else -1  # of a template
        end = len(scalar.text) if brace < 0 else brace
        if _is_expression(scalar.text[offset:end]):
            noted.append(scalar.part(offset, end))
        return TextLocation(scalar, problems, offset)

    read = yaml_values.expression

    def read_figure(
        names: Names, scalar: ScalarNode, scope: Scope, wanted: Type | None = None
    ) -> Typed:
        before = len(noted)
        found = read(names, scalar, scope, wanted)
        if wanted is not None and isinstance(present(wanted), Text):
            del noted[before:]
        return found

    # prose is read to see whether it is a figure
    prose = patch.object(yaml_values, "_without_braces")
    texts = patch.object(yaml_values, "expression", read_figure)
    readers = [
        module
        for module in list(sys.modules.values())
        if vars(module).get("TextLocation") is TextLocation
        and module.__name__.startswith("interpreter.")
    ]
    with ExitStack() as patches, prose, texts:
        for module in readers:
            patches.enter_context(patch.object(module, "TextLocation", note))
        yield noted


def _is_expression(text: str) -> bool:
    """Tell whether a text can be read as an expression: an event's or a call's head, or
    a template as a whole, is none."""
    try:
        parse(text)
    except Unreadable:
        return False
    return bool(text.strip())


def _own(pack: Path, noted: list[Span]) -> Iterator[tuple[str, int, int]]:
    """Yield the file and the stretch of what stands in the pack's own files."""
    for span in noted:
        file = Path(span.source.name)
        if span.start < span.end and file.resolve().is_relative_to(pack.resolve()):
            yield (
                file.resolve().relative_to(pack.resolve()).as_posix(),
                span.start,
                span.end,
            )


def plant(pack: Path, places: Mapping[Spot, tuple[str, ...]]) -> Iterator[Planted]:
    """Yield what reading the pack reports with each of the mistakes at each spot."""
    with copy_of(pack) as folder, reading_once():
        for spot, mistakes in places.items():
            yield from alone(folder, spot, *mistakes)


def alone(folder: Path, spot: Spot, *mistakes: str) -> Iterator[Planted]:
    """Yield what reading a copy of a pack reports with each of the mistakes at a
    spot."""
    file = folder / spot.file
    text = file.read_bytes().decode()
    line = text.count("\n", 0, spot.start) + 1
    for mistake in mistakes:
        planted = MISTAKES.get(mistake, "17")
        changed = text[: spot.start] + planted + text[spot.end :]
        file.write_bytes(changed.encode())
        raised, problems = "", tuple[Diagnostic, ...]()
        try:
            problems = load(folder, dict(spot.options)).problems
        except Exception as error:
            raised = f"{type(error).__name__}: {error}"
        places = tuple(_places(problems, folder))
        yield Planted(spot, mistake, line, problems, places, raised)
    file.write_bytes(text.encode())


def _places(
    problems: tuple[Diagnostic, ...], folder: Path
) -> Iterator[tuple[str, int]]:
    """Yield the file and the line of each error."""
    for problem in problems:
        if problem.severity == "error":
            file = Path(problem.span.source.name)
            inside = file.is_relative_to(folder)
            name = file.relative_to(folder).as_posix() if inside else str(file)
            yield name, problem.span.first[0]
