"""`umpire import-table FILE`: tables of other programs and of printed pages."""

from argparse import Namespace
from pathlib import Path

from interpreter.app.importing.adding import add_tables, pack_file
from interpreter.app.importing.importing import FORMATS, read_tables, text_of_file
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.reports import diagnostics as reports
from interpreter.reports.colour import clean
from interpreter.reports.imports import import_text
from interpreter.reports.outputs.imports import ImportOutput
from interpreter.ruleset.finding import called

OUTPUT = ImportOutput
NOT_ALL = 1


def configure(parser: Parser) -> None:
    """Add the file, and where the tables go."""
    parser.add_argument(
        "file", metavar="FILE", help="a file with one or more tables; - is stdin"
    )
    parser.add_argument(
        "--into",
        metavar="PACK/FILE.yaml",
        help="add the tables to a file of a pack, and check the pack",
    )
    parser.add_argument("--name", metavar="NAME", help="what the table is called")
    parser.add_argument(
        "--format",
        choices=FORMATS,
        help="the format; without it, the one that the file looks like",
    )
    parser.add_argument(
        "--dice",
        metavar="DICE",
        help="what the table is read with: d6, 2d6, '2d6 + integer', 'integer 0..'; "
        "without it, what is printed, or what its rows cover",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Print the tables as YAML, or write them into a file of a pack; 1 if something
    could not be read, or if `check` has an error then."""
    file = None if arguments.into is None else pack_file(arguments.into)
    text, letters = text_of_file(arguments.file, terminal.source)
    title = "" if arguments.file == "-" else Path(arguments.file).stem
    read = read_tables(
        text,
        title=title.replace("_", " ").replace("-", " "),
        name=arguments.name,
        form=arguments.format,
        dice=arguments.dice,
        letters=letters,
    )
    problems = None if file is None else add_tables(file, read.tables)
    output = read.output(arguments.file, arguments.into, problems)
    if arguments.json:
        terminal.show_json(output)
    elif file is None:
        terminal.show(output.yaml.rstrip("\n"))
        terminal.say(import_text(output))
    else:
        terminal.show(import_text(output))
        if problems:
            terminal.show("\n" + reports.listed(problems, terminal.paint) + "\n")
        pack = clean(called(file.folder))
        terminal.show(f"{pack}: {reports.summary(problems or ())} of these tables")
    has_error = any(problem.severity == "error" for problem in problems or ())
    return NOT_ALL if has_error or not read.is_whole else 0
