"""Calls that wait, in a line each: what is called, and what it waits for."""

from collections.abc import Iterable

from interpreter.reports.colour import clean
from interpreter.reports.values import ValueNames, spaced, to_text
from interpreter.values.types import ListOf, Maybe, Type, Value

CALL, ON = "call", "on"
Said = tuple[str, Type, Value]
"""A field: its name, its type, its value."""


def of_the_call(fields: Iterable[Said]) -> list[Said]:
    """Return the fields of a row that speak of the call that it is; the others are for
    calls of other procedures, or for other events."""
    every = list(fields)
    given, wanted = _parts(every)
    return [*(each for each in every if each[0] in (CALL, ON)), *given, *wanted]


def waiting_text(fields: Iterable[Said], names: ValueNames) -> str:
    """Return what waits, and for what: `comes(post, 2) at turn begins(2)`."""
    every = list(fields)
    said = {name: str(value) for name, _, value in every}
    given, wanted = _parts(every)
    called = _called(
        said.get(CALL, ""), [to_text(value, of, names) for _, of, value in given]
    )
    event = _called(
        said.get(ON, ""), [_wanted(value, of, names) for _, of, value in wanted]
    )
    return f"{called} at {event}"


def _parts(every: list[Said]) -> tuple[list[Said], list[Said]]:
    """Return what the call is given, and what the event must have."""
    said = {name: value for name, _, value in every}
    begins = f"{said.get(CALL)}.", f"{ON}.{said.get(ON)}."
    given, wanted = ([e for e in every if e[0].startswith(each)] for each in begins)
    return given, wanted


def _called(name: str, given: list[str]) -> str:
    return clean(spaced(name)) + (f"({', '.join(given)})" if given else "")


def _wanted(value: Value, kind: Type, names: ValueNames) -> str:
    """Return what an argument of an event must be: where it may be none itself, a list
    of one holds it."""
    if isinstance(kind, ListOf) and isinstance(kind.item, Maybe):
        one = value if isinstance(value, tuple) else ()
        return to_text(one[0], kind.item, names) if one else "any"
    return "any" if value is None else to_text(value, kind, names)
