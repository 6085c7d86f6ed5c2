"""A game of 200 events that is killed, cut, changed and starved wherever it can be."""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from interpreter.diagnostics import GameFileError
from interpreter.journal.journal import opened, read, sound
from tests.games.lasting import STROLLING, acts, beginning, killed, whole
from tests.journal.faults import QuickDisk
from tests.trial import ROOT

Result = dict[str, Any]
CALLS = ("write", "fsync", "rename", "close")
TRACED, FLIPPED, CUT = 10, 12, 4  # batches that these are spread over
PAGE = 4096  # bytes by which a small disk grows
PAGES = range(1, 13)
HERE = (sys.executable, "-m", "tests.games.known_keys")


def by_shim(folder: Path, part: int, _: int) -> Iterator[str]:
    """Kill it before every act of its disk, or half-way through; with the power lost,
    too."""
    half, power = list(product((False, True), repeat=2))[part]
    wanted = whole(folder / "whole.game")
    for last in range(acts(folder)):
        game = folder / f"{last}.game"
        fault = killed(game, wanted, last, half, power)
        yield fault and f"killed before act {last} ({half=}, {power=}): {fault}"
        for each in folder.glob(f"{last}.game*"):
            each.unlink()


def by_strace(folder: Path, part: int, parts: int) -> Iterator[str]:
    """Kill a process at every system call that meets the game or its secret."""
    wanted = whole(folder / "whole.game")
    counted = _traced(folder / "counted", ())
    points = [
        (call, number)
        for call in CALLS
        for number in range(1, len(re.findall(rf"\b{call}\(", counted)) + 1)
    ]
    for call, number in points[part::parts]:
        here = folder / f"{call}{number}"
        said = _traced(here, ("-e", f"inject={call}:signal=SIGKILL:when={number}"))
        game = here / "a.game"
        there = game.read_bytes() if game.exists() else b""
        fault = ""
        if "+++ killed by SIGKILL" not in said:
            fault = "it was not killed"
        elif len(there) < _acknowledged(said):
            fault = "what was acknowledged is not there"
        else:
            words = ("play", *STROLLING) if b"\n" in there else beginning()
            done = subprocess.run(
                (*HERE, *words, "--game", game), cwd=ROOT, capture_output=True
            )
            if done.returncode or game.read_bytes() != wanted:
                fault = f"the next command: {done.stderr.decode()}"
        yield fault and f"killed at {call} {number}: {fault}"
        shutil.rmtree(here)


def _traced(folder: Path, more: Sequence[str]) -> str:
    """Play the game in a process of its own and return its calls to its files."""
    folder.mkdir()
    game, told = folder / "a.game", folder / "calls"
    files = (game, f"{game}.secret", f"{game}.secret.half")
    paths = [word for file in files for word in ("-P", str(file))]
    trace = ("-e", f"trace={','.join(CALLS)}", *paths, *more)
    words = ("strace", "-f", "-o", told, *trace, *HERE, *beginning(), "--game", game)
    subprocess.run(words, cwd=ROOT, capture_output=True, check=False)
    return told.read_text(encoding="utf-8", errors="replace")


def _acknowledged(said: str) -> int:
    """Return how many bytes of the game were written and synced before the end."""
    size = synced = 0
    for line in said.splitlines():
        if found := re.search(r'write\(\d+, "\{.*\) += (\d+)$', line):
            size += int(found[1])
        elif re.search(r"fsync\(\d+\) += 0$", line):
            synced = size
    return synced


