"""Incremental information-flow analysis over the option combinations of a pack.

The fixpoint of one program is a proof for another if analysing the procedures that
differ narrows nothing: all other procedures satisfy the same equations. So only those
are analysed, starting from the proved fixpoint. Starting too narrow may report a leak
that is not there; in that case the program is analysed from scratch, and its result
becomes a further proof to compare with.
"""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from interpreter.diagnostics import Diagnostic
from interpreter.expressions.typed import Typed, Use
from interpreter.ir.effects import (
    Effects,
    KnownFacts,
    RuleName,
    declarations_of,
    effects,
    reads_of_rules,
)
from interpreter.ir.instructions import Procedure, Program
from interpreter.ir.walking import expressions, in_template, instructions, nodes
from interpreter.secrecy.analysis import (
    InterproceduralAnalysis,
    SecrecyAnalysis,
    analyse_secrecy,
)
from interpreter.secrecy.disclosure import declaration_problems
from interpreter.secrecy.labels import SourcePoint, source_point
from interpreter.semantics.declarations import Declarations

RuleNames = frozenset[RuleName]

Variant = tuple[object, ...]
"""All inputs of the analysis of a procedure except the results for other procedures:
equal variants have equal analyses."""


class RuleDifference(Struct, frozen=True):
    """How a program differs from its base.

    `rules` differ themselves or use one that does. `procedures` differ, read such a
    rule, or call a procedure with other parameters or effects.
    """

    rules: RuleNames
    procedures: dict[str, Variant]
    effects: Effects


class Base:
    """A proved program that others are compared with."""

    def __init__(self, program: Program, known: Effects) -> None:
        """Keep the program and its effects."""
        self.program, self.effects = program, known
        self._used: dict[str, RuleNames] = {}
        self._known = KnownFacts()

    def difference(self, other: Program) -> RuleDifference | None:
        """Return how another program differs, or None if they cannot be compared:
        declarations other than rules differ, or the fields that a rule reads."""
        old, old_effects = self.program, self.effects
        if _without_rules(old.declared) != _without_rules(other.declared):
            return None
        differing = _differing_rules(old.declared, other.declared)
        rules = _dependents(other.declared, frozenset(differing), self._known)
        reads = (
            reads_of_rules(other.declared, self._known)
            if differing
            else old_effects.declared_reads
        )
        if old_effects.declared_reads != reads:
            return None
        new_effects = effects(other.procedures, reads, (old.procedures, old_effects))
        procedures: dict[str, Variant] = {}
        for name, procedure in other.procedures.items():
            used = self._used_by(name, procedure) if differing else RuleNames()
            read_rules = {
                n: differing[n] for rule in used if rule in rules for n in rules[rule]
            }
            if read_rules or self._differs(name, other, new_effects):
                callees = {
                    callee: (other.procedures[callee].takes, new_effects.writes[callee])
                    for callee in new_effects.calls[name]
                }
                procedures[name] = (
                    procedure,
                    new_effects.cycles[name],
                    callees,
                    read_rules,
                )
        return RuleDifference(frozenset(rules), procedures, new_effects)

    def _used_by(self, name: str, procedure: Procedure) -> RuleNames:
        if procedure is not self.program.procedures.get(name):
            return _used(*_expressions(procedure))
        if name not in self._used:
            self._used[name] = _used(*_expressions(procedure))
        return self._used[name]

    def _differs(self, name: str, program: Program, new_effects: Effects) -> bool:
        return (
            program.procedures[name] != self.program.procedures.get(name)
            or self.effects.cycles[name] != new_effects.cycles[name]
            or any(
                self._callee_differs(callee, program, new_effects)
                for callee in new_effects.calls[name]
            )
        )

    def _callee_differs(
        self, name: str, program: Program, new_effects: Effects
    ) -> bool:
        before = self.program.procedures.get(name)
        return (
            before is None
            or before.takes != program.procedures[name].takes
            or self.effects.writes[name] != new_effects.writes[name]
        )


