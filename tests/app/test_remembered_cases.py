"""A case that is not run again has the verdict that it would have if it were run."""

import re
from pathlib import Path

import pytest

from interpreter.app.testing import pack_runs
from interpreter.app.testing.case_runs import CaseRunner
from interpreter.app.testing.pack_runs import CasesWanted, case_results, results_of
from interpreter.cache.verdicts import Verdicts
from interpreter.diagnostics import UnknownName, Unusable
from interpreter.pipeline import loading
from interpreter.pipeline.loading import Loaded, load
from interpreter.reports.cases import CaseResult

PACK = """name: remembered
title: Small rules of every kind
seats: side
seen_by: everyone
types:
  weather: [rain, sun]
options:
  night: {values: [yes, no], default: no}
  more: {values: 0..3, default: 0}
entities:
  side: {fields: {luck: {type: integer, seen_by: everyone, start: 0}}}
  unit:
    fields:
      side: {type: side, seen_by: everyone}
      men: {type: integer, seen_by: everyone}
    derived:
      half: {is: men / 2}
events:
  shot: {takes: {of: unit}}
claims:
  report: {about: unit, facts: {men: {type: integer}}}
tables:
  sky: {of: 2d6, gives: weather, rows: {2-6: rain, 7-12: sun}}
  wound: {of: integer, gives: integer, rows: {1-: 1, 2-5: 2, 6+: 3}}
modifiers:
  aim:
    takes: {u: unit}
    groups:
      size: {rows: {many: {if: u.men > 5, add: 1}}}
formulas:
  strength: {takes: {u: unit}, is: u.half + option.more}
  bold: {takes: {n: integer}, is: n > 3}
procedures:
  weather of today:
    gives: weather
    steps:
      - roll: {dice: 2d6}
      - return: sky(sum(dice))
  hit:
    takes: {u: unit}
    gives: integer
    rule: 1.1
    steps:
      - roll: {die: d6}
        by: u.side
        for: a shot
      - happens: shot(u)
      - {only: night, return: 0}
      - return: wound(die + total(aim(u)))
  charge:
    takes: {u: unit}
    gives: integer
    rule: 1.2
    steps:
      - choose: far
        by: u.side
        from: "[1, 4, 6]"
      - require: far < 6
        rule: 1.3
      - return: far
  tell all:
    takes: {u: unit}
    rule: 1.4
    steps:
      - {tell: report, to: u.side, about: u, facts: {men: u.men}}
triggers:
  counted: {on: shot(u), do: [{set: {u.side.luck: u.side.luck + 1}}]}
policies:
  brave: {answers: {far: 'first(n in offered where bold(n))'}}
scenarios:
  field:
    entities:
      red: {kind: side}
      guards: {kind: unit, side: red, men: 6}
  dark:
    options: {night: yes}
    entities: {red: {kind: side}, guards: {kind: unit, side: red, men: 6}}
cases:
  sun: {run: weather of today(), dice: {dice: [3, 4]}, expect: {result: sun}}
  odds of rain: {odds: sky(), expect: {rain: 5/12, sun: 7/12}}
  half the men: {scenario: field, run: strength(guards), expect: {result: 3}}
  some more:
    {scenario: field, options: {more: 2}, run: strength(guards), expect: {result: 5}}
  a hit:
    scenario: field
    run: hit(guards)
    dice: {die: 4}
    expect: {result: 2, red.luck: 1}
  half are left:
    scenario: field
    run: weather of today()
    dice: {dice: [4, 3]}
    expect: {guards.half: 3}
  missed at night:
    {scenario: dark, run: hit(guards), dice: {die: 4}, expect: {result: 0}}
  a charge: {scenario: field, run: charge(guards), policy: brave, expect: {result: 4}}
  a charge of red:
    {scenario: field, run: charge(guards), policy: red=brave, expect: {result: 4}}
  too far:
    rule: 1.3
    scenario: field
    run: charge(guards)
    answers: {far: 6}
    expect: {refused: 1.3}
  told:
    scenario: field
    run: tell_all(guards)
    views: {red: {has: {report: {about: guards, men: 6}}}}
  told the same: {scenario: field, run: tell_all(guards), views: {red: {same_as: told}}}
  wounds:
    {columns: [n, out], run: wound(n), expect: {result: out}, rows: [[1, 1], [9, 3]]}
"""
EDITS = {
    "nothing": ("", "", set()),
    "a comment moves every line": ("types:", "# one\n# two\ntypes:", set()),
    "a row": ("7-12: sun", "7-12: rain", {"sun", "odds of rain", "half are left"}),
    "a row of a table that a step reads": (
        "2-5: 2",
        "2-5: 4",
        {"a hit", "wounds, 1", "wounds, 2"},
    ),
    "a row of modifiers": ("add: 1", "add: 9", {"a hit"}),
    "a formula": (
        "u.half + option.more",
        "u.half + 1 + option.more",
        {"half the men", "some more"},
    ),
    "what is derived": (
        "men / 2",
        "men / 3",
        {"half the men", "some more", "half are left"},
    ),
    "a formula of a policy": ("n > 3", "n > 0", {"a charge", "a charge of red"}),
    "a policy": ("where bold(n)", "where n > 4", {"a charge", "a charge of red"}),
    "a default": ("0..3, default: 0", "0..3, default: 1", {"half the men"}),
    "a default that steps hang on": (
        "[yes, no], default: no",
        "[yes, no], default: yes",
        {"a hit"},
    ),
    "a trigger": ("luck + 1", "luck + 2", {"a hit", "missed at night"}),
    "a step": ("      - return: far", "      - return: far + 1", None),
    "a requirement": ("far < 6", "far < 7", None),
    "the rule of a requirement": (
        "rule: 1.3\n      - ret",
        "rule: 1.9\n      - ret",
        None,
    ),
    "what is told": ("facts: {men: u.men}}", "facts: {men: u.men + 1}}", None),
    "a scenario": (
        "field:\n    entities:\n      red: {kind: side}",
        "field:\n    entities:\n      red: {kind: side, luck: 5}",
        None,
    ),
    "the men of a scenario": ("men: 6}\n  dark", "men: 4}\n  dark", None),
    "an option of a scenario": (
        "options: {night: yes}",
        "options: {night: no}",
        {"missed at night"},
    ),
    "a case": ("{dice: [3, 4]}", "{dice: [1, 1]}", {"sun"}),
    "a row of cases": ("[9, 3]]", "[9, 2]]", {"wounds, 2"}),
    "a type": ("[rain, sun]", "[sun, rain]", None),
    "a new case": (
        "  sun: {",
        "  again: {run: bold(1), expect: {result: no}}\n  sun: {",
        {"again"},
    ),
    "a new formula": ("  bold:", "  sun count: {takes: {}, is: 3}\n  bold:", set()),
    "an audience": (
        "seen_by: everyone}\n    derived",
        "seen_by: judge}\n    derived",
        None,
    ),
    "a pack that is broken": (
        "{takes: {n: integer}, is: n > 3}",
        "{takes: {n: integer}, is: m}",
        None,
    ),
    "an option that breaks": ("only: night, return: 0", "only: night, return: m", None),
}
"""Edits, with the cases that are run after them; None: whatever is needed."""


