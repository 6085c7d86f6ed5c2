"""Mistakes that YAML makes easy, each with a message of its own.

Each function reports what it finds once and gives back what was meant, so that nothing
that reads the document later stumbles over the same mistake again.

They come along when a text is copied from a book or a page. In prose they are allowed;
where a file wants a blank or a name, they are named with their place.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from interpreter.diagnostics import Diagnostic, Fix, problem
from interpreter.foreign.operators import FIXED
from interpreter.foreign.rereading import reread
from interpreter.source import Source, Span
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode
from interpreter.yaml.scalar_edits import as_value, in_flow, is_plain

_KEY = re.compile(r"\s*(?:- +)*(?:[^\s:{\[\"'][^:]*|'[^']*'|\"[^\"]*\"):[ \t]+(?=\S)")

_COMMENT = re.compile(r"\s#")


class Break(Struct, frozen=True):
    """One error of the parser: it stopped at `at`, reading what begins at `begun`."""

    source: Source
    at: int
    begun: int
    what: str
    context: str

    @property
    def text(self) -> str:
        """The whole text of the file."""
        return self.source.text

    @property
    def line_start(self) -> int:
        """Where the line begins on which the parser stopped."""
        return self.text.rfind("\n", 0, self.at) + 1

    @property
    def line_end(self) -> int:
        """Where that line ends."""
        end = self.text.find("\n", self.at)
        return len(self.text) if end < 0 else end

    @property
    def value(self) -> int | None:
        """Where this line's value begins, if the parser stopped in or after it."""
        key = _KEY.match(self.text, self.line_start, self.line_end)
        return key.end() if key and key.end() <= self.at else None

    def letter(self, at: int) -> str:
        """Return the character there, "" at the end."""
        return self.text[at : at + 1]

    def rest(self, start: int) -> int:
        """Return where the text from `start` ends on its line, without a comment."""
        end = self.text.find("\n", start)
        line = self.text[start : len(self.text) if end < 0 else end]
        comment = _COMMENT.search(line)
        return start + len(line[: comment.start() if comment else None].rstrip())

    def made(
        self, code: str, start: int, end: int, message: str, expected: str, hint: str
    ) -> Diagnostic:
        """Make the problem with the characters from `start` to `end` as its place."""
        last = len(self.source.text)
        start = min(max(start, 0), last)
        span = Span(self.source, start, min(max(end, start), last))
        fix = quoted(span) if code == "R010" and hint in (QUOTE, SWAP) else None
        if code == "R015" and span.text:
            fix = Fix(span, " " * len(span.text))
        return problem(code, span, message, expected=expected, hint=hint, fix=fix)


QUOTE = "put the whole text in quotes"
BANDS = "write a band as '12+' or '3-5', and a condition in quotes"
SWAP = "put the whole text in double quotes, or turn it round"


def quoted(span: Span) -> Fix | None:
    """Return the fix that puts a text into quotes; its author should see where it
    ends."""
    text = span.text.rstrip()
    before = span.source.text[: span.start].rstrip(" ")[-1:]
    if before not in tuple(":-,[{") or not text or "\n" in text:
        return None  # not the whole text
    written = text.replace("\\", "\\\\").replace('"', '\\"')
    whole = Span(span.source, span.start, span.start + len(text))
    return Fix(whole, f'"{written}"', safe=False)


# A text in which a colon was forgotten: its key and its value.

LONGEST = 500  # characters of an entry on a line; no longer text was meant as one
_BAND = re.compile(r"(-?\d+(?:(?:-|\.\.)-?\d*|\+)?|\.\.-?\d+)\s+(\S.*)\Z", re.DOTALL)
_SIGN = re.compile(r"([A-Za-z_][\w .]*?)\s*(?<![<>!=]):?=(?!=)\s*(\S.*)\Z", re.DOTALL)
_CLOSE = re.compile(r"([\w.+-]+):(?!//)([^\s:].*)\Z", re.DOTALL)


def meant(text: str, known: Collection[str] = ()) -> tuple[str, str] | None:
    """Return the key and the value of an entry that was surely meant to be one.

    It begins with one of the keys that are `known` there, or with a band; or another
    sign is written instead of the colon; or no space follows it.
    """
    if len(text) > LONGEST:
        return None
    first, _, rest = text.partition(" ")
    if first in known and rest.strip():
        return first, rest.strip()
    for form in (_BAND, _CLOSE, _SIGN):
        if (found := form.match(text)) is not None:
            return found[1], found[2]
    return None


