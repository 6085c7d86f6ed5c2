"""The index of the source's rules against what carries them."""

from collections.abc import Iterator

from msgspec import Struct

from interpreter.diagnostics import Diagnostic, did_you_mean, problem
from interpreter.ruleset.ruleset import Ruleset
from interpreter.semantics.expressions.yaml_values import rule_of, text_of
from interpreter.source import Name, Span, normalised
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode, name_of

DONE = "implemented"
_NO_ELEMENTS = frozenset({"rulebook", "cases"})
"""What is here carries no rule: a case only says which rule it tries."""


class RulebookEntry(Struct, frozen=True):
    """A rule of the source as the index has it; `status` is what its author says."""

    key: str
    name: str
    span: Span
    status: str
    kinds: tuple[str, ...]


def listed(ruleset: Ruleset) -> tuple[RulebookEntry, ...]:
    """Return every rule of the index, in its order."""
    found = []
    for key, each in ruleset.sections["rulebook"].items():
        kinds = each.node.get("kinds") if isinstance(each.node, MappingNode) else None
        items = kinds.items if isinstance(kinds, SequenceNode) else ()
        status = _status(each.node)
        status_text = DONE if status is None else status.text
        words = tuple(map(text_of, items))
        found.append(RulebookEntry(key, each.name, each.span, status_text, words))
    return tuple(found)


def places(ruleset: Ruleset) -> dict[str, list[Span]]:
    """Return where each rule is named, by its key; cases only say what they try."""
    found: dict[str, list[Span]] = {}
    for section, declarations in ruleset.uncut.items():
        for each in () if section in _NO_ELEMENTS else declarations.values():
            for name, _, at in _named(each.node):
                found.setdefault(name, []).append(at.span)
    return found


def indexed(ruleset: Ruleset) -> list[Diagnostic]:
    """Compare a pack with its `rulebook.yaml`; a pack without one says nothing."""
    index = ruleset.sections["rulebook"]
    if not index:
        return []
    named: set[str] = set()
    found = []
    for section, declarations in ruleset.uncut.items():
        for each in declarations.values() if section != "rulebook" else ():
            for name, id_, at in _named(each.node):
                if section not in _NO_ELEMENTS:
                    named.add(name)
                if name not in index:
                    hint = did_you_mean(id_, [one.name for one in index.values()])
                    message = f"the rulebook lists no rule '{id_}'"
                    found.append(problem("R312", at.span, message, hint=hint))
    return [*found, *_unnamed(ruleset, named), *_open(ruleset)]


def _named(node: Node) -> Iterator[tuple[Name, str, Node]]:
    """Yield every rule id that an element names: its name, its text and its node."""
    if isinstance(node, SequenceNode):
        for item in node.items:
            yield from _named(item)
    elif isinstance(node, MappingNode):
        for key, value in node.entries:
            if key.text == "rule" and isinstance(value, ScalarNode):
                for id_ in rule_of(node).split():
                    yield normalised(id_), id_, value
            elif key.text == "rule" and isinstance(value, SequenceNode):
                yield from (
                    (name_of(each), text_of(each), each) for each in value.items
                )
            else:
                yield from _named(value)


def _status(node: Node) -> ScalarNode | None:
    found = node.get("status") if isinstance(node, MappingNode) else None
    return found if isinstance(found, ScalarNode) else None


def _unnamed(ruleset: Ruleset, named: set[str]) -> Iterator[Diagnostic]:
    for key, each in ruleset.sections["rulebook"].items():
        status = _status(each.node)
        if (status is None or status.text == DONE) and key not in named:
            span = each.span if status is None else status.span
            message = f"nothing carries the rule '{each.name}'"
            hint = "name it with 'rule:' where it is, or say why it is not there"
            yield problem("R513", span, message, hint=hint)


def _open(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Sum up the rules that are not implemented: one note a status."""
    index = ruleset.sections["rulebook"]
    statuses: dict[str, list[ScalarNode]] = {}
    for each in index.values():
        status = _status(each.node)
        if status is not None and status.text != DONE:
            statuses.setdefault(status.text, []).append(status)
    for text, rows in statuses.items():
        message = f"{len(rows)} of {len(index)} rules are not implemented: {text}"
        yield problem("R512", rows[0].span, message)
