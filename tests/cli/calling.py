"""Calls the command line as a person or a script would."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import chdir
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any
from unittest.mock import patch

import jsonschema

from interpreter.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
HELLO = "tests/packs/hello"
RECON = "acks-reconnaissance"
PIECE = str(Path(__file__).parents[1] / "pieces" / "02-interrogation")


@dataclass(frozen=True)
class Called:
    """What a call said."""

    code: int
    out: str
    talk: str

    @property
    def json(self) -> Any:
        """Its stdout as JSON."""
        return json.loads(self.out)


def call(*given: str, text: str | None = None, folder: Path = ROOT) -> Called:
    """Run a command line in this process, stdin closed unless `text` is given.

    What a start of the program does is the business of `call_process`: reading packs
    and imports are shared between calls here, and a call takes a tenth of the time.
    """
    out, talk = (TextIOWrapper(BytesIO(), encoding="utf-8") for _ in range(2))
    source = TextIOWrapper(BytesIO((text or "").encode()), encoding="utf-8")
    with (
        patch.multiple("sys", stdout=out, stderr=talk, stdin=source),
        patch.dict("os.environ"),
        chdir(folder),
    ):
        os.environ.pop("UMPIRE_DEBUG", None)
        code = main(given)
    return _called(code, *map(_written, (out, talk)))


def call_process(
    *given: str,
    text: str | None = None,
    environment: Mapping[str, str] | None = None,
    folder: Path = ROOT,
) -> Called:
    """Run `python -m interpreter` in a pipe, stdin closed unless `text` is given."""
    plain = {key: value for key, value in os.environ.items() if key != "UMPIRE_DEBUG"}
    done = subprocess.run(
        [sys.executable, "-m", "interpreter", *given],
        cwd=folder,
        env=plain | {"PYTHONPATH": str(ROOT)} | dict(environment or {}),
        input=text,
        stdin=subprocess.DEVNULL if text is None else None,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return _called(done.returncode, done.stdout, done.stderr)


def _written(stream: TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, BytesIO)
    return buffer.getvalue().decode()


def _called(code: int, out: str, talk: str) -> Called:
    """Return what a call said; no fault of the program passes."""
    called = Called(code, out, talk)
    assert "Traceback" not in out + talk, called
    assert code != 70, called
    return called


def schema(verb: str) -> dict[str, Any]:
    """Return the schema of a verb's JSON."""
    file = ROOT / "schemas" / "output" / f"{verb}.schema.json"
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def valid(called: Called, verb: str) -> Any:
    """Return the JSON of a call, which must follow the schema of its verb."""
    data = called.json
    jsonschema.validate(data, schema(verb), jsonschema.Draft202012Validator)
    return data