def asked(text: str) -> str:
    """Return the hint that asks for a colon after the first of some words, or ""."""
    first, _, rest = text[:LONGEST].partition(" ")
    return f"is a ': ' missing after '{first}'?" if rest.strip() else ""


KeyedNode = tuple[ScalarNode, Node]

_FOREIGN: Final = {
    "true": "yes",
    "false": "no",
    "null": "none",
    "~": "none",
}
_FOREIGN_FORMS = frozenset(
    form for word in _FOREIGN for form in (word, word.capitalize(), word.upper())
)
_AHEAD = 24  # how many commas a call may have; keeps hostile files linear
_QUOTES = ("'", '"')
_CURLY = re.compile(
    "[\u201c-\u201f\xab\u2039\u2018\u201a\u201b]([^\u201c-\u201f\xab\xbb\n]*)"
    "[\u201c-\u201f\xbb\u203a\u2018\u2019]\\Z"
)
_IN_BRACKETS = re.compile(r"\([^()]*\)")
_DECIMAL_COMMA = re.compile(r"(\d),(\d)")
_SIBILANTS = "sxzSXZ"
_COLON_NEXT = re.compile(r"\s*:")


def is_foreign(text: str) -> bool:
    """Return whether a text is a word of YAML for yes, no or none that is not ours."""
    return text in _FOREIGN_FORMS


SPOKEN: Final = frozenset(("say", "says", "source", "note", "briefing"))
"""Keys of texts in which somebody may speak, in whatever quotes."""


def check_value(value: ScalarNode, problems: list[Diagnostic], key: str = "") -> None:
    """Report foreign words of truth, a text that a '#' cut short, and odd quotes."""
    if value.style:
        return
    curly = in_curly_quotes(value) if key not in SPOKEN else None
    if curly is not None:
        problems.append(curly)
    if mark := _lone_quote(value.text):
        place = value.part(len(value.text) - 1, len(value.text))
        hint = f"write {mark}{value.text}, or leave it out"
        if value.text[-2:-1].isnumeric():
            hint = "put the whole text in quotes of the other kind if it is a measure"
        message = f"a {mark} ends the text, and none begins it"
        expected = "quotes on both sides"
        start = value.span.start
        fix = None
        if mark == '"' and value.span.text == value.text:
            fix = Fix(Span(place.source, start, start), mark, safe=False)
        told = problem("R016", place, message, expected=expected, hint=hint, fix=fix)
        problems.append(told)
    if is_foreign(value.text):
        word = _FOREIGN[value.text.lower()]
        problems.append(
            problem(
                "R012",
                value.span,
                f"'{value.text}' is not a word of the language",
                expected="yes, no or none",
                hint=f"write '{word}'",
                fix=Fix(value.span, word),
            )
        )
    source, end = value.span.source, value.span.end
    if value.text and source.text.startswith(" #", end):
        problems.append(
            problem(
                "R008",
                Span(source, end + 1, _line_end(source, end)),
                "the text ends here: '#' after a space begins a comment",
                expected="two spaces before '#' when it is a comment",
                hint="put the whole text in quotes if '#' belongs to it",
            )
        )


def in_curly_quotes(text: ScalarNode) -> Diagnostic | None:
    """Return the problem of a text that a word processor put into its own quotes, None
    for others."""
    found = None if text.style else _CURLY.match(text.text)
    if found is None or text.text != text.span.text:
        return None
    inside = found[1]
    is_bare = is_plain(inside, in_flow=in_flow(text.span))
    written = inside if is_bare else '"' + inside.replace("\\", "\\\\") + '"'
    return problem(
        "R016",
        text.span,
        "these are the quotes of a word processor, which are letters here",
        expected="straight quotes, or none",
        hint=f"write {written}",
        fix=Fix(text.span, written, safe=False),
    )


def _lone_quote(text: str) -> str:
    """Return the quote that ends a text and has no partner in it, "" for none; an
    apostrophe may end a plural."""
    mark, before = text[-1:], text[-2:-1]
    if mark not in _QUOTES or not before.strip():
        return ""
    if mark == '"':
        return mark if text.count(mark) % 2 else ""
    return mark if before not in _SIBILANTS and f" {mark}" not in f" {text}" else ""


