"""Texts that YAML ends too early: quotes, braces and brackets."""

import re
from collections.abc import Iterator

from interpreter.diagnostics import Diagnostic
from interpreter.yaml.parser_errors import QUOTE, SWAP, Break

# Which brace or bracket of a broken file is never closed.  The parser reads on over
# all that follows and breaks far from it, or at the end. Whoever writes YAML indents,
# so a line that stands no deeper than the one with the bracket is where it should
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
        "R002", start, min(it.at + 1, len(it.text)), "YAML knows no such escape",
        "\\n, \\t, \\\\ or \\\"", "between single quotes a backslash is a letter",
    )  # fmt: skip


def unclosed(it: Break) -> Diagnostic | None:
    """A quote, brace or bracket that is never closed."""
    text, opens = it.text, it.letter(it.begun)
    if "quoted scalar" in it.context:
        return it.made(
            "R002", it.begun, it.begun + 1, f"this {opens} is never closed",
            f"a second {opens}", "an apostrophe in a text with '...' is written ''",
        )  # fmt: skip
    if "parsing a flow" in it.context and opens in ("{", "["):
        head = text[it.line_start : it.at]
        within = it.line_start <= it.begun or not ("':'" in it.what or not head.strip())
        if "<stream end>" not in it.what and not within and _closed(text, it.begun):
            start = it.line_start + len(head) - len(head.lstrip())
            return it.made(
                "R002", start, it.rest(start), "a comma is missing before this",
                "a comma between two entries", "write it at the end of the line above",
            )  # fmt: skip
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
        "R002", opened, opened + 1, f"this {opens} begins{of} and is never closed",
        closes, hint,
    )  # fmt: skip


def _closed(text: str, start: int) -> bool:
    """Tell whether the bracket at `start` has its partner, counting brackets alone."""
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
            "R009", it.begun, it.at + 1,
            f"{inner} inside a text inside {it.letter(it.begun)} end it",
            "the text on a line of its own, or in quotes",
            "write it on a line of its own" if letter == "[" else QUOTE,
        )  # fmt: skip
    start = _value_start(it)
    return it.made(
        "R010", start, it.rest(start), "the text goes on behind its end",
        "quotes round the whole text", SWAP,
    )  # fmt: skip


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
        code, it.value, it.rest(it.value),
        f"a text that begins with {first} is read as {kind}",
        "quotes round the whole text", SWAP,
    )  # fmt: skip
