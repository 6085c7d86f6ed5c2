"""Mutation testing of rule data: which faults in rows are found, and by what."""

from pathlib import Path

import pytest

from interpreter import open_ruleset
from interpreter.app.testing.mutation import FaultsWanted, mutation_report
from interpreter.diagnostics import Unusable
from interpreter.reports.mutation import Mutant, MutationReport

PACK = """name: small
tables:
  weather:
    of: 2d6
    gives: [rain, clouds, sun]
    rows: {5-: rain, 6-8: clouds, 9+: sun}
  speeds:
    key: shoe
    columns: {speed: integer}
    rows: {clog: {speed: 3}, boot: {speed: 4}}
  prices(n:integer 0..10):
    hit: first
    gives: integer
    rows:
      dear: {if: n > 8, give: 2}
      cheap: {if: else, give: 1}
options:
  loud: {title: Loud, values: [yes, no], default: no}
modifiers:
  noise(n:integer 0..3):
    groups:
      boots: {only: loud, rows: {boots: {add: +1}}}
      many: {rows: {many: {if: n > 1 or n > 2, add: n}}}
"""
CASES = """cases:
  a bright day:
    odds: weather
    expect: {rain: 10/36, clouds: 16/36, sun: 10/36}
  shoes:
    columns: [shoe, speed]
    run: speeds(shoe)
    expect: {result.speed: speed}
    rows: [[clog, 3], [boot, 4]]
  a price: {run: prices(9), expect: {result: 2}}
"""


def _made(folder: Path, cases: str = CASES) -> Path:
    (folder / "ruleset.yaml").write_text(PACK)
    (folder / "cases.yaml").write_text(cases)
    return folder


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> MutationReport:
    """Every fault of a small pack."""
    return mutation_report(_made(tmp_path_factory.mktemp("small")), FaultsWanted(None))


def _of(report: MutationReport, path: str) -> list[Mutant]:
    return [mutant for mutant in report.mutants if path in mutant.path]


def test_bands_that_do_not_meet_are_found_by_check(report: MutationReport) -> None:
    """A gap and an overlap need no case; an edge that moved does."""
    by = {(m.kind, m.verdict) for m in _of(report, "tables.weather")}
    assert ("widened", "check") in by
    assert ("narrowed", "check") in by
    assert ("shifted", "case") in by
    assert ("swapped", "case") in by
    assert not {kind for kind, verdict in by if verdict == "survived"}


def test_cells_are_found_by_the_case_that_reads_them(report: MutationReport) -> None:
    """The case is named."""
    found = [m for m in _of(report, "tables.speeds") if m.kind == "shifted"]
    assert {m.verdict for m in found} == {"case"}
    assert {m.found_by.split(",")[0] for m in found} <= {"shoes", "shoes 1", "shoes 2"}


def test_a_fault_that_no_argument_shows_is_equivalent(
    report: MutationReport,
) -> None:
    """It is proved over all arguments there are, not taken for granted."""
    many = [m for m in _of(report, "rows.many") if m.before == "2"]
    assert {(m.kind, m.verdict) for m in many} == {
        ("widened", "equivalent"),
        ("narrowed", "equivalent"),
    }


def test_a_survivor_has_the_case_that_is_missing(report: MutationReport) -> None:
    """Written into the cases, that finds it."""
    cheap = [m for m in _of(report, "rows.cheap") if m.verdict == "survived"]
    assert cheap
    assert all("run: prices(" in m.missing and "result: 1" in m.missing for m in cheap)


def test_the_missing_case_passes_and_finds_the_fault(
    report: MutationReport, tmp_path: Path
) -> None:
    """Every missing case that the report prints, under the option it names."""
    survivors = [m for m in report.mutants if m.verdict == "survived" and m.missing]
    assert any("loud: yes" in m.missing for m in survivors)
    lines = [f"  found {n}: {m.missing}" for n, m in enumerate(survivors)]
    folder = _made(tmp_path, CASES + "\n".join(lines) + "\n")
    after = mutation_report(folder, FaultsWanted(None))
    assert after.score == 100, [m for m in after.mutants if m.verdict == "survived"]


def test_more_faults_of_a_seed_have_the_fewer_too(tmp_path: Path) -> None:
    """The draw is the same for the same seed, in one process or two."""
    folder = _made(tmp_path)
    few = mutation_report(folder, FaultsWanted(5, "a"))
    more = mutation_report(folder, FaultsWanted(9, "a", workers=2))
    assert len(few.mutants) == 5
    assert set(few.mutants) < set(more.mutants)


