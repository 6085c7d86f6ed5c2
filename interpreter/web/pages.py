"""HTML of what `app` gives for a seat, and answers from its forms.

Everything that is put into a page is escaped; the one thing that is HTML already is the
picture of a map, which `maps` has escaped itself. Its style sheet is that of our pages,
so that none stands in the page.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from msgspec import Struct
from starlette.responses import HTMLResponse

from interpreter.app.correctable import CorrectableEntity, CorrectableKind
from interpreter.app.game import AnswerGiven, Chosen
from interpreter.app.seat_pages import OpenQuestion, QuestionPart, SeatPage
from interpreter.diagnostics import UmpireError, Unusable
from interpreter.games.corrections import LONGEST_REASON
from interpreter.games.state import EVERYONE_NAME
from interpreter.reports.colour import clean
from interpreter.reports.map_pages import ReplayFrame
from interpreter.reports.values import spaced
from interpreter.values.types import JUDGE_NAME

TEMPLATES = Path(__file__).with_name("templates")
STATIC = Path(__file__).with_name("static")
TABLE = "/t/"
"""Under which all pages of games are."""
TOKEN, WAY = "token", "way"
Form = Mapping[str, Sequence[str]]
"""The fields of a form: what was written or chosen in each."""
MOST_NEWS = 8
"""Lines of what has happened since a seat chose that stand above its question."""
NOTHING_GIVEN: Form = MappingProxyType({})
_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
_STYLE_TEXT = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_BODY = re.compile(r"<body[^>]*>")
_BACK = Markup(
    "<style>@media print {{ .back {{ display: none }} }}</style>"
    '<nav class="back"><a href="{}">back</a></nav>'
)
_STYLED = re.compile(r'(<svg[^>]*) style="[^"]*"')


class Notice(Struct, frozen=True):
    """What is said above a page: of an answer that was not taken, and why."""

    text: str
    hint: str = ""


class DeskSeat(Struct, frozen=True):
    """A seat as the judge sees it: the page that shows him what it sees, the policy
    that plays it ("" for none), and how many browsers sit there by its links; None
    where there is no link."""

    name: str
    address: str
    policy: str
    browsers: int | None

    @property
    def plays(self) -> bool:
        """Whether it is one of those who play."""
        return self.name not in (JUDGE_NAME, EVERYONE_NAME)


class Desk(Struct, frozen=True):
    """What the judge's page has beside that of a seat: the seats, notes on the file, a
    link that is shown this once and its seat, who must agree before the last choice is
    taken back, whether the game is over, and open to all then, and since when nothing
    has happened in it."""

    seats: tuple[DeskSeat, ...]
    notes: tuple[str, ...] = ()
    linked: str = ""
    link: str = ""
    must_agree: tuple[str, ...] = ()
    is_finished: bool = False
    is_open: bool = False
    waits_since: str = ""


def address_of(game: str, seat: str) -> str:
    """Return the path of the page of a seat."""
    return f"{TABLE}{quote(game, safe='')}/{quote(seat, safe='')}"


def links_of(address: str, seat: str) -> list[tuple[str, str]]:
    """Return the links beside the title of the page of a seat, for each who sits
    there."""
    links = [("replay", f"{address}/replay"), ("rules", f"{address}/sheet")]
    if seat != JUDGE_NAME:
        links.append(("letter", f"{address}/letter"))
    return links


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        auto_reload=False,  # else the time of every template is read for every page
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["spaced"] = spaced
    environment.filters["sentence"] = _sentence
    environment.filters["capitalised"] = capitalised
    return environment


def _sentence(text: str) -> str:
    """Return a message as a sentence."""
    text = capitalised(text)
    return text if text.endswith((".", "?", "!")) else f"{text}."


def seat_html(
    page: SeatPage,
    picture: str,
    *,
    address: str,
    game: str = "",
    digest: str = "",
    notice: Notice | None = None,
    links: Sequence[tuple[str, str]] = (),
    desk: Desk | None = None,
    given: Form = NOTHING_GIVEN,
    read_only: bool = False,
    is_paused: bool = False,
) -> str:
    """Return the page of a seat at an address, with the `picture` of `svg_of`.

    `game` is the name of the game, for who plays several; `digest` is what its script
    tells the server that it has seen, `links` are shown beside its title, the `desk` is
    the judge's; what was `given` in a form that was refused stands in it again. In a
    page that is `read_only` nothing can be answered; in a game that `is_paused` only
    the judge acts, and the page says so.
    """
    return html_of(
        "seat.html",
        page=page,
        address=address,
        game=game,
        digest=digest,
        notice=notice,
        links=links,
        desk=desk,
        given=given,
        read_only=read_only,
        is_paused=is_paused,
        map=Markup(picture),
        last_event=page.last_event,
        news=page.news[-MOST_NEWS:],
    )


def replay_html(
    page: SeatPage,
    frames: Sequence[ReplayFrame],
    at: int,
    address: str,
    others: Sequence[str],
) -> str:
    """Return one moment of a game, from 1 on, with the way to all others, and to those
    of the `others` as whom it may be seen."""
    frame = frames[at - 1]
    return html_of(
        "replay.html",
        page=page,
        lines=frame.lines,
        map=Markup(_grouped(frame.picture)) if frame.picture else "",
        at=at,
        last=len(frames),
        address=address,
        others=others,
    )


def corrections_html(
    title: str,
    address: str,
    can: tuple[Sequence[CorrectableEntity], Sequence[CorrectableKind]],
    last_event: int,
    notice: Notice | None = None,
    opened: str = "",
    given: Form = NOTHING_GIVEN,
) -> str:
    """Return the page on which the judge corrects a game, as it was after an event;
    what can be corrected are entities, and kinds of which there may be more. What was
    `given` in the form of the one that is `opened` stands in it again."""
    entities, kinds = can
    return html_of(
        "corrections.html",
        title=title,
        address=address,
        entities=entities,
        kinds=kinds,
        last_event=last_event,
        notice=notice,
        opened=opened,
        given=given,
        longest=LONGEST_REASON,
    )


def text_html(title: str, text: str, address: str) -> str:
    """Return a text that was asked for on a page, with the way back to it."""
    return html_of("text.html", title=title, text=text, address=address)


def whole_page(page: str, address: str) -> HTMLResponse:
    """Return a page that needs nothing else, such as a quick reference or a letter,
    with the way back to an address above it: it may use the style sheets that stand in
    it."""
    back = _BACK.format(address)
    page = _STYLED.sub(r"\1", page)
    page = _BODY.sub(lambda body: f"{body[0]}{back}", page, count=1)
    styles = _STYLE_TEXT.findall(page)
    hashes = (b64encode(sha256(style.encode()).digest()).decode() for style in styles)
    allowed = " ".join(f"'sha256-{digest}'" for digest in hashes)
    policy = (
        f"default-src 'none'; style-src {allowed}; base-uri 'none'; "
        "frame-ancestors 'none'"
    )
    return HTMLResponse(page, headers={"Content-Security-Policy": policy})


def invitation_html() -> str:
    """Return the page of a link before it is redeemed: it tells nothing."""
    return html_of("invitation.html")


def waiting_html(says: str, address: str, back: tuple[str, str]) -> str:
    """Return the page at an address that says that something is under way; one may go
    `back` to what is called so, at its address."""
    where, to = back
    return html_of("waiting.html", says=says, address=address, where=where, to=to)


def nothing_html() -> str:
    """Return the page of an address at which there is nothing for this browser."""
    return html_of("nothing.html")


def busy_html(error: UmpireError | None = None) -> str:
    """Return the page that is shown where a game or a ruleset cannot be read now; with
    an `error` it says why."""
    why = None if error is None else Notice(clean(error.message), clean(error.hint))
    return html_of("busy.html", why=why)


def failed_html() -> str:
    """Return the page that is shown where the program failed."""
    return html_of("failed.html")


def capitalised(text: str) -> str:
    """Return a sentence with a capital, and all else of it as it is."""
    return text[:1].upper() + text[1:]


def picture_in(drawn: str, name: str) -> Markup:
    """Return a picture as part of a page with several: without its declaration and
    style sheets; its ids begin with a name."""
    part = _bare(drawn)
    for own in ("title", "desc"):
        part = part.replace(f'<{own} id="{own}">', f'<{own} id="{name}-{own}">', 1)
    labels = 'aria-labelledby="title desc"'
    return Markup(
        part.replace(labels, f'aria-labelledby="{name}-title {name}-desc"', 1)
    )


def html_of(template: str, **values: object) -> str:
    """Return the page of a template; every value is escaped."""
    return _environment().get_template(template).render(**values)


def shown_on_map(page: SeatPage) -> object:
    """Return what is equal for pages whose maps are drawn alike by `svg_of`."""
    return page.map, [question.parts for question in page.questions]


def svg_of(page: SeatPage) -> str:
    """Return the picture of a page's map, without a declaration and style sheets."""
    linked: dict[str, str] = {}
    for question in page.questions:
        for part in question.parts[:1]:
            linked |= dict.fromkeys(part.options or (), "")
            linked |= zip(part.options or (), part.says, strict=False)
    parts = (part for question in page.questions for part in question.parts)
    drawn = page.map.svg(
        whole=True,
        paper="board",
        linked=linked,
        is_pointed_at=any(part.may_be_pointed_at for part in parts),
    )
    return _grouped(drawn)


