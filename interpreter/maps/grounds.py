"""How ground is drawn: patterns that differ without their tints, and tints."""

from collections.abc import Sequence
from types import MappingProxyType

from interpreter.maps.svg import element

_TILE = 12
_INK = "#8a8a80"
_LINE = f'fill="none" stroke="{_INK}" stroke-width="0.7"'

LOOKS = MappingProxyType(
    {
        "plain": ("#fbfaf4", ""),
        "dots": (
            "#f7f2df",
            f'<path d="M2 3h1M8 5h1M5 10h1M11 11h1" stroke="{_INK}" stroke-width="1"/>',
        ),
        "tufts": (
            "#eef3dc",
            f'<path d="M2 5l1-3l1 3M3 5v-3.6M8 11l1-3l1 3M9 11v-3.6" {_LINE}/>',
        ),
        "bushes": (
            "#e6eed3",
            f'<path d="M1.5 5a2 2 0 0 1 4 0zM7.5 11a2 2 0 0 1 4 0z" {_LINE}/>',
        ),
        "trees": (
            "#d9e8cf",
            f'<path d="M3 5.5v-1.3M1 4.2l2-3.6l2 3.6zM9 11.5v-1.3M7 10.2l2-3.6l2 3.6z" '
            f"{_LINE}/>",
        ),
        "woods": (
            "#cfe3c4",
            f'<g {_LINE}><circle cx="3" cy="2.6" r="2"/><path d="M3 4.6v1.4"/>'
            '<circle cx="9" cy="8.6" r="2"/><path d="M9 10.6v1.4"/></g>',
        ),
        "palms": (
            "#cfe3d3",
            f'<path d="M3 6v-4M1 2.6q2-2.4 2-.6q0-1.8 2 .6M9 12v-4M7 8.6q2-2.4 2-.6'
            f'q0-1.8 2 .6" {_LINE}/>',
        ),
        "hills": (
            "#f1e7d2",
            f'<path d="M0 5q3-5 6 0M6 11q3-5 6 0" {_LINE}/>',
        ),
        "wooded hills": (
            "#dfe6c9",
            f'<path d="M0 6q3-5 6 0M7 10.5l2-4l2 4zM9 10.5v1.2" {_LINE}/>',
        ),
        "peaks": (
            "#e7e1d9",
            f'<path d="M0.5 6l3-5.4l3 5.4M3.5 0.6l1.2 5.4M6.5 12l2.6-4.6l2.6 4.6" '
            f"{_LINE}/>",
        ),
        "reeds": (
            "#dfece6",
            f'<path d="M0 6h5M1.5 6v-3M3.2 6v-4M6 12h5M7.5 12v-3M9.2 12v-4" {_LINE}/>',
        ),
        "bushy marsh": (
            "#dcebdd",
            f'<path d="M0 5.6h6M1 5.6a2 2 0 0 1 4 0M6 11.6h6M8 11.6v-3M10 11.6v-3" '
            f"{_LINE}/>",
        ),
        "wooded marsh": (
            "#d2e6de",
            f'<path d="M0 5.6h6M1 4.4l2-3.8l2 3.8zM6 11.6h6M8 11.6v-3M10 11.6v-3" '
            f"{_LINE}/>",
        ),
        "waves": (
            "#d6e7f1",
            f'<path d="M0 3q1.5-2 3 0t3 0t3 0t3 0M0 9q1.5-2 3 0t3 0t3 0t3 0" {_LINE}/>',
        ),
        "stones": (
            "#efece4",
            f'<g {_LINE}><path d="M1 4l1-2l2 0l1 2zM7 10l1-2l2 0l1 2z"/></g>',
        ),
        "lines": ("#f4f0e6", f'<path d="M0 3h12M0 9h12" {_LINE}/>'),
        "furrows": ("#f3ecd4", f'<path d="M0 12l12-12M-1 1l2-2M11 13l2-2" {_LINE}/>'),
        "grid": ("#ececec", f'<path d="M0 3h12M0 9h12M3 0v12M9 0v12" {_LINE}/>'),
        "crosses": (
            "#f5ebe4",
            f'<path d="M1.5 1.5l3 3M4.5 1.5l-3 3M7.5 7.5l3 3M10.5 7.5l-3 3" {_LINE}/>',
        ),
        "rings": (
            "#f0eaf0",
            f'<g {_LINE}><circle cx="3" cy="3" r="1.6"/><circle cx="9" cy="9" r="1.6"/>'
            "</g>",
        ),
    }
)
"""The looks that ground may have: a tint, and what is drawn on it in a tile of 12."""


def looks_of(count: int, said: Sequence[str]) -> tuple[str, ...]:
    """Return a look for each ground: what is said of it, else one that no other has,
    as long as there are some."""
    taken = set(said)
    free = [each for each in LOOKS if each not in taken] or list(LOOKS)
    found: list[str] = []
    for each in [*said, *([""] * count)][:count]:
        found.append(each or free[sum(e not in taken for e in found) % len(free)])
    return tuple(found)


def fill(look: str) -> str:
    """Return what fills a shape with a look."""
    return f"url(#{_id(look)})"


def _id(look: str) -> str:
    return f"ground-{look.replace(' ', '-')}"


def pattern(look: str) -> str:
    """Return the definition of a look."""
    tint, drawn = LOOKS[look]
    back = element("rect", width=_TILE, height=_TILE, fill=tint)
    size = {"width": _TILE, "height": _TILE, "patternUnits": "userSpaceOnUse"}
    return element("pattern", back, drawn, id=_id(look), **size)


def symbol(look: str) -> str:
    """Return the letter that stands for a look in a map of text."""
    return _SYMBOLS[look]


_SYMBOLS = MappingProxyType(dict(zip(LOOKS, '.:"o^&ynwm|%$~*-/#x@', strict=True)))
