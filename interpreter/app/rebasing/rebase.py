"""An overlay is carried over to a base that has moved, as edits of its text.

The check has the last word on guesses: while it finds an error in a part that rests on
one, that part is left as it was and is a conflict. Each round takes back one guess or
more, so this ends.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from interpreter.app.authoring.houses import shown_name
from interpreter.app.differences.versions import AT, version_of
from interpreter.app.output import replace_text
from interpreter.app.rebasing.base_places import Bases, sections_of
from interpreter.app.rebasing.deciding import (
    OwnParts,
    PartDecision,
    decide_change,
    decide_declaration,
    decide_setting,
)
from interpreter.app.rebasing.overlay_texts import (
    OverlayFile,
    OverlayPart,
    carried_text,
    overlay_files,
)
from interpreter.diagnostics import (
    Diagnostic,
    NoPack,
    UnknownName,
    Unusable,
    UsageError,
)
from interpreter.pipeline.checking import check
from interpreter.reports.outputs.encoding import encoded
from interpreter.reports.rebases import (
    NameInCase,
    RebasedPart,
    RebaseReport,
    rebase_output,
    rebase_text,
)
from interpreter.reports.text_edits import FileEdit
from interpreter.ruleset.changes import OverlayChange
from interpreter.ruleset.finding import HEAD, find_pack, pack_below, pack_folders
from interpreter.ruleset.layers import ALSO, Layer, merged, read_layer
from interpreter.ruleset.pack_files import KnownFiles
from interpreter.ruleset.paths import names_in, parts_of
from interpreter.ruleset.ruleset import Declaration
from interpreter.source import Name, Source, Span, normalised, printed
from interpreter.yaml.composing import read
from interpreter.yaml.node_edits import short
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode
from interpreter.yaml.scalar_edits import as_value

ALL = "all"
"""Keeps the overlay's value in every conflict in which that can be done."""
_PROSE = frozenset({"from", "title", "say", "rule"})
_REPLACING = frozenset({"to", "add", "scale", "replace", "remove"})


@dataclass(frozen=True, slots=True, repr=False)
class Rebase:
    """An overlay over its new base; nothing is written until `write` is called."""

    report: RebaseReport

    @property
    def ok(self) -> bool:
        """Whether everything fits, and the overlay checks at least as well as
        before."""
        return self.report.is_clean

    @property
    def parts(self) -> Mapping[str, str]:
        """What does not stay as it was, by its path: `carried`, `dropped` or
        `conflict`."""
        return {part.path: part.status for part in self.report.parts}

    @property
    def conflicts(self) -> tuple[tuple[str, str, str, str], ...]:
        """The path of each conflict, and what the old base, the new one and the
        overlay have there; "" for nothing."""
        return tuple(
            (part.path, part.old, part.new, part.own) for part in self.report.conflicts
        )

    @property
    def files(self) -> Mapping[str, str]:
        """The new text of each file that changes, by its path."""
        return {edit.file: edit.after for edit in self.report.edits}

    def write(self) -> None:
        """Write the files that change, each at once and whole; Unusable where one
        cannot be written, or has changed meanwhile."""
        for edit in self.report.edits:
            replace_text(Path(edit.file), edit.before, edit.after)

    def text(self) -> str:
        """Return it as the command line prints it."""
        return rebase_text(self.report)

    def to_json(self) -> dict[str, object]:
        """Return what `umpire rebase --dry-run --json` prints."""
        return encoded(rebase_output(self.report, is_written=False))

    def __repr__(self) -> str:
        """Return how many conflicts there are."""
        overlay, _, new = self.report.names
        return f"Rebase({overlay!r}, {new!r}, {len(self.conflicts)} conflicts)"


