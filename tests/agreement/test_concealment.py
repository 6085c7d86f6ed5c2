"""The contests of the pack `concealment`, worked out exactly, equal brute force."""

import json
from fractions import Fraction

import pytest

from interpreter.cli.main import main
from tests.oracles import concealment

LEVELS = (-6, -3, -2, -1, 0, 1, 2, 3, 8)


def told(capsys: pytest.CaptureFixture[str], *given: str) -> dict[str, object]:
    """Ask the command line; its JSON."""
    assert main([given[0], "concealment", *given[1:], "--json"]) == 0
    answer: dict[str, object] = json.loads(capsys.readouterr().out)
    return answer


def law(capsys: pytest.CaptureFixture[str], *given: str) -> dict[str, Fraction]:
    """Ask for an exact law."""
    outcomes = told(capsys, "odds", *given)["outcomes"]
    assert isinstance(outcomes, list)
    return {each["value"]: Fraction(each["probability"]) for each in outcomes}


@pytest.mark.parametrize("reading", concealment.READINGS)
@pytest.mark.parametrize("perception", LEVELS)
def test_contest(
    capsys: pytest.CaptureFixture[str], reading: str, perception: int
) -> None:
    """Two dice in seven bands, by each reading of totals below 1."""
    for stealth in LEVELS:
        found = law(
            capsys, "contest", "--option", f"low totals={reading}",
            "--with", f"perception={perception}", "--with", f"stealth={stealth}",
        )  # fmt: skip
        read = concealment.READINGS[reading]
        assert found == concealment.contest(perception, stealth, read)


@pytest.mark.parametrize("row", concealment.ROWS)
@pytest.mark.parametrize("band", concealment.BANDS)
def test_rows(capsys: pytest.CaptureFixture[str], row: str, band: str) -> None:
    """What a band means for a search, an ambush and a trap."""
    found = told(capsys, "run", f"{row}_result", "--with", f"band={band}")
    assert found["result"] == concealment.row(row, band)


PLAYED = {
    "story": "nothing", "work": "nothing", "aimed at": "none",
    "goal": "hedge", "lookout": "none", "reaction": "waits",
}  # fmt: skip


@pytest.mark.parametrize("target", ["hedge", "none"])
def test_what_was_searched_before_the_move(
    capsys: pytest.CaptureFixture[str], target: str
) -> None:
    """One who searched the ground into which he goes meets its ambush as that search
    went (lines 3 and 203-215); whoever did not meets it as badly as can be."""
    answers = {**PLAYED, "target": target}
    given = [part for name, one in answers.items() for part in _answer(name, one)]
    found = told(
        capsys, "odds", "patrol", "--scenario", "lone scout", *given,
        "--observe", "figure.surprised", "--observe", "hidden_thing.shown",
    )  # fmt: skip
    outcomes = found["outcomes"]
    assert isinstance(outcomes, list)
    odds: dict[tuple[bool, bool], Fraction] = {}
    for outcome in outcomes:  # also of who has won
        met = (
            outcome["observed"]["figure.surprised"]["lone"] > 0,
            outcome["observed"]["hidden_thing.shown"]["ambushers"],
        )
        odds[met] = odds.get(met, Fraction(0)) + Fraction(outcome["probability"])
    contest = concealment.contest(0, 0)
    if target == "none":
        contest = {"fumble": Fraction(1)}
    expected: dict[tuple[bool, bool], Fraction] = {}
    for band, weight in contest.items():
        result = concealment.row("ambush", band)
        sprung = result not in ("ambush suspected", "ambush detected")
        key = ("surprised" in result, sprung)
        expected[key] = expected.get(key, Fraction(0)) + weight
    assert odds == expected


def _answer(name: str, value: str) -> tuple[str, str]:
    return "--answer", f"{name.replace(' ', '_')}={value}"
