"""Who set a value: from the pack through overlays and options; and the ruling card."""

from pathlib import Path

import pytest

from interpreter import UnknownName, UsageError
from interpreter.app.authoring.rulings import rulings_of
from interpreter.app.authoring.whence import whence
from interpreter.pipeline.opening import open_pack
from interpreter.reports.whence import Provenance, whence_text
from interpreter.ruleset.finding import find_pack
from interpreter.yaml.nodes import MappingNode, Node
from tests.cli.calling import ROOT

HOUSE = ROOT / "tests" / "house"
BASE = """name: base
seen_by: everyone
options:
  wind: {title: The wind, values: [calm, gale], default: calm}
tables:
  reach:
    rule: X-1
    key: length
    columns: {short: integer, long: integer}
    rows: {bow: {short: 10, long: 20}, sling: {short: 5, long: 9}}
types: {length: [bow, sling]}
formulas:
  far(l:length) gives integer:
    is: reach[l].long
entry_points:
  far: {takes: {l: length}, gives: integer, call: far(l)}
"""
LOW = """name: low
extends: ../base
options: {wind: gale}
change:
  tables.reach.rows.bow.short: {expect: 10, to: 11}
"""
HIGH = """name: high
extends: ../low
change:
  tables.reach.rows.bow: {expect: {short: 11, long: 20}, to: {short: 12, long: 24}}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A pack and two overlays above each other."""
    for name, text in (("base", BASE), ("low", LOW), ("high", HIGH)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "ruleset.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def found(folder: Path, path: str, **options: str) -> Provenance:
    """Return the chain of a path of a pack."""
    return whence(open_pack(folder, options), path, options)


def test_the_chain_of_a_value(folder: Path) -> None:
    """The latest first, with what was there before, down to where it was written."""
    chain = found(folder / "high", "tables.reach.rows.bow.short")
    assert (chain.value, chain.rule) == ("12", "X-1")
    assert [(step.by, step.before, step.after) for step in chain.steps] == [
        ("high", "11", "12"),
        ("low", "10", "11"),
        ("pack base", "", "10"),
    ]
    files = [Path(step.place.partition(":")[0]).parent.name for step in chain.steps]
    assert files == ["high", "low", "base"]
    assert [step.place.rpartition(":")[2] for step in chain.steps] == ["4", "5", "10"]


def test_a_value_that_nobody_changed(folder: Path) -> None:
    """It has the one place where it was written, also in an overlay."""
    chain = found(folder / "high", "tables.reach.rows.sling.long")
    assert [(step.verb, step.after) for step in chain.steps] == [("written", "9")]


def test_a_change_inside_what_is_asked_for(folder: Path) -> None:
    """The whole table names the changes of its rows."""
    chain = found(folder / "low", "tables.reach")
    assert [step.by for step in chain.steps] == ["low", "pack base"]
    assert chain.steps[0].path == "tables.reach.rows.bow.short"


@pytest.mark.parametrize("path", ["reach.rows.bow.short", "reach . rows.bow . short"])
def test_the_section_may_be_left_out(folder: Path, path: str) -> None:
    """Where one declaration has the name; else the paths that are meant are named."""
    assert found(folder / "base", path).path == "tables.reach.rows.bow.short"
    with pytest.raises(UsageError) as failed:
        found(folder / "base", "far")
    assert "'formulas.far' or 'entry_points.far'" in failed.value.hint


def test_who_set_an_option(folder: Path) -> None:
    """The pack its default, an overlay another value, the caller the last one."""
    chain = found(folder / "high", "options.wind")
    assert [step.after for step in chain.steps] == ["gale", "calm"]
    chain = found(folder / "high", "options.wind", wind="calm")
    assert [(step.by, step.after) for step in chain.steps] == [
        ("the command line", "calm"),
        ("low", "gale"),
        ("", "calm"),
    ]


@pytest.mark.parametrize(
    ("path", "error", "hint"),
    [
        ("tables.reech", UnknownName, "'reach'"),
        ("tables.reach.rows.bo", UnknownName, "'bow'"),
        ("tables.reach.rows.bow.shrt", UnknownName, "'short'"),
        ("nothing", UnknownName, "there are"),
        ("", UsageError, "SECTION.NAME"),
        ("tables..rows", UsageError, "SECTION.NAME"),
        ("tables.reach.rows.bow.short.x.y", UnknownName, "none"),
    ],
)
def test_paths_that_lead_nowhere(
    folder: Path, path: str, error: type[Exception], hint: str
) -> None:
    """The error has what there is."""
    with pytest.raises(error) as failed:
        found(folder / "base", path)
    assert hint in failed.value.hint  # type: ignore[attr-defined]


def test_the_lines_for_an_overlay_work(folder: Path) -> None:
    """What is printed, with a value in place of the dots, changes the value."""
    lines = list(found(folder / "high", "tables.reach.rows.bow.short").overlay_lines)
    text = "\n".join(lines).replace("...", "13")
    (folder / "own").mkdir()
    own = folder / "own" / "ruleset.yaml"
    own.write_text(f"name: own\nextends: ../high\n{text}\n", encoding="utf-8")
    assert found(folder / "own", "tables.reach.rows.bow.short").value == "13"


def paths(node: Node, path: str) -> list[str]:
    """Return the path of each entry of a map, and of those inside."""
    every: list[str] = []
    for key, value in node.entries if isinstance(node, MappingNode) else ():
        name = f"'{key.text}'" if "." in key.text else key.text
        every += [f"{path}.{name}", *paths(value, f"{path}.{name}")]
    return every


@pytest.mark.parametrize("name", ["iron-men", "my-book", "free-orders"])
def test_every_path_of_a_pack_has_a_chain(name: str) -> None:
    """Of each part of tables and modifiers, ending where it was written."""
    pack = open_pack(HOUSE / name)
    ruleset = pack.ruleset().ruleset
    count = 0
    for section in ("tables", "modifiers"):
        for key, declared in ruleset.sections[section].items():
            for path in paths(declared.node, f"{section}.{key}")[::7]:
                chain = whence(pack, path, {})
                assert chain.steps[-1].verb in ("written", "nothing")
                assert whence_text(chain)
                count += 1
    assert count > 100


def test_the_card_of_rulings(folder: Path) -> None:
    """Changes with their rules, options, figures and rules that are left out."""
    card = rulings_of(open_pack(folder / "high"))
    changes = [
        (each.what, each.by, each.rules) for each in card if each.kind == "change"
    ]
    assert changes == [
        ("tables.reach.rows.bow.short", "low", ("X-1",)),
        ("tables.reach.rows.bow", "high", ("X-1",)),
    ]
    (option,) = [each for each in card if each.kind == "option"]
    assert (option.what, option.before, option.now) == ("wind", "calm", "gale")


def test_a_pack_by_its_book_has_no_changes() -> None:
    """What its index excuses and what its author filled in is there all the same."""
    kinds = {
        each.kind for each in rulings_of(open_pack(find_pack("acks-reconnaissance")))
    }
    assert kinds == {"house figure", "left out"}