def _grouped(drawn: str) -> str:
    """Return a picture whose parts are named one by one to who hears it."""
    return _bare(drawn).replace('role="img"', 'role="group"', 1)


def _bare(drawn: str) -> str:
    """Return a picture without its declaration and style sheets."""
    return _STYLED.sub(r"\1", _STYLE.sub("", drawn[drawn.index("<svg") :]))


def answer_in(question: OpenQuestion, form: Form) -> AnswerGiven:
    """Return the answer of a form; Unusable for one in which something is missing. A
    way that is typed goes before its next step that is chosen."""
    if question.default and "".join(form.get("by", ())) == "default":
        return {} if len(question.parts) > 1 or question.parts[0].of else ""
    way = " ".join(form.get(WAY, ())).strip()
    if question.is_way and way:
        return way
    parts = [
        _chosen(question, part, form.get(f"part-{number}", ()))
        for number, part in enumerate(question.parts)
    ]
    if len(parts) == 1 and not question.parts[0].of:
        return parts[0]
    names = (part.of for part in question.parts)
    return dict(zip(names, parts, strict=True))


def _chosen(question: OpenQuestion, part: QuestionPart, texts: Sequence[str]) -> Chosen:
    given = [text for text in texts if text]
    if question.several:
        return tuple(given)
    if not given and part.options is not None:
        what = f" for {part.of}" if part.of else ""
        raise Unusable(f"nothing is chosen{what}")
    return given[0] if given else ""
