"""Procedures: headings first, so that they may call each other, then bodies."""

from interpreter.checked.audience import JUDGE_ALONE, Audience
from interpreter.checked.audiences import read_audience
from interpreter.checked.figures import rule_of, text_of
from interpreter.checked.from_types import type_of
from interpreter.checked.names import Heading, Names
from interpreter.checked.place import spoken
from interpreter.checked.takes import parameters, scope_of
from interpreter.document.nodes import Mapping
from interpreter.problems import problem
from interpreter.program.instructions import Procedure
from interpreter.ruleset.ruleset import Declaration
from interpreter.steps.lowering import Lowering, returns, takes_scope
from interpreter.steps.verbs import VERBS
from interpreter.values.types import Maybe, Nothing


def head_procedure(names: Names, each: Declaration) -> None:
    """Read what a procedure takes and gives."""
    node = each.node
    if not isinstance(node, Mapping):
        return
    gives_node = node.get("gives")
    gives = Nothing() if gives_node is None else type_of(names, gives_node)
    names.procedures[each.key] = Heading(each.key, parameters(names, node), gives)


def lower_procedure(
    names: Names, each: Declaration, default: Audience | None
) -> Procedure | None:
    """Read the steps of a procedure; `default` is the pack's own audience of steps."""
    node = each.node
    heading = names.procedures.get(each.key)
    if not isinstance(node, Mapping) or heading is None:
        return None
    own = scope_of(heading.takes)
    seen = node.get("seen_by")
    audience = default if seen is None else read_audience(names, seen, own)
    if audience is None:
        message = f"nothing says who sees the steps of '{each.name}'"
        hint = "seen_by: on the procedure, or for the pack in ruleset.yaml"
        names.problems.append(
            problem("R602", each.span, message, expected="seen_by", hint=hint)
        )
        audience = JUDGE_ALONE
    lowering = Lowering(names, VERBS, each.key, heading.gives, audience)
    scope = takes_scope(lowering, heading.takes)
    body, _ = lowering.block(node.get("steps"), scope)
    gives = heading.gives
    if not isinstance(gives, (Nothing, Maybe)) and not returns(body):
        message = f"'{each.name}' can end without giving {spoken(gives)}"
        hint = "end every way through its steps with '- return: ...'"
        names.problems.append(problem("R509", each.span, message, hint=hint))
    title = text_of(node.get("title"))
    rule = rule_of(node)
    return Procedure(
        each.key, heading.takes, gives, body, each.span, rule, title, audience
    )
