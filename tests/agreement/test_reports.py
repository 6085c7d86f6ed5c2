"""What leaders are told in the first pack: how often falsely, and nothing that tells.

Pairs of states that differ in what a side may not know must look alike to it, letter by
letter; the last test asks that what it may know does differ.
"""

import json
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from interpreter.engine.exact.program import odds
from interpreter.engine.once import Engine, initial, play_out
from interpreter.engine.stops import ChoiceStop, DrawStop, RollStop
from interpreter.pipeline.loading import load
from interpreter.reports.claims import claims_output, claims_text
from interpreter.reports.outputs.encoding import encoded_rows
from interpreter.values.log import BEGINNING
from interpreter.views.views import view
from interpreter.views.visibility import Masks
from tests.agreement.targets import program

PACK = "rulesets/acks-reconnaissance"
PROGRAM = program(PACK)
ENGINE = Engine.of(PROGRAM)
KINDS = PROGRAM.declared.kinds
INITIAL, ON_CONTACT = 0, 1
ELVES, GOBLINS = 0, 1
TOTALS = {"catastrophe": 2, "failure": 4, "marginal": 7, "success": 10, "major": 12}
SMALL, AVERAGE, LARGE, HUGE = range(4)
FACTS = PROGRAM.declared.claims["reconnaissance_report"].facts
SIZE = [each.name for each in FACTS].index("size")


def degree(total: int) -> str:
    """Lines 30-34 of the source."""
    for most, name in ((2, "catastrophe"), (5, "failure"), (8, "marginal")):
        if total <= most:
            return name
    return "success" if total <= 11 else "major"


@pytest.mark.parametrize("modifier", range(-3, 2))
def test_how_often_a_marginal_success_is_false(modifier: int) -> None:
    """All 36 rolls counted: of those told as marginal, how many are catastrophes."""
    told = [degree(a + b + modifier) for a, b in product(range(1, 7), repeat=2)]
    false, true = told.count("catastrophe"), told.count("marginal")
    found = odds(PROGRAM, "marginal_report", (modifier,), initial(PROGRAM, ""))
    share = {
        value: Fraction(weight, found.denominator)
        for (value, _), weight in found.outcomes.items()
    }
    assert share.get(0, 0) == Fraction(false, false + true)
    assert share.get(1, 0) == Fraction(true, false + true)


