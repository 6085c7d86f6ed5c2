"""Overlays on bases that have moved: what fits, what does not, and no other letter."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from interpreter import NoPack, UnknownName, Unusable, UsageError, rebase
from interpreter.app.rebasing.rebase import Rebase
from interpreter.pipeline.checking import check
from interpreter.yaml.composing import read_file
from interpreter.yaml.nodes import MappingNode, ScalarNode, SequenceNode
from tests.cli.calling import call

ROOT = Path(__file__).parents[2]
CASES = sorted(path.parent for path in (ROOT / "tests/rebases").glob("*/old.yaml"))


def laid_out(case: Path, folder: Path) -> Path:
    """Write the packs of a case as `old`, `new` and `overlay` beside each other."""
    for name in ("old", "new", "overlay"):
        (folder / name).mkdir()
        shutil.copy(case / f"{name}.yaml", folder / name / "ruleset.yaml")
    return folder


def told(case: Path) -> tuple[list[str], dict[str, list[str]]]:
    """Return what a case keeps, and what is told of each part that does not stay."""
    root = read_file(case / "parts.yaml", "parts", [])
    assert isinstance(root, MappingNode)
    keep, parts = root.get("keep"), root.get("parts")
    assert isinstance(parts, MappingNode)
    texts = {
        key.text: [item.text for item in value.items if isinstance(item, ScalarNode)]
        for key, value in parts.entries
        if isinstance(value, SequenceNode)
    }
    return [keep.text] if isinstance(keep, ScalarNode) else [], texts


def new_text(found: Rebase, folder: Path) -> str:
    """Return the text of the overlay after a rebase."""
    head = folder / "overlay" / "ruleset.yaml"
    texts = list(found.files.values())
    return texts[0] if texts else head.read_text(encoding="utf-8")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_cases(case: Path, tmp_path: Path) -> None:
    """The text of the overlay and what is told of it are those of the case."""
    folder = laid_out(case, tmp_path)
    keep, wanted = told(case)
    found = rebase(folder / "overlay", onto=folder / "new", keep=keep)
    parts = {
        part.path: (
            [part.status, part.code, part.old, part.new, part.own]
            if part.status == "conflict"
            else [part.status]
        )
        for part in found.report.parts
    }
    assert parts == wanted
    assert new_text(found, folder) == (case / "after.yaml").read_text(encoding="utf-8")
    assert found.report.errors_before == 0
    has_conflicts = any(each[0] == "conflict" for each in wanted.values())
    assert found.ok is not has_conflicts


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_unchanged_base_leaves_every_letter(case: Path, tmp_path: Path) -> None:
    """Onto a copy of the old base only `extends` changes, onto itself nothing."""
    folder = laid_out(case, tmp_path)
    found = rebase(folder / "overlay", old=str(folder / "old"))
    assert (found.files, found.parts, found.ok) == ({}, {}, True)
    found = rebase(folder / "overlay")
    assert (found.files, found.parts, found.ok) == ({}, {}, True)
    shutil.copytree(folder / "old", folder / "other")
    found = rebase(folder / "overlay", onto=folder / "other")
    before = (folder / "overlay" / "ruleset.yaml").read_text(encoding="utf-8")
    assert new_text(found, folder) == before.replace("../old", "../other")
    assert found.parts == {}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_is_written_is_rebased_already(case: Path, tmp_path: Path) -> None:
    """A second time nothing changes, and what was kept is no conflict any more."""
    folder = laid_out(case, tmp_path)
    keep, _ = told(case)
    first = rebase(folder / "overlay", onto=folder / "new", keep=keep)
    first.write()
    second = rebase(folder / "overlay")
    assert second.files == {}
    assert {*second.parts.values()} <= {"conflict"}
    assert len(second.conflicts) <= len(first.conflicts)
    problems = check(folder / "overlay", quick=True).problems
    assert not (first.ok and any(each.severity == "error" for each in problems))


def moved_in_place(case: str, folder: Path) -> Path:
    """Lay out a case whose base has moved where it is; return the overlay."""
    laid_out(ROOT / "tests/rebases" / case, folder)
    shutil.copy(folder / "new" / "ruleset.yaml", folder / "old" / "ruleset.yaml")
    return folder / "overlay"


def test_expect_is_the_stored_base(tmp_path: Path) -> None:
    """A base that moved where it is: `expect` says what it was."""
    overlay = moved_in_place("value-moved", tmp_path)
    found = rebase(overlay)
    path = "modifiers.shot.groups.air.rows.rain.add"
    assert found.conflicts == ((path, "-2", "-4", "-5"),)
    assert found.files == {}
    kept = rebase(overlay, keep=[path.replace("rain", "'rain'")])
    assert kept.ok
    kept.write()
    assert rebase(overlay).parts == {}


def test_without_expect_an_older_base_is_asked_for(tmp_path: Path) -> None:
    """Nobody knows whether the value moved: that is counted, and is no conflict."""
    overlay = moved_in_place("unguarded", tmp_path)
    found = rebase(overlay)
    assert found.conflicts == ()
    assert found.report.unguarded == 2
    assert "--from" in found.text()


def git(folder: Path, *words: str) -> None:
    """Call git in a folder."""
    names = ("-c", "user.name=a", "-c", "user.email=a@b")
    subprocess.run(("git", *names, *words), cwd=folder, check=True, capture_output=True)


def test_the_old_base_may_be_a_commit(tmp_path: Path) -> None:
    """PACK@REVISION, as `diff` takes it: also what has no `expect` is compared."""
    laid_out(ROOT / "tests/rebases/unguarded", tmp_path)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "one")
    shutil.copy(tmp_path / "new" / "ruleset.yaml", tmp_path / "old" / "ruleset.yaml")
    found = rebase(tmp_path / "overlay", old=f"{tmp_path / 'old'}@HEAD")
    assert [each[1:] for each in found.conflicts] == [("-2", "-4", "-5")]
    assert found.report.errors_before == 0
    with pytest.raises(UnknownName):
        rebase(tmp_path / "overlay", old=f"{tmp_path / 'old'}@nowhere")


def test_line_ends_and_marks_stay(tmp_path: Path) -> None:
    """A file with a byte order mark and carriage returns keeps them."""
    folder = laid_out(ROOT / "tests/rebases/rows-inserted", tmp_path)
    head = folder / "overlay" / "ruleset.yaml"
    head.write_bytes(b"\xef\xbb\xbf" + head.read_bytes().replace(b"\n", b"\r\n"))
    rebase(folder / "overlay", onto=folder / "new").write()
    after = (ROOT / "tests/rebases/rows-inserted/after.yaml").read_bytes()
    assert head.read_bytes() == b"\xef\xbb\xbf" + after.replace(b"\n", b"\r\n")


def test_what_cannot_be_rebased(tmp_path: Path) -> None:
    """Each has an error of its own, and nothing is written."""
    folder = laid_out(CASES[0], tmp_path)
    overlay = folder / "overlay"
    with pytest.raises(UsageError, match="extends no pack"):
        rebase(folder / "new")
    with pytest.raises(UsageError, match="itself"):
        rebase(overlay, onto=overlay)
    with pytest.raises(UsageError, match="revision"):
        rebase(overlay, onto=f"{folder / 'new'}@HEAD")
    with pytest.raises(NoPack):
        rebase(overlay, onto=folder / "nowhere" / "else")
    with pytest.raises(UnknownName):
        rebase(overlay, onto=folder / "new", keep=["tables.weather"])
    head = overlay / "ruleset.yaml"
    before = head.read_text(encoding="utf-8")
    head.write_text(before + "a: [\n", encoding="utf-8")
    with pytest.raises(Unusable) as caught:
        rebase(overlay, onto=folder / "new")
    assert [problem.code for problem in caught.value.problems] == ["R002"]
    head.write_text(before, encoding="utf-8")
    shutil.rmtree(folder / "old")
    with pytest.raises(NoPack, match="could extend"):
        rebase(overlay)
    (folder / "new" / "ruleset.yaml").write_text("tables: {a: [", encoding="utf-8")
    with pytest.raises(Unusable):
        rebase(overlay, onto=folder / "new")


def test_a_base_that_is_gone(tmp_path: Path) -> None:
    """The old base was renamed: `--onto` says where it is now."""
    folder = laid_out(ROOT / "tests/rebases/elsewhere", tmp_path)
    os.rename(folder / "old", folder / "book")
    found = rebase(folder / "overlay", onto=folder / "book")
    assert found.ok
    assert "extends: ../book\n" in new_text(found, folder)


OWN_CASES = """name: house
extends: ../old
change:
  modifiers.shot.groups.air.rows.hail.add: {expect: -3, to: -5}
