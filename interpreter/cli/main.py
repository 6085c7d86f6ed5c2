"""Which verb is meant, and what every failure says."""

import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from importlib import import_module
from typing import Protocol, cast

from interpreter.cli import time_limit
from interpreter.cli.failures import (
    INTERRUPTED,
    UNWRITTEN,
    Failure,
    of_error,
    of_fault,
    told,
    wants_json,
)
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal, drop, here
from interpreter.diagnostics import UmpireError, UsageError, did_you_mean

VERBS = (
    ("packs", "list the packs that are there"),
    ("show", "print what a pack holds: a table, an option, a scenario ..."),
    ("check", "say all that is wrong with packs, as far as it shows without playing"),
    ("run", "run a procedure once"),
    ("odds", "work out the exact odds of a procedure"),
    ("simulate", "run a procedure or a scenario many times and estimate its odds"),
    ("play", "play a scenario, from its beginning or from where its game stands"),
    ("word", "take the word that a seat adds to the dice of a game"),
    ("view", "show what a seat may know of a game, or all of it to the judge"),
    ("map", "draw what a seat knows of a game, or how a scenario begins"),
    ("handout", "write for a seat what it may know and is asked, into a folder"),
    ("export", "write what another pack reads of a game: a scenario, or answers"),
    ("answer", "take the answer that a seat gave back in a file"),
    ("log", "list what was answered and what fell in a game"),
    ("undo", "take back the last choice of a game, or more"),
    ("replay", "play a game again as it is written, also by other rules"),
    ("verify", "check that nothing of a game was changed, and each of its rolls"),
    ("test", "run the cases of packs"),
    ("coverage", "say which rules of the source a pack carries, tried by its cases"),
    ("explain", "explain a problem code, with a bad and a good example"),
    ("schemas", "copy the schemas for editors into a folder"),
    ("completion", "print a script that lets a shell complete what you type"),
)
LATER = (*("new", "diff", "whence", "sheet", "fmt", "fix", "import-table"),)
"""Verbs that are announced and not yet implemented."""
FIRST_STEPS = (
    "umpire packs              which rulesets are there",
    "umpire show NAME          what can be run, with what, and the options",
    "umpire run NAME WHAT --explain",
)


class VerbModule(Protocol):
    """What the module of a verb offers."""

    def configure(self, parser: Parser) -> None:
        """Add the verb's arguments."""

    def execute(self, arguments: Namespace, terminal: Terminal) -> int:
        """Do it and return the exit code."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code; nothing is ever raised."""
    if "_ARGCOMPLETE" in os.environ:  # a shell asks what may stand in a line
        from interpreter.cli.completing import complete

        complete(VERBS)
    given = list(sys.argv[1:] if argv is None else argv)
    terminal = here()
    try:
        code = _answered(given, terminal)
        terminal.flush()
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError:  # even the failure could not be printed
        _forget_output()
        return UNWRITTEN


def _answered(given: Sequence[str], terminal: Terminal) -> int:
    """Run the verb; turn whatever it raises into a sentence and a code."""
    as_json = wants_json(given)
    try:
        code = _run(given, terminal)
        terminal.flush()
        return code
    except UmpireError as error:
        return told(of_error(error), terminal, as_json)
    except SystemExit as left:  # argparse, after --help
        return left.code if isinstance(left.code, int) else 0
    except KeyboardInterrupt:
        return told(Failure(INTERRUPTED, "interrupted"), terminal, as_json)
    except Exception as error:  # the last net: no traceback reaches a user
        return told(of_fault(error), terminal, as_json)


def _run(given: Sequence[str], terminal: Terminal) -> int:
    for word in given:
        if "\0" in word:
            raise UsageError("a word of the command line holds a NUL", "leave it out")
    verb, rest = (given[0], given[1:]) if given else ("--help", [])
    if verb == "help" and rest and not rest[0].startswith("-"):
        verb, rest = rest[0], ["--help"]
    if verb in ("-h", "--help", "help"):
        terminal.show(_overview())
        return 0
    if verb == "--version":
        # the package itself is no room, so it is not imported but looked up
        terminal.show(f"umpire {sys.modules['interpreter'].__version__}")
        return 0
    about = dict(VERBS).get(verb)
    if verb in LATER:
        hint = "'umpire help' lists the verbs that are there"
        raise UsageError(
            f"'{verb}' comes later; this version does not have it yet", hint
        )
    if about is None:
        known = ", ".join(name for name, _ in VERBS)
        if verb.startswith("-"):
            raise UsageError(
                f"unknown option '{verb}'", "a verb comes first: umpire help"
            )
        hint = did_you_mean(verb, [name for name, _ in VERBS]) or f"one of {known}"
        raise UsageError(f"unknown verb '{verb}'", hint)
    module = cast(VerbModule, import_module(f"interpreter.cli.{verb}"))
    parser = Parser(verb, about)
    module.configure(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")
    time_limit.configure(parser, verb)
    arguments = parser.read(rest)
    with time_limit.limited(arguments):
        return module.execute(arguments, terminal)


def _overview() -> str:
    width = max(len(name) for name, _ in VERBS)
    lines = [f"  {name.ljust(width)}  {about}" for name, about in VERBS]
    head = ["usage: umpire VERB ...", "", "A rules interpreter for wargames.", ""]
    more = ["", "To begin with:", *(f"  {each}" for each in FIRST_STEPS)]
    return "\n".join([*head, *lines, *more, "", "'umpire help VERB' says more."])


def _forget_output() -> None:
    """Let nothing more be written."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            drop(stream)
