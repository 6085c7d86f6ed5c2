"""Imports go one way: from a room to the rooms strictly below it."""

import ast
from graphlib import CycleError, TopologicalSorter

from tests.architecture.engine import (
    DEPTH,
    ENGINE,
    LAYERS,
    ROOT,
    Module,
    imports,
    is_ours,
    modules,
    room_of,
)

# The command is started, and the public API is what front ends call with its errors.
ROOT_IMPORTS = {"__main__.py": ("cli",), "__init__.py": ("app", "diagnostics")}


def wrong(module: Module, known: dict[str, Module]) -> list[str]:
    """Return the imports of a module that go up, sideways, or to the root."""
    found = []
    for line, name in imports(module, known):
        if not is_ours(name):
            continue
        goal = room_of(name)
        if module.room == goal and goal:
            continue
        if goal not in DEPTH:
            found.append(f"{module}:{line}: {name} is no room; name the room")
        elif not module.room:
            allowed = ROOT_IMPORTS[module.path.name]
            if goal not in allowed:
                found.append(f"{module}:{line}: the root may import {allowed} only")
        elif DEPTH[goal] <= DEPTH[module.room]:
            found.append(f"{module}:{line}: {module.room} may not import {goal}")
    return found


def circle(names: dict[str, set[str]]) -> list[str]:
    """Return the names of a circle, or nothing."""
    try:
        TopologicalSorter(names).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_every_folder_is_a_room() -> None:
    """A new folder or module beside the rooms must be placed in LAYERS on purpose."""
    assert {module.room for module in modules().values()} - {""} <= set(DEPTH)


def test_every_folder_of_modules_is_a_package() -> None:
    """No folder lacks its page, which is the docstring of its `__init__.py`."""
    folders = {path.parent for path in ENGINE.rglob("*.py")}
    lacking = [each for each in folders if not (each / "__init__.py").exists()]
    assert not [str(each.relative_to(ROOT)) for each in lacking]


def test_imports_go_down() -> None:
    """No module imports a room above its own, or one beside it."""
    known = modules()
    assert not [each for module in known.values() for each in wrong(module, known)]


def test_no_circle_inside_a_room() -> None:
    """Modules of one room import each other without coming back."""
    known = modules()
    for room in DEPTH:
        names = {
            name: {
                goal
                for _, goal in imports(module, known)
                if goal in known and goal != name and known[goal].room == room
            }
            for name, module in known.items()
            if module.room == room
        }
        assert not circle(names), room


def test_only_the_pipeline_joins_lowering_and_sections() -> None:
    """Outside of lowering, the pipeline alone knows both verbs and sections."""
    known = modules()
    for module in known.values():
        if module.room in ("lowering", "pipeline"):
            continue
        names = [name for _, name in imports(module, known) if is_ours(name)]
        verbs = [name for name in names if room_of(name) == "lowering"]
        sections = [name for name in names if ".semantics.sections" in name]
        assert not (verbs and sections), f"{module} imports {verbs} and {sections}"


def test_the_test_sees_each_way_of_importing() -> None:
    """Plain, from, relative, in a function, by text: all of them count."""
    source = """
import interpreter.lowering.roll
from interpreter import engine
def late():
    from ..cli import main
    import_module("interpreter.reports")
    import_module(f"interpreter.pipeline.loading.{name}")
"""
    path = ENGINE / "values" / "fake.py"
    fake = Module("interpreter.values.fake", path, ast.parse(source))
    known = {f"interpreter.{room}": fake for layer in LAYERS for room in layer}
    rooms = {room_of(name) for _, name in imports(fake, known)}
    assert rooms == {"lowering", "engine", "cli", "reports", "pipeline"}
    assert len(wrong(fake, known)) == 5


def test_the_test_sees_a_circle() -> None:
    """Two modules that import each other are a circle; one after another are none."""
    assert circle({"a": {"b"}, "b": {"a"}})
    assert not circle({"a": {"b"}, "b": set()})
