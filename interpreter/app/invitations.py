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
from msgspec.structs import replace

from interpreter.app.output import write_file
from interpreter.diagnostics import GameFileError, Unusable
from interpreter.files.single_file import open_file, read_all
from interpreter.games.state import EVERYONE_NAME

SEATS_ENDING, LOCK_ENDING = ".seats", ".seats.lock"
"""What the names of the files of links end in, which lie beside a game."""
RANDOM_BYTES = 20
HOST = "host"
"""Whose link opens the lobby of a folder of games."""
MOST_SESSIONS = 20
"""Of one link of a seat; the oldest ends when another begins."""
MOST_WATCHERS = 500
"""Of one link of those who look on, which goes to many."""
MOST_BYTES = 1024 * 1024


class SeatLink(Struct, frozen=True):
    """The seat of a link, and the hashes of its sessions, old ones first; one that
    `is_hidden` was shown to nobody, and has the sessions of who was admitted without
    a link."""

    seat: str
    sessions: tuple[str, ...] = ()
    is_hidden: bool = False

    def one_more(self, session: str) -> "SeatLink":
        """Return it with the hash of one more session."""
        most = MOST_WATCHERS if self.seat == EVERYONE_NAME else MOST_SESSIONS
        return replace(self, sessions=(*self.sessions, session)[-most:])


class Kept(Struct, frozen=True):
    """What the file says: the links by the hashes of their secrets, whether the game is
    open to all at its end, and whether the judge has paused it."""

    links: Mapping[str, SeatLink] = {}
    is_open: bool = False
    is_paused: bool = False


class Admission(Struct, frozen=True):
    """The seat that a link opens, and the text of the session that was begun."""

    seat: str
    session: str


