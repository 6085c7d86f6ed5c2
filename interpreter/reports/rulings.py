"""The ruling card: what differs from the book, as text and as data."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Literal, TypeAlias

from msgspec import Struct

from interpreter.reports.colour import PLAIN, Paint
from interpreter.reports.outputs.packs import RulingOutput
from interpreter.reports.text_layout import WIDTH, folded, referred

RulingKind: TypeAlias = Literal[
    "change", "option", "house figure", "missing figure", "left out"
]


class Ruling(Struct, frozen=True):
    """Something that differs from the book, or is not in it: what it is, what the book
    or the default has and what holds ("" where that is not known), the overlay, the
    rules of the source, and its place."""

    kind: RulingKind
    what: str
    before: str
    now: str
    by: str
    rules: tuple[str, ...]
    place: str


HEADINGS: Mapping[RulingKind, str] = MappingProxyType(
    {
        "change": "changed by house rules",
        "option": "options that are set otherwise",
        "house figure": "figures of the author, not of the book",
        "missing figure": "figures that nobody has",
        "left out": "rules of the source that are not carried out, by reason",
    }
)


def rulings_text(
    pack: str, rulings: Sequence[Ruling], paint: Paint = PLAIN, cells: int = WIDTH
) -> str:
    """Return the card as lines, under a heading for each kind."""
    lines = [paint.bold(f"{pack}: what differs from the book")]
    for kind, of_kind in groupby(rulings, key=lambda ruling: ruling.kind):
        lines += ["", paint.bold(HEADINGS[kind])]
        for ruling in of_kind:
            lines += _lines(ruling, paint, cells)
    if not rulings:
        lines += ["", "nothing: every rule is as the pack's own files have it"]
    return "\n".join(lines)


def _lines(ruling: Ruling, paint: Paint, cells: int) -> Iterator[str]:
    rules = f"  [{' '.join(ruling.rules)}]" if ruling.rules else ""
    if ruling.kind == "left out":
        text = f"{ruling.what}: {', '.join(ruling.rules)}"
        yield from folded(text, cells, "  ")
        return
    if ruling.kind in ("house figure", "missing figure"):
        yield from referred(ruling.what, ruling.place, cells, paint, "  ")
        return
    yield from referred(f"{ruling.what}{rules}", ruling.place, cells, paint, "  ")
    before = ruling.before or "nothing"
    now = ruling.now or "removed"
    by = f"  ({ruling.by})" if ruling.by else ""
    yield from folded(f"{before} -> {now}{by}", cells, "    ")


def ruling_output(ruling: Ruling) -> RulingOutput:
    """Return a ruling as the record for JSON."""
    return RulingOutput(
        kind=ruling.kind,
        what=ruling.what,
        before=ruling.before,
        now=ruling.now,
        by=ruling.by,
        rules=ruling.rules,
        at=ruling.place,
    )
