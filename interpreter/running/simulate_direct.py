"""The rung "direct": plain functions that change lists, dice read at C speed."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any

from interpreter.emission.chunks import Emitted
from interpreter.emission.compiled import Compiled, compile_emitted, depth_counter
from interpreter.emission.names import direct
from interpreter.problems import LimitExceeded
from interpreter.program.instructions import Choice
from interpreter.running.exact_engine import World
from interpreter.running.impossible import roll_fault
from interpreter.running.policies import Answers, asked
from interpreter.running.quick_answers import UNANSWERED, Quick, quick
from interpreter.running.simulate import Trial
from interpreter.running.simulate_plans import Begin, Loading, drawn, thrown
from interpreter.running.stream import Stream
from interpreter.source import Source


def direct_plan(
    emitted: Emitted,
    procedure: str,
    arguments: tuple[Any, ...],
    world: World,
    answers: Answers,
    *,
    written: frozenset[int] | None = None,
    seats: tuple[str, ...] = (),
    sources: Mapping[str, Source] | None = None,
) -> Loading:
    """Return the plan of a procedure in the direct form.

    `written` are the kinds that it may change (None: all), `seats` the names of those
    who decide, `sources` the files of the pack. For more than one worker the rules of
    the policy must be picklable.
    """
    every = frozenset(range(len(world) - 1))
    changed = every if written is None else written
    given = (emitted, procedure, arguments, world, changed, answers, seats)
    return Loading(procedure, "direct", load_direct, (*given, sources or {}))


def compiles(emitted: Emitted, procedures: Iterable[str]) -> bool:
    """Tell whether Python takes these procedures: it nests only so many loops."""
    compiled = compile_emitted(emitted)
    try:
        for each in procedures:
            compiled.load(each)
    except LimitExceeded:
        return False
    return True


def load_direct(
    emitted: Emitted,
    procedure: str,
    arguments: tuple[Any, ...],
    world: World,
    written: frozenset[int],
    answers: Answers,
    seats: tuple[str, ...],
    sources: Mapping[str, Source],
) -> Begin:
    """Compile, and return what makes the trials of a stream."""
    chance = _Chance(emitted, answers, seats, sources)
    compiled = chance.compiled
    compiled.load(procedure)
    function, reset = compiled.names[direct(procedure)], compiled.steps.reset
    explained = compiled.explained
    changed = sorted(written)

    def begin(stream: Stream) -> Trial:
        chance.read(stream)

        def trial() -> Hashable:
            reset()
            own: list[Any] = [*world]
            for kind in changed:
                own[kind] = [None if row is None else [*row] for row in world[kind]]
            try:
                found: Hashable = function(own, *arguments)
            except Exception as error:  # a fault of the pack is a problem R7
                raise explained(error) from None
            return found

        return trial

    return begin


class _Dies(dict[int, Callable[[], int]]):
    """For each number of sides what throws such a die."""

    def __init__(self, stream: Stream) -> None:
        super().__init__()
        self._stream = stream

    def __missing__(self, sides: int) -> Callable[[], int]:
        fault = roll_fault(1, sides)
        if fault is not None:
            raise fault
        die = self[sides] = self._stream.die(sides)
        return die


class _Chance:
    """What direct functions call, on the stream of the moment."""

    def __init__(
        self,
        emitted: Emitted,
        answers: Answers,
        seats: tuple[str, ...],
        sources: Mapping[str, Source],
    ) -> None:
        deeper, back = depth_counter()
        self._sites = emitted.sites
        self._answers = answers
        self._seats = seats
        self._quick: dict[int, Quick | None] = {}
        self._stream: Stream
        self._dies: _Dies
        given: dict[str, Callable[..., Any]] = {
            "die": lambda sides: self._dies[sides](),
            "dice": lambda number, sides: thrown(self._stream, number, sides),
            "draw": self._draw,
            "choose": self._choose,
            "deeper": deeper,
            "back": back,
        }
        self.compiled: Compiled = compile_emitted(emitted, sources, given)

    def read(self, stream: Stream) -> None:
        """Take chance from this stream."""
        self._stream = stream
        self._dies = _Dies(stream)

    def _draw(self, site: int, items: Any, weights: Any, how_many: Any) -> Any:
        return drawn(self._stream, items, weights, how_many)

    def _choose(self, world: Any, site: int, by: Any, offered: Any, *more: Any) -> Any:
        self.compiled.steps.chosen()
        if site not in self._quick:
            self._quick[site] = self._found_quick(site)
        answer = self._quick[site]
        if answer is not None and by is not None:
            said = answer(world, by, offered, *more[1:])
            if said is not UNANSWERED:
                return said
        return self._answered(world, site, by, offered, *more)

    def _found_quick(self, site: int) -> Quick | None:
        compiled, one = self.compiled, self._sites[site][1]
        assert isinstance(one, Choice)

        def call(name: str) -> Callable[..., Any]:
            found: Callable[..., Any] = compiled.names[
                compiled.emitted.entries[name][0]
            ]
            return found

        return quick(self._answers, one, call)

    def _answered(self, world: Any, site: int, *payload: Any) -> Any:
        instruction = self._sites[site][1]
        label = getattr(instruction, "label", "")
        check = payload[4]

        def rule(name: str, given: tuple[Any, ...]) -> Any:
            return self.compiled.rule(name, world, given)

        found = self._answers.law(
            asked(
                instruction.site.path, label, self._seat, (site, *payload), check, rule
            )
        )
        if len(found) == 1:
            return found[0]
        return found[self._stream.pick((1,) * len(found))]

    def _seat(self, number: int | None) -> str:
        if number is None or number < 0:
            return "judge"
        return self._seats[number] if number < len(self._seats) else f"seat {number}"
