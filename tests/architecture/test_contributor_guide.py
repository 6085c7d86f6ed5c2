"""The guide for contributors names modules, functions and files that exist."""

import re
from importlib import import_module
from operator import attrgetter

import pytest

from interpreter.cli.main import VERBS
from tests.architecture.engine import ENGINE, LAYERS, ROOT

GUIDE = ENGINE / "README.md"
TEXT = GUIDE.read_text(encoding="utf-8")
DOTTED = sorted(set(re.findall(r"`(interpreter(?:\.\w+)+)`", TEXT)))
FILES = sorted(set(re.findall(r"`((?:[a-z_]+/)+[a-z_]*(?:\.py|\.md)?)`", TEXT)))

NAMED_IN = sorted(set(re.findall(r"`([A-Za-z_.]+)` (?:in|of) `([a-z_/]+\.py)`", TEXT)))
"""Names of code with the file that the guide says they are in."""


@pytest.mark.parametrize(("name", "file"), NAMED_IN)
def test_a_name_is_in_its_file(name: str, file: str) -> None:
    """The last part of it, as a word."""
    place = ROOT / file if (ROOT / file).exists() else ENGINE / file
    text = place.read_text(encoding="utf-8")
    assert re.search(rf"\b{name.rpartition('.')[2]}\b", text)


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


def test_the_page_of_schemas_lists_every_verb() -> None:
    """Those of the command line and those of steps."""
    text = (ROOT / "schemas" / "README.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"`([a-z_-]+)`", text))
    steps = {file.name.partition(".")[0] for file in (ROOT / "schemas/steps").iterdir()}
    assert {name for name, _ in VERBS} | steps - {"step", "steps"} <= listed


def test_the_test_sees_names() -> None:
    """There are names and files to look for."""
    assert len(DOTTED) > 20
    assert len(FILES) > 20
    assert len(NAMED_IN) > 5
