"""A verdict from the cache is the one that a fresh check would give, after any edit."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from interpreter.app.ruleset import check_ruleset
from interpreter.cache.folder import SWITCH
from interpreter.cache.pack_verdicts import CombinationCounts, Verdict
from interpreter.pipeline import checking, combinations, option_readings
from interpreter.pipeline.checking import Checked, check
from interpreter.pipeline.combinations import TrialOptions
from interpreter.pipeline.verdicts import verdict_on
from tests.cache.strictly import same
from tests.cli.calling import call
from tests.ruleset.packs import write

BASE = {
    "ruleset.yaml": """
name: base
seen_by: everyone
entry_points:
  start: {call: go()}
options:
  night: {title: dark, values: [yes, no], default: no}
  fog:
    values: [yes, no]
    default: no
    change:
      formulas.half.is: {expect: down(n / 2), to: down(n / 3)}
""",
    "rules.yaml": """
formulas:
  half: {rule: B-1, takes: {n: integer}, is: down(n / 2)}
procedures:
  go:
    gives: integer
    steps:
      - only: night
        let: {a: 4}
      - only: night
        return: a
      - return: half(3)
""",
}
ABOVE = {
    "ruleset.yaml": """
name: above
extends: ../base
entry_points:
  climb: {call: rise()}
change:
  options.night.title: {to: how dark it is}
""",
    "rulebook.yaml": """
B-1: {says: halves}
A-1: {says: levels}
A-2: {says: none, status: later}
""",
    "rules.yaml": """
options:
  level: {values: 1..3, default: 1}
formulas:
  dark: {rule: A-1, only: night, is: option.level + 1}
procedures:
  rise:
    gives: integer
    steps:
      - only: night
        return: dark()
      - return: option.level
""",
    "cases/plain.yaml": """
cases:
  plain: {run: go, expect: {result: 1}}
""",
    "cases/night.yaml": """
cases:
  dark: {run: rise, options: {night: yes}, expect: {result: 2}}
  misty: {run: go, options: {fog: yes}, expect: {result: 1}}
