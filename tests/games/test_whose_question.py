"""A question of one thing names it, whatever number the thing has among its kind."""

import sys
from io import StringIO
from pathlib import Path

import pytest

from interpreter.cli.main import main
from tests.games.playing import done, hand

PACK = """\
name: waiting
seats: side
seen_by: everyone
entities:
  side: {fields: {ready: {type: yes or no, seen_by: everyone, start: no}}}
  officer:
    fields:
      of: {type: side, seen_by: everyone}
      waits: {type: yes or no, seen_by: everyone, start: no}
procedures:
  main:
    steps:
      - choose: goes
        for_each: o in list(x in every(officer) where x.waits)
        by: o.of
        options: {yes: {}, no: {}}
      - choose: sure
        for_each: s in list(x in every(side) where not x.ready)
        by: s
        options: {yes: {}, no: {}}
scenarios:
  one:
    main: main
    entities:
      red: {kind: side}
      blue: {kind: side, ready: yes}
      ann: {kind: officer, of: red, waits: yes}
      bob: {kind: officer, of: blue}
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """Write a pack whose first officer has the number of the first side."""
    folder = tmp_path / "pack"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(PACK, encoding="utf-8")
    return folder


def test_a_game_names_the_one_who_is_asked_about(pack: Path, tmp_path: Path) -> None:
    """It is no seat that needs no name, though its number is that of the seat."""
    game = tmp_path / "a.game"
    seats = [word for each in ("red", "blue") for word in ("--seat", f"{each}=later")]
    done("play", pack, "one", "--game", game, "--seed", "one", *seats)
    asked = "\n".join(hand(game, "red").values())
    assert "for ann:" in asked


def test_a_run_names_him_too_but_no_seat_to_itself(
    pack: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With `--real-dice`, which asks for choices on lines."""
    monkeypatch.setattr(sys, "stdin", StringIO("yes\nyes\n"))
    code = main(["run", str(pack), "main", "--scenario", "one", "--real-dice"])
    talk = capsys.readouterr().err
    assert code == 0
    assert "red chooses goes in main\n  for ann:\n" in talk
    assert "red chooses sure in main" in talk
