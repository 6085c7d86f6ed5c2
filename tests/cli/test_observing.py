"""Messages where a procedure returns nothing, or a field is named without its kind."""

from pathlib import Path

import pytest

from interpreter.cli.main import main

DUEL = str(Path(__file__).parents[1] / "packs" / "bench-duel")
YARD = ("--scenario", "yard", "--with", "a=ann", "--with", "b=ben")
PACK = """
name: idle
seen_by: everyone
procedures:
  wait: {takes: {}, steps: []}
"""


def said(capsys: pytest.CaptureFixture[str], *given: str) -> str:
    """Return what a command says beside its data."""
    main(list(given))
    return capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (
            ("odds", DUEL, "exchange", *YARD),
            "'exchange' returns nothing; --observe fighter.points reports that field\n",
        ),
        (
            ("simulate", DUEL, "exchange", *YARD, "--trials", "9"),
            "'exchange' returns nothing; 'umpire odds' with --observe fighter.points "
            "reports that field\n",
        ),
        (("odds", DUEL, "exchange", *YARD, "--observe", "fighter.points"), ""),
        (("simulate", DUEL, "duel", *YARD, "--trials", "9"), ""),
    ],
)
def test_what_gives_nothing_says_what_to_look_at(
    capsys: pytest.CaptureFixture[str], given: tuple[str, ...], told: str
) -> None:
    """A field that it sets, also in what it calls; not where something is looked at."""
    assert said(capsys, *given) == told


def test_what_sets_no_field_says_so(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """No field is named that never changes."""
    (tmp_path / "ruleset.yaml").write_text(PACK, encoding="utf-8")
    told = said(capsys, "odds", str(tmp_path), "wait")
    assert (
        told
        == "'wait' returns nothing, and sets no field that --observe could report\n"
    )


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("ann.points", "did you mean 'fighter.points'? ('ann' is of kind 'fighter"),
        ("ann.piont", "did you mean 'fighter.points'? ('ann' is of kind 'fighter"),
        ("fighter.piont", "did you mean 'fighter.points'?\n"),
        ("nobody.hat", "there are: fighter.points, fighter.skill\n"),
    ],
)
def test_a_thing_is_answered_with_its_kind(
    capsys: pytest.CaptureFixture[str], name: str, hint: str
) -> None:
    """Fields are told of all things of a kind, so the kind is what to write."""
    told = said(capsys, "odds", DUEL, "exchange", *YARD, "--observe", name)
    assert f"unknown field '{name}'\n" in told
    assert f"hint: {hint}" in told
