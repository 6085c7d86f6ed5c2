"""With real dice a person is asked for choices too."""

import sys
from io import StringIO
from pathlib import Path

import pytest

from interpreter.cli.main import main
from tests.cli.test_refusals import PACK, THREE

MORE = """
  spoken:
    takes: {s: side}
    gives: way
    steps:
      - choose: w
        by: s
        options: {north: {}, south: {}, east: {}}
        say: "which way {s} goes"
      - return: w
  ruled:
    gives: way
    steps:
      - ask: {blown: way}
      - return: blown
  two:
    takes: {s: side}
    gives: integer
    steps:
      - choose: way
        by: s
        from: values(way)
      - roll: {die: d6}
        by: s
        for: luck
      - return: die
scenarios:
"""


class Sofa(StringIO):
    """A stdin at which somebody sits."""

    def isatty(self) -> bool:
        """Say so."""
        return True


@pytest.fixture
def pack(tmp_path: Path) -> str:
    """Return the folder of the pack of refusals, with more procedures."""
    text = PACK.replace("scenarios:\n", MORE.lstrip("\n"))
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    return str(tmp_path)


class Calling:
    """Runs in this process, with lines on stdin."""

    def __init__(
        self,
        pack: str,
        patch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        """Keep what a call needs."""
        self.pack, self.patch, self.capsys = pack, patch, capsys

    def __call__(self, source: StringIO, *given: str) -> tuple[int, str, str]:
        """Return exit code, output and talk."""
        self.patch.setattr(sys, "stdin", source)
        code = main(["run", self.pack, *given, "--real-dice"])
        said = self.capsys.readouterr()
        return code, said.out, said.err


@pytest.fixture
def calling(
    pack: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Calling:
    """Return what runs the pack above."""
    return Calling(pack, monkeypatch, capsys)


@pytest.mark.parametrize(
    ("given", "lines", "asked", "result"),
    [
        (
            ("way", *THREE),
            "south",
            "red chooses w in way\n    1. north\n    2. south\n    3. east\n",
            "way: south",
        ),
        (("way", *THREE), "2", "red chooses w in way", "way: south"),
        (("spoken", *THREE), "east", "red chooses: which way red goes\n", "east"),
        (
            ("pick", *THREE, "--with", "top=9"),
            "4, 1",
            "    1, 4, 9\n    1 to 3 of them, commas between\n",
            "pick: [1, 4]",
        ),
        (("pick", *THREE, "--with", "top=9"), "[1, 4]", "red chooses", "pick: [1, 4]"),
        (("pick", *THREE, "--with", "top=9"), "4; 1", "red chooses", "pick: [1, 4]"),
        (("pick", *THREE, "--with", "top=9"), "2 + 2, 1", "red", "pick: [1, 4]"),
        (
            ("ruled",),
            "south",
            "judge rules blown in ruled\n    way: north, south, east\n",
            "ruled: south",
        ),
        (("rule",), "{a: 1, w: north}", "judge rules p", "rule: {a: 1, w: north}"),
    ],
)
def test_it_asks_who_what_and_what_fits(
    calling: Calling, given: tuple[str, ...], lines: str, asked: str, result: str
) -> None:
    """On stderr; the run says that a person answered."""
    code, out, talk = calling(StringIO(f"{lines}\n"), *given)
    assert code == 0
    assert asked in talk
    assert result in out
    assert "[person]" in out


def test_several_seats_are_asked_one_after_the_other(calling: Calling) -> None:
    """What they answer together must be legal, or a person is asked again."""
    given = ("orders", "--scenario", "three")
    code, out, talk = calling(Sofa("1\n2\n2\n3\n"), *given)
    assert code == 0
    assert "orders: {red: 2, blue: 3}" in out
    assert "not so: sum(values(order)) > 4 (here 3)" in talk
    assert talk.count("blue chooses order in orders\n    1, 2, 3\n") == 2
    assert calling(StringIO("1\n2\n"), *given)[0] == 3


@pytest.mark.parametrize("line", ["nort", "north", "", "7"])
def test_an_answer_that_does_not_fit(calling: Calling, line: str) -> None:
    """A person is asked again; a script ends with 3, and the line is named."""
    code, out, _ = calling(Sofa(f"{line}\neast\n"), "way", *THREE)
    assert (code, "way: east" in out) == (0, True)
    code, out, talk = calling(StringIO(f"{line}\neast\n"), "way", *THREE)
    assert (code, out) == (3, "")
    assert "line 1 of stdin: " in talk
    assert "offered is north, south, east" in talk


def test_the_input_ends_where_one_must_choose(calling: Calling) -> None:
    """It is still an open choice, and the hint says how to answer it beforehand."""
    code, _, talk = calling(StringIO(""), "way", *THREE)
    assert code == 1
    assert "the input ended where red must choose 'w' (at way.choose.w)" in talk
    assert "--answer w=" in talk


@pytest.mark.parametrize(
    "given", [("--answer", "way=south"), ("--policy", "last"), ("--policy", "first")]
)
def test_what_is_answered_beforehand_is_not_asked(
    calling: Calling, given: tuple[str, ...]
) -> None:
    """Answers and policies win; dice are asked for all the same."""
    code, out, talk = calling(StringIO("4\n"), "two", *THREE, *given)
    assert code == 0
    assert "two: 4" in out
    assert "chooses" not in talk
    assert "red rolls d6 for luck" in talk
    code, _, talk = calling(StringIO("south\n4\n"), "two", *THREE)
    assert (code, talk.index("chooses") < talk.index("rolls")) == (0, True)


TWICE = """
name: twice
procedures:
  one:
    gives: integer
    seen_by: judge
    steps:
      - ask: {trick: integer 0..3}
        of: judge
        default: 0
        say: worth of a trick
      - return: trick
  three:
    gives: list of integer
    seen_by: judge
    steps:
      - call: one()
        for_each: n in 1..3
        as: found
      - return: list(found[n] for n in 1..3)
"""


@pytest.fixture
def twice(tmp_path: Path) -> str:
    """Return the folder of a pack that asks the same three times."""
    folder = tmp_path / "twice"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(TWICE.lstrip(), encoding="utf-8")
    return str(folder)


@pytest.mark.parametrize(
    ("given", "result", "said"),
    [
        (["trick=2"], "[2, 2, 2]", ""),
        (["trick=2", "trick=1"], "[2, 1, 0]", ""),
        (
            ["trick=2", "trick=1", "trick=3", "trick=1"],
            "[2, 1, 3]",
            "answer to 'trick' was not used",
        ),
    ],
)
def test_answers_in_turn(
    twice: str,
    capsys: pytest.CaptureFixture[str],
    given: list[str],
    result: str,
    said: str,
) -> None:
    """One is for every asking, several for one after the other; then the default."""
    options = [part for each in given for part in ("--answer", each)]
    assert main(["run", twice, "three", *options]) == 0
    found = capsys.readouterr()
    assert f"three: {result}" in found.out
    assert said in found.err
    assert bool(said) == bool(found.err)


def test_rulings_with_a_default_are_asked_where_that_is_wanted(
    twice: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An empty line takes the default; without the switch nobody is asked."""
    calling = Calling(twice, monkeypatch, capsys)
    code, out, talk = calling(StringIO("2\n\n1\n"), "three", "--rulings")
    assert (code, "three: [2, 0, 1]" in out) == (0, True)
    assert "judge rules: worth of a trick\n    integer 0..3\n" in talk
    assert "  answer; empty line: 0:" in talk
    code, out, talk = calling(StringIO(""), "three")
    assert (code, "three: [0, 0, 0]" in out, talk) == (0, True, "")
    assert main(["run", twice, "three", "--rulings"]) == 2


WAY = ("go", "--scenario", "wood", "--with", "p=ann")
PATROLS = str(Path(__file__).parents[1] / "packs" / "patrols")


def test_a_way_with_what_is_no_hex_is_refused_whole(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    calling = Calling(PATROLS, monkeypatch, capsys)
    code, _, talk = calling(StringIO("0203 hill 0204\n"), *WAY)
    assert code == 3
    assert "'hill' is not the label of a hex: no step of the path was taken" in talk


@pytest.mark.parametrize(
    ("typed", "said", "asked", "ended"),
    [
        ("0203 0204 none/1/1", "", 1, "leg = none"),
        (
            "0203 0204 0205 0206/1/1/1/none",
            "1 step of the way left out: something new is seen",
            *(2, "pit.shown: no -> yes"),
        ),
    ],
)
def test_a_way_is_typed_at_once(
    typed: str,
    said: str,
    asked: int,
    ended: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Dice are asked for between its hexes; what is cut is said, and asked anew."""
    calling = Calling(PATROLS, monkeypatch, capsys)
    lines = typed.replace("/", "\n")
    code, out, talk = calling(StringIO(f"{lines}\n"), *WAY)
    assert code == 0, talk
    assert talk.count("red chooses: ann goes on") == asked
    assert said in talk
    assert ended in out
    assert "left over" not in talk
