"""HTTP/1.1 over a socket, as bytes: what a seat really receives, and what nobody ought
to send.

A library would put headers in order, follow redirects and refuse to send what is
wrong. Here each byte is kept, but for the date, which tells two replies apart that are
alike.
"""

from __future__ import annotations

import asyncio
import re
import ssl
import time
from collections.abc import AsyncIterator, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

Result = TypeVar("Result")

NO_HEADERS: Mapping[str, str] = {}
MOST_HEAD = 4 * 1024 * 1024
IDLE = 3.0
"""Seconds after which a connection is not used again: the server closes it after
five, and what is sent just then is lost."""
PATIENCE = 120.0
_DATE = re.compile(rb"(?im)^date: [^\r\n]*\r\n")


class Lost(Exception):
    """The connection ended before the reply was whole."""


@dataclass(frozen=True)
class Reply:
    """A reply: `head` is its status line and its headers in the order in which they
    came, without the date."""

    head: bytes
    body: bytes

    @property
    def status(self) -> int:
        return int(self.head.split(b" ", 2)[1])

    @property
    def text(self) -> str:
        return self.body.decode()

    def header(self, name: str) -> str:
        """Return a header, "" where there is none."""
        wanted = name.lower().encode()
        for line in self.head.split(b"\r\n")[1:]:
            own, _, value = line.partition(b":")
            if own.lower() == wanted:
                return value.strip().decode()
        return ""

    @property
    def raw(self) -> bytes:
        """All of it."""
        return self.head + b"\r\n\r\n" + self.body


def request_bytes(
    method: str,
    target: str,
    host: str,
    headers: Mapping[str, str] | Sequence[tuple[str, str]] = (),
    body: bytes = b"",
) -> bytes:
    """Return a request as it is sent; nothing in it is checked."""
    rows = [*headers.items()] if isinstance(headers, Mapping) else [*headers]
    lines = [f"{method} {target} HTTP/1.1", f"Host: {host}"]
    lines += [f"{name}: {value}" for name, value in rows]
    if body or method in ("POST", "PUT", "PATCH"):
        lines.append(f"Content-Length: {len(body)}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + body


class Wire:
    """A connection to a server that is kept open from request to request."""

    def __init__(
        self,
        port: int,
        host: str = "127.0.0.1",
        trusted: ssl.SSLContext | None = None,
    ) -> None:
        """Connect when something is asked for; `port` is where it listens, `trusted`
        what is trusted there where it speaks TLS."""
        self.host, self.port = host, port
        self._trusted = trusted
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._used = 0.0

    async def ask(
        self,
        method: str,
        target: str,
        headers: Mapping[str, str] = NO_HEADERS,
        body: bytes = b"",
    ) -> Reply:
        """Send a request and return the reply; Lost where none comes."""
        host = f"{self.host}:{self.port}"
        return await self.send(
            request_bytes(method, target, host, headers, body), method
        )

    async def send(self, request: bytes, method: str = "GET") -> Reply:
        """Send bytes and return the reply to them."""
        try:
            reader, writer = await self._connected()
            writer.write(request)
            async with asyncio.timeout(PATIENCE):
                return await self._reply(reader, method)
        except (OSError, EOFError, ValueError, asyncio.LimitOverrunError) as error:
            self.close()
            raise Lost(repr(error)) from error
        except asyncio.CancelledError:
            self.close()  # the rest of the reply would answer the next request
            raise

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        now = time.monotonic()
        if self._ends is not None and now - self._used > IDLE:
            self.close()
        if self._ends is None:
            self._ends = await asyncio.open_connection(
                self.host, self.port, limit=MOST_HEAD, ssl=self._trusted
            )
        self._used = now
        return self._ends

    async def _reply(self, reader: asyncio.StreamReader, method: str) -> Reply:
        head = (await reader.readuntil(b"\r\n\r\n"))[:-4]
        reply = Reply(_DATE.sub(b"", head + b"\r\n").removesuffix(b"\r\n"), b"")
        body = b""
        if method != "HEAD" and reply.status not in (204, 304):
            if reply.header("transfer-encoding") == "chunked":
                body = b"".join([piece async for piece in _chunks(reader)])
            else:
                body = await reader.readexactly(int(reply.header("content-length")))
        self._used = time.monotonic()
        if reply.header("connection") == "close":
            self.close()
        return Reply(reply.head, body)

    async def stream(
        self, target: str, headers: Mapping[str, str] = NO_HEADERS
    ) -> tuple[Reply, AsyncIterator[bytes]]:
        """Ask for a stream; return its head, and its chunks as they come."""
        try:
            reader, writer = await self._connected()
            host = f"{self.host}:{self.port}"
            writer.write(request_bytes("GET", target, host, headers))
            head = (await reader.readuntil(b"\r\n\r\n"))[:-4]
        except (OSError, EOFError) as error:
            self.close()
            raise Lost(repr(error)) from error
        except asyncio.CancelledError:
            self.close()
            raise
        kept = _DATE.sub(b"", head + b"\r\n").removesuffix(b"\r\n")
        return Reply(kept, b""), _chunks(reader)

    def close(self) -> None:
        """Close the connection; the next request opens another."""
        if self._ends is not None:
            self._ends[1].transport.abort()  # without a handshake of TLS
            self._ends = None


async def _chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    while size := int(await reader.readline(), 16):
        yield await reader.readexactly(size)
        await reader.readexactly(2)
    await reader.readexactly(2)


LETS_GO = 0.05
"""Seconds in which a loop lets go of the sockets that were closed in it."""


def finished(awaited: Coroutine[object, object, Result]) -> Result:
    """Run something to its end, and until the sockets that it closed are let go."""

    async def whole() -> Result:
        try:
            return await awaited
        finally:
            await asyncio.sleep(LETS_GO)

    return asyncio.run(whole())
