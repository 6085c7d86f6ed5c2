"""How the ways of running one target differ, if they do."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tests.agreement.forks import forked
from tests.agreement.targets import Target, analysis
from tests.agreement.ways import Ways


def runs_differ(ways: Ways, target: Target, seed: int) -> str:
    """Say how once, trace and direct differ in result, end or questions; or ""."""
    once = ways.once("once", target, seed)
    for name, found in (
        ("trace", ways.once("trace", target, seed)),
        ("direct", ways.direct(target, seed)),
    ):
        if found != once:
            return f"{name}: {found!r}\nonce: {once!r}"
    return ""


def laws_differ(ways: Ways, target: Target, default: str) -> Iterator[str]:
    """Yield how exact odds with what makes them fast differ from those without."""
    plain = ways.exact(target, default, fusing=False, writes=True, fields=True)
    faster: tuple[dict[str, bool], ...] = (
        {"fusing": True, "writes": True, "fields": True},
        {"fusing": False, "writes": False, "fields": False},
        {"fusing": True, "writes": False, "fields": False},
        {"fusing": True, "writes": False, "fields": True},
    )
    for how in faster:
        found = ways.exact(target, default, **how)
        expected = plain if how["fields"] else results(plain)
        if found != expected:
            yield f"{how}: {found!r}\nplain: {expected!r}"
    found = forked(ways.engine, target, default)
    if found != plain:
        yield f"brute force: {found!r}\nexact: {plain!r}"


def asks(target: Target) -> bool:
    """Tell whether somebody chooses in it."""
    procedure = target.program.entries[target.entry].procedure
    return procedure in analysis(target.pack, target.options).chooses


def results(law: Any) -> Any:
    """Return the law of the results alone."""
    if not isinstance(law, dict):
        return law
    found: dict[Any, Fraction] = {}
    for (result, _), share in law.items():
        found[result, ()] = found.get((result, ()), Fraction(0)) + share
    return found
