"""Laws and estimates as text and JSON."""

from fractions import Fraction
from itertools import pairwise

import pytest

from interpreter.reports.distributions import bar, percent
from interpreter.reports.odds import OddsReport, Outcome, distribution_text, odds_output
from interpreter.reports.outputs.encoding import encoded
from interpreter.reports.simulation import (
    SimulationReport,
    estimate_text,
    simulation_output,
)
from interpreter.reports.values import ValueNames
from interpreter.values.types import INTEGER, Boolean, Enumeration, Maybe, Record

SKY = Enumeration("", ("rain", "clouds", "sun"))
NAMES = ValueNames()


def test_every_value_in_order_also_of_weight_0() -> None:
    """The order is that of the enumeration, none stands last."""
    distribution = OddsReport(
        Maybe(SKY), (Outcome(None, 1), Outcome(2, 10), Outcome(0, 25)), 36
    )
    data = encoded(odds_output(distribution, NAMES))
    assert isinstance(data["outcomes"], list)
    assert [each["value"] for each in data["outcomes"]] == [
        *("rain", "clouds", "sun"),
        None,
    ]
    assert [each["ways"] for each in data["outcomes"]] == [25, 0, 10, 1]
    assert [each["probability"] for each in data["outcomes"]] == [
        *("25/36", "0", "5/18", "1/36")
    ]


def test_the_text_has_all_figures() -> None:
    """Ways, fraction, percent, a bar, how many ways in all."""
    text = distribution_text(
        OddsReport(SKY, (Outcome(0, 10), Outcome(2, 26)), 36), NAMES
    )
    rows = [line.split() for line in text.split("\n")]
    assert ["rain", "10", "5/18", "27.78%"] in [row[:4] for row in rows]
    assert "clouds  " in text
    assert "36 ways in all" in text


def test_truncated_probability_is_told() -> None:
    """It is never hidden in the outcomes."""
    distribution = OddsReport(INTEGER, (Outcome(1, 5),), 6, Fraction(1, 6))
    assert "truncated" in distribution_text(distribution, NAMES)
    assert encoded(odds_output(distribution, NAMES))["left_over"] == "1/6"


def test_the_mean_of_numbers() -> None:
    """Exact, and as a decimal."""
    distribution = OddsReport(INTEGER, tuple(Outcome(n, 1) for n in range(1, 7)), 6)
    assert "expected value 7/2 (3.5)" in distribution_text(distribution, NAMES)


RANK = Enumeration("rank", ("low", "middle", "high"))


def column(text: str, name: str) -> dict[str, str]:
    """Return a column of a table by the first word of its lines."""
    head, rule, *lines = text.split("\n\n")[0].split("\n")
    at = head.index(name) + len(name)
    return {
        line.split()[0]: line[:at].split()[-1] for line in lines if rule[at - 1] == "-"
    }


def test_at_least_is_told_where_there_is_an_order() -> None:
    """Of numbers and of named types; of values listed in place nobody says so."""
    three = (Outcome(0, 1), Outcome(1, 2), Outcome(2, 1))
    assert column(distribution_text(OddsReport(RANK, three, 4), NAMES), "at least") == {
        "low": "100.00%",
        "middle": "75.00%",
        "high": "25.00%",
    }
    assert "at least" in distribution_text(OddsReport(INTEGER, three, 4), NAMES)
    assert "at least" not in distribution_text(OddsReport(SKY, three, 4), NAMES)
    estimate = SimulationReport(RANK, {0: 1, 1: 2, 2: 1}, 4, "direct", "s")
    said = column(estimate_text(estimate, NAMES), "at least")
    assert said == {"low": "100.00%", "middle": "75.00%", "high": "25.00%"}


def test_none_is_at_least_nothing() -> None:
    """It has no place in the order, and what is above counts without it."""
    distribution = OddsReport(
        Maybe(RANK), (Outcome(0, 1), Outcome(2, 1), Outcome(None, 2)), 4
    )
    text = distribution_text(distribution, NAMES)
    assert column(text, "at least")["low"] == "50.00%"
    (none,) = [line.split() for line in text.split("\n") if "none" in line]
    assert none[:4] == ["none", "2", "1/2", "50.00%"]
    assert "%" not in none[4]


def test_words_in_no_order_are_not_added_up() -> None:
    """Where the pack says that none is more than another, nobody says "at least"."""
    flag = Enumeration("flag", ("red", "white", "blue"), ordered=False)
    three = (Outcome(0, 1), Outcome(1, 2), Outcome(2, 1))
    assert "at least" not in distribution_text(OddsReport(flag, three, 4), NAMES)
    estimate = SimulationReport(flag, {0: 1, 1: 2, 2: 1}, 4, "direct", "s")
    assert "at least" not in estimate_text(estimate, NAMES)


def of_two(sides: int) -> OddsReport:
    """The distribution of a record: two dice, and whether they are equal."""
    pair = Record("pair", (("one", INTEGER), ("other", INTEGER), ("equal", Boolean())))
    every = [(a, b, a == b) for a in range(sides) for b in range(sides)]
    return OddsReport(pair, tuple(Outcome(each, 1) for each in every), len(every))


