"""What somebody may send who has a seat, a link or nothing, and wants more.

Each attack is tried on the wire on a table that a process serves. It must be refused
with one of the statuses that it names, leave every file beside the game as it was, and
get nothing back that the attacker may not know: no name of another seat's things, no
sign of what is there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from tests.web.live import LiveServer
from tests.web.players import Answer, Counts, Form, Player
from tests.web.wire import Lost, Reply, Wire, request_bytes

HOST = "table.test"
FORM = "application/x-www-form-urlencoded"
NOTHING = "Nothing here"
OURS = (("Sec-Fetch-Site", "same-origin"),)
Headers = tuple[tuple[str, str], ...]


@dataclass
class Scene:
    """A table with two games that are alike, and who sits there: the attacker at the
    first seat of the first game, somebody else at each other seat."""

    port: int
    attacker: Player
    victim: Player
    judge: Player
    elsewhere: Player
    """The attacker at the same seat of the other game."""
    used: tuple[str, Answer]
    """The token and the answer of a question that the attacker answered before."""
    links: dict[tuple[str, str], str] = field(default_factory=dict)
    sent: int = 0

    async def ask(
        self,
        method: str,
        target: str,
        headers: Headers = (),
        body: bytes = b"",
        cookie: str | None = None,
    ) -> Reply:
        """Send what the attacker wants, from a page of the table unless he says
        otherwise; with his own cookie, or another one."""
        own = self.attacker.cookie if cookie is None else cookie
        names = {name.lower() for name, _ in headers}
        rows = [*headers]
        if not names & {"sec-fetch-site", "origin"}:
            rows += OURS
        if own and "cookie" not in names:
            rows.append(("Cookie", f"seat={own}"))
        if body and "content-type" not in names:
            rows.append(("Content-Type", FORM))
        return await self.send(request_bytes(method, target, HOST, rows, body), method)

    async def send(self, request: bytes, method: str = "GET") -> Reply:
        """Send bytes over a connection of their own; one that would come too often
        waits, so that it is not refused for that."""
        if method not in ("GET", "HEAD"):
            self.sent += 1
            await asyncio.sleep(0.2 if self.sent > 50 else 0)
        wire = Wire(self.port)
        try:
            return await wire.send(request, method)
        finally:
            wire.close()

    async def question(self) -> Form:
        """Return what the victim is asked now, of which nobody else has the token."""
        page = await self.victim.page()
        self.victim.leaves()
        assert page.forms
        return page.forms[0]


@dataclass(frozen=True)
class Attack:
    """Its name, what it does, and the statuses with which it is refused; 0 is a
    connection that the server closes without a reply."""

    name: str
    act: Callable[[Scene], Awaitable[list[Reply]]]
    statuses: tuple[int, ...] = (404,)
    is_slow: bool = False


def _asked(
    *requests: tuple[str, str], headers: Headers = (), cookie: str | None = None
) -> Callable[[Scene], Awaitable[list[Reply]]]:
    """Return an act that asks for addresses; in them {own}, {victim}, {judge}, {game}
    and {other} stand for paths and names."""

    async def act(scene: Scene) -> list[Reply]:
        words = {
            **{"own": scene.attacker.path, "victim": scene.victim.path},
            **{"judge": scene.judge.path, "game": scene.attacker.game},
            **{"other": scene.elsewhere.game, "seat": scene.victim.seat},
        }
        given = (
            None if cookie is None else cookie.format(elsewhere=scene.elsewhere.cookie)
        )
        return [
            await scene.ask(method, target.format(**words), headers, cookie=given)
            for method, target in requests
        ]

    return act


def _posted(
    target: str, headers: Headers = (), cookie: str | None = None
) -> Callable[[Scene], Awaitable[list[Reply]]]:
    """Return an act that answers the victim's question at an address."""

    async def act(scene: Scene) -> list[Reply]:
        form = await scene.question()
        body = _body(form.token, form.answer(scene.attacker.random))
        words = {"own": scene.attacker.path, "victim": scene.victim.path}
        given = (
            None if cookie is None else cookie.format(elsewhere=scene.elsewhere.cookie)
        )
        return [await scene.ask("POST", target.format(**words), headers, body, given)]

    return act


def _body(token: str, answer: Answer) -> bytes:
    pairs = (("token", token), *answer)
    return "&".join(f"{quote(k)}={quote(v)}" for k, v in pairs).encode()


