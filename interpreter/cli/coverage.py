"""`umpire coverage PACK`: which rules of the source a pack carries, and which cases try
them."""

from argparse import Namespace

from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.reports.outputs.checks import CoverageOutput
from interpreter.reports.rulebook import coverage_output, rules_text
from interpreter.ruleset.finding import find_pack

OUTPUT = CoverageOutput


def configure(parser: Parser) -> None:
    """Add the pack."""
    parser.add_argument("pack", metavar="PACK", help="a name or a path")


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Run every case and print how each rule stands; 1 when one is not covered, or
    none is listed."""
    # no shell waits for these to complete a word
    from interpreter.app.testing.case_runs import covered_rules
    from interpreter.pipeline.loading import load, usable

    loaded = load(find_pack(arguments.pack))
    usable(loaded)
    rules, results = covered_rules(loaded)
    if arguments.json:
        terminal.show_json(coverage_output(loaded.name, rules))
    else:
        terminal.show(rules_text(loaded.name, rules, terminal.paint))
    failed = sum(not each.passed for each in results)
    if failed:
        said = "1 case fails and counts" if failed == 1 else f"{failed} fail and count"
        terminal.say(f"of {len(results)} cases {said} for nothing: see 'umpire test'")
    return 0 if rules and all(each.standing.covered for each in rules) else 1
