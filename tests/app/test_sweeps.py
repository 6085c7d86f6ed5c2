"""Sweeps and comparisons: the same figures as single odds, and known intervals."""

import csv
from fractions import Fraction
from io import StringIO
from itertools import product
from pathlib import Path
from statistics import pstdev
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter import (
    LimitExceeded,
    OpenRuleset,
    UmpireError,
    UnknownName,
    Unusable,
    UsageError,
    compare,
    open_ruleset,
)
from interpreter.app.running.sweeps import MOST_CELLS, Setup, swept, varied, vary
from interpreter.reports.simulation import SimulationReport
from interpreter.reports.sweep_statistics import Measured, statistics_for
from interpreter.reports.sweep_text import PLOTS, TextStyle, sweep_text
from interpreter.reports.sweeps import SweepCell, difference
from interpreter.reports.text_layout import width
from interpreter.reports.values import ValueNames
from interpreter.ruleset.finding import find_pack
from interpreter.values.types import Boolean

MODIFIERS = range(-3, 4)


@pytest.fixture(scope="module")
def recon() -> OpenRuleset:
    """A pack with a roll on an ordered table."""
    return open_ruleset("acks-reconnaissance")


@pytest.fixture(scope="module")
def skirmish() -> OpenRuleset:
    """A pack with scenarios whose results are records."""
    return open_ruleset("rencounter")


def test_each_cell_is_what_odds_gives(skirmish: OpenRuleset) -> None:
    """Over two arguments, in the order given, the last changing fastest."""
    over = {"skill": [5, 7], "modifiers": MODIFIERS}
    sweep = skirmish.sweep("shot", over=over)
    assert list(sweep) == list(product([5, 7], MODIFIERS))
    for skill, modifier in product([5, 7], MODIFIERS):
        alone = skirmish.odds("shot", skill=skill, modifiers=modifier)
        assert dict(sweep[skill, modifier]) == dict(alone)


def test_options_are_varied(recon: OpenRuleset) -> None:
    """An option that counts gives other odds, and each those of its own ruleset."""
    entry, how = "prisoner_knowledge", {"grade": "common"}
    values = recon.option_values["topic die"]
    sweep = recon.sweep(entry, over_options={"topic die": values}, **how)
    assert sweep.axes == {"topic die": values}
    for value in values:
        alone = open_ruleset(recon.name, {"topic die": value}).odds(entry, **how)
        assert dict(sweep[int(value)]) == dict(alone)
    assert len({len(distribution) for distribution in sweep.values()}) > 1


def test_a_field_is_as_if_the_scenario_said_so(
    skirmish: OpenRuleset, tmp_path: Path
) -> None:
    """What `fields` sets gives the very games of an overlay that changes the YAML."""
    (tmp_path / "ruleset.yaml").write_text(
        "name: other\nextends: rencounter\n"
        "scenarios: {slow: {like: gunfight, entities: {marshal: {fire: 3}}}}\n"
    )
    written = open_ruleset(tmp_path)
    how = {"trials": 40, "seed": "x", "policy": "bold"}
    street = {"scenario": "gunfight", **how}
    changed = skirmish.simulate(fields={"marshal.fire": 3}, **street)
    assert dict(changed) == dict(written.simulate(scenario="slow", **how))
    assert dict(changed) != dict(skirmish.simulate(**street))


def test_an_entity_differs_from_its_kind(skirmish: OpenRuleset) -> None:
    """Whichever is named first."""
    how = {"scenario": "gunfight", "trials": 20, "seed": "x", "policy": "bold"}
    figures = {"boss.fire": 9, "deputy.fire": 6, "kid.fire": 6, "marshal.fire": 6}
    wanted = dict(skirmish.simulate(fields=figures, **how))
    for fields in (
        {"figure.fire": 6, "boss.fire": 9},
        {"boss.fire": 9, "figure.fire": 6},
    ):
        assert dict(skirmish.simulate(fields=fields, **how)) == wanted


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"marshl.fire": 6}, UnknownName),
        ({"marshal.fir": 6}, UnknownName),
        ({"marshal.fire": "axe"}, Unusable),
        ({"marshal.fire": 99}, Unusable),
        ({"marshal": 6}, UsageError),
        ({".fire": 6}, UsageError),
    ],
)
def test_fields_that_do_not_fit(
    skirmish: OpenRuleset, fields: dict[str, object], error: type[UmpireError]
) -> None:
    """Each is an error of its own kind, with a hint."""
    with pytest.raises(error) as failed:
        skirmish.run("game", scenario="gunfight", policy="bold", fields=fields)
    assert failed.value.hint


