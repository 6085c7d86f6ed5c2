"""Keys of maps: plain texts, each once."""

import re
from dataclasses import dataclass, field

from interpreter.document.nodes import Node, Scalar, alike
from interpreter.problems import Problem, problem

_MARK = re.compile(r"(?:^|[\n{,\[])[ \t]*(?:- +)*\?\s+$")


@dataclass(slots=True)
class Keys:
    """The keys of one map so far."""

    seen: dict[str, Scalar] = field(default_factory=dict)

    def as_key(self, node: Node) -> Scalar | None:
        """Return the node if it can be a key: a text, not empty, on one line."""
        if not isinstance(node, Scalar) or node.style in ("|", ">"):
            return None
        return node if node.text or node.style else None

    def accept(self, key: Scalar, problems: list[Problem]) -> bool:
        """Tell whether the key is new and allowed; report why not."""
        if key.text == "<<" and not key.style:
            hint = "write the entries again"
            message = "merge keys are not used here"
            problems.append(problem("R004", key.span, message, hint=hint))
            return False
        name = alike(key.text)
        first = self.seen.setdefault(name, key)
        if first is key:
            return True
        line = first.span.first[0]
        same = "" if first.text == key.text else f" (as '{first.text}')"
        problems.append(
            problem(
                "R003",
                key.span,
                f"'{key.text}' stands twice in this map{same}",
                hint=f"it stands in line {line} already; remove or rename one",
                related=((first.span, "the first"),),
            )
        )
        return False


def written_with_mark(source: str, last: int, start: int) -> bool:
    """Tell whether a '?' introduces the key that begins at `start`."""
    if "?" not in source[last:start]:
        return False
    line = source.rfind("\n", 0, start) + 1
    return bool(_MARK.search(source[line:start]))
