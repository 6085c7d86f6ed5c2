"""Changes written as a bare value: what they would be, once it is known what stands
where they point."""

from dataclasses import replace

from interpreter.document import Mapping, Node, Scalar, inline
from interpreter.problems import Problem
from interpreter.ruleset.layers import Layer, Sections
from interpreter.ruleset.targets import Aim, aim
from interpreter.ruleset.verbs import Change

_TO = "to"


def say_how(layers: list[Layer], sections: Sections, problems: list[Problem]) -> None:
    """Complete what was said of a bare value: how the same change is written."""
    held = (layer.map("change") for layer in layers if layer.extends)
    entries = [each for node in held if node is not None for each in node.entries]
    bare = {node.span: (path, node) for path, node in entries if _is_bare(node)}
    for number, each in enumerate(problems):
        found = bare.get(each.span) if each.code == "R103" else None
        if found is not None and (written := _written(*found, sections)):
            problems[number] = replace(each, hint=f"write {written}")


def _is_bare(node: Node) -> bool:
    return not isinstance(node, Mapping)


def _written(path: Scalar, value: Node, sections: Sections) -> str:
    verb = Scalar(_TO, value.span, "")
    change = Change(path, Mapping(((verb, value),), value.span), "")
    found = aim(change, sections, [])
    if not isinstance(found, Aim) or found.before is None:
        return ""
    return f"{{expect: {inline(found.before)}, {_TO}: {inline(value)}}}"
