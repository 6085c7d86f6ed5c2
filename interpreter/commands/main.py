"""Which verb is meant, and what every failure says."""

import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from interpreter.commands.parser import Misused, Parser
from interpreter.commands.terminal import Terminal, here
from interpreter.problems import UmpireError, Unusable, did_you_mean
from interpreter.reporting.paint import clean

VERBS = (
    ("packs", "list the packs that are there"),
    ("show", "print a table, modifiers, a procedure or an option of a pack"),
    ("check", "say everything that can be known of packs without playing"),
    ("run", "run a procedure once"),
    ("odds", "work out the exact odds of a procedure"),
    ("simulate", "run a procedure or a scenario many times and estimate its odds"),
    ("test", "run the cases of packs"),
    ("explain", "explain a problem code, with a bad and a good example"),
    ("schemas", "copy the schemas for editors into a folder"),
)
BUG = 70
INTERRUPTED = 130
REPORT_TO = "please report it with the command you gave, at the project's issue list"


class Verb(Protocol):
    """What the module of a verb offers."""

    def configure(self, parser: Parser) -> None:
        """Add the verb's arguments."""

    def execute(self, arguments: Namespace, terminal: Terminal) -> int:
        """Do it and return the exit code."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code; nothing is ever raised."""
    given = list(sys.argv[1:] if argv is None else argv)
    terminal = here()
    try:
        code = _run(given, terminal)
        terminal.out.flush()
    except UmpireError as error:
        return _flushed(terminal, _failed(error, terminal))
    except SystemExit as left:  # argparse, after --help
        return _flushed(terminal, left.code if isinstance(left.code, int) else 0)
    except KeyboardInterrupt:
        return _flushed(terminal, _said(terminal, "interrupted", INTERRUPTED))
    except BrokenPipeError:
        return _nobody_reads()
    except Exception as error:  # the last net: no traceback reaches a user
        return _fault(error, terminal)
    return code


def _run(given: Sequence[str], terminal: Terminal) -> int:
    verb, rest = (given[0], given[1:]) if given else ("--help", [])
    if verb in ("-h", "--help", "help"):
        terminal.show(_overview())
        return 0
    if verb == "--version":
        # the package itself is no room, so it is not imported but looked up
        terminal.show(f"umpire {sys.modules['interpreter'].__version__}")
        return 0
    about = dict(VERBS).get(verb)
    if about is None:
        known = ", ".join(name for name, _ in VERBS)
        hint = did_you_mean(verb, [name for name, _ in VERBS]) or f"one of {known}"
        kind = "option" if verb.startswith("-") else "verb"
        raise Misused(f"unknown {kind} '{verb}'", hint)
    module = cast(Verb, import_module(f"interpreter.commands.{verb}"))
    parser = Parser(verb, about)
    module.configure(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")
    return module.execute(parser.read(rest), terminal)


def _overview() -> str:
    width = max(len(name) for name, _ in VERBS)
    lines = [f"  {name.ljust(width)}  {about}" for name, about in VERBS]
    head = ["usage: umpire VERB ...", "", "A rules interpreter for wargames.", ""]
    return "\n".join([*head, *lines, "", "'umpire VERB --help' says more."])


def _failed(error: UmpireError, terminal: Terminal) -> int:
    paint = terminal.talk_paint
    if isinstance(error, Unusable) and error.problems:
        from interpreter.reporting.problems import listed

        terminal.say(listed(error.problems, paint) + "\n")
    terminal.say(f"{paint.bad('umpire:')} {clean(error.message)}")
    if error.hint:
        terminal.say(f"  {paint.mild('hint:')} {clean(error.hint)}")
    return error.exit_code


def _said(terminal: Terminal, text: str, code: int) -> int:
    terminal.say(f"umpire: {text}")
    return code


def _flushed(terminal: Terminal, code: int) -> int:
    try:
        terminal.out.flush()
    except BrokenPipeError:
        return _nobody_reads()
    except OSError:
        pass  # the failure that ends the command has been said already
    return code


def _nobody_reads() -> int:
    """Leave quietly: whoever read us had enough, as `head` has."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())  # or Python flushes once more at its end
    return 0


def _fault(error: Exception, terminal: Terminal) -> int:
    if isinstance(error, OSError) and error.filename is None:
        said = error.strerror or "an input or output error"
        return _said(terminal, f"cannot write or read: {said}", 3)
    kind = type(error).__name__
    terminal.say(f"umpire: R901 a fault of the program, not of your pack ({kind})")
    terminal.say(f"  hint: {REPORT_TO}")
    if os.environ.get("UMPIRE_DEBUG"):
        terminal.say(f"  the traceback is in {_traceback_file(error)}")
    else:
        terminal.say("  hint: with UMPIRE_DEBUG=1 the traceback is written to a file")
    return BUG


def _traceback_file(error: Exception) -> Path:
    import tempfile
    import traceback

    text = "".join(traceback.format_exception(error))
    number, name = tempfile.mkstemp(prefix="umpire-", suffix=".txt")
    with open(number, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.write(text)
    return Path(name)
