"""Areas of the plane against shapely, and exactly where floats cannot tell."""

import math
from fractions import Fraction

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as some

from interpreter.boards.plane.areas import (
    MOST_CORNERS,
    Area,
    box,
    cone,
    disc,
    holds_point,
    point,
    rounded,
    swept,
)
from interpreter.boards.plane.gaps import gap, holds, near, overlap, shares, touch
from interpreter.boards.plane.points import INCH, STEP, Point, over_root, root_up

CLEARLY = 1e-6
NUMBERS = some.integers(-400, 400)
POINTS = some.tuples(NUMBERS, NUMBERS)
SIZES = some.integers(1, 300)


def drawn(area: Area) -> shapely.Geometry:
    """Return the corners and sides of an area as shapely has them."""
    corners = [(float(x), float(y)) for x, y in area.corners]
    kinds = {1: shapely.Point, 2: shapely.LineString}
    made = kinds.get(len(corners), shapely.Polygon)
    return made(corners[0] if len(corners) == 1 else corners)


@some.composite
def polygons(draw: some.DrawFn) -> Area:
    """Draw a polygon that may bulge inwards: corners in order about a point."""
    corners = draw(some.lists(POINTS, min_size=3, max_size=9, unique=True))
    middle = corners.pop() if len(corners) > 3 else (0, 0)
    ordered = sorted(
        (c for c in corners if c != middle),
        key=lambda c: (
            math.atan2(c[1] - middle[1], c[0] - middle[0]),
            math.hypot(c[1] - middle[1], c[0] - middle[0]),
        ),
    )
    try:
        return Area(0, tuple(ordered))
    except ValueError:
        assume(False)
        raise


AREAS = some.one_of(
    polygons(),
    some.builds(disc, POINTS, SIZES),
    some.builds(swept, POINTS, POINTS, SIZES),
)


def apart(a: Area, b: Area) -> float:
    """Return what shapely says of how far two areas lie apart, below 0 for margins that
    reach into each other."""
    return float(
        shapely.distance(drawn(a), drawn(b)) - float(a.margin) - float(b.margin)
    )


@given(AREAS, AREAS)
def test_gaps_are_those_of_shapely(a: Area, b: Area) -> None:
    """Measured up to the next step, either way round."""
    far, found = max(apart(a, b), 0), gap(a, b)
    assert found == gap(b, a)
    assert found % STEP == 0
    assert far - CLEARLY <= found < far + STEP + CLEARLY
    assert near(a, b, found)
    assert not found or not near(a, b, found - STEP)
    assert touch(a, b) is (found == 0 or (found == STEP and not _stands_off(a, b)))


def _stands_off(a: Area, b: Area) -> bool:
    """Return whether two areas lie just one step apart."""
    return near(a, b, STEP) and not near(a, b, STEP - Fraction(1, 10**30))


@given(AREAS, AREAS)
def test_overlaps_are_those_of_shapely(a: Area, b: Area) -> None:
    """Where the common part is not too thin for floats."""
    assert overlap(a, b) is overlap(b, a)
    if a.margin or b.margin:
        if abs(apart(a, b)) > CLEARLY:
            assert overlap(a, b) is (apart(a, b) < 0)
        return
    common = shapely.area(shapely.intersection(drawn(a), drawn(b)))
    if common > CLEARLY:
        assert overlap(a, b)
    elif shapely.distance(drawn(a), drawn(b)) > CLEARLY:
        assert not overlap(a, b)


def test_polygons_that_share_a_side_do_not_overlap() -> None:
    """But one that is the other does, and one inside of it that shares sides."""
    left = Area(0, ((0, 0), (0, 10), (10, 10), (10, 0)))
    right = Area(0, ((10, 2), (10, 20), (20, 5)))
    assert not overlap(left, right)
    assert gap(left, right) == 0
    assert overlap(left, Area(0, left.corners[::-1]))
    assert overlap(left, Area(0, ((0, 0), (0, 10), (5, 5))))
    assert overlap(left, Area(0, ((0, 0), (0, 5), (0, 10), (10, 10), (10, 0))))


@given(AREAS, POINTS)
def test_points_lie_in_areas_as_shapely_says(area: Area, at: Point) -> None:
    """The rim belongs to an area."""
    far = apart(area, point(at))
    if abs(far) > CLEARLY or not area.margin:
        assert holds_point(area, at) is (far <= 0)
    assert holds_point(area, area.corners[0])


@given(AREAS, AREAS)
def test_an_area_that_holds_another_covers_it(a: Area, b: Area) -> None:
    """Its margin too: by how far its corners and sides lie from the other's rim."""
    inner, outer = drawn(b), drawn(a)
    if len(a.corners) > 2:
        within = outer.covers(inner)
        room = shapely.distance(shapely.boundary(outer), inner) - float(b.margin)
        if not within:
            assert not holds(a, b)
        elif abs(room) > CLEARLY:
            assert holds(a, b) == (room > 0)
    else:
        farthest = max(
            shapely.distance(outer, shapely.Point(float(x), float(y)))
            for x, y in b.corners
        )
        room = float(a.margin - b.margin) - farthest
        if abs(room) > CLEARLY:
            assert holds(a, b) == (room > 0)
    assert holds(a, a)


