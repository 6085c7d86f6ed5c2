"""What a hint proposes was tried: put where the problem stands, it is accepted.

Where a bad pack has a `hints.txt`, it lists every hint that is given, in order.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter.diagnostics import Diagnostic
from interpreter.pipeline.checking import check
from tests.bad_cases import folders
from tests.semantics.test_bad_packs import problems_of
from tests.slips import PROPOSED


def proposed_in(folder: Path) -> Iterator[tuple[Diagnostic, str]]:
    """Yield each problem of a bad pack with the text that is proposed instead."""
    for each in problems_of(folder):
        if found := PROPOSED.match(each.hint):
            yield each, found[1] or found[2]


def left_with(folder: Path, pack: Path, told: Diagnostic, text: str) -> list[str]:
    """Return what is said of the place of a problem once the text stands there."""
    shutil.copytree(folder, pack)
    name = Path(told.span.source.name)
    file = pack / (name.relative_to(folder) if name.is_absolute() else name)
    old = file.read_text(encoding="utf-8")
    new = old[: told.span.start] + text + old[told.span.end :]
    file.write_text(new, encoding="utf-8")
    return [
        f"{folder.name}: '{text}' is proposed, then {each.code} {each.message}"
        for each in problems_of(pack)
        if Path(each.span.source.name).name == file.name
        and each.span.start == told.span.start
    ]


@pytest.mark.parametrize("family", ["R0", "R1", "R2", "R3", "R6", "R8"])
def test_what_is_proposed_is_accepted(family: str, tmp_path: Path) -> None:
    """With the guilty text replaced, nothing is said of its place any more."""
    proposals = [
        (folder, *each) for folder in folders(family) for each in proposed_in(folder)
    ]
    assert proposals
    left = [
        said
        for number, (folder, told, text) in enumerate(proposals)
        for said in left_with(folder, tmp_path / str(number), told, text)
    ]
    assert not left


LISTED = [each for each in folders() if (each / "hints.txt").exists()]


@pytest.mark.parametrize("folder", LISTED, ids=lambda each: each.name)
def test_a_listed_hint_is_given(folder: Path) -> None:
    """Word for word, behind line and column; and no other."""
    given = [
        f"{each.span.first[0]}:{each.span.first[1]}: {each.hint}"
        for each in problems_of(folder)
        if each.hint
    ]
    wanted = (folder / "hints.txt").read_text(encoding="utf-8").splitlines()
    assert given == wanted


@pytest.mark.parametrize(
    "text", ["2001-01-01", "integer -1000000000000000000..", "(((3-4", "a-b", "list of"]
)
def test_a_text_that_means_no_type_is_one_problem(tmp_path: Path, text: str) -> None:
    """What may have been meant is looked at once, not what may be meant by that."""
    pack = f"name: odd\nformulas:\n  f: {{takes: {{n: '{text}'}}, is: 1}}\n"
    (tmp_path / "ruleset.yaml").write_text(pack, encoding="utf-8")
    found = [each.code for each in check(tmp_path).problems]
    assert found
    assert set(found) <= {"R307", "R201"}
