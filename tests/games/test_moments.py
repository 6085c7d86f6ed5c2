"""A game as a page of moments: what each could see then, forward and back."""

import re
from base64 import b64decode
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from tests.games.playing import call, done

GUNFIGHT = ("rencounter", "gunfight")
POLICIES = ("--seat", "law=policy:cautious", "--seat", "outlaws=policy:cautious")


class Reader(HTMLParser):
    """Notes the sections of a page, the links in them, and all tags."""

    def __init__(self, text: str) -> None:
        """Read a page."""
        super().__init__()
        self.tags: set[str] = set()
        self.sections: dict[str, list[str]] = {}
        self.order: list[str] = []
        self.pictures: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        self.tags.add(tag)
        given = dict(attrs)
        if tag == "section":
            self.order.append(str(given["id"]))
            self.sections[self.order[-1]] = []
        if tag == "a":
            self.sections[self.order[-1]].append(str(given["href"]).removeprefix("#"))
        if tag == "img":
            data = str(given["src"])
            assert data.startswith("data:image/svg+xml;base64,")
            self.pictures.append(b64decode(data.partition(",")[2]).decode())


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a fight that policies have fought to its end."""
    path = tmp_path_factory.mktemp("fight") / "a.game"
    done("play", *GUNFIGHT, "--game", path, "--seed", "3", *POLICIES)
    return path


def page(game: Path, *more: object) -> str:
    """Return the page of a game."""
    path = game.parent / "page.html"
    path.unlink(missing_ok=True)
    done("replay", game, "--out", path, *more)
    return path.read_text("utf-8")


def test_each_moment_links_to_those_beside_it(game: Path) -> None:
    read = Reader(page(game))
    last = len(read.order)
    assert last > 3
    assert read.order == [*(f"m{n}" for n in range(2, last + 1)), "m1"]
    for number in range(1, last + 1):
        back, on = max(1, number - 1), min(last, number + 1)
        assert read.sections[f"m{number}"] == ["m1", f"m{back}", f"m{on}", f"m{last}"]


def test_it_fetches_nothing_and_runs_nothing(game: Path) -> None:
    text = page(game)
    read = Reader(text)
    assert read.tags.isdisjoint({"script", "link", "iframe", "object", "form"})
    assert "http" not in re.sub(r"base64,[^\"]*", "", text)
    assert not re.search(r"\son[a-z]+=", text)


def test_the_moments_tell_all_of_the_log_in_order(game: Path) -> None:
    text = page(game)
    told = [line for line in done("log", game).splitlines() if line.strip()]
    found = re.findall(r"<li>(\d+)\. ", text)
    assert len(found) == sum(bool(re.match(r" *\d+\. ", line)) for line in told)
    assert len({*found}) == len(found)


def test_neighbours_differ_in_their_pictures(game: Path) -> None:
    read = Reader(page(game))
    pictures = [read.pictures[-1], *read.pictures[:-1]]  # in the order of moments
    assert all(one != other for one, other in pairwise(pictures[:-1]))


def test_a_seat_has_the_moments_at_which_it_chose(game: Path) -> None:
    text = page(game, "--as", "law")
    log = done("log", game, "--as", "law")
    own = sum("law chose" in line for line in log.splitlines())
    assert len(Reader(text).order) == own + 1
    assert "as law knows it" in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--as", "law"), "--as needs --out"),
        (("--out", "x.svg"), "unknown file type"),
        (("--out", "x.html", "--explain"), "exclude each other"),
        (("--out", "x.html", "--json"), "exclude each other"),
        (("--out", "x.html", "--as", "nobody"), "unknown seat"),
        (("--out", "x.html", "--to", "99999"), "the last event is"),
    ],
)
def test_what_cannot_be_written_says_why(
    game: Path, words: tuple[str, ...], said: str
) -> None:
    code, out, talk = call("replay", game, *words)
    assert code in (2, 3)
    assert out == ""
    assert said in talk
    assert not Path("x.html").exists()


def test_a_page_stops_at_an_event(game: Path) -> None:
    assert len(Reader(page(game, "--to", "3")).order) < len(Reader(page(game)).order)


def test_a_file_of_somebody_else_is_left_alone(game: Path) -> None:
    path = game.parent / "mine.html"
    path.write_text("<p>mine</p>")
    assert call("replay", game, "--out", path)[0] == 3
    assert path.read_text() == "<p>mine</p>"


# What moved since the moment before: never more than the two pictures show.


def moments(page_text: str) -> list[str]:
    """Return the pictures of a page, the first moment first."""
    pictures = Reader(page_text).pictures
    return [pictures[-1], *pictures[:-1]]


def places(picture: str) -> set[tuple[str, str]]:
    """Return the marks on a picture with the places that its description names."""
    described = re.search(r"<desc[^>]*>(.*?)</desc>", picture, re.DOTALL)
    assert described is not None
    marks = re.findall(r"(\S+): [^:;]*? at ([0-9/ ]+, [0-9/ ]+) ", described[1])
    return {(mark.rstrip("_!='"), place) for mark, place in marks}


@pytest.mark.parametrize("seat", ["law", "outlaws", "judge"])
def test_an_arrow_joins_two_places_that_the_viewer_was_shown(
    game: Path, seat: str
) -> None:
    as_seat = () if seat == "judge" else ("--as", seat)
    found = moments(page(game, *as_seat))
    count = 0
    for before, now in pairwise(found):
        for mark, start, goal in re.findall(
            r"<title>moved: (\S+): [^:]*: (.*?) to (.*?)</title>", now
        ):
            assert (mark, start) in places(before)
            assert (mark, goal) in places(now)
            count += 1
    assert count
    assert "<title>moved: " not in found[0]
