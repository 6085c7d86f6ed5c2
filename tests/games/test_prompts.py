"""Who is asked, when, and how often shows to nobody else: not even that one waits."""

import json
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

from tests.games.playing import answered, call, done, hand, question, reply

RED, GREEN, BLUE = "red", "green", "blue"
PACK = """\
name: sealed
seats: side
seen_by: everyone
entities:
  side:
    owner: it
    fields:
      colour: {type: text, seen_by: everyone, start: plain}
      chests: {type: integer 0..3, seen_by: owner, start: 0}
      gold: {type: integer 0.., seen_by: owner, start: 0}
procedures:
  main:
    steps:
      - choose: bid
        for_each: s in every(side)
        by: s
        from: 0..3
      - for_each: s in every(side)
        call: fill(s)
      - choose: ready
        for_each: s in every(side)
        by: s
        options: {yes: {}, no: {}}
  fill:
    title: Each of some chests is filled, and nobody else knows how many there are
    takes: {s: side}
    seen_by: s
    steps:
      - choose: chests
        by: s
        from: 0..3
      - set: {s.chests: chests}
      - times: s.chests
        do:
          - choose: gold
            by: s
            from: 1..(4 - s.chests)
          - roll: {coin: d6}
            by: s
            for: "what {gold} gold is worth"
          - set: {s.gold: s.gold + gold + coin}
scenarios:
  one:
    main: main
    entities:
      red: {kind: side}
      green: {kind: side}
      blue: {kind: side}
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Begin a game of three that are all elsewhere."""
    return begun(tmp_path)


def begun(folder: Path, *more: str) -> Path:
    """Begin a game of three in a folder that is not there yet, or is empty."""
    pack, game = folder / "pack", folder / "a.game"
    pack.mkdir(parents=True)
    (pack / "ruleset.yaml").write_text(PACK, encoding="utf-8")
    seats = [("--seat", f"{each}=later") for each in (RED, GREEN, BLUE)]
    words = [word for each in seats for word in each]
    dice = more or ("--seed", "one")
    done("play", pack, "one", "--game", game, *dice, *words)
    return game


def got(game: Path, seat: str) -> str:
    """Return all that a seat gets at a moment, and what its mistakes say: files, looks,
    what it reads where it sits, and that nothing is asked of it."""
    found = [f"{name}\n{text}" for name, text in sorted(hand(game, seat).items())]
    asked = question(game, seat)
    token = asked["token"] if asked else "0" * 32
    for wrong in ("owls", 9, ["1", "2"]):
        found += map(str, reply(game, token, wrong))
    for form in ((), ("--json",)):
        for verb in ("view", "log"):
            found += map(str, call(verb, game, "--as", seat, *form))
        found += map(str, call("play", "--game", game, "--as", seat, *form))
    return "\n".join(found).replace(str(game.parent), "")


def bids(game: Path, *seats: str) -> None:
    """Let seats bid."""
    for seat in seats:
        answered(game, seat, 2)


def test_who_has_answered_shows_to_nobody(tmp_path: Path) -> None:
    """Of three that bid at once: blue has bid or not, and reads the same whoever of the
    others has."""
    for own in ((), (BLUE,)):
        seen = set()
        for others in ((), (RED,), (GREEN,)):
            game = begun(tmp_path / f"{own}{others}")
            bids(game, *own, *others)
            seen.add(got(game, BLUE))
        assert len(seen) == 1


def test_the_order_of_answers_shows_to_nobody(tmp_path: Path) -> None:
    """All have bid, in any order; what each reads then is one thing."""
    for seat in (RED, BLUE):
        seen = set()
        for order in permutations((RED, GREEN, BLUE)):
            game = begun(tmp_path / seat / "".join(order))
            bids(game, *order)
            seen.add(got(game, seat))
        assert len(seen) == 1


def moments(game: Path, chests: int) -> Iterator[str]:
    """Yield what blue gets whenever red, then green, is asked for its chests."""
    bids(game, RED, GREEN, BLUE)
    for seat, many in ((RED, chests), (GREEN, 3 - chests)):
        yield got(game, BLUE)
        answered(game, seat, many)
        while question(game, seat) is not None:
            yield got(game, BLUE)
            answered(game, seat, 1)


def test_how_often_others_are_asked_shows_to_nobody(tmp_path: Path) -> None:
    """One fills no chest and the other three, or with one candidate is not asked at
    all: at every moment blue reads the same, and when it is asked too."""
    seen, ends, counts = set[str](), set[str](), list[int]()
    for chests in range(4):
        game = begun(tmp_path / str(chests))
        found = list(moments(game, chests))
        seen |= set(found)
        counts.append(len(found))
        ends.add(got(game, BLUE))
    assert len(seen) == len(ends) == 1
    assert len(set(counts)) > 1, "the others are not asked equally often"
    assert seen != ends, "blue is asked, and reads it"


def test_dice_that_are_awaited_show_to_nobody(tmp_path: Path) -> None:
    """With dice on the table: the judge types what fell for red, or nobody throws."""
    seen = set()
    for chests in (0, 1):
        game = begun(tmp_path / str(chests), "--real-dice")
        bids(game, RED, GREEN, BLUE)
        answered(game, RED, chests)
        if chests:
            answered(game, RED, 1)
        seen.add(got(game, BLUE))
        code, out, talk = call("play", "--game", game, "--as", "judge")
        if chests:
            assert (code, "red rolls d6" in talk) == (1, True)
        else:
            assert (code, out) == (0, f"the game waits for {GREEN}\n")
    assert len(seen) == 1


def test_whom_the_game_waits_for_is_for_the_umpire_alone(game: Path) -> None:
    """He is told; a seat is told that it is not itself."""
    bids(game, BLUE)
    assert call("play", "--game", game, text="")[0] == 1
    seated = done("play", "--game", game, "--as", BLUE)
    assert seated == "blue is asked nothing now; the game waits for others\n"
    told = json.loads(done("play", "--game", game, "--as", BLUE, "--json"))
    assert told["waiting"] == []
    for each in (RED, GREEN):
        files = hand(game, BLUE)
        assert not any("question" in name for name in files)
        assert f"waits for {each}" not in "".join(files.values())
