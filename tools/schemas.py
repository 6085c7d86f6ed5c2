"""Looks at schemas/: each file is a schema of its draft and every reference is good.

Those of files are draft-07, which editors know best; those of what verbs print, in
`output/`, are 2020-12. Prints one line a fault and ends with 1 when there is one.
`oneOf` and `anyOf` are refused for files: they hide which of the branches was meant.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema

FOLDER = Path(__file__).resolve().parent.parent / "schemas"
DRAFTS: tuple[tuple[str, Any], tuple[str, Any]] = (
    ("draft-07", jsonschema.Draft7Validator),
    ("draft/2020-12", jsonschema.Draft202012Validator),
)
"""Name and validator of the schemas of files, and of those of outputs."""


def faults(file: Path) -> Iterator[str]:
    """Yield what is wrong with one schema."""
    is_output = file.parent.name == "output"
    draft, validator = DRAFTS[is_output]
    try:
        schema = json.loads(file.read_text(encoding="utf-8"))
        validator.check_schema(schema)
    except ValueError as error:
        yield f"not JSON in UTF-8: {error}"
        return
    except jsonschema.SchemaError as error:
        yield f"not a {draft} schema: {error.message} at {error.json_path}"
        return
    if draft not in schema.get("$schema", ""):
        yield f"$schema does not say {draft}"
    for place, key, value in entries(schema, "$"):
        if key in ("oneOf", "anyOf") and isinstance(value, list) and not is_output:
            yield f"{key} at {place}: choose the schema by a key first"
        if key == "$ref" and isinstance(value, str) and not leads(file, schema, value):
            yield f"$ref at {place} leads nowhere: {value}"


def entries(node: object, place: str) -> Iterator[tuple[str, str, object]]:
    """Yield (place, key, value) of every entry, at any depth."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield place, key, value
            yield from entries(value, f"{place}.{key}")
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from entries(value, f"{place}[{index}]")


def leads(file: Path, schema: object, reference: str) -> bool:
    """Return whether a reference (a file, a JSON pointer, or both) finds something."""
    path, _, pointer = reference.partition("#")
    if path.startswith(("http:", "https:")):
        return False  # nothing here may need a network
    target = schema
    if path:
        found = (file.parent / path).resolve()
        if not (found.is_relative_to(FOLDER) and found.is_file()):
            return False
        target = json.loads(found.read_text(encoding="utf-8"))
    for part in pointer.split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        if not (isinstance(target, dict) and name in target):
            return False
        target = target[name]
    return True


def main() -> int:
    """Return 1 when a schema has a fault."""
    found = [
        f"schemas/{file.relative_to(FOLDER)}: {fault}"
        for file in sorted(FOLDER.rglob("*.json"))
        for fault in faults(file)
    ]
    print("\n".join(found) or "every schema is sound")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
