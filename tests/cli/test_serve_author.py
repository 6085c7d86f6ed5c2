"""`umpire serve --author`: links of packs that are edited, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from interpreter.app.invitations import Invitations
from tests.cli.calling import call
from tests.web.authored import overlay


def test_an_author_has_a_link_that_is_shown_once(tmp_path: Path) -> None:
    """Another one ends it."""
    pack = overlay(tmp_path)
    serve = ("serve", "--no-serve", "--json", "--author", str(pack))
    (first,) = json.loads(call(*serve).out)["links"]
    assert (first["game"], first["seat"]) == ("dull", "author")
    secret = first["link"].rpartition("/a/")[2]
    assert Invitations(pack).is_link(secret)
    (again,) = json.loads(call(*serve).out)["links"]
    assert again["link"] == ""
    (other,) = json.loads(call(*serve, "--invite", "author").out)["links"]
    assert "/a/" in other["link"]
    assert not Invitations(pack).is_link(secret)


def test_an_author_is_served_beside_games(tmp_path: Path) -> None:
    pack, game = overlay(tmp_path), str(tmp_path / "evening.game")
    begun = ("--pack", "tests/packs/answering", "--scenario", "table")
    done = call("serve", "--no-serve", game, *begun, "--author", str(pack), "--json")
    seats = [(link["game"], link["seat"]) for link in json.loads(done.out)["links"]]
    assert seats[-2:] == [("evening", "everyone"), ("dull", "author")]


@pytest.mark.parametrize(
    ("given", "code", "told"),
    [
        ((), 2, "neither a game"),
        (("--author", "acks-reconnaissance"), 2, "umpire new"),
        (("--author", "rulesets/acks-reconnaissance"), 2, "umpire new"),
        (("--author", "nowhere"), 2, "unknown pack"),
        (("--author", "{pack}", "--invite", "north"), 2, "no game"),
        (("--author", "{pack}", "--author", "{pack}"), 3, "one address"),
    ],
)
def test_what_cannot_be_served_is_said(
    tmp_path: Path, given: tuple[str, ...], code: int, told: str
) -> None:
    pack = str(overlay(tmp_path))
    words = [word.replace("{pack}", pack) for word in given]
    done = call("serve", "--no-serve", *words)
    assert (done.code, done.out) == (code, "")
    assert told in done.talk
