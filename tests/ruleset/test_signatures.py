"""Signatures in the keys of declarations."""

from pathlib import Path

import pytest

from interpreter.pipeline.checking import check
from interpreter.pipeline.loading import load
from interpreter.yaml import MappingNode, inline
from tests.games.playing import call

PACK = """
name: signed
seen_by: everyone
types:
  size: [small, large]
formulas:
  half(n:integer 0.., sizes:list of size) gives number:
    is: n / 2 + count(sizes)
  two: {is: 2}
  four() gives integer: {is: 2 * two()}
  of_two( which:[first, last] ): {is: if which is first then 1 else 2}
procedures:
  go(n:integer or none) gives integer:
    steps:
      - return: if n is none then 0 else n
entry_points:
  halved(n:integer): {call: "half(n, [])"}
cases:
  a half: {run: "half(3, [small])", expect: {result: 5/2}}
  four: {run: four(), expect: {result: 4}}
  of two: {run: of_two(last), expect: {result: 2}}
  go: {run: go(none), expect: {result: 0}}
"""


def written(folder: Path, text: str) -> Path:
    """Write a pack of one file."""
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    return folder


def test_a_signature_is_what_takes_and_gives_say(tmp_path: Path) -> None:
    """Under the name alone, whatever the section."""
    pack = written(tmp_path, PACK)
    found = load(pack).ruleset
    assert found is not None
    half = found.sections["formulas"]["half"]
    assert half.name == "half"
    assert isinstance(half.node, MappingNode)
    told = {key.text: inline(node) for key, node in half.node.entries}
    assert told["takes"] == "{n: integer 0.., sizes: list of size}"
    assert told["gives"] == "number"
    four = found.sections["formulas"]["four"].node
    assert isinstance(four, MappingNode)
    takes = four.get("takes")
    assert isinstance(takes, MappingNode)
    assert takes.entries == ()
    code, out, _ = call("test", pack)
    assert (code, out.split(",")[0]) == (0, "4 passed")
    code, out, _ = call("run", pack, "halved", "--with", "n=3")
    assert (code, "3/2" in out or "1 1/2" in out) == (0, True)


@pytest.mark.parametrize(
    ("was", "wrong", "code", "word"),
    [
        ("half(n:integer 0..,", "half(n,", "R203", "half(n, sizes"),
        ("four()", "four(", "R203", "four( gives"),
        ("go(n:integer or none)", "go(n:intger or none)", "R307", "intger"),
        ("  four() gives integer: {is", "  four(): {takes: {}, is", "R101", "takes"),
        ("  two: {is", "  go(n:integer, n:integer): {is", "R203", "go(n"),
        ("  two: {is", "  half(m:integer): {is", "R306", "half"),
    ],
)
def test_what_is_wrong_is_told_at_its_place(
    was: str, wrong: str, code: str, word: str, tmp_path: Path
) -> None:
    """In the key."""
    assert was in PACK
    pack = written(tmp_path, PACK.replace(was, wrong))
    errors = [each for each in check(pack).problems if each.severity == "error"]
    first = next(each for each in errors if each.code == code)
    line = (
        pack.joinpath("ruleset.yaml")
        .read_text()
        .split("\n")[first.span.source.text[: first.span.start].count("\n")]
    )
    assert word in first.message
    assert wrong.split("(")[0].strip() in line


@pytest.mark.parametrize("name", ["four", "go", "halved"])
def test_brackets_forgotten_before_gives_are_no_part_of_a_name(
    name: str, tmp_path: Path
) -> None:
    """In each section that takes signatures; the hint, typed, is right."""
    line = next(each for each in PACK.split("\n") if each.strip().startswith(name))
    key = line.partition(")")[0].strip() + ")"
    right = f"{name}() gives integer:"
    wrong = line.replace(key, name).replace(" gives integer", "")
    wrong = wrong.replace(f"{name}:", f"{name} gives integer:")
    pack = written(tmp_path, PACK.replace(line, wrong))
    (found,) = (each for each in load(pack).problems if each.code == "R203")
    assert found.span.text == f"{name} gives integer"
    assert f"{found.hint}:" == right
    corrected = PACK.replace(line, wrong.replace(found.span.text, found.hint))
    codes = {each.code for each in load(written(tmp_path, corrected)).problems}
    assert "R203" not in codes
