"""How wide lines are: as the terminal is, within limits; 80 letters elsewhere."""

import os
import pty
from collections.abc import Iterator
from io import StringIO
from typing import TextIO

import pytest

from interpreter.cli.terminal import NARROWEST, WIDEST, WIDEST_MAP, Terminal
from interpreter.reports.text_layout import WIDTH


@pytest.fixture
def screen() -> Iterator[TextIO]:
    """Return a stream that is a terminal."""
    keys, shown = pty.openpty()
    with os.fdopen(shown, "w") as stream:
        yield stream
    os.close(keys)


@pytest.mark.parametrize(
    ("said", "cells", "of_maps"),
    [
        ("20", NARROWEST, NARROWEST),
        ("100", 100, 100),
        ("160", WIDEST, 160),
        ("9999", WIDEST, WIDEST_MAP),
        ("0", WIDTH, WIDTH),
    ],
)
def test_a_terminal_says_how_wide_it_is(
    screen: TextIO,
    monkeypatch: pytest.MonkeyPatch,
    said: str,
    cells: int,
    of_maps: int,
) -> None:
    """Messages have the width of their own stream."""
    monkeypatch.setenv("COLUMNS", said)
    terminal = Terminal(screen, StringIO(), StringIO())
    assert (terminal.cells, terminal.map_cells, terminal.width) == (
        cells,
        of_maps,
        WIDTH,
    )
    assert Terminal(StringIO(), screen, StringIO()).width == of_maps


def test_a_file_takes_eighty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever terminal the command was given in."""
    monkeypatch.setenv("COLUMNS", "160")
    terminal = Terminal(StringIO(), StringIO(), StringIO())
    assert terminal.cells == terminal.map_cells == terminal.width == WIDTH
