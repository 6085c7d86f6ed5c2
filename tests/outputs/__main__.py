"""`python -m tests.outputs OLD [--only WORDS]`: the same commands in two checkouts."""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.outputs.commands import PACKS, commands, looks

PLACE = re.compile(r"(\.yaml):\d+(?::\d+)?")
PLACE_IN_JSON = re.compile(r'("(?:line|column|end_line|end_column)": )\d+')
HERE = Path(__file__).resolve().parents[2]
DRIVER = Path(__file__).with_name("driver.py")
FEW_LINES = 30  # of a difference


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command answered."""

    code: int
    out: str
    talk: str


class Checkout:
    """A process that runs commands in a checkout; its games lie in a folder of its
    own, whose name is left out of what it prints."""

    def __init__(self, root: Path, folder: Path, places: bool = True) -> None:
        """Start the process; without `places` lines and columns of files are left
        out of what it prints, as packs were rewritten between the checkouts."""
        self.folder = folder
        self._has_places = places
        self._hidden = {str(folder): "FOLDER", str(root): "CHECKOUT"}
        environment = {**os.environ, "PYTHONPATH": str(root), "NO_COLOR": "1"}
        environment["COLUMNS"] = "100"
        self._process = subprocess.Popen(
            [sys.executable, str(DRIVER)],
            cwd=root,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def __enter__(self) -> "Checkout":
        """Return the process."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()

    def answer(self, words: Sequence[str]) -> Answer:
        """Run a command; `{folder}` in a word is the folder of this checkout."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        line = [word.replace("{folder}", str(self.folder)) for word in words]
        print(json.dumps(line), file=self._process.stdin, flush=True)
        answered = json.loads(self._process.stdout.readline())
        out, talk = (self._without_paths(answered[key]) for key in ("out", "talk"))
        return Answer(answered["code"], out, talk)

    def _without_paths(self, text: str) -> str:
        for path, name in self._hidden.items():
            text = text.replace(path, name)
        if not self._has_places:
            text = PLACE.sub(r"\1:L:C", text)
            text = PLACE_IN_JSON.sub(r"\g<1>0", text)
        return text

    def json(self, *words: str) -> Any:
        """Return what a command prints with `--json`; None if it fails."""
        answer = self.answer((*words, "--json"))
        return json.loads(answer.out) if answer.out else None


def compared(old: Checkout, new: Checkout, words: tuple[str, ...]) -> Iterator[str]:
    """Yield what differs: JSON and exit codes, then text."""
    for line in ((*words, "--json"), words):
        before, after = old.answer(line), new.answer(line)
        if before == after:
            continue
        what = "JSON" if line is not words else "text"
        if before.code != after.code:
            what = f"exit code {before.code} and {after.code}, {what}"
        both = (f"{answer.out}{answer.talk}".splitlines() for answer in (before, after))
        lines = list(unified_diff(*both, "old", "new", lineterm="", n=1))
        shown = "\n".join(f"    {line}" for line in lines[:FEW_LINES])
        yield f"{what}: umpire {' '.join(line)}\n{shown}"


def every_command(old: Checkout, new: Checkout) -> Iterator[tuple[str, ...]]:
    """Yield every command line, after the games that it looks at were played in both
    checkouts."""
    yield from commands(old.json)
    games = [(pack, *game) for pack, held in PACKS.items() for game in held.items()]
    for number, (pack, scenario, seats) in enumerate(games):
        game = f"{{folder}}/{number}.game"
        for checkout in (old, new):
            checkout.answer(("play", pack, scenario, "--game", game, "--seed", "one"))
        yield from looks(game, seats)


def main() -> int:
    """Compare and print each difference; 1 if there is one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old", type=Path, help="a checkout of the commit before")
    parser.add_argument("--only", default="", help="commands that hold these words")
    parser.add_argument(
        "--no-places", action="store_true", help="leave out lines and columns of files"
    )
    arguments = parser.parse_args()
    places = not arguments.no_places
    count = different = 0
    with (
        tempfile.TemporaryDirectory() as first,
        tempfile.TemporaryDirectory() as second,
        Checkout(arguments.old.resolve(), Path(first), places) as old,
        Checkout(HERE, Path(second), places) as new,
    ):
        for words in every_command(old, new):
            if arguments.only not in " ".join(words):
                continue
            count += 1
            for difference in compared(old, new, words):
                different += 1
                print(difference, flush=True)
            if count % 25 == 0:
                print(f"{count} commands, {different} differences", file=sys.stderr)
    print(f"{count} commands, each as JSON and as text: {different} differences")
    return int(different > 0)


if __name__ == "__main__":
    sys.exit(main())
