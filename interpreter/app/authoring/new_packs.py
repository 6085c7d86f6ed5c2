"""New packs: an overlay, an overlay with a scenario, a pack from nothing.

What is written has no error and no warning and can be used at once. It goes into a
folder of its own: the files belong to their author from then on, so there is no mark in
them and they are never replaced.
"""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from shlex import join, quote

from msgspec import Struct

from interpreter.app.authoring.overlay_start import (
    BasePack,
    overlay_start,
    overlay_text,
)
from interpreter.app.authoring.pack_start import pack_texts
from interpreter.app.authoring.scenario_start import scenario_start, scenario_text
from interpreter.app.output import need_new_folder, write_new_folder
from interpreter.diagnostics import UsageError
from interpreter.pipeline.loading import load, usable
from interpreter.ruleset.finding import HEAD, OWN_WAY, called, find_pack, pack_folders
from interpreter.ruleset.layers import is_pack_name
from interpreter.yaml.writing import scalar

WHAT = "the new pack"
OWN_NAME = "my rules"
"""The name of a pack whose folder has a name that a pack cannot have."""


class NewPack(Struct, frozen=True):
    """A pack that was written: its folder, its files, and commands to go on with, each
    as it is typed in a shell."""

    folder: Path
    name: str
    files: tuple[str, ...]
    commands: tuple[str, ...]


def new_pack(
    folder: str | os.PathLike[str],
    *,
    extends: str | os.PathLike[str] | None = None,
    scenario_of: str | os.PathLike[str] | None = None,
    like: str | None = None,
) -> NewPack:
    """Write a pack to begin with into a folder that is not there or is empty.

    It is an overlay with examples of changes that are true of the pack that it
    `extends`; or one with a scenario, copied from a scenario of the pack `scenario_of`:
    the one called `like`, otherwise the first that can be played; or, without both, a
    small pack of one's own. The name of a new pack is that of its folder. Raises
    Unusable for a folder that holds something, and what `open_ruleset` raises.
    """
    if extends is not None and scenario_of is not None:
        raise UsageError("a new pack is an overlay or a scenario, not both")
    if like is not None and scenario_of is None:
        raise UsageError("'like' is the name of a scenario, so it needs a pack")
    goal = Path(folder)
    need_new_folder(goal, WHAT)
    if extends is not None:
        return _overlay(goal, os.fspath(extends))
    if scenario_of is not None:
        return _scenario(goal, os.fspath(scenario_of), like)
    typed = str(goal)
    commands = (
        ("check", typed),
        ("test", typed),
        ("odds", typed, "cross", "--with", "loaded=yes", "--with", "wind=6"),
    )
    return _written(goal, pack_texts(_name_of(goal), typed), commands)


def _overlay(goal: Path, typed: str) -> NewPack:
    """Write an overlay with examples of changes of a pack."""
    base = find_pack(typed)
    loaded = load(base)
    usable(loaded)
    assert loaded.ruleset is not None
    start = overlay_start(loaded.ruleset, str(base.resolve()))
    base_name = BasePack(loaded.name, called(base), _extends(goal, base))
    text = overlay_text(start, _name_of(goal), base_name, str(goal))
    folder = str(goal)
    shown = [start.changes[0].name] if start.changes else []
    commands = (("check", folder), ("test", folder, "--own"), ("show", folder, *shown))
    return _written(goal, {HEAD: text}, commands)


def _scenario(goal: Path, typed: str, like: str | None) -> NewPack:
    """Write an overlay with a copy of a scenario of a pack."""
    base = find_pack(typed)
    loaded = load(base)
    usable(loaded)
    name = _name_of(goal)
    start = scenario_start(loaded, like, name, quote(called(base)))
    folder = str(goal)
    head = {
        "base": loaded.name,
        "folder": quote(folder),
        "name": scalar(name),
        "title": scalar(f"A scenario of my own for {loaded.name}"),
        "extends": scalar(_extends(goal, base)),
    }
    commands = [("check", folder), ("show", folder, start.name)]
    if start.is_played:
        game = f"{goal.resolve().name}.game"
        commands.append(("play", folder, start.name, "--game", game))
    else:
        commands.append(("show", folder))
    return _written(goal, {HEAD: scenario_text(start, head)}, commands)


def _extends(goal: Path, base: Path) -> str:
    """Return how a file in a folder names the pack that it extends: a published one by
    its name, any other by the path that leads there; so too one of the folder's own
    name, which would be taken for the folder itself."""
    name = base.resolve().name
    if base.resolve() in pack_folders() and goal.resolve().name != name:
        return name
    way = Path(os.path.relpath(base.resolve(), goal.resolve())).as_posix()
    return way if way.startswith(OWN_WAY) else f"{way}/"


def _name_of(goal: Path) -> str:
    """Return the name of a new pack."""
    name = goal.resolve().name
    return name if is_pack_name(name) else OWN_NAME


def _written(
    goal: Path, texts: Mapping[str, str], commands: Sequence[Sequence[str]]
) -> NewPack:
    write_new_folder(goal, texts, WHAT)
    typed = tuple(join(("umpire", *words)) for words in commands)
    return NewPack(goal, _name_of(goal), tuple(texts), typed)
