"""Every way of running agrees, over every entry point of every pack.

A seeded sample: all entries of a pack under its own options and under some others, each
with some of its arguments. `tests/long` runs all of them.
"""

from collections import Counter
from contextlib import suppress
from random import Random

import pytest

from tests.agreement.differences import asks, laws_differ, runs_differ
from tests.agreement.targets import (
    Options,
    Target,
    analysis,
    packs,
    program,
    settings,
    targets,
)
from tests.agreement.ways import Spoil, TooMany, Ways

RUNS, LAWS, LAWS_OF_SMALL = 24, 2, 10  # targets of a pack under its own options
SEED = 1
OTHERS = 1  # settings of the options beside a pack's own
LARGE = "rulesets/"
"""Packs that the long run alone runs under others: each has hundreds of entries."""
SETTINGS = [
    pytest.param(pack, others, id=f"{pack}-{others}", marks=marks)
    for pack in packs()
    for others, marks in (
        ((0, ()), (OTHERS, pytest.mark.long))
        if pack.startswith(LARGE)
        else ((OTHERS, ()),)
    )
]
"""Packs, each with how many settings of its options beside its own are tried."""


def sampled(
    pack: str, options: Options, most: int, *, stops: bool, few: bool = False
) -> list[Target]:
    """Return some targets of each entry, together about `most`; `stops`: that stop;
    `few`: of some entries alone, so that there are no more."""
    made = program(pack, options)
    stopping = analysis(pack, options).stops
    by_entry: dict[str, list[Target]] = {}
    for each in targets(pack, options):
        if not stops or made.entries[each.entry].procedure in stopping:
            by_entry.setdefault(each.entry, []).append(each)
    random = Random(f"{pack} {options}")
    entries = [*by_entry.values()]
    if few:
        entries = random.sample(entries, min(most, len(entries)))
    share = -(-most // max(1, len(entries)))
    return [
        target
        for entry in entries
        for target in random.sample(entry, min(share, len(entry)))
    ]


@pytest.mark.parametrize(("pack", "others"), SETTINGS)
def test_once_trace_and_direct_run_alike(pack: str, others: int) -> None:
    """On the same answers: the same questions, result, end, and the same faults."""
    tried: Counter[str] = Counter()
    for options in settings(pack, others):
        ways = Ways(program(pack, options))
        most = RUNS if not options else RUNS // 6
        for target in sampled(pack, options, most, stops=False):
            assert not runs_differ(ways, target, SEED), target
            tried[target.entry] += 1
    missed = set(program(pack).entries) - set(tried)
    assert not missed, "these have no arguments"


@pytest.mark.parametrize(("pack", "others"), SETTINGS)
def test_exact_odds_agree_with_themselves_and_with_brute_force(
    pack: str, others: int
) -> None:
    """Fused or not, with all writes or the needed, whatever is observed."""
    tried: Counter[str] = Counter()
    for options in settings(pack, others):
        ways = Ways(program(pack, options))
        laws = LAWS if pack.startswith(LARGE) else LAWS_OF_SMALL
        most = laws if not options else laws // 6
        for target in sampled(pack, options, most, stops=True, few=True):
            for default in ("first", "random"):
                if default == "random" and not asks(target):
                    continue
                tried["tried"] += 1
                try:
                    assert not next(laws_differ(ways, target, default), ""), target
                    tried["walked"] += 1
                except TooMany:
                    continue  # what came before brute force agreed
    if tried["tried"]:
        # Most procedures are small; a pack of which none is would prove little.
        assert tried["walked"] * 3 >= tried["tried"], tried


FAULTS = (
    # form, pack, entry, arguments, what is written and what is written instead
    ("once", "bench-shot", "shot", (7,), "v_die < v_needed", "v_die <= v_needed"),
    ("trace", "bench-shot", "shot", (7,), "v_die == 12", "v_die == 11"),
    ("direct", "bench-shot", "shot", (7,), "_die(12)", "_die(11)"),
    ("direct", "bench-duel", "exchange", (0, 1), "[1] = ", "[0] = "),
)
SLIPS = (
    # emissions, pack, entry, arguments, what is written and what instead, who finds it
    ("exact", "bench-shot", "shot", (7,), "v_die < ", "v_die <= ", "brute"),
    ("exact", "bench-duel", "exchange", (0, 1), "[1] = ", "[0] = ", "brute"),
    ("exact", "answering", "grab", (0,), ">= 3", "> 3", "brute"),
    ("fused", "bench-three-d20", "attack", (11, 0), "_face >=", "_face >", "fusing"),
    ("lean", "bench-duel", "exchange", (0, 1), "[1] = ", "[0] = ", "'writes': False"),
)


def spoilt(old: str, new: str) -> tuple[Spoil, list[str]]:
    """Return what puts a fault into a source, and a list of where it did."""
    found: list[str] = []

    def spoil(source: str) -> str:
        if old in source:
            found.append(source)
        return source.replace(old, new)

    return spoil, found


def at(pack: str, entry: str, arguments: tuple[int, ...]) -> Target:
    """Return a target of a test pack, in its scenario."""
    folder = f"tests/packs/{pack}"
    scenario = next((name for name in program(folder).initial_states if name), "")
    return Target(folder, (), scenario, entry, arguments)


@pytest.mark.parametrize(("form", "pack", "entry", "given", "old", "new"), FAULTS)
def test_a_fault_in_one_form_is_found(
    form: str, pack: str, entry: str, given: tuple[int, ...], old: str, new: str
) -> None:
    """The test of this test: a slip in one emission makes runs differ."""
    target = at(pack, entry, given)
    spoil, spots = spoilt(old, new)
    ways = Ways(target.program, {form: spoil})
    differences = [runs_differ(ways, target, seed) for seed in range(40)]
    assert spots, "the fault was not put in"
    assert any(differences)
    sound = Ways(target.program)
    assert not any(runs_differ(sound, target, seed) for seed in range(40))


@pytest.mark.parametrize(
    ("form", "pack", "entry", "given", "old", "new", "finds"), SLIPS
)
def test_a_fault_in_exact_is_found(
    form: str,
    pack: str,
    entry: str,
    given: tuple[int, ...],
    old: str,
    new: str,
    finds: str,
) -> None:
    """In all emissions by brute force; in one that is fast by those that are plain."""
    target = at(pack, entry, given)
    spoil, spots = spoilt(old, new)
    ways = Ways(target.program, {form: spoil})
    assert finds in next(laws_differ(ways, target, "first"), "")
    assert spots
    with suppress(TooMany):  # three d20 are too many for brute force
        assert not list(laws_differ(Ways(target.program), target, "first"))
