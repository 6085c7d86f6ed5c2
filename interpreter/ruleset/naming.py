"""Names of declarations: which expressions can write, and each only once."""

from dataclasses import replace

from interpreter.diagnostics import Diagnostic, problem
from interpreter.ruleset.ruleset import Declaration
from interpreter.values.names import REFUSED, RESERVED, WRITABLE, plain, writable
from interpreter.yaml import MappingNode, Node, ScalarNode

NAMED = frozenset(
    "types boards entities events claims tables modifiers formulas procedures "
    "triggers options".split()
)
"""The sections whose names stand in expressions."""


def check_name(section: str, found: Declaration, problems: list[Diagnostic]) -> None:
    """Report a name that expressions cannot write."""
    if section not in NAMED or writable(found.name):
        return
    if found.key in RESERVED or found.key in REFUSED:
        message = f"'{found.name}' is a word of the language and cannot be a name"
    else:
        message = f"expressions cannot write the name '{found.name}'"
    problems.append(problem("R203", found.span, message, expected=WRITABLE))


def declare(
    section: str,
    found: Declaration,
    known: dict[str, Declaration],
    problems: list[Diagnostic],
) -> None:
    """Put a declaration among the known ones, or say where its name stands already."""
    first = known.get(plain(found.name))
    if first is not None and section == "entities":
        whole = _continued(first, found, problems)
        if whole is not None:
            if continues(first):  # kinds are listed where they are declared
                del known[found.key]
            known[found.key] = whole
            return
    if first is None:
        check_name(section, found, problems)
        known[found.key] = found
        return
    other = first.origin != found.origin
    where = f" in {first.origin}" if other else ""
    hint = "write what differs under 'change:', or take another name" if other else ""
    problems.append(
        problem(
            "R306" if other or first.file == found.file else "R107",
            found.span,
            f"'{found.name}' is declared already{where}",
            hint=hint or f"it stands in {first.span}; rename or remove one",
            related=((first.span, "the first"),),
        )
    )


CONTINUES = "continues"
CONTINUED = ("fields", "derived", "holds")
"""What a part of a kind may hold that continues what stands elsewhere."""


def check_continued(known: dict[str, Declaration], problems: list[Diagnostic]) -> None:
    """Report kinds that are continued, and declared nowhere."""
    for each in known.values():
        if continues(each):
            message = f"'{each.name}' continues a kind that is declared nowhere"
            hint = f"leave out '{CONTINUES}' in one place"
            problems.append(problem("R307", each.span, message, hint=hint))


def continues(found: Declaration) -> bool:
    """Tell whether a declaration is a part of a kind that is declared elsewhere."""
    said = found.node.get(CONTINUES) if isinstance(found.node, MappingNode) else None
    return isinstance(said, ScalarNode) and said.text == "yes"


def _continued(
    first: Declaration, found: Declaration, problems: list[Diagnostic]
) -> Declaration | None:
    """Return a kind with a part of it that stands elsewhere; None where neither is
    one. It is the same kind whichever file is read first."""
    head, part = (found, first) if continues(first) else (first, found)
    if not continues(part):
        return None
    if not isinstance(head.node, MappingNode) or not isinstance(part.node, MappingNode):
        return head
    entries = list(head.node.entries)
    names = [plain(key.text) for key, _ in entries]
    for key, node in part.node.entries:
        name = plain(key.text)
        if name == CONTINUES:
            continue
        if name not in CONTINUED:
            message = f"'{key.text}' stands where the kind is declared"
            expected = ", ".join(CONTINUED)
            problems.append(problem("R101", key.span, message, expected=expected))
        elif name not in names:
            entries.append((key, node))
        else:
            at = names.index(name)
            entries[at] = entries[at][0], _joined(entries[at][1], node, problems)
    return replace(head, node=replace(head.node, entries=tuple(entries)))


def _joined(own: Node, more: Node, problems: list[Diagnostic]) -> Node:
    """Return a map with the entries of another; what stands in both is reported."""
    if not isinstance(own, MappingNode) or not isinstance(more, MappingNode):
        return own
    for key, _ in more.entries:
        there = own.key(key.text)
        if there is not None:
            message = f"'{key.text}' stands there already"
            related = ((there.span, "the first"),)
            problems.append(problem("R306", key.span, message, related=related))
    return replace(own, entries=(*own.entries, *more.entries))
