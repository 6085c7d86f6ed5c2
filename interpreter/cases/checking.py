"""A whole case: all that can be known of it without running it."""

from interpreter.cases.answers import (
    check_answers,
    check_dice,
    check_given,
    check_policy,
)
from interpreter.cases.calls import call_in
from interpreter.cases.expectations import check_expected, check_shares, refusal
from interpreter.cases.ground import CalledProcedure, CaseContext
from interpreter.cases.views import check_views
from interpreter.diagnostics import Diagnostic, problem
from interpreter.ir.stopping import ReachableStops
from interpreter.ruleset.ruleset import Declaration
from interpreter.semantics.names import Names
from interpreter.values.names import plain
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode


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
            if (given := node.key(key)) is not None:
                message = f"odds throw no dice, so '{key}' decides nothing"
                called.ground.say("R101", given.span, message)
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
    """Tell whether nothing stands in maps, or, with `listed`, in lists."""
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
    known = {plain(each): each for each in reached.program.worlds if each}
    found = known.get(plain(named.text))
    if found is None:
        nowhere = CaseContext.of(names, reached, "", problems)
        nowhere.unknown(named.span, "scenario", named.text, known.values())
    return found


def _called(ground: CaseContext, node: ScalarNode) -> CalledProcedure | None:
    call = call_in(node.text)
    if call is None:
        message = "this is no call"
        ground.say("R201", node.span, message, "a name, perhaps with arguments")
        return None
    name, _ = call
    entry = ground.program.entries.get(plain(name.text))
    if entry is None:
        known = ground.program.entries
        span = node.part(name.start, name.end)
        ground.unknown(span, "procedure", name.text, known)
        return None
    check_given(ground, node, call, entry.takes)
    return CalledProcedure(ground, entry)
