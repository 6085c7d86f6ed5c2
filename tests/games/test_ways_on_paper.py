"""Corners and directions of a hex are offered with where they point on paper."""

from pathlib import Path

import pytest

from tests.games.playing import done, hand

PACK = """\
name: turning
seats: side
seen_by: everyone
types:
  ground: [open]
boards:
  field: {{cells: hexes, orientation: {first}, labels: {labels}, ground: ground}}
{more}entities:
  side: {{}}
procedures:
  main:
    steps:
      - choose: faces
        by: "list(s in every(side))[1]"
        from: values({kind})
scenarios:
  one:
    main: main
    boards:
      field: {{columns: 01..03, rows: 01..03, ground: open}}
{map}    entities:
      red: {{kind: side}}
"""
LABELS = "{columns: 2 digits, rows: 2 digits, first: columns}"
LIES = f"orientation: sides up, labels: {LABELS}, ground: ground"
MORE = f"  wood: {{cells: hexes, {LIES}}}\n"
MAP = "      wood: {columns: 01..03, rows: 01..03, ground: open}\n"


@pytest.mark.parametrize(
    ("kind", "lies", "more", "said"),
    [
        ("corner", "corners up", False, "5. north"),
        ("corner", "sides up", False, "5. north-north-east"),
        ("direction", "corners up", False, "1. east"),
        ("direction", "sides up", False, "5. north"),
        ("corner", "corners up", True, ""),
    ],
)
def test_where_they_point(
    kind: str, lies: str, more: bool, said: str, tmp_path: Path
) -> None:
    """Unless boards lie in two ways, for then no word is right of both."""
    pack, game = tmp_path / "pack", tmp_path / "a.game"
    pack.mkdir()
    text = PACK.format(
        first=lies,
        kind=kind,
        labels=LABELS,
        more=MORE if more else "",
        map=MAP if more else "",
    )
    (pack / "ruleset.yaml").write_text(text, encoding="utf-8")
    words = ("--seed", "one", "--seat", "red=later")
    done("play", pack, "one", "--game", game, *words)
    asked = "\n".join(hand(game, "red").values())
    letter = kind[0].upper()
    assert (said or f"1. {letter}0\n") in asked
    assert ("north" in asked) == bool(said)
