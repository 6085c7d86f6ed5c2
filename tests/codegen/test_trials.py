"""Trial functions give, on the same dice, what direct functions give."""

from collections import Counter
from itertools import islice
from typing import Any

import pytest

from interpreter.codegen.generating import emit
from interpreter.codegen.loading import compile_emitted
from interpreter.codegen.source import direct, trials
from interpreter.engine.dice import Stream
from interpreter.engine.once import initial
from interpreter.engine.policies import Answers
from interpreter.engine.simulation.direct import direct_plan
from interpreter.expressions.typed import Apply, Collect, IfElse, RecordRead, Use
from interpreter.ir.instructions import Procedure, Program
from interpreter.semantics.declarations import (
    EntryPoint,
    Formula,
    Parameter,
    RollBand,
    RollTable,
)
from interpreter.values.types import INTEGER, Boolean, ListOf, Record
from tests.codegen.building import (
    SPAN,
    again,
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
    v,
    when,
)

DICE = ListOf(INTEGER)
PAIR = Record("aim", (("hit", Boolean()), ("by", INTEGER)))
TABLE = RollTable(
    "wounds", INTEGER, None, False, INTEGER,
    tuple(
        RollBand(str(gives), low, high, c(gives), SPAN)
        for low, high, gives in ((None, 2, 10), (3, 3, 20), (7, None, 40), (4, 6, 30))
    ),
    "", SPAN,
)  # fmt: skip


def record(hit: Any, by: Any) -> Apply:
    """Return a record."""
    return Apply("record", (ap("is", hit, c(True)), v(by)), PAIR)


def read(name: str, index: int) -> RecordRead:
    """Return a field of a record."""
    kind = Boolean() if index == 0 else INTEGER
    return RecordRead(v(name, PAIR), index, "hit by".split()[index], kind)


AIM = procedure(
    "aim", "n",
    roll("die", 6),
    when(ap("is", "die", 6), [back(Apply("record", (c(True), c(0)), PAIR))]),
    when(ap(">", "die", "n"), [
        roll("again", 6),
        back(Apply("record", (ap(">", "again", 3), v("die")), PAIR)),
    ]),
    back(Apply("record", (c(False), v("n")), PAIR)),
    gives=PAIR,
)  # fmt: skip
WOUND = procedure(
    "wound", "U n",
    roll("dice", 6, 2),
    let("sum", Apply("sum", (v("dice", DICE),), INTEGER)),
    when(ap(">", at_least("dice", 5), 1), [back(7)]),
    put("u", "loss", ap("+", field("u", "loss"), Apply("max", (
        c(0), ap("-", "sum", "n")), INTEGER))),
    back(Use("tables", "wounds", (ap("-", "sum", field("u", "loss")),), INTEGER)),
)  # fmt: skip
DRILL = procedure("drill", "U", put("u", "size", ap("+", field("u", "size"), 1)))
TURN = procedure(
    "turn", "n",
    call("aim", "n", to="aimed"),
    call("drill", c(2)),
    when(read("aimed", 0), [
        call("wound", c(0), "n", to="got"),
        call("wound", c(1), read("aimed", 1), to="more"),
        back(ap("+", "got", ap("+", "more", field(c(2), "size")))),
    ]),
    back(read("aimed", 1)),
)  # fmt: skip
"""Calls that return in the middle, records, tables, states that are written."""

ROUNDS = procedure(
    "rounds", "n",
    again(
        call("wound", c(0), "n", to="got"),
        when(ap(">", field(c(0), "loss"), 8), [back(field(c(0), "loss"))]),
        each("i", (1, 2), roll("die", 4), when(ap("is", "die", "i"), [back("i")])),
        times=3,
    ),
    back(c(-1)),
)  # fmt: skip
"""A return inside a loop inside a loop."""

LISTS = procedure(
    "lists", "n",
    roll("dice", 6, 3),
    let("same", ap("+", "n", 1)),
    let("high", at_least("dice", "same")),
    roll("pool", 6, 12),
    back(Apply("list", (
        v("high"), Apply("index", (v("dice", DICE), c(2)), INTEGER),
        Apply("sum", (v("pool", DICE),), INTEGER),
    ), DICE)),
)  # fmt: skip
"""A list that is read as a whole too, and one of many dice."""

SIDES = procedure(
    "sides", "n",
    roll("one", 6),
    roll("other", ap("+", "one", 1)),
    roll("some", ap("+", "one", "n"), "one"),
    back(Apply("list", (
        v("one"), v("other"), Apply("sum", (v("some", DICE),), INTEGER)), DICE)),
)  # fmt: skip
"""Dice whose sides and numbers only the run knows."""

FEW = IfElse(ap("is", "first", 6), c(1), c(3), INTEGER)
MEMOS = procedure(
    "memos", "n",
    roll("first", 6),
    roll("some", 8, FEW),
    let("high", at_least("some", ap("+", "n", "first"))),
    each("i", (1, 2),
        roll("more", 4, FEW),
        let("ones", at_least("more", 3)),
        let("of_i", at_least("more", "i"))),
    back(Apply("list", (v("high"), v("ones"), v("of_i")), DICE)),
)  # fmt: skip
"""Lists of few dice, with what is given, in a loop, and with what the loop binds."""

