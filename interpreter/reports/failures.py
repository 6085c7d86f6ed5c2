"""What a command says when it fails: as text with its problems, and as JSON."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from interpreter.diagnostics import Diagnostic, UmpireError
from interpreter.reports.colour import PLAIN, Paint, clean

if TYPE_CHECKING:
    from interpreter.reports.outputs.checks import ExitCode

MOST_CHARACTERS = 2_000  # of a sentence; JSON has all of it
REPORT_TO = "please report it with the command you gave, at the project's issue list"


class Failure(Struct, frozen=True):
    """One sentence and hints; `problems` are those of a pack."""

    message: str
    hints: tuple[str, ...] = ()
    problems: tuple[Diagnostic, ...] = ()


def failure_of(error: BaseException, traceback_file: Path | None = None) -> Failure:
    """Return what is said of an error: of an UmpireError its own words, of any other
    Exception that it is a fault of the program or of a stream.

    `traceback_file` is where the traceback of a fault was written (None: nowhere).
    """
    if isinstance(error, UmpireError):
        hints = (error.hint,) if error.hint else ()
        return Failure(error.message, hints, error.problems)
    if isinstance(error, KeyboardInterrupt):
        return Failure("interrupted")
    if isinstance(error, OSError):
        reason = error.strerror or "an input or output error"
        name = "" if error.filename is None else f" '{error.filename}'"
        return Failure(f"cannot write or read{name}: {reason}")
    if isinstance(error, MemoryError):
        hint = "the pack needs too much, or the machine has little left"
        return Failure("there is not enough memory", (hint,))
    return fault_of(error, traceback_file)


def fault_of(error: BaseException, traceback_file: Path | None) -> Failure:
    """Return what is said of a fault of the program; of the error its type alone, for
    its text may quote a secret of a game."""
    where = "with UMPIRE_DEBUG=1 the traceback is written to a file"
    if traceback_file is not None:
        where = f"the traceback is in {traceback_file}"
    kind = type(error).__name__
    message = f"R901 a fault of the program, not of your pack ({kind})"
    return Failure(message, (REPORT_TO, where))


def failure_text(failure: Failure, paint: Paint = PLAIN) -> str:
    """Return the problems, then the sentence, then the hints; the last two shortened
    to about MOST_CHARACTERS each."""
    lines = []
    if failure.problems:
        # imported here, for most failures have none
        from interpreter.reports.diagnostics import listed

        lines += [listed(failure.problems, paint), ""]
    lines.append(f"{paint.bad('umpire:')} {clean(_shortened(failure.message))}")
    for hint in failure.hints:
        lines.append(f"  {paint.mild('hint:')} {clean(_shortened(hint))}")
    return "\n".join(lines)


def _shortened(text: str) -> str:
    """Return a sentence without its middle where that is more than anybody reads: it
    may quote a word of any length, such as a file that was piped in by mistake."""
    left_out = len(text) - MOST_CHARACTERS
    if left_out <= 0:
        return text
    half = MOST_CHARACTERS // 2
    return f"{text[:half]} [{left_out:,} characters left out] {text[-half:]}"


def failure_json(failure: Failure, code: "ExitCode") -> str:
    """Return the record of a failure with its exit code, as JSON on one line."""
    # imported here, for a verb that succeeds needs none of it
    from interpreter.reports.diagnostics import problems_output
    from interpreter.reports.outputs.checks import FailureOutput
    from interpreter.reports.outputs.encoding import encoded

    problems = problems_output(failure.problems)
    output = FailureOutput(
        exit=code,
        message=failure.message,
        hint="; ".join(failure.hints),
        count=len(failure.problems),
        left_out=len(failure.problems) - len(problems),
        problems=problems,
    )
    return json.dumps(encoded(output))