# What stands for several values.

RANGES = st.tuples(st.integers(-9, 9), st.integers(0, 12), st.integers(1, 4))


@given(RANGES)
def test_a_range_is_the_list_of_its_numbers(drawn: tuple[int, int, int]) -> None:
    """With and without a step."""
    low, more, step = drawn
    numbers = [str(number) for number in range(low, low + more + 1, step)]
    by = f" by {step}" if step > 1 else ""
    for text in (f"{low}..{low + more}{by}", ", ".join(numbers)):
        setup = Setup(find_pack("rencounter"), "shot", arguments={"modifiers": text})
        single, axes = varied(setup)
        if len(numbers) == 1:
            assert not axes
        else:
            assert [list(each.values) for each in axes] == [numbers]
            assert not single.arguments


def texts_of(pack: str, entry: str, **arguments: str) -> list[tuple[object, ...]]:
    """Return the values of each axis of a setup."""
    setup = Setup(find_pack(pack), entry, arguments=arguments)
    return [each.values for each in varied(setup)[1]]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("all", ("common", "valuable", "very valuable")),
        ("common, very valuable", ("common", "very valuable")),
        ("common; valuable", ("common", "valuable")),
    ],
)
def test_values_of_an_enumeration(text: str, values: tuple[str, ...]) -> None:
    """A list, or all of them in their order."""
    entry = "prisoner_knowledge"
    assert texts_of("acks-reconnaissance", entry, grade=text) == [values]


def test_all_values_of_an_option(recon: OpenRuleset) -> None:
    """In the order in which the ruleset lists them."""
    setup = Setup(
        find_pack(recon.name), "reconnaissance_roll", options={"topic_die": "all"}
    )
    single, (axis,) = varied(setup)
    assert axis.values == recon.option_values["topic die"]
    assert not single.options


@pytest.mark.parametrize("text", ["common", "7", "[1, 2]", "x,", ",", "", "a..b"])
def test_a_text_that_is_one_value(text: str) -> None:
    """It is left as it is, to be read, or to be refused by name."""
    assert texts_of("acks-reconnaissance", "prisoner_knowledge", grade=text) == []


