"""The letter of a handout: what is new for a seat, what it is asked, what it knows.

A letter is made once, from a view and a log that are the seat's already, and printed in
three ways: as Markdown, as a page of HTML that needs nothing else and prints, and as
plain text. What is none is not said, nor what is `no` or 0 for all of a kind; the
report beside it says everything.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from types import MappingProxyType

from msgspec import Struct

from interpreter.reports.claims import names_of
from interpreter.reports.colour import page
from interpreter.reports.entities import BLANK, waiting_text
from interpreter.reports.game_log import LogLine, lines_said
from interpreter.reports.phrases import is_spoken_of
from interpreter.reports.questions import Posed, PosedPart, limits, unanswered
from interpreter.reports.text_layout import WIDTH, columns, flowed, folded
from interpreter.reports.values import NOTHING, ValueNames, spaced
from interpreter.reports.views import (
    TO_OTHERS,
    fields_in_words,
    fields_of,
    label_of,
    spoken_lines,
    things_of,
)
from interpreter.semantics.declarations import WAITING
from interpreter.views.views import View, ViewedEntity

NEWS, ASKED, KNOWN, PLAN = "News", "What you are asked", "What you know", "Map"
CHANGED = "What has changed"
NO_NEWS = "Nothing new since the last letter."
UNASKED = "You are asked nothing now."
OVER = "The game is over."
EMPTY = "–"
WHOLE = "All that you know is in report.txt, and all that happened in log.txt."


class Table(Struct, frozen=True):
    """Entities of a kind: a row for each, with the fields in which they differ; what
    all of them have is in `alike`."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    alike: tuple[str, ...] = ()