def rebase(
    overlay: str | Path,
    *,
    onto: str | Path | None = None,
    old: str | None = None,
    keep: Iterable[str] = (),
) -> Rebase:
    """Return an overlay as it is over another base.

    `onto` is the new base, by name or folder; None: what the overlay extends, which has
    moved. `old` is the base that it was written for, also `PACK@REVISION`; None: what
    it extends if that is another pack than `onto`, else nothing but its `expect` says.
    `keep` has paths of conflicts whose value is the overlay's, or "all". Raises
    UsageError for what is no overlay, NoPack and UnknownName for a base or a path that
    is not there, Unusable for what cannot be read.
    """
    folder = find_pack(str(overlay))
    problems: list[Diagnostic] = []
    layer = read_layer(folder, problems, KnownFiles())
    if not layer.whole:
        hint = f"umpire check {overlay}"
        raise Unusable(f"'{overlay}' cannot be read", tuple(problems), hint)
    if not layer.extends:
        hint = "name an overlay: a pack with 'extends'"
        raise UsageError(f"'{overlay}' extends no pack", hint)
    current = pack_below(folder, layer.extends)
    new = _new_base(layer, current, onto)
    with ExitStack() as stack:
        before: tuple[str, Path] | None = None
        if old is not None:
            version = stack.enter_context(version_of(old, {}))
            before = (version.name, version.folder)
        elif current is not None and current.resolve() != new.resolve():
            before = (shown_name(current), current)
        return Rebase(_Rebasing(layer, before, new, tuple(keep)).report())


def _new_base(layer: Layer, current: Path | None, onto: str | Path | None) -> Path:
    if onto is None:
        if current is None:
            message = f"there is no pack '{layer.extends}' that it could extend"
            raise NoPack(message, "name the new base with --onto")
        return current
    if AT in str(onto) and not Path(onto).is_dir():
        hint = "an overlay extends a folder; a revision is for --from"
        raise UsageError(f"--onto '{onto}' is a revision", hint)
    new = find_pack(str(onto))
    if new.resolve() == layer.folder.resolve():
        raise UsageError("an overlay cannot extend itself", "name its base")
    return new


