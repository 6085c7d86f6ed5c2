"""From an error of the YAML parser to the one problem that names its cause.

The parser says what it expected; the author wants to know which text needs quotes.
The cause is found from the error and the line on which it is.
"""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from interpreter.diagnostics import Diagnostic, Fix
from interpreter.source import Source
from interpreter.yaml import pitfalls
from interpreter.yaml.broken_lines import (
    back_in_line,
    closing_quote,
    forgotten,
    with_its_sibling,
)
from interpreter.yaml.pitfalls import BANDS, QUOTE, SWAP, Break

# Texts that YAML ends too early: quotes, braces and brackets.

# Which brace or bracket of a broken file is never closed.  The parser reads on over
# all that follows and breaks far from it, or at the end. Authors indent YAML,
# so a line that is no deeper than the one with the bracket is where it should
# have been closed.

_TOKEN = re.compile(
    r"\n[ ]*(?=[^\s#])|(?:(?<=\s)|^)#[^\n]*|(?<=[\s\[{,])(?:'(?:[^'\n]|'')*'"
    r'|"(?:[^"\\\n]|\\.)*")|[\[\]{}]',
)
_STOPS = re.compile(r"[{\[,:'\"]")
_BEGINS = re.compile(r"(?:^|\n|:[ \t]|-[ \t])[ \t]*\Z")


def left_open(text: str, at: int) -> int | None:
    """Return the innermost bracket open at a place and never closed, or None."""
    open_ones: list[int] = []
    open_there: list[int] | None = None
    for start, token in _tokens(text):
        if start > at and open_there is None:
            open_there = list(open_ones)
        if open_there is not None and not open_there:
            return None
        if token[0] == "\n":
            depth = len(token) - 1
            dedented = open_ones and depth <= _indent(text, open_ones[-1])
            if dedented and text[start + len(token)] not in "]}":
                return open_ones[-1] if open_ones[-1] <= at else None
        elif token in "[{":
            if open_ones or _BEGINS.search(text, max(0, start - 200), start):
                open_ones.append(start)
        elif token in "]}" and open_ones:
            closed = open_ones.pop()
            if open_there is not None and closed in open_there:
                open_there.remove(closed)
    left = [each for each in open_ones if each <= at]
    return left[-1] if left else None