@given(some.integers(1, 40), some.sampled_from(((3, 4, 5), (5, 12, 13), (20, 21, 29))))
def test_just_so_far_is_so_far(times: int, sides: tuple[int, int, int]) -> None:
    """And less than floats can tell is less."""
    x, y, far = (times * STEP * each for each in sides)
    a, b = disc((0, 0), STEP), disc((x, -y), 2 * STEP)
    assert gap(a, b) == far - 3 * STEP
    assert near(a, b, far - 3 * STEP)
    assert not near(a, b, far - 3 * STEP - Fraction(1, 10**30))
    assert overlap(disc((0, 0), STEP), disc((x, -y), far)) is True
    assert overlap(disc((0, 0), STEP), disc((x, -y), far - STEP)) is False


@given(POINTS, POINTS, SIZES, SIZES)
def test_a_box_stands_about_its_middle(
    at: Point, facing: Point, wide: int, deep: int
) -> None:
    """Its corners lie within a grain of where they would be."""
    assume(facing != (0, 0))
    found = box(at, facing, wide, deep)  # type: ignore[arg-type]
    length = math.hypot(*facing)
    ahead = facing[0] / length * deep / 2, facing[1] / length * deep / 2
    right = facing[1] / length * wide / 2, -facing[0] / length * wide / 2
    wanted = [
        (
            at[0] + f * ahead[0] + s * right[0],
            at[1] + f * ahead[1] + s * right[1],
        )
        for f, s in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    for got, want in zip(found.corners, wanted, strict=False):
        if len(found.corners) == 4:
            assert math.dist(got, want) <= 0.75


def test_a_cone_grows() -> None:
    """One inch wide at its beginning, and by a tenth of its length."""
    found = cone((0, 0), (0, 1), INCH, Fraction(1, 10), 20 * INCH)
    assert found.corners == ((-72, 0), (-216, 2880), (216, 2880), (72, 0))
    from_nothing = cone((0, 0), (1, 0), 0, Fraction(1, 2), 10)
    assert set(from_nothing.corners) == {(0, 0), (10, 3), (10, -3)}


@pytest.mark.parametrize(
    ("corners", "says"),
    [
        (((0, 0), (2, 2), (2, 0), (0, 2)), "cross"),
        (((0, 0), (4, 0), (4, 4), (2, 0)), "back"),
        (((0, 0), (4, 0), (2, 0)), "back"),
        (((0, 0), (4, 0), (0, 0), (4, 4)), "twice"),
        ((), "not 0"),
        (tuple((i, i * i) for i in range(MOST_CORNERS + 1)), "200"),
    ],
)
def test_what_is_no_polygon_is_refused(corners: tuple[Point, ...], says: str) -> None:
    """With what is wrong about it."""
    with pytest.raises(ValueError, match=says):
        Area(0, corners)


def test_margins_and_sizes_are_refused_where_they_make_no_sense() -> None:
    """A polygon has no margin, none is below 0, a box has two sizes."""
    for margin, corners in ((1, ((0, 0), (1, 0), (0, 1))), (-1, ((0, 0),))):
        with pytest.raises(ValueError, match="margin"):
            Area(margin, corners)
    for wide, deep in ((0, 1), (1, 0), (-1, 1)):
        with pytest.raises(ValueError, match="size"):
            box((0, 0), (0, 1), wide, deep)


@given(POINTS, POINTS, SIZES)
def test_a_round_area_as_a_polygon(a: Point, b: Point, wide: int) -> None:
    """It is no simpler than its 60 corners, and covers nearly as much."""
    assume(wide > 20)
    area = swept(a, b, wide)
    exact = shapely.area(drawn(area).buffer(wide / 2, quad_segs=64))
    assert shapely.area(drawn(rounded(area))) == pytest.approx(exact, rel=0.08)
    assert len(rounded(area).corners) <= 62


@given(POINTS, POINTS, AREAS)
def test_cuts_lie_on_the_sides(a: Point, b: Point, area: Area) -> None:
    """Between two cuts no side is crossed."""
    cuts = shares((a, b), area)
    assert cuts[0] == 0
    assert cuts[-1] in (0, 1)
    assert cuts == sorted(cuts)


@given(some.fractions(0, 10**6, max_denominator=1000), some.integers(1, 20))
def test_roots_are_rounded_up(square: Fraction, step: int) -> None:
    """To the least multiple of the step that is not less."""
    found = root_up(square, step)
    assert found % step == 0
    assert found * found >= square
    assert found == 0 or (found - step) ** 2 < square


@given(
    some.fractions(-(10**4), 10**4, max_denominator=100),
    some.fractions(Fraction(1, 100), 10**4, max_denominator=100),
)
def test_a_value_over_a_root_goes_to_the_nearest(
    value: Fraction, square: Fraction
) -> None:
    """As squares tell exactly."""
    found = over_root(value, square)
    half = Fraction(1, 2)
    assert (found == 0) or (found > 0) == (value > 0)
    assert (abs(found) + half) ** 2 * square > value * value
    assert found == 0 or (abs(found) - half) ** 2 * square <= value * value
