"""Texts of YAML in layouts that nobody would choose, drawn by hypothesis."""

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

WORDS = ("a", "b c", "12", "2–5", "96-100", "-3", "a + b", "😀 é", "x#y", "it's", "3+")
QUOTED = ('"a: b"', "'it''s # no'", '"\\n {x}"', "'- a'", '"  "', '"\\" ,"', "''")
COMMENTS = ("# one", "#two: {[", "# 'quote", "#", "# - x: |", "# ünï 😀")
BLOCKS = ("|", ">", "|-", ">-", "|+", ">+")


@st.composite
def layouts(draw: DrawFn) -> str:
    """Draw a file: a map with maps, lists, braces, texts and comments in it."""
    root = _map(draw, 0, 0)
    head = draw(st.sampled_from(("", "", "\n\n", "# first\n", "---\n", "\ufeff")))
    text = head + root + draw(st.sampled_from(("", "", "\n \n\n", "# last", "  # x\n")))
    return text.replace("\n", draw(st.sampled_from(("\n", "\n", "\r\n"))))


def _blanks(draw: DrawFn, least: int = 0) -> str:
    return " " * (least + draw(st.sampled_from((0, 0, 0, 1, 2, 5))))


def _end(draw: DrawFn) -> str:
    """Draw the end of a line: blanks, a comment, lines that are empty or a comment."""
    end = draw(st.sampled_from(("", "", "", " ", "   ", " \t", " #", "\t# tab")))
    if end.endswith("#"):
        end = f"{_blanks(draw, 1)}{draw(st.sampled_from(COMMENTS))}"
    end += "\n"
    for _ in range(draw(st.sampled_from((0, 0, 0, 1, 3)))):
        line = draw(st.sampled_from(("", "  ", "c")))
        comment = f"{_blanks(draw)}{draw(st.sampled_from(COMMENTS))}"
        end += (comment if line == "c" else line) + "\n"
    return end


def _key(draw: DrawFn, number: int) -> str:
    key = draw(st.sampled_from((*WORDS[:3], "rows", "2–5", '"q: x"', "'x'")))
    return (
        key if not number else f'"{number} k"' if key[0] in "\"'" else f"{number} {key}"
    )


def _map(draw: DrawFn, indent: int, depth: int) -> str:
    """Draw a map in lines; its first key has no indentation."""
    count = draw(st.integers(1, 3))
    entries = [
        _key(draw, number) + _blanks(draw) + ":" + _value(draw, indent, depth, False)
        for number in range(count)
    ]
    return (" " * indent).join(entries)


def _list(draw: DrawFn, indent: int, depth: int) -> str:
    items: list[str] = []
    for _ in range(draw(st.integers(1, 3))):
        kind = draw(st.sampled_from(("value", "value", "map", "list")))
        if depth > 3 or kind == "value":
            items.append("-" + _value(draw, indent, depth, True))
            continue
        blanks = _blanks(draw, 1)
        inner = indent + 1 + len(blanks)
        below = (_map if kind == "map" else _list)(draw, inner, depth + 1)
        items.append("-" + blanks + below)
    return (" " * indent).join(items)


def _value(draw: DrawFn, indent: int, depth: int, in_list: bool) -> str:
    """Draw what follows a colon or a dash, to the end of its last line."""
    kinds = ("text", "text", "text", "flow", "folded", "block", "below", "map", "list")
    kind = draw(st.sampled_from(kinds[: 6 if depth > 3 else None]))
    inner = indent + draw(st.sampled_from((2, 2, 1, 3, 4, 7)))
    if kind == "text":
        return _blanks(draw, 1) + _text(draw) + _end(draw)
    if kind == "flow":
        return _blanks(draw, 1) + _flow(draw, inner, 0) + _end(draw)
    if kind == "folded":
        quote = draw(st.sampled_from(("", "'", '"')))
        gap = "\n" * draw(st.integers(1, 2)) + " " * inner
        return f"{_blanks(draw, 1)}{quote}one two {gap}three{quote}" + _end(draw)
    if kind == "block":
        return _blanks(draw, 1) + _block(draw, indent, inner)
    if kind == "below":
        return _end(draw) + " " * inner + _text(draw) + _end(draw)
    if kind == "list":
        level = indent if not in_list and draw(st.booleans()) else inner
        return _end(draw) + " " * level + _list(draw, level, depth + 1)
    return _end(draw) + " " * inner + _map(draw, inner, depth + 1)


def _block(draw: DrawFn, indent: int, inner: int) -> str:
    head = draw(st.sampled_from(BLOCKS))
    if draw(st.booleans()):
        head = f"{head[0]}{inner - indent}{head[1:]}"
    lines = draw(
        st.lists(st.sampled_from(("a", "  b:", "", "# no", "c\t", "- {")), max_size=4)
    )
    body = ["x", *lines]
    written = "".join(f"{' ' * inner if line else ''}{line}\n" for line in body)
    comment = draw(st.sampled_from(("", "", "  # head")))
    return f"{head}{comment}\n{written}"


def _text(draw: DrawFn) -> str:
    return draw(st.sampled_from((*WORDS, *QUOTED)))


def _flow(draw: DrawFn, indent: int, depth: int) -> str:
    """Draw a list or map in brackets."""
    is_map = draw(st.booleans())
    parts: list[str] = []
    for number in range(draw(st.integers(0, 3))):
        deep = depth < 2 and draw(st.sampled_from((False, False, True)))
        value = _flow(draw, indent, depth + 1) if deep else _text(draw)
        key = _key(draw, number) + _blanks(draw) + ":" + _between(draw, indent, 1)
        parts.append((key if is_map else "") + value)
    glue = [_between(draw, indent, 0) + "," + _between(draw, indent, 1) for _ in parts]
    inside = "".join(
        part + (sign if number + 1 < len(parts) else "")
        for number, (part, sign) in enumerate(zip(parts, glue, strict=True))
    )
    first, last = _between(draw, indent, 0), _between(draw, indent, 0)
    return ("{" if is_map else "[") + first + inside + last + ("}" if is_map else "]")


def _between(draw: DrawFn, indent: int, least: int) -> str:
    """Draw what is between two parts in brackets."""
    kind = draw(st.sampled_from(("", "", "", "line", "comment")))
    if not kind:
        return _blanks(draw, least)
    comment = draw(st.sampled_from(COMMENTS)) if kind == "comment" else ""
    begin = f" {comment}" if comment else _blanks(draw)
    return f"{begin}\n{_blanks(draw)}{' ' * indent}"
