"""Plays a game on a disk that is too small for it: `python -m tests.long.small_disk
FOLDER BYTES`, in a namespace of mounts of its own.

Prints, as JSON, exit code and talk of the game, and what the game is in the end, when
the disk has grown and the next command has gone on.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.games.lasting import STROLLING, beginning

LARGE = "1m"


def mount(folder: str, *options: str) -> None:
    """Mount a disk in memory, or change it."""
    words = ("mount", "-t", "tmpfs", "-o", ",".join(options), "none", folder)
    subprocess.run(words, check=True)


def play(game: Path) -> subprocess.CompletedProcess[str]:
    """Begin a game or go on with it."""
    is_begun = game.exists() and b"\n" in game.read_bytes()
    words = ("play", *STROLLING) if is_begun else beginning()
    return subprocess.run(
        (sys.executable, "-m", "tests.games.known_keys", *words, "--game", game),
        capture_output=True,
        encoding="utf-8",
    )


def main() -> None:
    """Play until the disk is full, then with room."""
    above, size = sys.argv[1:]
    with tempfile.TemporaryDirectory(dir=above) as folder:
        mount(folder, f"size={size}")
        game = Path(folder) / "a.game"
        first = play(game)
        mount(folder, "remount", f"size={LARGE}")
        play(game)
        data = game.read_bytes().hex()
        print(
            json.dumps({"code": first.returncode, "said": first.stderr, "data": data})
        )
        subprocess.run(("umount", folder), check=True)


main()
