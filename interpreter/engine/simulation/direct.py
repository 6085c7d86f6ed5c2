"""The direct strategy: each trial runs plain functions that change lists in place."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, TypeAlias

from interpreter.codegen.loading import CompiledCode, compile_emitted, depth_counter
from interpreter.codegen.source import GeneratedCode, direct
from interpreter.diagnostics import LimitExceeded
from interpreter.engine.answers import roll_fault
from interpreter.engine.exact.model import World
from interpreter.engine.policies import Answers, PackRule, asked
from interpreter.engine.simulation.estimates import Trial
from interpreter.engine.simulation.plans import Begin, Loading, drawn, thrown
from interpreter.engine.simulation.stream import Stream
from interpreter.ir.instructions import Choice
from interpreter.source import Source

# --- Fast path of policies ---
#
# Most simulated choices are of one seat and one option. They are answered here without
# a `PolicyQuestion`, with the same result; all others go through `policies`.

UNANSWERED = object()
"""What is given where `policies` is to be asked."""

Quick: TypeAlias = Callable[[Any, int, tuple[Any, ...], Any, Any], Any]
"""From the world, the entity of the seat, what is offered, the default of the step and
the condition of an answer (None: none) to the answer, or UNANSWERED."""

Call: TypeAlias = Callable[[str], Callable[..., Any]]
"""From the name of a rule to the function that it is."""


def quick(answers: Answers, one: Choice, call: Call) -> Quick | None:
    """Return what answers a choice; None where `policies` is always to be asked."""
    names = (one.site.path, one.label)
    policy = answers.policy
    if one.each or one.how_many or one.open_type or {*names} & answers.fixed.keys():
        return None
    rules = [policy.rules[name] for name in names if name in policy.rules]
    if not rules:
        at = {"first": 0, "last": -1}.get(policy.default or "")
        return None if at is None else _by_place(at)
    rule = rules[0]
    return _by_rule(rule, call(rule.name)) if isinstance(rule, PackRule) else None


def _by_place(at: int) -> Quick:
    """Answer with the default of the step, else the first or the last offered."""

    def answer(_: Any, __: int, offered: Any, default: Any, legal: Any) -> Any:
        if len(offered) == 1:
            return offered[0]
        if default is not None:
            return default
        return offered[at] if offered and legal is None else UNANSWERED

    return answer


def _by_rule(rule: PackRule, call: Callable[..., Any]) -> Quick:
    """Answer with what a rule of the pack says."""
    seat = rule.seat

    def answer(world: Any, by: int, offered: Any, _: Any, legal: Any) -> Any:
        if len(offered) == 1:
            return offered[0]
        given = rule.given
        if seat is not None:
            if by < 0:
                return UNANSWERED
            given = (*given[:seat], by, *given[seat + 1 :])
        some = offered
        if None in offered:
            some = tuple([each for each in offered if each is not None])
        said = call(world, some, *given)
        fits = said in offered and (legal is None or legal(said))
        return said if fits else UNANSWERED

    return answer


def direct_plan(
    emitted: GeneratedCode,
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


def compiles(emitted: GeneratedCode, procedures: Iterable[str]) -> bool:
    """Tell whether Python takes these procedures: it nests only so many loops."""
    compiled = compile_emitted(emitted)
    try:
        for each in procedures:
            compiled.load(each)
    except LimitExceeded:
        return False
    return True


def load_direct(
    emitted: GeneratedCode,
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
        emitted: GeneratedCode,
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
        self.compiled: CompiledCode = compile_emitted(emitted, sources, given)

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

        found = self._answers.answers_to(
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
