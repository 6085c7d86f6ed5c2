"""Folders to rulesets."""

import os
from pathlib import Path

import pytest

from interpreter.diagnostics import Diagnostic, LimitExceeded, Unusable
from interpreter.ruleset import finding
from interpreter.ruleset import pack_files as files
from interpreter.ruleset.finding import known_pack
from interpreter.ruleset.reading import read_ruleset
from tests.ruleset.packs import held, read, said, write


def formulas(*names: str) -> str:
    """Return a file that declares formulas."""
    rows = "".join(f"  {name}: {{gives: integer, is: 1}}\n" for name in names)
    return f"formulas:\n{rows}"


def test_sections_of_all_files_are_merged_in_order(tmp_path: Path) -> None:
    pack = write(
        tmp_path / "p",
        {
            "ruleset.yaml": "name: p\ntitle: T\n" + formulas("one day"),
            "b.yaml": formulas("four"),
            "a/z.yaml": formulas("three", "two"),
            "rulebook.yaml": "X-1: {says: a rule}\n",
        },
    )
    ruleset, problems = read(pack)
    assert problems == []
    assert list(ruleset.sections["formulas"]) == ["one_day", "three", "two", "four"]
    found = ruleset.sections["formulas"]["one_day"]
    assert (found.name, found.origin) == ("one day", "pack p")
    assert str(found.span) == f"{pack}/ruleset.yaml:4:3"
    assert list(ruleset.sections["rulebook"]) == ["X-1"]
    assert [key.text for key, _ in ruleset.head.entries] == ["name", "title"]


def test_names_stand_once_and_can_be_written(tmp_path: Path) -> None:
    pack = write(
        tmp_path / "p",
        {
            "a.yaml": formulas("big one", "where", "2nd"),
            "b.yaml": formulas("big_one"),
            "c.yaml": "cases: {a case - any words (at all): {run: f, expect: 1}}\n",
        },
    )
    _, problems = read(pack)
    assert said(problems) == ["R203 where", "R203 2nd", "R107 big_one"]
    assert problems[2].related[0][0].text == "big one"


def test_a_broken_file_does_not_hide_the_others(tmp_path: Path) -> None:
    pack = write(
        tmp_path / "p", {"a.yaml": 'formulas:\n  a: "b\n', "b.yaml": formulas("not")}
    )
    write(pack, {"c.yaml": "cases: {c: {only: x, run: f, expect: 1}}\n"})
    ruleset, problems = read(pack, {"in the broken file": "yes"})
    assert [each.code for each in problems] == ["R002", "R203"]
    assert list(ruleset.sections["formulas"]) == ["not"]


def test_what_is_no_pack_is_refused(tmp_path: Path) -> None:
    for folder, words in ((tmp_path, "no ruleset.yaml"), (tmp_path / "x", "no folder")):
        with pytest.raises(Unusable, match=words):
            read(folder)


def test_links_do_not_lead_out(tmp_path: Path) -> None:
    out = write(tmp_path / "out", {"x.yaml": formulas("x")})
    pack = write(tmp_path / "p", {"sub/in.yaml": formulas("a")})
    os.symlink(out / "x.yaml", pack / "x.yaml")
    os.symlink(out, pack / "folder")
    os.symlink(pack, pack / "circle")
    os.symlink("loop.yaml", pack / "loop.yaml")
    ruleset, problems = read(pack)
    assert list(ruleset.sections["formulas"]) == ["a"]
    names = sorted(Path(each.span.source.name).name for each in problems)
    assert names == ["folder", "loop.yaml", "x.yaml"]


def test_odd_files_are_passed_over_or_refused(tmp_path: Path) -> None:
    pack = write(
        tmp_path / "p",
        {
            ".git/x.yaml": "[",
            "inner/ruleset.yaml": "[",
            "inner/more/x.yaml": "[",
            "notes.txt": "[",
            "late.yml": formulas("a"),
        },
    )
    os.mkfifo(pack / "pipe.yaml")
    ruleset, problems = read(pack)
    assert held(ruleset, "formulas") == {}
    assert [each.code for each in problems] == ["R001", "R001"]


def test_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pack = write(tmp_path / "p", {f"{n}.yaml": formulas(f"f{n}") for n in range(3)})
    for where, name in ((files, "FILES"), (files, "BYTES"), (finding, "ENTRIES")):
        with monkeypatch.context() as patch:
            patch.setattr(where, name, 2)
            with pytest.raises(LimitExceeded):
                read(pack)


def test_a_pack_below_that_is_not_there(tmp_path: Path) -> None:
    lost = write(tmp_path / "a", {"ruleset.yaml": "name: a\nextends: gone\n"})
    ring = write(tmp_path / "b", {"ruleset.yaml": "name: b\nextends: ./\n"})
    for pack in (lost, ring):
        problems: list[Diagnostic] = []
        assert read_ruleset(pack, lambda name: None, {}, problems) is None
        assert [each.code for each in problems] == ["R801"]


@pytest.mark.parametrize(
    ("named", "hint"),
    [
        ("../bsae", "did you mean '../base'?"),
        ("../base/", ""),  # it is there
        ("base", "did you mean '../base'?"),
        ("acks-reconnaisance", "did you mean 'acks-reconnaissance'?"),
        ("../zzzz", "there are: ../base, ../other"),
        ("../gone/base", ""),
        (f"../{'a' * 300}", "there are: ../base, ../other"),
    ],
)
def test_which_pack_was_meant(tmp_path: Path, named: str, hint: str) -> None:
    """A pack below that is not there is a problem of the word that names it."""
    for name in ("base", "other"):
        write(tmp_path / name, {})
    head = f"name: house\nextends: {named}\n"
    house = write(tmp_path / "house", {"ruleset.yaml": head})
    problems: list[Diagnostic] = []
    found = read_ruleset(house, known_pack, {}, problems)
    if named == "../base/":
        assert found is not None
        assert not problems
        return
    (one,) = problems
    assert (one.code, one.span.text, one.hint) == ("R801", named, hint)
