"""The rung "direct": plain functions that change lists, dice read at C speed."""

from collections.abc import Callable, Hashable
from typing import Any

from interpreter.emission.chunks import Emitted
from interpreter.emission.compiled import Compiled, compile_emitted, depth_counter
from interpreter.emission.names import direct
from interpreter.running.exact_engine import World
from interpreter.running.policies import Answers, asked
from interpreter.running.simulate import Trial
from interpreter.running.simulate_plans import Begin, Loading, drawn
from interpreter.running.stream import Stream


def direct_plan(
    emitted: Emitted,
    procedure: str,
    arguments: tuple[Any, ...],
    world: World,
    answers: Answers,
) -> Loading:
    """Return the plan of a procedure in the direct form.

    For more than one worker the rules of the policy must be picklable.
    """
    given = (emitted, procedure, arguments, world, answers)
    return Loading(procedure, "direct", load_direct, given)


def load_direct(
    emitted: Emitted,
    procedure: str,
    arguments: tuple[Any, ...],
    world: World,
    answers: Answers,
) -> Begin:
    """Compile, and return what makes the trials of a stream."""
    chance = _Chance(emitted, answers)
    compiled = chance.compiled
    compiled.load(procedure)
    function, reset = compiled.names[direct(procedure)], compiled.steps.reset
    *kinds, log = world

    def begin(stream: Stream) -> Trial:
        chance.read(stream)

        def trial() -> Hashable:
            reset()
            lists: list[Any] = [
                [None if row is None else [*row] for row in kind] for kind in kinds
            ]
            found: Hashable = function([*lists, log], *arguments)
            return found

        return trial

    return begin


class _Dies(dict[int, Callable[[], int]]):
    """For each number of sides what throws such a die."""

    def __init__(self, stream: Stream) -> None:
        super().__init__()
        self._stream = stream

    def __missing__(self, sides: int) -> Callable[[], int]:
        die = self[sides] = self._stream.die(sides)
        return die


class _Chance:
    """What direct functions call, on the stream of the moment."""

    def __init__(self, emitted: Emitted, answers: Answers) -> None:
        deeper, back = depth_counter()
        self._sites = emitted.sites
        self._answers = answers
        self._stream: Stream
        self._dies: _Dies
        given: dict[str, Callable[..., Any]] = {
            "die": lambda sides: self._dies[sides](),
            "dice": lambda number, sides: self._stream.dice(number, sides),
            "draw": self._draw,
            "choose": self._choose,
            "deeper": deeper,
            "back": back,
        }
        self.compiled: Compiled = compile_emitted(emitted, None, given)

    def read(self, stream: Stream) -> None:
        """Take chance from this stream."""
        self._stream = stream
        self._dies = _Dies(stream)

    def _draw(self, site: int, items: Any, weights: Any, how_many: Any) -> Any:
        return drawn(self._stream, items, weights, how_many)

    def _choose(self, site: int, *payload: Any) -> Any:
        instruction = self._sites[site][1]
        label = getattr(instruction, "label", "")
        check = payload[4]
        found = self._answers.law(
            asked(instruction.site.path, label, _seat, (site, *payload), check, None)
        )
        if len(found) == 1:
            return found[0]
        return found[self._stream.pick((1,) * len(found))]


def _seat(number: int) -> str:
    return "the judge" if number < 0 else f"seat {number + 1}"
