"""The plane in the language: every form agrees, and figures stand as drawn on paper.

The paper is shapely and floats; what is measured up may be up to a twelfth longer.
"""

from functools import partial
from itertools import pairwise, permutations, product
from math import dist
from pathlib import Path
from typing import Any

import pytest
import shapely

from interpreter.codegen.generating import emit
from interpreter.codegen.loading import compile_emitted
from interpreter.diagnostics import LimitExceeded
from interpreter.engine.exact.program import ExactProgram
from interpreter.engine.once import Engine, initial, start
from interpreter.engine.stops import Finished
from interpreter.expressions.functions import TABLE_FUNCTIONS
from interpreter.expressions.functions.plane import AREAS
from interpreter.pipeline.loading import load, usable
from interpreter.values.faults import Fault
from interpreter.values.types import Entity, Number, Type
from tests.agreement.formulas import run_directly, worked_out
from tests.agreement.test_functions import Oracle, outcome

PACK = Path(__file__).parents[1] / "packs" / "tabletop"
PROGRAM = usable(load(PACK))
FORMULAS = [
    name
    for name, each in PROGRAM.declared.formulas.items()
    if "." not in name and all(type(p.type) in (Entity, Number) for p in each.takes)
]
FORMS = {form: Engine.of(PROGRAM, form) for form in ("once", "trace")}
EXACT = ExactProgram.of(PROGRAM)
DIRECT = compile_emitted(emit(PROGRAM, "direct"))
FIELD = initial(PROGRAM, "field")
MEN = PROGRAM.initial_states["field"].ids["man"]
AT = {
    "ann": (5, 2), "bob": (5, 2.75), "cid": (5, 3.5), "dan": (16, 7), "eva": (6, 7),
    "fay": (18, 12),
}  # fmt: skip
COPSE = shapely.Polygon([(4, 6), (8, 6), (8, 10), (6, 8), (4, 10)])
WALL = shapely.LineString([(10, 2), (10, 9)]).buffer(0.125)
TWELFTH = 1 / 12 + 1e-9


def given(kind: Type) -> tuple[Any, ...]:
    """Return arguments of a type."""
    return (0, 1, 4, 5) if isinstance(kind, Entity) else (1, 3, 6)


def value(name: str, *arguments: Any) -> Any:
    """Return the value of a formula; men by their names."""
    numbers = tuple(MEN.index(a) if a in MEN else a for a in arguments)
    stop = start(FORMS["once"], name, numbers, FIELD)
    assert isinstance(stop, Finished)
    return stop.result


@pytest.mark.parametrize("name", FORMULAS)
def test_every_form_agrees(name: str) -> None:
    """Evaluator, segments, direct and exact."""
    formula = PROGRAM.declared.formulas[name]
    for arguments in product(*(given(each.type) for each in formula.takes)):
        oracle = Oracle(PROGRAM, FIELD)
        locals_ = oracle.named(formula, arguments)
        wanted = outcome(partial(oracle.value, formula.body, locals_))
        for form, engine in FORMS.items():

            def run(engine: Engine = engine, a: Any = arguments) -> Any:
                stop = start(engine, name, a, FIELD)
                assert isinstance(stop, Finished)
                return stop.result

            assert outcome(run) == wanted, (form, arguments)
        assert outcome(partial(run_directly, DIRECT, name, arguments, FIELD)) == wanted
        assert outcome(partial(worked_out, EXACT, name, arguments, FIELD)) == wanted


def test_no_function_is_left_out() -> None:
    """The pack calls every function of the plane."""
    text = (PACK / "ruleset.yaml").read_text(encoding="utf-8")
    for name in (*(each.name for each in AREAS), *TABLE_FUNCTIONS, "region"):
        assert f"{name}(" in text, name


@pytest.mark.parametrize(("a", "b"), list(product(MEN, MEN)))
def test_measures_are_those_of_the_paper(a: str, b: str) -> None:
    """Centre to centre, and rim to rim of bases of 3/4 inch."""
    far = dist(AT[a], AT[b])
    for found, true in zip(
        value("measures", a, b)[:3], (far, far - 0.75, far - 0.375), strict=True
    ):
        assert 0 <= found - max(true, 0) + 1e-9 < TWELFTH + 1e-9
        assert found * 12 % 1 == 0


