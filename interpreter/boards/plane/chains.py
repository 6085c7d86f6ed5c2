"""Areas that stand together: linked by short gaps, or in file behind each other."""

from collections.abc import Sequence

from interpreter.boards.plane.areas import Area
from interpreter.boards.plane.gaps import near, squared_between, touch
from interpreter.boards.plane.headings import Heading
from interpreter.boards.plane.points import Rational, cross, dot, way
from interpreter.problems import LimitExceeded

MOST = 200


def linked(
    first: Area, areas: Sequence[Area], reaches: Sequence[Rational]
) -> tuple[Area, ...]:
    """Return those of the areas that hang together with the first, in their order.

    Two are linked if the gap between them is at most the reach of each; the first is
    itself one of them, else nothing hangs on it. LimitExceeded above 200 areas.
    """
    _allow(areas)
    pairs = list(zip(areas, reaches, strict=True))
    found = {i for i, each in enumerate(areas) if each == first}
    waiting = list(found)
    while waiting:
        one, reach = pairs[waiting.pop()]
        for i, (other, own) in enumerate(pairs):
            if i not in found and near(one, other, min(reach, own)):
                found.add(i)
                waiting.append(i)
    return tuple(areas[i] for i in sorted(found))


def file_ahead(last: Area, facing: Heading, areas: Sequence[Area]) -> tuple[Area, ...]:
    """Return those straight ahead of one, each touching the one behind it, the nearest
    first: who is second in rank has one.

    Straight ahead lies what the line ahead from the middle of the one behind meets; of
    several the nearest counts. LimitExceeded above 200 areas.
    """
    _allow(areas)
    left = [each for each in areas if each != last]
    file: list[Area] = []
    at = last
    while True:
        ahead = [each for each in left if touch(at, each) and _meets(at, facing, each)]
        if not ahead:
            return tuple(file)
        at = min(ahead, key=lambda each: squared_between(at, each))
        file.append(at)
        left.remove(at)


def _meets(behind: Area, facing: Heading, area: Area) -> bool:
    """Return whether an area lies on the line ahead from the middle of another."""
    ways = [way(behind.middle, each) for each in area.corners]
    if dot(facing, way(behind.middle, area.middle)) <= 0:
        return False
    square = dot(facing, facing)
    offs: list[Rational] = [cross(facing, each) for each in ways]
    if min(offs) <= 0 <= max(offs):
        return True
    least = min(each * each for each in offs)
    return least <= area.margin * area.margin * square


def _allow(areas: Sequence[Area]) -> None:
    if len(areas) > MOST:
        raise LimitExceeded("areas in a chain", MOST)
