"""Cases of a pack, read against its program."""

from collections.abc import Mapping as MappingOf

from interpreter.checked.declared import World
from interpreter.checked.figures import rule_of, text_of
from interpreter.checked.names import Names
from interpreter.document.nodes import Mapping, Node, Scalar
from interpreter.problems import did_you_mean, problem
from interpreter.program.cases import Case
from interpreter.ruleset.ruleset import Declaration
from interpreter.steps.entries import declared_entry
from interpreter.values.names import plain


def case_options(
    each: Declaration, scenarios: MappingOf[str, Declaration]
) -> dict[str, str]:
    """Return the options that a case sets, those of its scenario first."""
    found: dict[str, str] = {}
    scenario = scenarios.get(plain(text_of(_get(each.node, "scenario"))))
    for node in ((scenario.node if scenario else None), each.node):
        options = _get(node, "options")
        for key, value in options.entries if isinstance(options, Mapping) else ():
            found[plain(key.text)] = text_of(value)
    return found


def _get(node: Node | None, key: str) -> Node | None:
    return node.get(key) if isinstance(node, Mapping) else None


def read_case(
    names: Names, each: Declaration, worlds: MappingOf[str, World]
) -> Case | None:
    """Read a case; problems are appended to those of `names`."""
    node = each.node
    call = _get(node, "odds") or _get(node, "run")
    if not isinstance(node, Mapping) or call is None:
        names.problems.append(
            problem("R102", each.span, "the case runs nothing", expected="run or odds")
        )
        return None
    scenario_node = node.get("scenario")
    scenario = plain(text_of(scenario_node))
    if scenario not in worlds:
        hint = did_you_mean(scenario, worlds)
        at = scenario_node.span if scenario_node is not None else each.span
        names.problems.append(
            problem("R301", at, f"unknown scenario '{scenario}'", hint=hint)
        )
        return None
    names.world = worlds[scenario]
    entry = Declaration(
        each.name, f"case_{each.key}", _calling(call), each.span, each.file, each.origin
    )
    made = declared_entry(names, entry)
    names.world = None
    if made is None:
        return None
    expect = node.get("expect")
    return Case(
        name=each.name,
        key=each.key,
        rules=tuple(rule_of(node).split()),
        comes_from=text_of(node.get("from")),
        entry=made[0],
        procedure=made[1],
        odds="odds" in node,
        scenario=scenario,
        dice=_map(node, "dice"),
        answers=_map(node, "answers"),
        policy=text_of(node.get("policy")),
        expect=expect.entries if isinstance(expect, Mapping) else (),
        span=each.span,
    )


def _calling(call: Node) -> Mapping:
    key = Scalar("call", call.span, "", ())
    return Mapping(((key, call),), call.span)


def _map(node: Mapping, key: str) -> MappingOf[str, Node]:
    found = node.get(key)
    entries = found.entries if isinstance(found, Mapping) else ()
    return {plain(name.text): value for name, value in entries}
