"""`import-table --into` adds lines to a file of a pack and changes nothing else."""

from pathlib import Path

import pytest

from interpreter.pipeline.loading import load
from tests.cli.calling import call, valid
from tests.tables_in.expectations import HERE, VERB

NOTES = str(HERE / "files" / "notes.md")
COLUMNS = str(HERE / "files" / "tabs.tsv")
HEAD = "name: mine\n"
TABLE = "tables:\n    old one:   # by hand\n        {of: d6, rows: {1-3: a, 4+: b}}\n"
FILES = {
    "nothing": HEAD,
    "no newline": HEAD.rstrip("\n"),
    "tables at the end": HEAD + TABLE,
    "tables, without a newline": (HEAD + TABLE).rstrip("\n"),
    "tables before others": f"{HEAD}{TABLE}\n\n# of what follows\ntypes:\n  t: [a]\n",
    "line ends of Windows": (HEAD + TABLE + "\ntypes:\n  t: [a]\n").replace(
        "\n", "\r\n"
    ),
    "types with wide blanks": f"{HEAD}types:\n     t: [a]\n{TABLE}",
    "blanks at the end": f"{HEAD}{TABLE}\n\n   \n",
}


def lines(text: str) -> list[str]:
    """Return lines without those that are empty."""
    return [line for line in text.splitlines() if line.strip()]


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
@pytest.mark.parametrize("file", [NOTES, COLUMNS], ids=["notes", "columns"])
def test_each_line_stays(text: str, file: str, tmp_path: Path) -> None:
    """In its order; and the pack has the tables of before, and the new ones."""
    path = tmp_path / "ruleset.yaml"
    path.write_bytes(text.encode())
    called = call(VERB, file, "--into", str(path))
    assert called.code == 0, called
    after = path.read_bytes().decode()
    kept = iter(lines(after))
    assert all(line in kept for line in lines(text))  # in this order
    assert ("\r\n" in text) == ("\r\n" in after)
    assert after.count("\r\n") in (0, after.count("\n"))
    loaded = load(tmp_path)
    assert loaded.program is not None, loaded.problems
    names = set(loaded.program.declared.tables)
    assert names >= ({"winds_at_sea", "omens"} if file == NOTES else {"tabs"})
    assert ("old_one" in names) == ("old one" in text)


def test_types_on_one_line_do_not_matter_to_words(tmp_path: Path) -> None:
    """Only a table that needs a type of its own is refused."""
    path = tmp_path / "ruleset.yaml"
    path.write_text(f"{HEAD}types: {{t: [a, b]}}\n", encoding="utf-8")
    assert call(VERB, COLUMNS, "--into", str(path)).code == 3
    assert call(VERB, NOTES, "--into", str(path)).code == 0


def test_a_new_file_of_a_pack(tmp_path: Path) -> None:
    """It is written, below a folder of the pack too."""
    (tmp_path / "ruleset.yaml").write_text(HEAD, encoding="utf-8")
    (tmp_path / "more").mkdir()
    path = tmp_path / "more" / "tables.yaml"
    assert call(VERB, NOTES, "--into", str(path)).code == 0
    program = load(tmp_path).program
    assert program is not None
    assert "omens" in program.declared.tables


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    """A table or type of that name in any file of the pack refuses it, also in other
    capitals."""
    path = tmp_path / "ruleset.yaml"
    path.write_text(HEAD, encoding="utf-8")
    (tmp_path / "b.yaml").write_text(
        "tables:\n  Omens: {of: d6, rows: {1-3: a, 4-6: b}}\n", encoding="utf-8"
    )
    called = call(VERB, NOTES, "--into", str(path))
    assert called.code == 3
    assert "b.yaml:2:3" in called.talk
    assert path.read_text(encoding="utf-8") == HEAD


@pytest.mark.parametrize(
    "text",
    [
        "name: mine\ntables: {a: {of: d6, rows: {1-3: a, 4-6: b}}}\n",
        "name: mine\ntables:\n  a: {of: d6\n",
        "name: mine\nname: other\n",
        "- a list\n",
        "name: mine\ntables:\n  # later\n",
    ],
)
def test_a_file_that_cannot_take_it(text: str, tmp_path: Path) -> None:
    """It stays as it is."""
    path = tmp_path / "ruleset.yaml"
    path.write_text(text, encoding="utf-8")
    assert call(VERB, NOTES, "--into", str(path)).code == 3
    assert path.read_text(encoding="utf-8") == text


def test_what_is_no_file_of_a_pack(tmp_path: Path) -> None:
    """A file outside, a folder, another ending, and a link."""
    outside = tmp_path / "outside.yaml"
    outside.write_text("tables:\n", encoding="utf-8")
    pack = tmp_path / "pack"
    pack.mkdir()
    (pack / "ruleset.yaml").write_text(HEAD, encoding="utf-8")
    (pack / "link.yaml").symlink_to(outside)
    for path in (
        outside,
        pack,
        pack / "a.yml",
        pack / "link.yaml",
        pack / "no" / "a.yaml",
    ):
        assert call(VERB, NOTES, "--into", str(path)).code == 3, path
    assert outside.read_text(encoding="utf-8") == "tables:\n"


def test_faults_are_checked(tmp_path: Path) -> None:
    """A gap is an error of the pack, and the command ends with 1."""
    path = tmp_path / "ruleset.yaml"
    path.write_text(HEAD, encoding="utf-8")
    called = call(VERB, str(HERE / "files" / "columns.txt"), "--into", str(path))
    assert called.code == 1
    assert "R501" in called.out
    path.write_text(HEAD, encoding="utf-8")
    file = str(HERE / "files" / "columns.txt")
    called = call(VERB, file, "--into", str(path), "--json")
    problems = valid(called, VERB)["problems"]
    assert {problem["code"] for problem in problems} == {"R501", "R503"}
