"""What of a program may be known, given or shown otherwise than in another program."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from interpreter.checked.declared import Declared
from interpreter.language.typed import Typed, Use
from interpreter.program.analysis import Effects, Name, effects, parts, reads_of_rules
from interpreter.program.instructions import Procedure
from interpreter.program.program import Program
from interpreter.program.walking import expressions, in_template, instructions, nodes

Names = frozenset[Name]

Variant = tuple[object, ...]
"""All on which the walk through a procedure may hang, beside what was found of others:
two that are equal are walked alike."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The rules that are declared otherwise, themselves or through others; and the
    procedures that are other ones, read such a rule, or call what has other effects."""

    rules: Names
    procedures: dict[str, Variant]
    effects: Effects


class Base:
    """A program that others are compared with."""

    def __init__(self, program: Program, known: Effects) -> None:
        """Begin with its effects."""
        self.program, self.effects = program, known
        self._used: dict[str, Names] = {}

    def difference(self, other: Program) -> Difference | None:
        """Return how another differs; None where what all stand on differs, or what a
        rule reads, on which what is known of anything may hang."""
        old, was = self.program, self.effects
        if _ground(old.declared) != _ground(other.declared):
            return None
        own = _own_rules(old.declared, other.declared)
        rules = _reading(other.declared, frozenset(own))
        reads = reads_of_rules(other.declared) if own else was.declared_reads
        if was.declared_reads != reads:
            return None
        now = effects(other.procedures, reads, (old.procedures, was))
        found: dict[str, Variant] = {}
        for name, each in other.procedures.items():
            used = self._uses(name, each) if own else Names()
            read = {n: own[n] for rule in used if rule in rules for n in rules[rule]}
            if read or self._is_other(name, other, now):
                called = {
                    called: (other.procedures[called].takes, now.writes[called])
                    for called in now.calls[name]
                }
                found[name] = (each, now.circles[name], called, read)
        return Difference(frozenset(rules), found, now)

    def _uses(self, name: str, procedure: Procedure) -> Names:
        if procedure is not self.program.procedures.get(name):
            return _used(*_expressions(procedure))
        if name not in self._used:
            self._used[name] = _used(*_expressions(procedure))
        return self._used[name]

    def _is_other(self, name: str, program: Program, now: Effects) -> bool:
        return (
            program.procedures[name] != self.program.procedures.get(name)
            or self.effects.circles[name] != now.circles[name]
            or any(
                self._called_otherwise(each, program, now) for each in now.calls[name]
            )
        )

    def _called_otherwise(self, name: str, program: Program, now: Effects) -> bool:
        before = self.program.procedures.get(name)
        return (
            before is None
            or before.takes != program.procedures[name].takes
            or self.effects.writes[name] != now.writes[name]
        )


def _ground(declared: Declared) -> Declared:
    """Return what has an audience, or is no rule."""
    return replace(declared, formulas={}, tables={}, modifiers={}, options={})


def _own_rules(old: Declared, new: Declared) -> dict[Name, object]:
    """Return the rules that differ themselves."""
    return {
        (section, name): each
        for section in ("formulas", "tables", "modifiers")
        for name, each in getattr(new, section).items()
        if each != getattr(old, section).get(name)
    }


def _reading(declared: Declared, given: Names) -> dict[Name, Names]:
    """Return which of these rules each rule comes to that comes to any."""
    found = {name: Names({name}) for name in given}
    uses = {name: _used(*inside) for name, inside in parts(declared)} if given else {}
    changed = True
    while changed:
        changed = False
        for name, used in uses.items():
            known = found.get(name, Names())
            grown = known.union(*(found[each] for each in used if each in found))
            if grown != known:
                found[name], changed = grown, True
    return found


def _used(*given: Typed) -> Names:
    return frozenset((n.section, n.name) for n in nodes(*given) if isinstance(n, Use))


def _expressions(procedure: Procedure) -> Iterator[Typed]:
    yield from procedure.seen_by.terms
    for each in instructions(procedure.body):
        yield from expressions(each)
        yield from (*in_template(each.site.say), *each.site.seen_by.terms)
