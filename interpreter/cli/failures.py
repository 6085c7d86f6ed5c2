"""What a command that failed says: a sentence, or one line of JSON for programs.

Both go to stderr, for stdout holds what the verb is documented to give, or nothing. The
line of JSON is the last of stderr: talk may stand above it.
"""

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import (
    Diagnostic,
    GameFileError,
    LimitExceeded,
    NoPack,
    OpenStop,
    UmpireError,
    UnknownName,
    Unusable,
    UsageError,
)
from interpreter.reports.colour import clean

EXIT_CODES: tuple[tuple[type[UmpireError], int], ...] = (
    (OpenStop, 1),
    (UsageError, 2),
    (UnknownName, 2),
    (NoPack, 2),
    (Unusable, 3),
    (LimitExceeded, 4),
    (GameFileError, 5),
)
BUG = 70
INTERRUPTED = 130
OUT_OF_MEMORY = 4  # a limit too
MOST_CHARACTERS = 2_000  # of a sentence; JSON has all of it
UNWRITTEN = 3  # what was to be printed does not fit where it should go
REPORT_TO = "please report it with the command you gave, at the project's issue list"


@dataclass(frozen=True, slots=True)
class Failure:
    """One sentence, hints, and an exit code; `problems` are those of a pack."""

    code: int
    message: str
    hints: tuple[str, ...] = ()
    problems: tuple[Diagnostic, ...] = ()


def exit_code(error: UmpireError) -> int:
    """Return the documented exit code of an error."""
    return next((code for kind, code in EXIT_CODES if isinstance(error, kind)), BUG)


def of_error(error: UmpireError) -> Failure:
    """Return what an error that a person can read says."""
    hints = (error.hint,) if error.hint else ()
    return Failure(exit_code(error), error.message, hints, error.problems)


def of_fault(error: Exception) -> Failure:
    """Return what is said of anything else: that it is ours, or that of a stream."""
    if isinstance(error, OSError):
        said = error.strerror or "an input or output error"
        name = "" if error.filename is None else f" '{error.filename}'"
        return Failure(UNWRITTEN, f"cannot write or read{name}: {said}")
    if isinstance(error, MemoryError):
        hint = "a pack that needs so much is at fault, or the machine has little left"
        return Failure(OUT_OF_MEMORY, "there is not enough memory", (hint,))
    if isinstance(error, RecursionError) and not os.environ.get("UMPIRE_DEBUG"):
        return of_error(LimitExceeded.of_nesting())
    kind = type(error).__name__
    where = "with UMPIRE_DEBUG=1 the traceback is written to a file"
    if os.environ.get("UMPIRE_DEBUG"):
        where = f"the traceback is in {_traceback_file(error)}"
    return Failure(
        BUG,
        f"R901 a fault of the program, not of your pack ({kind})",
        (REPORT_TO, where),
    )


def told(failure: Failure, terminal: Terminal, as_json: bool) -> int:
    """Say it and return its exit code."""
    if as_json:
        terminal.say(json.dumps(_data(failure)))
        return failure.code
    paint = terminal.talk_paint
    if failure.problems:
        from interpreter.reports.diagnostics import listed

        terminal.say(listed(failure.problems, paint) + "\n")
    terminal.say(f"{paint.bad('umpire:')} {clean(_shortened(failure.message))}")
    for each in failure.hints:
        terminal.say(f"  {paint.mild('hint:')} {clean(_shortened(each))}")
    return failure.code


def _shortened(text: str) -> str:
    """Return a sentence without its middle where that is more than anybody reads: it
    may quote a word of any length, such as a file that was piped in by mistake."""
    left_out = len(text) - MOST_CHARACTERS
    if left_out <= 0:
        return text
    half = MOST_CHARACTERS // 2
    return f"{text[:half]} [{left_out:,} characters left out] {text[-half:]}"


def wants_json(given: Sequence[str]) -> bool:
    """Tell whether a command line asks for JSON, even one that cannot be read."""
    words = list(given)
    return (
        "--json" in words[: words.index("--")] if "--" in words else "--json" in words
    )


def _data(failure: Failure) -> dict[str, object]:
    problems: list[dict[str, object]] = []
    if failure.problems:
        from interpreter.reports.diagnostics import diagnostics_json

        problems = diagnostics_json(failure.problems)
    return {
        "format": 1,
        "exit": failure.code,
        "message": failure.message,
        "hint": "; ".join(failure.hints),
        "count": len(failure.problems),
        "problems": problems,
    }


def _traceback_file(error: Exception) -> Path:
    import tempfile
    import traceback

    text = "".join(traceback.format_exception(error))
    number, name = tempfile.mkstemp(prefix="umpire-", suffix=".txt")
    with open(number, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.write(text)
    return Path(name)
