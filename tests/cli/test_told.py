"""What `run` and `test` say of what seats are told."""

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.calling import ROOT, call, valid

PACK = "tests/packs/sightings"
LOOK = (
    *("run", PACK, "look", "--scenario", "valley", "--seed", "one"),
    *("--with", "b=riders", "--with", "by_whom=red", "--with", "bonus=0"),
)


def test_json_has_a_list_for_every_seat() -> None:
    """Also for one that was told nothing; a claim has the same keys, always."""
    told = valid(call(*LOOK, "--dice", "dice=3,4", "--json"), "run")["told"]
    assert told == {
        "red": [
            {
                "number": 1,
                "kind": "sighting",
                "about": {"kind": "band", "id": "riders"},
                "label": "marginal",
                "text": "sighting about riders: marginal; size: many; it goes: east",
                "facts": {"size": "many", "heading": "east"},
            }
        ],
        "blue": [],
    }


def told(dice: str) -> str:
    """Return what red is told, as JSON."""
    found = valid(call(*LOOK, "--dice", f"dice={dice}", "--json"), "run")
    return json.dumps(found["told"]["red"])


def test_a_false_report_has_the_shape_of_a_true_one() -> None:
    """The same keys in the same order, and as many."""

    def shape(text: str) -> list[object]:
        return [[*each, *each["facts"]] for each in json.loads(text)]

    assert shape(told("1,1")) == shape(told("3,4"))
    assert told("1,1") != told("3,4")
    assert told("2,2") == "[]"


def test_the_umpire_reads_what_each_seat_is_told() -> None:
    """In plain words, and for whom there is nothing."""
    said = call(*LOOK, "--dice", "dice=3,4").out
    assert (
        "red is told:\n"
        "  1. sighting about riders: marginal\n"
        "     size: many\n"
        "     it goes: east\n"
        "blue is told nothing\n"
    ) in said


def test_the_explanation_names_the_lie_and_the_truth() -> None:
    """To the judge alone: seats have their views."""
    said = call(*LOOK, "--dice", "dice=1,1", "--explain").out
    assert "what is told instead of" in said
    assert "red is told: sighting about riders: marginal; size: " in said
    assert "\0" not in said
    assert "<U+0000>" not in said


BETWEEN = (
    *("run", PACK, "in_between", "--scenario", "valley", "--dice", "dice=3,4"),
    *("--with", "b=riders", "--with", "by_whom=red", "--with", "bonus=0"),
    *("--with", "before=0", "--with", "other=blue", "--with", "seized=1"),
)


def test_who_came_to_be_is_told_of_by_the_number_that_a_seat_has() -> None:
    """Wherever it says what a seat is told; whose number it is stands beside it."""
    own = "captive 3 is 'captive 1' to red"
    lines = [line.strip() for line in call(*BETWEEN, "--explain").out.splitlines()]
    (at,) = (n for n, line in enumerate(lines) if "red is told: capture" in line)
    assert "about captive 1; name: a deserter" in lines[at]
    assert lines[at + 1] == own
    assert "2. capture about captive 1" in lines
    found = call(*BETWEEN, "--json").json
    texts = [each["text"] for each in found["trace"] if "is told" in each["text"]]
    assert len(texts) == 3
    assert all(" captive 1" in each for each in texts if "capture" in each)
    assert not any("captive 2" in each or "captive 3" in each for each in texts)
    assert own in call(*BETWEEN).out


WRITTEN = (
    *("run", PACK, "written", "--scenario", "valley"),
    *("--with", "man=held", "--with", "number=1", "--real-dice"),
)


def test_a_judge_who_is_there_writes_what_is_false() -> None:
    """Any value that may be told but the truth."""
    called = call(*WRITTEN, text="men\n300\n")
    assert called.code == 0, called
    assert "men: 300" in called.out
    assert "judge writes false men" in called.talk


