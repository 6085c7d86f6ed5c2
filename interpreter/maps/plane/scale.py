"""Where places of a table lie on paper."""

from dataclasses import dataclass

from interpreter.boards.plane.areas import Area, rounded
from interpreter.boards.plane.points import INCH, Heading, Point, Rational
from interpreter.maps.hex_shapes import Point as Spot
from interpreter.maps.plane.windows import TableWindow
from interpreter.maps.svg import element, path


@dataclass(frozen=True, slots=True)
class TablePaper:
    """A window whose far left corner lies at `corner`, with `scale` units an inch."""

    window: TableWindow
    scale: float
    corner: Spot

    @property
    def wide(self) -> float:
        """How wide the window is on paper."""
        return self.window.wide * self.scale

    @property
    def high(self) -> float:
        """How high the window is on paper."""
        return self.window.deep * self.scale

    def spot(self, at: Point) -> Spot:
        """Return where a place lies."""
        x, y = float(at[0]) / INCH, float(at[1]) / INCH
        return (
            self.corner[0] + (x - self.window.left) * self.scale,
            self.corner[1] + (self.window.high - y) * self.scale,
        )

    def far(self, grains: Rational) -> float:
        """Return how long a length is."""
        return float(grains) / INCH * self.scale

    def area(self, area: Area, **style: object) -> str:
        """Return an area: a disc as a circle, a thin wall as a line."""
        if len(area.corners) == 1:
            x, y = self.spot(area.corners[0])
            return element("circle", cx=x, cy=y, r=self.far(area.margin), **style)
        points = [self.spot(each) for each in rounded(area).corners]
        return path([[*points, points[0]]], **style)


def unit(facing: Heading) -> Spot:
    """Return a heading as a way of length 1 on paper, where y grows downwards."""
    x, y = facing
    long = (float(x) ** 2 + float(y) ** 2) ** 0.5
    return x / long, -y / long
