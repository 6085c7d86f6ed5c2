"""`--observe`: which fields are told beside a result, and when one should be."""

from collections.abc import Mapping, Sequence

from interpreter.app.opening.session import Session
from interpreter.diagnostics import UnknownName, did_you_mean
from interpreter.ir.instructions import Assign
from interpreter.ir.stopping import ReachableStops
from interpreter.reports.values import spaced
from interpreter.semantics.declarations import CHARTS, Declarations
from interpreter.values.log import STORE
from interpreter.values.names import plain
from interpreter.values.types import Nothing

Fields = tuple[tuple[str, str], ...]
Ids = Mapping[str, tuple[str, ...]]
"""The ids of the things of a scenario by their kind."""


def observable(declared: Declarations) -> dict[str, tuple[str, str]]:
    """Return (kind, field) of every field that can be told, by `kind.field`."""
    return {
        f"{kind}.{each.name}": (kind, each.name)
        for kind, made in declared.kinds.items()
        if kind not in (STORE, CHARTS)
        for each in made.fields
    }


def observing(names: Sequence[str], declared: Declarations, ids: Ids) -> Fields:
    """Return (kind, field) of fields (`kind.field`, or a field of one kind alone).

    Raises UnknownName; where a thing stands for its kind, its hint names the kind.
    """
    found = []
    known = observable(declared)
    for name in names:
        wanted = plain(name)
        fits = [key for key in known if wanted in (key, key.partition(".")[2])]
        if len(fits) != 1:
            failed = UnknownName("field", name, fits or known)
            failed.hint = _kind_meant(wanted, known, ids) or failed.hint
            raise failed
        found.append(known[fits[0]])
    return tuple(found)


def _kind_meant(wanted: str, known: Mapping[str, object], ids: Ids) -> str:
    """Return the hint that names the kind of a thing, with the field; "" for no
    thing."""
    thing, _, name = wanted.partition(".")
    for kind, own in ids.items():
        fits = [each for each in known if each.startswith(f"{kind}.")]
        if name and fits and thing in map(plain, own):
            near = did_you_mean(f"{kind}.{name}", fits)
            near = near or f"there are: {', '.join(fits)}"
            return f"{near} ('{thing}' is of the kind '{spaced(kind)}')"
    return ""


def nothing_given(session: Session, how: str = "") -> str:
    """Return what to say of a procedure that gives nothing, with a field that it sets
    as an example; "" of one that gives something. `how` goes before `--observe`."""
    entry = session.entry
    if not isinstance(entry.gives, Nothing):
        return ""
    said = f"'{spaced(entry.name)}' gives nothing"
    known = observable(session.program.declared)
    body = (
        ReachableStops(session.program).of(entry.procedure) if entry.procedure else ()
    )
    for each in body:
        for change in each.changes if isinstance(each, Assign) else ():
            if (field := f"{change.kind}.{change.field}") in known:
                told = f"{how}--observe {field}"
                return f"{said}; {told} tells what becomes of that field"
    return f"{said}, and sets no field that {how}--observe could tell"
