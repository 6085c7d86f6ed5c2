"""What a map of a table says in words: the same below a picture and in text."""

from collections.abc import Iterator, Sequence
from math import atan2, degrees

from interpreter.boards.hexes import COMPASS
from interpreter.boards.plane.areas import Area
from interpreter.boards.plane.functions import inches, record_of
from interpreter.boards.plane.points import Heading, Point
from interpreter.boards.plane.tabletop import TableArea, length, spelled
from interpreter.maps.plan import called, stated
from interpreter.maps.plane.plan import ReportedArea, TablePiece, TablePlan, box_of
from interpreter.maps.plane.windows import PANELS, TableWindow
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
    """Say which part of the table is shown, and how places are told."""
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
    """Yield what stands where, and what faces where."""
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
    """Yield what the letters stand for."""
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
