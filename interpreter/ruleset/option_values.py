"""Options as chosen, and what `only` leaves of a ruleset under them."""

from collections.abc import Iterator
from collections.abc import Mapping as Map
from fractions import Fraction
from operator import is_

from msgspec.structs import replace

from interpreter.diagnostics import (
    Diagnostic,
    UnknownName,
    Unusable,
    did_you_mean,
    problem,
)
from interpreter.expressions.parsing import Unreadable, parse
from interpreter.expressions.tree import (
    At,
    Dot,
    NumberLiteral,
    Operation,
    Quoted,
    Series,
    Tree,
    Word,
)
from interpreter.foreign.rereading import reread
from interpreter.ruleset.options import (
    OptionValue,
    Worth,
    alike,
    not_a_value,
    shown,
    worth,
)
from interpreter.source import normalised
from interpreter.yaml import MappingNode, Node, ScalarNode, SequenceNode
from interpreter.yaml.scalar_edits import fix_of

Options = Map[str, OptionValue]
"""Plain name -> option with its value."""

_COMPARING = frozenset({"is", "is not", "in", "not in", "<", "<=", ">", ">="})


class _Refused(Exception):
    """Why and where a condition makes no sense."""

    def __init__(
        self, code: str, at: At, message: str, wanted: str = "", hint: str = ""
    ) -> None:
        super().__init__(message)
        self.code, self.at, self.message = code, at, message
        self.wanted, self.hint = wanted, hint


def holds(
    text: ScalarNode, options: Options, problems: list[Diagnostic]
) -> bool | None:
    """Return whether a condition is true; None, and a problem, when it has no sense."""
    fix = None
    try:
        return _truth(parse(text.text), options)
    except Unreadable as fault:
        code, at, message = "R201", fault.at, fault.message
        expected, hint = fault.expected, fault.hint
        rewriting = reread(text.text)
        if rewriting is not None and _is_expression(rewriting.line):
            expected, hint = "", rewriting.hint
            fix = fix_of(text, rewriting)
    except _Refused as refused:
        code, at, message = refused.code, refused.at, refused.message
        expected, hint = refused.wanted, refused.hint
    span = text.part(*at)
    found = problem(code, span, message, expected=expected, hint=hint, fix=fix)
    problems.append(found)
    return None


def _is_expression(text: str) -> bool:
    try:
        parse(text)
    except Unreadable:
        return False
    return True


def bare(text: ScalarNode) -> bool:
    """Return whether a text is nothing but a name."""
    try:
        return isinstance(parse(text.text), Word)
    except Unreadable:
        return False


def pruned(node: Node, options: Options, problems: list[Diagnostic]) -> Node | None:
    """Return the node without what a false `only` cuts away, and without any `only`.

    None when the node itself is cut away; in a list its `else` is there instead,
    where no `if` has it. What has no sense stays. A node without any `only` is returned
    itself: most are, and packs are checked under many options.
    """
    if isinstance(node, ScalarNode):
        return node
    if isinstance(node, SequenceNode):
        items: list[Node] = []
        for item in node.items:
            left = pruned(item, options, problems)
            items += _instead(item, options, problems) if left is None else (left,)
        if len(items) == len(node.items) and all(map(is_, items, node.items)):
            return node
        return SequenceNode(tuple(items), node.span)
    condition = node.get("only")
    if (
        isinstance(condition, ScalarNode)
        and holds(condition, options, problems) is False
    ):
        return None
    entries = []
    same = not isinstance(condition, ScalarNode)
    otherwise = _else_of_only(node)
    for key, value in node.entries:
        if value is otherwise or (value is condition and isinstance(value, ScalarNode)):
            continue
        kept = pruned(value, options, problems)
        same = same and kept is value
        if kept is not None:
            entries.append((key, kept))
    return node if same else MappingNode(tuple(entries), node.span)


def _else_of_only(node: Node) -> SequenceNode | None:
    """Return the steps that are done where the `only` of a step does not hold: its
    `else`, unless it has an `if` to which that belongs."""
    if not isinstance(node, MappingNode) or node.get("if") is not None:
        return None
    otherwise = node.get("else")
    has_only = isinstance(node.get("only"), ScalarNode)
    return otherwise if has_only and isinstance(otherwise, SequenceNode) else None


def _instead(
    node: Node, options: Options, problems: list[Diagnostic]
) -> tuple[Node, ...]:
    otherwise = _else_of_only(node)
    left = None if otherwise is None else pruned(otherwise, options, problems)
    return left.items if isinstance(left, SequenceNode) else ()


def _truth(tree: Tree, options: Options) -> bool:
    if isinstance(tree, Operation):
        if tree.operator in ("and", "or"):
            # all are asked, so that a misspelt name is found whatever the first says
            found = [_truth(each, options) for each in tree.operands]
            return all(found) if tree.operator == "and" else any(found)
        if tree.operator == "not":
            return not _truth(tree.operands[0], options)
        if tree.operator in _COMPARING:
            return _compared(tree, options)
    value = _value(tree, options, None)
    if isinstance(value, bool):
        return value
    hint = f"compare it: '{tree.name} is ...'" if isinstance(tree, Word) else ""
    raise _Refused("R401", tree.at, "this is neither yes nor no", "a yes or no", hint)


