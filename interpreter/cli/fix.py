"""`umpire fix PACK`: the fixes that problems carry, applied to the files of a pack."""

from argparse import Namespace

from interpreter.cli.arguments import configure_dry_run
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.reports.diagnostics import listed
from interpreter.reports.outputs.edits import FixedPackOutput
from interpreter.reports.text_edits import fix_output, fixed_text
from interpreter.ruleset.finding import called, find_pack, pack_to_write

OUTPUT = FixedPackOutput
ERRORS_LEFT = 3


def configure(parser: Parser) -> None:
    """Add the pack, and which fixes are applied."""
    parser.add_argument(
        "pack", metavar="PACK", help="the folder of a pack; base packs are not changed"
    )
    parser.add_argument(
        "--unsafe",
        action="store_true",
        help="apply also fixes that may mean something else than was meant: read the "
        "changes",
    )
    parser.add_argument(
        "--code",
        dest="codes",
        action="append",
        default=[],
        metavar="CODE",
        help="apply only fixes of this code; may be repeated",
    )
    configure_dry_run(parser)


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Fix a pack, or show how; 3 if an error is left."""
    # imported late: a wrong name is said at once
    from interpreter.app.authoring.fixing import fixed, write_fixes

    is_written = not arguments.dry_run
    find = pack_to_write if is_written else find_pack
    folder = find(arguments.pack)
    pack = fixed(folder, unsafe=arguments.unsafe, codes=arguments.codes)
    if is_written:
        write_fixes(pack)
    name = called(folder)
    if arguments.json:
        terminal.show_json(fix_output(pack, name, is_written=is_written))
    else:
        paint = terminal.paint
        for edit in () if is_written else pack.edits:
            terminal.show(edit.diff(paint))
        if is_written and pack.problems:
            terminal.show(listed(pack.problems, paint) + "\n")
        terminal.show(fixed_text(pack, name, paint, is_written=is_written))
    return ERRORS_LEFT if pack.has_errors else 0
