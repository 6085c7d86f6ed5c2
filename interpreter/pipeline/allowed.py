"""Warnings and notes that their author allows at one place, with a reason.

`# allow R504: the campaign book of the club uses it` stands at the end of the line that
a problem is about, or on a line of its own above it; several codes have commas between
them. An error cannot be allowed. An `allow` without a reason allows nothing, and one
that meets no problem is reported (R530), so that none outlives its cause.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from interpreter.diagnostics import Diagnostic, problem
from interpreter.diagnostics.catalogue import CODES
from interpreter.source import Source, Span

_WORD = re.compile(r"(?:^|(?<=\s))#[ \t]*allow[ \t:]{1,9}R\d", re.IGNORECASE)
_ALLOW = re.compile(
    r"(?:^|(?<=\s))#[ \t]*allow[ \t:]{1,9}"
    r"(?P<codes>R\d{3}(?:[ \t]*,?[ \t]*R\d{3}){0,20})(?!\w)[ \t]*:?"
    r"(?P<reason>[^\n]*)",
    re.IGNORECASE,
)
_CODE = re.compile(r"R\d{3}", re.IGNORECASE)


class _Allowance(Struct, frozen=True):
    """What a comment allows: its codes, on which line, and why."""

    codes: frozenset[str]
    line: int
    reason: str
    span: Span


def allowed(
    problems: Iterable[Diagnostic], sources: Iterable[Source], *, whole: bool
) -> list[Diagnostic]:
    """Return problems, those with a reason that their author allows, and what is wrong
    with comments that allow; that one meets no problem only where a pack was checked as
    a `whole`, under all its options."""
    by_place: dict[tuple[str, int], list[_Allowance]] = {}
    for source in sources:
        for comment in _allowances(source) if _WORD.search(source.text) else ():
            by_place.setdefault((source.name, comment.line), []).append(comment)
    if not by_place:
        return list(problems)
    found: list[Diagnostic] = []
    used: set[Span] = set()
    for each in problems:
        place = each.span.source.name, each.span.first[0]
        fitting = [c for c in by_place.get(place, ()) if each.code in c.codes]
        used |= {comment.span for comment in fitting}
        reason = next((c.reason for c in fitting if c.reason), "")
        if reason and each.severity != "error":
            found.append(replace(each, allowed=reason))
        else:
            found.append(each)
    for comment in (c for every in by_place.values() for c in every):
        found += _wrong(comment, is_used=comment.span in used or not whole)
    return found


def _wrong(comment: _Allowance, *, is_used: bool) -> Iterator[Diagnostic]:
    grave = [
        code
        for code in sorted(comment.codes)
        if code in CODES and CODES[code].severity == "error"
    ]
    unknown = sorted(code for code in comment.codes if code not in CODES)
    if not comment.codes or unknown:
        message = f"there is no code {unknown[0]}" if unknown else "this names no code"
        hint = "write '# allow R504: why it may stay'; 'umpire explain' lists the codes"
        yield problem("R530", comment.span, message, hint=hint)
    elif grave:
        message = f"{grave[0]} is an error, which cannot be allowed"
        yield problem("R530", comment.span, message, hint="mend it instead")
    elif not comment.reason:
        message = "this allows nothing, for it gives no reason"
        code = sorted(comment.codes)[0]
        hint = f"write '# allow {code}: why it may stay'"
        yield problem("R530", comment.span, message, hint=hint)
    elif not is_used:
        message = "there is no such problem on this line, or on the one below"
        yield problem("R530", comment.span, message, hint="remove it")


def _allowances(source: Source) -> Iterator[_Allowance]:
    """Yield what the comments of a file allow; one on a line of its own is about the
    next line that has no comment alone."""
    lines = source.text.split("\n")
    below = [len(lines) + 1] * (len(lines) + 1)
    for at in range(len(lines) - 1, -1, -1):  # the next line that says something
        below[at] = below[at + 1] if _is_comment(lines[at]) else at + 1
    start = 0
    for number, line in enumerate(lines, 1):
        begun = _WORD.search(line)
        matched = None if begun is None else _ALLOW.match(line, begun.start())
        if begun is not None and matched is None:
            place = Span(source, start + begun.start(), start + len(line.rstrip()))
            yield _Allowance(frozenset(), number, "", place)
        elif matched is not None:
            about = number
            if not line[: matched.start()].strip():
                about = below[number]
            codes = frozenset(map(str.upper, _CODE.findall(matched["codes"])))
            span = Span(source, start + matched.start(), start + matched.end())
            yield _Allowance(codes, about, matched["reason"].strip(), span)
        start += len(line) + 1


def _is_comment(line: str) -> bool:
    text = line.strip()
    return not text or text.startswith("#")
