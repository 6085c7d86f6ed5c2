"""Values in the notation of other languages that YAML reads as something else.

`c ? a : b` begins a key in YAML, `[v for v in xs]` a list, `!c` a tag, `{{ a }}` a map,
`#us` a comment. A problem that reading such a value makes is given the hint and the fix
of its idiom.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from interpreter.diagnostics import Diagnostic, Fix
from interpreter.diagnostics.diagnostic import MOST_EXPLAINED
from interpreter.foreign.idioms import Rewriting
from interpreter.foreign.loose_changes import loose_change
from interpreter.foreign.operators import FIXED
from interpreter.foreign.printed_bands import printed_band
from interpreter.foreign.rereading import reread
from interpreter.foreign.step_words import assignment, key_for, statement, step_word
from interpreter.source import Span
from interpreter.yaml.nodes import MappingNode, ScalarNode
from interpreter.yaml.pitfalls import QUOTE, quoted
from interpreter.yaml.scalar_edits import as_value, is_plain

_CODES = frozenset("R002 R004 R005 R006 R007 R008 R009 R010 R012 R016".split())
"""What YAML says of a value that it takes for something else."""
_TYPE_TAG = "!!"
"""How a tag of YAML itself begins, which negates nothing twice."""
_BEFORE_VALUE = re.compile(r"[\w'\")]:[ \t]+|(?<![^\s-])-[ \t]+")
_COMMENT = re.compile(r"\s#(?:\s|\Z)")
_CUT = re.compile(r"\S\s?#")
"""What may be a comment, or a part of the text before it."""
_BLANKS = re.compile(r"[ ]*")
_INDENTED = re.compile(r"(?:[ \t]*\n)*([ ]*)\S")
_KEY = re.compile(r"(\w+):[ \t]+\Z")
_PATH = re.compile(
    r"[ ]+[^\s:'\"{\[][^:\n]*\.[^:\n]*:[ \t]+(?=[{(\[]?\s*(?:expect|was|old)\b)"
)
"""A path of an overlay with the beginning of a change after it."""
_CHANGE = re.compile(r"\{\s*(?:expect|to): [^:]*,\s*(?:expect|to): [^:]*\}\Z")
_PROSE_LINE = re.compile(r"[ ]*(?:- +)*(\w+):[ \t]+(?![{\[|>])")
PROSE: Final = frozenset(
    "title name say says label briefing licence license credits author edition source "
    "version note description rule status why needs discloses option_says mark".split()
)
"""Keys of texts that only people read, which is no place for an expression."""
_LONGEST_KEY = 40
_MOST_STARTS = 8
_MOST_CLOSING = 4


def with_idioms(problems: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return problems, each with the hint and the fix of the value on its line if that
    is an idiom of another language."""
    listed = list(problems)
    few, others = listed[:MOST_EXPLAINED], listed[MOST_EXPLAINED:]
    return [*map(_explained, few), *others]


def _explained(problem: Diagnostic) -> Diagnostic:
    if problem.code not in _CODES or problem.span.text.startswith(_TYPE_TAG):
        return problem
    if problem.code in ("R009", "R016") and problem.fix is not None:
        return problem  # what to write is known
    if (change := _as_change(problem)) is not None:
        return change
    if (prose := _prose_at(problem.span)) is not None:
        return _in_quotes(problem, prose)
    if (explained := _changed(problem)) is not None:
        return explained
    for key in _keys(problem.span):
        if (explained := _band_of(problem, key)) is not None:
            return explained
    for value in _values(problem.span):
        if (explained := idiom_of(problem, value)) is not None:
            return explained
    return problem


def _as_change(problem: Diagnostic) -> Diagnostic | None:
    """Return a problem with the hint of a change of an overlay that is written with
    other signs, None for others."""
    place = problem.span
    text = place.source.text
    begun = text.rfind("\n", 0, place.start) + 1
    key = _PATH.match(text, begun)
    if key is None or key.end() > place.end:
        return None
    end = text.find("\n", begun)
    line = text[key.end() : len(text) if end < 0 else end]
    line = _COMMENT.split(line)[0].rstrip()
    if _CHANGE.match(line):
        return None  # another line is at fault
    changed = loose_change(line)
    if changed is None or not all(map(_is_plain_in_braces, changed)):
        return None
    written = f"{{expect: {changed[0]}, to: {changed[1]}}}"
    span = Span(place.source, key.end(), key.end() + len(line))
    fix = Fix(span, written, safe=False)
    return replace(problem, expected="", hint=f"write {written}", fix=fix)


def _is_plain_in_braces(text: str) -> bool:
    """Return whether a text needs no quotes in a map in braces."""
    return is_plain(text, in_flow=True)


