"""The entry points of the first pack, worked out exactly, equal brute force."""

import json
from fractions import Fraction

import icepool
import pytest

from interpreter.cli.main import main
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


def kept(found: dict[str, Fraction]) -> dict[str, Fraction]:
    """Return what has a chance at all."""
    return {name: share for name, share in found.items() if share}


@pytest.mark.parametrize("modifier", [-7, -2, 0, 1, 4])
@pytest.mark.parametrize(
    ("entry", "names"),
    [("reconnaissance_roll", acks.DEGREES), ("interrogation", acks.TESTIMONIES)],
)
def test_rolls_equal_icepool(
    capsys: pytest.CaptureFixture[str],
    entry: str,
    names: tuple[str, ...],
    modifier: int,
) -> None:
    """2d6 in five bands, by the tables of icepool."""
    found = law(capsys, entry, "--with", f"modifier={modifier}")
    rolled = 2 @ icepool.d6
    theirs = (rolled + modifier).map(lambda total: names[acks.band(total)])
    assert kept(found) == {
        json.dumps(name): theirs.probability(name) for name in theirs.outcomes()
    }


@pytest.mark.parametrize(
    ("die", "repeated"), [(8, "adds"), (7, "replaces"), (4, "adds")]
)
@pytest.mark.parametrize("grade", acks.CLASSES)
def test_prisoner_knowledge_under_its_options(
    capsys: pytest.CaptureFixture[str], grade: str, die: int, repeated: str
) -> None:
    """Other dice, and the reading that keeps the shallower piece beside the deeper."""
    options = ("--option", f"topic die={die}", "--option", f"repeated topic={repeated}")
    found = law(capsys, "prisoner_knowledge", "--with", f"grade={grade}", *options)
    read = acks.every_piece_of if repeated == "adds" else acks.pieces_of
    theirs = {
        json.dumps([{"topic": topic, "depth": depth} for topic, depth in known]): share
        for known, share in acks.prisoner_knowledge(grade, die, read).items()
    }
    assert {as_pieces(text): share for text, share in found.items()} == {
        as_pieces(text): share for text, share in theirs.items()
    }


def as_pieces(text: str) -> tuple[tuple[int, str], ...]:
    """Return pieces in their order, whatever the order of their keys."""
    return tuple((each["topic"], each["depth"]) for each in json.loads(text))


@pytest.mark.parametrize("grade", acks.CLASSES)
def test_prisoner_knowledge_equals_icepool(
    capsys: pytest.CaptureFixture[str], grade: str
) -> None:
    """Where the order of the pieces does not matter, it is a pool of d8."""
    found = law(capsys, "prisoner_knowledge", "--with", f"grade={grade}")
    ours: dict[frozenset[tuple[int, str]], Fraction] = {}
    for text, share in found.items():
        key = frozenset(as_pieces(text))
        ours[key] = ours.get(key, Fraction(0)) + share
    theirs: dict[frozenset[tuple[int, str]], Fraction] = {}
    for count in (1, 2, 3):
        pool = icepool.d8.pool(count).expand()
        for topics in pool.outcomes():
            key = frozenset(acks.pieces_of(topics, grade))
            share = pool.probability(topics) / 3
            theirs[key] = theirs.get(key, Fraction(0)) + share
    assert ours == theirs