class SpokenKind(Struct, frozen=True):
    """What the pack says of entities of a kind: (names, phrases) of each, in order."""

    title: str
    lines: tuple[tuple[str, str], ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        """A sentence for each."""
        pairs = self.lines
        return tuple(f"{who}{': ' if said else ''}{said}" for who, said in pairs)


class Answerable(Struct, frozen=True):
    """A question: its sentence, what may be answered, a line each, and the lines of the
    file with which it is answered, "" for none."""

    sentence: str
    options: tuple[str, ...]
    file: str


class Letter(Struct, frozen=True):
    """What a seat is written. `moment` are things of which there is one, as a calendar;
    `earlier` is the number of lines that came in letters before; `changes` is what the
    seat sees otherwise since the last letter; `briefing` stands in the first letter."""

    to: str
    game: str
    moment: tuple[str, ...]
    news: tuple[str, ...]
    earlier: int
    asked: tuple[Answerable, ...]
    known: tuple[Table | SpokenKind, ...]
    waits: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    is_over: bool = False
    briefing: tuple[str, ...] = ()

    @property
    def unasked(self) -> str:
        """What is said where nothing is asked."""
        return OVER if self.is_over else UNASKED


def letter_of(
    view: View,
    game: str,
    lines: Sequence[LogLine],
    earlier: int,
    asked: Sequence[tuple[Posed, str]],
    changes: tuple[str, ...] = (),
    *,
    is_over: bool = False,
    briefing: tuple[str, ...] = (),
) -> Letter:
    """Return the letter of a seat from its view, its log of which so many lines are not
    new, and its open questions, each with the lines of its answer."""
    names = names_of(view)
    moment: list[str] = []
    known: list[Table | SpokenKind] = []
    waits: list[str] = []
    for kind, group in groupby(things_of(view), lambda thing: thing.kind.name):
        things = list(group)
        if kind == WAITING:
            waits += (waiting_text(fields_of(each), names) for each in things)
            continue
        if is_spoken_of(things[0].kind):
            said = [*spoken_lines(things, names)]
            if said[0][0]:
                known.append(SpokenKind(spaced(kind), tuple(said)))
            else:
                moment += [said[0][1]] if said[0][1] else []
            continue
        rows = {_name(each, names): _fields(each, names) for each in things}
        if [*rows] == [spaced(kind)]:
            fields = ", ".join(_said(next(iter(rows.values()))))
            moment += [f"{spaced(kind)}: {fields}"] if fields else []
        else:
            known.append(_table(things[0], rows))
    news = tuple(map(_sentence, lines_said(lines[earlier:])))
    return Letter(
        spaced(view.seat),
        game,
        tuple(moment),
        news,
        earlier,
        tuple(_answerable(shown, file) for shown, file in asked),
        tuple(known),
        tuple(waits),
        changes,
        is_over,
        briefing,
    )


def _name(thing: ViewedEntity, names: ValueNames) -> str:
    return names.name(thing.kind.name, thing.number)


def _fields(thing: ViewedEntity, names: ValueNames) -> dict[str, str]:
    """Return what is known of an entity, without what is none."""
    texts = fields_in_words(thing, names)
    found = {name: text for name, text in texts.items() if text != NOTHING}
    return {**label_of(thing, _name(thing, names)), **found}


def _said(known: Mapping[str, str]) -> list[str]:
    """Return the fields that tell something, each with its value."""
    return [f"{name} {text}" for name, text in known.items() if text not in BLANK]


def _table(first: ViewedEntity, rows: Mapping[str, Mapping[str, str]]) -> Table:
    order = (TO_OTHERS, *(spaced(field.name) for field in first.kind.fields))
    texts = {each: [known.get(each, "") for known in rows.values()] for each in order}
    said = {each: found for each, found in texts.items() if any(found)}
    many = len(rows) > 1
    alike = {e: found[0] for e, found in said.items() if many and len({*found}) == 1}
    head = tuple(each for each in said if each not in alike)
    body = tuple(
        (name, *(known.get(each) or EMPTY for each in head))
        for name, known in rows.items()
    )
    kind = spaced(first.kind.name)
    return Table(kind, (kind, *head), body, tuple(_said(alike)))


def _answerable(shown: Posed, file: str) -> Answerable:
    options = [line for part in shown.parts for line in _options(shown, part)]
    if shown.needs and all(part.options is None for part in shown.parts):
        options.append(shown.needs)
    options += unanswered(shown)
    message = shown.message or f"{shown.name}, in {shown.where}"
    return Answerable(_capital(message), tuple(options), file)


def _options(shown: Posed, part: PosedPart) -> Iterator[str]:
    if part.sentence:
        yield part.heading
    whose = f"for {part.of}: " if part.of else ""
    if part.options is None:
        yield f"{whose}{part.wanted}"
        return
    says = dict(zip(part.options, part.says, strict=False))
    for option in part.options:
        about = says.get(option, "")
        yield f"{whose}{option}{f' – {about}' if about else ''}"
    yield from limits(shown, part)


def _sentence(text: str) -> str:
    return _capital(text) if text.endswith((".", "!", "?")) else f"{_capital(text)}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _greeting(letter: Letter) -> str:
    return f"To {letter.to}"


def _no_news(letter: Letter) -> str:
    if not letter.earlier:
        return "Nothing has been heard yet."
    return "Nothing was heard since the last letter." if letter.changes else NO_NEWS


# --- Markdown ---

_MARKS = re.compile(r"([\\`*_\[\]<>|~&$])")
_AT_FIRST = re.compile(r"^(\d*)([-+#=.)])")
"""What makes a list or a heading of a line that begins with it."""


def letter_markdown(letter: Letter, picture: str) -> str:
    """Return the letter as Markdown; `picture` is the file of its map, "" for none."""
    lines = [f"# {_marked(_greeting(letter))}", "", f"*{_marked(letter.game)}*", ""]
    lines += [f"**{_marked(_capital(each))}**\n" for each in letter.moment]
    lines += [f"{_marked(each)}\n" for each in letter.briefing]
    lines += [f"## {NEWS}", ""]
    lines += [f"- {_marked(each)}" for each in letter.news]
    lines += [_no_news(letter)] if not letter.news else []
    if letter.changes:
        lines += ["", f"## {CHANGED}", ""]
        lines += [f"- {_marked(each)}" for each in letter.changes]
    lines += ["", f"## {ASKED}", ""]
    for each in letter.asked:
        lines += [_marked(each.sentence), ""]
        lines += [*(f"- {_marked(option)}" for option in each.options), ""]
        lines += [*(f"    {line}".rstrip() for line in each.file.splitlines()), ""]
    lines += [letter.unasked, ""] if not letter.asked else []
    lines += [
        f"## {PLAN}",
        "",
        f"![the map of {_marked(letter.to)}]({picture})",
        "",
    ] * (picture != "")
    lines += [f"## {KNOWN}", ""]
    for table in letter.known:
        lines += [f"### {_marked(_capital(table.title))}", ""]
        if isinstance(table, SpokenKind):
            lines += [*(f"- {_marked(_sentence(e))}" for e in table.sentences), ""]
            continue
        lines += [_bar(table.head), _bar(["---"] * len(table.head), marked=True)]
        lines += [*map(_bar, table.rows), ""]
        lines += [_marked(_all_have(table)), ""] if table.alike else []
    lines += [f"- waiting: {_marked(each)}" for each in letter.waits]
    lines += ["", WHOLE]
    return page("\n".join(lines).rstrip() + "\n")


_CALLOUTS: Mapping[str, str] = MappingProxyType(
    {
        NEWS: "[!note]",
        CHANGED: "[!info]",
        ASKED: "[!question]",
        PLAN: "[!example]-",
        KNOWN: "[!abstract]-",
    }
)
"""How Obsidian shows each part of a letter; `-` folds it."""


def with_callouts(letter: str) -> str:
    """Return a letter of Markdown with each of its parts as a callout of Obsidian. No
    text of a game begins with the mark of a heading."""
    lines: list[str] = []
    quote = ""
    for line in letter.splitlines():
        title = line.removeprefix("## ")
        starts = title != line and title in _CALLOUTS
        if starts or line == WHOLE:
            while lines and lines[-1] in ("", ">"):
                lines.pop()
            lines.append("")
            quote = "> " if starts else ""
        shown = f"{_CALLOUTS[title]} {title}" if starts else line
        lines.append(f"{quote}{shown}".rstrip())
    return "\n".join(lines) + "\n"


def _marked(text: str) -> str:
    """Return a text as Markdown that reads as it is written."""
    return _AT_FIRST.sub(r"\1\\\2", _MARKS.sub(r"\\\1", text))


def _bar(cells: Sequence[str], *, marked: bool = False) -> str:
    texts = cells if marked else [_marked(each) for each in cells]
    return f"| {' | '.join(texts)} |"


def _all_have(table: Table) -> str:
    return f"All: {', '.join(table.alike)}."


# --- HTML ---

_STYLE = """
body { font: 1.05rem/1.5 Georgia, serif; max-width: 46rem; margin: 2rem auto;
       padding: 0 1rem; color: #1b1b1b; background: #fff }
h1, h2, h3 { line-height: 1.2; break-after: avoid }
h2 { border-bottom: 1px solid #999; margin-top: 2rem }
.when { font-weight: bold }
.wide { overflow-x: auto }
table { border-collapse: collapse; font-size: .9rem }
th, td { border-bottom: 1px solid #ccc; padding: .2rem .6rem; text-align: left;
         vertical-align: top }
pre { background: #f3f3f0; padding: .6rem; white-space: pre-wrap }
svg { max-width: 100%; height: auto }
@media print { body { margin: 0; max-width: none } tr, li { break-inside: avoid } }
"""


def letter_html(letter: Letter, picture: str, *, is_sent: bool = True) -> str:
    """Return the letter as a page of HTML with the picture (SVG) of its map, "" for
    none; it fetches nothing and runs nothing. One that is not sent lies beside no other
    files, and is not answered by one."""
    title = _plain(f"{_greeting(letter)}: {letter.game}")
    when = [f'<p class="when">{_plain(_capital(each))}</p>' for each in letter.moment]
    news = [f"<li>{_plain(each)}</li>" for each in letter.news]
    body = [
        f"<h1>{_plain(_greeting(letter))}</h1>",
        f"<p><em>{_plain(letter.game)}</em></p>",
        *when,
        *(f"<p>{_plain(each)}</p>" for each in letter.briefing),
        f"<h2>{NEWS}</h2>",
        *(["<ul>", *news, "</ul>"] if news else []),
        *([] if news else [f"<p>{_no_news(letter)}</p>"]),
        *_changes_html(letter),
        f"<h2>{ASKED}</h2>",
        *(line for each in letter.asked for line in _asked_html(each)),
        *([] if letter.asked else [f"<p>{letter.unasked}</p>"]),
        *([f"<h2>{PLAN}</h2>", _figure(picture)] if picture else []),
        f"<h2>{KNOWN}</h2>",
        *(line for each in letter.known for line in _known_html(each)),
        *(f"<p>waiting: {_plain(each)}</p>" for each in letter.waits),
        *([f"<p>{WHOLE}</p>"] if is_sent else []),
    ]
    head = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        '<head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>{title}</title>",
        f"<style>{_STYLE}</style></head>",
    ]
    return "\n".join([*head, "<body><main>", *body, "</main></body></html>"]) + "\n"


