"""Changes written as a bare value: what they would be, once it is known what stands
where they point."""

from collections.abc import Iterator
from dataclasses import replace

from interpreter.document import Mapping, Node, Scalar, inline
from interpreter.problems import Problem
from interpreter.ruleset.layers import Layer, Sections
from interpreter.ruleset.meant import OPTIONS, is_option, option_line
from interpreter.ruleset.paths import parts_of
from interpreter.ruleset.targets import Aim, aim
from interpreter.ruleset.verbs import Change

_TO = "to"


def say_how(layers: list[Layer], sections: Sections, problems: list[Problem]) -> None:
    """Complete what was said of a bare value: how the same change is written."""
    held = (layer.map("change") for layer in layers if layer.extends)
    entries = [each for node in held if node is not None for each in node.entries]
    bare = {node.span: (path, node) for path, node in entries if _is_bare(node)}
    lines = {key.span: hint for each in entries for key, hint in _switched(*each)}
    for number, each in enumerate(problems):
        if each.code == "R101" and each.span in lines:
            problems[number] = replace(each, expected="", hint=lines[each.span])
        found = bare.get(each.span) if each.code == "R103" else None
        if found is not None and (how := _how(*found, sections)):
            problems[number] = replace(each, expected="", hint=how)


def _switched(path: Scalar, node: Node) -> Iterator[tuple[Scalar, str]]:
    """Yield the names of options that are switched below `change`, with the hint."""
    if path.text.strip() != OPTIONS or not isinstance(node, Mapping):
        return
    for key, value in node.entries:
        if isinstance(value, Scalar):
            yield key, option_line(key.text, value)


def _is_bare(node: Node) -> bool:
    return not isinstance(node, Mapping)


def _how(path: Scalar, value: Node, sections: Sections) -> str:
    parts = parts_of(path)
    if is_option(parts) and isinstance(value, Scalar):
        return option_line(parts[1].text, value)
    written = _written(path, value, sections)
    return f"write {written}" if written else ""


def _written(path: Scalar, value: Node, sections: Sections) -> str:
    verb = Scalar(_TO, value.span, "")
    change = Change(path, Mapping(((verb, value),), value.span), "")
    found = aim(change, sections, [])
    if not isinstance(found, Aim) or found.before is None:
        return ""
    return f"{{expect: {inline(found.before)}, {_TO}: {inline(value)}}}"
