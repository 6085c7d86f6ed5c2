"""What a seat calls what came to be while running, and what all seats know."""

from pathlib import Path
from typing import Any

import pytest

from tests.games.playing import (
    NORTH,
    PACKS,
    SOUTH,
    answered,
    begin,
    call,
    data,
    done,
    hand,
)

HIDING, MASKS = str(PACKS / "hiding"), str(PACKS / "masks")


def markers(game: Path) -> list[str]:
    """Return the markers that the south sees, as it calls them, by their number."""
    seen = data("view", game, "--as", SOUTH)["sees"]
    return [each["id"] for each in seen if each["kind"] == "marker"]


def test_a_name_stays_though_a_claim_speaks_of_another(tmp_path: Path) -> None:
    """What was met first is the first, also behind the claim of one that came later."""
    game = tmp_path / "a.game"
    begin(game, "--seed", "two", pack=HIDING, scenario="meadow")
    for seat, answer in ((NORTH, "ford"), (SOUTH, "hill"), (NORTH, 2), (SOUTH, 2)):
        answered(game, seat, answer)
    answered(game, NORTH, "wood")
    assert markers(game) == ["marker 1", "marker 2"]
    answered(game, SOUTH, "ford")
    (claim,) = data("view", game, "--as", SOUTH)["claims"]
    assert claim["facts"]["by"]["id"] == "marker 3"
    assert markers(game) == ["marker 1", "marker 2", "marker 3"]
    assert "by: marker 3" in hand(game, SOUTH)["log.txt"]


def test_everyone_knows_what_every_seat_knows(tmp_path: Path) -> None:
    """V-LI-20: field by field what all of them see, and no id of what is masked."""
    game = tmp_path / "a.game"
    later = ("--seat", "red=policy:plain", "--seat", "blue=later")
    done("play", MASKS, "room", "--game", game, "--seed", "one", *later)
    judge = data("view", game, "--as", "judge")["sees"]
    seen = {each["id"]: each["fields"] for each in public(game)["sees"]}
    expected = {
        each.get("label", each["id"]): {
            name
            for name, told in each["fields"].items()
            if set(told["known_to"]) == {"red", "blue"}
        }
        for each in judge
    }
    assert {name: set(fields) for name, fields in seen.items()} == expected
    assert all("real" not in fields for fields in seen.values())
    assert public(game)["claims"] == []
    assert not any(each in str(public(game)) for each in ("alpha", "beta", "delta"))


def test_everyone_gets_a_handout_and_a_log(tmp_path: Path) -> None:
    game = tmp_path / "a.game"
    begin(game, pack=HIDING, scenario="meadow")
    files = hand(game, "everyone")
    assert not any("question" in name for name in files)
    assert files["log.txt"].startswith("nothing yet\n\neveryone holds\n")
    assert files["report.txt"].startswith("everyone sees\n")
    code, _, talk = call("play", "--game", game, "--as", "everyone")
    assert code == 2
    assert "everyone" in talk


@pytest.mark.parametrize("told", [("north",), ("north", "south"), ("south", "south")])
def test_everyone_was_told_what_each_seat_was(tmp_path: Path, told: Any) -> None:
    """A claim counts when each has one that says the same."""
    pack = tmp_path / "pack"
    pack.mkdir()
    steps = "".join(
        f"      - tell: news\n        to: {each}\n        facts: {{text: QUOTED}}\n"
        for each in told
    ).replace("QUOTED", "\"'rain'\"")
    (pack / "ruleset.yaml").write_text(
        "name: news\nseats: side\nseen_by: everyone\nentities:\n  side: {fields: {}}\n"
        "claims:\n  news: {facts: {text: {type: text}}}\n"
        "procedures:\n  main:\n    takes: {north: side, south: side}\n    steps:\n"
        + steps
        + "scenarios:\n  one:\n    entities: {a: {kind: side}, b: {kind: side}}\n"
    )
    given = ("--with", "north=a", "--with", "south=b")
    game = tmp_path / "a.game"
    done("play", pack, "one", "main", "--game", game, *given)
    assert len(public(game)["claims"]) == (set(told) == {"north", "south"})


def public(game: Path) -> Any:
    """Return what everyone knows."""
    return data("view", game, "--as", "everyone")
