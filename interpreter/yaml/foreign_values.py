"""Values in the notation of other languages that YAML reads as something else.

`c ? a : b` begins a key in YAML, `[v for v in xs]` a list, `!c` a tag, `{{ a }}` a map,
`#us` a comment. A problem that reading such a value makes is given the hint and the fix
of its idiom.
"""

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from interpreter.diagnostics import Diagnostic, Fix
from interpreter.foreign.rereading import reread
from interpreter.source import Span
from interpreter.yaml.scalar_edits import as_value

_CODES = frozenset("R004 R005 R006 R007 R008 R009 R010 R012 R016".split())
"""What YAML says of a value that it takes for something else."""
_BEFORE_VALUE = re.compile(r"[\w'\")]:[ \t]+|(?<![^\s-])-[ \t]+")
_COMMENT = re.compile(r"\s#(?:\s|\Z)")
_MOST_STARTS = 8
_MOST_CLOSING = 4


def with_idioms(problems: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return problems, each with the hint and the fix of the value on its line if that
    is an idiom of another language."""
    return [_explained(problem) for problem in problems]


def _explained(problem: Diagnostic) -> Diagnostic:
    if problem.code in _CODES:
        for value in _values(problem.span):
            if (told := idiom_of(problem, value)) is not None:
                return told
    return problem


def _values(place: Span) -> Iterator[Span]:
    """Yield what may be the value on the line of a place, the longest first."""
    text = place.source.text
    begun = text.rfind("\n", 0, place.start) + 1
    end = text.find("\n", begun)
    end = len(text) if end < 0 else end
    if comment := _COMMENT.search(text, begun, end):
        end = comment.start()
    for number, start in enumerate(_BEFORE_VALUE.finditer(text, begun, end)):
        if number == _MOST_STARTS or start.end() > place.end + len(": "):
            return
        yield Span(place.source, start.end(), end)


def idiom_of(problem: Diagnostic, value: Span) -> Diagnostic | None:
    """Return a problem with the hint and the fix of the idiom that a value is, else
    None. Brackets that close what is round the value may follow it."""
    text = value.text.rstrip()
    for _ in range(_MOST_CLOSING):
        rewriting = reread(text)
        if rewriting is not None:
            span = Span(value.source, value.start, value.start + len(text))
            fix = None
            if rewriting.whole and rewriting.text == rewriting.line:
                written = as_value(span, rewriting.line)
                fix = Fix(span, written, rewriting.safe)
            return replace(problem, expected="", hint=rewriting.hint, fix=fix)
        if text[-1:] not in ("}", "]"):
            break
        text = text[:-1].rstrip()
    return None
