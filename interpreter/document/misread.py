"""Texts that YAML takes for something else: their first letter, a colon, a dash."""

import re

from interpreter.document.breaks import BANDS, QUOTE, Break
from interpreter.problems import Problem


def tab(it: Break) -> Problem | None:
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


def block_mark(it: Break) -> Problem | None:
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


def colon(it: Break) -> Problem | None:
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


def dash(it: Break) -> Problem | None:
    """A text that begins with '- '."""
    listed = "sequence entries are not allowed" in it.what
    if not listed and not ("node content" in it.what and "'-'" in it.what):
        return None
    return it.made(
        "R010", it.at, it.rest(it.at), "a '- ' here begins a list",
        "a minus close to its number, or quotes",
        "write '-x' without the blank, or put the whole text in quotes",
    )  # fmt: skip


def odd_first(it: Break) -> Problem | None:
    """A text whose first letter YAML keeps for itself."""
    if "cannot start any token" not in it.what:
        return None
    letter = it.letter(it.at)
    return it.made(
        "R010", it.at, it.rest(it.at), f"a text may not begin with '{letter}'",
        "quotes", BANDS if letter in "<>" else QUOTE,
    )  # fmt: skip


def tag(it: Break) -> Problem | None:
    """A tag, anchor or alias that is none."""
    tagged = "tag" in it.context or "tag handle" in it.what
    if not tagged and "anchor" not in it.context and "alias" not in it.context:
        return None
    return it.made(
        "R005" if tagged else "R004", it.begun, it.rest(it.begun),
        "tags are not used here" if tagged else "anchors and aliases are not used here",
        "quotes if it is a text", QUOTE,
    )  # fmt: skip


def no_colon(it: Break) -> Problem | None:
    """A line that is no key."""
    if "could not find expected ':'" not in it.what:
        return None
    return it.made(
        "R002", it.begun, it.rest(it.begun),
        "this line is no key: it has no ':'", "key: value",
        "a text of several lines is indented under its key, after '|'",
    )  # fmt: skip


def other(it: Break) -> Problem:
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
