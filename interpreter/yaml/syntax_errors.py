"""From an error of the YAML parser to the one problem that names its cause.

The parser says what it expected; the author wants to know which text needs quotes.
Which it is can be told from the error and the line on which it stands.
"""

import re

from interpreter.diagnostics import Diagnostic
from interpreter.source import Source
from interpreter.yaml import invisible_blanks, unclosed
from interpreter.yaml.missing_signs import forgotten
from interpreter.yaml.parser_errors import BANDS, QUOTE, Break

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
    return it.made(
        "R011", where, where + 1, "a tab stands where YAML wants blanks",
        "blanks", "replace each tab by two blanks",
    )  # fmt: skip


def block_mark(it: Break) -> Diagnostic | None:
    """A text that begins with '>' or '|'."""
    if "block scalar" not in it.context:
        return None
    letter = it.letter(it.begun)
    band = re.match(r">=?\s*[-+]?\d", it.text[it.begun :])
    message = f"a text that begins with '{letter}' is read as a block of lines"
    return it.made(
        "R010", it.begun, it.rest(it.begun), message,
        "quotes, or other words", BANDS if band else QUOTE,
    )  # fmt: skip


def colon(it: Break) -> Diagnostic | None:
    """A ': ' inside a text, or an indentation that makes it one."""
    got_colon = "expected ',' or" in it.what and "':'" in it.what
    if "mapping values are not allowed" not in it.what and not got_colon:
        return None
    if it.value is None and not got_colon:
        return it.made(
            "R002", it.line_start, it.rest(it.line_start),
            "this line is indented as a part of the text above it",
            "an indentation equal to that of its neighbours",
            "the key above has its value on its own line already",
        )  # fmt: skip
    return it.made(
        "R010", it.at, it.at + 1, "a ': ' inside a text begins a new key",
        "no colon in an expression; quotes round a text with one", QUOTE,
    )  # fmt: skip


def dash(it: Break) -> Diagnostic | None:
    """A text that begins with '- '."""
    listed = "sequence entries are not allowed" in it.what
    if not listed and not ("node content" in it.what and "'-'" in it.what):
        return None
    return it.made(
        "R010", it.at, it.rest(it.at), "a '- ' here begins a list",
        "a minus close to its number, or quotes",
        "write '-x' without the blank, or put the whole text in quotes",
    )  # fmt: skip


def odd_first(it: Break) -> Diagnostic | None:
    """A text whose first letter YAML keeps for itself."""
    if "cannot start any token" not in it.what:
        return None
    letter = it.letter(it.at)
    return it.made(
        "R010", it.at, it.rest(it.at), f"a text may not begin with '{letter}'",
        "quotes", BANDS if letter in "<>" else QUOTE,
    )  # fmt: skip


def tag(it: Break) -> Diagnostic | None:
    """A tag, anchor or alias that is none."""
    tagged = "tag" in it.context or "tag handle" in it.what
    if not tagged and "anchor" not in it.context and "alias" not in it.context:
        return None
    return it.made(
        "R005" if tagged else "R004", it.begun, it.rest(it.begun),
        "tags are not used here" if tagged else "anchors and aliases are not used here",
        "quotes if it is a text", QUOTE,
    )  # fmt: skip


def no_colon(it: Break) -> Diagnostic | None:
    """A line that is no key."""
    if "could not find expected ':'" not in it.what:
        return None
    return it.made(
        "R002", it.begun, it.rest(it.begun),
        "this line is no key: it has no ':'", "key: value",
        "a text of several lines is indented under its key, after '|'",
    )  # fmt: skip


def other(it: Break) -> Diagnostic:
    """Everything else: mostly indentation."""
    start = min(it.at, max(len(it.text) - 1, 0))
    end = max(it.rest(start), min(start + 1, len(it.text)))
    if "block end" in it.what:
        return it.made(
            "R002", start, end, "this does not fit the indentation above it",
            "an indentation equal to that of its neighbours",
            "compare the first column of this line with the lines above",
        )  # fmt: skip
    if "node content" in it.what:
        return it.made(
            "R010", start, end,
            f"a text may not begin with '{it.letter(start)}'", "quotes", QUOTE,
        )  # fmt: skip
    if "document start" in it.what:
        if it.letter(it.line_start) == "%":
            start = it.line_start
        return it.made(
            "R002", start, end, "nothing may stand here: the map has ended",
            "one map of names in a file",
            "compare its first column with the other names",
        )  # fmt: skip
    said = it.what.replace("hexdecimal", "hexadecimal") or "unreadable text"
    return it.made("R002", start, end, f"YAML: {said}", "", "")


# the first that fits names the cause; its order is its meaning
_CAUSES = (
    tab,
    invisible_blanks.breaks,
    unclosed.escape,
    unclosed.unclosed,
    block_mark,
    forgotten,
    colon,
    dash,
    odd_first,
    tag,
    unclosed.brackets,
    unclosed.value_goes_on,
    no_colon,
)

Cure = tuple[int, int]


def broken(
    source: Source, error: Exception, last: int
) -> tuple[Diagnostic, Cure | None]:
    """Return the problem behind an error of the parser, and what to leave out.

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
