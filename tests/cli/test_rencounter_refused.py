"""What a user of Rencounter may get wrong, on the command line: the error names the
rule, and a refused order leaves the game as it was."""

from pathlib import Path

import pytest

from tests.cli.calling import Called, call

PACK = "rencounter"
GLADE = """
name: glade
extends: rencounter
scenarios:
  glade:
    main: a turn of ann
    seats: {west: west}
    boards:
      table:
        size: 24 x 24
        ground: open ground
        areas: {oak: {ground: trunk, circle: {at: [10, 8], across: 1}}}
    entities:
      battle: {kind: battle}
      west: {kind: side}
      east: {kind: side}
      men: {kind: unit, side: west}
      others: {kind: unit, side: east}
      ann: {kind: figure, unit: men, at: [10, 5], facing: north, experience: 5}
      bob: {kind: figure, unit: others, at: [12, 12], facing: south, experience: 4}
      gun: {kind: firearm, bearer: ann, type: flintlock musket, loaded: 0}
procedures:
  a turn of ann:
    steps:
      - call: act(m)
        for_each: m in list(x in men_about() where x.experience is 5)
"""
WALK = "move\nwalk\nto a place\n"


@pytest.fixture(scope="module")
def glade(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A house ruleset in which a woman stands before a tree, her musket not loaded;
    written once, for whoever runs it again finds it in the cache."""
    folder = tmp_path_factory.mktemp("glade")
    (folder / "ruleset.yaml").write_text(GLADE, encoding="utf-8")
    return str(folder)


def checked(folder: Path, text: str) -> Called:
    """Check a house ruleset."""
    text = f"name: house\nextends: {PACK}\n{text}"
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    called = call("check", str(folder), "--quick")
    assert called.code == 3
    return called


@pytest.mark.parametrize(
    ("cell", "message", "expected"),
    [
        (
            "missile_weapons.rows.breechloader.reload: {expect: 1/2, to: 1/3}",
            "R406 1/3 is out of bounds [REN-MIS-01 REN-MIS-08]",
            "hint: the nearest are 0 and 1/2",
        ),
        pytest.param(
            "missile_weapons.rows.javelin.short: {expect: 3, to: far}",
            "R301 unknown name 'far' [REN-MIS-01 REN-MIS-08]",
            "expected: integer 1..",
            marks=pytest.mark.long,
        ),
        pytest.param(
            "melee_weapons.rows.pike.ranks: {expect: 4, to: 0}",
            "R406 0 is out of bounds [REN-MWEP-01]",
            "expected: integer 1..",
            marks=pytest.mark.long,
        ),
        (
            "missile_weapons.rows.short bow.repeat: {expect: N, to: Q}",
            "R301 'Q' is no repeat code [REN-MIS-01 REN-MIS-08]",
            "expected: N, S, F, Fx2, Fx3",
        ),
    ],
)
def test_an_impossible_cell_of_a_weapon(
    tmp_path: Path, cell: str, message: str, expected: str
) -> None:
    called = checked(tmp_path, f"change:\n  tables.{cell}\n")
    assert f"{tmp_path.name}/ruleset.yaml:4:" in called.out
    assert message in called.out
    assert expected in called.out


def test_a_weapon_that_no_table_has(tmp_path: Path) -> None:
    text = """scenarios:
  duel:
    entities:
      battle: {kind: battle}
      west: {kind: side}
      men: {kind: unit, side: west}
      bob: {kind: figure, unit: men, experience: 4, weapon: laser sword}
      gun: {kind: firearm, bearer: bob, type: death ray}
"""
    out = checked(tmp_path, text).out
    assert "R301 'laser_sword' is no melee weapon [REN-FIG-13]" in out
    assert "hint: did you mean 'sword'?" in out
    assert "R301 'death_ray' is no missile weapon [REN-MIS-01]" in out
    assert "expected: javelin, weak bow, short bow" in out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            ("hold_variant=yes", "activation_method=dice_and_markers"),
            "R803 'hold variant' (REN-SEQ-08) requires 'activation method: cards'",
        ),
        (
            ("single_figures=yes", "higher_leaders=floating"),
            "R804 'single figures' (REN-ORG-03) excludes 'higher leaders'",
        ),
        pytest.param(
            ("run_limit=his_own_experience",),
            "R803 'run limit' (REN-FOOT-08) requires 'foot speed: advanced'",
            marks=pytest.mark.long,
        ),
    ],
)
def test_options_that_do_not_go_together(
    options: tuple[str, ...], message: str
) -> None:
    words = [word for each in options for word in ("--option", each)]
    called = call("run", PACK, "damage", "--with", "modifier=0", *words)
    assert (called.code, called.out) == (3, "")
    assert message in called.talk
    assert "hint: " in called.talk


def test_a_shot_without_a_loaded_weapon(glade: str) -> None:
    shot = ("--with", "s=ann", "--with", "t=bob", "--with", "w=gun")
    called = call("run", glade, "shoot", "--scenario", "glade", *shot)
    assert (called.code, called.out) == (3, "")
    assert "refused by REN-FIRE-02: gun is not loaded" in called.talk


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("10, 10", "REN-TERR-02: ann cannot go through a trunk or a wall"),
        ("10, 8", "REN-TERR-02: ann cannot go through a trunk or a wall"),
        ("3, 5", "REN-FOOT-01 REN-FOOT-03: ann cannot go so far"),
        ("0, 5", "REN-COLL-02: ann has no room for his base there"),
    ],
)
def test_a_move_that_the_rules_do_not_allow(
    glade: str, place: str, message: str
) -> None:
    given = ("gait=walk", "way=to_a_place", f"place={place}")
    answers = [word for each in given for word in ("--answer", each)]
    move = ("moves", "--scenario", "glade", "--with", "m=ann", "--with", "share=1")
    called = call("run", glade, *move, *answers)
    assert (called.code, called.out) == (3, "")
    assert f"refused by {message}" in called.talk


@pytest.mark.long
def test_a_refused_order_leaves_the_game_as_it_was(glade: str, tmp_path: Path) -> None:
    """Who sits there is told by which rule, is asked again, and may go elsewhere."""
    game = str(tmp_path / "a.game")
    play = ("play", glade, "glade", "--game", game, "--seat", "east=policy:first")
    assert call(*play, text=WALK).code == 1  # the input ends with a question open
    before, seen = Path(game).read_bytes(), call("view", game, "--as", "west").out
    refused = call("play", "--game", game, text="10, 10\n")
    assert "refused by REN-TERR-02: ann cannot go through a trunk" in refused.talk
    assert Path(game).read_bytes() == before
    assert call("view", game, "--as", "west").out == seen
    call("play", "--game", game, text="12, 7\n")
    assert len(Path(game).read_bytes()) > len(before)
    assert "at (12, 7)" in call("view", game, "--as", "west").out


def test_what_is_not_loaded_is_not_offered(glade: str, tmp_path: Path) -> None:
    game = str(tmp_path / "a.game")
    play = ("play", glade, "glade", "--game", game, "--seat", "east=policy:first")
    called = call(*play, text="shoot\n")
    assert called.code == 3
    assert "'shoot' is not offered" in called.talk
