"""R523: steps that may hide again what others saw, of which no claim is left.

The audience of a field is a set of grants, each on conditions: a field has one of some
values. A step that sets such a field may take the grant away; if another step can give
it, both may fall into one run, and no view shows what was seen. Whether they do cannot
be known from the steps, so this is a note. Kinds with `last_seen` tell it (`steps`).
"""

from collections.abc import Iterator

from interpreter.diagnostics import Diagnostic, problem
from interpreter.expressions.typed import Constant, FieldRead, Typed
from interpreter.ir.instructions import Assign, Program, Site
from interpreter.ir.walking import instructions
from interpreter.semantics.audience import THE_JUDGE, Audience, Grant
from interpreter.semantics.declarations import Field, Kind
from interpreter.values.claims import STORE

Written = dict[tuple[str, str], list[tuple[Site, Typed]]]
"""What steps set fields to, by kind and field."""


def hidden_again(program: Program) -> Iterator[Diagnostic]:
    """Yield a note for each step that may hide fields of a kind which another step
    shows, where the kind leaves no claim of them."""
    written: Written = {}
    for procedure in program.procedures.values():
        for one in instructions(procedure.body):
            for each in one.changes if isinstance(one, Assign) else ():
                known = written.setdefault((each.kind, each.field), [])
                known.append((one.site, each.value))
    for kind in program.declared.kinds.values():
        if kind.name == STORE:
            continue
        claim = program.declared.claims.get(kind.last_seen)
        told = set() if claim is None else {fact.name for fact in claim.facts}
        lost: dict[str, tuple[Site, list[str]]] = {}
        for field in kind.fields:
            for site in _hiding(field, written) if field.name not in told else ():
                lost.setdefault(site.path, (site, []))[1].append(field.name)
        yield from (_note(kind, *found) for found in lost.values())


def _hiding(field: Field, written: Written) -> Iterator[Site]:
    """Yield the steps that may take a field from somebody to whom a step gives it."""
    found: dict[str, Site] = {}
    for grant in field.audience.grants:
        for subject, allowed in () if grant.who == THE_JUDGE else grant.when:
            if not isinstance(subject, FieldRead):
                continue
            steps = written.get((subject.kind, subject.name), [])
            if any(_may_be(value, allowed) for _, value in steps):
                found |= {
                    site.path: site
                    for site, value in steps
                    if _takes_away(field.audience, grant, subject, value)
                }
    yield from found.values()


def _may_be(value: Typed, allowed: frozenset[object]) -> bool:
    return not isinstance(value, Constant) or value.value in allowed


def _takes_away(audience: Audience, grant: Grant, subject: Typed, value: Typed) -> bool:
    """Tell whether nobody admits the same seat once a subject has a value."""
    if not isinstance(value, Constant):
        return True
    for other in audience.grants:
        if other.who in (None, grant.who):
            allowed = dict(other.when).get(subject)
            if allowed is None or value.value in allowed:
                return False
    return True


def _note(kind: Kind, site: Site, fields: list[str]) -> Diagnostic:
    names = ", ".join(each.replace("_", " ") for each in fields)
    name = kind.name.replace("_", " ")
    message = f"this may hide what others saw of a '{name}': {names}"
    expected = f"last_seen: a claim about {name} with these facts"
    hint = "shown and hidden in one run of steps, it is on no view"
    return problem("R523", site.span, message, expected=expected, hint=hint)
