"""A choice of a seat is made from its own claims only."""

from collections.abc import Iterator

from interpreter.checked.names import Names
from interpreter.language.typed import (
    Apply,
    ClaimsTo,
    Constant,
    Local,
    Typed,
    Use,
    children,
    substituted,
)
from interpreter.program.instructions import Choice
from interpreter.program.walking import expressions
from interpreter.steps.lowering import Lowering
from interpreter.values.types import JUDGE


def only_own_claims(lowering: Lowering, choice: Choice) -> None:
    """Say where a choice reads what was told to another seat than the one that
    chooses; the judge knows all claims."""
    by = None if choice.by is None else _bare(choice.by)
    if by is None or (isinstance(by, Constant) and by.value == JUDGE):
        return
    given = [each for each in expressions(choice) if each is not choice.by]
    for node in given:
        for asked_seat in _seats(lowering.names, node):
            span = node.span or choice.site.span
            if _bare(asked_seat) != by:
                message = "the choice is made from what another seat was told"
                expected = "claims told to the seat that chooses"
                lowering.say("R606", span, message, expected)
                return


def _seats(names: Names, node: Typed) -> Iterator[Typed]:
    """Yield the seats whose claims an expression reads, also through formulas."""
    if isinstance(node, ClaimsTo):
        yield node.seat
    for each in children(node):
        yield from _seats(names, each)
    formula = names.formulas.get(node.name) if isinstance(node, Use) else None
    if formula is None or not isinstance(node, Use):
        return
    words = {takes.name: f"\0{takes.name}" for takes in formula.takes}
    for inner in _seats(names, formula.body):
        whose = inner
        for takes in formula.takes:
            whose = substituted(whose, takes.name, Local(words[takes.name], takes.type))
        for takes, given in zip(formula.takes, node.arguments, strict=False):
            whose = substituted(whose, words[takes.name], given)
        yield whose


def _bare(node: Typed) -> Typed:
    """Return an expression without the check that it is there."""
    return (
        node.arguments[0]
        if isinstance(node, Apply) and node.name == "present"
        else node
    )