def test_a_record_with_many_outcomes_is_told_field_by_field() -> None:
    """Each field has all the ways; of few outcomes, or when asked, each has a line."""
    distribution = of_two(8)
    tables = distribution_text(distribution, NAMES).split("\n\n")
    assert [each.split("\n")[0] for each in tables[:3]] == ["one", "other", "equal"]
    equal = [line.split()[:4] for line in tables[2].split("\n")[3:]]
    assert equal == [["no", "56", "7/8", "87.50%"], ["yes", "8", "1/8", "12.50%"]]
    assert "64 ways in all" in tables[3]
    assert "64 outcomes, here field by field; --all has each" in tables[3]
    for whole in (
        distribution_text(distribution, NAMES, every=True),
        distribution_text(of_two(6), NAMES),
    ):
        assert "{one: 5, other: 5, equal: yes}" in whole
        assert "field by field" not in whole


def test_json_has_each_outcome_of_a_record() -> None:
    """What is told in short is not cut there."""
    outcomes = encoded(odds_output(of_two(8), NAMES))["outcomes"]
    assert isinstance(outcomes, list)
    assert len(outcomes) == 64


def test_a_field_of_many_numbers_is_told_in_bands() -> None:
    """As a distribution of numbers is, and with all of them when asked."""
    pair = Record("pair", (("one", INTEGER), ("far", Boolean())))
    distribution = OddsReport(
        pair, tuple(Outcome((n, n > 300), 1) for n in range(400)), 400
    )
    short = distribution_text(distribution, NAMES)
    assert len(short.split("\n")) < 50
    assert ".." in short
    numbers = OddsReport(INTEGER, tuple(Outcome(n, 1) for n in range(400)), 400)
    assert "here in bands; --all has each" in distribution_text(numbers, NAMES)
    assert len(distribution_text(numbers, NAMES, every=True).split("\n")) > 400


def test_numbers_that_hardly_come_share_a_row() -> None:
    """At either end of many; the ways are theirs, nothing is lost, and --all has them
    each."""
    rare = dict.fromkeys((*range(5), *range(25, 52)), 1)
    weights = rare | dict.fromkeys(range(5, 25), 50_000)
    whole = sum(weights.values())
    distribution = OddsReport(
        INTEGER, tuple(Outcome(n, w) for n, w in weights.items()), whole
    )
    text = distribution_text(distribution, NAMES)
    rows = [line.split()[:4] for line in text.split("\n")[2:]]
    assert rows[0][:2] == ["..4", "5"]
    assert rows[1][:2] == ["5", "50,000"]
    assert rows[20][:2] == ["24", "50,000"]
    assert rows[21] == ["25+", "27", str(Fraction(27, whole)), "<0.01%"]
    assert rows[22] == []
    assert "  52 outcomes, the rarest together; --all has each" in text
    whole_text = distribution_text(distribution, NAMES, every=True)
    assert "--all" not in whole_text
    assert len(whole_text.split("\n")) == len(text.split("\n")) - 1 + 30
    pair = Record("pair", (("one", INTEGER), ("low", Boolean())))
    both = tuple(Outcome((n, n < 9), w) for n, w in weights.items())
    field = distribution_text(OddsReport(pair, both, whole), NAMES).split("\n\n")[0]
    assert "  52 outcomes, the rarest together\n" in field
    assert " 25+ " in field


def test_few_numbers_and_one_alone_keep_their_rows() -> None:
    """A row is not saved where all are seen at once, or where it would hide one."""
    few = OddsReport(INTEGER, tuple(Outcome(n, 9**n) for n in range(20)), 9**20)
    one = (*(Outcome(n, 1000) for n in range(30)), Outcome(30, 1))
    for distribution in (few, OddsReport(INTEGER, one, 30_001)):
        assert distribution_text(distribution, NAMES) == distribution_text(
            distribution, NAMES, every=True
        )


def test_bars_give_way_on_a_narrow_page() -> None:
    """The figures stay on their lines, and no line is longer than the page."""
    distribution = OddsReport(SKY, (Outcome(0, 10), Outcome(2, 26)), 36)
    assert "#" in distribution_text(distribution, NAMES, plain_bars=True)
    narrow = distribution_text(distribution, NAMES, plain_bars=True, cells=40)
    assert "#" not in narrow
    assert max(map(len, narrow.split("\n"))) <= 40


def test_the_mean_of_an_estimate_has_an_interval() -> None:
    """A mean of trials is no exact figure."""
    text = estimate_text(
        SimulationReport(INTEGER, {1: 50, 3: 50}, 100, "direct", "s"), NAMES
    )
    assert "mean 2 (95 % interval 1.803 to 2.197)" in text


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (Fraction(0), "0.00%"),
        (Fraction(1), "100.00%"),
        (Fraction(1, 10**9), "<0.01%"),
        (1 - Fraction(1, 10**9), ">99.99%"),
        (Fraction(1, 3), "33.33%"),
    ],
)
def test_percent(share: Fraction, said: str) -> None:
    """What can happen is never shown as 0, what can fail never as 100."""
    assert percent(share) == said


def test_bars_grow() -> None:
    """A longer share has no shorter bar; what can happen has a bar."""
    for plain in (False, True):
        lengths = [len(bar(Fraction(n, 50), plain=plain)) for n in range(51)]
        assert all(one <= other for one, other in pairwise(lengths))
        assert lengths[0] == 0
        assert lengths[1] > 0


def test_an_estimate_says_that_it_is_one() -> None:
    """Counts of every value, and the seed to have them again."""
    data = encoded(
        simulation_output(SimulationReport(SKY, {0: 7, 2: 3}, 10, "direct", "s"), NAMES)
    )
    assert data["exact"] is False
    assert isinstance(data["outcomes"], list)
    assert [each["count"] for each in data["outcomes"]] == [7, 0, 3]
