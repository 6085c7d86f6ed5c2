"""The options of a pack, as a sheet that lies beside the board."""

from collections.abc import Iterator, Sequence

from interpreter.reports.colour import Paint, clean
from interpreter.reports.declarations import rule_of, typed_value
from interpreter.reports.text_layout import folded
from interpreter.ruleset.options import Worth, shown
from interpreter.ruleset.ruleset import OptionValue, Ruleset
from interpreter.values.names import plain
from interpreter.yaml import MappingNode, Node, inline
from interpreter.yaml import SequenceNode as Listed

LINKS = ("requires", "conflicts", "implies")


def options_sheet(ruleset: Ruleset, paint: Paint, cells: int) -> str:
    """Return every option by its group, in the order of the pack."""
    head = f"{paint.bold(clean(ruleset.name))}: its options"
    key = "--option NAME=VALUE; * is the default, what is set stands in brackets"
    lines = [head, f"  {key}"]
    for group, options in _groups(ruleset):
        lines += ["", paint.bold(clean(group or "others"))]
        for option in options:
            lines += _lines(option, ruleset, paint, cells)
    return "\n".join(lines)


def options_json(ruleset: Ruleset) -> list[dict[str, object]]:
    """Return the same as JSON: values as they are written, links as texts."""
    found: list[dict[str, object]] = []
    for group, options in _groups(ruleset):
        for option in options:
            declared = ruleset.sections["options"].get(plain(option.name))
            node = _node(option, ruleset)
            said: dict[str, object] = {
                "name": option.name,
                "group": group,
                "title": _text(node, "title"),
                "rules": rule_of(declared).split() if declared else [],
                "values": [shown(each) for each in option.values],
                "default": shown(option.default),
                "value": shown(option.value),
            }
            found.append(said | {key: _links(node, key) for key in LINKS})
    return found


def _groups(ruleset: Ruleset) -> list[tuple[str, list[OptionValue]]]:
    """Return the groups in the order of their first options; those without one last."""
    groups: dict[str, list[OptionValue]] = {}
    for option in ruleset.options.values():
        groups.setdefault(_text(_node(option, ruleset), "group"), []).append(option)
    return sorted(groups.items(), key=lambda each: not each[0])


def _lines(
    option: OptionValue, ruleset: Ruleset, paint: Paint, cells: int
) -> Iterator[str]:
    declared = ruleset.sections["options"].get(plain(option.name))
    node, name = _node(option, ruleset), plain(clean(option.name))
    rule = rule_of(declared) if declared else ""
    yield f"  {paint.bold(name)}" + (f"  [{clean(rule)}]" if rule else "")
    yield from folded(clean(_text(node, "title")), cells, "    ")
    yield from folded(_values(option), cells, "    = ")
    for key in LINKS:
        links = _links(node, key)
        if links:
            yield from folded(f"{key}: {clean('; '.join(links))}", cells, "    ")


def _values(option: OptionValue) -> str:
    if len(option.values) > 8:
        return f"{_value(option.value, option)} of {clean(option.listed)}"
    return "  ".join(_value(each, option) for each in option.values)


def _value(value: Worth, option: OptionValue) -> str:
    text = typed_value(value)
    text = f"[{text}]" if _same(value, option.value) else text
    return f"{text}*" if _same(value, option.default) else text


def _same(one: Worth, other: Worth) -> bool:
    return one == other and type(one) is type(other)


def _node(option: OptionValue, ruleset: Ruleset) -> Node | None:
    declared = ruleset.sections.get("options", {}).get(plain(option.name))
    return declared.node if declared else None


def _text(node: Node | None, key: str) -> str:
    held = node.get(key) if isinstance(node, MappingNode) else None
    return " ".join(held.span.text.split()) if held is not None else ""


def _links(node: Node | None, key: str) -> Sequence[str]:
    """Return the conditions of `requires` and the like, each as it is written."""
    held = node.get(key) if isinstance(node, MappingNode) else None
    if held is None:
        return []
    if isinstance(held, MappingNode):
        return [f"{name.text}: {inline(value)}" for name, value in held.entries]
    return list(map(inline, held.items if isinstance(held, Listed) else [held]))
