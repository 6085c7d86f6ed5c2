"""What a case expects, read and checked, and the pairs that it is compared by."""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction

from msgspec import Struct

from interpreter.cases.context import CalledProcedure, CaseContext
from interpreter.diagnostics import Diagnostic, did_you_mean, problem, there_are
from interpreter.ir.instructions import Choice
from interpreter.ruleset.ruleset import Declaration
from interpreter.source import Name, Span, normalised
from interpreter.values.types import (
    ListOf,
    Maybe,
    Nothing,
    Number,
    Record,
    SumOf,
    Type,
    Value,
    places,
)
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode, name_of
from interpreter.yaml.nodes import MappingNode as MapNode

# What a case expects choices to offer (`offered`).

OFFERED = "offered"
_ASKING = re.compile(r"(.*\S)\s*\[\s*(\d{1,6})\s*\]\s*\Z", re.DOTALL)
HAS, NONE = "has", "none"


def offers(expect: Node | None) -> tuple[Node | None, tuple[MappingNode, ...]]:
    """Return the value of `offered`, and its maps: several for one asking after
    the other."""
    entries = expect.entries if isinstance(expect, MappingNode) else ()
    found = next((node for key, node in entries if key.name == OFFERED), None)
    items = found.items if isinstance(found, SequenceNode) else (found,)
    return found, tuple(each for each in items if isinstance(each, MappingNode))


class Asking(Struct, frozen=True):
    """A question as a key of a case names it, and which asking of it, from 1, where
    that is written after it in brackets: `leg[2]`."""

    written: str
    name: Name
    number: int | None


def asking(key: ScalarNode) -> Asking:
    """Return the asking that a key names."""
    found = _ASKING.match(key.text)
    if found is None:
        return Asking(key.text, key.name, None)
    return Asking(found[1], normalised(found[1]), int(found[2]))


def dotted(key: ScalarNode) -> tuple[Name, Name]:
    """Return the name that is looked at, and the part of it after a dot, or ""."""
    name, _, part = key.text.partition(".")
    return normalised(name), normalised(part)


def check_offers(called: CalledProcedure, expect: MappingNode) -> None:
    """Report questions that nobody asks, and values that none of them can offer."""
    found, maps = offers(expect)
    ground = called.ground
    if found is not None and not maps:
        message = "what is offered is written after the name of the question"
        ground.say("R401", found.span, message, "{question: [answer, answer]}")
    known = ground.reached.choices(called.entry.procedure)
    for name, node in (pair for map_ in maps for pair in map_.entries):
        asked = asking(name)
        choice = known.get(asked.name)
        if choice is None:
            labels = (each.label for each in known.values())
            ground.unknown(name.span, "question", asked.written, labels)
        elif asked.number == 0:
            message = f"'{name.text}': the first asking is number 1"
            ground.say("R406", name.span, message, f"{asked.written}[1]")
        elif choice.open_type is not None:
            message = f"'{name.text}' is a ruling: anything of its type may be said"
            ground.say("R401", name.span, message, "the name of a choice")
        else:
            _check_offer(ground, node, choice)


def _check_offer(ground: CaseContext, node: Node, choice: Choice) -> None:
    kind = offered_type(choice)
    for item in _parts(ground, node, choice):
        ground.value(item, kind)


def _parts(ground: CaseContext, node: Node, choice: Choice) -> Iterator[Node]:
    """Yield each value that is written, of one seat or of several."""
    if choice.each is None:
        yield from _values(ground, node)
        return
    if not isinstance(node, MappingNode):
        message = f"'{choice.label}' is asked for several at once"
        ground.say("R401", node.span, message, "{element: [answer, answer]}")
        return
    element = choice.each[1].type
    for key, part in node.entries:
        if isinstance(element, ListOf):
            ground.value(key, element.item)
        yield from _values(ground, part)


def _values(ground: CaseContext, node: Node) -> Iterator[Node]:
    if isinstance(node, MappingNode):
        for key, expected in node.entries:
            if key.text in (HAS, NONE):
                yield from listed(expected)
            else:
                message = f"'{key.text}' is neither '{HAS}' nor '{NONE}'"
                ground.say("R308", key.span, message, f"{HAS}, {NONE}")
    else:
        yield from listed(node)


