"""Whether an expression can fail: what is left out, or worked out early, must not."""

from interpreter.language.typed import Apply, Collect, Reach, Typed, Use
from interpreter.program.walking import nodes

_RISKY = frozenset(
    "/ index at within in_steps rank_in present remainder untrue enough of_kind parted "
    ".within .ring .members .region .line .clear_line .every .ground .named "
    ".order".split()
)
_EXTREMES = frozenset(("min", "max"))


def safe(node: Typed, nested: bool) -> bool:
    """Tell whether a contribution may be computed early, for faces that never fall."""
    return not any(
        isinstance(n, Reach)
        or (isinstance(n, Use) and (nested or n.section != "formulas"))
        or (isinstance(n, Apply) and n.name in _RISKY)
        or _is_extreme(n)
        for n in nodes(node)
    )


def _is_extreme(node: Typed) -> bool:
    """Tell whether it is the least or greatest of a list, which may be empty."""
    if isinstance(node, Apply):
        return node.name in _EXTREMES and len(node.arguments) == 1
    return isinstance(node, Collect) and node.reducer in _EXTREMES
