"""Every example of API.md runs and shows what is there; it names the whole API."""

import doctest
import re
from pathlib import Path

import pytest

import interpreter

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "interpreter" / "API.md").read_text(encoding="utf-8")


def test_every_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One after the other, in an empty folder, as a reader would paste them."""
    monkeypatch.chdir(tmp_path)
    examples = doctest.DocTestParser().get_doctest(TEXT, {}, "API.md", "API.md", 0)
    said: list[str] = []
    ended = doctest.DocTestRunner().run(examples, out=said.append)
    assert not ended.failed, "".join(said)
    assert ended.attempted > 25


def test_the_errors_are_listed() -> None:
    """Each error of the family that is exported stands in the text."""
    errors = [
        name
        for name in interpreter.__all__
        if isinstance(getattr(interpreter, name), type)
        and issubclass(getattr(interpreter, name), interpreter.UmpireError)
    ]
    assert len(errors) > 5
    assert not [name for name in errors if f"`{name}`" not in TEXT]


def test_fenced_code_is_all_python() -> None:
    """So no block is left out of the examples."""
    assert set(re.findall(r"^```(\w+)", TEXT, re.MULTILINE)) == {"python"}
