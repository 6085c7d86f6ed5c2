"""The secrets of a pack under many settings of its options.

What was found of one program is a proof for another as well, as long as nothing there
narrows it: only what the other has of its own need be walked. Where that finds a
problem, which a proof too narrow may bring about, the other is walked by itself.
"""

from interpreter.problems import Problem
from interpreter.program.admitted import admitted
from interpreter.program.differing import Base, Difference, Variant
from interpreter.program.guards import Spot, spot
from interpreter.program.program import Program
from interpreter.program.secrets import Rounds, SecrecyAnalysis, secrets

Key = tuple[str, Spot]


class Proofs:
    """The programs that were proved so far; a problem is told once."""

    def __init__(self, first: SecrecyAnalysis) -> None:
        """Begin with the program of the default options."""
        self._known: list[_Known] = []
        self._told: set[Key] = set()
        self._new(first)

    def problems(self, program: Program) -> tuple[Problem, ...]:
        """Return what was not told before of what this program tells too much."""
        for known in self._known:
            differs = known.base.difference(program)
            if differs is not None:
                found = known.problems(program, differs)
                if {_key(each) for each in found} <= self._told:
                    return ()
                break
        return self._new(secrets(program))

    def _new(self, proof: SecrecyAnalysis) -> tuple[Problem, ...]:
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

    def problems(self, program: Program, differs: Difference) -> list[Problem]:
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


def _key(given: Problem) -> Key:
    return given.code, spot(given.span)
