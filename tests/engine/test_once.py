"""A run step by step: what is asked, which answers are possible, what is reported."""

from typing import Any

import pytest

from interpreter.diagnostics import LimitExceeded, UnknownName, Unusable
from interpreter.engine.once import Engine, RunOutcome, answer, initial, play_out, start
from interpreter.engine.stops import ChoiceStop, DrawStop, Finished, RollStop, Stop
from interpreter.expressions.typed import Apply, Constant, Every, FieldRead, Template
from interpreter.ir.instructions import Choice, Draw, Roll
from interpreter.values import faults
from interpreter.values.types import INTEGER, Boolean, Enumeration, ListOf, Seat, whole
from tests.codegen.building import (
    NONE,
    UNIT,
    again,
    ap,
    back,
    c,
    choose,
    let,
    procedure,
    program,
    roll,
    run_once,
    site,
    v,
    when,
)

NUMBERS = ListOf(INTEGER)


def begun(*body: Any, n: int = 1) -> Stop:
    """Start a procedure of that body."""
    given = program(procedure("p", "n", *body))
    return start(Engine.of(given), "p", (n,), initial(given))


def refused(stop: Stop, *wrong: Any) -> None:
    """Assert that answers are impossible."""
    for value in wrong:
        with pytest.raises(Unusable):
            answer(stop, value)


def result(stop: Stop) -> Any:
    """Return the result of a finished run."""
    assert isinstance(stop, Finished)
    return stop.result


def test_an_entry_point_that_is_not_there() -> None:
    given = program(procedure("p", "", back(1)))
    with pytest.raises(UnknownName):
        start(Engine.of(given), "q", (), initial(given))


def test_a_roll_says_what_it_is_for() -> None:
    purpose = Template(("to beat ", ap("+", "n", 1)))
    one = roll("die", 6)
    named = Roll(one.site, "die", "die", one.dice, c(2), purpose, None)
    stop = begun(named, back("die"), n=4)
    assert isinstance(stop, RollStop)
    assert (stop.single, stop.sides, stop.by, stop.texts) == (True, 6, 2, ((5,), ()))
    refused(stop, 0, 7, True, (3,), None, "3")
    assert result(answer(stop, 3)) == 3
    refused(answer(stop, 3), 1)


def test_limits_and_senseless_dice() -> None:
    with pytest.raises(LimitExceeded, match="dice of a roll"):
        begun(roll("dice", 6, "n"), back("n"), n=10_001)
    for number, sides in ((-1, 6), (1, 0)):
        with pytest.raises(Unusable) as error:
            begun(roll("dice", sides, number), back("n"))
        assert error.value.problems[0].code == "R701"


