"""Whose rows a declaration reads: those of the entities that it is given, or any.

The gap between two men hangs on these two alone, whoever else moves.
"""

from collections.abc import Mapping
from typing import TypeAlias

from interpreter.checked.declared import Declared, Parameter
from interpreter.language.typed import FieldRead, Local, Typed, Use
from interpreter.program.analysis import Name, own_fields, parts
from interpreter.program.walking import nodes
from interpreter.values.types import Entity

ANY = -1
"""Stands for the place of a parameter where any row may be read."""

Rows: TypeAlias = frozenset[tuple[str, str, int]]
"""(kind, field, place of the parameter whose row is read, or ANY)."""


def rows_of_rules(declared: Declared) -> dict[Name, Rows]:
    """Return what each declaration reads of whose rows, also through others.

    It is `analysis.reads_of_rules`, with the rows; what is read of the row of a
    parameter alone is there once for each such parameter, else with ANY.
    """
    given = {name: _given(_takes(declared, name)) for name, _ in parts(declared)}
    inside = {name: tuple(nodes(*found)) for name, found in parts(declared)}
    read = {name: _own(found, given[name]) for name, found in inside.items()}
    uses = {name: _uses(found) for name, found in inside.items()}
    changed = True
    while changed:
        changed = False
        for name, used in uses.items():
            more = (_through(each, read, given[name]) for each in used)
            grown = read[name].union(*more)
            if grown != read[name]:
                read[name], changed = grown, True
    return {name: _widened(rows) for name, rows in read.items()}


def _takes(declared: Declared, name: Name) -> tuple[Parameter, ...]:
    section, own = name
    if section == "derived":
        kind, _, own = own.partition(".")
        return declared.kinds[kind].derived[own].takes
    found: object = getattr(declared, section)[own]
    takes: tuple[Parameter, ...] = getattr(found, "takes", ())
    return takes


def _given(takes: tuple[Parameter, ...]) -> Mapping[str, int]:
    """Return the places of the parameters that are an entity for sure, by name."""
    every = enumerate(takes)
    return {each.name: at for at, each in every if isinstance(each.type, Entity)}


def _uses(found: tuple[Typed, ...]) -> frozenset[Use]:
    return frozenset(each for each in found if isinstance(each, Use))


def _own(found: tuple[Typed, ...], given: Mapping[str, int]) -> Rows:
    """Return what nodes themselves read."""
    return frozenset(
        (*field, _place(node.of, given) if isinstance(node, FieldRead) else ANY)
        for node in found
        for field in own_fields((node,))
    )


def _through(used: Use, read: Mapping[Name, Rows], given: Mapping[str, int]) -> Rows:
    """Return what is read through another declaration; its parameters are ours where
    they are given just so."""
    rows = read.get((used.section, used.name), Rows())
    places = [_place(each, given) for each in used.arguments]
    return frozenset(
        (kind, field, ANY if at == ANY else places[at]) for kind, field, at in rows
    )


def _place(node: Typed, given: Mapping[str, int]) -> int:
    return given.get(node.name, ANY) if isinstance(node, Local) else ANY


def _widened(rows: Rows) -> Rows:
    """Leave out the rows of parameters where any row is read."""
    wide = {(kind, field) for kind, field, at in rows if at == ANY}
    return frozenset(each for each in rows if each[2] == ANY or each[:2] not in wide)
