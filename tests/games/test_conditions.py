"""What an answer has to meet is said before, and what the rules refuse behind it is
told to the umpire alone."""

from pathlib import Path

import pytest

from tests.games.playing import NORTH, TABLE, call, data, done, question, reply

SHARES = ("play", TABLE, "table", "shares", "--with", "who=north_side")
MOST = (*SHARES, "--with", "most=5", "--seed", "one", "--game")
CONDITION = "such that sum(p.worth for p in lot) <= most"
ONE_BY_ONE = """\
      - for_each: s in every(side)
        do:
          - choose: bid
            by: s
            from: 0..9
            seen_by: everyone
          - require: bid <= s.gold
            rule: SPEND-1
            say: "{s} has {s.gold}"
"""
SPENDING = (
    """
name: spending
seats: side
seen_by: everyone
entities:
  side: {fields: {gold: {type: integer, seen_by: everyone, start: 3}}}
procedures:
  day:
    steps:
"""
    + ONE_BY_ONE
    + """          - set: {s.gold: s.gold - bid}
scenarios:
  one:
    main: day
    entities: {north_side: {kind: side}, south_side: {kind: side}}
"""
)
ASIDE = "the rules refuse to go on from this answer"


def test_the_condition_is_part_of_the_question(tmp_path: Path) -> None:
    """On lines, in a handout, and when it was not met; then nothing has happened."""
    game = tmp_path / "a.game"
    code, _, talk = call(*MOST, game, text="crown\n")
    assert code == 3
    assert f"    {CONDITION}\n  answer:" in talk
    assert "does not meet the condition of the choice" in talk
    assert "not so: sum(p.worth for p in lot) <= most (here " in talk
    asked = question(game, NORTH)
    assert f"such that {asked['such_that']}" == CONDITION
    before = game.read_bytes()
    code, out, talk = reply(game, asked["token"], ["crown", "purse"])
    assert (code, out) == (3, "")
    assert f"hint: it has to be {CONDITION}" in talk
    assert game.read_bytes() == before
    assert reply(game, asked["token"], ["purse", "button"])[0] == 0


def test_the_rules_refuse_what_comes_of_an_answer(tmp_path: Path) -> None:
    """The umpire reads by which rule, why, and what was compared; who sits there the
    rule and what it says, for both are for all to see."""
    pack, game = tmp_path / "spending", tmp_path / "a.game"
    pack.mkdir()
    (pack / "ruleset.yaml").write_text(SPENDING, encoding="utf-8")
    code, _, talk = call("play", pack, "one", "--game", game, text="7\n")
    assert code == 3
    assert "refused by SPEND-1: north side has 3\n" in talk
    assert "not so:" not in talk
    before = game.read_bytes()
    code, _, talk = call("play", "--game", game, "--as", NORTH, text="7\n")
    assert (code, "refused by SPEND-1: north side has 3\n" in talk) == (3, True)
    code, out, talk = reply(game, question(game, NORTH)["token"], "7")
    assert (code, out) == (3, "")
    assert "umpire: refused by SPEND-1: north side has 3\n" in talk
    assert "not so: bid <= s.gold (here 7 and 3)" in talk
    assert game.read_bytes() == before
    assert done("play", "--game", game, text="3\n0\n") == "the game is at its end\n"


IN_SECRET = SPENDING.replace("  day:\n", "  day:\n    seen_by: judge\n").replace(
    "            from: 0..9", "            discloses: SPEND-0\n            from: 0..9"
)
TOGETHER = SPENDING.replace(
    ONE_BY_ONE,
    """      - choose: bid
        for_each: s in every(side)
        by: s
        from: 0..9
        seen_by: everyone
      - for_each: s in every(side)
        do:
          - require: bid[s] <= s.gold
            rule: SPEND-1
            say: "{bid[s]} is more than {s.gold}"
""",
).replace("gold: s.gold - bid}", 'gold: "s.gold - bid[s]"}')
BEHIND_A_DIE = SPENDING.replace(
    "          - require: bid <= s.gold",
    "          - roll: {price: d6}\n          - require: bid + price <= s.gold",
).replace('"{s} has {s.gold}"', '"the price is {price}"')


@pytest.mark.parametrize(
    ("written", "bids"),
    [
        pytest.param(TOGETHER, "7\n1\n", id="others chose at the same time"),
        pytest.param(BEHIND_A_DIE, "9\n", id="a die fell in between"),
    ],
)
def test_a_seat_hears_no_more_than_its_answer_tells(
    tmp_path: Path, written: str, bids: str
) -> None:
    """Else it could try one answer after the other."""
    assert written.count("SPEND-1") == 1
    pack, game = tmp_path / "spending", tmp_path / "a.game"
    pack.mkdir()
    (pack / "ruleset.yaml").write_text(written, encoding="utf-8")
    code, _, talk = call("play", pack, "one", "--game", game, text=bids)
    assert code == 3
    assert ASIDE in talk
    assert "SPEND-1" not in talk


