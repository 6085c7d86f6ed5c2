"""Changes of declarations: aimed in one original, made at once, or refused."""

from dataclasses import replace

from interpreter.document import Node
from interpreter.problems import Problem, problem
from interpreter.ruleset.edits import SWEEPING, Edit, clash, repeats, rewritten
from interpreter.ruleset.layers import Sections
from interpreter.ruleset.naming import check_name
from interpreter.ruleset.ruleset import Declaration, Origin
from interpreter.ruleset.targets import Aim, Missing, aim
from interpreter.ruleset.verbs import Change
from interpreter.source import Span

Made = dict[tuple[str, int, int], Change]
"""What overlays wrote, by its place in their files."""


def apply(
    sections: Sections,
    changes: list[Change],
    made: Made,
    problems: list[Problem],
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
        late: list[tuple[Change, Problem]] = []
        for change in waiting:
            found = aim(change, sections, problems)
            if isinstance(found, Missing):
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


def _agrees(one: Aim, others: list[Aim], made: Made, problems: list[Problem]) -> bool:
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


def _refuse(one: Aim, other: Change, problems: list[Problem]) -> bool:
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
    sections: Sections, aims: list[Aim], made: Made, problems: list[Problem]
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


def _declare(sections: Sections, one: Aim, problems: list[Problem]) -> None:
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
