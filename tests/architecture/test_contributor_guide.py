"""The guide for contributors names modules, functions and files that exist."""

import re
from importlib import import_module
from operator import attrgetter

import pytest

from tests.architecture.engine import ENGINE, LAYERS, ROOT

GUIDE = ENGINE / "README.md"
TEXT = GUIDE.read_text(encoding="utf-8")
DOTTED = sorted(set(re.findall(r"`(interpreter(?:\.\w+)+)`", TEXT)))
FILES = sorted(set(re.findall(r"`((?:[a-z_]+/)+[a-z_]*(?:\.py|\.md)?)`", TEXT)))


@pytest.mark.parametrize("name", DOTTED)
def test_a_name_can_be_imported(name: str) -> None:
    """It is a module, or something in one."""
    parts = name.split(".")
    for length in range(len(parts), 1, -1):
        try:
            module = import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        if parts[length:]:
            attrgetter(".".join(parts[length:]))(module)
        return
    pytest.fail(f"there is no {name}")


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_there(name: str) -> None:
    """Paths count from the root or from the engine."""
    assert (ROOT / name).exists() or (ENGINE / name).exists()


def test_every_package_is_listed() -> None:
    """The table of packages has each of them, from top to bottom."""
    table = TEXT.partition("| package | holds |")[2].partition("\n\n")[0]
    listed = [
        name
        for row in re.findall(r"^\| (`[^|]*) \|", table, re.MULTILINE)
        for name in re.findall(r"`(\w+)`", row)
    ]
    layers = {name: depth for depth, layer in enumerate(LAYERS) for name in layer}
    assert sorted(listed) == sorted(layers)


def test_the_test_sees_names() -> None:
    """There are names and files to look for."""
    assert len(DOTTED) > 20
    assert len(FILES) > 20