def _compared(tree: Operation, options: Options) -> bool:
    left, right = tree.operands
    option = _option(left, options)
    if tree.operator in ("in", "not in"):
        value = _value(left, options, None)
        inside = any(alike(value, each) for each in _list(right, options, option))
        return inside == (tree.operator == "in")
    ordered = tree.operator not in ("is", "is not")
    other = _option(right, options) if option is None else None
    one = _value(left, options, None if ordered else other)
    two = _value(right, options, None if ordered else option)
    if not ordered:
        return alike(one, two) == (tree.operator == "is")
    return _ordered(tree, one, two)


def _ordered(tree: Operation, one: Worth, two: Worth) -> bool:
    for operand, value in zip(tree.operands, (one, two), strict=True):
        if isinstance(value, str | bool):
            hint = "compare with 'is'"
            raise _Refused("R401", operand.at, "this is no number", "a number", hint)
    low, high = Fraction(one), Fraction(two)
    if tree.operator in (">", ">="):
        low, high = high, low
    return low < high or (len(tree.operator) == 2 and low == high)


def _list(tree: Tree, options: Options, option: OptionValue | None) -> list[Worth]:
    if isinstance(tree, Series):
        return [_value(each, options, option) for each in tree.items]
    if isinstance(tree, Operation) and tree.operator == "..":
        low, high = (_value(each, options, None) for each in tree.operands)
        if type(low) is int and type(high) is int and high - low <= 1_000:
            return list(range(low, high + 1))
    raise _Refused("R401", tree.at, "this is no list", "a list as [a, b], or 1..3")


def _option(tree: Tree, options: Options) -> OptionValue | None:
    return options.get(tree.name) if isinstance(tree, Word) else None


def _value(tree: Tree, options: Options, option: OptionValue | None) -> Worth:
    """Return what an operand is; a bare word may be a value of `option`."""
    if isinstance(tree, Word):
        return _word(tree, options, option)
    if isinstance(tree, NumberLiteral):
        return _among(tree.at, tree.value, option)
    if isinstance(tree, Quoted):
        return _among(tree.at, tree.text, option)
    if isinstance(tree, Operation) and tree.operator == "neg":
        inner = _value(tree.operands[0], options, None)
        if not isinstance(inner, str | bool):
            return _among(tree.at, -inner, option)
    if isinstance(tree, Dot) and getattr(tree.base, "name", "") == "option":
        message = "the names of options stand bare in 'only'"
        raise _Refused("R301", tree.at, message, hint=f"write '{tree.name.name}'")
    message = "only options and their values are allowed here"
    raise _Refused("R401", tree.at, message, hint="ask for the rest with 'if'")


def _word(tree: Word, options: Options, option: OptionValue | None) -> Worth:
    if tree.name in ("yes", "no"):
        return _among(tree.at, tree.name == "yes", option)
    if option is not None and (found := option.among(tree.name)) is not None:
        return found
    named = options.get(tree.name)
    if named is not None:
        return named.value
    if option is not None:
        return _among(tree.at, tree.name, option)
    hint = did_you_mean(tree.name, [each.name for each in options.values()])
    message = f"there is no option '{tree.name}'"
    raise _Refused("R301", tree.at, message, "an option", hint)


def _among(at: At, value: Worth, option: OptionValue | None) -> Worth:
    """Return the value if the option may have it."""
    if option is None or option.among(value) is not None:
        return value
    message = f"'{shown(value)}' is no value of the option '{option.name}'"
    raise _Refused("R805", at, message, option.listed, option.hint(shown(value)))


Chosen = dict[str, Worth]


def asked(given: Map[str, str], options: Options, whole: bool) -> Chosen:
    """Return what the caller asks for; raises UnknownName and Unusable.

    When files could not be read (not `whole`), an unknown option may be in them.
    """
    chosen: Chosen = {}
    for name, text in given.items():
        key = normalised(name)
        option = options.get(key)
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
        chosen[key] = value
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
            chosen[key.name] = value
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
        for text, condition, met in required if option.on else ():
            if not met:
                message = f"{_with_rule(option, nodes[key])} requires '{condition}'"
                hint = f"set it too, or leave '{option.name}' out"
                problems.append(problem("R803", text.span, message, hint=hint))
        for text, condition, met in excluded if option.on else ():
            if met:
                named = _with_rule(option, nodes[key])
                message = f"{named} excludes '{condition}', and both are set"
                hint = "leave one of them out"
                problems.append(problem("R804", text.span, message, hint=hint))
    return found


def _with_rule(option: OptionValue, node: Node) -> str:
    """Return an option's name, with the rules of the book that it carries."""
    held = node.get("rule") if isinstance(node, MappingNode) else None
    rules = held.items if isinstance(held, SequenceNode) else [held] if held else []
    names = ", ".join(each.span.text for each in rules)
    return f"'{option.name}' ({names})" if names else f"'{option.name}'"


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
            target = name.name
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
            if key.name in chosen:
                yield key, chosen[key.name]
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
                f"{name.text}: {shown(chosen[name.name])}",
                alike(found[name.name].value, chosen[name.name]),
            )
            for name, _ in held.entries
            if name.name in chosen
        ]
    met = [(text, _met(text, found, problems)) for text in _texts(held)]
    return [(text, text.text, each) for text, each in met if each is not None]


def _met(text: ScalarNode, found: Options, problems: list[Diagnostic]) -> bool | None:
    """Return whether an option is on, or a condition as in `only` is true."""
    if text.name in found or bare(text):
        option = _known(text, found, problems)
        return option.on if option is not None else None
    return holds(text, found, problems)


def _known(
    name: ScalarNode, options: Options, problems: list[Diagnostic]
) -> OptionValue | None:
    option = options.get(name.name)
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
