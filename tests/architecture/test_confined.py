"""Libraries of others stay in the room that is made for them."""

import ast
import sys

import pytest

from tests.architecture.engine import imports, is_ours, modules

# Room for each library; what is not here may be imported nowhere.
CONFINED = {
    "lark": "expressions",
    "ruamel": "yaml",
    "jsonschema": "yaml",
    "numpy": "engine",
    "argcomplete": "cli",
    "textual": "cli",
    "pygls": "cli",
    "lsprotocol": "cli",  # the records of the protocol
    "distributed": "engine",
    "starlette": "web",
    "uvicorn": "web",
    "jinja2": "web",
    "markupsafe": "web",  # jinja's own, for what is HTML already
    "referencing": "yaml",  # jsonschema's own, for references between files
}
EVERYWHERE = {"msgspec"}  # records


def strangers() -> list[tuple[str, str, str]]:
    """Return (place, library, room) of every import that is not ours or Python's."""
    known = modules()
    return [
        (f"{module}:{line}", name.split(".")[0], module.room)
        for module in known.values()
        for line, name in imports(module, known)
        if name and not is_ours(name)
        if name.split(".")[0] not in sys.stdlib_module_names
    ]


@pytest.mark.parametrize("library", CONFINED)
def test_a_library_stays_in_its_room(library: str) -> None:
    """Each library is imported in one room only."""
    assert not [
        (place, room)
        for place, name, room in strangers()
        if name == library and room != CONFINED[library]
    ]


def test_no_other_library_is_imported() -> None:
    """A library that is not in the list is used nowhere (rich, for one)."""
    known = CONFINED.keys() | EVERYWHERE
    assert not [each for each in strangers() if each[1] not in known]


def test_of_the_library_of_records_only_records_are_used() -> None:
    """`Struct`, its fields and copies: reading and writing JSON is done in one place
    each, by the encoder of outputs and the codec of the cache."""
    used = {
        (node.module, name.name)
        for module in modules().values()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ImportFrom)
        if node.module and node.module.startswith("msgspec")
        for name in node.names
    }
    records = {("msgspec", "Struct"), ("msgspec", "field")}
    assert used == records | {("msgspec.structs", "replace")}


def test_arrays_are_known_to_one_driver_alone() -> None:
    """What takes long to import is imported where it pays: for columns of dice."""
    arrays = {place.split(":")[0] for place, name, _ in strangers() if name == "numpy"}
    assert arrays == {"interpreter/engine/simulation/vectorised.py"}
    known = modules()
    asking = {
        str(module)
        for module in known.values()
        for _, name in imports(module, known)
        if name == "interpreter.engine.simulation.vectorised"
    }
    assert asking == {"interpreter/app/running/odds.py"}


def test_the_test_sees_libraries() -> None:
    """The list of strangers is not empty, or the tests above assert nothing."""
    assert "lark" in {name for _, name, _ in strangers()}
