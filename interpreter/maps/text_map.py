"""Plans as text: the board in letters, and what is where in words."""

from collections.abc import Iterator, Sequence

from interpreter.maps.folding import folded
from interpreter.maps.plane.plan import Plan
from interpreter.maps.renderers import renderer_of


def map_text(plans: Sequence[Plan]) -> str:
    """Return maps as lines of at most 80 letters."""
    if not plans:
        return "there is no map here"
    return "\n\n".join("\n".join(_lines(each)) for each in plans)


def sketch(plans: Sequence[Plan]) -> str:
    """Return only the board of maps and what the marks mean: for a reader who sees
    beside it what he knows."""
    return "\n\n".join(
        "\n".join([*renderer_of(each).text(each), *folded(_named(each))])
        for each in plans
    )


def _lines(plan: Plan) -> Iterator[str]:
    renderer = renderer_of(plan)
    yield from renderer.text(plan)
    for head, lines in renderer.lists(plan):
        yield ""
        yield head
        for line in lines:
            yield from folded(f"  {line}")


def _named(plan: Plan) -> str:
    """Return which mark is whose, and of what."""
    said = (
        f"{each.sign} {each.name}{f': {each.role}' if each.role else ''}"
        for each in renderer_of(plan).pieces(plan)
    )
    return ", ".join(dict.fromkeys(said))
