"""A whole case: all that can be known of it without running it."""

from collections.abc import Iterator

from interpreter.cases.answers import (
    check_answers,
    check_dice,
    check_given,
    check_policy,
)
from interpreter.cases.calls import call_in
from interpreter.cases.context import CalledProcedure, CaseContext
from interpreter.cases.expectations import (
    SAME_AS,
    check_expected,
    check_shares,
    refusal,
)
from interpreter.diagnostics import Diagnostic, did_you_mean, problem
from interpreter.ir.instructions import Create
from interpreter.ir.stopping import ReachableStops
from interpreter.ruleset.ruleset import Declaration
from interpreter.semantics.declarations import ClaimKind
from interpreter.semantics.names import Names
from interpreter.values.types import (
    Boolean,
    Number,
    Type,
    enumeration_of,
    places,
    present,
)
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

# The views of a case: seats, kinds of claims, and what a claim may say.

NOT_SHOWN = "none"


def check_views(called: CalledProcedure, node: Node) -> None:
    """Say which seats, kinds of claims and parts of claims there cannot be."""
    ground = called.ground
    program = ground.program
    kind = program.declared.seat_kind
    seats = program.initial_states[ground.scenario].ids.get(kind, ())
    made = ground.reached.of(called.entry.procedure)
    more = any(isinstance(each, Create) and each.kind == kind for each in made)
    for name, wanted in node.entries if isinstance(node, MappingNode) else ():
        if name.name not in places(seats) and not more:
            ground.unknown(name.span, "seat", name.text, seats)
        for key, claims in wanted.entries if isinstance(wanted, MappingNode) else ():
            if key.name != SAME_AS:
                _check_claims(ground, claims)


def _check_claims(ground: CaseContext, node: Node) -> None:
    if _is_turned(ground, node):
        _no_kind(ground, node)
        return
    if not isinstance(node, MappingNode):
        for each in node.items if isinstance(node, SequenceNode) else (node,):
            if isinstance(each, ScalarNode):
                _kind(ground, each)
            else:
                _no_kind(ground, each)
        return
    for name, wanted in node.entries:
        kind = _kind(ground, name)
        for item in wanted.items if isinstance(wanted, SequenceNode) else (wanted,):
            if kind is not None:
                _check_described(ground, item, kind)


def _is_turned(ground: CaseContext, node: Node) -> bool:
    """Tell whether a claim is described with its kind among its parts."""
    kind_node = node.get("kind") if isinstance(node, MappingNode) else None
    return kind_node is not None and "kind" not in ground.program.declared.claims


def _no_kind(ground: CaseContext, node: Node) -> None:
    """Report a missing kind of claim, and how one is described."""
    known = ground.program.declared.claims
    kind_node = node.get("kind") if isinstance(node, MappingNode) else None
    named = known.get(kind_node.name) if isinstance(kind_node, ScalarNode) else None
    kind = named or next(iter(known.values()), None)
    hint = ""
    if kind is not None:
        described = ", ".join(f"{each}: ..." for each, _ in _parts(kind))
        hint = f"the kind comes first: {{{kind.title}: {{{described}}}}}"
    keys = [key for key, _ in node.entries] if isinstance(node, MappingNode) else []
    if keys and all(key.name in known for key in keys):
        kinds = ", ".join(f"{key.text}: {{...}}" for key in keys)
        hint = f"a list holds kinds alone: write {{{kinds}}} in place of it"
    expected = "a kind of claim, or a list of them"
    ground.say("R401", node.span, "this names no kind of claim", expected, hint)


def _kind(ground: CaseContext, name: ScalarNode) -> ClaimKind | None:
    known = ground.program.declared.claims
    found = known.get(name.name)
    if found is None:
        titles = (each.title for each in known.values())
        ground.unknown(name.span, "kind of claim", name.text, titles)
    return found


def _check_described(ground: CaseContext, node: Node, kind: ClaimKind) -> None:
    parts = dict(_parts(kind))
    if not isinstance(node, MappingNode):
        message = f"a '{kind.title}' is described by its label, about and facts"
        expected = f"{{{', '.join(f'{part}: ...' for part in parts)}}}"
        ground.say("R401", node.span, message, expected)
        return
    for name, wanted in node.entries:
        if name.name not in parts:
            hint = did_you_mean(name.text, parts)
            message = f"'{kind.title}' has no '{name.text}'"
            ground.say("R308", name.span, message, ", ".join(parts), hint)
            continue
        part_type = parts[name.name]
        not_shown = isinstance(wanted, ScalarNode) and wanted.text == NOT_SHOWN
        if not not_shown and _is_named_before(part_type):
            ground.value(wanted, part_type)


