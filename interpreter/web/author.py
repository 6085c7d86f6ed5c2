"""The page of an author: who is admitted to it, and what its forms do.

A pack that is served so has one link of its own, kept beside its folder; the cookie of
who took it belongs to the addresses of this page alone. Who has none sees what is
seen where nothing is.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    RedirectResponse,
    Response,
)
from starlette.routing import Route

from interpreter.app.authoring.author_desk import AuthorDesk
from interpreter.app.authoring.form_edits import FigureChange
from interpreter.app.invitations import Invitations
from interpreter.diagnostics import UmpireError, Unusable
from interpreter.web.admission import field_of, form_of, nothing, seated
from interpreter.web.author_pages import AuthorQuery, GivenText, author_page
from interpreter.web.guards import COOKIE
from interpreter.web.pages import NOTHING_GIVEN, Form, Notice, busy_html, html_of
from interpreter.web.served import NO_NAMES
from interpreter.web.streams import Streams
from interpreter.yaml.composing import BYTES

AUTHOR = "author"
"""What the seat of a link is called, for an author sits at no table."""
PAGES = f"/{AUTHOR}/"
MOST_TEXT = 3 * BYTES + 64 * 1024
"""Bytes of a form: each byte of a text may be written as three."""
MOST_FIELDS = 30_000
"""Of a form of figures, which has three for each."""
PATIENCE = 1.5
"""Seconds that a page waits for what is being worked out; small packs need no more."""
LOOKS_EACH, BEATS_EACH = 0.5, 15.0
THREADS = 8
"""Pages of one server that wait at once."""
MOVED_ON = Notice(
    "The file was saved by somebody else, or in an editor, while you wrote.",
    "Nothing is lost: your text stands below, and beside it what the file says now. "
    "Put together what you want, and save again.",
)
Result = TypeVar("Result")


class ServedAuthor:
    """One pack that is edited: its name in addresses, its desk and its links."""

    def __init__(self, pack: Path) -> None:
        """Take it; raises what `AuthorDesk` does, and Unusable for a folder whose name
        cannot stand in an address."""
        self.desk = AuthorDesk(pack)
        whole = self.desk.files.folder.resolve()
        self.name = whole.name
        if self.name in NO_NAMES or not self.name.isprintable():
            raise Unusable(f"'{pack}' has no name that can stand in an address")
        self.invitations = Invitations(whole)

    @property
    def address(self) -> str:
        """The path of its page."""
        return f"{PAGES}{quote(self.name, safe='')}"


class ServedAuthors:
    """All packs that one server lets be edited, by name."""

    def __init__(self, packs: Iterable[Path]) -> None:
        """Take them; Unusable for two of one name."""
        self._authors: dict[str, ServedAuthor] = {}
        for pack in packs:
            author = ServedAuthor(pack)
            if author.name in self._authors:
                other = self._authors[author.name].desk.files.folder
                raise Unusable(f"'{other}' and '{pack}' would have one address")
            self._authors[author.name] = author
        # of their own, for threads that wait for odds must not keep games waiting
        self._threads = ThreadPoolExecutor(THREADS)

    def named(self, name: str) -> ServedAuthor | None:
        """Return a pack, or None."""
        return self._authors.get(name)

    def of_link(self, secret: str) -> ServedAuthor | None:
        """Return the pack of which a secret is a link; None for no link."""
        packs = self._authors.values()
        return next((pack for pack in packs if pack.invitations.is_link(secret)), None)

    def is_session(self, session: str) -> bool:
        """Tell whether a text is a session of any of them."""
        packs = self._authors.values()
        return any(pack.invitations.seat_of(session) == AUTHOR for pack in packs)

    @property
    def every(self) -> Mapping[str, ServedAuthor]:
        """The packs by their names."""
        return self._authors

    async def aside(self, act: Callable[[], Result]) -> Result:
        """Do something in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, act)

    def close(self) -> None:
        """End what is worked at."""
        for author in self._authors.values():
            author.desk.close()
        self._threads.shutdown(wait=False, cancel_futures=True)


def is_authors(path: str) -> bool:
    """Tell whether an address is one of an author's page."""
    return path.startswith(PAGES)


