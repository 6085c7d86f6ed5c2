"""The catalogue of problem codes as text and JSON."""

from collections.abc import Sequence

from interpreter.diagnostics import UnknownName, did_you_mean
from interpreter.diagnostics.catalogue import CODES, FAMILIES, Code
from interpreter.reports.colour import PLAIN, Paint
from interpreter.reports.text_layout import WIDTH, columns, folded


def codes_text(codes: Sequence[Code], paint: Paint = PLAIN, cells: int = WIDTH) -> str:
    """Return codes with their titles, a block for each family."""
    lines: list[str] = []
    for family, about in FAMILIES:
        own = [each for each in codes if each.code.startswith(family)]
        if not own:
            continue
        rows = [[each.code, each.severity, each.title] for each in own]
        lines += [*([""] if lines else []), paint.bold(f"{family}: {about}")]
        lines += columns(rows, heading=False, cells=cells)
    return "\n".join(lines)


def code_text(code: Code, paint: Paint = PLAIN, cells: int = WIDTH) -> str:
    """Return what a code means, with a bad and a good example."""
    lines = [f"{paint.bold(code.code)} ({code.severity}): {code.title}"]
    if code.why:
        lines += ["", *folded(code.why, cells)]
    labels = ("such as", "without it") if code.severity == "note" else ("not", "but")
    for what, example in zip(labels, (code.bad, code.good), strict=True):
        if example:
            lines += ["", f"{what}:"]
            lines += [
                f"    {line}".rstrip() for line in example.strip("\n").split("\n")
            ]
    return "\n".join(lines)


def code_json(code: Code) -> dict[str, str]:
    """Return the same as data."""
    return {
        "code": code.code,
        "severity": code.severity,
        "title": code.title,
        "why": code.why,
        "bad": code.bad,
        "good": code.good,
    }


def unknown_code(code: str) -> UnknownName:
    """Return the error for a code that is not there: its family where it is written
    as one, else a near one, else the families."""
    error = UnknownName("code", code, CODES)
    own = [each for each in sorted(CODES) if each[:2] == code.upper()[:2]]
    families = ", ".join(f"{name} ({about})" for name, about in FAMILIES)
    near = did_you_mean(code.upper(), CODES)
    if near and not (own and code[1:].isdigit()):
        error.hint = near
        return error
    hints = (
        f"of that family there are {', '.join(own)}" if own else "",
        f"the families are {families}",
    )
    error.hint = "; ".join(each for each in hints if each)
    return error
