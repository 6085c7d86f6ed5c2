"""The docstring of each room is its page."""

import ast

import pytest

from tests.architecture.engine import DEPTH, modules

FOLDERS = {each.room for each in modules().values() if each.path.stem == "__init__"}
ROOMS = [each for each in DEPTH if each in FOLDERS]


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_has_its_page(room: str) -> None:
    """It says what the room holds and what it may import, in at most 40 lines."""
    page = ast.get_docstring(modules()[f"interpreter.{room}"].tree) or ""
    assert len(page.splitlines()) <= 40
    assert "Holds" in page
    assert "May import" in page
