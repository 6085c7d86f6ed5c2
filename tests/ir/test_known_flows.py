"""A program analysed with what is known of others comes to what it comes to alone."""

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from interpreter.ir.instructions import Program
from interpreter.pipeline.loading import load, usable
from interpreter.pipeline.option_readings import read_under
from interpreter.ruleset.option_combinations import planned
from interpreter.secrecy.analysis import SecrecyAnalysis, analyse_secrecy
from interpreter.secrecy.known_flows import KnownFlows
from interpreter.secrecy.option_proofs import Proofs
from interpreter.semantics.audience import JUDGE_ALONE
from tests.ir.test_proofs import LEAKS, SMALLEST, proof_of, with_open
from tests.sampled import sampled
from tests.trial import ROOT, packs

TRIALS = 8


def same(program: Program, flows: KnownFlows) -> SecrecyAnalysis:
    """Return the analysis of a program, which is the same without what is known."""
    alone, found = analyse_secrecy(program), analyse_secrecy(program, flows)
    assert found.problems == alone.problems
    for part in ("results", "required", "asked"):
        assert getattr(found.summaries, part) == getattr(alone.summaries, part)
    for name in program.procedures:
        for of, in_alone in (
            (found.summaries, alone.summaries),
            (found.contexts, alone.contexts),
        ):
            assert of.loop_state(name) == in_alone.loop_state(name)
    assert found.entries == alone.entries
    return found


@pytest.mark.parametrize(
    "pack",
    sampled(packs(), lambda each: each.name == SMALLEST, lambda each: each.name),
)
def test_under_other_options(pack: Path) -> None:
    """One setting after the other, each with what is known of those before."""
    loaded, flows = load(pack), KnownFlows()
    same(usable(loaded), flows)
    layers = list(loaded.layers)
    trials = planned(layers).trials
    for trial in Random(len(trials)).sample(trials, min(TRIALS, len(trials))):
        program = read_under(loaded, layers, trial).program
        if program is not None:
            same(program, flows)


def test_what_is_known_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same program again: no procedure is analysed."""
    program, flows = usable(load(ROOT / "rulesets" / SMALLEST)), KnownFlows()
    analyse_secrecy(program, flows)
    monkeypatch.setattr("interpreter.secrecy.analysis.ProcedureFlow", None)
    assert analyse_secrecy(program, flows).problems == ()


def test_a_step_that_others_see() -> None:
    """Leaks of a procedure that is done openly, each with all that is known."""
    program, flows = usable(load(ROOT / "rulesets" / SMALLEST)), KnownFlows()
    analyse_secrecy(program, flows)
    names = sorted(program.procedures)
    leaks = 0
    for name in Random(1).sample(names, 8):
        other = with_open(program, name)
        leaks += len(same(other, flows).problems)
        same(program, flows)
    assert leaks


def test_fields_that_fewer_may_know() -> None:
    """The audience of a field changes what is found of procedures that are the same,
    and of the rules that read it."""
    program, flows = usable(load(ROOT / "rulesets" / SMALLEST)), KnownFlows()
    analyse_secrecy(program, flows)
    declared, leaks = program.declared, 0
    for kind in declared.kinds.values():
        for at, field in enumerate(kind.fields[:1]):
            fields = list(kind.fields)
            fields[at] = replace(field, audience=JUDGE_ALONE)
            other = replace(kind, fields=tuple(fields))
            kinds = {**declared.kinds, kind.name: other}
            hidden = replace(program, declared=replace(declared, kinds=kinds))
            leaks += len(same(hidden, flows).problems)
    assert leaks


CALLER = """procedures:
  main:
    takes: {s: spy, foe: side}
    seen_by: judge
    steps:
      - let: {n: s.skill}
      - call: change(s, foe)
      - choose: way
        by: s.side
        seen_by: s.side
        say: "He had {n}"
        options: {left: {}, right: {}}
  change:
    takes: {s: spy, foe: side}
    seen_by: judge
    steps:
      - set: {s.stance: gone}
"""


def test_a_procedure_that_writes_what_its_caller_relies_on(tmp_path: Path) -> None:
    """The caller is the same, and so is all that is found of the procedure alone."""
    harmless = proof_of(tmp_path, CALLER).program
    writing = proof_of(tmp_path, CALLER.replace("stance: gone", "side: foe")).program
    flows = KnownFlows()
    assert not same(harmless, flows).problems
    assert [each.code for each in same(writing, flows).problems] == ["R603"]
    assert not same(harmless, flows).problems


def test_programs_that_leak(tmp_path: Path) -> None:
    """Many programs of one pack, with and without the rule that grants what is shown;
    again in another order, when all of them are known."""
    programs = []
    for file in LEAKS:
        text = file.read_text(encoding="utf-8")
        for part in (text, text.replace("# discloses: ", "discloses: ")):
            programs.append(proof_of(tmp_path, part).program)
    flows = KnownFlows()
    found = [same(program, flows) for program in programs]
    assert sum(bool(each.problems) for each in found) >= len(LEAKS)
    for program in programs[::-1]:
        same(program, flows)


def test_proofs_report_what_they_do_without(tmp_path: Path) -> None:
    """Of programs in turn: the problems that none before had."""
    proofs = [proof_of(tmp_path, file.read_text(encoding="utf-8")) for file in LEAKS]
    first, *others = proofs
    alone = Proofs(first)
    known = Proofs(analyse_secrecy(first.program, KnownFlows()))
    for other in others:
        assert known.problems(other.program) == alone.problems(other.program)