@pytest.fixture(name="folder")
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "pack"
    folder.mkdir()
    return folder


def ran(folder: Path, text: str, *, remember: bool = True) -> dict[str, CaseResult]:
    """Return the results of the cases of a pack by name."""
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    loaded = load(folder)
    if loaded.program is None:
        return {}
    verdicts = Verdicts.of(folder)
    given = verdicts if remember else None
    cases = CaseRunner(loaded, verdicts=given, again=not remember)
    results = list(case_results(cases, 1))
    verdicts.keep()
    return {each.name: each for each in results}


def verdicts_of(results: dict[str, CaseResult]) -> list[tuple[object, ...]]:
    """Return all that is printed of results."""
    return [
        (name, str(each.span), each.rules, each.differences, each.error)
        for name, each in results.items()
    ]


@pytest.mark.parametrize("edit", EDITS)
def test_every_edit_is_followed_by_the_verdicts_of_an_empty_cache(
    folder: Path, edit: str
) -> None:
    before, after, run = EDITS[edit]
    first = ran(folder, PACK)
    assert all(each.passed for each in first.values()), verdicts_of(first)
    assert PACK.count(before) == 1 or not before
    text = PACK.replace(before, after) if before else PACK
    remembered = ran(folder, text)
    afresh = ran(folder, text, remember=False)
    assert verdicts_of(remembered) == verdicts_of(afresh)
    if run is not None:
        assert {n for n, each in remembered.items() if not each.unchanged} == run
    again = ran(folder, text)
    assert verdicts_of(again) == verdicts_of(afresh)
    assert all(each.unchanged == each.passed for each in again.values())
    assert all(each.unchanged for each in ran(folder, PACK).values())


