"""The docstring of each package says what it is for."""

import ast
import re

import pytest

from tests.architecture.engine import DEPTH, modules

LONGEST = 40
DATE = re.compile(r"\b20\d\d-\d\d")


@pytest.mark.parametrize("package", DEPTH)
def test_a_package_has_its_page(package: str) -> None:
    """It says what the package is today; decisions have a file of their own."""
    page = ast.get_docstring(modules()[f"interpreter.{package}"].tree) or ""
    assert 3 <= len(page.splitlines()) <= LONGEST
    assert not DATE.search(page)