@pytest.mark.parametrize(
    ("text", "code", "why"),
    [
        ("men\n60\n", 3, "'false men': 60 is true, but must be false"),
        ("men\n77\n", 3, "'false men': 77 is not a possible value"),
        ("men\nmany\n", 3, "'many' does not fit"),
        ("men\n", 1, "the input ended where 'written.tell.tale.false_men'"),
        (
            "\n\n",
            0,
            "judge writes lies (1), which facts are false (may be men, heading; "
            "empty line: it is drawn):",
        ),
    ],
)
def test_what_a_judge_may_not_write(text: str, code: int, why: str) -> None:
    """The truth, what `may_be` does not list, a value of another type; an end is an
    open stop, a blank is chance. A script is told what else may be."""
    called = call(*WRITTEN, text=text)
    assert called.code == code
    assert why in called.talk
    assert "R708" not in called.talk
    assert ("it may be 10, 300" in called.talk) == ("false men':" in called.talk)


def test_a_lie_may_be_answered_beforehand() -> None:
    """As any choice; it is checked, and one that nothing asked for is said."""
    given = [each for each in WRITTEN if each != "--real-dice"]
    lie = ("--answer", "lies=[men]", "--answer", "false men=300")
    called = call(*given, *lie)
    assert "men: 300" in called.out
    assert "left over" not in called.talk
    refused = call(*given, "--answer", "lies=[men]", "--answer", "false men=60")
    assert refused.code == 3
    assert "60 is true, but must be false" in refused.talk
    called = call(*given, "--answer", "lies=[heading]", "--answer", "false men=300")
    assert called.code == 0
    assert "the answer to 'false men' was not used" in called.talk


def test_without_a_judge_what_only_he_can_make_up_is_open() -> None:
    """It is an answer (1), never a guess."""
    given = ("run", PACK, "made_up", "--scenario", "valley", "--with", "to=red")
    called = call(*given, "--with", "number=2")
    assert called.code == 1
    assert "lies" in called.talk


VIEWS = (
    ("red: {has: {sighting: {size: few}}}", "size: few", "sighting about riders"),
    ("red: {has: tale}", "told", "not told"),
    ("red: {has: {tale: {men: 3}}}", "men: 3", "not told"),
    ("red: {none: sighting}", "not told", "size: many; it goes: east"),
    ("red: {has: {sighting: {size: none}}}", "size: none", "size: many"),
)


def failing(tmp_path: Path, views: str) -> str:
    """Return what `test` says of a case with such views."""
    folder = tmp_path / "sightings"
    shutil.copytree(ROOT / PACK, folder)
    cases = folder / "cases.yaml"
    text = cases.read_text(encoding="utf-8").split("cases:")[0]
    text += (
        "cases:\n  one:\n    run: look(riders, red, 0)\n    scenario: valley\n"
        f"    dice: {{dice: [3, 4]}}\n    views:\n      {views}\n"
    )
    cases.write_text(text, encoding="utf-8")
    called = call("test", str(folder))
    assert called.code == 1, called
    return called.out


@pytest.mark.parametrize(("views", "expected", "found"), VIEWS)
def test_a_case_says_what_the_view_has_instead(
    views: str, expected: str, found: str, tmp_path: Path
) -> None:
    """Both sides, in the words of the pack."""
    said = failing(tmp_path, views)
    assert f"expected: {expected}" in said
    assert found in said.split("found:")[1]


@pytest.mark.parametrize(
    ("views", "said"),
    [
        ("rde: {none: sighting}", "did you mean 'red'?"),
        ("red: {none: sihgting}", "did you mean 'sighting'?"),
        ("red: {has: {sighting: {syze: few}}}", "'syze'"),
    ],
)
def test_a_case_that_names_what_is_not_there(
    views: str, said: str, tmp_path: Path
) -> None:
    """A misspelt seat, kind or fact is an error of the case, not a passed one."""
    assert said in failing(tmp_path, views)
