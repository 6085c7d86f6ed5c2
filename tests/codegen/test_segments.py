"""The resumable form comes to the same as the direct form, on the same dice."""

import pytest

from interpreter.codegen.generating import emit
from interpreter.diagnostics import LimitExceeded, Unusable
from interpreter.engine.once import Engine, answer, initial, start
from interpreter.engine.stops import ChoiceStop, Finished, RollStop
from interpreter.expressions.typed import Apply, Constant, Every, FieldRead, Local
from interpreter.ir.instructions import (
    Assign,
    Block,
    Create,
    Draw,
    End,
    FieldChange,
    Remove,
)
from interpreter.values.types import INTEGER, ListOf, Nothing, Seat
from tests.codegen.building import (
    MAP,
    UNIT,
    again,
    agree,
    ap,
    at_least,
    back,
    c,
    call,
    choose,
    each,
    field,
    let,
    procedure,
    program,
    put,
    roll,
    run_direct,
    run_once,
    site,
    v,
    when,
)

THROWS = procedure(
    "throws",
    "A D bonus",
    let("needed", ap("-", field("a", "size"), "bonus")),
    roll("dice", 6, 3),
    let("good", at_least("dice", "needed")),
    put("d", "loss", ap("+", field("d", "loss"), "good")),
    back("good"),
)


def test_nested_calls_and_a_choice_in_the_middle() -> None:
    attack = procedure(
        "attack",
        "A D",
        let("bonus", 0),
        when(
            ap(">", field("a", "size"), 2),
            [
                choose("with_what", (1, 2, 3)),
                when(
                    ap(">", "with_what", 1),
                    [
                        call("throws", v("d", UNIT), v("a", UNIT), 0, to="hurt"),
                        when(ap(">", "hurt", 1), [let("lost", 2), put("a", "size", 4)]),
                    ],
                ),
            ],
        ),
        call("throws", v("a", UNIT), v("d", UNIT), "bonus", to="done"),
        back(ap("+", "done", field("a", "loss"))),
    )
    found = agree(program(attack, THROWS), "attack", 0, 1)
    assert len(set(found)) > 2


def test_loops_with_rolls_gather_what_was_bound() -> None:
    loops = procedure(
        "loops",
        "n",
        let("total", 0),
        each(
            "x",
            ap("range", 1, "n"),
            when(
                ap("!=", "x", 2),
                [
                    roll("die", 6),
                    when(
                        ap(">", "die", 3),
                        [
                            roll("more", 4),
                            put(c(0), "loss", ap("+", field(c(0), "loss"), "more")),
                        ],
                    ),
                ],
            ),
            gathers=("dice", "die"),
        ),
        again(
            roll("last", 6),
            put(c(1), "size", ap("+", field(c(1), "size"), 1)),
            until=ap("is", "last", 6),
            times=5,
        ),
        back(Apply("list", (v("dice", MAP), field(c(1), "size")), ListOf(INTEGER))),
    )
    found = agree(program(loops), "loops", 4)
    keys = [key for key, _ in found[0][0]]
    assert keys == [1, 3, 4]
    assert len({size for _, size in found}) > 2


def test_leaving_blocks_from_inside_loops() -> None:
    for stop in (True, False):
        bind = roll("die", 6) if stop else let("die", ap("+", "x", "y"))
        leaves = procedure(
            "leaves",
            "n",
            Block(
                site(),
                "outer",
                (
                    each(
                        "x",
                        (1, 2, 3),
                        Block(
                            site(),
                            "inner",
                            (
                                each(
                                    "y",
                                    (1, 2, 3),
                                    bind,
                                    put(
                                        c(0),
                                        "loss",
                                        ap("+", field(c(0), "loss"), "die"),
                                    ),
                                    when(ap("is", "die", 4), [End(site(), "inner")]),
                                    when(ap("is", "die", 5), [End(site(), "outer")]),
                                    when(ap("is", "die", 6), [back(100)]),
                                ),
                                put(c(1), "loss", ap("+", field(c(1), "loss"), 1)),
                            ),
                        ),
                        put(c(2), "loss", ap("+", field(c(2), "loss"), 1)),
                    ),
                    put(c(2), "size", 0),
                ),
            ),
            back(field(c(0), "loss")),
        )
        assert len(set(agree(program(leaves), "leaves", 1))) > 2 - (not stop) * 2


