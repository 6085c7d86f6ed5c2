"""Whether what is declared admits more than it may: R603 and R604 of declarations."""

from collections.abc import Iterator, Mapping

from interpreter.diagnostics import Diagnostic, problem
from interpreter.expressions.typed import Typed, Use
from interpreter.ir.effects import Name, parts
from interpreter.ir.walking import nodes
from interpreter.secrecy.disclosure import known_to
from interpreter.secrecy.labels import ValueLabels
from interpreter.semantics.audience import EVERYONE
from interpreter.semantics.declarations import WAITING, Declarations, Formula, Modifiers


def admitted(declared: Declarations, knowledge: ValueLabels) -> list[Diagnostic]:
    """Return every declaration whose audience cannot be as it is declared."""
    return [
        *_hidden_terms(declared, knowledge),
        *_tables_read(declared),
        *_widened(declared, knowledge),
    ]


def _hidden_terms(declared: Declarations, knowledge: ValueLabels) -> list[Diagnostic]:
    """Find audiences that hang on what not everyone sees: asking would tell it. Of a
    call that waits nobody asks but whom it concerns; where it is put off, that is
    checked as who sees a step."""
    found = []
    for kind in (each for each in declared.kinds.values() if each.name != WAITING):
        own = [(each.audience, each.span) for each in kind.fields]
        made = [(each.seen_by, each.span) for each in kind.derived.values()]
        for audience, span in (*own, *made, (kind.seen_by, kind.span)):
            for term in () if audience is None else audience.terms:
                if not knowledge.of(term, {}).includes(EVERYONE):
                    message = "an audience cannot hang on what not everyone sees"
                    at = term.span or span
                    found.append(
                        problem(
                            "R604", at, message, expected="fields that everyone sees"
                        )
                    )
    return found


def _tables_read(declared: Declarations) -> list[Diagnostic]:
    """Find audiences that read a table or modifiers, also through a formula: views are
    made without them, so such an audience would admit nobody."""
    bodies = dict(parts(declared))
    spans = {
        use.span or field.span
        for kind in declared.kinds.values()
        for field in kind.fields
        for use in _uses(field.shown)
        if _reads_table((use.section, use.name), bodies)
    }
    message = "an audience cannot read a table"
    expected = "fields, and formulas that read no table"
    return [problem("R604", each, message, expected=expected) for each in spans]


def _reads_table(name: Name, bodies: Mapping[Name, tuple[Typed, ...]]) -> bool:
    """Tell whether a declaration is a table or modifiers, or comes to one."""
    reached, waiting = {name}, [name]
    while waiting:
        used = {(each.section, each.name) for each in _uses(*bodies[waiting.pop()])}
        waiting += used - reached
        reached |= used
    return any(section in ("tables", "modifiers") for section, _ in reached)


def _uses(*given: Typed | None) -> Iterator[Use]:
    """Yield every declaration that is read in expressions."""
    there = (each for each in given if each is not None)
    return (each for each in nodes(*there) if isinstance(each, Use))


def _widened(declared: Declarations, knowledge: ValueLabels) -> list[Diagnostic]:
    """Find derived fields and modifiers that more may know than what they read."""
    every: list[tuple[Name, Formula | Modifiers]] = [
        (("modifiers", name), each) for name, each in declared.modifiers.items()
    ]
    for kind in declared.kinds.values():
        for name, derived in kind.derived.items():
            every.append((("derived", f"{kind.name}.{name}"), derived))
    found = []
    for key, each in every:
        reads = knowledge.reads(key)
        if each.seen_by is not None and not reads.includes(each.seen_by.seats):
            message = f"'{key[1]}' may be known to more than what it is made from"
            expected = f"at most {known_to(reads)}"
            found.append(problem("R603", each.span, message, expected=expected))
    return found
