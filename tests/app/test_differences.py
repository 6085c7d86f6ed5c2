"""What a change of rules means: paths, what makes no difference, odds, and versions."""

import os
import re
import subprocess
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from interpreter import NoPack, UnknownName, UsageError, diff, open_ruleset
from interpreter.app.differences.effects import (
    Meanings,
    Sides,
    arguments_of,
    outcomes_of,
)
from interpreter.pipeline.loading import load
from interpreter.pipeline.opening import open_pack
from interpreter.reports.sweep_statistics import is_same_distribution
from interpreter.ruleset.changes import changes_in
from interpreter.ruleset.finding import find_pack
from tests.cli.calling import ROOT

RULES = """name: throws
seen_by: everyone
tables:
  grade:
    of: integer
    gives: [poor, fair, good]
    rows: {5-: poor, 6-8: fair, 9+: good}
  weather:
    title: What the sky does
    of: d6
    gives: [rain, sun]
    rows: {1-3: rain, 4+: sun}
formulas:
  twice(n:integer) gives integer: {is: n + n}
procedures:
  throw:
    takes: {add: integer 0..3}
    gives: [poor, fair, good]
    steps:
      - roll: {dice: 2d6}
      - return: grade(sum(dice) + add)
entry_points:
  throw: {takes: {add: integer 0..3}, gives: [poor, fair, good], call: throw(add)}
  twice: {takes: {n: integer}, gives: integer, call: twice(n)}
"""


def written(folder: Path, text: str) -> str:
    """Write a pack of one file and return its folder."""
    folder.mkdir(exist_ok=True)
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    return str(folder)


@pytest.fixture
def base(tmp_path: Path) -> str:
    """The rules above, in a folder."""
    return written(tmp_path / "base", RULES)


LAYOUT = (
    (r"n \+ n", "n+n"),
    ("takes: {add: integer 0..3}\n", "takes:\n      add: integer 0..3  # so many\n"),
    ("seen_by: everyone\n", "# who knows\nseen_by:   everyone\n"),
    ("gives: \\[rain, sun\\]\n", "gives:\n      - rain\n      - sun\n"),
    ("grade\\(sum", "grade( sum"),
)


@pytest.mark.parametrize(("old", "new"), LAYOUT)
def test_layout_makes_no_difference(
    base: str, tmp_path: Path, old: str, new: str
) -> None:
    """Comments, spaces and the forms of lists and maps."""
    text = re.sub(old, lambda _: new, RULES)
    assert text != RULES
    found = diff(base, written(tmp_path / "other", text))
    assert found.same
    assert found.text() == ""
    assert found.changes == ()


def test_the_order_of_declarations_makes_no_difference(
    base: str, tmp_path: Path
) -> None:
    """Sections and names of a section may stand in any order."""
    parts = re.split(r"(?m)^(?=\w)", RULES)
    Random(1).shuffle(parts)
    assert diff(base, written(tmp_path / "other", "".join(parts))).same


def test_words_are_no_difference(base: str, tmp_path: Path) -> None:
    """They are counted, and shown when asked for."""
    other = written(tmp_path / "other", RULES.replace("What the sky does", "The sky"))
    found = diff(base, other)
    assert found.same
    assert "The sky" not in found.text()
    assert "What the sky does -> The sky" in found.text(full=True)


CHANGES = (
    ("6-8: fair, 9+", "6-7: fair, 8+", "tables.grade.rows"),
    ("2d6", "3d6", "procedures.throw.steps.dice.roll.dice"),
    ("n + n", "n + n + 1", "formulas.twice.is"),
    ("sum(dice) + add", "sum(dice) - add", "procedures.throw.steps.2.return"),
    ("4+: sun", "4-5: sun, 6: rain", "tables.weather.rows"),
)


@pytest.mark.parametrize(("old", "new", "path"), CHANGES)
def test_what_changes_is_named(
    base: str, tmp_path: Path, old: str, new: str, path: str
) -> None:
    """By the path that an overlay would write; and it makes a difference."""
    found = diff(base, written(tmp_path / "other", RULES.replace(old, new)))
    assert not found.same
    assert all(place.startswith(path) for place, _, _ in found.changes)
    assert "differs" in found.effects.values()


