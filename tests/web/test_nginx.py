"""The configuration of nginx in COMMANDS.md, tried where nginx is installed."""

from __future__ import annotations

import asyncio
import ssl
from pathlib import Path

import pytest

from tests.web.evenings import SMALL, begun
from tests.web.live import LiveServer, free_port
from tests.web.players import Page
from tests.web.proxy import certificate_in, configuration, nginx, nginx_before
from tests.web.wire import Wire, finished

OURS = {"Sec-Fetch-Site": "same-origin"}


@pytest.mark.skipif(nginx() is None, reason="nginx is not installed")
def test_two_tables_behind_nginx_with_tls(tmp_path: Path) -> None:
    """Links and pages lead to the process of their game, cookies are for https alone,
    and a change is told though nothing else follows: nothing is buffered."""
    certificate = certificate_in(tmp_path)
    if certificate is None:
        pytest.skip("openssl is not installed")
    port = free_port()
    one, two = begun(tmp_path, 2, SMALL)
    at = f"https://localhost:{port}"
    with LiveServer([one], at=at) as first, LiveServer([two], at=at) as second:
        ports = [first.port, second.port]
        text = configuration(
            tmp_path, port, ports, {two.stem: second.port}, certificate=certificate
        )
        links = {**first.links, **second.links}
        with nginx_before(tmp_path, port, text):
            trusted = ssl.create_default_context(cafile=str(certificate[0]))
            for game, seat in ((one.stem, "red"), (two.stem, "north_side")):
                secret = links[game, seat]
                finished(_answered(port, trusted, game, seat, secret))


async def _answered(
    port: int, trusted: ssl.SSLContext, game: str, seat: str, secret: str
) -> None:
    """Take a seat, answer, and hear of it."""
    wire, ear = (Wire(port, "localhost", trusted) for _ in range(2))
    shown = await wire.ask("GET", f"/s/{secret}")
    assert shown.status == 200
    taken = await wire.ask("POST", f"/s/{secret}", OURS)
    assert taken.status == 303
    assert taken.header("location") == f"/t/{game}/{seat}"
    assert "; Secure" in taken.header("set-cookie")
    headers = {**OURS, "Cookie": taken.header("set-cookie").partition(";")[0]}
    page = Page(await wire.ask("GET", f"/t/{game}/{seat}", headers))
    target = f"/t/{game}/{seat}/changes?seen={page.digest}"
    head, events = await ear.stream(target, headers)
    assert head.status == 200
    assert await anext(events) == b"retry: 2000\n\n"
    (form,) = page.forms
    value = form.text.partition('name="part-0" value="')[2].partition('"')[0]
    body = f"token={form.token}&part-0={value}".encode()
    origin = {**headers, "Content-Type": "application/x-www-form-urlencoded"}
    answered = await wire.ask("POST", f"/t/{game}/{seat}/answer", origin, body)
    assert answered.status == 303
    async with asyncio.timeout(30):
        assert await anext(events) == b"data: changed\n\n"
    wire.close()
    ear.close()
