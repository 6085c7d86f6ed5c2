"""What has changed for a seat, as sentences: now and before in the same words."""

from pathlib import Path

from interpreter import open_ruleset

PACK = """\
name: values
title: No game - a value of each kind that changes
seats: side
seen_by: everyone
boards:
  table: {cells: plane, ground: soil}
  field: {cells: hexes, labels: {columns: 2 digits, rows: 2 digits}}
types:
  soil: [open, brush]
  stance: [at ease, on guard]
entities:
  side: {fields: {}}
  man:
    fields:
      at: {seen_by: everyone, type: place or none}
      ways: {seen_by: everyone, type: list of place, start: []}
      stance: {seen_by: everyone, type: stance, start: at ease}
      spot: {seen_by: everyone, type: hex of field or none}
      facing: {seen_by: everyone, type: corner, start: C0}
      turns: {seen_by: everyone, type: list of corner, start: []}
      money: {seen_by: everyone, type: number, start: 0}
      ready: {seen_by: everyone, type: yes or no, start: no}
      friend: {seen_by: everyone, type: man or none}
  dog:
    fields:
      at: {seen_by: everyone, type: place or none, say: "stands at {at}"}
      stance:
        {type: stance, seen_by: everyone, start: at ease, say: {on guard: watches}}
      facing: {seen_by: everyone, type: corner, start: C0, say: "looks to {facing}"}
      money: {seen_by: everyone, type: number, start: 0, say: "cost {money}"}
      friend: {seen_by: everyone, type: man or none, say: "is of {friend}"}
procedures:
  turn:
    takes: {n: side}
    steps:
      - {choose: go, by: n, from: 1..2}
      - for_each: x in every(man)
        do:
          - set:
              x.at: place(7, 6)
              x.ways: "[place(1, 2), place(3, 4)]"
              x.stance: on guard
              x.spot: "0204"
              x.facing: C3
              x.turns: "[C1, C2]"
              x.money: 7/2
              x.ready: yes
              x.friend: x
      - for_each: x in every(dog)
        do:
          - set:
              x.at: place(7, 6)
              x.stance: on guard
              x.facing: C3
              x.money: 1/3
              x.friend: none
      - {choose: on, by: n, from: 1..2}
scenarios:
  heath:
    main: turn
    boards:
      table: {size: 24 x 18, ground: open}
      field: {size: 9 x 9}
    entities:
      red: {kind: side}
      ann: {kind: man, at: [4, 6], spot: "0101", ways: [[1, 2]], turns: [C0]}
      rex: {kind: dog, at: [4, 6], friend: ann}
"""

MAN = (
    "Man ann: at (7, 6) (4, 6 before)",
    "ways (1, 2); (3, 4) (1, 2 before)",
    "stance on guard (at ease before)",
    "spot 0204 (0101 before)",
    "facing west-north-west (east-south-east before)",
    "turns south and west-south-west (east-south-east before)",
    "money 3 1/2 (0 before)",
    "ready yes (no before)",
    "friend ann.",
)
DOG = (
    "Dog rex: stands at (7, 6) (4, 6 before)",
    "watches (at ease before)",
    "looks to west-north-west (east-south-east before)",
    "cost 1/3 (0 before)",
    "friend ann no more.",
)


def test_now_and_before_are_said_in_the_same_words(tmp_path: Path) -> None:
    """Of things for which the pack has sentences, and of others."""
    pack = tmp_path / "values"
    pack.mkdir()
    (pack / "ruleset.yaml").write_text(PACK, encoding="utf-8")
    path = tmp_path / "heath.game"
    game = open_ruleset(pack).new_game("heath", path, seed="one", n="red")
    assert game.page("red").changes == ()
    game.answer(game.questions()[0], "1")
    assert game.page("red").changes == ("; ".join(MAN), "; ".join(DOG))
