"""From an error of the YAML parser to the one problem that names its cause.

The parser says what it expected; the author wants to know which text needs quotes.
The cause is found from the error and the line on which it is.
"""

import re
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace
from ruamel.yaml import YAML

from interpreter.diagnostics import Diagnostic, Fix
from interpreter.source import Source
from interpreter.yaml import pitfalls
from interpreter.yaml.pitfalls import BANDS, QUOTE, SWAP, Break
from interpreter.yaml.schemas import list_keys

# A ':' or a '- ' that was forgotten, found where YAML breaks: mostly a line later.
# What is proposed was read: with it, the lines around it are YAML.

LARGEST = 20_000  # characters around a break that are read once more
LONGEST = 1000  # characters of a line that is looked at
_LINE = re.compile(r"( *)((?:- +)*)(.*?)[ \t]*(?:[ \t]#.*)?\Z")
_HAS_VALUE = re.compile(r".*?:(?:[ \t]|\Z)")
_BRACE = re.compile(r"([^\s:{\['\"#][^:{\['\"#]*?)[ \t]+[{\[].*\Z")


class _Line(Struct, frozen=True):
    """A line of a file: where it begins, and what follows blanks and dashes."""

    start: int
    indent: int
    dashes: str
    content: str

    @property
    def at(self) -> int:
        """Where the content begins in the file."""
        return self.start + self.column

    @property
    def column(self) -> int:
        """How many characters are before the content."""
        return self.indent + len(self.dashes)


def forgotten(it: Break) -> Diagnostic | None:
    """Name the line on which a ':' or '- ' is missing, and how it is written then."""
    broken = _line(it.text, it.line_start)
    if (found := _before_brace(it, broken)) is not None:
        return found
    if "could not find expected ':'" in it.what:
        line = _line(it.text, it.text.rfind("\n", 0, it.begun) + 1)
        return _no_colon(it, line, line) if line.content else None
    nested = "mapping values are not allowed" in it.what and it.value is None
    if not nested and "expected <block end>" not in it.what:
        return None
    if broken.dashes and (found := _item_without_dash(it, broken)) is not None:
        return found
    above = next(_above(it.text, broken.start), broken)
    if not above.content or not broken.content:
        return None
    if not _HAS_VALUE.match(above.content) and above.content[:1] not in "'\"[{|>":
        return _no_colon(it, above, broken)
    found = _no_dash(it, above if broken.column > above.column else broken, broken)
    return found or _odd_one_out(it, above, broken)


def _no_colon(it: Break, line: _Line, broken: _Line) -> Diagnostic | None:
    """A line that is a lone text, where a key was meant."""
    for key, written in _with_colon(line, broken):
        if _reads(it.text, line, broken, line.dashes + written):
            return it.made(
                "R002",
                line.at,
                line.at + len(line.content),
                f"a ': ' is missing after '{key}'",
                "key: value",
                f"write '{written}'" + _or_indented(it, line, broken),
            )
    return None


def _with_colon(line: _Line, broken: _Line) -> Iterator[tuple[str, str]]:
    """Yield the keys that the line may have been meant to have, and how it is then."""
    text = line.content
    if broken.column > line.column:
        yield text, f"{text}:"
    if (found := pitfalls.meant(text)) is not None:
        yield found[0], f"{found[0]}: {found[1]}"
    first, _, rest = text.partition(" ")
    yield first, f"{first}: {rest.strip()}" if rest.strip() else f"{first}:"


def _or_indented(it: Break, line: _Line, broken: _Line) -> str:
    """Return the other way, where the line may go on the text above it."""
    above = next(_above(it.text, line.start), None)
    goes_on = above is not None and re.search(r":[ \t]+[^\s{\['\"|>]", above.content)
    if not goes_on or line.dashes or line is not broken:
        return ""
    if not _reads(it.text, line, broken, f"  {line.content}"):
        return ""
    return ", or indent it if it goes on the text above it"


def _no_dash(it: Break, line: _Line, broken: _Line) -> Diagnostic | None:
    """A line that is no item of the list in which it is."""
    if line.dashes or not _HAS_VALUE.match(line.content):
        return None
    if not _in_list(it.text, line):
        return None
    entry = line.content.removeprefix("-")  # perhaps only its blank is missing
    if not _reads(it.text, line, broken, f"- {entry}"):
        return None
    return _dash_missing(it, line)


def _dash_missing(it: Break, line: _Line) -> Diagnostic:
    return it.made(
        "R002",
        line.at,
        line.at + len(line.content),
        "a '- ' is missing before this line",
        "one '- ' for each item of a list",
        f"write '- {line.content.removeprefix('-')}'",
    )


