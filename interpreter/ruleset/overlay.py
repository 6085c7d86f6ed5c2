"""Changes of declarations by overlays and options, applied in one round or refused.

A change is aimed at a declaration and a path in it (`Aim`); a path that finds nothing
is a diagnostic. All edits of one round are made at their places in the same original,
so their order does not matter; two that touch the same place are R806. The shape of the
result is checked against the schemas, since what a change may hold follows from where
it goes.
"""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from interpreter.diagnostics import (
    Diagnostic,
    Fix,
    did_you_mean,
    problem,
    there_are,
)
from interpreter.ruleset.changes import (
    OverlayChange,
    a_part_of_it,
    beyond,
    edit_of,
    is_band,
    is_option,
    new_entry,
    option_line,
    path_of,
)
from interpreter.ruleset.edits import (
    SWEEPING,
    Edit,
    clash,
    number_in,
    repeats,
    rewritten,
    same,
)
from interpreter.ruleset.layers import Sections, check_name
from interpreter.ruleset.near_paths import paths_to
from interpreter.ruleset.paths import (
    Address,
    PathPart,
    find,
    names_in,
    node_at,
    parts_of,
)
from interpreter.ruleset.ruleset import SECTIONS, Declaration, Origin
from interpreter.source import Name, Span
from interpreter.yaml import MappingNode, Node, ScalarNode, SequenceNode, inline
from interpreter.yaml.shape import check_shape, either
from interpreter.yaml.writing import LONGEST, one_line

# --- Targets of changes ---


class Aim(Struct, frozen=True):
    """A change with its place: an edit of a declaration, or (None) a new one."""

    change: OverlayChange
    section: str
    name: PathPart
    edit: Edit | None
    before: Node | None

    @property
    def key(self) -> Name:
        """The name of the declaration."""
        return self.name.name


class MissingTarget(Struct, frozen=True):
    """A change that finds nothing now; perhaps another one makes what it wants."""

    problem: Diagnostic


def aim(
    change: OverlayChange, sections: Sections, problems: list[Diagnostic]
) -> Aim | MissingTarget | None:
    """Find the place of a change; None when a problem was appended."""
    parts = parts_of(change.path)
    if any(not part.text for part in parts) or len(parts) < 2:
        message = f"'{change.path.text}' is no path"
        expected = "section.name, then rows, fields or ids of steps, joined by '.'"
        hint = "a name with a dot is in quotes" if ".." in change.path.text else ""
        if not hint and (paths := paths_to(change.path.text, sections)):
            hint = f"write {either(paths)}"
        problems.append(
            problem("R801", change.path.span, message, expected=expected, hint=hint)
        )
        return None
    section, name = parts[0].name, parts[1]
    if section not in SECTIONS:
        return MissingTarget(_missing(parts[0], list(SECTIONS), "section"))
    found = sections[section].get(name.name)
    if found is None:
        if len(parts) == 2 and change.verb == "add":
            return Aim(change, section, name, None, None)
        known = [each.name for each in sections[section].values()]
        return MissingTarget(_missing(name, known, f"name in '{section}'"))
    return _within(change, found.node, parts, section, problems)


def _within(
    change: OverlayChange,
    root: Node,
    parts: list[PathPart],
    section: str,
    problems: list[Diagnostic],
) -> Aim | MissingTarget | None:
    places = find(root, parts[2:])
    if isinstance(places, int):
        return _absent(change, root, parts, places, section)
    if len(places) > 1:
        message = f"'{parts[-1].text}' occurs at {len(places)} places"
        related = tuple((node_at(root, place).span, "one") for place in places[:5])
        hint = "name what contains it before it, or give one another id"
        span = parts[-1].span
        problems.append(problem("R801", span, message, hint=hint, related=related))
        return None
    target = node_at(root, places[0])
    expected = change.body.get("expect")
    if expected is not None and not same(expected, target):
        problems.append(_unexpected(expected, target))
        return None
    if _means_a_band(change, target, parts):
        problems.append(_band(change, parts))
        return None
    edit = edit_of(change, root, places[0], problems)
    return None if edit is None else Aim(change, section, parts[1], edit, target)


def _unexpected(expected: Node, target: Node) -> Diagnostic:
    message = f"'{one_line(expected)}' was expected, but '{one_line(target)}' is there"
    hint = "check that the change is still meant, then write what is there"
    if one_line(expected) == one_line(target):
        hint = "a text in quotes is no list or map: write it without quotes"
    elif isinstance(expected, ScalarNode) or len(inline(target)) > LONGEST:
        hint = a_part_of_it(target, expected) or hint
    related = ((target.span, "it is here"),)
    there = inline(target)
    is_short = len(there) <= LONGEST and "\n" not in expected.span.text
    fix = Fix(expected.span, there, safe=False) if is_short else None
    return problem("R802", expected.span, message, hint=hint, related=related, fix=fix)


