"""`umpire coverage PACK`: which rules of the source a pack carries, and which cases try
them; with a rule, of that one."""

from argparse import Namespace

from interpreter.cli.parser import Parser
from interpreter.cli.progress import progress
from interpreter.cli.terminal import LONG, Terminal
from interpreter.reports.outputs.checks import CoverageOutput
from interpreter.reports.rulebook import coverage_output, rules_text
from interpreter.ruleset.finding import find_pack

OUTPUT = CoverageOutput


def configure(parser: Parser) -> None:
    """Add the pack, and a rule of it."""
    parser.add_argument("pack", metavar="PACK", help="a name or a path")
    parser.add_argument(
        "rule",
        metavar="RULE",
        nargs="?",
        default="",
        help="only this rule, with the cases that may run through it",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Run every case and print the status of each rule; 1 when one is not covered, or
    none is listed."""
    # no shell waits for these to complete a word
    from interpreter.app.testing.pack_runs import covered_rules
    from interpreter.cache.verdicts import Verdicts
    from interpreter.pipeline.loading import load, usable

    loaded = load(find_pack(arguments.pack))
    usable(loaded)
    verdicts, tell = Verdicts.of(loaded.folder), progress(terminal, LONG)
    try:
        rules, results = covered_rules(loaded, arguments.rule, verdicts, tell)
    finally:
        verdicts.keep()
    if arguments.json:
        terminal.show_json(coverage_output(loaded.name, rules))
    else:
        terminal.show(rules_text(loaded.name, rules, terminal.paint))
    failed = sum(not result.passed for result in results)
    if failed:
        verb = "fails and is" if failed == 1 else "fail and are"
        failures = f"{failed} of {len(results)} cases {verb} ignored"
        terminal.say(f"{failures}: see 'umpire test'")
    return 0 if rules and all(rule.standing.covered for rule in rules) else 1
