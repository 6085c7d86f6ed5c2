"""Problems and their codes, as text and as JSON."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from interpreter.diagnostics import Diagnostic, Fix, UnknownName, did_you_mean
from interpreter.diagnostics.catalogue import CODES, FAMILIES, Code
from interpreter.reports.colour import PLAIN, Paint, clean
from interpreter.reports.outputs.checks import (
    CheckChangeOutput,
    CheckOutput,
    CodeOutput,
    FixOutput,
    ProblemOutput,
    RelatedPlace,
)
from interpreter.reports.outputs.encoding import ABSENT, encoded
from interpreter.reports.text_layout import WIDTH, columns, folded, width
from interpreter.source import Span

if TYPE_CHECKING:  # it brings records that `explain` does not need
    from interpreter.cache.pack_verdicts import CombinationCounts

LONGEST_LINE = 160  # cells of a source line that are shown around the span
SHOWN = 200  # the most diagnostics printed by one command
_RANKS: Mapping[str, int] = {"error": 0, "warning": 1, "note": 2}


def rendered(diagnostic: Diagnostic, paint: Paint = PLAIN) -> str:
    """Return a diagnostic with its source line, carets, and what was expected.

    A note has no excerpt, since nothing must be changed.
    """
    lines = [_headline(diagnostic, paint)]
    if diagnostic.severity != "note":
        lines += _excerpt(diagnostic.span, paint, diagnostic.severity)
    if diagnostic.expected:
        lines += _labelled("expected:", diagnostic.expected, paint)
    if diagnostic.hint:
        lines += _labelled("hint:", diagnostic.hint, paint)
    for span, why in diagnostic.related:
        lines += _labelled("see:", f"{span}: {why}", paint)
    return "\n".join(lines)


def _labelled(label: str, text: str, paint: Paint) -> list[str]:
    """Return a labelled line below an excerpt, folded."""
    first, *more = folded(f"  {label} {clean(text)}", WIDTH, "")
    below = folded(" ".join(more), WIDTH, "    ") if more else []
    return [first.replace(label, paint.mild(label), 1), *below]


def _headline(diagnostic: Diagnostic, paint: Paint) -> str:
    place = paint.bold(f"{clean(str(diagnostic.span))}:")
    grave = diagnostic.severity == "error"
    code = paint.bad(diagnostic.code) if grave else paint.odd(diagnostic.code)
    kind = "" if grave else f" {diagnostic.severity}:"
    return f"{place} {code}{kind} {clean(diagnostic.message)}"


def _excerpt(span: Span, paint: Paint, severity: str) -> list[str]:
    """Return the line of a span and the carets below it; [] for an empty line."""
    number, column = span.first
    text = span.source.line(number)
    if not text.strip():
        return []
    last_line, last_column = span.last
    end = last_column - 1 if last_line == number else len(text)
    start = min(column - 1, len(text))
    before, guilty, after = text[:start], text[start:end], text[end:]
    before, after = _cut(before, guilty, after)
    shown = clean(before) + clean(guilty) + clean(after)
    gutter = f"{number:>4} | "
    caret = "^" * min(max(width(clean(guilty)), 1), LONGEST_LINE)
    blank = " " * (len(gutter) - 2) + "| " + " " * width(clean(before))
    colour = paint.bad if severity == "error" else paint.odd
    return [paint.faint(gutter) + shown, blank + colour(caret)]


def _cut(before: str, guilty: str, after: str) -> tuple[str, str]:
    """Shorten the text before and after the marked text to LONGEST_LINE."""
    room = max(LONGEST_LINE - len(guilty), 40)
    if len(before) > room:
        before = "..." + before[len(before) - room // 2 :]
    keep = max(room - len(before), 10)
    return before, after if len(after) <= keep else after[:keep] + "..."


def listed(
    diagnostics: Sequence[Diagnostic], paint: Paint = PLAIN, *, errors: bool = False
) -> str:
    """Return diagnostics, sorted, with an empty line between, but not between notes;
    not those that are allowed. Errors come last, where they are read first; with
    `errors` nothing else is listed.

    Beyond SHOWN only their number is given.
    """
    blocks: list[str] = []
    before = ""
    open_ones = [
        diagnostic
        for diagnostic in diagnostics
        if not diagnostic.allowed and (diagnostic.severity == "error" or not errors)
    ]
    for diagnostic in sorted(shown(open_ones), key=_is_error):
        close = before == diagnostic.severity == "note"
        blocks += [*([""] if blocks and not close else []), rendered(diagnostic, paint)]
        before = diagnostic.severity
    if more := len(open_ones) - SHOWN:
        blocks += ["", f"... and {more:,} more"] if more > 0 else []
    return "\n".join(blocks)


def _is_error(diagnostic: Diagnostic) -> bool:
    return diagnostic.severity == "error"


def shown(diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return the diagnostics to print, sorted: at most SHOWN, errors before warnings
    and notes."""
    ranked = sorted(
        diagnostics,
        key=lambda diagnostic: (_RANKS[diagnostic.severity], diagnostic.order),
    )
    return sorted(ranked[:SHOWN], key=lambda diagnostic: diagnostic.order)