def test_a_game_that_is_played_out_counts_from_choice_to_choice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With a bound for the whole."""
    busy = again(let("x", 1), times=400_000)
    turns = [(busy, choose(name, ap("list", 1, 2))) for name in ("a", "b", "d")]
    given = program(procedure("p", "n", *(e for pair in turns for e in pair), back(1)))
    assert run_once(given, "p", (1,), 0).result == 1
    monkeypatch.setattr(faults, "MOST_STRETCHES", 1)
    with pytest.raises(LimitExceeded, match="1,000,000"):
        run_once(given, "p", (1,), 0)


def test_steps_are_counted_over_a_whole_run_that_is_played_out() -> None:
    busy = again(let("x", 1), times=400_000)
    given = program(procedure("p", "n", *[busy, roll("die", 6)] * 3, back("n")))
    with pytest.raises(LimitExceeded, match="1,000,000"):
        run_once(given, "p", (1,), 0)
    stop = start(Engine.of(given), "p", (1,), initial(given))
    for _ in range(3):
        stop = answer(stop, 1)
    assert result(stop) == 1


def draw(items: Any, weights: Any = None, how_many: Any = None) -> Draw:
    """Draw from a list."""
    number = None if how_many is None else c(how_many)
    weighing = None if weights is None else c(weights)
    return Draw(site(), "x", "x", c(items), weighing, number, None, None, None)


def test_draws() -> None:
    stop = begun(draw((4, 4, 5)), back("x"))
    assert isinstance(stop, DrawStop)
    refused(stop, 6, (4,), None)
    assert result(answer(stop, 4)) == 4
    stop = begun(draw((4, 4, 5), how_many=2), back(ap("count", v("x", NUMBERS))))
    refused(stop, (5, 5), (4,), (4, 4, 5), 4)
    assert result(answer(stop, (4, 4))) == 2
    stop = begun(draw((4, 4, 5), how_many=7), back(1))
    assert result(answer(stop, (5, 4, 4))) == 1
    stop = begun(draw((4, 5), weights=(0, 3)), back("x"))
    refused(stop, 4)
    with pytest.raises(Unusable) as error:
        begun(draw(()), back(1))
    assert error.value.problems[0].code == "R705"


def test_choices() -> None:
    stop = begun(choose("x", (4, 5), optional=True), back("x"))
    assert isinstance(stop, ChoiceStop)
    refused(stop, 6, True, (4,))
    assert result(answer(stop, None)) is None
    bounds = (c(1), c(2))
    for in_order, expected in ((True, (6, 4)), (False, (4, 6))):
        one = choose("x", (4, 5, 6), how_many=bounds, in_order=in_order)
        stop = begun(one, back(v("x", NUMBERS)))
        refused(stop, (), (4, 5, 6), (4, 4), 4)
        assert result(answer(stop, (6, 4))) == expected


def ask(kind: Any) -> Choice:
    """Ask the judge for a value of a type."""
    judge = Constant(-1, Seat("unit"))
    return Choice(site(), "x", "x", kind, judge, None, open_type=kind, default=c(1))


def test_rulings_are_of_their_type() -> None:
    named = Enumeration("level", ("low", "high"))
    for kind, right, wrong in (
        (Boolean(), True, (1, None, "yes")),
        (whole(1, 3), 2, (0, 4, 2.0, True)),
        (named, 1, (2, -1, "high")),
        (ListOf(named), (0, 1), (1, (2,))),
    ):
        stop = begun(ask(kind), back(v("x", kind)))
        assert isinstance(stop, ChoiceStop)
        assert (stop.by, stop.offered, stop.default) == (-1, None, 1)
        refused(stop, *wrong)
        assert result(answer(stop, right)) == right


def test_the_judge_has_no_fields() -> None:
    judge = Constant(-1, Seat("unit"))
    with pytest.raises(Unusable) as error:
        begun(back(FieldRead(judge, "unit", "size", INTEGER)))
    assert error.value.problems[0].code == "R704"


def test_none_where_a_value_is_needed_is_a_problem() -> None:
    with pytest.raises(Unusable) as error:
        begun(let("x", NONE), back(ap("+", "x", 1)))
    assert error.value.problems[0].code == "R704"


def test_a_traced_run_reports_each_step() -> None:
    body = (
        let("x", ap("+", "n", 1)),
        roll("die", 6),
        when(ap(">", "die", "x"), [back(10)]),
        back(Apply("count", (Every("unit", ListOf(UNIT)),), INTEGER)),
    )
    given = program(procedure("p", "n", *body))

    def played(face: int) -> RunOutcome:
        engine = Engine.of(given, "trace")
        state = initial(given)
        return play_out(engine, "p", (1,), state, lambda _: face, lambda _: None)

    for face, passed, last in ((2, False, 3), (3, True, 10)):
        found = played(face)
        assert (found.result, found.answers) == (last, (face,))
        reports = [(at, values) for _, at, _, values, *_ in found.trace]
        end = 3 if passed else 4
        expected = [(0, (("x", 2),)), (1, (("die", face),)), (2, (("", passed),))]
        assert reports == [*expected, (end, (("", last),))]
    shown = [values for *_, values in found.trace]
    terms, compared = (1, 1), (3, 2)
    assert shown == [(terms,), (), (compared,), ()]