def test_too_many(skirmish: OpenRuleset) -> None:
    """Refused before a number of them is made, or a run begun."""
    setup = Setup(find_pack("rencounter"), "shot", arguments={"skill": "1..999999999"})
    with pytest.raises(LimitExceeded):
        varied(setup)
    side = range(MOST_CELLS // 10)
    with pytest.raises(LimitExceeded):
        skirmish.sweep("shot", over={"skill": side, "modifiers": range(11)})


# Figures.


def test_chosen_figures_are_sums_of_outcomes(recon: OpenRuleset) -> None:
    """At least and at most of an ordered enumeration, against the single outcomes."""
    sweep = recon.sweep("reconnaissance roll", over={"modifier": MODIFIERS})
    both = sweep._report  # the same figures that the text prints
    names = [str(name) for name in sweep[0]]
    for edge, name in enumerate(names):
        up, down = both.statistics([f"{name}+", f"{name}-"])
        for modifier, cell in zip(MODIFIERS, both.cells, strict=True):
            chances = list(sweep[modifier].values())
            assert up.figure(cell.measured) == sum(chances[edge:])
            assert down.figure(cell.measured) == sum(chances[: edge + 1])


THROW = """name: throw
procedures:
  throw:
    takes: {add: integer}
    gives: integer
    seen_by: everyone
    steps:
    - roll: {dice: 2d6}
    - return: sum(dice) + add
"""


def test_figures_of_numbers(tmp_path: Path) -> None:
    """At least, at most, between and the mean of 2d6, against counting its 36 ways."""
    (tmp_path / "ruleset.yaml").write_text(THROW)
    sweep = open_ruleset(tmp_path).sweep("throw", over={"add": range(-2, 3)})
    names = ["10+", "10 or more", "3-", "5..8", "7", "mean"]
    statistics = sweep._report.statistics(names)
    for add, cell in zip(range(-2, 3), sweep._report.cells, strict=True):
        sums = [one + two + add for one, two in product(range(1, 7), repeat=2)]
        wanted = [
            sum(value >= 10 for value in sums),
            sum(value >= 10 for value in sums),
            sum(value <= 3 for value in sums),
            sum(5 <= value <= 8 for value in sums),
            sum(value == 7 for value in sums),
            sum(sums),
        ]
        figures = [statistic.figure(cell.measured) for statistic in statistics]
        assert figures == [Fraction(number, 36) for number in wanted]


def test_figures_of_many_numbers(tmp_path: Path) -> None:
    """Mean, deviation and quantiles of 2d6, against counting."""
    (tmp_path / "ruleset.yaml").write_text(THROW)
    sweep = open_ruleset(tmp_path).sweep("throw", over={"add": [0]})
    (cell,) = sweep._report.cells
    figures = {m.title: m.figure(cell.measured) for m in sweep._report.statistics()}
    sums = sorted(one + two for one, two in product(range(1, 7), repeat=2))
    assert figures["mean"] == 7
    assert float(figures["deviation"] or 0) == pytest.approx(pstdev(sums))
    # the least number that so many of the 36 ways reach
    assert figures["5%"] == sums[1]
    assert figures["50%"] == sums[17]
    assert figures["95%"] == sums[34]


def test_what_is_proved_the_same(recon: OpenRuleset) -> None:
    """Equal odds are; estimates never, even with equal counts."""
    one = recon.odds("reconnaissance roll", modifier=0)
    assert compare(one, recon.odds("reconnaissance roll", modifier=0)).same
    assert not compare(one, recon.odds("reconnaissance roll", modifier=1)).same
    how = {"modifier": 0, "trials": 50, "seed": "a"}
    estimate = recon.simulate("reconnaissance roll", **how)
    assert not compare(estimate, recon.simulate("reconnaissance roll", **how)).same
    assert "proved" not in compare(estimate, one).text()


def counted(yes: int, trials: int) -> Measured:
    """Return an estimate of yes and no."""
    counts = {True: yes, False: trials - yes}
    return Measured(
        SimulationReport(Boolean(), counts, trials, "direct", ""), ValueNames()
    )


@pytest.mark.parametrize(
    ("one", "other", "low", "high"),
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((10, 10), (0, 20), 0.6791, 1.0),
    ],
)
def test_the_interval_of_a_difference(
    one: tuple[int, int], other: tuple[int, int], low: float, high: float
) -> None:
    """Newcombe 1998, Statistics in Medicine 17, table II, method 10."""
    cell = SweepCell((), counted(*one), counted(*other))
    (statistic,) = statistics_for([*cell.both])
    found = difference(cell, statistic)
    assert found is not None
    assert found.low == pytest.approx(low, abs=6e-5)
    assert found.high == pytest.approx(high, abs=6e-5)


def test_an_interrupt_ends_a_sweep() -> None:
    """A part that was interrupted is not shown beside whole ones."""
    setup = Setup(find_pack("rencounter"), "shot", arguments={"skill": 7})
    axes = vary("argument", {"modifiers": [0, 1]})
    runs = []

    def run(_: object) -> SimulationReport:
        runs.append(1)
        asked = 100 if len(runs) == 1 else 200
        return SimulationReport(Boolean(), {True: 100}, 100, "direct", "", asked)

    with pytest.raises(KeyboardInterrupt):
        swept(setup, axes, run, title=lambda session: session.entry.name)
    assert len(runs) == 2


# Forms.


def test_csv_has_every_outcome(recon: OpenRuleset) -> None:
    """Exactly, as two whole numbers, and each combination sums to 1."""
    sweep = recon.sweep("reconnaissance roll", over={"modifier": MODIFIERS})
    rows = list(csv.DictReader(StringIO(sweep.csv())))
    for modifier in MODIFIERS:
        chances = {
            row["outcome"]: Fraction(int(row["numerator"]), int(row["denominator"]))
            for row in rows
            if row["modifier"] == str(modifier)
        }
        assert chances == dict(sweep[modifier])
        assert sum(chances.values()) == 1
    lengths = {name: len(column) for name, column in sweep.columns().items()}
    assert set(lengths.values()) == {len(rows)}