UNTIL = procedure("until", "n", again(roll("die", 6), until=ap("is", "die", "n")))
ASKS = procedure("asks", "n", choose("x", (1, 2)), back("x"))
ITSELF = procedure(
    "itself", "n", when(ap(">", "n", 0), [call("itself", ap("-", "n", 1))]), back(1)
)
LONG = procedure("long", "n", again(roll("die", 6), times=c(2_000_000)), back(1))
EMPTY = procedure("empty", "n")
EVERY = (TURN, ROUNDS, LISTS, SIDES, MEMOS, UNTIL, ASKS, ITSELF, LONG, EMPTY)


def trying(*more: Procedure, **declared: Any) -> Program:
    """Return a program whose procedures are entry points."""
    given = program(AIM, WOUND, DRILL, *more, tables={"wounds": TABLE}, **declared)
    entries = {
        each.name: EntryPoint(each.name, each.takes, each.gives, None, each.name)
        for each in more
    }
    return Program(given.declared, given.procedures, entries, given.initial_states, {})


GIVEN = trying(*EVERY)


def one_by_one(name: str, arguments: tuple[Any, ...], stream: Stream) -> Any:
    """Yield what the direct function gives, on a stream."""
    compiled = compile_emitted(
        emit(GIVEN, "direct"),
        None,
        {"die": lambda sides: stream.die(sides)(), "dice": stream.dice},
    )
    while True:
        *kinds, log = initial(GIVEN)
        state = [[list(row) for row in kind] for kind in kinds]
        yield compiled.names[direct(name)]([*state, log], *arguments)


@pytest.mark.parametrize("name", ["turn", "rounds", "lists", "sides", "memos"])
@pytest.mark.parametrize("argument", [0, 3, 5])
def test_the_same_on_the_same_dice(name: str, argument: int) -> None:
    """Counted as the driver does, over several batches."""
    emitted, state = emit(GIVEN, "direct"), initial(GIVEN)
    assert f"def {trials(name)}(" in emitted.units[name][0]
    plan = direct_plan(emitted, name, (argument,), state, Answers())
    found = plan.loaded()(Stream(bytes(32)))(1300)
    expected = islice(one_by_one(name, (argument,), Stream(bytes(32))), 1300)
    assert found == Counter(expected)
    assert len(found) > 2


def test_steps_that_declarations_count_are_of_one_trial() -> None:
    """A declaration goes on counting, for each trial anew: a million is a run's."""
    twice = Apply("+", (Use("formulas", "any", (v("n"),), INTEGER),) * 2, INTEGER)
    some = Collect("sum", v("i"), "i", c((1,) * 400), ap(">", "i", "n"), (), INTEGER)
    takes = (Parameter("n", INTEGER),)
    formulas = {
        "any": Formula("any", takes, INTEGER, some, SPAN),
        "both": Formula("both", takes, INTEGER, twice, SPAN),
    }
    used = Use("formulas", "both", (v("die"),), INTEGER)
    body = procedure("adds", "", roll("die", 6), back(ap("+", used, "die")))
    given = trying(body, formulas=formulas)
    emitted = emit(given, "direct")
    assert "_steps.left = _steps.allowed" in emitted.units["adds"][0]
    plan = direct_plan(emitted, "adds", (), initial(given), Answers())
    assert sum(plan.loaded()(Stream(bytes(32)))(3000).values()) == 3000


def test_nothing_is_called() -> None:
    """But what stands behind a condition; and no record is made."""
    source = emit(GIVEN, "direct").units["turn"][0]
    written = source[source.index(f"def {trials('turn')}(") :]
    assert "p_" not in written
    assert "_step()" not in written
    assert "d0(" not in written
    assert "_max(" not in written
    assert "aimed__1" in written


def test_what_is_the_same_in_each_trial_is_done_once() -> None:
    """Where the procedure changes nothing."""
    source = emit(GIVEN, "direct").units["lists"][0]
    before, _, inside = source.partition("for b_trial in")
    assert "v_same = " in before.partition(f"def {trials('lists')}")[2]
    assert "v_same = " not in inside


def test_lists_of_few_dice_are_looked_up_by_their_fall() -> None:
    """In all chunks of a plan; not where a loop or many ways come into it."""
    emitted = emit(GIVEN, "direct")
    source = emitted.units["memos"][0]
    written = source[source.index(f"def {trials('memos')}(") :]
    assert "b_of_v_high.get((v_first, v_some))" in written
    assert "b_of_v_of_i" not in written
    assert "b_of_" not in emitted.units["turn"][0]  # it changes the state
    begin = direct_plan(emitted, "memos", (3,), initial(GIVEN), Answers()).loaded()
    for key in (bytes(32), bytes([1] * 32)):
        expected = islice(one_by_one("memos", (3,), Stream(key)), 600)
        assert begin(Stream(key))(600) == Counter(expected)


@pytest.mark.parametrize("name", ["until", "asks", "itself", "long", "empty"])
def test_where_there_is_none(name: str) -> None:
    """Where steps must be counted, somebody is asked, or a call comes back."""
    assert f"def {trials(name)}(" not in emit(GIVEN, "direct").units[name][0]