def _changes_html(letter: Letter) -> Iterator[str]:
    if letter.changes:
        yield f"<h2>{CHANGED}</h2>"
        yield "<ul>"
        yield from (f"<li>{_plain(each)}</li>" for each in letter.changes)
        yield "</ul>"


def _asked_html(asked: Answerable) -> Iterator[str]:
    yield f"<p>{_plain(asked.sentence)}</p>"
    yield "<ul>"
    yield from (f"<li>{_plain(each)}</li>" for each in asked.options)
    yield "</ul>"
    if asked.file:
        yield f"<pre>{_plain(asked.file)}</pre>"


def _known_html(table: Table | SpokenKind) -> Iterator[str]:
    yield f"<h3>{_plain(_capital(table.title))}</h3>"
    if isinstance(table, SpokenKind):
        yield "<ul>"
        yield from (f"<li>{_plain(_sentence(e))}</li>" for e in table.sentences)
        yield "</ul>"
        return
    heads = "".join(f"<th>{_plain(each)}</th>" for each in table.head)
    yield f'<div class="wide"><table><tr>{heads}</tr>'
    for first, *rest in table.rows:
        cells = "".join(f"<td>{_plain(each)}</td>" for each in rest)
        yield f"<tr><th>{_plain(first)}</th>{cells}</tr>"
    yield "</table></div>"
    if table.alike:
        yield f"<p>{_plain(_all_have(table))}</p>"


