"""One query of the exact driver: what is shared by all its sweeps, then dropped.

A call is a kernel: its law over (result, world) is found once for each callee,
arguments and world. A kernel is swept; if it comes back to a state, its states are put
in order and circles are eliminated (`exact_circles`), or with `left_over` it is swept
round after round.
"""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import islice
from typing import Any

from interpreter.diagnostics import LimitExceeded
from interpreter.engine.answers import choice_fault, draw_fault, roll_fault
from interpreter.engine.exact.chances import AnswerDistribution, Chances
from interpreter.engine.exact.cycles import InescapableCycle, solved
from interpreter.engine.exact.forward_pass import (
    MOST_BITS,
    CycleFound,
    ForwardPass,
    Head,
    State,
    StateNumbers,
    Weights,
    joined,
)
from interpreter.engine.exact.model import (
    CALL,
    CHOOSE,
    DRAW,
    POOL,
    ROLL,
    ExactModel,
    ResumePoint,
)
from interpreter.engine.policies import Answers
from interpreter.values.faults import Fault

MOST_CALLS = 64
_SAMPLE = 500
_INNER = 1000  # a callee leaves over less than its caller, which calls it many times


class Query:
    """Worlds, laws, kernels and the count of states of one query."""

    def __init__(
        self,
        engine: ExactModel,
        answers: Answers,
        max_states: int,
        left_over: Fraction | None,
    ) -> None:
        """Begin with nothing known."""
        self.engine = engine
        self.worlds = StateNumbers(engine.settle)
        self.chances = Chances()
        self.points: dict[int, ResumePoint] = {}
        self.methods: set[str] = set()
        self.states = 0
        self.max_states = max_states
        self._answers = answers
        self._left_over = left_over
        self._kernels: dict[Any, AnswerDistribution | None] = {}
        self._depth = 0
        self._samples: dict[int, list[State]] = {}
        self._counts: Counter[int] = Counter()

    def answers(
        self, kind: str, payload: Any, world: int, where: Any
    ) -> AnswerDistribution:
        """Return the law of the answers to a stop that resume the function `where`."""
        if kind == CALL:
            return self.kernel(payload[0], payload[1], world)
        try:
            return self._law(kind, payload, world, where)
        except LimitExceeded as limit:
            raise self.engine.fault_at(payload[0], limit) from None

    def _law(
        self, kind: str, payload: Any, world: int, where: Any
    ) -> AnswerDistribution:
        if kind == ROLL:
            self._possible(payload[0], roll_fault(payload[1], payload[2]))
            return self.chances.roll(payload)
        if kind == POOL:
            self._possible(payload[0], roll_fault(payload[1], len(payload[2])))
            return self.chances.pool(payload)
        if kind == DRAW:
            self._possible(payload[0], draw_fault(*payload[1:4]))
            return self.chances.draw(where, payload)
        if kind == CHOOSE:
            self._possible(payload[0], choice_fault(*payload[1:4]))
            asked = self.engine.asked(self.worlds.known[world], payload)
            return self.chances.even(where, self._answers.law(asked))
        raise TypeError(f"no such kind of stop: {kind!r}")

    def _possible(self, site: Any, fault: Fault | None) -> None:
        if fault is not None:
            raise self.engine.fault_at(site, fault)

    def kernel(
        self, procedure: str, arguments: tuple[Any, ...], world: int
    ) -> AnswerDistribution:
        """Return the law over (result, world) of a call."""
        key = (procedure, arguments, world)
        law = self._kernels.get(key)
        if law is None:
            point = self.engine.entries[procedure]
            try:
                law = self._found(key, point)
            except LimitExceeded as limit:
                raise self.engine.limit_in(point.function, limit) from None
        return law

    def _found(
        self, key: tuple[str, tuple[Any, ...], int], point: ResumePoint
    ) -> AnswerDistribution:
        procedure, arguments, world = key
        if key in self._kernels:
            raise LimitExceeded.of_equal_calls(procedure)
        if self._depth >= MOST_CALLS:
            raise LimitExceeded(f"calls inside calls, at '{procedure}'", MOST_CALLS)
        self._kernels[key] = None
        self._depth += 1
        law = self._kernels[key] = self._swept(point, arguments, world)
        self._depth -= 1
        if law.total.bit_length() > MOST_BITS:
            what = f"bits of the ways in which '{procedure}' can end"
            raise LimitExceeded(what, MOST_BITS, "take an estimate: 'umpire simulate'")
        return law

    def _swept(
        self, point: ResumePoint, arguments: tuple[Any, ...], world: int
    ) -> AnswerDistribution:
        head: Head = (point.number, arguments, world, ())
        self.points[point.number] = point
        least = self._left_over
        if least is not None and self._depth > 1:
            least /= _INNER
        sweep = ForwardPass(self, least=least)
        sweep.start(point, head)
        try:
            sweep.run()
        except CycleFound:
            total, law = self._solved(head)
        else:
            total, law = joined(sweep.done) if sweep.done else (1, {})
            if least is not None and sum(law.values()) < total:
                self.methods.add("iteration")
        return AnswerDistribution(law.items(), total, worlds=True)

    def _solved(self, head: Head) -> tuple[int, Weights]:
        try:
            total, law, method = solved(self._row, head)
        except InescapableCycle as circle:
            point = self.points[circle.point]
            what = f"passes of a loop that never ends, at {point.title}"
            limit = LimitExceeded(what, self.max_states)
            raise self.engine.limit_in(point.function, limit) from circle
        self.methods.add(method)
        return total, law

    def _row(self, head: Head) -> ForwardPass:
        """Sweep from one state to where it goes on with another, or ends."""
        sweep = ForwardPass(self, to_heads=True)
        sweep.start(self.points[head[0]], head)
        sweep.run()
        return sweep

    def charge(self, point: ResumePoint, states: Weights) -> None:
        """Count states that are about to be run; too many are LimitExceeded."""
        self.engine.reset()
        self.states += len(states)
        self._counts[point.number] += len(states)
        sample = self._samples.get(point.number)
        if sample is None:
            sample = self._samples[point.number] = []
            self.points[point.number] = point
        if len(sample) < _SAMPLE:
            sample += islice(states, _SAMPLE - len(sample))
        if self.states > self.max_states:
            raise self.limit()

    def allow(self, held: int) -> None:
        """Let no more wait than may be run; too many are LimitExceeded."""
        if held > self.max_states:
            raise self.limit()

    def limit(self) -> Exception:
        """Return the error that names the widest point and what differs there."""
        number, count = self._counts.most_common(1)[0]
        point, sample = self.points[number], self._samples[number]
        names = [*_differing(point, sample), *self._differing_slots(sample)]
        differ = ", ".join(names) or "nothing seen so far"
        limit = LimitExceeded(
            f"states in exact odds, {count:,} of them at {point.title}, "
            f"where these differ: {differ}",
            self.max_states,
            "keep less until there, raise --max-states, give --left-over 1e-9, or "
            "take an estimate: 'umpire simulate'",
        )
        return self.engine.limit_in(point.function, limit)

    def _differing_slots(self, sample: list[State]) -> Iterable[str]:
        worlds = [self.worlds.known[each] for each in {state[1] for state in sample}]
        if len(worlds) < 2 or not isinstance(worlds[0], tuple) or not self.engine.kinds:
            return ("the state",) if len(worlds) > 1 else ()
        found: list[str] = []  # behind the last kind stands the log
        for place, (kind, slots) in enumerate(self.engine.kinds):
            for slot, name in enumerate(slots):
                columns = {
                    tuple([None if row is None else row[slot] for row in world[place]])
                    for world in worlds
                }
                found += [f"{kind}.{name}"] if len(columns) > 1 else []
        return found or ("the log",)


def _differing(point: ResumePoint, sample: list[State]) -> Iterable[str]:
    lives = [state[0] for state in sample]
    for index, column in enumerate(zip(*lives, strict=True)):
        values = len(set(column))
        if values > 1:
            named = index < len(point.names)
            name = point.names[index] if named else f"value {index + 1}"
            yield f"{name} ({values}{'+' if len(sample) == _SAMPLE else ''} values)"