def test_the_smallest_example_and_its_odds(base: str, tmp_path: Path) -> None:
    """The first arguments that differ, with the odds that `odds` gives."""
    other = written(tmp_path / "other", RULES.replace("6-8: fair, 9+", "6-7: fair, 8+"))
    report = diff(base, other).report
    (effect,) = [effect for effect in report.effects if effect.name == "throw"]
    assert effect.example == (("add", "0"),)
    assert (effect.tried, effect.domain, effect.differing) == (4, 4, 4)
    assert effect.compared is not None
    (cell,) = effect.compared.cells
    for folder, measured in ((other, cell.measured), (base, cell.against)):
        odds = open_ruleset(folder).odds("throw", add=0)
        assert measured is not None
        chances = {row.label: row.weight / measured.total for row in measured.outcomes}
        assert chances == {name: float(chance) for name, chance in odds.items()}
    # `weather` reads nothing of the grades
    assert all("weather" not in effect.name for effect in report.effects)
    assert report.unreached == 2


def test_what_is_proved_the_same(base: str, tmp_path: Path) -> None:
    """Another way to write a rule that gives the same, over a closed domain."""
    other = RULES.replace("sum(dice) + add", "add + sum(dice)")
    other = other.replace("n + n", "2 * n")
    effects = diff(base, written(tmp_path / "other", other)).effects
    assert effects["throw"] == "same"
    assert effects["twice"] == "same as tried"  # there is no end of numbers


def test_a_rule_that_refuses_now(base: str, tmp_path: Path) -> None:
    """What takes something else is not run, and says so."""
    other = RULES.replace("twice: {takes: {n: integer}", "twice: {takes: {m: integer}")
    other = other.replace("call: twice(n)", "call: twice(m)")
    report = diff(base, written(tmp_path / "other", other)).report
    (effect,) = [effect for effect in report.effects if effect.name == "twice"]
    assert effect.verdict == "not run"
    assert "m" in effect.note


ORDERED = """name: ordered
seen_by: everyone
tables:
  size:
    given: {n: integer}
    gives: [small, large]
    hit: first
    rows:
      few: {if: n < 5, give: small}
      not many: {if: n < 9, give: large}
      else: {give: large}
"""


HOUSE_RULES = sorted(file.parent for file in ROOT.glob("tests/house/*/ruleset.yaml"))


@pytest.mark.parametrize("folder", HOUSE_RULES, ids=lambda folder: folder.name)
def test_paths_are_those_of_overlays(folder: Path) -> None:
    """What an overlay changes at a path is found at it or below, and nothing else but
    what it adds and what its options switch on."""
    loaded = load(folder)
    layer = loaded.layers[-1]
    named = {
        change.path.text.replace("_", " ")
        for change in changes_in(layer.map("change"), "")
        if not change.path.text.startswith("cases.")
    }
    assert named
    base = loaded.layers[0].name
    report = diff(base, str(folder), scenarios=[]).report
    paths = [change.path for change in report.changes]
    for path in named:
        parent = path.rsplit(".", 1)[0]
        assert any(each.startswith(parent) for each in paths), path


@pytest.mark.parametrize("folder", HOUSE_RULES, ids=lambda folder: folder.name)
def test_equal_meanings_have_equal_odds(folder: Path) -> None:
    """What is not run because it reads nothing of the changes does give the same."""
    loaded = load(folder)
    before = open_pack(find_pack(loaded.layers[0].name))
    after = open_pack(folder)
    sides = Sides(before, after, ("before", "after"))
    known = [Meanings(pack) for pack in (before, after)]
    same = [
        name
        for name in after.ruleset().ruleset.sections["entry_points"]
        if name in before.program.entries
        if known[0].of_entry(name) == known[1].of_entry(name)
    ]
    for name in same:
        arguments = arguments_of(name, sides, "")
        for combination in arguments.combinations[:4] if arguments else ():
            one = outcomes_of(before, name, "", combination.before)
            other = outcomes_of(after, name, "", combination.after)
            assert one.refused == other.refused
            if one.measured is not None and other.measured is not None:
                exact = one.measured.is_exact and other.measured.is_exact
                assert not exact or is_same_distribution(one.measured, other.measured)


def test_options_are_compared() -> None:
    """Two settings of one pack: the option is named, and what it switches."""
    found = diff(
        "acks-reconnaissance",
        "acks-reconnaissance",
        after_options={"topic die": "4"},
        scenarios=[],
    )
    assert ("options.topic die", "8", "4") in found.changes or any(
        path == "options.topic die" for path, *_ in found.changes
    )
    assert found.report.names[1] == "acks-reconnaissance with topic die 4"
    assert any(verdict == "differs" for verdict in found.effects.values())


# Versions of a repository.