def listed(node: Node) -> tuple[Node, ...]:
    """Return the values of a list, or one alone."""
    return node.items if isinstance(node, SequenceNode) else (node,)


def offered_type(choice: Choice) -> Type:
    """Return the type of one thing that a choice offers."""
    kind = choice.type
    if choice.how_many is not None and isinstance(kind, ListOf):
        kind = kind.item
    return Maybe(kind) if choice.optional and not isinstance(kind, Maybe) else kind


RESULT = "result"
REFUSED = "refused"
TOTAL = "total"
# what is longer takes long to read, and a great exponent for ever
_SHARE = re.compile(r"-?\d{1,1000}(/\d{1,1000}|(\.\d{1,1000})?([eE]-\d{1,3})?)\Z")


def check_expected(called: CalledProcedure, node: Node) -> None:
    """Say what a run cannot have, by name or by value."""
    if not isinstance(node, MappingNode):
        hint = f"write {{{RESULT}: {node.span.text}}}"
        message = "write an expected value after its name"
        called.ground.say("R401", node.span, message, f"{{{RESULT}: value}}", hint)
        return
    refused = refusal(node)
    if refused is not None:
        _check_refused(called, node, refused)
        return
    check_offers(called, node)
    bound = called.ground.reached.bindings(called.entry.procedure)
    for name, wanted in node.entries:
        if name.name == OFFERED:
            continue
        if isinstance(called.entry.gives, Nothing) and _asks_result(name, wanted):
            _gives_nothing(called, name.span)
            continue
        kinds = _kinds(called, name, bound)
        if kinds:
            called.ground.fits(wanted, kinds)


def refusal(node: Node | None) -> Node | None:
    """Return what names the rule that must refuse the run, if one must."""
    entries = node.entries if isinstance(node, MappingNode) else ()
    return next((each for key, each in entries if key.name == REFUSED), None)


def _check_refused(called: CalledProcedure, node: MappingNode, refused: Node) -> None:
    for key, _ in node.entries:
        if key.name not in (REFUSED, OFFERED):
            message = f"a run that is refused has no '{key.text}'"
            called.ground.say("R101", key.span, message, f"{{{REFUSED}: rule}}")
    check_offers(called, node)
    known = called.ground.reached.refusing(called.entry.procedure)
    name = refused.text if isinstance(refused, ScalarNode) else ""
    if name_of(refused) not in known:
        called.ground.unknown(refused.span, "rule that refuses:", name, known)


def check_shares(called: CalledProcedure, node: Node) -> None:
    """Say which values odds cannot have, and which shares are none."""
    ground, gives = called.ground, called.entry.gives
    if isinstance(gives, Nothing):
        _gives_nothing(called, node.span)
        return
    if not isinstance(node, MappingNode):
        message = "odds expect a probability after each outcome"
        ground.say("R401", node.span, message, "{value: share}")
        return
    shares: dict[Value, Fraction] = {}
    for name, wanted in node.entries:
        value = ground.value(name, gives)
        share = share_in(wanted)
        if share is None:
            message = f"'{wanted.span.text}' is no share"
            ground.say("R401", wanted.span, message, "a fraction such as 26/36")
        elif not 0 <= share <= 1:
            ground.say("R406", wanted.span, f"no share is {share}", "from 0 to 1")
        elif value is not None:
            shares[value[0]] = share
    whole = sum(shares.values(), Fraction(0))
    if len(shares) == len(node.entries) and whole > 1:
        message = f"these shares add up to {whole}"
        ground.say("R406", node.span, message, "1 together, or less")


def _asks_result(key: ScalarNode, wanted: Node) -> bool:
    """Tell whether a result is expected, or a part of it; `none` is no result."""
    is_none = isinstance(wanted, ScalarNode) and wanted.text == "none"
    return dotted(key)[0] == RESULT and not is_none


def _gives_nothing(called: CalledProcedure, span: Span) -> None:
    """Say that the procedure has no result, and at what a case may look instead."""
    name = called.entry.procedure.replace("_", " ")
    message = f"'{name}' gives no result"
    hint = "say with 'gives' what the procedure gives, and return it"
    called.ground.say("R401", span, message, hint=hint)


