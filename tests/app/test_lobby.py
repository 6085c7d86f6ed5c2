"""What a lobby shows, as data, and a game begun from a form."""

import json
import os
from pathlib import Path

import pytest

from interpreter import (
    GameForm,
    RefusedForm,
    UmpireError,
    UnknownName,
    Unusable,
    begin_from_form,
    game_summary,
    games_in,
    open_ruleset,
    pack_offer,
    scenario_sheet,
)
from interpreter.app.invitations import Invitations
from interpreter.app.lobby import folder as folders
from interpreter.app.lobby.folder import free_name, new_game_path
from interpreter.app.lobby.scenarios import offered_folders, pack_stamp
from interpreter.diagnostics import GameFileError
from interpreter.journal import journal

ROOT = Path(__file__).resolve().parents[2]
PACK = ROOT / "tests" / "packs" / "answering"
SEATS = {"north_side": "person", "south_side": "person"}

BRIEFED = """
name: purse
title: A purse
seats: side
seen_by: everyone
options:
  loud: {title: "Whether it is: loud", rule: P-1, values: [yes, no], default: no}
  grand: {title: Whether it is grand, values: [yes, no], default: no, implies: loud}
entities:
  side: {}
policies:
  whole: {title: Takes the first, answers: {default: first}}
  part: {title: Answers one question, answers: {sum: 1}}
procedures:
  main:
    steps:
      - for_each: s in every(side)
        do:
          - {choose: sum, from: 1..2, by: s, only: not loud}
  other(much:integer 1..3):
    steps: [{for_each: s in every(side), do: [{choose: sum, from: 1..much, by: s}]}]
scenarios:
  plain:
    main: main
    entities: {red: {kind: side}}
  purse:
    title: A purse on a table
    say: Both may take it.
    briefing: {everyone: There is a purse., red: It is yours.}
    main: main
    seats: {the red: red}
    entities: {red: {kind: side}}
  argued:
    main: other
    entities: {red: {kind: side}}
  grand purse:
    options: {grand: yes}
    like: purse
  no game:
    entities: {red: {kind: side}}
"""


@pytest.fixture
def purse(tmp_path: Path) -> Path:
    pack = tmp_path / "purse"
    pack.mkdir()
    (pack / "ruleset.yaml").write_text(BRIEFED, encoding="utf-8")
    return pack


def test_a_pack_offers_what_a_form_can_begin(purse: Path) -> None:
    """Those with a briefing first; of that only what everyone reads."""
    offer = pack_offer(purse)
    assert (offer.title, offer.problem) == ("A purse", "")
    names = [scenario.name for scenario in offer.scenarios]
    assert names == ["purse", "plain", "grand_purse"]
    scenario = offer.scenarios[0]
    assert scenario.title == "A purse on a table"
    assert scenario.about == ("There is a purse.",)
    assert [(seat.name, seat.title) for seat in scenario.seats] == [("red", "the red")]
    for name in ("argued", "no game"):
        with pytest.raises(Unusable, match="cannot be begun here"):
            scenario_sheet(purse, name)
    with pytest.raises(UnknownName):
        scenario_sheet(purse, "nothing")


def test_a_sheet_has_what_the_pack_says(purse: Path) -> None:
    """Options with their words, and policies that answer everything."""
    sheet = scenario_sheet(purse, "purse")
    option, grand = sheet.options
    assert grand.links == ("also sets loud",)
    assert (option.name, option.title) == ("loud", "Whether it is: loud")
    assert [rule.id for rule in option.rules] == ["P-1"]
    assert (option.values, option.initial) == (("yes", "no"), "no")
    assert [(each.name, each.title) for each in sheet.policies] == [
        ("whole", "Takes the first"),
        ("random", "takes whatever is legal, at random"),
    ]
    assert (sheet.picture, sheet.text) == ("", "")


def test_a_pack_that_cannot_be_opened_says_where(tmp_path: Path) -> None:
    pack = tmp_path / "bad"
    pack.mkdir()
    (pack / "ruleset.yaml").write_text("name: [\n", encoding="utf-8")
    assert "ruleset.yaml:" in pack_offer(pack).problem
    assert pack_offer(tmp_path / "nowhere").problem


