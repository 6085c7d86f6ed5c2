"""`umpire explain NAME`: what a problem code, a step, a clause or a function means,
with examples."""

from argparse import Namespace

from interpreter.app.reference import (
    example_of,
    names_of_kind,
    near_page,
    reference_pages,
)
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import UnknownName
from interpreter.diagnostics.catalogue import CODES
from interpreter.reports.diagnostics import (
    code_output,
    code_text,
    codes_called,
    codes_text,
)
from interpreter.reports.outputs.checks import ExplainOutput
from interpreter.reports.text_layout import folded

OUTPUT = ExplainOutput


def configure(parser: Parser) -> None:
    """Add the code."""
    parser.add_argument(
        "code",
        nargs="?",
        metavar="CODE",
        help="a code such as R301, a family such as R3, or the name of a step, a "
        "clause or a function; 'steps', 'clauses' and 'functions' list these; without "
        "one, all codes are listed",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Print one row of the catalogue, the list of all, or pages of the reference."""
    wanted = arguments.code or ""
    pages = reference_pages(wanted)
    if pages:
        if arguments.json:
            terminal.show_json(ExplainOutput(codes=(), pages=pages))
        else:
            terminal.show("\n".join(page.text for page in pages).rstrip())
        return 0
    if names := names_of_kind(wanted):
        if arguments.json:
            every = [page for name in names for page in reference_pages(name)]
            terminal.show_json(ExplainOutput(codes=(), pages=tuple(every)))
        else:
            terminal.show("\n".join(folded(", ".join(names), terminal.cells)))
        return 0
    try:
        found = codes_called(wanted)
    except UnknownName as error:
        error.hint = near_page(wanted) or error.hint
        raise
    if arguments.json:
        terminal.show_json(ExplainOutput(codes=tuple(map(code_output, found))))
    elif wanted.upper() in CODES:
        text = code_text(found[0], terminal.paint, terminal.cells)
        example = example_of(wanted.upper())
        terminal.show(f"{text}\n\n{example}" if example else text)
    else:
        terminal.show(codes_text(found, terminal.paint, terminal.cells))
    return 0