cases:
  four far:
    from: by hand
    run: shot(4)
    expect: {result.total: TOTAL}
  throws:
    from: by hand
    run: throw(0)
    dice: {dice: [1, 2]}
    expect: {result: 3}
"""


@pytest.mark.parametrize(("total", "exit_code"), [(-8, 0), (-7, 3)])
def test_the_own_cases_of_what_is_written(
    tmp_path: Path, total: int, exit_code: int
) -> None:
    """They are run, and a failure is no success."""
    laid_out(ROOT / "tests/rebases/row-renamed", tmp_path)
    head = tmp_path / "overlay/ruleset.yaml"
    head.write_text(OWN_CASES.replace("TOTAL", str(total)), encoding="utf-8")
    onto = ("--onto", str(tmp_path / "new"))
    dry = call("rebase", str(head.parent), *onto, "--dry-run")
    assert "its own cases were not run: umpire test" in dry.out
    assert dry.code == 0
    done = call("rebase", str(head.parent), *onto)
    assert done.code == exit_code, done.out
    failed = exit_code // 3
    assert f"its own cases: {2 - failed} passed, {failed} failed" in done.out
    assert ("(four far)" in done.out) is bool(failed)
    assert call("test", str(head.parent), "--own").code == failed


def test_cases_that_say_a_name_which_has_moved(tmp_path: Path) -> None:
    """They are named, and stay as they are; others are not named."""
    laid_out(ROOT / "tests/rebases/declaration-renamed", tmp_path)
    head = tmp_path / "overlay/ruleset.yaml"
    cases = """cases:
  half of six: {from: by hand, run: half(6), expect: {result: 2}}
  throws:
    from: the half page on throws
    run: throw(0)
    dice: {dice: [1, 2]}
    expect: {result: 3}
"""
    head.write_text(head.read_text(encoding="utf-8") + cases, encoding="utf-8")
    done = call("rebase", str(head.parent), "--onto", str(tmp_path / "new"))
    assert done.code == 3
    assert "'half of six' still says 'half', which is 'split' now" in done.out
    assert "'throws'" not in done.out
    assert cases in head.read_text(encoding="utf-8")
