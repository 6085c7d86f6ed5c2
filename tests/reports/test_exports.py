"""The content of a file for another ruleset, and its record for JSON."""

import json

import pytest
from ruamel.yaml import YAML

from interpreter.reports.exports import Content, export_output, yaml_text
from interpreter.reports.outputs.encoding import encoded
from interpreter.semantics.declarations import Export

CONTENT: dict[str, Content] = {
    "lost": {"afraid": 0, "ready to die": 2},
    "ships": ["ann", "bob"],
    "brave": True,
    "share": "1/3",
}


@pytest.mark.parametrize("form", ["scenario", "answers"])
def test_the_record_says_what_is_written_and_for_whom(form: str) -> None:
    """The content as it is, in its order."""
    found = encoded(export_output(Export(form, "../base"), CONTENT))
    assert found == {
        "format": 1,
        "writes": form,
        "for": "../base",
        "says": json.loads(json.dumps(CONTENT)),
    }
    assert [*found["says"]] == [*CONTENT]


def test_the_file_says_the_same_after_its_comment() -> None:
    """Each line of the comment is one in YAML; yes and no are words."""
    text = yaml_text("one\ntwo", CONTENT)
    assert text.startswith("# one\n# two\n")
    found = YAML(typ="safe").load(text)
    assert found == {**CONTENT, "brave": "yes"}
