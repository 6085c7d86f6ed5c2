"""One query of the exact driver: caches and limits shared by all its forward passes.

A call is replaced by its distribution over (result, game state), memoised by callee,
arguments and game state. It is computed by one forward pass; if a state is visited
again, by solving the graph of loop entries (`cycles`), or, with `left_over`, by
repeating loops until at most that probability is pending.
"""

from collections.abc import Hashable, Iterable
from fractions import Fraction
from itertools import islice
from typing import Any

from interpreter.diagnostics import LimitExceeded
from interpreter.engine.exact.cycles import InescapableCycle, solve_cycles
from interpreter.engine.exact.forward_pass import (
    MAX_WEIGHT_BITS,
    CycleFound,
    ForwardPass,
    ResumeState,
    State,
    StateNumbers,
    Weights,
    over_common_denominator,
)
from interpreter.engine.exact.model import (
    CALL,
    CHOOSE,
    DICE,
    DRAW,
    POOL,
    ROLL,
    AnswerDistribution,
    AnswerDistributions,
    CallDistribution,
    EndNumbers,
    ExactModel,
    ResumePoint,
)
from interpreter.engine.policies import Answers
from interpreter.engine.stops import Payload, choice_fault, draw_fault, roll_fault
from interpreter.semantics.state_view import differing_fields
from interpreter.values.faults import Fault
from interpreter.values.types import Value

MAX_CALL_DEPTH = 64
_SAMPLE_SIZE = 500
_CALLEE_PRECISION = 1000  # truncated mass of a callee is smaller: it is called often