@pytest.mark.parametrize(("a", "b"), list(permutations(MEN, 2)))
def test_lines_are_clear_as_on_paper(a: str, b: str) -> None:
    """Of the copse, which is no round shape, and of the wall."""
    line = shapely.LineString([AT[a], AT[b]])
    wood, both = value("clear", a, b)
    assert wood is not bool(shapely.length(line.intersection(COPSE)) > 1e-9)
    crossed = shapely.length(line.intersection(WALL)) > 1e-9
    assert both is (wood and not crossed)


@pytest.mark.parametrize(("a", "b"), list(product(MEN, MEN)))
def test_paths_run_over_the_ground_of_the_paper(a: str, b: str) -> None:
    """The wood's and the open parts of a way with one turn."""
    way = [(float(x), float(y)) for x, y in value("way", a, b)]
    whole, legs, wood, _ = value("paths", a, b)
    drawn = [shapely.LineString(leg) for leg in pairwise(way)]
    true = sum(shapely.length(each) for each in drawn)
    assert whole == legs
    assert 0 <= float(whole) - true + 1e-9 < 2 * TWELFTH
    inside = sum(shapely.length(each.intersection(COPSE)) for each in drawn)
    assert -1e-9 <= float(wood) - inside < 2 * TWELFTH


def test_figures_of_the_table() -> None:
    """What can be told without paper: files, chains, contacts, hills."""
    assert [value("rank_of", each) for each in ("ann", "bob", "dan")] == [3, 2, 1]
    assert value("chained", "ann", 0) == 3
    assert value("chained", "eva", 1) == 1
    assert value("chained", "ann", 3) == 4
    assert value("contacts", "ann", "bob")[0] is True
    assert value("contacts", "ann", "cid")[0] is False
    assert value("behind", "ann", "bob") is True
    assert value("behind", "bob", "ann") is False
    assert value("bent", "ann", "fay")[-1] == 2
    assert value("bent", "fay", "ann")[-1] == 0
    assert value("blocked", "ann", "dan")[0] < 5
    assert value("grounds", "eva") == (1, 0)
    assert value("places", "fay") == (True, False, True)


def test_a_clock_has_twelve_hours() -> None:
    """Each half hour's inches go to the place of the lattice that is nearest."""
    for hour in range(13):
        x, y = value("steps", "ann", hour)
        assert dist((x, y), AT["ann"]) == pytest.approx(hour / 2, abs=0.06)
        assert x * 12 % 1 == 0
        assert y * 12 % 1 == 0
    assert value("steps", "ann", 12) == (5, 8)
    assert value("steps", "ann", 3) == (6.5, 2)


def test_what_is_no_area_or_too_large_is_refused() -> None:
    """While running: polygons that cross themselves, endless lengths."""
    from interpreter.boards.plane import functions

    bow = (0, ((0, 0), (2, 2), (2, 0), (0, 2)))
    with pytest.raises(Fault, match="cross"):
        functions.clearance(bow, (0, 0))
    with pytest.raises(LimitExceeded):
        functions.distance((0, 0), (functions.MOST_INCHES + 1, 0))
    with pytest.raises(LimitExceeded):
        functions.clearance((0, tuple((i, i * i) for i in range(201))), (0, 0))
    with pytest.raises(Fault, match="nowhere"):
        functions.angle((0, 0), (0, 1))
    with pytest.raises(Fault, match="size"):
        functions.box((0, 0), (0, 1), 0, 1)
    with pytest.raises(Fault, match="margin"):
        functions.circle((0, 0), -1)
    with pytest.raises(Fault, match="reaches"):
        functions.linked((0, 0), ((0, 0),), ())
    with pytest.raises(Fault, match="width"):
        functions.run_to((0, 0), (1, 0), -1, (5, 5))