class Invitations:
    """The links of one game, in the file beside it."""

    def __init__(self, game: Path) -> None:
        """Read what there is; GameFileError for a file that says something else."""
        self.path = game.with_name(f"{game.name}{SEATS_ENDING}")
        self._lock = Lock()
        self._stamp = _stamp(self.path)
        self._read = _read(self.path)

    @property
    def _kept(self) -> Kept:
        stamp = _stamp(self.path)
        if stamp != self._stamp:
            self._read, self._stamp = _read(self.path), stamp
        return self._read

    @property
    def _links(self) -> Mapping[str, SeatLink]:
        return self._kept.links

    @property
    def _known(self) -> Mapping[str, SeatLink]:
        """The links; none where the file is damaged: who has one sits nowhere then."""
        try:
            return self._links
        except GameFileError:
            return {}

    @property
    def is_open(self) -> bool:
        """Whether all may see all of the game once it is at its end."""
        return self._kept.is_open

    def open_to_all(self) -> None:
        """Let all see all of the game once it is at its end."""
        with self._changing() as kept:
            self._keep(replace(kept, is_open=True))

    @property
    def is_paused(self) -> bool:
        """Whether the judge has paused the game: seats answer nothing then."""
        return self._kept.is_paused

    def pause(self, *, is_paused: bool) -> None:
        """Pause the game, or go on with it."""
        with self._changing() as kept:
            self._keep(replace(kept, is_paused=is_paused))

    @property
    def seats(self) -> frozenset[str]:
        """The seats that have a link that was shown."""
        shown = (link for link in self._links.values() if not link.is_hidden)
        return frozenset(link.seat for link in shown)

    def browsers(self) -> dict[str, int]:
        """Return for each seat that has a link how many browsers sit there by one."""
        found: Counter[str] = Counter()
        for link in self._links.values():
            if not link.is_hidden:
                found[link.seat] += len(link.sessions)
        return dict(found)

    def invite(self, seat: str, *, alone: bool = False) -> str:
        """Return the secret of a new link of a seat; those it has remain, unless the
        new one is to be `alone`: then they end, but not what was begun by `admit`."""
        secret = secrets.token_urlsafe(RANDOM_BYTES)
        with self._changing() as kept:
            others = {
                key: link
                for key, link in kept.links.items()
                if link.is_hidden or link.seat != seat or not alone
            }
            self._keep_links(kept, {**others, _hash(secret): SeatLink(seat)})
        return secret

    def withdraw(self, seat: str) -> None:
        """End all links and sessions of a seat."""
        with self._changing() as kept:
            links = kept.links.items()
            others = {key: link for key, link in links if link.seat != seat}
            self._keep_links(kept, others)

    def end(self) -> None:
        """Forget all that was said of a game that is there no more."""
        if self._kept != Kept():
            with self._changing():
                self._keep(Kept())

    def is_link(self, secret: str) -> bool:
        """Tell whether a text opens a seat; nothing is used up. None does where the
        file is damaged."""
        return _hash(secret) in self._known

    def redeem(self, secret: str) -> Admission | None:
        """Begin a session with a link; None for a text that opens nothing."""
        key, session = _hash(secret), secrets.token_urlsafe(RANDOM_BYTES)
        with self._changing() as kept:
            link = kept.links.get(key)
            if link is None:
                return None
            self._keep_links(kept, {**kept.links, key: link.one_more(_hash(session))})
        return Admission(link.seat, session)

    def admit(self, seat: str) -> str:
        """Begin a session of a seat without a link, and return its text; it ends with
        the links of that seat."""
        session = secrets.token_urlsafe(RANDOM_BYTES)
        with self._changing() as kept:
            found = (
                (key, link)
                for key, link in kept.links.items()
                if link.is_hidden and link.seat == seat
            )
            new = _hash(secrets.token_urlsafe(RANDOM_BYTES))  # shown to nobody
            key, link = next(found, (new, SeatLink(seat, is_hidden=True)))
            self._keep_links(kept, {**kept.links, key: link.one_more(_hash(session))})
        return session

    def seat_of(self, session: str) -> str | None:
        """Return the seat of a session; None for a text that is none, and for each
        where the file is damaged."""
        key = _hash(session)
        found = (link for link in self._known.values() if key in link.sessions)
        link = next(found, None)
        return None if link is None else link.seat

    def is_without_link(self, session: str) -> bool:
        """Tell whether a session was begun by `admit`."""
        key = _hash(session)
        return any(
            link.is_hidden and key in link.sessions for link in self._links.values()
        )

    @contextmanager
    def _changing(self) -> Iterator[Kept]:
        """Give what the file says now; until the end neither another thread
        nor another process changes them."""
        try:
            from fcntl import LOCK_EX, flock  # games need it too, where they are kept
        except ImportError:
            raise GameFileError("links are kept where files can be locked") from None
        with self._lock:
            lock_path = self.path.with_suffix(LOCK_ENDING)
            try:
                number = open_file(lock_path, os.O_RDWR | os.O_CREAT)
            except OSError as error:
                message = f"'{lock_path}' cannot be opened to lock it"
                raise GameFileError(message) from error
            try:
                flock(number, LOCK_EX)
                self._read, self._stamp = _read(self.path), _stamp(self.path)
                yield self._read
            finally:
                os.close(number)  # which unlocks it

    def _keep_links(self, kept: Kept, links: Mapping[str, SeatLink]) -> None:
        self._keep(replace(kept, links=links))

    def _keep(self, kept: Kept) -> None:
        """Write what is kept, and only then go by it."""
        rows = [
            {"link": key, "seat": link.seat, "sessions": [*link.sessions]}
            | ({"hidden": True} if link.is_hidden else {})
            for key, link in kept.links.items()
        ]
        said = {
            "format": 1,
            "open": kept.is_open,
            "paused": kept.is_paused,
            "links": rows,
        }
        text = json.dumps(said, indent=1) + "\n"
        if len(text) > MOST_BYTES:  # it could not be read again
            hint = "end links of a seat"
            raise Unusable("there are too many links and sessions", hint=hint)
        write_file(self.path, text, "who may sit where", private=True, synced=True)
        self._read, self._stamp = kept, _stamp(self.path)


def _stamp(path: Path) -> tuple[int, int]:
    """Return what is another when the file is; of none it is zero."""
    try:
        status = path.stat()
    except OSError:
        return 0, 0
    return status.st_mtime_ns, status.st_ino


def _hash(secret: str) -> str:
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _read(path: Path) -> Kept:
    try:
        data, _, _mark = read_all(open_file(path), MOST_BYTES).rpartition(b"}\n")
        said = json.loads(data + b"}")
        links = {str(row["link"]): _link_of(row) for row in said["links"]}
        return Kept(links, said.get("open") is True, said.get("paused") is True)
    except FileNotFoundError:
        return Kept()
    except (OSError, ValueError, LookupError, TypeError, RecursionError) as error:
        hint = "move it away, and give out new links"
        raise GameFileError(f"'{path}' does not say who may sit where", hint) from error


def _link_of(row: Mapping[str, object]) -> SeatLink:
    sessions = row["sessions"]
    if not isinstance(sessions, list):
        raise TypeError(sessions)
    hidden = row.get("hidden") is True
    return SeatLink(str(row["seat"]), tuple(map(str, sessions)), hidden)
