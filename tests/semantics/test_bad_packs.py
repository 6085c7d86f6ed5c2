"""Each bad pack makes exactly the errors that it names: file, line and code."""

from collections import Counter
from pathlib import Path

import pytest

from interpreter.diagnostics import Diagnostic, UnknownName, Unusable
from interpreter.diagnostics.catalogue import CODES
from interpreter.pipeline.checking import check
from tests.bad_cases import expected, folders

# Codes that no pack can show.
ELSEWHERE = {"R001", "R901"}
FAMILIES = ("R0", "R1", "R2", "R3", "R4", "R5", "R6", "R8")


CASES = [each for family in FAMILIES for each in folders(family)]


def problems_of(folder: Path) -> tuple[Diagnostic, ...]:
    """Check a pack; what is raised about it counts as much as what is listed."""
    try:
        return check(folder).problems
    except Unusable as fault:
        return fault.problems
    except UnknownName:
        return ()


def _place(folder: Path, found: Diagnostic) -> tuple[str, int, str]:
    name = Path(found.span.source.name)
    inside = name.relative_to(folder) if name.is_absolute() else name
    return (inside.as_posix(), found.span.first[0], found.code)


@pytest.mark.parametrize("folder", CASES, ids=lambda each: each.name)
def test_a_bad_pack_makes_exactly_its_problems(folder: Path) -> None:
    """Nothing is missed, nothing else is said, and one mistake is said once."""
    found = Counter(
        _place(folder, each)
        for each in problems_of(folder)
        if each.severity != "note" and CODES[each.code].severity != "note"
    )
    wanted = Counter((each.file, each.line, each.code) for each in expected(folder))
    assert found == wanted


def test_every_code_of_loading_has_a_bad_pack() -> None:
    """A code without a folder is a code that nobody has seen."""
    shown = {
        one.code
        for each in FAMILIES
        for dir_ in folders(each)
        for one in expected(dir_)
    }
    checked = {
        each.code
        for each in CODES.values()
        if each.code[:2] in FAMILIES and each.severity != "note"
    }
    assert checked - shown <= ELSEWHERE
    assert shown <= checked


def test_every_code_explains_itself() -> None:
    """`umpire explain` has a reason and two examples for each code."""
    for each in CODES.values():
        assert each.why.endswith((".", ";")), each.code
        assert each.bad, each.code
        assert each.good, each.code
        assert each.bad != each.good, each.code
