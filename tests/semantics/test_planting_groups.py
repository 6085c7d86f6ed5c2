"""Mistakes that are read in groups have the verdicts of mistakes read one at a time."""

from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from interpreter.diagnostics import Diagnostic, problem
from interpreter.pipeline import loading
from interpreter.source import Span
from tests.planting import MISTAKES, Planted, Spot, plant, spots
from tests.planting_groups import Parts, Readings, grouped, plant_groups
from tests.trial import ROOT

PACK = ROOT / "tests/packs/sightings"
EVERY = tuple(MISTAKES)
Problems = list[Diagnostic]
Verdicts = dict[tuple[Spot, str], str]


@pytest.fixture(scope="module")
def places() -> dict[Spot, tuple[str, ...]]:
    """Return every ninth expression of a small pack, with every mistake."""
    return dict.fromkeys(spots(PACK)[::9], EVERY)


def verdicts(planted: Iterator[Planted]) -> Verdicts:
    """Return why each mistake is a fault, or ""."""
    return {(each.spot, each.mistake): each.fault for each in planted}


def both(places: dict[Spot, tuple[str, ...]]) -> tuple[Verdicts, Verdicts, Readings]:
    """Return the verdicts alone and in groups, and how many readings groups took."""
    readings = Readings()
    one_by_one = verdicts(plant(PACK, places))
    in_groups = verdicts(plant_groups(PACK, grouped(PACK, places), readings))
    return one_by_one, in_groups, readings


@pytest.mark.long
def test_groups_give_the_same_verdicts_in_fewer_readings(
    places: dict[Spot, tuple[str, ...]],
) -> None:
    """Of a checker without a fault: none is one."""
    one_by_one, in_groups, readings = both(places)
    assert in_groups == one_by_one
    assert set(in_groups.values()) == {""}
    assert (readings.groups + readings.single) * 2 < len(in_groups)


def second_half(found: Diagnostic, code: str) -> bool:
    """Tell whether a problem has a code and stands in the second half of its file."""
    return found.code == code and found.span.start > len(found.span.source.text) / 2


def losing(problems: Problems) -> Problems:
    """Forget each undeclared name in the second half of a file."""
    return [each for each in problems if not second_half(each, "R301")]


def leading_on(problems: Problems) -> Problems:
    """Report another error, at the beginning of the file, of each undeclared function
    in the second half."""
    more = [
        problem("R301", Span(each.span.source, 0, 1), "it follows")
        for each in problems
        if second_half(each, "R302")
    ]
    return [*problems, *more]


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (losing, "nothing is reported"),
        pytest.param(leading_on, "it is not first but later", marks=pytest.mark.long),
    ],
)
def test_groups_find_what_a_faulty_checker_misses(
    places: dict[Spot, tuple[str, ...]],
    fault: Callable[[Problems], Problems],
    said: str,
) -> None:
    """The same faults, each of a single mistake, and no mistake beside them."""

    def faulty(problems: Problems) -> tuple[Diagnostic, ...]:
        return in_order(fault(problems))

    in_order = loading.in_order
    with patch.object(loading, "in_order", faulty):
        one_by_one, in_groups, _ = both(places)
    assert in_groups == one_by_one
    assert set(in_groups.values()) == {"", said}


def test_a_fault_of_the_reader_is_one_of_a_single_mistake() -> None:
    """It ends neither a group nor a batch."""
    some = dict.fromkeys(spots(PACK)[:3], EVERY[:1])
    raising = RuntimeError("a fault of ours")
    with patch.object(loading, "resolved", side_effect=raising):
        found = list(plant_groups(PACK, grouped(PACK, some)))
    assert len(found) == len(some)
    assert {each.fault for each in found} == {"RuntimeError: a fault of ours"}


def test_a_group_holds_nothing_twice_and_nothing_that_is_mentioned(
    places: dict[Spot, tuple[str, ...]],
) -> None:
    """Every mistake is in one group, and in a group each part once."""
    groups = grouped(PACK, places)
    mistakes = [(each.spot, each.kind) for _, group in groups for each in group]
    wanted = [(spot, kind) for spot in places for kind in EVERY]
    assert sorted(mistakes) == sorted(wanted)
    for _, group in groups:
        assert len({each.part for each in group}) == len(group)


TWO = """\
name: two
formulas:
  near: {takes: {n: integer}, is: n + 1}
  far away: {takes: {n: integer}, is: near(n) + 1}
  apart: {takes: {n: integer}, is: n + 2}
tables:
  odds:
    of: 1d6
    gives: integer
    rows: {1: 1 + 1, 2+: 2 + 2}
"""


def test_what_mentions_another_part_is_in_another_group(tmp_path: Path) -> None:
    """An error that follows is then at a text that nobody replaced."""
    (tmp_path / "ruleset.yaml").write_text(TWO, encoding="utf-8")
    stretches = [TWO.index(text) for text in ("n + 1}", "near(n) + 1", "n + 2")]
    places = {Spot("ruleset.yaml", at, at + 5): EVERY[:1] for at in stretches}
    ((_, first), (_, second)) = grouped(tmp_path, places)
    names = [{each.part.path[-1] for each in group} for group in (first, second)]
    assert {"near", "far away"} not in [name & {"near", "far away"} for name in names]
    assert sorted(map(len, names)) == [1, 2]
    parts = Parts(tmp_path, ["ruleset.yaml"])
    rows = [parts.at("ruleset.yaml", TWO.index(text)) for text in ("1 + 1,", "2 + 2")]
    assert [row.path for row in rows] == [
        ("tables", "odds", "rows", "1"),
        ("tables", "odds", "rows", "2+"),
    ]
