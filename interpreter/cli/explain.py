"""`umpire explain CODE`: what a problem code means, with a bad and a good example."""

from argparse import Namespace
from collections.abc import Sequence

from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import UnknownName, did_you_mean
from interpreter.diagnostics.catalogue import CODES, FAMILIES, Code
from interpreter.reports.colour import Paint
from interpreter.reports.text_layout import columns, folded


def configure(parser: Parser) -> None:
    """Add the code."""
    parser.add_argument(
        "code",
        nargs="?",
        metavar="CODE",
        help="a code such as R301, or a family such as R3; without one, all are listed",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Print one row of the catalogue, or the list of all."""
    wanted = (arguments.code or "").upper()
    whole = not wanted or wanted in dict(FAMILIES)
    found = [
        each
        for code, each in sorted(CODES.items())
        if code == wanted or (whole and code.startswith(wanted))
    ]
    if not found:
        raise _unknown(arguments.code)
    if arguments.json:
        terminal.show_json({"format": 1, "codes": [_as_json(each) for each in found]})
    elif wanted in CODES:
        terminal.show(_as_text(found[0], terminal.paint, terminal.cells))
    else:
        terminal.show(_listed(found, terminal))
    return 0


def _unknown(code: str) -> UnknownName:
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


def _listed(found: Sequence[Code], terminal: Terminal) -> str:
    """Return codes with their titles, a block for each family."""
    lines: list[str] = []
    for family, about in FAMILIES:
        own = [each for each in found if each.code.startswith(family)]
        if not own:
            continue
        rows = [[each.code, each.severity, each.title] for each in own]
        lines += [*([""] if lines else []), terminal.paint.bold(f"{family}: {about}")]
        lines += columns(rows, heading=False, cells=terminal.cells)
    return "\n".join(lines)


def _as_text(code: Code, paint: Paint, cells: int) -> str:
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


def _as_json(code: Code) -> dict[str, str]:
    return {
        "code": code.code,
        "severity": code.severity,
        "title": code.title,
        "why": code.why,
        "bad": code.bad,
        "good": code.good,
    }
