"""What was meant by a change that cannot be made: hints that work when followed."""

import re
from collections.abc import Sequence as List

from interpreter.document import Mapping, Node, Scalar, Sequence, inline
from interpreter.problems import there_are
from interpreter.ruleset.edits import LONGEST, number_in, same
from interpreter.ruleset.paths import Part
from interpreter.values.names import plain

UNNAMED = "NAME"  # of a new part whose author gave none
WHOLE = "change the whole with 'to'"
OPTIONS = "options"
_BAND = re.compile(r"-?\d+(?:-|\.\.)-?\d+|-?\d+[-+]|-?\d+\.\.|\.\.-?\d+")


def path_of(parts: List[Part], *more: str) -> str:
    """Return a path with what follows it; a name with a dot stands in quotes."""
    names = (*(part.text for part in parts), *more)
    return ".".join(f"'{each}'" if "." in each else each for each in names)


def is_option(parts: List[Part]) -> bool:
    """Tell whether a path leads to an option of the pack below, or to its default."""
    names = [plain(part.text) for part in parts]
    return names[:1] == [OPTIONS] and (len(names) == 2 or names[2:] == ["default"])


def option_line(name: str, value: Scalar) -> str:
    """Return how an overlay switches an option of the pack below."""
    line = f"{OPTIONS}: {{{name}: {inline(value)}}}"
    return f"on a level with 'change', a line of its own switches it: {line}"


def new_part(parts: List[Part], owner: Node, value: Node) -> str:
    """Return how what was given for a map at this path is added to it.

    `value` holds one part or several by their names, or a part that has no name yet.
    """
    if isinstance(value, Sequence) and len(value.items) == 1:
        value = value.items[0]
    entries = value.entries if isinstance(value, Mapping) else ()
    if not entries or _is_a_part(value, owner):
        return f"give it a path of its own: {_added(parts, UNNAMED, value)}"
    (name, first), *others = entries
    what = "each a path of its own, first" if others else "it a path of its own"
    return f"give {what}: {_added(parts, name.text, first)}"


def _is_a_part(value: Node, owner: Node) -> bool:
    """Tell whether a map is like those that stand in the owner."""
    inside = owner.entries if isinstance(owner, Mapping) else ()
    return any(shares(value, each) for _, each in inside)


def _added(parts: List[Part], name: str, value: Node) -> str:
    text = inline(value)
    text = text if len(text) <= LONGEST else "..."
    return f"{path_of(parts, name)}: {{add: {text}}}"


def shares(one: Node, other: Node) -> bool:
    """Tell whether two maps have a key in common."""
    if not isinstance(one, Mapping) or not isinstance(other, Mapping):
        return False
    return any(plain(key.text) in map(plain, keys(other)) for key, _ in one.entries)


def keys(node: Node) -> list[str]:
    """Return the keys of a map; none of anything else."""
    return [k.text for k, _ in node.entries] if isinstance(node, Mapping) else []


def a_part_of_it(target: Node, wanted: Node | None = None) -> str:
    """Return the part of a map at which the path should end, or which there are.

    It is the one that holds what is wanted, or (None) a number; "" when that is no map.
    """
    if not isinstance(target, Mapping):
        return ""
    for key, value in target.entries:
        fits = number_in(value) is not None if wanted is None else same(wanted, value)
        if fits:
            return f"that stands in its '{key.text}': end the path with '.{key.text}'"
    return f"end the path with a part of it; {there_are(keys(target))}"


def beyond(parts: List[Part], number: int, verb: str, value: Node) -> str:
    """Return how to change what has no parts though the path goes on, at `number`."""
    path, last = path_of(parts[:number]), parts[number].text
    if verb in ("to", "replace", "scale") or number_in(value) is not None:
        return f"leave '.{last}' out of the path"
    return f"change it as a whole with 'to', at {path}"


def is_band(node: Node) -> bool:
    """Tell whether a text, not in quotes, names a band of numbers."""
    if not isinstance(node, Scalar) or node.style:
        return False
    return _BAND.fullmatch(node.text.replace(" ", "")) is not None
