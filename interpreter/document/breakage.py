"""From an error of the YAML parser to the one problem that names its cause.

The parser says what it expected; the author wants to know which text needs quotes.
Which it is can be told from the error and the line on which it stands.
"""

from interpreter.document import enclosed, misread, unseen
from interpreter.document.breaks import Break
from interpreter.document.forgotten import forgotten
from interpreter.problems import Problem
from interpreter.source import Source

# the first that fits names the cause; its order is its meaning
_CAUSES = (
    misread.tab,
    unseen.breaks,
    enclosed.escape,
    enclosed.unclosed,
    misread.block_mark,
    forgotten,
    misread.colon,
    misread.dash,
    misread.odd_first,
    misread.tag,
    enclosed.brackets,
    enclosed.value_goes_on,
    misread.no_colon,
)

Cure = tuple[int, int]


def broken(source: Source, error: Exception, last: int) -> tuple[Problem, Cure | None]:
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
    found = next((each for each in tried if each), None) or misread.other(it)
    value = it.value
    if value is None or found.code in ("R002", "R011") or found.span.start < value:
        return found, None
    return found, (value, it.rest(value))
