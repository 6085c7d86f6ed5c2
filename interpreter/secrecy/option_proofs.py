"""Incremental information-flow analysis over the option combinations of a pack.

The fixpoint of one program is a proof for another if analysing the procedures that
differ narrows nothing: all other procedures satisfy the same equations. So only those
are analysed, starting from the proved fixpoint. Starting too narrow may report a leak
that is not there; in that case the program is analysed from scratch, and its result
becomes a further proof to compare with.
"""

from msgspec import Struct

from interpreter.diagnostics import Diagnostic
from interpreter.ir.effects import (
    Effects,
    KnownFacts,
    effects,
    reads_of_rules,
)
from interpreter.ir.instructions import Procedure, Program
from interpreter.secrecy.analysis import (
    InterproceduralAnalysis,
    SecrecyAnalysis,
    analyse_secrecy,
)
from interpreter.secrecy.disclosure import declaration_problems
from interpreter.secrecy.known_flows import (
    RULES,
    KnownFlows,
    RuleNames,
    dependents,
    used_rules,
    without_rules,
)
from interpreter.secrecy.labels import SourcePoint, ValueLabels, source_point
from interpreter.semantics.declarations import Declarations

Variant = tuple[object, ...]
"""All inputs of the analysis of a procedure except the results for other procedures:
equal variants have equal analyses."""


class RuleDifference(Struct, frozen=True):
    """How a program differs from its base.

    `rules` differ themselves or use one that does. `procedures` differ, use such a rule
    of which labels depend otherwise, or call a procedure with other parameters or
    effects. `labels` are those of the program.
    """

    rules: RuleNames
    procedures: dict[str, Variant]
    effects: Effects
    labels: ValueLabels


class Base:
    """A proved program that others are compared with."""

    def __init__(
        self, program: Program, known: Effects, labels: ValueLabels, facts: KnownFacts
    ) -> None:
        """Keep the program, its effects and its labels; `facts` are shared with other
        programs."""
        self.program, self.effects, self.labels = program, known, labels
        self._used: dict[str, RuleNames] = {}
        self._known = facts

    def difference(self, other: Program) -> RuleDifference | None:
        """Return how another program differs, or None if they cannot be compared:
        declarations other than rules differ, or the fields that a rule reads."""
        old, old_effects = self.program, self.effects
        if without_rules(old.declared) != without_rules(other.declared):
            return None
        differing = _differing_rules(old.declared, other.declared)
        rules = dependents(other.declared, differing, self._known)
        reads = (
            reads_of_rules(other.declared, self._known)
            if differing
            else old_effects.declared_reads
        )
        if old_effects.declared_reads != reads:
            return None
        new_effects = effects(other.procedures, reads, (old.procedures, old_effects))
        labels = self.labels
        if rules:
            labels = labels.for_variant(other.declared, rules)
        use_facts = {
            rule: facts
            for rule in rules
            if (facts := labels.use_facts(rule)) != self.labels.use_facts(rule)
            or not self.labels.has(rule)
        }
        signatures = {
            name
            for name in other.procedures
            if self._signature_differs(name, other, new_effects)
        }
        procedures: dict[str, Variant] = {}
        for name, procedure in other.procedures.items():
            used = self._used_by(name, procedure) if use_facts else RuleNames()
            read_rules = {rule: use_facts[rule] for rule in used & use_facts.keys()}
            if (
                read_rules
                or self._differs(name, other, new_effects)
                or not signatures.isdisjoint(new_effects.calls[name])
            ):
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
        return RuleDifference(rules, procedures, new_effects, labels)

    def _used_by(self, name: str, procedure: Procedure) -> RuleNames:
        if procedure is not self.program.procedures.get(name):
            return used_rules(procedure)
        if name not in self._used:
            self._used[name] = used_rules(procedure)
        return self._used[name]

    def _differs(self, name: str, program: Program, new_effects: Effects) -> bool:
        return (
            program.procedures[name] != self.program.procedures.get(name)
            or self.effects.cycles[name] != new_effects.cycles[name]
        )

    def _signature_differs(
        self, name: str, program: Program, new_effects: Effects
    ) -> bool:
        before = self.program.procedures.get(name)
        return (
            before is None
            or before.takes != program.procedures[name].takes
            or self.effects.writes[name] != new_effects.writes[name]
        )


def _differing_rules(old: Declarations, new: Declarations) -> RuleNames:
    """Return the rules whose own declaration differs."""
    return frozenset(
        (section, name)
        for section in RULES
        for name, each in getattr(new, section).items()
        if each != getattr(old, section).get(name)
    )


Key = tuple[str, SourcePoint]


class Proofs:
    """The programs proved so far; each problem is reported once."""

    def __init__(self, first: SecrecyAnalysis) -> None:
        """Start with the program of the default options."""
        self._proved: list[_ProvedProgram] = []
        self._reported: set[Key] = set()
        self._flows = first.flows
        self._new(first)

    def problems(self, program: Program) -> tuple[Diagnostic, ...]:
        """Return the problems of a program that were not reported before."""
        for known in self._proved:
            differs = known.base.difference(program)
            if differs is not None:
                problems = known.problems(program, differs, self._flows)
                if {_key(problem) for problem in problems} <= self._reported:
                    return ()
                break
        proof = analyse_secrecy(program, self._flows)
        if proof.problems:  # told with the places of this program, not of an equal one
            proof = analyse_secrecy(program)
        return self._new(proof)

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
        facts = KnownFacts() if proof.flows is None else proof.flows.facts
        self.base = Base(proof.program, proof.effects, proof.labels, facts)
        self._covered: dict[str, list[Variant]] = {}

    def problems(
        self, program: Program, differs: RuleDifference, flows: KnownFlows | None
    ) -> list[Diagnostic]:
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
            differs.labels,
            proof.summaries.copy(other_steps),
            proof.contexts.copy(other_steps),
            {name: each.copy() for name, each in proof.entries.items()},
            flows,
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
