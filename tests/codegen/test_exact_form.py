"""The exact form, fused or not, gives the odds that every answer of once gives."""

from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from interpreter.codegen.generating import emit
from interpreter.engine.exact.program import odds
from interpreter.engine.once import Engine, answer, initial, start
from interpreter.engine.stops import Finished, RollStop
from interpreter.expressions.typed import Apply, Collect, Typed
from interpreter.ir.instructions import Program
from interpreter.values.types import INTEGER, Boolean, ListOf
from tests.codegen.building import (
    ap,
    at_least,
    back,
    c,
    call,
    each,
    field,
    let,
    procedure,
    program,
    put,
    roll,
    v,
    when,
)

DICE = ListOf(INTEGER)


def over(reducer: str, body: Any, where: Any = None) -> Collect:
    """Gather over the local `dice`."""
    kind = Boolean() if reducer in ("any", "all") else INTEGER
    return Collect(reducer, body, "die", v("dice", DICE), where, (), kind)


def fold(name: str) -> Apply:
    """Apply a function to the local `dice`."""
    return Apply(name, (v("dice", DICE),), INTEGER)


READINGS: list[Typed] = [
    over("sum", v("die"), ap(">", "die", 2)),
    over("count", v("die"), ap(">=", "die", "n")),
    over("any", ap("is", "die", 4)),
    over("any", c(True), ap("is", "die", 4)),
    over("all", ap("<", "die", 4), ap(">", "die", 1)),
    over("min", v("die")),
    fold("sum"), fold("max"), fold("count"),
    Apply("matches", (v("dice", DICE), v("n")), INTEGER),
]  # fmt: skip


def by_hand(
    given: Program, name: str, arguments: tuple[Any, ...]
) -> dict[Any, Fraction]:
    """Return the law of (result, losses) over every answer."""
    engine = Engine.of(given)
    found: dict[Any, Fraction] = {}
    waiting = [(start(engine, name, arguments, initial(given)), Fraction(1))]
    while waiting:
        stop, share = waiting.pop()
        if isinstance(stop, Finished):
            key = (stop.result, tuple(row[1] for row in stop.game_state[0]))
            found[key] = found.get(key, Fraction(0)) + share
            continue
        assert isinstance(stop, RollStop)
        faces = range(1, stop.sides + 1)
        every = list(faces if stop.single else product(faces, repeat=stop.number))
        waiting += [(answer(stop, face), share / len(every)) for face in every]
    return found


def same(given: Program, name: str, *arguments: Any) -> None:
    """Assert that the odds are the same, fused or not, and by every answer."""
    expected = by_hand(given, name, arguments)
    for fusing in (True, False):
        found = odds(
            given,
            name,
            arguments,
            initial(given),
            observed=frozenset([("unit", "loss")]),
            fusing=fusing,
        )
        law = {
            (result, seen[0]): Fraction(weight, found.denominator)
            for (result, seen), weight in found.outcomes.items()
        }
        assert law == expected


def fuses(given: Program) -> bool:
    """Tell whether a roll is fused."""
    return any("'pool'" in text for text, _ in emit(given, "exact").units.values())


def test_every_reading_alone_and_two_together() -> None:
    for one, other in [*pairwise(READINGS), (READINGS[0], READINGS[0])]:
        given = program(procedure(
            "reads", "n", roll("dice", 4, 3),
            let("x", one), let("y", other), put(c(0), "loss", "n"),
            back(Apply("list", (v("x"), v("y")), DICE)),
        ))  # fmt: skip
        assert fuses(given)
        same(given, "reads", 3)


def test_what_cannot_be_fused_is_not() -> None:
    needs = ap("+", field(c(0), "size"), 0)
    changed = put(c(0), "size", 2)
    for body in (
        [roll("dice", 4, 2), back(ap("index", v("dice", DICE), 1))],
        [roll("dice", 4, 2), changed, let("x", at_least("dice", needs)), back("x")],
        [roll("dice", 4, 2), let("m", 2), let("x", at_least("dice", "m")), back("x")],
        [roll("dice", 4, 2), let("x", at_least("dice", ap("within", "die", 2, 3)))],
    ):
        given = program(procedure("reads", "n", *body))
        assert not fuses(given)
        if len(body) > 2 or isinstance(body[-1], type(back(1))):
            same(given, "reads", 3)


def test_loops_calls_and_writes() -> None:
    throws = procedure(
        "throws", "D n",
        roll("dice", 4, 2),
        let("good", at_least("dice", "n")),
        put("d", "loss", ap("+", field("d", "loss"), "good")),
        back("good"),
    )  # fmt: skip
    given = program(
        throws,
        procedure(
            "many", "n",
            let("first", 0),
            each("i", (0, 1), call("throws", "i", "n", to="hurt"),
                 when(ap("is", "hurt", 2), [back(100)])),
            roll("last", 3),
            when(ap("is", "last", 3), [call("throws", 0, 4, to="more")]),
            back("last"),
        ),
    )  # fmt: skip
    assert fuses(given)
    same(given, "many", 3)


def test_writes_that_nobody_sees_are_left_out() -> None:
    given = program(procedure("writes", "n", put(c(0), "loss", 3), back("n")))
    seen = emit(given, "exact", observed=frozenset([("unit", "loss")]))
    blind = emit(given, "exact", observed=frozenset())
    assert "_tuple(r)" in seen.units["writes"][0]
    assert "_tuple(r)" not in blind.units["writes"][0]
