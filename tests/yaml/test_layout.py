"""`fmt` changes blanks and nothing else, and twice is once."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from interpreter.diagnostics import Diagnostic
from interpreter.source import Source
from interpreter.yaml.composing import read, read_text
from interpreter.yaml.layout import formatted, has_errors, is_same
from interpreter.yaml.layout_tokens import TokenKind, structure, tokens
from tests.yaml.random_layouts import layouts

ROOT = Path(__file__).parents[2]
BEFORE, AFTER = ROOT / "tests/fmt/before", ROOT / "tests/fmt/after"
FOLDERS = ("rulesets", "tests/house", "tests/packs", "tests/pieces", "tests/bad")


def laid_out(text: str) -> str:
    """Return a text in its layout, which it must have."""
    problems: list[Diagnostic] = []
    changed = formatted(Source("text", text), problems)
    assert changed is not None, (problems, text)
    return changed


def comments(text: str) -> list[tuple[str, str]]:
    """Return the comments with the token before each."""
    root = read(Source("text", text), [])
    assert root is not None
    before, found = "", []
    for token in tokens(Source("text", text), structure(root)):
        part = text[token.start : token.end]
        if token.kind is TokenKind.COMMENT:
            found.append((before, part))
        elif token.kind is not TokenKind.BODY and "\n" not in part:
            before = part.replace("–", "-")
    return found


def check_laws(text: str) -> None:
    """Compare a text with its layout, and that with the layout of its own."""
    problems: list[Diagnostic] = []
    before = read(Source("text", text), problems)
    assert before is not None
    changed = laid_out(text)
    after = read(Source("text", changed), [])
    assert after is not None
    assert is_same(before, after)
    plain = text.replace("\r\n", "\n").removeprefix("\ufeff")
    assert comments(plain) == comments(changed)
    assert laid_out(changed) == changed


@settings(max_examples=300, suppress_health_check=list(HealthCheck), deadline=None)
@given(layouts())
def test_whatever_the_layout_the_file_says_the_same(text: str) -> None:
    """A drawn file that can be read keeps its nodes and comments."""
    problems: list[Diagnostic] = []
    node = read(Source("text", text), problems)
    if node is not None and not has_errors(problems):
        check_laws(text)
    elif {problem.code for problem in problems} == {"R011"}:  # a tab where none may be
        assert laid_out(laid_out(text)) == laid_out(text)


@pytest.mark.parametrize("name", sorted(path.name for path in BEFORE.glob("*.yaml")))
def test_layouts_that_are_written_down(name: str) -> None:
    """Each file of `tests/fmt/before` becomes its twin of `after`."""
    before = (BEFORE / name).read_text(encoding="utf-8")
    assert laid_out(before) == (AFTER / name).read_text(encoding="utf-8")
    if "\t" not in before:  # which is read only when it is laid out
        check_laws(before)


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_ruleset_says_the_same_in_its_layout(folder: str) -> None:
    """The laws hold for all files here that can be read without an error."""
    tried = 0
    for path in sorted((ROOT / folder).rglob("*.yaml")):
        problems: list[Diagnostic] = []
        source = read_text(path, path.name, problems)
        if source is None or read(source, problems) is None or has_errors(problems):
            continue
        check_laws(source.text)
        tried += 1
    assert tried > 2


def test_the_published_rulesets_have_this_layout() -> None:
    """The layout is that of the rulesets here, so they are in it."""
    for path in sorted((ROOT / "rulesets").rglob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        assert laid_out(text) == text, path


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", ""),
        ("  \n\n", ""),
        ("\ufeffa: 1", "a: 1\n"),
        ("a: 1\r\nb: |\r\n   x\r\n\r\n   y\r\n", "a: 1\nb: |\n  x\n\n  y\n"),
        ("a: 1 \t\nb: 2", "a: 1\nb: 2\n"),
        ("a: |\n   text", "a: |\n  text"),  # an end of line would be a part of it
        ('a: "b\\ \n  c"\n', 'a: "b\\ \n  c"\n'),  # as would its absence be
        ("- a\n-\n    b: 1\n", "- a\n-\n  b: 1\n"),
        ('{"a":1,b: 2}\n', '{"a": 1, b: 2}\n'),
        ("---\na:  1\n", "---\na: 1\n"),
        ("plain\n  text\n", "plain\n  text\n"),
    ],
)
def test_small_texts(before: str, after: str) -> None:
    """Line ends, the mark of bytes, tabs and texts that end a file."""
    assert laid_out(before) == after
    assert laid_out(after) == after


@pytest.mark.parametrize(
    "text", ["a: [1\n", "a: 1\na: 2\n", "a: &x 1\n", "\ta: 1\n", "a: 1\n b: 2\n"]
)
def test_what_cannot_be_read_has_no_layout(text: str) -> None:
    """A file with an error of form is left alone, and the error is reported."""
    problems: list[Diagnostic] = []
    assert formatted(Source("text", text), problems) is None
    assert has_errors(problems)


def test_a_long_line_takes_no_long_time() -> None:
    """Columns are looked up, not counted, or a line of 100,000 items took minutes."""
    text = f"a: [{', '.join(['1'] * 9_000)}]\n"
    nested = "".join(f"{' ' * depth}k{depth}:\n" for depth in range(60)) + " " * 60
    assert laid_out(text) == text
    assert "k59" in laid_out(nested + "end: 1\n")
