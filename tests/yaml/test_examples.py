"""The examples of the schemas: each, as it is shown, has the shape of its place."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from interpreter.diagnostics import Diagnostic
from interpreter.source import Source
from interpreter.yaml.composing import read
from interpreter.yaml.schemas import every_schema, examples_of, schema_folder, schema_of
from interpreter.yaml.shape import has_shape


@pytest.mark.parametrize("kind", ["ruleset", "rulebook", "overlay"])
def test_an_example_fits_where_it_is_shown(kind: str) -> None:
    """It is read without a problem, and has the shape."""
    schemas = every_schema(schema_of(kind))
    shown = [
        (schema, text)
        for schema in schemas
        if "examples" in schema
        for text in examples_of(schema)
    ]
    assert shown
    for schema, text in shown:
        problems: list[Diagnostic] = []
        node = read(Source("example", f"x: {text}\n"), problems)
        assert not problems, (text, problems[0].message)
        inner = node.get("x") if node is not None else None  # type: ignore[union-attr]
        assert inner is not None
        assert has_shape(inner, schema), text


def test_every_place_that_wants_a_map_shows_one() -> None:
    """A list or text there is answered with an example; sections show their own."""

    def bare(schema: Any, path: str) -> Iterator[str]:
        if not isinstance(schema, dict):
            return
        if schema.get("type") == "object" and "examples" not in schema:
            yield path
        for key, each in schema.get("properties", {}).items():
            yield from bare(each, f"{path}.{key}")
        for key in ("additionalProperties", "then", "else"):
            yield from bare(schema.get(key), path)

    left = [
        place
        for file in sorted((schema_folder() / "steps").glob("*.json"))
        for place in bare(json.loads(file.read_text(encoding="utf-8")), file.stem)
    ]
    verbs = {file.stem for file in (schema_folder() / "steps").glob("*.json")}
    assert not {each for each in left if each not in verbs}
