"""Where a procedure may stop or be refused, by the names people give to it."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from interpreter.expressions.typed import Typed, Use
from interpreter.ir.effects import expressions_of, reached_from
from interpreter.ir.instructions import (
    Choice,
    Draw,
    Instruction,
    Invoke,
    Procedure,
    Program,
    Require,
    Roll,
    asked_names,
)
from interpreter.ir.versions import KnownVersions
from interpreter.ir.walking import instructions, nodes
from interpreter.semantics.declarations import DecisionTable, Declarations
from interpreter.source import rule_names
from interpreter.values.types import ListOf, MapOf, Type


class ReachableStops:
    """What procedures of a program reach; each is walked once, however many cases
    ask."""

    def __init__(self, program: Program, known: "KnownStops | None" = None) -> None:
        """Walk nothing yet; `known` is what was walked of other programs."""
        self.program = program
        self._known = known or KnownStops()
        self._chances: dict[str, dict[str, list[Roll | Draw]]] = {}
        self._choices: dict[str, dict[str, Choice]] = {}

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

    def _all(self, procedure: str) -> Iterator["_Inside"]:
        waiting, seen = [procedure], {procedure}
        while waiting:
            inside = self._one(waiting.pop())
            yield inside
            waiting += [each for each in inside.calls if each not in seen]
            seen.update(inside.calls)

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


def requirements(program: Program, procedure: str) -> dict[str, list[Require]]:
    """Return what may refuse a run, by each rule that it carries and by its step."""
    found: dict[str, list[Require]] = {}
    for name, body in reached_from(program, procedure).items():
        for one in body:
            if isinstance(one, Require):
                rule = carried(one, program.procedures[name])
                for each in (*rule_names(rule), one.site.path):
                    found.setdefault(each, []).append(one)
    return found


def limits(program: Program, procedure: str) -> dict[str, list[Choice]]:
    """Return the choices that may refuse an answer, by step and by each rule that they
    carry: of the step, else of its procedure, and of the declarations that say what is
    offered."""
    found: dict[str, list[Choice]] = {}
    for name, body in reached_from(program, procedure).items():
        for one in body:
            if isinstance(one, Choice):
                given = (one.offered, one.such_that, one.must)
                inside = rules_within(program.declared, given)
                own = one.site.rule or program.procedures[name].rule
                rules = rule_names(" ".join((own, *inside)))
                for each in dict.fromkeys((*rules, one.site.path)):
                    found.setdefault(each, []).append(one)
    return found


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
