"""Plans as one picture: a page with panels, a legend, and what is where in words."""

from collections.abc import Sequence

from interpreter.maps.grounds import LOOKS, pattern
from interpreter.maps.plane.plan import Plan
from interpreter.maps.renderers import renderer_of
from interpreter.maps.svg import PAGE, RIM, Page, element, number
from interpreter.maps.svg import words as escaped

SCALE = 2.7  # pixels of a unit at most
_STYLE = (
    "text{font-family:'DejaVu Sans',Verdana,Arial,sans-serif}"
    ".halo{paint-order:stroke;stroke:#fff;stroke-width:1.6px;stroke-linejoin:round}"
)


def picture(plans: Sequence[Plan], *, uncut: bool = False) -> str:
    """Return the picture as SVG; without plans it says that there is no map. `uncut`:
    a board of hexes is in one piece, on as wide a page as that takes."""
    page = Page(
        max([PAGE, *(renderer_of(e).width(e) for e in plans)]) if uncut else PAGE
    )
    for place, plan in enumerate(plans):
        renderer_of(plan).draw(page, plan, str(place), uncut)
    if not plans:
        page.words(["There is no map here."])
    title = "; ".join(renderer_of(each).heading(each) for each in plans) or "no map"
    looks = {each for plan in plans for each in ("plain", *plan.looks)}
    size = f"0 0 {number(page.wide)} {number(page.y + RIM)}"
    said = " ".join(
        line for plan in plans for line in renderer_of(plan).described(plan)
    )
    drawn = element(
        "svg",
        "\n" + element("title", escaped(title), id="title"),
        "\n" + element("desc", escaped(said), id="desc"),
        "\n" + element("style", _STYLE),
        element("defs", *(pattern(each) for each in LOOKS if each in looks)),
        element("rect", width="100%", height="100%", fill="#ffffff"),
        "\n" + "\n".join(page.drawn) + "\n",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=size,
        width="100%",
        style=f"max-width:{page.wide * SCALE:.0f}px;height:auto",
        role="img",
        aria_labelledby="title desc",
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{drawn}\n'
