"""`--dice`: faces that fell on a table, read and told apart by roll."""

import re
from collections.abc import Sequence

from interpreter.problems import UnknownName, Unusable
from interpreter.program.program import Program
from interpreter.program.stopping import chances
from interpreter.values.names import plain

_FACES = re.compile(r"\s*\d{1,9}\s*(,\s*\d{1,9}\s*)*\Z")
ANY = ""  # faces for whatever is rolled next

Faces = dict[str, list[tuple[int, ...]]]
"""Faces by the roll's name; one entry for each time that it is rolled."""


def read_dice(given: Sequence[str], program: Program, procedure: str) -> Faces:
    """Return the faces of every `--dice`; raises the error of what does not fit."""
    found: Faces = {}
    if not given:
        return found
    known = chances(program, procedure)
    for each in given:
        name, sign, text = each.rpartition("=")
        if sign and plain(name) not in known:
            labels = [roll.label for roll in known.values()]
            raise UnknownName("roll", name, set(labels))
        if not _FACES.match(text):
            hint = "write --dice 5,3 or --dice name=5,3"
            raise Unusable(f"--dice '{each}' is no list of faces", hint=hint)
        faces = tuple(int(part) for part in text.split(","))
        found.setdefault(plain(name) if sign else ANY, []).append(faces)
    return found
