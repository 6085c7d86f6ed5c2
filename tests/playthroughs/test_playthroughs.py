"""Every scenario that can be played is played again, and comes out as it was kept."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from interpreter.engine.once import Engine, answer, initial, play_out
from interpreter.engine.stops import Finished, GameState, Stop
from interpreter.games import state as courses
from interpreter.games.game import folded
from interpreter.ir.instructions import Program
from interpreter.pipeline.opening import open_pack
from interpreter.values.types import Value
from tests.playthroughs.files import (
    ENDING,
    READABLE,
    ROOT,
    hash_of,
    is_readable,
    kept,
    kept_scripts,
)
from tests.playthroughs.playing import JUDGE, Played, Script, played, scripts
from tests.sampled import sampled
from tests.trial import packs

SAMPLE = {
    "rencounter": ("first",),
    "limited-intelligence": ("first",),
    "domains-at-war": ("advance",),
}
OTHERS = ("first", "wary")
LONG = (
    *("small_war", "elves_and_goblins", "pitched_battle", "fifty_against_fifty"),
    *("skirmish_with_a_wizard", "skirmish_at_the_ford", "meeting_in_the_fog"),
)
"""Policies of which the gate plays each scenario of a pack, and of the others; and of
which scenarios it plays none;
`tools/check --long` plays all."""


def in_gate(script: Script) -> bool:
    """Tell whether a game is among those that the gate plays."""
    pack = str(script).partition("/")[0]
    played = script.policy in SAMPLE.get(pack, OTHERS) and script.scenario not in LONG
    return played or str(script) in READABLE


@pytest.mark.parametrize("script", sampled(kept_scripts(), in_gate))
def test_it_comes_out_as_it_was_kept(script: Script) -> None:
    """What every seat saw, byte for byte; and folding or running it again on the same
    answers goes through the same states, not only to the same result."""
    now = played(script)
    known = kept()
    for name, text in now.files().items():
        path = f"{script}/{name}{ENDING}"
        if is_readable(path):
            assert text == (ROOT / path).read_text(encoding="utf-8"), HOW
        assert hash_of(text) == known[path], f"{path}: {HOW}"
    with given_answers() as answers:
        again = folded_again(now)
    assert states(again) == states(now.stops())
    assert run_again(now, script, answers) == again[-1].game_state


HOW = "if it should be so: python -m tests.playthroughs --write; to see what: --out DIR"


def states(stops: list[Stop]) -> list[GameState]:
    """Return the state at each stop."""
    return [each.game_state for each in stops]


def folded_again(now: Played) -> list[Stop]:
    """Return where the game stood, from its journal alone."""
    found = folded(now.opened.beginning, now.opened.events)
    return Played(now.opened, found).stops()


def run_again(now: Played, script: Script, answers: list[Value]) -> GameState:
    """Return the end of a single run, not traced, on the answers of the game."""
    left = iter(answers)
    beginning = now.opened.beginning
    pack = open_pack(script.pack).under(script.scenario)
    state = initial(beginning.program, beginning.scenario)
    entry = (beginning.entry, beginning.values, state)
    engine = Engine(pack.emitted("once"), pack.sources)
    end = play_out(engine, *entry, lambda _: next(left), lambda _: next(left))
    assert next(left, None) is None
    stop = now.course.stop
    assert isinstance(stop, Finished)
    assert end.result == stop.result
    return end.game_state


@contextmanager
def given_answers() -> Iterator[list[Value]]:
    """Collect what the run of a game is answered with, in order."""
    found: list[Value] = []

    def noted(stop: Stop, value: Value) -> Any:
        found.append(value)
        return answer(stop, value)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(courses, "answer", noted)
        yield found


def test_every_seat_of_every_pack_has_one() -> None:
    """No pack, scenario or seat is left out, and no file is left over."""
    wanted = {
        f"{script}/{seat}{ENDING}" for script in scripts() for seat in seats(script)
    }
    assert wanted == kept().keys(), HOW
    assert set(scripts()) == set(kept_scripts())
    playable = {pack.name for pack in packs() if any(open_pack(pack).mains.values())}
    assert playable == {script.pack.name for script in scripts()}


def seats(script: Script) -> list[str]:
    """Return the seats of what is played, and the judge."""
    program: Program = open_pack(script.pack).under(script.scenario).program
    return [
        *program.initial_states[script.scenario].ids[program.declared.seat_kind],
        JUDGE,
    ]


def test_policies_make_another_game() -> None:
    """A playthrough says what was decided, not only what there is."""
    files = kept()
    for path, text in files.items():
        other = path.replace("/wary/", "/rash/")
        if other in files and other != path and path.endswith(f"/{JUDGE}{ENDING}"):
            assert files[other] != text, path
