"""Procedures that never end, since on every path they come to call themselves: R519.

Whatever is decided, rolled or looped over counts as possible; so what is found here can
end in no run but by a refusal or a limit. Each step is looked at once: a path that has
come to a call waits there until the procedure that is called is known to end.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, Optional

from interpreter.diagnostics import Diagnostic, problem
from interpreter.ir.instructions import (
    Block,
    End,
    ForEach,
    Instruction,
    Invoke,
    Procedure,
    Repeat,
    Return,
    When,
)
from interpreter.semantics.declarations import HEARD


class ProgramPoint(NamedTuple):
    """A place in a procedure: before a step, or behind the last of a body; `outer` is
    where it goes on behind the body (None: the procedure ends), and `label` the block
    that the body is ("" none)."""

    procedure: str
    body: tuple[Instruction, ...]
    at: int
    outer: Optional["ProgramPoint"]
    label: str = ""


def endless(procedures: Mapping[str, Procedure]) -> list[Diagnostic]:
    """Return a problem for each circle of calls out of which no path leads."""
    search = _Search(procedures)
    seen = set(search.ending)
    found: list[Diagnostic] = []
    for name in procedures:
        chain: dict[str, Invoke] = {}
        while name not in seen:
            seen.add(name)
            chain[name] = search.stuck[name]
            name = chain[name].procedure
        if name in chain:
            while name.endswith(HEARD):  # ours; what it calls is written
                name = chain[name].procedure
            found.append(_problem(procedures[name], chain[name]))
    return found


def _problem(procedure: Procedure, call: Invoke) -> Diagnostic:
    name = procedure.name.replace("_", " ")
    message = f"'{name}' comes back to itself here on every path, so it never ends"
    hint = "let a condition lead past the call, or repeat with 'times' or 'until'"
    return problem("R519", call.site.span, message, hint=hint)


class _Search:
    """Which procedures can end, and for all others the first call that they do not come
    back from."""

    def __init__(self, procedures: Mapping[str, Procedure]) -> None:
        """Follow every path as far as it leads."""
        self.ending: set[str] = set()
        self.stuck: dict[str, Invoke] = {}
        self._waiting: dict[str, list[ProgramPoint]] = {}
        self._met: set[tuple[str, int, int]] = set()
        self._open = [
            ProgramPoint(key, p.body, 0, None) for key, p in procedures.items()
        ]
        while self._open:
            self._follow(self._open.pop())
        for name, points in self._waiting.items():
            for each in points if name not in self.ending else ():
                self._keep(each)

    def _keep(self, point: ProgramPoint) -> None:
        call = point.body[point.at]
        assert isinstance(call, Invoke)
        known = self.stuck.get(point.procedure)
        if known is None or call.site.span.start < known.site.span.start:
            self.stuck[point.procedure] = call

    def _follow(self, point: ProgramPoint) -> None:
        """Go on from a point, unless somebody was there."""
        if point.at == len(point.body):
            self._leave(point)
            return
        key = (point.procedure, id(point.body), point.at)
        if key in self._met:
            return
        self._met.add(key)
        step = point.body[point.at]
        if isinstance(step, Invoke) and step.procedure not in self.ending:
            self._waiting.setdefault(step.procedure, []).append(point)
        else:
            self._open += _next(point, step)

    def _leave(self, point: ProgramPoint) -> None:
        """Go on behind a body; behind the last of a procedure, it ends, and who waits
        for that goes on."""
        if point.outer is not None:
            self._open.append(point.outer)
        elif point.procedure not in self.ending:
            self.ending.add(point.procedure)
            for each in self._waiting.pop(point.procedure, ()):
                self._open.append(each._replace(at=each.at + 1))


def _next(point: ProgramPoint, step: Instruction) -> Iterator[ProgramPoint]:
    """Yield the points that may come behind a step, or inside it."""
    behind = point._replace(at=point.at + 1)
    name = point.procedure
    match step:
        case Return():
            yield ProgramPoint(name, (), 0, None)
        case End():
            yield _behind(point, step.label)
        case When():
            yield ProgramPoint(name, step.then, 0, behind)
            yield ProgramPoint(name, step.other, 0, behind)
        case ForEach():
            yield behind
            yield ProgramPoint(name, step.body, 0, behind)
        case Repeat():
            if step.times is not None:
                yield behind
            yield ProgramPoint(name, step.body, 0, behind)
        case Block():
            yield ProgramPoint(name, step.body, 0, behind, step.label)
        case _:
            yield behind


def _behind(point: ProgramPoint, label: str) -> ProgramPoint:
    """Return where the block of a label is left for."""
    while point.label != label and point.outer is not None:
        point = point.outer
    return point._replace(at=len(point.body))