""",
}
Edit = tuple[str, str, str]
EDITS: dict[str, Edit] = {
    "nothing": ("above/rules.yaml", "", ""),
    "a comment above": ("above/rules.yaml", "options:", "# said\noptions:"),
    "a formula": ("above/rules.yaml", "option.level + 1", "option.level + 2"),
    "an error under an option": ("above/rules.yaml", "dark()\n", "dark(1)\n"),
    "an error under the defaults": ("above/rules.yaml", "- return: option", "- no: op"),
    "a name that is missing": ("above/rules.yaml", "return: dark()", "return: misty()"),
    "a default": ("above/rules.yaml", "default: 1", "default: 2"),
    "more values": ("above/rules.yaml", "1..3", "1..4"),
    "nothing runs it": ("above/ruleset.yaml", "rise()", "go()"),
    "a cycle": ("above/rules.yaml", "dark()\n", "rise()\n"),
    "the base": ("base/rules.yaml", "half(3)", "half(4)"),
    "an error in the base": ("base/rules.yaml", "return: a\n", "return: b\n"),
    "the base under an option": ("base/ruleset.yaml", "n / 3", "m / 3"),
    "a guard": ("base/rules.yaml", "down(n / 2)", "down(n / 4)"),
    "a change of the overlay": (
        "above/ruleset.yaml",
        "to: how dark",
        "to: say how dark",
    ),
    "a change that misses": ("above/ruleset.yaml", "options.night", "options.light"),
    "a change of a rule of the source": (
        "above/ruleset.yaml",
        "  options",
        "  rulebook.B-1.says: {to: other}\n  options",
    ),
    "a result of a case": ("above/cases/plain.yaml", "result: 1", "result: 2"),
    "a line in a case": ("above/cases/night.yaml", "  misty", "\n  misty"),
    "a wrong case": ("above/cases/plain.yaml", "run: go", "run: gone"),
    "a wrong case of an option": ("above/cases/night.yaml", "run: go", "run: gone"),
    "a wrong value": ("above/cases/night.yaml", "result: 2", "result: two"),
    "options of a case": ("above/cases/night.yaml", "fog: yes", "fog: yes, level: 3"),
    "a value that is missing": ("above/cases/night.yaml", "fog: yes", "fog: perhaps"),
    "a name of a case": ("above/cases/night.yaml", "misty", "foggy"),
    "another case": (
        "above/cases/plain.yaml",
        "cases:",
        "cases:\n  more: {run: rise, options: {night: yes, level: 3}}",
    ),
    "a case that is gone": (
        "above/cases/night.yaml",
        "  misty: {run: go, options: {fog: yes}, expect: {result: 1}}",
        "",
    ),
    "rules among cases": (
        "above/cases/night.yaml",
        "cases:",
        "formulas: {twice: {is: half(x)}}\ncases:",
    ),
    "a line of the rulebook": ("above/rulebook.yaml", "levels", "all levels"),
    "a rule that nothing carries": ("above/rulebook.yaml", ", status: later", ""),
    "a rule that is not listed": ("above/rulebook.yaml", "A-1: {says: levels}", ""),
    "a rulebook that is no map": ("above/rulebook.yaml", "A-1:", "- A-1:"),
}
BROKEN = (
    ("above/rules.yaml", "dark()\n", "misty(1)\n"),
    ("above/cases/night.yaml", "run: go", "run: rose"),
)
"""Edits that give problems under an option; the name is that of a case."""


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def above(tmp_path: Path) -> Path:
    """Return the folder of a pack above another."""
    write(tmp_path / "base", BASE)
    return write(tmp_path / "above", ABOVE)


def edit(pack: Path, edits: Edit) -> None:
    """Replace a text in a file; what is not there is a mistake of the test."""
    path, old, new = edits
    file = pack.parent / path
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def afresh(pack: Path) -> Verdict:
    """Return the verdict without any cache."""
    checked = check(pack)
    plan, ruleset = checked.plan, checked.loaded.ruleset
    chain = () if ruleset is None else ruleset.chain
    counts = None
    if plan is not None and plan.options:
        counts = CombinationCounts(plan.alone, plan.pairs, plan.sampled, plan.by_cases)
    return Verdict(checked.problems, counts, tuple(folder for folder, _ in chain))


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return the list of combinations that are read from now on."""
    found: list[object] = []
    read = option_readings.read_under

    def counted(*given: object) -> object:
        found.append(given[2])
        return read(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(combinations, "read_under", counted)
    return found


@pytest.mark.parametrize("what", EDITS)
def test_after_any_edit_it_is_that_of_a_fresh_check(above: Path, what: str) -> None:
    before = verdict_on(above)
    assert before.problems
    edit(above, EDITS[what])
    assert same(verdict_on(above), afresh(above))
    assert same(verdict_on(above), afresh(above))


def test_edits_of_a_pack_with_problems(above: Path) -> None:
    """One after the other; what was undone has the verdict of before."""
    for each in BROKEN:
        edit(above, each)
    before = verdict_on(above)
    assert len(before.problems) > 3
    for what, (path, old, new) in EDITS.items():
        file = above.parent / path
        text = file.read_text(encoding="utf-8")
        if old in text:
            edit(above, (path, old, new))
            assert same(verdict_on(above), afresh(above)), what
            file.write_text(text, encoding="utf-8")
    assert same(verdict_on(above), before)


def test_files_that_come_and_go(above: Path) -> None:
    """A file that is empty, one that is misnamed, one below another folder."""
    more = "cases:\n  more: {run: go, options: {fog: yes}}\n"
    for path, text in {
        "empty.yaml": "",
        "cases/more.yaml": more,
        "deep/more.yaml": more,
        "more.yml": more,
    }.items():
        verdict_on(above)
        file = above / path
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
        assert same(verdict_on(above), afresh(above)), path
        file.unlink()
        assert same(verdict_on(above), afresh(above)), path


def test_unchanged_it_is_not_read(above: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under the defaults alone it is another verdict."""
    edit(above, EDITS["an error under an option"])
    whole, quick = verdict_on(above), verdict_on(above, quick=True)
    assert len(quick.problems) < len(whole.problems)
    monkeypatch.setattr(checking, "check", None)
    assert same(verdict_on(above), whole)
    assert same(verdict_on(above, quick=True), quick)
    assert same(check_ruleset(above).problems, whole.problems)


@pytest.mark.parametrize(
    ("what", "count"),
    [
        ("a result of a case", 0),
        ("a line of the rulebook", 0),
        ("a line in a case", 2),
        ("a name of a case", 2),
    ],
)
def test_an_edit_of_cases_reads_few_again(
    above: Path, tried: list[object], what: str, count: int
) -> None:
    """Only the combinations that the cases of that file set."""
    verdict_on(above)
    every = len(tried)
    assert every > 5
    edit(above, EDITS[what])
    verdict_on(above)
    assert len(tried) == every + count


@pytest.mark.parametrize("is_last", [True, False])
def test_cases_beside_rules(above: Path, tried: list[object], is_last: bool) -> None:
    """Cases may be before the rules of their file or after them."""
    rules, case = "formulas:\n  more: {is: 3}\n", ABOVE["cases/night.yaml"]
    text = rules + case if is_last else case + rules
    (above / "cases" / "night.yaml").write_text(text, encoding="utf-8")
    verdict_on(above)
    tried.clear()
    edit(above, EDITS["a result of a case"])
    edit(above, ("above/cases/night.yaml", "result: 2", "result: two"))
    found = verdict_on(above)
    assert len(tried) == 2
    assert same(found, afresh(above))


@pytest.mark.parametrize(
    ("what", "is_whole"),
    [("a formula", False), ("the base", True), ("a default", True), ("a guard", False)],
)
def test_an_edit_of_rules_reads_again_what_it_concerns(
    above: Path, tried: list[object], what: str, is_whole: bool
) -> None:
    verdict_on(above)
    every = len(tried)
    edit(above, EDITS[what])
    verdict_on(above)
    assert (len(tried) == 2 * every) is is_whole


def kept(above: Path) -> list[Path]:
    """Return the files of verdicts."""
    return sorted((above.parent / "cache" / "umpire").glob("*.verdict.json"))


def cut_short(file: Path) -> None:
    """Keep half of a file."""
    data = file.read_bytes()
    file.write_bytes(data[: len(data) // 2])


def forged(file: Path) -> None:
    """Change what a file says, and not its seal."""
    data = file.read_bytes()
    assert b"R512" in data
    file.write_bytes(data.replace(b"R512", b"R511"))


def open_to_all(file: Path) -> None:
    """Let others write it."""
    forged(file)
    file.chmod(0o666)


@pytest.mark.parametrize("damage", [cut_short, forged, open_to_all, Path.unlink])
def test_what_is_damaged_is_not_believed(
    above: Path, damage: Callable[[Path], None]
) -> None:
    before = verdict_on(above)
    (file,) = kept(above)
    damage(file)
    assert same(verdict_on(above), before)


def test_a_verdict_of_another_engine_is_not_believed(
    above: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is one kept that was begun by another."""
    digests: Iterator[str] = iter("aaabbbb")
    monkeypatch.setattr("interpreter.cache.pack_verdicts.engine", lambda: next(digests))
    verdict_on(above, quick=True)
    assert kept(above) == []


def test_the_cache_can_be_switched_off(
    above: Path, monkeypatch: pytest.MonkeyPatch, tried: list[object]
) -> None:
    monkeypatch.setenv(SWITCH, "off")
    before = verdict_on(above)
    every = len(tried)
    assert same(verdict_on(above), before)
    assert len(tried) == 2 * every
    assert not (above.parent / "cache").exists()


@pytest.mark.parametrize("more", [(), ("--json",), ("--strict",), ("--quick",)])
def test_what_is_printed_is_the_same(
    above: Path, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...]
) -> None:
    for each in BROKEN:
        edit(above, each)
    first = call("check", str(above), *more)
    assert call("check", str(above), *more) == first
    monkeypatch.setenv(SWITCH, "off")
    assert call("check", str(above), *more) == first
    assert first.code == (0 if more == ("--quick",) else 3)


@pytest.mark.parametrize("workers", [2, 3])
def test_workers_change_nothing(
    above: Path, monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    for each in BROKEN:
        edit(above, each)
    before = check(above)
    monkeypatch.setattr(combinations, "processes", lambda most, *_: most)
    seen: list[tuple[int, int]] = []

    def progress(done: int, of: int) -> None:
        seen.append((done, of))

    found: Checked = check(above, TrialOptions(progress, workers=workers))
    assert same(found.problems, before.problems)
    assert seen == [(done + 1, len(seen)) for done in range(len(seen))]


def test_more_processes_must_pay() -> None:
    """Of few cores none is worth a long loading; a small pack needs none."""
    assert combinations.processes(2, 7.0, 3.5) == 1
    assert combinations.processes(2, 17.0, 3.5) == 2
    assert combinations.processes(4, 17.0, 3.5) == 4
    assert combinations.processes(64, 17.0, 3.5) == 4
    assert combinations.processes(2, 60.0, 3.5) == 2
    assert combinations.processes(64, 0.9, 0.01) == 1
