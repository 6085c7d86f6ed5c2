"""The layout of YAML files: indentation, blanks and line ends, and nothing else.

`formatted` writes the same texts, signs and comments in the same order, with other
blanks between them; it never prints what a parser understood, so comments, quotes and
the lines on which things are written stay as their author has them. The result is read
again, and must have the same nodes; where it has not, the text stays as it was.

How: one pass over the tokens, with the open lists and maps on a stack. Each has the
column that it had and the column that it gets: two blanks more than what it is in. What
goes on over several lines (braces, texts) moves by as much as the line in which it
began, or stays below the bracket or quote under which it was. A run of blanks stays
only where it aligns a value with another one. One pass can end such an alignment, so
passes are repeated until nothing changes; each only removes alignments, so this ends.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from interpreter.diagnostics import Diagnostic
from interpreter.source import Source
from interpreter.yaml.composing import read, read_with_tabs
from interpreter.yaml.layout_tokens import (
    LayoutToken,
    Structure,
    TokenKind,
    UnknownSign,
    block_indent,
    column,
    structure,
    tokens,
)
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

STEP = 2  # blanks of one level
GAP = 2  # blanks before a comment in a line, at least
ROUNDS = 50  # in each of which one tab or more is found
READ_AGAIN = 200_000  # characters of all rounds
PASSES = 8  # far more than any alignment needs

_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))
_BAND = re.compile(r"-?\d+ *(?:- *\d+|-|\+|\.\. *(?:[-+]?\d+)?)?|\.\. *[-+]?\d+", re.A)
_Path = tuple[int, ...]
_TIGHT = (TokenKind.COLON, TokenKind.COMMA, TokenKind.CLOSE)
_BEFORE_VALUE = (TokenKind.COLON, TokenKind.COMMA)


def formatted(source: Source, problems: list[Diagnostic]) -> str | None:
    """Return a text of YAML in the layout of this house.

    None and its problems where it cannot be read without an error, None alone where
    no layout is known that leaves it what it is. Raises LimitExceeded.
    """
    text = source.text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    found: list[Diagnostic] = []
    before = read(source, found)
    if before is None or has_errors(found):
        text = _without_tabs(Source(source.name, text))
        again: list[Diagnostic] = []
        before = read(Source(source.name, text), again)
        if before is None or has_errors(again):
            problems.extend(found)
            return None
    for _ in range(PASSES):
        laid = Source(source.name, text)
        node = read(laid, [])
        if node is None or not is_same(before, node):
            return None
        try:
            changed = _Pass(laid, node).result()
        except UnknownSign:
            return None
        if changed == text:
            return text
        text = changed
    return None


def has_errors(problems: Iterable[Diagnostic]) -> bool:
    """Tell whether one of the problems is an error."""
    return any(problem.severity == "error" for problem in problems)


def _without_tabs(source: Source) -> str:
    """Return a text in which tabs between signs, or at the end of a line, are blanks;
    one that is the indentation of something may be any number of blanks."""
    text = source.text
    root = read_with_tabs(source) if "\t" in text else None
    if root is None:
        return _without_breaking_tabs(source)
    parts: list[str] = []
    end = 0
    try:
        for token in tokens(source, structure(root)):
            gap = text[end : token.start]
            is_indented = not end or "\n" in gap
            cut = gap.rfind("\n") + 1 if is_indented else len(gap)
            parts += [gap[:cut].replace("\t", " "), gap[cut:]]
            parts.append(text[token.start : token.end])
            end = token.end
    except UnknownSign:
        return text
    return "".join(parts) + text[end:].replace("\t", " ")


def _without_breaking_tabs(source: Source) -> str:
    """Return a text in which tabs are blanks at which its reading broke, but not those
    of an indentation; of many, some remain."""
    text = source.text
    for _ in range(min(ROUNDS, 1 + READ_AGAIN // max(len(text), 1))):
        found: list[Diagnostic] = []
        read(Source(source.name, text), found)
        tabs = [problem.span.start for problem in found if problem.code == "R011"]
        between = [at for at in tabs if _is_between(text, at)]
        if not between:
            break
        for at in between:
            text = f"{text[:at]} {text[at + 1 :]}"
    return text


def _is_between(text: str, at: int) -> bool:
    """Tell whether a tab is between two signs, or before a comment or the end of its
    line."""
    line = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    after = text[at : len(text) if end < 0 else end].strip(" \t")
    is_inside = bool(text[line:at].strip(" \t"))
    return text[at] == "\t" and (is_inside or not after or after[0] == "#")


def band_text(text: str) -> str:
    """Return a band of a table as it is typed; any other text as it is."""
    plain = text.translate(_DASHES)
    return plain.replace(" ", "") if _BAND.fullmatch(plain) else text


def is_same(one: Node, other: Node, *, in_rows: bool = False) -> bool:
    """Tell whether two nodes say the same, in the same order and quotes; bands of rows
    may differ in their dashes."""
    match one, other:
        case ScalarNode(), ScalarNode():
            return (one.text, one.style) == (other.text, other.style)
        case SequenceNode(), SequenceNode():
            return len(one.items) == len(other.items) and all(
                map(is_same, one.items, other.items)
            )
        case MappingNode(), MappingNode():
            return len(one.entries) == len(other.entries) and all(
                _is_same_key(key, twin, in_rows)
                and is_same(value, its, in_rows=key.text == "rows")
                for (key, value), (twin, its) in zip(
                    one.entries, other.entries, strict=True
                )
            )
    return False


def _is_same_key(one: ScalarNode, other: ScalarNode, in_rows: bool) -> bool:
    if in_rows and not one.style:
        return band_text(one.text) == band_text(other.text) and not other.style
    return (one.text, one.style) == (other.text, other.style)


class _Block(Struct):
    """A list or map in lines: the column that it had, and the one that it gets."""

    is_list: bool
    old: int
    new: int
    number: int

    @property
    def shift(self) -> int:
        return self.new - self.old


class _Bracket(Struct):
    """A bracket that is open: its columns, the old one of what follows it, and by how
    much its line moved."""

    old: int
    new: int
    first: int
    shift: int


class _Line(Struct):
    """By how much the present line moves: as a whole, and what was begun last in it."""

    whole: int = 0
    last: int = 0


class _Pass:
    """One pass over a text, token by token; the text is written anew beside it."""

    def __init__(self, source: Source, root: Node) -> None:
        """Read the tokens of a text that is not yet laid out."""
        self.source = source
        self.text = source.text
        self.where = structure(root)
        self.tokens = list(tokens(source, self.where))
        self.aligned = _aligned(source, self.tokens, self.where)
        self.blocks: list[_Block] = []
        self.brackets: list[_Bracket] = []
        self.line = _Line()
        self.written: list[str] = []
        self.column = 0
        self.numbers = 0
        self.places = self._block_places()

    def result(self) -> str:
        """Return the text in its new layout."""
        end = 0
        for index, token in enumerate(self.tokens):
            if token.kind is not TokenKind.BODY:
                self._gap(index, self.text[end : token.start])
            self._token(index)
            end = token.end
        if not self.tokens:
            return ""
        is_block = self.tokens[-1].kind is TokenKind.BODY  # whose end is a part of it
        end_of_line = "" if is_block and not self.text.endswith("\n") else "\n"
        return "".join(self.written) + end_of_line

    def _write(self, text: str) -> None:
        self.written.append(text)
        line_end = text.rfind("\n")
        self.column = len(text) - line_end - 1 + (self.column if line_end < 0 else 0)

    # Where lists and maps begin, old and new; comments between them need those below.

    def _block_places(self) -> dict[int, tuple[_Block, ...]]:
        """Return for each token which lists and maps in lines are open at it."""
        places: dict[int, tuple[_Block, ...]] = {}
        stack: list[_Block] = []
        for index, token in enumerate(self.tokens):
            if token.kind in (TokenKind.KEY, TokenKind.DASH):
                stack = self._entered(token, stack)
            places[index] = tuple(stack)
        return places

    def _entered(self, token: LayoutToken, stack: list[_Block]) -> list[_Block]:
        """Return the lists and maps that are open at a key or a dash."""
        is_list = token.kind is TokenKind.DASH
        old = column(self.source, token.start)
        starts = self.where.lists if is_list else self.where.maps
        if token.start in starts:
            outer = [
                block
                for block in stack
                if block.old < old or (block.old == old and is_list > block.is_list)
            ]
            new = outer[-1].new + STEP if outer else 0
            self.numbers += 1
            return [*outer, _Block(is_list, old, new, self.numbers)]
        outer = list(stack)
        while outer and (outer[-1].is_list, outer[-1].old) != (is_list, old):
            outer.pop()
        if not outer:
            raise UnknownSign(self.text[token.start])
        return outer

    # Blanks before a token.

    def _gap(self, index: int, gap: str) -> None:
        """Write the blanks and line ends before a token."""
        token = self.tokens[index]
        lines = gap.count("\n")
        if index and not lines:
            self._write(" " * self._blanks(index, len(gap)))
            self.line.last = self._shift(index)
            return
        old = column(self.source, token.start)
        new = self._indentation(index, old)
        if index:
            self._write("\n" * min(lines, 2))
        self._write(" " * new)
        self.line.whole = self.line.last = new - old

    def _shift(self, index: int) -> int:
        """Return by how much what is begun in this line moves."""
        if self.tokens[index].kind in (TokenKind.KEY, TokenKind.DASH):
            return self.places[index][-1].shift
        return self.line.last

    def _blanks(self, index: int, blanks: int) -> int:
        """Return how many blanks are before a token that does not begin its line."""
        token, before = self.tokens[index], self.tokens[index - 1].kind
        if token.kind is TokenKind.COMMENT:
            wanted = column(self.source, token.start) + self.line.whole - self.column
            return max(wanted if token.start in self.aligned else blanks, GAP)
        if before is TokenKind.OPEN:
            return blanks if token.start in self.aligned else 0
        if token.kind in _TIGHT:
            return 0
        if before is TokenKind.DASH:
            return 1
        if before in _BEFORE_VALUE:
            return max(blanks, 1) if token.start in self.aligned else 1
        return min(blanks, 1)

    def _indentation(self, index: int, old: int) -> int:
        """Return the column of a token that begins its line."""
        token, blocks = self.tokens[index], self.places[index]
        if token.kind is TokenKind.MARK:
            return 0
        if self.brackets:
            bracket = self.brackets[-1]
            if token.kind is TokenKind.CLOSE and old == bracket.old:
                return bracket.new
            if old in (bracket.old + 1, bracket.first):
                return bracket.new + 1
            least = blocks[-1].new if blocks else 0
            least += token.kind is not TokenKind.CLOSE
            return max(old + bracket.shift, least)
        if token.kind is TokenKind.COMMENT:
            return self._comment_column(index, old)
        if token.kind in (TokenKind.KEY, TokenKind.DASH):
            return blocks[-1].new
        return blocks[-1].new + STEP if blocks else 0

    def _comment_column(self, index: int, old: int) -> int:
        """Return the column of a comment on its own line: that of a list or map which
        ends before it or begins after it."""
        columns = {block.old: block.new for block in self.places[index]}
        after = index + 1
        while after < len(self.tokens):
            token = self.tokens[after]
            if token.kind is not TokenKind.COMMENT:
                blocks = self.places[after]
                if token.kind in (TokenKind.KEY, TokenKind.DASH):
                    columns[blocks[-1].old] = blocks[-1].new
                elif blocks and token.kind is not TokenKind.MARK:
                    start = column(self.source, token.start)
                    columns[start] = blocks[-1].new + STEP
                break
            after += 1
        near = [known for known in columns if known <= old]
        return columns[max(near or columns)] if columns else 0

    # Tokens themselves: texts of several lines move with their first.

    def _token(self, index: int) -> None:
        token = self.tokens[index]
        text = self.text[token.start : token.end]
        if index == 0 and token.kind in (TokenKind.KEY, TokenKind.DASH):
            self.line.last = self._shift(index)
        if token.kind is TokenKind.BODY:
            self._write(self._body(index, text))
        elif token.kind is TokenKind.OPEN:
            self._open(index)
        elif token.kind is TokenKind.CLOSE:
            self.brackets.pop()
            self._write(text)
        elif token.start in self.where.bands:
            self._write(band_text(text))
        elif "\n" in text:
            self._write(self._folded(index, text))
        else:
            self._write(text)

    def _open(self, index: int) -> None:
        token = self.tokens[index]
        old, new = column(self.source, token.start), self.column
        after = self.tokens[index + 1]
        between = self.text[token.end : after.start]
        first = old + 1 + (0 if "\n" in between else len(between))
        self.brackets.append(_Bracket(old, new, first, self.line.last))
        self._write(self.text[token.start])

    def _folded(self, index: int, text: str) -> str:
        """Return a text of several lines, each moved with the first or below it."""
        token, blocks = self.tokens[index], self.places[index]
        start, new_start = column(self.source, token.start), self.column
        least = blocks[-1].new + 1 if blocks else 0
        first, *more = text.split("\n")
        lines = [_stripped(first, token.style) if more else first]
        for number, line in enumerate(more, 1):
            content = line.lstrip(" \t")
            old = len(line) - len(content)
            if number < len(more):
                content = _stripped(content, token.style)
            if not content:
                lines.append("")
                continue
            hangs = old == start or (token.style and old == start + 1)
            new = old - start + new_start if hangs else old + self.line.last
            lines.append(" " * max(new, least) + content)
        return "\n".join(lines)

    def _body(self, index: int, text: str) -> str:
        """Return the lines of a block text, the first after a line end."""
        head, blocks = self.tokens[index].style, self.places[index]
        owner = blocks[-1] if blocks else _Block(False, -1, -STEP, 0)
        lines = text.split("\n")
        old = block_indent(lines, head, owner.old)
        new = owner.new + STEP
        if head[1:].strip("+-"):
            new = max(owner.new, 0) + old - max(owner.old, 0)
        return "".join(
            "\n" + (" " * new + line[old:] if len(line) > old else "") for line in lines
        )


def _stripped(line: str, style: str) -> str:
    """Return a line of a text that goes on below without its blanks at the end, which
    say nothing; a blank that a backslash makes a letter stays."""
    short = line.rstrip(" \t")
    slashes = len(short) - len(short.rstrip("\\"))
    is_escaped = style == '"' and slashes % 2 and len(line) > len(short)
    return line[: len(short) + 1] if is_escaped else short


# Which runs of blanks align something.


def _aligned(
    source: Source, every: Sequence[LayoutToken], where: Structure
) -> frozenset[int]:
    """Return the places of tokens that are aligned with another: the lines of one list,
    map or bracket are compared, each token with those of the same number in its line.

    Aligned are two that begin in one column, or end in one and begin in two: numbers
    are aligned by their last digit, also after a bracket.
    """
    starts = dict[tuple[int, _Path, int], list[int]]()
    ends = dict[tuple[int, _Path, int], list[tuple[int, int]]]()
    opened: set[int] = set()
    for owner, line in _lines(source, every, where):
        for path, before, token in _numbered(line):
            if before.kind is TokenKind.OPEN:
                opened.add(token.start)
            elif before.kind not in _BEFORE_VALUE:
                continue
            first, last = column(source, token.start), column(source, token.end)
            starts.setdefault((owner, path, first), []).append(token.start)
            same_end = ends.setdefault((owner, path, last), [])
            same_end.append((first, token.start))
    found = {at for same in starts.values() if len(same) > 1 for at in same} - opened
    for same_ends in ends.values():
        if len({first for first, _ in same_ends}) > 1:
            found |= {at for _, at in same_ends}
    return frozenset(found | _aligned_comments(source, every))


def _aligned_comments(source: Source, every: Sequence[LayoutToken]) -> set[int]:
    """Return the comments at the end of a line that begin in the column of one in the
    line above or below."""
    comments: dict[tuple[int, int], int] = {}
    for before, token in pairwise(every):
        is_last = "\n" not in source.text[before.end : token.start]
        if token.kind is TokenKind.COMMENT and is_last:
            comments[source.place(token.start)] = token.start
    return {
        start
        for (line, place), start in comments.items()
        if (line - 1, place) in comments or (line + 1, place) in comments
    }


def _numbered(
    line: Sequence[LayoutToken],
) -> Iterator[tuple[_Path, LayoutToken, LayoutToken]]:
    """Yield each token but the first with the one before it, and its number: of the
    item in each bracket that is open, and in the last item."""
    path, number = [0], 0
    for before, token in pairwise(line):
        number += 1
        match before.kind:
            case TokenKind.OPEN:
                path, number = [*path, 0], 0
            case TokenKind.COMMA:
                path, number = [*path[:-1], path[-1] + 1], 0
            case TokenKind.CLOSE:
                path = path[:-1] or [0]
        yield (*path, number), before, token


def _lines(
    source: Source, every: Sequence[LayoutToken], where: Structure
) -> Iterator[tuple[int, list[LayoutToken]]]:
    """Yield the tokens of each line, with where the list, map or bracket begins of
    which the line is a part."""
    begun: dict[tuple[TokenKind, int], int] = {}
    brackets: list[int] = []
    owner, line = -1, list[LayoutToken]()
    for before, token in pairwise([None, *every]):
        assert token is not None
        if (
            before is None
            or "\n" in source.text[before.end : token.start]
            or (before.kind is TokenKind.BODY)
        ):
            yield owner, line
            place = (token.kind, column(source, token.start))
            if token.start in where.maps or token.start in where.lists:
                begun[place] = token.start
            owner = brackets[-1] if brackets else begun.get(place, -1)
            line = []
        line.append(token)
        if token.kind is TokenKind.OPEN:
            brackets.append(token.start)
        elif token.kind is TokenKind.CLOSE:
            brackets.pop()
    yield owner, line
