"""Nothing in a map hangs on what its viewer may not know."""

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from interpreter.app.maps import drawn_for
from interpreter.app.output import MARK, PICTURE_MARK
from interpreter.engine.once import initial
from interpreter.engine.stops import GameState
from interpreter.maps.plan import HexPlan
from interpreter.maps.renderers import map_text, picture
from interpreter.pipeline.opening import Pack, open_pack
from interpreter.reports.map_json import map_output
from interpreter.reports.outputs.encoding import encoded
from tests.games.playing import call, data, done, hand
from tests.maps.looking import OUTPOSTS, ROOT

SECRETS = {"at": [(6, 4), (2, 2), None], "looks": [0, None], "eyes": [1, 9]}
HIDDEN = ("blue_horse", "blue horse")


@pytest.fixture(scope="module")
def pack() -> Pack:
    """The posts, where the red may know nothing of the blue horse but its sort."""
    return open_pack(ROOT / OUTPOSTS, {}).under("ridge")


def all_of(pack: Pack, state: GameState, seat: str) -> tuple[str, str, str]:
    """Return the map of a seat in every form."""
    plans = drawn_for(seat, pack, "ridge", state)
    return picture(plans), map_text(plans), json.dumps(encoded(map_output(seat, plans)))


def states(pack: Pack) -> Iterator[GameState]:
    """Yield the scenario with the blue horse somewhere else, or nowhere."""
    declared, state = pack.program.declared, initial(pack.program, "ridge")
    kinds = list(declared.kinds)
    place, kind = kinds.index("post"), declared.kinds["post"]
    number = pack.program.initial_states["ridge"].ids["post"].index("blue_horse")
    for values in product(*SECRETS.values()):
        row = list(state[place][number])
        for name, value in zip(SECRETS, values, strict=True):
            row[kind.slot(name)] = value
        posts = list(state[place])
        posts[number] = tuple(row)
        yield (*state[:place], tuple(posts), *state[place + 1 :])


def test_what_is_hidden_changes_no_byte(pack: Pack) -> None:
    """Wherever the horse stands, whatever it sees; for the judge all differ."""
    every = list(states(pack))
    assert len({all_of(pack, each, "red") for each in every}) == 1
    assert len({all_of(pack, each, "judge")[0] for each in every}) >= 9
    assert len({all_of(pack, each, "blue")[0] for each in every}) >= 9


def test_what_is_shown_changes_it(pack: Pack) -> None:
    """Drawing nothing would fail: a guard that moves is seen by both."""
    seats = ("red", "blue", "judge")
    kind = pack.program.declared.kinds["post"]
    place = list(pack.program.declared.kinds).index("post")
    number = pack.program.initial_states["ridge"].ids["post"].index("red_guard")
    state = initial(pack.program, "ridge")
    row = list(state[place][number])
    row[kind.slot("at")] = (4, 4)
    posts: list[Any] = list(state[place])
    posts[number] = tuple(row)
    moved = (*state[:place], tuple(posts), *state[place + 1 :])
    for seat in seats:
        one, other = all_of(pack, state, seat), all_of(pack, moved, seat)
        assert all(a != b for a, b in zip(one, other, strict=True))


def test_a_range_that_a_seat_cannot_work_out_is_not_drawn(pack: Pack) -> None:
    """The blue guns stand in the open, but how far they see their owner alone knows."""
    state = initial(pack.program, "ridge")
    names = {
        seat: {
            each.name
            for plan in drawn_for(seat, pack, "ridge", state)
            if isinstance(plan, HexPlan)
            for each in plan.reaches
        }
        for seat in ("red", "blue", "judge")
    }
    assert names["red"] == {"red horse", "red foot", "red guns", "red guard"}
    assert names["blue"] == {"blue horse", "blue foot", "blue guns"}
    assert names["judge"] == names["red"] | names["blue"]


def test_a_handout_holds_the_map_of_its_seat(tmp_path: Path) -> None:
    """The same that `map` draws; what another was told is not in it."""
    game = tmp_path / "a.game"
    seats = ("--seat", "red=policy:first", "--seat", "blue=later")
    done("play", ROOT / OUTPOSTS, "ridge", "--game", game, "--seed", "one", *seats)
    files = hand(game, "red")
    assert files["map.svg"] == done("map", game, "--as", "red", "--out", "-")
    assert files["map.txt"] == done("map", game, "--as", "red")
    assert "sighting about blue guns" in files["map.txt"]
    assert not any(each in files["map.svg"] for each in HIDDEN)
    assert "sighting about red guns" not in files["map.svg"]
    reports = data("map", game, "--as", "red")["maps"][0]["reports"]
    assert [(each["mark"], each["is_old"]) for each in reports] == [
        ("?1", True),
        ("?2", True),
        ("?3", False),
    ]
    judged = data("map", game)["maps"][0]["reports"]
    assert {each["to"] for each in judged} == {"red", "blue"}


def test_who_is_not_there_and_who_is_unknown_read_the_same(tmp_path: Path) -> None:
    """A wrong seat is a wrong word, for a game and for a scenario."""
    code, out, talk = call("map", ROOT / OUTPOSTS, "--scenario", "ridge", "--as", "rde")
    assert (code, out) == (2, "")
    assert "did you mean 'red'?" in talk


def test_a_picture_goes_where_it_is_wanted_and_nowhere_else(tmp_path: Path) -> None:
    """Into a file, or a sentence why not."""
    given = ("map", ROOT / OUTPOSTS, "--scenario", "ridge")
    code, out, talk = call(*given, "--out", tmp_path / "a.svg")
    assert (code, out) == (0, "")
    assert "a.svg" in talk
    drawn = (tmp_path / "a.svg").read_text("utf-8")
    assert drawn == f"{done(*given, '--out', '-')}{PICTURE_MARK}\n"
    text = done(*given)
    done(*given, "--out", tmp_path / "a.txt")
    assert (tmp_path / "a.txt").read_text("utf-8") == f"{text}{MARK}\n"
    code, _, talk = call(*given, "--out", tmp_path / "no" / "a.svg")
    assert code == 3
    assert "cannot be written" in talk
    code, _, talk = call("map", ROOT / OUTPOSTS)
    assert code == 2
    assert "--scenario" in talk


def test_who_sits_at_the_keys_has_a_map_before_he_chooses(tmp_path: Path) -> None:
    """Of what his side knows, with the names of the marks."""
    game = tmp_path / "a.game"
    given = ("play", ROOT / OUTPOSTS, "ridge", "--game", game, "--seed", "one")
    _, _, talk = call(*given, "--seat", "blue=later", text="sure\n")
    head = "field, as red knows it"
    assert talk.count(head) == 1
    sketch = " ".join(talk.partition(head)[2].partition("red chooses sure")[0].split())
    assert "foot red guard" in sketch
    assert "foot blue foot" in sketch
    assert not any(each in sketch for each in HIDDEN)
