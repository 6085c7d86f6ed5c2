"""Tries `umpire check` on mutants of a pack, in this process."""

import io
import re
import shutil
import signal
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from unittest.mock import patch

from interpreter.ruleset import pack_files as files_of_packs
from tests.mutants import mutant

ROOT = Path(__file__).resolve().parents[1]
ALLOWED = (0, 3, 4)
HANGS = 300  # seconds by the clock, on a machine that may be busy, to give up after
WHOLE = 10  # one in so many is checked under its options too, the others quickly
SETTINGS = 12  # so many times as long a whole check may take, with dozens of settings
OUR_FAULT = re.compile(r"Traceback|\bR9\d\d\b")


class Hangs(BaseException):
    """A check did not end; no handler of the program may catch it."""


@dataclass(frozen=True)
class Trial:
    """What a check said of one mutant, and its seconds of the processor."""

    seed: int
    told: str
    code: int
    output: str
    seconds: float

    @property
    def fault(self) -> str:
        """What is wrong with it, or "". How long it took is judged by the caller."""
        if self.code not in ALLOWED:
            return f"exit code {self.code}"
        found = OUR_FAULT.search(self.output)
        return found.group() if found else ""

    @property
    def whole(self) -> bool:
        """Whether it was checked under its options too."""
        return self.seed % WHOLE == 0

    def slower(self, seconds: float) -> bool:
        """Tell whether it took longer than a quick check may take."""
        return self.seconds > seconds * (SETTINGS if self.whole else 1)

    def __str__(self) -> str:
        """Return what a person needs to try it again."""
        return (
            f"seed {self.seed} ({self.told}): {self.fault or 'ok'}, "
            f"{self.seconds:.2f} s\n{self.output[-2000:]}"
        )


def packs() -> list[Path]:
    """Return the folder of every published pack."""
    return sorted(file.parent for file in (ROOT / "rulesets").glob("*/ruleset.yaml"))


def read(pack: Path) -> dict[str, str]:
    """Return path -> text of every YAML file of a pack."""
    return {
        str(file.relative_to(pack)): file.read_text(encoding="utf-8")
        for file in sorted(pack.rglob("*.yaml"))
    }


@contextmanager
def copy_of(pack: Path) -> Iterator[Path]:
    """Give a copy of a pack, beside the others, which it may extend."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as place:
        shutil.copytree(pack.parent, place, dirs_exist_ok=True)
        yield Path(place) / pack.name


def trials(pack: Path, seeds: range) -> Iterator[Trial]:
    """Yield the trial of each seed; only the file that differs is written and read
    each time, for most of a check would be the reading of the others."""
    files = read(pack)
    with copy_of(pack) as folder, reading_once():
        for seed in seeds:
            changed, told = mutant(files, seed)
            write(folder, files, changed)
            yield trial(folder, seed, told)
            write(folder, changed, files)


VERSIONS = 2  # of a file that are kept: as it was, and as it is


@contextmanager
def reading_once() -> Iterator[None]:
    """Let a file that says what it said before be read, and its shape be looked at, as
    it was then."""

    def again(
        folder: Path, path: str, known_files: files_of_packs.KnownFiles
    ) -> files_of_packs.PackFile:
        versions = known.setdefault((folder, path), {})
        text = (folder / path).read_bytes()
        version = versions.pop(text, None)
        if version is None:
            version = reading(folder, path, known_files)
        while len(versions) >= VERSIONS:
            del versions[next(iter(versions))]  # the one not used for longest
        versions[text] = version
        return version

    known: dict[tuple[Path, str], dict[bytes, files_of_packs.PackFile]] = {}
    reading = files_of_packs._read
    with patch.object(files_of_packs, "_read", again):
        yield


def write(folder: Path, old: Mapping[str, str], new: Mapping[str, str]) -> None:
    """Write the files whose text is new, letter by letter as they are."""
    for name, text in new.items():
        if old[name] != text:
            (folder / name).write_bytes(text.encode("utf-8", "surrogatepass"))


def trial(folder: Path, seed: int, told: str) -> Trial:
    """Check a pack as the command would, and keep all it prints; one in ten whole."""
    from interpreter.cli.main import main

    whole = seed % WHOLE == 0
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    start = time.process_time()  # of this process: others may keep the machine busy
    with redirect_stdout(out), redirect_stderr(out):
        try:
            with at_most(HANGS):
                code = main(["check", str(folder), *([] if whole else ["--quick"])])
        except SystemExit as error:
            code = error.code if isinstance(error.code, int) else 1
        except Hangs:
            code = -1
        except Exception as error:
            code = 70
            print(f"Traceback: {error!r}")
    seconds = time.process_time() - start
    binary = out.buffer
    assert isinstance(binary, io.BytesIO)
    return Trial(seed, told, code, binary.getvalue().decode(errors="replace"), seconds)


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise Hangs after so many seconds, where the system has signals.

    A thread sends a signal of its own: the system has one alarm for a process, and
    `--max-time` sets it. Only in the main thread, as everything that takes signals.
    """

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise Hangs

    main = threading.get_ident()
    timer = threading.Timer(seconds, signal.pthread_kill, (main, signal.SIGUSR1))
    timer.daemon = True
    before = signal.signal(signal.SIGUSR1, ring)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        signal.signal(signal.SIGUSR1, before)
