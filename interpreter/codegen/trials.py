"""Trial functions: many trials of a procedure in one generator, for simulation.

`t_x(b_times, b_stream, b_fresh, b_memos, *arguments)` yields the result of one trial
after the other. It is written for procedures that enter nothing but dice and their own
state, whose calls can be written in place (`inlining`), and whose steps stay within the
limit of a run whatever the dice show (`step_bounds`): so nothing is called and no step
is counted for its own sake. Dice are bound once to the stream of the chunk; the state
is made anew for each trial only if the procedure changes it. All else runs as the
direct functions say, on the same dice.

What is worked out of lists and hangs on few dice alone is looked up by how they fell:
`b_memos` holds what was found before, for calls with equal arguments and game state.
"""

from collections import Counter
from collections.abc import Iterator
from math import prod

from msgspec.structs import replace

from interpreter.codegen.expressions import ExpressionWriter, let_value
from interpreter.codegen.inlining import RESULT, ClosedProcedures, inlined
from interpreter.codegen.resumable import DirectWriter
from interpreter.codegen.signatures import rows_of
from interpreter.codegen.source import SourceLines, local, trials
from interpreter.codegen.step_bounds import StepBounds
from interpreter.expressions.typed import Collect, Constant
from interpreter.ir.instructions import (
    Assign,
    Instruction,
    Let,
    Procedure,
    Program,
    Roll,
)
from interpreter.ir.ranges import bounds_of
from interpreter.ir.walking import (
    Body,
    bound,
    expressions,
    free,
    instructions,
    nodes,
    totals,
)
from interpreter.values.faults import MOST_STEPS
from interpreter.values.pools import MOST_DICE

MOST_SIDES = 10_000
"""Of a die that is bound once."""
MOST_MEMOISED = 4096
"""Ways in which the dice may fall by which a value is looked up."""


class TrialFunctions:
    """Makes the trial functions of a program's entry points."""

    def __init__(self, program: Program, to: ExpressionWriter) -> None:
        """Begin with nothing found out about procedures and declarations."""
        self._program = program
        self._to = to
        self._entries = {each.procedure for each in program.entries.values()}
        self._closed = ClosedProcedures(program.procedures)
        self._bounds = StepBounds(program.declared)

    def of(self, name: str) -> SourceLines:
        """Return the trial function of a procedure; nothing where there is none."""
        found = None
        if name in self._entries:
            found = inlined(self._program, name, self._closed)
        most = None if found is None else self._bounds.of(found)
        if found is None or most is None or most > MOST_STEPS:
            return SourceLines()
        every = instructions(found.body)
        resets = self._bounds.counts(*(n for one in every for n in expressions(one)))
        to = self._to.inside(totals=totals(found))
        return TrialWriter(to, found, resets).trials_source()


class TrialWriter(DirectWriter):
    """Writes the trials of one procedure without calls."""

    def __init__(
        self, to: ExpressionWriter, procedure: Procedure, resets: bool
    ) -> None:
        """Begin; `resets`: declarations that it uses count steps."""
        super().__init__(replace(to, bounded=True), 0, procedure)
        self.resets = resets
        self.memoised: dict[str, tuple[str, ...]] = {}

    def trials_source(self) -> SourceLines:
        """Write the generator."""
        procedure, lines = self.procedure, self.lines
        given = ["b_times", "b_stream", "b_fresh", "b_memos"]
        given += [local(each.name) for each in procedure.takes]
        every = tuple(instructions(procedure.body))
        changes = any(isinstance(one, Assign) for one in every)
        same, rest = ((), procedure.body) if changes else _split(procedure)
        lines.span = procedure.span
        with lines.block(f"def {trials(procedure.name)}({', '.join(given)}):"):
            for sides in sorted(
                {_sides(one) for one in every if _is_single(one)} - {0}
            ):
                lines.add(f"b_d{sides} = b_stream.die({sides})")
            for sides in sorted({_sides(one) for one in every if _is_few(one)} - {0}):
                lines.add(f"b_faces{sides} = b_stream.faces({sides})")
            if not changes:
                self.begun()
                self.body(same)
                self.memoised = dict(_memoised(rest, procedure, same))
                for name in self.memoised:
                    lines.add(f"b_of_{local(name)} = b_memos[{local(name)!r}]")
            with lines.block("for b_trial in _range(b_times):"):
                if changes:
                    self.begun()
                if self.resets:
                    lines.add("_steps.left = _steps.allowed")
                self.body(rest)
                lines.span = procedure.span
                lines.add(f"yield {local(RESULT)}")
        return lines

    def begun(self) -> None:
        """Write the beginning of a trial: the state, and the rows that are read."""
        self.lines.add("W = b_fresh()")
        rows_of(self.to, self.lines, self.procedure.takes)

    def step(self) -> None:
        """Count nothing: the limit cannot be reached."""

    def one(self, one: Instruction) -> None:
        """Write an instruction; what is memoised is worked out once for each fall."""
        dice = self.memoised.get(one.name) if isinstance(one, Let) else None
        if dice is None:
            super().one(one)
            return
        assert isinstance(one, Let)
        self.lines.span = one.site.span
        name, key = local(one.name), ", ".join(map(local, dice))
        memo, key = f"b_of_{name}", key if len(dice) == 1 else f"({key})"
        self.lines.add(f"{name} = {memo}.get({key})")
        with self.lines.block(f"if {name} is None:"):
            value = let_value(self.to, one.name, one.value)
            self.lines.add(f"{name} = {memo}[{key}] = {value}")
        self.bind(one)

    def wait(self, one: Instruction) -> None:
        """Write a roll."""
        assert isinstance(one, Roll)
        sides, name = _sides(one), local(one.name)
        if sides and _is_single(one):
            self.lines.add(f"{name} = b_d{sides}()")
        elif sides and _is_few(one):
            number = self.of(one.dice.number)
            self.lines.add(f"{name} = _tuple(_islice(b_faces{sides}, {number}))")
        else:
            super().wait(one)
            return
        self.bind(one)