@pytest.mark.parametrize("folder", offered_folders(), ids=lambda folder: folder.name)
def test_every_published_scenario_has_a_sheet(folder: Path) -> None:
    """With a seat, and with initial values that are among those of each option."""
    offer = pack_offer(folder)
    assert offer.problem == ""
    assert offer.scenarios
    sheet = scenario_sheet(folder, offer.scenarios[0].name)
    for option in sheet.options:
        assert option.initial in option.values
        assert option.default in option.values
        assert option.title
    for scenario in offer.scenarios:
        assert scenario.seats


def test_a_scenario_says_what_it_sets() -> None:
    """And the form begins with these values."""
    folder = ROOT / "rulesets" / "concealment"
    sheet = scenario_sheet(folder, "scout at the farm")
    option = sheet.option("a_shot_takes_the_move")
    assert option is not None
    assert (option.is_set, option.initial, option.default) == (True, "yes", "no")
    assert sheet.option("nothing") is None


def test_a_stamp_is_another_when_a_file_is(purse: Path) -> None:
    before = pack_stamp(purse)
    assert pack_stamp(purse) == before
    (purse / "ruleset.yaml").write_text(f"{BRIEFED}\n# x\n", encoding="utf-8")
    assert pack_stamp(purse) != before


def test_a_game_is_begun_as_the_form_says(tmp_path: Path, purse: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    sheet = scenario_sheet(purse, "purse")
    form = GameForm("one", {"loud": "no"}, {"red": "policy:whole"}, rulings=True)
    game = begin_from_form(sheet, games, form)
    assert game.path == games / "one.game"
    assert game.is_finished
    assert dict(game.policies) == {"red": "whole"}
    first = game.path.read_text(encoding="utf-8").splitlines()[0]
    assert '"options": {}' in first  # what nobody has changed is not kept
    summary = game_summary(game.path)
    assert (summary.scenario, summary.pack, summary.is_finished) == (
        "purse",
        "purse",
        True,
    )
    assert summary.seats == {"red": "whole"}


@pytest.mark.parametrize(
    ("scenario", "options", "kept"),
    [
        ("purse", {}, {}),
        ("purse", {"loud": "no", "grand": "no"}, {}),
        ("purse", {"loud": "yes", "grand": "no"}, {"loud": "yes"}),
        ("purse", {"loud": "no", "grand": "yes"}, {"grand": "yes"}),
        ("grand purse", {"loud": "yes", "grand": "yes"}, {"loud": "yes"}),
        ("grand purse", {"loud": "yes", "grand": "no"}, {"loud": "yes", "grand": "no"}),
    ],
)
def test_options_are_kept_that_would_be_others(
    scenario: str,
    options: dict[str, str],
    kept: dict[str, str],
    tmp_path: Path,
    purse: Path,
) -> None:
    """So that what one implies of another holds, and what a form shows stays."""
    sheet = scenario_sheet(purse, scenario)
    game = begin_from_form(sheet, tmp_path, GameForm("a", options, {"red": "later"}))
    first = game.path.read_text(encoding="utf-8").splitlines()[0]
    assert json.loads(first)["options"] == kept


def test_all_that_is_wrong_with_a_form_is_said_at_once(
    tmp_path: Path, purse: Path
) -> None:
    sheet = scenario_sheet(purse, "purse")
    options = {"loud": "perhaps", "nothing": "yes"}
    form = GameForm("../x", options, {"blue": "person"})
    with pytest.raises(RefusedForm) as refused:
        begin_from_form(sheet, tmp_path, form)
    fields = [problem.field for problem in refused.value.fields]
    assert sorted(fields) == ["", "", "name", "option loud", "seat red"]
    assert [path.name for path in tmp_path.iterdir()] == ["purse"]


def test_real_dice_and_a_seed_exclude_each_other(tmp_path: Path) -> None:
    pack = open_ruleset(PACK)
    path = tmp_path / "a.game"
    with pytest.raises(UmpireError, match="exclude"):
        pack.new_game("table", path, seed="one", real_dice=True)
    assert not path.exists()
    pack.new_game("table", path, real_dice=True)
    assert '"dice": "real"' in path.read_text(encoding="utf-8")


def test_a_session_without_a_link_ends_with_the_links(tmp_path: Path) -> None:
    """It is one of the link that is there, or of one that nobody has."""
    links = Invitations(tmp_path / "a.game")
    session = links.admit("judge")
    assert links.seat_of(session) == "judge"
    links.invite("judge")
    assert links.seat_of(links.admit("judge")) == "judge"
    links.withdraw("judge")
    assert links.seat_of(session) is None


# --- A folder ---


def test_games_of_a_folder_are_files_that_are_games(tmp_path: Path) -> None:
    """The last that was written first; no secret, no link, nothing hidden."""
    pack = open_ruleset(PACK)
    for name in ("one.game", "two.game", "three"):
        pack.new_game("table", tmp_path / name, seed="one")
    Invitations(tmp_path / "one.game").invite("judge")
    (tmp_path / "linked.game").symlink_to(tmp_path / "one.game")
    (tmp_path / ".hidden.game").write_bytes((tmp_path / "one.game").read_bytes())
    (tmp_path / "folder.game").mkdir()
    (tmp_path / "letter.game").write_text("Dear Hal,\n", encoding="utf-8")
    os.utime(tmp_path / "one.game", ns=(0, 2**62))
    names = [path.name for path in games_in(tmp_path)]
    assert names[0] == "one.game"
    assert sorted(names) == ["letter.game", "one.game", "three", "two.game"]
    assert game_summary(tmp_path / "letter.game").problem
    with pytest.raises(Unusable, match="cannot be read"):
        games_in(tmp_path / "nowhere")


def test_other_files_hide_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many there are, those that are named as games are found."""
    for number in range(5):
        (tmp_path / f"{number}.game").write_text("x", encoding="utf-8")
        (tmp_path / f"{number}.txt").write_text("x", encoding="utf-8")
        (tmp_path / f"{number}.game.seats").write_text("x", encoding="utf-8")
    monkeypatch.setattr(folders, "MOST_OTHERS", 2)
    assert len(games_in(tmp_path)) == 5
    monkeypatch.setattr(folders, "MOST_ENTRIES", 2)
    assert len(games_in(tmp_path)) <= 2
    for name in ("x", "../0", "..", "0.game", "a/b", "\0"):
        assert folders.game_named(tmp_path, name) is None
    assert folders.game_named(tmp_path, "0") == tmp_path / "0.game"


def test_a_free_name_is_good(tmp_path: Path) -> None:
    """With a number where it is taken, and without signs that no name has."""
    assert free_name(tmp_path, "two_wings_meet") == "two wings meet"
    for _ in range(3):
        name = free_name(tmp_path, "a/b: <c>")
        path = new_game_path(tmp_path, name)
        path.write_text("x", encoding="utf-8")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "ab c 2.game",
        "ab c 3.game",
        "ab c.game",
    ]
    assert len(new_game_path(tmp_path, free_name(tmp_path, "x" * 500)).stem) <= 60


def test_a_game_whose_beginning_was_interrupted_is_begun_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a disk that was full its name is not taken for ever."""
    sheet = scenario_sheet(PACK, "table")
    form = GameForm("evening", {}, SEATS)

    def full(*_: object) -> None:
        raise GameFileError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(journal, "keep", full)
        with pytest.raises(RefusedForm, match="full"):
            begin_from_form(sheet, tmp_path, form)
    assert begin_from_form(sheet, tmp_path, form).waiting_for
    with pytest.raises(RefusedForm, match="already"):
        begin_from_form(sheet, tmp_path, form)


def test_files_of_links_are_not_opened_to_look_for_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "evening.game"
    path.touch()
    Invitations(path).invite("judge")
    assert len([*tmp_path.iterdir()]) == 3
    monkeypatch.setattr(folders, "is_journal", lambda path: pytest.fail(str(path)))
    assert games_in(tmp_path) == (path,)


@pytest.mark.parametrize("name", ["Été", "the mill (2)", "o'clock", "v1.2", "日"])
def test_a_good_name_is_taken_as_it_is(name: str, tmp_path: Path) -> None:
    assert new_game_path(tmp_path, f" {name} ").name.endswith(".game")
