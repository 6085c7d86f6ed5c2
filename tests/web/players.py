"""People at a table, as far as a server can tell: each has a browser of his own."""

from __future__ import annotations

import asyncio
import html
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from urllib.parse import quote, urlencode

from tests.web.wire import Lost, Reply, Wire

A_SECOND = 5.0
"""Answers that a session may give, on average."""
TRIES = 12
"""Answers that may be refused before a player gives up."""
Answer = tuple[tuple[str, str], ...]
"""The fields of a form, in order."""

_FORM = re.compile(r'<form method="post" action="([^"]*/answer)">(.*?)</form>', re.S)
_TOKEN = re.compile(r'name="token" value="([^"]*)"')
_SET = re.compile(r"<fieldset>\s*<legend[^>]*>(.*?)</legend>(.*?)</fieldset>", re.S)
_INPUT = re.compile(r'<input type="(radio|checkbox)" name="([^"]*)" value="([^"]*)"')
_WRITTEN = re.compile(r'<label>([^<]*)<input name="([^"]*)"')
_SELECT = re.compile(r'<select name="([^"]*)">(.*?)</select>', re.S)
_OPTION = re.compile(r"<option(?: selected)?>([^<]*)</option>")
_RANGE = re.compile(r"(\d+) to (\d+) of these(?:, in order)?$")
_NUMBERS = re.compile(r"-?\d+")


@dataclass(frozen=True)
class Form:
    """A form as it is in a page."""

    action: str
    token: str
    text: str

    def answer(self, random: Random) -> Answer:
        """Return an answer with options that are offered; the same random numbers give
        the same."""
        fields: list[tuple[str, str]] = []
        for legend, inside in _SET.findall(self.text):
            fields += _chosen(html.unescape(legend), inside, random)
        return tuple(fields)


def _chosen(legend: str, inside: str, random: Random) -> list[tuple[str, str]]:
    """Return what is chosen in one part of a form."""
    limits = _RANGE.search(legend.strip())
    least, most = map(int, limits.groups()) if limits else (1, 1)
    inputs = _INPUT.findall(inside)
    if inputs:
        name = inputs[0][1]
        offered = [html.unescape(value) for _, _, value in inputs]
        count = random.randint(least, min(most, len(offered)))
        return [(name, value) for value in random.sample(offered, count)]
    selects = _SELECT.findall(inside)
    if selects:
        name, options = selects[0]
        offered = [html.unescape(each) for each in _OPTION.findall(options)]
        count = random.randint(least, min(most, len(offered)))
        return [(name, value) for value in random.sample(offered, count)]
    return [
        (name, _written(html.unescape(expected), random))
        for expected, name in _WRITTEN.findall(inside)
    ]


def _written(expected: str, random: Random) -> str:
    """Return something that may be what is expected: a number between those that the
    page names, else a small one or a truth."""
    numbers = [int(each) for each in _NUMBERS.findall(expected)]
    if len(numbers) >= 2:
        return str(random.randint(min(numbers), max(numbers)))
    return random.choice(("0", "1", "2", "3", "yes", "none"))


@dataclass(frozen=True)
class Page:
    """A page as it came."""

    reply: Reply

    @cached_property
    def text(self) -> str:
        return self.reply.text

    @cached_property
    def forms(self) -> tuple[Form, ...]:
        """What is asked."""
        return tuple(
            Form(html.unescape(action), html.unescape(token[1]), inside)
            for action, inside in _FORM.findall(self.text)
            if (token := _TOKEN.search(inside))
        )

    @property
    def digest(self) -> str:
        found = re.search(r'data-seen="([^"]*)"', self.text)
        return found[1] if found else ""

    @property
    def is_end(self) -> bool:
        """Whether the game is at its end."""
        return "at its end" in self.text


@dataclass
class Counts:
    """What a player, or all of them, met with."""

    answers: list[float] = field(default_factory=list)
    """Seconds from each answer that was taken to the page that follows."""
    acknowledgements: list[float] = field(default_factory=list)
    """Seconds to the reply alone."""
    pages: list[float] = field(default_factory=list)
    refused: int = 0
    stale: int = 0
    limited: int = 0
    """Refused because they came too often (429)."""
    busy: int = 0
    """Requests that the server did not take for others (503)."""
    events: int = 0
    faults: list[str] = field(default_factory=list)

    def forget(self) -> None:
        """Begin to count again, but for what is wrong."""
        for values in (self.answers, self.acknowledgements, self.pages):
            values.clear()
        self.refused = self.stale = self.limited = self.busy = self.events = 0


