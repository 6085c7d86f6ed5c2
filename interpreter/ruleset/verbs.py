"""From a change, as it was written, to an edit: what each verb does where."""

from dataclasses import dataclass
from fractions import Fraction

from interpreter.document import Mapping, Node, Scalar, Sequence
from interpreter.problems import Problem, problem
from interpreter.ruleset.edits import Act, Edit, number_in, same
from interpreter.ruleset.meant import WHOLE, a_part_of_it, new_part, path_of, shares
from interpreter.ruleset.paths import Address, Part, node_at, parts_of

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


@dataclass(frozen=True, slots=True)
class Change:
    """A change as written: its path, what it does, and whose it is."""

    path: Scalar
    body: Mapping
    by: str

    @property
    def verb(self) -> str:
        """The verb, or "" when there is none or another number than one."""
        found = [each for each in VERBS if each in self.body]
        return found[0] if len(found) == 1 else ""

    @property
    def value(self) -> Node:
        """What stands behind the verb."""
        found = self.body.get(self.verb)
        return found if found is not None else self.body


def changes_in(node: Mapping | None, by: str) -> list[Change]:
    """Return the changes of a `change:` map that have the shape of one."""
    found = [
        Change(key, body, by)
        for key, body in (node.entries if node is not None else ())
        if isinstance(body, Mapping)
    ]
    return [each for each in found if each.verb]


def edit_of(
    change: Change, root: Node, address: Address, problems: list[Problem]
) -> Edit | None:
    """Return the edit of what stands at the address; None, and a problem, if none."""
    value = change.value
    if change.verb in ("to", "replace"):
        spliced = change.verb == "replace" and _in_list(root, address)
        if spliced and isinstance(value, Sequence):
            return Edit(address, "splice", value.items, span=value.span)
        return Edit(address, "set", (value,), span=value.span)
    if change.verb == "remove":
        if isinstance(value, Scalar) and value.text.strip() == "yes":
            return Edit(address, "remove", span=value.span)
        message = "'remove' is yes, or is not written at all"
        problems.append(problem("R105", value.span, message, expected="yes"))
        return None
    if change.verb in ("add", "scale"):
        return _counting(change, root, address, problems)
    return _inserting(change, root, address, problems)


def new_entry(change: Change, owner: Node, address: Address, name: Part) -> Edit | None:
    """Return the edit that adds a new part to a map, if this change does that.

    Whoever expects something there does not: he misspelt its name.
    """
    expects = "expect" in change.body
    if change.verb != "add" or expects or not isinstance(owner, Mapping):
        return None
    key = Scalar(name.text, name.span, "")
    return Edit(address, "enter", (change.value,), key=key, span=name.span)


def _in_list(root: Node, address: Address) -> bool:
    return bool(address) and isinstance(node_at(root, address[:-1]), Sequence)


def _counting(
    change: Change, root: Node, address: Address, problems: list[Problem]
) -> Edit | None:
    amount = number_in(change.value)
    target = node_at(root, address)
    act: Act = "scale" if change.verb == "scale" else "add"
    if amount is not None and number_in(target) is not None:
        return Edit(address, act, amount=Fraction(amount), span=change.value.span)
    there = ((target.span, "it stands here"),)
    if amount is None and _is_there_already(change, target):
        name, hint = parts_of(change.path)[-1], _in_place_of_it(change, target)
        message = f"'{name.text}' stands there already"
        found = problem("R306", name.span, message, hint=hint, related=there)
        problems.append(found)
        return None
    if amount is None:
        span, what, hint = change.value.span, "the value", WHOLE
        if _holds_parts(change, target):
            hint = new_part(parts_of(change.path), target, change.value)
    else:
        span, what = change.path.span, "what stands there"
        hint = a_part_of_it(target) or WHOLE
    message = f"'{change.verb}' counts, but {what} is no number"
    problems.append(
        problem("R103", span, message, expected="a number", hint=hint, related=there)
    )
    return None


def _is_there_already(change: Change, target: Node) -> bool:
    """Tell whether `add` should make what stands there: a map like it, or a text."""
    value = change.value
    if change.verb != "add" or _holds_parts(change, target):
        return False
    texts = isinstance(value, Scalar) and isinstance(target, Scalar)
    return isinstance(value, Mapping) or (texts and number_in(target) is None)


def _in_place_of_it(change: Change, target: Node) -> str:
    """Return how to change what `add` found there: as a whole, or a part of it."""
    whole = "to change it write 'to' in place of 'add'"
    value, parts = change.value, parts_of(change.path)
    if not isinstance(value, Mapping) or not isinstance(target, Mapping):
        return whole
    for key, own in value.entries:
        there = target.get(key.text)
        if there is not None and not same(own, there):
            return f"{whole}, or change a part of it, at {path_of(parts, key.text)}"
    return whole


def _holds_parts(change: Change, target: Node) -> bool:
    """Tell whether the value of `add` holds new parts of the map that stands there."""
    both = isinstance(change.value, Mapping) and isinstance(target, Mapping)
    return both and change.verb == "add" and not shares(change.value, target)


def _inserting(
    change: Change, root: Node, address: Address, problems: list[Problem]
) -> Edit | None:
    value = change.value
    nodes = value.items if isinstance(value, Sequence) else (value,)
    if change.verb == "append":
        block = _block(root, address)
        if block is not None:
            return Edit(block, "append", nodes, span=value.span)
    elif _in_list(root, address):
        act: Act = "before" if change.verb == "insert_before" else "after"
        return Edit(address, act, nodes, span=value.span)
    # whoever mistook the place gave a value of another shape: that is no second mistake
    problems[:] = [each for each in problems if not value.span.holds(each.span)]
    problems.append(_no_list(change, root, address))
    return None


def _no_list(change: Change, root: Node, address: Address) -> Problem:
    """Return that what stands there is no list, and how it is changed."""
    target, parts = node_at(root, address), parts_of(change.path)
    inside = change.verb == "append"
    if inside and _in_list(root, address):
        message = "what stands there has no block to append to"
        hint = "put it beside with 'insert_after'"
    else:
        message = f"'{change.verb}' is for steps; what stands there is none"
        owner = target if inside else node_at(root, address[:-1])
        hint = WHOLE
        if len(address) > (not inside) and isinstance(owner, Mapping):
            hint = new_part(parts if inside else parts[:-1], owner, change.value)
    there = ((target.span, "it stands here"),)
    return problem("R801", change.path.span, message, hint=hint, related=there)


def _block(root: Node, address: Address) -> Address | None:
    """Return the address of the list to which `append` appends."""
    node = node_at(root, address)
    if isinstance(node, Sequence):
        return address
    if isinstance(node, Mapping):
        for index, (key, value) in enumerate(node.entries):
            if key.text in _BLOCKS and isinstance(value, Sequence):
                return (*address, index)
    return None
