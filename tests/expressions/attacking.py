"""Tries the attacks at every place where a text of a pack or a player is read.

`python -m tests.expressions.attacking FOLDER` prints a line of JSON for each: where it
stood, which attack, the exit code, and whether anything was done that no ruleset may
do. It is a process of its own, for a hook of the interpreter that hears of files,
processes, sockets and libraries cannot be taken out again.
"""

import io
import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ruamel.yaml import YAML

from interpreter.cli.main import main

ATTACKS = Path(__file__).with_name("attacks.yaml")
FORBIDDEN = (
    *("os.system", "os.exec", "os.posix_spawn", "os.fork", "subprocess.Popen"),
    *("socket.connect", "ctypes.dlopen", "pickle.find_class", "webbrowser.open"),
)
PACK = """name: attacked
seen_by: everyone
seats: side
entities: {{side: {{fields: {{a: {{type: integer, start: 1, seen_by: everyone}}}}}}}}
scenarios: {{alone: {{main: game(), entities: {{red: {{kind: side}}}}}}}}
procedures:
  game:
    takes: {{a: {{type: integer, default: 3}}, note: {{type: text, default: {note}}}}}
    gives: integer
    steps:
      - say: {say}
      - return: {formula}
tables:
  weather:
    of: d6
    gives: text
    rows: {{1-5: rain, 6: {cell}}}
"""
CALLS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "formula": ("run", "PACK", "game", "--scenario", "alone"),
        "say": ("run", "PACK", "game", "--scenario", "alone"),
        "cell": ("odds", "PACK", "weather"),
        "note": ("run", "PACK", "game", "--scenario", "alone"),
    }
)
"""How a place of the pack is run."""
TYPED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "argument": ("run", "PACK", "game", "--scenario", "alone", "--with", "a=TEXT"),
        "procedure": ("run", "PACK", "TEXT"),
        "outcome": ("odds", "PACK", "weather", "--outcome", "TEXT"),
        "path": ("whence", "PACK", "TEXT"),
        "word": ("find", "PACK", "TEXT"),
    }
)
"""Where a player or a judge types it."""
SOUND = {"note": "calm", "say": "Here", "formula": "1", "cell": "sun"}


def attacks() -> Mapping[str, str]:
    """Return the attacks by what they abuse."""
    loaded: Any = YAML(typ="safe", pure=True).load(ATTACKS.read_text())
    return dict(loaded["attacks"])


def listening(canary: Path) -> list[str]:
    """Return a list to which all is added that this process does from now on and no
    ruleset may do."""
    heard: list[str] = []

    def hear(event: str, given: tuple[object, ...]) -> None:
        if event in FORBIDDEN:
            heard.append(event)
        elif event == "open" and str(canary) in map(str, given[:1]):
            heard.append(f"open {given[0]}")

    sys.addaudithook(hear)
    return heard


def results(folder: Path) -> Iterator[dict[str, object]]:
    """Yield what becomes of each attack at each place."""
    canary = folder / "canary"
    heard = listening(canary)
    pack = folder / "attacked"
    pack.mkdir()
    for name, text in attacks().items():
        written = text.replace("CANARY", str(canary))
        for place, call in (*CALLS.items(), *TYPED.items()):
            parts = {**SOUND, place: written} if place in CALLS else SOUND
            quoted = {key: json.dumps(part) for key, part in parts.items()}
            (pack / "ruleset.yaml").write_text(PACK.format(**quoted))
            line = [word.replace("TEXT", written) for word in call]
            said = io.StringIO()
            with redirect_stdout(said), redirect_stderr(said):
                code = main([word.replace("PACK", str(pack)) for word in line])
            yield {
                "attack": name,
                "place": place,
                "code": code,
                "said": said.getvalue(),
                "done": [*heard, *(["canary"] if canary.exists() else [])],
            }
            heard.clear()


if __name__ == "__main__":
    for result in results(Path(sys.argv[1])):
        print(json.dumps(result))
