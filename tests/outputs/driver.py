"""Runs command lines in one checkout, in one process: its folder is the working folder.

Each line of stdin is a JSON list of words; each line of stdout is a JSON object of
code, out and talk. A hash of 64 digits differs from game to game, so it is left out.
"""

import io
import json
import re
import sys
import tomllib
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from pkgutil import resolve_name

HASH = re.compile(r"\b[0-9a-f]{64}\b")


SETTINGS = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
main = resolve_name(SETTINGS["project"]["scripts"]["umpire"])
"""The entry point, wherever it is in this checkout."""


def answered(given: Sequence[str]) -> dict[str, object]:
    """Return the exit code and both outputs of a command line, stdin closed."""
    out, talk = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    sys.stdin = io.StringIO("")
    with redirect_stdout(out), redirect_stderr(talk):
        code = main(given)
    return {"code": code, "out": _text(out), "talk": _text(talk)}


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    written = stream.buffer
    assert isinstance(written, io.BytesIO)
    return HASH.sub("(a hash)", written.getvalue().decode("utf-8"))


if __name__ == "__main__":
    lines, answers = sys.stdin, sys.stdout
    for line in iter(lines.readline, ""):
        print(json.dumps(answered(json.loads(line))), file=answers, flush=True)
