"""Declarations as their author wrote them, and options with what they are now."""

import textwrap
from dataclasses import dataclass, field

from interpreter.document import Mapping
from interpreter.reporting.layout import columns
from interpreter.reporting.paint import Paint, clean
from interpreter.ruleset.options import shown
from interpreter.ruleset.ruleset import Declaration, OptionValue
from interpreter.source import Span


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


def headline(name: str, kind: str, rule: str, paint: Paint) -> str:
    """Return the line above a declaration: name, what it is, the rule it carries."""
    carried = f"  [{clean(rule)}]" if rule else ""
    said = clean(name.replace("_", " "))
    return f"{paint.bold(said)} ({kind}){paint.faint(carried)}"


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


def shown_source(section: str, each: Declaration, paint: Paint) -> Shown:
    """Return the lines of a declaration."""
    kind = section.replace("_", " ").removesuffix("s")
    source, start, end = each.node.span.source, each.node.span.start, each.node.span.end
    begin = source.text.rfind("\n", 0, start) + 1
    indent = source.text[begin:start]
    text = source.text[start:end].rstrip()
    if not indent.strip():  # a block: its first line stands as deep as the others
        text = textwrap.dedent(indent + text)
    body = textwrap.indent("\n".join(map(_line, text.split("\n"))), "  ")
    note = f"{kind}, {clean(str(each.span))}"
    head = headline(each.name, note, "", paint)
    return Shown(section, each.name, kind, _rule(each), each.span, f"{head}\n\n{body}")


def _line(text: str) -> str:
    bare = text.lstrip(" ")
    return " " * (len(text) - len(bare)) + clean(bare.rstrip())


def _rule(each: Declaration) -> str:
    node = each.node.get("rule") if isinstance(each.node, Mapping) else None
    return " ".join(node.span.text.split()) if node is not None else ""


def shown_option(
    option: OptionValue, declared: Declaration | None, paint: Paint
) -> Shown:
    """Return an option: its values, which is set, which is the default."""
    node = declared.node if declared else None
    title = node.get("title") if isinstance(node, Mapping) else None
    rule = _rule(declared) if declared else ""
    rows = []
    for value in option.values:
        notes = [
            word
            for word, same in (("set", option.value), ("default", option.default))
            if same == value and type(same) is type(value)
        ]
        rows.append((clean(shown(value)), ", ".join(notes)))
    lines = [headline(option.name, "option", rule, paint)]
    if title is not None:
        lines.append(f"  {clean(' '.join(title.span.text.split()))}")
    lines += ["", *columns(rows, heading=False, indent="  ")]
    text = "\n".join(lines)
    return Shown("options", option.name, "option", rule, option.span, text, tuple(rows))
