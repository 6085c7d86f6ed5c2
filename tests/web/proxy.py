"""What stands before tables that several processes serve: nginx, or a small proxy of
ours where there is none.

A game is at one of them, by its name in the address. A link does not say of which game
it is: it is tried at one after the other until one knows it, which changes nothing
where it is not known.
"""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from tests.web.live import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

NOT_FOUND = b" 404 "
LENGTH = b"content-length"
HOP = (b"connection", b"keep-alive")


class Proxy:
    """Routes each request by its address, one request a connection."""

    def __init__(self, ports: Sequence[int], games: Mapping[str, int]) -> None:
        """`games` has the port of each game; others go to the first of `ports`."""
        self._ports, self._games = [*ports], {**games}
        self._open: set[asyncio.StreamWriter] = set()
        self._passing: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def serve(self, port: int) -> AsyncIterator[None]:
        """Listen; at the end all connections are closed, also those that a loop which
        ends would not come to."""
        server = await asyncio.start_server(
            self._accept, "127.0.0.1", port, backlog=1000
        )
        async with server:
            yield
        for writer in self._open:
            writer.transport.abort()
        await asyncio.gather(*self._passing, return_exceptions=True)

    def _accept(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._open.add(writer)
        task = asyncio.create_task(self._pass(reader, writer))
        self._passing.add(task)
        task.add_done_callback(self._passing.discard)

    def _ways(self, target: str) -> list[int]:
        """Return where a request goes, in order."""
        parts = target.split("?")[0].split("/")
        if parts[1:2] == ["s"]:
            return self._ports
        name = unquote(parts[2]) if parts[1:2] == ["t"] and len(parts) > 2 else ""
        return [self._games.get(name, self._ports[0])]

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        try:
            with suppress(OSError, EOFError, ValueError, IndexError):
                await self._answered(reader, writer)
        finally:
            writer.close()
            self._open.discard(writer)

    async def _answered(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        rows = head[:-4].split(b"\r\n")
        sizes = [row.partition(b":")[2] for row in rows if _name(row) == LENGTH]
        body = await reader.readexactly(int(sizes[0])) if sizes else b""
        kept = [row for row in rows if _name(row) not in HOP]
        request = b"\r\n".join([*kept, b"Connection: close"]) + b"\r\n\r\n" + body
        ways = self._ways(rows[0].split(b" ")[1].decode("latin-1"))
        for port in ways:
            server, to = await asyncio.open_connection("127.0.0.1", port)
            try:
                to.write(request)
                first = await server.read(65_536)
                if port != ways[-1] and NOT_FOUND in first.split(b"\r\n", 1)[0]:
                    continue
                writer.write(first)
                while more := await server.read(65_536):
                    writer.write(more)
                    await writer.drain()
                return
            finally:
                to.close()


def _name(row: bytes) -> bytes:
    return row.partition(b":")[0].strip().lower()


AROUND = """\
daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; worker_processes 1;
events {{ worker_connections 8000; }}
http {{
access_log off; {temporary}
{text}}}
"""
KEPT_FOR_A_TIME = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
COMMANDS = ROOT / "interpreter" / "COMMANDS.md"


def documented() -> str:
    """Return the configuration of nginx that is an example in COMMANDS.md."""
    text = COMMANDS.read_text(encoding="utf-8")
    return text.partition("```nginx\n")[2].partition("```")[0]


def configuration(
    folder: Path,
    port: int,
    ports: Sequence[int],
    games: Mapping[str, int],
    *,
    certificate: tuple[Path, Path] | None = None,
    trusts_clients: bool = False,
) -> str:
    """Return the documented configuration for these ports, games and certificate (None:
    without TLS). With `trusts_clients` it passes on what they say of their address:
    only players of a test may say so."""
    listens = f"127.0.0.1:{port}" + (" ssl" if certificate else "")
    servers = " ".join(f"server 127.0.0.1:{each};" for each in ports)
    others = "\n".join(
        f"    ~^/t/{name}(/|$) 127.0.0.1:{each};" for name, each in games.items()
    )
    changes = [
        ("listen 443 ssl", f"listen {listens}"),
        ("server 127.0.0.1:8701; server 127.0.0.1:8702;", servers),
        ("    ~^/t/(river|wood)(/|$) 127.0.0.1:8702;", others),
        ("default 127.0.0.1:8701", f"default 127.0.0.1:{ports[0]}"),
    ]
    if certificate is not None:
        changes.append(("/etc/ssl/your.table.pem", str(certificate[0])))
        changes.append(("/etc/ssl/your.table.key", str(certificate[1])))
    if trusts_clients:
        changes.append(("For $remote_addr", "For $http_x_forwarded_for"))
    text = documented()
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    if certificate is None:
        lines = text.splitlines(keepends=True)
        text = "".join(line for line in lines if "ssl_certificate" not in line)
    temporary = " ".join(
        f"{name}_temp_path {folder}/{name};" for name in KEPT_FOR_A_TIME
    )
    return AROUND.format(folder=folder, temporary=temporary, text=text)


def nginx() -> str | None:
    """Return the program, if it is there."""
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/sbin")


@contextmanager
def nginx_before(folder: Path, port: int, text: str) -> Iterator[None]:
    """Run nginx with a configuration."""
    program = nginx()
    assert program is not None
    file = folder / "nginx.conf"
    file.write_text(text, encoding="utf-8")
    running = subprocess.Popen(
        (program, "-p", str(folder), "-c", str(file), "-e", str(folder / "error.log"))
    )
    try:
        _wait_until_open(port, running)
        yield
    finally:
        running.terminate()
        running.wait()


def _wait_until_open(port: int, running: subprocess.Popen[bytes]) -> None:
    import socket

    for _ in range(200):
        assert running.poll() is None, "nginx does not take its configuration"
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise AssertionError("nginx does not listen")


def certificate_in(folder: Path) -> tuple[Path, Path] | None:
    """Make a certificate of our own for this machine; None without openssl."""
    program = shutil.which("openssl")
    if program is None:
        return None
    found = folder / "table.pem", folder / "table.key"
    words = ("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2")
    names = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")
    files = ("-out", str(found[0]), "-keyout", str(found[1]))
    subprocess.run((program, *words, *names, *files), capture_output=True, check=True)
    return found
