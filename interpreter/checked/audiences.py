"""Who may know: the audience of a field."""

from interpreter.checked.declared import Audience
from interpreter.checked.names import Names
from interpreter.document.nodes import Mapping, Node, Scalar, Sequence
from interpreter.language import tree
from interpreter.language.parsing import Unreadable, parse
from interpreter.problems import problem
from interpreter.ruleset.ruleset import Declaration
from interpreter.values.names import plain

WORDS = ("everyone", "nobody", "owner", "judge")
EVERYONE: Audience = frozenset()


def audience_of(names: Names, kind: Declaration, name: Scalar, value: Node) -> Audience:
    """Read a field's `seen_by`; without one there is a problem and only the judge
    knows."""
    node = value.get("seen_by") if isinstance(value, Mapping) else None
    if node is None:
        message = f"the field '{name.text}' does not say who may know it"
        hint = "seen_by: everyone, owner, judge, nobody or an expression"
        names.problems.append(
            problem("R602", name.span, message, expected="seen_by", hint=hint)
        )
        return frozenset({"judge"})
    owned = isinstance(kind.node, Mapping) and "owner" in kind.node
    return read_audience(names, node, kind.key, owned)


def read_audience(
    names: Names, node: Node, kind: str = "", owned: bool = True
) -> Audience:
    """Read an audience expression."""
    if isinstance(node, Sequence):
        parts = [read_audience(names, each, kind, owned) for each in node.items]
        return EVERYONE if EVERYONE in parts else frozenset().union(*parts)
    if not isinstance(node, Scalar):
        return frozenset({"judge"})
    text = plain(node.text)
    if text == "everyone":
        return EVERYONE
    if text == "owner" and kind and not owned:
        message = f"'{kind.replace('_', ' ')}' does not say whose it is"
        names.problems.append(
            problem("R602", node.span, message, expected="owner: field")
        )
    if text in WORDS:
        return frozenset({text})
    return _expression(names, node, kind)


def _expression(names: Names, node: Scalar, kind: str) -> Audience:
    try:
        parsed = parse(node.text)
    except Unreadable as fault:
        names.problems.append(
            problem(
                "R201", node.part(*fault.at), fault.message, expected=fault.expected
            )
        )
        return frozenset({"judge"})
    for word in _words(parsed):
        known = word.name in WORDS or word.name in names.fields.get(kind, {})
        if (
            not known
            and not names.has("types", word.name)
            and not names.owners(word.name)
        ):
            message = f"'{word.name}' is no audience"
            found = problem(
                "R604", node.part(*word.at), message, expected=", ".join(WORDS)
            )
            names.problems.append(found)
            return frozenset({"judge"})
    return frozenset({" ".join(node.text.split())})


def _words(node: tree.Tree) -> list[tree.Word]:
    match node:
        case tree.Word():
            return [] if node.name in ("yes", "no", "none", "it") else [node]
        case tree.Operation():
            return [word for each in node.operands for word in _words(each)]
        case tree.Branch():
            parts = (node.condition, node.then, node.other)
            return [word for each in parts for word in _words(each)]
        case tree.Dot():
            return _words(node.base)
        case tree.Series():
            return [word for each in node.items for word in _words(each)]
        case _:
            return []
