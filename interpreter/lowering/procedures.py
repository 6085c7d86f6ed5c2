"""Procedures: headings first, so that they may call each other, then bodies."""

from collections.abc import Iterable, Iterator, Mapping

from interpreter.diagnostics import did_you_mean, problem
from interpreter.ir.instructions import LEG, TURN, Choice, DeclaredPolicy, Procedure
from interpreter.ir.walking import instructions
from interpreter.lowering.blocks import Lowering, returns, takes_scope
from interpreter.lowering.verbs import VERBS
from interpreter.ruleset.ruleset import Declaration, Ruleset
from interpreter.semantics.audience import JUDGE_ALONE, Audience
from interpreter.semantics.declarations import EntryPoint, Parameter
from interpreter.semantics.expressions.scope import spoken
from interpreter.semantics.expressions.yaml_values import figure, rule_of, text_of
from interpreter.semantics.names import Names, ProcedureSignature
from interpreter.semantics.sections.audiences import read_audience
from interpreter.semantics.sections.parameters import parameters, scope_of
from interpreter.semantics.sections.reserved_names import check_name
from interpreter.semantics.sections.types import type_of
from interpreter.semantics.sections.waiting import find_waiting
from interpreter.source import Span
from interpreter.values.conversions import fit
from interpreter.values.names import plain
from interpreter.values.types import (
    Entity,
    ListOf,
    Maybe,
    Nothing,
    Seat,
    maybe,
    present,
)
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from interpreter.yaml.nodes import MappingNode as Map

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


# Policies: who answers choices where nobody sits, in expressions of the pack.

DEFAULTS = ("first", "last", "random")
OFFERED = "offered"
SEAT = "seat"


class Policies:
    """Reads the policies of a pack, whose procedures are lowered by now.

    `whole` are the procedures before `only` cut steps away: a rule for a choice that
    the options cut is no mistake, and is left out.
    """

    def __init__(
        self,
        names: Names,
        procedures: Mapping[str, Procedure],
        whole: Mapping[str, Declaration],
    ) -> None:
        """Find every choice, by its path and its names."""
        self.names = names
        self.choices: dict[str, list[Choice]] = {}
        for procedure in procedures.values():
            for each in instructions(procedure.body):
                if isinstance(each, Choice):
                    for name in _names(procedure.name, each):
                        self.choices.setdefault(name, []).append(each)
        self.cut = set(_asked(whole))

    def read(self, each: Declaration) -> DeclaredPolicy | None:
        """Read one policy; what is wrong is a problem at its place."""
        node = each.node
        if not isinstance(node, Map):
            return None
        takes = parameters(self.names, node)
        self._check_seat(takes, node)
        answers = node.get("answers")
        rules: dict[str, EntryPoint] = {}
        default = ""
        for key, value in answers.entries if isinstance(answers, Map) else ():
            if plain(key.text) == "default":
                default = self._default(value)
                continue
            for choice, rule in self._rule(each, key, value, takes):
                dotted = "." in key.text
                rules[choice.site.path if dotted else choice.label] = rule
        return DeclaredPolicy(each.name, takes, rules, default)

    def _check_seat(self, takes: tuple[Parameter, ...], node: Map) -> None:
        """The parameter `seat` is who decides, so its type is the seats' kind."""
        kind = self.names.seat_kind
        for each in takes:
            if each.name == SEAT and each.type not in (Entity(kind), Seat(kind)):
                span = (node.key("takes") or node).span
                expected = spoken(Entity(kind)) if kind else "a kind named by 'seats:'"
                message = f"'seat' is who decides, not {spoken(each.type)}"
                self._say("R401", span, message, expected)

    def _default(self, node: Node) -> str:
        return plain(node.text) if isinstance(node, ScalarNode) else ""

    def _rule(
        self,
        policy: Declaration,
        key: ScalarNode,
        value: Node,
        takes: tuple[Parameter, ...],
    ) -> Iterator[tuple[Choice, EntryPoint]]:
        """Yield each choice that a name means, with the rule for it."""
        name = _name(key.text)
        meant = self.choices.get(name, [])
        if not meant:
            if name not in self.cut:
                hint = did_you_mean(name, self.choices)
                self._say("R301", key.span, f"unknown choice '{key.text}'", "", hint)
            return
        kind = meant[0].type
        for each in meant[1:]:
            if "no" in (fit(each.type, kind), fit(kind, each.type)):
                message = f"'{key.text}' is the name of choices of several types"
                hint = "name the procedure: procedure.step"
                self._say("R303", key.span, message, hint=hint)
                return
        rule = self._read(f"{policy.key}.{name}", meant[0], value, takes)
        yield from ((each, rule) for each in meant)

    def _read(
        self, name: str, choice: Choice, value: Node, takes: tuple[Parameter, ...]
    ) -> EntryPoint:
        """Read an expression; that it says none is found while running."""
        kind = choice.type
        several = choice.how_many is not None and isinstance(kind, ListOf)
        item = kind.item if several and isinstance(kind, ListOf) else kind
        given = (Parameter(OFFERED, ListOf(present(item))), *takes)
        body = figure(self.names, value, maybe(kind), scope_of(given))
        return EntryPoint(name, given, maybe(kind), body, span=value.span)

    def _say(
        self, code: str, span: Span, message: str, expected: str = "", hint: str = ""
    ) -> None:
        self.names.problems.append(
            problem(code, span, message, expected=expected, hint=hint)
        )


def _name(text: str) -> str:
    return ".".join(plain(part) for part in text.split("."))


def _names(procedure: str, choice: Choice) -> Iterator[str]:
    """Yield the names of a choice: its path, its label, the procedure's label."""
    yield from {choice.site.path, choice.label, f"{procedure}.{choice.label}"}


def _asked(whole: Mapping[str, Declaration]) -> Iterator[str]:
    """Yield the names of every choice that is written, whatever the options cut."""
    for procedure, each in whole.items():
        for step in _maps(each.node):
            named, ask = step.get("id"), step.get("ask")
            labels = [step.get("choose"), named]
            labels += [key for key, _ in ask.entries] if isinstance(ask, Map) else []
            texts = [each.text for each in labels if isinstance(each, ScalarNode)]
            texts += [LEG, TURN] if "move" in step else []
            for text in texts:
                yield from (plain(text), f"{procedure}.{plain(text)}")


def _maps(node: Node) -> Iterator[Map]:
    if isinstance(node, Map):
        yield node
    inside: Iterable[Node] = ()
    if isinstance(node, SequenceNode):
        inside = node.items
    elif isinstance(node, Map):
        inside = (value for _, value in node.entries)
    for each in inside:
        yield from _maps(each)
