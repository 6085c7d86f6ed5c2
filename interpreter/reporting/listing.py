"""Declarations as their author wrote them, and options with what they are now."""

import textwrap
from dataclasses import dataclass, field
from types import MappingProxyType

from interpreter.document import Mapping
from interpreter.reporting.layout import WIDTH, columns, folded
from interpreter.reporting.paint import Paint, clean
from interpreter.reporting.values import spaced
from interpreter.ruleset.options import shown
from interpreter.ruleset.ruleset import Declaration, OptionValue
from interpreter.source import Span
from interpreter.values.names import plain

KINDS = MappingProxyType({"entities": "kind of entity", "entry_points": "entry point"})


@dataclass(frozen=True, slots=True)
class Shown:
    """Something of a pack, ready to be printed; `rows` are the cells of a table."""

    section: str
    name: str
    kind: str
    rule: str
    at: Span
    text: str
    rows: tuple[tuple[str, ...], ...] = field(default=())


def headline(
    name: str, kind: str, rule: str, at: Span, paint: Paint, cells: int = WIDTH
) -> str:
    """Return the lines above a declaration: name, what it is, its rule, its place."""
    head, *more = folded(f"{spaced(name)} ({kind})", cells) or [""]
    said = clean(name.replace("_", " "))
    head = head.replace(said, paint.bold(said), 1)
    carried = f"[{clean(rule)}]  " if rule else ""
    place = f"{at.source.name}:{at.first[0]}"
    below = folded(f"{carried}{clean(place)}", cells, "  ")
    return "\n".join([head, *more, *map(paint.faint, below)])


def shown_json(found: Shown) -> dict[str, object]:
    """Return it as JSON, with the place in the pack."""
    return {
        "section": found.section,
        "name": found.name,
        "kind": found.kind,
        "rule": found.rule,
        "at": str(found.at),
        "rows": [list(row) for row in found.rows],
        "text": found.text,
    }


def shown_source(
    section: str, each: Declaration, paint: Paint, takes: str = ""
) -> Shown:
    """Return the lines of a declaration; `takes` stands in its headline."""
    kind = KINDS.get(section, section.replace("_", " ").removesuffix("s"))
    source, start, end = each.node.span.source, each.node.span.start, each.node.span.end
    begin = source.text.rfind("\n", 0, start) + 1
    indent = source.text[begin:start]
    text = source.text[start:end].rstrip()
    if not indent.strip():  # a block: its first line stands as deep as the others
        text = textwrap.dedent(indent + text)
    body = textwrap.indent("\n".join(map(_line, text.split("\n"))), "  ")
    rule = rule_of(each)
    head = headline(each.name, f"{kind}{takes}", rule, each.span, paint)
    return Shown(section, each.name, kind, rule, each.span, f"{head}\n\n{body}")


def _line(text: str) -> str:
    bare = text.lstrip(" ")
    return " " * (len(text) - len(bare)) + clean(bare.rstrip())


def typed_value(value: object) -> str:
    """Return a value of an option as it is typed on a command line."""
    return clean(shown(value)).replace(" ", "_")


def rule_of(each: Declaration) -> str:
    """Return the rules that a declaration names, or ""."""
    node = each.node.get("rule") if isinstance(each.node, Mapping) else None
    return " ".join(node.span.text.split()) if node is not None else ""


def shown_option(
    option: OptionValue, declared: Declaration | None, paint: Paint
) -> Shown:
    """Return an option: its values, which is set or the default, and how to set it."""
    node = declared.node if declared else None
    title = node.get("title") if isinstance(node, Mapping) else None
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
        typed = f"{plain(option.name)}={typed_value(others[0])}"
        lines += ["", f"  to set it: --option {typed}"]
    text = "\n".join(lines)
    return Shown("options", option.name, "option", rule, option.span, text, tuple(rows))