def _prose_at(place: Span) -> Span | None:
    """Return the text that only people read on whose line a place is, outside of
    braces; None where none is."""
    text = place.source.text
    line = _PROSE_LINE.match(text, text.rfind("\n", 0, place.start) + 1)
    if line is None or line[1] not in PROSE or not line.end() <= place.end:
        return None
    end = text.find("\n", line.end())
    end = len(text) if end < 0 else end
    if comment := _COMMENT.search(text, line.end(), end):
        end = comment.start()
    return Span(place.source, line.end(), end)


def _in_quotes(problem: Diagnostic, prose: Span) -> Diagnostic:
    """Return a problem of such a text with the fix that puts it into quotes, if that is
    what its hint says and the text ends on its line. It says the same then, unless a
    comment may be a part of it."""
    found = quoted(prose) if problem.hint == QUOTE else None
    if found is None or _goes_on(prose):
        return problem
    text = prose.source.text
    end = text.find("\n", prose.end)
    is_safe = _CUT.search(text, prose.start, len(text) if end < 0 else end) is None
    return replace(problem, fix=replace(found, safe=is_safe))


def _goes_on(prose: Span) -> bool:
    """Return whether the line below a text is deeper than its key, and a part of it."""
    text = prose.source.text
    begun = text.rfind("\n", 0, prose.start) + 1
    end = text.find("\n", prose.end)
    below = _INDENTED.match(text, end + 1) if end >= 0 else None
    blanks = _BLANKS.match(text, begun)
    depth = 0 if blanks is None else len(blanks[0])
    return below is not None and len(below[1]) > depth


def _keys(place: Span) -> Iterator[Span]:
    """Yield what may be the key at a place: up to the colon on its line, from where the
    place begins or from the brace or comma before it."""
    text = place.source.text
    begun = text.rfind("\n", 0, place.start) + 1
    end = text.find("\n", place.start)
    colon = text.find(": ", place.start, len(text) if end < 0 else end)
    if colon < 0 or colon - place.start > _LONGEST_KEY:
        return
    opened = max(text.rfind(sign, begun, place.start) for sign in "{,\n")
    for start in dict.fromkeys((place.start, max(opened + 1, begun))):
        key = text[start:colon]
        yield Span(place.source, start + len(key) - len(key.lstrip()), colon)


def _band_of(problem: Diagnostic, key: Span) -> Diagnostic | None:
    """Return a problem with the hint of the band that a key is, None if it is none."""
    band = printed_band(key.text.strip())
    if band is None:
        return None
    if not band.here:
        hint = f"write {band.idiom.here}; {key.text.strip()} is {band.idiom.meaning}"
        return replace(problem, expected="", hint=hint)
    hint = f"write '{band.here}'; {key.text.strip()} is {band.idiom.meaning}"
    fix = Fix(key, band.here, not band.note)
    return replace(problem, expected="", hint=hint, fix=fix)


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
        key = _KEY.search(text, begun, start.end())
        is_prose = key is not None and key[1] in PROSE
        # what is only after the colon that needs quotes is a part of a text
        is_part = place.text == ":" and start.end() > place.start
        if not is_prose and not is_part:
            yield Span(place.source, start.end(), end)


def step_hint(step: MappingNode, key: ScalarNode) -> tuple[str, Fix | None]:
    """Return the hint and the fix of a key with which another language begins a
    statement, or ("", None)."""
    value = step.get(key.text)
    text = value.text if isinstance(value, ScalarNode) else ""
    hint = step_word(key.name, text) or statement(key.text)
    written = key_for(key.name)
    return hint, Fix(key.span, written) if hint and written else None


def _changed(problem: Diagnostic) -> Diagnostic | None:
    """Return a problem with the hint of an entry such as `a += 1`, None for others."""
    changed = assignment(problem.span.text)
    if problem.code != "R007" or changed is None:
        return None
    hint = f"write '{changed}'"
    return replace(problem, expected="", hint=hint, fix=Fix(problem.span, changed))


def _is_only_a_list(rewriting: Rewriting) -> bool:
    """Return whether braces round names are all there is of another language, which in
    YAML are as likely a map without values."""
    return set(rewriting.idioms) == {FIXED["[]"]}


def idiom_of(problem: Diagnostic, value: Span) -> Diagnostic | None:
    """Return a problem with the hint and the fix of the idiom that a value is, else
    None. Brackets that close what is round the value may follow it."""
    text = value.text.rstrip()
    for _ in range(_MOST_CLOSING):
        rewriting = reread(text)
        if rewriting is not None and not _is_only_a_list(rewriting):
            span = Span(value.source, value.start, value.start + len(text))
            fix = None
            if rewriting.whole and rewriting.text == rewriting.line:
                written = as_value(span, rewriting.line)
                fix = Fix(span, written, rewriting.safe)
                rewriting = replace(rewriting, line=written)
            return replace(problem, expected="", hint=rewriting.hint, fix=fix)
        if text[-1:] not in ("}", "]"):
            break
        text = text[:-1].rstrip()
    return None
