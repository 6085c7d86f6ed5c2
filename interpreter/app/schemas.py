"""The schemas for editors, with an index."""

import json

from interpreter.reports.outputs.encoding import encoded
from interpreter.reports.outputs.packs import SchemaFileOutput, SchemasOutput
from interpreter.yaml.schemas import schema_folder

INDEX = "index.json"


def schema_files() -> tuple[dict[str, str], SchemasOutput]:
    """Return the texts of all schemas and of their index (`INDEX`) by path, and the
    record that is in the index."""
    origin = schema_folder()
    texts = {
        file.relative_to(origin).as_posix(): file.read_text(encoding="utf-8")
        for file in sorted(origin.rglob("*.schema.json"))
    }
    output = SchemasOutput(schemas=tuple(_row(*pair) for pair in texts.items()))
    index = json.dumps(encoded(output), indent=2) + "\n"
    return {**texts, INDEX: index}, output


def _row(name: str, text: str) -> SchemaFileOutput:
    schema = json.loads(text)
    return SchemaFileOutput(
        file=name,
        title=schema.get("title", ""),
        description=schema.get("description", ""),
    )
