"""Every code, by family."""

from collections.abc import Mapping

from interpreter.diagnostics.catalogue.code import Code
from interpreter.diagnostics.catalogue.files import FILES
from interpreter.diagnostics.catalogue.language import LANGUAGE
from interpreter.diagnostics.catalogue.playing import PLAYING
from interpreter.diagnostics.catalogue.sense import SENSE

_ALL = (*FILES, *LANGUAGE, *SENSE, *PLAYING)
CODES: Mapping[str, Code] = {each.code: each for each in _ALL}

FAMILIES = (
    ("R0", "files and YAML"),
    ("R1", "structure: keys, words, steps"),
    ("R2", "expressions that cannot be read"),
    ("R3", "names"),
    ("R4", "types"),
    ("R5", "plausibility: tables, rows, steps, figures"),
    ("R6", "who may know"),
    ("R7", "while running"),
    ("R8", "options and house rules"),
    ("R9", "a fault of the program"),
)

__all__ = ["CODES", "FAMILIES", "Code"]
