"""What is added to dice before a table is read, and to what a single die is compared.

An argument of a table, or a comparison, is taken apart into what is added in it. Locals
that a procedure binds once, parameters that it is called with and formulas stand for
what they are; a part that is neither dice nor the total of modifiers is `other`. What
is found holds in every run that comes to that place: one more of the modifiers is one
more beside the dice.

Cost: an expression is taken apart at most MOST_PARTS parts far.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice

from msgspec import Struct

from interpreter.expressions.typed import (
    Apply,
    Collect,
    Constant,
    Local,
    SumPart,
    Typed,
    Use,
    applied,
)
from interpreter.ir.instructions import Invoke, Let, Procedure, Program, Roll
from interpreter.ir.walking import bound, expressions, instructions, nodes
from interpreter.semantics.declarations import RollTable

MOST_PARTS = 60
MOST_CALLS = 200
"""Calls that are followed upwards from one place."""
MOST_NODES = 20_000
"""Parts of expressions that are looked at in one procedure."""
MOST_DEPTH = 4
"""Calls above each other, and formulas inside each other."""
COMPARISONS = frozenset({"<", "<=", ">", ">="})


class SummedDice(Struct, frozen=True, order=True):
    """So many dice of so many sides, summed."""

    number: int
    sides: int


class RolledSum(Struct, frozen=True):
    """A sum of dice and of modifiers, each by its name with how often it is added (-1:
    taken away); `other`: something else may be added too."""

    dice: SummedDice
    modifiers: tuple[tuple[str, int], ...]
    other: bool


class DieComparison(Struct, frozen=True, order=True):
    """One die that must be low (or high) enough: its sides, and how a point more of
    modifiers changes the chance of that, by one face more (1) or less (-1)."""

    sides: int
    low: bool
    change: int


class DiceSums(Struct, frozen=True):
    """The sums with which each roll table is read, by its name; and the comparisons of
    each group of modifiers to a single die."""

    tables: Mapping[str, tuple[RolledSum, ...]]
    compared: Mapping[str, tuple[DieComparison, ...]]


def dice_sums(program: Program) -> DiceSums:
    """Return the sums of a program in which there are dice."""
    tables: dict[str, dict[RolledSum, None]] = {}
    compared: dict[str, set[DieComparison]] = {}
    callers = _Callers(program)
    for name in program.procedures:
        context = callers.context(name)
        if not context.dice:
            continue
        for node in context.nodes():
            if isinstance(node, Use) and node.section == "tables":
                if isinstance(program.declared.tables.get(node.name), RollTable):
                    sums = _of_table(node, context, callers)
                    tables.setdefault(node.name, {}).update(dict.fromkeys(sums))
            elif isinstance(node, Apply) and node.name in COMPARISONS:
                for modifiers, comparison in _of_comparison(node, context, callers):
                    compared.setdefault(modifiers, set()).add(comparison)
    return DiceSums(
        {name: tuple(sums) for name, sums in tables.items() if sums},
        {name: tuple(sorted(each)) for name, each in compared.items()},
    )


class _Callers:
    """The calls of each procedure of a program, with what locals stand for there."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._contexts: dict[str, _Context] = {}
        self._calls: dict[str, list[tuple[str, Invoke]]] = {}
        for name, procedure in program.procedures.items():
            for one in instructions(procedure.body):
                if isinstance(one, Invoke):
                    self._calls.setdefault(one.procedure, []).append((name, one))

    def context(self, name: str) -> "_Context":
        """Return what the locals of a procedure stand for."""
        if name not in self._contexts:
            procedure = self._program.procedures[name]
            self._contexts[name] = _Context(self._program, procedure)
        return self._contexts[name]

    def completed(self, name: str, terms: "_Terms") -> Iterator["_Terms"]:
        """Yield the terms of a procedure with those of its callers, as far as its
        parameters are among them: once for each call, and for each call of that."""
        waiting = [(name, terms, 0)]
        for _ in range(MOST_CALLS):
            if not waiting:
                return
            name, terms, depth = waiting.pop()
            calls = self._calls.get(name, ()) if depth < MOST_DEPTH else ()
            if not terms.parameters or not calls:
                terms.other = terms.other or bool(terms.parameters)
                yield terms
                continue
            takes = self.context(name).takes
            for caller, call in calls:
                context = self.context(caller)
                pairs = zip(takes, call.arguments, strict=False)
                waiting.append((caller, terms.called(context, dict(pairs)), depth + 1))