def _means_a_band(change: OverlayChange, target: Node, parts: list[PathPart]) -> bool:
    """Return whether a row should get another band: nobody gives 9-10 for a number."""
    last = ScalarNode(parts[-1].text, parts[-1].span, "")
    rows = len(parts) > 2 and parts[-2].text == "rows" and is_band(last)
    given = change.verb in ("to", "replace") and is_band(change.value)
    return rows and given and not is_band(target)


def _band(change: OverlayChange, parts: list[PathPart]) -> Diagnostic:
    message = f"'{one_line(change.value)}' is a band, and a band is the name of its row"
    hint = f"give all rows anew with 'to', at {path_of(parts[:-1])}"
    return problem("R105", change.value.span, message, hint=hint)


def _absent(
    change: OverlayChange, root: Node, parts: list[PathPart], number: int, section: str
) -> Aim | MissingTarget:
    """Return the edit that makes what is not there, or that it is missing."""
    inner = parts[2:]
    owners = find(root, inner[:number])
    address: Address = owners[0] if not isinstance(owners, int) else ()
    owner = node_at(root, address)
    last = inner[number]
    if number == len(inner) - 1 and not _meant_number(change, owner, last):
        edit = new_entry(change, owner, address, last)
        if edit is not None:
            return Aim(change, section, parts[1], edit, None)
    in_steps = any(each.text == "steps" for each in inner[:number])
    if in_steps and (last.counts or isinstance(owner, SequenceNode)):
        message = f"no step has the id '{last.text}'"
        hint = _step_hint(parts[: number + 2], last, names_in(owner, in_steps))
        return MissingTarget(problem("R801", last.span, message, hint=hint))
    if isinstance(owner, ScalarNode) and number:
        return MissingTarget(_nothing_within(change, owner, parts, number + 2))
    found = _missing(last, names_in(owner), "row, field or id")
    if number == len(inner) - 1 and isinstance(owner, MappingNode):
        found = _or_new(found, change, last, owner)
    return MissingTarget(found)


def _nothing_within(
    change: OverlayChange, there: ScalarNode, parts: list[PathPart], number: int
) -> Diagnostic:
    before, last = parts[number - 1].text, parts[number]
    message = f"'{before}' has no parts, so no '{last.text}': it is '{one_line(there)}'"
    hint = beyond(parts, number, change.verb, change.value)
    related = ((there.span, "it is here"),)
    return problem("R801", last.span, message, hint=hint, related=related)


def _or_new(
    found: Diagnostic, change: OverlayChange, last: PathPart, owner: Node
) -> Diagnostic:
    """Add how a new part is written, where none that is there could be meant."""
    expects = "expect" in change.body
    new = change.verb == "add" if expects else change.verb in ("to", "replace")
    if not new or did_you_mean(last.text, names_in(owner)):
        return found
    how = "without 'expect'" if expects else "with 'add'"
    listed = f"{found.hint}; " if found.hint else ""
    return replace(found, hint=f"{listed}a new part is written {how}")


def _step_hint(before: list[PathPart], part: PathPart, known: list[str]) -> str:
    """Return how a step is named, and which can be; `before` leads to where it was
    looked for."""
    if near := did_you_mean(part.text, known):
        return near
    how = "a step is named by its 'id' or a name that it binds"
    others = f"all of it can be given anew at {path_of(before)}"
    listed = there_are(known)
    return (
        f"{how}, never by its verb or number; {listed or 'none here has one'}; {others}"
    )


def _meant_number(change: OverlayChange, owner: Node, last: PathPart) -> bool:
    """Return whether `add: 2` was meant for a number whose name is misspelt here."""
    if number_in(change.value) is None or not last.text[:1].isalpha():
        return False
    return bool(did_you_mean(last.text, names_in(owner)))


def _missing(part: PathPart, known: list[str], what: str) -> Diagnostic:
    hint = did_you_mean(part.text, known) or there_are(known)
    return problem("R801", part.span, f"no {what} is '{part.text}'", hint=hint)


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

    With `guarded`, what is in `made` already may not be changed again. When not
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
    """Return whether a change may be made next to the others."""
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


# --- The shape of the result ---


def check_shapes(
    sections: Sections, origins: Iterable[Origin], problems: list[Diagnostic]
) -> None:
    """Append what is wrong with the shape of the declarations that were changed.

    Only where nothing is wrong yet: what half a change leaves is its own fault.
    """
    if any(each.severity == "error" for each in problems):
        return
    by_name: dict[tuple[str, str], list[Origin]] = {}
    for origin in origins:
        by_name.setdefault((origin.section, origin.key), []).append(origin)
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
            if part := a_part_of_it(each.before):
                return replace(found, hint=part, fix=None)
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
