"""The entry point of the command line: finds the verb, and tells of every failure.

Both go to stderr, for stdout holds what the verb is documented to give, or nothing. The
line of JSON is the last of stderr: other messages may come before it.
"""

import gc
import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, cast

from interpreter.cli.call_stack import in_one_piece
from interpreter.cli.parser import Parser, module_of
from interpreter.cli.terminal import (
    Terminal,
    configure,
    drop,
    here,
    limited,
    telling_that_it_works,
)
from interpreter.diagnostics import (
    GameFileError,
    LimitExceeded,
    NoPack,
    OpenStop,
    UmpireError,
    Unavailable,
    UnknownName,
    Unusable,
    UsageError,
    did_you_mean,
)
from interpreter.reports.failures import failure_json, failure_of, failure_text
from interpreter.ruleset.finding import library_folders

if TYPE_CHECKING:  # the records of `check` are not needed to start
    from interpreter.reports.outputs.checks import ExitCode

BUG: Final = 70
INTERRUPTED: Final = 130
UNAVAILABLE: Final = 69
OUT_OF_MEMORY: Final = 4  # a limit too
UNWRITTEN: Final = 3  # what was to be printed does not fit where it should go
EXIT_CODES: tuple[tuple[type[BaseException], "ExitCode"], ...] = (
    (OpenStop, 1),
    (UsageError, 2),
    (UnknownName, 2),
    (NoPack, 2),
    (Unusable, 3),
    (LimitExceeded, 4),
    (GameFileError, 5),
    (Unavailable, UNAVAILABLE),
    (UmpireError, BUG),
    (OSError, UNWRITTEN),
    (MemoryError, OUT_OF_MEMORY),
    (KeyboardInterrupt, INTERRUPTED),
)
"""By the first kind that an error is of; any other is a fault of the program."""


def exit_code(error: BaseException) -> "ExitCode":
    """Return the documented exit code of an error."""
    return next((code for kind, code in EXIT_CODES if isinstance(error, kind)), BUG)


def report_error(error: BaseException, terminal: Terminal, as_json: bool) -> int:
    """Report an error and return its exit code; with UMPIRE_DEBUG the traceback of a
    fault is written to a file."""
    debugs = bool(os.environ.get("UMPIRE_DEBUG"))
    if isinstance(error, RecursionError) and not debugs:
        error = LimitExceeded.of_nesting()
    code = exit_code(error)
    is_fault = code == BUG and not isinstance(error, UmpireError)
    file = _traceback_file(error) if is_fault and debugs else None
    failure = failure_of(error, file)
    if as_json:
        terminal.say(failure_json(failure, code))
    else:
        terminal.say(failure_text(failure, terminal.talk_paint))
    return code


def wants_json(arguments: Sequence[str]) -> bool:
    """Tell whether a command line asks for JSON, even one that cannot be read."""
    words = list(arguments)
    return (
        "--json" in words[: words.index("--")] if "--" in words else "--json" in words
    )


