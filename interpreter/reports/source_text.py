"""Expressions and templates as their author wrote them, on one line."""

import re
from collections.abc import Iterator, Mapping, Sequence

from interpreter.expressions.typed import (
    Apply,
    Constant,
    DiceExpression,
    FieldRead,
    IfElse,
    Local,
    RecordRead,
    Template,
    Typed,
    Use,
)
from interpreter.ir.instructions import Program
from interpreter.ir.walking import expressions, in_template, instructions, nodes
from interpreter.reports.colour import clean
from interpreter.reports.runs import Note
from interpreter.reports.values import ValueNames, in_words, sum_text, to_text
from interpreter.source import Span
from interpreter.values.types import SumOf, Type, Value

_COMMENT = re.compile(r"#[^\n]*")
_SIGNS: Mapping[str, str] = {"neg": "-", "is_not": "is not", "not_in": "not in"}
_BETWEEN = (
    *("+", "-", "*", "/", "and", "or", "in", "not_in"),
    *("is", "is_not", "<", "<=", ">", ">="),
)


def written(node: Typed, names: ValueNames) -> str:
    """Return the source text of an expression; of one without source an equivalent
    text."""
    if isinstance(node, Constant):
        return to_text(node.value, node.type, names)
    if node.span is not None and node.span.text.strip():
        text = node.span.text
        if "\n" in text:  # only blocks may hold comments
            text = _COMMENT.sub("", text)
        source_line = clean(" ".join(text.split()))
        whose = _whose(node)
        return (
            f"{written(whose, names)}.{source_line}"
            if whose is not None
            else source_line
        )
    return _built(node, names)


def _whose(node: Typed) -> Typed | None:
    """Return the expression before the dot of a field that has the span of its name
    alone; None if it has no span."""
    match node:
        case (
            FieldRead(of=found)
            | RecordRead(of=found)
            | Use(section="derived", arguments=(found,))
            | Apply(name=".ground", arguments=(_, found))
            # a fact of a claim, if it is shown
            | IfElse(then=Apply(name="at", arguments=(FieldRead(of=found), _)))
        ):
            pass
        case _:
            return None
    if node.span is None or found.span is None:
        return None
    return found if found.span.start < node.span.start else None


def _built(node: Typed, names: ValueNames) -> str:
    match node:
        case Local():
            return clean(node.name)
        case FieldRead() | RecordRead():
            return f"{written(node.of, names)}.{clean(node.name)}"
        case Apply() if node.name in _BETWEEN and len(node.arguments) == 2:
            left, right = (written(argument, names) for argument in node.arguments)
            return f"{left} {_SIGNS.get(node.name, node.name)} {right}"
        case Apply() if node.name in ("present", "within", "in_steps", "rank_in"):
            return written(node.arguments[0], names)  # run-time checks have no source
        case Apply() if node.name == "list":
            items = ", ".join(written(argument, names) for argument in node.arguments)
            return f"[{items}]"
        case Apply() if node.name[0] == ".":  # of a board, which goes without saying
            arguments = ", ".join(
                written(argument, names) for argument in node.arguments[1:]
            )
            return f"{node.name[1:]}({arguments})"
        case Apply() | Use():
            arguments = ", ".join(
                written(argument, names) for argument in node.arguments
            )
            return f"{clean(node.name)}({arguments})"
        case _:
            return "..."


def prose(template: Template | None, names: ValueNames) -> str:
    """Return a template with its expressions in braces."""
    if template is None:
        return ""
    return "".join(
        clean(each) if isinstance(each, str) else f"{{{written(each, names)}}}"
        for each in template.parts
    )


def filled(
    template: Template | None, values: Sequence[Value], names: ValueNames
) -> str:
    """Return a template with the values of its expressions, in order; a labelled sum
    with its rows."""
    if template is None:
        return ""
    waiting = iter(values)
    return "".join(
        clean(each)
        if isinstance(each, str)
        else _value_text(next(waiting, None), each.type, names)
        for each in template.parts
    )


def _value_text(value: Value, kind: Type, names: ValueNames) -> str:
    if isinstance(kind, SumOf) and value is not None:
        return sum_text(value, kind, names)
    return in_words(value, kind, names)


def dice(thrown: DiceExpression, names: ValueNames) -> str:
    """Return dice as `2d6`, or as `dice(n, sides)` if a number is no constant."""
    number, sides = written(thrown.number, names), written(thrown.sides, names)
    if isinstance(thrown.number, Constant) and isinstance(thrown.sides, Constant):
        return f"d{sides}" if number == "1" else f"{number}d{sides}"
    return f"dice({number}, {sides})"


# Where what is reported stands, and what an overlay made of it.  Notes are read
# next to the pack, so a place is a file and a line without the folders; a place in
# another pack has its folder.


def reference(rule: str, span: Span | None) -> str:
    """Return `[RULE]  file:line`."""
    return _carried(rule, "" if span is None else short(span))


def placed(rule: str, span: Span, home: Span, *read: Typed | None) -> str:
    """Return `[RULE] file:line` of a row, and what an overlay changed in it.

    `home` is the span of its table or group, `read` the expressions of the row.
    """
    if span.source.name != home.source.name:
        return _carried(rule, f"from {_with_folder(span)}")
    changed = next(_elsewhere(span, read), None)
    return reference(rule, span) + _changed(changed)


def cells_placed(rule: str, home: Span, cells: Mapping[str, Typed | None]) -> str:
    """Return `[RULE] file:line` of a table, and which of the named cells an overlay
    changed."""
    changed = (
        _changed(next(_elsewhere(home, [cell]), None), name)
        for name, cell in cells.items()
    )
    return reference(rule, home) + "".join(changed)


class StepPlaces:
    """The spans of the steps of a program, with the changes that overlays made.

    A step that an overlay added or changed is in another folder of `packs` than its
    procedure.
    """

    def __init__(self, program: Program, packs: Sequence[str]) -> None:
        """Procedures are searched on first use."""
        self._program = program
        self._packs = sorted(packs, key=len, reverse=True)
        self._known: dict[str, Mapping[str, Span]] = {}

    def __call__(self, note: Note) -> str:
        """Return `[RULE] file:line` of a note, and what an overlay changed in it."""
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
        for instruction in instructions(self._program.procedures[name].body):
            pack = self._pack(instruction.site.span)
            for node in nodes(
                *expressions(instruction), *in_template(instruction.site.say)
            ):
                if node.span is not None and self._pack(node.span) != pack:
                    yield instruction.site.path, node.span

    def _pack(self, span: Span) -> str:
        file = span.source.name
        return next((each for each in self._packs if file.startswith(f"{each}/")), "")


def _elsewhere(home: Span, read: Sequence[Typed | None]) -> Iterator[Span]:
    """Yield the parts of expressions that are in another file."""
    for each in nodes(*(node for node in read if node is not None)):
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
    """Return the file name and the line of a span."""
    name = span.source.name.rpartition("/")[2]
    return clean(f"{name}:{span.first[0]}")
