"""Where what is reported stands, and what an overlay made of it.

Notes are read beside the pack, so a place is a file and a line without the folders; a
place in another pack has its folder.
"""

from collections.abc import Iterator, Mapping, Sequence

from interpreter.expressions.typed import Typed
from interpreter.ir.instructions import Program
from interpreter.ir.walking import expressions, in_template, instructions, nodes
from interpreter.reports.colour import clean
from interpreter.reports.runs import Note
from interpreter.source import Span


def reference(rule: str, span: Span | None) -> str:
    """Return `[RULE]  file:line`."""
    return _carried(rule, "" if span is None else short(span))


def placed(rule: str, span: Span, home: Span, *read: Typed | None) -> str:
    """Return `[RULE]  file:line` of a row, with what an overlay made of it.

    `home` is where its table or group of modifiers stands, `read` what the row says.
    """
    if span.source.name != home.source.name:
        return _carried(rule, f"from {_with_folder(span)}")
    changed = next(_elsewhere(span, read), None)
    return reference(rule, span) + _changed(changed)


def cells_placed(rule: str, home: Span, cells: Mapping[str, Typed | None]) -> str:
    """Return `[RULE]  file:line` of a table, and which of these cells, by their names,
    an overlay changed."""
    changed = (
        _changed(next(_elsewhere(home, [cell]), None), name)
        for name, cell in cells.items()
    )
    return reference(rule, home) + "".join(changed)


class StepPlaces:
    """Where the steps of a program stand; those that overlays brought or changed are in
    another of the folders of `packs` than their procedure."""

    def __init__(self, program: Program, packs: Sequence[str]) -> None:
        """Look at a procedure when one of its steps is first asked for."""
        self._program = program
        self._packs = sorted(packs, key=len, reverse=True)
        self._known: dict[str, Mapping[str, Span]] = {}

    def __call__(self, note: Note) -> str:
        """Return `[RULE]  file:line` of a note, with what an overlay made of it."""
        name = note.at.partition(".")[0]
        procedure = self._program.procedures.get(name)
        if procedure is None or note.span is None:
            return reference(note.rule, note.span)
        if self._pack(note.span) != self._pack(procedure.span):
            return _carried(note.rule, f"from {_with_folder(note.span)}")
        if name not in self._known:
            self._known[name] = dict(self._changes(name))
        changed = self._known[name].get(note.at)
        return reference(note.rule, note.span) + _changed(changed)

    def _changes(self, name: str) -> Iterator[tuple[str, Span]]:
        for one in instructions(self._program.procedures[name].body):
            own = self._pack(one.site.span)
            for each in nodes(*expressions(one), *in_template(one.site.say)):
                if each.span is not None and self._pack(each.span) != own:
                    yield one.site.path, each.span

    def _pack(self, span: Span) -> str:
        file = span.source.name
        return next((each for each in self._packs if file.startswith(f"{each}/")), "")


def _elsewhere(home: Span, read: Sequence[Typed | None]) -> Iterator[Span]:
    """Yield the parts of expressions that stand in another file."""
    for each in nodes(*(one for one in read if one is not None)):
        if each.span is not None and each.span.source.name != home.source.name:
            yield each.span


def _changed(span: Span | None, what: str = "") -> str:
    if span is None:
        return ""
    return f", {f'{what} ' if what else ''}changed in {_with_folder(span)}"


def _carried(rule: str, place: str) -> str:
    return f"[{clean(rule)}]  {place}".rstrip() if rule else place


def _with_folder(span: Span) -> str:
    folders = span.source.name.split("/")[-2:]
    return clean(f"{'/'.join(folders)}:{span.first[0]}")


def short(span: Span) -> str:
    """Return the file and the line of a place, without the folders."""
    name = span.source.name.rpartition("/")[2]
    return clean(f"{name}:{span.first[0]}")
