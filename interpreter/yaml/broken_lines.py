"""Lines that YAML cannot read where they stand: a forgotten colon or dash, and an
indentation that fits none of the lines around.

They are found where YAML breaks, mostly a line later. What is proposed was read: with
it, the lines around it are YAML.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from ruamel.yaml import YAML

from interpreter.diagnostics import Diagnostic, Fix
from interpreter.source import Span
from interpreter.yaml import pitfalls
from interpreter.yaml.pitfalls import Break
from interpreter.yaml.schemas import (
    clauses_of,
    list_keys,
    names,
    schema_of,
    step_verbs,
)

LARGEST = 20_000  # characters around a break that are read once more
LONGEST = 1000  # characters of a line that is looked at
_LINE = re.compile(r"( *)((?:- +)*)(.*?)[ \t]*(?:[ \t]#.*)?\Z")
_HAS_VALUE = re.compile(r".*?:(?:[ \t]|\Z)")
_OTHER_SIGN = re.compile(r"([A-Za-z_][\w .-]*?)[ \t]*;(?:[ \t]+(\S.*))?\Z")
"""A key with another sign than a colon after it, and its value."""
_ITEM_SIGN = re.compile(
    r"(?:[-*\u2022\u2023\u2043\u25aa\u25cf\u2013\u2014\xb7]|\d{1,3}[.)](?=\s))\s*"
)
"""What begins an item of a list elsewhere, or a dash without its blank."""
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
    if "alias" in it.context and (found := _no_dash(it, broken, broken)) is not None:
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
            found = it.made(
                "R002",
                line.at,
                line.at + len(line.content),
                f"a ': ' is missing after '{key}'",
                "key: value",
                f"write '{written}'" + _or_indented(it, line, broken),
            )
            return replace(found, fix=Fix(found.span, written, safe=False))
    return None


def _with_colon(line: _Line, broken: _Line) -> Iterator[tuple[str, str]]:
    """Yield the keys that the line may have been meant to have, and how it is then."""
    text = line.content
    if (other := _OTHER_SIGN.match(text)) is not None:
        key, value = other[1], other[2] or ""
        yield key, f"{key}: {value}".rstrip()
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
    first, _, value = line.content.partition(" ")
    if value and line.indent == 0 and names(schema_of("overlay"), first):
        return ""  # nothing else begins so at the left of a file
    if not _reads(it.text, line, broken, f"  {line.content}"):
        return ""
    return ", or indent it if it goes on the text above it"


def _no_dash(it: Break, line: _Line, broken: _Line) -> Diagnostic | None:
    """A line that is no item of the list in which it is."""
    if line.dashes or not _HAS_VALUE.match(line.content):
        return None
    if not _in_list(it.text, line):
        return None
    if (clause := _clause_of_step_above(it, line, broken)) is not None:
        return clause
    entry = _ITEM_SIGN.sub("", line.content)  # perhaps only its blank is missing
    if not _reads(it.text, line, broken, f"- {entry}"):
        return None
    return _dash_missing(it, line)


def _clause_of_step_above(it: Break, line: _Line, broken: _Line) -> Diagnostic | None:
    """A clause of a step, where its verb begins in the line above it: it begins as the
    verb does."""
    above = next(_above(it.text, line.start), line)
    column = above.column
    if not above.dashes or _key_of(line) not in clauses_of(_verb(above)):
        return None
    if above.indent != line.indent or not _reads_at(it.text, line, broken, column):
        return None
    found = it.made(
        "R002",
        line.at,
        line.at + len(line.content),
        f"this belongs to the step with '{_verb(above)}' above it",
        "an indentation equal to that of its verb",
        f"begin it in column {column + 1}",
    )
    return replace(found, fix=_moved(it, line, column))


def _verb(line: _Line) -> str:
    return line.content.partition(":")[0].strip()


def _dash_missing(it: Break, line: _Line) -> Diagnostic:
    written = f"- {_ITEM_SIGN.sub('', line.content)}"
    found = it.made(
        "R002",
        line.at,
        line.at + len(line.content),
        "a '- ' is missing before this line",
        "one '- ' for each item of a list",
        f"write '{written}'",
    )
    return replace(found, fix=Fix(found.span, written, safe=False))


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
    found = it.made(
        "R002",
        line.at,
        line.at + len(line.content),
        "this does not fit the indentation below it",
        "an indentation equal to that of its neighbours",
        f"begin it in column {broken.column + 1}",
    )
    return replace(found, fix=_moved(it, line, broken.column - len(line.dashes)))


def _moved(it: Break, line: _Line, indent: int) -> Fix:
    """Return the fix that begins a line elsewhere, with its dashes."""
    return Fix(
        Span(it.source, line.start, line.start + line.indent), " " * indent, False
    )


def with_its_sibling(it: Break) -> tuple[str, Fix] | None:
    """Return what to write, and its fix, where a line is deeper than the one above it,
    which has its value already and a key like it; None where that is no YAML."""
    line = _line(it.text, it.line_start)
    above = next(_above(it.text, line.start), line)
    own, other = _key_of(line), _key_of(above)
    is_alike = ("." in own) == ("." in other) and own != other
    column = above.indent
    if not own or not is_alike or not _reads_at(it.text, line, line, column):
        return None
    return f"begin it in column {column + 1}", _moved(it, line, column)


def _columns(it: Break, line: _Line) -> list[int]:
    """Return where the lines begin that hold a line or are beside it, the likeliest
    first: not where its key is there already, then those whose keys are like it (a path
    with dots or a word), then the nearest."""
    keys: dict[int, list[str]] = {}
    least = line.indent + _FARTHEST
    for above in islice(_above(it.text, line.start), _LOOKED_AT):
        if above.indent <= least:
            keys.setdefault(above.indent, []).append(_key_of(above))
            least = above.indent
    own = _key_of(line)
    columns = [column for column, there in keys.items() if own not in there or not own]
    return sorted(
        columns,
        key=lambda column: (
            ("." in own) is not any("." in each for each in keys[column]),
            abs(column - line.indent),
        ),
    )


def _key_of(line: _Line) -> str:
    key, colon, _ = line.content.partition(":")
    return key.strip() if colon and not line.dashes else ""


def back_in_line(it: Break, start: int, end: int) -> Diagnostic:
    """A line that is as far from the left as none of those that hold it: where it
    begins as the nearest of them, and is YAML, that is what to write."""
    line = _line(it.text, it.line_start)
    above = next(_above(it.text, line.start), line)
    after = _end(it.text, line.start) + 1
    below = _line(it.text, after) if after < len(it.text) else line
    for first, second in ((above, line), (line, below)):
        if (step := _dash_without_blank(it, first, second)) is not None:
            return step
    near = _columns(it, line)
    for column in near[:_TRIED] if line.content else ():
        if column != line.indent and _reads_at(it.text, line, line, column):
            hint = f"begin it in column {column + 1}"
            found = it.made("R002", start, end, _NOT_FITTING, _AS_NEIGHBOURS, hint)
            return replace(found, fix=_moved(it, line, column))
    hint = "compare the first column of this line with the lines above"
    return it.made("R002", start, end, _NOT_FITTING, _AS_NEIGHBOURS, hint)


def _dash_without_blank(it: Break, step: _Line, line: _Line) -> Diagnostic | None:
    """A step with a line that belongs to it, if only the blank after its dash is
    missing, so that the line is a column too far to the left."""
    entry = step.content.removeprefix("-")
    verb = entry.partition(":")[0].strip()
    if entry == step.content or verb not in step_verbs() or line.dashes:
        return None
    if line.indent <= step.indent or not _parses(f"- {entry}\n  {line.content}\n"):
        return None
    hint = f"write '- {entry}', and begin what belongs to it in column"
    return it.made(
        "R002",
        step.at,
        step.at + len(step.content),
        "a blank is missing after the dash",
        "one '- ' for each item of a list",
        f"{hint} {step.indent + 3}",
    )


_NOT_FITTING: Final = "this does not fit the indentation above it"
_AS_NEIGHBOURS: Final = "an indentation equal to that of its neighbours"
_FARTHEST, _LOOKED_AT, _TRIED = 8, 200, 4
"""How much deeper a line may stand than it is, how many lines above are looked at, and
how many columns are tried."""


DEEPEST_BRACKETS: Final = 100
_NEXT_ENTRY = re.compile(r",[ \t]+[\w][\w .-]{0,60}:[ \t]")
_CLOSING: Final = "}], \t"


def closing_quote(it: Break) -> Fix | None:
    """Return the fix that closes a quote on the line where it begins: before the next
    entry of a map in braces, before the brackets at the end, or there; the first with
    which the line alone is YAML."""
    line = _line(it.text, it.text.rfind("\n", 0, it.begun) + 1)
    end = it.rest(it.begun)
    if not line.content or not it.begun < end <= line.start + LONGEST:
        return None
    places = [found.start() for found in _NEXT_ENTRY.finditer(it.text, it.begun, end)]
    before = end
    while before > it.begun + 1 and it.text[before - 1] in _CLOSING:
        before -= 1
        places.append(before)
    whole = it.text[line.start : _end(it.text, line.start)]
    for place in [*places[:_TRIED], *sorted(places[_TRIED:])[:_TRIED], end]:
        at = place - line.start
        written = f"{whole[:at]}{it.letter(it.begun)}{whole[at:]}"
        if _parses(f"{written}\n"):
            return Fix(Span(it.source, place, place), it.letter(it.begun), safe=False)
    return None


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
    return _parses(f"{text[start : line.start]}{written}{text[end:last]}\n")


def _parses(tried: str) -> bool:
    """Tell whether a text is YAML; not of brackets so deep that nobody wrote them, on
    which the parser takes long."""
    depth = deepest = 0
    for sign in tried:
        depth += (sign in "[{") - (sign in "]}")
        deepest = max(deepest, depth)
    if deepest > DEEPEST_BRACKETS:
        return False
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
