"""Emitted expressions and declarations come to what the plain evaluator says."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from interpreter.codegen.generating import emit
from interpreter.codegen.loading import CompiledCode, compile_emitted
from interpreter.engine.once import initial
from interpreter.expressions.evaluator import Environment, evaluate
from interpreter.expressions.typed import (
    Apply,
    Collect,
    Constant,
    IfElse,
    SumPart,
    Typed,
    Use,
)
from interpreter.ir.explained import BEATEN
from interpreter.ir.instructions import Program
from interpreter.semantics.declarations import (
    CrossTable,
    DecisionRow,
    DecisionTable,
    Formula,
    LookupTable,
    ModifierGroup,
    ModifierRow,
    Modifiers,
    Parameter,
    RollBand,
    RollTable,
)
from interpreter.values.faults import Fault
from interpreter.values.types import (
    INTEGER,
    Enumeration,
    ListOf,
    Number,
    RowOf,
    SumOf,
    Unknown,
    whole,
)
from tests.codegen.building import SPAN, UNIT, WORLD, ap, c, declared, field, v

NUMBERS = ListOf(INTEGER)
ROWS = WORLD.rows["unit"]
SLOTS = {("unit", "size"): 0, ("unit", "loss"): 1, ("unit", "deck"): 2}


def half(one: Any, other: Any) -> Apply:
    """Divide."""
    return Apply("/", (ap("+", one, 0), ap("+", other, 0)), Number())


def gather(reducer: str, body: Any, where: Any = None, by: Any = ()) -> Collect:
    """Gather over the numbers from a to 5."""
    return Collect(reducer, body, "x", ap("range", "a", 5), where, by, INTEGER)


X = v("x")
EXPRESSIONS: list[Typed] = [
    ap("-", ap("-", "a", "b"), ap("-", "b", 3)),
    ap("*", ap("+", "a", "b"), ap("neg", "b")),
    half("a", 2),
    Apply("+", (half("a", 2), half("b", 2)), Number()),
    *(Apply(name, (half("a", 3),), INTEGER) for name in ("up", "down", "nearest")),
    *(Apply(name, (half("a", -2),), INTEGER) for name in ("up", "down", "nearest")),
    ap("and", ap("or", ap("<", "a", 2), ap(">", "b", 1)), ap("is_not", "a", "b")),
    ap("not", ap("is", "a", "b")),
    IfElse(ap("in", "a", (1, 3)), c(10), field(c(0), "size"), INTEGER),
    ap("min", "a", "b"), ap("max", "a", "b", 2), ap("min", ap("+", "a", 1), "b"),
    ap("index", ap("list", 7, 8, 9), ap("within", "a", 1, 3)),
    gather("list", ap("*", X, X), ap("is_not", X, 2)),
    gather("sum", X), gather("count", X, ap(">", X, "b")), gather("min", X),
    gather("any", ap(">", X, 4)), gather("all", ap("<", X, 4)), gather("count", X),
    gather("first", X, ap(">", X, "b")), gather("first", X, None, (ap("neg", X),)),
    gather("list", X, None, (ap("remainder", X, 2),)),
    gather("groups", X, None, (ap("remainder", X, 2),)),
    gather("distinct", ap("remainder", X, 2)), gather("sorted", ap("neg", X)),
    gather("joined", ap("list", X, X)),
    gather("max", X, None, (ap("neg", X),)),
]  # fmt: skip


def setting(a: int, b: int) -> Environment:
    """Return a setting of the evaluator without declarations."""
    rows = {"unit": ROWS}

    def uses(node: Use, given: tuple[Any, ...]) -> Any:
        raise AssertionError("no declarations here")

    return Environment({"a": a, "b": b}, rows, SLOTS, uses)


def ready(**more: Any) -> tuple[CompiledCode, Any]:
    """Compile declarations; give the state too."""
    found = Program(declared(**more), {}, {}, {"": WORLD})
    return compile_emitted(emit(found, "once")), initial(found)


def outcome(call: Any) -> Any:
    """Return a value with its type, or the code of a fault."""
    try:
        found = call()
    except Fault as fault:
        return fault.code
    except ZeroDivisionError:
        return "R703"
    return found, type(found)


@pytest.mark.parametrize("node", EXPRESSIONS)
def test_expressions_agree_with_the_evaluator(node: Typed) -> None:
    takes = (Parameter("a", INTEGER), Parameter("b", INTEGER))
    formula = Formula("f", takes, node.type, node, SPAN)
    compiled, state = ready(formulas={"f": formula})
    reads = "W" in compiled.emitted.units["declaration 0"][0].splitlines()[0]
    for a, b in product(range(-2, 5), repeat=2):
        given = (state, a, b) if reads else (a, b)
        own = outcome(lambda given=given: compiled.names["d0"](*given))
        assert own == outcome(lambda a=a, b=b: evaluate(node, setting(a, b)))


def test_roll_tables() -> None:
    bands = ((None, 2), (3, 3), (4, 5), (6, 6), (7, 9), (10, 11), (12, None))
    for between, count in product(("", "up", "down"), (3, 7)):
        rows = tuple(
            RollBand("", low, high, c(10 * i), SPAN)
            for i, (low, high) in enumerate(bands[:count])
        )
        table = RollTable("t", Number(), None, False, INTEGER, rows, between, SPAN)
        compiled, _ = ready(tables={"t": table})
        for number in range(-1, 15):
            given = Fraction(2 * number + 1, 2) if between else number
            read = number + (between == "up")
            found = next(
                (
                    10 * i
                    for i, (low, high) in enumerate(bands[:count])
                    if (low is None or low <= read) and (high is None or read <= high)
                ),
                None,
            )
            own = outcome(lambda given=given, f=compiled.names["d0"]: f(given))
            assert own == ("R702" if found is None else (found, int))


def test_lookups_and_cross_tables() -> None:
    lookup = LookupTable(
        "l", INTEGER, (("one", INTEGER), ("two", INTEGER)),
        ((1, (c(5), c(6))), (2, (c(7), field(c(0), "size")))), SPAN,
    )  # fmt: skip
    cross = CrossTable(
        "x", INTEGER, INTEGER, INTEGER, ((0, 0, c(1)), (0, 1, c(-2))), c(9), SPAN
    )
    compiled, state = ready(tables={"l": lookup, "x": cross})
    assert compiled.names["d0"](state, 2) == (7, 5)
    assert outcome(lambda: compiled.names["d0"](state, 3)) == "R702"
    found = [compiled.names["d1"](r, k) for r, k in ((0, 0), (0, 1), (1, 1))]
    assert found == [1, -2, 9]
    assert RowOf("l", INTEGER) == RowOf("l", INTEGER)


def test_decision_tables() -> None:
    takes = (Parameter("a", INTEGER),)
    rows = (
        DecisionRow("", ap(">", "a", 3), c(1), SPAN),
        DecisionRow("", ap(">", "a", 5), c(2), SPAN),
        DecisionRow("", ap(">", "a", 7), c(2), SPAN),
        DecisionRow("", None, c(0), SPAN),
    )
    expected = {"first": [0, 1, 1, 1], "unique": [0, 1, "R706", "R706"]}
    expected["any"] = [0, 1, "R706", "R706"]
    for hit, wanted in expected.items():
        table = DecisionTable("t", takes, INTEGER, hit, rows, SPAN)
        compiled, _ = ready(tables={"t": table})
        own = [
            outcome(lambda a=a, compiled=compiled: compiled.names["d0"](a))
            for a in (0, 4, 6, 8)
        ]
        assert own == [w if isinstance(w, str) else (w, int) for w in wanted]
    same = DecisionTable("t", takes, INTEGER, "any", rows[1:], SPAN)
    compiled, _ = ready(tables={"t": same})
    assert [compiled.names["d0"](a) for a in (0, 6, 8)] == [0, 2, 2]


def row(condition: Any, add: Any, times: Any = None, low: Any = None, high: Any = None):
    """Return a row of modifiers."""
    return ModifierRow("", condition, c(add), times, low, high, None, SPAN)


def shot(hit: str) -> Modifiers:
    """Return modifiers of three groups, the middle one with that policy."""
    groups = (
        ModifierGroup("one", None, None, "", "collect", (
            row(None, 1), row(ap("and", ap(">", "n", 1), ap(">", "n", 3)), -2, v("n")),
        ), SPAN),
        ModifierGroup("two", ap("and", ap(">", field("a", "size"), 0), ap("<", "n", 9)),
            None, "", hit, (
            row(ap(">", "n", 2), 10), row(ap(">", "n", 4), 20), row(None, 30),
        )[:3 if hit != "unique" else 2], SPAN),
        ModifierGroup("three", None, half("n", 2), "up", "first", (
            row(None, 100, None, None, 1), row(None, 200, None, 2, 3),
        ), SPAN),
    )  # fmt: skip
    takes = (Parameter("a", UNIT), Parameter("n", INTEGER))
    return Modifiers("m", takes, groups, SumOf("m"), SPAN)


def test_modifiers_in_three_forms() -> None:
    for hit in ("collect", "first", "unique", "any"):
        group = shot(hit)
        count = len(group.rows)
        use = Use("modifiers", "m", (v("a", UNIT), v("n")), SumOf("m"))
        takes = group.takes
        formulas = {
            name: Formula(
                name, takes, INTEGER, SumPart("total", use, rows, INTEGER), SPAN
            )
            for name, rows in (("all", tuple(range(count))), ("two", (2, 3)))
        }
        compiled, state = ready(modifiers={"m": group}, formulas=formulas)
        names = compiled.names
        for n in range(-1, 11):
            values = outcome(lambda n=n, state=state, f=names["d2"]: f(state, 0, n))
            total = outcome(lambda n=n, state=state, f=names["d0"]: f(state, 0, n))
            if isinstance(values, str):
                assert values == total == "R706"
                continue
            labels = values[0]
            assert total[0] == sum(each for each in labels if each is not None)
            two = sum(each for each in labels[2:4] if each is not None)
            assert names["d1"](state, 0, n) == two
            why = names["d2w"](state, 0, n)
            assert tuple(value for value, _ in why) == labels
            assert all((value is None) == (failed is not None) for value, failed in why)


def test_why_names_the_operand_that_failed() -> None:
    compiled, state = ready(modifiers={"m": shot("first")})
    why = compiled.names["d0w"]
    assert why(state, 0, 1)[1] == (None, 0)
    assert why(state, 0, 3)[1] == (None, 1)
    assert why(state, 0, 4)[1] == (-8, None)
    assert [failed for _, failed in why(state, 0, 9)[2:5]] == [-2, -2, -2]
    assert [failed for _, failed in why(state, 0, 5)[2:5]] == [None, BEATEN, BEATEN]
    assert [failed for _, failed in why(state, 0, 5)[5:]] == [0, None]


def test_two_rows_are_named_with_their_table() -> None:
    """Both that are true, and whose they are."""
    rows = tuple(
        ModifierRow(name, ap(">", "n", low), c(add), None, None, None, None, SPAN)
        for name, low, add in (("near", 1, 1), ("far", 3, 2))
    )
    for hit in ("unique", "any"):
        group = ModifierGroup("reach", None, None, "", hit, rows, SPAN)
        takes = (Parameter("n", INTEGER),)
        given = Modifiers("shot", takes, (group,), SumOf("shot"), SPAN)
        compiled, _ = ready(modifiers={"shot": given})
        with pytest.raises(Fault, match=r"'near' and 'far' of 'shot\.reach'"):
            compiled.names["d0"](4)
        table = DecisionTable(
            "t", takes, INTEGER, hit,
            tuple(DecisionRow(e.key, e.condition, e.add, SPAN) for e in rows), SPAN,
        )  # fmt: skip
        compiled, _ = ready(tables={"t": table})
        with pytest.raises(Fault, match="'near' and 'far' of 't'"):
            compiled.names["d0"](4)


COLOURS = Enumeration("colour", ("red", "green", "blue"))
BANDS = (RollBand("low", None, 3, c(1), SPAN), RollBand("high", 4, 9, c(2), SPAN))


@pytest.mark.parametrize("form", ["once", "direct", "exact"])
@pytest.mark.parametrize(
    ("table", "wanted"),
    [
        (
            RollTable("t", whole(2, 9), None, False, INTEGER, BANDS, "", SPAN),
            {(key,): 1 if key <= 3 else 2 for key in range(2, 10)},
        ),
        (
            LookupTable(
                "t", COLOURS, (("a", INTEGER),),
                ((2, (c(9),)), (0, (c(7),)), (1, (c(8),))), SPAN,
            ),
            {(0,): (7,), (1,): (8,), (2,): (9,)},
        ),
        (
            CrossTable(
                "t", COLOURS, whole(1, 2), INTEGER,
                tuple((r, k, c(10 * r + k)) for k in (1, 2) for r in range(3)),
                c(0), SPAN,
            ),
            {(r, k): 10 * r + k for r in range(3) for k in (1, 2)},
        ),
    ],
)  # fmt: skip
def test_tables_with_a_row_for_every_key(
    form: str, table: Any, wanted: dict[tuple[int, ...], Any]
) -> None:
    """They are tuples, and nothing is asked of a key."""
    emitted = emit(Program(declared(tables={"t": table}), {}, {}, {}), form)
    (source,) = (text for text, _ in emitted.units.values() if "def d0" in text)
    assert "if" not in source
    assert "_no_row" not in source
    function = compile_emitted(emitted).names["d0"]
    assert {keys: function(*keys) for keys in wanted} == wanted


@pytest.mark.parametrize("of", [INTEGER, whole(1, 10), whole(1, 400), Number(1, 9)])
def test_tables_that_may_have_no_row(of: Any) -> None:
    """A key without a row is a fault, as before; fractions and long tables ask too."""
    table = RollTable("t", of, None, False, INTEGER, BANDS, "", SPAN)
    emitted = emit(Program(declared(tables={"t": table}), {}, {}, {}), "once")
    function = compile_emitted(emitted).names["d0"]
    assert [function(key) for key in (1, 3, 4, 9)] == [1, 1, 2, 2]
    with pytest.raises(Fault):
        function(10)


@pytest.mark.parametrize("values", [(), (3,), (2, 1, 3, 1), (1, 2, 2), (5, 5, 1, 1)])
@pytest.mark.parametrize("reducer", ["first", "last"])
@pytest.mark.parametrize("where", [None, ap("is_not", "x", 5)])
def test_the_first_by_a_key_is_found_without_sorting(
    values: tuple[int, ...], reducer: str, where: Any
) -> None:
    """It is what the sorted list begins or ends with, also among equal keys."""
    places = Constant(tuple(range(len(values))), NUMBERS)
    key = Apply("at", (Constant(tuple(enumerate(values)), Unknown()), X), INTEGER)
    node = Collect(reducer, X, "x", places, where, (key,), INTEGER)
    formula = Formula("f", (), INTEGER, node, SPAN)
    emitted = emit(Program(declared(formulas={"f": formula}), {}, {}, {}), "once")
    (source,) = (text for text, _ in emitted.units.values() if "def d0" in text)
    assert "_ordered" not in source
    found = sorted(range(len(values)), key=values.__getitem__)
    wanted = found[0 if reducer == "first" else -1] if values else None
    assert compile_emitted(emitted).names["d0"]() == wanted
