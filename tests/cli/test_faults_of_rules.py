"""A rule that fails while it runs says what it would have set, and by which rule."""

from pathlib import Path

import pytest

from tests.games.playing import call

PACK = """\
name: failing
seen_by: everyone
entities:
  man:
    fields:
      points left: {type: integer 0..3, start: 0, seen_by: everyone}
      friend: {type: man or none, start: none, seen_by: everyone}
procedures:
  grow:
    takes: {n: integer}
    gives: integer
    steps:
      - for_each: m in every(man)
        rule: MEN-7
        set: {m.points left: m.points_left - n}
      - return: n
  ask:
    gives: integer
    steps:
      - for_each: m in every(man)
        set: {m.friend.points left: 3}
      - return: 3
scenarios:
  alone: {entities: {ann: {kind: man}}}
cases:
  grown: {from: by hand, scenario: alone, run: grow(2), expect: {result: 2}}
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    (tmp_path / "ruleset.yaml").write_text(PACK, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ("grow", "--with", "n=2"),
            "R701 'man.points_left': -2 is not between 0 and 3 [MEN-7]",
        ),
        (
            ("ask",),
            "R704 'man.points_left': there is none where a value is needed [ask.set]",
        ),
    ],
)
def test_the_field_and_the_rule_are_named(
    pack: Path, words: tuple[str, ...], told: str
) -> None:
    """The rule that the step carries, else the step itself."""
    code, _, said = call("run", pack, *words, "--scenario", "alone")
    assert code == 3
    assert told in said


def test_a_case_says_where(pack: Path) -> None:
    """The step that failed, not only the case that found it."""
    code, out, _ = call("test", pack)
    assert code == 1
    assert "ruleset.yaml:15:9: R701 'man.points_left'" in out


SLICED = """\
name: sliced
seen_by: everyone
entities:
  man:
    fields:
      points left: {type: integer 0..3, start: 0, seen_by: everyone}
      other: {type: integer 0..3, start: 0, seen_by: everyone}
procedures:
  grow:
    gives: integer
    steps:
      - roll: {thrown: 1d6}
      - for_each: m in every(man)
        rule: MEN-7
        set: {m.points left: thrown, m.other: 1}
      - return: 1
scenarios:
  alone: {entities: {ann: {kind: man}}}
"""


def test_odds_say_the_same_from_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Odds need not set what nobody reads; the fault is that of the whole step."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    pack = tmp_path / "pack"
    pack.mkdir()
    (pack / "ruleset.yaml").write_text(SLICED, encoding="utf-8")
    cold = call("odds", pack, "grow", "--scenario", "alone")
    assert [*(tmp_path / "cache").rglob("*.exact*")]
    warm = call("odds", pack, "grow", "--scenario", "alone")
    assert "'man.points_left' or 'man.other': 4 is not between 0 and 3" in cold[2]
    assert warm == cold