def _parts(kind: ClaimKind) -> Iterator[tuple[str, Type]]:
    if kind.about is not None:
        yield "about", kind.about
    if kind.label is not None:
        yield "label", kind.label
    yield from ((each.name, each.type) for each in kind.facts)


def _is_named_before(kind: Type) -> bool:
    """Tell whether every value has its name before the run; an entity may be new."""
    return enumeration_of(kind) is not None or isinstance(
        present(kind), (Number, Boolean)
    )


def check_case(
    names: Names, reached: ReachableStops, case: Declaration
) -> list[Diagnostic]:
    """Return what is wrong with a case of a program; its shape was checked before."""
    node = case.node
    problems: list[Diagnostic] = []
    if not isinstance(node, MappingNode):
        return problems
    problems += _proves_nothing(case, node)
    scenario = _scenario(node, reached, names, problems)
    verb = "odds" if "odds" in node else "run"
    call = node.get(verb)
    if scenario is None or not isinstance(call, ScalarNode):
        return problems
    ground = CaseContext.of(names, reached, scenario, problems)
    called = _called(ground, call)
    if called is None:
        return problems
    _check_chance(called, node, verb)
    if (answers := node.get("answers")) is not None:
        check_answers(called, answers)
    if (policy := node.get("policy")) is not None:
        check_policy(ground, policy)
    if (expect := node.get("expect")) is not None and not _nothing(expect):
        (check_shares if verb == "odds" else check_expected)(called, expect)
    if node.get("views") is not None:
        _check_views(called, node, verb)
    return problems


def _check_chance(called: CalledProcedure, node: MappingNode, verb: str) -> None:
    """Read what falls, where anything does."""
    if verb == "odds":
        for key in ("dice", "seed"):
            if (key_node := node.key(key)) is not None:
                message = f"odds throw no dice, so '{key}' decides nothing"
                called.ground.say("R101", key_node.span, message)
    elif (dice := node.get("dice")) is not None:
        check_dice(called, dice)


def _check_views(called: CalledProcedure, node: MappingNode, verb: str) -> None:
    """Read views, where a case can have any."""
    message = ""
    if verb == "odds":
        message = "odds have no views: they are looked at in a run"
    elif refusal(node.get("expect")) is not None:
        message = "a run that is refused tells nobody anything"
    if message:
        called.ground.say("R101", (node.key("views") or node).span, message)
    elif (views := node.get("views")) is not None:
        check_views(called, views)


def _proves_nothing(case: Declaration, node: MappingNode) -> list[Diagnostic]:
    """Say it where nothing that comes out could make the case fail."""
    views = node.get("views")
    if not _nothing(node.get("expect")) or not _is_empty(views, listed=True):
        return []
    key = node.key("expect") or node.key("views")
    span = key.span if key is not None else case.span
    message = f"the case '{case.name}' expects nothing, so it passes whatever happens"
    hint = "'umpire run' shows what comes out; write it when it is known to be right"
    expected = "expect: {result: value}, or views"
    return [problem("R516", span, message, expected=expected, hint=hint)]


def _nothing(expect: Node | None) -> bool:
    """Tell whether nothing is expected; an empty list is a value like any other."""
    return _is_empty(expect, listed=not isinstance(expect, MappingNode))


def _is_empty(node: Node | None, listed: bool) -> bool:
    """Tell whether there is nothing in maps, or, with `listed`, in lists."""
    if isinstance(node, MappingNode):
        return all(_is_empty(each, listed) for _, each in node.entries)
    return node is None or (listed and not getattr(node, "items", (node,)))


def _scenario(
    node: MappingNode, reached: ReachableStops, names: Names, problems: list[Diagnostic]
) -> str | None:
    """Return the name of the scenario as the program has it; "" where none is set."""
    named = node.get("scenario")
    if not isinstance(named, ScalarNode):
        return ""
    known = [scenario for scenario in reached.program.initial_states if scenario]
    if named.name in known:
        return named.name
    nowhere = CaseContext.of(names, reached, "", problems)
    nowhere.unknown(named.span, "scenario", named.text, known)
    return None


def _called(ground: CaseContext, node: ScalarNode) -> CalledProcedure | None:
    call = call_in(node.text)
    if call is None:
        message = "this is no call"
        ground.say("R201", node.span, message, "a name, perhaps with arguments")
        return None
    name, _ = call
    entry = ground.program.entries.get(name.name)
    if entry is None:
        known = ground.program.entries
        span = node.part(name.start, name.end)
        ground.unknown(span, "procedure", name.text, known)
        return None
    check_given(ground, node, call, entry.takes)
    return CalledProcedure(ground, entry)
