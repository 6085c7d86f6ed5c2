"""Published escapes from evaluators and templates: each is refused, or is only a text.

No attack reaches a file, a process, a socket or a library; none shows an object of the
host language; each ends with a documented exit code, without a traceback.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.expressions.attacking import CALLS, TYPED, attacks
from tests.trial import ROOT

LEAST = 60
SHOWN_BY_AN_ESCAPE = (
    "<class",
    "<built-in",
    "<function",
    "<module",
    "root:x:",
    "object at 0x",
)
AS_TEXT = ("say", "cell", "note", "word")
"""Where any text may stand that is no template."""


def test_each_attack_does_nothing(tmp_path: Path) -> None:
    """At each place where a text is read."""
    assert len(attacks()) >= LEAST
    done = subprocess.run(
        [sys.executable, "-m", "tests.expressions.attacking", str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "UMPIRE_CACHE": "off", "XDG_CACHE_HOME": str(tmp_path)},
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(results) == len(attacks()) * (len(CALLS) + len(TYPED))
    for result in results:
        assert not result["done"], result
        assert result["code"] in range(6), result
        for fault in ("Traceback", "R901", *SHOWN_BY_AN_ESCAPE):
            assert fault not in result["said"], result
    taken = {
        r["attack"] for r in results if r["code"] == 0 and r["place"] not in AS_TEXT
    }
    assert not taken


def test_what_an_escape_would_do_is_heard(tmp_path: Path) -> None:
    """A process, and the file that must not come to be."""
    script = (
        "import os, sys; from pathlib import Path;"
        "from tests.expressions.attacking import listening;"
        "canary = Path(sys.argv[1]); heard = listening(canary);"
        "os.system('true'); canary.write_text('x'); print(*heard)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "canary")],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert "os.system" in done.stdout
    assert "open" in done.stdout
