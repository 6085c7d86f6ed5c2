"""A plan of a tabletop in words and as text."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import atan2, ceil, degrees

from interpreter.boards.hexes import COMPASS
from interpreter.boards.plane.areas import Area
from interpreter.boards.plane.functions import inches, record_of
from interpreter.boards.plane.points import INCH, Heading, Point, between
from interpreter.boards.plane.tabletop import TableArea, length, spelled
from interpreter.maps.counters import symbol
from interpreter.maps.plan import STAR, called, stated, states_of
from interpreter.maps.plane.plan import (
    PANELS,
    ReportedArea,
    TablePiece,
    TablePlan,
    TableWindow,
    box_of,
    whole,
    windows,
)
from interpreter.maps.words import letters

FAR = "How far at most: what may block the view is not counted"
_EIGHTH = 45


def heading(plan: TablePlan) -> str:
    """Return what a map is of, and who looks at it."""
    said = f"{plan.board}, as {plan.viewer} knows it"
    return f"{said}: {size(plan)}" if plan.top.wide else said


def size(plan: TablePlan) -> str:
    """Return how wide and deep a table is; "" of one without an edge."""
    if not plan.top.wide:
        return ""
    wide, deep = (length(inches(each)) for each in (plan.top.wide, plan.top.deep))
    return f"{wide} x {deep} inches"


def extent(plan: TablePlan, shown: Sequence[TableWindow]) -> str:
    """Say which part of the table is shown, and how places are written."""
    if len(shown) > PANELS:
        part = f"Only the first {PANELS} parts are drawn; the lists below have all."
    elif not plan.top.wide:
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
    for each in plan.figures:
        owner = "" if each.owner is None else plan.owners[each.owner]
        role = f": {each.role}" if each.role else ""
        what = f"{each.sign}: {called(each.name, each.kind, owner)}"
        what += f"{stated(each.state)}," if each.state is not None else role
        yield f"{what} at {_where(plan, each.at)}{_faces(each)}{_others(each)}"
    for rumour in plan.rumours:
        for spot in rumour.spots:
            yield f"{rumour.mark}: reported at {_where(plan, spot)}"


def _where(plan: TablePlan, at: Point) -> str:
    """Return a place with its ground and the areas in which it lies."""
    ground = plan.ground(at)
    known = ground is not None and ground < len(plan.grounds)
    said = [plan.grounds[ground]] if known and ground is not None else []
    said += [f"in {name.replace('_', ' ')}" for name, _ in plan.standing(at)]
    return f"{place(at)} ({', '.join(said)})" if said else place(at)


def _faces(figure: TablePiece) -> str:
    return "" if figure.facing is None else f", {figure.arrow} {way(figure.facing)}"


def _others(figure: TablePiece) -> str:
    known = figure.others and not figure.role
    return f", to others {figure.others}" if known else ""


def lettered(plan: TablePlan) -> list[tuple[str, str, TableArea]]:
    """Return the letter, the name and the rest of each area of the table."""
    every = zip(letters(), plan.top.pieces.items(), strict=False)
    return [(a, name.replace("_", " "), piece) for a, (name, piece) in every]


def areas(plan: TablePlan) -> Iterator[str]:
    """Yield what the letters mean."""
    for letter, name, piece in lettered(plan):
        said = [name]
        if piece.ground is not None and piece.ground < len(plan.grounds):
            said.append(plan.grounds[piece.ground])
        if piece.level:
            said.append(f"level {piece.level}")
        yield f"{letter}: {', '.join(said)}: {shape(piece.area)}"


def shape(area: Area) -> str:
    """Return an area as one would lay it out."""
    many = 8
    corners = [place(each) for each in area.corners]
    if len(corners) == 1:
        return f"{length(inches(2 * area.margin))} across about {corners[0]}"
    if len(corners) == 2:
        wide = f", {length(inches(2 * area.margin))} wide" if area.margin else ""
        return f"from {corners[0]} to {corners[1]}{wide}"
    if len(corners) <= many:
        return f"corners {'; '.join(corners)}"
    box = box_of(area)
    return f"{len(corners)} corners within {place(box[:2])} to {place(box[2:])}"


def rumours(plan: TablePlan) -> Iterator[str]:
    """Yield what was reported, the latest first; what a later one is about too is
    said to be older."""
    for each in reversed(plan.rumours):
        yield _rumour(each)


def _rumour(rumour: ReportedArea) -> str:
    old = " (older)" if rumour.is_old else ""
    to = f" to {rumour.to}" if rumour.to else ""
    somewhere = "".join(f"; somewhere in {shape(each)}" for each in rumour.areas)
    return f"{rumour.mark}{to}{old}: {rumour.said}{somewhere}"


def stretches(plan: TablePlan) -> Iterator[str]:
    """Yield the ways of things, and what they cover."""
    for each in plan.stretches:
        spots = [place(at) for at in each.way]
        said = [*spots, *(shape(area) for area in each.areas)]
        yield f"{each.name} ({each.role}): {'; '.join(said)}"


def circles(plan: TablePlan) -> Iterator[str]:
    """Yield how far things reach."""
    for each in plan.circles:
        far = length(inches(each.far))
        yield f"{each.name}: {each.role}: {far} inches from {place(each.centre)}"


def lists(plan: TablePlan) -> list[tuple[str, list[str]]]:
    """Return all that a map says in words, under headings; what is empty is left
    out."""
    found = [
        ("What stands where", list(standing(plan)) or ["nothing that is known"]),
        ("What was reported, the latest first", list(rumours(plan))),
        ("Areas", list(areas(plan))),
        ("Ways, and what things cover", list(stretches(plan))),
        (FAR, list(dict.fromkeys(circles(plan)))),
    ]
    return [(head, lines) for head, lines in found if lines]


ACROSS = 72  # letters of a line, beside the numbers of inches
WALL = "+"
_SIZES = (
    *(Fraction(1, 4), Fraction(1, 3), Fraction(1, 2), Fraction(2, 3)),
    *map(Fraction, (1, 2, 3, 4, 6, 12, 15, 24)),
)
_APART = 8  # letters between two numbers of inches


class Letters:
    """A window of a table in letters; each is `size` inches wide and twice as deep."""

    def __init__(self, plan: TablePlan, window: TableWindow) -> None:
        """Choose the size."""
        self.plan = plan
        self.window = window
        fitting = (e for e in _SIZES if window.wide / e <= ACROSS)
        self.size = next(fitting, Fraction(window.wide, ACROSS))
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
            for column, said in marks:
                start = max(min(column, self.columns - len(said)), 0)
                cells[row][start : start + len(said)] = list(said)
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
        together."""
        every = [(each.at, each.sign) for each in self.plan.figures]
        every += [(at, each.mark) for each in self.plan.rumours for at in each.spots]
        placed = sorted((self._cell(at), said) for at, said in every if self._in(at))
        found: dict[int, list[tuple[int, list[str]]]] = {}
        for (row, column), said in placed:
            groups = found.setdefault(row, [])
            if groups and column <= groups[-1][0] + len(_brief(groups[-1][1])):
                groups[-1][1].append(said)
            else:
                groups.append((column, [said]))
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
        return self._sign(self.plan.ground((x * INCH, y * INCH)))

    def _sign(self, ground: int | None) -> str:
        return symbol(self.plan.look(ground))

    def _walls(self, cells: list[list[str]]) -> None:
        """Draw what is long and thin, and would fall between the letters."""
        for _, piece, *_ in self.plan.pieces:
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

    def _numbered(self, row: int, said: str) -> str:
        top = self.window.high - 2 * row * self.size
        low = ceil(top - 2 * self.size)
        return f"{low if low < top or row == 0 else '':>4} {said}"

    def _scale(self) -> str:
        """Return the inches from left to right."""
        step = max(ceil(_APART * self.size), 1)
        line = ""
        for inch in range(0, self.window.wide + 1, step):
            line = line.ljust(5 + int(inch / self.size)) + str(self.window.left + inch)
        return line


