"""`umpire sheet PACK`: a quick reference to print, for the players or for the judge."""

from argparse import Namespace
from pathlib import Path
from typing import get_args

from interpreter.app.output import HTML, HTML_MARK, MARKDOWN, ending, write_file
from interpreter.app.sheets import sheet_and_withheld
from interpreter.cli.arguments import configure_pack, pack_of, positive
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import LimitExceeded, UsageError
from interpreter.reports.outputs.sheets import SheetAudience, SheetOutput
from interpreter.reports.sheet_markdown import sheet_markdown
from interpreter.reports.sheet_page import sheet_page

OUTPUT = SheetOutput
MOST_SIDES = 16


def configure(parser: Parser) -> None:
    """Add the pack, the reader, the form and where it goes."""
    configure_pack(parser)
    parser.add_argument(
        "--for",
        dest="audience",
        choices=get_args(SheetAudience),
        default="players",
        help="who reads it: 'players' (the default) get nothing of what only the judge "
        "may know",
    )
    parser.add_argument(
        "--format",
        choices=("html", "markdown"),
        help="html (the default) prints on sides of A4; markdown is for notes",
    )
    parser.add_argument(
        "--sides",
        metavar="N",
        help="how many sides of A4 it may have; without it two, or four where two are "
        "too few",
    )
    parser.add_argument(
        "--out", metavar="FILE", help="write it into a file (.html or .md)"
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Print the sheet, or write it into a file."""
    kind = ending(arguments.out, HTML, MARKDOWN)
    of_file = {HTML: "html", MARKDOWN: "markdown"}.get(kind)
    if arguments.format and of_file not in (None, arguments.format):
        message = f"--format {arguments.format} does not fit '{arguments.out}'"
        raise UsageError(message, "leave --format out, or name another file")
    sides = None
    if arguments.sides is not None:
        sides = positive("--sides", arguments.sides)
        if sides > MOST_SIDES:
            raise LimitExceeded("sides", MOST_SIDES)
    sheet, withheld = sheet_and_withheld(
        pack_of(arguments), arguments.pack, arguments.audience, sides
    )
    is_text = (
        arguments.format or ("markdown" if kind == MARKDOWN else "")
    ) == "markdown"
    text = sheet_markdown(sheet) if is_text else sheet_page(sheet)
    if arguments.out not in (None, "-"):
        path, private = Path(arguments.out), arguments.audience == "judge"
        write_file(path, text, "the sheet", private=private, mark=HTML_MARK)
        terminal.say(f"umpire: the sheet is in '{arguments.out}'")
    for line in withheld:
        terminal.say(f"umpire: {line}")
    if arguments.json:
        terminal.show_json(sheet)
    elif arguments.out in (None, "-"):
        terminal.show(text.rstrip("\n"))
    return 0
