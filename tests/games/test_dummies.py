"""A dummy that is set up looks like a real wing to the enemy, whoever sets it up."""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from interpreter.app.opening.answers import policy_of
from interpreter.app.opening.session import Session, entry_of
from interpreter.app.running.once import RunRequest, engine_of, played
from interpreter.engine.dice import secret_of_seed
from interpreter.engine.once import Engine
from interpreter.engine.policies import Answers
from interpreter.pipeline.loading import load
from interpreter.pipeline.opening import Pack
from interpreter.reports.outputs.encoding import encoded
from interpreter.reports.views import view_output
from interpreter.views.views import View, view
from interpreter.views.visibility import Masks
from tests.sampled import sampled

FOLDER = Path(__file__).parents[2] / "rulesets" / "limited-intelligence"
SEEDS = 50
PLACES = ("at", "markers")
OWN = "started"
"""A field of a wing that its owner alone sees, whatever becomes of it."""


@cache
def table(scenario: str) -> tuple[Session, Engine]:
    """Return the set-up of a scenario, ready to run."""
    pack = Pack.of(load(FOLDER)).under(scenario)
    entry = entry_of("set_up", scenario, pack)
    return Session(pack, scenario, entry, ()), engine_of(pack)


def seen(scenario: str, policy: str, seed: str) -> list[View]:
    """Return what each side knows when both were set up by a policy."""
    session, engine = table(scenario)
    answers = Answers({}, policy_of(policy, session))
    found = played(session, RunRequest(seed, {}, answers, None), engine)
    masks = Masks(session.initial_state.ids, secret_of_seed(seed))
    declared = session.program.declared
    given = (declared, session.initial_state.ids, found.outcome.game_state)
    return [view(*given, seat, masks) for seat in range(2)]


def wings(sight: View) -> list[dict[str, Any]]:
    """Return the wings that are on the map for a side, its own or the enemy's."""
    every = encoded(view_output(sight))["sees"]
    assert isinstance(every, list)
    found = [each for each in every if each["kind"] == "wing"]
    return [each for each in found if each["fields"].get("at") is not None]


def counters(sides: list[View]) -> Iterator[tuple[bool, int, View, dict[str, Any]]]:
    """Yield each counter as the enemy sees it: whether it is a dummy, whose it is, the
    view in which it is seen, and what is seen."""
    for mine, sight in enumerate(sides):
        own = [each for each in wings(sight) if "dummy" in each["fields"]]
        dummies = {each["label"]: each["fields"]["dummy"] for each in own}
        other = sides[1 - mine]
        there = {each["id"]: each for each in wings(other)}
        assert dummies.keys() == there.keys() - {
            each["id"] for each in wings(other) if "dummy" in each["fields"]
        }
        for name, dummy in dummies.items():
            yield dummy, mine, other, there[name]


def lie(sight: View, name: str) -> tuple[Any, ...]:
    """Return where the markers of a counter lie from its leader, in the order in which
    they are seen."""
    names = dict(sight.ids)["wing"]
    (thing,) = (
        e for e in sight.things if e.kind.name == "wing" and names[e.number] == name
    )
    said: dict[str, Any] = {each.name: value for each, value in thing.fields}
    (q, r), markers = said["at"], said["markers"]
    return tuple((each[0] - q, each[1] - r) for each in markers)


@pytest.mark.parametrize(
    "policy", sampled(["bold", "wary", "plain"], lambda name: name == "bold")
)
@pytest.mark.parametrize("scenario", ["two_wings_meet", "leuthen"])
def test_dummies_look_like_wings(scenario: str, policy: str) -> None:
    """Over many set-ups no counter of a dummy lies otherwise than one of a real wing of
    its side and face does, has another label, or shows more or less."""
    patterns: Any = {dummy: defaultdict(set) for dummy in (True, False)}
    shown: Any = {dummy: set() for dummy in (True, False)}
    count = 0
    for seed in range(SEEDS):
        for dummy, side, sight, each in counters(seen(scenario, policy, f"{seed}")):
            fields = each["fields"]
            count += dummy
            patterns[dummy][side, fields["face"]].add(lie(sight, each["id"]))
            assert re.fullmatch(rf"{fields['face']} [1-9][0-9]", each["id"])
            rest = {k: v for k, v in fields.items() if k not in (*PLACES, "side")}
            shown[dummy].add((len(fields["markers"]), str(rest)))
    assert count > SEEDS
    real = patterns[False]
    for (side, face), found in patterns[True].items():
        like = real[side, face] or set().union(*real.values())
        assert found <= like, (side, face)
    assert shown[True] <= shown[False]


def left_out(sides: list[View]) -> list[int]:
    """Return how many dummies each side has left out, as the side itself knows."""
    return [
        sum(
            wing["fields"].get("dummy") is True and wing["fields"].get("at") is None
            for wing in of_kind(sight, "wing")
        )
        for sight in sides
    ]


def of_kind(sight: View, kind: str) -> list[dict[str, Any]]:
    """Return what a side sees of a kind, wherever it is."""
    every = encoded(view_output(sight))["sees"]
    assert isinstance(every, list)
    return [thing for thing in every if thing["kind"] == kind]


@pytest.mark.parametrize(
    "scenario",
    ["two_wings_meet", "leuthen", pytest.param("torgau", marks=pytest.mark.long)],
)
def test_a_dummy_left_out_is_nowhere_in_the_view_of_the_enemy(scenario: str) -> None:
    """The enemy sees the counters on the map and no other, so he cannot tell whether
    all dummies are among them."""
    count = 0
    for seed in range(SEEDS):
        sides = seen(scenario, "bold", f"{seed}")
        count += sum(left_out(sides))
        for side, sight in enumerate(sides):
            other = of_kind(sides[1 - side], "wing")
            foreign = [wing for wing in other if OWN not in wing["fields"]]
            placed = [wing for wing in wings(sight) if OWN in wing["fields"]]
            assert all(wing["fields"]["at"] is not None for wing in foreign)
            assert all("dummy" not in wing["fields"] for wing in foreign)
            assert len(foreign) == len(placed)
    assert count > 0
