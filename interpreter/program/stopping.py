"""Where a procedure may stop or be refused, by the names people give to it."""

from collections.abc import Iterable, Iterator

from interpreter.checked.declared import Decision, Declared
from interpreter.language.typed import Typed, Use
from interpreter.program.analysis import expressions_of, reached_from
from interpreter.program.instructions import (
    Choice,
    Draw,
    Instruction,
    Invoke,
    Procedure,
    Require,
    Roll,
)
from interpreter.program.program import Program
from interpreter.program.walking import instructions, nodes
from interpreter.values.names import plain
from interpreter.values.types import ListOf, MapOf, Type


class Reached:
    """What procedures of a program reach; each is walked once, however many cases
    ask."""

    def __init__(self, program: Program) -> None:
        """Walk nothing yet."""
        self.program = program
        self._inside: dict[str, tuple[Instruction, ...]] = {}

    def of(self, procedure: str) -> Iterator[Instruction]:
        """Yield every instruction of a procedure and of those that it may call."""
        waiting, seen = [procedure], {procedure}
        while waiting:
            for each in self._of_one(waiting.pop()):
                yield each
                if isinstance(each, Invoke) and each.procedure not in seen:
                    seen.add(each.procedure)
                    waiting.append(each.procedure)

    def _of_one(self, procedure: str) -> tuple[Instruction, ...]:
        found = self._inside.get(procedure)
        if found is None:
            found = tuple(instructions(self.program.procedures[procedure].body))
            self._inside[procedure] = found
        return found

    def chances(self, procedure: str) -> dict[str, list[Roll | Draw]]:
        """Return all rolls and draws of a name, by label and by path."""
        found: dict[str, list[Roll | Draw]] = {}
        for each in self.of(procedure):
            if isinstance(each, (Roll, Draw)):
                for name in dict.fromkeys((plain(each.label), plain(each.site.path))):
                    found.setdefault(name, []).append(each)
        return found

    def choices(self, procedure: str) -> dict[str, Choice]:
        """Return choices and rulings by label, and by path."""
        found: dict[str, Choice] = {}
        for each in self.of(procedure):
            if isinstance(each, Choice):
                found.setdefault(plain(each.label), each)
                found.setdefault(plain(each.site.path), each)
        return found


def chances(program: Program, procedure: str) -> dict[str, Roll | Draw]:
    """Return the first roll or draw of each name."""
    known = Reached(program).chances(procedure)
    return {name: each[0] for name, each in known.items()}


def choices(program: Program, procedure: str) -> dict[str, Choice]:
    """Return choices and rulings by label, and by path."""
    return Reached(program).choices(procedure)


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
                for each in (*rule.split(), one.site.path):
                    found.setdefault(plain(each), []).append(one)
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
                for each in dict.fromkeys((*own.split(), *inside, one.site.path)):
                    found.setdefault(plain(each), []).append(one)
    return found


def rules_within(declared: Declared, given: Iterable[Typed | None]) -> tuple[str, ...]:
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
            rows = used.rows if isinstance(used, Decision) else ()
            texts = (getattr(used, "rule", ""), *(row.rule for row in rows))
            rules.update(dict.fromkeys(" ".join(texts).split()))
            waiting += expressions_of(used)
    return tuple(rules)


def declared_as(declared: Declared, use: Use) -> object:
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
