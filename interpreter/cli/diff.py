"""`umpire diff BEFORE [AFTER]`: what a change of rules means."""

from argparse import Namespace

from interpreter.app.differences.diff import diff
from interpreter.app.differences.effects import TRIALS
from interpreter.app.differences.versions import AT, base_of
from interpreter.app.output import PICTURE, ending
from interpreter.cli.arguments import (
    configure_house,
    configure_option,
    folder_of,
    pairs,
    positive,
)
from interpreter.cli.parser import Parser
from interpreter.cli.progress import progress
from interpreter.cli.sweeping import LONG, show_form, write_out
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import UsageError
from interpreter.reports.diff_pictures import diff_picture
from interpreter.reports.diffs import diff_output, diff_text
from interpreter.reports.outputs.diffs import DiffOutput
from interpreter.reports.sweep_text import TextStyle
from interpreter.ruleset.finding import find_pack
from interpreter.values.exact_numbers import numbers_of_any_length

OUTPUT = DiffOutput
DIFFERENT = 1


def configure(parser: Parser) -> None:
    """Add the two versions, and what is played."""
    parser.add_argument(
        "pack",
        metavar="PACK",
        help="a name or a path; PACK@REVISION is the pack of a commit",
    )
    parser.add_argument(
        "after",
        metavar="AFTER",
        nargs="?",
        help="the version to compare it with; without it, an overlay is compared with "
        "what it extends",
    )
    configure_option(parser)
    configure_house(parser)
    parser.add_argument(
        "--against-option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the second version alone; may be repeated",
    )
    parser.add_argument(
        "--scenario",
        action="append",
        default=[],
        dest="scenarios",
        metavar="NAME",
        help="play games of this scenario; may be repeated; without it, of the "
        "smallest that the change reaches",
    )
    parser.add_argument(
        "--trials", metavar="N", default=str(TRIALS), help="how many games a side"
    )
    parser.add_argument(
        "--full",
        action="store_true",
        help="print words that only people read too, and outcomes that are the same",
    )
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="write a picture (.svg) into a file as well; '-' prints it instead",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Print the differences; 1 if there are any."""
    ending(arguments.out, PICTURE)
    trials = positive("--trials", arguments.trials)
    before, after = _versions(arguments)
    found = diff(
        before,
        after,
        options=pairs(arguments.option, "--option"),
        after_options=pairs(arguments.against_option, "--against-option"),
        scenarios=arguments.scenarios or None,
        trials=trials,
        tell=progress(terminal, LONG),
    )
    report = found.report
    with numbers_of_any_length():
        forms = {PICTURE: lambda: diff_picture(report)}
        write_out(arguments, forms)
        if arguments.json:
            terminal.show_json(diff_output(report))
        else:
            style = TextStyle(terminal.paint, terminal.plain_bars, terminal.cells)
            text = diff_text(report, full=arguments.full, style=style)
            if text or arguments.out == "-":
                show_form(arguments, terminal, forms, text)
    if report.is_same:
        terminal.say("no rule differs")
        return 0
    return DIFFERENT


def _versions(arguments: Namespace) -> tuple[str, str]:
    """Return the two versions: of an overlay alone, what it extends first."""
    if arguments.houses and arguments.after is None:
        return arguments.pack, str(folder_of(arguments))
    if arguments.after is not None:
        return arguments.pack, arguments.after
    if arguments.against_option:
        return arguments.pack, arguments.pack
    if AT in arguments.pack:
        hint = "as in: umpire diff PACK@REVISION PACK"
        raise UsageError("a revision is compared with a second version", hint)
    base = base_of(find_pack(arguments.pack))
    if base is None:
        raise UsageError(
            f"'{arguments.pack}' extends no pack that it could be compared with",
            "name a second version, PACK@REVISION, or --against-option NAME=VALUE",
        )
    return base, arguments.pack
