"""Ways over the cells of a board: shortest paths, reach, and lines along them.

A path is a tuple of hexes, the newest first, each a neighbour of the next unless its
piece was put down elsewhere.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from msgspec import Struct

from interpreter.boards.hexes import (
    Hex,
    direction,
    distance,
    dot,
    moved,
    neighbour,
    step,
)
from interpreter.boards.protocol import Cell
from interpreter.diagnostics import LimitExceeded
from interpreter.values.faults import Fault

Cost: TypeAlias = int | Fraction
Path: TypeAlias = tuple[Hex, ...]
S = TypeVar("S", bound=Hashable)

MOST_MOVES = 500_000


class SearchNode(Struct, Generic[S], frozen=True):
    """The least cost of a state, and the state before it; None at the start."""

    cost: Cost
    before: S | None


def search(
    start: S,
    moves: Callable[[S, Cost], Iterable[tuple[S, Cost]]],
    budget: Cost | None = None,
    until: Callable[[S, Cost], bool] | None = None,
) -> Mapping[S, SearchNode[S]]:
    """Return every state that can be reached, cheapest first, the start among them.

    A state is whatever moves and turns change: a hex, or a hex and a facing. `moves`
    gets a state and what was spent up to it and yields the next states with what each
    costs; none where the piece must stop. Of equal ways the one found first is kept.
    The search is over with the first state of which `until` is true.
    More than 500,000 moves tried are LimitExceeded, so without a budget the board must
    end. A cost below 0 is a ValueError.
    """
    found: dict[S, SearchNode[S]] = {}
    order = 0
    waiting: list[tuple[Cost, int, S, S | None]] = [(0, 0, start, None)]
    while waiting:
        spent, _, state, before = heappop(waiting)
        if state in found:
            continue
        found[state] = SearchNode(spent, before)
        if until is not None and until(state, spent):
            break
        for goal, cost in moves(state, spent):
            if cost < 0:
                raise ValueError("a step that costs less than nothing")
            order += 1
            if order > MOST_MOVES:
                raise LimitExceeded("moves tried on the way", MOST_MOVES)
            if goal not in found and (budget is None or spent + cost <= budget):
                heappush(waiting, (spent + cost, order, goal, state))
    return found


class PathState(NamedTuple):
    """Where a piece stands on its way: the hex, the one before (at the start the same),
    its steps so far and what they cost, where it faces, and whether it has turned in
    this hex."""

    at: Hex
    came: Hex
    steps: int
    spent: Cost
    facing: Hashable = None
    turned: bool = False


def ends(
    begin: PathState,
    budget: Cost,
    moves: Callable[[PathState], Iterable[tuple[Hex, Cost, bool]]],
    rests: Callable[[PathState], tuple[bool, bool]],
    told: tuple[bool, bool, bool] = (False, False, False),
    turns: Callable[[PathState], Iterable[tuple[Hashable, Cost]]] = lambda _: (),
    some: bool = False,
    excluded: Hex | None = None,
) -> Path:
    """Return the hexes where a way that goes on from `begin` may end, cheapest first;
    with `some` the first alone that is not the one `excluded`.

    `moves` yields (hex, cost, whether it may be made whatever it costs), `rests` tells
    whether a way must end there and whether it may; before the first step none must,
    nor after a turn. `turns` yields where a piece may turn, once in a hex, and what
    that costs.
    `told`: whether these read the hex before, the number of steps, what is spent; ways
    to one hex that differ in nothing else are one, the cheapest. LimitExceeded as for
    `search`.
    """
    walk = _Walk(begin, budget, moves, rests, told, turns)

    def is_wanted(at: PathState, cost: Cost) -> bool:
        return at.at != excluded and walk.may_end(at, cost)

    until = is_wanted if some else None
    found = search(walk.known(begin), walk.goes_on, until=until)
    able = (at.at for at, one in found.items() if walk.may_end(at, one.cost))
    return tuple([at for at in dict.fromkeys(able) if at != excluded])


class _Walk:
    """What `ends` is given; whether a way ends is asked once of each state."""

    def __init__(
        self,
        begin: PathState,
        budget: Cost,
        moves: Callable[[PathState], Iterable[tuple[Hex, Cost, bool]]],
        rests: Callable[[PathState], tuple[bool, bool]],
        told: tuple[bool, bool, bool],
        turns: Callable[[PathState], Iterable[tuple[Hashable, Cost]]],
    ) -> None:
        self._begin = begin
        self._budget = budget
        self._moves = moves
        self._rests = rests
        self._told = told
        self._turns = turns
        self._rested: dict[PathState, tuple[bool, bool]] = {}

    def known(self, stand: PathState) -> PathState:
        """Return a state without what nothing reads."""
        tells_came, tells_steps, tells_spent = self._told
        at, came, steps, spent, facing, turned = stand
        return PathState(
            at,
            came if tells_came else at,
            steps if tells_steps or steps < 1 else 1,
            spent if tells_spent else 0,
            facing,
            turned,
        )

    def goes_on(self, stand: PathState, more: Cost) -> Iterable[tuple[PathState, Cost]]:
        """Yield the states after one, and what each costs."""
        stand = self._spending(stand, more)
        if stand.steps and not stand.turned and self._rest(stand)[0]:
            return
        for goal, cost, free in self._moves(stand):
            spent = stand.spent + cost
            if free or spent <= self._budget:
                gone = PathState(goal, stand.at, stand.steps + 1, spent, stand.facing)
                yield self.known(gone), cost
        for facing, cost in () if stand.turned else self._turns(stand):
            spent = stand.spent + cost
            if spent <= self._budget:
                faced = stand._replace(spent=spent, facing=facing, turned=True)
                yield self.known(faced), cost

    def may_end(self, stand: PathState, more: Cost) -> bool:
        """Tell whether a way may end in a state."""
        return self._rest(self._spending(stand, more))[1]

    def _spending(self, stand: PathState, more: Cost) -> PathState:
        at, came, steps, _, facing, turned = stand
        return PathState(at, came, steps, self._begin.spent + more, facing, turned)

    def _rest(self, stand: PathState) -> tuple[bool, bool]:
        found = self._rested.get(stand)
        if found is None:
            found = self._rested[stand] = self._rests(stand)
        return found


def way(found: Mapping[S, SearchNode[S]], goal: S) -> tuple[S, ...]:
    """Return the states from the start of a search to a goal, both included, oldest
    first; empty if it was not reached."""
    states: list[S] = []
    at = found.get(goal)
    state: S | None = goal
    while at is not None and state is not None:
        states.append(state)
        state = at.before
        at = None if state is None else found[state]
    return tuple(reversed(states))


def reachable(
    start: Hex,
    cost: Callable[[Hex, Hex], Cost | None],
    budget: Cost,
) -> Mapping[Hex, Cost]:
    """Return the least cost of every hex that a budget reaches, cheapest first.

    `cost` is that of a step from one hex to a neighbour, None where none is allowed.
    """

    def moves(at: Hex, _spent: Cost) -> Iterable[tuple[Hex, Cost]]:
        for each in range(6):
            goal = neighbour(at, each)
            price = cost(at, goal)
            if price is not None:
                yield goal, price

    return {goal: each.cost for goal, each in search(start, moves, budget).items()}


def steps(path: Path) -> int:
    """Return the number of steps of a path, one less than its hexes."""
    return max(len(path) - 1, 0)


def moved_along(given: Iterable[Hex], start: Hex, goal: Hex) -> tuple[Hex, ...]:
    """Return hexes moved by the same step as something that went from hex to hex."""
    by = step(start, goal)
    return tuple(moved(each, by) for each in given)


def beside(path: Path) -> tuple[Path, Path]:
    """Return the lines of hexes on the left and on the right of a path.

    Beside each hex stands the neighbour to the left and behind (on the right likewise)
    of one who goes along the path and is about to reach the next newer hex, the newest
    having just been reached. So a straight line has two as long as itself. In a bend
    the inner line is shorter: what is on the path, or stands there already, is left
    out. A hex that has no neighbour on the path has none beside it.
    """
    lines: list[Path] = []
    for turn in (-2, 2):
        given: dict[Hex, None] = {}
        for index, at in enumerate(path):
            heading = _heading(path, index)
            if heading is not None:
                given[neighbour(at, (heading + turn) % 6)] = None
        lines.append(tuple(each for each in given if each not in path))
    return lines[0], lines[1]


def _heading(path: Path, index: int) -> int | None:
    """Return the direction from a hex of a path to the next newer one, or else that
    from the next older one to it; None where the path does not go on."""
    for older, newer in ((index, index - 1), (index + 1, index)):
        if newer >= 0 and older < len(path) and distance(path[older], path[newer]) == 1:
            return direction(path[older], path[newer])
    return None


# Constraints on where things may be placed, and the search for a placing that fits.

V = TypeVar("V")

MOST_TRIES = 100_000


def beyond(start: Hex, over: Hex, goal: Hex) -> bool:
    """Return whether `over` lies on a shortest way from `start` to a farther `goal`."""
    past_over = distance(over, goal)
    return past_over > 0 and distance(start, over) + past_over == distance(start, goal)


def past(start: Hex, over: Hex, goal: Hex) -> bool:
    """Return whether `goal` lies past the line that runs through `over` at a right
    angle to the straight line from `start`: the wider reading of `beyond`."""
    return dot(step(start, over), step(over, goal)) > 0


def closed_in(ways_out: Collection[Hex], by: Collection[Hex], reach: int = 1) -> bool:
    """Return whether every way out is within `reach` of one of the hexes `by`.

    `ways_out` are the hexes by which one could leave, so without any it is closed in.
    `reach` 1 counts a way beside one of them as taken, 0 only their own hexes.
    """
    return all(any(distance(way, each) <= reach for each in by) for way in ways_out)


def apart(a: Collection[Hex], b: Collection[Hex], between: int) -> bool:
    """Return whether at least so many hexes lie between two bodies, everywhere."""
    return all(distance(one, other) > between for one in a for other in b)


def first_placing(
    rooms: Sequence[Sequence[V]],
    fits: Callable[[tuple[V, ...]], bool],
    may: Callable[[tuple[V, ...]], bool] = lambda _: True,
) -> tuple[V, ...] | None:
    """Return the first placing that fits, one place out of each room; None if none
    does.

    Placings come in the order of the rooms, the last changing fastest. `fits` judges a
    whole one. `may` judges the beginning of one and must say no only if nothing that
    begins so can fit: it cuts the search short. More than 100,000 beginnings tried are
    LimitExceeded.
    """
    waiting: list[tuple[V, ...]] = [()]
    tries = 0
    while waiting:
        placed = waiting.pop()
        if not may(placed):
            continue
        if len(placed) == len(rooms):
            if fits(placed):
                return placed
            continue
        room = rooms[len(placed)]
        tries += len(room)
        if tries > MOST_TRIES:
            raise LimitExceeded("placings tried", MOST_TRIES)
        waiting += ((*placed, place) for place in reversed(room))
    return None


Cells = tuple[Cell, ...]


class WalkedBoard:
    """A board with separate places and `regions` of them, over which pieces walk."""

    __slots__ = ()

    regions: Mapping[str, Cells]

    def length(self, path: Cells) -> int:
        """Return the steps of a path, one less than its places."""
        return steps(path)

    def named(self, name: str) -> Cells:
        """Return a named region; Fault where the map has none of that name."""
        found = self.regions.get(name)
        if found is None:
            said = name.replace("_", " ")
            raise Fault("R705", f"the map of this scenario has no region '{said}'")
        return found

    def ends(
        self,
        begin: tuple[Cell, Cell, int, Cost, Hashable],
        turned: bool,
        budget: Cost,
        moves: Callable[..., Iterable[tuple[Cell, Cost, bool]]],
        rests: Callable[..., tuple[bool, bool]],
        turns: Callable[..., Iterable[tuple[Hashable, Cost]]],
        told: tuple[bool, bool, bool],
        some: bool = False,
        excluded: Cell | None = None,
    ) -> Cells:
        """Return the places where a walk may end that goes on from where a piece
        is, cheapest first, or the first alone; see `paths.ends`. Each callback is given
        the place, the one before, the steps so far, their cost, and where the piece
        faces."""
        return ends(
            PathState(*begin, turned),
            budget,
            lambda state: moves(*state[:5]),
            lambda state: rests(*state[:5]),
            told,
            lambda state: turns(*state[:5]),
            some,
            excluded,
        )