class _Context:
    """What the locals of a procedure stand for."""

    def __init__(self, program: Program, procedure: Procedure) -> None:
        self.program = program
        self.name = procedure.name
        self.read = [e for i in instructions(procedure.body) for e in expressions(i)]
        times: Counter[str] = Counter()
        self.values: dict[str, Typed] = {}
        self.dice: dict[str, SummedDice] = {}
        self.takes = [taken.name for taken in procedure.takes]
        for one in instructions(procedure.body):
            times.update(bound(one))
            match one:
                case Let(again=False):
                    self.values[one.name] = one.value
                case Roll():
                    number, sides = one.dice.number, one.dice.sides
                    if isinstance(number, Constant) and isinstance(sides, Constant):
                        many, high = number.value, sides.value
                        if isinstance(many, int) and isinstance(high, int):
                            self.dice[one.name] = SummedDice(many, high)
                case _:
                    pass
        for name, count in times.items():
            if count > 1:
                self.values.pop(name, None)
                self.dice.pop(name, None)

    def nodes(self) -> tuple[Typed, ...]:
        """Return all that the procedure reads, and what is inside formulas that it
        gives dice to, at most MOST_NODES; in a list of dice each is one of them."""
        found = tuple(islice(self._every_node(), MOST_NODES))
        sources: dict[str, set[int]] = {}
        for node in found:
            if isinstance(node, Collect):
                source = node.source.name if isinstance(node.source, Local) else ""
                faces = self.dice.get(source)
                sides = 0 if faces is None else faces.sides
                sources.setdefault(node.variable, set()).add(sides)
        # a name that is bound twice, perhaps to something else, stands for no die
        self.dice |= {
            name: SummedDice(1, min(sides))
            for name, sides in sources.items()
            if len(sides) == 1 and min(sides) and name not in self.dice
        }
        return found

    def _every_node(self) -> Iterator[Typed]:
        waiting = [(each, 0) for each in self.read]
        while waiting:
            expression, depth = waiting.pop()
            for node in nodes(expression):
                yield node
                if not isinstance(node, Use) or depth == MOST_DEPTH:
                    continue
                if node.section == "formulas" and self._has_dice(node):
                    waiting.append((self.body(node), depth + 1))

    def _has_dice(self, node: Use) -> bool:
        return any(
            isinstance(part, Local) and part.name in self.dice
            for part in nodes(*node.arguments)
        )

    def body(self, node: Use) -> Typed:
        """Return what a formula is with its arguments."""
        formula = self.program.declared.formulas[node.name]
        names = [taken.name for taken in formula.takes]
        return applied(formula.body, dict(zip(names, node.arguments, strict=False)))


class _Terms:
    """An expression as what is added in it, each with its sign."""

    def __init__(self, context: _Context) -> None:
        self._context = context
        self.dice: list[tuple[int, SummedDice]] = []
        self.modifiers: Counter[str] = Counter()
        self.parameters: Counter[str] = Counter()
        self.other = False
        self._left = MOST_PARTS

    def add(self, node: Typed, sign: int) -> None:
        """Take an expression apart."""
        waiting = [(node, sign)]
        while waiting:
            node, sign = waiting.pop()
            self._left -= 1
            if self._left < 0:
                self.other = True
                return
            inner = self._inside(node, sign)
            if inner:
                waiting += inner
            else:
                self._add_part(node, sign)

    def _inside(self, node: Typed, sign: int) -> list[tuple[Typed, int]]:
        """Return the parts that a node is the sum of; [] if it is a part itself."""
        match node:
            case Apply(name="+" | "-" as operator, arguments=(left, right)):
                return [(left, sign), (right, sign if operator == "+" else -sign)]
            case Apply(name="neg", arguments=(inner,)):
                return [(inner, -sign)]
            case Apply(name="present" | "within", arguments=(inner, *_)):
                return [(inner, sign)]
            case Use(section="formulas"):
                return [(self._context.body(node), sign)]
            case Local() if node.name in self._context.values:
                return [(self._context.values[node.name], sign)]
            case _:
                return []

    def _add_part(self, node: Typed, sign: int) -> None:
        match node:
            case Apply(name="sum", arguments=(Local() as faces,)):
                self._add_dice(faces, sign)
            case SumPart(name="total"):
                self._add_total(node.of, sign)
            case Local() if node.name in self._context.dice:
                self._add_dice(node, sign)
            case Local() if node.name in self._context.takes:
                self.parameters[node.name] += sign
            case Constant():
                pass
            case _:
                self.other = True

    def called(self, context: _Context, given: Mapping[str, Typed]) -> "_Terms":
        """Return the terms in a caller, where parameters are what it gives."""
        found = _Terms(context)
        found.dice, found.other = list(self.dice), self.other
        found.modifiers.update(self.modifiers)
        for name, sign in self.parameters.items():
            if name in given:
                found.add(given[name], sign)
        found.other = found.other or len(found.dice) > len(self.dice)
        found.dice = list(self.dice)
        return found

    def _add_dice(self, local: Local, sign: int) -> None:
        dice = self._context.dice.get(local.name)
        if dice is None:
            self.other = True
        else:
            self.dice.append((sign, dice))

    def _add_total(self, of: Typed, sign: int) -> None:
        if isinstance(of, Local):
            of = self._context.values.get(of.name, of)
        if isinstance(of, Use) and of.section == "modifiers":
            self.modifiers[of.name] += sign
        elif isinstance(of, Local) and of.name in self._context.takes:
            self.parameters[of.name] += sign
        else:
            self.other = True


def _of_table(node: Use, context: _Context, callers: _Callers) -> Iterator[RolledSum]:
    """Yield the sums with which a table is read here."""
    terms = _Terms(context)
    for given in node.arguments:
        terms.add(given, 1)
    if len(terms.dice) == 1 and terms.dice[0][0] == 1:
        dice = terms.dice[0][1]
        for whole in callers.completed(context.name, terms):
            counts = sorted((n, count) for n, count in whole.modifiers.items() if count)
            yield RolledSum(dice, tuple(counts), whole.other)


def _of_comparison(
    node: Apply, context: _Context, callers: _Callers
) -> Iterator[tuple[str, DieComparison]]:
    """Yield modifiers and what they are compared to."""
    terms = _Terms(context)
    left, right = node.arguments
    terms.add(left, 1)
    terms.add(right, -1)
    if len(terms.dice) != 1 or terms.dice[0][1].number != 1:
        return
    sign, die = terms.dice[0]
    # it holds if the difference of both sides is low, or high, enough
    wants = -1 if node.name in ("<", "<=") else 1
    for whole in callers.completed(context.name, terms):
        for name, times in whole.modifiers.items():
            if abs(times) == 1:
                yield name, DieComparison(die.sides, sign != wants, wants * times)
