"""Where a procedure may stop or be refused, by the names people give to it."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from interpreter.expressions.typed import Typed, Use
from interpreter.ir.effects import expressions_of
from interpreter.ir.instructions import (
    HIDDEN,
    Choice,
    Draw,
    Instruction,
    Invoke,
    Let,
    Procedure,
    Program,
    Require,
    Roll,
    asked_names,
)
from interpreter.ir.versions import KnownVersions
from interpreter.ir.walking import instructions, nodes
from interpreter.semantics.declarations import DecisionTable, Declarations
from interpreter.source import Name, rule_names
from interpreter.values.types import ListOf, MapOf, Type


class ReachableStops:
    """What procedures of a program reach; each is walked once, however many cases
    ask."""

    def __init__(self, program: Program, known: "KnownStops | None" = None) -> None:
        """Walk nothing yet; `known` is what was walked of other programs."""
        self.program = program
        self._known = known or KnownStops()
        self._reached: dict[str, tuple[str, ...]] = {}
        self._chances: dict[str, dict[str, list[Roll | Draw]]] = {}
        self._choices: dict[str, dict[str, Choice]] = {}
        self._bindings: dict[str, dict[str, list[Type]]] = {}
        self._bound_in: dict[str, tuple[tuple[str, Type], ...]] = {}
        self._refused_in: dict[str, tuple[list[str], list[str]]] = {}

    def of(self, procedure: str) -> Iterator[Instruction]:
        """Yield every instruction of a procedure and of those that it may call."""
        for inside in self._all(procedure):
            yield from inside.instructions

    def chances(self, procedure: str) -> Mapping[str, list[Roll | Draw]]:
        """Return all rolls and draws of a name, by label and by path."""
        found = self._chances.get(procedure)
        if found is None:
            found = self._chances[procedure] = {}
            for inside in self._all(procedure):
                for name, each in inside.chances:
                    found.setdefault(name, []).append(each)
        return found

    def choices(self, procedure: str) -> Mapping[str, Choice]:
        """Return choices and rulings by label, and by path."""
        found = self._choices.get(procedure)
        if found is None:
            found = self._choices[procedure] = {}
            for inside in self._all(procedure):
                for name, each in inside.choices:
                    found.setdefault(name, each)
        return found

    def bindings(self, procedure: str) -> Mapping[str, list[Type]]:
        """Return the types of what steps bind, by its name."""
        found = self._bindings.get(procedure)
        if found is None:
            found = self._bindings[procedure] = {}
            for name in self._reach(procedure):
                for bound, kind in self._bound_by(name):
                    found.setdefault(bound, []).append(kind)
        return found

    def refusing(self, procedure: str) -> Mapping[str, None]:
        """Return what may refuse a run, then what may refuse an answer, each by the
        rules that it carries and by its step. Those of a choice are of the step, else
        of its procedure, and of the declarations that say what is offered."""
        found = [self._refused_by(name) for name in self._reach(procedure)]
        steps = (each for of_steps, _ in found for each in of_steps)
        choices = (each for _, of_choices in found for each in of_choices)
        return dict.fromkeys((*steps, *choices))

    def _reach(self, procedure: str) -> tuple[str, ...]:
        """Return a procedure and those that it may call, also through others."""
        found = self._reached.get(procedure)
        if found is None:
            waiting, seen, order = [procedure], {procedure}, []
            while waiting:
                order.append(waiting.pop())
                calls = self._one(order[-1]).calls
                waiting += [each for each in calls if each not in seen]
                seen.update(calls)
            found = self._reached[procedure] = tuple(order)
        return found

    def _all(self, procedure: str) -> Iterator["_Inside"]:
        return map(self._one, self._reach(procedure))

    def _bound_by(self, procedure: str) -> tuple[tuple[str, Type], ...]:
        """Return what the steps of one procedure bind, with its types."""
        found = self._bound_in.get(procedure)
        if found is None:
            steps = self._one(procedure).instructions
            bound = (self._binding(each) for each in steps)
            found = self._bound_in[procedure] = tuple(each for each in bound if each)
        return found

    def _binding(self, step: Instruction) -> tuple[str, Type] | None:
        match step:
            case Let(name=name) if name[:1] != HIDDEN:
                return name, step.value.type
            case Invoke(name=str(name)) if name[:1] != HIDDEN:
                return name, self.program.procedures[step.procedure].gives
            case Choice():
                return asked_names(step)[1], answer_type(step)
        return None

    def _refused_by(self, procedure: str) -> tuple[list[str], list[str]]:
        """Return what may refuse a run, and what an answer, in one procedure."""
        found = self._refused_in.get(procedure)
        if found is None:
            own = self.program.procedures[procedure]
            found = self._refused_in[procedure] = [], []
            for each in self._one(procedure).instructions:
                if isinstance(each, Require):
                    found[0].extend((*rule_names(carried(each, own)), each.site.path))
                elif isinstance(each, Choice):
                    rules = _rules_of_choice(self.program.declared, each, own)
                    found[1].extend((*rules, each.site.path))
        return found

    def _one(self, procedure: str) -> "_Inside":
        return self._known.of(procedure, self.program.procedures[procedure])


class _Inside(Struct, frozen=True):
    """What stands in one procedure; chances and choices by label and by path."""

    instructions: tuple[Instruction, ...]
    calls: tuple[str, ...]
    chances: tuple[tuple[str, Roll | Draw], ...]
    choices: tuple[tuple[str, Choice], ...]

    @classmethod
    def of(cls, procedure: Procedure) -> "_Inside":
        """Sort instructions by what is asked about them."""
        inside = tuple(instructions(procedure.body))
        calls = (each.procedure for each in inside if isinstance(each, Invoke))
        chances = (each for each in inside if isinstance(each, (Roll, Draw)))
        choices = (each for each in inside if isinstance(each, Choice))
        return cls(
            inside,
            tuple(dict.fromkeys(calls)),
            tuple((name, each) for each in chances for name in _names(each)),
            tuple((name, each) for each in choices for name in _names(each)),
        )


class KnownStops(KnownVersions[str, Procedure, _Inside]):
    """What stands in single procedures, for programs that share them."""

    def __init__(self) -> None:
        """Begin with nothing walked."""
        super().__init__(_Inside.of)


def _names(one: Roll | Draw | Choice) -> Iterable[str]:
    return dict.fromkeys(reversed(asked_names(one)))


def chances(program: Program, procedure: str) -> dict[str, Roll | Draw]:
    """Return the first roll or draw of each name."""
    known = ReachableStops(program).chances(procedure)
    return {name: each[0] for name, each in known.items()}


def choices(program: Program, procedure: str) -> Mapping[str, Choice]:
    """Return choices and rulings by label, and by path."""
    return ReachableStops(program).choices(procedure)


def carried(one: Require, within: Procedure) -> str:
    """Return the rules that forbid what a requirement refuses: its own, else those of
    its procedure."""
    return one.site.rule or within.rule


def _rules_of_choice(
    declared: Declarations, one: Choice, within: Procedure
) -> list[Name]:
    """Return the rules that a choice carries: its own, else those of its procedure, and
    those of the declarations that say what is offered."""
    given = (one.offered, one.such_that, one.must)
    own = one.site.rule or within.rule
    return rule_names(" ".join((own, *rules_within(declared, given))))


def rules_within(
    declared: Declarations, given: Iterable[Typed | None]
) -> tuple[str, ...]:
    """Return the rules of all formulas and tables that expressions use, also through
    others."""
    rules: dict[str, None] = {}
    seen: set[tuple[str, str]] = set()
    waiting = [each for each in given if each is not None]
    while waiting:
        for node in nodes(waiting.pop()):
            if not isinstance(node, Use) or (node.section, node.name) in seen:
                continue
            seen.add((node.section, node.name))
            used = declared_as(declared, node)
            rows = used.rows if isinstance(used, DecisionTable) else ()
            texts = (getattr(used, "rule", ""), *(row.rule for row in rows))
            rules.update(dict.fromkeys(" ".join(texts).split()))
            waiting += expressions_of(used)
    return tuple(rules)


def declared_as(declared: Declarations, use: Use) -> object:
    """Return the declaration that is used."""
    if use.section == "derived":
        kind, _, name = use.name.partition(".")
        return declared.kinds[kind].derived[name]
    return getattr(declared, use.section)[use.name]


def answer_type(choice: Choice) -> Type:
    """Return the type of an answer: of several seats a map from what each is for."""
    if choice.each is None or not isinstance(choice.each[1].type, ListOf):
        return choice.type
    return MapOf(choice.each[1].type.item, choice.type)
