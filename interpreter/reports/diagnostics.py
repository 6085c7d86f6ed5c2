"""Problems as text with the line they are on, and as JSON."""

from collections import Counter
from collections.abc import Mapping, Sequence

from interpreter.diagnostics import Diagnostic
from interpreter.reports.colour import PLAIN, Paint, clean
from interpreter.reports.text_layout import WIDTH, folded, width
from interpreter.ruleset.option_combinations import CombinationPlan
from interpreter.source import Span

LONGEST_LINE = 160  # cells of a source line that are shown around the place
SHOWN = 200  # problems of a call
_RANKS: Mapping[str, int] = {"error": 0, "warning": 1, "note": 2}


def rendered(found: Diagnostic, paint: Paint = PLAIN) -> str:
    """Return a problem with its source line, a caret, and what would be right.

    A note says nothing that is to be mended: one line is enough.
    """
    lines = [_headline(found, paint)]
    if found.severity != "note":
        lines += _excerpt(found.span, paint, found.severity)
    if found.expected:
        lines += _told("expected:", found.expected, paint)
    if found.hint:
        lines += _told("hint:", found.hint, paint)
    for span, why in found.related:
        lines += _told("see:", f"{span}: {why}", paint)
    return "\n".join(lines)


def _told(label: str, text: str, paint: Paint) -> list[str]:
    """Return a note below an excerpt, on as many lines as it needs."""
    first, *more = folded(f"  {label} {clean(text)}", WIDTH, "")
    below = folded(" ".join(more), WIDTH, "    ") if more else []
    return [first.replace(label, paint.mild(label), 1), *below]


def _headline(found: Diagnostic, paint: Paint) -> str:
    place = paint.bold(f"{clean(str(found.span))}:")
    grave = found.severity == "error"
    code = paint.bad(found.code) if grave else paint.odd(found.code)
    kind = "" if grave else f" {found.severity}:"
    return f"{place} {code}{kind} {clean(found.message)}"


def _excerpt(span: Span, paint: Paint, severity: str) -> list[str]:
    """Return the line of a span and the carets below it; nothing for an empty line."""
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
    """Shorten what stands around the guilty text so that the line can be read."""
    room = max(LONGEST_LINE - len(guilty), 40)
    if len(before) > room:
        before = "..." + before[len(before) - room // 2 :]
    keep = max(room - len(before), 10)
    return before, after if len(after) <= keep else after[:keep] + "..."


def listed(found: Sequence[Diagnostic], paint: Paint = PLAIN) -> str:
    """Return problems, sorted, with an empty line between; notes stand close. Beyond
    SHOWN it only says how many there are."""
    blocks: list[str] = []
    before = ""
    for each in shown(found):
        close = before == each.severity == "note"
        blocks += [*([""] if blocks and not close else []), rendered(each, paint)]
        before = each.severity
    if more := len(found) - SHOWN:
        blocks += ["", f"... and {more:,} more"] if more > 0 else []
    return "\n".join(blocks)


def shown(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return the problems to be shown, sorted: SHOWN at most, errors before others."""
    ranked = sorted(found, key=lambda each: (_RANKS[each.severity], each.order))
    return sorted(ranked[:SHOWN], key=lambda each: each.order)


def summary(found: Sequence[Diagnostic]) -> str:
    """Return `2 errors, 1 warning`, or `no problems`."""
    counts = Counter(each.severity for each in found)
    said = [
        f"{counts[kind]:,} {kind}{'' if counts[kind] == 1 else 's'}"
        for kind in ("error", "warning", "note")
        if counts[kind]
    ]
    return ", ".join(said) or "no problems"


def tried(plan: CombinationPlan) -> str:
    """Return under which settings of its options a pack was checked."""
    said = [
        f"{_of(*plan.alone)} other {_noun(plan.alone, 'value')} alone",
        f"{_of(*plan.pairs)} {_noun(plan.pairs, 'pair')} that meet",
        f"{_of(*plan.sampled)} other {_noun(plan.sampled, 'combination')}",
        f"{_of(*plan.by_cases)} more that cases set",
    ]
    counts = (plan.alone[1], plan.pairs[1], plan.sampled[1], plan.by_cases[1])
    shown = [each for each, count in zip(said, counts, strict=True) if count]
    return "checked with the defaults of its options" + "".join(f", {e}" for e in shown)


def _of(done: int, every: int) -> str:
    return f"{done:,}" if done == every else f"{done:,} of {every:,}"


def _noun(counts: tuple[int, int], word: str) -> str:
    return word if counts[1] == 1 else f"{word}s"


def as_json(found: Sequence[Diagnostic]) -> list[dict[str, object]]:
    """Return the problems to be shown as JSON, sorted; lines and columns count from
    1."""
    return [one_as_json(each) for each in shown(found)]


def one_as_json(found: Diagnostic) -> dict[str, object]:
    """Return one problem as JSON."""
    return {
        "code": found.code,
        "severity": found.severity,
        **_place(found.span),
        "message": found.message,
        "expected": found.expected,
        "hint": found.hint,
        "related": [{**_place(span), "message": why} for span, why in found.related],
    }


def _place(span: Span) -> dict[str, object]:
    line, column = span.first
    end_line, end_column = span.last
    return {
        "file": span.source.name,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
    }