def test_a_seat_is_told_why_its_answer_is_refused(tmp_path: Path) -> None:
    """Though the judge alone sees the step: what it compares and says is proved to be
    known to each seat that may be told of the refusal, or the pack has an error."""
    pack, game = tmp_path / "spending", tmp_path / "a.game"
    pack.mkdir()
    (pack / "ruleset.yaml").write_text(IN_SECRET, encoding="utf-8")
    code, _, talk = call("play", pack, "one", "--game", game, text="7\n")
    assert code == 3
    assert "refused by SPEND-1: north side has 3" in talk
    secret = IN_SECRET.replace(
        "gold: {type: integer, seen_by: everyone",
        "gold: {type: integer, seen_by: judge",
    )
    assert secret != IN_SECRET
    (pack / "ruleset.yaml").write_text(secret, encoding="utf-8")
    code, out, _ = call("check", pack)
    assert (code, "R601" in out) == (3, True), out


PICKING = SPENDING.replace("name: spending", "name: picking").replace(
    """          - choose: bid
            by: s
            from: 0..9
            seen_by: everyone
          - require: bid <= s.gold
            rule: SPEND-1
            say: "{s} has {s.gold}"
          - set: {s.gold: s.gold - bid}
""",
    """          - choose: lot
            by: s
            from: "[4, 5, 6]"
            how_many: 0..2
            seen_by: everyone
          - set: {s.gold: count(lot)}
""",
)


def test_several_say_what_an_empty_answer_means(tmp_path: Path) -> None:
    """None of them, where none is enough; and where only commas are missing."""
    pack, game = tmp_path / "picking", tmp_path / "a.game"
    pack.mkdir()
    (pack / "ruleset.yaml").write_text(PICKING, encoding="utf-8")
    code, _, talk = call("play", pack, "one", "--game", game, text="4 5\n")
    assert code == 3
    assert "    0 to 2 of them, commas between; nothing: none of them\n" in talk
    assert "(write commas between: 4, 5)" in talk
    code, _, talk = call("play", pack, "one", "--game", game, text="4 7\n")
    assert (code, "(offered is 4, 5, 6)" in talk) == (3, True)
    done("play", "--game", game, text="\n4, 5\n")
    golds = [
        each["fields"]["gold"] for each in data("view", game, "--as", NORTH)["sees"]
    ]
    assert golds == [0, 2]


def test_who_must_choose_is_not_told_that_nothing_will_do(tmp_path: Path) -> None:
    """Where one is the least."""
    talk = call(*MOST, tmp_path / "a.game")[2]
    assert "1 to 2 of them, commas between\n" in talk


MOUNTS = """
name: picking
seats: side
seen_by: everyone
entities:
  side: {fields: {gold: {type: integer, seen_by: everyone, start: 3}}}
  horse:
    fields:
      price: {type: integer, seen_by: everyone}
      temper: {type: integer, seen_by: SEEN, start: 4}
formulas:
  gentle:
    rule: HORSE-2
    takes: {h: horse}
    is: h.temper < 4
procedures:
  fair:
    takes: {who: side}
    steps:
      - choose: mount
        by: who
        rule: HORSE-1
        DISCLOSES
        from: every(horse)
        such_that:
          - mount.price <= who.gold
          - gentle(mount)
        if_none: [{say: none is left}]
scenarios:
  one:
    entities:
      red: {kind: side}
      blue: {kind: side}
      bay: {kind: horse, price: 5}
      grey: {kind: horse, price: 2}
      roan: {kind: horse, price: 2, temper: 1}
"""


@pytest.mark.parametrize(
    ("seen", "discloses", "told"),
    [
        pytest.param("everyone", "", True, id="red may know what it reads"),
        pytest.param("judge", "discloses: HORSE-3", False, id="a step discloses it"),
    ],
)
def test_what_is_not_met_is_told_where_it_is_no_secret(
    tmp_path: Path, seen: str, discloses: str, told: bool
) -> None:
    """The condition and its rules stand in the pack; which part fails, and with what
    figures, is for who may know them, and for the judge of whom nothing is kept."""
    text = MOUNTS.replace("SEEN", seen)
    text = text.replace(
        "        DISCLOSES\n", f"        {discloses}\n" * bool(discloses)
    )
    pack, game = tmp_path / "picking", tmp_path / "a.game"
    pack.mkdir()
    (pack / "ruleset.yaml").write_text(text, encoding="utf-8")
    later = ("--seat", "red=later", "--game", game)
    done("play", pack, "one", "fair", "--with", "who=red", *later)
    for who in (), ("--as", "red"):
        for horse, part in (
            ("bay", "not so: mount.price <= who.gold (here 5 and 3) [HORSE-1]"),
            ("grey", "not so: h.temper < 4 (here 4) [HORSE-2]"),
        ):
            given = ("play", "--game", game, *who)
            code, _, talk = call(*given, text=f"{horse}\n")
            said = " ".join(talk.split())
            assert code != 0
            assert (
                "it has to be such that mount.price <= who.gold, and gentle(mount)"
                in said
            )
            assert (part in said) == told, said
            assert "by HORSE-2, HORSE-1" in said
            assert ("here 4" in said) == (told and horse == "grey")
    _, _, talk = call(
        *("play", "--game", game, "--as", "red"), text="why bay\nwhy roan\n"
    )
    said = " ".join(talk.split())
    assert "it is offered, and does not meet the condition of the choice" in said
    assert ("mount.price <= who.gold (here 5 and 3) [HORSE-1]" in said) == told
    assert "it is offered; type it alone to answer so" in said
    token = question(game, "red")["token"]
    code, _, talk = reply(game, token, "grey")
    assert ("h.temper < 4 (here 4)" in talk) == told
