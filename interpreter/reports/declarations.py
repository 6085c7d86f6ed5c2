"""Declarations as in their source, and options with their current values."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from types import MappingProxyType

from msgspec import Struct, field
from msgspec.structs import replace

from interpreter.reports.colour import Paint, clean
from interpreter.reports.outputs.packs import (
    DeclarationOutput,
    OptionOutput,
    PackChangeOutput,
)
from interpreter.reports.text_layout import WIDTH, columns, folded
from interpreter.reports.values import spaced
from interpreter.ruleset.options import Worth, shown
from interpreter.ruleset.ruleset import Declaration, OptionValue, Origin, Ruleset
from interpreter.semantics.declarations import ClaimKind
from interpreter.source import Name, Span
from interpreter.values.types import spoken
from interpreter.yaml import MappingNode, Node, ScalarNode, SequenceNode, block, inline
from interpreter.yaml import SequenceNode as Listed
from interpreter.yaml.writing import one_line

KINDS = MappingProxyType(
    {
        "entities": "kind of entity",
        "entry_points": "entry point",
        "policies": "policy",
    }
)


class Shown(Struct, frozen=True):
    """A declaration ready to print.

    `rows` are the cells of a table, `changes` what overlays and options changed.
    """

    section: str
    name: str
    kind: str
    rule: str
    at: Span
    text: str
    rows: tuple[tuple[str, ...], ...] = field(default=())
    changes: tuple[Origin, ...] = field(default=())


def headline(
    name: str, kind: str, rule: str, at: Span, paint: Paint, cells: int = WIDTH
) -> str:
    """Return the lines above a declaration: name, section, rule, span."""
    head, *more = folded(f"{spaced(name)} ({kind})", cells) or [""]
    title = clean(name.replace("_", " "))
    head = head.replace(title, paint.bold(title), 1)
    carried = f"[{clean(rule)}]  " if rule else ""
    place = f"{at.source.name}:{at.first[0]}"
    below = folded(f"{carried}{clean(place)}", cells, "  ")
    return "\n".join([head, *more, *map(paint.faint, below)])


def shown_output(declaration: Shown) -> DeclarationOutput:
    """Return the declaration as the record for JSON, with its span."""
    return DeclarationOutput(
        section=declaration.section,
        name=declaration.name,
        kind=declaration.kind,
        rule=declaration.rule,
        at=str(declaration.at),
        rows=declaration.rows,
        changes=tuple(map(_change_output, declaration.changes)),
        text=declaration.text,
    )


def _change_output(change: Origin) -> PackChangeOutput:
    return PackChangeOutput(
        path=change.path,
        verb=change.verb,
        by=change.by,
        at=str(change.span),
        before=None if change.before is None else inline(change.before),
        after=None if change.after is None else inline(change.after),
    )


def with_changes(
    declaration: Shown, name: Name, origins: Iterable[Origin], cells: int = WIDTH
) -> Shown:
    """Return the declaration of a name with the changes applied to it, and who made
    them."""
    key = (declaration.section, name)
    changes = tuple(each for each in origins if (each.section, each.key) == key)
    lines = []
    for change in changes:
        place = f"{change.span.source.name}:{change.span.first[0]}"
        lines += folded(f"changed by {clean(change.by)}  {clean(place)}", cells, "  ")
        lines += folded(f"{clean(change.path)}: {_made_of(change)}", cells, "    ")
    text = "\n".join([declaration.text, *([""] if lines else []), *lines])
    return replace(declaration, text=text, changes=changes)


def _made_of(origin: Origin) -> str:
    before, after = clean(one_line(origin.before)), clean(one_line(origin.after))
    match origin.verb:
        case "remove":
            return f"{before} is removed"
        case "insert_before" | "insert_after" | "append":
            return f"{origin.verb.replace('_', ' ')} {after}"
        case _ if origin.before is None:
            return f"{after} is new"
        case _:
            return f"{before} became {after}"


def shown_source(
    section: str,
    declaration: Declaration,
    paint: Paint,
    takes: str = "",
    changed: bool = False,
) -> Shown:
    """Return a declaration as its source; `takes` is added to the headline.

    If `changed`, no file has it in this form, and its text is generated.
    """
    kind = KINDS.get(section, section.replace("_", " ").removesuffix("s"))
    text = "\n".join(block(declaration.node)) if changed else _as_written(declaration)
    body = textwrap.indent("\n".join(map(_line, text.split("\n"))), "  ")
    rule = rule_of(declaration)
    head = headline(declaration.name, f"{kind}{takes}", rule, declaration.span, paint)
    return Shown(
        section, declaration.name, kind, rule, declaration.span, f"{head}\n\n{body}"
    )


def _as_written(declaration: Declaration) -> str:
    """Return what is below the name of a declaration; where the name carries its
    signature, all of it from there."""
    span = declaration.node.span
    source, start, end = span.source, span.start, span.end
    if _has_signature(declaration):
        start = source.text.rfind("\n", 0, declaration.span.start) + 1
    begin = source.text.rfind("\n", 0, start) + 1
    indent = source.text[begin:start]
    text = source.text[start:end].rstrip()
    if not indent.strip():  # a block: its first line is as deep as the others
        text = textwrap.dedent(indent + text)
    return text


def _has_signature(each: Declaration) -> bool:
    """Tell whether the name begins a line, and what it takes or gives is in it."""
    source, start = each.node.span.source, each.node.span.start
    parts = each.node.entries if isinstance(each.node, MappingNode) else ()
    line = source.text.rfind("\n", 0, each.span.start) + 1
    before = source.text[line : each.span.start].strip(" \"'")
    return not before and any(value.span.start < start for _, value in parts)


def _line(text: str) -> str:
    bare = text.lstrip(" ")
    return " " * (len(text) - len(bare)) + clean(bare.rstrip())


def typed_value(value: object) -> str:
    """Return an option value as it is typed on a command line."""
    return clean(shown(value)).replace(" ", "_")


def rule_of(declaration: Declaration) -> str:
    """Return the rules that a declaration names, or ""."""
    node = (
        declaration.node.get("rule")
        if isinstance(declaration.node, MappingNode)
        else None
    )
    if isinstance(node, SequenceNode):
        return " ".join(each.span.text for each in node.items)
    return " ".join(node.span.text.split()) if node is not None else ""


def shown_option(
    option: OptionValue, declared: Declaration | None, paint: Paint
) -> Shown:
    """Return an option: its values, the current one, the default, and how to set it."""
    node = declared.node if declared else None
    title = node.get("title") if isinstance(node, MappingNode) else None
    rule = rule_of(declared) if declared else ""
    rows = []
    for value in option.values:
        notes = [
            word
            for word, same in (("set", option.value), ("default", option.default))
            if same == value and type(same) is type(value)
        ]
        rows.append((clean(shown(value)), ", ".join(notes)))
    lines = [headline(option.name, "option", rule, option.span, paint)]
    if title is not None:
        lines += ["", f"  {clean(' '.join(title.span.text.split()))}"]
    lines += ["", *columns(rows, heading=False, indent="    ")]
    others = [each for each in option.values if each != option.value]
    if others:
        typed = f"{option.key}={typed_value(others[0])}"
        lines += ["", f"  to set it: --option {typed}"]
    lines += _switched(option, node)
    text = "\n".join(lines)
    return Shown("options", option.name, "option", rule, option.span, text, tuple(rows))


def _switched(option: OptionValue, node: Node | None) -> list[str]:
    """Return the lines of what an option changes when it is on."""
    held = node.get("change") if isinstance(node, MappingNode) else None
    if not isinstance(held, MappingNode):
        return []
    switch = "yes" if True in option.values else "any value but its default"
    lines = ["", f"  {switch} changes:"]
    for path, change in held.entries:
        first, *more = block(change, WIDTH - len(path.text))
        lines.append(
            f"    {_line(path.text)}: {_line(first) if not more else ''}".rstrip()
        )
        lines += [f"      {_line(each)}" for each in (first, *more) if more]
    return lines


# A kind of claim as on a printed page: what it is about, and its facts.


def claim_kind_shown(kind: ClaimKind, paint: Paint) -> Shown:
    """Return a kind of claim: each fact by its name, with its text and type."""
    rows = [("fact", "read as", "type")]
    rows += [
        (clean(each.title), clean(each.words), clean(spoken(each.type)))
        for each in kind.facts
    ]
    lines = [headline(kind.title, "claim kind", kind.rule, kind.span, paint), ""]
    for word, of in (("about", kind.about), ("label", kind.label)):
        lines += [f"  {word}: {clean(spoken(of))}"] if of is not None else []
    lines += [*columns(rows, heading=True, indent="  ")] if kind.facts else []
    text = "\n".join(lines)
    return Shown(
        "claims", kind.title, "claim kind", kind.rule, kind.span, text, tuple(rows[1:])
    )


# Where a change of an overlay finds a row: the path of the first as an example.

HOLDING = ("rows", "cells", "weights", "groups")
"""Keys below which the parts of a table, or of modifiers, stand by their names."""
WORTH = ("give", "gives", "add")
"""Keys of what a row says."""
BESIDE = ("rule", "only", "say", "status")
"""Keys that say when a row counts and what it carries."""


def address(declaration: Declaration, section: str) -> str:
    """Return the overlay path of the first row of a table or of modifiers; "" if it has
    none."""
    parts, node = [section, declaration.key], declaration.node
    while isinstance(node, MappingNode):
        key = node.key(_held(node)) or (_named(node) if parts[2:] else None)
        inner = None if key is None else node.get(key.name)
        if key is None or inner is None:
            break
        parts.append(f"'{key.text}'" if "." in key.text else key.name)
        node = inner
    return ".".join(parts) if parts[2:] else ""


def _held(node: MappingNode) -> str:
    found = (each for each in HOLDING if isinstance(node.get(each), MappingNode))
    return next(found, "")


def _named(node: MappingNode) -> ScalarNode | None:
    keys = {key.text: key for key, _ in node.entries if key.text not in BESIDE}
    worth = [keys[each] for each in WORTH if each in keys]
    return next(iter([*worth, *keys.values()]), None)


# --- Option sheet ---

LINKS = ("requires", "conflicts", "implies")


def options_sheet(ruleset: Ruleset, paint: Paint, cells: int) -> str:
    """Return every option by its group, in the order of the pack."""
    head = f"{paint.bold(clean(ruleset.name))}: its options"
    key = "--option NAME=VALUE; * is the default, what is set is in brackets"
    lines = [head, f"  {key}"]
    for group, options in _groups(ruleset):
        lines += ["", paint.bold(clean(group or "others"))]
        for option in options:
            lines += _lines(option, ruleset, paint, cells)
    return "\n".join(lines)


def options_output(ruleset: Ruleset) -> tuple[OptionOutput, ...]:
    """Return the options as records for JSON: values as typed, links as text."""
    return tuple(
        _option_output(group, option, ruleset)
        for group, options in _groups(ruleset)
        for option in options
    )


def _option_output(group: str, option: OptionValue, ruleset: Ruleset) -> OptionOutput:
    declared = ruleset.sections["options"].get(option.key)
    node = _node(option, ruleset)
    return OptionOutput(
        name=option.name,
        group=group,
        title=_text(node, "title"),
        rules=tuple(rule_of(declared).split()) if declared else (),
        values=tuple(map(shown, option.values)),
        default=shown(option.default),
        value=shown(option.value),
        requires=tuple(_links(node, "requires")),
        conflicts=tuple(_links(node, "conflicts")),
        implies=tuple(_links(node, "implies")),
    )


def _groups(ruleset: Ruleset) -> list[tuple[str, list[OptionValue]]]:
    """Return the groups in the order of their first options; options without a group
    last."""
    groups: dict[str, list[OptionValue]] = {}
    for option in ruleset.options.values():
        groups.setdefault(_text(_node(option, ruleset), "group"), []).append(option)
    return sorted(groups.items(), key=lambda each: not each[0])


def _lines(
    option: OptionValue, ruleset: Ruleset, paint: Paint, cells: int
) -> Iterator[str]:
    declared = ruleset.sections["options"].get(option.key)
    node, name = _node(option, ruleset), clean(option.key)
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
    declared = ruleset.sections.get("options", {}).get(option.key)
    return declared.node if declared else None


def _text(node: Node | None, key: str) -> str:
    held = node.get(key) if isinstance(node, MappingNode) else None
    return " ".join(held.span.text.split()) if held is not None else ""


def _links(node: Node | None, key: str) -> Sequence[str]:
    """Return the conditions of `requires` and similar keys as source text."""
    held = node.get(key) if isinstance(node, MappingNode) else None
    if held is None:
        return []
    if isinstance(held, MappingNode):
        return [f"{name.text}: {inline(value)}" for name, value in held.entries]
    return list(map(inline, held.items if isinstance(held, Listed) else [held]))
