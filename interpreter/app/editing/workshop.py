"""The texts that are open in an editor, their packs, and what is wrong with these.

A pack is checked twice after an edit: `quick` reads again what the edit reaches and
finds errors of form, names and types; `whole` is the check under the default options.
Both may run in threads of their own, one of each at a time: a pack that was read is
never changed, only replaced.
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace

from interpreter.app.editing.meanings import MeaningIndex
from interpreter.app.editing.moved_text import MovedText
from interpreter.app.editing.row_odds import OddsBesideRows
from interpreter.diagnostics import Diagnostic, LimitExceeded, UmpireError, problem
from interpreter.pipeline.checking import check
from interpreter.pipeline.edit_readings import read_edit
from interpreter.pipeline.loading import Loaded, layers_of, wrong
from interpreter.ruleset.finding import HEAD, seen
from interpreter.source import Source, Span

Problems = tuple[Diagnostic, ...]
READINGS = 100
"""After so many checks a pack is read anew, to give up what is remembered of former
versions."""


class Workshop:
    """The open texts by their absolute paths, and the packs that were looked at."""

    def __init__(self) -> None:
        """Begin with nothing open."""
        self._texts: dict[Path, str] = {}
        self._packs: dict[Path, EditedPack] = {}

    def write(self, path: Path, text: str) -> None:
        """Take the text of a file as it is typed."""
        self._texts[path] = text

    def close(self, path: Path) -> None:
        """Take the text of a file from the disk again."""
        self._texts.pop(path, None)

    def text(self, path: Path) -> str | None:
        """Return the text of an open file, or None."""
        return self._texts.get(path)

    def paths(self) -> tuple[Path, ...]:
        """Return the paths of the open files."""
        return tuple(self._texts)

    def texts(self) -> dict[str, str]:
        """Return the open texts by every name that problems may show for them."""
        found: dict[str, str] = {}
        for path, text in list(self._texts.items()):
            found[str(path)] = text
            found[str(seen(path.parent) / path.name)] = text
        return found

    def pack_of(self, path: Path) -> "EditedPack | None":
        """Return the pack that a file is in, or None; files whose names begin with a
        dot, or that do not end in .yaml, are in none."""
        if path.suffix != ".yaml" or path.name.startswith("."):
            return None
        for folder in path.parents:
            head = folder / HEAD
            if head in self._texts or _is_file(head):
                if folder not in self._packs:
                    self._packs[folder] = EditedPack(folder, self.texts)
                return self._packs[folder]
            if folder.name.startswith("."):
                return None
        return None

    def packs_with(self, path: Path) -> "list[EditedPack]":
        """Return the packs that read a file: its own first, then those of other open
        texts that extend it."""
        own = self.pack_of(path)
        others = (pack for pack in self._packs.values() if pack.reads(path))
        return list(dict.fromkeys((*(() if own is None else (own,)), *others)))


class EditedPack:
    """A pack whose files are edited.

    `meanings` are what the names of the pack meant when it was last read without an
    error, `problems` what is wrong and `odds` what rows are worth, as far as is known
    now.
    """

    def __init__(self, folder: Path, texts: Callable[[], dict[str, str]]) -> None:
        """`texts` gives what is typed, by the names of files."""
        self.folder = folder
        self.texts = texts
        self.meanings: MeaningIndex | None = None
        self.problems: Problems = ()
        self.odds = OddsBesideRows()
        self._files: frozenset[str] = frozenset()
        self._readings = 0

    @property
    def good(self) -> Loaded | None:
        """The pack as it was last read without an error."""
        meanings = self.meanings  # another thread may put a later one there
        return None if meanings is None else meanings.loaded

    def reads(self, path: Path) -> bool:
        """Tell whether the pack, or one below it, has read a file."""
        return bool({str(path), str(seen(path.parent) / path.name)} & self._files)

    def has(self, path: Path) -> bool:
        """Tell whether a file is of the pack itself."""
        return path.is_relative_to(self.folder)

    def quick(self) -> Problems | None:
        """Read again what an edit reaches; return the problems, former warnings and
        notes among them at the places where they are now; None if only a whole check
        can tell."""
        texts = self.texts()
        found = _problems(self.folder, lambda: self._quickly(texts))
        if found is None:
            return None
        kept = (each for each in self.problems if each.severity != "error")
        moved = (place_now(each, texts) for each in kept)
        found = (*found, *(each for each in moved if each is not None))
        self._take(found, texts)
        return found

    def _quickly(self, texts: Mapping[str, str]) -> Problems | None:
        good = self.good
        if good is not None:
            attempt = read_edit(good, texts)
            return None if attempt is None else attempt.problems
        problems: list[Diagnostic] = []
        layers_of(self.folder, problems, None, texts)
        return tuple(problems) if wrong(problems) else None

    def whole(self) -> Problems:
        """Check the pack under its default options; return the problems."""
        texts = self.texts()
        found = _problems(self.folder, lambda: self._wholly(texts)) or ()
        self._take(found, texts)
        return found

    def _take(self, problems: Problems, texts: Mapping[str, str]) -> None:
        """Take what was found, unless it is of former texts: a whole check may end
        after the quick one of a later edit."""
        if texts == self.texts():
            self.problems = problems

    def _wholly(self, texts: Mapping[str, str]) -> Problems:
        self._readings += 1
        before = None if self._readings % READINGS == 0 else self.good
        checked = check(self.folder, quick=True, before=before, texts=texts, binds=True)
        loaded = checked.loaded
        self._files = frozenset(
            part.file for layer in loaded.layers for part in layer.parts
        )
        if loaded.program is not None and loaded is not self.good:
            self.meanings = MeaningIndex(loaded)
        return checked.problems


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name that no file can have
        return False


def _problems(folder: Path, found: Callable[[], Problems | None]) -> Problems | None:
    """Return what was found; what keeps a pack from being read at all is a problem at
    the begin of its head."""
    try:
        return found()
    except UmpireError as error:
        if error.problems:
            return error.problems
        text, hint = error.message, error.hint
    except RecursionError:
        limit = LimitExceeded.of_nesting()
        text, hint = limit.message, limit.hint
    head = Span(Source(str(folder / HEAD), ""), 0, 0)
    return (problem("R001", head, text, hint=hint),)


def place_now(problem: Diagnostic, texts: Mapping[str, str]) -> Diagnostic | None:
    """Return a problem at its place in the present text; None if that was edited. Its
    fix is left out where its text has changed."""
    span = span_now(problem.span, texts)
    if span is None or span is problem.span:
        return problem if span is not None else None
    return replace(problem, span=span, fix=None)


def span_now(span: Span, texts: Mapping[str, str]) -> Span | None:
    """Return where a stretch of a file is in the present text; None if edited."""
    source = span.source
    text = texts.get(source.name, source.text)
    if text == source.text:
        return span
    moved = MovedText.between(source.text, text)
    place = moved.to_after(span.start, span.end)
    return None if place is None else Span(Source(source.name, text), *place)


def by_file(problems: Problems) -> Iterator[tuple[Path, list[Diagnostic]]]:
    """Yield the absolute path of each file with its problems."""
    files: dict[Path, list[Diagnostic]] = {}
    for each in problems:
        files.setdefault(path_of(each.span), []).append(each)
    yield from files.items()


def path_of(span: Span) -> Path:
    """Return the absolute path of the file of a span."""
    return Path.cwd() / span.source.name
