"""A hidden roll shifts no other: two states that differ in secret throw the same dice.

Each pair of runs has one seed and the same answers. The rolls that both know must have
the same keys and the same faces; what one of them has more must be what is hidden.
"""

import hashlib
from pathlib import Path
from typing import Any

import pytest

from interpreter.engine.dice import SeededDice, secret_of_seed
from interpreter.engine.once import Engine, initial, play_out
from interpreter.pipeline.loading import load, usable
from tests.cli.calling import call, valid

PACK = "tests/packs/hidden-rolls"
FOLDER = Path(__file__).parents[1] / "packs" / "hidden-rolls"
Key = tuple[str | int, ...]


def thrown(*given: str) -> dict[Key, Any]:
    """Return what fell in a run, by what it is keyed by, in the order of the run."""
    run = valid(call("run", PACK, *given, "--seed", "17", "--json"), "run")
    found = {tuple(each["key"]): each["faces"] for each in run["dice"]}
    assert len(found) == len(run["dice"])
    return found


OPEN = thrown("round", "--scenario", "open")


@pytest.mark.parametrize(
    ("given", "hidden"),
    [
        (("--scenario", "one more"), lambda key: "ghost" in key),
        (("--scenario", "a wary one"), lambda key: "look.roll.nerve" in key),
        (
            ("--scenario", "open", "--option", "ambush=yes"),
            lambda key: "look.roll.ambush" in key,
        ),
    ],
    ids=["an entity between others", "a branch", "an option"],
)
def test_what_is_hidden_shifts_no_other_roll(
    given: tuple[str, ...], hidden: Any
) -> None:
    """More rolls before and between the others, and those as they were, in order."""
    more = thrown("round", *given)
    assert [key for key in more if not hidden(key)] == list(OPEN)
    assert {key: more[key] for key in OPEN} == OPEN
    assert len(more) > len(OPEN)


def test_the_same_step_throws_other_dice_for_another() -> None:
    """For each scout and each watch, else nothing would be told apart."""
    assert len({(*key[:-1],) for key in OPEN}) == len(OPEN) == 3 * 3 * 2


def test_a_list_of_entities_is_known_by_who_is_in_it() -> None:
    """The scouts of red, then of blue; where grey has a ghost, it sweeps between."""
    open_, more = (
        thrown("sweeps", "--scenario", each) for each in ("open", "one more")
    )
    path = ("sweeps.call.sweep", 2, "ann", "bob", "sweep.roll.sweep", 1)
    assert path in open_
    assert {key: more[key] for key in open_} == open_
    assert [key for key in more if key not in open_] == [
        ("sweeps.call.sweep", 1, "ghost", "sweep.roll.sweep", 1)
    ]


def spoils(secret: int) -> list[tuple[Key, Any]]:
    """Return the rolls for the coin, for what blue took in secret, then red."""
    given = ("--with", "red=red", "--with", "blue=blue", "--with", f"secret={secret}")
    return list(thrown("spoils", "--scenario", "open", *given).items())


def test_what_came_to_be_is_known_by_its_birth() -> None:
    """Red's prizes are 1 and 2, or 4 and 5, as many as blue took in secret before."""
    none, three = spoils(0), spoils(3)
    assert len(none) == 3
    assert none == [three[0], *three[4:]]
    blue = [key[3] for key, _ in three[1:4]]
    assert len(set(blue)) == 3  # what one call made is told apart by its order


def test_who_was_chosen_is_in_the_key() -> None:
    """Rolling ahead for one target teaches nothing about another."""
    given = ("pick", "--scenario", "open", "--with", "who=red")
    fell = [thrown(*given, "--answer", f"target={each}") for each in ("red", "blue")]
    assert [[*each] for each in fell] == [
        [("pick.roll.hit", "red", name, 1)] for name in ("red", "blue")
    ]


def test_a_key_hangs_on_no_other_way_of_running() -> None:
    """Once and trace, and one engine after another run: the same dice."""
    program = usable(load(FOLDER))
    initial_state, ids = (
        initial(program, "one_more"),
        program.initial_states["one_more"].ids,
    )
    found = []
    for form in ("once", "trace"):
        engine = Engine.of(program, form)
        for _ in range(2):
            dice = SeededDice(secret_of_seed("17"), ids)
            found.append(
                play_out(engine, "round", (), initial_state, dice, dice).answers
            )
    assert len(set(found)) == 1


def test_another_course_of_things_has_other_births() -> None:
    """One driver, two runs from the start: what came to be is read anew."""
    program = usable(load(FOLDER))
    engine, state = Engine.of(program), initial(program, "open")
    ids = program.initial_states["open"].ids

    def after(*earlier: int) -> Any:
        dice = SeededDice(secret_of_seed("17"), ids)
        runs = [
            play_out(engine, "spoils", (0, 1, secret), state, dice, dice).answers
            for secret in (*earlier, 0)
        ]
        return runs[-1]

    again = SeededDice(secret_of_seed("17"), ids)
    for _ in range(2):
        second = play_out(engine, "spoils", (0, 1, 0), state, again, again).answers
    assert after(0) == second  # the second time of the same two paths
    assert after(2) == second  # and after another run, in which blue's came first


# What a stranger writes who has read `interpreter.engine.dice`: ten lines, none ours.
def field(each: str | int) -> bytes:
    body = str(each).encode()
    return (b"t" if isinstance(each, str) else b"i") + len(body).to_bytes(4) + body


def stranger(seed: str, key: Key, number: int, sides: int) -> list[int]:
    secret = hashlib.sha256(field("seed 1") + field(seed)).digest().ljust(64, b"\0")
    inner, outer = (bytes(b ^ pad for b in secret) for pad in (0x36, 0x5C))
    inside = hashlib.sha256(inner + b"".join(map(field, key))).digest()
    digest = hashlib.sha256(outer + inside).digest()
    words = [digest[i] * 256 + digest[i + 1] for i in range(0, 32, 2)]
    return [w % sides + 1 for w in words if w < 65536 - 65536 % sides][:number]


def test_a_stranger_rolls_the_same_with_hashlib_alone() -> None:
    """From the seed and the keys of `run --json`: all dice of a run."""
    given = ("run", PACK, "round", "--scenario", "one more", "--seed", "17", "--json")
    dice = valid(call(*given), "run")["dice"]
    assert len(dice) > 20
    for each in dice:
        fell = each["faces"]
        assert stranger("17", tuple(each["key"]), len(fell), each["sides"]) == fell


def test_the_published_keys() -> None:
    """They are for ever: who changes a key changes the dice of every game."""
    key = ("round.call.look", 2, "cid", "look.roll.far", "cid", 1)
    assert OPEN[key] == stranger("17", key, 2, 6) == [4, 5]
    _, (weighed, fell), _ = spoils(0)
    # what it is known by: the call and the step that made it, the first of that path
    made = ("spoils.call_2.take", "red", "blue", "take.create.prize", "red", 1)
    birth = int.from_bytes(hashlib.sha256(b"".join(map(field, made))).digest()[:6])
    call = ("spoils.call.weigh", "red", "blue", birth)
    assert weighed == (*call, "weigh.roll.worth", birth, 1)
    assert fell == [71]