def summary(diagnostics: Sequence[Diagnostic]) -> str:
    """Return `2 errors, 1 warning`, or `no problems`; then how many are allowed."""
    counts = Counter(
        diagnostic.severity for diagnostic in diagnostics if not diagnostic.allowed
    )
    parts = [
        f"{counts[kind]:,} {kind}{'' if counts[kind] == 1 else 's'}"
        for kind in ("error", "warning", "note")
        if counts[kind]
    ]
    known = sum(bool(diagnostic.allowed) for diagnostic in diagnostics)
    allowed = f" ({known:,} allowed)" if known else ""
    return (", ".join(parts) or "no problems") + allowed


def tried(counts: "CombinationCounts") -> str:
    """Return under which option combinations a pack was checked."""
    parts = [
        f"{_of(*counts.alone)} other {_noun(counts.alone, 'value')} alone",
        f"{_of(*counts.pairs)} {_noun(counts.pairs, 'pair')} that meet",
        f"{_of(*counts.sampled)} other {_noun(counts.sampled, 'combination')}",
        f"{_of(*counts.by_cases)} more that cases set",
    ]
    every = (counts.alone, counts.pairs, counts.sampled, counts.by_cases)
    shown = [part for part, (_, of) in zip(parts, every, strict=True) if of]
    return "checked with the defaults of its options" + "".join(f", {e}" for e in shown)


def _of(done: int, every: int) -> str:
    return f"{done:,}" if done == every else f"{done:,} of {every:,}"


def _noun(counts: tuple[int, int], word: str) -> str:
    return word if counts[1] == 1 else f"{word}s"


def check_output(diagnostics: Sequence[Diagnostic]) -> CheckOutput:
    """Return the record of a check: the count is of all problems."""
    listed = problems_output(diagnostics)
    left_out = len(diagnostics) - len(listed)
    return CheckOutput(count=len(diagnostics), left_out=left_out, problems=listed)


class CheckChange(Struct, frozen=True):
    """What a check found that the one before it did not.

    `problems` are all that are known now. `quick`: only the default options were tried,
    so problems under other options are taken to be as they were. `waiting` counts those
    of before that an error kept the check from looking for: neither known nor gone.
    """

    folder: Path
    quick: bool
    new: tuple[Diagnostic, ...]
    gone: tuple[Diagnostic, ...]
    problems: tuple[Diagnostic, ...]
    waiting: int = 0


def change_text(change: CheckChange, name: str, paint: Paint = PLAIN) -> str:
    """Return what has changed in a pack: the problems that are new and those that are
    gone, and one line of totals."""
    lines: list[str] = []
    if change.new:
        lines += ["new:", listed(change.new, paint), ""]
    if change.gone:
        places = (_headline(problem, paint) for problem in shown(change.gone))
        lines += ["gone:", *places, ""]
    counts = f"{len(change.new):,} new, {len(change.gone):,} gone"
    follows = ", with the defaults of its options alone" if change.quick else ""
    if count := change.waiting:
        others = "one other is" if count == 1 else f"{count:,} others are"
        follows += f"; {others} looked for again once no error is left"
    return "\n".join(
        [*lines, f"{name}: {summary(change.problems)} ({counts}{follows})"]
    )


def change_json(change: CheckChange, name: str) -> str:
    """Return the same as JSON on one line."""
    counts = Counter(problem.severity for problem in change.problems)
    output = CheckChangeOutput(
        pack=name,
        quick=change.quick,
        new=problems_output(change.new),
        gone=problems_output(change.gone),
        errors=counts["error"],
        warnings=counts["warning"],
        notes=counts["note"],
        waiting=change.waiting,
    )
    return json.dumps(encoded(output))


