"""Overlays beside each other (`also`, `--house`): one meaning in any order, or a
problem."""

from itertools import permutations
from pathlib import Path

import pytest

from interpreter import UsageError, check_ruleset, diff, open_ruleset
from interpreter.app.authoring.houses import with_houses
from interpreter.app.differences.effects import Meanings
from interpreter.pipeline.opening import open_pack
from tests.cli.calling import call

BASE = """name: base
seen_by: everyone
options:
  wind: {title: The wind, values: [calm, gale], default: calm}
tables:
  grade: {of: 2d6, gives: [poor, fair, good], rows: {5-: poor, 6-8: fair, 9+: good}}
modifiers:
  aim:
    takes: {near: yes or no}
    groups:
      range: {rows: {close: {if: near, add: +2}, long: {if: not near, add: -1}}}
formulas:
  twice(n:integer) gives integer: {is: n + n}
entry_points:
  aimed: {takes: {near: yes or no}, gives: integer, call: total(aim(near))}
  twice: {takes: {n: integer}, gives: integer, call: twice(n)}
"""
CLOSE = """extends: ../base
change:
  modifiers.aim.groups.range.rows.close.add: {expect: +2, to: +3}
"""
LONG = """extends: ../base
options: {wind: gale}
change:
  modifiers.aim.groups.range.rows.long.add: {expect: -1, to: -2}
cases:
  far is harder: {from: by hand, run: aimed(no), expect: {result: -2}}
"""
NEW = """extends: ../base
change:
  modifiers.aim.groups.range.rows.fog: {add: {if: near, add: -1}}
tables:
  omen: {of: d6, gives: [good, bad], rows: {1-3: good, 4+: bad}}
entry_points:
  omen: {takes: {n: integer 1..6}, gives: [good, bad], call: omen(n)}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A pack and three overlays of it."""
    for name, text in (("base", BASE), ("close", CLOSE), ("far", LONG), ("new", NEW)):
        written(tmp_path / name, text)
    return tmp_path


def written(folder: Path, text: str) -> Path:
    """Write a pack of one file."""
    folder.mkdir(exist_ok=True)
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    return folder


def together(folder: Path, *names: str, more: str = "") -> Path:
    """Write an overlay that names others."""
    listed = ", ".join(f"../{name}" for name in names)
    text = f"extends: ../base\nalso: [{listed}]\n{more}"
    return written(folder / f"with-{'-'.join(names)}", text)


def test_all_changes_hold(folder: Path) -> None:
    """Of each overlay, with their options, new declarations and own changes."""
    more = "change:\n  formulas.twice.is: {expect: n + n, to: n + n + 1}\n"
    pack = open_ruleset(together(folder, "close", "far", more=more))
    assert pack.run("aimed", near="yes").value == 3
    assert pack.run("aimed", near="no").value == -2
    assert pack.run("twice", n=2).value == 5
    assert check_ruleset(folder / "with-close-far").ok
    assert {case.name for case in pack.test().cases} == {"far is harder"}
    assert pack.test().ok


def test_the_order_is_no_matter(folder: Path) -> None:
    """Every order has the same meaning, by the hash of what each entry reaches."""
    orders = list(permutations(["close", "far", "new"]))
    packs = [open_pack(together(folder, *order)) for order in orders]
    hashes = []
    for pack in packs:
        meanings = Meanings(pack)
        hashes.append({name: meanings.of_entry(name) for name in pack.program.entries})
    assert all(each == hashes[0] for each in hashes)
    assert len(hashes[0]) > 3
    first, *others = (str(pack.folder) for pack in packs)
    assert all(diff(first, other).same for other in others)


ADDED = "  modifiers.aim.groups.range.rows.close.add: {expect: +2, to: +4}\n"
WRONG = (
    ("also: [../close]\nchange:\n" + ADDED, "R806"),
    ("also: [../far]\noptions: {wind: calm}\n", "R806"),
    ("also: [../close, ../close]\n", "R801"),
    ("also: [../nowhere]\n", "R801"),
    ("also: [../base]\n", "R801"),
    ("also: [../own]\n", "R801"),
    ("also: ../close\n", "R103"),
    (
        "also: [../new]\ntables:\n  omen: {of: d6, gives: [a], rows: {6-: a}}\n",
        "R306",
    ),
)


@pytest.mark.parametrize(("text", "code"), WRONG)
def test_what_does_not_go_together(folder: Path, text: str, code: str) -> None:
    """Each is an error of its kind, with a hint."""
    own = written(folder / "own", f"extends: ../base\n{text}")
    errors = [p for p in check_ruleset(own).problems if p.severity == "error"]
    assert code in {error.code for error in errors}
    assert all(error.hint or error.expected for error in errors if error.code == code)


def test_overlays_of_another_pack(folder: Path) -> None:
    """They change another pack, name others in turn, or stand in a pack of its own."""
    written(folder / "other", BASE)
    written(folder / "strange", CLOSE.replace("../base", "../other"))
    together(folder, "close")
    for name, text in (
        ("a", "extends: ../base\nalso: [../strange]\n"),
        ("b", "extends: ../base\nalso: [../with-close]\n"),
    ):
        found = check_ruleset(written(folder / name, text)).problems
        assert [problem.code for problem in found] == ["R801"]
    found = check_ruleset(written(folder / "c", f"also: [../close]\n{BASE}")).problems
    assert any(problem.severity == "error" for problem in found)


def test_an_error_is_told_where_it_is_made(folder: Path) -> None:
    """A change of one overlay that breaks the base is its own error, once."""
    written(folder / "bad", CLOSE.replace("to: +3", "to: nonsense"))
    found = check_ruleset(together(folder, "bad", "far")).problems
    errors = [problem for problem in found if problem.severity == "error"]
    assert len(errors) == 1
    assert Path(errors[0].span.source.name).parent.name == "bad"


def test_an_edit_beside_is_read_again(folder: Path) -> None:
    """What is cached of a pack is not used after an edit of an overlay beside it."""
    own = together(folder, "close", "far")
    assert open_ruleset(own).run("aimed", near="yes").value == 3
    written(folder / "close", CLOSE.replace("to: +3", "to: +5"))
    assert open_ruleset(own).run("aimed", near="yes").value == 5
    assert open_ruleset(own).run("aimed", near="yes").value == 5


def test_house_rules_on_a_command_line(folder: Path) -> None:
    """One or several, as folders or as files, in any order; and what does not fit."""
    base = str(folder / "base")
    houses = [str(folder / "close"), str(folder / "far" / "ruleset.yaml")]
    run = ("run", base, "aimed", "--with", "near=no")
    for order in (houses, houses[::-1]):
        words = [word for house in order for word in ("--house", house)]
        assert "-2" in call(*run, *words).out
    assert with_houses(base, houses) == with_houses(base, houses[::-1])
    both = [word for house in houses for word in ("--house", house)]
    assert "with close and far" in call("diff", base, *both).out
    assert "expected" not in call("find", base, "close", *both).talk
    assert call("show", base, "rulings", *both).out.count("(close)") == 1
    assert "close" in call("check", base, *both).out
    compared = call(
        "odds", base, "aimed", "--with", "near=no", *both, "--against", base
    )
    assert "base with close and far" in compared.out
    assert call(*run, "--house", base).code == 2
    assert call(*run, "--house", str(folder / "nowhere")).code == 2
    with pytest.raises(UsageError):
        with_houses(base, [houses[0], houses[0]])