def test_recursion_to_its_limit() -> None:
    def down(stops: bool) -> object:
        return procedure(
            "down",
            "n",
            *([roll("die", 6)] if stops else []),
            when(ap("<=", "n", 0), [back(0)]),
            call("down", ap("-", "n", 1), to="rest"),
            back(ap("+", "rest", "die" if stops else 1)),
        )

    for stops in (True, False):
        given = program(down(stops))
        assert agree(given, "down", 63, seeds=3)
        for run in (run_once, run_direct):
            with pytest.raises(LimitExceeded, match="calls inside calls"):
                run(given, "down", (64,), 0)


def test_many_passes_need_no_python_stack() -> None:
    inner = procedure("inner", "n", when(ap("<", "n", 0), [roll("die", 6)]), back("n"))
    given = program(
        procedure(
            "passes",
            "n",
            let("seen", 0),
            again(
                call("inner", field(c(0), "loss"), to="seen_now"),
                put(c(0), "loss", ap("+", field(c(0), "loss"), 1)),
                times="n",
            ),
            back(field(c(0), "loss")),
        ),
        inner,
    )
    assert agree(given, "passes", 20_000, seeds=1) == [20_000]


def test_many_branches_and_calls_in_a_row_need_no_python_stack() -> None:
    inner = procedure("inner", "n", when(ap("<", "n", 0), [roll("die", 6)]), back("n"))
    body = [call("inner", "n", to=f"r{i}") for i in range(1200)]
    body += [when(ap("<", "n", 0), [roll(f"d{i}", 6)]) for i in range(1200)]
    assert agree(
        program(procedure("long", "n", *body, back("n")), inner), "long", 7, seeds=1
    )


def test_endless_loops_reach_the_limit_of_steps() -> None:
    for body in ([let("x", 1)], [roll("x", 6)], [call("nothing")]):
        nothing = procedure("nothing", "", gives=Nothing())
        given = program(
            procedure("ends", "", again(*body, until=ap("<", 2, 1))), nothing
        )
        if not isinstance(body[0], type(roll("x", 6))):
            with pytest.raises(LimitExceeded, match="steps of a run"):
                run_once(given, "ends", (), 0)


def test_several_seats_at_once() -> None:
    seats = procedure(
        "seats",
        "n",
        choose(
            "orders",
            ap("list", 1, 2, "seat_of"),
            by=Local("seat_of", Seat("unit")),
            each=("seat_of", Every("unit", ListOf(UNIT))),
        ),
        back(Apply("at", (v("orders", MAP), c(2)), INTEGER)),
    )
    given = program(seats)
    assert len(set(agree(given, "seats", 1))) > 1
    stop = start(Engine.of(given), "seats", (1,), initial(given))
    assert isinstance(stop, ChoiceStop)
    assert stop.offered == ((0, 0, (1, 2, 0)), (1, 1, (1, 2, 1)), (2, 2, (1, 2, 2)))
    for wrong in (((0, 1),), ((0, 1), (1, 1), (2, 3)), (1, 1, 1)):
        with pytest.raises(Unusable):
            answer(stop, wrong)
    done = answer(stop, ((0, 1), (1, 1), (2, 2)))
    assert isinstance(done, Finished)
    assert done.result == 2


