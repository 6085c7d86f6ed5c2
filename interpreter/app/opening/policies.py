"""`--policy NAME`: who answers choices by rules of the pack, or by a plain default."""

from collections.abc import Iterable
from typing import cast, get_args

from interpreter.app.opening.session import Session
from interpreter.app.opening.values import value_of
from interpreter.cases.calls import call_of
from interpreter.diagnostics import UnknownName, UsageError
from interpreter.engine.policies import Default, PackRule, Policy
from interpreter.ir.effects import reached_from
from interpreter.ir.instructions import Choice
from interpreter.ir.instructions import DeclaredPolicy as Declared
from interpreter.ir.walking import free
from interpreter.values.names import plain
from interpreter.values.types import Value

DEFAULTS: tuple[Default, ...] = get_args(Default)
SEAT = "seat"
"""The parameter that is who decides; all others are given with the policy's name."""


def policy_of(text: str, session: Session) -> Policy:
    """Return a policy: of the pack, perhaps with arguments `bold(2)`, or a default."""
    for each in DEFAULTS:
        if plain(text) == each:
            return Policy(each, default=each)
    name, given = call_of(text) or (text, ())
    policies = session.program.policies
    declared = policies.get(plain(name))
    if declared is None:
        known = {*DEFAULTS, *(each.name for each in policies.values())}
        raise UnknownName("policy", name, known)
    values = tuple(_values(declared, given, session))
    takes = [each.name for each in declared.takes]
    rules = {}
    for path, rule in declared.rules.items():
        assert rule.call is not None
        reads = SEAT in takes and SEAT in free(rule.call)
        rules[path] = PackRule(rule.name, values, takes.index(SEAT) if reads else None)
    default = cast(Default, declared.default) if declared.default else None
    return Policy(declared.name, rules, default)


def standing_in(session: Session, fixed: Iterable[str]) -> str | None:
    """Return the first policy of the pack, which stands in where nobody was named.

    None where seats choose nothing but what is `fixed`, or where none stands alone.
    """
    bodies = reached_from(session.program, session.entry.procedure)
    asked = {
        each.label
        for body in bodies.values()
        for each in body
        if isinstance(each, Choice) and each.open_type is None
    }
    if asked <= set(fixed):
        return None
    alone = (
        each.name
        for each in session.program.policies.values()
        if all(one.name == SEAT or one.default is not None for one in each.takes)
    )
    return next(alone, None)


def _values(
    declared: Declared, given: tuple[str, ...], session: Session
) -> list[Value]:
    """Return a value for each thing the policy takes; who decides stands as none."""
    texts = list(given)
    wanted = [each for each in declared.takes if each.name != SEAT]
    if len(texts) > len(wanted):
        hint = f"it takes {', '.join(each.name for each in wanted) or 'nothing'}"
        raise UsageError(f"the policy '{declared.name}' takes fewer arguments", hint)
    values: list[Value] = []
    for each in declared.takes:
        if each.name == SEAT:
            values.append(None)
        elif texts:
            pack, scenario = session.pack, session.scenario
            text, source = texts.pop(0), f"{each.name} of the policy"
            values.append(value_of(pack, text, each.type, scenario, source))
        elif each.default is not None:
            # a default is a constant, which the checker has proved
            values.append(getattr(each.default, "value", None))
        else:
            names = ", ".join(each.name for each in wanted)
            hint = f"write --policy '{declared.name}({names})' with values"
            raise UsageError(f"the policy '{declared.name}' needs '{each.name}'", hint)
    return values