class _Rebasing:
    """An overlay, its bases, and what is decided of its parts."""

    def __init__(
        self,
        layer: Layer,
        old: tuple[str, Path] | None,
        new: Path,
        keep: Sequence[str],
    ) -> None:
        self.layer, self.folder = layer, layer.folder
        self.old, self.new = old, new
        before = None if old is None else sections_of(old[1])
        self.bases = Bases(before, sections_of(new))
        self.files = overlay_files(layer)
        self.head = str(self.folder / HEAD)
        self.decided = self._decided()
        self._keep(keep)

    def report(self) -> RebaseReport:
        """Decide, edit, check, and take back guesses to which the check objects."""
        while True:
            texts = self._texts()
            problems = check(self.folder, quick=True, texts=texts).problems
            if not self._take_back(problems, texts):
                break
        edits = tuple(
            FileEdit(file.source.name, file.source.text, texts[file.source.name])
            for file in self.files
            if texts[file.source.name] != file.source.text
        )
        entries = [(part, self.decided.get(part.span)) for part in self._all()]
        kinds = [part for part, found in entries if found is None]
        stays = [part for part in kinds if part.kind != "declaration"]
        return RebaseReport(
            (
                shown_name(self.folder),
                "" if self.old is None else self.old[0],
                shown_name(self.new),
            ),
            tuple(_part(part, found) for part, found in entries if found is not None),
            len(stays),
            sum(self._is_unguarded(part) for part in stays),
            edits,
            self._errors_before(texts, problems),
            problems,
            tuple(self._names_in_cases()),
            bool(self._cases()),
        )

    def _cases(self) -> Mapping[str, Declaration]:
        return merged([self.layer], [])["cases"]

    def _names_in_cases(self) -> Iterator[NameInCase]:
        """Yield the own cases that write a name which the rebase writes otherwise:
        whether it is the same thing there, nobody can tell from its text."""
        moved: dict[Name, str] = {}
        for part in self._all():
            found = self.decided.get(part.span)
            if found is None or found.carry is None or found.status != "carried":
                continue
            for number, name in found.carry.renames:
                moved[part.names[number]] = name
        if not moved:
            return
        for case in self._cases().values():
            words = set(_words(case.node))
            for old, new in moved.items():
                if any(re.search(rf"\b{re.escape(old)}\b", word) for word in words):
                    yield NameInCase(case.name, case.span, printed(old), new)

    def _all(self) -> list[OverlayPart]:
        return [part for file in self.files for part in file.parts]

    # --- what is decided ---

    def _decided(self) -> dict[Span, PartDecision]:
        own = merged([self.layer], [])
        made = self._made(own)
        found: dict[Span, PartDecision] = {}
        for part in self._all():
            decision = self._decision(part, own, made)
            if decision is not None:
                found[part.span] = decision
        return found

    def _made(self, own: Mapping[str, Mapping[str, Declaration]]) -> OwnParts:
        """Return what the overlay itself makes, and no base has."""
        paths: set[tuple[Name, ...]] = {
            (Name(section), key)
            for section, declarations in own.items()
            for key in map(Name, declarations)
            if key not in self.bases.new.get(section, {})
        }
        inner: dict[tuple[Name, ...], set[Name]] = {}
        for part in self._all():
            change = part.change
            if change is None:
                continue
            if change.verb == "add":
                paths.add(part.names)
            names = inner.setdefault(part.names[:2], set())
            names |= {normalised(text) for text in names_in(change.value, True)}
        return OwnParts(paths, inner)

    def _decision(
        self,
        part: OverlayPart,
        own: Mapping[str, Mapping[str, Declaration]],
        made: OwnParts,
    ) -> PartDecision | None:
        if part.kind == "change":
            change = part.change
            return None if change is None else decide_change(change, self.bases, made)
        if part.kind == "setting":
            assert isinstance(part.body, ScalarNode)
            return decide_setting(part.key, part.body, self.bases)
        declaration = own[part.section].get(part.names[1])
        if declaration is None:
            return None
        return decide_declaration(part.section, declaration, self.bases)

    def _keep(self, keep: Sequence[str]) -> None:
        """Let the overlay's value hold in conflicts, by their paths."""
        conflicts: dict[tuple[Name, ...], list[OverlayPart]] = {}
        for part in self._all():
            found = self.decided.get(part.span)
            if found is not None and found.status == "conflict" and found.carry:
                conflicts.setdefault(part.names, []).append(part)
        wanted = set(conflicts) if ALL in keep else set()
        for path in keep:
            if path == ALL:
                continue
            node = ScalarNode(path, Span(Source("", path), 0, len(path)), "")
            names = tuple(part.name for part in parts_of(node))
            if names not in conflicts:
                known = [_path(parts[0]) for parts in conflicts.values()]
                raise UnknownName("conflict that can be kept", path, known)
            wanted.add(names)
        message = "the overlay's value is kept"
        for part in (part for names in wanted for part in conflicts[names]):
            self.decided[part.span] = replace(
                self.decided[part.span],
                status="carried",
                message=message,
                is_guess=False,
            )

    def _take_back(
        self, problems: Iterable[Diagnostic], texts: Mapping[str, str]
    ) -> bool:
        """Make conflicts of guesses in which the check finds an error; tell whether
        there was one."""
        errors = [each.span for each in problems if each.severity == "error"]
        guesses = {
            part.names: part
            for part in self._all()
            if (found := self.decided.get(part.span)) is not None
            and found.status == "carried"
            and found.is_guess
        }
        if not errors or not guesses:
            return False
        layer = read_layer(self.folder, [], KnownFiles(texts=texts))
        written = [part for file in overlay_files(layer) for part in file.parts]
        numbers = [part for part in self._all() if not self._is_dropped(part)]
        found_one = False
        for before, now in zip(numbers, written, strict=True):
            if before.names not in guesses:
                continue
            if any(now.span.holds(span) for span in errors):
                self._make_conflict(before)
                found_one = True
        return found_one

    def _is_dropped(self, part: OverlayPart) -> bool:
        found = self.decided.get(part.span)
        return found is not None and found.status == "dropped"

    def _make_conflict(self, part: OverlayPart, why: str = "") -> None:
        decision = self.decided[part.span]
        what = "merged" if decision.carry and decision.carry.value else "renamed"
        why = why or f"{what} for the new base it would have an error"
        code = "R805" if part.kind == "setting" else "R802"
        own = decision.own or short(part.body)
        self.decided[part.span] = replace(
            decision, status="conflict", message=why, code=code, own=own, is_guess=False
        )

    def _is_unguarded(self, part: OverlayPart) -> bool:
        change = part.change
        if self.old is not None or change is None or "expect" in change.body:
            return False
        return change.verb in _REPLACING and not _adds_part(change)

    # --- texts ---

    def _texts(self) -> dict[str, str]:
        """Return the text of each file after what is decided. A part whose text cannot
        be edited is made a conflict."""
        texts = {}
        for file in self.files:
            name = file.source.name
            text = self._carried(file)
            texts[name] = self._extending(text) if name == self.head else text
        return texts

    def _carried(self, file: OverlayFile) -> str:
        is_head = file.source.name == self.head
        wanted = [
            (part, self.decided[part.span])
            for part in file.parts
            if part.span in self.decided
            and self.decided[part.span].status != "conflict"
        ]
        kept = self._editable(file, wanted, [], is_head)
        text = carried_text(file, kept, is_head)
        assert text is not None  # it was tried
        return text

    def _editable(
        self,
        file: OverlayFile,
        wanted: list[tuple[OverlayPart, PartDecision]],
        kept: list[tuple[OverlayPart, PartDecision]],
        is_head: bool,
    ) -> list[tuple[OverlayPart, PartDecision]]:
        """Return what can be edited, with those `kept` already; halves are tried, so
        that few texts are read though one part cannot be edited."""
        if carried_text(file, [*kept, *wanted], is_head) is not None:
            return [*kept, *wanted]
        if len(wanted) == 1:
            why = "its text cannot be edited: change it by hand"
            self._make_conflict(wanted[0][0], why)
            return kept
        half = len(wanted) // 2
        kept = self._editable(file, wanted[:half], kept, is_head)
        return self._editable(file, wanted[half:], kept, is_head)

    def _extending(self, text: str, base: str | None = None) -> str:
        """Return the text of the head with the new base under `extends`, or with
        `base`."""
        below = pack_below(self.folder, self.layer.extends)
        if base is None and below and below.resolve() == self.new.resolve():
            return text
        head = read(Source(self.head, text), [])
        extends = head.get("extends") if isinstance(head, MappingNode) else None
        if not isinstance(extends, ScalarNode):
            return text
        span = extends.span
        name = base or _as_extended(self.folder, self.new)
        return text[: span.start] + as_value(span, name) + text[span.end :]

    def _errors_before(
        self, after: Mapping[str, str], problems: Sequence[Diagnostic]
    ) -> int:
        """Return how many errors the overlay had on its old base; on what it extends
        now, if that is not known. The `problems` are those of the texts `after`."""
        texts = {file.source.name: file.source.text for file in self.files}
        if self.old is not None and ALSO not in self.layer.head:
            base = str(self.old[1].resolve())
            texts[self.head] = self._extending(texts[self.head], base)
        elif pack_below(self.folder, self.layer.extends) is None:
            texts[self.head] = self._extending(texts[self.head])
        if texts != after:
            problems = check(self.folder, quick=True, texts=texts).problems
        return sum(problem.severity == "error" for problem in problems)