def git(folder: Path, *words: str) -> None:
    """Run git in a folder, as nobody in particular."""
    environment = {
        **os.environ,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_AUTHOR_NAME": "a",
        "GIT_AUTHOR_EMAIL": "a@b.example",
        "GIT_COMMITTER_NAME": "a",
        "GIT_COMMITTER_EMAIL": "a@b.example",
    }
    command = ["git", "-C", str(folder), *words]
    subprocess.run(command, check=True, capture_output=True, env=environment)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with two commits of the rules in a folder of it."""
    git(tmp_path, "init", "-q")
    written(tmp_path / "rules", RULES)
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "one")
    git(tmp_path, "tag", "first")
    written(tmp_path / "rules", RULES.replace("2d6", "3d6"))
    git(tmp_path, "commit", "-q", "-a", "-m", "two")
    return tmp_path / "rules"


def test_an_older_commit(repository: Path) -> None:
    """By a tag, a relative name, and against the files as they are now."""
    for revision in ("first", "HEAD~1"):
        found = diff(f"{repository}@{revision}", str(repository))
        assert found.changes == (
            ("procedures.throw.steps.dice.roll.dice", "2d6", "3d6"),
        )
    assert diff(f"{repository}@HEAD", str(repository)).same


@pytest.mark.parametrize(
    ("revision", "error"),
    [
        ("nowhere", UnknownName),
        ("--output=x", UnknownName),
        ("-x", UnknownName),
        ("first:rules", UnknownName),
    ],
)
def test_revisions_that_are_not(
    repository: Path, revision: str, error: type[Exception]
) -> None:
    """Nothing of them reaches git as an option, and nothing is written."""
    before = sorted(repository.parent.rglob("x"))
    with pytest.raises(error):
        diff(f"{repository}@{revision}", str(repository))
    assert sorted(repository.parent.rglob("x")) == before


def test_what_is_in_no_repository(base: str, tmp_path: Path) -> None:
    """It says so; a folder that is not there is a folder that is not there."""
    with pytest.raises(UsageError):
        diff(f"{base}@HEAD", base)
    with pytest.raises(NoPack):
        diff(str(tmp_path / "nowhere"), base)


def test_the_picture(base: str, tmp_path: Path) -> None:
    """It has the odds of the example, and says so where nothing differs."""
    other = written(tmp_path / "other", RULES.replace("6-8: fair, 9+", "6-7: fair, 8+"))
    drawn = diff(base, other).svg()
    ElementTree.fromstring(drawn)
    assert "good" in drawn
    assert "nothing that was tried" in diff(base, base).svg()


CONDITIONS = """name: arms
seats: side
seen_by: everyone
types:
  arm: [sword, axe, bow]
entities:
  side: {fields: {}}
  place: {single: yes, fields: {dark: {type: yes or no, start: no, seen_by: everyone}}}
  man:
    fields:
      side: {type: side, seen_by: everyone}
      experience: {type: integer 0..20, start: 1, seen_by: everyone}
      arm: {type: arm, start: axe, seen_by: everyone}
    derived:
      able: {is: experience >= 9}
modifiers:
  aim(m:man): {groups: {all: {rows: {each: {if: m.experience > 20, add: 1}}}}}
formulas:
  skill(m:man) gives integer: {is: 2}
  plain(n:integer) gives integer: {is: n}
procedures:
  hit(m:man) gives integer: {steps: [{roll: {d: d6}}, {return: d + skill(m)}]}
entry_points:
  hit: {takes: {m: man}, gives: integer, call: hit(m)}
  plain: {takes: {n: integer}, gives: integer, call: plain(n)}
scenarios:
  s:
    entities:
      red: {kind: side}
      field: {kind: place}
      ann: {kind: man, side: red}
      bob: {kind: man, side: red}
"""


@pytest.mark.parametrize(
    ("was", "now", "shown"),
    [
        ("is: 2", "is: if m.experience >= 6 then 3 else 2", "ann.experience 6"),
        ("is: 2", "is: if m.experience > 6 then 3 else 2", "ann.experience 7"),
        ("is: 2", "is: if m.able then 3 else 2", "ann.experience 9"),
        ("is: 2", "is: if place.dark then 3 else 2", "field.dark yes"),
        (
            "is: 2",
            "is: if m.experience >= 6 and m.arm is bow then 3 else 2",
            "ann.experience 6, ann.arm bow",
        ),
        ("is: n", "is: if n > 136 then 0 else n", "n 137"),
        ("is: n", "is: if n is 137 then 0 else n", "n 137"),
    ],
)
def test_what_a_changed_rule_compares_with_is_tried(
    was: str, now: str, shown: str, tmp_path: Path
) -> None:
    """Constants and the numbers beside them, also in fields of the entities given."""
    before = written(tmp_path / "before", CONDITIONS)
    after = written(tmp_path / "after", CONDITIONS.replace(was, now))
    found = diff(before, after)
    differing = [title for title, verdict in found.effects.items() if verdict != "same"]
    assert differing
    assert all(title.endswith(shown) for title in differing)
