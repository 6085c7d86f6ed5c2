"""`umpire serve` as a process of its own, with real sockets."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO

ROOT = Path(__file__).resolve().parents[2]
OPENS_WITHIN = 300.0
Links = Mapping[tuple[str, str], str]
"""The secret of each link, by game and seat."""


def free_port() -> int:
    """Return a port at which nothing listens now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class LiveServer:
    """A table that is open: its port, its links, its process."""

    def __init__(
        self,
        games: Iterable[Path],
        port: int = 0,
        at: str = "",
        *,
        more: Sequence[str] = (),
    ) -> None:
        """Serve games; links begin with `at`, else with the address itself. Either
        way it trusts what a proxy on this machine says of the address of a player,
        so that a thousand players need not look like one.
        """
        self.games = [*games]
        self.port = port or free_port()
        self._at = at or f"http://127.0.0.1:{self.port}"
        self._more = more
        self.links: dict[tuple[str, str], str] = {}
        self.seconds = 0.0
        self._process: subprocess.Popen[str] | None = None
        self._said: IO[str] | None = None

    def __enter__(self) -> LiveServer:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.kill()

    def start(self) -> None:
        """Start it and wait until it is open; `seconds` says how long that took."""
        words = (*("-m", "interpreter", "serve", "--json"), *self._more)
        where = ("--port", str(self.port), "--at", self._at)
        began = time.monotonic()
        self._process = subprocess.Popen(
            (sys.executable, *words, *where, *map(str, self.games)),
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
        )
        for link in self._told()["links"]:
            if link["link"]:
                secret = link["link"].rpartition("/s/")[2]
                self.links[link["game"], link["seat"]] = secret
        self.seconds = time.monotonic() - began

    def _told(self) -> dict[str, list[dict[str, str]]]:
        assert self._process is not None
        assert self._process.stdout is not None
        lines: list[str] = []
        for line in self._process.stdout:
            lines.append(line)
            if line == "}\n":
                found: dict[str, list[dict[str, str]]] = json.loads("".join(lines))
                return found
        raise AssertionError(f"the table did not open: {self._process.wait()}")

    def kill(self) -> None:
        """Kill it without a warning, and wait until it is gone."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            assert self._process.stdout is not None
            self._process.stdout.close()
            self._process = None

    def interrupt(self) -> int:
        """Interrupt it as Ctrl-C does; return its exit code."""
        assert self._process is not None
        self._process.send_signal(signal.SIGINT)
        code = self._process.wait(60)
        self.kill()
        return code

    @property
    def is_running(self) -> bool:
        """Whether its process is there."""
        return self._process is not None and self._process.poll() is None

    @property
    def mib(self) -> float:
        """How much memory its process holds (resident), in MiB; 0 where the system
        does not say."""
        return self._status("VmRSS:") / 1024

    @property
    def threads(self) -> int:
        """How many threads it has; 0 where the system does not say."""
        return self._status("Threads:")

    @property
    def open_files(self) -> int:
        """How many files and connections it has open; 0 where nobody says."""
        assert self._process is not None
        with suppress(OSError):
            return len(os.listdir(f"/proc/{self._process.pid}/fd"))
        return 0

    @property
    def processor_seconds(self) -> float:
        """Seconds of the processor that it has used so far."""
        assert self._process is not None
        try:
            text = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="utf-8")
        except OSError:
            return 0.0
        fields = text.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _status(self, name: str) -> int:
        assert self._process is not None
        try:
            text = Path(f"/proc/{self._process.pid}/status").read_text(encoding="utf-8")
        except OSError:
            return 0
        rows = (line.split() for line in text.splitlines())
        return next((int(row[1]) for row in rows if row[:1] == [name]), 0)
