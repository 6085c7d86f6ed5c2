"""The contests of the pack `concealment`, worked out exactly, equal brute force."""

import json
from fractions import Fraction

import pytest

from interpreter.commands.main import main
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