def mend_map(
    entries: list[KeyedNode], span: Span, problems: list[Diagnostic]
) -> list[KeyedNode]:
    """Join what commas inside `{ }` split; at most one problem for the braces."""
    mended: list[KeyedNode] = []
    at = 0
    split: list[Span] = []
    lone = ""
    while at < len(entries):
        key, value = entries[at]
        last = at
        if _plain(value) and value.span.text.count("(") > value.span.text.count(")"):
            last = _closing(entries, at, value.span)
            if last > at:
                value = _joined(value.span, entries[last])
                split.append(value.span)
        bare = last
        while bare + 1 < len(entries) and _plain(value) and _bare(entries[bare + 1]):
            bare += 1
        if bare > last:
            last, lone = bare, entries[bare][0].text
            value = _joined(value.span, entries[last])
            split.append(value.span)
        mended.append((key, value))
        at = last + 1
    if split:
        problems.append(_split("{ }", span, split[-1], asked(lone)))
    return mended


def mend_list(items: list[Node], span: Span, problems: list[Diagnostic]) -> list[Node]:
    """Join what commas inside `[ ]` split; at most one problem for the brackets."""
    mended: list[Node] = []
    at = 0
    split: Span | None = None
    while at < len(items):
        item = items[at]
        open_text = _open_text(item)
        if open_text is not None:
            open_ones = _balance(open_text.span.text)
            for last in range(at + 1, min(len(items), at + _AHEAD)):
                open_ones += _balance(items[last].span.text)
                if open_ones == 0:
                    whole = open_text.span.to(items[last].span)
                    joined = ScalarNode(whole.text, whole, "")
                    split = whole
                    item = _with_last(item, joined)
                    at = last
                    break
        mended.append(item)
        at += 1
    if split:
        problems.append(_split("[ ]", span, split))
    else:
        problems += _semicolons(mended, span)
    return mended


def _semicolons(items: Iterable[Node], span: Span) -> Iterator[Diagnostic]:
    """Yield the first text with a `;` outside of brackets, where two values were meant
    to be; with it, digits beside a comma are one number."""
    first = next((each for each in items if _has_semicolon(each)), None)
    if first is None:
        return
    written = _DECIMAL_COMMA.sub(r"\1.\2", span.text)
    written = re.sub(r"[ \t]*;", ",", written)
    is_line = "\n" not in written and not re.search(r"['\"]", written)
    yield problem(
        "R009",
        first.span,
        "a ';' separates nothing: this is one value",
        expected="commas between values",
        hint=f"write {written}" if is_line else "write ',' between values",
        fix=Fix(span, written, safe=False) if is_line else None,
    )


def _has_semicolon(item: Node) -> bool:
    if not isinstance(item, ScalarNode) or not _plain(item):
        return False
    return ";" in _IN_BRACKETS.sub("", item.text)


def _split(pair: str, span: Span, value: Span, colon: str = "") -> Diagnostic:
    text = value.text
    message = f"a comma inside {pair} ends the value"
    meant = reread(text)
    if meant is not None and FIXED["2,5"] in meant.idioms:
        written = as_value(value, meant.line)
        fix = Fix(value, written, safe=False)
        hint = replace(meant, line=written).hint
        return problem("R009", value, message, hint=hint, fix=fix)
    call = "(" in text
    quoted = f'quote the text: "{text}"'
    return problem(
        "R009",
        span,
        message,
        expected=(
            "an expression with a comma on a line of its own"
            if call
            else "a text with a comma in quotes"
        ),
        hint=(
            f"write '{text}' on a line of its own"
            if call
            else f"{quoted}; or {colon}"
            if colon
            else quoted
        ),
    )


def _plain(node: Node) -> bool:
    return isinstance(node, ScalarNode) and not node.style and bool(node.text)


def _bare(entry: KeyedNode) -> bool:
    """Return whether the entry is a lone text between commas, without a colon."""
    key, value = entry
    if not isinstance(value, ScalarNode) or value.style or value.text or key.style:
        return False
    if meant(key.text) is not None:
        return False
    return not _COLON_NEXT.match(key.span.source.text, key.span.end)


def _balance(text: str) -> int:
    return text.count("(") - text.count(")")


def _closing(entries: list[KeyedNode], at: int, start: Span) -> int:
    """Return the entry in which the open parenthesis is closed, or `at`."""
    open_ones = _balance(start.text)
    for last in range(at + 1, min(len(entries), at + _AHEAD)):
        key, value = entries[last]
        open_ones += _balance(key.span.text) + _balance(value.span.text)
        if open_ones == 0:
            return last
    return at


