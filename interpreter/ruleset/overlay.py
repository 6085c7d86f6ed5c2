"""Changes of declarations: aimed in one original, made at once, or refused."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from interpreter.diagnostics import Diagnostic, problem
from interpreter.ruleset.change_targets import Aim, MissingTarget, aim
from interpreter.ruleset.changes import (
    OPTIONS,
    OverlayChange,
    a_part_of_it,
    is_option,
    option_line,
)
from interpreter.ruleset.edits import SWEEPING, Edit, clash, repeats, rewritten
from interpreter.ruleset.layers import Layer, Sections
from interpreter.ruleset.naming import check_name
from interpreter.ruleset.paths import parts_of
from interpreter.ruleset.ruleset import Declaration, Origin
from interpreter.source import Span
from interpreter.yaml import MappingNode, Node, ScalarNode, check_shape, inline

Made = dict[tuple[str, int, int], OverlayChange]
"""What overlays wrote, by its place in their files."""


def apply(
    sections: Sections,
    changes: list[OverlayChange],
    made: Made,
    problems: list[Diagnostic],
    *,
    guarded: bool = False,
    whole: bool = True,
) -> list[Origin]:
    """Make the changes in `sections`; the order in which they are given is no matter.

    With `guarded`, what stands in `made` already may not be changed again. When not
    every file could be read (not `whole`), what finds nothing is passed over.
    """
    origins: list[Origin] = []
    waiting = changes
    while waiting:
        aims: list[Aim] = []
        late: list[tuple[OverlayChange, Diagnostic]] = []
        for change in waiting:
            found = aim(change, sections, problems)
            if isinstance(found, MissingTarget):
                late.append((change, found.problem))
            elif found is not None and _agrees(
                found, aims, made if guarded else {}, problems
            ):
                aims.append(found)
        if not aims:
            problems.extend(each for _, each in late if whole)
            break
        origins += _make(sections, aims, made, problems)
        waiting = [change for change, _ in late]
    return origins


def _agrees(
    one: Aim, others: list[Aim], made: Made, problems: list[Diagnostic]
) -> bool:
    """Tell whether a change may be made beside the others."""
    for other in others:
        if (one.section, one.key) != (other.section, other.key):
            continue
        if one.edit is None or other.edit is None:
            return _refuse(one, other.change, problems)
        ordered = one.change.by == other.change.by and _adds(one) and _adds(other)
        if not ordered and clash(one.edit, other.edit):
            return _refuse(one, other.change, problems)
        if repeats(one.edit, other.edit):
            return False
    first = made.get(_place(one.before.span)) if one.before is not None else None
    if first is not None and one.edit is not None:
        counts = one.edit.act in ("add", "scale") and one.edit.act == first.verb
        if not counts and one.edit.act in (*SWEEPING, "add", "scale"):
            return _refuse(one, first, problems)
    return True


def _adds(one: Aim) -> bool:
    return one.edit is not None and one.edit.act in ("before", "after", "append")


def _refuse(one: Aim, other: OverlayChange, problems: list[Diagnostic]) -> bool:
    problems.append(
        problem(
            "R806",
            one.change.path.span,
            f"{one.change.by} and {other.by} change one place, and the order matters",
            hint="leave one of them out, or write one change that does both",
            related=((other.path.span, "the other"),),
        )
    )
    return False


def _make(
    sections: Sections, aims: list[Aim], made: Made, problems: list[Diagnostic]
) -> list[Origin]:
    origins = []
    by_name: dict[tuple[str, str], list[Edit]] = {}
    for each in aims:
        if each.edit is None:
            _declare(sections, each, problems)
        else:
            by_name.setdefault((each.section, each.key), []).append(each.edit)
    for (section, key), edits in by_name.items():
        known = sections[section]
        node = rewritten(known[key].node, edits)
        if node is None:
            del known[key]
        else:
            known[key] = replace(known[key], node=node)
    for each in aims:
        origins.append(_origin(each))
        if each.edit is None or each.edit.act in ("set", "enter", "add", "scale"):
            made.setdefault(_place(each.change.value.span), each.change)
    return origins


def _declare(sections: Sections, one: Aim, problems: list[Diagnostic]) -> None:
    name, value = one.name, one.change.value
    file = name.span.source.name
    found = Declaration(name.text, one.key, value, name.span, file, one.change.by)
    check_name(one.section, found, problems)
    sections[one.section][one.key] = found


def _origin(one: Aim) -> Origin:
    change = one.change
    after: Node | None = change.value
    edit = one.edit
    if edit is not None and edit.act in ("add", "scale") and one.before is not None:
        after = rewritten(one.before, [replace(edit, address=())])
    elif change.verb == "remove":
        after = None
    return Origin(
        change.path.text,
        one.section,
        one.key,
        change.verb,
        change.by,
        change.path.span,
        one.before,
        after,
        "expect" in change.body,
    )


def _place(span: Span) -> tuple[str, int, int]:
    return (span.source.name, span.start, span.end)


# Changes written as a bare value: what they would be, once it is known what stands
# where they point.

_TO = "to"


def say_how(
    layers: list[Layer], sections: Sections, problems: list[Diagnostic]
) -> None:
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


def _switched(path: ScalarNode, node: Node) -> Iterator[tuple[ScalarNode, str]]:
    """Yield the names of options that are switched below `change`, with the hint."""
    if path.text.strip() != OPTIONS or not isinstance(node, MappingNode):
        return
    for key, value in node.entries:
        if isinstance(value, ScalarNode):
            yield key, option_line(key.text, value)


def _is_bare(node: Node) -> bool:
    return not isinstance(node, MappingNode)


def _how(path: ScalarNode, value: Node, sections: Sections) -> str:
    parts = parts_of(path)
    if is_option(parts) and isinstance(value, ScalarNode):
        return option_line(parts[1].text, value)
    written = _written(path, value, sections)
    return f"write {written}" if written else ""


def _written(path: ScalarNode, value: Node, sections: Sections) -> str:
    verb = ScalarNode(_TO, value.span, "")
    change = OverlayChange(path, MappingNode(((verb, value),), value.span), "")
    found = aim(change, sections, [])
    if not isinstance(found, Aim) or found.before is None:
        return ""
    return f"{{expect: {inline(found.before)}, {_TO}: {inline(value)}}}"


# The shape of what changes have made: a misspelt key in a new row is none the less.
# A change holds anything at all, for its shape follows from where it goes
# (2026-11-21).


def check_shapes(
    sections: Sections, origins: Iterable[Origin], problems: list[Diagnostic]
) -> None:
    """Append what is wrong with the shape of the declarations that were changed.

    Only where nothing is wrong yet: what half a change leaves behind is its own fault.
    """
    if any(each.severity == "error" for each in problems):
        return
    by_name: dict[tuple[str, str], list[Origin]] = {}
    for each in origins:
        by_name.setdefault((each.section, each.key), []).append(each)
    for (section, key), made in by_name.items():
        declaration = sections[section].get(key)
        if declaration is not None:
            found: list[Diagnostic] = []
            _check(section, declaration, found)
            problems += [_meant(each, made) for each in found]


def _meant(found: Diagnostic, made: Iterable[Origin]) -> Diagnostic:
    """Say where the path should end when a text took the place of a map."""
    for each in made:
        here = each.after is not None and each.after.span == found.span
        if here and each.before is not None and isinstance(each.after, ScalarNode):
            parts = parts_of(ScalarNode(each.path, each.span, ""))
            if is_option(parts):
                line = option_line(parts[1].text, each.after)
                return replace(found, expected="", hint=line)
            return replace(found, hint=found.hint or a_part_of_it(each.before))
    return found


def _check(section: str, each: Declaration, problems: list[Diagnostic]) -> None:
    name = ScalarNode(each.name, each.span, "")
    held = MappingNode(((name, each.node),), each.node.span)
    if section == "rulebook":
        check_shape(held, "rulebook", problems)
    else:
        entries = tuple(
            (ScalarNode(key, each.span, ""), value)
            for key, value in (("name", name), (section, held))
        )
        check_shape(MappingNode(entries, each.node.span), "ruleset", problems)
