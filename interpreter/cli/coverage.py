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
    """Run every case and print the status of each rule; 1 when one is not covered, or
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
    failed = sum(not result.passed for result in results)
    if failed:
        verb = "fails and is" if failed == 1 else "fail and are"
        said = f"{failed} of {len(results)} cases {verb} ignored"
        terminal.say(f"{said}: see 'umpire test'")
    return 0 if rules and all(rule.standing.covered for rule in rules) else 1
