"""The schemas, read once, and files that are known to be valid.

They are JSON Schema draft-07, so that editors read the very same files; `jsonschema`
alone decides what is valid. "One of these keys" is written without oneOf, which hides
the cause of a failure: `if` none of them is there (`properties: {key: false, ...}`),
`then` one is required; `dependencies` say what each of them excludes or brings along.

Words of our own decide nothing: `x-unknown` is the code of an unknown key (R104 marks
a step, whose keys are verbs), `x-new-part` tells under which key a new part is written
and which keys such a part never has, `x-binding` which keys of a step bind names.
`x-address` is in no file: it is added to each schema that a reference, or the kind of a
file, leads to, and says where that is written.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jsonschema import Draft7Validator, ValidationError


KINDS = ("ruleset", "rulebook", "part", "overlay")

Schema = dict[str, Any]
"""A schema in which every `$ref` is replaced by the schema that it refers to; schemas
that contain themselves (steps within steps) are cyclic."""

ADDRESS = "x-address"
_FOR_PEOPLE = frozenset(("$schema", "title", "description", "definitions"))
_OF_KEYS = ("properties", "dependencies")
_OF_ONE = ("additionalProperties", "items", "if", "then", "else")


def schema_folder() -> Path:
    """Return the folder of the schemas, of an installed program or of a checkout."""
    inside = Path(__file__).resolve().parents[1] / "_data" / "schemas"
    return inside if inside.is_dir() else inside.parents[2] / "schemas"


@cache
def schema_of(kind: str) -> Schema:
    """Return the schema of a kind of file; ValueError for a kind not in `KINDS`."""
    if kind not in KINDS:
        raise ValueError(f"no schema for a file of kind {kind!r}")
    return _Loader(schema_folder()).at(f"{kind}.schema.json")


@cache
def described_schema_of(kind: str) -> Schema:
    """Return the schema of a kind of file like `schema_of`, with the descriptions that
    editors show; of a reference, its own before that of what it refers to."""
    return _Loader(schema_folder(), describes=True).at(f"{kind}.schema.json")


@cache
def validator_of(kind: str) -> Draft7Validator:
    """Return the validator of a kind of file, made once per process."""
    return validator(schema_of(kind))


@cache
def step_verbs() -> frozenset[str]:
    """Return the verbs of steps."""
    return frozenset(_step()["dependencies"])


@cache
def clauses_of(verb: str) -> frozenset[str]:
    """Return the keys that stand beside a verb in its step, () for what is no verb."""
    return frozenset(_keys_of_step(verb)) - step_verbs()


@cache
def example_of_step(verb: str) -> str:
    """Return a step with a verb on one line, "" for what is no verb."""
    shown = examples_of(_keys_of_step(verb).get(verb, {}))
    return f"{{{verb}: {shown[0] if shown else '...'}}}" if verb in step_verbs() else ""


def _keys_of_step(verb: str) -> dict[str, Any]:
    if verb not in step_verbs():
        return {}
    text = (schema_folder() / "steps" / f"{verb}.schema.json").read_text("utf-8")
    return properties_of(json.loads(text))


@cache
def binding_keys() -> frozenset[str]:
    """Return the keys of a step that hold the name, or the names, that it binds."""
    return frozenset(_step()["x-binding"])


def _step() -> Schema:
    text = (schema_folder() / "steps" / "step.schema.json").read_text(encoding="utf-8")
    step: Schema = json.loads(text)
    return step


def validator(schema: Schema) -> Draft7Validator:
    """Return a validator of a schema of this module."""
    return _in_file_order()(schema)


@cache
def _in_file_order() -> Callable[[Schema], Draft7Validator]:
    """Return the validators of draft-07, which follow the order of a file."""
    # imported here since it takes 80 ms, and a warm run validates nothing
    from jsonschema import Draft7Validator, ValidationError
    from jsonschema.validators import extend

    def additional_properties(
        validator: Draft7Validator,
        other: Schema | bool,
        instance: object,
        schema: Schema,
    ) -> Iterator[ValidationError]:
        """Validate the keys that are not named, in the order of the file.

        The library takes them from a set, so that of very many failures others would
        come first in every process.
        """
        if not isinstance(instance, dict):
            return
        named = properties_of(schema)
        keys = [key for key in instance if key not in named]
        if isinstance(other, dict):
            for key in keys:
                yield from validator.descend(instance[key], other, path=key)
        elif keys and not other:
            yield ValidationError("some keys are not known")

    words = {"additionalProperties": additional_properties}
    made: type[Draft7Validator] = extend(Draft7Validator, words)  # type: ignore[no-untyped-call]
    return made


def kinds_wanted(schema: Schema) -> frozenset[str]:
    """Return the JSON types that may be there; none where any may."""
    kinds = schema.get("type")
    if kinds is not None:
        return frozenset([kinds] if isinstance(kinds, str) else kinds)
    inner = (kinds_wanted(part) for part in schema.get("allOf", ()))
    return next(filter(None, inner), frozenset())


def examples_of(schema: Schema) -> tuple[str, ...]:
    """Return examples of what may be there, each as it is written on one line."""
    inner = (examples_of(part) for part in schema.get("allOf", ()))
    shown = tuple(map(_written, schema.get("examples", ())))
    return shown or next(filter(None, inner), ())


def properties_of(schema: Schema) -> dict[str, Any]:
    """Return the schemas of the keys that a schema names itself; False for a key that
    it refuses."""
    named: dict[str, Any] = schema.get("properties", {})
    return named


def of_other_keys(schema: Schema) -> Schema | None:
    """Return the schema of the keys that are not named; None where none is given."""
    other = schema.get("additionalProperties")
    return other if isinstance(other, dict) else None


def is_closed(schema: Schema) -> bool:
    """Return whether a schema allows only the keys that it names."""
    return schema.get("additionalProperties") is False


def names(schema: Schema, key: str) -> bool:
    """Return whether a schema, or one included for the same map, names a key."""
    return key in properties_of(schema) or any(
        names(part, key) for part in _of_same_node(schema)
    )


def needed_beside(schema: Schema) -> dict[str, list[str]]:
    """Return the keys that a key requires beside it, by that key."""
    needs = schema.get("dependencies", {})
    return {key: each for key, each in needs.items() if isinstance(each, list)}


def alternatives(schema: Schema) -> tuple[str, ...]:
    """Return the keys of which a map must have one; none where there is no choice."""
    asked: dict[str, Any] = schema.get("if", {}).get("properties", {})
    chosen = bool(asked) and all(each is False for each in asked.values())
    return tuple(asked) if chosen else ()


@cache
def list_keys() -> frozenset[str]:
    """Return the keys of a file of a pack whose value must be a list."""
    return frozenset(
        key
        for schema in every_schema(schema_of("part"))
        for key, each in properties_of(schema).items()
        if each and kinds_wanted(each) == {"array"}
    )


def every_schema(schema: Schema) -> Iterator[Schema]:
    """Yield a schema and all within it, each once; not the conditions of `if`."""
    waiting = [schema]
    met: set[str] = set()
    while waiting:
        each = waiting.pop()
        # all else is written at one place within these, and is come to from there alone
        address = each.get(ADDRESS)
        if address is not None:
            if address in met:
                continue
            met.add(address)
        yield each
        waiting += _of_same_node(each)
        inner = [*properties_of(each).values(), of_other_keys(each), each.get("items")]
        waiting += [part for part in inner if part]


def _of_same_node(schema: Schema) -> Iterator[Schema]:
    """Yield the schemas that a schema applies, perhaps, to the same node."""
    yield from schema.get("allOf", ())
    yield from (schema[word] for word in ("then", "else") if word in schema)
    brought = schema.get("dependencies", {}).values()
    yield from (each for each in brought if isinstance(each, dict))


class _Loader:
    """Reads schema files and replaces references, which may be circular."""

    def __init__(self, folder: Path, *, describes: bool = False) -> None:
        self.folder = folder
        self.left_out = _FOR_PEOPLE - ({"description"} if describes else set())
        self.files: dict[str, Schema] = {}
        self.made: dict[str, Schema] = {}

    def at(self, address: str) -> Schema:
        """Return the schema at `path#/pointer`, where the path is within the folder."""
        if address in self.made:
            return self.made[address]
        path, _, pointer = address.partition("#")
        if path not in self.files:
            text = (self.folder / path).read_text(encoding="utf-8")
            self.files[path] = json.loads(text)
        written = self.files[path]
        for part in pointer.split("/")[1:]:
            written = written[part]
        made = self.made[address] = {ADDRESS: address}
        made.update(self.words(written, path))
        return made

    def of(self, written: Schema | bool, path: str) -> Any:
        """Return a schema that is in the file `path` without references."""
        if isinstance(written, bool):
            return written
        if "$ref" in written:
            return self.at(_address(written["$ref"], path))
        made = dict(self.words(written, path))
        if made.keys() <= {"allOf", "description"} and len(made.get("allOf", ())) == 1:
            reference: Schema = made["allOf"][0]
            # it has a description of its own, and may contain itself
            return {**reference, **made} if "description" in made else reference
        return made

    def words(self, written: Schema, path: str) -> Iterator[tuple[str, Any]]:
        """Yield the words of a schema; what only people read is left out."""
        for word, value in written.items():
            if word in _OF_KEYS:
                yield word, {key: self.part(each, path) for key, each in value.items()}
            elif word in _OF_ONE:
                yield word, self.of(value, path)
            elif word == "allOf":
                yield word, [self.of(each, path) for each in value]
            elif word not in self.left_out:
                yield word, value

    def part(self, written: Schema | bool | list[str], path: str) -> Any:
        """Return what follows a key: a schema, or the keys that it needs."""
        return written if isinstance(written, list) else self.of(written, path)


def _written(value: object) -> str:
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


class ValidFiles:
    """Contents of files, by digest: those that were known before, and those met now."""

    def __init__(self, known: Iterable[str] = ()) -> None:
        """Begin with the digests that are `known`, the latest first."""
        self._known = dict.fromkeys(known)
        self._met: dict[str, None] = {}
        self.added = False

    @property
    def digests(self) -> list[str]:
        """All digests, those of files that were met before the others."""
        return list(self._met | self._known)

    def has(self, kind: str, text: str) -> bool:
        """Return whether a file of this kind and content is known to be valid."""
        digest = _digest(kind, text)
        if digest in self._known:
            self._met[digest] = None
        return digest in self._met

    def add(self, kind: str, text: str) -> None:
        """Note that a file of this kind and content is valid."""
        self._met[_digest(kind, text)] = None
        self.added = True


def _digest(kind: str, text: str) -> str:
    told = f"{kind}\n{text}".encode("utf-8", "surrogatepass")
    return sha256(told).hexdigest()[:32]
