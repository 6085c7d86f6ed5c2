"""A scenario is built on another: what it inherits, and what differs."""

import random
from pathlib import Path

import pytest

from interpreter.diagnostics import Diagnostic
from interpreter.pipeline.checking import check
from interpreter.pipeline.loading import Loaded, load, usable
from interpreter.pipeline.option_readings import loaded_under
from interpreter.ruleset.reading import DEEPEST, resolved
from tests.cli.calling import call

PACK = """
name: fords
seats: side
seen_by: everyone
options:
  fog: {values: [yes, no], default: no}
  rain: {values: [yes, no], default: no}
  level: {values: 0..9, default: 4}
  snow:
    values: [yes, no]
    default: no
    change: {scenarios.ford.entities.ann.skill: {to: 9}}
types:
  soil: [meadow, wood]
boards:
  field: {cells: hexes, ground: soil, labels: {columns: 2 digits, rows: 2 digits}}
entities:
  side: {fields: {}}
  scout:
    fields:
      side: {type: side, seen_by: everyone}
      skill: {type: integer 0..9, seen_by: everyone}
      tired: {type: yes or no, seen_by: everyone, start: no}
  cart: {fields: {load: {type: integer, seen_by: everyone}}}
procedures:
  main: {gives: integer, steps: [{return: "sum(s.skill for s in every(scout))"}]}
scenarios:
  ford:
    main: main
    options: {fog: yes, rain: yes}
    seats: {the reds: red, the blues: blue}
    entities:
      red: {kind: side}
      blue: {kind: side}
      ann: {kind: scout, side: red, skill: 3}
      bob: {kind: scout, side: blue, skill: 2, tired: yes}
    boards:
      field: {columns: 01..04, rows: 01..04, ground: wood, regions: {road: [0101]}}
"""

IDLE = "R529"
"""No rule asks for the options that scenarios set here."""


def loaded(tmp_path: Path, more: str) -> Loaded:
    """Return the pack with more scenarios; it has no problem."""
    (tmp_path / "ruleset.yaml").write_text(PACK + more, encoding="utf-8")
    found = load(tmp_path)
    grave = [p for p in found.problems if p.severity != "note" and p.code != IDLE]
    assert [each.message for each in grave] == []
    return found


def rows(found: Loaded, scenario: str) -> dict[str, tuple[object, ...]]:
    """Return the fields of the scouts and carts of a scenario by their ids."""
    initial_state = usable(found).initial_states[scenario]
    return {
        name: row
        for kind in ("scout", "cart")
        for name, row in zip(
            initial_state.ids[kind], initial_state.rows[kind], strict=True
        )
    }


def test_what_is_not_said_is_inherited(tmp_path: Path) -> None:
    """Fields of an entity are merged one by one; `main` and options come along."""
    found = loaded(
        tmp_path,
        """
  deep ford:
    like: ford
    options: {rain: no}
    entities:
      bob: {skill: 7}
      cid: {kind: scout, side: blue, skill: 5}
""",
    )
    assert rows(found, "ford") == {"ann": (0, 3, False), "bob": (1, 2, True)}
    assert rows(found, "deep_ford") == {
        "ann": (0, 3, False),
        "bob": (1, 7, True),
        "cid": (1, 5, False),
    }
    deep = found.scenarios["deep_ford"]
    assert (deep.main, deep.settings) == ("main", {"fog": "yes", "rain": "no"})


