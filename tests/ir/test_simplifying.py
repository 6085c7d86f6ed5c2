"""What is known when code is generated is worked out then, and nothing else changes."""

from fractions import Fraction
from typing import Any

import pytest

from interpreter.codegen.generating import emit
from interpreter.diagnostics import Unusable
from interpreter.expressions.typed import (
    Apply,
    Constant,
    FieldRead,
    IfElse,
    Local,
    RecordRead,
    Typed,
    Use,
)
from interpreter.ir.instructions import Let, Program, Remove
from interpreter.ir.ranges import NumberBounds, bounds_of
from interpreter.ir.simplifying import simplified
from interpreter.semantics.declarations import (
    CrossTable,
    Declarations,
    Formula,
    LookupTable,
    Parameter,
    RollBand,
    RollTable,
)
from interpreter.values.types import (
    INTEGER,
    Boolean,
    Enumeration,
    EnumerationPart,
    ListOf,
    Number,
    Record,
    Seat,
    whole,
)
from tests.codegen.building import (
    SPAN,
    UNIT,
    agree,
    ap,
    back,
    c,
    declared,
    field,
    let,
    procedure,
    program,
    put,
    roll,
    run_once,
    site,
    v,
    when,
)

BAND = whole(0, 8)
SMALL = Local("small", BAND)
TRUTH = Local("truth", Boolean())
COLOURS = Enumeration("colour", ("red", "green", "blue"))
PAIR = Record("pair", (("one", INTEGER), ("two", INTEGER)))


def table() -> RollTable:
    """Return a table with a row for up to 3, one for 4 to 6, and none above."""
    rows = tuple(
        RollBand(key, low, high, c(value), SPAN)
        for key, low, high, value in (("low", None, 3, 10), ("high", 4, 6, 20))
    )
    return RollTable("bands", whole(1, 9), None, False, INTEGER, rows, "", SPAN)


def known() -> Declarations:
    """Return declarations whose values are constants."""
    formulas = {
        "grain": Formula("grain", (), INTEGER, truth_of("is", c(0), c(0)), SPAN),
        "twice": Formula("twice", (), INTEGER, ap("*", 2, use("three")), SPAN),
        "three": Formula("three", (), INTEGER, ap("+", 1, 2), SPAN),
        "same": Formula(
            "same", (Parameter("a", INTEGER),), INTEGER, ap("+", "a", 0), SPAN
        ),
    }
    looked = LookupTable(
        "looked", INTEGER, (("one", INTEGER), ("two", INTEGER)),
        ((1, (c(4), use("twice"))), (2, (v("x"), c(7)))), SPAN,
    )  # fmt: skip
    crossed = CrossTable(
        "crossed", INTEGER, INTEGER, INTEGER, ((1, 2, c(5)),), None, SPAN
    )
    tables = {"bands": table(), "looked": looked, "crossed": crossed}
    return declared(formulas=formulas, tables=tables)


def use(name: str, *given: Any, section: str = "formulas", kind: Any = INTEGER) -> Use:
    """Use a declaration."""
    return Use(
        section, name, tuple(c(g) if isinstance(g, int) else g for g in given), kind
    )


def look(name: str, *keys: Any, kind: Any = INTEGER) -> Use:
    """Look up in a table."""
    return use(name, *keys, section="tables", kind=kind)


def truth_of(name: str, *given: Typed) -> Apply:
    """Apply what gives yes or no."""
    return Apply(name, given, Boolean())


def within(value: Typed, low: Any, high: Any) -> Apply:
    """Check bounds."""
    return Apply("within", (value, Constant(low, BAND), Constant(high, BAND)), BAND)


def clamp(name: str, *given: Typed) -> Apply:
    """Take the least or greatest; of the type that the binder gives it."""
    return Apply(name, given, whole())


def now(node: Typed, **more: Any) -> Typed:
    """Return a simplified expression."""
    known_there = known()
    body = (Let(site(), "it", node), *more.get("after", ()))
    given = Program(known_there, {"p": procedure("p", "", *body)}, {}, {})
    found = simplified(given).procedures["p"].body[0]
    assert isinstance(found, Let)
    return found.value


