"""What `new_pack` writes can be used at once, and all that its comments say is true."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter import (
    UnknownName,
    Unusable,
    UsageError,
    check_ruleset,
    new_pack,
    open_ruleset,
)
from interpreter.ruleset.finding import pack_folders
from interpreter.yaml import MappingNode
from interpreter.yaml.composing import read_file
from tests.ruleset.packs import write
from tests.sampled import sampled

PACKS = [folder.name for folder in pack_folders()]
FEW = ("concealment", "limited-intelligence")
EXAMPLE = re.compile(r"( *)# (.*)")
SMALL = """
name: yard
title: A yard
seats: side
seen_by: everyone
entities:
  side: {fields: {}}
  cart:
    owner: side
    fields:
      side: {type: side, seen_by: everyone}
      load: {type: integer 0..9, seen_by: everyone, start: 0}
      kept: {type: weather or none, seen_by: everyone, start: none}
types:
  weather: [rain, sun]
procedures:
  look: {steps: [{roll: {dice: 2d6}}]}
scenarios:
  plain:   # not to be lost
    title: A cart
    entities:
      red: {kind: side}   # the first

      hay:
        kind: cart
        side: red
  heavy: {title: A load, like: plain, main: look, entities: {hay: {load: 3}}}
"""


def uncommented(text: str) -> Iterator[str]:
    """Yield the text with the signs of one example removed, for each in turn."""
    lines = text.split("\n")
    is_example = [bool(EXAMPLE.fullmatch(line)) for line in lines]
    is_example[0] = False  # the line for editors
    starts = [n for n, is_one in enumerate(is_example) if is_one]
    for start in starts:
        if is_example[start - 1]:
            continue
        changed = list(lines)
        for at in range(start, len(lines)):
            match = EXAMPLE.fullmatch(lines[at])
            if not is_example[at] or match is None:
                break
            changed[at] = match[1] + match[2]
        yield "\n".join(changed)


def faults(folder: Path, *, quick: bool = True) -> list[str]:
    """Return the errors and warnings of a pack, and the notes on its own file but for
    house figures that a scenario has taken with it."""
    problems = check_ruleset(folder, quick=quick).problems
    return [
        str(problem)
        for problem in problems
        if problem.severity in ("error", "warning")
        or (str(folder) in problem.span.source.name and problem.code != "R511")
    ]


@pytest.mark.slow
@pytest.mark.parametrize("pack", sampled(PACKS, lambda pack: pack in FEW))
def test_every_example_of_an_overlay_is_true(pack: str, tmp_path: Path) -> None:
    """As it is written, and with the signs of each example removed in turn."""
    folder = tmp_path / "my-house"
    new_pack(folder, extends=pack)
    assert faults(folder) == []
    file = folder / "ruleset.yaml"
    text = file.read_text(encoding="utf-8")
    variants = list(uncommented(text))
    assert len(variants) >= 3
    for number, variant in enumerate(variants):
        file.write_text(variant, encoding="utf-8")
        is_option = number == 0  # others may exclude it
        assert faults(folder, quick=not is_option) == [], variant


@pytest.mark.parametrize("pack", sampled(PACKS, lambda pack: pack == "concealment"))
def test_the_case_of_an_overlay_passes(pack: str, tmp_path: Path) -> None:
    """And it fails without the change that it says it shows."""
    folder = tmp_path / "my-house"
    new_pack(folder, extends=pack)
    assert len(open_ruleset(folder).test(own=True).cases) == 1
    assert open_ruleset(folder).test(own=True).ok
    file = folder / "ruleset.yaml"
    text = file.read_text(encoding="utf-8")
    if "what my change does" in text:
        unchanged = re.sub(r"\nchange:.*?\n\n", "\n", text, flags=re.DOTALL)
        unchanged = "\n".join(
            line for line in unchanged.split("\n") if not EXAMPLE.fullmatch(line)
        )
        file.write_text(unchanged, encoding="utf-8")
        assert not open_ruleset(folder).test(own=True).ok


@pytest.mark.parametrize("pack", sampled(PACKS, lambda pack: pack in FEW))
def test_a_copied_scenario_is_the_same(pack: str, tmp_path: Path) -> None:
    """It checks, and begins as the one that it was copied from, but for its name."""
    folder = tmp_path / "my-own"
    new_pack(folder, scenario_of=pack)
    assert faults(folder) == []
    text = (folder / "ruleset.yaml").read_text(encoding="utf-8")
    copied = re.search(r"as a copy of '(.*)'", text)
    assert copied is not None
    own, base = open_ruleset(folder), open_ruleset(pack)
    assert "my-own" in own.scenarios
    states = own._pack.program.initial_states  # what the API does not hand out
    before = base._pack.program.initial_states
    assert states["my-own"] == before[copied[1].replace(" ", "_")]


def test_a_scenario_keeps_the_text_of_its_author(tmp_path: Path) -> None:
    """Comments, empty lines and layout; only the name differs, and the notes."""
    yard = write(tmp_path, {"yard/ruleset.yaml": SMALL}) / "yard"
    new_pack(tmp_path / "mine", scenario_of=yard, like="plain")
    text = (tmp_path / "mine" / "ruleset.yaml").read_text(encoding="utf-8")
    assert (
        text.split("scenarios:\n")[1]
        == """\
  mine:   # not to be lost
    title: A cart
    entities:
      # side: no fields
      red: {kind: side}   # the first

      # cart: side* (side), load (integer 0..9), kept (weather or none: rain, sun)
      hay:
        kind: cart
        side: red