def _figure(picture: str) -> str:
    """Return a picture for a page: without the line that only a file begins with."""
    return f"<figure>{picture[picture.index('<svg') :]}</figure>"


def _plain(text: str) -> str:
    return escape(page(text))


# --- Plain text ---


def letter_text(letter: Letter, plan: str) -> str:
    """Return the letter as lines of text; `plan` is its map, "" for none."""
    lines = [_greeting(letter), letter.game]
    for each in letter.moment:
        lines += folded(_capital(each), WIDTH)
    for each in letter.briefing:
        lines += ["", *folded(each, WIDTH)]
    lines += ["", NEWS, "-" * len(NEWS)]
    for each in letter.news:
        lines += flowed(["-", *each.split()], WIDTH, "", "  ")
    lines += [_no_news(letter)] if not letter.news else []
    lines += ["", CHANGED, "-" * len(CHANGED)] if letter.changes else []
    for each in letter.changes:
        lines += flowed(["-", *each.split()], WIDTH, "", "  ")
    lines += ["", ASKED, "-" * len(ASKED)]
    for asked in letter.asked:
        lines += folded(asked.sentence, WIDTH, "")
        for option in asked.options:
            lines += flowed(["-", *option.split()], WIDTH, "  ", "    ")
        lines += ["", asked.file, ""]
    lines += [letter.unasked, ""] if not letter.asked else []
    lines += [PLAN, "-" * len(PLAN), plan.rstrip(), ""] if plan else []
    lines += [KNOWN, "-" * len(KNOWN)]
    for table in letter.known:
        if isinstance(table, SpokenKind):
            lines.append(_capital(table.title))
            for each in table.sentences:
                lines += flowed(["-", *_sentence(each).split()], WIDTH, "", "  ")
            lines.append("")
            continue
        lines += [*columns([table.head, *table.rows], cells=WIDTH, indent="")]
        lines += folded(_all_have(table), WIDTH, "") if table.alike else []
        lines.append("")
    lines += [*(f"waiting: {each}" for each in letter.waits), "", WHOLE]
    return page("\n".join(lines).rstrip() + "\n")
