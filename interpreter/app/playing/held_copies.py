"""What a seat holds of a game, compared with the game: `verify --held`.

A handout holds the commitment, the words, a receipt, and what the seat was shown. The
receipt names the event up to which nothing may have changed since; somewhere between
it and the next event of which the seat knew, the game must show the seat just what the
handout shows. An undo can lead back to where that event is again the last one of which
the seat knew; from there the game may show it, too.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from interpreter.app.opening.games import OpenGame
from interpreter.app.playing.handouts import LOG, QUESTION, REPORT, handed_out
from interpreter.diagnostics import UmpireError, Unusable
from interpreter.files.single_file import open_file, read_all
from interpreter.games.dice_words import WORD, DiceWords
from interpreter.games.game import folded
from interpreter.games.receipts import last_known, receipt_of
from interpreter.games.state import UNDO, GameProgress

NAMES = tuple(f"{name}.json" for name in (REPORT, LOG, QUESTION))
PROOF = "proof"
MOST_BYTES = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class HandoutCheck:
    """What was found of one handout: where it lies, whose it is, up to which event it
    shows that nothing changed, and what does not fit ("" if all does)."""

    path: str
    seat: str
    event: int
    fault: str


def held_of(found: OpenGame, path: Path) -> HandoutCheck:
    """Compare a handout, its folder or one of its files in JSON, with a game that
    follows its rules. What is none is Unusable."""
    return compared(found, str(path), _read(path))


def compared(found: OpenGame, path: str, files: Mapping[str, Any]) -> HandoutCheck:
    """Compare the files of a handout, by their names, with a game."""
    proofs = {name: data[PROOF] for name, data in files.items() if PROOF in data}
    proof: Any = next(iter(proofs.values()), None)
    try:
        seat, receipt = str(proof["seat"]), str(proof["receipt"])
        words = [
            (each["seat"], each["word"], each["sealed"]) for each in proof["words"]
        ]
        said = str(proof["commitment"])
    except (LookupError, TypeError):
        raise Unusable(f"'{path}' is no handout with a receipt") from None

    def wrong(fault: str, event: int = 0) -> HandoutCheck:
        return HandoutCheck(path, seat, event, fault)

    for name, other in proofs.items():
        if other != proof:
            return wrong(f"the proof in its {name} is not that of its other files")
    if said != found.header.get("secret"):
        return wrong("another secret was committed to")
    if fault := _words_fault(found.beginning.words, words):
        return wrong(fault)
    number = _seat(found, seat)
    key = found.beginning.key
    if number is None or key is None:
        return wrong("no such seat is there" if key else "the secret is not there")
    name = found.beginning.seat_name(number)
    lines = [
        line
        for line, head in enumerate(found.hashes)
        if receipt_of(key, name, head) == receipt
    ]
    if not lines:
        return wrong("its receipt is of no line of this game")
    return wrong(_shown(found, number, lines[0], files), lines[0])


def _words_fault(known: DiceWords, words: Iterable[tuple[Any, Any, Any]]) -> str:
    """Return which word of a handout is not that of the game ("" none), of (seat, word,
    seal)."""
    for name, word, sealed in words:
        if name not in known.seats:
            return f"'{name}' was asked for a word, and is not in this game"
        if word is not None and word != known.given.get(name):
            return f"the word of {name} is another"
        if sealed is not None and sealed != known.sealed.get(name):
            return f"the word of {name} was sealed otherwise"
    return ""


def _seat(found: OpenGame, name: str) -> int | None:
    try:
        return found.viewer(name)
    except UmpireError:
        return None


def _read(path: Path) -> Mapping[str, Any]:
    """Return the files of a handout by name, as JSON."""
    is_folder = os.path.isdir(path)  # unlike `Path.is_dir`, no name is too long for it
    paths = [path / name for name in NAMES] if is_folder else [path]
    found = {}
    for each in paths:
        try:
            data = json.loads(read_all(open_file(each), MOST_BYTES))
        except FileNotFoundError:
            if is_folder:
                continue
            raise Unusable(f"'{path}' is not there") from None
        except OSError as error:
            said = (error.strerror or "an input or output error").lower()
            raise Unusable(f"'{each}' cannot be read: {said}") from None
        except (ValueError, RecursionError):
            raise Unusable(f"'{each}' is no JSON of a handout") from None
        if not isinstance(data, dict):
            raise Unusable(f"'{each}' is no JSON of a handout")
        found[each.name if is_folder else _kind_of(data)] = data
    if not found:
        raise Unusable(f"no handout lies in '{path}'")
    return found


def _kind_of(data: Mapping[str, Any]) -> str:
    """Return the name in a handout of what a file holds, whatever it is called."""
    return f"{LOG}.json" if "events" in data else f"{REPORT}.json"


def _shown(found: OpenGame, seat: int, event: int, files: Mapping[str, Any]) -> str:
    """Return what of a handout the game did not show its seat ("" nothing): at an
    event, or until the next one of which the seat knew."""
    fault = ""
    for course, upto in _states(found, seat, event):
        shown = handed_out(upto, course, seat, drawn=False)
        differ = [
            name for name, data in files.items() if not _is_same(data, shown.get(name))
        ]
        if not differ:
            return ""
        fault = fault or f"the game shows something else than its {differ[0]}"
    return fault or "nothing was shown at the event of its receipt"


def _states(
    found: OpenGame, seat: int, event: int
) -> Iterator[tuple[GameProgress, OpenGame]]:
    """Yield how the game stood whenever an event was the last of which a seat knew:
    from that event on until the next one, and where undos led back to it."""
    undos = [
        number
        for number, line in enumerate(found.events)
        if number > event and line.get("event") == UNDO
    ]
    for first in (event, *undos):
        for course, upto in _onwards(found, first):
            if last_known(course, seat, upto.events) != event:
                break
            yield course, upto


def _onwards(found: OpenGame, first: int) -> Iterator[tuple[GameProgress, OpenGame]]:
    """Yield how the game stood at an event and after each one up to the next undo."""
    course = folded(found.beginning, found.events[: first + 1])
    for last in range(first, len(found.events)):
        kind = found.events[last].get("event")
        if last > first and kind == UNDO:
            return
        if last > first and kind != WORD:
            course.take(last, found.events[last])
        events, hashes = found.events[: last + 1], found.hashes[: last + 1]
        yield course, replace(found, events=events, hashes=hashes)


def _is_same(data: Mapping[str, Any], shown: str | None) -> bool:
    """Tell whether a file is the same but for its proof, which was looked at before:
    words may have been given since."""
    if shown is None:
        return False
    now = json.loads(shown)
    has_proof = (PROOF in data) == (PROOF in now)
    return has_proof and {**data, PROOF: None} == {**now, PROOF: None}