@pytest.mark.parametrize(
    ("node", "value"),
    [
        (ap("+", 1, ap("*", 2, 3)), 7),
        (Apply("/", (c(1), c(2)), Number()), Fraction(1, 2)),
        (truth_of("is", c(0), c(0)), True),
        (truth_of("and", truth_of("is", c(0), c(1)), TRUTH), False),
        (truth_of("or", TRUTH, truth_of("is", c(0), c(0))), True),
        (truth_of("in", c(2), Constant((1, 2), ListOf(INTEGER))), True),
        (IfElse(truth_of("is", c(0), c(0)), c(1), SMALL, INTEGER), 1),
        (use("grain"), True),
        (use("twice"), 6),
        (look("bands", 5), 20),
        (look("crossed", 1, 2), 5),
        (RecordRead(look("looked", 1, kind=PAIR), 1, "two", INTEGER), 6),
        (truth_of(">=", SMALL, c(0)), True),
        (truth_of("<", SMALL, c(9)), True),
        (truth_of("is", SMALL, c(9)), False),
        (truth_of("is_not", c(-1), SMALL), True),
        (
            truth_of(
                "is", Local("hue", EnumerationPart(COLOURS, (0, 1))), Constant(
                    2, EnumerationPart(COLOURS, (2,)))
            ),
            False,
        ),
    ],
)  # fmt: skip
def test_what_constants_and_types_decide(node: Typed, value: Any) -> None:
    """It becomes a constant."""
    found = now(node)
    assert isinstance(found, Constant)
    assert found.value == value
    assert type(found.value) is type(value) or isinstance(value, Fraction)


@pytest.mark.parametrize(
    ("node", "left"),
    [
        (within(SMALL, 0, 8), SMALL),
        (within(SMALL, None, 9), SMALL),
        (clamp("max", c(0), SMALL), SMALL),
        (clamp("min", SMALL, c(9)), SMALL),
        (truth_of("and", truth_of("is", c(0), c(0)), TRUTH), TRUTH),
        (truth_of("or", TRUTH, truth_of("is", c(0), c(1))), TRUTH),
        (IfElse(truth_of("is", c(0), c(1)), c(1), SMALL, INTEGER), SMALL),
        (
            within(clamp("max", c(0), Apply("-", (SMALL, c(3)), whole(-3, 5))), 0, 8),
            clamp("max", c(0), Apply("-", (SMALL, c(3)), whole(-3, 5))),
        ),
    ],
)
def test_what_decides_nothing_is_left_out(node: Typed, left: Typed) -> None:
    """Of a junction, a choice, a clamp or a check of bounds its operand is left."""
    assert now(node) == left


@pytest.mark.parametrize(
    "node",
    [
        within(SMALL, 1, 8),
        within(SMALL, 0, 7),
        within(c(9), 0, 8),
        clamp("max", c(1), SMALL),
        clamp("min", SMALL, c(7)),
        Apply("/", (c(1), c(0)), Number()),
        truth_of("<", SMALL, c(8)),
        truth_of("is", SMALL, c(8)),
        look("bands", 7),
        look("bands", SMALL),
        look("crossed", 2, 2),
        look("looked", 2, kind=PAIR),
        look("looked", 3, kind=PAIR),
        use("same", 1),
        # an operand that may fail is not left out
        truth_of("and", truth_of("is", Apply("/", (c(1), SMALL), Number()), c(1)),
                 Constant(False, Boolean())),
        truth_of(">=", within(SMALL, 1, 8), c(0)),
        truth_of(
            "is_not",
            FieldRead(Local("seat", Seat("unit")), "unit", "size", BAND),
            c(9),
        ),
    ],
)  # fmt: skip
def test_what_may_fail_or_differ_stays(node: Typed) -> None:
    """Nothing is proved of it."""
    assert now(node) == node


