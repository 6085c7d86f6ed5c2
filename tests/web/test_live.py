"""Samples of the long jobs about the table: a real process, real sockets.

No test here is about time; what is measured is in the report of the long jobs.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import platform
import subprocess
import sys
import weakref
from collections.abc import Sequence
from pathlib import Path

import pytest

from interpreter import open_ruleset
from interpreter.cli.main import main
from interpreter.web import server
from interpreter.web.served import ServedGames
from tests.long import table_kills, table_two
from tests.long.table_lasting import growth
from tests.long.table_secrets import attacked
from tests.secrets.others import Known, Other
from tests.secrets.sittings import Sitting, table
from tests.web.attacks import Attack, Scene, scene_of, tried
from tests.web.evenings import SMALL, Evening, begun
from tests.web.live import LiveServer
from tests.web.pairs import Received, looked, served, told_apart
from tests.web.wire import Reply, Wire, finished

COURIERS = Path(__file__).resolve().parents[1] / "packs" / "couriers"


def test_games_are_played_over_http(tmp_path: Path) -> None:
    """By several seats of several games at once, each of whom hears of changes."""
    games = begun(tmp_path, 4, SMALL)

    async def played() -> Evening:
        with LiveServer(games) as table_open:
            evening = Evening(games, table_open.port)
            await evening.sit(table_open.links)
            await evening.arrive()
            await evening.play(60, answers=40)
            await evening.stop()
            assert table_open.is_running
        return evening

    counts = finished(played()).counts
    assert counts.faults == []
    assert len(counts.answers) >= 40
    assert counts.events > 0
    assert (counts.limited, counts.busy) == (0, 0)
    for game in games:
        with contextlib.redirect_stdout(io.StringIO()):
            assert main(["verify", str(game)]) == 0


def test_a_table_that_is_killed_goes_on(tmp_path: Path) -> None:
    """With all that was acknowledged, and the same sessions."""
    found = finished(table_kills.killed(begun(tmp_path, 2, SMALL), 2, "gate"))
    assert found["faults"] == []
    assert found["kills"] == 2
    assert found["sessions"] > 0


def test_a_lost_answer_is_seen(tmp_path: Path) -> None:
    """By the same look at the games that the job takes."""
    games = begun(tmp_path, 1, SMALL)

    async def played() -> list[str]:
        with LiveServer(games) as table_open:
            evening = Evening(games, table_open.port)
            await evening.sit(table_open.links)
            await evening.arrive()
            await evening.play(60, answers=1)
            await evening.stop()
        lines = games[0].read_bytes().splitlines(keepends=True)
        games[0].write_bytes(b"".join(lines[:1]))
        found = {"verified": 0, "seats": 0, "unacknowledged": 0}
        return [*table_kills.damage(evening, found)]

    assert any(
        "1 answers were acknowledged, 0 are" in each for each in finished(played())
    )


def test_games_are_shared_among_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each link and each page leads to the process that has its game."""
    monkeypatch.setattr(table_two, "nginx", lambda: None)
    games = begun(tmp_path, 4, SMALL)
    found = finished(table_two.compared(games, 30, answers=8))
    assert found["faults"] == []
    assert [row["processes"] for row in found["rows"]] == [1, 2]
    assert all(row["answers"] >= 8 for row in found["rows"])


@pytest.mark.parametrize(
    "name", ["tests/packs/couriers plain", "tests/packs/masks room"]
)
def test_a_seat_receives_the_same_of_what_it_may_not_know(
    name: str, tmp_path: Path
) -> None:
    """Byte for byte, in the order in which it comes."""
    found = looked(table(name), 1, "gate", tmp_path, later=1)
    assert found.faults == []
    assert found.pairs == 1
    assert found.granted > 10_000  # bytes that were compared


def test_worlds_that_differ_are_told_apart(tmp_path: Path) -> None:
    """By the judge, who may know all of it: so would a leak be."""
    own = table("tests/packs/couriers plain")
    course = next(iter(Sitting(own, "one").stops()))
    other = Other(own, course, Known(own.declared, 0), "one").made()

    async def compared(worlds: Sequence[object]) -> list[str]:
        seats = [Received(world, "judge") for world in worlds]  # type: ignore[arg-type]
        for received in seats:
            await received.sit()
            await received.ask("GET")
            await received.leave()
        return [*told_apart(*seats)]

    with served(tmp_path, own, (course, other)) as worlds:
        (fault,) = finished(compared(worlds))
    assert "judge can tell apart by GET" in fault


def test_every_attack_is_refused(tmp_path: Path) -> None:
    """But for the slow ones, which the long job tries too."""
    found = attacked(tmp_path, [("tests/packs/couriers", "plain")], slow=False)
    assert found["faults"] == []


