"""Removes checks that a value is there where a condition before has made sure of it.

In `if u.at is none then 0 else distance(h, u.at)` the value of `u.at` is read through
`present`, an operator that fails if there is none. An expression writes nothing, so
what a condition tells of a field stays true in what is evaluated only after it: the
later operands of `and` and `or`, the sides of `if`, and what is gathered of a list of
elements that were tested. For that a list is followed into the formulas that filter it.
Searches are left as they are: what is inside is read of other states.
"""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec.structs import replace

from interpreter.expressions.typed import (
    Apply,
    Collect,
    Constant,
    FieldRead,
    IfElse,
    Local,
    ReachSearch,
    Typed,
    Use,
)
from interpreter.ir.instructions import Program
from interpreter.ir.walking import rewritten
from interpreter.semantics.declarations import Formula

Subject: TypeAlias = tuple[str, ...]
"""A local, then the kind and the name of each field that is read, one of the other."""

Known: TypeAlias = frozenset[Subject]
"""What is certainly not none."""

_NOTHING: Known = frozenset()
_DEEPEST = 8
"""Formulas that are followed, each a filter of the next one's list."""


def without_sure_checks(program: Program) -> Program:
    """Return a program whose formulas give the same, and fail where they failed."""
    checks = _Checks(program.declared.formulas)
    formulas = {
        name: replace(formula, body=checks.removed(formula.body, _NOTHING))
        for name, formula in program.declared.formulas.items()
    }
    return replace(program, declared=replace(program.declared, formulas=formulas))


class _Checks:
    def __init__(self, formulas: Mapping[str, Formula]) -> None:
        self._formulas = formulas

    def removed(self, node: Typed, known: Known) -> Typed:
        """Return an expression without the checks of what is known to be there."""
        found: Typed = rewritten(node, lambda part: self._changed(part, known))
        return found

    def _changed(self, node: Typed, known: Known) -> Typed | None:
        """Return what takes the place of an expression; None: only its operands are
        looked at."""
        match node:
            case ReachSearch():
                return node
            case Apply(name="present", arguments=(FieldRead() | Local() as read,)) if (
                _subject(read) in known
            ):
                return replace(self.removed(read, known), type=node.type)
            case Apply(name="and" | "or", arguments=(one, other)):
                more = known | _there_if(one, node.name == "and")
                both = (self.removed(one, known), self.removed(other, more))
                return replace(node, arguments=both)
            case IfElse(condition=condition):
                if_true = known | _there_if(condition, True)
                if_false = known | _there_if(condition, False)
                return replace(
                    node,
                    condition=self.removed(condition, known),
                    then=self.removed(node.then, if_true),
                    other=self.removed(node.other, if_false),
                )
            case Collect():
                return self._collect(node, known)
        return None

    def _collect(self, node: Collect, known: Known) -> Collect:
        outside = _of_others(known, node.variable)
        inside = outside | self._of_elements(node.source, node.variable, _DEEPEST)
        passed = inside
        where = node.where
        if where is not None:
            passed |= _there_if(where, True)
            where = self.removed(where, inside)
        return replace(
            node,
            source=self.removed(node.source, known),
            where=where,
            by=tuple([self.removed(key, passed) for key in node.by]),
            body=self.removed(node.body, passed),
        )

    def _of_elements(self, source: Typed, variable: str, depth: int) -> Known:
        """Return what is known of each element of a list, as the local of one."""
        match source:
            case Use(section="formulas", name=name) if depth:
                return self._of_elements(self._formulas[name].body, variable, depth - 1)
            case Collect(reducer="list", body=Local(name=name), where=where) if (
                name == source.variable
            ):
                known = self._of_elements(source.source, name, depth)
                if where is not None:
                    known |= _there_if(where, True)
                return frozenset(
                    (variable, *fields) for root, *fields in known if root == name
                )
        return _NOTHING


def _there_if(condition: Typed, truth: bool) -> Known:
    """Return what is not none where a condition is true, or else where it is false."""
    match condition:
        case Apply(name="is" | "is_not", arguments=(read, Constant(value=None))):
            subject = _subject(read)
            sure = subject is not None and truth is (condition.name == "is_not")
            return frozenset({subject}) if sure and subject else _NOTHING
        case Apply(name="not", arguments=(inside,)):
            return _there_if(inside, not truth)
        case Apply(name="and" | "or", arguments=(one, other)) if truth is (
            condition.name == "and"
        ):
            return _there_if(one, truth) | _there_if(other, truth)
    return _NOTHING


def _subject(node: Typed) -> Subject | None:
    match node:
        case Local():
            return (node.name,)
        case Apply(name="present", arguments=(inside,)):
            return _subject(inside)
        case FieldRead():
            of = _subject(node.of)
            return None if of is None else (*of, node.kind, node.name)
    return None


def _of_others(known: Known, variable: str) -> Known:
    """Return what is known without what is known of a local that is bound again."""
    return frozenset(subject for subject in known if subject[0] != variable)
