"""Where output goes: a console of a front end, with or without panes, and files written
at once and whole."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol, TextIO

from msgspec import Struct

from interpreter.diagnostics import Unusable
from interpreter.files import folder as folders
from interpreter.files import single_file
from interpreter.journal.journal import lies_in

BOM = b"\xef\xbb\xbf"


class Console(Protocol):
    """Messages out, lines in; nothing of how it is shown."""

    @property
    def source(self) -> TextIO:
        """Where the lines that a person or a script answers come from."""

    @property
    def width(self) -> int:
        """How many letters a line of a map in a message may have."""

    def say(self, text: str) -> None:
        """Show a message, which is no data: one or more lines, without the last
        newline."""

    def clear(self) -> None:
        """Let what was shown so far be seen no more, as far as that is possible."""

    def is_person(self) -> bool:
        """Tell whether a person, not a script, answers."""

    @property
    def panes(self) -> "Panes | None":
        """What shows position, map and question apart from the messages; None where all
        is one text."""


class SeatPanes(Struct, frozen=True):
    """What a seat may know now, as text: its position and its map ("" where there is
    none); the lines of a map must not be folded."""

    seat: str
    position: str = ""
    map: str = ""


class ShownOption(Struct, frozen=True):
    """An option of a question as it is listed, and the answer that chooses it."""

    answer: str
    text: str


class ShownQuestion(Struct, frozen=True):
    """A question without its options, the options, and what else an answer must be.

    Several options make one answer with a `separator` between them; it is "" where one
    is wanted. `default` is in words what an empty line means, "" where it is no answer.
    """

    text: str
    options: tuple[ShownOption, ...] = ()
    limits: tuple[str, ...] = ()
    separator: str = ""
    default: str = ""


class Panes(Protocol):
    """What a console has that shows a game in panes.

    What is said is shown as the log. `Console.clear` empties every pane, with all that
    was typed: the next one to sit there is another seat.
    """

    def show(self, panes: SeatPanes) -> None:
        """Replace what is shown of the position and the map."""

    def pose(self, question: ShownQuestion) -> None:
        """Show a question in place of the one before; the next line answers it."""

    def reveal(self, command: str) -> bool:
        """Bring forward the pane that shows what a command of the prompt prints; return
        whether there is one."""


MARK = "(written by umpire)"
"""The last line of a file, in a picture or in YAML a comment: such a file may be
replaced."""
PICTURE_MARK = f"<!-- {MARK[1:-1]} -->"
HTML_MARK = PICTURE_MARK
YAML_MARK = f"# {MARK[1:-1]}"


def write_file(
    path: Path,
    text: str,
    what: str,
    *,
    private: bool,
    mark: str = MARK,
    synced: bool = False,
) -> None:
    """Write one file; Unusable where it cannot be, or where there is another one.

    `what` names it in the message; `private`: for nobody else to read; `mark` is its
    last line, but for a picture, which has its own, and for CSV, which has none;
    `synced`: on the disk when this returns.
    """
    mark = PICTURE_MARK if text.endswith("</svg>\n") else mark
    mark = "" if path.suffix.lower() == CSV else mark
    with _explained(f"{what} cannot be written to '{path}'"):
        single_file.write(path, text, mark, private=private, synced=synced)


def write_folder(
    folder: Path, files: Mapping[str, str], what: str, *, private: bool
) -> None:
    """Write a set of files into a folder that holds no game; Unusable where they cannot
    be, or where there are others. What was written there before and is not among them
    is deleted."""
    failure = f"{what} cannot be written to '{folder}'"
    with _explained(failure):
        if folder.is_dir() and lies_in(folder):
            hint = "name another folder: others may get this one, and no game with it"
            raise Unusable(f"{failure}: it contains a game", hint=hint)
        folders.write(folder, files, private=private)


def need_new_folder(folder: Path, what: str) -> None:
    """Raise Unusable for a path at which `write_new_folder` could write nothing."""
    with _explained(f"{what} cannot be written to '{folder}'"):
        folders.must_be_new(folder)


def write_new_folder(folder: Path, files: Mapping[str, str], what: str) -> None:
    """Write files that are their reader's from then on into a folder that is not there
    yet or is empty; Unusable where that cannot be done."""
    with _explained(f"{what} cannot be written to '{folder}'"):
        folders.write_new(folder, files)


def create_file(path: Path, text: str, what: str) -> None:
    """Write a file that is its reader's from then on; Unusable where that cannot be
    done, or where something is already."""
    with _explained(f"{what} cannot be written to '{path}'"):
        single_file.create(path, text.encode())


def replace_file(
    path: Path, before: bytes, after: bytes, *, synced: bool = False
) -> None:
    """Write other bytes into a file of the user's own at once and whole; Unusable where
    that cannot be done, or where it no longer says what was read of it. `synced`: they
    are on the disk before this returns."""
    with _explained(f"'{path}' cannot be written"):
        single_file.replace(path, before, after, synced=synced)


def replace_text(path: Path, before: str, after: str, *, synced: bool = False) -> None:
    """Write another text into a file of the user's own, as `replace_file`; a byte order
    mark, which no reader of packs sees, stays."""
    with _explained(f"'{path}' cannot be written"):
        begin = single_file.read_all(single_file.open_file(path), len(BOM))
    mark = BOM if begin == BOM else b""
    replace_file(path, mark + before.encode(), mark + after.encode(), synced=synced)


@contextmanager
def _explained(failure: str) -> Iterator[None]:
    """Turn what the system says into one sentence."""
    try:
        yield
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "not a path"
        hint = ""
        if single_file.FOREIGN in why or single_file.CHANGED in why:
            hint = "move it away, or name another place"
        elif folders.NOT_EMPTY in why:
            hint = "name a new folder"
        elif single_file.EMPTY in why:
            hint = "delete it, or name another place"
        raise Unusable(f"{failure}: {why[:1].lower()}{why[1:]}", hint=hint) from None


# Endings of the pictures that can be asked for.

PICTURE, TEXT, HTML, CSV, MARKDOWN = ".svg", ".txt", ".html", ".csv", ".md"
"""Endings of what can be written; other ones would promise what nobody draws."""


def ending(path: str | None, *known: str, option: str = "--out") -> str:
    """Return the ending of a file that is to be written, "" where it has none; raises
    Unusable for one that is not known."""
    found = "" if path in (None, "-") else Path(str(path)).suffix.lower()
    if found and found not in known:
        what = {
            PICTURE: "a picture (SVG)",
            TEXT: "text",
            HTML: "a page (HTML)",
            CSV: "a table (CSV)",
            MARKDOWN: "notes (Markdown)",
        }
        hint = f"write {' or '.join(f'{each} for {what[each]}' for each in known)}"
        raise Unusable(f"{option} '{path}': unknown file type {found}", hint=hint)
    return found