def by_bits(folder: Path, part: int, parts: int) -> Iterator[str]:
    """Change every bit; what `verify` looks at first finds it, and changes nothing."""
    wanted = whole(folder / "whole.game")
    game = folder / "flipped.game"
    for at in range(part, len(wanted) * 8, parts):
        flipped = bytearray(wanted)
        flipped[at // 8] ^= 1 << at % 8
        game.write_bytes(flipped)
        try:
            sound(game, read(game))
            yield f"bit {at} was changed and nobody found it"
        except GameFileError:
            same = game.read_bytes() == flipped
            yield "" if same else f"bit {at}: looking changed the game"


def by_cuts(folder: Path, part: int, parts: int) -> Iterator[str]:
    """Cut it at every byte; what is left are exactly the whole lines."""
    wanted = whole(folder / "whole.game")
    game = folder / "cut.game"
    first = wanted.index(b"\n") + 1
    for size in range(first + part, len(wanted), parts):
        game.write_bytes(wanted[:size])
        end = wanted.rindex(b"\n", 0, size) + 1
        with opened(game, QuickDisk()) as journal:
            kept = journal.kept
        torn = b"" if kept is None else kept.read_bytes()
        is_right = game.read_bytes() == wanted[:end] and torn == wanted[end:size]
        yield "" if is_right else f"cut at {size}: it is not the whole lines"
        if kept is not None:
            kept.unlink()


def by_full_disk(folder: Path, _: int, __: int) -> Iterator[str]:
    """Play on a small disk until it is full: one error; with room, to the same end."""
    wanted = whole(folder / "whole.game")
    for pages in PAGES:
        code, said, data = _on_small_disk(folder, pages * PAGE)
        # that a seed is for practice is said whatever becomes of the game
        errors = said.count("umpire:") - said.count("umpire: --seed is for practice")
        fits = pages * PAGE >= len(wanted)  # perhaps: the secret needs pages, too
        fault = ""
        if (code, errors) != (5, 1) and not (fits and (code, errors) == (0, 0)):
            fault = f"exit code {code}: {said}"
        elif data != wanted:
            fault = "with room again it is another game"
        yield fault and f"a disk of {pages} pages: {fault}"


def _on_small_disk(folder: Path, size: int) -> tuple[int, str, bytes]:
    """Return exit code and talk of a game on a disk that is full, and the bytes of the
    game in the end, when there was room again."""
    words = ("unshare", "-rm", sys.executable, "-m", "tests.long.small_disk")
    done = subprocess.run(
        (*words, folder, str(size)), cwd=ROOT, capture_output=True, check=True
    )
    told = json.loads(done.stdout)
    return told["code"], told["said"], bytes.fromhex(told["data"])


Part = Callable[[Path, int, int], Iterator[str]]
PARTS: tuple[tuple[str, Part, int, str], ...] = (
    ("killed before or within every act of its disk (shim)", by_shim, 4, ""),
    ("killed at every system call on its files", by_strace, TRACED, "strace"),
    ("every bit changed", by_bits, FLIPPED, ""),
    ("cut at every byte", by_cuts, CUT, ""),
    ("disks of 4 to 48 KiB that were full", by_full_disk, 1, "unshare"),
)
"""What is done, by what, in how many batches, and the tool that it needs."""
EVERY = [(row, part) for row in PARTS for part in range(row[2])]


def batches() -> int:
    """Return the number of batches."""
    return len(EVERY)


def run(batch: int, _: int) -> Result:
    """Do one batch; nothing in it is left to chance."""
    (name, part, parts, tool), number = EVERY[batch]
    lacks = _lacks(tool)
    found: Result = {"name": name, "count": 0, "lacks": lacks, "faults": []}
    if lacks:
        return found
    with tempfile.TemporaryDirectory(prefix="lasting-") as folder:
        for fault in part(Path(folder).resolve(), number, parts):
            found["count"] += 1
            found["faults"] += [fault] if fault else []
    return found


TRIALS = {"strace": ("strace", "-o", "/dev/null", "true")}
TRIALS |= {"unshare": ("unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt")}


def _lacks(tool: str) -> str:
    """Return why a tool cannot be used here; "" where it can."""
    if not tool:
        return ""
    if shutil.which(tool) is None:
        return f"no {tool} here"
    tried = subprocess.run(TRIALS[tool], capture_output=True, encoding="utf-8")
    return f"{tool} may not: {tried.stderr.strip()}" if tried.returncode else ""


def summary(results: Sequence[Result]) -> list[str]:
    """Return a table with a row for each way of harming the game."""
    lines = ["| a game of 200 events | times | faults |", "|---|---|---|"]
    for name, *_ in PARTS:
        own = [each for each in results if each["name"] == name]
        count = sum(each["count"] for each in own)
        faults = sum(len(each["faults"]) for each in own)
        lacks = {each["lacks"] for each in own if each["lacks"]}
        said = f"not done: {', '.join(sorted(lacks))}" if lacks else f"{count:,}"
        lines.append(f"| {name} | {said} | {faults} |")
    return lines