def key_before(text: str, at: int) -> str:
    """Return the key whose value begins at a place, or ""."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    head = line.rstrip(" \t")
    if head == line or not head.endswith(":"):
        return ""
    return _STOPS.split(head[:-1])[-1].strip().removeprefix("- ").strip()


def _tokens(text: str) -> Iterator[tuple[int, str]]:
    """Yield lines that begin, and brackets outside comments and quotes."""
    for found in _TOKEN.finditer(text):
        if found[0][0] in "\n[]{}":
            yield found.start(), found[0]


def _indent(text: str, at: int) -> int:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return len(line) - len(line.lstrip(" "))


def escape(it: Break) -> Diagnostic | None:
    """An escape that YAML does not know, in a text in double quotes."""
    if "double-quoted" not in it.context or "escape" not in it.what:
        return None
    start = it.text.rfind("\\", 0, it.at + 1)
    return it.made(
        "R002",
        start,
        min(it.at + 1, len(it.text)),
        "YAML knows no such escape",
        '\\n, \\t, \\\\ or \\"',
        "in single quotes a backslash is an ordinary character",
    )


def unclosed(it: Break) -> Diagnostic | None:
    """A quote, brace or bracket that is never closed."""
    text, opens = it.text, it.letter(it.begun)
    if "quoted scalar" in it.context:
        found = it.made(
            "R002",
            it.begun,
            it.begun + 1,
            f"this {opens} is never closed",
            f"a second {opens}",
            "an apostrophe in a text with '...' is written ''",
        )
        return replace(found, fix=closing_quote(it))
    if "parsing a flow" in it.context and opens in ("{", "["):
        head = text[it.line_start : it.at]
        within = it.line_start <= it.begun or not ("':'" in it.what or not head.strip())
        if "<stream end>" not in it.what and not within and _closed(text, it.begun):
            start = it.line_start + len(head) - len(head.lstrip())
            return it.made(
                "R002",
                start,
                it.rest(start),
                "a comma is missing before this",
                "a comma between two entries",
                "write it at the end of the line above",
            )
    opened = left_open(text, it.at)
    return None if opened is None else _never_closed(it, opened)


def _never_closed(it: Break, opened: int) -> Diagnostic:
    """Say which bracket is meant, and how it can be mended."""
    opens, key = it.letter(opened), key_before(it.text, opened)
    what, closes = ("map", "}") if opens == "{" else ("list", "]")
    of = f" the {what} of '{key}'" if key else f" a {what}"
    hint = f"a '{closes}' is missing"
    if it.rest(opened) == opened + 1:
        begins = "" if what == "map" else " and begins with '- '"
        hint += f"; or leave '{opens}' out: what is indented below{begins} needs none"
    return it.made(
        "R002",
        opened,
        opened + 1,
        f"this {opens} begins{of} and is never closed",
        closes,
        hint,
    )


def _closed(text: str, start: int) -> bool:
    """Return whether the bracket at `start` is closed, counting only brackets."""
    depth = 0
    for found in re.finditer(r"[\[\]{}]", text[start:]):
        depth += 1 if found.group() in "[{" else -1
        if depth == 0:
            return True
    return False


def brackets(it: Break) -> Diagnostic | None:
    """Name a bracket inside a text inside braces."""
    if "expected ',' or" not in it.what:
        return None
    before = it.text[it.begun : it.at].rstrip()[-1:]
    letter = it.letter(it.at)
    if letter in ("[", "{") and before not in ("]", "}", "'", '"'):
        inner = "brackets" if letter == "[" else "braces"
        return it.made(
            "R009",
            it.begun,
            it.at + 1,
            f"{inner} inside a text inside {it.letter(it.begun)} end it",
            "the text on a line of its own, or in quotes",
            "write it on a line of its own" if letter == "[" else QUOTE,
        )
    start = _value_start(it)
    return it.made(
        "R010",
        start,
        it.rest(start),
        "the text goes on after its end",
        "quotes round the whole text",
        SWAP,
    )


def _value_start(it: Break) -> int:
    """Return where the value that ended too early begins."""
    text = it.text[it.line_start : it.at]
    starts = [m.end() for m in re.finditer(r"(?:[{\[,]|:\s)\s*", text)]
    closed = {"]": "[", "}": "{"}.get(text.rstrip()[-1:], text.rstrip()[-1:])
    for start in reversed(starts):
        if text[start : start + 1] == closed:
            return it.line_start + start
    return it.at


def value_goes_on(it: Break) -> Diagnostic | None:
    """Name a value that begins with a brace, bracket, quote or star, and goes on."""
    if it.value is None or "expected" not in it.what:
        return None
    first = it.letter(it.value)
    if first not in "{['\"*&!":
        return None
    code = {"*": "R004", "&": "R004", "!": "R005"}.get(first, "R010")
    names = {
        "{": "a map",
        "[": "a list",
        "'": "a quoted text",
        '"': "a quoted text",
    }
    kind = names.get(first, "something else")
    return it.made(
        code,
        it.value,
        it.rest(it.value),
        f"a text that begins with {first} is read as {kind}",
        "quotes round the whole text",
        SWAP,
    )


# Texts that YAML takes for something else: their first letter, a colon, a dash.


def tab(it: Break) -> Diagnostic | None:
    """A tab where YAML wants blanks."""
    head = it.text[it.line_start : it.line_end]
    indent = head[: len(head) - len(head.lstrip())]
    if "\t" not in indent and not (
        it.letter(it.at) == "\t" and "cannot start any token" in it.what
    ):
        return None
    where = it.line_start + indent.index("\t") if "\t" in indent else it.at
    tab = it.made(
        "R011",
        where,
        where + 1,
        "a tab where YAML needs spaces",
        "blanks",
        "replace each tab by two blanks",
    )
    # an indentation may have been any number of blanks, elsewhere all are one
    is_indentation = where < it.line_start + len(indent)
    blanks = "  " if is_indentation else " "
    return replace(tab, fix=Fix(tab.span, blanks, safe=not is_indentation))


def block_mark(it: Break) -> Diagnostic | None:
    """A text that begins with '>' or '|'."""
    if "block scalar" not in it.context:
        return None
    letter = it.letter(it.begun)
    band = re.match(r">=?\s*[-+]?\d", it.text[it.begun :])
    message = f"a text that begins with '{letter}' is read as a block of lines"
    return it.made(
        "R010",
        it.begun,
        it.rest(it.begun),
        message,
        "quotes, or other words",
        BANDS if band else QUOTE,
    )


def colon(it: Break) -> Diagnostic | None:
    """A ': ' inside a text, or an indentation that makes it one."""
    got_colon = "expected ',' or" in it.what and "':'" in it.what
    if "mapping values are not allowed" not in it.what and not got_colon:
        return None
    if it.value is None and not got_colon:
        moved = with_its_sibling(it)
        found = it.made(
            "R002",
            it.line_start,
            it.rest(it.line_start),
            "this line is indented as a part of the text above it",
            "an indentation equal to that of its neighbours",
            moved[0]
            if moved is not None
            else "the key above has its value on its own line already",
        )
        return found if moved is None else replace(found, fix=moved[1])
    return it.made(
        "R010",
        it.at,
        it.at + 1,
        "a ': ' inside a text begins a new key",
        "no colon in an expression; quotes round a text with one",
        QUOTE,
    )


def dash(it: Break) -> Diagnostic | None:
    """A text that begins with '- '."""
    listed = "sequence entries are not allowed" in it.what
    if not listed and not ("node content" in it.what and "'-'" in it.what):
        return None
    return it.made(
        "R010",
        it.at,
        it.rest(it.at),
        "a '- ' here begins a list",
        "a minus close to its number, or quotes",
        "write '-x' without the blank, or put the whole text in quotes",
    )


def odd_first(it: Break) -> Diagnostic | None:
    """A text whose first letter YAML keeps for itself."""
    if "cannot start any token" not in it.what:
        return None
    letter = it.letter(it.at)
    return it.made(
        "R010",
        it.at,
        it.rest(it.at),
        f"a text may not begin with '{letter}'",
        "quotes",
        BANDS if letter in "<>" else QUOTE,
    )


def tag(it: Break) -> Diagnostic | None:
    """A tag, anchor or alias that is none."""
    tagged = "tag" in it.context or "tag handle" in it.what
    if not tagged and "anchor" not in it.context and "alias" not in it.context:
        return None
    return it.made(
        "R005" if tagged else "R004",
        it.begun,
        it.rest(it.begun),
        "tags are not used here" if tagged else "anchors and aliases are not used here",
        "quotes if it is a text",
        QUOTE,
    )


def no_colon(it: Break) -> Diagnostic | None:
    """A line that is no key."""
    if "could not find expected ':'" not in it.what:
        return None
    return it.made(
        "R002",
        it.begun,
        it.rest(it.begun),
        "this line is no key: it has no ':'",
        "key: value",
        "a text of several lines is indented under its key, after '|'",
    )


def other(it: Break) -> Diagnostic:
    """Everything else: mostly indentation."""
    start = min(it.at, max(len(it.text) - 1, 0))
    end = max(it.rest(start), min(start + 1, len(it.text)))
    if "block end" in it.what:
        return back_in_line(it, start, end)
    if "node content" in it.what:
        return it.made(
            "R010",
            start,
            end,
            f"a text may not begin with '{it.letter(start)}'",
            "quotes",
            QUOTE,
        )
    if "document start" in it.what:
        if it.letter(it.line_start) == "%":
            start = it.line_start
        return it.made(
            "R002",
            start,
            end,
            "nothing may be here: the map has ended",
            "one map of names in a file",
            "compare its first column with the other names",
        )
    said = it.what.replace("hexdecimal", "hexadecimal") or "unreadable text"
    return it.made("R002", start, end, f"YAML: {said}", "", "")


# the first that fits names the cause; its order is its meaning
_CAUSES = (
    tab,
    pitfalls.breaks,
    escape,
    unclosed,
    block_mark,
    forgotten,
    colon,
    dash,
    odd_first,
    tag,
    brackets,
    value_goes_on,
    no_colon,
)

Cure = tuple[int, int]


def broken(
    source: Source, error: Exception, last: int
) -> tuple[Diagnostic, Cure | None]:
    """Return the problem after an error of the parser, and what to leave out.

    `last` is where the parser had got to. The cure is the stretch of one line that
    may be read as any text, so that the rest of the file can be read; None when the
    mistake has no such end.
    """
    mark = getattr(error, "problem_mark", None)
    while source.text[last : last + 1] in (" ", ":", "\n"):
        last += 1
    at = min(mark.index if mark is not None else last, len(source.text))
    opened = getattr(error, "context_mark", None)
    begun = opened.index if opened is not None else at
    what = str(getattr(error, "problem", None) or "")
    context = str(getattr(error, "context", None) or "")
    it = Break(source, at, begun, what, context)
    tried = (cause(it) for cause in _CAUSES)
    found = next((each for each in tried if each), None) or other(it)
    value = it.value
    if value is None or found.code in ("R002", "R011") or found.span.start < value:
        return found, None
    return found, (value, it.rest(value))
