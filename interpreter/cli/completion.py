"""`umpire completion SHELL`: a script that lets a shell complete our command lines."""

from argparse import Namespace

from argcomplete.shell_integration import shellcode

from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.reports.outputs.packs import CompletionOutput

OUTPUT = CompletionOutput
SHELLS = ("bash", "zsh", "fish")


def configure(parser: Parser) -> None:
    """Add the shell."""
    parser.add_argument(
        "shell", choices=SHELLS, metavar="SHELL", help="one of bash, zsh, fish"
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Print the script for a shell; it asks `completing` for the words."""
    script = shellcode(["umpire"], use_defaults=False, shell=arguments.shell)
    if arguments.json:
        terminal.show_json(CompletionOutput(shell=arguments.shell, script=script))
    else:
        terminal.show(script.strip())
    return 0