@pytest.mark.parametrize("plot", PLOTS)
def test_pictures_show_every_figure(skirmish: OpenRuleset, plot: str) -> None:
    """They are well-formed, the same each time, and say in words what they show."""
    over = {"skill": [5, 7], "modifiers": MODIFIERS}
    sweep = skirmish.sweep("shot", over=over)
    drawn = sweep.svg(plot=plot, outcomes=["miss"])
    assert drawn == sweep.svg(plot=plot, outcomes=["miss"])
    root = ElementTree.fromstring(drawn)
    described = root.findtext("{http://www.w3.org/2000/svg}desc") or ""
    for distribution in sweep.values():
        assert f"{float(distribution['miss']):.2%}" in described


def test_pictures_of_two_sides(skirmish: OpenRuleset) -> None:
    """With the figures of both and their difference."""
    one, other = (skirmish.odds("shot", skill=7, modifiers=m) for m in (-4, -3))
    drawn = compare(one, other, ("<far>", "near & dear")).svg()
    ElementTree.fromstring(drawn)
    assert "66.67% to 75.00%: +8.33" in drawn


@pytest.mark.parametrize("cells", [40, 60, 80, 120])
@pytest.mark.parametrize("plot", PLOTS)
def test_lines_are_no_longer_than_they_may_be(
    skirmish: OpenRuleset, cells: int, plot: str
) -> None:
    """In each form, alone and beside another side; headings are not folded."""
    over = {"skill": [5, 7], "modifiers": MODIFIERS}
    sweep = skirmish.sweep("shot", over=over)
    for shown in (sweep, sweep.against(sweep)):
        style = TextStyle(cells=cells, plain=True)
        text = sweep_text(shown._report, plot=plot, style=style)
        tables = [line for line in text.split("\n") if line.startswith("  ")]
        assert max(map(width, tables)) <= max(cells, 60)
        assert text.isascii()


def test_records_are_told_by_their_parts(skirmish: OpenRuleset) -> None:
    """A chance of a part names it, unless only one part has such an outcome."""
    how = {"scenario": "gunfight", "trials": 30, "seed": "x", "policy": "bold"}
    sweep = skirmish.sweep(over_fields={"marshal.fire": [5, 9]}, **how)
    assert "winner: law" in sweep.text(outcomes=["law"])
    with pytest.raises(UsageError) as failed:
        sweep.text(outcomes=["0"])
    assert "losses: law: 0" in failed.value.hint
    assert "losses: law: 0" in sweep.text(outcomes=["losses: law: 0"])
    with pytest.raises(UnknownName):
        sweep.text(outcomes=["lawn"])


def test_what_cannot_be_compared(recon: OpenRuleset) -> None:
    """Other values, and a comparison again."""
    one = recon.sweep("reconnaissance roll", over={"modifier": [0, 1]})
    with pytest.raises(UsageError):
        one.against(recon.sweep("reconnaissance roll", over={"modifier": [0, 2]}))
    with pytest.raises(UsageError):
        one.against(one).against(one)
    with pytest.raises(UsageError):
        one.difference("success", 0)
    with pytest.raises(UnknownName):
        one[5]
    with pytest.raises(UsageError):
        compare(one, one)  # type: ignore[arg-type]
    with pytest.raises(UsageError):
        one.against(recon.odds("reconnaissance roll", modifier=0))  # type: ignore[arg-type]


@pytest.mark.parametrize("values", [[], "0..2", 3])
def test_values_that_are_not_several(recon: OpenRuleset, values: object) -> None:
    """Nothing, a text, and a number alone; and what is given besides."""
    with pytest.raises(UsageError):
        recon.sweep("reconnaissance roll", over={"modifier": values})  # type: ignore[dict-item]
    with pytest.raises(UsageError):
        recon.sweep("reconnaissance roll", over={"modifier": [1]}, modifier=1)


@pytest.mark.parametrize(
    "text", ["1-10", "1 - 10", "1:10", "1 to 10", "1...10", "1\u201310"]
)
def test_ranges_as_others_write_them(text: str) -> None:
    """Refused with the way to write them here, not read as a difference."""
    with pytest.raises(Unusable) as failed:
        texts_of("rencounter", "shot", skill=text, modifiers="0")
    assert "1..10" in failed.value.hint


def test_all_numbers_of_a_bounded_type() -> None:
    """Each whole number of its range."""
    numbers = texts_of("rencounter", "action roll", experience="all", wounds="0")
    assert numbers == [tuple(map(str, range(1, 7)))]
