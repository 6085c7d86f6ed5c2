"""Simulation from the command line: strategies, workers, interrupts, limits."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
from argparse import Namespace
from functools import partial
from itertools import accumulate
from pathlib import Path

import pytest

from interpreter.app.opening.session import Session
from interpreter.app.running.odds import plan, segments_plan, trials_plan
from interpreter.app.running.once import answering
from interpreter.cli import arguments as cli_arguments
from interpreter.engine.simulation.estimates import (
    CHUNK,
    FIRST,
    GAME_CHUNK,
    LANES,
    simulate,
    sizes,
)
from tests.cli.calling import HELLO, RECON, ROOT, call, valid

DUEL = ("tests/packs/bench-duel", "duel", "yard", ("a=ann", "b=ben"), None)
BOLD = ("tests/pieces/14-initiative", "initiative", "two equals", (), "bold")
RUNS = (
    DUEL,
    ("tests/packs/bench-three-d20", "attack", "", ("needed=11", "modifier=0"), None),
    (RECON, "week", "elves-and-goblins", (), None),
    (RECON, "prisoner_knowledge", "", ("grade=common",), None),
    ("tests/pieces/02-interrogation", "evening", "tent", (), None),
    (
        "tests/pieces/05-activation",
        "contest",
        "field",
        ("units=[red_one, blue_one]",),
        None,
    ),
    ("tests/pieces/14-initiative", "initiative", "two commanders", (), "random"),
    BOLD,
    (*BOLD[:4], "blue_side=bold, red_side=random"),
    ("tests/packs/events", "turns", "field", ("u=u", "rounds=2"), None),
)
PATIENCE = 120  # seconds; a loaded machine is slow, and a test must not hang
LONG = (
    *("simulate", DUEL[0], "duel", "--scenario", "yard"),
    *("--with", "a=ann", "--with", "b=ben"),
)
ONE_BY_ONE = (
    *("simulate", BOLD[0], "initiative", "--scenario", "two equals"),
    *("--policy", "bold"),
)


def opened(pack: str, entry: str, scenario: str, given: tuple[str, ...]) -> object:
    """Return the session that the command line would open."""
    values = {"pack": pack, "procedure": entry, "scenario": scenario}
    return cli_arguments.opened(Namespace(**values, values=list(given), option=[]))


@pytest.mark.parametrize(("pack", "entry", "scenario", "given", "policy"), RUNS)
def test_both_strategies_count_the_same(
    pack: str,
    entry: str,
    scenario: str,
    given: tuple[str, ...],
    policy: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They ask for the same dice, and for the same choices, in the same order."""
    monkeypatch.chdir(ROOT)
    found = opened(pack, entry, scenario, given)
    assert isinstance(found, Session)
    answers = answering({}, policy, found)
    direct, segmented = trials_plan(found, answers), segments_plan(found, answers)
    assert (direct.strategy, segmented.strategy) == ("direct", "resumable")
    assert direct.chunk_bounds == segmented.chunk_bounds
    one = simulate(direct, 300, seed="s")
    assert one.outcomes == simulate(segmented, 300, seed="s").outcomes