"""
    )
    assert "extends: ../yard\n" in text
    assert faults(tmp_path / "mine") == []


def test_a_scenario_on_one_line(tmp_path: Path) -> None:
    """The first that can be played; what it is built on stays there."""
    yard = write(tmp_path, {"yard/ruleset.yaml": SMALL}) / "yard"
    new = new_pack(tmp_path / "mine", scenario_of=yard, like="heavy")
    text = (tmp_path / "mine" / "ruleset.yaml").read_text(encoding="utf-8")
    assert "\n  mine: {title: A load, like: plain, main: look" in text
    assert faults(tmp_path / "mine") == []
    assert any("umpire play" in command for command in new.commands)


def test_a_scenario_that_an_overlay_changed(tmp_path: Path) -> None:
    """No file holds it as it is, so it is written anew, as it is."""
    change = "change:\n  scenarios.plain.entities.hay.load: {add: 4}\n"
    files = {
        "yard/ruleset.yaml": SMALL,
        "full/ruleset.yaml": f"name: full\nextends: ../yard\n{change}",
    }
    full = write(tmp_path, files) / "full"
    new_pack(tmp_path / "mine", scenario_of=full, like="plain")
    node = read_file(tmp_path / "mine" / "ruleset.yaml", "mine", [])
    assert isinstance(node, MappingNode)
    assert "load: 4" in node.span.source.text
    assert faults(tmp_path / "mine") == []


def test_a_pack_from_nothing_is_complete(tmp_path: Path) -> None:
    """No problem at all, its cases pass, and each part of its rule is tested."""
    new_pack(tmp_path / "mine")
    assert check_ruleset(tmp_path / "mine").problems == ()
    mine = open_ruleset(tmp_path / "mine")
    assert mine.test().ok
    assert mine.coverage().ok
    (status,) = mine.coverage()._rules  # the API hands out less
    assert all(carrier.exercised and carrier.reached for carrier in status.carriers)


def test_a_base_without_anything_to_change(tmp_path: Path) -> None:
    """There is an overlay all the same."""
    bare = write(tmp_path, {"bare/ruleset.yaml": "name: bare\n"}) / "bare"
    new_pack(tmp_path / "mine", extends=bare)
    assert faults(tmp_path / "mine") == []


def test_an_example_with_an_error_is_left_out(tmp_path: Path) -> None:
    """The first cell cannot be 3, so the second is the example."""
    pack = """
name: tight
tables:
  loads:
    key: size
    columns: {load: integer 0..2}
    rows: {big: {load: 2}, small: {load: 1}}