def _split(procedure: Procedure) -> tuple[Body, Body]:
    """Return the bindings that are the same in each trial, and all else: those that
    every trial comes to, and that hang on what is given alone."""
    known = {each.name for each in procedure.takes}
    times = Counter(name for one in instructions(procedure.body) for name in bound(one))
    same: list[Instruction] = []
    rest: list[Instruction] = []
    for at, one in enumerate(procedure.body):
        if not isinstance(one, (Let, Roll)):
            rest += procedure.body[at:]
            break
        fixed = isinstance(one, Let) and times[one.name] == 1
        if fixed and one.name != RESULT and free(*expressions(one)) <= known:
            known.add(one.name)
            same.append(one)
        else:
            rest.append(one)
    return tuple(same), tuple(rest)


def _memoised(
    body: Body, procedure: Procedure, same: Body
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the locals that are bound to what is worked out of lists and hangs on few
    dice, beside what is the same in each trial; with the names of those dice."""
    every = tuple(instructions(body))
    times = Counter(name for one in every for name in bound(one))
    fixed = {each.name for each in procedure.takes} - times.keys()
    fixed.update(*map(bound, same))
    falls = {
        one.name: _falls(one)
        for one in every
        if isinstance(one, Roll) and times[one.name] == 1
    }
    for one in every:
        if not isinstance(one, Let) or times[one.name] != 1:
            continue
        if not any(isinstance(node, Collect) for node in nodes(one.value)):
            continue
        dice = tuple(sorted(free(one.value) - fixed))
        ways = prod(falls.get(name, MOST_MEMOISED + 1) for name in dice)
        if dice and ways <= MOST_MEMOISED:
            yield one.name, dice


def _falls(roll: Roll) -> int:
    """Return in how many ways dice may fall; more than are memoised, of most dice."""
    sides, numbers = _sides(roll), _numbers(roll)
    if sides and _is_single(roll):
        return sides
    if not sides or not numbers or numbers[-1] > MOST_MEMOISED.bit_length():
        return MOST_MEMOISED + 1
    return sum(sides**number for number in numbers)


def _is_single(one: Instruction) -> bool:
    return isinstance(one, Roll) and one.dice.single


def _is_few(one: Instruction) -> bool:
    """Tell whether a roll is of a number of dice that can be rolled."""
    return isinstance(one, Roll) and not one.dice.single and bool(_numbers(one))


def _numbers(roll: Roll) -> range:
    """Return how many dice a roll may be of; none where that may be impossible."""
    low, high = bounds_of(roll.dice.number)
    if low is None or high is None or low < 0 or high > MOST_DICE:
        return range(0)
    return range(int(low), int(high) + 1)


def _sides(one: Instruction) -> int:
    """Return the sides of the dice of a roll, if they are always the same; else 0."""
    if isinstance(one, Roll) and isinstance(one.dice.sides, Constant):
        sides = one.dice.sides.value
        if isinstance(sides, int) and 1 <= sides <= MOST_SIDES:
            return sides
    return 0
