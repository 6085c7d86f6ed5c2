"""`umpire explain CODE`: what a problem code means, with a bad and a good example."""

from argparse import Namespace

from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics.catalogue import CODES
from interpreter.reports.diagnostics import (
    code_output,
    code_text,
    codes_called,
    codes_text,
)
from interpreter.reports.outputs.checks import ExplainOutput

OUTPUT = ExplainOutput


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
    wanted = arguments.code or ""
    found = codes_called(wanted)
    if arguments.json:
        terminal.show_json(ExplainOutput(codes=tuple(map(code_output, found))))
    elif wanted.upper() in CODES:
        terminal.show(code_text(found[0], terminal.paint, terminal.cells))
    else:
        terminal.show(codes_text(found, terminal.paint, terminal.cells))
    return 0
