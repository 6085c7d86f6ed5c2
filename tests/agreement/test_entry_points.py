"""The entry points of the first pack, worked out exactly, equal brute force."""

import json
from fractions import Fraction

import pytest

from interpreter.commands.main import main
from tests.oracles import acks


def law(capsys: pytest.CaptureFixture[str], *given: str) -> dict[str, Fraction]:
    """Ask the command line for an exact law; the outcomes as JSON text."""
    assert main(["odds", "acks-reconnaissance", *given, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    return {
        json.dumps(each["value"]): Fraction(each["probability"])
        for each in told["outcomes"]
    }


def named(found: dict[str, Fraction]) -> dict[str, Fraction]:
    """Write the oracle's names as JSON text."""
    return {json.dumps(name): share for name, share in found.items()}


@pytest.mark.parametrize("modifier", range(-8, 9))
def test_reconnaissance_roll(capsys: pytest.CaptureFixture[str], modifier: int) -> None:
    """2d6 and a modifier in five bands."""
    found = law(capsys, "reconnaissance_roll", "--with", f"modifier={modifier}")
    assert found == named(acks.reconnaissance_roll(modifier))


@pytest.mark.parametrize("modifier", [-6, -1, 0, 3, 8])
def test_interrogation(capsys: pytest.CaptureFixture[str], modifier: int) -> None:
    """The same dice in other bands."""
    found = law(capsys, "interrogation", "--with", f"modifier={modifier}")
    assert found == named(acks.interrogation(modifier))


@pytest.mark.parametrize(
    ("observer", "target"), [("elves", "goblins"), ("goblins", "elves")]
)
def test_reconnoiter(
    capsys: pytest.CaptureFixture[str], observer: str, target: str
) -> None:
    """The armies of the source look for each other."""
    found = law(
        capsys, "reconnoiter", "--scenario", "elves-and-goblins",
        "--with", f"observer={observer}", "--with", f"target={target}",
    )  # fmt: skip
    expected = named(acks.reconnoiter(observer, target))
    assert {key: share for key, share in found.items() if share} == {
        key: share for key, share in expected.items() if share
    }


@pytest.mark.parametrize("grade", ["common", "valuable", "very valuable"])
def test_prisoner_knowledge(capsys: pytest.CaptureFixture[str], grade: str) -> None:
    """Each topic once, a column deeper for each repeat; in the order they came."""
    found = law(capsys, "prisoner_knowledge", "--with", f"grade={grade}")
    ours: dict[tuple[tuple[int, str], ...], Fraction] = {}
    for text, share in found.items():
        pieces = tuple(sorted((p["topic"], p["depth"]) for p in json.loads(text)))
        ours[pieces] = ours.get(pieces, Fraction(0)) + share
    theirs: dict[tuple[tuple[int, str], ...], Fraction] = {}
    for known, share in acks.prisoner_knowledge(grade).items():
        key = tuple(sorted((int(topic), str(depth)) for topic, depth in known))
        theirs[key] = theirs.get(key, Fraction(0)) + share
    assert ours == theirs
