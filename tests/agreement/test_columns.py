"""Columns agree with exact odds, over every closed procedure of every pack."""

from collections import Counter
from functools import cache

import pytest

from interpreter.diagnostics import LimitExceeded, UmpireError
from interpreter.engine.exact.program import ExactProgram
from interpreter.engine.simulation.estimates import simulate
from tests.agreement.columns import columns_of, far_off
from tests.agreement.targets import analysis, packs, program
from tests.agreement.test_every_procedure import sampled
from tests.sampled import sampled as marked

TRIALS = 20_000
LAWS, ALL_LAWS = 4, 12  # of a pack, about
STATES = 20_000


@pytest.mark.parametrize("laws", [LAWS, pytest.param(ALL_LAWS, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    "pack", marked(packs(), lambda pack: pack != "rulesets/rencounter")
)
def test_columns_are_near_the_exact_distribution(pack: str, laws: int) -> None:
    """By chi-square, with a fixed seed; what hardly meets is run otherwise."""
    made, known = program(pack), analysis(pack)
    tried: Counter[str] = Counter()

    @cache
    def exact_of(procedure: str) -> ExactProgram:
        return ExactProgram.of(made, asked=procedure)

    for target in sampled(pack, (), laws, stops=True, few=laws == LAWS):
        procedure = made.entries[target.entry].procedure
        if procedure in known.chooses:
            continue
        try:
            exact = exact_of(procedure)
            given = (target.entry, target.arguments, target.game_state)
            law = exact.odds(*given, max_states=STATES)
        except (LimitExceeded, UmpireError):
            continue  # no law: a fault of these arguments, or too much to work out
        plan = columns_of(
            made,
            procedure,
            target.arguments,
            target.scenario,
            exact.compiled.emitted,
        )
        if not plan.meets():
            tried["scattered"] += 1
            continue
        counts = simulate(plan, TRIALS, seed="columns")
        found = {each.value: each.count for each in counts.outcomes}
        assert not far_off(law, found), target
        tried["met"] += 1
    if sum(tried.values()) > 5:
        assert tried["met"] > tried["scattered"], tried