async def _guessed(scene: Scene) -> list[Reply]:
    """Try texts that might be links: parts of real ones, other letters, long ones."""
    (secret, *_) = scene.links.values()
    texts = (secret[:-1], secret + "A", secret.swapcase(), secret[::-1], "A" * 27)
    texts += (
        "",
        "a" * 4000,
        "%00",
        "%ff%fe",
        "..",
        quote(secret + "\n"),
        "%20" + secret,
    )
    found = [await scene.ask("POST", f"/s/{text}") for text in texts]
    return [*found, *[await scene.ask("GET", f"/s/{text}") for text in texts]]


async def _replayed(scene: Scene) -> list[Reply]:
    """Send again what was answered before, as it was and with other values."""
    token, answer = scene.used
    path = f"{scene.attacker.path}/answer"
    other = tuple((name, f"{value} ") for name, value in answer)
    bodies = (_body(token, answer), _body(token, other), _body(token, ()))
    return [await scene.ask("POST", path, body=body) for body in bodies]


async def _reordered(scene: Scene) -> list[Reply]:
    """Answer at once and often what nobody asks the attacker now: which comes first
    does not matter."""
    token, answer = scene.used
    form = await scene.question()
    path = f"{scene.attacker.path}/answer"
    bodies = [_body(each, answer) for each in (token, form.token, "", token[::-1])]
    asking = [scene.ask("POST", path, body=body) for body in bodies * 3]
    return [*await asyncio.gather(*asking)]


async def _forged(scene: Scene) -> list[Reply]:
    """Answer for the victim, with his cookie, from pages of other sites: what his
    browser would send there."""
    form = await scene.question()
    body = _body(form.token, form.answer(scene.attacker.random))
    origins: list[Headers] = [
        (("Sec-Fetch-Site", site),) for site in ("cross-site", "same-site", "none", "")
    ]
    origins += [
        (("Origin", origin),)
        for origin in (
            *("null", "", f"http://{HOST}.evil.test", f"http://{HOST}@evil.test"),
            *(f"http://evil.test/{HOST}", f"http://{HOST}:1", "http://"),
        )
    ]
    origins.append((("Sec-Fetch-Site", "cross-site"), ("Origin", f"http://{HOST}")))
    path = f"{scene.victim.path}/answer"
    cookie = scene.victim.cookie
    return [await scene.ask("POST", path, each, body, cookie) for each in origins]


async def _oversized(scene: Scene) -> list[Reply]:
    """Send forms that are too large, said so beforehand or not, and heads."""
    path = f"{scene.attacker.path}/answer"
    found = [await scene.ask("POST", path, body=b"a=" + b"x" * 70_000)]
    piece = b"4000\r\n" + b"x" * 0x4000 + b"\r\n"
    head = _head("POST", path, scene, "Transfer-Encoding: chunked")
    found.append(await scene.send(head + piece * 8 + b"0\r\n\r\n", "POST"))
    return found


async def _large_heads(scene: Scene) -> list[Reply]:
    """Send lines that no browser sends."""
    path = scene.attacker.path
    requests = (
        _head("GET", path, scene, "X: " + "x" * 200_000) + b"\r\n",
        _head("GET", path + "?" + "x" * 200_000, scene) + b"\r\n",
    )
    return [await _tried(scene, request) for request in requests]


async def _tried(scene: Scene, request: bytes) -> Reply:
    """Send bytes; a connection that is closed without a reply has the status 0."""
    try:
        return await scene.send(request)
    except Lost:
        return Reply(b"HTTP/1.1 0 closed", b"")


def _head(method: str, target: str, scene: Scene, *more: str) -> bytes:
    """Return the head of a request of the attacker, without the empty line."""
    lines = [f"{method} {target} HTTP/1.1", f"Host: {HOST}"]
    lines += [f"Cookie: seat={scene.attacker.cookie}", "Sec-Fetch-Site: same-origin"]
    lines += [f"Content-Type: {FORM}", *more]
    end = "\r\n\r\n" if more else "\r\n"
    return ("\r\n".join(lines) + end).encode("latin-1")


async def _never_ending(scene: Scene) -> list[Reply]:
    """Promise a form, and send a letter of it now and then."""
    path = f"{scene.attacker.path}/answer"
    reader, writer = await asyncio.open_connection("127.0.0.1", scene.port)
    writer.write(_head("POST", path, scene, "Content-Length: 5000"))
    dripping = asyncio.create_task(_drip(writer))
    try:
        async with asyncio.timeout(30):
            head = await reader.readuntil(b"\r\n\r\n")
    finally:
        dripping.cancel()
        await asyncio.gather(dripping, return_exceptions=True)
        writer.close()
    return [Reply(head, b"")]


