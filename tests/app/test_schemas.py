"""The schemas that editors are given."""

import json

from interpreter.app.schemas import INDEX, schema_files
from interpreter.reports.outputs.encoding import encoded
from interpreter.yaml.schemas import schema_folder


def test_every_schema_is_handed_out_as_it_is() -> None:
    """By its path, those of outputs too, and nothing else but the index."""
    texts, _ = schema_files()
    origin = schema_folder()
    files = {file.relative_to(origin).as_posix(): file for file in origin.rglob("*")}
    names = {name for name in files if name.endswith(".schema.json")}
    assert texts.keys() == names | {INDEX}
    assert {"ruleset.schema.json", "output/map.schema.json"} <= names
    for name in names:
        assert texts[name] == files[name].read_text(encoding="utf-8")


def test_the_index_lists_each_with_its_title() -> None:
    """It is the record that is returned beside it."""
    texts, output = schema_files()
    index = json.loads(texts[INDEX])
    assert index == json.loads(json.dumps(encoded(output)))
    rows = {row["file"]: row for row in index["schemas"]}
    assert rows.keys() == texts.keys() - {INDEX}
    for name, row in rows.items():
        schema = json.loads(texts[name])
        assert row["title"] == schema["title"]
        assert row["description"] == schema.get("description", "")
