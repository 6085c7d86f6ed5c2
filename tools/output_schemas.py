"""Makes the schemas in `schemas/output/` from the records that verbs print.

The type of a field becomes its schema, and the text below it its description; of a
record the first paragraph of its docstring. A record without a text is an error, and so
is a type for which no rule is written here: nothing passes unseen.

JSON Schema draft 2020-12, in which a `$ref` may have a description beside it.
"""

import ast
import inspect
import types
from collections.abc import Iterator, Mapping
from fractions import Fraction
from importlib import import_module
from itertools import pairwise
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

from interpreter.cli.main import VERBS
from interpreter.cli.parser import module_of
from interpreter.reports.outputs.checks import FailureOutput
from interpreter.reports.outputs.encoding import (
    NUMBER_PATTERN,
    Absent,
    Limits,
    PackValue,
    SumOutput,
    key_of,
)

Json = dict[str, Any]

DRAFT = "https://json-schema.org/draft/2020-12/schema"
FAILURE = "failure"
VALUE = "PackValue"
VALUE_TEXT = (
    'A value of the pack: a whole number, a fraction as "n/d", yes or no as true or '
    "false, a text, a word of an enumeration as written, none as null, a list, a "
    "record or map as an object, a hex as its label, an entity as {kind, id}, a "
    "labelled sum as {total, rows}. Never a number with a point."
)
PLAIN_TYPES: Mapping[str, Json] = {
    "str": {"type": "string"},
    "bool": {"type": "boolean"},
    "int": {"type": "integer"},
    "float": {"type": "number"},
    "NoneType": {"type": "null"},
    "Fraction": {"type": "string", "pattern": NUMBER_PATTERN},
}
"""The schema of a type without parts, by its name."""


def output_schemas() -> Iterator[tuple[str, Json]]:
    """Yield (name, schema) of each verb, and of what every verb prints if it fails."""
    for verb, _ in VERBS:
        module = import_module(module_of(verb))
        yield verb, schema_of(module.OUTPUT, f"umpire {verb} --json")
    yield FAILURE, schema_of(FailureOutput, "umpire VERB --json, if it fails")


def schema_of(output: Any, title: str) -> Json:
    """Return the schema of a record, or of a union of records of which one is
    printed."""
    definitions: dict[str, Json] = {}
    head: Json = {"$schema": DRAFT, "title": title}
    if _is_record(output):
        body = _record(output, definitions)
    else:
        records = get_args(output)
        body = {
            "description": " Or: ".join(map(_docstring, records)),
            "anyOf": [_schema(record, definitions) for record in records],
        }
    if definitions:
        body |= {"$defs": dict(sorted(definitions.items()))}
    return head | body


