"""`if_none`: what is done when a choice has nothing legal to offer."""

from dataclasses import replace

from interpreter.checked.scope import Scope
from interpreter.language.typed import Apply, Constant, Local, Typed
from interpreter.program.instructions import Choice, Instruction, Let, When
from interpreter.program.walking import leaves
from interpreter.steps.lowering import Lowered, Lowering
from interpreter.steps.step import Step
from interpreter.values.types import ListOf, Nothing, Truth, maybe, whole

NONE = Constant(None, Nothing())


def unless_none(
    lowering: Lowering,
    step: Step,
    scope: Scope,
    made: Choice,
    done: tuple[Instruction, ...],
    after: Scope,
) -> Lowered:
    """Ask only where enough is offered, else do `if_none`.

    Unless its steps leave, the choice then binds none, or with `how_many` an empty
    list.
    """
    node = step.clause("if_none")
    if node is not None and (made.such_that is not None or made.each is not None):
        clause = "for_each" if made.such_that is None else "such_that"
        message = f"'if_none' beside '{clause}' is not understood yet"
        lowering.say("R514", node.span, message, hint="ask 'if' before the choice")
    if node is None or made.each is not None or made.offered is None:
        return (made, *done), after
    name = lowering.unique("offered")
    offered = Local(name, made.offered.type, made.offered.span)
    body, _ = lowering.block(node, scope)
    kind = made.type
    if not leaves(body):
        kind = kind if isinstance(kind, ListOf) else maybe(kind)
        nothing: Typed = NONE
        if isinstance(kind, ListOf):
            nothing = Apply("list", (), kind)
        body = (*body, Let(step.site, made.name, nothing))
    asked = (replace(made, offered=offered), *done)
    ask = When(step.site, _too_few(made, offered), body, asked)
    bound = scope.bind(made.label, kind, made.name)
    return (Let(step.site, name, made.offered), ask), bound


def _too_few(made: Choice, offered: Local) -> Typed:
    least = made.how_many[0] if made.how_many is not None else Constant(1, whole(1, 1))
    few: Typed = Apply("<", (Apply("count", (offered,), whole(0)), least), Truth())
    if not made.optional:
        return few
    return Apply("and", (few, made.must or Constant(False, Truth())), Truth())
