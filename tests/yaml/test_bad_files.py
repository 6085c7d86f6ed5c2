"""Each broken file of the families R0 and R1 makes exactly the problems it names."""

from pathlib import Path

import pytest

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.catalogue import CODES
from interpreter.yaml.composing import read_file
from interpreter.yaml.shape import check_shape
from tests.bad_cases import Expected, expected, files, folders, kind_of

# Found by rooms above this one, which know what a text is for and see all files.
ABOVE = ("R014", "R107")
# No file shows it: the file is not there. See test_reading.py.
NO_FILE = ("R001",)
# What a change makes of another pack has its shape looked at above this room, too.
CHANGED = "base"
# Two clauses, each well written, that exclude each other: found when steps are read.
# A sentence of a derived field, which has a better hint than the shape could give.
EXCLUDING = ("R101-lies-twice", "R101-say-of-a-derived-field")
CASES = [
    each
    for each in (*folders("R0"), *folders("R1"))
    if not (each / CHANGED).is_dir() and each.name not in EXCLUDING
]


def found_in(folder: Path) -> list[Diagnostic]:
    """Read every file of a pack as this room can."""
    found: list[Diagnostic] = []
    for file in files(folder):
        problems: list[Diagnostic] = []
        node = read_file(file, file.relative_to(folder).as_posix(), problems)
        if node is not None:
            check_shape(node, kind_of(file), problems)
        found += sorted(problems, key=lambda each: each.order)
    return found


@pytest.mark.parametrize("folder", CASES, ids=lambda each: each.name)
def test_a_bad_file_makes_exactly_its_problems(folder: Path) -> None:
    """Code, line and (where listed) column are right, and nothing else is said."""
    wanted = [each for each in expected(folder) if each.code not in ABOVE]
    found = [
        (each.span.source.name, *each.span.first, each.code)
        for each in found_in(folder)
    ]
    assert len(found) == len(wanted), found
    for one, place in zip(wanted, found, strict=True):
        assert one.fits(*place), (one, place)


@pytest.mark.parametrize("folder", CASES, ids=lambda each: each.name)
def test_a_problem_says_what_would_be_right(folder: Path) -> None:
    """Every problem has a message without YAML's jargon, and a way out."""
    for each in found_in(folder):
        assert each.message
        assert each.expected or each.hint, each
        for jargon in ("scalar", "block end", "token", "mapping", "null"):
            assert jargon not in each.message.replace("'null'", ""), each


def test_every_code_of_files_and_shape_has_a_bad_case() -> None:
    """R0 and R1 are shown whole."""
    shown = {each.code for folder in CASES for each in expected(folder)}
    codes = {each for each in CODES if each[:2] in ("R0", "R1")}
    assert codes - shown == set(NO_FILE)


def test_a_folder_is_named_after_a_code_that_it_shows() -> None:
    """The name of a folder can be trusted."""
    for folder in CASES:
        assert folder.name[:4] in {each.code for each in expected(folder)}, folder


def test_an_expectation_without_column_fits_any() -> None:
    """The parser of expectations does what its page says."""
    one = Expected("a.yaml", 3, 0, "R101")
    assert one.fits("a.yaml", 3, 7, "R101")
    assert not Expected("a.yaml", 3, 8, "R101").fits("a.yaml", 3, 7, "R101")
