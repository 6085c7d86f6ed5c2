"""Every instruction has a number, given once when its procedure is lowered."""

from pathlib import Path

import pytest

from interpreter.ir.instructions import Block, End, Procedure, Program, Roll, When
from interpreter.ir.slicing import sliced
from interpreter.ir.walking import first_sites, instructions, numbered, sites_of
from interpreter.pipeline.loading import load, usable
from interpreter.pipeline.option_readings import read_under
from interpreter.ruleset.option_combinations import planned
from interpreter.secrecy.flow import FlowFacts
from interpreter.semantics.audience import NOBODY
from tests.codegen import building as b
from tests.sampled import sampled
from tests.trial import packs

ROOT = Path(__file__).resolve().parents[2]
CONCEALMENT = ROOT / "rulesets" / "concealment"


def numbers(procedure: Procedure) -> list[int]:
    """Return the numbers of a procedure in the order of the pack."""
    return [each.number for each in instructions(procedure.body)]


def check_numbers(program: Program) -> None:
    """Every procedure is numbered from 0, and sites follow from these numbers."""
    for procedure in program.procedures.values():
        found = numbers(procedure)
        assert found == list(range(len(found))), procedure.name
    first = first_sites(program.procedures)
    for site, (name, instruction) in enumerate(sites_of(program)):
        assert site == first[name] + instruction.number


def test_an_example() -> None:
    made = b.procedure(
        "sum",
        "n",
        b.roll("die", 6),
        b.when(b.ap(">", "die", "n"), [b.let("n", 1)]),
        b.back("n"),
    )
    roll, when, give = made.body
    assert isinstance(when, When)
    assert (roll.number, when.number, when.then[0].number, give.number) == (0, 1, 2, 3)


def test_an_instruction_in_two_places_has_two_numbers() -> None:
    leave = End(b.site(), "way")
    block = Block(b.site(), "way", (b.when(True, [leave]), leave))
    made = numbered(Procedure("p", (), b.INTEGER, (block,), b.SPAN))
    assert numbers(made) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    "pack",
    sampled(packs(), lambda pack: pack == CONCEALMENT, lambda pack: pack.name),
)
def test_every_instruction_of_a_pack_is_numbered(pack: Path) -> None:
    check_numbers(usable(load(pack)))


def test_a_slice_keeps_the_numbers() -> None:
    program = usable(load(CONCEALMENT))
    cut = sliced(program, frozenset())
    assert cut != program
    for name, procedure in cut.procedures.items():
        assert numbers(procedure) == numbers(program.procedures[name])


def test_other_options_renumber_only_what_is_read_again() -> None:
    loaded = load(CONCEALMENT)
    program = usable(loaded)
    changed = 0
    for trial in planned(list(loaded.layers)).trials:
        attempt = read_under(loaded, list(loaded.layers), trial)
        if attempt.program is None:
            continue
        check_numbers(attempt.program)
        for name, procedure in attempt.program.procedures.items():
            before = program.procedures.get(name)
            changed += before is None or numbers(before) != numbers(procedure)
    assert changed


def test_facts_about_loops_are_dropped_where_steps_are_others() -> None:
    """The third step of a procedure may be another loop under other options."""
    facts = FlowFacts()
    for name in ("march", "fight"):
        facts.loop(name, 3).carried["unit"] = NOBODY
    copied = facts.copy(["march"])
    assert copied.loop_state("march") == ()
    assert copied.loop_state("fight") == facts.loop_state("fight") != ()
    assert facts.copy().loops == facts.loops


def test_code_of_an_instruction_without_a_number_is_refused() -> None:
    made = b.procedure("p", "", b.roll("die", 6), b.back("die"))
    roll, give = made.body
    assert isinstance(roll, Roll)
    bare = Roll(
        *(getattr(roll, name) for name in Roll.__struct_fields__ if name != "number")
    )
    program = b.program(Procedure("p", (), b.INTEGER, (bare, give), b.SPAN))
    with pytest.raises(AssertionError, match="has no number"):
        b.emit(program, "once")
