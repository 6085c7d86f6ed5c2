"""Pages of HTML with maps: one that a browser reads again by itself, and a game as a
book of pictures. Both need nothing else, fetch nothing and run nothing.

A picture is embedded as an image, so that what one picture calls a pattern is no
pattern of another, and a browser draws only the one that is looked at.
"""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from html import escape

from msgspec import Struct

from interpreter.reports.colour import page

SECONDS = 2  # between two readings of a page that is renewed


class ReplayFrame(Struct, frozen=True):
    """A moment of a game: what happened since the one before, a line each, and its map
    (SVG; "" for none)."""

    lines: tuple[str, ...]
    picture: str


_STYLE = """
body { font: 1rem/1.5 Georgia, serif; margin: 0; color: #1b1b1b; background: #fff }
main { max-width: 100rem; margin: auto; padding: .5rem 1rem }
h1 { font-size: 1.3rem; margin: .3rem 0 }
img { max-width: 100%; max-height: 92vh; display: block; margin: auto }
"""
_BOOK = """
section { display: none; grid-template-columns: minmax(16rem, 1fr) 3fr; gap: 1.5rem }
section:target, section.first { display: grid }
section:target ~ section.first { display: none }
nav { display: flex; gap: .6rem }
nav a { padding: .3rem .8rem; border: 1px solid #999; text-decoration: none }
ol { list-style: none; padding: 0; margin: 1rem 0; max-height: 75vh; overflow: auto }
li { padding: .15rem 0; border-bottom: 1px solid #eee }
@media (max-width: 50rem) { section:target, section.first { display: block } }
@media print { section, section.first { display: block !important;
               break-inside: avoid } nav { display: none } ol { max-height: none } }
"""


def live_page(title: str, picture: str) -> str:
    """Return a page with a map (SVG, "" for none) that a browser reads again every
    SECONDS, so that it shows what was written last."""
    shown = _image(picture, title) if picture else "<p>There is no map here.</p>"
    renewed = f'<meta http-equiv="refresh" content="{SECONDS}">'
    body = [f"<h1>{_plain(title)}</h1>", shown]
    return _whole(title, _STYLE, body, renewed)


def replay_page(title: str, frames: Sequence[ReplayFrame]) -> str:
    """Return a game as a page on which one moment after the other is looked at, with
    links forward and back; on paper all of them are there."""
    # of several sections the one that a link names is shown, and without one the last:
    # a style can only look back, so the first moment stands at the end
    last = len(frames)
    order = [*range(2, last + 1), 1]
    body = [f"<h1>{_plain(title)}</h1>"]
    for number in order if frames else ():
        body += _section(number, last, frames[number - 1])
    if not frames:
        body.append("<p>Nothing has happened yet.</p>")
    return _whole(title, _STYLE + _BOOK, body, "")


def _section(number: int, last: int, frame: ReplayFrame) -> Iterator[str]:
    kind = ' class="first"' if number == 1 else ""
    yield f'<section id="m{number}"{kind}><div>'
    yield f"<nav>{_link(1, 'first')}{_link(max(1, number - 1), 'back')}"
    yield f"{_link(min(last, number + 1), 'forward')}{_link(last, 'last')}</nav>"
    yield f"<p>{number} of {last}</p><ol>"
    yield from (f"<li>{_plain(line)}</li>" for line in frame.lines)
    yield "</ol></div>"
    if frame.picture:
        yield f"<div>{_image(frame.picture, f'the map at moment {number}')}</div>"
    yield "</section>"


def _link(number: int, word: str) -> str:
    return f'<a href="#m{number}">{word}</a>'


def _image(picture: str, title: str) -> str:
    data = b64encode(picture.encode()).decode("ascii")
    source = f"data:image/svg+xml;base64,{data}"
    return f'<img alt="{_plain(title)}" src="{source}">'


def _whole(title: str, style: str, body: Sequence[str], head: str) -> str:
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        '<head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        *([head] if head else []),
        f"<title>{_plain(title)}</title>",
        f"<style>{style}</style></head>",
        "<body><main>",
        *body,
        "</main></body></html>",
    ]
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    return escape(page(text))
