"""The long jobs: how their report is kept, their trials shared out, and time told."""

from io import StringIO
from typing import Any
from unittest.mock import patch

import pytest

from tests.long import progress
from tests.long.__main__ import REPORT, faults_of, report, standing
from tests.long.jobs import JOBS
from tests.long.progress import Progress, duration
from tests.long.shares import batches_of

OLD = """\
# Report of the long jobs

## slips

Batches: 80 of 80, at commit abc.

| mistake | exact |

## argv

5000 inputs

```
## headers of a table in a fault
```
"""


def state() -> dict[str, Any]:
    """Return what is known after one job ran in a fresh checkout."""
    result = {"count": 250, "codes": {"2": 250}, "faults": []}
    known = {"tree": "f" * 64, "commit": "def", "of": 1, "date": "2026-11-23 04:00"}
    return {"seed": 7, "jobs": {"headers": known | {"done": {"0": result}}}}


def test_a_section_of_a_job_that_was_not_run_stays() -> None:
    """In a fresh checkout nothing is known of the others but what the report says."""
    made = report(state(), ["headers"], OLD)
    sections = standing(made)
    assert list(sections) == ["argv", "headers", "slips"]
    assert sections["slips"] == standing(OLD)["slips"]
    assert "## headers of a table in a fault" in sections["argv"]
    assert "250 inputs" in sections["headers"]
    assert "commit def" in sections["headers"]
    assert "seed 7" in sections["headers"]


def test_a_section_of_a_job_that_was_run_is_new() -> None:
    """What stood there is gone."""
    before = report(state(), ["headers"], OLD)
    later = state()
    later["jobs"]["headers"]["commit"] = "fed"
    assert "commit def" not in report(later, ["headers"], before)
    assert standing(report(later, ["headers"], before))["argv"]


def test_a_batch_that_broke_off_is_a_fault() -> None:
    """Also where none came to its end: the section of an earlier run does not stand."""
    now = state()
    known = now["jobs"]["headers"]
    known["broken"] = {"1": "MemoryError()"}
    (headers,) = (job for job in JOBS if job.name == "headers")
    assert faults_of(now, headers) == ["batch 1 broke off: MemoryError()"]
    assert "250 inputs" in report(now, ["headers"], OLD)
    assert "batch 1 broke off" in report(now, ["headers"], OLD)
    before = report(state(), ["headers"], OLD)
    known["done"] = {}
    alone = standing(report(now, ["headers"], before))["headers"]
    assert "Batches: 0 of 1" in alone
    assert "250 inputs" not in alone
    assert "batch 1 broke off" in alone


def test_the_report_that_stands_is_kept_whole() -> None:
    """Each section of it is one of a job."""
    text = REPORT.read_text(encoding="utf-8")
    kept = standing(text)
    assert kept
    assert kept == standing(report({"seed": 1, "jobs": {}}, [], text))


@pytest.mark.parametrize(
    ("sizes", "total", "wanted"),
    [
        ({"a": 1.0, "b": 1.0}, 4, "aabb"),
        ({"a": 1.0, "b": 3.0}, 8, "aaaaaabb"),
        ({"a": 1.0, "b": 99.0}, 3, "aab"),
        ({"a": 1.0, "b": 2.0, "c": 2.0}, 5, "aaabc"),
    ],
)
def test_small_packs_have_more_trials(
    sizes: dict[str, float], total: int, wanted: str
) -> None:
    """In all as many as were asked for, and of each pack some."""
    assert "".join(batches_of(sizes, total)) == wanted


class Terminal(StringIO):
    """Somebody watches it."""

    def isatty(self) -> bool:
        """Say that it is a terminal."""
        return True


def told(talk: StringIO) -> str:
    """Return what is said of two jobs, the second of which takes ten times as long."""
    clock = iter((0.0, 60.0, 120.0, 720.0))
    with patch.object(progress.time, "monotonic", lambda: next(clock)):
        shown = Progress({"a": 2, "b": 1}, {"a": 5, "b": 50}, 2, talk)
        shown.tell("a", "1 of 2, 0 faults")
        shown.tell("a", "2 of 2, 0 faults")
        shown.tell("b", "1 of 1, 3 faults")
    return talk.getvalue()


def test_each_batch_is_told_with_the_time_left() -> None:
    """As long as the batches that are done have taken against what was measured."""
    assert told(StringIO()).splitlines() == [
        "a: 1 of 2, 0 faults; 8% of all, about 11 min left",
        "a: 2 of 2, 0 faults; 17% of all, about 10 min left",
        "b: 1 of 1, 3 faults; 100% of all, less than a minute left",
    ]


def test_a_terminal_has_one_line() -> None:
    """It is written over, and ended with the last batch."""
    text = told(Terminal())
    assert text.count("\n") == 1
    assert text.endswith("left\n")
    assert text.count("\r") == 3


def test_hours_are_told() -> None:
    """A minute more or less does not matter."""
    assert duration(3_900) == "about 1 h 5 min"


def test_every_job_says_what_a_batch_takes() -> None:
    """Else no time could be told."""
    assert all(job.seconds > 0 for job in JOBS)
