"""Events as lines, each with a hash of itself and of all before it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

JournalEvent = Mapping[str, Any]
"""What JSON can hold, by name; `hash` is the chain's own."""

BEGINNING = ""
"""The hash before the first line."""
_KEY = b', "hash": "'
_TAIL = len(_KEY) + 64 + len(b'"}')


@dataclass(frozen=True, slots=True)
class Damage:
    """A whole line that does not hold: its number, from 1, and why."""

    line: int
    why: str


@dataclass(frozen=True, slots=True)
class JournalContents:
    """What the bytes of a journal hold: the events up to damage or to a torn end.

    `hashes` has that of each event; `size` is how many bytes the events take; `torn` is
    the bytes after them that have no newline.
    """

    events: tuple[JournalEvent, ...]
    hashes: tuple[str, ...]
    size: int
    torn: bytes = b""
    damage: Damage | None = None

    @property
    def head(self) -> str:
        """The hash that the next line begins from."""
        return self.hashes[-1] if self.hashes else BEGINNING


def line_of(event: JournalEvent, before: str) -> tuple[bytes, str]:
    """Return an event as a line, and its hash; `before` is that of the line before.

    What JSON cannot hold is a ValueError or TypeError.
    """
    body = json.dumps(event, allow_nan=False).encode("ascii")
    digest = _digest(before, body)
    return body[:-1] + _KEY + digest.encode("ascii") + b'"}\n', digest


def lines_of(data: bytes) -> JournalContents:
    """Read the bytes of a journal; it never fails, but tells what does not hold."""
    events: list[JournalEvent] = []
    hashes: list[str] = []
    size = 0
    while True:
        end = data.find(b"\n", size)
        before = hashes[-1] if hashes else BEGINNING
        if end < 0:
            break
        found = _event(data[size:end], before)
        if isinstance(found, str):
            damage = Damage(len(events) + 1, found)
            return JournalContents(tuple(events), tuple(hashes), size, b"", damage)
        events.append(found[0])
        hashes.append(found[1])
        size = end + 1
    torn = data[size:]
    if not isinstance(_event(torn[:-1], before), str):
        damage = Damage(len(events) + 1, "it is whole, but no newline ends it")
        return JournalContents(tuple(events), tuple(hashes), size, b"", damage)
    return JournalContents(tuple(events), tuple(hashes), size, torn)


def _event(line: bytes, before: str) -> tuple[JournalEvent, str] | str:
    """Return the event of a line and its hash, or why it does not hold."""
    body, recorded = line[:-_TAIL] + b"}", line[-_TAIL:]
    if not (recorded.startswith(_KEY) and recorded.endswith(b'"}')):
        return "no hash ends it"
    digest = _digest(before, body)
    if recorded[len(_KEY) : -2] != digest.encode("ascii"):
        return "its hash is not that of its content"
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return "it is no JSON"
    return (found, digest) if isinstance(found, dict) else "it is no event"


def _digest(before: str, body: bytes) -> str:
    return sha256(before.encode("ascii") + body).hexdigest()