def test_what_an_option_changes_is_inherited(tmp_path: Path) -> None:
    """Of a base, of a base of that, and of none: as if it were read first."""
    found = loaded(
        tmp_path,
        """
  plain: {main: main, seats: {reds: red}, entities: {red: {kind: side}}}
  deep ford: {like: ford, entities: {bob: {skill: 7}}}
  deeper ford: {like: deep ford, entities: {ann: {skill: 1}}}
  dry: {like: plain, options: {fog: no}}
""",
    )
    ruleset, layers = found.ruleset, list(found.layers)
    assert ruleset is not None
    for snow in ("yes", "no"):
        problems: list[Diagnostic] = []
        given = (layers, tmp_path, {"snow": snow}, problems)
        now = resolved(*given, before=ruleset)
        assert now.sections == resolved(*given).sections
        assert not problems
        scenarios, before = now.sections["scenarios"], ruleset.sections["scenarios"]
        same = {name for name in scenarios if scenarios[name] is before[name]}
        changed = {"ford", "deep_ford", "deeper_ford"} if snow == "yes" else set()
        assert same == scenarios.keys() - changed


def test_a_row_is_that_of_its_own_scenario(tmp_path: Path) -> None:
    """Though the same entity stands in both: whom it names has another number in the
    second, and an option that is read in it counts for each."""
    found = loaded(
        tmp_path,
        """
  marsh:
    like: ford
    entities: {cid: {kind: scout, side: blue, skill: option.level}}
  bog: {like: marsh, entities: {dan: {kind: scout, side: red, skill: 1}}}
  reeds:
    like: marsh
    without: red
    entities: {ann: {side: blue}, green: {kind: side}}
""",
    )
    assert rows(found, "bog")["cid"] == rows(found, "marsh")["cid"] == (1, 4, False)
    assert rows(found, "reeds")["cid"] == (0, 4, False)
    under = loaded_under(found, {"level": "7"})
    assert rows(under, "bog")["cid"] == rows(under, "marsh")["cid"] == (1, 7, False)
    assert rows(under, "ford") == rows(found, "ford")
    assert under.program == found.under({"level": "7"}).program


def test_what_is_wrong_in_an_inherited_row_is_said_once(tmp_path: Path) -> None:
    more = """
  marsh: {like: ford, entities: {cid: {kind: scout, side: blue, skill: 12}}}
  bog: {like: marsh, entities: {dan: {kind: scout, side: red, skill: 1}}}
  fen: {like: marsh}
"""
    (tmp_path / "ruleset.yaml").write_text(PACK + more, encoding="utf-8")
    assert [each.code for each in load(tmp_path).problems] == ["R406"]


def test_what_is_left_out_is_gone_with_its_seat(tmp_path: Path) -> None:
    """`without` takes entities away; one of another kind inherits no field."""
    found = loaded(
        tmp_path,
        """
  one side:
    like: ford
    without: [blue, bob]
    entities:
      ann: {kind: cart, load: 4}
""",
    )
    assert rows(found, "one_side") == {"ann": (4,)}
    assert usable(found).initial_states["one_side"].ids["side"] == ("red",)


def test_inherited_entities_keep_their_order(tmp_path: Path) -> None:
    """Whatever the order in which they are named again; new ones follow."""
    found = loaded(
        tmp_path,
        """
  deep ford:
    like: ford
    entities:
      dan: {kind: scout, side: red, skill: 1}
      bob: {skill: 7}
      green man: {kind: scout, side: blue, skill: 5}
      ann: {skill: 4}
  deeper ford:
    like: deep ford
    entities:
      eve: {kind: scout, side: red, skill: 1}
      green_man: {skill: 8}
      dan: {skill: 2}
""",
    )
    assert list(rows(found, "deep_ford")) == ["ann", "bob", "dan", "green man"]
    order = ["ann", "bob", "dan", "green_man", "eve"]
    assert list(rows(found, "deeper_ford")) == order


def test_a_chain_in_any_order(tmp_path: Path) -> None:
    """A scenario may stand before the one on which it is built, and be built upon."""
    found = loaded(
        tmp_path,
        """
  third: {like: second, entities: {ann: {skill: 9}}}
  second: {like: ford, entities: {ann: {skill: 8, tired: yes}}}
""",
    )
    assert rows(found, "third")["ann"] == (0, 9, True)


