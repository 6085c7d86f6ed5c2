"""Where a change points: a declaration and a place in it, or why nothing is there."""

from dataclasses import dataclass, replace

from interpreter.diagnostics import Diagnostic, did_you_mean, problem, there_are
from interpreter.ruleset.changes import (
    OverlayChange,
    a_part_of_it,
    beyond,
    edit_of,
    is_band,
    new_entry,
    path_of,
)
from interpreter.ruleset.edits import LONGEST, Edit, number_in, same, shown
from interpreter.ruleset.layers import Sections
from interpreter.ruleset.paths import (
    Address,
    PathPart,
    find,
    names_in,
    node_at,
    parts_of,
)
from interpreter.ruleset.ruleset import SECTIONS
from interpreter.values.names import plain
from interpreter.yaml import MappingNode, Node, ScalarNode, SequenceNode, inline


@dataclass(frozen=True, slots=True)
class Aim:
    """A change with its place: an edit of a declaration, or (None) a new one."""

    change: OverlayChange
    section: str
    name: PathPart
    edit: Edit | None
    before: Node | None

    @property
    def key(self) -> str:
        """The plain name of the declaration."""
        return plain(self.name.text)


@dataclass(frozen=True, slots=True)
class MissingTarget:
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
        hint = "a name with a dot stands in quotes" if ".." in change.path.text else ""
        problems.append(
            problem("R801", change.path.span, message, expected=expected, hint=hint)
        )
        return None
    section, name = plain(parts[0].text), parts[1]
    if section not in SECTIONS:
        return MissingTarget(_missing(parts[0], list(SECTIONS), "section"))
    found = sections[section].get(plain(name.text))
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
        message = f"'{parts[-1].text}' stands at {len(places)} places"
        related = tuple((node_at(root, each).span, "one") for each in places[:5])
        hint = "name what it stands in before it, or give one another id"
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
    message = f"'{shown(expected)}' was expected, but '{shown(target)}' stands there"
    hint = "see whether the change is still meant, then write what stands there"
    if shown(expected) == shown(target):
        hint = "a text in quotes is no list or map: write it without quotes"
    elif isinstance(expected, ScalarNode) or len(inline(target)) > LONGEST:
        hint = a_part_of_it(target, expected) or hint
    related = ((target.span, "it stands here"),)
    return problem("R802", expected.span, message, hint=hint, related=related)


def _means_a_band(change: OverlayChange, target: Node, parts: list[PathPart]) -> bool:
    """Tell whether a row should get another band: nobody gives 9-10 for a number."""
    last = ScalarNode(parts[-1].text, parts[-1].span, "")
    rows = len(parts) > 2 and parts[-2].text == "rows" and is_band(last)
    given = change.verb in ("to", "replace") and is_band(change.value)
    return rows and given and not is_band(target)


def _band(change: OverlayChange, parts: list[PathPart]) -> Diagnostic:
    message = f"'{shown(change.value)}' is a band, and a band is the name of its row"
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
    message = f"'{before}' has no parts, so no '{last.text}': it is '{shown(there)}'"
    hint = beyond(parts, number, change.verb, change.value)
    related = ((there.span, "it stands here"),)
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
    """Tell whether `add: 2` was meant for a number whose name is misspelt here."""
    if number_in(change.value) is None or not last.text[:1].isalpha():
        return False
    return bool(did_you_mean(last.text, names_in(owner)))


def _missing(part: PathPart, known: list[str], what: str) -> Diagnostic:
    hint = did_you_mean(part.text, known) or there_are(known)
    return problem("R801", part.span, f"no {what} is '{part.text}'", hint=hint)
