"""The one way in which verbs write files for a user: never over what is not ours."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from interpreter.files import folder as folders
from interpreter.files import single
from interpreter.journal.journal import lies_in
from interpreter.problems import Unusable

MARK = "(written by umpire)"
"""The last line of a file, in a picture or in YAML a comment: such a file may be
replaced."""
PICTURE_MARK = f"<!-- {MARK[1:-1]} -->"
YAML_MARK = f"# {MARK[1:-1]}"


def write_file(
    path: Path, text: str, what: str, *, private: bool, mark: str = MARK
) -> None:
    """Write one file; Unusable where it cannot be, or where another one stands.

    `what` names it in the message; `private`: for nobody else to read; `mark` is its
    last line, but for a picture, which has its own.
    """
    mark = PICTURE_MARK if text.endswith("</svg>\n") else mark
    with _explained(f"{what} cannot be written to '{path}'"):
        single.write(path, text, mark, private=private)


def write_folder(
    folder: Path, files: Mapping[str, str], what: str, *, private: bool
) -> None:
    """Write a set of files into a folder that holds no game; Unusable where they cannot
    be, or where others stand. What was written there before and is not among them is
    deleted."""
    failure = f"{what} cannot be written to '{folder}'"
    with _explained(failure):
        if folder.is_dir() and lies_in(folder):
            hint = "name another folder: others may get this one, and no game with it"
            raise Unusable(f"{failure}: a game lies in it", hint=hint)
        folders.write(folder, files, private=private)


@contextmanager
def _explained(failure: str) -> Iterator[None]:
    """Turn what the system says into one sentence."""
    try:
        yield
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "not a path"
        hint = ""
        if single.FOREIGN in why or single.CHANGED in why:
            hint = "move it away, or name another place"
        elif single.EMPTY in why:
            hint = "delete it, or name another place"
        raise Unusable(f"{failure}: {why[:1].lower()}{why[1:]}", hint=hint) from None
