"""The exit code where the reader of a pipe closes it before all is written."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BROKEN = "rules: {}\nname: 7\nnothing: [\n"


def code_of(pipe: str, *words: str) -> tuple[int, str]:
    """Return the exit code of a command whose reader has left before it begins, and
    what stands on the other stream."""
    # `true` ends at once; the sleep lets it end before the first byte is written
    line = f"(sleep 0.3; exec '{sys.executable}' -m interpreter \"$@\") {pipe} | true"
    done = subprocess.run(
        ["/bin/bash", "-c", f'{line}; exit "${{PIPESTATUS[0]}}"', "bash", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize("pipe", ["", "2>&1"])
@pytest.mark.parametrize(
    ("code", "words"),
    [
        (0, ("packs",)),
        (0, ("show", "--help")),
        (1, ("run", "tests/packs/answering", "day", "--scenario", "table")),
        (2, ("explode",)),
        (3, ("check", "PACK", "--quick")),
        (3, ("check", "PACK", "--quick", "--json")),
    ],
)
def test_a_reader_that_leaves_changes_no_exit_code(
    pipe: str, code: int, words: tuple[str, ...], tmp_path: Path
) -> None:
    """A broken pack stays broken, whoever stops to read of it."""
    (tmp_path / "ruleset.yaml").write_text(BROKEN, encoding="utf-8")
    words = tuple(str(tmp_path) if word == "PACK" else word for word in words)
    found, talk = code_of(pipe, *words)
    assert found == code, talk
    assert "Traceback" not in talk
    assert "Exception" not in talk