def test_an_attack_that_succeeds_is_seen(tmp_path: Path) -> None:
    """One that reads a page, and one that writes."""
    games = [tmp_path / "one.game", tmp_path / "two.game"]
    for game in games:
        open_ruleset(COURIERS).new_game("plain", game, seed="one")

    async def reads(scene: Scene) -> list[Reply]:
        return [await scene.ask("GET", scene.victim.path, cookie=scene.victim.cookie)]

    async def writes(scene: Scene) -> list[Reply]:
        form = await scene.question()
        answer = form.answer(scene.victim.random)
        reply = await scene.victim.post(form.token, answer)
        scene.victim.leaves()
        return [reply]

    async def seen() -> list[str]:
        with LiveServer(games) as table_open:
            scene = await scene_of(table_open)
            faults = await tried(Attack("reads", reads), scene, tmp_path)
            return faults + await tried(
                Attack("writes", writes, (303,)), scene, tmp_path
            )

    faults = finished(seen())
    assert any("reads: reply 0 is 200" in each for each in faults)
    assert any("reads: reply 0 tells a secret" in each for each in faults)
    assert "writes: a file was changed" in faults


def test_growth_is_told_from_noise() -> None:
    """A server that holds more and more is a fault, one that settles is none."""
    flat = [{"mib": 70.0 + each % 2, "threads": 9, "files": 50} for each in range(9)]
    assert growth(flat) == []
    rising = [row | {"mib": 70.0 + 10 * at} for at, row in enumerate(flat)]
    assert len(growth(rising)) == 1
    leaking = [row | {"files": 50 + 40 * at} for at, row in enumerate(flat)]
    assert "files grow" in growth(leaking)[0]


def test_a_server_collects_garbage_until_it_stops() -> None:
    """Though so little comes that Python would not."""

    class Told:
        """What says when it is gone, and keeps itself."""

        def __init__(self, gone: asyncio.Event) -> None:
            self.own = self
            weakref.finalize(self, gone.set)

    async def gone() -> None:
        stop, is_gone = asyncio.Event(), asyncio.Event()
        collecting = asyncio.create_task(server.collected(stop, 0.01))
        Told(is_gone)
        await asyncio.wait_for(is_gone.wait(), 60)
        stop.set()
        await asyncio.wait_for(collecting, 30)

    asyncio.run(gone())


def test_threads_of_a_server_take_their_memory_from_one_arena() -> None:
    """What a thread leaves free there is used again by another."""
    if platform.libc_ver()[0] != "glibc":
        pytest.skip("the system has another allocator")

    def arenas(begins: str) -> int:
        words = [sys.executable, "-c", f"{begins}\n{TAKES_MEMORY}"]
        said = subprocess.run(words, capture_output=True, text=True, check=True)
        return said.stdout.count("<heap nr=")

    asks = "from interpreter.web.server import use_one_arena; assert use_one_arena()"
    assert arenas(asks) == 1 < arenas("")


TAKES_MEMORY = """
import ctypes
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
system, together = ctypes.CDLL(None), Barrier(4)
def takes(_):
    together.wait()
    return [bytes(1000) for _ in range(200)]
with ThreadPoolExecutor(4) as threads:
    held = [*threads.map(takes, range(4))]
system.malloc_info(0, ctypes.c_void_p.in_dll(system, "stdout"))
system.fflush(None)
"""
"""Four threads take memory at once, and the allocator prints its arenas."""


def test_games_that_began_alike_share_their_rules(tmp_path: Path) -> None:
    """A table of many games holds each ruleset once; the code that runs is each game's
    own."""
    paths = begun(tmp_path, 4, SMALL)
    games = [each.game for each in ServedGames(paths).every.values()]
    opened = {game.path.stem: game._state()[0] for game in games}
    first, second, other = (
        opened[name] for name in ("plain-000", "plain-002", "table-001")
    )
    assert first.session is second.session
    assert first.session is not other.session
    assert first.beginning.engine is not second.beginning.engine
    again = games[0]._state()[0]
    assert again.beginning.engine is opened[games[0].path.stem].beginning.engine


def test_there_is_room_for_the_streams_of_200_games() -> None:
    """Of four seats, the judge and everyone, each with a request besides."""
    assert server.MOST_CONNECTIONS >= 200 * 6 * 2
    assert 0 < server.connections_allowed() <= server.MOST_CONNECTIONS


def test_a_wire_keeps_the_order_of_headers(tmp_path: Path) -> None:
    """And leaves out nothing but the date."""

    async def asked(port: int) -> Reply:
        wire = Wire(port)
        reply = await wire.ask("GET", "/static/table.css")
        wire.close()
        return reply

    games = begun(tmp_path, 1, SMALL)
    with LiveServer(games) as table_open:
        reply = finished(asked(table_open.port))
    names = [line.split(b":")[0] for line in reply.head.split(b"\r\n")[1:]]
    assert b"date" not in names
    assert {b"content-length", b"content-security-policy"} <= {*names}
    assert len(reply.body) == int(reply.header("content-length"))


def test_a_server_gives_back_what_it_took_once() -> None:
    """Though something that it took later is still there."""
    if platform.libc_ver()[0] != "glibc":
        pytest.skip("the system has another allocator")
    words = [sys.executable, "-c", GIVES_BACK]
    said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    before, after = map(int, said.split())
    assert after < before / 2


GIVES_BACK = """
from pathlib import Path
from interpreter.web.server import give_back_memory
def held():
    return int(Path("/proc/self/statm").read_text().split()[1])
pages = [bytes(2000) for _ in range(100_000)]
last = pages[-1]
del pages
before = held()
assert give_back_memory()
print(before, held())
"""
"""Takes 200 MB, keeps the last of it, and prints how many pages of memory it holds
before it gives back the rest and after."""
