"""The value of each option: requested, set by a pack, implied, or its default."""

from collections.abc import Iterator
from collections.abc import Mapping as Map
from dataclasses import replace

from interpreter.diagnostics import (
    Diagnostic,
    UnknownName,
    Unusable,
    did_you_mean,
    problem,
)
from interpreter.ruleset.only import Options, bare, holds
from interpreter.ruleset.options import (
    OptionValue,
    Worth,
    alike,
    not_a_value,
    shown,
    worth,
)
from interpreter.values.names import plain
from interpreter.yaml import MappingNode, Node, ScalarNode, SequenceNode

Chosen = dict[str, Worth]


def asked(given: Map[str, str], options: Options, whole: bool) -> Chosen:
    """Return what the caller asks for; raises UnknownName and Unusable.

    When files could not be read (not `whole`), an unknown option may be in them.
    """
    chosen: Chosen = {}
    for name, text in given.items():
        option = options.get(plain(name))
        if option is None:
            if whole:
                known = [each.name for each in options.values()]
                raise UnknownName("option", name, known)
            continue
        value = option.among(worth(text))
        if value is None:
            message = f"'{text}' is no value of the option '{option.name}'"
            hint = option.hint(text) or f"it may be {option.listed}"
            raise Unusable(message, hint=hint)
        chosen[plain(name)] = value
    return chosen


def check_settings(
    settings: MappingNode, options: Options, problems: list[Diagnostic]
) -> Chosen:
    """Return what a map of option -> value sets; report what it cannot."""
    chosen: Chosen = {}
    for key, node in settings.entries:
        option = _known(key, options, problems)
        if option is None or not isinstance(node, ScalarNode):
            continue
        value = option.among(worth(node.text))
        if value is None:
            problems.append(not_a_value(option, node))
        else:
            chosen[plain(key.text)] = value
    return chosen


def resolve(
    options: Options,
    nodes: Map[str, Node],
    chosen: Chosen,
    problems: list[Diagnostic],
) -> dict[str, OptionValue]:
    """Return every option with its value; report what does not go together.

    What an option says of others is read whether it is on or not, so that a name
    that is not there is found at once.
    """
    found = {
        key: replace(option, value=chosen.get(key, option.value))
        for key, option in options.items()
    }
    implied = {
        key: list(_implied(node, options, problems)) for key, node in nodes.items()
    }
    _imply(found, implied, set(chosen), problems)
    for key, option in found.items():
        required = _conditions(nodes[key], "requires", found, problems)
        excluded = _conditions(nodes[key], "conflicts", found, problems)
        for text, said, met in required if option.on else ():
            if not met:
                message = f"{_with_rule(option, nodes[key])} requires '{said}'"
                hint = f"set it too, or leave '{option.name}' out"
                problems.append(problem("R803", text.span, message, hint=hint))
        for text, said, met in excluded if option.on else ():
            if met:
                named = _with_rule(option, nodes[key])
                message = f"{named} excludes '{said}', and both are set"
                hint = "leave one of them out"
                problems.append(problem("R804", text.span, message, hint=hint))
    return found


def _with_rule(option: OptionValue, node: Node) -> str:
    """Return an option's name, with the rules of the book that it carries."""
    held = node.get("rule") if isinstance(node, MappingNode) else None
    rules = held.items if isinstance(held, SequenceNode) else [held] if held else []
    said = ", ".join(each.span.text for each in rules)
    return f"'{option.name}' ({said})" if said else f"'{option.name}'"


def _imply(
    found: dict[str, OptionValue],
    implied: Map[str, list[tuple[ScalarNode, Worth]]],
    fixed: set[str],
    problems: list[Diagnostic],
) -> None:
    """Set what options that are on imply, until nothing new is implied."""
    waiting = [key for key, option in found.items() if option.on]
    done: set[str] = set()
    while waiting:
        key = waiting.pop(0)
        if key in done or not found[key].on:
            continue
        done.add(key)
        for name, value in implied[key]:
            target = plain(name.text)
            option = found[target]
            if target not in fixed:
                fixed.add(target)
                found[target] = replace(option, value=value)
                waiting.append(target)
            elif not alike(option.value, value):
                message = (
                    f"'{found[key].name}' sets '{option.name}' to {shown(value)}, "
                    f"but it is {shown(option.value)}"
                )
                problems.append(problem("R804", name.span, message))


def _implied(
    node: Node, options: Options, problems: list[Diagnostic]
) -> Iterator[tuple[ScalarNode, Worth]]:
    held = node.get("implies") if isinstance(node, MappingNode) else None
    if isinstance(held, MappingNode):
        chosen = check_settings(held, options, problems)
        for key, _ in held.entries:
            if plain(key.text) in chosen:
                yield key, chosen[plain(key.text)]
        return
    for name in _texts(held):
        option = _known(name, options, problems)
        if option is not None and option.among(True) is None:
            message = f"the option '{option.name}' cannot be yes"
            hint = f"write '{{{option.name}: value}}'"
            found = problem(
                "R805", name.span, message, expected=option.listed, hint=hint
            )
            problems.append(found)
        elif option is not None:
            yield name, True


def _conditions(
    node: Node, key: str, found: Options, problems: list[Diagnostic]
) -> list[tuple[ScalarNode, str, bool]]:
    """Return each condition of `requires` or `conflicts`, as it is said, and whether
    it is met."""
    held = node.get(key) if isinstance(node, MappingNode) else None
    if isinstance(held, MappingNode):  # option -> value
        chosen = check_settings(held, found, problems)
        return [
            (
                name,
                f"{name.text}: {shown(chosen[plain(name.text)])}",
                alike(found[plain(name.text)].value, chosen[plain(name.text)]),
            )
            for name, _ in held.entries
            if plain(name.text) in chosen
        ]
    met = [(text, _met(text, found, problems)) for text in _texts(held)]
    return [(text, text.text, each) for text, each in met if each is not None]


def _met(text: ScalarNode, found: Options, problems: list[Diagnostic]) -> bool | None:
    """Return whether an option is on, or a condition as in `only` is true."""
    if plain(text.text) in found or bare(text):
        option = _known(text, found, problems)
        return option.on if option is not None else None
    return holds(text, found, problems)


def _known(
    name: ScalarNode, options: Options, problems: list[Diagnostic]
) -> OptionValue | None:
    option = options.get(plain(name.text))
    if option is None:
        hint = did_you_mean(name.text, [each.name for each in options.values()])
        message = f"there is no option '{name.text}'"
        problems.append(problem("R805", name.span, message, hint=hint))
    return option


def _texts(node: Node | None) -> list[ScalarNode]:
    if isinstance(node, ScalarNode):
        return [node]
    items = node.items if isinstance(node, SequenceNode) else ()
    return [each for each in items if isinstance(each, ScalarNode)]