def test_what_is_known_is_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the same rules only survivors are tried again, once there is a case more."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "small").mkdir()
    folder = _made(tmp_path / "small")
    tried: list[int] = []

    def tell(done: int, _: int) -> None:
        tried.append(done)

    first = mutation_report(folder, FaultsWanted(8), tell)
    assert tried
    tried.clear()
    assert mutation_report(folder, FaultsWanted(8), tell) == first
    assert not tried
    survivors = first.count("survived")
    assert survivors
    (folder / "cases.yaml").write_text(
        CASES + "  more: {run: prices(1), expect: {result: 1}}\n"
    )
    mutation_report(folder, FaultsWanted(None), tell)
    assert tried[0] >= 8 - survivors  # what a case found it finds again
    tried.clear()
    (folder / "ruleset.yaml").write_text(PACK.replace("cheap", "usual"))
    mutation_report(folder, FaultsWanted(8), tell)
    assert [done for done in tried if done] == [*range(1, 9)]
    assert tried[0] == 0  # the cases are run before


def test_a_pack_whose_cases_fail_is_refused(tmp_path: Path) -> None:
    """A case that fails without a fault finds every fault."""
    folder = _made(tmp_path, CASES.replace("result: 2", "result: 7"))
    with pytest.raises(Unusable, match="a price"):
        mutation_report(folder, FaultsWanted(3))


def test_the_api_returns_the_score(tmp_path: Path) -> None:
    """As the command line prints it."""
    score = open_ruleset(_made(tmp_path)).mutants(count=4)
    assert score.tried <= 4
    assert "faults found" in score.text()
    assert score.to_json()["pack"] == "small"


ALIKE = """name: alike
options:
  night: {title: Night, values: [yes, no], default: no}
tables:
  t: {of: d6, gives: [a, b], rows: {1-3: a, 4+: b}}
  late: {only: night, of: d6, gives: [c, d], rows: {1-2: c, 3+: d}}
  bows:
    key: bow
    columns: {near: integer, far: integer}
    rows: {short: [3, 6], long: [5, 9]}
"""


def test_equal_odds_are_no_proof_that_a_fault_changes_nothing(tmp_path: Path) -> None:
    """Two halves of a die that changed places, and a row that nobody reads: both have
    a case that finds them."""
    (tmp_path / "ruleset.yaml").write_text(ALIKE)
    found = mutation_report(tmp_path, FaultsWanted(None))
    assert not found.count("equivalent")
    survivors = [m for m in found.mutants if m.verdict == "survived"]
    assert all(mutant.missing for mutant in survivors), survivors
    lines = [f"  found {n}: {m.missing}" for n, m in enumerate(survivors)]
    (tmp_path / "cases.yaml").write_text("cases:\n" + "\n".join(lines) + "\n")
    assert mutation_report(tmp_path, FaultsWanted(None)).score == 100


HOUSE = """name: house
extends: ../small
change:
  tables.speeds.rows.clog.speed: {expect: 3, to: 5}
cases:
  CASE
"""
OWN_CASES = {
    "clogs: {run: speeds(clog), expect: {result.speed: 5}}": {"case"},
    "a price here: {run: prices(9), expect: {result: 2}}": {"survived"},
}
"""Cases of the overlay, and what becomes of faults in the row that it changes."""


@pytest.mark.parametrize("case", OWN_CASES)
def test_an_overlays_own_cases_find_faults_of_its_own_rows(
    tmp_path: Path, case: str
) -> None:
    """A case of the base fails after the change: it finds nothing, and the error of a
    run with it names the option."""
    for name in ("small", "house"):
        (tmp_path / name).mkdir()
    _made(tmp_path / "small")
    folder = tmp_path / "house"
    (folder / "ruleset.yaml").write_text(HOUSE.replace("CASE", case))
    with pytest.raises(Unusable, match="shoes") as refused:
        mutation_report(folder, FaultsWanted(None))
    assert "--mutants with --own" in refused.value.hint
    report = mutation_report(folder, FaultsWanted(None, only_own=True))
    changed = [
        each for each in report.mutants if each.file.endswith("house/ruleset.yaml")
    ]
    assert changed == list(report.mutants)
    figures = {each.verdict for each in changed if "5" in each.before}
    assert figures == OWN_CASES[case]
