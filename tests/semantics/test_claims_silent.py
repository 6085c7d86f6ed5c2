"""R526: what a seat is told without a sentence."""

from pathlib import Path

import pytest

from interpreter.pipeline.checking import check
from tests.ruleset.packs import write

PACK = """
name: told
seats: side
seen_by: judge
entities:
  side: {fields: {}}
  band: {fields: {size: {type: integer, seen_by: judge, start: 0}}}
claims:
  sighting: KIND
procedures:
  look:
    takes: {to: side, b: band}
    steps:
      - tell: sighting
        to: to
        facts: {size: b.size}
entry_points:
  look(to:side, b:band): {call: "look(to, b)"}
"""


def notes(folder: Path, kind: str) -> list[str]:
    """Return the messages of R526 of a pack with this kind of claims."""
    pack = write(folder, {"ruleset.yaml": PACK.replace("KIND", kind)})
    return [each.message for each in check(pack).problems if each.code == "R526"]


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (
            "{facts: {size: {type: integer}}}",
            ["'sighting' is told as a list of fields, not in a sentence"],
        ),
        (
            "{say: A band was seen, facts: {size: {type: integer}}}",
            ["'sighting' has no sentence for 'size'"],
        ),
        (
            '{say: A band was seen, facts: {size: {say: "of {size}", type: integer}}}',
            [],
        ),
    ],
)
def test_each_part_needs_one(tmp_path: Path, kind: str, said: list[str]) -> None:
    assert notes(tmp_path / "told", kind) == said
