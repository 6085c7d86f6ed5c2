"""Trial functions and direct functions agree, over the entry points of every pack."""

from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

import pytest

from interpreter.codegen.generating import emit
from interpreter.codegen.loading import CompiledCode, compile_emitted
from interpreter.codegen.source import direct, trials
from interpreter.engine.dice import Stream
from tests.agreement.targets import Target, packs, program, targets

TRIALS, TARGETS = 40, 4  # of a target; of an entry point


class OnStream:
    """The direct code of a pack, its dice read from a stream."""

    def __init__(self, pack: str) -> None:
        self.stream = Stream(bytes(32))
        self.compiled: CompiledCode = compile_emitted(
            emit(program(pack), "direct"),
            None,
            {
                "die": lambda sides: self.stream.die(sides)(),
                "dice": lambda number, sides: self.stream.dice(number, sides),
            },
        )

    def both(self, target: Target, procedure: str) -> tuple[Any, Any]:
        """Return the results of some trials in both ways, or how they fail."""
        compiled, names = self.compiled, self.compiled.names
        entry = names[compiled.emitted.entries[target.entry][0]]
        arguments = entry(target.game_state, *target.arguments)

        def fresh() -> list[Any]:
            *kinds, log = target.game_state
            lists = [[r if r is None else [*r] for r in kind] for kind in kinds]
            return [*lists, log]

        def direct_one() -> Any:
            compiled.steps.reset()
            return names[direct(procedure)](fresh(), *arguments)

        def at_once() -> list[Any]:
            many = names[trials(procedure)](
                TRIALS, self.stream, fresh, defaultdict(dict), *arguments
            )
            return [*islice(many, TRIALS)]

        return self.ended(lambda: [direct_one() for _ in range(TRIALS)]), self.ended(
            at_once
        )

    def ended(self, run: Callable[[], Any]) -> Any:
        """Return what a run gives on a new stream, or what its fault says."""
        self.stream = Stream(bytes(32))
        try:
            return run()
        except Exception as error:
            return str(self.compiled.explained(error))


@pytest.mark.parametrize("pack", packs())
def test_trials_agree(pack: str) -> None:
    """On the same dice: the same results, and the same faults."""
    made, code = program(pack), OnStream(pack)
    random, tried = Random(pack), Counter[str]()
    by_entry: dict[str, list[Target]] = {}
    for target in targets(pack):
        by_entry.setdefault(target.entry, []).append(target)
    for name, some in by_entry.items():
        procedure = made.entries[name].procedure
        if not procedure:
            continue
        code.compiled.load(procedure)
        if trials(procedure) not in code.compiled.names:
            continue
        for target in random.sample(some, min(TARGETS, len(some))):
            one, other = code.both(target, procedure)
            assert one == other, target
            tried[name] += 1
    if pack in ("rulesets/rencounter", "tests/packs/bench-duel"):
        assert tried