def _without_rules(declared: Declarations) -> Declarations:
    """Return the declarations without rules and options."""
    return replace(declared, formulas={}, tables={}, modifiers={}, options={})


def _differing_rules(old: Declarations, new: Declarations) -> dict[RuleName, object]:
    """Return the rules whose own declaration differs, with the new one."""
    return {
        (section, name): each
        for section in ("formulas", "tables", "modifiers")
        for name, each in getattr(new, section).items()
        if each != getattr(old, section).get(name)
    }


def _dependents(
    declared: Declarations, differing: RuleNames, known: KnownFacts
) -> dict[RuleName, RuleNames]:
    """Return, for each rule that uses a differing rule (transitively), which ones."""
    reached = {name: RuleNames({name}) for name in differing}
    every = declarations_of(declared) if differing else ()
    uses = {name: known.of_rule(name, rule).uses for name, rule in every}
    changed = True
    while changed:
        changed = False
        for name, used in uses.items():
            before = reached.get(name, RuleNames())
            after = before.union(*(reached[each] for each in used if each in reached))
            if after != before:
                reached[name], changed = after, True
    return reached


def _used(*expressions: Typed) -> RuleNames:
    return frozenset(
        (n.section, n.name) for n in nodes(*expressions) if isinstance(n, Use)
    )


def _expressions(procedure: Procedure) -> Iterator[Typed]:
    yield from procedure.seen_by.terms
    for instruction in instructions(procedure.body):
        yield from expressions(instruction)
        yield from (*in_template(instruction.site.say), *instruction.site.seen_by.terms)


Key = tuple[str, SourcePoint]


class Proofs:
    """The programs proved so far; each problem is reported once."""

    def __init__(self, first: SecrecyAnalysis) -> None:
        """Start with the program of the default options."""
        self._proved: list[_ProvedProgram] = []
        self._reported: set[Key] = set()
        self._new(first)

    def problems(self, program: Program) -> tuple[Diagnostic, ...]:
        """Return the problems of a program that were not reported before."""
        for known in self._proved:
            differs = known.base.difference(program)
            if differs is not None:
                problems = known.problems(program, differs)
                if {_key(problem) for problem in problems} <= self._reported:
                    return ()
                break
        return self._new(analyse_secrecy(program))

    def _new(self, proof: SecrecyAnalysis) -> tuple[Diagnostic, ...]:
        self._proved.append(_ProvedProgram(proof))
        by_key = {_key(problem): problem for problem in proof.problems}
        new = tuple(by_key[key] for key in by_key if key not in self._reported)
        self._reported |= {*by_key}
        return new


class _ProvedProgram:
    """A proof, and the variants of procedures that narrow nothing of it."""

    def __init__(self, proof: SecrecyAnalysis) -> None:
        """Start without variants."""
        self.proof = proof
        self.base = Base(proof.program, proof.effects)
        self._covered: dict[str, list[Variant]] = {}

    def problems(self, program: Program, differs: RuleDifference) -> list[Diagnostic]:
        """Return the problems of a program with these differences, perhaps too many."""
        proof, covered = self.proof, self._covered
        changed = [
            name
            for name, variant in differs.procedures.items()
            if variant not in covered.get(name, ())
        ]
        proved = proof.program.procedures
        other_steps = [
            name for name in changed if program.procedures[name] != proved.get(name)
        ]
        analysis = InterproceduralAnalysis(
            program,
            differs.effects,
            proof.labels.for_variant(program.declared, differs.rules),
            proof.summaries.copy(other_steps),
            proof.contexts.copy(other_steps),
            {name: each.copy() for name, each in proof.entries.items()},
        )
        problems = (
            declaration_problems(program.declared, analysis.labels)
            if differs.rules
            else []
        )
        problems += analysis.check_procedures(analysis.compute_summaries(changed))
        if not problems and not analysis.narrowed:
            for name in changed:
                covered.setdefault(name, []).append(differs.procedures[name])
        return problems


def _key(diagnostic: Diagnostic) -> Key:
    return diagnostic.code, source_point(diagnostic.span)
