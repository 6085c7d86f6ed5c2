"""Changes that a layer makes to a ruleset, and where each comes from.

Each verb (`replace`, `add`, `remove`, `append`, `insert_after` ...) checks that its
target is of the right shape and returns an `Edit`; a change that cannot be made becomes
a diagnostic with a hint that was tried.

The base pack was valid before it was changed, so an error in it is reported once, at
the change of the upper pack that causes it. Notes and warnings of the base belong to
checking the base, except for figures that are missing or of the house, which every pack
above it inherits.

An overlay change that replaces a value without `expect` is noted (R807): the base has
another author, and its next edition may say something else. Exempt are options (their
author sees both sides), additions (nothing is replaced), and values too long for a
line.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Sequence as List
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from interpreter.diagnostics import Diagnostic, problem, there_are
from interpreter.ruleset.edits import Act, Edit, number_in, same
from interpreter.ruleset.layers import Layer, below_and_own, merged
from interpreter.ruleset.paths import Address, PathPart, node_at, parts_of
from interpreter.ruleset.ruleset import Origin
from interpreter.source import Span, normalised
from interpreter.yaml import MappingNode, Node, ScalarNode, SequenceNode, inline
from interpreter.yaml.writing import LONGEST

# --- Hints for changes that cannot be made ---

UNNAMED = "NAME"  # of a new part whose author gave none
WHOLE = "change the whole with 'to'"
OPTIONS = "options"
_BAND = re.compile(r"-?\d+(?:-|\.\.)-?\d+|-?\d+[-+]|-?\d+\.\.|\.\.-?\d+")


def path_of(parts: List[PathPart], *more: str) -> str:
    """Return a path with what follows it; a name with a dot is in quotes."""
    names = (*(part.text for part in parts), *more)
    return ".".join(f"'{each}'" if "." in each else each for each in names)


def is_option(parts: List[PathPart]) -> bool:
    """Return whether a path leads to an option of the pack below, or to its default."""
    names = [part.name for part in parts]
    return names[:1] == [OPTIONS] and (len(names) == 2 or names[2:] == ["default"])


def option_line(name: str, value: ScalarNode) -> str:
    """Return how an overlay switches an option of the pack below."""
    line = f"{OPTIONS}: {{{name}: {inline(value)}}}"
    return f"on a level with 'change', a line of its own switches it: {line}"


def new_part(parts: List[PathPart], owner: Node, value: Node) -> str:
    """Return how what was given for a map at this path is added to it.

    `value` holds one part or several by their names, or a part that has no name yet.
    """
    if isinstance(value, SequenceNode) and len(value.items) == 1:
        value = value.items[0]
    entries = value.entries if isinstance(value, MappingNode) else ()
    if not entries or _is_a_part(value, owner):
        return f"give it a path of its own: {_added(parts, UNNAMED, value)}"
    (name, first), *others = entries
    what = "each a path of its own, first" if others else "it a path of its own"
    return f"give {what}: {_added(parts, name.text, first)}"


def _is_a_part(value: Node, owner: Node) -> bool:
    """Return whether a map is like those that are in the owner."""
    inside = owner.entries if isinstance(owner, MappingNode) else ()
    return any(shares(value, each) for _, each in inside)


def _added(parts: List[PathPart], name: str, value: Node) -> str:
    text = inline(value)
    text = text if len(text) <= LONGEST else "..."
    return f"{path_of(parts, name)}: {{add: {text}}}"


def shares(one: Node, other: Node) -> bool:
    """Return whether two maps have a key in common."""
    if not isinstance(one, MappingNode) or not isinstance(other, MappingNode):
        return False
    return any(key.name in other for key, _ in one.entries)


def keys(node: Node) -> list[str]:
    """Return the keys of a map; none of anything else."""
    return [k.text for k, _ in node.entries] if isinstance(node, MappingNode) else []


def a_part_of_it(target: Node, wanted: Node | None = None) -> str:
    """Return the part of a map at which the path should end, or which there are.

    It is the one that holds what is wanted, or (None) a number; "" when that is no map.
    """
    if not isinstance(target, MappingNode):
        return ""
    for key, value in target.entries:
        fits = number_in(value) is not None if wanted is None else same(wanted, value)
        if fits:
            return f"that is in its '{key.text}': end the path with '.{key.text}'"
    return f"end the path with a part of it; {there_are(keys(target))}"


def beyond(parts: List[PathPart], number: int, verb: str, value: Node) -> str:
    """Return how to change what has no parts though the path goes on, at `number`."""
    path, last = path_of(parts[:number]), parts[number].text
    if verb in ("to", "replace", "scale") or number_in(value) is not None:
        return f"leave '.{last}' out of the path"
    return f"change it as a whole with 'to', at {path}"


def is_band(node: Node) -> bool:
    """Return whether a text, not in quotes, names a band of numbers."""
    if not isinstance(node, ScalarNode) or node.style:
        return False
    return _BAND.fullmatch(node.text.replace(" ", "")) is not None


VERBS = (
    "to",
    "add",
    "scale",
    "replace",
    "remove",
    "insert_before",
    "insert_after",
    "append",
)
_BLOCKS = ("do", "each_step", "steps")


class OverlayChange(Struct, frozen=True):
    """A change as written: its path, what it does, and whose it is."""

    path: ScalarNode
    body: MappingNode
    by: str

    @property
    def verb(self) -> str:
        """The verb, or "" when there is none or another number than one."""
        found = [each for each in VERBS if each in self.body]
        return found[0] if len(found) == 1 else ""

    @property
    def value(self) -> Node:
        """What follows the verb."""
        found = self.body.get(self.verb)
        return found if found is not None else self.body


def changes_in(node: MappingNode | None, by: str) -> list[OverlayChange]:
    """Return the changes of a `change:` map that have the shape of one."""
    found = [
        OverlayChange(key, body, by)
        for key, body in (node.entries if node is not None else ())
        if isinstance(body, MappingNode)
    ]
    return [each for each in found if each.verb]


def edit_of(
    change: OverlayChange, root: Node, address: Address, problems: list[Diagnostic]
) -> Edit | None:
    """Return the edit of what is at the address; None, and a problem, if none."""
    value = change.value
    if change.verb in ("to", "replace"):
        spliced = change.verb == "replace" and _in_list(root, address)
        if spliced and isinstance(value, SequenceNode):
            return Edit(address, "splice", value.items, span=value.span)
        return Edit(address, "set", (value,), span=value.span)
    if change.verb == "remove":
        if isinstance(value, ScalarNode) and value.text.strip() == "yes":
            return Edit(address, "remove", span=value.span)
        message = "'remove' is yes, or is not written at all"
        problems.append(problem("R105", value.span, message, expected="yes"))
        return None
    if change.verb in ("add", "scale"):
        return _counting(change, root, address, problems)
    return _inserting(change, root, address, problems)


def new_entry(
    change: OverlayChange, owner: Node, address: Address, name: PathPart
) -> Edit | None:
    """Return the edit that adds a new part to a map, if this change does that.

    An author who expects something there does not: the name is misspelt.
    """
    expects = "expect" in change.body
    if change.verb != "add" or expects or not isinstance(owner, MappingNode):
        return None
    key = ScalarNode(name.text, name.span, "")
    return Edit(address, "enter", (change.value,), key=key, span=name.span)


def _in_list(root: Node, address: Address) -> bool:
    return bool(address) and isinstance(node_at(root, address[:-1]), SequenceNode)


def _counting(
    change: OverlayChange, root: Node, address: Address, problems: list[Diagnostic]
) -> Edit | None:
    amount = number_in(change.value)
    target = node_at(root, address)
    act: Act = "scale" if change.verb == "scale" else "add"
    if amount is not None and number_in(target) is not None:
        return Edit(address, act, amount=Fraction(amount), span=change.value.span)
    there = ((target.span, "it is here"),)
    if amount is None and _is_there_already(change, target):
        name, hint = parts_of(change.path)[-1], _in_place_of_it(change, target)
        message = f"'{name.text}' is there already"
        found = problem("R306", name.span, message, hint=hint, related=there)
        problems.append(found)
        return None
    if amount is None:
        span, what, hint = change.value.span, "the value", WHOLE
        if _holds_parts(change, target):
            hint = new_part(parts_of(change.path), target, change.value)
    else:
        span, what = change.path.span, "what is there"
        hint = a_part_of_it(target) or WHOLE
    message = f"'{change.verb}' counts, but {what} is no number"
    problems.append(
        problem("R103", span, message, expected="a number", hint=hint, related=there)
    )
    return None


def _is_there_already(change: OverlayChange, target: Node) -> bool:
    """Return whether `add` should make what is there: a map like it, or a text."""
    value = change.value
    if change.verb != "add" or _holds_parts(change, target):
        return False
    texts = isinstance(value, ScalarNode) and isinstance(target, ScalarNode)
    return isinstance(value, MappingNode) or (texts and number_in(target) is None)


def _in_place_of_it(change: OverlayChange, target: Node) -> str:
    """Return how to change what `add` found there: as a whole, or a part of it."""
    whole = "to change it write 'to' in place of 'add'"
    value, parts = change.value, parts_of(change.path)
    if not isinstance(value, MappingNode) or not isinstance(target, MappingNode):
        return whole
    for key, own in value.entries:
        there = target.get(key.name)
        if there is not None and not same(own, there):
            return f"{whole}, or change a part of it, at {path_of(parts, key.text)}"
    return whole


def _holds_parts(change: OverlayChange, target: Node) -> bool:
    """Return whether the value of `add` holds new parts of the map that is there."""
    both = isinstance(change.value, MappingNode) and isinstance(target, MappingNode)
    return both and change.verb == "add" and not shares(change.value, target)


def _inserting(
    change: OverlayChange, root: Node, address: Address, problems: list[Diagnostic]
) -> Edit | None:
    value = change.value
    nodes = value.items if isinstance(value, SequenceNode) else (value,)
    if change.verb == "append":
        block = _block(root, address)
        if block is not None:
            return Edit(block, "append", nodes, span=value.span)
    elif _in_list(root, address):
        act: Act = "before" if change.verb == "insert_before" else "after"
        return Edit(address, act, nodes, span=value.span)
    # the value has another shape because the path is wrong: no second mistake
    problems[:] = [each for each in problems if not value.span.holds(each.span)]
    problems.append(_no_list(change, root, address))
    return None


def _no_list(change: OverlayChange, root: Node, address: Address) -> Diagnostic:
    """Return that what is there is no list, and how it is changed."""
    target, parts = node_at(root, address), parts_of(change.path)
    inside = change.verb == "append"
    if inside and _in_list(root, address):
        message = "what is there has no block to append to"
        hint = "insert it with 'insert_after'"
    else:
        message = f"'{change.verb}' is for steps; what is there is none"
        owner = target if inside else node_at(root, address[:-1])
        hint = WHOLE
        if len(address) > (not inside) and isinstance(owner, MappingNode):
            hint = new_part(parts if inside else parts[:-1], owner, change.value)
    there = ((target.span, "it is here"),)
    return problem("R801", change.path.span, message, hint=hint, related=there)


def _block(root: Node, address: Address) -> Address | None:
    """Return the address of the list to which `append` appends."""
    node = node_at(root, address)
    if isinstance(node, SequenceNode):
        return address
    if isinstance(node, MappingNode):
        for index, (key, value) in enumerate(node.entries):
            if key.text in _BLOCKS and isinstance(value, SequenceNode):
                return (*address, index)
    return None


MOST_SHOWN = 5
TOLD_ABOVE = frozenset({"R510", "R511"})
"""Marks of figures; who replaces some of them wants to know which are left."""


class Cause(Struct, frozen=True):
    """What the upper pack says of the one below: a change, or a value of an option.

    `section` and `key` name what it changes; `whole` is all that is written of it.
    """

    span: Span
    whole: Span
    section: str
    key: str


def blamed(
    problems: Sequence[Diagnostic],
    layers: Sequence[Layer],
    below: Callable[[], Iterable[Diagnostic]],
) -> list[Diagnostic]:
    """Return the problems of a pack as its author should hear them.

    `below` gives those of the pack that it extends, checked by itself: while that has
    errors, they are reported as they are, and nothing else.
    """
    under, _ = below_and_own(layers)
    there = problems_of(under, problems)
    own = [each for each in problems if each not in there]
    errors = [each for each in there if each.severity == "error"]
    if not errors:
        usable = all(each.severity != "error" for each in own)
        return own + [e for e in there if usable and e.code in TOLD_ABOVE]
    broken = [each for each in below() if each.severity == "error"]
    explained = broken or _at_causes(errors, own, layers)
    places = {str(each.span) for each in explained}  # one mistake, one problem
    return explained + [each for each in own if str(each.span) not in places]


def problems_of(
    layers: Sequence[Layer], problems: Iterable[Diagnostic]
) -> list[Diagnostic]:
    """Return the problems that are in files of these packs."""
    files = {part.file for layer in layers for part in layer.parts}
    return [each for each in problems if each.span.source.name in files]


def _at_causes(
    errors: list[Diagnostic], own: list[Diagnostic], layers: Sequence[Layer]
) -> list[Diagnostic]:
    """Return one problem for each cause; none where it has a problem of its own."""
    under, beside = below_and_own(layers)
    causes = [cause for layer in beside for cause in _causes(layer)]
    by_cause: dict[Cause, list[Diagnostic]] = {}
    unknown = []
    for error in errors:
        found = _cause(error, causes, under)
        if found is not None:
            by_cause.setdefault(found, []).append(error)
        else:
            unknown.append(error)
    wrong = [each.span for each in own if each.severity == "error"]
    at_causes = [
        _told(found, cause)
        for cause, found in by_cause.items()
        if not any(cause.whole.holds(span) for span in wrong)
    ]
    return at_causes + ([] if wrong or at_causes else unknown)


def _told(found: list[Diagnostic], cause: Cause) -> Diagnostic:
    first, *rest = found
    shown = [(each.span, each.message) for each in rest[:MOST_SHOWN]]
    return replace(
        first,
        span=cause.span,
        message=f"this change breaks the base pack: {first.message}",
        related=((first.span, "it shows here"), *shown, *first.related),
    )


def _causes(layer: Layer) -> list[Cause]:
    found = []
    for change in changes_in(layer.map("change"), layer.origin):
        parts = [each.name for each in parts_of(change.path)]
        if len(parts) > 1:
            whole = change.path.span.to(change.body.span)
            found.append(Cause(change.path.span, whole, parts[0], parts[1]))
    held = layer.map("options")
    for key, value in held.entries if held is not None else ():
        if isinstance(value, ScalarNode):
            whole = key.span.to(value.span)
            found.append(Cause(key.span, whole, "options", key.name))
    return found


def _cause(
    found: Diagnostic, causes: list[Cause], below: Sequence[Layer]
) -> Cause | None:
    """Return the cause that changes where it shows, else one whose name it reads."""
    place = _declaration(found.span, below)
    read = f"_{normalised(found.span.text)}_{normalised(found.message)}_"
    for cause in causes:
        if (cause.section, cause.key) == place:
            return cause
    for cause in causes:
        if cause.key in read:
            return cause
    return causes[0] if len(causes) == 1 else None


def _declaration(span: Span, below: Sequence[Layer]) -> tuple[str, str] | None:
    """Return section and name of the declaration that contains a place."""
    for section, known in merged(list(below), []).items():
        for key, each in known.items():
            if each.span.to(each.node.span).holds(span):
                return section, key
    return None


# --- Unguarded changes (R807) ---

_REPLACING = frozenset({"to", "add", "scale", "replace", "remove"})


def unexpecting(origins: Iterable[Origin], layers: Sequence[Layer]) -> list[Diagnostic]:
    """Return a note for each change of an overlay that says not what it changes."""
    owners = {part.file: layer.origin for layer in layers for part in layer.parts}
    found = []
    for origin in origins:
        before = origin.before
        if before is None or origin.expects or origin.verb not in _REPLACING:
            continue
        overlay = owners.get(origin.span.source.name) == origin.by
        below = owners.get(before.span.source.name)
        text = inline(before)
        if not overlay or below == origin.by or len(text) > LONGEST:
            continue
        message = (
            "this change has no 'expect', so it will not be noticed if the base value "
            "changes"
        )
        hint = f"write 'expect: {text}' next to '{origin.verb}'"
        found.append(
            problem(
                "R807",
                origin.span,
                message,
                hint=hint,
                related=((before.span, "it is here"),),
            )
        )
    return found
