"""House rules that a command line puts on a pack: one overlay, or several together.

Several are a small overlay of their own, which extends the pack and names them under
`also`: so they are read, checked and cached like any other. It is written into the
user's cache folder, by the hash of what it says.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp

from interpreter.cache.folder import user_folder
from interpreter.diagnostics import UsageError
from interpreter.files.single_file import write
from interpreter.ruleset.finding import HEAD, called, find_pack, pack_below
from interpreter.ruleset.layers import is_pack_name
from interpreter.source import Source, Span
from interpreter.yaml import MappingNode, ScalarNode, inline
from interpreter.yaml.composing import read_file

MARK = "# written by umpire for --house"
FOLDER = "houses"


def with_houses(pack: str, houses: Sequence[str]) -> Path:
    """Return the folder of a pack with house rules: of the pack itself without any, of
    an overlay of it that names them otherwise.

    A house is the folder of an overlay, or its `ruleset.yaml`. Raises what `find_pack`
    raises, and UsageError for what does not extend the pack or is given twice.
    """
    folder = find_pack(pack)
    if not houses:
        return folder
    overlays = [_overlay(house) for house in houses]
    for house, overlay in zip(houses, overlays, strict=True):
        _require_overlay(house, overlay, folder)
    if len({overlay.resolve() for overlay in overlays}) != len(overlays):
        raise UsageError("a house rule is given twice", "leave it out once")
    base = folder.resolve()
    places = sorted(str(overlay.resolve()) for overlay in overlays)
    name = name_with(pack, houses)
    lines = [
        *([f"name: {name}"] if is_pack_name(name) else []),
        f"extends: {_text(str(base))}",
        "also:",
        *(f"- {_text(place)}" for place in places),
        "",
    ]
    text = "\n".join(lines)
    own = _place() / sha256(text.encode()).hexdigest()[:16] / base.name
    if not (own / HEAD).is_file():
        own.mkdir(parents=True, exist_ok=True)
        write(own / HEAD, text, MARK, private=True)
    return own


def shown_name(folder: Path) -> str:
    """Return what a pack is called: one with house rules of a command line by its name,
    any other as `called` says."""
    if folder.parent.parent.name != FOLDER:
        return called(folder)
    head = read_file(folder / HEAD, HEAD, [])
    name = head.get("name") if isinstance(head, MappingNode) else None
    return name.text if isinstance(name, ScalarNode) else folder.name


def _require_overlay(house: str, overlay: Path, folder: Path) -> None:
    """Raise a UsageError for what is no overlay of the pack; a head that cannot be read
    is told of when the pack is read."""
    head = read_file(overlay / HEAD, house, [])
    if not isinstance(head, MappingNode):
        return
    extends = head.get("extends")
    text = extends.text if isinstance(extends, ScalarNode) else ""
    below = pack_below(overlay, text) if text else None
    if below is None or below.resolve() != folder.resolve():
        what = f"it extends '{text}'" if text else "it extends no pack"
        hint = f"name an overlay of '{called(folder)}'"
        raise UsageError(f"--house '{house}': {what}", hint)


def name_with(pack: str, houses: Sequence[str]) -> str:
    """Return what a pack with house rules is called."""
    base = called(find_pack(pack))
    if not houses:
        return base
    names = sorted(_overlay(house).resolve().name for house in houses)
    return f"{Path(base).name} with {' and '.join(names)}"


def _overlay(house: str) -> Path:
    path = Path(house)
    return find_pack(str(path.parent) if path.name == HEAD else house)


def _text(text: str) -> str:
    """Return a text as a scalar of YAML, on one line."""
    return inline(ScalarNode(text, Span(Source("", text), 0, len(text)), '"'))


def _place() -> Path:
    """Return where such overlays are written: for good, or for this process alone where
    nothing is cached."""
    cache = user_folder()
    if cache is None:
        return Path(mkdtemp(prefix="umpire-houses-"))
    cache.mkdir(mode=0o700, parents=True, exist_ok=True)
    return cache / FOLDER