@pytest.mark.parametrize("pack", ["valley", "couriers", "requirements"])
def test_any_number_may_be_changed(folder: Path, pack: str) -> None:
    """In a pack of several files, one after the other."""
    source = Path(__file__).parents[1] / "packs" / pack
    text = "\n".join(
        each.read_text(encoding="utf-8") for each in sorted(source.glob("*.yaml"))[-1:]
    )
    ran(folder, text)
    for hit in list(re.finditer(r"(?<=[ \[])[1-9](?=[\],} ])", text))[::5]:
        changed = f"{text[: hit.start()]}{int(hit[0]) + 1}{text[hit.end() :]}"
        remembered = ran(folder, changed)
        afresh = ran(folder, changed, remember=False)
        assert verdicts_of(remembered) == verdicts_of(afresh), hit


def test_words_choose_cases(folder: Path) -> None:
    """A name, a table of cases, a rule that is run through or named, a part."""
    ran(folder, PACK)

    def names(*words: str, again: bool = False) -> list[str]:
        wanted = CasesWanted(words, False, 1, again)
        return [each.name for each in results_of([folder], wanted, None)]

    assert names("sun") == ["sun"]
    assert names("wounds") == ["wounds, 1", "wounds, 2"]
    assert names("told") == ["told"]
    assert names("hit") == ["a hit"]
    for again in (True, False):
        assert names("1.1", again=again) == ["a hit", "missed at night"]
    assert names("1.3") == ["a charge", "a charge of red", "too far"]
    assert names("1.4", "sun") == ["sun", "told", "told the same"]


def test_words_choose_among_own_cases(folder: Path) -> None:
    """A word that only a case of the base pack has means nothing there, also where
    nothing has changed; rules are found in capitals or not."""
    base = PACK.replace("rule: 1.1", "rule: AB-1")
    (folder / "ruleset.yaml").write_text(base, encoding="utf-8")
    above = folder.with_name("above")
    above.mkdir()
    own = "cases: {own: {run: bold(4), expect: {result: yes}}}\n"
    head = f"name: above\nextends: ../{folder.name}\n{own}"
    (above / "ruleset.yaml").write_text(head, encoding="utf-8")

    def names(*words: str, own: bool) -> list[str]:
        wanted = CasesWanted(words, own, 1, False)
        return [each.name for each in results_of([above], wanted, None)]

    everything = names(own=False)
    assert names(own=True) == ["own"]
    assert len(everything) > 1
    assert names("sun", own=False) == ["sun"]
    for _ in range(2):
        with pytest.raises(UnknownName):
            names("sun", own=True)
    assert names("ab-1", own=False) == names("AB-1", own=False) != []