def test_fields_of_kinds_that_are_removed_stay() -> None:
    """Reading a field of an entity that was removed is a fault."""
    node = truth_of(">=", FieldRead(Local("u", UNIT), "unit", "size", BAND), c(0))
    assert now(node) == Constant(True, Boolean())
    assert now(node, after=(Remove(site(), "unit", c(0)),)) == node


def test_long_numbers_are_worked_out_at_run_time() -> None:
    """Squares of squares are no constants, however they began."""
    node: Typed = c(12)
    for _ in range(8):
        node = Apply("*", (node, node), Number(whole=True))
    found: Typed = now(node)
    assert isinstance(found, Apply)
    assert isinstance(found.arguments[0], Apply | Constant)


def test_long_chains_of_formulas() -> None:
    """A formula of a formula of a formula, beyond what Python may nest."""
    formulas = {
        f"f{n}": Formula(f"f{n}", (), INTEGER, ap("+", 1, use(f"f{n - 1}")), SPAN)
        for n in range(3_000, 0, -1)
    }
    formulas["f0"] = Formula("f0", (), INTEGER, c(0), SPAN)
    found = simplified(Program(declared(formulas=formulas), {}, {}, {}))
    assert found.declared.formulas["f3000"].body == Constant(3_000, whole(3000, 3000))


def test_branches_that_are_never_taken() -> None:
    """Only the other is left, and what follows it if it does not leave."""
    yes, no = truth_of("is", c(0), c(0)), truth_of("is", c(0), c(1))
    given = program(
        procedure(
            "p",
            "",
            when(no, [back(c(1))], [let("a", c(2))]),
            roll("die", 6),
            when(yes, [back(ap("+", "a", "die"))]),
            back(c(3)),
        )
    )
    left = simplified(given).procedures["p"].body
    assert [type(each).__name__ for each in left] == ["Let", "Roll", "Return"]
    assert len(set(agree(given, "p", seeds=30))) == 6


def test_runs_are_the_same() -> None:
    """In every target, of which the traced one is not simplified."""
    clamped = within(clamp("max", c(0), ap("-", field("u", "size"), "die")), 0, 8)
    given = program(
        procedure(
            "p",
            "U",
            roll("die", 6),
            when(truth_of("is", c(0), c(0)), [put("u", "size", clamped)]),
            when(truth_of(">", v("die"), c(3)), [put("u", "loss", use("twice"))]),
            back(look("bands", 5)),
        ),
        formulas=known().formulas,
        tables=known().tables,
    )
    assert set(agree(given, "p", 0)) == {20}
    assert "d" not in emit(given, "direct").units["p"][0].split("return ")[1]


def test_faults_are_the_same() -> None:
    """What fails at run time fails there, and where it is not reached, not at all."""
    fails = Apply("/", (c(1), c(0)), Number())
    given = program(
        procedure(
            "p", "", when(truth_of("is", c(0), c(1)), [let("a", fails)]), back(c(1))
        ),
        procedure("q", "", let("a", fails), back(c(1))),
    )
    assert agree(given, "p", seeds=1) == [1]
    with pytest.raises(Unusable, match="division by zero"):
        run_once(given, "q", (), 0)


def test_ranges_of_numbers() -> None:
    """Operands narrow what a type leaves open."""
    open_number = Local("x", INTEGER)
    assert bounds_of(open_number) == NumberBounds(None, None)
    assert bounds_of(clamp("max", c(0), open_number)) == NumberBounds(0, None)
    assert bounds_of(clamp("min", c(6), open_number)) == NumberBounds(None, 6)
    assert bounds_of(
        clamp("min", c(6), clamp("max", c(0), open_number))
    ) == NumberBounds(0, 6)
    assert bounds_of(Apply("-", (c(1), SMALL), INTEGER)) == NumberBounds(-7, 1)
    assert bounds_of(Apply("+", (SMALL, open_number), INTEGER)) == NumberBounds(
        None, None
    )
    assert bounds_of(IfElse(TRUTH, SMALL, c(9), INTEGER)) == NumberBounds(0, 9)
    assert bounds_of(TRUTH) == NumberBounds(None, None)