def test_conditions_on_a_choice() -> None:
    both = procedure(
        "both",
        "n",
        choose(
            "some",
            (1, 2, 3),
            how_many=(c(1), c(3)),
            such_that=ap(">=", ap("sum", v("some", ListOf(INTEGER))), "n"),
        ),
        back(ap("sum", v("some", ListOf(INTEGER)))),
    )
    given = program(both)
    assert min(agree(given, "both", 3)) >= 3
    stop = start(Engine.of(given), "both", (3,), initial(given))
    with pytest.raises(Unusable, match="condition"):
        answer(stop, (1,))
    assert answer(stop, (3, 1)) == answer(stop, (1, 3))


def test_decks_grow_shorter_and_entities_come_and_go() -> None:
    draws = procedure(
        "draws",
        "U",
        Draw(
            site(),
            "card",
            "card",
            field("u", "deck", ListOf(INTEGER)),
            None,
            None,
            (v("u", UNIT), "unit", "deck"),
            None,
            None,
        ),
        Draw(
            site(),
            "two",
            "two",
            field("u", "deck", ListOf(INTEGER)),
            None,
            c(2),
            (v("u", UNIT), "unit", "deck"),
            None,
            None,
        ),
        Create(site(), "new", "unit", (v("card"), c(0), v("two", ListOf(INTEGER)))),
        Remove(site(), "unit", c(1)),
        Assign(
            site(),
            (
                FieldChange(v("new", UNIT), "unit", "size", field(c(0), "size")),
                FieldChange(c(0), "unit", "size", field("new", "size")),
                FieldChange(
                    c(0), "unit", "loss", ap("count", Every("unit", ListOf(UNIT)))
                ),
            ),
        ),
        back("card"),
    )
    given = program(draws)
    assert len(set(agree(given, "draws", 0))) == 4
    state = run_once(given, "draws", (0,), 1).game_state
    assert state[0][1] is None
    assert state[0][3][0] == 5
    assert state[0][0][1] == 3


def test_faults_become_problems_with_the_place_in_the_pack() -> None:
    divide = let("x", ap("down", Apply("/", (c(1), v("n")), INTEGER)))
    given = program(procedure("bad", "n", roll("die", 6), divide, back("x")))
    with pytest.raises(Unusable) as error:
        run_once(given, "bad", (0,), 0)
    (problem,) = error.value.problems
    assert (problem.code, problem.span) == ("R703", divide.site.span)
    gone = program(
        procedure("gone", "n", Remove(site(), "unit", c(0)), back(field(c(0), "size")))
    )
    with pytest.raises(Unusable) as error:
        run_once(gone, "gone", (0,), 0)
    assert error.value.problems[0].code == "R704"


def test_states_fork_and_compare() -> None:
    given = program(THROWS)
    engine = Engine.of(given)
    stop = start(engine, "throws", (0, 1, 1), initial(given))
    assert isinstance(stop, RollStop)
    assert answer(stop, (1, 2, 6)) == answer(stop, (6, 1, 2))
    assert answer(stop, (6, 6, 6)) != answer(stop, (1, 1, 1))
    assert hash(stop.state) == hash(
        start(Engine.of(given), "throws", (0, 1, 1), initial(given)).state
    )
    for wrong in (6, (6, 6), (6, 6, 7), (6, 6, True)):
        with pytest.raises(Unusable):
            answer(stop, wrong)


def test_hostile_names_stay_names() -> None:
    for name in ("W", "__import__", "def", "v_a", "W[0]", "\u0430", "x'); y", "None"):
        given = program(
            procedure(
                name,
                "",
                roll(name, 6),
                let("v_" + name, ap("+", name, 1)),
                back("v_" + name),
            )
        )
        assert all(2 <= found <= 7 for found in agree(given, name, seeds=3))


def test_source_is_the_same_each_time() -> None:
    given = program(THROWS)
    for form in ("once", "trace", "exact", "direct"):
        assert emit(given, form).as_json() == emit(given, form).as_json()


def test_a_constant_that_is_no_plain_value_is_refused() -> None:
    with pytest.raises(TypeError):
        emit(program(procedure("odd", "", back(Constant(object(), INTEGER)))), "once")
    assert FieldRead(c(0), "unit", "size", INTEGER) == field(c(0), "size")
