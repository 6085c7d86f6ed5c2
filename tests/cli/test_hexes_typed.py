"""A list of hexes as a judge types it: labels with blanks between."""

from pathlib import Path

import pytest

from tests.games.playing import call

CAMPAIGN = str(Path(__file__).parents[1] / "packs" / "campaign")
SURVEY = f"""
name: survey
extends: {CAMPAIGN}
procedures:
  survey:
    gives: integer
    seen_by: judge
    steps:
      - ask: {{path: list of hex of small}}
        of: judge
      - ask: {{heights: list of integer}}
        of: judge
      - return: 10 * count(path) + sum(heights)
"""


def surveyed(folder: Path, text: str) -> tuple[int, str, str]:
    """Play a pack that asks the judge for hexes, and for numbers."""
    pack = folder / "survey"
    pack.mkdir()
    (pack / "ruleset.yaml").write_text(SURVEY, encoding="utf-8")
    begun = ("play", pack, "border", "survey", "--as", "judge")
    return call(*begun, "--game", folder / "a.game", text=text)


@pytest.mark.parametrize(
    ("line", "count"),
    [("0909 0910", 2), ("0909, 0910", 2), ("[0909, 0910]", 2), ("0909", 1), ("[]", 0)],
)
def test_labels_are_enough(tmp_path: Path, line: str, count: int) -> None:
    code, out, talk = surveyed(tmp_path, f"{line}\n[1, 2]\n")
    assert (code, f"survey gives {10 * count + 3}" in out) == (0, True), talk


@pytest.mark.parametrize("line", ["0909 0999", "0909 owl", "0909; 0910"])
def test_what_is_no_hex_is_refused_with_the_form(tmp_path: Path, line: str) -> None:
    _, _, talk = surveyed(tmp_path, f"{line}\n")
    assert "does not fit" in talk or "'0999', which is no hex of " in talk
    assert "hexes are typed by their labels, with blanks between" in talk


def test_other_lists_say_their_form(tmp_path: Path) -> None:
    _, _, talk = surveyed(tmp_path, "0909\n1 2\n")
    assert "write a list in brackets, with commas: [a, b]" in talk