def _record(record: Any, definitions: dict[str, Json]) -> Json:
    """Return the schema of a record, whose parts are added to the definitions."""
    description = _docstring(record)
    hints, texts = get_type_hints(record, include_extras=True), _texts(record)
    properties: dict[str, Json] = {}
    required: list[str] = []
    for name in record.__struct_fields__:
        key, hint = key_of(name), hints[name]
        if name not in texts:
            raise ValueError(f"{record.__name__}.{name} has no text")
        kinds = get_args(hint) if _is_union(hint) else (hint,)
        if Absent in kinds:
            kinds = tuple(kind for kind in kinds if kind is not Absent)
        else:
            required.append(key)
        schema = _any_of(kinds, definitions)
        properties[key] = {**schema, "description": texts[name]}
    return {
        "description": description,
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _schema(hint: Any, definitions: dict[str, Json]) -> Json:
    """Return the schema of a type; records are defined once and referred to."""
    if hint is PackValue:
        return _value(definitions)
    if _is_record(hint):
        name = hint.__name__.removesuffix("Output")
        if name not in definitions:
            definitions[name] = {}  # so that a record that holds itself has an end
            definitions[name] |= _record(hint, definitions)
        return {"$ref": f"#/$defs/{name}"}
    if _is_union(hint):
        return _any_of(get_args(hint), definitions)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _schema(arguments[0], definitions) | _limited(arguments[1:])
    if origin is Literal:
        kinds = {type(value) for value in arguments}
        return _types(kinds) | {"enum": list(arguments)}
    if origin is tuple and arguments[1:] == (...,):
        return {"type": "array", "items": _schema(arguments[0], definitions)}
    if origin is Mapping:
        return _map(arguments[0], arguments[1], definitions)
    if hint in (str, bool, int, float, types.NoneType, Fraction):
        return dict(PLAIN_TYPES[hint.__name__])
    raise TypeError(f"no rule for {hint}")


def _map(key: Any, item: Any, definitions: dict[str, Json]) -> Json:
    """Return the schema of an object whose keys are data; all of an enumeration are
    there."""
    schema = _schema(item, definitions)
    if get_origin(key) is not Literal:
        return {"type": "object", "additionalProperties": schema}
    words = get_args(key)
    return {
        "type": "object",
        "properties": dict.fromkeys(words, schema),
        "required": list(words),
        "additionalProperties": False,
    }


def _any_of(kinds: tuple[Any, ...], definitions: dict[str, Json]) -> Json:
    """Return the schema of a union: types without parts as a list, others as
    `anyOf`."""
    if kinds[0] is PackValue:  # it may be null already
        kinds = kinds[:1]
    schemas = [_schema(kind, definitions) for kind in kinds]
    if len(schemas) == 1:
        return schemas[0]
    if not all(schema.keys() <= {"type", "pattern"} for schema in schemas):
        return {"anyOf": schemas}
    names: list[str] = []
    joined: Json = {"type": names}
    for schema in schemas:
        names += [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
        joined |= {"pattern": schema["pattern"]} if "pattern" in schema else {}
    return joined


def _value(definitions: dict[str, Json]) -> Json:
    reference = {"$ref": f"#/$defs/{VALUE}"}
    if VALUE not in definitions:
        row = {"type": "object", "required": ["applied"]}
        rows = {"type": "array", "minItems": 1, "items": row}
        is_sum = {
            "type": "object",
            "required": ["total", "rows"],
            "properties": {"rows": rows},
        }
        definitions[VALUE] = {
            "description": VALUE_TEXT,
            "type": ["integer", "string", "boolean", "null", "array", "object"],
            "items": reference,
            "additionalProperties": reference,
            "if": is_sum,
            "then": _schema(SumOutput, definitions),
        }
    return reference


def _limited(limits: tuple[Any, ...]) -> Json:
    """Return the keywords of the limits of a type."""
    found: Json = {}
    for limit in limits:
        assert isinstance(limit, Limits)
        named = {
            "minimum": limit.minimum,
            "maximum": limit.maximum,
            "pattern": limit.pattern,
            "maxItems": limit.max_items,
        }
        found |= {word: value for word, value in named.items() if value is not None}
    return found


def _types(kinds: set[type]) -> Json:
    (kind,) = kinds
    return dict(PLAIN_TYPES[kind.__name__])


def _is_record(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Struct)


def _is_union(hint: Any) -> bool:
    return get_origin(hint) in (Union, types.UnionType)


def _texts(record: Any) -> dict[str, str]:
    """Return the text below each field of a record, of its bases too."""
    texts: dict[str, str] = {}
    for base in record.__mro__[: record.__mro__.index(Struct)]:
        (declared,) = ast.parse(inspect.getsource(base)).body
        assert isinstance(declared, ast.ClassDef)
        body = declared.body
        for field, text in pairwise(body):
            if (
                isinstance(field, ast.AnnAssign)
                and isinstance(field.target, ast.Name)
                and isinstance(text, ast.Expr)
                and isinstance(text.value, ast.Constant)
            ):
                texts.setdefault(field.target.id, _paragraph(str(text.value.value)))
    return texts


def _docstring(record: Any) -> str:
    """Return what a record is; a dataclass without a docstring has its signature."""
    text = record.__doc__ or ""
    if not text or text.startswith(f"{record.__name__}("):
        raise ValueError(f"{record.__name__} has no docstring")
    return _paragraph(text)


def _paragraph(text: str) -> str:
    """Return the first paragraph of a text on one line."""
    return " ".join(text.strip().split("\n\n")[0].split())
