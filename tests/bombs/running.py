"""Runs the bombs one after the other in a process of its own, within a memory limit."""

import io
import json
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

MOST_BYTES = 1 << 30
HANGS = 60
LARGE = {
    "DIGITS": "9" * 4000,
    "OPEN": "[" * 3000 + "]" * 3000,
    "MANY": "1, " * 250_000,
    "DEEP": "(" * 1500 + "1" + ")" * 1500,
    "SUM": "1 + " * 20_000 + "1",
    "BRACES": "{1}" * 20_000,
    "LONG": "x" * 300,
    "WIDE": "x" * 100_000,
    "ENDLESS": "9" * 100_000,
    "UP": "../" * 3000,
    "VALUES": ", ".join(map(str, range(3000))),
}
"""Texts that are too large to stand in the corpus."""


def bombs() -> dict[str, dict[str, Any]]:
    """Return what is asked of each pack, by its name."""
    file = Path(__file__).with_name("bombs.yaml")
    data = YAML(typ="safe", pure=False).load(file.read_text("utf-8"))
    for bomb in data["bombs"].values():
        bomb["pack"] = written(bomb["pack"].replace("GAME\n", data["game"]))
    found: dict[str, dict[str, Any]] = data["bombs"]
    return found


def written(text: str) -> str:
    """Return the text of a pack with all its lines."""
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith("LINES "):
            count, _, form = line.removeprefix("LINES ").partition(": ")
            for number in range(int(count)):
                own = form.replace("{i}", str(number)).replace("{n}", str(number + 1))
                lines.append(own)
        else:
            lines.append(line)
    whole = "\n".join(lines) + "\n"
    for word, large in LARGE.items():
        whole = whole.replace(word, large)
    return whole


def run(names: list[str]) -> Iterator[dict[str, Any]]:
    """Yield what became of each call: exit code, seconds of the processor, the end of
    what was said."""
    from interpreter.cli.main import main

    def ring(_number: int, _frame: object) -> None:
        raise SystemExit(-1)

    signal.signal(signal.SIGALRM, ring)
    for name, bomb in bombs().items():
        if names and name not in names:
            continue
        with tempfile.TemporaryDirectory(prefix="bomb-") as place:
            pack = Path(place, "pack")
            pack.mkdir()
            (pack / "ruleset.yaml").write_text(bomb["pack"], "utf-8")
            for words, wanted in bomb["calls"].items():
                given = [str(pack) if w == "PACK" else w for w in words.split()]
                out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
                start = time.process_time()
                with redirect_stdout(out), redirect_stderr(out):
                    signal.alarm(HANGS)
                    try:
                        code = main(given)
                    except SystemExit:
                        code = -1
                    signal.alarm(0)
                seconds = time.process_time() - start
                out.flush()
                binary = out.buffer
                assert isinstance(binary, io.BytesIO)
                said = binary.getvalue().decode()[-1500:]
                told = {"bomb": name, "call": words, "wanted": wanted, "code": code}
                yield told | {"seconds": seconds, "said": said}


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    for each in run(sys.argv[1:]):
        print(json.dumps(each), flush=True)