class Game:
    """A scenario whose fields can be written over and whose things can be taken out."""

    def __init__(self, scenario: str) -> None:
        """Begin with it as it stands."""
        given = PROGRAM.initial_states[scenario]
        self.ids = given.ids
        self.rows = {kind: list(rows) for kind, rows in given.rows.items()}

    def write(self, kind: str, name: str, **fields: Any) -> "Game":
        """Write fields of a thing."""
        number = self.ids[kind].index(name)
        row = list(self.rows[kind][number])
        for field, value in fields.items():
            row[KINDS[kind].slot(field)] = value
        self.rows[kind][number] = tuple(row)
        return self

    def without(self, kind: str, *names: str) -> "Game":
        """Take things out, only to look at what is left: no rule of the pack does."""
        for name in names:
            self.rows[kind][self.ids[kind].index(name)] = None  # type: ignore[call-overload]
        return self

    def state(self) -> Any:
        """Return it as a run takes it."""
        return (*(tuple(self.rows.get(kind, ())) for kind in KINDS), BEGINNING)

    def run(self, call: str, given: tuple[Any, ...], answers: Mapping[str, Any]) -> Any:
        """Return the state after a call; what is not answered is the first or a 1."""

        def chance(stop: RollStop | DrawStop) -> Any:
            label = stop.instruction.label
            if isinstance(stop, RollStop):
                return answers.get(label, 1 if stop.single else (1,) * stop.number)
            many = stop.how_many
            first = stop.items[0] if many is None else stop.items[:many]
            return answers.get(label, first)

        def ruling(stop: ChoiceStop) -> Any:
            return stop.default

        return play_out(ENGINE, call, given, self.state(), chance, ruling).game_state

    def look(
        self, how: str, by: int, at: int, kind: int = INITIAL, **other: Any
    ) -> Any:
        """Return the state after one army looked for another, with dice for `how`."""
        weighed = play_out(ENGINE, "weigh_up", (by, at, kind), self.state(), _no, _no)
        bonus: Any = weighed.result
        total = min(12, max(2, TOTALS[how] - bonus))
        assert degree(total + bonus) == how
        dice = (total // 2, total - total // 2)
        return self.run("army_looks", (by, at, kind), {"dice": dice, **other})

    def seen(self, state: Any, side: str) -> str:
        """Return all that a side gets, letter by letter."""
        seat = self.ids["side"].index(side)
        masks = Masks(self.ids, b"")
        found = view(PROGRAM.declared, self.ids, state, seat, masks)
        things = [
            (each.kind.name, each.number, [(f.name, v) for f, v in each.fields])
            for each in found.things
        ]
        said = json.dumps(encoded_rows(claims_output(found))), *claims_text(found)
        return repr((said, things, found.ids))


def _no(_: Any) -> Any:
    raise AssertionError("nothing is asked")


def woods() -> Game:
    """The two armies of the source."""
    return Game("elves-and-goblins")


def lonely() -> Game:
    """The goblins, with no elves in the state."""
    game = woods().without("army", "elves").without("division", "elven_host")
    game.without("unit", "hawks", "horse_archers_1", "horse_archers_2", "elven_foot")
    return game.without("character", "elf_leader")


def test_a_failure_is_like_no_army_at_all() -> None:
    """V-ACKS-01, 05 and 21: nothing was there, or nobody found it."""
    failed = woods().look("failure", GOBLINS, ELVES)
    alone = lonely()
    assert woods().seen(failed, "goblin_side") == alone.seen(
        alone.state(), "goblin_side"
    )


@pytest.mark.parametrize("kind", [INITIAL, ON_CONTACT])
def test_a_lie_is_like_a_truth(kind: int) -> None:
    """V-ACKS-02 and 20: large they say, and large they are; a planted man or a true."""
    lie = {"lies": (SIZE,), "false size": LARGE}
    false = woods().look("catastrophe", GOBLINS, ELVES, kind, **lie)
    true_game = woods().write("unit", "elven_foot", strength=3400)
    true = true_game.look("marginal", GOBLINS, ELVES, kind)
    assert false != true
    assert woods().seen(false, "goblin_side") == true_game.seen(true, "goblin_side")


def test_the_observed_learn_nothing_of_it() -> None:
    """V-ACKS-03: all outcomes, with a prisoner taken too."""
    looks = ("catastrophe", "failure", "marginal", "success", "major")
    found = {
        woods().seen(woods().look(how, GOBLINS, ELVES, ON_CONTACT), "elf_side")
        for how in looks
    }
    assert len(found) == 1
    assert len({woods().look(how, GOBLINS, ELVES, ON_CONTACT) for how in looks}) == 5


@pytest.mark.parametrize("how", ["catastrophe", "failure", "marginal", "success"])
def test_hidden_units_are_not_there(how: str) -> None:
    """V-ACKS-06: seven companies with two hidden, or the other five alone."""
    hidden = Game("camouflage")
    watch, veiled = (hidden.ids["army"].index(each) for each in ("watch", "veiled"))
    bare = Game("camouflage")
    for spell in ("spell_1", "spell_2"):  # cast for another army
        bare.write("camouflage", spell, unit=bare.ids["unit"].index("plain_1"))
    units = tuple(hidden.ids["unit"].index(f"veiled_{n}") for n in range(3, 8))
    bare.write("division", "veiled_division", units=units)
    ends = [each.look(how, watch, veiled, ON_CONTACT) for each in (hidden, bare)]
    assert ends[0] != ends[1]
    assert hidden.seen(ends[0], "red_side") == bare.seen(ends[1], "red_side")


def test_the_sum_is_not_told() -> None:
    """V-ACKS-07: an abler leader and other dice, the same band."""
    dull = woods().write("character", "elf_leader", strategic_ability=-1)
    one = dull.look("marginal", GOBLINS, ELVES)
    two = woods().look("marginal", GOBLINS, ELVES)
    assert one != two
    assert dull.seen(one, "goblin_side") == woods().seen(two, "goblin_side")


def test_a_prisoner_does_not_betray_his_worth_nor_what_is_left() -> None:
    """V-ACKS-08, 09 and 13: what is said is all that is known."""
    game = Game("camp")
    man = game.ids["prisoner"].index("man")
    asker = game.ids["character"].index("asker")
    piece = game.rows["prisoner"][man][KINDS["prisoner"].slot("knows")][0]
    rich = Game("camp").write("prisoner", "man", knows=((7, 1), piece, (6, 0)))
    all_of_one = game.run("interrogate", (man, asker, 0), {"dice": (6, 6)})
    one_of_three = rich.run(
        "interrogate", (man, asker, 0), {"dice": (3, 4), "pieces": (piece,)}
    )
    other = Game("camp").write("prisoner", "man", knows=((6, 0),))
    other.write("army", "host", in_supply=False)
    lie = {"dice": (1, 1), "topic": 3, "lies": (6,), "false supply": True}
    lied = other.run("interrogate", (man, asker, 0), lie)
    assert len({all_of_one, one_of_three, lied}) == 3
    assert game.seen(all_of_one, "red_side") == rich.seen(one_of_three, "red_side")
    assert game.seen(all_of_one, "red_side") == other.seen(lied, "red_side")


def test_what_may_be_known_differs() -> None:
    """V-ACKS-18 and 19: so an engine that tells nothing fails too."""
    found = {
        how: woods().seen(woods().look(how, ELVES, GOBLINS), "elf_side")
        for how in ("failure", "marginal", "success", "major")
    }
    assert len(set(found.values())) == 4
    assert "unit types" in found["major"]
    assert "unit types" not in found["success"]


BAD = """name: bad
extends: {pack}
scenarios:
  bad:
    entities:
      s: {{kind: side}}
      l: {{kind: character, side: s}}
      u: {{kind: unit, side: s, strength: -5}}
      d: {{kind: division, side: s, units: [u], at: 0505}}
      a: {{kind: army, side: s, divisions: [d]}}
      b: {{kind: army, side: s, leader: l, divisions: [d]}}
      c: {{kind: spell use, side: s, caster: b, aim: b, spell: fireball}}
      e: {{kind: division, side: s, units: [], at: 9999x}}
"""


def test_what_a_scenario_gets_wrong_names_the_rule(tmp_path: Path) -> None:
    """No leader, troops below zero, a spell that nobody knows, a hex on no map."""
    text = BAD.format(pack=Path(PACK).absolute())
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    found = {
        (each.code, each.message.rpartition(" ")[2])
        for each in load(tmp_path).problems
        if each.severity == "error"
    }
    assert found == {
        ("R102", "[ACKS-RECON-21]"),
        ("R406", "[ACKS-RECON-16]"),
        ("R301", "[ACKS-RECON-22]"),
        ("R313", "[ACKS-RECON-19]"),
    }


@pytest.mark.parametrize(("row", "count"), [("121_at_2", 19), ("3001_at_4", 61)])
def test_a_report_is_centred_anywhere_that_leaves_it_true(row: str, count: int) -> None:
    """V-ACKS-14: each of the 24-mile hexes about the army, once."""
    game = Game(f"host_of_{row}")
    watch, host = (game.ids["army"].index(n) for n in ("watch", "host"))
    asked: list[DrawStop] = []

    def chance(stop: RollStop | DrawStop) -> Any:
        if isinstance(stop, RollStop):
            return (6, 6)
        asked.append(stop)
        return stop.items[0]

    def default(stop: ChoiceStop) -> Any:
        return stop.default

    play_out(ENGINE, "army_looks", (watch, host, 0), game.state(), chance, default)
    assert len(set(asked[0].items)) == len(asked[0].items) == count
