"""`umpire explain CODE`: what a problem code means, with a bad and a good example."""

from argparse import Namespace

from interpreter.commands.parser import Parser
from interpreter.commands.terminal import Terminal
from interpreter.problems import UnknownName
from interpreter.problems.catalogue import CODES, Code
from interpreter.reporting.layout import columns
from interpreter.reporting.paint import Paint


def configure(parser: Parser) -> None:
    """Add the code."""
    parser.add_argument(
        "code", nargs="?", help="a code such as R301; without one, all are listed"
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Print one row of the catalogue, or the list of all."""
    if arguments.code is None:
        found = sorted(CODES.values(), key=lambda each: each.code)
        if arguments.json:
            rows = [_as_json(each) for each in found]
            terminal.show_json({"format": 1, "codes": rows})
        else:
            lines = [[each.code, each.severity, each.title] for each in found]
            terminal.show("\n".join(columns(lines, heading=False, indent="")))
        return 0
    code = CODES.get(arguments.code.upper())
    if code is None:
        raise UnknownName("code", arguments.code, CODES)
    if arguments.json:
        terminal.show_json({"format": 1, "codes": [_as_json(code)]})
    else:
        terminal.show(_as_text(code, terminal.paint))
    return 0


def _as_text(code: Code, paint: Paint) -> str:
    lines = [f"{paint.bold(code.code)} ({code.severity}): {code.title}"]
    if code.why:
        lines += ["", code.why]
    for what, example in (("not", code.bad), ("but", code.good)):
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
