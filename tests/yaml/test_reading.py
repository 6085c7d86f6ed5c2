"""Reading: limits, encodings, and what stays as it was written."""

import ast
import time
from pathlib import Path

import pytest

from interpreter.diagnostics import Diagnostic, LimitExceeded
from interpreter.source import Source
from interpreter.yaml import MappingNode, Node, ScalarNode, SequenceNode
from interpreter.yaml.composing import read, read_file

Plain = str | list["Plain"] | dict[str, "Plain"]


def plain(node: Node | None) -> Plain:
    """Return a node as lists, maps and texts."""
    assert node is not None
    if isinstance(node, ScalarNode):
        return node.text
    if isinstance(node, SequenceNode):
        return [plain(each) for each in node.items]
    return {key.text: plain(value) for key, value in node.entries}


def taken(text: str) -> tuple[Node | None, list[Diagnostic]]:
    """Read a text; return the node and the problems."""
    problems: list[Diagnostic] = []
    return read(Source("x.yaml", text), problems), problems


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("r: {2-: a, 3-5: b, 12+: c}", {"r": {"2-": "a", "3-5": "b", "12+": "c"}}),
        ("rows: {600-: -2, 72001+: +3}", {"rows": {"600-": "-2", "72001+": "+3"}}),
        ("rows: {1: a, 2-3: b}", {"rows": {"1": "a", "2-3": "b"}}),
        ("{-5-: 0, -4: 1, -3..-1: 5}", {"-5-": "0", "-4": "1", "-3..-1": "5"}),
        ("rows: {<=2: a}", {"rows": {"<=2": "a"}}),
        ("a: no\nb: on\ny: n", {"a": "no", "b": "on", "y": "n"}),
        ("a: 1998-07-07\nb: 12:30", {"a": "1998-07-07", "b": "12:30"}),
        ("[1.50, 1e3, 0x1F, 007]", ["1.50", "1e3", "0x1F", "007"]),
        ("set:\n  p.pieces: p.pieces + [x]", {"set": {"p.pieces": "p.pieces + [x]"}}),
        ("t: f(a:b)", {"t": "f(a:b)"}),
        ("for: the {observer} looks", {"for": "the {observer} looks"}),
        ("if: a < b  # comment", {"if": "a < b"}),
        ("if: size is 'large'", {"if": "size is 'large'"}),
        ("x: -distance(a, b)", {"x": "-distance(a, b)"}),
        ("near, far:\n  - a", {"near, far": ["a"]}),
        ("if: a is b\n  and c is d", {"if": "a is b and c is d"}),
        ("if: >-\n  a is b\n  and c", {"if": "a is b and c"}),
        ("then: [return: miss]", {"then": [{"return": "miss"}]}),
        ("say: the observer's leader", {"say": "the observer's leader"}),
        ("a: {x: }", None),
        ("", {}),
        ("# nothing\n", {}),
        ("---\na: 1\n...\n", {"a": "1"}),
        ("\ufeffa: 1", {"a": "1"}),
        ("a: ''", {"a": ""}),
    ],
)  # fmt: skip
def test_what_was_written_stays_text(text: str, meant: Plain | None) -> None:
    """Nothing becomes a number, a date or a truth."""
    node, problems = taken(text)
    if meant is None:
        assert [each.code for each in problems] == ["R007"]
    else:
        assert not problems
        assert plain(node) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("let: {m: f(a, b), n: 1}", {"let": {"m": "f(a, b)", "n": "1"}}),
        ("k: [call: f(a, b), end: x]", {"k": [{"call": "f(a, b)"}, {"end": "x"}]}),
        ("k: [f(a, b), c]", {"k": ["f(a, b)", "c"]}),
        ("r: {add: +1, say: yes, he is}", {"r": {"add": "+1", "say": "yes, he is"}}),
    ],
)  # fmt: skip
def test_what_a_comma_split_is_one_problem_and_mended(text: str, meant: Plain) -> None:
    """Later rooms see what was meant, so that they do not stumble as well."""
    node, problems = taken(text)
    assert [each.code for each in problems] == ["R009"]
    assert problems[0].span.text == text[text.index(": ") + 2 :]
    assert plain(node) == meant


def test_equal_keys_name_each_other() -> None:
    """The second of two equal keys points at the first."""
    _, problems = taken("far away: 1\nnear: 2\nfar_away: 3")
    (one,) = problems
    assert (one.code, one.span.first) == ("R003", (3, 1))
    assert one.related[0][0].first == (1, 1)