def _words(node: Node) -> Iterator[Name]:
    """Yield every text of a node, keys too, but what only people read."""
    match node:
        case ScalarNode():
            yield node.name
        case MappingNode():
            for key, value in node.entries:
                if key.name not in _PROSE:
                    yield key.name
                    yield from _words(value)
        case _:
            for item in node.items:
                yield from _words(item)


def _adds_part(change: OverlayChange) -> bool:
    return change.verb == "add" and not isinstance(change.value, ScalarNode)


def _as_extended(folder: Path, base: Path) -> str:
    """Return how an overlay names its base: a published pack by its name, any other by
    the way from its own folder."""
    whole = base.resolve()
    if whole in map(Path.resolve, pack_folders()):
        return whole.name
    way = Path(os.path.relpath(whole, folder.resolve())).as_posix()
    return way if way.startswith("../") else f"./{way}"


def _path(part: OverlayPart) -> str:
    return part.key.text if part.kind == "change" else f"{part.section}.{part.key.text}"


def _part(part: OverlayPart, found: PartDecision) -> RebasedPart:
    path = _path(part)
    can_keep = found.status == "conflict" and found.carry is not None
    hint = found.hint
    if can_keep:
        keeps = f"--keep '{path}' keeps what the overlay says"
        hint = (
            f"{hint} {keeps}".strip() if hint[-1:] in ("", "?") else f"{hint}; {keeps}"
        )
    return RebasedPart(
        path,
        part.key.span,
        found.status,
        found.message,
        _text(found.old),
        _text(found.new),
        found.own,
        found.code if found.status == "conflict" else "",
        hint if found.status == "conflict" else "",
        can_keep,
    )


def _text(node: Node | None) -> str:
    return "" if node is None else short(node)
