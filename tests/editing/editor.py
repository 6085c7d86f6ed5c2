"""An editor that drives the language server over its standard input and output."""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

ROOT = Path(__file__).parents[2]
PATIENCE = 60
"""Seconds that the slowest answer may take on a busy machine."""
CAPABILITIES = lsp.ClientCapabilities(
    workspace=lsp.WorkspaceClientCapabilities(
        inlay_hint=lsp.InlayHintWorkspaceClientCapabilities(refresh_support=True),
        did_change_watched_files=lsp.DidChangeWatchedFilesClientCapabilities(
            dynamic_registration=True
        ),
    ),
    window=lsp.WindowClientCapabilities(work_done_progress=True),
)


class Editor(LanguageClient):
    """A client that keeps what it is shown."""

    def __init__(self) -> None:
        """Begin with nothing shown."""
        super().__init__("editor of the tests", "1")
        self.shown: dict[str, lsp.PublishDiagnosticsParams] = {}
        self.titles: list[str] = []
        self.logged: list[str] = []
        self.refreshed = 0
        self.watched: list[str] = []
        self.changed = asyncio.Condition()
        self.versions: dict[str, int] = {}

    def open(self, path: Path, text: str | None = None) -> str:
        """Open a file, with a text in place of what is on the disk; return its
        address."""
        uri, text = path.as_uri(), text or path.read_text(encoding="utf-8")
        self.versions[uri] = 1
        document = lsp.TextDocumentItem(uri, "yaml", 1, text)
        self.text_document_did_open(lsp.DidOpenTextDocumentParams(document))
        return uri

    def type(self, uri: str, text: str) -> int:
        """Change a text; return its version."""
        version = self.versions[uri] = self.versions[uri] + 1
        document = lsp.VersionedTextDocumentIdentifier(version, uri)
        change = lsp.TextDocumentContentChangeWholeDocument(text)
        self.text_document_did_change(
            lsp.DidChangeTextDocumentParams(document, [change])
        )
        return version

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something that is shown is so."""
        async with asyncio.timeout(PATIENCE):
            async with self.changed:
                await self.changed.wait_for(is_so)

    async def problems(self, uri: str, version: int) -> list[lsp.Diagnostic]:
        """Return the problems of a version of a text, when they are shown."""

        def is_shown() -> bool:
            return uri in self.shown and self.shown[uri].version == version

        await self.until(is_shown)
        return list(self.shown[uri].diagnostics)

    async def codes(self, uri: str, *codes: str) -> list[lsp.Diagnostic]:
        """Return the problems of a text when they have exactly these codes."""

        def found() -> list[lsp.Diagnostic]:
            return list(self.shown[uri].diagnostics) if uri in self.shown else []

        await self.until(
            lambda: uri in self.shown and [d.code for d in found()] == [*codes]
        )
        return found()


def place(text: str, marked: str) -> lsp.Position:
    """Return the position of the mark in a stretch of a text, in units of UTF-16."""
    offset = text.index(marked.replace("^", "")) + marked.index("^")
    line = text[:offset].rpartition("\n")[2]
    return lsp.Position(text[:offset].count("\n"), len(line.encode("utf-16-le")) // 2)


@asynccontextmanager
async def editing(*arguments: str) -> AsyncIterator[Editor]:
    """Start a server and give an editor that talks with it; both end in order."""
    editor = Editor()

    async def note() -> None:
        async with editor.changed:
            editor.changed.notify_all()

    @editor.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    async def published(params: lsp.PublishDiagnosticsParams) -> None:
        editor.shown[params.uri] = params
        await note()

    @editor.feature(lsp.WINDOW_LOG_MESSAGE)
    async def logged(params: lsp.LogMessageParams) -> None:
        editor.logged.append(params.message)
        await note()

    @editor.feature(lsp.WINDOW_WORK_DONE_PROGRESS_CREATE)
    def created(params: lsp.WorkDoneProgressCreateParams) -> None:
        return None

    @editor.feature(lsp.PROGRESS)
    async def went_on(params: lsp.ProgressParams) -> None:
        value = params.value
        title = value.get("title") if isinstance(value, dict) else value.title
        editor.titles += [title] if title else []
        await note()

    @editor.feature(lsp.CLIENT_REGISTER_CAPABILITY)
    async def registered(params: lsp.RegistrationParams) -> None:
        editor.watched += [each.method for each in params.registrations]
        await note()

    @editor.feature(lsp.WORKSPACE_INLAY_HINT_REFRESH)
    async def refreshed(*_: object) -> None:
        editor.refreshed += 1
        await note()

    await editor.start_io(sys.executable, "-m", "interpreter", "lsp", *arguments)
    await editor.initialize_async(lsp.InitializeParams(CAPABILITIES))
    editor.initialized(lsp.InitializedParams())
    try:
        yield editor
    finally:
        await editor.shutdown_async(None)
        editor.exit(None)
        await asyncio.wait_for(editor._server.wait(), PATIENCE)
        await editor.stop()
    assert editor._server.returncode == 0


def run(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a conversation."""
    asyncio.run(work())