"""
    tight = write(tmp_path, {"tight/ruleset.yaml": pack}) / "tight"
    new_pack(tmp_path / "mine", extends=tight)
    text = (tmp_path / "mine" / "ruleset.yaml").read_text(encoding="utf-8")
    assert "tables.loads.rows.big" not in text
    assert "tables.loads.rows.small.load:" in text
    assert faults(tmp_path / "mine") == []


def test_an_option_that_others_exclude_is_no_example(tmp_path: Path) -> None:
    """Under the others' values, which `check` tries, it could not be switched."""
    pack = """
name: linked
options:
  fog: {values: [yes, no], default: no}
  haze: {values: [yes, no], default: no, conflicts: fog}
  wind: {values: [yes, no], default: no}
procedures:
  look:
    seen_by: everyone
    steps:
      - {if: option.fog or option.haze or option.wind, return: none}
"""
    linked = write(tmp_path, {"linked/ruleset.yaml": pack}) / "linked"
    new_pack(tmp_path / "mine", extends=linked)
    file = tmp_path / "mine" / "ruleset.yaml"
    text = file.read_text(encoding="utf-8")
    assert "#   wind: yes" in text
    file.write_text("\n".join(uncommented(text)), encoding="utf-8")
    assert check_ruleset(tmp_path / "mine").ok


@pytest.mark.parametrize("name", ["12 days", "mein-König", "Räume und Züge"])
def test_any_folder_will_do(name: str, tmp_path: Path) -> None:
    """Where a pack cannot have its name, it has another."""
    new = new_pack(tmp_path / name)
    assert new.name == ("my rules" if name[0].isdigit() else name)
    assert check_ruleset(tmp_path / name).problems == ()


def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path) -> None:
    """Before anything is worked out; an empty one is taken."""
    (tmp_path / "mine").mkdir()
    new_pack(tmp_path / "mine")
    before = sorted(path.name for path in (tmp_path / "mine").iterdir())
    with pytest.raises(Unusable, match="not empty"):
        new_pack(tmp_path / "mine", extends="concealment")
    assert before == sorted(path.name for path in (tmp_path / "mine").iterdir())
    with pytest.raises(Unusable, match="no folder"):
        new_pack(tmp_path / "mine" / "ruleset.yaml")
    (tmp_path / "empty").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "empty")
    with pytest.raises(Unusable, match="no folder"):
        new_pack(tmp_path / "link")
    assert not list((tmp_path / "empty").iterdir())


def test_nothing_is_left_where_nothing_was_written(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="scenario"):
        new_pack(tmp_path / "mine", scenario_of="concealment", like="no such one")
    with pytest.raises(UnknownName, match="pack"):
        new_pack(tmp_path / "mine", extends="concealmint")
    with pytest.raises(UsageError):
        new_pack(tmp_path / "mine", like="watch and host")
    with pytest.raises(UsageError):
        new_pack(tmp_path / "mine", extends="concealment", scenario_of="concealment")
    assert not (tmp_path / "mine").exists()


def test_names_of_a_pack_do_not_break_out_of_comments(tmp_path: Path) -> None:
    """A name may hold a line break in quotes: a pack of others is no more than text."""
    pack = f"""{SMALL}
modifiers:
  m:
    takes: {{n: integer}}
    groups: {{"g\\nname: h": {{rows: {{"r\\nname: s": {{if: n > 1, add: 3}}}}}}}}
tables:
  t: {{key: k, columns: {{c: integer}}, rows: {{"a\\nname: b": {{c: 3}}, b: {{c: 4}}}}}}
options:
  o: {{values: ["x\\nname: y", z], default: z}}
"""
    pack = pack.replace("  plain:", '  "pl\\nname: ain":')
    pack = pack.replace("like: plain", 'like: "pl\\nname: ain"')
    yard = write(tmp_path, {"yard/ruleset.yaml": pack}) / "yard"
    assert check_ruleset(yard, quick=True).ok
    new_pack(tmp_path / "house", extends=yard)
    new_pack(tmp_path / "own", scenario_of=yard, like="pl name: ain")
    for folder in (tmp_path / "house", tmp_path / "own"):
        assert faults(folder) == []
        text = (folder / "ruleset.yaml").read_text(encoding="utf-8")
        assert text.count("\nname: ") == 1
