"""Leaks let in on purpose: each patch of `tests/leaks` must be seen by the pairs.

A patch is applied to a copy of this tree, and `python -m tests.secrets` is run there.
It is caught when that ends with exit code 1: a seat could tell a pair apart. Any other
end means that the patch broke something else, or that nobody saw the leak; so does an
error in a test of whole games that is no assertion of it.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.secrets.declared import ROOT

FOLDER = ROOT / "tests" / "leaks"
COPIED = ("interpreter", "rulesets", "schemas", "tests")
PAIRS = 60  # of each pack: a leak that shows more seldom would be missed
SECONDS = 600


@dataclass(frozen=True)
class Caught:
    """What came of a patch: whether the pairs saw it, and what they said first."""

    name: str
    caught: bool
    said: str


def leaks() -> list[Path]:
    """Return the patches, in order."""
    return sorted(FOLDER.glob("*.patch"))


def tried(patch: Path | None, seed: int = 1, pairs: int = PAIRS) -> Caught:
    """Let a leak into a copy of the tree, and play pairs there; None lets in none."""
    name = "no leak" if patch is None else patch.stem
    with tempfile.TemporaryDirectory(prefix="leak-") as place:
        tree = Path(place) / "tree"
        for folder in COPIED:
            ignored = shutil.ignore_patterns("__pycache__", "long", "bad", "leaks")
            shutil.copytree(ROOT / folder, tree / folder, ignore=ignored)
        if patch is not None:
            given = ["git", "apply", "--whitespace=nowarn", str(patch)]
            fitted = subprocess.run(given, cwd=tree, capture_output=True, check=False)
            if fitted.returncode:
                return Caught(name, False, f"does not fit: {fitted.stderr.decode()}")
        environment = {
            **os.environ, "PYTHONPATH": str(tree), "XDG_CACHE_HOME": place,
            "PYTHONDONTWRITEBYTECODE": "1",
        }  # fmt: skip
        words = ("--pairs", str(pairs), "--seed", str(seed), "--first")
        done = subprocess.run(
            [sys.executable, "-m", "tests.secrets", *words],
            cwd=tree, env=environment, capture_output=True, encoding="utf-8",
            timeout=SECONDS, check=False,
        )  # fmt: skip
    broken = done.returncode != 1 or "Traceback" in done.stderr
    lines = [each for each in done.stdout.splitlines() if "judge's views" not in each]
    lines = [each for each in lines if "::" in each] or lines  # of whole games
    said = done.stderr[-1000:] if broken else "\n".join(lines[:3])
    return Caught(name, not broken, said)


def main() -> int:
    """Try the patches named, or all, and print a line for each."""
    wanted = sys.argv[1:]
    missed = 0
    for patch in leaks():
        if wanted and patch.stem not in wanted:
            continue
        found = tried(patch)
        missed += not found.caught
        said = "caught" if found.caught else "MISSED"
        print(f"{found.name}: {said}\n{found.said}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
