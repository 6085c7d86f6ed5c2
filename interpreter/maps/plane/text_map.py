"""A table as lines of letters: its ground, and the marks of what stands there."""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from interpreter.boards.plane.points import INCH, Point, between
from interpreter.maps.grounds import symbol
from interpreter.maps.plan import STAR, states_of
from interpreter.maps.plane import words
from interpreter.maps.plane.plan import TablePlan
from interpreter.maps.plane.windows import TableWindow, whole, windows

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
        """Yield what stands where several marks have no room."""
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
    yield words.heading(plan)
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
    found = {each.ground for each in plan.top.pieces.values()} | {plan.top.elsewhere}
    said = [
        f"{symbol(plan.look(at))} {name}"
        for at, name in enumerate(plan.grounds)
        if at in found
    ]
    walls = (e for e in plan.top.pieces.values() if len(e.area.corners) == 2)
    said += [f"{WALL} a line"] if any(e.ground is None for e in walls) else []
    roles = dict.fromkeys(each.role for each in plan.figures if each.role)
    said += [f"{STAR} {', '.join(roles)}"] if roles else []
    said += [
        f"{each.sign} {each.name}" for each in states_of(e.state for e in plan.figures)
    ]
    said += ["?1 a report"] if plan.rumours else []
    return "; ".join(said)


def _brief(group: list[str]) -> str:
    return group[0] if len(group) == 1 else f"{group[0]}+{len(group) - 1}"
