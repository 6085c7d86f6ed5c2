"""Whether an expression can fail: what is left out, or worked out early, must not."""

from interpreter.language.typed import Apply, Typed, Use
from interpreter.program.walking import nodes

_RISKY = frozenset(
    "/ index at within in_steps rank_in present remainder untrue enough of_kind "
    ".within .ring .members .region .line .clear_line .every .ground .named "
    ".order".split()
)


def safe(node: Typed, nested: bool) -> bool:
    """Tell whether a contribution may be computed early, for faces that never fall."""
    return not any(
        (isinstance(n, Use) and (nested or n.section != "formulas"))
        or (isinstance(n, Apply) and n.name in _RISKY)
        for n in nodes(node)
    )
