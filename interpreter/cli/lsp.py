"""`umpire lsp`: serves editors over standard input and output."""

import os
from argparse import Namespace

from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import Unavailable
from interpreter.reports.outputs.packs import LspOutput
from interpreter.ruleset.finding import HEAD

OUTPUT = LspOutput


def configure(parser: Parser) -> None:
    """Add the odds that are shown beside rows."""
    parser.add_argument(
        "--no-odds",
        action="store_true",
        help="show no odds beside the rows of tables and modifiers",
    )
    parser.add_argument(
        "--stdio",
        action="store_true",
        help="serve over standard input and output, the default; accepted because some "
        "editors add it",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Serve one editor until it leaves; with --json say what is served."""
    try:
        # imported late: it takes longer than most verbs
        from interpreter.cli import language_features, language_server
    except ImportError as error:
        hint = 'pip install "wargame-umpire[editor]"'
        raise Unavailable("an editor is served by the library pygls", hint) from error
    server = language_server.server(has_odds=not arguments.no_odds)
    language_features.register(server)
    if arguments.json:
        features = tuple(language_server.features(server))
        command = ("umpire", "lsp")
        output = LspOutput(
            command=command, language="yaml", root=HEAD, features=features
        )
        terminal.show_json(output)
    else:
        if terminal.is_person():
            terminal.say("this is for an editor to start; Ctrl-D ends it")
        # copies: the library closes what it is given
        with open(os.dup(0), "rb") as heard, open(os.dup(1), "wb") as said:
            try:
                server.start_io(heard, said)
            finally:
                server.end()
    return 0
