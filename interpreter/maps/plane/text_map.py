"""A plan of a tabletop in words and as text."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import atan2, ceil, degrees

from interpreter.boards.hexes import COMPASS
from interpreter.boards.plane.areas import Area
from interpreter.boards.plane.functions import inches, record_of
from interpreter.boards.plane.points import INCH, Heading, Point, between
from interpreter.boards.plane.tabletop import TableArea, spelled
from interpreter.maps import words
from interpreter.maps.counters import symbol
from interpreter.maps.parts import ONLY_THE_FIRST, PANELS
from interpreter.maps.plane.plan import TablePlan, TableWindow, box_of, whole, windows
from interpreter.maps.words import CELLS, FILE_PAGE, TextPage, letters
from interpreter.values.exact_numbers import mixed

_EIGHTH = 45


def extent(plan: TablePlan, shown: Sequence[TableWindow]) -> str:
    """Say which part of the table is shown, and how places are written."""
    if len(shown) > PANELS:
        part = ONLY_THE_FIRST
    elif not plan.chart.wide:
        part = "The table has no edge; drawn is where something is known."
    elif len(shown) > 1:
        part = f"Where something is known, in {len(shown)} parts."
    else:
        part = "Bases are to scale."
    places = "Places are inches to the right and away from the near left corner."
    return f"{part} North is up. {places}"


def span(window: TableWindow) -> str:
    """Say from where to where a panel goes."""
    return f"{window.left}, {window.low} to {window.right}, {window.high}"


def place(at: Point) -> str:
    """Return a place as it is printed."""
    return spelled(record_of(at))


def way(facing: Heading) -> str:
    """Return where a heading leads: a point of the compass, or the nearest with the
    degrees clockwise from north."""
    turn = degrees(atan2(facing[0], facing[1])) % 360
    nearest = COMPASS[round(turn / _EIGHTH) % len(COMPASS)]
    x, y = facing
    exact = x == 0 or y == 0 or abs(x) == abs(y)
    return nearest if exact else f"near {nearest} ({round(turn) % 360} degrees)"


def standing(plan: TablePlan) -> Iterator[str]:
    """Yield the position and the facing of each piece."""
    for flat, base in plan.flats:
        yield f"{words.named(plan, flat)}: {shape(base)}"
    for piece in plan.standing:
        line = words.named(plan, piece)
        line += "," if piece.state is not None else ""
        line += f": {piece.role}" if piece.role else ""
        faces = "" if piece.facing is None else f", {piece.arrow} {way(piece.facing)}"
        others = words.others_text(piece)
        yield f"{line} at {_where(plan, piece.at)}{faces}{others}"
    for report in plan.reports:
        for spot in report.spots:
            yield f"{report.mark}: reported at {_where(plan, spot)}"


def _where(plan: TablePlan, at: Point) -> str:
    """Return a place with its ground and the areas in which it lies."""
    ground = plan.ground_name(plan.ground(at))
    parts = [ground] if ground else []
    inside = plan.chart.contents(at).within
    parts += [f"in {name.replace('_', ' ')}" for name in inside]
    parts += [f"in {flat.name}" for flat in plan.flats_at(at)]
    return f"{place(at)} ({', '.join(parts)})" if parts else place(at)


def lettered(plan: TablePlan) -> list[tuple[str, str, TableArea]]:
    """Return the letter, the name and the rest of each area of the table."""
    every = zip(letters(), plan.chart.pieces.items(), strict=False)
    return [(a, name.replace("_", " "), piece) for a, (name, piece) in every]


def areas(plan: TablePlan) -> Iterator[str]:
    """Yield what the letters mean."""
    for letter, name, piece in lettered(plan):
        parts = [name]
        if ground := plan.ground_name(piece.ground):
            parts.append(ground)
        if piece.level:
            parts.append(f"level {piece.level}")
        yield f"{letter}: {', '.join(parts)}: {shape(piece.area)}"


def shape(area: Area) -> str:
    """Return an area as one would lay it out."""
    many = 8
    corners = [place(each) for each in area.corners]
    if len(corners) == 1:
        return f"{mixed(inches(2 * area.margin))} across about {corners[0]}"
    if len(corners) == 2:
        wide = f", {mixed(inches(2 * area.margin))} wide" if area.margin else ""
        return f"from {corners[0]} to {corners[1]}{wide}"
    if len(corners) <= many:
        return f"corners {'; '.join(corners)}"
    box = box_of(area)
    return f"{len(corners)} corners within {place(box[:2])} to {place(box[2:])}"


def reported(plan: TablePlan) -> list[str]:
    """Return what was reported, the latest first."""
    return [
        words.report_text(report, map(shape, report.areas))
        for report in reversed(plan.reports)
    ]


def extents(plan: TablePlan) -> Iterator[str]:
    """Yield the ways of things, and what they cover."""
    for each in plan.extents:
        spots = [place(at) for at in each.way]
        places = [*spots, *(shape(area) for area in each.areas)]
        yield f"{each.name} ({each.role}): {'; '.join(places)}"


def reaches(plan: TablePlan) -> Iterator[str]:
    """Yield how far things reach."""
    for each in plan.reaches:
        far = mixed(inches(each.far))
        yield f"{each.name}: {each.role}: {far} inches from {place(each.centre)}"


def lists(plan: TablePlan) -> words.Lists:
    """Return all that a map says in words, under headings; what is empty is left
    out."""
    return words.filled(
        [
            ("What stands where", list(standing(plan)) or [words.NOTHING_KNOWN]),
            (words.MOVED, words.moved(plan)),
            (words.POINTED, words.all_pointed(plan)),
            (words.REPORTED, reported(plan)),
            ("Areas", list(areas(plan))),
            ("Ways, and what things cover", list(extents(plan))),
            (words.FAR, list(dict.fromkeys(reaches(plan)))),
        ]
    )


BESIDE = 8  # letters of a line for the numbers of inches
WALL = "+"
FLAT = ":"  # ground that is a thing
_SIZES = (
    *(Fraction(1, 4), Fraction(1, 3), Fraction(1, 2), Fraction(2, 3)),
    *map(Fraction, (1, 2, 3, 4, 6, 12, 15, 24)),
)
_APART = 8  # letters between two numbers of inches


class Letters:
    """A window of a table in letters; each is `size` inches wide and twice as deep."""

    def __init__(
        self, plan: TablePlan, window: TableWindow, cells: int = CELLS
    ) -> None:
        """Choose the size, so that a line has at most so many letters."""
        across = cells - BESIDE
        self.plan = plan
        self.window = window
        fitting = (e for e in _SIZES if window.wide / e <= across)
        self.size = next(fitting, Fraction(window.wide, across))
        self.columns = ceil(window.wide / self.size)
        self.rows = ceil(window.deep / (2 * self.size))

    def lines(self) -> list[str]:
        """Return the lines, the farthest first, with the inches on two sides."""
        cells = [
            [self._ground(column, row) for column in range(self.columns)]
            for row in range(self.rows)
        ]
        self._walls(cells)
        for row, marks in self._marked().items():
            for column, mark in marks:
                start = max(min(column, self.columns - len(mark)), 0)
                cells[row][start : start + len(mark)] = list(mark)
        lines = ["".join(each)[: self.columns] for each in cells]
        return [*map(self._numbered, range(self.rows), lines), self._scale()]

    def crowded(self) -> Iterator[str]:
        """Yield the pieces where several marks have no room."""
        for marks in self._groups().values():
            for _, group in marks:
                if len(group) > 1:
                    yield f"{_brief(group)}: {', '.join(group)}"

    def _marked(self) -> dict[int, list[tuple[int, str]]]:
        return {
            row: [(column, _brief(group)) for column, group in groups]
            for row, groups in self._groups().items()
        }

    def _groups(self) -> dict[int, list[tuple[int, list[str]]]]:
        """Return for each row the marks in it, those that would cover each other
        together; of one place ground comes last."""
        every = [(each.at, each.is_flat, each.sign) for each in self.plan.pieces]
        for report in self.plan.reports:
            every += [(at, False, report.mark) for at in report.spots]
        placed = sorted(
            (self._cell(at), is_flat, mark)
            for at, is_flat, mark in every
            if self._in(at)
        )
        found: dict[int, list[tuple[int, list[str]]]] = {}
        for (row, column), _, mark in placed:
            groups = found.setdefault(row, [])
            if groups and column <= groups[-1][0] + len(_brief(groups[-1][1])):
                groups[-1][1].append(mark)
            else:
                groups.append((column, [mark]))
        return found

    def _in(self, at: Point) -> bool:
        return self.window.holds(at)

    def _cell(self, at: Point) -> tuple[int, int]:
        """Return the row and column of a place."""
        across = Fraction(at[0]) / INCH - self.window.left
        down = self.window.high - Fraction(at[1]) / INCH
        column, row = int(across / self.size), int(down / (2 * self.size))
        return min(row, self.rows - 1), min(column, self.columns - 1)

    def _ground(self, column: int, row: int) -> str:
        x = self.window.left + (column + Fraction(1, 2)) * self.size
        y = self.window.high - (2 * row + 1) * self.size
        at = x * INCH, y * INCH
        return FLAT if self.plan.flats_at(at) else self._sign(self.plan.ground(at))

    def _sign(self, ground: int | None) -> str:
        return symbol(self.plan.look(ground))

    def _walls(self, cells: list[list[str]]) -> None:
        """Draw what is long and thin, and would fall between the letters."""
        for _, piece, _ in self.plan.areas:
            corners = piece.area.corners
            if len(corners) != 2:
                continue
            count = 2 * max(self.columns, self.rows)
            sign = WALL if piece.ground is None else self._sign(piece.ground)
            for step in range(count + 1):
                at = between(corners[0], corners[1], Fraction(step, count))
                if self._in(at):
                    row, column = self._cell(at)
                    cells[row][column] = sign

    def _numbered(self, row: int, line: str) -> str:
        top = self.window.high - 2 * row * self.size
        low = ceil(top - 2 * self.size)
        return f"{low if low < top or row == 0 else '':>4} {line}"

    def _scale(self) -> str:
        """Return the inches from left to right."""
        step = max(ceil(_APART * self.size), 1)
        line = ""
        for inch in range(0, self.window.wide + 1, step):
            line = line.ljust(5 + int(inch / self.size)) + str(self.window.left + inch)
        return line


def drawn(plan: TablePlan, page: TextPage = FILE_PAGE) -> Iterator[str]:
    """Yield the lines of a table and what its signs mean, unfolded but for the letters
    themselves."""
    yield words.heading(plan)
    window = whole(plan)
    shown = windows(plan)[:1] if window is None else [window]
    crowded: list[str] = []
    for each in shown:
        made = Letters(plan, each, page.cells)
        yield ""
        yield from made.lines()
        crowded += made.crowded()
        yield ""
        yield f"A letter is {made.size} wide and {2 * made.size} deep, in inches."
    yield _key(plan)
    if crowded:
        yield f"Several: {'; '.join(crowded)}"


def _key(plan: TablePlan) -> str:
    pieces = plan.chart.pieces.values()
    found = {piece.ground for piece in pieces} | {plan.chart.elsewhere}
    walls = (each for each in pieces if len(each.area.corners) == 2)
    wall = [f"{WALL} a line"] if any(each.ground is None for each in walls) else []
    grounds = words.ground_signs(plan, found, 1)
    kinds = dict.fromkeys(flat.kind for flat, _ in plan.flats)
    flats = [f"{FLAT} {', '.join(kinds)}"] if kinds else []
    return "; ".join([*grounds, *wall, *flats, *words.mark_signs(plan)])


def _brief(group: list[str]) -> str:
    return group[0] if len(group) == 1 else f"{group[0]}+{len(group) - 1}"
