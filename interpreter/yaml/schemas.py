"""The schemas of the four kinds of file: where they lie, and what they say.

They are JSON Schema draft-07, so that editors read the very same files. Of draft-07
they use `type enum properties additionalProperties required dependencies items allOf
if then else examples $ref` and two words of our own: `x-choice` (exactly one of these
keys, or the one that may stand `alone` instead, which draft-07 cannot say without
oneOf, and the code when there is none or more than one) and `x-unknown` (the code of
an unknown key).
"""

import json
from collections.abc import Mapping as Map
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

KINDS = ("ruleset", "rulebook", "part", "overlay")


def schema_folder() -> Path:
    """Return the folder of the schemas, of an installed program or of a checkout."""
    inside = Path(__file__).resolve().parents[1] / "_data" / "schemas"
    return inside if inside.is_dir() else inside.parents[2] / "schemas"


@dataclass(frozen=True, slots=True)
class KeyChoice:
    """Exactly one of these keys, or `alone` in their stead; the codes say it when none
    or several stand there. Under `whole` stands a new part, whatever its keys are; what
    such a part never has beside it is in `apart`."""

    keys: tuple[str, ...]
    none: str
    many: str
    alone: str = ""
    whole: str = ""
    apart: tuple[str, ...] = ()


@dataclass(slots=True)
class Shape:
    """A schema with its references resolved; filled once, then never changed."""

    kinds: frozenset[str] | None = None
    enum: tuple[str, ...] = ()
    properties: Map[str, "Shape"] = field(default_factory=dict)
    additional: "Shape | None" = None
    closed: bool = False
    required: tuple[str, ...] = ()
    needs: Map[str, tuple[str, ...]] = field(default_factory=dict)
    items: "Shape | None" = None
    all_of: tuple["Shape", ...] = ()
    if_kind: str = ""
    if_key: str = ""
    then: "Shape | None" = None
    otherwise: "Shape | None" = None
    choice: KeyChoice | None = None
    unknown: str = "R101"
    shown: tuple[str, ...] = ()

    @property
    def wanted(self) -> frozenset[str]:
        """The kinds of node that may stand there; none where any may."""
        inner = (each.wanted for each in self.all_of)
        return self.kinds or next(filter(None, inner), frozenset())

    @property
    def examples(self) -> tuple[str, ...]:
        """Examples of what may stand there, each as it is written on one line."""
        inner = (each.examples for each in self.all_of)
        return self.shown or next(filter(None, inner), ())

    def knows(self, key: str) -> bool:
        """Tell whether a key is one of those named here, whatever else stands there."""
        parts = (*self.all_of, *filter(None, (self.then, self.otherwise)))
        return key in self.properties or any(each.knows(key) for each in parts)


@cache
def shape_of(kind: str) -> Shape:
    """Return the shape of a kind of file."""
    if kind not in KINDS:
        raise ValueError(f"no schema for a file of kind {kind!r}")
    return _Loader(schema_folder()).at(f"{kind}.schema.json")


@cache
def list_keys() -> frozenset[str]:
    """Return the keys of a file of a pack behind which only a list may stand."""
    found: set[str] = set()
    waiting = [shape_of("part")]
    seen: set[int] = set()
    while waiting:
        shape = waiting.pop()
        if id(shape) in seen:
            continue
        seen.add(id(shape))
        named = dict(shape.properties)
        found |= {key for key, each in named.items() if each.wanted == {"array"}}
        inner = (shape.additional, shape.items, shape.then, shape.otherwise)
        waiting += [*named.values(), *shape.all_of, *filter(None, inner)]
    return frozenset(found)


class _Loader:
    """Reads schema files and resolves references, which may be circular."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: dict[str, Any] = {}
        self.shapes: dict[str, Shape] = {}

    def at(self, address: str) -> Shape:
        """Return the shape at `path#/pointer`, where the path is within the folder."""
        if address in self.shapes:
            return self.shapes[address]
        path, _, pointer = address.partition("#")
        if path not in self.files:
            text = (self.folder / path).read_text(encoding="utf-8")
            self.files[path] = json.loads(text)
        schema = self.files[path]
        for part in pointer.split("/")[1:]:
            schema = schema[part]
        shape = self.shapes[address] = Shape()
        self.fill(shape, schema, path)
        return shape

    def made(self, schema: Any, path: str) -> Shape:
        """Return the shape of a schema that stands in the file `path`."""
        if "$ref" in schema:
            return self.at(_address(schema["$ref"], path))
        shape = Shape()
        self.fill(shape, schema, path)
        return shape

    def fill(self, shape: Shape, schema: Any, path: str) -> None:
        """Fill a shape from its schema."""
        if "$ref" in schema:
            shape.all_of = (self.at(_address(schema["$ref"], path)),)
            return
        kinds = schema.get("type")
        if kinds is not None:
            shape.kinds = frozenset([kinds] if isinstance(kinds, str) else kinds)
        shape.enum = tuple(schema.get("enum", ()))
        properties = schema.get("properties", {})
        shape.properties = {
            key: self.made(each, path) for key, each in properties.items()
        }
        additional = schema.get("additionalProperties", True)
        shape.closed = additional is False
        if isinstance(additional, dict):
            shape.additional = self.made(additional, path)
        shape.required = tuple(schema.get("required", ()))
        needs = schema.get("dependencies", {})
        shape.needs = {key: tuple(each) for key, each in needs.items()}
        if "items" in schema:
            shape.items = self.made(schema["items"], path)
        shape.all_of = tuple(self.made(each, path) for each in schema.get("allOf", ()))
        if "if" in schema:
            shape.if_kind = schema["if"].get("type", "")
            shape.if_key = "".join(schema["if"].get("required", ()))
            shape.then = self.made(schema["then"], path)
            if "else" in schema:
                shape.otherwise = self.made(schema["else"], path)
        if "x-choice" in schema:
            choice = schema["x-choice"]
            keys = tuple(choice["keys"])
            shape.choice = KeyChoice(
                keys,
                choice["none"],
                choice["many"],
                choice.get("alone", ""),
                choice.get("whole", ""),
                tuple(choice.get("apart", ())),
            )
        shape.unknown = schema.get("x-unknown", "R101")
        shape.shown = tuple(map(_written, schema.get("examples", ())))


def _written(value: Any) -> str:
    """Return an example as it is written in a file, on one line."""
    if isinstance(value, dict):
        pairs = (f"{key}: {_written(each)}" for key, each in value.items())
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_written, value))}]"
    return str(value)


def _address(reference: str, path: str) -> str:
    """Return the address within the folder of a reference made in the file `path`."""
    file, hash_, pointer = reference.partition("#")
    if not file:
        return path + hash_ + pointer
    parts: list[str] = []
    for part in (PurePosixPath(path).parent / file).parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts) + hash_ + pointer
