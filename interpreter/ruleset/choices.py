"""Which value each option has: asked for, set by a pack, implied, or its default."""

from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Map
from dataclasses import replace

from interpreter.document import Mapping, Node, Scalar, Sequence
from interpreter.problems import Problem, UnknownName, Unusable, did_you_mean, problem
from interpreter.ruleset.only import Options, holds
from interpreter.ruleset.options import OptionValue, Worth, alike, not_a_value, show
from interpreter.values.names import plain

Chosen = dict[str, Worth]


def asked(given: Map[str, str], options: Options, whole: bool) -> Chosen:
    """Return what the caller asks for; raises UnknownName and Unusable.

    When files could not be read (not `whole`), an unknown option may stand in them.
    """
    chosen: Chosen = {}
    for name, text in given.items():
        option = options.get(plain(name))
        if option is None:
            if whole:
                known = [each.name for each in options.values()]
                raise UnknownName("option", name, known)
            continue
        value = option.among(text)
        if value is None:
            message = f"'{text}' is no value of the option '{option.name}'"
            hint = option.hint(text) or f"it may be {option.shown}"
            raise Unusable(message, hint=hint)
        chosen[plain(name)] = value
    return chosen


def check_settings(
    settings: Mapping, options: Options, problems: list[Problem]
) -> Chosen:
    """Return what a map of option -> value sets; report what it cannot."""
    chosen: Chosen = {}
    for key, node in settings.entries:
        option = _known(key, options, problems)
        if option is None or not isinstance(node, Scalar):
            continue
        value = option.among(node.text)
        if value is None:
            problems.append(not_a_value(option, node))
        else:
            chosen[plain(key.text)] = value
    return chosen


def resolve(
    options: Options,
    nodes: Map[str, Node],
    chosen: Chosen,
    problems: list[Problem],
) -> dict[str, OptionValue]:
    """Return every option with its value; report what does not go together."""
    found = {
        key: replace(option, value=chosen.get(key, option.value))
        for key, option in options.items()
    }
    _imply(found, nodes, set(chosen), problems)
    for key, option in found.items():
        if option.on:
            _require(option, _conditions(nodes[key], "requires"), found, problems)
            _exclude(option, _conditions(nodes[key], "conflicts"), found, problems)
    return found


def _imply(
    found: dict[str, OptionValue],
    nodes: Map[str, Node],
    fixed: set[str],
    problems: list[Problem],
) -> None:
    """Set what options that are on imply, until nothing new is implied."""
    waiting = [key for key, option in found.items() if option.on]
    done: set[str] = set()
    while waiting:
        key = waiting.pop(0)
        if key in done or not found[key].on:
            continue
        done.add(key)
        for name, value in _implied(nodes[key], found, problems):
            target = plain(name.text)
            option = found[target]
            if target not in fixed:
                fixed.add(target)
                found[target] = replace(option, value=value)
                waiting.append(target)
            elif not alike(option.value, value):
                message = (
                    f"'{found[key].name}' sets '{option.name}' to {show(value)}, "
                    f"but it is {show(option.value)}"
                )
                problems.append(problem("R804", name.span, message))


def _implied(
    node: Node, options: Options, problems: list[Problem]
) -> Iterator[tuple[Scalar, Worth]]:
    held = node.get("implies") if isinstance(node, Mapping) else None
    if isinstance(held, Mapping):
        chosen = check_settings(held, options, problems)
        for key, _ in held.entries:
            if plain(key.text) in chosen:
                yield key, chosen[plain(key.text)]
        return
    for name in _texts(held):
        option = _known(name, options, problems)
        if option is not None and not option.has(True):
            problems.append(
                problem(
                    "R805",
                    name.span,
                    f"the option '{option.name}' cannot be yes",
                    expected=option.shown,
                    hint=f"write '{{{option.name}: value}}'",
                )
            )
        elif option is not None:
            yield name, True


def _conditions(node: Node, key: str) -> Iterable[Scalar]:
    held = node.get(key) if isinstance(node, Mapping) else None
    if isinstance(held, Mapping):  # option -> value is `option is value`
        return [
            replace(name, text=f"{name.text} is {value.text}")
            for name, value in held.entries
            if isinstance(value, Scalar)
        ]
    return _texts(held)


def _require(
    option: OptionValue,
    texts: Iterable[Scalar],
    found: Options,
    problems: list[Problem],
) -> None:
    for text in texts:
        if _met(text, found, problems) is False:
            message = f"'{option.name}' requires '{text.text}'"
            hint = f"set it too, or leave '{option.name}' out"
            problems.append(problem("R803", text.span, message, hint=hint))


def _exclude(
    option: OptionValue,
    texts: Iterable[Scalar],
    found: Options,
    problems: list[Problem],
) -> None:
    for text in texts:
        if _met(text, found, problems) is True:
            message = f"'{option.name}' excludes '{text.text}', and both are set"
            hint = "leave one of them out"
            problems.append(problem("R804", text.span, message, hint=hint))


def _met(text: Scalar, found: Options, problems: list[Problem]) -> bool | None:
    named = found.get(plain(text.text))
    return named.on if named is not None else holds(text, found, problems)


def _known(
    name: Scalar, options: Options, problems: list[Problem]
) -> OptionValue | None:
    option = options.get(plain(name.text))
    if option is None:
        hint = did_you_mean(name.text, [each.name for each in options.values()])
        message = f"there is no option '{name.text}'"
        problems.append(problem("R805", name.span, message, hint=hint))
    return option


def _texts(node: Node | None) -> list[Scalar]:
    if isinstance(node, Scalar):
        return [node]
    items = node.items if isinstance(node, Sequence) else ()
    return [each for each in items if isinstance(each, Scalar)]