def drawn(plan: TablePlan) -> Iterator[str]:
    """Yield the lines of a table and what its signs mean, unfolded but for the letters
    themselves."""
    yield heading(plan)
    window = whole(plan)
    shown = windows(plan)[:1] if window is None else [window]
    crowded: list[str] = []
    for each in shown:
        made = Letters(plan, each)
        yield ""
        yield from made.lines()
        crowded += made.crowded()
        yield ""
        yield f"A letter is {made.size} wide and {2 * made.size} deep, in inches."
    yield _key(plan)
    if crowded:
        yield f"Several: {'; '.join(crowded)}"


def _key(plan: TablePlan) -> str:
    found = {piece.ground for piece in plan.top.pieces.values()} | {plan.top.elsewhere}
    said = [
        f"{symbol(plan.look(at))} {name}"
        for at, name in enumerate(plan.grounds)
        if at in found
    ]
    walls = (e for e in plan.top.pieces.values() if len(e.area.corners) == 2)
    said += [f"{WALL} a line"] if any(e.ground is None for e in walls) else []
    roles = dict.fromkeys(figure.role for figure in plan.figures if figure.role)
    said += [f"{STAR} {', '.join(roles)}"] if roles else []
    said += [
        f"{each.sign} {each.name}" for each in states_of(e.state for e in plan.figures)
    ]
    said += ["?1 a report"] if plan.rumours else []
    return "; ".join(said)


def _brief(group: list[str]) -> str:
    return group[0] if len(group) == 1 else f"{group[0]}+{len(group) - 1}"
