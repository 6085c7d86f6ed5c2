"""What formulas keep is never seen: values, states and steps are as without."""

from collections.abc import Sequence
from typing import Any

import pytest

from interpreter.codegen import memoisation
from interpreter.codegen.generating import emit
from interpreter.codegen.loading import compile_emitted
from interpreter.codegen.memoisation import FormulaMemo, MemoStore, size
from interpreter.codegen.runtime import Steps
from interpreter.codegen.source import FORMS
from interpreter.diagnostics import LimitExceeded
from interpreter.engine.once import initial
from interpreter.expressions.typed import Collect, Constant, Every, Typed, Use
from interpreter.ir.instructions import Create, Program, Remove
from interpreter.semantics.declarations import Formula, Parameter
from interpreter.values.types import INTEGER, ListOf
from tests.codegen.building import (
    SPAN,
    UNIT,
    agree,
    ap,
    back,
    c,
    call,
    field,
    let,
    procedure,
    program,
    put,
    roll,
    site,
)

EVERY = Every("unit", ListOf(UNIT))


def total(more: Any) -> Typed:
    """Use the formula: the sizes of all units, and a number."""
    return Use("formulas", "total", (more,), INTEGER)


def adding(*procedures: Any) -> Program:
    """Return a program with that formula."""
    sizes = Collect("sum", field("u", "size"), "u", EVERY, None, (), INTEGER)
    takes = (Parameter("more", INTEGER),)
    found = Formula("total", takes, INTEGER, ap("+", sizes, "more"), SPAN)
    return program(*procedures, formulas={"total": found})


def test_what_is_written_is_seen() -> None:
    """Read, written and read in one function, across a stop, and in what is called."""
    grow = procedure("grow", "U", put("u", "size", ap("+", field("u", "size"), 1)))
    given = adding(
        grow,
        procedure(
            "tells",
            "",
            let("a", total(c(0))),
            put(c(0), "size", 50),
            let("b", total(c(0))),
            put(c(1), "size", 60),
            let("d", total(c(0))),
            roll("die", 6),
            let("e", total(c(0))),
            call("grow", c(2)),
            let("f", total(c(0))),
            put(c(2), "size", 0),
            back(ap("list", "a", "b", "d", "e", "f", total(c(0)))),
            gives=ListOf(INTEGER),
        ),
    )
    assert agree(given, "tells", seeds=2) == [(12, 57, 114, 114, 115, 110)] * 2


def test_what_comes_and_goes_is_seen() -> None:
    """An entity made, and one removed, between readings."""
    given = adding(
        procedure(
            "tells",
            "",
            let("a", total(c(0))),
            Create(site(), "new", "unit", (c(30), c(0), Constant((), ListOf(INTEGER)))),
            let("b", total(c(0))),
            Remove(site(), "unit", c(0)),
            back(ap("list", "a", "b", total(c(0)))),
            gives=ListOf(INTEGER),
        ),
    )
    assert agree(given, "tells", seeds=1) == [(12, 42, 37)]


def keep(memo: FormulaMemo, key: Any, places: Sequence[int] = ()) -> None:
    """Keep a value as the code of a formula does; `places` are those of the key in
    which there are entities whose rows are read."""
    memo[key] = (1, 0)
    for rows, place in zip(memo.rows, places, strict=True):
        rows[key[place]].append(key)


def test_what_was_written_alone_is_forgotten() -> None:
    """Another field of the kind leaves all as it is; what reads the field goes."""
    kept = MemoStore(Steps())
    sizes, ranks = kept.found(((0, 0, ()), (0, -1, ()))), kept.found(((0, 1, ()),))
    kept.look([[[5, 0]]])
    for each in (sizes, ranks):
        keep(each, "a")
    kept.wrote(0, 0, 1)
    assert (len(sizes), len(ranks)) == (1, 0)
    keep(ranks, "a")
    kept.wrote(0, 0, 0, 1)
    assert (len(sizes), len(ranks)) == (0, 0)
    for each in (sizes, ranks):
        keep(each, "a")
    kept.changed(0)
    assert (len(sizes), len(ranks)) == (0, 0)


