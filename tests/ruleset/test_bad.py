"""The bad packs of this room make the problems that they announce, and no other."""

from pathlib import Path

import pytest

from interpreter.diagnostics import Diagnostic
from interpreter.ruleset.reading import read_ruleset
from tests.bad_cases import Expected, expected, folders

FAMILIES = ("R107", "R203-unw", "R301-only", "R306-decl", "R8")
ABOVE = ("R803-case",)  # what a case sets together is tried when it is read


@pytest.mark.parametrize(
    "folder",
    [
        folder
        for family in FAMILIES
        for folder in folders(family)
        if folder.name not in ABOVE
    ],
    ids=lambda folder: folder.name,
)
def test_bad_pack(folder: Path) -> None:
    problems: list[Diagnostic] = []
    read_ruleset(folder, lambda name: None, {}, problems)
    found = sorted(
        Expected(
            Path(each.span.source.name).relative_to(folder).as_posix(),
            *each.span.first,
            each.code,
        )
        for each in problems
    )
    wanted = expected(folder)
    shown = "\n".join(f"{each.span}: {each.code} {each.message}" for each in problems)
    assert len(found) == len(wanted), shown
    for one, other in zip(wanted, found, strict=True):
        assert one.fits(other.file, other.line, other.column, other.code), shown
