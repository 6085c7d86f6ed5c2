"""The language server: the protocol of editors on one side, `app.editing` on the other.

Nothing slow runs in the loop that answers the editor. Some milliseconds after an edit
its pack is checked as far as the edit reaches, in one thread; after a longer pause as a
whole, in another, which then computes the odds beside rows. A result for a text that
has changed meanwhile is dropped. Texts come whole with each change: for parts of them
the library counts lines by more ends than editors do.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar
from uuid import uuid4

from lsprotocol import types as lsp
from pygls import uris
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from interpreter.app.authoring.fixing import fixed
from interpreter.app.editing.text_positions import TextPositions, Units
from interpreter.app.editing.workshop import EditedPack, Workshop, by_file, path_of
from interpreter.diagnostics import Diagnostic, UmpireError
from interpreter.pipeline.loading import Loaded
from interpreter.source import Span

Result = TypeVar("Result")

NAME = "umpire"
PAUSE = 0.03
"""Seconds without another edit before its errors are looked for."""
LONG_PAUSE = 0.3
"""Seconds after that before the whole pack is checked."""
UNITS: Mapping[str, Units] = MappingProxyType(
    {"utf-8": "utf-8", "utf-16": "utf-16", "utf-32": "utf-32"}
)
SEVERITIES = MappingProxyType(
    {
        "error": lsp.DiagnosticSeverity.Error,
        "warning": lsp.DiagnosticSeverity.Warning,
        "note": lsp.DiagnosticSeverity.Information,
    }
)


class EditorSession(LanguageServer):
    """One editor: its texts, their packs, and the work that waits."""

    def __init__(self, has_odds: bool) -> None:
        """Begin without a text."""
        kind = lsp.TextDocumentSyncKind.Full
        super().__init__(NAME, "1", text_document_sync_kind=kind)
        self.workshop = Workshop()
        self.has_odds = has_odds
        self._quick = ThreadPoolExecutor(1, "quick")
        self._whole = ThreadPoolExecutor(1, "whole")
        self._tasks: dict[Path, asyncio.Task[None]] = {}
        self._published: dict[Path, set[Path]] = {}
        self._rounds: dict[Path, int] = {}
        self._positions: tuple[str, TextPositions] | None = None

    @property
    def units(self) -> Units:
        """The code units in which the editor counts letters."""
        return UNITS.get(self.workspace.position_encoding or "", "utf-16")

    def supports(self, *path: str) -> bool:
        """Tell whether the editor says that it can do something, by the path of the
        capability."""
        here: object = self.client_capabilities
        for name in path:
            here = getattr(here, name, None)
        return bool(here)

    def take(self, uri: str, text: str, *, is_saved: bool = False) -> None:
        """Take a text, and check its packs soon."""
        path = path_of_uri(uri)
        if path is not None:
            self.workshop.write(path, text)
            self.look_at(path, is_saved=is_saved)

    def look_at(self, path: Path, *, is_saved: bool = False) -> None:
        """Check the packs that read a file, soon; what waited for them is dropped."""
        for pack in self.workshop.packs_with(path):
            note = pack.odds.save if is_saved else pack.odds.edit
            note(str(path))
            self._rounds[pack.folder] = self._rounds.get(pack.folder, 0) + 1
            task = self._tasks.get(pack.folder)
            if task is not None:
                task.cancel()
            self._tasks[pack.folder] = asyncio.create_task(self._check(pack))

    async def watch(self) -> None:
        """Ask the editor, if it can, to say which files of packs change outside of it,
        such as by a pull."""
        watched = ("workspace", "did_change_watched_files", "dynamic_registration")
        if not self.supports(*watched):
            return
        files = lsp.DidChangeWatchedFilesRegistrationOptions(
            [lsp.FileSystemWatcher("**/*.yaml")]
        )
        method = lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES
        wanted = lsp.Registration(f"{NAME} files", method, files)
        params = lsp.RegistrationParams([wanted])
        await self.client_register_capability_async(params)

    def end(self) -> None:
        """Let go of what still runs or waits, since nobody will see it."""
        for folder in self._rounds:
            self._rounds[folder] += 1
        for pool in (self._quick, self._whole):
            pool.shutdown(wait=False, cancel_futures=True)

    async def _check(self, pack: EditedPack) -> None:
        """Check a pack after an edit. A later edit cancels this, so that nothing of a
        former text is shown."""
        await asyncio.sleep(PAUSE)
        quick = await self.work(self._quick, pack.quick)
        if quick is not None:
            self._publish(pack)
            await asyncio.sleep(LONG_PAUSE)
        await self.work(self._whole, pack.whole)
        self._publish(pack)
        if pack.meanings is not None:
            await self.work(self._whole, pack.meanings.prepare)
        if self.has_odds and pack.good is not None:
            await self._show_odds(pack, pack.good)

    async def _show_odds(self, pack: EditedPack, good: Loaded) -> None:
        """Work out what the rows of the open files of a pack are worth: chances at
        once, what takes long after a pause and with a sign that it is going on."""
        files = [str(path) for path in self.workshop.paths() if pack.has(path)]
        for file in files:
            await self.slowly(partial(pack.odds.take_chances, good, file))
        self._refresh_hints()
        await asyncio.sleep(LONG_PAUSE)
        this = self._rounds[pack.folder]

        def is_wanted() -> bool:
            return self._rounds[pack.folder] == this

        async with self._progress(f"odds of {pack.folder.name}"):
            for file in files:
                task = partial(pack.odds.take_worths, good, file, is_wanted)
                await self.slowly(task)
                self._refresh_hints()

    def _refresh_hints(self) -> None:
        """Let the editor ask for the hints again, if it can."""
        if self.supports("workspace", "inlay_hint", "refresh_support"):
            self.workspace_inlay_hint_refresh(None)

    @asynccontextmanager
    async def _progress(self, title: str) -> AsyncIterator[None]:
        """Show that something is going on, if the editor can."""
        if not self.supports("window", "work_done_progress"):
            yield
            return
        token = str(uuid4())
        await self.work_done_progress.create_async(token)
        self.work_done_progress.begin(token, lsp.WorkDoneProgressBegin(title))
        try:
            yield
        finally:
            self.work_done_progress.end(token, lsp.WorkDoneProgressEnd())

    async def work(
        self, pool: ThreadPoolExecutor, task: Callable[[], Result]
    ) -> Result | None:
        """Return what a task returns that runs in a thread. A fault of the program is
        logged: the editor goes on."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(pool, task)
        except JsonRpcException:
            raise  # a refusal that the editor shows
        except Exception as error:
            logging.getLogger(NAME).exception("a fault of the program")
            message = f"umpire: {type(error).__name__} in the program, not in the pack"
            params = lsp.LogMessageParams(lsp.MessageType.Error, message)
            self.window_log_message(params)
            return None

    async def slowly(self, task: Callable[[], Result]) -> Result | None:
        """Return what a task returns that takes long, such as checks in a row."""
        return await self.work(self._whole, task)

    async def quickly(self, task: Callable[[], Result]) -> Result | None:
        """Return what a task returns for which somebody waits."""
        return await self.work(self._quick, task)

    def _publish(self, pack: EditedPack) -> None:
        """Show the problems of a pack, and that other files have none any more."""
        found = dict(by_file(pack.problems))
        gone = self._published.get(pack.folder, set()) - found.keys()
        opened = {path for path in self.workshop.paths() if pack.has(path)}
        self._published[pack.folder] = set(found)
        for path in sorted(gone | found.keys() | opened):
            uri = uri_of(path)
            document = self.workspace.text_documents.get(uri)
            version = None if document is None else document.version
            shown = [self.shown(each) for each in found.get(path, ())]
            params = lsp.PublishDiagnosticsParams(uri, shown, version)
            self.text_document_publish_diagnostics(params)

    def shown(self, problem: Diagnostic) -> lsp.Diagnostic:
        """Return a problem as editors show it."""
        expected = f"expected {problem.expected}" if problem.expected else ""
        parts = (problem.message, expected, problem.hint)
        message = "\n".join(part for part in parts if part)
        related = [
            lsp.DiagnosticRelatedInformation(self.location(span), text)
            for span, text in problem.related
        ]
        return lsp.Diagnostic(
            self.range(problem.span),
            message,
            SEVERITIES[problem.severity],
            problem.code,
            source=NAME,
            related_information=related or None,
        )

    def range(self, span: Span) -> lsp.Range:
        """Return the range of a stretch of a source."""
        start, end = self._positions_in(span.source.text).range_of(span.start, span.end)
        return lsp.Range(
            lsp.Position(start.line, start.character),
            lsp.Position(end.line, end.character),
        )

    def _positions_in(self, text: str) -> TextPositions:
        """Return the positions of a text; those of the last one are kept, for a file
        may have thousands of problems."""
        last = self._positions
        if last is None or last[0] != text:
            last = (text, TextPositions(text, self.units))
            self._positions = last
        return last[1]

    def location(self, span: Span) -> lsp.Location:
        """Return the place of a stretch of a source."""
        return lsp.Location(uri_of(path_of(span)), self.range(span))


