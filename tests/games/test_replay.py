"""A game played again, by its own rules and by rules that have changed."""

import shutil
from pathlib import Path

from tests.games.playing import PACKS, call, data, done


def own_pack(folder: Path) -> Path:
    """Return a copy of a pack that a test may change."""
    return Path(shutil.copytree(PACKS / "hiding", folder / "hiding"))


def changed(pack: Path, *changes: tuple[str, str]) -> None:
    """Change texts of a pack."""
    file = pack / "ruleset.yaml"
    text = file.read_text("utf-8")
    for one, other in changes:
        assert one in text
        text = text.replace(one, other)
    file.write_text(text, "utf-8")


def played(folder: Path) -> tuple[Path, Path]:
    """Return a pack and a game of it."""
    pack, game = own_pack(folder), folder / "a.game"
    seats = ("--seat", "north_side=policy:last", "--seat", "south_side=policy:first")
    done("play", pack, "meadow", "--game", game, "--seed", "one", *seats)
    return pack, game


def test_to_any_event(tmp_path: Path) -> None:
    """Each event is one line more, and the end is the end."""
    _, game = played(tmp_path)
    count = data("verify", game)["events"]
    for to in range(count + 1):
        told = data("replay", game, "--to", to)
        assert len(told["events"]) == to
        assert told["finished"] == (to == count)
    assert call("replay", game, "--to", count + 1)[0] == 3


def test_comments_and_cases_do_not_count(tmp_path: Path) -> None:
    """The pack means the same, so the game goes on."""
    pack, game = played(tmp_path)
    changed(pack, ("title: No game", "# a remark\ntitle:   No game"))
    (pack / "cases.yaml").write_text(
        "cases:\n  a look:\n    scenario: meadow\n    run: look(north_side)\n"
        "    answers: {spot: hill}\n    dice: {die: 3}\n    expect: {result: none}\n"
    )
    assert data("replay", game)["same_rules"]
    assert data("verify", game)["fault"] == ""


def test_a_changed_rule_is_found_with_its_name(tmp_path: Path) -> None:
    """The other verbs refuse; replay says at which step, by which rule, and why."""
    pack, game = played(tmp_path)
    changed(pack, ("from: 0..3", "from: 0..2"))
    for verb in (("log", game), ("play", "--game", game), ("verify", game)):
        code, _, talk = call(*verb)
        assert code == 3
        assert "not the one with which" in talk
    code, out, _ = call("replay", game)
    assert code == 1
    assert "event 3 departs at day.choose.many (HIDE-3): this is not offered" in out
    assert "not the rules with which the game was begun" in out


def test_a_step_that_came_in_between(tmp_path: Path) -> None:
    """What is asked now is another thing; the rule of the procedure is named."""
    pack, game = played(tmp_path)
    changed(
        pack,
        (
            "      - roll: {die: d6}",
            "      - roll: {early: d4}\n        by: judge\n"
            "        for: nothing\n      - roll: {die: d6}",
        ),
    )
    code, out, _ = call("replay", game)
    assert code == 1
    assert "departs at look.roll.early (HIDE-4)" in out


def test_a_rule_that_changed_nothing(tmp_path: Path) -> None:
    """Another meaning, the same game: it is said, and the answer is yes."""
    pack, game = played(tmp_path)
    changed(pack, ("from: 0..3", "from: 0..4"))
    told = data("replay", game)
    assert not told["same_rules"]
    assert told["departs"] is None
    assert told["finished"]


def test_a_pack_that_was_moved(tmp_path: Path) -> None:
    """It is named with --pack, and is the same pack."""
    pack, game = played(tmp_path)
    pack.rename(tmp_path / "elsewhere")
    assert call("log", game)[0] == 2
    assert data("log", game, "--pack", tmp_path / "elsewhere")["events"]


def test_options_are_those_of_the_beginning(tmp_path: Path) -> None:
    """A game keeps its options; one that the pack does not have is told as such."""
    pack, game = own_pack(tmp_path), tmp_path / "a.game"
    with (pack / "ruleset.yaml").open("a", encoding="utf-8") as file:
        file.write("\noptions:\n  fog: {values: [yes, no], default: no}\n")
    there = ("--seat", "north_side=later", "--seat", "south_side=later")
    done("play", pack, "meadow", "--game", game, "--option", "fog=no", *there)
    done("play", "--game", game, "--option", "fog=no", *there)
    code, _, talk = call("play", "--game", game, "--option", "fog=yes")
    assert code == 3
    assert "cannot change in mid-game" in talk
    code, _, talk = call("play", "--game", game, "--option", "fgo=yes")
    assert (code, "did you mean 'fog'?" in talk) == (2, True)


def test_lines_cut_off_the_end_are_seen_by_a_hash_that_was_noted(
    tmp_path: Path,
) -> None:
    """What is left is as sound as before; only the note tells."""
    _, game = played(tmp_path)
    noted = data("verify", game)["last"]
    whole = game.read_bytes()
    assert noted in whole.splitlines()[-1].decode()
    for digits in (noted, noted[:12].upper()):
        assert data("verify", game, "--holds", digits)["fault"] == ""
    *lines, _ = whole.splitlines(keepends=True)
    game.write_bytes(b"".join(lines))
    assert data("verify", game)["fault"] == ""
    code, out, _ = call("verify", game, "--holds", noted)
    assert code == 1
    assert f"nothing in this game has the hash {noted}" in out
    earlier = data("verify", game)["last"]
    game.write_bytes(whole)
    assert data("verify", game, "--holds", earlier)["fault"] == "", "it went on since"


def test_what_is_no_hash_was_not_noted(tmp_path: Path) -> None:
    """Too few digits would fit too much; the empty text would fit all."""
    _, game = played(tmp_path)
    for wrong in ("", "abc", "not hexadecimal", "0" * 11):
        code, _, talk = call("verify", game, "--holds", wrong)
        assert code == 2
        assert "is not a hash of at least 12 digits" in talk
