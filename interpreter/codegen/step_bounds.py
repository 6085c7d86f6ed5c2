"""How many steps a procedure takes at most, whatever the dice show.

An upper bound by structure: a branch costs its longer side, a loop its bound times its
body, a list its longest length. None is no bound: a loop until something is so, a list
of unknown length. A procedure without calls is asked; declarations are followed, and
one that uses itself has no bound. Code whose bound is within the limit of a run need
not count its steps: it cannot come to the limit.
"""

from collections.abc import Iterable, Mapping

from interpreter.expressions.typed import (
    Apply,
    ClaimsTo,
    Collect,
    Constant,
    Local,
    ReachSearch,
    Remembered,
    Typed,
    Use,
    children,
)
from interpreter.ir.effects import RuleName, declarations_of, expressions_of
from interpreter.ir.instructions import (
    Assign,
    Block,
    End,
    ForEach,
    Instruction,
    Let,
    Procedure,
    Repeat,
    Return,
    Roll,
    Say,
    When,
)
from interpreter.ir.ranges import bounds_of
from interpreter.ir.walking import Body, expressions, nodes
from interpreter.semantics.declarations import Declarations

Steps = int | None
_AS_LONG = frozenset({"distinct", "sorted", "reversed"})
"""Functions of a list that give no longer one."""
_UNKNOWN = (ReachSearch, Remembered, ClaimsTo)


class StepBounds:
    """Bounds of procedures without calls; those of declarations are found once."""

    def __init__(self, declared: Declarations) -> None:
        """Begin with nothing found."""
        self._parts = {
            name: expressions_of(each) for name, each in declarations_of(declared)
        }
        self._found: dict[RuleName, Steps] = {}

    def of(self, procedure: Procedure) -> Steps:
        """Return the bound of a procedure."""
        lengths: dict[str, Steps] = {}
        found = self._body(procedure.body, lengths)
        return None if found is None else found + 1

    def counts(self, *given: Typed) -> bool:
        """Tell whether expressions use a declaration that counts steps."""
        uses = [node for node in nodes(*given) if isinstance(node, Use)]
        return any(self._use(node) != 0 for node in uses)

    def _body(self, body: Body, lengths: dict[str, Steps]) -> Steps:
        return _sum(self._one(one, lengths) for one in body)

    def _one(self, one: Instruction, lengths: dict[str, Steps]) -> Steps:
        own = _sum(self._steps(node, lengths) for node in expressions(one, texts=False))
        match one:
            case Let():
                found = self._length(one.value, lengths)
                known = lengths.get(one.name, 0)  # bound again: the longer one
                lengths[one.name] = _most([known, found])
            case Roll():
                lengths[one.name] = _highest(one.dice.number)
            case When():
                sides = [self._body(side, lengths) for side in (one.then, one.other)]
                own = _sum([own, _most(sides)])
            case Block():
                own = _sum([own, self._body(one.body, lengths)])
            case ForEach():
                most = self._length(one.source, lengths)
                own = _sum([own, _product(most, self._loop(one, lengths))])
            case Repeat():
                most = None if one.times is None else _highest(one.times)
                own = _sum([own, _product(most, self._loop(one, lengths))])
            case Assign() | Say() | End() | Return():
                pass
            case _:
                return None
        return own

    def _loop(self, one: ForEach | Repeat, lengths: dict[str, Steps]) -> Steps:
        """Return the steps of a pass; what a pass lengthens has no bound."""
        while True:
            before = dict(lengths)
            self._body(one.body, lengths)
            longer = [n for n, most in before.items() if lengths[n] != most]
            if not longer:
                break
            lengths.update(dict.fromkeys(longer))
        inside = [self._body(one.body, lengths)]
        if isinstance(one, Repeat) and one.until is not None:
            inside.append(self._steps(one.until, lengths))
        return _sum([1, *inside])

    def _steps(self, node: Typed, lengths: Mapping[str, Steps]) -> Steps:
        if isinstance(node, _UNKNOWN):
            return None
        if isinstance(node, Collect):
            own = {**lengths, node.variable: None}
            inside = _sum(self._steps(each, own) for each in children(node)[1:])
            most = self._length(node.source, lengths)
            source = self._steps(node.source, lengths)
            return _sum([source, most, _product(most, inside)])
        found = _sum(self._steps(each, lengths) for each in children(node))
        return _sum([found, self._use(node)]) if isinstance(node, Use) else found

    def _use(self, node: Use) -> Steps:
        name = (node.section, node.name)
        if name not in self._found:
            self._found[name] = None  # where it uses itself
            inside = self._parts.get(name)
            if inside is not None:
                uses = sum(isinstance(each, Use) for each in nodes(*inside))
                own = [self._steps(each, {}) for each in inside]
                self._found[name] = _sum([int(uses > 1), *own])
        return self._found[name]

    def _length(self, node: Typed, lengths: Mapping[str, Steps]) -> Steps:
        match node:
            case Local():
                return lengths.get(node.name)
            case Constant(value=tuple() as value):
                return len(value)
            case Apply(name="list", arguments=given):
                return len(given)
            case Apply(name=name, arguments=(of, *_)) if name in _AS_LONG:
                return self._length(of, lengths)
            case Collect(reducer="list" | "sorted" | "distinct"):
                return self._length(node.source, lengths)
            case _:
                return None


def _highest(node: Typed) -> Steps:
    high = bounds_of(node).high
    return None if high is None else max(0, int(high))


def _sum(given: Iterable[Steps]) -> Steps:
    total = 0
    for each in given:
        if each is None:
            return None
        total += each
    return total


def _most(given: Iterable[Steps]) -> Steps:
    every = list(given)
    known = [each for each in every if each is not None]
    return max(known, default=0) if len(known) == len(every) else None


def _product(one: Steps, other: Steps) -> Steps:
    return None if one is None or other is None else one * other