def _item_without_dash(it: Break, broken: _Line) -> Diagnostic | None:
    """A line, with others deeper below it, that is where an item of the list of the
    broken line must begin."""
    first, line = broken, broken
    for line in _above(it.text, broken.start):
        if line.indent <= broken.indent:
            break
        first = line
    if line.indent == broken.indent and not line.dashes:
        return _no_dash(it, line, broken)
    if line.indent >= broken.indent or first.dashes or first.indent != broken.column:
        return None
    if line.content.removesuffix(":") not in list_keys():
        return None
    written = f"{' ' * broken.indent}- {first.content}"
    fits = _is_yaml(it.text, first, broken, written)
    return _dash_missing(it, first) if fits else None


def _odd_one_out(it: Break, line: _Line, broken: _Line) -> Diagnostic | None:
    """The line above, where it is the one that was moved: the broken line is as its
    other neighbours do, and all is well with the line above moved there too."""
    if line.column == broken.column or not _has_neighbour(it.text, line, broken):
        return None
    if not _reads_at(it.text, line, broken, broken.column - len(line.dashes)):
        return None
    return it.made(
        "R002",
        line.at,
        line.at + len(line.content),
        "this does not fit the indentation below it",
        "an indentation equal to that of its neighbours",
        f"begin it in column {broken.column + 1}",
    )


def _has_neighbour(text: str, line: _Line, broken: _Line) -> bool:
    """Return whether the line above one, or below the broken one, is as the broken
    one does."""
    before = next(
        (each for each in _above(text, line.start) if each.column <= broken.column),
        line,
    )
    end = _end(text, broken.start)
    after = _line(text, end + 1) if end < len(text) else line
    return broken.column in (before.column, after.column)


def _in_list(text: str, line: _Line) -> bool:
    """Return whether a line is among items of a list, or where one must begin."""
    for each in _above(text, line.start):
        if each.indent < line.indent:
            return each.content.removesuffix(":") in list_keys()
        if each.indent == line.indent:
            return bool(each.dashes)
    return False


def _before_brace(it: Break, line: _Line) -> Diagnostic | None:
    """A key whose colon is missing before a brace or bracket."""
    found = _BRACE.match(line.content)
    if found is None:
        return None
    key = found[1]
    rest = line.content[len(key) :]
    if not _reads(it.text, line, line, f"{line.dashes}{key}:{rest}"):
        return None
    return it.made(
        "R002",
        line.at,
        line.at + len(key),
        f"a ':' is missing after '{key}'",
        "key: value",
        f"write '{key}:'",
    )


def _reads(text: str, line: _Line, broken: _Line, written: str) -> bool:
    """Return whether the lines around are YAML with this instead of a line's text."""
    return _is_yaml(text, line, broken, f"{' ' * line.indent}{written}")


def _reads_at(text: str, line: _Line, broken: _Line, indent: int) -> bool:
    """Return whether the lines around are YAML with a line so far from the left."""
    written = f"{' ' * max(indent, 0)}{line.dashes}{line.content}"
    return indent >= 0 and _is_yaml(text, line, broken, written)


def _is_yaml(text: str, line: _Line, broken: _Line, written: str) -> bool:
    end = _end(text, line.start)
    last = _end(text, broken.start)
    while last < len(text):  # to the first line that is no deeper
        below = _line(text, last + 1)
        last = _end(text, below.start)
        if below.content and below.indent <= line.indent:
            break
    start = line.start
    for above in _above(text, line.start):
        start = above.start
        if above.indent == 0 and not above.dashes:
            break
    if last - start > LARGEST:
        return False
    tried = f"{text[start : line.start]}{written}{text[end:last]}\n"
    try:
        for _ in YAML(typ="safe", pure=True).parse(tried):
            pass
    except Exception:  # as in reading: whatever the parser stumbles over
        return False
    return True


def _line(text: str, start: int) -> _Line:
    end = _end(text, start)
    found = _LINE.match(text[start:end]) if end - start <= LONGEST else None
    if found is None:  # no line that anybody wrote; nothing is said of it
        return _Line(start, 0, "", "")
    content = "" if found[3].startswith("#") else found[3]
    return _Line(start, len(found[1]), found[2], content)


def _end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


def _above(text: str, start: int) -> Iterator[_Line]:
    """Yield the lines above that say something, the nearest first."""
    while start > 0:
        start = text.rfind("\n", 0, start - 1) + 1
        line = _line(text, start)
        if line.content:
            yield line


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
        return it.made(
            "R002",
            it.begun,
            it.begun + 1,
            f"this {opens} is never closed",
            f"a second {opens}",
            "an apostrophe in a text with '...' is written ''",
        )
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
        return it.made(
            "R002",
            it.line_start,
            it.rest(it.line_start),
            "this line is indented as a part of the text above it",
            "an indentation equal to that of its neighbours",
            "the key above has its value on its own line already",
        )
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
        return it.made(
            "R002",
            start,
            end,
            "this does not fit the indentation above it",
            "an indentation equal to that of its neighbours",
            "compare the first column of this line with the lines above",
        )
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
