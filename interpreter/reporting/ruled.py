"""By which rules a choice offers what it offers, as hints name them."""

from collections.abc import Sequence

from interpreter.checked.declared import Declared
from interpreter.language.typed import Typed, Use
from interpreter.program.instructions import Choice
from interpreter.program.walking import nodes

MOST_RULES = 3  # in a hint


def rules_of(
    choice: Choice, expression: Typed | None, declared: Declared
) -> tuple[str, ...]:
    """Return the rules that the formulas in an expression of a choice name, then those
    of the choice: what stands in the pack, and nothing of what it reads."""
    read = [
        declared.formulas[node.name].rule
        for node in (() if expression is None else nodes(expression))
        if isinstance(node, Use) and node.name in declared.formulas
    ]
    return tuple(dict.fromkeys(f"{' '.join(read)} {choice.site.rule}".split()))


def ruled_by(rules: Sequence[str]) -> str:
    """Return the first rules as a hint names them; "" for none."""
    return f"by {', '.join(rules[:MOST_RULES])}" if rules else ""
