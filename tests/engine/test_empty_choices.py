"""A choice that offers nothing is a problem of the pack at its step, in every way of
running: nobody could ever answer it, and a game would wait for ever."""

from pathlib import Path

import pytest

from tests.cli.calling import call

PACK = """
name: nothing to choose
seats: side
seen_by: everyone
entities:
  side:
    fields:
      coins: {type: integer 0.., seen_by: everyone, start: 0}
  purse:
    single: yes
    fields:
      holder: {type: side, seen_by: everyone}
scenarios:
SCENARIOS
procedures:
  no number:
    steps:
      - choose: one
        by: purse.holder
        from: list(n in 1..3 where n > 5)
  all barred:
    steps:
      - choose: way
        by: purse.holder
        options: {left: {if: purse.holder.coins > 0}}
  too few:
    steps:
      - choose: two
        by: purse.holder
        from: list(n in 1..3 where n > 2)
        how_many: 2
  one of several:
    steps:
      - for_each: s in every(side)
        choose: coin
        by: s
        from: list(n in 1..2 where s is purse.holder)
  must answer:
    steps:
      - choose: one
        by: purse.holder
        from: list(n in 1..3 where n > 5)
        or: none
        must: purse.holder.coins is 0
"""
CALLED = [
    ("no_number", "nothing is offered"),
    ("all_barred", "nothing is offered"),
    ("too_few", "2 must be chosen, and 1 is offered"),
    ("one_of_several", "nothing is offered"),
    ("must_answer", "nothing is offered"),
]
SCENARIO = """\
  CALLED:
    main: CALLED
    entities:
      red: {kind: side}
      blue: {kind: side}
      purse: {kind: purse, holder: red}
"""


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the pack, with a scenario for each of its procedures."""
    folder = tmp_path_factory.mktemp("empty")
    scenarios = "".join(SCENARIO.replace("CALLED", entry) for entry, *_ in CALLED)
    text = PACK.replace("SCENARIOS\n", scenarios)
    (folder / "ruleset.yaml").write_text(text)
    return folder


def place(pack: Path, entry: str) -> str:
    """Return where the choice of a procedure stands, as problems say it."""
    lines = (pack / "ruleset.yaml").read_text().splitlines()
    start = lines.index(f"  {entry.replace('_', ' ')}:")
    line = next(at for at in range(start, len(lines)) if "choose:" in lines[at])
    return f"ruleset.yaml:{line + 1}:9: R712"


@pytest.mark.parametrize(("entry", "message"), CALLED)
@pytest.mark.parametrize(
    ("verb", "policy"),
    [("run", ()), ("run", ("--policy", "first")), ("odds", ("--policy", "random")),
     ("simulate", ("--policy", "last"))],
)  # fmt: skip
def test_running(
    pack: Path, verb: str, policy: tuple[str, ...], entry: str, message: str
) -> None:
    """Whoever would answer: nobody, or a policy."""
    called = call(verb, str(pack), entry, "--scenario", entry, *policy)
    assert called.code == 3
    assert f"{place(pack, entry)} {message}" in called.talk
    assert "if_none" in called.talk


@pytest.mark.parametrize(("entry", "message"), CALLED)
def test_playing(pack: Path, tmp_path: Path, entry: str, message: str) -> None:
    """A game says it at once, and waits for nobody."""
    game = str(tmp_path / "a.game")
    seats = ("--seat", "red=later", "--seat", "blue=later", "--seat", "judge=later")
    called = call("play", str(pack), entry, "--game", game, *seats)
    assert called.code == 3
    assert f"{place(pack, entry)} {message}" in called.talk


def test_if_none_is_done_instead(pack: Path, tmp_path: Path) -> None:
    """What the hint recommends."""
    text = (pack / "ruleset.yaml").read_text()
    mended = text.replace("n > 5)\n  all", "n > 5)\n        if_none: []\n  all")
    (tmp_path / "ruleset.yaml").write_text(mended)
    assert call("run", str(tmp_path), "no_number", "--scenario", "no_number").code == 0
