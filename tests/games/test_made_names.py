"""How the judge finds what a seat calls an entity that was made while running."""

from pathlib import Path

from tests.games.playing import call, data, done

PACK = """
name: catches
seats: side
seen_by: everyone
entities:
  side: {owner: it, seen_by: everyone, fields: {}}
  fish:
    seen_by: judge
    fields: {weight: {type: integer, seen_by: judge}}
claims:
  caught: {about: fish, say: "{about} was caught", facts: {}}
procedures:
  day:
    seen_by: judge
    steps:
      - for_each: s in every(side)
        do:
          - create: fish
            as: catch
            with: {weight: 2}
          - {tell: caught, to: s, about: catch}
      - choose: more
        by: every(side)[1]
        from: 1..2
        discloses: that fish was caught
scenarios: {one: {main: day, entities: {ann: {kind: side}, bob: {kind: side}}}}
"""


def test_the_judge_sees_what_each_seat_calls_it(tmp_path: Path) -> None:
    """Each seat counts what it has met; the judge all that there is."""
    pack, game = tmp_path / "pack", tmp_path / "a.game"
    pack.mkdir()
    (pack / "ruleset.yaml").write_text(PACK, encoding="utf-8")
    done("check", pack)
    call("play", pack, "one", "--game", game, "--seat", "ann=later")
    for seat in ("ann", "bob"):
        assert "fish 1 was caught" in done("view", game, "--as", seat)
        assert "fish 2" not in done("view", game, "--as", seat)
    text = done("view", game, "--as", "judge")
    assert "fish 1 (fish)\n" in text
    assert "fish 2 (fish), fish 1 to bob\n" in text
    every = {each["id"]: each for each in data("view", game, "--as", "judge")["sees"]}
    assert every["fish 2"]["names"] == {"bob": "fish 1"}
    assert "names" not in every["fish 1"]
