"""Arguments of `odds` and `simulate` for several settings, and for two sides."""

from argparse import Namespace
from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from interpreter.app.opening.session import TYPED, Session
from interpreter.app.opening.settings import SET
from interpreter.app.output import CSV, PICTURE, ending, write_file
from interpreter.app.running.odds import title_of
from interpreter.app.running.sweeps import (
    Run,
    Setup,
    VariedValues,
    compared,
    swept,
    varied,
)
from interpreter.cli.arguments import configure_set, folder_of, pairs
from interpreter.cli.parser import Parser
from interpreter.cli.progress import progress
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import UsageError
from interpreter.reports.sweep_pictures import sweep_picture
from interpreter.reports.sweep_text import PLOTS, TextStyle, sweep_text
from interpreter.reports.sweeps import sweep_csv, sweep_output
from interpreter.ruleset.finding import find_pack
from interpreter.source import written_names
from interpreter.values.exact_numbers import numbers_of_any_length

LONG = 1.0  # seconds after which progress is said
SEVERAL = "give a range or a list, as --with NAME=1..6, or compare with --against"


def configure_sweep(parser: Parser) -> None:
    """Add what is compared, and how results are shown and written."""
    configure_set(parser)
    parser.add_argument(
        "--against",
        metavar="PACK",
        help="print the same of another pack or overlay beside it, on the left, with "
        "what changes from it to PACK; an option holds where a pack has it",
    )
    for option, what in (
        ("option", "an option"),
        ("with", "an argument"),
        ("set", "a field"),
    ):
        parser.add_argument(
            f"--against-{option}",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help=f"print the same with another value of {what} beside it, on the "
            "right (with --against on the side of that pack); may be repeated",
        )
    parser.add_argument(
        "--outcome",
        action="append",
        default=[],
        metavar="OUTCOME",
        help="show this alone: an outcome, 5+ or 3..5 of numbers, NAME+ of an ordered "
        "list, or mean; may be repeated",
    )
    parser.add_argument(
        "--plot",
        choices=PLOTS,
        help="show several results so; a heat map needs two things that vary",
    )
    parser.add_argument("--csv", action="store_true", help="print CSV, not text")
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="write a picture (.svg) or a table (.csv) into a file as well; '-' prints "
        "the picture instead of the text",
    )


class SweepRequest(Struct, frozen=True):
    """What is run, what varies of it, and what it is compared with."""

    setup: Setup
    axes: tuple[VariedValues, ...]
    against: Setup | None
    is_turned: bool = False
    """Whether the first side is the one to compare with: of one pack, what is asked
    for with `--against-option` and the like is the change."""

    @property
    def is_single(self) -> bool:
        """Tell whether there is one distribution."""
        return not self.axes and self.against is None

    def example(self) -> Session:
        """Return the session of the first combination of values."""
        axes = [each.axis for each in self.axes]
        return self.setup.at(axes, [each.values[0] for each in self.axes]).session()


def sweep_request(arguments: Namespace) -> SweepRequest:
    """Return what a command line asks for; a UsageError for what only several results
    have."""
    ending(arguments.out, PICTURE, CSV)
    setup = Setup(
        folder_of(arguments),
        arguments.procedure,
        arguments.scenario,
        pairs(arguments.option, "--option"),
        pairs(arguments.values, TYPED.strip()),
        pairs(arguments.fields, SET.strip()),
    )
    folder = find_pack(arguments.against) if arguments.against else setup.folder
    setup, other = compared(setup, replace(setup, folder=folder))
    setup, axes = varied(setup)
    against = _against(arguments, setup, other, axes)
    request = SweepRequest(setup, axes, against, not arguments.against)
    if arguments.plot and request.is_single:
        raise UsageError("--plot is for several results", SEVERAL)
    return request


def _against(
    arguments: Namespace, setup: Setup, other: Setup, axes: tuple[VariedValues, ...]
) -> Setup | None:
    """Return the setup to compare with, of the pack and the options of `other`; None
    where none is asked for."""
    changes = {
        "option": pairs(arguments.against_option, "--against-option"),
        "argument": pairs(arguments.against_with, "--against-with"),
        "field": pairs(arguments.against_set, "--against-set"),
    }
    if not arguments.against and not any(changes.values()):
        return None
    for axis in (each.axis for each in axes):
        if axis.name in written_names(changes[axis.group]):
            hint = "give one value for the first side, or leave the other out"
            raise UsageError(f"'{axis.title}' varies on both sides", hint)
    varying = {each.axis.name for each in axes if each.axis.group == "option"}
    options = {n: text for n, text in other.options.items() if n not in varying}
    return replace(
        setup,
        folder=other.folder,
        without=other.without,
        options={**options, **changes["option"]},
        arguments={**setup.arguments, **changes["argument"]},
        fields={**setup.fields, **changes["field"]},
    )


def run_sweep(
    arguments: Namespace,
    terminal: Terminal,
    request: SweepRequest,
    run: Run,
    run_against: Run | None = None,
) -> None:
    """Run what varies and print it; write the file that was asked for."""
    chosen, plot = tuple(arguments.outcome), arguments.plot
    report = swept(
        request.setup,
        request.axes,
        run,
        title=title_of,
        against=request.against,
        run_against=run_against,
        progress=progress(terminal, LONG),
    )
    if request.is_turned:
        report = report.turned
    with numbers_of_any_length():
        style = TextStyle(terminal.paint, terminal.plain_bars, terminal.cells)
        text = sweep_text(report, chosen=chosen, plot=plot, style=style)
        forms: dict[str, Callable[[], str]] = {
            PICTURE: lambda: sweep_picture(report, chosen, plot),
            CSV: lambda: sweep_csv(report),
        }
        write_out(arguments, forms)
        if arguments.json:
            terminal.show_json(sweep_output(report, chosen))
        else:
            show_form(arguments, terminal, forms, text)


def write_out(arguments: Namespace, forms: Mapping[str, Callable[[], str]]) -> None:
    """Write the file of `--out`, if there is one: a picture unless its name says
    another of the forms."""
    if arguments.out in (None, "-"):
        return
    form = ending(arguments.out, *forms) or PICTURE
    what = "the picture" if form == PICTURE else "the table"
    write_file(Path(arguments.out), forms[form](), what, private=False)


def show_form(
    arguments: Namespace,
    terminal: Terminal,
    forms: Mapping[str, Callable[[], str]],
    text: str,
) -> None:
    """Print the picture or the CSV where one is asked for, else the text."""
    if arguments.out == "-":
        text = forms[PICTURE]().rstrip("\n")
    elif getattr(arguments, "csv", False):
        text = forms[CSV]().rstrip("\n")
    terminal.show(text)
