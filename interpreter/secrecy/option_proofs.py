"""The secrets of a pack under many settings of its options.

What was found of one program is a proof for another as well, as long as nothing there
narrows it: only what the other has of its own need be walked. Where that finds a
problem, which a proof too narrow may bring about, the other is walked by itself.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from interpreter.diagnostics import Diagnostic
from interpreter.expressions.typed import Typed, Use
from interpreter.ir.effects import Effects, Name, effects, parts, reads_of_rules
from interpreter.ir.instructions import Procedure, Program
from interpreter.ir.walking import expressions, in_template, instructions, nodes
from interpreter.secrecy.analysis import Rounds, SecrecyAnalysis, secrets
from interpreter.secrecy.control_dependence import GuardSpot, spot
from interpreter.secrecy.disclosure import admitted
from interpreter.semantics.declarations import Declarations

# What of a program may be known, given or shown otherwise than in another program.

RuleNames = frozenset[Name]

Variant = tuple[object, ...]
"""All on which the walk through a procedure may hang, beside what was found of others:
two that are equal are walked alike."""


@dataclass(frozen=True, slots=True)
class RuleDifference:
    """The rules that are declared otherwise, themselves or through others; and the
    procedures that are other ones, read such a rule, or call what has other effects."""

    rules: RuleNames
    procedures: dict[str, Variant]
    effects: Effects


class Base:
    """A program that others are compared with."""

    def __init__(self, program: Program, known: Effects) -> None:
        """Begin with its effects."""
        self.program, self.effects = program, known
        self._used: dict[str, RuleNames] = {}

    def difference(self, other: Program) -> RuleDifference | None:
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
            used = self._uses(name, each) if own else RuleNames()
            read = {n: own[n] for rule in used if rule in rules for n in rules[rule]}
            if read or self._is_other(name, other, now):
                called = {
                    called: (other.procedures[called].takes, now.writes[called])
                    for called in now.calls[name]
                }
                found[name] = (each, now.circles[name], called, read)
        return RuleDifference(frozenset(rules), found, now)

    def _uses(self, name: str, procedure: Procedure) -> RuleNames:
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


def _ground(declared: Declarations) -> Declarations:
    """Return what has an audience, or is no rule."""
    return replace(declared, formulas={}, tables={}, modifiers={}, options={})


def _own_rules(old: Declarations, new: Declarations) -> dict[Name, object]:
    """Return the rules that differ themselves."""
    return {
        (section, name): each
        for section in ("formulas", "tables", "modifiers")
        for name, each in getattr(new, section).items()
        if each != getattr(old, section).get(name)
    }


def _reading(declared: Declarations, given: RuleNames) -> dict[Name, RuleNames]:
    """Return which of these rules each rule comes to that comes to any."""
    found = {name: RuleNames({name}) for name in given}
    uses = {name: _used(*inside) for name, inside in parts(declared)} if given else {}
    changed = True
    while changed:
        changed = False
        for name, used in uses.items():
            known = found.get(name, RuleNames())
            grown = known.union(*(found[each] for each in used if each in found))
            if grown != known:
                found[name], changed = grown, True
    return found


def _used(*given: Typed) -> RuleNames:
    return frozenset((n.section, n.name) for n in nodes(*given) if isinstance(n, Use))


def _expressions(procedure: Procedure) -> Iterator[Typed]:
    yield from procedure.seen_by.terms
    for each in instructions(procedure.body):
        yield from expressions(each)
        yield from (*in_template(each.site.say), *each.site.seen_by.terms)


Key = tuple[str, GuardSpot]


class Proofs:
    """The programs that were proved so far; a problem is told once."""

    def __init__(self, first: SecrecyAnalysis) -> None:
        """Begin with the program of the default options."""
        self._known: list[_Known] = []
        self._told: set[Key] = set()
        self._new(first)

    def problems(self, program: Program) -> tuple[Diagnostic, ...]:
        """Return what was not told before of what this program tells too much."""
        for known in self._known:
            differs = known.base.difference(program)
            if differs is not None:
                found = known.problems(program, differs)
                if {_key(each) for each in found} <= self._told:
                    return ()
                break
        return self._new(secrets(program))

    def _new(self, proof: SecrecyAnalysis) -> tuple[Diagnostic, ...]:
        self._known.append(_Known(proof))
        found = {_key(each): each for each in proof.problems}
        new = tuple(found[key] for key in found if key not in self._told)
        self._told |= {*found}
        return new


class _Known:
    """A proof, and the procedures of other programs that narrow nothing of it."""

    def __init__(self, proof: SecrecyAnalysis) -> None:
        """Begin with none."""
        self.proof = proof
        self.base = Base(proof.program, proof.effects)
        self._covered: dict[str, list[Variant]] = {}

    def problems(self, program: Program, differs: RuleDifference) -> list[Diagnostic]:
        """Return the problems of a program that differs so; perhaps too many."""
        proof, covered = self.proof, self._covered
        own = [
            name
            for name, variant in differs.procedures.items()
            if variant not in covered.get(name, ())
        ]
        rounds = Rounds(
            program,
            differs.effects,
            proof.knowledge.beside(program.declared, differs.rules),
            proof.giving.copy(),
            proof.standing.copy(),
            {name: each.copy() for name, each in proof.entries.items()},
        )
        found = admitted(program.declared, rounds.knowledge) if differs.rules else []
        found += rounds.stand(rounds.give(own))
        if not found and not rounds.narrower:
            for name in own:
                covered.setdefault(name, []).append(differs.procedures[name])
        return found


def _key(given: Diagnostic) -> Key:
    return given.code, spot(given.span)