def problems_output(diagnostics: Sequence[Diagnostic]) -> tuple[ProblemOutput, ...]:
    """Return the diagnostics to print as records for JSON, sorted; lines and columns
    count from 1."""
    return tuple(_problem_output(diagnostic) for diagnostic in shown(diagnostics))


def _problem_output(diagnostic: Diagnostic) -> ProblemOutput:
    line, column = diagnostic.span.first
    end_line, end_column = diagnostic.span.last
    return ProblemOutput(
        code=diagnostic.code,
        severity=diagnostic.severity,
        confidence=CODES[diagnostic.code].confidence,
        file=diagnostic.span.source.name,
        line=line,
        column=column,
        end_line=end_line,
        end_column=end_column,
        message=diagnostic.message,
        expected=diagnostic.expected,
        hint=diagnostic.hint,
        related=tuple(_related(span, why) for span, why in diagnostic.related),
        fix=ABSENT if diagnostic.fix is None else _fix(diagnostic.fix),
        allowed=diagnostic.allowed or ABSENT,
    )


def _fix(fix: Fix) -> FixOutput:
    line, column = fix.span.first
    end_line, end_column = fix.span.last
    return FixOutput(
        file=fix.span.source.name,
        line=line,
        column=column,
        end_line=end_line,
        end_column=end_column,
        replacement=fix.replacement,
        safe=fix.safe,
    )


def _related(span: Span, message: str) -> RelatedPlace:
    line, column = span.first
    end_line, end_column = span.last
    return RelatedPlace(
        file=span.source.name,
        line=line,
        column=column,
        end_line=end_line,
        end_column=end_column,
        message=message,
    )


def codes_text(codes: Sequence[Code], paint: Paint = PLAIN, cells: int = WIDTH) -> str:
    """Return codes with their titles, a block for each family."""
    lines: list[str] = []
    for family, about in FAMILIES:
        family_codes = [each for each in codes if each.code.startswith(family)]
        if not family_codes:
            continue
        rows = [[each.code, each.severity, each.title] for each in family_codes]
        lines += [*([""] if lines else []), paint.bold(f"{family}: {about}")]
        lines += columns(rows, heading=False, cells=cells)
    return "\n".join(lines)


def code_text(code: Code, paint: Paint = PLAIN, cells: int = WIDTH) -> str:
    """Return what a code means, with a bad and a good example."""
    likely = ", likely" if code.confidence == "likely" else ""
    lines = [f"{paint.bold(code.code)} ({code.severity}{likely}): {code.title}"]
    if code.why:
        lines += ["", *folded(code.why, cells)]
    labels = ("such as", "without it") if code.severity == "note" else ("not", "but")
    for what, example in zip(labels, (code.bad, code.good), strict=True):
        if example:
            lines += ["", f"{what}:"]
            lines += [
                f"    {line}".rstrip() for line in example.strip("\n").split("\n")
            ]
    if code.severity != "error" and code.code != "R530":
        allow = f"# allow {code.code}: why it may stay"
        where = "at the end of its line or on a line of its own above it"
        lines += ["", f"to allow it at one place, {where}: {allow}"]
    return "\n".join(lines)


def code_output(code: Code) -> CodeOutput:
    """Return the same as the record for JSON."""
    return CodeOutput(
        code=code.code,
        severity=code.severity,
        confidence=code.confidence,
        title=code.title,
        why=code.why,
        bad=code.bad,
        good=code.good,
    )


def codes_called(name: str) -> list[Code]:
    """Return the codes of a name: that code, a family of them, or all for ""; small
    letters are taken too. Raises UnknownName."""
    wanted = name.upper()
    whole = not wanted or wanted in dict(FAMILIES)
    found = [
        row
        for code, row in sorted(CODES.items())
        if code == wanted or (whole and code.startswith(wanted))
    ]
    if not found:
        raise unknown_code(name)
    return found


def unknown_code(code: str) -> UnknownName:
    """Return the error for a code that is not there: its family where it is written
    as one, else a near one, else the families."""
    error = UnknownName("code", code, CODES)
    family_codes = [each for each in sorted(CODES) if each[:2] == code.upper()[:2]]
    families = ", ".join(f"{name} ({about})" for name, about in FAMILIES)
    near = did_you_mean(code.upper(), CODES)
    if near and not (family_codes and code[1:].isdigit()):
        error.hint = near
        return error
    hints = (
        f"the codes of that family are {', '.join(family_codes)}"
        if family_codes
        else "",
        f"the families are {families}",
    )
    error.hint = "; ".join(each for each in hints if each)
    return error