async def _drip(writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while True:
            writer.write(b"a")
            await writer.drain()
            await asyncio.sleep(0.5)


async def _smuggled(scene: Scene) -> list[Reply]:
    """Put a request into another one: what is read as one must not be read as two."""
    path = f"{scene.victim.path}"
    inner = f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode()
    both = _head(
        *("POST", f"{scene.attacker.path}/answer", scene),
        *("Content-Length: 4", "Transfer-Encoding: chunked"),
    )
    twice = _head("GET", path, scene, "Content-Length: 0", "Content-Length: 5")
    broken = b"GET " + path.encode() + b" HTTP/1.1\r\nHost : x\r\n\r\n"
    requests = (both + b"0\r\n\r\n" + inner, twice + inner, broken)
    return [await _tried(scene, request) for request in requests]


async def _digests(scene: Scene) -> list[Reply]:
    """Listen with another seat's digest, where it listens and at one's own seat: the
    own stream says no more than that the own page is another."""
    digest = (await scene.victim.page()).digest
    scene.victim.leaves()
    found = [
        await scene.ask("GET", f"{scene.victim.path}/changes?seen={digest}"),
        await scene.ask("GET", f"{scene.judge.path}/changes?seen={digest}"),
    ]
    said = [await _first_events(scene, seen) for seen in (digest, "0" * 64, "", "%00")]
    alike = len({*said}) == 1 and said[0] == b"retry: 2000\n\ndata: changed\n\n"
    if not alike:
        found.append(Reply(b"HTTP/1.1 200 digests are told apart", b"".join(said)))
    return found


async def _first_events(scene: Scene, seen: str) -> bytes:
    """Return what the attacker's own stream says first to one who saw a page."""
    wire = Wire(scene.port)
    target = f"{scene.attacker.path}/changes?seen={seen}"
    headers = {"Cookie": f"seat={scene.attacker.cookie}"}
    _, events = await wire.stream(target, headers)
    text = b""
    async for event in events:
        text += event
        if text.count(b"\n\n") == 2:
            break
    wire.close()
    return text


async def _odd_methods(scene: Scene) -> list[Reply]:
    """Use every other word at every kind of address."""
    paths = (scene.attacker.path, f"{scene.attacker.path}/answer", "/static/table.js")
    paths += (f"{scene.judge.path}/undo", f"/s/{next(iter(scene.links.values()))}")
    words = (
        "PUT",
        "DELETE",
        "PATCH",
        "OPTIONS",
        "TRACE",
        "CONNECT",
        "PROPFIND",
        "QUERY",
    )
    every = [(word, paths[at % 5]) for at, word in enumerate(words * 2)]
    return [await scene.ask(word, path) for word, path in every]


async def _odd_cookies(scene: Scene) -> list[Reply]:
    """Send cookies that are long, several, of another form, or of the other game."""
    path, own = scene.victim.path, scene.attacker.cookie
    cookies = (
        *(
            "x" * 8000,
            "",
            f'"{own}"',
            f"{own};seat={own}",
            "%00",
            "é",
            own[:-1],
            f"{own}A",
        ),
        *(scene.elsewhere.cookie, f"{own}; seat={scene.elsewhere.cookie}"),
    )
    found = [await scene.ask("GET", path, cookie=each) for each in cookies]
    rows = (("Cookie", f"seat={own}"), ("Cookie", f"seat={scene.elsewhere.cookie}"))
    return [*found, await scene.ask("GET", path, rows)]


TRICKS = (
    *(
        "{own}/../{seat}",
        "{own}/%2e%2e/{seat}",
        "{own}/..%2f{seat}",
        "/t//{game}/{seat}",
    ),
    *(
        "//t/{game}/{seat}",
        "/t/{game}//{seat}",
        "/t/{game}%2f{seat}",
        "/T/{game}/{seat}",
    ),
    *(
        "/t/{game}/{seat}/",
        "/t/{game}/{seat}%00",
        "/t/{game}/{seat};x",
        "/t/./{game}/{seat}",
    ),
    *("{victim}", "{victim}?seat=x", "{victim}#x", "http://table.test{victim}"),
    *("/static/../table.js", "/static/%2e%2e/server.py", "/static/..%2f..%2fserver.py"),
    *("/static//etc/passwd", "/static/%2fetc%2fpasswd", "/static/....//server.py"),
    *(
        "/t/{game}%0d%0aX-Forged:%20yes/{seat}",
        "/t/{game}%0aSet-Cookie:%20seat=x/{seat}",
    ),
    *(
        "/s/x%0d%0aSet-Cookie:%20seat=x",
        "/%0d%0aLocation:%20http://evil.test",
        "/t/%ff/%fe",
    ),
    *(
        "{judge}/as/{seat}",
        "{judge}/undo",
        "{own}/undo",
        "{own}/as/{seat}",
        "/t/{game}",
    ),
    *(
        "{judge}/replay",
        "{victim}/replay?at=1",
        "{victim}/changes",
        "/t/{other}/{seat}",
    ),
)

ATTACKS = (
    Attack(
        "pages of others with one's own cookie, and tricks with paths",
        _asked(*(("GET", target) for target in TRICKS)),
        (404, 400),
    ),
    Attack(
        "the same with HEAD",
        _asked(*(("HEAD", target) for target in TRICKS)),
        (404, 400),
    ),
    Attack(
        "answering for another seat with one's own cookie", _posted("{victim}/answer")
    ),
    Attack("another's token at one's own seat", _posted("{own}/answer"), (409,)),
    Attack(
        "the cookie of a seat of another game, at another seat",
        _posted("{victim}/answer", cookie="{elsewhere}"),
    ),
    Attack(
        "the cookie of the same seat of another game",
        _asked(
            *(("GET", f"{{own}}{more}") for more in ("", "/log", "/replay", "/letter")),
            *(("POST", f"{{own}}/{more}") for more in ("answer", "back")),
            cookie="{elsewhere}",
        ),
    ),
    Attack(
        "taking back a choice without being the judge",
        _asked(("POST", "{judge}/undo"), ("POST", "{own}/undo")),
    ),
    Attack("guessed links", _guessed, (404, 405)),
    Attack("answers sent again", _replayed, (409,)),
    Attack("answers in another order, at once", _reordered, (409,)),
    Attack("forms of other sites with the cookie of the victim", _forged, (403,)),
    Attack("forms that are too large", _oversized, (413,)),
    Attack("heads that are too large", _large_heads, (400, 414, 431, 0)),
    Attack("a form that does not end", _never_ending, (400,), is_slow=True),
    Attack("a request inside another", _smuggled, (400, 409, 0)),
    Attack("streams with another seat's digest", _digests),
    Attack("other words of the protocol", _odd_methods, (404, 405, 400)),
    Attack("cookies that are none", _odd_cookies, (404, 400)),
)


async def scene_of(server: LiveServer) -> Scene:
    """Let everybody sit, and play until somebody is asked after the attacker: he is
    who was asked first."""
    first, second = (path.stem for path in server.games)
    counts = Counts()
    people = {
        key: Player(server.port, *key, counts, number)
        for number, key in enumerate(server.links)
    }
    for key, player in people.items():
        await player.sits(server.links[key])
    seats = [player for (game, _), player in people.items() if game == first]
    attacker, used = seats[0], ("", ())
    for _ in range(50):
        asked = [player for player in seats if (await player.page()).forms]
        if not asked:  # the pages of others are made anew a moment later
            await asyncio.sleep(0.2)
            continue
        if used[0] and attacker not in asked:
            break
        player = asked[0]
        form = (await player.page()).forms[0]
        answer = form.answer(player.random)
        assert (await player.post(form.token, answer)).status == 303
        attacker, used = player, (form.token, answer)
    for player in people.values():
        player.leaves()
    return Scene(
        server.port,
        attacker,
        asked[0],
        people[first, "judge"],
        people[second, attacker.seat],
        used,
        {key: text for key, text in server.links.items() if key[0] == second},
    )


def files_of(folder: Path) -> dict[str, bytes]:
    """Return all that lies beside games."""
    return {each.name: each.read_bytes() for each in folder.iterdir() if each.is_file()}


async def tried(attack: Attack, scene: Scene, folder: Path) -> list[str]:
    """Try an attack; return what is wrong with what comes of it."""
    before = files_of(folder)
    secrets = [
        *(player.cookie for player in (scene.victim, scene.judge, scene.elsewhere)),
        (await scene.question()).token,
    ]
    replies = await attack.act(scene)
    faults = [*_wrong(attack, replies, secrets)]
    if files_of(folder) != before:
        faults.append("a file was changed")
    return [f"{attack.name}: {fault}" for fault in faults]


def _wrong(attack: Attack, replies: list[Reply], secrets: list[str]) -> Iterator[str]:
    if not replies:
        yield "nothing was tried"
    bodies = {each.body for each in replies if each.status == 404 and each.body}
    if len(bodies) > 1:
        yield "what is not there is told in several ways"
    for number, reply in enumerate(replies):
        if reply.status not in attack.statuses:
            yield f"reply {number} is {reply.status}: {reply.raw[:300]!r}"
        if any(secret.encode() in reply.raw for secret in secrets):
            yield f"reply {number} tells a secret"
        if reply.header("set-cookie") or reply.header("x-forged"):
            yield f"reply {number} has a header of the attacker"
        if reply.status == 404 and reply.body and NOTHING not in reply.text:
            yield f"reply {number} is a page of something"
