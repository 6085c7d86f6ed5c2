"""How often each result came, as a picture: bars with their intervals, in sections."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from interpreter.maps.svg import (
    RIM,
    ROOM,
    SIZE,
    WIDE,
    Page,
    Point,
    document,
    element,
    path,
    text,
    titled,
)

LABEL, BAR = 110.0, 150.0  # room for what a bar means, and for a share of all
LINE, THICK = 13.0, 8.0  # from bar to bar, and of a bar
MOST = 200  # bars of a section: more are not drawn, and it is said
_LETTERS = int(LABEL / (SIZE * WIDE))
_STYLE = "text{font-family:'DejaVu Sans',Verdana,Arial,sans-serif}.paper{fill:#fff}"


class Bar(Struct, frozen=True):
    """A result, its share of all, and the ends of the interval of that; an exact share
    has none, but its own words."""

    label: str
    share: float
    interval: tuple[float, float] | None
    exact_words: str = ""

    @property
    def words(self) -> str:
        """What the bar shows, in words."""
        if self.interval is None:
            return self.exact_words
        low, high = self.interval
        return f"{self.share:.2%} ({low:.2%} to {high:.2%})"


class Section(Struct, frozen=True):
    """Bars under a heading ("": none), and lines of words below them."""

    heading: str
    bars: tuple[Bar, ...]
    below: tuple[str, ...] = ()


def bars_picture(title: str, sections: Sequence[Section], foot: Sequence[str]) -> str:
    """Return the picture as self-contained SVG; its description has all that it
    shows in words."""
    page = Page()
    page.words([title], bold=True, size=11.0)
    for section in sections:
        page.words([section.heading] if section.heading else [], bold=True)
        shown = section.bars[:MOST]
        page.put(
            element(
                "g", *(_row(bar, page.y + at * LINE) for at, bar in enumerate(shown))
            ),
            len(shown) * LINE,
        )
        more = len(section.bars) - len(shown)
        page.words([f"and {more} more, which are not drawn"] if more else [])
        page.words(section.below)
    page.words(foot)
    description = " ".join(_described(sections, foot))
    return document(title, description, page, _STYLE)


def _row(bar: Bar, top: float) -> str:
    """Return a bar from 0 to all, the ends of its interval, and both in words."""
    left, middle = RIM + LABEL, top + LINE / 2
    ends = [left + BAR * end for end in bar.interval or ()]
    cut = bar.label if len(bar.label) <= _LETTERS else f"{bar.label[: _LETTERS - 3]}..."
    frame: dict[str, object] = {"x": left, "y": middle - THICK / 2, "height": THICK}
    whole = element("rect", **frame, width=BAR, fill="none", stroke="#bbbbbb")
    part = element("rect", **frame, width=BAR * bar.share, fill="#8fa3c2")
    reach: list[list[Point]] = [[(end, middle) for end in ends]] if ends else []
    reach += [[(x, middle - 2.5), (x, middle + 2.5)] for x in ends]
    base = middle + SIZE * 0.36
    room = RIM + ROOM - left - BAR - 4
    size = min(SIZE - 1, room / (WIDE * len(bar.words)))
    return titled(
        f"{bar.label}: {bar.words}",
        whole,
        part,
        path(reach, stroke="#000000", stroke_width="0.9"),
        text((left - 4, base), cut, SIZE, text_anchor="end"),
        text((left + BAR + 4, base), bar.words, size),
    )


def _described(sections: Sequence[Section], foot: Sequence[str]) -> Iterator[str]:
    for section in sections:
        bar_texts = "; ".join(
            f"{bar.label}: {bar.words}" for bar in section.bars[:MOST]
        )
        yield f"{section.heading}: {bar_texts}." if section.heading else f"{bar_texts}."
        yield from (f"{line.strip()}." for line in section.below)
    yield from (f"{line.strip()}." for line in foot)
