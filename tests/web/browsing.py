"""A browser of one person at a table, without what a real one draws."""

from __future__ import annotations

import re

from starlette.testclient import TestClient

from interpreter.web.author import ServedAuthors
from interpreter.web.served import ServedGames
from interpreter.web.server import application

OURS = {"Sec-Fetch-Site": "same-origin"}
HERE = "http://table.test"


class Browser:
    """A browser of its own, without cookies, at a table."""

    def __init__(
        self, served: ServedGames, authors: ServedAuthors | None = None
    ) -> None:
        self.served = served
        self.client = TestClient(
            application(served, authors=authors), base_url=HERE, follow_redirects=False
        )

    def sits(self, seat: str) -> Browser:
        """Take a seat by a new link."""
        secret = self.served.every["evening"].invitations.invite(seat)
        taken = self.client.post(f"/s/{secret}", headers=OURS)
        assert taken.status_code == 303
        assert taken.headers["location"] == f"/t/evening/{seat}"
        return self

    def page(self, seat: str, more: str = "") -> str:
        """Return a page that is there."""
        got = self.client.get(f"/t/evening/{seat}{more}")
        assert got.status_code == 200, got.text
        return got.text

    def answers(self, seat: str, value: str, token: str = "") -> int:
        """Answer what is asked, or what a token is of; return the status."""
        asked = {"token": token or token_in(self.page(seat)), "part-0": value}
        path = f"/t/evening/{seat}/answer"
        return int(self.client.post(path, data=asked, headers=OURS).status_code)

    def posts(self, seat: str, more: str, **form: str) -> tuple[int, str]:
        """Send a form to an address of a seat; return the status and the page."""
        path = f"/t/evening/{seat}/{more}"
        got = self.client.post(path, data=form, headers=OURS)
        return int(got.status_code), got.text


def token_in(page: str) -> str:
    """Return the token of what is asked on a page."""
    found = re.search(r'name="token" value="([^"]*)"', page)
    assert found is not None
    return found[1]
