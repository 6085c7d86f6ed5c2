"""What battles cost, ours over by hand, and how it grows with the units in them:
`python -m tests.bench.large_battles [ROUNDS]`.

Two lines of units, two deep, stand as in `fifty against fifty` and fight to the end by
the policy `advance`; each battle is played by hand too, with the same dice.
"""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from interpreter.cli.main import main as umpire
from interpreter.engine.simulation.estimates import simulate
from tests.bench.battles import PACK, POLICY, SEED, SKIRMISH, Die, Ours, ours
from tests.bench.by_hand import battle
from tests.bench.measuring import Side, row
from tests.bench.same_battle import read

UNITS = (6, 12, 25, 50, 100)  # a side
DIVISION, BATTLES = 10, 3
RED = (
    *("man heavy infantry", "man heavy infantry", "man light infantry", "man bowmen"),
    *("man heavy cavalry", "man medium cavalry", "man longbowmen"),
    *("man light cavalry", "man militia", "veteran heavy infantry"),
)
BLUE = (
    *("goblin light infantry", "goblin light infantry", "goblin slingers"),
    *("elf light infantry", "goblin wolf riders", "goblin wolf riders", "elf bowmen"),
    *("elf light cavalry", "goblin light infantry", "elf heavy infantry"),
)


def lines_of(units: int) -> str:
    """Return a pack with a scenario of so many units a side."""
    across = (units + 1) // 2
    columns = 9 + 3 * across // 2
    lines = [
        "name: lines", "extends: domains-at-war", "scenarios:", "  lines:",
        "    status: house", "    main: battle", "    seats: {red: red, blue: blue}",
        "    boards:", "      field:", f"        columns: 01..{columns}",
        "        rows: 01..18", "        ground: open", "        regions:",
        f"          north edge: [0101..{columns}01]",
        f"          south edge: [0118..{columns}18]", "    entities:",
    ]  # fmt: skip
    lines += _army("red", "C1", "south", units, RED, (13, 14), "C4")
    lines += _army("blue", "C4", "north", units, BLUE, (6, 5), "C1")
    return "\n".join(lines)


def _army(
    side: str,
    edge: str,
    home: str,
    units: int,
    troops: tuple[str, ...],
    rows: tuple[int, int],
    facing: str,
) -> Iterator[str]:
    home = f"home: region({home} edge), general: {side}_0"
    yield f"      {side}: {{kind: side, name: {side}, edge: {edge}, {home}}}"
    across = (units + 1) // 2
    for number in range(units):
        division = f"{side}_division_{number // DIVISION}"
        if number % DIVISION == 0:
            leader = f"{side}_{number // DIVISION}"
            led = f"kind: division, side: {side}, commander: {leader}"
            yield f"      {division}: {{{led}}}"
            post = "role: general, leadership: 8" if number == 0 else "leadership: 6"
            unit = f"unit: {side}_unit_{number}, division: {division}"
            yield f"      {leader}: {{kind: officer, side: {side}, {post}, {unit}}}"
        place = number % across
        at = f"{5 + 3 * place // 2:02}{rows[number // across]:02}"
        troop = troops[number % len(troops)]
        where = f"division: {division}, troop: {troop}, at: {at}, facing: {facing}"
        yield f"      {side}_unit_{number}: {{kind: unit, side: {side}, {where}}}"


def _dice(seed: int) -> Die:
    random = Random(seed)
    return lambda sides: random.randint(1, sides)


def _peak(*words: str) -> float:
    """Return the most memory in MB of a process of its own."""
    command = (sys.executable, "-m", "interpreter", *words)
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0
    return usage.ru_maxrss / 1024


def _journal(folder: Path, pack: str) -> tuple[int, int]:
    """Return the events and the bytes of one battle kept as a game."""
    game = folder / "battle.game"
    seats = [f"--seat={side}=policy:{POLICY}" for side in ("red", "blue")]
    words = ("play", pack, "lines", "battle", "--seed", SEED, *seats)
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        assert umpire((*words, "--game", str(game))) == 0
    data = game.read_bytes()
    return data.count(b"\n") - 1, len(data)


def growth(sizes: tuple[int, ...] = UNITS) -> None:
    """Print what a battle costs with more and more units, each played once ahead."""
    print("a whole battle of lines, by policy, with stops")
    print("  a side  rounds  activations  ms of one  ms a round  over by hand", end="")
    print("  peak MB  events  bytes of one")
    with TemporaryDirectory() as within:
        for units in sizes:
            folder = Path(within).resolve() / str(units)
            folder.mkdir()
            text = lines_of(units)
            (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
            _grown(units, folder)


def _grown(units: int, folder: Path) -> None:
    lines = Ours("lines", str(folder))
    lines.with_stops(_dice(0))
    spent, ratios, rounds = 0.0, [], 0
    acts: Counter[str] = Counter()
    for seed in range(BATTLES):
        armies = read(lines)
        start = process_time()
        outcome = battle.Battle(armies, battle.thrown(_dice(seed))).play()
        by_hand = process_time() - start
        start = process_time()
        lines.with_stops(_dice(seed), acts)
        took = process_time() - start
        spent, rounds = spent + took, rounds + outcome.rounds
        ratios.append(took / by_hand)
    words = ("simulate", str(folder), "--scenario", "lines", "--policy", POLICY)
    peak = _peak(*words, "--trials", "1")
    events, size = _journal(folder, str(folder))
    number = acts["unit"]
    told = f"  {units:6} {rounds / BATTLES:7.1f} {number / BATTLES:12.0f}"
    told += f" {1000 * spent / number:10.2f} {1000 * spent / rounds:11.1f}"
    print(f"{told} {median(ratios):13.1f} {peak:8.0f} {events:7} {size / events:13.0f}")


def whole(rounds: int) -> None:
    """Print whole battles over the same by hand."""
    print("whole battles by policy (over by hand)")
    small = ours(SKIRMISH)

    def hand() -> object:
        return battle.simulate(20, battle.thrown(small.stream()))

    sides: list[Side] = [
        ("by hand", hand),
        ("ours, direct", partial(small.directly, 20)),
    ]
    row("skirmish, 3 a side, 20 battles", sides, rounds)


def cores(trials: int = 200) -> None:
    """Print whether two processes count what one does."""
    plan = ours(SKIRMISH).plan
    one, two = (simulate(plan, trials, seed=SEED, workers=n, large=0) for n in (1, 2))
    counts = [[each.count for each in found.outcomes] for found in (one, two)]
    word = "identical" if one == two else "DIFFERENT"
    print(f"{PACK}, {trials} battles with 1 and with 2 workers: {word}, {counts[0]}")


def main() -> None:
    """Run all; the rounds are the first argument, 5 without."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    whole(rounds)
    cores()
    growth()


if __name__ == "__main__":
    main()
