"""Games under settings of the options in which each pair of values that go together
stands: whether a rule has a gap where two options meet."""

import contextlib
import io
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from interpreter.cli.main import main
from interpreter.ruleset.finding import find_pack
from tests.agreement.pairs import covering

Result = dict[str, Any]
PACK, SCENARIO, GAME = "rencounter", "gunfight", "game"
POLICIES = ("cautious", "bold", "random")
SEED = 5


@cache
def settings() -> list[dict[str, str]]:
    """Return the settings; they are the same each time."""
    return covering(find_pack(PACK), SEED)


def batches() -> int:
    """Return the number of settings."""
    return len(settings())


def run(batch: int, seed: int) -> Result:
    """Check the pack under a setting, and play a game with each policy to its end."""
    options = settings()[batch]
    faults = [played(options, policy, f"{seed}-{batch}") for policy in POLICIES]
    return {"games": len(POLICIES), "faults": [each for each in faults if each]}


def played(options: Mapping[str, str], policy: str, seed: str) -> str:
    """Return what went wrong in a game that the command line played, or ""."""
    words = ["run", PACK, GAME, "--scenario", SCENARIO, "--policy", policy]
    for name, value in options.items():
        words += ["--option", f"{name}={value}"]
    said, talk = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(talk):
        code = main([*words, "--seed", seed])
    if code == 0 and "winner" in said.getvalue():
        return ""
    return f"{' '.join(words)} --seed {seed}: exit {code}: {talk.getvalue()}"


def summary(results: Sequence[Result]) -> list[str]:
    """Return how many settings and games there were."""
    games = sum(each["games"] for each in results)
    faults = sum(len(each["faults"]) for each in results)
    return [
        f"{len(results)} settings of `{PACK}`, in which each pair of values that go "
        f"together stands; {games} games of `{SCENARIO}`; {faults} faults."
    ]