class Player:
    """Somebody who has a link to a seat."""

    def __init__(
        self, port: int, game: str, seat: str, counts: Counts, number: int = 0
    ) -> None:
        """`number` makes an address of his own, which the proxy before the server
        would tell it."""
        self.game, self.seat = game, seat
        self.path = f"/t/{quote(game, safe='')}/{quote(seat, safe='')}"
        self.counts = counts
        self.wire, self.ear = Wire(port), Wire(port)
        self.cookie = ""
        self.sent = self.taken = self.turned_away = 0
        """Answers sent since the game began, those acknowledged, and those refused."""
        self.random = Random(f"{game} {seat}")
        self._headers = {
            "X-Forwarded-For": f"10.{number >> 16 & 255}.{number >> 8 & 255}."
            f"{number & 255}",
            "X-Forwarded-Proto": "http",
        }

    @property
    def headers(self) -> Mapping[str, str]:
        """What his browser sends with each request."""
        return {
            **self._headers,
            "Sec-Fetch-Site": "same-origin",
            **({"Cookie": f"seat={self.cookie}"} if self.cookie else {}),
        }

    async def sits(self, secret: str) -> None:
        """Take the seat by its link."""
        reply = await self.wire.ask("POST", f"/s/{secret}", self.headers)
        assert reply.status == 303, reply.raw
        found = re.search(r"seat=([^;]*)", reply.header("set-cookie"))
        assert found is not None
        self.cookie = found[1]

    async def page(self, more: str = "") -> Page:
        """Read the page."""
        began = time.monotonic()
        reply = await self.wire.ask("GET", f"{self.path}{more}", self.headers)
        while reply.status == 503:
            self.counts.busy += 1
            await asyncio.sleep(3)  # as the script of a page does
            reply = await self.wire.ask("GET", f"{self.path}{more}", self.headers)
        self.counts.pages.append(time.monotonic() - began)
        if reply.status != 200:
            self.counts.faults.append(f"{self.path}{more}: {reply.status}")
        return Page(reply)

    async def post(self, token: str, answer: Answer) -> Reply:
        """Send an answer to what a token is of."""
        body = urlencode([("token", token), *answer]).encode()
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        target = f"{self.path}/answer"
        return await self.wire.ask("POST", target, {**self.headers, **kind}, body)

    async def answers(self, page: Page) -> Page:
        """Answer what a page asks, as a person who tries again until it is taken;
        return the page after it."""
        for _ in range(TRIES):
            if not page.forms:
                return page
            form = self.random.choice(page.forms)
            began = time.monotonic()
            self.sent += 1
            reply = await self.post(form.token, form.answer(self.random))
            acknowledged = time.monotonic()
            if reply.status == 303:
                self.taken += 1
                page = await self.page()
                self.counts.acknowledgements.append(acknowledged - began)
                self.counts.answers.append(time.monotonic() - began)
                return page
            page = await self._refused(reply)
        raise GaveUp(f"{self.path}: {TRIES} answers were refused")

    async def _refused(self, reply: Reply) -> Page:
        """Note why an answer was not taken, and return a page to go on from."""
        self.turned_away += 1
        if reply.status == 429:
            self.counts.limited += 1
            await asyncio.sleep(1)
            return await self.page()
        if reply.status == 503:
            self.counts.busy += 1
            await asyncio.sleep(3)
            return await self.page()
        if reply.status == 409:
            self.counts.stale += 1
        elif reply.status == 422:
            self.counts.refused += 1
        else:
            self.counts.faults.append(f"{self.path}/answer: {reply.status}")
        await asyncio.sleep(1 / A_SECOND)
        return Page(reply)

    async def hears(self, changed: asyncio.Event, seen: str) -> None:
        """Listen to the stream, and again when it ends, as a browser does."""
        while True:
            try:
                target = f"{self.path}/changes?seen={seen}"
                head, events = await self.ear.stream(target, self.headers)
                if head.status == 503:
                    self.counts.busy += 1
                elif head.status != 200:
                    self.counts.faults.append(f"{target}: {head.status}")
                async for event in events:
                    if event.startswith(b"data:"):
                        self.counts.events += 1
                        changed.set()
            except (Lost, OSError, EOFError, ValueError):
                pass
            self.ear.close()
            await asyncio.sleep(2)

    def leaves(self) -> None:
        """Close the browser."""
        self.wire.close()
        self.ear.close()


class GaveUp(Exception):
    """A player does not find an answer that is taken."""


def quantile(values: Sequence[float], share: float) -> float:
    """Return the value below which a share of them lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0
