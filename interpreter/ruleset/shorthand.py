"""What is said of changes of an overlay that are written in too few words.

A bare value, `7 -> 5`, or a line without a colon is none of the verbs of a change; what
the author wanted is clear once its path is found, so it is written out.
"""

import re
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from interpreter.diagnostics import Diagnostic
from interpreter.foreign.loose_changes import loose_change
from interpreter.ruleset.changes import OPTIONS, OverlayChange, is_option, option_line
from interpreter.ruleset.layers import Layer, Sections
from interpreter.ruleset.near_paths import VALUES, paths_to, to_value
from interpreter.ruleset.overlay import Aim, aim
from interpreter.ruleset.paths import parts_of
from interpreter.source import Source, Span
from interpreter.yaml import MappingNode, Node, ScalarNode, inline

_TO: Final = "to"
_CHANGE: Final = "change"
_LINE = re.compile(r"(.+?)\s*(?::?=|:|;)\s*(.+)\Z")
_OTHER_VERBS: Final = frozenset("was old before from now new after becomes".split())
_MOST_WORDS: Final = 40


def say_how(
    layers: list[Layer], sections: Sections, problems: list[Diagnostic]
) -> None:
    """Complete what was said of a bare value: how the same change is written."""
    entries: list[tuple[ScalarNode, Node]] = []
    lone: dict[Span, ScalarNode] = {}
    for layer in layers:
        held = layer.head.get(_CHANGE) if layer.extends else None
        if isinstance(held, MappingNode):
            entries += held.entries
        elif isinstance(held, ScalarNode):
            lone[held.span] = held
    bare = {node.span: (path, node) for path, node in entries if _is_bare(node)}
    lines = {key.span: hint for each in entries for key, hint in _switched(*each)}
    lines |= {
        key.span: hint
        for path, node in entries
        for key, hint in _worded(path, node, sections)
    }
    for number, each in enumerate(problems):
        if each.code == "R101" and each.span in lines:
            problems[number] = replace(each, expected="", hint=lines[each.span])
        found = bare.get(each.span) if each.code == "R103" else None
        if found is not None and (how := _how(*found, sections)):
            problems[number] = replace(each, expected="", hint=how)
        line = lone.get(each.span) if each.code == "R103" else None
        if line is not None and (how := _of_line(line.text, sections)):
            problems[number] = replace(each, expected="", hint=how)


def _switched(path: ScalarNode, node: Node) -> Iterator[tuple[ScalarNode, str]]:
    """Yield the names of options that are switched below `change`, with the hint."""
    if path.text.strip() != OPTIONS or not isinstance(node, MappingNode):
        return
    for key, value in node.entries:
        if isinstance(value, ScalarNode):
            yield key, option_line(key.text, value)


def _worded(
    path: ScalarNode, node: Node, sections: Sections
) -> Iterator[tuple[ScalarNode, str]]:
    """Yield the keys of a change in other words (`was`, `now`), with the hint."""
    if not isinstance(node, MappingNode):
        return
    first = next((k for k, _ in node.entries if k.text in _OTHER_VERBS), None)
    if first is None:
        return
    line = ", ".join(f"{k.text}: {inline(value)}" for k, value in node.entries)
    changed = loose_change(line)
    if changed is None:
        return
    if written := _written(path, _text(changed[1]), sections):
        yield first, f"write {written}"


def _is_bare(node: Node) -> bool:
    return not isinstance(node, MappingNode)


def _how(path: ScalarNode, value: Node, sections: Sections) -> str:
    if (changed := loose_change(value.span.text)) is not None:
        value = _text(changed[1])
    parts = parts_of(path)
    if is_option(parts) and isinstance(value, ScalarNode):
        return option_line(parts[1].text, value)
    if written := _written(path, value, sections):
        return f"write {written}"
    for key in VALUES:
        further = f"{path.text}.{key}"
        if written := _written(_text(further), value, sections):
            return f"write '{further}: {written}'"
    return _elsewhere(path.text, value, sections)


def _elsewhere(name: str, value: Node, sections: Sections) -> str:
    """Return how what has this name is changed to a value, "" if nothing has it."""
    for path in paths_to(name, sections):
        parts = parts_of(_text(path))
        if is_option(parts) and isinstance(value, ScalarNode):
            return option_line(parts[1].text, value)
        if written := _written(_text(path), value, sections):
            return f"write '{path}: {written}'"
    return ""


def _of_line(text: str, sections: Sections) -> str:
    """Return how a change is written that is one line without a colon: a path or a name
    with a value."""
    found = _LINE.match(text)
    split = [] if found is None else [(found[1], found[2])]
    words = text.split(" ")[:_MOST_WORDS]
    split += [
        (" ".join(words[:number]), " ".join(words[number:]))
        for number in range(len(words) - 1, 0, -1)
    ]
    for name, rest in split:
        changed = loose_change(rest)
        value = _text(rest if changed is None else changed[1])
        if "." in name and (written := _written(_text(name), value, sections)):
            return f"write '{name}: {written}'"
        if found_there := _elsewhere(name, value, sections):
            return found_there
    return ""


def _written(path: ScalarNode, value: Node, sections: Sections) -> str:
    """Return the map of a change to a value, "" where its path leads nowhere."""
    verb = ScalarNode(_TO, value.span, "")
    change = OverlayChange(path, MappingNode(((verb, value),), value.span), "")
    found = aim(change, sections, [])
    if not isinstance(found, Aim) or found.before is None:
        return ""
    if isinstance(value, ScalarNode) and to_value(found.before):
        return ""  # the path goes on to what has one value
    return f"{{expect: {inline(found.before)}, {_TO}: {inline(value)}}}"


def _text(text: str) -> ScalarNode:
    return ScalarNode(text, Span(Source("", text), 0, len(text)), "")