class AuthorEndpoints:
    """What is answered at the addresses of authors."""

    def __init__(
        self, authors: ServedAuthors, stop: asyncio.Event, *, is_secure: bool
    ) -> None:
        """Serve these packs until `stop` is set; cookies of a table that is `is_secure`
        are for https alone."""
        self._authors = authors
        self._stop = stop
        self._is_secure = is_secure
        self._streams = Streams()

    @property
    def addresses(self) -> list[Route]:
        """The addresses."""
        forms = {
            "save": self.save,
            "undo": self.undo,
            "option": self.option,
            "figures": self.figures,
        }
        page = f"{PAGES}{{pack}}"
        return [
            Route("/a/{secret}", self.invitation, methods=["GET", "POST"]),
            Route(page, self.page),
            Route(f"{page}/changes", self.changes),
            *(
                Route(f"{page}/{name}", form, methods=["POST"])
                for name, form in forms.items()
            ),
            *(Route(f"{page}/{name}", self.again) for name in forms),
        ]

    async def invitation(self, request: Request) -> Response:
        """Show a link without using it, or redeem it."""
        secret = request.path_params["secret"]
        author = self._authors.of_link(secret)
        if author is None:
            return nothing()
        if request.method != "POST":
            return HTMLResponse(html_of("author_invitation.html"))
        redeem = author.invitations.redeem
        admission = await self._authors.aside(lambda: redeem(secret))
        if admission is None or admission.seat != AUTHOR:
            return nothing()
        return seated(author.address, admission.session, is_secure=self._is_secure)

    def _admitted(self, request: Request) -> ServedAuthor | None:
        """Return the pack of a request whose cookie is of its author; else None."""
        author = self._authors.named(request.path_params["pack"])
        session = request.cookies.get(COOKIE, "")
        if author is None or author.invitations.seat_of(session) != AUTHOR:
            return None
        return author

    async def page(self, request: Request) -> Response:
        """Show the page as it stands, or after a short while as it stands then."""
        author = self._admitted(request)
        if author is None:
            return nothing()
        query = AuthorQuery.of(request.query_params)
        if query.file and query.file not in author.desk.files.paths():
            return nothing()
        patience = 0.0 if request.query_params.get("now") else PATIENCE
        return await self._shown(author, query, patience=patience)

    async def again(self, request: Request) -> Response:
        """Show the way to the page to who reads again what he has sent a form to."""
        author = self._admitted(request)
        return nothing() if author is None else self._back(request, author)

    async def save(self, request: Request) -> Response:
        """Save the text of a file; one that has errors too."""
        author = self._admitted(request)
        if author is None:
            return nothing()
        query = AuthorQuery.of(request.query_params)
        form = await form_of(request)
        path, text = field_of(form, "file"), field_of(form, "text")
        if path not in author.desk.files.paths():
            return nothing()
        try:
            saved = await self._authors.aside(
                lambda: author.desk.files.save(path, field_of(form, "digest"), text)
            )
        except UmpireError as error:
            there = await self._authors.aside(lambda: author.desk.files.read(path))
            unsaved = GivenText(_with_line_feeds(text), there)
            return await self._shown(
                author, query, Notice(error.message, error.hint), 422, unsaved
            )
        if not saved.is_saved:
            unsaved = GivenText(_with_line_feeds(text), saved.there)
            return await self._shown(author, query, MOVED_ON, 409, unsaved)
        return await self._noticed(request, author)

    async def undo(self, request: Request) -> Response:
        """Undo the last save of this run of the server."""
        return await self._edited(request, lambda desk, _: desk.files.undo())

    async def option(self, request: Request) -> Response:
        """Set the default of an option."""

        def change(desk: AuthorDesk, form: Form) -> None:
            names = ("name", "before", "value")
            desk.set_option(*(field_of(form, name) for name in names))

        return await self._edited(request, change)

    async def figures(self, request: Request) -> Response:
        """Write the figures of a table that were changed in its form."""

        def change(desk: AuthorDesk, form: Form) -> None:
            columns = (form.get(name, ()) for name in ("path", "before", "figure"))
            changes = tuple(
                FigureChange(path, before, after)
                for path, before, after in zip(*columns, strict=False)
            )
            desk.set_figures(changes)

        return await self._edited(request, change)

    async def _edited(
        self, request: Request, change: Callable[[AuthorDesk, Form], None]
    ) -> Response:
        """Change a pack by a form, and show its page, or why that was not done."""
        author = self._admitted(request)
        if author is None:
            return nothing()
        form = await form_of(request, MOST_FIELDS)
        try:
            await self._authors.aside(lambda: change(author.desk, form))
        except UmpireError as error:
            query = AuthorQuery.of(request.query_params)
            notice = Notice(error.message, error.hint)
            return await self._shown(author, query, notice, 409, given=form)
        return await self._noticed(request, author)

    async def _noticed(self, request: Request, author: ServedAuthor) -> Response:
        """Show the page after something was written."""
        await self._authors.aside(author.desk.look)
        return self._back(request, author)

    def _back(self, request: Request, author: ServedAuthor) -> Response:
        query = AuthorQuery.of(request.query_params).text
        path = f"{author.address}?{query}" if query else author.address
        return RedirectResponse(path, status_code=303)

    async def _shown(
        self,
        author: ServedAuthor,
        query: AuthorQuery,
        notice: Notice | None = None,
        status: int = 200,
        unsaved: GivenText | None = None,
        *,
        given: Form = NOTHING_GIVEN,
        patience: float = 0.0,
    ) -> Response:
        """Return the page of a pack."""
        desk = author.desk

        def made() -> str:
            # what an example takes is known from the reading alone
            until = time.monotonic() + patience
            known = desk.view(patience=patience if query.run else 0.0).reading
            left = max(0.0, until - time.monotonic())
            view = desk.view(query.example(known), query.map, left)
            return author_page(
                author.name,
                desk,
                query,
                view,
                notice=notice,
                unsaved=unsaved,
                given=given,
            )

        try:
            text = await self._authors.aside(made)
        except UmpireError as error:  # the folder is gone, or a file while it was read
            return HTMLResponse(busy_html(error), 503)
        return HTMLResponse(text, status)

    async def changes(self, request: Request) -> Response:
        """Stream the same few bytes whenever the page has changed."""
        author = self._admitted(request)
        if author is None:
            return nothing()
        return self._streams.answer(request, self._changes(request, author))

    async def _changes(
        self, request: Request, author: ServedAuthor
    ) -> AsyncIterator[bool]:
        """Yield as `ServedGame.changes` does."""
        query = AuthorQuery.of(request.query_params)
        seen, waited = request.query_params.get("seen", ""), 0.0
        desk = author.desk
        while not self._stop.is_set() and self._admitted(request) is author:
            known = desk.view().reading
            token = desk.view(query.example(known), query.map).token
            if token != seen:
                seen, waited = token, 0.0
                yield True
            await asyncio.sleep(LOOKS_EACH)
            waited += LOOKS_EACH
            if waited >= BEATS_EACH:
                waited = 0.0
                yield False


def _with_line_feeds(text: str) -> str:
    """Return a text of a form, whose lines a browser ends in two characters."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
