"""Procedures: headings first, so that they may call each other, then bodies."""

from interpreter.diagnostics import problem
from interpreter.ir.instructions import Procedure
from interpreter.lowering.blocks import Lowering, returns, takes_scope
from interpreter.lowering.verbs import VERBS
from interpreter.ruleset.ruleset import Declaration, Ruleset
from interpreter.semantics.audience import JUDGE_ALONE, Audience
from interpreter.semantics.audiences import read_audience
from interpreter.semantics.expressions.scope import spoken
from interpreter.semantics.expressions.yaml_values import rule_of, text_of
from interpreter.semantics.names import Names, ProcedureSignature
from interpreter.semantics.sections.parameters import parameters, scope_of
from interpreter.semantics.sections.reserved_names import check_name
from interpreter.semantics.sections.types import type_of
from interpreter.semantics.sections.waiting import find_waiting
from interpreter.values.names import plain
from interpreter.values.types import Maybe, Nothing
from interpreter.yaml.nodes import MappingNode, Node, SequenceNode

_OF_ITS_STEP = frozenset({"do", "if", "for_each"})


def head_procedures(names: Names, ruleset: Ruleset) -> None:
    """Read what procedures take and give, and which of them are ever called later."""
    for each in ruleset.sections.get("procedures", {}).values():
        check_name(names, each, "procedures", ruleset.sections)
        _head(names, each)
    find_waiting(names, ruleset.uncut, ruleset.sections, ruleset.head.get("seen_by"))


def _head(names: Names, each: Declaration) -> None:
    node = each.node
    if not isinstance(node, MappingNode):
        return
    gives_node = node.get("gives")
    gives = Nothing() if gives_node is None else type_of(names, gives_node)
    names.procedures[each.key] = ProcedureSignature(
        each.key, parameters(names, node), gives
    )


def lower_procedure(
    names: Names, each: Declaration, default: Audience | None
) -> Procedure | None:
    """Read the steps of a procedure; `default` is the pack's own audience of steps."""
    heading = names.procedures.get(each.key)
    if not isinstance(each.node, MappingNode) or heading is None:
        return None
    return _lowered(names, each, heading, each.node.get("steps"), default)


def lower_trigger(
    names: Names, each: Declaration, default: Audience | None
) -> Procedure | None:
    """Read a trigger as a procedure: its loop and condition stand around its steps."""
    known = (one for found in names.triggers.values() for one in found)
    trigger = next((one for one in known if one.name == each.key), None)
    node = each.node
    if not isinstance(node, MappingNode) or trigger is None:
        return None
    own = [pair for pair in node.entries if plain(pair[0].text) in _OF_ITS_STEP]
    step = SequenceNode((MappingNode(tuple(own), node.span),), node.span)
    heading = ProcedureSignature(each.key, trigger.takes, Nothing())
    return _lowered(names, each, heading, step, default)


def _lowered(
    names: Names,
    each: Declaration,
    heading: ProcedureSignature,
    steps: Node | None,
    default: Audience | None,
) -> Procedure:
    node = each.node
    assert isinstance(node, MappingNode)
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
    body, _ = lowering.block(steps, scope)
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
