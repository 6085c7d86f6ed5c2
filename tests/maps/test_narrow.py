"""Maps of text on narrow terminals, on which a place has a long label."""

from pathlib import Path

import pytest

from interpreter.app.game import open_game
from tests.games.playing import call
from tests.ruleset.packs import write

PACK = """
name: wide
seats: side
seen_by: everyone
boards: {field: {cells: hexes}}
entry_points: {wait: {call: wait()}}
entities:
  side:
    seen_by: everyone
    fields: {marks: {type: integer, seen_by: everyone, start: 0}}
  post:
    fields: {at: {type: hex of field, seen_by: everyone}}
procedures:
  wait:
    seen_by: everyone
    steps:
      - {let: {who: "every(side)[1]"}}
      - choose: what next
        by: who
        say: What happens next
        options: {pass: {}, wait: {}}
scenarios:
  far:
    main: wait
    entities: {red: {kind: side}, mill: {kind: post, at: 'PLACE'}}
"""


@pytest.mark.parametrize("place", ["1000,-1000", "100000,-100000", "0,0"])
@pytest.mark.parametrize("cells", [10, 40, 44, 60, 80])
def test_a_place_with_a_long_label_is_drawn(
    tmp_path: Path, place: str, cells: int
) -> None:
    pack = write(tmp_path / "wide", {"ruleset.yaml": PACK.replace("PLACE", place)})
    game = tmp_path / "a.game"
    code, _, talk = call("play", pack, "far", "--game", game, text="")
    assert code == 1, talk
    text = open_game(game).map("red").text(width=cells)
    assert place in text
    assert "mill" in text
