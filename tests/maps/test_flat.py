"""Things that are ground, and things and claims that are where another thing stands."""

import json
from pathlib import Path

import pytest

from interpreter.app.maps import drawn_for
from interpreter.engine.once import initial
from interpreter.maps.renderers import map_text, picture
from interpreter.pipeline.opening import open_pack
from interpreter.reports.map_json import map_output
from interpreter.reports.outputs.encoding import encoded
from tests.games.playing import call, done
from tests.maps.looking import ROOT, read, tables, titles

PACK = """
name: copses
seats: side
seen_by: everyone
boards: {field: {cells: plane}}
entities:
  side: {fields: {}}
  copse:
    drawn: {base: "circle(at, 2)", flat: yes}
    fields:
      at: {type: place, seen_by: everyone}
  tree:
    seen_by: if known then everyone else owner
    owner: side
    fields:
      side: {type: side, seen_by: everyone}
      known: {type: yes or no, seen_by: everyone, start: no}
      at: {type: place, seen_by: if known then everyone else owner}
  cat:
    owner: side
    drawn: {at: up, base: "circle(up.at, 1 / 2)"}
    fields:
      side: {type: side, seen_by: everyone}
      up: {type: tree, seen_by: owner}
  dog:
    owner: side
    drawn: {base: "circle(at, 1 / 2)"}
    fields:
      side: {type: side, seen_by: everyone}
      at: {type: place, seen_by: everyone}
claims:
  smell:
    drawn: {at: tree}
    say: something smells of cat
    facts: {tree: {type: tree, say: "at {tree}", may_be: []}}
procedures:
  sniff:
    seen_by: judge
    steps:
      - for_each: s in every(side)
        tell: smell
        to: s
        facts: {tree: "list(t in every(tree) where t.known)[1]"}
      - choose: next
        by: judge
        options: {go on: {}, stop: {}}
scenarios:
  wood:
    main: sniff
    boards: {field: {size: 12 x 12}}
    entities:
      red: {kind: side}
      blue: {kind: side}
      thicket: {kind: copse, at: [4, 4]}
      elm: {kind: tree, side: red, at: [9, 9]}
      oak: {kind: tree, side: red, at: [4, 5], known: yes}
      tom: {kind: cat, side: red, up: oak}
      kit: {kind: cat, side: red, up: elm}
      rex: {kind: dog, side: blue, at: [7, 2]}
      ben: {kind: dog, side: blue, at: [7, 2]}
"""


@pytest.fixture(name="pack")
def _pack(tmp_path: Path) -> Path:
    folder = tmp_path / "copses"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(PACK, encoding="utf-8")
    return folder


def test_ground_lies_below_and_is_said_with_its_shape(pack: Path) -> None:
    (plan,) = tables(str(pack), "wood", "blue")
    drawn, said = picture([plan]), map_text([plan])
    assert said.count("thicket (copse): 4 across about 4, 4") == 1
    assert "oak (tree of red) at 4, 5 (in thicket)" in said
    assert ": copse" in said
    found = titles(read(drawn))
    assert found.index("thicket (copse)") < found.index("oak (tree)")
    assert ">thicket</text>" in drawn


def test_a_thing_is_drawn_where_another_stands_if_both_are_known(pack: Path) -> None:
    (red,) = tables(str(pack), "wood", "red")
    (blue,) = tables(str(pack), "wood", "blue")
    assert {e.name: e.at for e in red.pieces}["kit"] == (9 * 144, 9 * 144)
    assert not {"tom", "kit", "elm"} & {e.name for e in blue.pieces}
    for said in (picture([blue]), map_text([blue])):
        assert not any(name in said for name in ("tom", "kit", "elm", "9, 9"))


def test_a_claim_about_a_thing_is_marked_where_that_stands(
    pack: Path, tmp_path: Path
) -> None:
    game = str(tmp_path / "cats.game")
    call("play", str(pack), "wood", "--game", game, "--seat", "judge=policy:first")
    shown = json.loads(done("map", game, "--as", "blue", "--json"))
    (report,) = shown["tables"][0]["reports"]
    assert (report["mark"], report["places"]) == ("?1", ["4, 5"])
    shown = json.loads(done("map", game, "--as", "judge", "--json"))
    reports = shown["tables"][0]["reports"]
    assert [each["places"] for each in reports] == [["4, 5"], ["4, 5"]]


def test_what_stands_on_one_place_is_a_pile(pack: Path) -> None:
    (plan,) = tables(str(pack), "wood", "red")
    drawn = picture([plan])
    assert ">ben+1<" in drawn or ">rex+1<" in drawn
    assert ">ben</text>" in drawn
    assert ">rex</text>" in drawn


def test_ground_needs_a_base(pack: Path) -> None:
    path = pack / "ruleset.yaml"
    text = PACK.replace('{base: "circle(at, 2)", flat: yes}', "{flat: yes}")
    path.write_text(text, encoding="utf-8")
    assert "R515" in call("check", str(pack))[1]


def test_the_spot_of_a_hidden_thing_changes_no_byte_for_others() -> None:
    """Wherever the ambush of `concealment` lies, the patrol has one and the same map;
    who lies there does not."""
    concealment = open_pack(ROOT / "rulesets/concealment", {}).under("hedge_and_lane")
    declared = concealment.program.declared
    state = initial(concealment.program, "hedge_and_lane")
    place, kind = (
        [*declared.kinds].index("hidden_thing"),
        declared.kinds["hidden_thing"],
    )
    found: dict[str, set[tuple[str, str, str]]] = {}
    for spot in range(6):
        row = list(state[place][0])
        row[kind.slot("at")] = spot
        things = (tuple(row), *state[place][1:])
        changed = (*state[:place], things, *state[place + 1 :])
        for seat in ("patrol_side", "defence_side"):
            plans = drawn_for(seat, concealment, "hedge_and_lane", changed)
            every = (
                picture(plans),
                map_text(plans),
                json.dumps(encoded(map_output(seat, plans))),
            )
            found.setdefault(seat, set()).add(every)
    assert {seat: len(maps) for seat, maps in found.items()} == {
        "patrol_side": 1,
        "defence_side": 6,
    }