def share_in(node: Node) -> Fraction | None:
    """Return the share that is written, such as 26/36, 0.5 or 1e-9, or None."""
    text = node.text.strip() if isinstance(node, ScalarNode) else ""
    try:
        return Fraction(text) if _SHARE.match(text) else None
    except ZeroDivisionError:
        return None


def _kinds(
    called: CalledProcedure, key: ScalarNode, bound: Mapping[str, list[Type]]
) -> list[Type]:
    """Return the types that a value looked at may have; none, and a problem, if
    there is nothing of that name."""
    ground = called.ground
    name, part = dotted(key)
    if name == RESULT:
        return _of_result(called, key, part)
    found: list[Type] = [
        Number() if isinstance(kind, SumOf) else kind
        for kind in bound.get(name, ())
        if not part or (isinstance(kind, SumOf) and part == TOTAL)
    ]
    fields = dict(_fields(called, name))
    if not found and part in fields:
        found = [fields[part]]
    if found:
        return found
    if fields:
        hint = did_you_mean(part, fields)
        message = f"'{name}' has no field '{part}'"
        ground.say("R308", _after_dot(key), message, ", ".join(fields), hint)
    else:
        ids = ground.program.initial_states[ground.scenario].ids
        every = (f"{each}.{part}" for some in ids.values() for each in some if part)
        sums = (name for name, kinds in bound.items() if SumOf in map(type, kinds))
        summed = (f"{name}.{TOTAL}" for name in sums if part)
        known = [RESULT, *bound, *summed, *every]
        ground.unknown(key.span, "name in what is run:", key.text, known)
    return []


def _of_result(called: CalledProcedure, key: ScalarNode, part: str) -> list[Type]:
    gives = called.entry.gives
    if isinstance(gives, SumOf) and part in ("", TOTAL):
        return [Number()]
    if not part:
        return [gives]
    index = gives.index(part) if isinstance(gives, Record) else None
    if isinstance(gives, Record) and index is not None:
        return [gives.fields[index][1]]
    known = [each for each, _ in gives.fields] if isinstance(gives, Record) else []
    hint = did_you_mean(part, known)
    message = f"the result has no field '{part}'"
    at = _after_dot(key)
    called.ground.say("R308", at, message, ", ".join(known) or RESULT, hint)
    return []


def _after_dot(key: ScalarNode) -> Span:
    return key.part(key.text.find(".") + 1, len(key.text))


def _fields(called: CalledProcedure, name: str) -> Iterator[tuple[str, Type]]:
    """Yield the fields of what a scenario has by that id, derived ones too."""
    program = called.ground.program
    initial_state = program.initial_states[called.ground.scenario]
    for kind, made in program.declared.kinds.items():
        if name in places(initial_state.ids.get(kind, ())):
            yield from ((each.name, each.type) for each in made.fields)
            yield from ((key, rule.gives) for key, rule in made.derived.items())


SAME_AS = "same_as"
ITSELF = "the view of a case is always the same as itself"


def check_pairs(cases: Mapping[str, Declaration]) -> Iterator[Diagnostic]:
    """Yield each `same_as` that names no case, or one that has no view to compare."""
    for case in cases.values():
        for name in named_in(case.node):
            other = cases.get(name.name)
            if other is None:
                known = [case_.name for case_ in cases.values() if case_ is not case]
                hint = did_you_mean(name.text, known) or there_are(known)
                message = f"unknown case '{name.text}'"
                yield problem("R301", name.span, message, hint=hint)
            elif other is case:
                message = ITSELF
                yield problem("R516", name.span, message, expected="another case")
            elif why := has_no_view(other):
                message = f"'{name.text}' {why}, so no view is left of it"
                yield problem("R401", name.span, message, expected="a case that runs")


def has_no_view(case: Declaration) -> str:
    """Return why there is no view at the end of a case; "" where there is one."""
    node = case.node
    if not isinstance(node, MapNode) or "run" not in node:
        return "runs nothing"
    return "" if refusal(node.get("expect")) is None else "is refused"


def named_in(case: Node) -> Iterator[ScalarNode]:
    """Yield each case named by `same_as` in the views of a case."""
    views = case.get("views") if isinstance(case, MapNode) else None
    for _, wanted in views.entries if isinstance(views, MapNode) else ():
        name = wanted.get(SAME_AS) if isinstance(wanted, MapNode) else None
        if isinstance(name, ScalarNode):
            yield name
