"""Claims in fields that others see, and audiences that come to no answer."""

from pathlib import Path
from typing import Any

from interpreter.engine.dice import SeededDice
from interpreter.engine.once import Engine, initial, play_out
from interpreter.engine.stops import GameState
from interpreter.pipeline.loading import load, usable
from interpreter.reports.views import view_text
from interpreter.views.views import view
from tests.cli.calling import call

FOLDER = Path(__file__).parents[1] / "packs" / "faint"
PROGRAM = usable(load(FOLDER))
IDS = PROGRAM.initial_states["hills"].ids
RED, BLUE = 0, 1
HILL, FORD = 0, 1


def ran(procedure: str, *values: Any) -> GameState:
    """Return the state after a run."""
    dice = SeededDice(bytes(32), IDS)
    start = initial(PROGRAM, "hills")
    return play_out(Engine.of(PROGRAM), procedure, values, start, dice, dice).game_state


def seen(state: GameState, seat: int, post: str) -> dict[str, Any]:
    """Return what a seat sees of a post."""
    found = view(PROGRAM.declared, IDS, state, seat)
    names = dict(found.ids)["post"]
    return {
        field.name: value
        for each in found.things
        if each.kind.name == "post" and names[each.number] == post
        for field, value in each.fields
    }


def test_a_claim_in_a_field_has_the_number_of_its_seat() -> None:
    """The first that blue is told, though red had three alarms before; red sees what
    it sees where there is none."""
    after = ran("keep", HILL, BLUE, 0, True)
    assert seen(after, BLUE, "hill")["tale"] == 0
    assert seen(after, RED, "hill")["tale"] is None
    assert seen(ran("keep", HILL, RED, 3, True), RED, "hill")["tale"] == 3
    shown = view_text(view(PROGRAM.declared, IDS, after, BLUE))
    assert "sighting 1" in shown
    assert "\n  1. sighting about hill" in shown
    nothing = ran("keep", HILL, BLUE, 0, False)
    assert seen(nothing, RED, "hill") == seen(after, RED, "hill")


def test_a_part_without_an_answer_admits_nobody() -> None:
    """An index too high, a division by none: whom other parts admit see it."""
    start = initial(PROGRAM, "hills")
    both = {"home", "wards", "number", "tale", "near"}
    either = {"second_or_home", "home_or_second"}
    assert seen(start, RED, "hill").keys() == both | {"of_the_cave"}
    assert seen(start, BLUE, "hill").keys() == both | either
    assert seen(start, BLUE, "ford").keys() == both | either | {"second", "share"}
    assert seen(start, RED, "ford").keys() == both | either | {"share", "of_the_cave"}


def test_an_audience_of_whom_was_removed_admits_nobody() -> None:
    """The owner of the cave saw it as long as there was one."""
    assert "of_the_cave" in seen(initial(PROGRAM, "hills"), RED, "hill")
    assert "of_the_cave" not in seen(ran("flood", HILL), RED, "hill")


def test_no_exit_code_says_that_a_list_was_too_long(tmp_path: Path) -> None:
    """Nobody but blue knows that there is a fort: how large it is ends no run."""
    text = (FOLDER / "ruleset.yaml").read_text(encoding="utf-8")
    small = "keep: {kind: fort, side: blue}"
    large = "keep: {kind: fort, side: blue, size: 1000000}"
    assert text.count(small) == 1
    said = []
    for each in (small, large):
        (tmp_path / "ruleset.yaml").write_text(text.replace(small, each))
        given = ("keep", "--scenario", "hills", "--with", "p=hill", "--with", "to=red")
        more = ("--with", "before=1", "--with", "tells=yes")
        said.append(call("run", str(tmp_path), *given, *more))
    assert said[0] == said[1]
    assert said[0].code == 0
