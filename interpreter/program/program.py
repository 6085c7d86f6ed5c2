"""A program: declarations and procedures, ready for the generator."""

from collections.abc import Mapping
from dataclasses import dataclass

from interpreter.checked.declared import Declared, Entry, World
from interpreter.program.instructions import Procedure


@dataclass(frozen=True, slots=True)
class Program:
    """All that can be run: `worlds` by scenario ("" is the empty world)."""

    declared: Declared
    procedures: Mapping[str, Procedure]
    entries: Mapping[str, Entry]
    worlds: Mapping[str, World]