def test_all_breaks_of_a_file_are_told_at_once() -> None:
    """A text that needs quotes does not hide the next one."""
    text = (
        "a: 'large' is size\nb: {x} y\nc: x: y\nd: - x\ne: true\nf: 'open\n"
    )  # fmt: skip
    node, problems = taken(text)
    places = [(each.span.first[0], each.code) for each in problems]
    assert node is None
    assert sorted(places) == [
        (1, "R010"), (2, "R010"), (3, "R010"), (4, "R010"), (5, "R012"), (6, "R002"),
    ]  # fmt: skip


def test_a_missing_file_is_r001(tmp_path: Path) -> None:
    """The name is shown, not the path."""
    for path in (tmp_path / "no.yaml", tmp_path, tmp_path / "a\0b"):
        problems: list[Diagnostic] = []
        assert read_file(path, "no.yaml", problems) is None
        assert [each.code for each in problems] == ["R001"]
        assert str(problems[0].span) == "no.yaml:1:1"
        assert str(tmp_path) not in problems[0].message


def test_bytes_that_are_not_utf_8_are_r013(tmp_path: Path) -> None:
    """The place counts characters, also behind others of many bytes."""
    path = tmp_path / "a.yaml"
    path.write_bytes("a: é\nb: ü".encode() + b"\xff")
    problems: list[Diagnostic] = []
    assert read_file(path, "a.yaml", problems) is None
    assert (problems[0].code, problems[0].span.first) == ("R013", (2, 5))


def test_a_byte_order_mark_moves_no_column(tmp_path: Path) -> None:
    """Editors do not show it."""
    path = tmp_path / "a.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: true")
    problems: list[Diagnostic] = []
    read_file(path, "a.yaml", problems)
    assert problems[0].span.first == (1, 4)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 1_000_000,
        "[\n" * 500_000,
        "- " * 200_000,
        "{a: " * 200_000,
        "? " * 200_000,
        "[" + "a," * 200_001,
        "a" * (2 * 1024 * 1024 + 1),
    ],
    ids=["flow", "flow lines", "dashes", "maps", "marks", "nodes", "bytes"],
)  # fmt: skip
def test_limits_are_refused(text: str) -> None:
    """Deep, many or long: exit 4, never an exhausted machine."""
    with pytest.raises(LimitExceeded):
        taken(text)


def test_a_deep_file_is_refused_at_once() -> None:
    """Depth is counted while reading."""
    start = time.perf_counter()
    with pytest.raises(LimitExceeded):
        taken("[" * 1_000_000)
    assert time.perf_counter() - start < 2


def test_a_file_beyond_the_limit_is_not_read(tmp_path: Path) -> None:
    """The size is asked before the bytes."""
    path = tmp_path / "a.yaml"
    path.write_bytes(b"#" * (2 * 1024 * 1024 + 1))
    with pytest.raises(LimitExceeded):
        read_file(path, "a.yaml", [])


def test_depth_64_is_allowed() -> None:
    """The limit itself is inside."""
    node, problems = taken("[" * 64 + "a" + "]" * 64)
    assert node is not None
    assert not problems


def test_names_are_found_with_blank_or_underscore() -> None:
    """A space and an underscore are the same letter of a name."""
    node, _ = taken("far away: 1\nnear_by: 2")
    assert isinstance(node, MappingNode)
    assert plain(node.get("far_away")) == "1"
    assert plain(node.get("near_by")) == "2"
    assert [key.name for key, _ in node.entries] == ["far_away", "near_by"]
    assert "near_by" in node
    assert node.get("nearby") is None
    key = node.key("far_away")
    assert key is not None
    assert key.text == "far away"


def test_blocks_end_at_their_last_real_character() -> None:
    """Blank lines and comments behind a block are not part of it."""
    node, _ = taken("a:\n  - x\n  - y  # z\n\n\nb:\n  c: |\n    t\n\n\nd: 1\n")
    assert isinstance(node, MappingNode)
    spans = [value.span.text for _, value in node.entries]
    assert spans == ["- x\n  - y", "c: |\n    t", "1"]


def test_escapes_of_double_quotes_are_read() -> None:
    """They are those of Python, as far as both have them."""
    node, _ = taken(r'a: "x\ty\u00e9\"z"')
    assert plain(node) == {"a": ast.literal_eval(r'"x\ty\u00e9\"z"')}
