"""`umpire test PACK...`: the cases of packs."""

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from interpreter.cli.arguments import positive, workers_of
from interpreter.cli.parser import Parser
from interpreter.cli.progress import progress
from interpreter.cli.terminal import LONG, Terminal
from interpreter.diagnostics import UsageError
from interpreter.reports.cases import cases_output, cases_text
from interpreter.reports.outputs.checks import CasesOutput
from interpreter.reports.outputs.edits import AcceptOutput
from interpreter.reports.outputs.mutation import MutationOutput
from interpreter.ruleset.finding import pack_to_write

OUTPUT = CasesOutput | AcceptOutput | MutationOutput
ALONE = "--coverage runs in one process: leave out --workers"
WHOLE = "--coverage runs every case"
MUTANTS: Final = 100
LEAVE_OUT = "leave one of them out"
BOTH = "--all runs every case, --changed only what an edit reaches"


def configure(parser: Parser) -> None:
    """Add the packs, and which of their cases are run."""
    parser.add_argument(
        "packs",
        nargs="+",
        metavar="PACK",
        help="a name or a path; after it also a case, a table of cases, a part of "
        "their names or a rule: only these are run",
    )
    for option, help_text in (
        ("--all", "run also what has passed and no edit reaches"),
        ("--changed", "list only what an edit reaches since it passed"),
        ("--coverage", "list what no case runs"),
        ("--own", "leave out the cases of packs below"),
        (
            "--accept",
            "write what comes of a case that fails as what it expects, and print the "
            "change; with --all of several",
        ),
    ):
        parser.add_argument(option, action="store_true", help=help_text)
    parser.add_argument(
        "--mutants",
        nargs="?",
        const=str(MUTANTS),
        metavar="COUNT",
        help="plant single faults into rows of tables and modifiers, and list those "
        f"that neither 'check' nor a case finds: so many, {MUTANTS} without a number, "
        "or all; with --own only the overlay's own cases may find them",
    )
    parser.add_argument(
        "--seed",
        metavar="TEXT",
        help="which faults are drawn for --mutants (1)",
    )
    parser.add_argument(
        "--workers",
        metavar="N",
        help="how many processes, for many cases; otherwise one for each core",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Run the cases that are wanted; 1 when one failed."""
    # no shell waits for these to complete a word
    from interpreter.app.testing.pack_runs import CasesWanted, gaps_of, results_of
    from interpreter.app.testing.selection import packs_and_words

    marked, changed = arguments.coverage, arguments.changed
    if marked and arguments.workers is not None:
        raise UsageError(ALONE)
    workers = workers_of(arguments.workers)
    folders, words = packs_and_words(arguments.packs)
    if arguments.accept:
        return _accept(arguments, folders, words, terminal)
    if arguments.mutants is not None:
        return _mutants(arguments, folders, words, terminal)
    if arguments.seed is not None:
        raise UsageError("--seed draws faults", "add --mutants")
    if marked and (words or changed):
        raise UsageError(WHOLE, "leave out --changed and names of cases")
    if changed and arguments.all:
        raise UsageError(BOTH, "leave out one of them")
    wanted = CasesWanted(words, arguments.own, workers, arguments.all)
    tell = progress(terminal, LONG)
    found, gaps = (
        gaps_of(folders, arguments.own, tell)
        if marked
        else (results_of(folders, wanted, tell), [])
    )
    if arguments.json:
        listed = [case for case in found if not (changed and case.unchanged)]
        terminal.show_json(cases_output(listed, gaps if marked else None))
    else:
        terminal.show(cases_text(found, terminal.paint, gaps, changed))
    return 0 if all(each.passed for each in found) else 1


def _accept(
    arguments: Namespace, folders: list[Path], words: list[str], terminal: Terminal
) -> int:
    """Write results as expectations; 1 when a case cannot be accepted."""
    # imported late: no other test waits for it
    from interpreter.app.testing.accepting import accepted_results, write_edits
    from interpreter.reports.text_edits import accepted_output, accepted_text

    _alone("accept", arguments, ("coverage", "changed", "own", "mutants", "seed"))
    if len(folders) > 1:
        raise UsageError("--accept takes the cases of one pack", "name one pack")
    folder = pack_to_write(arguments.packs[0])
    found = accepted_results(folder, words, several=arguments.all)
    write_edits(found.edits)
    if arguments.json:
        terminal.show_json(accepted_output(found, is_written=True))
    else:
        terminal.show(accepted_text(found, terminal.paint, is_written=True))
    return 1 if found.refused else 0


def _mutants(
    arguments: Namespace, folders: list[Path], words: list[str], terminal: Terminal
) -> int:
    """Try faults in the rows of a pack; 1 when one is not found."""
    # imported late: no other test waits for it
    from interpreter.app.testing.mutation import FaultsWanted, mutation_report
    from interpreter.reports.mutation import mutation_output, mutation_text

    _alone("mutants", arguments, ("coverage", "changed", "all"))
    if len(folders) > 1 or words:
        raise UsageError("--mutants takes one pack, whole", "name one pack alone")
    text = arguments.mutants
    if text != "all" and not text.isdecimal():
        hint = "write a number or all after it; the pack comes first"
        raise UsageError(f"--mutants '{text}' is no number of faults", hint)
    count = None if text == "all" else positive("--mutants", text)
    workers = workers_of(arguments.workers)
    seed = arguments.seed or "1"
    wanted = FaultsWanted(count, seed, workers, only_own=arguments.own)
    found = mutation_report(folders[0], wanted, progress(terminal, LONG))
    if arguments.json:
        terminal.show_json(mutation_output(found))
    else:
        terminal.show(mutation_text(found, terminal.paint))
    return 1 if found.count("survived") else 0


def _alone(chosen: str, arguments: Namespace, others: Sequence[str]) -> None:
    """Raise UsageError where an option is given that another excludes."""
    for option in others:
        if getattr(arguments, option):
            raise UsageError(f"--{chosen} and --{option} exclude each other", LEAVE_OUT)