def _joined(start: Span, entry: KeyedNode) -> ScalarNode:
    key, value = entry
    whole = start.to(key.span).to(value.span)
    return ScalarNode(whole.text, whole, "")


def _open_text(item: Node) -> ScalarNode | None:
    """Return the plain text with an open parenthesis that an item ends with."""
    if isinstance(item, MappingNode) and not item.span.text.startswith("{"):
        item = item.entries[-1][1] if item.entries else item
    if isinstance(item, ScalarNode) and _plain(item) and _balance(item.span.text) > 0:
        return item
    return None


def _with_last(item: Node, joined: ScalarNode) -> Node:
    if isinstance(item, MappingNode):
        *before, (key, _) = item.entries
        return MappingNode((*before, (key, joined)), item.span.to(joined.span))
    return joined


def _line_end(source: Source, offset: int) -> int:
    end = source.text.find("\n", offset)
    return len(source.text) if end < 0 else end


_BLANKS: Final = re.compile("[\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_LARGEST = 200_000  # characters; a longer text is not read once more
_BEGINS_ENTRY = re.compile(rf"(?:[A-Za-z_][\w .+-]*:|-){_BLANKS.pattern}")
_HINT = "write an ordinary space"


def _said(letter: str) -> str:
    """Return the message for such a blank."""
    return f"U+{ord(letter):04X} is not an ordinary space, though it looks like one"


def breaks(it: Break) -> Diagnostic | None:
    """Name such a blank where the parser broke off on its line, or on the line above,
    and reads on past it once the blanks of that line are ordinary ones."""
    if len(it.text) > _LARGEST:
        return None
    begun = it.text.rfind("\n", 0, it.begun) + 1
    above = it.text.rfind("\n", 0, max(it.line_start - 1, 0)) + 1
    for start in dict.fromkeys((it.line_start, begun, above)):
        end = it.text.find("\n", start)
        end = len(it.text) if end < 0 else end
        found = _BLANKS.search(it.text, start, end)
        if found is None:
            continue
        ordinary = _BLANKS.sub(" ", it.text[start:end])
        if _breaks_at(it.text[:start] + ordinary + it.text[end:]) > it.line_end:
            first, last = found.span()
            return it.made("R015", first, last, _said(found[0]), "a space", _HINT)
    return None


def in_key(key: ScalarNode) -> Diagnostic | None:
    """Name such a blank in a key without quotes, which is a name or a band."""
    found = _BLANKS.search(key.text) if not key.style else None
    return None if found is None else _at(key.part(*found.span()), found[0])


def entry_after_key(item: ScalarNode) -> Diagnostic | None:
    """Name such a blank after the colon or dash with which an item of a list begins,
    which is a text for that."""
    found = _BEGINS_ENTRY.match(item.text) if not item.style else None
    if found is None:
        return None
    return _at(item.part(found.end() - 1, found.end()), found[0][-1])


def indenting(problems: Iterable[Diagnostic]) -> Diagnostic | None:
    """Return the first of these that names such a blank in the indentation of a line:
    all that is below it belongs elsewhere, so nothing else is to be said."""
    found = [
        each
        for each in problems
        if each.code == "R015" and _BLANKS.match(each.span.text) and _indents(each.span)
    ]
    return min(found, key=lambda each: each.span.start, default=None)


def _indents(span: Span) -> bool:
    text = span.source.text
    before = text[text.rfind("\n", 0, span.start) + 1 : span.start]
    return not _BLANKS.sub(" ", before).strip(" ")


def _at(span: Span, letter: str) -> Diagnostic:
    fix = Fix(span, " " * len(span.text))
    message = _said(letter)
    return problem("R015", span, message, expected="a space", hint=_HINT, fix=fix)


def _breaks_at(text: str) -> int:
    """Return where the parser breaks off; after the end where it does not."""
    # imported here since it takes 25 ms, and writing YAML needs this module too
    from ruamel.yaml import YAML

    try:
        for _ in YAML(typ="safe", pure=True).parse(text):
            pass
    except Exception as error:  # as in reading: whatever the parser stumbles over
        mark = getattr(error, "problem_mark", None)
        return mark.index if mark is not None else 0
    return len(text) + 1
