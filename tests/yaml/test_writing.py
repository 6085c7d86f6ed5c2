"""What is written as YAML is read back as it was."""

from pathlib import Path

import pytest

from interpreter.diagnostics import Diagnostic
from interpreter.reports.exports import Content, yaml_text
from interpreter.yaml import MappingNode, Node, ScalarNode, SequenceNode
from interpreter.yaml.composing import read_file

TEXTS = [
    *("", " ", " a", "a ", "a  b", "a\tb", "a\nb", "a\nb\n", "\na", " a\nb", "\n"),
    *("a\r\nb", "a\n# b\n", "---\na", "a # b", "#a", "a: b", "a:", "- a", "- ", "-"),
    *("yes", "none", "null", "True", "~", "0203", "1e3", "0x1F", "12:30", "1_000"),
    *("'a'", '"a', "\\", "a\\nb", "!x", "&a", "*a", "|", "> x", "%a", "@a", "`a"),
    *("[", "{a}", "a,b", "a]", "=", "<<", "...", "\x07", "\x85y", "\ufeffz", "\xa0x"),
    *("\u2028x", "é", "x" * 500, "x " * 200),
]


@pytest.mark.parametrize("text", TEXTS, ids=repr)
def test_a_text_is_read_back_as_it_was(text: str, tmp_path: Path) -> None:
    """Alone, in a list, in a map that fits on no line, and as a key."""
    content: Content = {
        "alone": text,
        "listed": [text, "b"],
        "deep": [{"one": text, "other": "x" * 200}, [], {}],
        "key": {text: "b"},
    }
    assert read_back(yaml_text("so\nit is", content), tmp_path) == content


def read_back(text: str, folder: Path) -> Content:
    """Return what a file says to whoever reads it."""
    (folder / "x.yaml").write_text(text, encoding="utf-8")
    problems: list[Diagnostic] = []
    node = read_file(folder / "x.yaml", "x", problems)
    assert not problems
    assert node is not None
    return _content(node)


def _content(node: Node) -> Content:
    match node:
        case ScalarNode():
            return node.text
        case SequenceNode():
            return [_content(item) for item in node.items]
        case MappingNode():
            return {key.text: _content(value) for key, value in node.entries}
