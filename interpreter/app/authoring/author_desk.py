"""The desk of an author: a pack that is edited, and what is known of it at any moment.

One thread looks at the files while somebody looks at the page. It has a worker do one
piece of work after the other: the check, the odds of the examples that are looked at,
what the last save changed, maps. Each result belongs to a version, a digest of all that
the pack is read from; what is known of a version is never worked out again, and a
version that is there no more has no work done for it. A page gets what is known at
once, old results marked as old.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from threading import Condition, Lock, Thread
from typing import Literal, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from interpreter.app.authoring.author_readings import (
    AuthorExample,
    AuthorReading,
    ExampleOdds,
    SaveEffect,
    effect_of,
    figure_edits,
    map_of_scenario,
    odds_of,
    option_edits,
    prepare_of,
    reading_of,
)
from interpreter.app.authoring.author_worker import AuthorWorker, WorkDone
from interpreter.app.authoring.authored_files import AuthoredFiles, digest_of
from interpreter.app.authoring.form_edits import FigureChange
from interpreter.app.watching import POLL, SETTLES, Stamps, stamps_of
from interpreter.diagnostics import LimitExceeded, UmpireError, Unusable
from interpreter.reports.text_edits import FileEdit

Kind: TypeAlias = Literal["reading", "odds", "effect", "map", "prepared"]
Known = TypeVar("Known")
SECONDS: Mapping[Kind, float] = {
    **{"reading": 120, "odds": 30, "effect": 60},
    **{"map": 30, "prepared": 120},
}
"""How long each kind of work may take."""
EDITS_TAKE = 60.0
"""Seconds in which a change by a form must be made."""
STOPS_AFTER = 60.0
"""Seconds after which nobody works any more for a page that asks for nothing."""
WANTED_FOR = 20.0
"""Seconds for which an example that was looked at is worked for."""
REMEMBERED = 200
"""Results that are remembered."""


class DeskWork(Struct, frozen=True):
    """A piece of work: its kind, and of what."""

    kind: Kind
    of: Hashable = None


class ShownResult(Struct, frozen=True):
    """A result that is shown; `is_old` where it is of a former version."""

    done: WorkDone[object]
    is_old: bool


class AuthorView(Struct, frozen=True):
    """What is known of a pack now; None where nothing is known yet.

    `odds_note` and `map_note` say why there are none; what is in `old` is of a former
    version, `is_working` tells that something is being worked out. `token` is another
    as soon as anything of it is.
    """

    token: str
    is_working: bool
    reading: AuthorReading | None
    odds: ExampleOdds | None
    effect: SaveEffect | None
    map: str
    odds_note: str = ""
    map_note: str = ""
    old: frozenset[Kind] = frozenset()


class AuthorDesk:
    """A pack of one's own that is edited in a page; for any number of threads."""

    def __init__(self, pack: str | Path) -> None:
        """Take a pack by its folder; raises what `AuthoredFiles` does."""
        self.files = AuthoredFiles(pack)
        self._changed = Condition(Lock())
        self._worker = AuthorWorker()
        self._working = Lock()  # one piece of work at a time
        self._thread: Thread | None = None
        self._is_closed = False
        self._waiting = 0  # forms for which work is to be cut short
        self._asked_at = 0.0
        self._wanted: dict[DeskWork, float] = {}
        self._done: dict[tuple[str, DeskWork], WorkDone[object]] = {}
        self._latest: dict[DeskWork, tuple[str, WorkDone[object]]] = {}
        self._count = 0
        self._folders: tuple[Path, ...] = (self.files.folder,)
        self._stamps: Stamps = ()
        self._texts: dict[str, str] = {}
        self._version = ""
        self._before: tuple[str, dict[str, str]] | None = None
        self._good: AuthorReading | None = None
        self._look()

    def view(
        self,
        example: AuthorExample | None = None,
        scenario: str = "",
        patience: float = 0.0,
    ) -> AuthorView:
        """Return what is known now of the pack, of an example, and of the map of a
        scenario; with patience what is known as soon as nothing is being worked out any
        more, or after so many seconds."""
        until = time.monotonic() + patience
        while True:
            with self._changed:
                self._want(example, scenario)
                found = self._view(example, scenario)
                left = until - time.monotonic()
                if not found.is_working or left <= 0:
                    return found
                self._changed.wait(min(left, WANTED_FOR / 4))

    def set_option(self, name: str, before: str, after: str) -> None:
        """Set the default of an option; raises what `with_option` does."""
        self._edit(option_edits, name, before, after)

    def set_figures(self, changes: Sequence[FigureChange]) -> None:
        """Write figures of tables; raises what `with_figures` does."""
        self._edit(figure_edits, tuple(changes))

    def look(self) -> None:
        """Notice at once what was saved."""
        self._look()

    def close(self) -> None:
        """End what is worked at."""
        with self._changed:
            self._is_closed = True
            thread = self._thread
            self._changed.notify_all()
        if thread is not None:
            thread.join()
        with self._working:
            self._worker.end()

    # What is known. All of these are called with the lock.

    def _want(self, example: AuthorExample | None, scenario: str) -> None:
        now = self._asked_at = time.monotonic()
        for piece in self._pieces(example, scenario):
            self._wanted[piece] = now
        if self._thread is None and not self._is_closed:
            self._thread = Thread(target=self._work, daemon=True)
            self._thread.start()
        self._changed.notify_all()

    def _pieces(self, example: AuthorExample | None, scenario: str) -> list[DeskWork]:
        pieces = [DeskWork("reading")]
        if example is not None:
            pieces.append(DeskWork("odds", example))
        if scenario:
            pieces.append(DeskWork("map", scenario))
        if self._before is not None:
            nothing = AuthorExample("")
            pieces.append(DeskWork("effect", (self._before[0], example or nothing)))
        return pieces

    def _view(self, example: AuthorExample | None, scenario: str) -> AuthorView:
        pieces = self._pieces(example, scenario)
        shown = {piece.kind: self._shown(piece) for piece in pieces}
        reading = _result(shown.get("reading"), AuthorReading)
        has_error = reading is not None and reading.has_error
        if reading is not None and has_error and self._good is not None:
            # what can be run is still to be chosen while the pack has errors
            good = self._good
            reading = replace(
                reading,
                starts=good.starts,
                scenarios=good.scenarios,
                policies=good.policies,
                ids=good.ids,
            )
        is_current = (self._version, DeskWork("reading")) in self._done
        missing = [piece for piece in pieces if not self._is_done(piece)]
        if is_current and (has_error or reading is None):
            missing = []  # nothing else is worked out of a pack with errors
        effect = shown.get("effect")
        is_new = effect is not None and not effect.is_old
        drawn = shown.get("map")
        return AuthorView(
            token=f"{self._version[:16]}.{self._count}",
            is_working=bool(missing),
            reading=reading,
            odds=_result(shown.get("odds"), ExampleOdds),
            effect=_result(effect, SaveEffect) if is_new else None,
            map=_result(drawn, str) or "",
            odds_note=_note(shown.get("odds")),
            map_note=_note(drawn),
            old=frozenset(
                kind for kind, each in shown.items() if each is not None and each.is_old
            ),
        )

    def _is_done(self, piece: DeskWork) -> bool:
        return (self._version, piece) in self._done

    def _shown(self, piece: DeskWork) -> ShownResult | None:
        done = self._done.get((self._version, piece))
        if done is not None:
            return ShownResult(done, False)
        latest = self._latest.get(piece)
        return None if latest is None else ShownResult(latest[1], True)

    # What is worked out, in the thread.

    def _work(self) -> None:
        """Work while somebody asks."""
        try:
            while not self._is_closed:
                if time.monotonic() - self._asked_at > STOPS_AFTER:
                    break
                self._look()
                piece = self._next()
                if piece is not None and not self._waiting:
                    self._do(piece)
                    continue
                with self._changed:
                    self._changed.wait(POLL)
        finally:
            with self._changed:
                self._thread = None
        with self._working:
            self._worker.end()

    def _look(self) -> None:
        """Notice a save: the version is another then, and what was there is before."""
        stamps = stamps_of(self._folders)
        if stamps == self._stamps:
            return
        while True:  # an editor may write a file in several steps
            time.sleep(SETTLES)
            again = stamps_of(self._folders)
            if again == stamps:
                break
            stamps = again
        try:
            texts = self.files.texts()
        except UmpireError:  # of too many files, which the check says
            texts = {}
        with self._changed:
            self._take_version(texts, stamps)

    def _take_version(self, texts: dict[str, str], stamps: Stamps) -> None:
        """Take what the files say now; called with the lock."""
        version = _version_of(texts, stamps, self.files.folder)
        if version != self._version:
            if self._version and texts != self._texts and self._can_compare():
                self._before = self._version, self._texts
            self._version, self._count = version, self._count + 1
        self._texts, self._stamps = texts, stamps
        self._changed.notify_all()

    def _can_compare(self) -> bool:
        """Tell whether a save is to be compared with the present version: not with one
        that is known to have errors, while there is one without."""
        done = self._done.get((self._version, DeskWork("reading")))
        reading = None if done is None else done.result
        is_right = isinstance(reading, AuthorReading) and not reading.has_error
        return is_right or self._before is None

    def _next(self) -> DeskWork | None:
        """Return what is to be worked out next, None for nothing."""
        with self._changed:
            if not self._is_done(DeskWork("reading")):
                return DeskWork("reading")
            reading = _result(self._shown(DeskWork("reading")), AuthorReading)
            if reading is None or reading.has_error:
                return None
            since = time.monotonic() - WANTED_FOR
            self._wanted = {p: at for p, at in self._wanted.items() if at > since}
            order: list[Kind] = ["odds", "effect", "map"]
            wanted = sorted(
                (piece for piece in self._wanted if piece.kind in order),
                key=lambda piece: (-self._wanted[piece], order.index(piece.kind)),
            )
            wanted.append(DeskWork("prepared"))
            return next((p for p in wanted if not self._is_done(p)), None)

    def _do(self, piece: DeskWork) -> None:
        """Work out one thing, unless a save or a form makes that useless."""
        version, began = self._version, time.monotonic()
        with self._working:
            self._begin(piece)
            while (done := self._worker.done(POLL)) is None:
                self._look()
                taken = time.monotonic() - began
                if taken > SECONDS[piece.kind]:
                    self._worker.end()
                    done = WorkDone(None, _too_long(SECONDS[piece.kind]))
                    break
                if version != self._version or not self._is_worth(piece):
                    self._worker.end()
                    return
        self._look()
        if version == self._version:
            self._take(piece, done)

    def _is_worth(self, piece: DeskWork) -> bool:
        """Tell whether somebody still waits for a piece of work."""
        if self._is_closed or self._waiting:
            return False
        asked = self._wanted.get(piece, 0.0)
        return (
            piece.kind in ("reading", "prepared")
            or time.monotonic() - asked < WANTED_FOR
        )

    def _begin(self, piece: DeskWork) -> None:
        folder = self.files.folder
        if piece.kind == "reading":
            self._worker.begin(reading_of, folder)
            return
        if piece.kind == "prepared":
            self._worker.begin(prepare_of, folder)
            return
        reading = _result(self._shown(DeskWork("reading")), AuthorReading)
        assert reading is not None  # it was read before anything else
        if piece.kind == "map":
            self._worker.begin(map_of_scenario, folder, str(piece.of))
        elif piece.kind == "odds":
            assert isinstance(piece.of, AuthorExample)
            self._worker.begin(odds_of, reading, piece.of)
        else:
            assert isinstance(piece.of, tuple)
            example: AuthorExample = piece.of[1]
            before = {} if self._before is None else self._before[1]
            self._worker.begin(effect_of, reading, before, example)

    def _take(self, piece: DeskWork, done: WorkDone[object]) -> None:
        """Remember a result of the present version."""
        with self._changed:
            if isinstance(done.result, AuthorReading):
                folders = done.result.folders
                if not done.result.has_error:
                    self._good = done.result
                if folders != self._folders:
                    # the packs below are known now, and belong to the version
                    self._folders = folders
                    self._take_version(self._texts, stamps_of(folders))
            self._done[self._version, piece] = done
            self._latest[piece] = self._version, done
            if piece.kind == "prepared":
                return  # nothing that is shown
            while len(self._done) > REMEMBERED:
                del self._done[next(iter(self._done))]
            while len(self._latest) > REMEMBERED:
                del self._latest[next(iter(self._latest))]
            self._count += 1
            self._changed.notify_all()

    def _edit(self, work: Callable[..., tuple[FileEdit, ...]], *given: object) -> None:
        """Make a change by a form, for which all other work is cut short."""
        with self._changed:
            self._waiting += 1
        try:
            with self._working:
                self._worker.begin(work, self.files.folder, *given)
                done = self._worker.done(EDITS_TAKE)
                if done is None:
                    self._worker.end()
        finally:
            with self._changed:
                self._waiting -= 1
        if done is None:
            raise LimitExceeded("seconds of a change by a form", int(EDITS_TAKE))
        if not isinstance(done.result, tuple):
            raise Unusable(done.message, hint=done.hint)
        self.files.apply(done.result)
        self._look()


def _version_of(texts: Mapping[str, str], stamps: Stamps, folder: Path) -> str:
    """Return the digest of the texts of a pack and of the stamps of those below."""
    own = {str(folder / path) for path in texts}
    below = tuple(stamp for stamp in stamps if stamp[0] not in own)
    digests = sorted((path, digest_of(text)) for path, text in texts.items())
    return sha256(repr((digests, below)).encode("utf-8", "replace")).hexdigest()


def _result(shown: ShownResult | None, kind: type[Known]) -> Known | None:
    found = None if shown is None else shown.done.result
    return found if isinstance(found, kind) else None


def _note(shown: ShownResult | None) -> str:
    """Return why something was not worked out, "" where it was."""
    if shown is None or not shown.done.message:
        return ""
    message = shown.done.message
    return f"{message[:1].upper()}{message[1:]}. {shown.done.hint}".strip()


def _too_long(seconds: float) -> str:
    limit = f"it takes longer than the {seconds:.0f} seconds that this page waits"
    return f"{limit}; 'umpire odds' may take longer"
