"""`umpire new DIR`: a pack to begin with, for house rules, a scenario or rules of one's
own."""

from argparse import Namespace

from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import UsageError
from interpreter.reports.colour import clean
from interpreter.reports.outputs.packs import NewOutput

OUTPUT = NewOutput
WAYS = "give --extends PACK, --scenario PACK or --from-nothing"


def configure(parser: Parser) -> None:
    """Add the folder and what is written."""
    parser.add_argument(
        "folder", metavar="DIR", help="a new folder; its name is that of the pack"
    )
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument(
        "--extends",
        metavar="PACK",
        help="house rules for a pack, with examples of each kind of change",
    )
    ways.add_argument(
        "--scenario",
        dest="scenario_of",
        metavar="PACK",
        help="a scenario for a pack, copied from one of its own",
    )
    ways.add_argument(
        "--from-nothing",
        action="store_true",
        help="a small pack with one of each: table, modifiers, procedure, rule, case",
    )
    parser.add_argument(
        "--like",
        metavar="NAME",
        help="with --scenario: the scenario that is copied; without it the first that "
        "can be played",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Write the pack and print what to do next."""
    if not (arguments.extends or arguments.scenario_of or arguments.from_nothing):
        raise UsageError("what the new pack is for is missing", WAYS)
    if arguments.like is not None and not arguments.scenario_of:
        hint = "add --scenario PACK, or leave --like out"
        raise UsageError("--like belongs to --scenario", hint)
    # imported late: a wrong argument is said at once
    from interpreter.app.authoring.new_packs import new_pack

    new = new_pack(
        arguments.folder,
        extends=arguments.extends,
        scenario_of=arguments.scenario_of,
        like=arguments.like,
    )
    output = NewOutput(
        name=new.name,
        folder=str(new.folder),
        files=new.files,
        commands=new.commands,
    )
    if arguments.json:
        terminal.show_json(output)
    else:
        files = ", ".join(new.files)
        lines = [f"{clean(output.folder)}: {files} written", "", "What to do next:"]
        terminal.show("\n".join([*lines, *(f"  {clean(c)}" for c in new.commands)]))
    return 0