class Query:
    """Game states, distributions, memoised calls and state counts of one query."""

    def __init__(
        self,
        model: ExactModel,
        answers: Answers,
        max_states: int,
        left_over: Fraction | None,
    ) -> None:
        """Start with empty caches."""
        self.model = model
        self.game_states = StateNumbers(model.settle)
        self.distributions = AnswerDistributions()
        self.points: dict[int, ResumePoint] = {}
        self.methods: set[str] = set()
        self.states = 0
        self.max_states = max_states
        self._answers = answers
        self._left_over = left_over
        self._call_distributions: dict[Any, CallDistribution | None] = {}
        self._ends: dict[int, EndNumbers] = {}
        self._depth = 0
        self._samples: dict[int, list[State]] = {}
        self._counts: dict[int, int] = {}

    def answers(
        self, kind: str, payload: Payload, state_number: int, where: Hashable
    ) -> AnswerDistribution:
        """Return the distribution of the answers to a stop; they resume `where`."""
        if kind == CALL:
            return self.call_distribution(payload[0], payload[1], state_number)
        try:
            return self._answer_distribution(kind, payload, state_number, where)
        except LimitExceeded as limit:
            raise self.model.fault_at(payload[0], limit) from None

    def _answer_distribution(
        self, kind: str, payload: Payload, state_number: int, where: Hashable
    ) -> AnswerDistribution:
        if kind == ROLL:
            self._raise_fault(payload[0], roll_fault(payload[1], payload[2]))
            return self.distributions.roll(payload)
        if kind == POOL:
            self._raise_fault(payload[0], roll_fault(payload[1], len(payload[2])))
            return self.distributions.pool(payload)
        if kind == DICE:
            self._raise_fault(payload[0], roll_fault(payload[1], payload[2]))
            return self.distributions.unordered(payload)
        if kind == DRAW:
            self._raise_fault(payload[0], draw_fault(*payload[1:4]))
            return self.distributions.draw(where, payload)
        if kind == CHOOSE:
            self._raise_fault(payload[0], choice_fault(*payload[1:4]))
            question = self.model.asked(self.game_states.known[state_number], payload)
            return self.distributions.uniform(where, self._answers.answers_to(question))
        raise TypeError(f"no such kind of stop: {kind!r}")

    def _raise_fault(self, site: object, fault: Fault | None) -> None:
        if fault is not None:
            raise self.model.fault_at(site, fault)

    def call_distribution(
        self, procedure: str, arguments: tuple[Value, ...], state_number: int
    ) -> CallDistribution:
        """Return the distribution over (result, game state) of a call."""
        key = (procedure, arguments, state_number)
        distribution = self._call_distributions.get(key)
        if distribution is None:
            point = self.model.entries[procedure]
            try:
                distribution = self._compute_call(key, point)
            except LimitExceeded as limit:
                raise self.model.limit_in(point.function, limit) from None
        return distribution

    def _compute_call(
        self, key: tuple[str, tuple[Value, ...], int], point: ResumePoint
    ) -> CallDistribution:
        procedure, arguments, state_number = key
        if key in self._call_distributions:
            raise LimitExceeded.of_equal_calls(procedure)
        if self._depth >= MAX_CALL_DEPTH:
            raise LimitExceeded(f"calls inside calls, at '{procedure}'", MAX_CALL_DEPTH)
        self._call_distributions[key] = None
        self._depth += 1
        distribution = self._call_distributions[key] = self._run_call(
            point, arguments, state_number
        )
        self._depth -= 1
        if distribution.total.bit_length() > MAX_WEIGHT_BITS:
            what = f"bits of the weights of the results of '{procedure}'"
            raise LimitExceeded(
                what, MAX_WEIGHT_BITS, "take an estimate: 'umpire simulate'"
            )
        return distribution

    def _run_call(
        self, point: ResumePoint, arguments: tuple[Value, ...], state_number: int
    ) -> CallDistribution:
        resume_state: ResumeState = (point.number, arguments, state_number, ())
        self.points[point.number] = point
        max_pending = self._left_over
        if max_pending is not None and self._depth > 1:
            max_pending /= _CALLEE_PRECISION
        forward = ForwardPass(self, max_pending=max_pending)
        forward.start(point, resume_state)
        try:
            forward.run()
        except CycleFound:
            total, distribution = self._solve_cycles(resume_state)
        else:
            total, distribution = (
                over_common_denominator(forward.done) if forward.done else (1, {})
            )
            if max_pending is not None and sum(distribution.values()) < total:
                self.methods.add("iteration")
        ends = self._ends.get(point.number)
        if ends is None:
            ends = self._ends[point.number] = EndNumbers()
        return CallDistribution(distribution.items(), total, ends)

    def _solve_cycles(self, head: ResumeState) -> tuple[int, Weights]:
        try:
            total, distribution, method = solve_cycles(self._loop_free_pass, head)
        except InescapableCycle as cycle:
            point = self.points[cycle.point]
            what = f"passes of a loop that never ends, at {point.title}"
            limit = LimitExceeded(what, self.max_states)
            raise self.model.limit_in(point.function, limit) from cycle
        self.methods.add(method)
        return total, distribution

    def _loop_free_pass(self, resume_state: ResumeState) -> ForwardPass:
        """Run from one state to the next loop entries and ends."""
        forward = ForwardPass(self, stop_at_loops=True)
        forward.start(self.points[resume_state[0]], resume_state)
        forward.run()
        return forward

    def charge(self, point: ResumePoint, states: Weights) -> None:
        """Count states that are about to be run; too many are LimitExceeded."""
        self.model.reset()
        many, number = len(states), point.number
        self.states += many
        sample = self._samples.get(number)
        if sample is None:
            sample = self._samples[number] = []
            self.points[number] = point
            self._counts[number] = 0
        self._counts[number] += many
        if len(sample) < _SAMPLE_SIZE:
            sample += islice(states, _SAMPLE_SIZE - len(sample))
        if self.states > self.max_states:
            raise self.limit()

    def limit_pending(self, pending: int) -> None:
        """Raise LimitExceeded if more states are pending than may be run."""
        if pending > self.max_states:
            raise self.limit()

    def limit(self) -> Exception:
        """Return the error that names the widest point and what differs there."""
        number = max(self._counts, key=self._counts.__getitem__)
        count = self._counts[number]
        point, sample = self.points[number], self._samples[number]
        names = [*_differing_locals(point, sample), *self._differing_slots(sample)]
        differ = ", ".join(names) or "nothing seen so far"
        limit = LimitExceeded(
            f"states in exact odds, {count:,} of them at {point.title}, "
            f"where these differ: {differ}",
            self.max_states,
            "keep less until there, raise --max-states, give --left-over 1e-9, or "
            "take an estimate: 'umpire simulate'",
        )
        return self.model.limit_in(point.function, limit)

    def _differing_slots(self, sample: list[State]) -> Iterable[str]:
        game_states = [
            self.game_states.known[number] for number in {state[1] for state in sample}
        ]
        if (
            len(game_states) < 2
            or not isinstance(game_states[0], tuple)
            or not self.model.kinds
        ):
            return ("the state",) if len(game_states) > 1 else ()
        return differing_fields(self.model.kinds, game_states) or ("the log",)


def _differing_locals(point: ResumePoint, sample: list[State]) -> Iterable[str]:
    lives = [state[0] for state in sample]
    for index, column in enumerate(zip(*lives, strict=True)):
        values = len(set(column))
        if values > 1:
            name = point.names[index] if index < len(point.names) else "h_"
            if name.startswith("h_"):  # no name of the pack
                name = f"value {index + 1}"
            name = name.removeprefix("v_").replace("_", " ")
            more = "+" if len(sample) == _SAMPLE_SIZE else ""
            yield f"{name} ({values}{more} values)"