def _traceback_file(error: BaseException) -> Path:
    # imported late: only a fault of the program needs them
    import tempfile
    import traceback

    text = "".join(traceback.format_exception(error))
    number, name = tempfile.mkstemp(prefix="umpire-", suffix=".txt")
    with open(number, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.write(text)
    return Path(name)


VERBS = (
    ("packs", "list the available packs"),
    ("install", "put a pack from a folder or an archive into your library"),
    ("uninstall", "remove a pack from your library"),
    ("show", "print a part of a pack: a table, an option, a scenario ..."),
    ("find", "find where words or a figure stand in a pack"),
    ("new", "write a pack to begin with: house rules, a scenario, rules of your own"),
    ("import-table", "read a table of a page, a spreadsheet or another program"),
    ("check", "check packs and report every problem that shows without playing"),
    ("fmt", "lay out the files of packs: indentation and blanks, nothing else"),
    ("fix", "apply the fixes that problems of a pack have"),
    ("run", "run a procedure once"),
    ("odds", "compute the exact odds of a procedure"),
    ("simulate", "run a procedure or a scenario many times and estimate its odds"),
    ("best", "advise a seat: what each of its choices leads to"),
    ("sheet", "make a quick-reference sheet to print, for players or the judge"),
    ("whence", "tell who set a value, and what was there before"),
    ("diff", "show what a change of rules means, and what comes of it"),
    ("rebase", "carry an overlay over to a base that has moved"),
    ("play", "play a scenario: begin a game, or continue one"),
    ("serve", "open the table in a browser: a page for each seat"),
    ("word", "record the word that a seat adds to the dice of a game"),
    ("view", "show what a seat may know of a game, or everything to the judge"),
    ("map", "draw what a seat knows of a game, or the start of a scenario"),
    ("handout", "write what a seat may know and is asked into a folder"),
    ("export", "write a scenario or answers for another pack from a game"),
    ("answer", "read the answer that a seat returned in a file"),
    ("log", "list the answers and the dice of a game"),
    ("undo", "take back the last choice of a game, or more"),
    ("correct", "correct a game as its judge: fields, new and removed entities"),
    ("replay", "replay a recorded game, under changed rules too"),
    ("verify", "check the integrity of a game file and recompute every roll"),
    ("test", "run the cases of packs"),
    ("coverage", "report which rules of the source a pack implements and tests"),
    ("explain", "explain an error code, a step or a function, with examples"),
    ("lsp", "serve an editor: problems, completion, odds beside rows"),
    ("schemas", "copy the schemas for editors into a folder"),
    ("completion", "print a script that lets a shell complete what you type"),
)
FIRST_STEPS = (
    "umpire packs              which rulesets are available",
    "umpire show NAME          what can be run, with what, and the options",
    "umpire run NAME WHAT --explain",
)


class VerbModule(Protocol):
    """What the module of a verb offers: `OUTPUT` is the record that it prints with
    `--json`, or a union of such records."""

    OUTPUT: object

    def configure(self, parser: Parser) -> None:
        """Add the verb's arguments."""

    def execute(self, arguments: Namespace, terminal: Terminal) -> int:
        """Do it and return the exit code."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code; nothing is ever raised."""
    # what a short command makes stays in use: to look for garbage at every 700 objects
    # takes a tenth of it and finds next to none
    gc.set_threshold(100_000, 50, 100)
    if "_ARGCOMPLETE" in os.environ:  # a shell asks for completions
        from interpreter.cli.completing import complete

        complete(VERBS)
    arguments = list(sys.argv[1:] if argv is None else argv)
    terminal = here()
    try:
        code = _answered(arguments, terminal)
        terminal.flush()
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError:  # even the failure could not be printed
        _forget_output()
        return UNWRITTEN


def _answered(arguments: Sequence[str], terminal: Terminal) -> int:
    """Run the verb; turn whatever it raises into a sentence and a code."""
    as_json = wants_json(arguments)
    try:
        code = _run(arguments, terminal)
        terminal.flush()
        return code
    except SystemExit as left:  # argparse, after --help
        return left.code if isinstance(left.code, int) else 0
    except (KeyboardInterrupt, Exception) as error:  # no traceback reaches a user
        return report_error(error, terminal, as_json)


def _run(argv: Sequence[str], terminal: Terminal) -> int:
    for word in argv:
        if "\0" in word:
            raise UsageError("an argument has a NUL character", "leave it out")
    verb, rest = (argv[0], argv[1:]) if argv else ("--help", [])
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
    if about is None:
        known = ", ".join(name for name, _ in VERBS)
        if verb.startswith("-"):
            raise UsageError(
                f"unknown option '{verb}'", "a verb comes first: umpire help"
            )
        hint = did_you_mean(verb, [name for name, _ in VERBS]) or f"one of {known}"
        raise UsageError(f"unknown verb '{verb}'", hint)
    module = cast(VerbModule, import_module(module_of(verb)))
    parser = Parser(verb, about)
    module.configure(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")
    configure(parser, verb)
    arguments = parser.read(rest)
    _say_notes(arguments, terminal)
    with telling_that_it_works(terminal), limited(arguments):
        try:
            return in_one_piece(lambda: module.execute(arguments, terminal))
        except UnknownName as error:
            if not error.hint.startswith("did you mean"):
                error.hint = parser.option_meant(error.name) or error.hint
            raise


PACKS = (
    *("pack", "packs", "pack_or_game", "after", "onto", "old", "against", "houses"),
    *("extends", "scenario_of"),
)
"""Arguments that name packs."""


def _say_notes(arguments: Namespace, terminal: Terminal) -> None:
    """Say which of the packs that are named are installed ones that were changed, and
    which names are folders here."""
    if not library_folders():
        return
    # imported late: most users have installed nothing
    from interpreter.app.library.shelf import notes_on

    values = [getattr(arguments, name, None) for name in PACKS]
    lists = [value if isinstance(value, list) else [value] for value in values]
    names = [name for value in lists for name in value if isinstance(name, str)]
    for note in notes_on(names):
        terminal.say(note)


def _overview() -> str:
    width = max(len(name) for name, _ in VERBS)
    lines = [f"  {name.ljust(width)}  {about}" for name, about in VERBS]
    head = ["usage: umpire VERB ...", "", "A rules interpreter for wargames.", ""]
    more = ["", "To begin with:", *(f"  {each}" for each in FIRST_STEPS)]
    return "\n".join([*head, *lines, *more, "", "'umpire help VERB' describes one."])


def _forget_output() -> None:
    """Let nothing more be written."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            drop(stream)
