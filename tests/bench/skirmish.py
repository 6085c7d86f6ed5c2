"""How the cost of a whole game grows with the men in it: Rencounter, played by policy.

Two lines of units of five men with revolvers stand ten inches apart and shoot it out.
A game with more men has more of everything: men who act, men to shoot at, and men whom
each rule looks at. So beside the cost of a game stands that of one activated man.
"""

from argparse import Namespace
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from interpreter.app.running.odds import trials_plan
from interpreter.app.running.once import answering
from interpreter.cli import arguments as cli_arguments
from interpreter.engine.simulation.estimates import SimulationPlan, simulate
from tests.bench.figures import Figures
from tests.bench.measuring import Side, ratio, row

MEN = (10, 20, 40, 80)
UNIT, TURNS = 5, 2
POLICY = "bold"


def skirmish(men: int) -> str:
    """Return a pack with a scenario for so many men, half of them on each side."""
    wide = 2 * men // 2 + 20
    lines = [
        "name: skirmish", "extends: rencounter", "scenarios:", "  skirmish:",
        "    status: house", "    main: game", "    seats: {red: red, blue: blue}",
        "    boards:", f"      table: {{size: {wide} x 30, ground: open ground}}",
        "    entities:", f"      battle: {{kind: battle, turns: {TURNS}}}",
        "      red: {kind: side}", "      blue: {kind: side}",
    ]  # fmt: skip
    for side, depth, front in (("red", 10, "north"), ("blue", 20, "south")):
        lines += _line(side, depth, front, men // 2)
    return "\n".join(lines)


def _line(side: str, depth: int, front: str, men: int) -> Iterator[str]:
    for at in range(men):
        unit, man = f"{side}_{at // UNIT}", f"{side}_man_{at}"
        if at % UNIT == 0:
            yield f"      {unit}: {{kind: unit, side: {side}, leader: {man}}}"
        where = f"at: [{10 + 2 * at}, {depth}], facing: {front}, unit: {unit}"
        yield f"      {man}: {{kind: figure, {where}, experience: 4, fire: 6}}"
        gun = "type: large single action revolver, loaded: 6"
        yield f"      gun_of_{man}: {{kind: firearm, bearer: {man}, {gun}}}"


def planned(folder: Path, men: int) -> SimulationPlan:
    """Return the plan of that game in a folder of its own."""
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(skirmish(men), encoding="utf-8")
    values = {"pack": str(folder), "procedure": None, "scenario": "skirmish"}
    opened = cli_arguments.opened(Namespace(**values, values=[], option=[]))
    return trials_plan(opened, answering({}, POLICY, opened))


def growth(rounds: int, figures: Figures, men: tuple[int, ...] = MEN) -> None:
    """Print what a game of two turns costs with more and more men."""
    with TemporaryDirectory() as folder:
        plans = {
            number: planned(Path(folder).resolve() / str(number), number)
            for number in men
        }
        sides: list[Side] = [
            (f"{number} men", partial(simulate, plan, 4, seed="bench"))
            for number, plan in plans.items()
        ]
        print(f"whole games of Rencounter, {TURNS} turns, four games a call")
        times = row("by policy", sides, rounds)
    told = [(n, ratio(times, f"{n} men", f"{men[0]} men")) for n in men[1:]]
    text = ", ".join(f"{n} men {each:.1f} x" for n, each in told if each is not None)
    figures.said(f"a game with more men over one of {men[0]}", f"no figure: {text}")
