"""Names of declarations: which expressions can write, and each only once."""

from interpreter.problems import Problem, problem
from interpreter.ruleset.ruleset import Declaration
from interpreter.values.names import REFUSED, RESERVED, WRITABLE, plain, writable

NAMED = frozenset(
    "types boards entities events claims tables modifiers formulas procedures "
    "triggers options".split()
)
"""The sections whose names stand in expressions."""


def check_name(section: str, found: Declaration, problems: list[Problem]) -> None:
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
    problems: list[Problem],
) -> None:
    """Put a declaration among the known ones, or say where its name stands already."""
    first = known.get(plain(found.name))
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
