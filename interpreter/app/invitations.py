"""Who may sit where: secret links of seats, and the sessions of browsers that took one.

A link is a random text for one seat of one game, shown once. A browser that redeems it
gets another random text for a session, which it keeps. Of both only hashes are
kept, in a file beside the game, so that who reads the file sits nowhere; the texts have
160 random bits, so a hash needs no salt and can be looked up. A link may be redeemed
again (another browser, the next day) until it is withdrawn, and with it its sessions.
The file is read again when another process has written it, so that a table which is
open goes by it at once.
"""

import json
import os
import secrets
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from threading import Lock

from msgspec import Struct

from interpreter.app.output import write_file
from interpreter.diagnostics import GameFileError
from interpreter.files.single_file import open_file, read_all

RANDOM_BYTES = 20
HOST = "host"
"""Whose link opens the lobby of a folder of games."""
MOST_SESSIONS = 20
"""Of one link; the oldest ends when another begins."""
MOST_BYTES = 1024 * 1024


class SeatLink(Struct, frozen=True):
    """The seat of a link, and the hashes of its sessions, old ones first."""

    seat: str
    sessions: tuple[str, ...] = ()


class Admission(Struct, frozen=True):
    """The seat that a link opens, and the text of the session that was begun."""

    seat: str
    session: str


class Invitations:
    """The links of one game, in the file beside it."""

    def __init__(self, game: Path) -> None:
        """Read what there is; GameFileError for a file that says something else."""
        self.path = game.with_name(f"{game.name}.seats")
        self._lock = Lock()
        self._stamp = _stamp(self.path)
        self._read: Mapping[str, SeatLink] = _read(self.path)

    @property
    def _links(self) -> Mapping[str, SeatLink]:
        stamp = _stamp(self.path)
        if stamp != self._stamp:
            self._read, self._stamp = _read(self.path), stamp
        return self._read

    @property
    def seats(self) -> frozenset[str]:
        """The seats that have a link."""
        return frozenset(link.seat for link in self._links.values())

    def browsers(self) -> dict[str, int]:
        """Return for each seat that has a link how many browsers have taken it."""
        found: Counter[str] = Counter()
        for link in self._links.values():
            found[link.seat] += len(link.sessions)
        return dict(found)

    def invite(self, seat: str, *, alone: bool = False) -> str:
        """Return the secret of a new link of a seat; those it has remain, unless the
        new one is to be `alone`: then they end, as in `withdraw`."""
        secret = secrets.token_urlsafe(RANDOM_BYTES)
        with self._changing() as links:
            others = _without(links, seat) if alone else links
            self._keep({**others, _hash(secret): SeatLink(seat)})
        return secret

    def withdraw(self, seat: str) -> None:
        """End all links of a seat, and the sessions that were begun with them."""
        with self._changing() as links:
            self._keep(_without(links, seat))

    def is_link(self, secret: str) -> bool:
        """Tell whether a text opens a seat; nothing is used up."""
        return _hash(secret) in self._links

    def redeem(self, secret: str) -> Admission | None:
        """Begin a session with a link; None for a text that opens nothing."""
        key, session = _hash(secret), secrets.token_urlsafe(RANDOM_BYTES)
        with self._changing() as links:
            link = links.get(key)
            if link is None:
                return None
            kept = (*link.sessions, _hash(session))[-MOST_SESSIONS:]
            self._keep({**links, key: SeatLink(link.seat, kept)})
        return Admission(link.seat, session)

    def admit(self, seat: str) -> str:
        """Begin a session of a seat without a link, and return its text; it ends with
        the links of that seat."""
        session = secrets.token_urlsafe(RANDOM_BYTES)
        with self._changing() as links:
            key = next((key for key, link in links.items() if link.seat == seat), "")
            key = key or _hash(secrets.token_urlsafe(RANDOM_BYTES))  # shown to nobody
            before = links[key].sessions if key in links else ()
            kept = (*before, _hash(session))[-MOST_SESSIONS:]
            self._keep({**links, key: SeatLink(seat, kept)})
        return session

    def seat_of(self, session: str) -> str | None:
        """Return the seat of a session; None for a text that is none."""
        key = _hash(session)
        found = (link for link in self._links.values() if key in link.sessions)
        link = next(found, None)
        return None if link is None else link.seat

    @contextmanager
    def _changing(self) -> Iterator[Mapping[str, SeatLink]]:
        """Give the links as the file has them now; until the end neither another thread
        nor another process changes them."""
        try:
            from fcntl import LOCK_EX, flock  # games need it too, where they are kept
        except ImportError:
            raise GameFileError("links are kept where files can be locked") from None
        with self._lock:
            lock_path = self.path.with_name(f"{self.path.name}.lock")
            number = open_file(lock_path, os.O_RDWR | os.O_CREAT)
            try:
                flock(number, LOCK_EX)
                self._read, self._stamp = _read(self.path), _stamp(self.path)
                yield self._read
            finally:
                os.close(number)  # which unlocks it

    def _keep(self, links: Mapping[str, SeatLink]) -> None:
        """Write the links, and only then go by them."""
        rows = [
            {"link": key, "seat": link.seat, "sessions": [*link.sessions]}
            for key, link in links.items()
        ]
        text = json.dumps({"format": 1, "links": rows}, indent=1) + "\n"
        write_file(self.path, text, "who may sit where", private=True)
        self._read, self._stamp = links, _stamp(self.path)


def _without(links: Mapping[str, SeatLink], seat: str) -> dict[str, SeatLink]:
    return {key: link for key, link in links.items() if link.seat != seat}


def _stamp(path: Path) -> tuple[int, int]:
    """Return what is another when the file is; of none it is zero."""
    try:
        status = path.stat()
    except OSError:
        return 0, 0
    return status.st_mtime_ns, status.st_ino


def _hash(secret: str) -> str:
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _read(path: Path) -> dict[str, SeatLink]:
    try:
        data, _, _mark = read_all(open_file(path), MOST_BYTES).rpartition(b"}\n")
        rows = json.loads(data + b"}")["links"]
        return {str(row["link"]): _link_of(row) for row in rows}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, LookupError, TypeError, RecursionError) as error:
        hint = "move it away, and give out new links"
        raise GameFileError(f"'{path}' does not say who may sit where", hint) from error


def _link_of(row: Mapping[str, object]) -> SeatLink:
    sessions = row["sessions"]
    if not isinstance(sessions, list):
        raise TypeError(sessions)
    return SeatLink(str(row["seat"]), tuple(map(str, sessions)))