def test_a_pack_without_changes_is_not_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whole or by the names of cases; any change of a file, and it is."""
    (folder / "ruleset.yaml").write_text(PACK, encoding="utf-8")

    def results(*words: str) -> dict[str, CaseResult]:
        found = results_of([folder], CasesWanted(words, False, 1, False), None)
        return {each.name: each for each in found}

    first = results()
    for reading in ("load", "load_files"):
        monkeypatch.setattr(pack_runs, reading, None)
    assert verdicts_of(results()) == verdicts_of(first)
    assert all(each.unchanged for each in results().values())
    assert list(results("wounds", "sun")) == ["sun", "wounds, 1", "wounds, 2"]
    (folder / "ruleset.yaml").write_text(f"{PACK}# more", encoding="utf-8")
    with pytest.raises(TypeError):
        results()
    with pytest.raises(TypeError):
        results("sun")


def test_cases_asked_for_by_words_wait_for_no_proof(folder: Path) -> None:
    """What shows a secret is refused by a test of the whole pack, while a case of it
    runs; a mistake of another kind is refused by both."""
    steps = "[{say: '{u.men} men', seen_by: everyone}]"
    leak = f"  a leak: {{takes: {{u: unit}}, steps: {steps}}}\n"
    secret = PACK.replace(
        "men: {type: integer, seen_by: everyone}", "men: {type: integer, seen_by: side}"
    ).replace("procedures:\n", f"procedures:\n{leak}")
    wanted = [CasesWanted(words, False, 1, False) for words in ((), ("sun",))]
    (folder / "ruleset.yaml").write_text(secret, encoding="utf-8")
    with pytest.raises(Unusable) as refused:
        results_of([folder], wanted[0], None)
    assert {each.code[:2] for each in refused.value.problems} == {"R6"}
    assert [each.passed for each in results_of([folder], wanted[1], None)] == [True]
    for mistake in (("men / 2", "men / two"), ("7-12: sun", "7-12: moon")):
        (folder / "ruleset.yaml").write_text(PACK.replace(*mistake))
        for each in wanted:
            with pytest.raises(Unusable):
                results_of([folder], each, None)


def test_a_mistake_that_a_case_does_not_reach_waits_for_a_test_of_the_pack(
    folder: Path,
) -> None:
    """A case that is asked for by name runs beside it, and no other does."""
    text = PACK.replace("is: n > 3}", "is: m > 3}")
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    for words, runs in (((), False), (("sun",), True), (("a charge",), False)):
        wanted = CasesWanted(words, False, 1, False)
        if runs:
            assert [each.passed for each in results_of([folder], wanted, None)] == [
                True
            ]
        else:
            with pytest.raises(Unusable) as refused:
                results_of([folder], wanted, None)
            assert [each.code for each in refused.value.problems] == ["R301"]


SMALL = """name: small
formulas:
  good: {takes: {n: integer}, is: n + 1}
  bad: {takes: {n: integer}, is: m + 1}
cases:
  one: {run: good(1), expect: {result: 2}}
  two: {run: good(2), expect: {result: 3}}
"""


def test_named_cases_that_pass_say_nothing_of_the_pack(folder: Path) -> None:
    """Also where they are all that it has, and nothing has changed since."""
    (folder / "ruleset.yaml").write_text(SMALL, encoding="utf-8")
    named = CasesWanted(("one", "two"), False, 1, False)
    for _ in range(2):
        assert all(each.passed for each in results_of([folder], named, None))
        with pytest.raises(Unusable):
            results_of([folder], CasesWanted((), False, 1, False), None)
    (folder / "ruleset.yaml").write_text(SMALL.replace("m + 1", "n"), encoding="utf-8")
    for words, known in ((("one",), {}), ((), {"one"}), (("two",), {"two"})):
        wanted = CasesWanted(words, False, 1, False)
        found = results_of([folder], wanted, None)
        assert {each.name for each in found if each.unchanged} == {*known}


def test_a_row_that_is_no_case_is_not_in_the_way_of_another(folder: Path) -> None:
    rows = "  bad: {columns: [n], rows: {a: {n: 2, run: [a]}, b: {n: 2}}}\n"
    text = SMALL.replace("m + 1", "n") + rows
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    for words, passes in ((("one",), True), (("bad, a",), False)):
        wanted = CasesWanted(words, False, 1, False)
        if passes:
            assert [each.passed for each in results_of([folder], wanted, None)] == [
                True
            ]
        else:
            with pytest.raises(Unusable):
                results_of([folder], wanted, None)


@pytest.mark.parametrize("edit", EDITS)
def test_a_case_comes_out_by_part_as_with_the_whole_pack(
    folder: Path, edit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After every edit, whether it passes or not, and what passes has read no more: a
    third of the cases for each edit, so all of them for three that follow."""
    before, after, _ = EDITS[edit]
    text = PACK.replace(before, after) if before else PACK
    whole = ran(folder, text, remember=False)
    read: list[Path] = []

    def load_whole(files: Loaded) -> Loaded:
        read.append(files.folder)
        return loading.load_whole(files)

    monkeypatch.setattr(pack_runs, "load_whole", load_whole)
    for name, result in [*whole.items()][[*EDITS].index(edit) % 3 :: 3]:
        read.clear()
        wanted = CasesWanted((name,), False, 1, True)
        by_part = {each.name: each for each in results_of([folder], wanted, None)}
        assert verdicts_of(by_part) == verdicts_of({name: result})
        assert bool(read) == (not result.passed or name == "told the same")


def test_nothing_is_remembered_without_a_cache(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UMPIRE_CACHE", "off")
    for _ in range(2):
        assert not any(each.unchanged for each in ran(folder, PACK).values())
