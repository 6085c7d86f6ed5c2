"""The tests that are marked `long`: those for which the gate has a sample or a twin."""

import io
from collections.abc import Sequence
from contextlib import redirect_stdout
from functools import cache
from typing import Any

import pytest

from tests.trial import ROOT

Result = dict[str, Any]
MARKED = ("-q", "-m", "long", "-n", "0", "-p", "no:cacheprovider", "--rootdir", ROOT)
TESTS_OF_A_BATCH = 6


class _Collector:
    """Notes which tests pytest selects."""

    def __init__(self) -> None:
        self.ids: list[str] = []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Keep the ids in their order."""
        self.ids = [item.nodeid for item in session.items]


class _Outcomes:
    """Notes how each test ends."""

    def __init__(self) -> None:
        self.passed: list[str] = []
        self.skipped: list[str] = []
        self.faults: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A failure of any phase is a fault; a test that passes is counted once."""
        if report.failed:
            self.faults.append(f"{report.nodeid} ({report.when})\n{report.longrepr}")
        elif report.skipped:
            self.skipped.append(report.nodeid)
        elif report.when == "call":
            self.passed.append(report.nodeid)


@cache
def ids() -> tuple[str, ...]:
    """Return the ids of the tests that are marked, in the order of their files."""
    collector = _Collector()
    with redirect_stdout(io.StringIO()):
        code = pytest.main(
            [*map(str, MARKED), "--collect-only", str(ROOT / "tests")], [collector]
        )
    if code != pytest.ExitCode.OK:
        raise RuntimeError(f"the tests cannot be collected: exit code {code}")
    return tuple(collector.ids)


def batches() -> int:
    """Return the number of batches for all tests that are marked."""
    return -(-len(ids()) // TESTS_OF_A_BATCH)


def run(batch: int, seed: int) -> Result:
    """Run a batch of tests; which seeds they try, they say themselves."""
    first = batch * TESTS_OF_A_BATCH
    wanted = ids()[first : first + TESTS_OF_A_BATCH]
    outcomes = _Outcomes()
    with redirect_stdout(io.StringIO()):
        pytest.main([*map(str, MARKED), *wanted], [outcomes])
    ran = {*outcomes.passed, *outcomes.skipped}
    missing = [test for test in wanted if test not in ran and not outcomes.faults]
    faults = [*outcomes.faults, *(f"{test} was not run" for test in missing)]
    return {"passed": outcomes.passed, "skipped": outcomes.skipped, "faults": faults}


def summary(results: Sequence[Result]) -> list[str]:
    """Return a table with a row for each file."""
    counts: dict[str, list[int]] = {}
    for result in results:
        for column, key in enumerate(("passed", "skipped")):
            for test in result[key]:
                row = counts.setdefault(test.partition("::")[0], [0, 0])
                row[column] += 1
    lines = ["| file | passed | skipped |", "|---|---|---|"]
    lines += [f"| {file} | {p} | {s} |" for file, (p, s) in sorted(counts.items())]
    faults = sum(len(result["faults"]) for result in results)
    return [*lines, "", f"{faults} faults."]
