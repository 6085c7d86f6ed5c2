"""`umpire fmt PATH...`: the layout of the files of packs."""

from argparse import Namespace

from interpreter.app.authoring.layouts import (
    STDIN,
    layout_files,
    layout_of_stdin,
    layouts,
    write_layout,
)
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import UsageError
from interpreter.reports.outputs.edits import FmtOutput
from interpreter.reports.text_edits import (
    FileLayout,
    fmt_output,
    layout_failures,
    layouts_text,
)

OUTPUT = FmtOutput
WOULD_CHANGE = 1
UNREADABLE = 3


def configure(parser: Parser) -> None:
    """Add the paths, and whether files are written."""
    parser.add_argument(
        "paths",
        nargs="+",
        metavar="PATH",
        help="a folder, of a pack or of many, or a file; - reads standard input and "
        "prints it in its layout",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="write nothing: list the files that would change, and end with 1 if there "
        "are any",
    )
    parser.add_argument(
        "--diff",
        action="store_true",
        help="write nothing: print what would change as a unified diff",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Write files in their layout, or show it; 3 if one cannot be read."""
    looks = arguments.check or arguments.diff
    if STDIN in arguments.paths:
        if len(arguments.paths) > 1:
            raise UsageError("'-' and other paths exclude each other", "leave one out")
        found = [layout_of_stdin(terminal.source)]
        if not looks and not arguments.json:
            return _passed_on(found[0], terminal)
        is_written = False
    else:
        found = list(layouts(layout_files(arguments.paths)))
        is_written = not looks
        for layout in found if is_written else ():
            if layout.changes:
                write_layout(layout)
    if arguments.json:
        terminal.show_json(fmt_output(found, is_written=is_written))
    else:
        if arguments.diff:
            _show_diffs(found, terminal)
        else:
            terminal.show(layouts_text(found, is_written=is_written))
        if failures := layout_failures(found, terminal.talk_paint):
            terminal.say(failures)
    if any(layout.after is None for layout in found):
        return UNREADABLE
    changes = any(layout.changes for layout in found)
    return WOULD_CHANGE if arguments.check and changes else 0


def _show_diffs(found: list[FileLayout], terminal: Terminal) -> None:
    for layout in found:
        if layout.changes:
            terminal.show(layout.diff(terminal.paint))


def _passed_on(layout: FileLayout, terminal: Terminal) -> int:
    """Print standard input in its layout; as it is, and why, where it has none."""
    terminal.pass_on(layout.before if layout.after is None else layout.after)
    if layout.after is None:
        terminal.say(layout_failures([layout], terminal.talk_paint))
        return UNREADABLE
    return 0