def test_what_was_given_for_others_stays() -> None:
    """Who alone was written is forgotten wherever he stood; a field of anybody that was
    written takes all along."""
    kept = MemoStore(Steps())
    gaps = kept.found(((0, 0, (0, 1)), (0, 1, ()), (1, 0, (2,))))
    pairs = {(0, 1, 0), (1, 2, 1), (0, 2, 2), (2, 0, 1)}
    kept.look([[[5, 0]] * 3, [[0]] * 3])

    def after(kind: int, row: int, slot: int) -> set[Any]:
        for each in pairs:
            keep(gaps, each, (0, 1, 2))
        kept.wrote(kind, row, slot)
        return pairs - set(gaps)

    assert after(0, 1, 0) == {(0, 1, 0), (1, 2, 1)}
    assert after(1, 1, 0) == {(1, 2, 1), (2, 0, 1)}
    assert after(1, 0, 0) == {(0, 1, 0)}
    assert after(0, 3, 0) == after(0, 0, 2) == set()
    assert after(0, 1, 1) == pairs


def formula(given: Program) -> tuple[Any, Any]:
    """Return the emission made callable, and the formula of a state and a number."""
    compiled = compile_emitted(emit(given, "once"))
    name = next(iter(compiled.emitted.declared))
    return compiled, lambda *arguments: compiled.names[name](*arguments)


def test_what_is_kept_costs_the_same_steps() -> None:
    """A limit is reached or not, whatever was asked before."""
    given = adding(procedure("nothing", "", back(total(c(0)))))
    compiled, of = formula(given)
    state, spent = initial(given), []
    for _ in range(3):
        compiled.steps.reset()
        assert of(state, 5) == 17
        spent.append(compiled.steps.allowed - compiled.steps.left)
    assert spent == [3, 3, 3]  # one for each unit
    compiled.steps.left = 2
    with pytest.raises(LimitExceeded, match="steps of a run"):
        of(state, 5)


def test_it_is_kept_until_a_kind_that_is_read_is_another() -> None:
    """Another state with the same rows keeps it; other rows do not, nor a list."""
    given = adding(procedure("nothing", "", back(total(c(0)))))
    compiled, of = formula(given)
    units, log = initial(given)
    calls = []
    walk = compiled.names["_walk"]
    compiled.names["_walk"] = lambda values: calls.append(1) or walk(values)

    def found(units: Any, log: Any = log) -> tuple[int, int]:
        calls.clear()
        return of((units, log), 0), len(calls)

    assert found(units) == (12, 1)
    assert found(units, (1, (), (), ())) == (12, 0)
    assert found(((9, *units[0][1:]), *units[1:])) == (16, 1)
    assert found(units) == (12, 1)
    size_of, rank, *more = units[1]
    assert found((units[0], (size_of, rank + 9, *more), *units[2:])) == (12, 0)
    assert found(units[:-1])[1] == 1
    assert found(units) == (12, 1)


def test_what_is_written_into_a_list_is_announced() -> None:
    """Whoever writes says so, and what was kept of it is found out anew."""
    given = adding(procedure("nothing", "", back(total(c(0)))))
    compiled, of = formula(given)
    units, log = initial(given)
    writing = [[*units], log]
    assert of(writing, 0) == 12
    writing[0][0] = (20, *units[0][1:])
    compiled.kept.wrote(0, 0, 0)
    assert of(writing, 0) == 27
    assert of((units, log), 0) == 12


def test_room_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond it all is forgotten, and what comes then is kept."""
    monkeypatch.setattr(memoisation, "MOST_KEPT", 10)
    given = adding(procedure("nothing", "", back(total(c(0)))))
    compiled, of = formula(given)
    state = initial(given)
    for more in range(3):  # a value, an argument, and the pair of them
        assert of(state, more) == 12 + more
    (memo,) = (each for each in compiled.names.values() if type(each) is FormulaMemo)
    assert [*memo] == [0, 1, 2]
    assert of(state, 3) == 15
    assert [*memo] == [3]


def test_size() -> None:
    """All that is in a value."""
    assert size(7) == size("seven") == 1
    assert size(((1, 2), (), 3)) == 6


@pytest.mark.parametrize("form", FORMS)
def test_only_what_is_memoised_is_noticed(form: str) -> None:
    """Of fields and kinds that no memoised formula reads, no write is noticed."""
    body = (
        put(c(0), "size", 50),
        put(c(0), "loss", 3),
        Remove(site(), "unit", c(1)),
        back(total(c(0))),
    )
    given = adding(procedure("tells", "", *body))
    source = emit(given, form).units["tells"][0]
    times = {"trace": 0, "exact": 2}.get(form, 1)  # exact also writes whole buckets
    assert source.count("_kept.wrote(0, e1, 0)") == times
    assert source.count("_kept.changed(0)") == times
    assert source.count("_kept") == 2 * times
    assert agree(given, "tells", seeds=1) == [54]
    without = program(procedure("tells", "", *body[:-1], back(c(1))))
    assert "_kept" not in emit(without, form).units["tells"][0]