def path_of_uri(uri: str) -> Path | None:
    """Return the file of an address; None where it is none."""
    path = uris.to_fs_path(uri) if uri.startswith("file:") else None
    return None if not path else Path(path)


def uri_of(path: Path) -> str:
    """Return the address of a file."""
    return uris.from_fs_path(str(path)) or path.as_uri()


def server(*, has_odds: bool = True) -> EditorSession:
    """Return a server that waits for its editor."""
    session = EditorSession(has_odds)
    feature = session.feature

    @feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        session.take(document.uri, document.text, is_saved=True)

    @feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        session.take(uri, session.workspace.get_text_document(uri).source)

    @feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        path = path_of_uri(params.text_document.uri)
        if path is not None:
            session.workshop.close(path)
            session.look_at(path)

    @feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        path = path_of_uri(params.text_document.uri)
        if path is not None:
            session.look_at(path, is_saved=True)

    _watch_files(session)
    kinds = [lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.SourceFixAll]

    @feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(kinds))
    async def fixes(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        return await _code_actions(session, params)

    return session


def _watch_files(session: EditorSession) -> None:
    """Let a server check again what changes outside of the editor."""

    @session.feature(lsp.INITIALIZED)
    async def ready(_: lsp.InitializedParams) -> None:
        await session.watch()

    @session.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def changed_outside(params: lsp.DidChangeWatchedFilesParams) -> None:
        paths = (path_of_uri(each.uri) for each in params.changes)
        for path in dict.fromkeys(paths):
            if path is not None and session.workshop.text(path) is None:
                session.look_at(path, is_saved=True)


async def _code_actions(
    session: EditorSession, params: lsp.CodeActionParams
) -> list[lsp.CodeAction]:
    """Return the fixes of the problems at a place, and the one of all that are safe."""
    path = path_of_uri(params.text_document.uri)
    pack = None if path is None else session.workshop.pack_of(path)
    text = None if path is None else session.workshop.text(path)
    if pack is None or path is None or text is None:
        return []
    only = params.context.only
    found: list[lsp.CodeAction] = []
    if only is None or _asks(only, lsp.CodeActionKind.QuickFix):
        found += _quick_fixes(session, pack, path, text, params.range)
    has_safe = any(each.fix is not None and each.fix.safe for each in pack.problems)
    # checked fix by fix, so only where it is asked for by name
    if only is not None and _asks(only, lsp.CodeActionKind.SourceFixAll) and has_safe:
        whole = await session.slowly(lambda: _all_fixes(session, pack, path, text))
        found += [] if whole is None else [whole]
    return found


def _asks(only: Iterable[lsp.CodeActionKind | str], kind: lsp.CodeActionKind) -> bool:
    """Tell whether a kind of action is among those that an editor asks for, or below
    one of them."""
    asked = (e.value if isinstance(e, lsp.CodeActionKind) else e for e in only)
    return any(f"{kind.value}.".startswith(f"{each}.") for each in asked)


def _quick_fixes(
    session: EditorSession, pack: EditedPack, path: Path, text: str, where: lsp.Range
) -> Iterator[lsp.CodeAction]:
    for problem in pack.problems:
        fix = problem.fix
        if fix is None or path_of(fix.span) != path or fix.span.source.text != text:
            continue
        shown = session.shown(problem)
        if not (shown.range.start <= where.end and where.start <= shown.range.end):
            continue
        written = fix.replacement.strip()
        title = f"write '{written}'" if written else "remove it"
        title += "" if fix.safe else " (read it first)"
        edit = lsp.TextEdit(session.range(fix.span), fix.replacement)
        yield lsp.CodeAction(
            title,
            lsp.CodeActionKind.QuickFix,
            [shown],
            is_preferred=fix.safe,
            edit=lsp.WorkspaceEdit({uri_of(path): [edit]}),
        )


def _all_fixes(
    session: EditorSession, pack: EditedPack, path: Path, text: str
) -> lsp.CodeAction | None:
    """Return the edit of one file that applies all safe fixes of its pack."""
    try:
        edits = fixed(pack.folder, texts=pack.texts()).edits
    except UmpireError:
        return None  # the problems say why the pack cannot be checked
    after = next((e.after for e in edits if Path.cwd() / e.file == path), None)
    if after is None:
        return None
    end = TextPositions(text, session.units).position(len(text))
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(end.line, end.character))
    edit = lsp.WorkspaceEdit({uri_of(path): [lsp.TextEdit(whole, after)]})
    title = "apply all safe fixes of umpire"
    return lsp.CodeAction(title, lsp.CodeActionKind.SourceFixAll, edit=edit)


def features(session: EditorSession) -> Iterator[str]:
    """Yield what a server does, by the names of the protocol."""
    names = session.protocol.fm.features
    yield from sorted(name for name in names if name.startswith("textDocument/"))
