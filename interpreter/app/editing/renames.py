"""Renaming: every place where something is named, changed at once, or a reason why not.

The edits are tried before they are offered: the pack is checked with them, and a
renaming after which something cannot be read, or means something else, is refused.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from interpreter.app.editing.hovers import WORDS
from interpreter.app.editing.meanings import MeaningIndex
from interpreter.app.editing.mentions_in_yaml import Mention, Symbol
from interpreter.diagnostics import Diagnostic, UsageError
from interpreter.expressions.functions import NAMES
from interpreter.pipeline.checking import check
from interpreter.pipeline.loading import wrong
from interpreter.ruleset.finding import pack_folders
from interpreter.source import Name, Span, normalised, printed

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_ ]*", re.ASCII)
_RULE = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*", re.ASCII)
_SET_ELSEWHERE = "functions"
"""What nobody can rename: it is of the language."""


class NameChange(Struct, frozen=True):
    """What is written in place of a stretch of a file."""

    span: Span
    text: str


def target(meanings: MeaningIndex, file: str, offset: int) -> tuple[Symbol, Span]:
    """Return what can be renamed at a place, and where it is written there; raises
    UsageError where nothing can."""
    mention = meanings.at(file, offset)
    if mention is None:
        raise UsageError("there is no name of the pack here")
    symbol = mention.symbol
    if symbol.section == _SET_ELSEWHERE:
        raise UsageError(f"'{symbol.name}' is of the language")
    if not meanings.definitions(symbol):
        what = WORDS.get(symbol.section, symbol.section)
        raise UsageError(
            f"it is not known where the {what} '{symbol.name}' is declared"
        )
    return symbol, _written(mention)


def rename(
    meanings: MeaningIndex, symbol: Symbol, new: str, texts: Mapping[str, str]
) -> list[NameChange]:
    """Return the edits that give something another name; raises UsageError with the
    reason where that is not safe. `texts` are the open texts, by the names of files:
    those that were read, for places of others are not known."""
    name = normalised(new)
    _check_name(meanings, symbol, new, name)
    loaded = meanings.loaded
    if symbol.section == "values":
        # values in rows of scenarios are not bound again after an edit
        whole = check(loaded.folder, quick=True, texts=texts, binds=True).loaded
        meanings = meanings if whole.program is None else MeaningIndex(whole)
    mentions = meanings.of(symbol)
    for mention in mentions:
        _check_place(mention, loaded.folder, texts)
    edits = [
        NameChange(_written(each), _as_written(each, new, name)) for each in mentions
    ]
    changed = {**texts, **after(edits)}
    checked = check(loaded.folder, quick=True, before=loaded, texts=changed, binds=True)
    _check_problems(checked.problems)
    renamed = Symbol(symbol.section, symbol.owner, name)
    count = len(MeaningIndex(checked.loaded).of(renamed))
    if symbol.section != "values" and count != len(mentions):
        raise UsageError(
            f"'{new}' would be taken for something else at some places",
            "choose a name that nothing else has",
        )
    return edits


def renamed_in(
    packs: Iterable[MeaningIndex], symbol: Symbol, new: str, texts: Mapping[str, str]
) -> list[NameChange]:
    """Return the edits of a renaming in several packs, such as one and those that
    extend it, each place once. Those that were checked by themselves alone are not
    checked together."""
    found: dict[tuple[Path, int], NameChange] = {}
    for meanings in dict.fromkeys(packs):
        for edit in rename(meanings, symbol, new, texts):
            found[Path.cwd() / edit.span.source.name, edit.span.start] = edit
    return list(found.values())


def after(edits: Iterable[NameChange]) -> dict[str, str]:
    """Return the texts of the files after edits that do not overlap."""
    files: dict[str, list[NameChange]] = {}
    for edit in edits:
        files.setdefault(edit.span.source.name, []).append(edit)
    return {file: "".join(_pieces(each)) for file, each in files.items()}


def _pieces(edits: list[NameChange]) -> Iterator[str]:
    text, at = edits[0].span.source.text, 0
    for edit in sorted(edits, key=lambda edit: edit.span.start):
        yield text[at : edit.span.start]
        yield edit.text
        at = edit.span.end
    yield text[at:]


def _check_name(meanings: MeaningIndex, symbol: Symbol, new: str, name: Name) -> None:
    """Raise UsageError for what can be no name, or is one of something else."""
    pattern = _RULE if symbol.section == "rulebook" else _NAME
    if not pattern.fullmatch(new):
        example = "an id such as RULE-1" if symbol.section == "rulebook" else "a name"
        raise UsageError(f"'{new}' is no name", f"write {example}: a letter first")
    if symbol.name == name:
        raise UsageError(f"'{new}' is its name already")
    other = Symbol(symbol.section, symbol.owner, name)
    is_named = bool(meanings.of(other))
    is_global = symbol.section not in ("fields", "values", "columns", "locals")
    section = meanings.loaded.names.sections.get(name) if is_global else None
    if is_named or section is not None:
        what = WORDS.get(section or symbol.section, "name")
        raise UsageError(f"there is a {what} '{printed(name)}' already")
    if name in NAMES and symbol.section != "rulebook":
        raise UsageError(f"'{new}' is a word of the language")


def _check_place(mention: Mention, folder: Path, texts: Mapping[str, str]) -> None:
    """Raise UsageError for a place that is not to be changed."""
    source = mention.span.source
    file = Path.cwd() / source.name
    home = folder.resolve()
    for installed in pack_folders():
        if installed != home and file.resolve().is_relative_to(installed):
            place = f"{source.name}:{mention.span.first[0]}"
            message = f"it is also named in an installed ruleset, at {place}"
            raise UsageError(message, "change its value in your overlay instead")
    text = texts.get(source.name, source.text)
    if text != source.text:
        message = f"{source.name} has an error, so its names are not known"
        raise UsageError(message, "correct what is marked there first")
    written = _written(mention)
    if normalised(written.text) != mention.symbol.name:
        place = f"{source.name}:{mention.span.first[0]}"
        raise UsageError(f"it is written in another way at {place}")


def _check_problems(problems: Iterable[Diagnostic]) -> None:
    """Raise UsageError with the first error that the edits would cause."""
    found = list(problems)
    if wrong(found):
        first = next(each for each in found if each.severity == "error")
        place = f"{first.span.source.name}:{first.span.first[0]}"
        raise UsageError(f"after that: {first.message}, at {place}", first.hint)


def _written(mention: Mention) -> Span:
    """Return the place of the name itself, without quotes around it."""
    span = mention.span
    if len(span.text) > 1 and span.text[0] in "'\"" and span.text[-1] == span.text[0]:
        return Span(span.source, span.start + 1, span.end - 1)
    return span


def _as_written(mention: Mention, new: str, name: Name) -> str:
    """Return the new name in the manner of a place: with blanks where the old one has
    some, or where a key of one word stands; else with underscores."""
    if mention.symbol.section == "rulebook":
        return new
    old = _written(mention).text
    is_key = mention.is_definition and mention.symbol.section != "locals"
    if " " in old or (is_key and "_" not in old):
        return new
    return name


__all__ = ["NameChange", "after", "rename", "renamed_in", "target"]
