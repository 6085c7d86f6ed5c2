"""A command that is refused begins no game."""

from pathlib import Path

import pytest

from tests.games.playing import NORTH, SOUTH, TABLE, call, done

TWICE = "- {target: mirror}\n- {target: none}\n"


@pytest.mark.parametrize(
    ("code", "words", "text", "said"),
    [
        (
            2,
            ("--answer", "target=mirror", "--answer", "target=none"),
            "",
            "several answers to 'target'",
        ),
        (2, ("--answers", "-"), TWICE, "several answers to 'target'"),
        (2, ("--answers", "-"), TWICE.splitlines()[0], "several answers to 'target'"),
        (2, ("--answer", "token=mirror"), "", "unknown question 'token'"),
        (2, ("--answer", "target"), "", "has no value"),
        (3, ("--answer", "target=owl"), "", "owl"),
        (3, ("--answers", "missing.yaml"), "", "missing.yaml"),
        (2, ("--as", NORTH, "--answer", "target=mirror"), "", "exclude each other"),
        (
            2,
            ("--as", NORTH, "--seat", f"{SOUTH}=person"),
            "",
            "no other seat can be a person",
        ),
        (2, ("--as", "west_side"), "", "unknown seat 'west_side'"),
        (2, ("--seat", f"{SOUTH}=policy:owl"), "", "owl"),
        (2, ("--seat", f"{SOUTH}=owl"), "", "is not a possible answerer"),
        (2, ("--with", "owl=1"), "", "unknown argument 'owl'"),
        (2, ("--words", "--as", NORTH), "", "exclude each other"),
    ],
)
def test_a_refused_command_leaves_no_file(
    tmp_path: Path, code: int, words: tuple[str, ...], text: str, said: str
) -> None:
    """The corrected one then begins the game, with a seed of its own."""
    game = tmp_path / "a.game"
    begun = ("play", TABLE, "table", "--game", game, "--seed", "one")
    found, _, talk = call(*begun, *words, text=text)
    assert (found, said in talk) == (code, True), talk
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("given", [(), ("--answer", "target=none")])
def test_answers_are_read_once(tmp_path: Path, given: tuple[str, ...]) -> None:
    """From a file or from stdin, in a game that begins and in one that goes on."""
    game = tmp_path / "a.game"
    begun = ("play", TABLE, "table", "--game", game, "--seed", "one", *given)
    done(*begun, "--answers", "-", text="{target: none, bid: 1}\n")
    done("play", "--game", game, "--answers", "-", text="{target: none, bid: 1}\n")


FAIR = """
name: fair
seats: side
seen_by: everyone
entities:
  side:
    fields:
      purse: {type: integer 0..20, seen_by: everyone, start: 3}
      debts: {type: integer 0..20, seen_by: nobody, start: 3}
procedures:
  open_fair:
    takes: {price: integer 0..9}
    steps:
      - require: price <= 4
        rule: FAIR-1
        say: "{price} is too dear"
      - ask: {bid: integer 0..9}
        of: judge
  lend:
    seen_by: judge
    steps:
      - require: all(s.debts > 3 for s in every(side))
        rule: FAIR-2
        say: the debts are small
  after_dice:
    steps:
      - roll: {die: d6}
        by: judge
      - require: die > 6
        rule: FAIR-3
scenarios:
  square: {entities: {red: {kind: side}, blue: {kind: side}}}
"""
ALL_PLAYED = (*("--seat", "red=policy:first"), *("--seat", "blue=policy:first"))


@pytest.mark.parametrize("who", [(), ("--as", "judge"), ("--as", "red"), ALL_PLAYED])
def test_what_is_refused_at_once_begins_no_game(
    tmp_path: Path, who: tuple[str, ...]
) -> None:
    """All see the step, so all hear which rule refuses, as of a run."""
    code, out, talk = _fair(tmp_path, "open_fair", "--with", "price=5", *who)
    assert (code, out) == (3, "")
    assert "R710 refused by FAIR-1: 5 is too dear" in talk
    assert "hint: not so: price <= 4 (here 5)" in talk


@pytest.mark.parametrize("procedure", ["lend", "after_dice"])
def test_what_not_all_may_know_is_told_to_the_judge(
    tmp_path: Path, procedure: str
) -> None:
    """A seat, or a terminal that seats share, hears that it is refused alone."""
    for who in (), ("--as", "red"), ("--as", "blue"), ALL_PLAYED[:2]:
        code, out, talk = _fair(tmp_path, procedure, *who)
        assert (code, out) == (3, "")
        assert "refuse to go on" in talk
        assert "--as judge" in talk
        assert not [each for each in ("R710", "FAIR", "ruleset.yaml") if each in talk]
    for who in ("--as", "judge"), ALL_PLAYED:
        code, _, talk = _fair(tmp_path, procedure, *who)
        assert (code, "R710 refused by FAIR-" in talk) == (3, True)


def _fair(folder: Path, *more: str) -> tuple[int, str, str]:
    pack, games = folder / "pack", folder / "games"
    for each in pack, games:
        each.mkdir(exist_ok=True)
    (pack / "ruleset.yaml").write_text(FAIR, encoding="utf-8")
    found = call("play", pack, "square", *more, "--game", games / "a.game")
    assert [*games.iterdir()] == []
    return found