def test_the_map_is_inherited_region_by_region(tmp_path: Path) -> None:
    """Regions are merged by name; ground is replaced as a whole."""
    loaded(
        tmp_path,
        """
  bridge:
    like: ford
    boards: {field: {ground: meadow, regions: {bridge: ["0202"]}}}
""",
    )
    shown = call("show", str(tmp_path), "bridge").out
    assert "ground meadow" in shown
    assert "regions road, bridge" in shown


def test_an_option_of_the_other_scenario_is_followed(tmp_path: Path) -> None:
    """Under an option, what changes in the other changes in both; and a case in the
    built one is read under the options that it inherits."""
    more = """
  deep ford: {like: ford, entities: {ann: {skill: 4}}}
cases:
  both: {scenario: deep ford, run: main, expect: {result: 6}}
"""
    changing = PACK.replace(
        "fog: {values: [yes, no], default: no}",
        "fog: {values: [yes, no], default: no, change: "
        "{scenarios.ford.entities.bob.skill: {expect: 2, to: x}}}",
    )
    (tmp_path / "ruleset.yaml").write_text(changing + more, encoding="utf-8")
    found = [each for each in check(tmp_path).problems if each.code != IDLE]
    assert [each.code for each in found] == ["R301"]  # once, where it stands
    (tmp_path / "ruleset.yaml").write_text(PACK + more, encoding="utf-8")
    assert call("test", str(tmp_path)).code == 0


def test_an_overlay_that_changes_the_other(tmp_path: Path) -> None:
    """What an overlay changes in a scenario is inherited from it."""
    below, above = tmp_path / "below", tmp_path / "above"
    below.mkdir()
    above.mkdir()
    more = "  deep ford: {like: ford, entities: {ann: {skill: 4}}}\n"
    (below / "ruleset.yaml").write_text(PACK + more, encoding="utf-8")
    (above / "ruleset.yaml").write_text(
        "name: above\nextends: ../below\nchange:\n"
        "  scenarios.ford.entities.bob.skill: {expect: 2, to: 6}\n",
        encoding="utf-8",
    )
    assert rows(load(above), "deep_ford")["bob"] == (1, 6, True)


def test_scenarios_that_grow_without_end_are_refused(tmp_path: Path) -> None:
    """A thousand inherit what a large one has."""
    carts = ", ".join(f"e{n}: {{kind: cart, load: 1}}" for n in range(100))
    lines = [
        f"  large: {{like: ford, entities: {{{carts}}}}}\n",
        *(f"  s{n}: {{like: large}}\n" for n in range(1_000)),
    ]
    (tmp_path / "ruleset.yaml").write_text(PACK + "".join(lines), encoding="utf-8")
    found = call("show", str(tmp_path))
    assert found.code == 4
    assert "scenarios inherit, at most 200,000" in found.talk


def chain(length: int) -> list[str]:
    """Return scenarios, each built on the one before."""
    return [
        f"  s{n}: {{like: {f's{n - 1}' if n else 'ford'}, "
        f"entities: {{e{n}: {{kind: cart, load: 1}}}}}}\n"
        for n in range(length)
    ]


@pytest.mark.parametrize("order", ["base first", "leaf first", "mixed"])
def test_the_limit_of_a_chain_is_the_same_in_any_order(
    tmp_path: Path, order: str
) -> None:
    """64 scenarios built on each other are read, and one more is not."""
    for length in (DEEPEST, DEEPEST + 1, 1_000):
        lines = chain(length)
        if order == "leaf first":
            lines.reverse()
        elif order == "mixed":
            random.Random("mixed").shuffle(lines)
        (tmp_path / "ruleset.yaml").write_text(PACK + "".join(lines), encoding="utf-8")
        found = call("show", str(tmp_path))
        assert found.code == (0 if length == DEEPEST else 4), length
        refused = "scenarios built on each other, at most 64" in found.talk
        assert refused == (length > DEEPEST)
