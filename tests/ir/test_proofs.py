"""What one program proves of another is what the other shows when walked by itself."""

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from interpreter.diagnostics import Diagnostic
from interpreter.ir.instructions import Instruction, Procedure, Program
from interpreter.ir.walking import instructions
from interpreter.pipeline.loading import load
from interpreter.pipeline.option_readings import read_under
from interpreter.ruleset.option_combinations import planned
from interpreter.secrecy.analysis import SecrecyAnalysis, analyse_secrecy
from interpreter.secrecy.option_proofs import Proofs
from interpreter.semantics.audience import EVERYONE
from tests.sampled import sampled
from tests.trial import packs

HERE = Path(__file__).with_name("secrets")
LEAKS = sorted((HERE / "leaks").glob("*.yaml"))
MUTANTS = 8
SOME_MUTANTS = 1  # the gate
TRIALS = 4
LARGEST = ("domains-at-war", "rencounter")
SMALLEST = "concealment"  # the gate takes the settings of this published pack


def proof_of(folder: Path, text: str) -> SecrecyAnalysis:
    """Return what is found of the pack with this file in it."""
    head = (HERE / "ruleset.yaml").read_text(encoding="utf-8")
    (folder / "ruleset.yaml").write_text(head, encoding="utf-8")
    (folder / "part.yaml").write_text(text, encoding="utf-8")
    proof = load(folder).proof
    assert proof is not None
    return proof


def places(problems: tuple[Diagnostic, ...]) -> set[tuple[str, str]]:
    """Return the codes and where they stand."""
    return {(each.code, str(each.span)) for each in problems}


@pytest.mark.parametrize("file", LEAKS, ids=lambda each: each.stem)
def test_a_leak_is_found_beside_the_program_without(file: Path, tmp_path: Path) -> None:
    """Once and not again, and not where the rule grants it; the other way round, the
    program without it is found to be one."""
    text = file.read_text(encoding="utf-8")
    leaking = proof_of(tmp_path, text)
    granted = proof_of(tmp_path, text.replace("# discloses: ", "discloses: "))
    assert leaking.problems
    proofs = Proofs(granted)
    found = proofs.problems(leaking.program)
    assert places(found) == places(leaking.problems)
    assert proofs.problems(leaking.program) == ()
    assert proofs.problems(granted.program) == ()
    assert Proofs(leaking).problems(granted.program) == ()


def opened(one: Instruction) -> Instruction:
    """Return a step that all see and that no rule grants, and so all inside it."""
    blocks = {
        name: tuple(opened(inside) for inside in getattr(one, name))
        for name in one.__struct_fields__
        if name in ("then", "other", "body")
    }
    site = replace(one.site, seen_by=EVERYONE, discloses=False)
    return replace(one, site=site, **blocks)


def with_open(program: Program, name: str) -> Program:
    """Return a program of which one procedure is done before all."""
    old = program.procedures[name]
    made: Procedure = replace(old, body=tuple(opened(each) for each in old.body))
    return replace(program, procedures={**program.procedures, name: made})


@pytest.mark.parametrize(
    "mutants", [SOME_MUTANTS, pytest.param(MUTANTS, marks=pytest.mark.long)]
)
def test_a_procedure_that_is_done_openly_is_found_out(mutants: int) -> None:
    """Of some procedures of every pack, in the gate of all but the two largest: what
    the proof of the pack shows of them is what all is walked for."""
    told = 0
    chosen = [
        each for each in packs() if mutants == MUTANTS or each.name not in LARGEST
    ]
    for pack in chosen:
        proof = load(pack).proof
        assert proof is not None
        names = [
            name
            for name, each in proof.program.procedures.items()
            if any(i.site.seen_by != EVERYONE for i in instructions(each.body))
        ]
        for name in Random(len(names)).sample(names, min(mutants, len(names))):
            other = with_open(proof.program, name)
            alone = places(analyse_secrecy(other).problems)
            assert places(Proofs(proof).problems(other)) == alone, (pack.name, name)
            told += bool(alone)
    assert told >= (len(chosen) if mutants == MUTANTS else 1)


@pytest.mark.parametrize(
    "pack",
    sampled(packs(), lambda each: each.name == SMALLEST, lambda each: each.name),
)
def test_no_setting_that_is_passed_over_leaks(pack: Path) -> None:
    """Some settings of every pack, walked by themselves."""
    loaded = load(pack)
    assert loaded.proof is not None
    layers = list(loaded.layers)
    trials = planned(layers).trials
    for trial in Random(len(trials)).sample(trials, min(TRIALS, len(trials))):
        attempt = read_under(loaded, layers, trial)
        if attempt.program is None:  # values that do not go together
            assert {each.code for each in attempt.problems} <= {"R803", "R804"}
            continue
        assert analyse_secrecy(attempt.program).problems == ()
