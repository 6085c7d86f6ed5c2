"""Every code, by family."""

from collections.abc import Mapping

from interpreter.problems.catalogue.code import Code
from interpreter.problems.catalogue.files import FILES
from interpreter.problems.catalogue.language import LANGUAGE
from interpreter.problems.catalogue.sense import SENSE

CODES: Mapping[str, Code] = {each.code: each for each in (*FILES, *LANGUAGE, *SENSE)}

__all__ = ["CODES", "Code"]
