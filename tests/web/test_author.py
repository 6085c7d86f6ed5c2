"""The page of an author over HTTP: who may edit, what is written, what is shown."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from interpreter import UsageError, open_ruleset
from interpreter.app.authoring.authored_files import digest_of
from interpreter.ruleset.finding import published_folders
from interpreter.web.author import MOST_TEXT, ServedAuthors
from interpreter.web.guards import COOKIE, MOST_BODY
from interpreter.web.served import ServedGames
from interpreter.web.server import application
from tests.web.authored import EXAMPLE, OVERLAY, overlay
from tests.web.browsing import HERE, OURS

HEAD = "ruleset.yaml"
PAGE = "/author/dull"
GAME = Path(__file__).resolve().parents[1] / "packs" / "answering"
FIGURE = "tables.hours.rows.sun.light"


class Author:
    """The browser of an author, and his pack."""

    def __init__(self, folder: Path) -> None:
        self.pack = overlay(folder)
        self.game = folder / "evening.game"
        open_ruleset(GAME).new_game("table", self.game, seed="one")
        self.authors = ServedAuthors([self.pack])
        self.games = ServedGames([self.game])
        self.client = self.browser()

    def browser(self) -> TestClient:
        """Return a browser without cookies."""
        app = application(self.games, authors=self.authors)
        return TestClient(app, base_url=HERE, follow_redirects=False)

    def link(self) -> str:
        """Return a new link."""
        return f"/a/{self.authors.every['dull'].invitations.invite('author')}"

    def admitted(self) -> Author:
        """Take a new link."""
        taken = self.client.post(self.link(), headers=OURS)
        assert taken.status_code == 303
        assert taken.headers["location"] == PAGE
        return self

    def page(self, query: str = "", *, until_done: bool = False) -> str:
        """Return the page, on demand when nothing is being worked out any more."""
        while True:
            got = self.client.get(f"{PAGE}?{query}" if query else PAGE)
            assert got.status_code == 200, got.text
            if not until_done or "being worked out" not in got.text:
                return got.text
            time.sleep(0.1)

    def posts(self, form: str, query: str = "", **fields: object) -> tuple[int, str]:
        """Send a form; return the status and the page."""
        path = f"{PAGE}/{form}?{query}"
        got = self.client.post(path, data=fields, headers=OURS)
        return int(got.status_code), got.text

    def saves(self, text: str, digest: str = "") -> tuple[int, str]:
        """Save the head of the pack, of the text that is there unless it is said."""
        query = f"file={HEAD}"
        digest = digest or digest_of(self.text)
        return self.posts("save", query, file=HEAD, digest=digest, text=text)

    @property
    def text(self) -> str:
        """What the head of the pack says."""
        return (self.pack / HEAD).read_text(encoding="utf-8")


@pytest.fixture
def author(tmp_path: Path) -> Iterator[Author]:
    """An author who was admitted; his processes end with the test."""
    made = Author(tmp_path)
    yield made.admitted()
    made.authors.close()


def test_a_link_is_shown_without_being_used(tmp_path: Path) -> None:
    """The cookie belongs to the page alone."""
    author = Author(tmp_path)
    link = author.link()
    shown = author.client.get(link)
    assert "dull" not in shown.text
    assert "set-cookie" not in shown.headers
    cookie = author.client.post(link, headers=OURS).headers["set-cookie"]
    for part in ("HttpOnly", "SameSite=strict", f"Path={PAGE}"):
        assert part in cookie
    assert (author.pack.parent / "dull.seats").is_file()
    assert author.authors.every["dull"].desk.files.paths() == (HEAD,)


def test_others_see_nothing(author: Author) -> None:
    """To the byte what is seen where nothing is; whoever sits at a game too."""
    other = author.browser()
    seat = author.games.every["evening"].invitations.invite("judge")
    other.post(f"/s/{seat}", headers=OURS)
    stranger = {"Cookie": f"{COOKIE}={other.cookies[COOKIE]}"}
    own = {"Cookie": f"{COOKIE}={author.client.cookies[COOKIE]}"}
    nothing = author.browser().get("/t/nothing/nobody")
    paths = [PAGE, f"{PAGE}?file={HEAD}", f"{PAGE}/changes", f"{PAGE}/save"]
    for path, headers in [
        *((path, stranger) for path in paths),
        *((path, {}) for path in paths),
        *((path, own) for path in ("/author/other", "/author", "/t/evening/judge")),
        *((path, own) for path in (f"{PAGE}/", "/a/none", f"/s/{author.link()[3:]}")),
    ]:
        got = author.browser().get(path, headers=headers)
        assert (got.status_code, got.content) == (404, nothing.content), path
    fields = {"file": HEAD, "digest": digest_of(OVERLAY), "text": "name: lost\n"}
    for headers in (stranger, {}):
        sent = author.browser().post(
            f"{PAGE}/save", data=fields, headers=OURS | headers
        )
        assert (sent.status_code, sent.content) == (404, nothing.content)
    foreign = {"Sec-Fetch-Site": "cross-site"}
    sent = author.client.post(f"{PAGE}/save", data=fields, headers=foreign)
    assert sent.status_code == 403
    assert author.text == OVERLAY


def test_a_link_that_is_withdrawn_ends_the_session(author: Author) -> None:
    author.authors.every["dull"].invitations.withdraw("author")
    assert author.client.get(PAGE).status_code == 404


def test_a_pack_of_the_program_is_not_edited() -> None:
    with pytest.raises(UsageError):
        ServedAuthors([published_folders()[0]])


def test_odds_stand_beside_those_of_the_pack_below(author: Author) -> None:
    """As a picture, and as a table for who hears the page."""
    page = author.page(EXAMPLE, until_done=True)
    assert '<th scope="col">weather</th><th scope="col">dull</th>' in page
    row = '<th scope="row">13</th><td>0.00%</td><td>33.33%</td><td>+33.33</td>'
    assert row in page
    assert 'aria-labelledby="odds-title odds-desc"' in page
    assert "<style" not in page
    assert ' style="' not in page


def test_a_figure_is_saved_and_what_moved_is_shown(author: Author) -> None:
    """The address keeps the example."""
    query = f"{EXAMPLE}&form=tables.hours"
    page = author.page(query, until_done=True)
    assert f'value="{FIGURE}"' in page
    fields = {"path": [FIGURE], "before": ["10"], "figure": ["9"]}
    status, _ = author.posts("figures", query, **fields)
    assert status == 303
    assert author.text == OVERLAY.replace("to: 10}", "to: 9}")
    page = author.page(query, until_done=True)
    assert f"<code>{FIGURE}</code>: 10 &rarr; 9" in page
    assert "before that save, and now" in page
    status, _ = author.posts("undo", query)
    assert status == 303
    assert author.text == OVERLAY


def test_a_figure_that_another_changed_is_told(author: Author) -> None:
    """And what was given stands in the form."""
    query = "form=tables.hours"
    page = author.page(query, until_done=True)
    paths = re.findall(r'name="path" value="([^"]*)"', page)
    before = re.findall(r'name="before" value="([^"]*)"', page)
    (author.pack / HEAD).write_text(OVERLAY.replace("10}", "11}"), encoding="utf-8")
    pairs = zip(paths, before, strict=True)
    figures = ["77" if path == FIGURE else old for path, old in pairs]
    status, page = author.posts(
        "figures", query, path=paths, before=before, figure=figures
    )
    assert status == 409
    assert "&#39; by now" in page
    assert 'value="77"' in page
    assert "to: 11}" in author.text


def test_an_option_is_set(author: Author) -> None:
    author.page("form=options", until_done=True)
    fields = {"name": "late", "before": "no", "value": "yes"}
    assert author.posts("option", "form=options", **fields)[0] == 303
    assert author.text.endswith("\noptions:\n  late: yes\n")
    page = author.page("form=options", until_done=True)
    assert '<option selected value="yes">' in page


def test_a_text_with_errors_is_saved_and_they_are_told(author: Author) -> None:
    """With the place, what was expected, and what to write."""
    text = OVERLAY.replace("rows.sun", "rows.sum")
    assert author.saves(text)[0] == 303
    assert author.text == text
    page = author.page(f"file={HEAD}", until_done=True)
    assert 'data-line="7" data-column="' in page
    assert "did you mean &#39;sun&#39;?" in page
    assert "odds and maps come back" in page


def test_nothing_is_lost_where_two_save(author: Author) -> None:
    """Both texts stand there, and a second save is of what is there now."""
    digest = digest_of(OVERLAY)
    author.saves(OVERLAY + "# one\n")
    status, page = author.saves(OVERLAY + "# other\r\n", digest)
    assert status == 409
    assert "# one" in page
    assert "# other" in page
    assert author.text == OVERLAY + "# one\n"
    found = re.search(r'name="digest" value="([^"]*)"', page)
    assert found is not None
    assert author.saves(OVERLAY + "# both\n", found[1])[0] == 303
    assert author.text == OVERLAY + "# both\n"


@pytest.mark.parametrize("path", ["../weather/ruleset.yaml", "/etc/passwd", ".", "x"])
def test_no_other_file_is_shown_or_written(author: Author, path: str) -> None:
    (author.pack / "x").symlink_to(author.pack / HEAD)
    assert author.client.get(PAGE, params={"file": path}).status_code == 404
    assert author.posts("save", file=path, digest="", text="a: b")[0] == 404


def test_a_text_may_be_longer_than_an_answer(author: Author) -> None:
    """At these addresses alone, and not without end."""
    long = OVERLAY + "#" + "ä" * MOST_BODY + "\n"
    assert author.saves(long)[0] == 303
    assert author.text == long
    status, page = author.saves(long + "#" + "a" * (2 * 1024 * 1024))
    assert status == 422
    assert "bytes in ruleset.yaml" in page
    assert author.posts("save", file=HEAD, digest="", text="a" * MOST_TEXT)[0] == 413
    path = "/t/evening/judge/answer"
    sent = author.client.post(path, data={"x": "a" * MOST_BODY}, headers=OURS)
    assert sent.status_code in (404, 413)


def test_what_is_in_files_is_escaped(author: Author) -> None:
    text = OVERLAY + "# </textarea><script>alert(1)</script>\n"
    author.saves(text)
    page = author.page(f"file={HEAD}&map=<script>&with.<b>=<b>&run=<i>")
    assert "</textarea><script>" not in page
    assert "<script>alert" not in page
    assert "<i>" not in page
    assert author.text == text


def test_a_page_without_a_script_comes_again_by_itself(author: Author) -> None:
    """Not where something is typed."""
    page = author.page()
    is_working = "being worked out" in page
    assert ('http-equiv="refresh"' in page) == is_working
    assert 'http-equiv="refresh"' not in author.page(f"file={HEAD}")


def test_a_save_of_an_editor_is_heard_of(author: Author) -> None:
    """The stream says no more than that the page has changed."""
    page = author.page(until_done=True)
    found = re.search(r'data-seen="([^"]*)"', page)
    assert found is not None
    desk = author.authors.every["dull"].desk
    assert desk.view().token == found[1]
    (author.pack / HEAD).write_text(OVERLAY + "# by hand\n", encoding="utf-8")
    until = time.monotonic() + 60
    while desk.view().token == found[1] and time.monotonic() < until:
        time.sleep(0.05)
    assert desk.view().token != found[1]
    assert "# by hand" in author.page(f"file={HEAD}")


def test_a_form_that_is_read_again_leads_to_the_page(author: Author) -> None:
    got = author.client.get(f"{PAGE}/save?file={HEAD}")
    assert got.status_code == 303
    assert got.headers["location"] == f"{PAGE}?file={HEAD}"
    assert author.posts("undo")[0] == 409
