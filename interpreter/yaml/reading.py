"""From a file or a text to nodes with places."""

import re
from pathlib import Path

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from interpreter.diagnostics import Diagnostic, LimitExceeded, problem
from interpreter.files.single_file import open_file, read_all
from interpreter.source import Source, Span
from interpreter.yaml import invisible_blanks
from interpreter.yaml.composing import Composer, Enough
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode
from interpreter.yaml.syntax_errors import broken

BYTES = 2 * 1024 * 1024
BREAKS = 20  # after so many the author has enough to do
BREAKS_IN = 200_000  # characters; each break costs another reading
_ODD = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\u2029\u202f-\u2065\u206a-\ud7ff"
    "\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)

# Where the two parsers disagree: tabs as blanks, and letters that break lines.
_DOUBTFUL = re.compile("[\t\r\x85\u2028\u2029\ufeff]")


def read_file(
    path: Path, name: str, problems: list[Diagnostic], *, links: bool = True
) -> Node | None:
    """Read a file; `name` is how problems show it. None when nothing is usable.

    It must be an ordinary file, without `links` also no link to one. Raises
    LimitExceeded for a file of more than 2 MiB; no more of it is read.
    """
    nowhere = Span(Source(name, ""), 0, 0)
    try:
        data = read_all(open_file(path, links=links), BYTES + 1)
    except OSError as error:
        why = error.strerror or "an input or output error"
        problems.append(problem("R001", nowhere, f"cannot read {name}: {why}"))
        return None
    if len(data) > BYTES:
        raise LimitExceeded(f"bytes in {name}", BYTES)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig", "replace")
        source = Source(name, data.decode("utf-8-sig", "replace"))
        span = Span(source, len(before), len(before) + 1)
        message = f"the byte {data[error.start]:#04x} is not UTF-8"
        hint = "save the file as UTF-8"
        problems.append(problem("R013", span, message, hint=hint))
        return None
    return read(Source(name, text), problems)


def read(source: Source, problems: list[Diagnostic]) -> Node | None:
    """Read a text; appends problems, returns None when nothing is usable.

    A text without any entry is an empty map. Raises LimitExceeded.
    """
    text = source.text
    if len(text) > BYTES or len(text.encode("utf-8", "surrogatepass")) > BYTES:
        raise LimitExceeded(f"bytes in {source.name}", BYTES)
    if odd := _ODD.search(text, 1 if text.startswith("\ufeff") else 0):
        letter = f"U+{ord(odd.group()):04X}"
        span = Span(source, odd.start(), odd.end())
        message = f"the character {letter} cannot be seen and may not be here"
        problems.append(problem("R015", span, message, hint="remove it"))
        return None
    node = _quickly(source)
    if node is None:
        found, node = _composed(source)
        if (blank := invisible_blanks.indenting(found)) is not None:
            found, node = [blank], None
        problems.extend(found)
    return node


def _quickly(source: Source) -> Node | None:
    """Compose by the parser in C; None where anything at all is to be said.

    It is some fifteen times faster, but its words and places for what is wrong are
    not those of the parser that authors hear: that one reads all doubtful texts.
    """
    if _DOUBTFUL.search(source.text):
        return None
    found: list[Diagnostic] = []
    composer = Composer(source, found, most=1)
    try:
        composer.feed(YAML(typ="safe", pure=False).parse(source.text))
    except (YAMLError, ValueError, Enough):
        return None
    return None if found else composer.root


def _composed(source: Source) -> tuple[list[Diagnostic], Node | None]:
    """Compose; where the text breaks, leave that value out and look for more."""
    text = source.text
    breaks: list[Diagnostic] = []
    while True:
        found: list[Diagnostic] = []
        composer = Composer(source, found)
        try:
            composer.feed(YAML(typ="safe", pure=True).parse(text))
        except LimitExceeded:
            raise
        except Enough:
            return found + breaks, None
        except Exception as error:
            # whatever the parser stumbles over (also its own faults on odd escapes)
            # is a text that it cannot read, and the author must see where
            composer.abandon()
            one, cure = broken(source, error, composer.last)
            # what was read of the broken value says nothing: one mistake, one problem
            found = [each for each in found if each.span.start < one.span.start]
            breaks.append(one)
            if cure is None or len(breaks) == BREAKS or len(text) > BREAKS_IN:
                return found + breaks, None
            start, end = cure
            if text[start:end] != source.text[start:end] or start == end:
                return found + breaks[:-1], None
            text = text[:start] + "x" * (end - start) + text[end:]
            continue
        break
    if breaks:
        return found + breaks, None
    root = composer.root
    if root is None or (isinstance(root, ScalarNode) and not (root.style or root.text)):
        return found, MappingNode((), Span(source, 0, 0))
    return found, root


__all__ = ["BYTES", "read", "read_file"]