@pytest.mark.parametrize(
    ("given", "strategy"),
    [
        ((HELLO, "weather"), "vectorised"),
        pytest.param(
            ("rencounter", "damage", "--with", "modifier=0"),
            "vectorised",
            marks=pytest.mark.long,
        ),
        # many trials, but hardly two alike
        ((RECON, "week", "--scenario", "elves-and-goblins"), "direct"),
        # who chooses may be asked anything
        (("tests/pieces/14-initiative", "initiative", "--scenario", "two equals",
          "--policy", "bold"), "direct"),
    ],
)  # fmt: skip
def test_the_strategy_is_said(
    given: tuple[str, ...], strategy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In JSON and in words; and it does not hang on how many trials are asked."""
    monkeypatch.chdir(ROOT)
    for trials in ("3", "3000"):
        again = ("simulate", *given, "--trials", trials, "--seed", "s")
        assert valid(call(*again, "--json"), "simulate")["strategy"] == strategy
        assert f"trials ({strategy}); an estimate" in call(*again).out


def test_any_number_of_workers_counts_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the rules of a policy, which each worker loads anew."""
    monkeypatch.chdir(ROOT)
    for pack, entry, scenario, given, policy in (DUEL, BOLD):
        found = opened(pack, entry, scenario, given)
        assert isinstance(found, Session)
        answers = answering({}, policy, found)
        for make in (plan, trials_plan, segments_plan):
            each = make(found, answers)
            alone = simulate(each, CHUNK + 9, seed="s")
            assert alone == simulate(each, CHUNK + 9, seed="s", workers=2, large=0)


def test_what_nests_too_deeply_for_one_function_runs_in_segments(
    tmp_path: Path,
) -> None:
    """Python nests twenty loops in a function; segments begin a new one at a stop."""
    lines = ["name: deep", "procedures:", "  dig:", "    seen_by: everyone"]
    lines += ["    gives: integer", "    steps:"]
    for depth in range(25):
        indent = " " * (6 * depth + 6)
        lines += [f"{indent}- for_each: x{depth} in [1]", f"{indent}  do:"]
    lines += [f"{' ' * 156}- roll: {{face: d6}}", "      - return: 3"]
    (tmp_path / "ruleset.yaml").write_text("\n".join(lines), encoding="utf-8")
    given = ("simulate", str(tmp_path), "dig", "--trials", "10", "--json")
    assert valid(call(*given), "simulate")["strategy"] == "resumable"
    lines[-2] = f"{' ' * 156}- let: {{face: 3}}"
    (tmp_path / "ruleset.yaml").write_text("\n".join(lines), encoding="utf-8")
    refused = call(*given)
    assert (refused.code, refused.out) == (4, "")
    assert "loops inside loops" in refused.talk


def test_progress_is_no_data_and_only_for_people() -> None:
    """In a pipe nothing is said of it, and stdout is the result alone."""
    called = call(
        "simulate", HELLO, "weather", "--trials", "9000", "--seed", "s", "--json"
    )
    assert called.talk == ""
    assert called.json["trials"] == 9000


@pytest.mark.parametrize(
    ("option", "number", "code"),
    [
        ("--trials", "0", 3),
        ("--trials", "1000000001", 4),
        ("--workers", "0", 3),
        ("--workers", "257", 4),
    ],
)
def test_limits(option: str, number: str, code: int) -> None:
    """Too many is a limit, none at all a value that does not fit."""
    called = call("simulate", HELLO, "weather", option, number)
    assert (called.code, called.out) == (code, "")


@pytest.mark.parametrize(
    ("long", "asked", "bounds", "workers"),
    [
        pytest.param(*run, workers, marks=pytest.mark.long if marked else ())
        for run, workers, marked in (
            ((LONG, 40_000_000, (LANES, LANES)), "1", False),
            ((LONG, 40_000_000, (LANES, LANES)), "2", True),
            ((ONE_BY_ONE, 400_000, (FIRST, GAME_CHUNK)), "1", True),
            ((ONE_BY_ONE, 400_000, (FIRST, GAME_CHUNK)), "2", False),
        )
    ],
)
def test_an_interrupt_keeps_what_was_done(
    long: tuple[str, ...], asked: int, bounds: tuple[int, int], workers: str
) -> None:
    """Exit 130, the estimate of what was done, and how many that was."""
    ours, theirs = pty.openpty()
    given = (*long, "--seed", "s", "--json", "--trials")
    process = subprocess.Popen(
        [sys.executable, "-m", "interpreter", *given, str(asked), "--workers", workers],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=theirs,
        start_new_session=True,
        # Ctrl-C is ignored where the tests run in the background, and inherited
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )
    os.close(theirs)
    said = b""
    while b"1%" not in said:
        said += read(ours)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all of them
    out, _ = process.communicate(timeout=PATIENCE)
    while rest := read(ours):
        said += rest
    os.close(ours)
    assert process.returncode == 130, said
    found = json.loads(out)
    done = found["trials"]
    assert 0 < done < asked
    assert done in accumulate(sizes(done + bounds[1], *bounds))
    assert f"interrupted after {done:,} of {asked:,} trials".encode() in said
    assert (found["asked"], found["interrupted"]) == (asked, True)
    again = call(*given, str(done)).json
    assert again == {**found, "asked": done, "interrupted": False}


def read(terminal: int) -> bytes:
    """Read on; nothing once all who could write have closed it."""
    ready, _, _ = select.select([terminal], [], [], PATIENCE)
    assert ready, "somebody holds the terminal open and says nothing"
    try:
        return os.read(terminal, 1000)
    except OSError:
        return b""


IMPOSSIBLE = """
name: impossible
seen_by: everyone
tables:
  loot: {weights: {gold: 0, dust: 1}}
procedures:
  empty:
    gives: integer
    steps:
      - draw: one
        from: list(n in 1..3 where n > 5)
      - return: one
  scarce:
    gives: integer
    steps:
      - draw: two
        from: loot
        how_many: 2
      - return: count(two)
"""


@pytest.mark.parametrize(
    ("entry", "line", "said"),
    [("empty", 10, "cannot draw 1 of 0"), ("scarce", 16, "cannot draw 2 of 1")],
)
def test_a_draw_that_cannot_be_is_told_alike(
    tmp_path: Path, entry: str, line: int, said: str
) -> None:
    """At the step, by every way of running."""
    (tmp_path / "ruleset.yaml").write_text(IMPOSSIBLE, encoding="utf-8")
    for verb in ("run", "odds", "simulate"):
        called = call(verb, str(tmp_path), entry)
        assert called.code == 3
        assert f"ruleset.yaml:{line}:9: R705 {said}" in called.talk


@pytest.mark.parametrize(
    ("policies", "said"),
    [
        ((), "choices are answered by 'bold'"),
        (("red_side=random",), "other choices are answered by 'bold'"),
        (("red_side=random,",), "other choices are answered by 'bold'"),
        (("red_side=random", "blue_side=bold"), ""),
        (("random",), ""),
    ],
)
def test_who_answers_for_others_is_said(
    policies: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where somebody is left of whom nothing was said."""
    monkeypatch.chdir(ROOT)
    given = [word for each in policies for word in ("--policy", each)]
    called = call(*ONE_BY_ONE[:-2], *given, "--trials", "5", "--seed", "s")
    assert called.code == 0
    assert (said in called.talk) if said else ("answered by" not in called.talk)
