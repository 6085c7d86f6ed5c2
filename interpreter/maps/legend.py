"""The legend of a map: a sample of each mark that the picture has, and its meaning."""

from collections.abc import Callable, Iterator, Sequence, Set
from typing import TypeAlias

from interpreter.maps import counters, words
from interpreter.maps.counters import ALSO, OLD, REPORTED, CounterSymbol, Pile, fill
from interpreter.maps.line_styles import OFFERED, SOMEWHERE, WAY, Style
from interpreter.maps.plan import STAR, AnyPlan, CellPlan, states_of
from interpreter.maps.svg import Point, element, path, text, width

SIZE, LINE = 8.5, 16.0  # of letters, from line to line
SAMPLE = 30.0  # room for a sample
GAP = 12.0
_STROKE: tuple[Point, ...] = ((-13.0, 0.0), (13.0, 0.0))

LegendEntry: TypeAlias = tuple[str, str]
"""A sample drawn about the point (0, 0), and what it means."""


def line_entry(meaning: str, **style: object) -> LegendEntry:
    """Return a line of a style."""
    return path([_STROKE], **style), meaning


def arrow_entries(plan: AnyPlan) -> Iterator[LegendEntry]:
    """Yield what the arrows of things and reports mean, where there are some."""
    arrows = [piece.arrow for piece in plan.pieces if piece.facing is not None]
    arrows += ["reported direction" for e in plan.reports if e.facing is not None]
    if arrows:
        head = [(-4.0, -4.5), (4.0, 0.0), (-4.0, 4.5), (-4.0, -4.5)]
        yield path([head], fill="#000000"), ", ".join(dict.fromkeys(arrows))


def ground_entries(
    plan: AnyPlan, shown: Set[int | None], sample: Callable[[str], str]
) -> Iterator[LegendEntry]:
    """Yield the grounds that are shown; `sample` draws a shape with what fills it."""
    for ground, name in enumerate(plan.grounds):
        if ground in shown:
            yield sample(fill(plan.look(ground))), name


def extent_entries(plan: CellPlan, land: Style) -> Iterator[LegendEntry]:
    """Yield the lines around places that are offered, reported and lettered; `land` is
    the style of regions and of what things cover."""
    if plan.offered:
        yield line_entry("to choose from", **OFFERED)
    if any(report.areas for report in plan.reports):
        yield line_entry("reported somewhere inside", **SOMEWHERE)
    lettered = words.lettered(plan)
    if any(each.is_way for each in lettered):
        yield line_entry("way", **WAY)
    if any(not each.is_way for each in lettered):
        yield line_entry("rim of a lettered area", **land)


def counter_entries(plan: CellPlan) -> Iterator[LegendEntry]:
    """Yield the counters, badges, arrows and reports of a board with separate
    places."""
    yield from _owners(plan)
    if any(piece.role for piece in plan.pieces):
        role = ", ".join(dict.fromkeys(e.role for e in plan.pieces if e.role))
        owner = next(piece.owner for piece in plan.pieces if piece.role)
        yield _sample(Pile(owner, ALSO, (CounterSymbol(f"Ab{STAR}", role),))), role
    for state in states_of(e.state for e in plan.pieces):
        token = CounterSymbol(f"Ab{state.sign}", state.name)
        yield _sample(Pile(None, "", (token,))), state.name
    yield from _badges(plan)
    yield from arrow_entries(plan)
    if any(not report.is_old for report in plan.reports):
        token = CounterSymbol("?2", "report")
        yield _sample(Pile(None, REPORTED, (token,))), "reported, and when"
    if any(report.is_old for report in plan.reports):
        yield _sample(Pile(None, OLD, (CounterSymbol("?1", "report"),))), "older report"


def _owners(plan: CellPlan) -> Iterator[LegendEntry]:
    owners = {piece.owner for piece in plan.pieces}
    for owner in sorted(owners, key=lambda each: (each is None, each)):
        name = "of nobody" if owner is None else plan.owners[owner]
        yield _sample(Pile(owner, "", (CounterSymbol("Ab", name),))), name


def _badges(plan: CellPlan) -> Iterator[LegendEntry]:
    badges = {b.text.rstrip("-0123456789 "): b for e in plan.pieces for b in e.badges}
    carried = [name for name in badges if name.startswith("with ")]
    for name in sorted(badges.keys() - set(carried)):
        yield counters.disc((0.0, 0.0), 5.5, badges[name].sign), name
    if carried:
        yield counters.disc((0.0, 0.0), 5.5, badges[carried[0]].sign), "who is with it"


def _sample(pile: Pile) -> str:
    return counters.pile((0.0, 0.0), 24.0, 11.0, pile)


def flowed(found: Sequence[LegendEntry], left: float, room: float) -> tuple[str, float]:
    """Return the entries side by side in as many lines as they need, drawn from the
    height 0 on, and how high they are."""
    drawn = []
    x, y = left, LINE / 2
    most = int((room - SAMPLE - GAP) / width("m", SIZE))
    for sample, meaning in found:
        label = meaning if len(meaning) <= most else f"{meaning[: most - 3]}..."
        wide = SAMPLE + width(label, SIZE) + GAP
        if x > left and x + wide > left + room:
            x, y = left, y + LINE
        drawn.append(
            element("g", sample, transform=f"translate({x + SAMPLE / 2:.1f} {y:.1f})")
        )
        drawn.append(text((x + SAMPLE + 2, y + SIZE * 0.36), label, SIZE))
        x += wide
    return "".join(drawn), y + LINE / 2 if found else 0.0
