"""The figures of `limited-intelligence`, worked out exactly, equal brute force."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from interpreter.cli.main import main
from tests.oracles import limited_intelligence as oracle


def told(capsys: pytest.CaptureFixture[str], *given: str) -> dict[str, object]:
    """Ask the command line; its JSON."""
    assert main([given[0], "limited-intelligence", *given[1:], "--json"]) == 0
    answer: dict[str, object] = json.loads(capsys.readouterr().out)
    return answer


def result(capsys: pytest.CaptureFixture[str], entry: str, given: str) -> object:
    """Run an entry point of one argument."""
    return told(capsys, "run", entry, "--with", given)["result"]


@pytest.mark.parametrize("sides", [6, 10])
@pytest.mark.parametrize("more", [-9, -6, -5, -4, -1, 0, 1, 2, 3, 8])
def test_leads(capsys: pytest.CaptureFixture[str], more: int, sides: int) -> None:
    """Table E5 and what lies around it, with either die."""
    given = ("--option", f"deployment die={sides}", "--with", f"more={more}")
    outcomes = told(capsys, "odds", "leads", *given)["outcomes"]
    assert isinstance(outcomes, list)
    found = {each["value"]: Fraction(each["probability"]) for each in outcomes}
    assert found == oracle.leads(more, sides)


def test_figures(capsys: pytest.CaptureFixture[str]) -> None:
    """Adjustments, movement in column, half of it, and the counters of Torgau."""
    for n in range(8):
        found = result(capsys, "adjustment", f"difference={n}")
        assert found == oracle.adjustment(n)
        assert result(capsys, "ic_movement", f"slowest={n}") == n + 4  # line 38
        assert result(capsys, "half_movement", f"allowance={n}") == oracle.half(n)
    for n in range(4):
        masks, real, dummies = oracle.pool(n)
        wanted = {"masks": masks, "real": real, "dummies": dummies}
        assert result(capsys, "torgau_pool", f"detachments={n}") == wanted


def test_the_winner(capsys: pytest.CaptureFixture[str]) -> None:
    """One roll by its record."""
    for dice, bonus, wanted in (
        ("5,2", 0, ("moving", 4)),  # source, line 58
        ("2,2", 0, ("moving", 1)),  # source, line 60
        ("5,2", 4, ("stationary", 0)),
        ("1,6", 4, ("stationary", 8)),
    ):
        found = told(
            capsys, "run", "deployment_roll", "--dice", dice,
            "--with", "moving_rating=4", "--with", "stationary_rating=3",
            "--with", f"stationary_bonus={bonus}",
        )["result"]  # fmt: skip
        assert found == dict(zip(("winner", "difference"), wanted, strict=True))


PACK = Path(__file__).parents[2] / "rulesets" / "limited-intelligence"
GUN = "{kind: unit, side: prussian_side, type: artillery, allowance: 3, %s}"
IN_THE_WING = "wing: prussian_foot"


def more_guns(fourth: str) -> str:
    """Return Rossbach with four guns in a wing, of which the fourth is as given."""
    guns = (IN_THE_WING, IN_THE_WING, f"{IN_THE_WING}{fourth}")
    lines = [f"      guns_{n}: {GUN % each}" for n, each in enumerate(guns, start=2)]
    first = ["  four:", "    like: rossbach", "    entities:"]
    return "\n".join([*first, f"      guns_1: {{{IN_THE_WING}}}", *lines])


def zorndorf(variant: str) -> str:
    """Return Zorndorf, Broad Historical by its dummies, with a set-up as given."""
    variant = f"      battle: {{variant: {variant}}}"
    return "\n".join(["  other:", "    like: zorndorf", "    entities:", variant])


@pytest.mark.parametrize(
    ("scenario", "names"),
    [
        (more_guns(""), ["three guns"]),  # line 15
        pytest.param(
            more_guns(", detached: yes"), [], marks=pytest.mark.long
        ),  # line 17
        (zorndorf("free"), ["dummies of the broad historical set up"] * 2),  # line 98
        pytest.param(zorndorf("broad historical"), [], marks=pytest.mark.long),
    ],
)
def test_what_a_scenario_may_be(
    scenario: str, names: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wing has three guns of its own at most, and the dummies of Zorndorf go by its
    set-up: what is not so is a problem of the scenario."""
    text = f"name: more\nextends: {PACK}\nscenarios:\n{scenario}\n"
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    assert main(["check", str(tmp_path), "--quick"]) == (3 if names else 0)
    printed = capsys.readouterr().out
    assert printed.count("R521") == len(names)
    for name in names:
        assert f"does not meet '{name}'" in printed
