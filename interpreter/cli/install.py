"""`umpire install SOURCE`: a pack or an overlay, put into the user's library."""

from argparse import Namespace

from interpreter.app.library.installing import install_pack
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.reports.diagnostics import problems_output
from interpreter.reports.library import install_text
from interpreter.reports.outputs.library import InstallOutput

OUTPUT = InstallOutput


def configure(parser: Parser) -> None:
    """Add the source, and what is asked of it."""
    parser.add_argument(
        "source",
        metavar="SOURCE",
        help="a folder, a .zip or a .tar.gz with one pack or overlay",
    )
    parser.add_argument(
        "--hash",
        metavar="HASH",
        help="refuse it unless its files have this SHA-256, as 'umpire packs --json' "
        "and 'umpire install' print it",
    )
    parser.add_argument(
        "--replace",
        action="store_true",
        help="put it in place of another content that is installed under its name",
    )
    parser.add_argument(
        "--dry-run",
        action="store_true",
        help="install nothing: say what it states, its hash, and what the check finds",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Install a pack, and say what it states of itself; nothing of it is run."""
    found = install_pack(
        arguments.source,
        replace=arguments.replace,
        hash=arguments.hash,
        dry_run=arguments.dry_run,
    )
    pack = found.pack
    output = InstallOutput(
        name=pack.name,
        folder=str(pack.folder),
        outcome=found.outcome,
        title=pack.title,
        version=pack.version,
        licence=pack.licence,
        credits=pack.credits,
        source=pack.source,
        hash=pack.hash,
        installed_from=pack.installed_from,
        files=found.files,
        left_out=found.left_out,
        count=len(found.problems),
        problems=problems_output(found.problems),
    )
    if arguments.json:
        terminal.show_json(output)
    else:
        terminal.show(install_text(output, found.problems, terminal.paint))
    return 0
