"""The shape of what changes have made: a misspelt key in a new row is none the less.

A change holds anything at all, for its shape follows from where it goes (2026-11-21).
"""

from collections.abc import Iterable
from dataclasses import replace

from interpreter.document import Mapping, Scalar, check_shape
from interpreter.problems import Problem
from interpreter.ruleset.layers import Sections
from interpreter.ruleset.meant import a_part_of_it, is_option, option_line
from interpreter.ruleset.paths import parts_of
from interpreter.ruleset.ruleset import Declaration, Origin


def check_shapes(
    sections: Sections, origins: Iterable[Origin], problems: list[Problem]
) -> None:
    """Append what is wrong with the shape of the declarations that were changed.

    Only where nothing is wrong yet: what half a change leaves behind is its own fault.
    """
    if any(each.severity == "error" for each in problems):
        return
    by_name: dict[tuple[str, str], list[Origin]] = {}
    for each in origins:
        by_name.setdefault((each.section, each.key), []).append(each)
    for (section, key), made in by_name.items():
        declaration = sections[section].get(key)
        if declaration is not None:
            found: list[Problem] = []
            _check(section, declaration, found)
            problems += [_meant(each, made) for each in found]


def _meant(found: Problem, made: Iterable[Origin]) -> Problem:
    """Say where the path should end when a text took the place of a map."""
    for each in made:
        here = each.after is not None and each.after.span == found.span
        if here and each.before is not None and isinstance(each.after, Scalar):
            parts = parts_of(Scalar(each.path, each.span, ""))
            if is_option(parts):
                line = option_line(parts[1].text, each.after)
                return replace(found, expected="", hint=line)
            return replace(found, hint=found.hint or a_part_of_it(each.before))
    return found


def _check(section: str, each: Declaration, problems: list[Problem]) -> None:
    name = Scalar(each.name, each.span, "")
    held = Mapping(((name, each.node),), each.node.span)
    if section == "rulebook":
        check_shape(held, "rulebook", problems)
    else:
        entries = tuple(
            (Scalar(key, each.span, ""), value)
            for key, value in (("name", name), (section, held))
        )
        check_shape(Mapping(entries, each.node.span), "ruleset", problems)
