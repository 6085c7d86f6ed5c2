"""The registry of renderers: how the plan of each kind of board is drawn and described.

A kind of board is one entry of `_RENDERERS`. Pictures, text maps and what is printed
beside them iterate over plans and ask here; none of them names a kind.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from interpreter.maps import area_map, hex_page, hex_text, words
from interpreter.maps.folding import CELLS, folded
from interpreter.maps.plan import AreaPlan, HexPlan
from interpreter.maps.plane import page as table_page
from interpreter.maps.plane import text_map as table_text
from interpreter.maps.plane import words as table_words
from interpreter.maps.plane.plan import Plan, TablePlan
from interpreter.maps.svg import PAGE, Page


class MarkedPiece(Protocol):
    """A thing on any map: its mark, its name, and what of it is here ("" itself)."""

    @property
    def sign(self) -> str:
        """Its mark in words."""

    @property
    def name(self) -> str:
        """Its name for the viewer."""

    @property
    def role(self) -> str:
        """What else of it is here; "" for the thing itself."""


@dataclass(frozen=True, slots=True)
class Renderer:
    """How plans of one class are shown: a heading, `lists` in words with a heading
    each, `described` for a reader who hears the picture, the lines of `text`, the
    `pieces` with a mark, and the picture: `width` of the page of a whole board, and
    `draw(page, plan, name, uncut)`."""

    heading: Callable[[Any], str]
    lists: Callable[[Any], list[tuple[str, list[str]]]]
    described: Callable[[Any], Iterable[str]]
    text: Callable[[Any], Iterable[str]]
    pieces: Callable[[Any], Sequence[MarkedPiece]]
    width: Callable[[Any], float]
    draw: Callable[[Page, Any, str, bool], None]


def _table_text(plan: TablePlan) -> Iterable[str]:
    for line in table_text.drawn(plan):
        yield from [line] if len(line) <= CELLS else folded(line)


def _draw_table(page: Page, plan: TablePlan, name: str, _uncut: bool) -> None:
    table_page.drawn(page, plan, name)


_RENDERERS: tuple[tuple[type[Plan], Renderer], ...] = (
    (
        HexPlan,
        Renderer(
            words.heading,
            words.lists,
            hex_page.described,
            hex_text.drawn,
            lambda plan: plan.pieces,
            hex_page.page_width,
            hex_page.drawn,
        ),
    ),
    (
        TablePlan,
        Renderer(
            table_words.heading,
            table_words.lists,
            table_page.described,
            _table_text,
            lambda plan: plan.figures,
            lambda _plan: PAGE,
            _draw_table,
        ),
    ),
    (
        AreaPlan,
        Renderer(
            words.heading,
            area_map.lists,
            area_map.described,
            area_map.text,
            lambda plan: plan.pieces,
            lambda _plan: PAGE,
            area_map.drawn,
        ),
    ),
)


def renderer_of(plan: Plan) -> Renderer:
    """Return how a plan is shown."""
    return next(each for kind, each in _RENDERERS if isinstance(plan, kind))
